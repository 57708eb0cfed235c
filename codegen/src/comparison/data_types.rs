//! The differences of two data types or enumerations, and whether one accepts all values of the other.
//!
//! Invariant: a type accepts all values of another one only if that is certain. This module does not know features.

use super::{Comparison, Differences, label};
use crate::comparison::pairs::pairs_by_key;
use crate::facets::{allows_more, constrained_properties, facets};
use modelwright_language::language::{constraint_beyond_facets, constraint_text};
use modelwright_metamodel::ecore::{
    Annotation, Classifier, DataKind, DataTypeId, EXTENDED_META_DATA, Element, EnumLiteral, Metamodel,
    annotation,
};
use rustc_hash::FxHashSet;

impl Comparison<'_> {
    /// Compares two versions of a data type or an enumeration; `package` contains the later one.
    pub(super) fn compare_data_type(
        &mut self,
        before: DataTypeId,
        after: DataTypeId,
        package: Option<Element>,
    ) {
        let mut differences = Differences::default();
        let (old, new) = (&self.old[before], &self.new[after]);
        let (old_kind, _) = label(self.old, Classifier::DataType(before));
        let (new_kind, new_name) = label(self.new, Classifier::DataType(after));
        differences.compare_texts(
            "kind",
            Some(old_kind),
            Some(new_kind),
            Some("its values have another form"),
        );
        // The risk of values is not reported for enumerations: their literals are compared below.
        let is_plain = old.literals.is_none() && new.literals.is_none();
        let risk = value_risk(self.old, before, self.new, after).filter(|_| is_plain);
        let (old_text, new_text) = (constraint_text(self.old, before), constraint_text(self.new, after));
        differences.compare_texts("type", old_text.as_deref(), new_text.as_deref(), risk.as_deref());
        // Types that the type language cannot express are compared by class, base type and facets.
        if old_text.is_none() && new_text.is_none() {
            differences.compare_texts("Java class", old.instance.raw(), new.instance.raw(), risk.as_deref());
            differences.compare_texts(
                "base type",
                base(&old.annotations),
                base(&new.annotations),
                risk.as_deref(),
            );
            for (facet, old_value, new_value) in facet_pairs(&old.annotations, &new.annotations) {
                let risk = facet_risk(facet, old_value, new_value);
                let text = |value: Option<&str>| value.map(|value| format!("{facet} {value}"));
                let (old_facet, new_facet) = (text(old_value), text(new_value));
                differences.compare_texts(
                    CONDITION,
                    old_facet.as_deref(),
                    new_facet.as_deref(),
                    risk.as_deref(),
                );
            }
        }
        let is_lost = old.serializable && !new.serializable;
        let risk = is_lost.then_some("its values are not written any more");
        differences.compare_facts("written to documents", old.serializable, new.serializable, risk);
        differences.compare_rules(&old.annotations, &new.annotations);
        differences.compare_documentation(&old.annotations, &new.annotations);
        self.push_changed(Element::DataType(after), package, (new_kind, new_name), differences);
        self.compare_literals(before, after);
    }

    /// Compares the literals of two versions of an enumeration, by their names.
    fn compare_literals(&mut self, before: DataTypeId, after: DataTypeId) {
        let (old, new) = (self.old[before].enum_literals(), self.new[after].enum_literals());
        let indices = |literals: &[EnumLiteral]| (0..literals.len()).collect::<Vec<_>>();
        let pairs = pairs_by_key(
            &indices(old),
            &indices(new),
            |at| old[*at].name.as_str(),
            |at| new[*at].name.as_str(),
        );
        let owner = Some(Element::DataType(after));
        let name = &self.new[after].name;
        for (old_index, new_index) in pairs {
            let label = |literal: &EnumLiteral| ("literal", format!("{name}.{}", literal.name));
            match (old_index, new_index) {
                (Some(old_index), Some(new_index)) => {
                    let mut differences = Differences::default();
                    let (old, new) = (&old[old_index], &new[new_index]);
                    let risk = "documents have the earlier spelling";
                    differences.compare_texts(
                        "spelling",
                        Some(old.spelling()),
                        Some(new.spelling()),
                        Some(risk),
                    );
                    let (old_number, new_number) = (old.value.to_string(), new.value.to_string());
                    differences.compare_texts("number", Some(&old_number), Some(&new_number), None);
                    differences.compare_documentation(&old.annotations, &new.annotations);
                    self.push_changed(Element::EnumLiteral(after, new_index), owner, label(new), differences);
                }
                (None, Some(new_index)) => {
                    self.push_added(
                        Element::EnumLiteral(after, new_index),
                        owner,
                        label(&new[new_index]),
                        None,
                    );
                }
                (Some(old_index), None) => {
                    let risk = Some("values of this literal are not known any more".to_owned());
                    self.push_removed(
                        Element::EnumLiteral(before, old_index),
                        owner,
                        label(&old[old_index]),
                        risk,
                    );
                }
                (None, None) => {}
            }
        }
    }
}

