//! The facets of data types: the properties that they constrain, and which of two facets allows more.
//!
//! Invariant: a facet that cannot be read allows no more than another one. This module does not know data types.

use modelwright_metamodel::ecore::{Annotation, facet_items};
use modelwright_validation::Decimal;
use std::cmp::Ordering;
use std::collections::HashSet;

/// The facets of an annotation: their names and values.
pub(crate) fn facets(annotation: &Annotation) -> impl Iterator<Item = (&str, &str)> {
    let pairs = annotation.details.iter();
    pairs.filter_map(|(facet, value)| Some((facet.as_deref()?, value.as_deref()?)))
}

/// The properties of a value that a facet constrains. A facet replaces inherited facets that constrain the same
/// property; patterns have no property here, because all of them apply together.
pub(crate) fn constrained_properties(facet: &str) -> &'static [&'static str] {
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

/// Whether a facet allows values of a property that another one, such as an inherited facet, does not allow.
pub(crate) fn allows_more(
    property: &str,
    (facet, value): (&str, &str),
    (other_facet, other): (&str, &str),
) -> bool {
    match property {
        "enumeration" => {
            let other_items: HashSet<String> = facet_items(other).collect();
            !facet_items(value).all(|item| other_items.contains(&item))
        }
        // `preserve` allows more than `replace`, and `replace` more than `collapse`.
        "whiteSpace" => other == "collapse" && value != other || other == "replace" && value == "preserve",
        property => {
            // With equal values, an inclusive bound allows one value more than an exclusive one.
            let is_one_more = !facet.ends_with("Exclusive") && other_facet.ends_with("Exclusive");
            match compare(value, other) {
                Some(Ordering::Equal) => is_one_more,
                // A lower minimum or a higher maximum allows more.
                Some(Ordering::Less) => property.starts_with("min") || property == "least",
                Some(Ordering::Greater) => !property.starts_with("min") && property != "least",
                None => false,
            }
        }
    }
}

/// The order of two numbers; `None` if one of them is not a number.
fn compare(left: &str, right: &str) -> Option<Ordering> {
    match Decimal::parse(left).zip(Decimal::parse(right)) {
        Some((left, right)) => Some(left.compare(&right)),
        None => left.parse::<f64>().ok()?.partial_cmp(&right.parse::<f64>().ok()?),
    }
}
