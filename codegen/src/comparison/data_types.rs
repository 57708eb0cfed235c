//! The differences of two data types or enumerations, and whether one accepts all values of the other.
//!
//! Invariant: a type accepts all values of another one only if that is certain. This module does not know features.

use super::{Comparison, Differences, label};
use crate::comparison::pairs::matched;
use crate::facets::{allows_more, facets, sides};
use modelwright_language::language::{constraint_beyond_facets, constraint_text};
use modelwright_metamodel::ecore::{
    Annotation, Classifier, DataKind, DataTypeId, EXTENDED_META_DATA, Element, EnumLiteral, Metamodel,
    annotation,
};
use rustc_hash::FxHashSet;

impl Comparison<'_> {
    /// Compares two versions of a data type or an enumeration; `package` contains the later one.
    pub(super) fn data_type(&mut self, before: DataTypeId, after: DataTypeId, package: Option<Element>) {
        let mut found = Differences::default();
        let (old, new) = (&self.old[before], &self.new[after]);
        let (old_kind, _) = label(self.old, Classifier::DataType(before));
        let new_label = label(self.new, Classifier::DataType(after));
        found.texts("kind", Some(old_kind), Some(new_label.0), Some("its values have another form"));
        // Values of another form are a risk of their own, and literals are compared below.
        let is_plain = old.literals.is_none() && new.literals.is_none();
        let risk = value_risk(self.old, before, self.new, after).filter(|_| is_plain);
        let (old_text, new_text) = (constraint_text(self.old, before), constraint_text(self.new, after));
        found.texts("type", old_text.as_deref(), new_text.as_deref(), risk.as_deref());
        // Types that the language cannot express as a text are compared by their parts.
        if old_text.is_none() && new_text.is_none() {
            found.texts("Java class", old.instance.raw(), new.instance.raw(), risk.as_deref());
            found.texts("base type", base(&old.annotations), base(&new.annotations), risk.as_deref());
            for (facet, before, after) in facet_pairs(&old.annotations, &new.annotations) {
                let risk = facet_risk(facet, before, after);
                let text = |value: Option<&str>| value.map(|value| format!("{facet} {value}"));
                let (before, after) = (text(before), text(after));
                found.texts(FACET, before.as_deref(), after.as_deref(), risk.as_deref());
            }
        }
        let is_lost = old.serializable && !new.serializable;
        let risk = is_lost.then_some("its values are not written any more");
        found.facts("written to documents", old.serializable, new.serializable, risk);
        found.rules(&old.annotations, &new.annotations);
        found.documentation(&old.annotations, &new.annotations);
        self.push_changed(Element::DataType(after), package, new_label, found);
        self.literals(before, after);
    }

    /// Compares the literals of two versions of an enumeration, by their names.
    fn literals(&mut self, before: DataTypeId, after: DataTypeId) {
        let (old, new) = (self.old[before].enum_literals(), self.new[after].enum_literals());
        let indices = |literals: &[EnumLiteral]| (0..literals.len()).collect::<Vec<_>>();
        let pairs =
            matched(&indices(old), &indices(new), |at| old[*at].name.as_str(), |at| new[*at].name.as_str());
        let owner = Some(Element::DataType(after));
        let name = &self.new[after].name;
        for (was, is) in pairs {
            let label = |literal: &EnumLiteral| ("literal", format!("{name}.{}", literal.name));
            match (was, is) {
                (Some(was), Some(is)) => {
                    let mut found = Differences::default();
                    let (old, new) = (&old[was], &new[is]);
                    let risk = "documents have the earlier spelling";
                    found.texts("spelling", Some(old.spelling()), Some(new.spelling()), Some(risk));
                    let (old_number, new_number) = (old.value.to_string(), new.value.to_string());
                    found.texts("number", Some(&old_number), Some(&new_number), None);
                    found.documentation(&old.annotations, &new.annotations);
                    self.push_changed(Element::EnumLiteral(after, is), owner, label(new), found);
                }
                (None, Some(is)) => {
                    self.push_added(Element::EnumLiteral(after, is), owner, label(&new[is]), None);
                }
                (Some(was), None) => {
                    let risk = Some("values of this literal are not known any more".to_owned());
                    self.push_removed(Element::EnumLiteral(before, was), owner, label(&old[was]), risk);
                }
                (None, None) => {}
            }
        }
    }
}

/// The property of all differences of facets; the values contain the name of the facet.
const FACET: &str = "condition";