/// The name of the property that differs if a facet differs. Its values begin with the name of the facet.
const CONDITION: &str = "condition";

/// Why a value of one data type may be invalid in another one.
pub(super) fn value_risk(
    old: &Metamodel,
    before: DataTypeId,
    new: &Metamodel,
    after: DataTypeId,
) -> Option<String> {
    let (old_type, new_type) = (&old[before], &new[after]);
    if !accepts_kind(old_type.kind, new_type.kind) {
        return Some("values of the earlier type may not be values of the new one".to_owned());
    }
    if old_type.literals.is_some() && new_type.literals.is_some() {
        let new_spellings: FxHashSet<&str> =
            new_type.enum_literals().iter().map(EnumLiteral::spelling).collect();
        let lost_literal =
            old_type.enum_literals().iter().find(|literal| !new_spellings.contains(literal.spelling()));
        return lost_literal.map(|literal| format!("`{}` is no value any more", literal.spelling()));
    }
    let (old_facets, new_facets) = (all_facets(old, before), all_facets(new, after));
    let pairs = pairs_by_key(&old_facets, &new_facets, |(facet, _)| *facet, |(facet, _)| *facet);
    for pair in pairs {
        let (facet, old_value, new_value) = match pair {
            (Some((facet, old_value)), Some((_, new_value))) => (facet, Some(old_value), Some(new_value)),
            (None, Some((facet, new_value))) => (facet, None, Some(new_value)),
            (Some((facet, old_value)), None) => (facet, Some(old_value), None),
            (None, None) => continue,
        };
        if let Some(risk) = facet_risk(facet, old_value, new_value).filter(|_| old_value != new_value) {
            return Some(risk);
        }
    }
    let (old_condition, new_condition) =
        (constraint_beyond_facets(old, before), constraint_beyond_facets(new, after));
    let is_new_condition = new_condition.is_some() && old_condition != new_condition;
    is_new_condition.then(|| "values may violate the condition".to_owned())
}

/// The facets of a data type and those that it inherits. Of the facets of one kind, that of the nearest type applies;
/// patterns of all types apply.
fn all_facets(metamodel: &Metamodel, id: DataTypeId) -> Vec<(&str, &str)> {
    let mut all_facets: Vec<(&str, &str)> = Vec::new();
    let mut known_facets: FxHashSet<&str> = FxHashSet::default();
    for ancestor in metamodel.base_types(id) {
        let facets_of_ancestor = checked_facets(&metamodel[ancestor].annotations);
        let nearest = facets_of_ancestor.iter().filter(|(facet, _)| {
            *facet == "pattern"
                || !constrained_properties(facet).iter().any(|property| known_facets.contains(property))
        });
        all_facets.extend(nearest);
        known_facets.extend(facets_of_ancestor.iter().flat_map(|(facet, _)| constrained_properties(facet)));
    }
    all_facets
}

/// The name of the type that a data type is based on.
fn base(annotations: &[Annotation]) -> Option<&str> {
    annotation(annotations, EXTENDED_META_DATA)?.detail("baseType")
}

/// The facets in annotations that values must satisfy; other details are names and kinds.
fn checked_facets(annotations: &[Annotation]) -> Vec<(&str, &str)> {
    let extended_metadata = annotation(annotations, EXTENDED_META_DATA);
    let facets_in_annotation = extended_metadata.into_iter().flat_map(facets);
    facets_in_annotation
        .filter(|(facet, _)| *facet == "pattern" || !constrained_properties(facet).is_empty())
        .collect()
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

/// The facets that differ, each with its values before and after.
fn facet_pairs<'a>(before: &'a [Annotation], after: &'a [Annotation]) -> Vec<FacetPair<'a>> {
    let (before, after) = (checked_facets(before), checked_facets(after));
    let pairs = pairs_by_key(&before, &after, |(facet, _)| *facet, |(facet, _)| *facet);
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
            || constrained_properties(facet).iter().any(|property| {
                // The new facet is harmless only if it is known to allow more, and excludes no earlier value: of two
                // lists, each may have a value that the other one lacks, and some bounds cannot be compared.
                allows_more(property, (facet, before), (facet, after))
                    || !allows_more(property, (facet, after), (facet, before))
            })
    });
    is_narrower.then(|| format!("values may violate the new {facet}"))
}
