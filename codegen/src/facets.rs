//! The facets of data types: the properties that they constrain, and which of two facets allows more.
//!
//! Invariant: a facet that cannot be read allows no more than another one. This module does not know data types.

use modelwright_metamodel::ecore::{Annotation, facet_items};
use modelwright_validation::Decimal;
use std::cmp::Ordering;
use std::collections::HashSet;

/// The facets of an annotation.
pub(crate) fn facets(annotation: &Annotation) -> impl Iterator<Item = (&str, &str)> {
    let pairs = annotation.details.iter();
    pairs.filter_map(|(facet, value)| Some((facet.as_deref()?, value.as_deref()?)))
}

/// The properties of a value that a facet constrains.
pub(crate) fn sides(facet: &str) -> &'static [&'static str] {
    match facet {
        "length" => &["minLength", "maxLength"],
        "minLength" => &["minLength"],
        "maxLength" => &["maxLength"],
        "minInclusive" | "minExclusive" => &["least"],
        "maxInclusive" | "maxExclusive" => &["greatest"],
        "totalDigits" => &["totalDigits"],
        "fractionDigits" => &["fractionDigits"],
        "enumeration" => &["enumeration"],
        "whiteSpace" => &["whiteSpace"],
        _ => &[],
    }
}

/// Whether a facet allows more values of a property than an inherited facet.
pub(crate) fn allows_more(side: &str, (facet, own): (&str, &str), (name, inherited): (&str, &str)) -> bool {
    match side {
        "enumeration" => {
            let inherited: HashSet<String> = facet_items(inherited).collect();
            !facet_items(own).all(|item| inherited.contains(&item))
        }
        "whiteSpace" => {
            inherited == "collapse" && own != inherited || inherited == "replace" && own == "preserve"
        }
        side => {
            // With equal values, an inclusive bound allows one value more than an exclusive one.
            let opens = !facet.ends_with("Exclusive") && name.ends_with("Exclusive");
            match compare(own, inherited) {
                Some(Ordering::Equal) => opens,
                Some(Ordering::Less) => side.starts_with("min") || side == "least",
                Some(Ordering::Greater) => !side.starts_with("min") && side != "least",
                None => false,
            }
        }
    }
}

fn compare(one: &str, other: &str) -> Option<Ordering> {
    match Decimal::parse(one).zip(Decimal::parse(other)) {
        Some((one, other)) => Some(one.compare(&other)),
        None => one.parse::<f64>().ok()?.partial_cmp(&other.parse::<f64>().ok()?),
    }
}