/// Why a value of one data type may be invalid in another one.
pub(super) fn value_risk(
    old: &Metamodel,
    before: DataTypeId,
    new: &Metamodel,
    after: DataTypeId,
) -> Option<String> {
    let (was, is) = (&old[before], &new[after]);
    if !accepts_kind(was.kind, is.kind) {
        return Some("values of the earlier type may not be values of the new one".to_owned());
    }
    if was.literals.is_some() && is.literals.is_some() {
        let known: FxHashSet<&str> = is.enum_literals().iter().map(EnumLiteral::spelling).collect();
        let lost = was.enum_literals().iter().find(|literal| !known.contains(literal.spelling()));
        return lost.map(|literal| format!("`{}` is no value any more", literal.spelling()));
    }
    let (old_facets, new_facets) = (all_facets(old, before), all_facets(new, after));
    let pairs = matched(&old_facets, &new_facets, |(facet, _)| *facet, |(facet, _)| *facet);
    for pair in pairs {
        let (facet, before, after) = match pair {
            (Some((facet, before)), Some((_, after))) => (facet, Some(before), Some(after)),
            (None, Some((facet, after))) => (facet, None, Some(after)),
            (Some((facet, before)), None) => (facet, Some(before), None),
            (None, None) => continue,
        };
        if let Some(risk) = facet_risk(facet, before, after).filter(|_| before != after) {
            return Some(risk);
        }
    }
    // A condition that facets do not express.
    let (before, after) = (constraint_beyond_facets(old, before), constraint_beyond_facets(new, after));
    (after.is_some() && before != after).then(|| "values may violate the condition".to_owned())
}

/// The facets of a data type and those that it inherits. Of each kind the nearest one applies, except that the patterns
/// of all levels do.
fn all_facets(metamodel: &Metamodel, id: DataTypeId) -> Vec<(&str, &str)> {
    let mut all: Vec<(&str, &str)> = Vec::new();
    let mut known: FxHashSet<&str> = FxHashSet::default();
    for level in metamodel.base_types(id) {
        let facets_of_level = checked_facets(&metamodel[level].annotations);
        let nearest = facets_of_level.iter().filter(|(facet, _)| {
            *facet == "pattern" || !sides(facet).iter().any(|side| known.contains(side))
        });
        all.extend(nearest);
        known.extend(facets_of_level.iter().flat_map(|(facet, _)| sides(facet)));
    }
    all
}

/// The name of the type that a data type is based on.
fn base(annotations: &[Annotation]) -> Option<&str> {
    annotation(annotations, EXTENDED_META_DATA)?.detail("baseType")
}

/// The facets in annotations that values must satisfy; other details are names and kinds.
fn checked_facets(annotations: &[Annotation]) -> Vec<(&str, &str)> {
    let found = annotation(annotations, EXTENDED_META_DATA);
    let list = found.into_iter().flat_map(facets);
    list.filter(|(facet, _)| *facet == "pattern" || !sides(facet).is_empty()).collect()
}

/// Whether all values of one kind are values of another one.
fn accepts_kind(before: DataKind, after: DataKind) -> bool {
    match (before, after) {
        (DataKind::Integer { bits: before, .. }, DataKind::Integer { bits: after, .. }) => before <= after,
        (DataKind::Integer { .. }, DataKind::BigInteger | DataKind::BigDecimal)
        | (DataKind::BigInteger, DataKind::BigDecimal)
        | (DataKind::Float { .. }, DataKind::Double { .. })
        | (DataKind::Boolean { .. }, DataKind::Boolean { .. })
        | (DataKind::Float { .. }, DataKind::Float { .. })
        | (DataKind::Double { .. }, DataKind::Double { .. })
        | (DataKind::Char { .. }, DataKind::Char { .. }) => true,
        (before, after) => before == after,
    }
}

/// A facet, and its values in two versions.
type FacetPair<'a> = (&'a str, Option<&'a str>, Option<&'a str>);

/// The facets that differ.
fn facet_pairs<'a>(before: &'a [Annotation], after: &'a [Annotation]) -> Vec<FacetPair<'a>> {
    let (before, after) = (checked_facets(before), checked_facets(after));
    let pairs = matched(&before, &after, |(facet, _)| *facet, |(facet, _)| *facet);
    let pairs = pairs.into_iter().filter_map(|pair| match pair {
        (Some((facet, before)), Some((_, after))) => Some((facet, Some(before), Some(after))),
        (None, Some((facet, after))) => Some((facet, None, Some(after))),
        (Some((facet, before)), None) => Some((facet, Some(before), None)),
        (None, None) => None,
    });
    pairs.filter(|(_, before, after)| before != after).collect()
}

/// Why a value may violate the new form of a facet.
fn facet_risk(facet: &str, before: Option<&str>, after: Option<&str>) -> Option<String> {
    let after = after?;
    let is_narrower = before.is_none_or(|before| {
        facet == "pattern"
            || sides(facet).iter().any(|side| {
                // Not all values can be compared, so the new facet is harmless only if it is known to allow more.
                allows_more(side, (facet, before), (facet, after))
                    || !allows_more(side, (facet, after), (facet, before))
            })
    });
    is_narrower.then(|| format!("values may violate the new {facet}"))
}
