//! The differences of two features.
//!
//! Invariant: a value that a document may have and that the newer feature may not accept is a risk.

use super::classes::{feature_kind, feature_label};
use super::data_types::value_risk;
use super::{Comparison, Differences};
use crate::diagram::{complete_feature_type, multiplicity};
use crate::scope::is_needed;
use modelwright_metamodel::ecore::{ClassId, Classifier, Element, FeatureId, Metamodel};

impl Comparison<'_> {
    /// Compares the features that a class had and has, its own or inherited ones.
    pub(super) fn compare_feature(&mut self, before: FeatureId, after: FeatureId, class: ClassId) {
        let (old, new) = (self.old, self.new);
        let mut differences = Differences::default();
        let (old_owner, new_owner) = (old[before].owner, new[after].owner);
        if self.pairs.class(old, new, old_owner) != Some(new_owner) {
            differences.compare_texts(
                "declared in",
                Some(&old[old_owner].name),
                Some(&new[new_owner].name),
                None,
            );
        }
        let (old_kind, new_kind) = (feature_kind(old, before), feature_kind(new, after));
        differences.compare_texts(
            "kind",
            Some(old_kind),
            Some(new_kind),
            Some("its values are written in another form"),
        );
        // The complete texts are compared, not the shortened ones of pages: a difference may be at the end of a long
        // text.
        let (mut old_type, mut new_type) =
            (complete_feature_type(old, before), complete_feature_type(new, after));
        if old_type != new_type || !self.is_same_type(before, after) {
            if old_type == new_type {
                // Types of the same name in different packages.
                (old_type, new_type) = (qualified_type_name(old, before), qualified_type_name(new, after));
            }
            let risk = self.type_risk(before, after);
            differences.compare_texts("type", Some(&old_type), Some(&new_type), risk.as_deref());
        }
        self.compare_values(before, after, &mut differences);
        self.compare_properties(before, after, &mut differences);
        let (old_annotations, new_annotations) =
            (&old[before].typed.annotations, &new[after].typed.annotations);
        differences.compare_rules(old_annotations, new_annotations);
        differences.compare_documentation(old_annotations, new_annotations);
        self.push_changed(
            Element::Feature(after),
            Some(Element::Class(class)),
            feature_label(new, after, class),
            differences,
        );
    }

    /// Compares the number of values, and the default.
    fn compare_values(&self, before: FeatureId, after: FeatureId, differences: &mut Differences) {
        let (old, new) = (&self.old[before], &self.new[after]);
        let (was_needed, is_needed) = (is_needed(self.old, before), is_needed(self.new, after));
        let risk = (!was_needed && is_needed).then_some("existing objects may lack a value");
        differences.compare_facts("must have a value", was_needed, is_needed, risk);
        let risk = if old.many() != new.many() {
            Some("one value and a list are written differently")
        } else if upper_or_max(new.typed.upper) < upper_or_max(old.typed.upper) {
            Some("existing objects may have too many values")
        } else if new.many() && new.typed.lower > old.typed.lower {
            Some("existing objects may have too few values")
        } else {
            None
        };
        differences.compare_texts(
            "values",
            Some(&multiplicity(&old.typed)),
            Some(&multiplicity(&new.typed)),
            risk,
        );
        differences.compare_texts(
            "default",
            old.default_literal.as_deref(),
            new.default_literal.as_deref(),
            None,
        );
        // These properties mean nothing for a single value.
        if new.many() {
            let risk =
                (!old.typed.unique && new.typed.unique).then_some("existing lists may contain a value twice");
            differences.compare_facts("each value once", old.typed.unique, new.typed.unique, risk);
            differences.compare_facts("ordered", old.typed.ordered, new.typed.ordered, None);
        }
    }

    /// Compares the properties of two versions of a feature, except its type, bounds and default.
    fn compare_properties(&self, before: FeatureId, after: FeatureId, differences: &mut Differences) {
        let (old, new) = (&self.old[before], &self.new[after]);
        let risk = if new.is_id() {
            "two existing objects may have the same value"
        } else {
            "references by this identifier are not found any more"
        };
        differences.compare_facts("identifier", old.is_id(), new.is_id(), Some(risk));
        let (was_stored, is_stored) = (self.old.is_stored(before), self.new.is_stored(after));
        let risk = (was_stored && !is_stored).then_some("its values are not known any more");
        differences.compare_facts("written to documents", was_stored, is_stored, risk);
        differences.compare_facts("computed", old.derived, new.derived, None);
        differences.compare_facts("read only", !old.changeable, !new.changeable, None);
        differences.compare_facts("unset differs from its default", old.unsettable, new.unsettable, None);
        let old_opposite = old.opposite().map(|id| self.old.feature_label(id));
        let new_opposite = new.opposite().map(|id| self.new.feature_label(id));
        let risk = new_opposite.is_some().then_some("references in data may have no counterpart");
        differences.compare_texts("opposite", old_opposite.as_deref(), new_opposite.as_deref(), risk);
        let names = |metamodel: &Metamodel, features: &[FeatureId]| {
            let names: Vec<&str> = features.iter().map(|id| metamodel[*id].name()).collect();
            (!names.is_empty()).then(|| names.join(", "))
        };
        let (old_keys, new_keys) = (names(self.old, old.keys()), names(self.new, new.keys()));
        let risk = "references by keys may not be found any more";
        differences.compare_texts("keys", old_keys.as_deref(), new_keys.as_deref(), Some(risk));
    }

    /// Whether two versions of a feature have the same type. Also true if only one of them is a reference, because that
    /// is a difference of its own.
    fn is_same_type(&self, before: FeatureId, after: FeatureId) -> bool {
        let (old, new) = (self.old, self.new);
        match (old[before].is_reference(), new[after].is_reference()) {
            (true, true) => {
                let (old_type, new_type) = (old.target(before), new.target(after));
                // Types that were declared in place are compared by their texts; their generated names mean nothing.
                self.are_in_place(old_type, new_type)
                    || self.pairs.class(old, new, old_type) == Some(new_type)
            }
            (false, false) => {
                let (old_type, new_type) = (old.data_type(before), new.data_type(after));
                let is_in_place = self.pairs.in_place_before.contains(&Classifier::DataType(old_type))
                    && self.pairs.in_place_after.contains(&Classifier::DataType(new_type));
                is_in_place || self.pairs.data_type(old, new, old_type) == Some(new_type)
            }
            // The kind differs, which is a difference of its own.
            _ => true,
        }
    }

    /// Whether two classes were declared in place.
    fn are_in_place(&self, before: ClassId, after: ClassId) -> bool {
        self.pairs.in_place_before.contains(&Classifier::Class(before))
            && self.pairs.in_place_after.contains(&Classifier::Class(after))
    }

    /// Why values of the earlier type may be invalid.
    fn type_risk(&self, before: FeatureId, after: FeatureId) -> Option<String> {
        let (old, new) = (self.old, self.new);
        match (old[before].is_reference(), new[after].is_reference()) {
            (true, true) => {
                let (old_type, new_type) = (old.target(before), new.target(after));
                let counterpart =
                    self.pairs.class(old, new, old_type).filter(|_| !self.are_in_place(old_type, new_type));
                let is_accepted = counterpart.is_some_and(|counterpart| new.conforms(counterpart, new_type));
                // If a document names no class for a part, the part is of the feature's type.
                let is_implied = new[after].is_containment() && counterpart != Some(new_type);
                if !is_accepted {
                    Some("objects of the earlier type may not be accepted".to_owned())
                } else if is_implied {
                    Some("parts that name no class are read as objects of the new type".to_owned())
                } else {
                    None
                }
            }
            (false, false) => value_risk(old, old.data_type(before), new, new.data_type(after)),
            _ => Some("values have another form".to_owned()),
        }
    }
}

/// An upper bound as a number; the largest one if there is none.
fn upper_or_max(upper: i32) -> i32 {
    if upper < 0 { i32::MAX } else { upper }
}

/// The name of a feature's type with that of its package.
fn qualified_type_name(metamodel: &Metamodel, id: FeatureId) -> String {
    let classifier = metamodel[id].typed.classifier();
    classifier.map_or_else(String::new, |classifier| metamodel.qualified_name(classifier))
}
