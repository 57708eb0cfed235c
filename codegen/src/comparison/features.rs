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
    pub(super) fn feature(&mut self, before: FeatureId, after: FeatureId, class: ClassId) {
        let (old, new) = (self.old, self.new);
        let mut found = Differences::default();
        let declared = |metamodel: &Metamodel, id: FeatureId| metamodel[metamodel[id].owner].name.clone();
        let (was, is) = (&old[before], &new[after]);
        if self.pairs.class(old, new, was.owner) != Some(is.owner) {
            let names = (declared(old, before), declared(new, after));
            found.texts("declared in", Some(&names.0), Some(&names.1), None);
        }
        let kinds = (feature_kind(old, before), feature_kind(new, after));
        found.texts("kind", Some(kinds.0), Some(kinds.1), Some("its values are written in another form"));
        // Not the shortened texts of pages: a difference may be at the end of a long one.
        let types = (complete_feature_type(old, before), complete_feature_type(new, after));
        let has_other_type = !self.is_same_type(before, after);
        if types.0 != types.1 || has_other_type {
            let risk = self.type_risk(before, after);
            if types.0 == types.1 {
                // Types of the same name in different packages.
                let names = (qualified(old, before), qualified(new, after));
                found.texts("type", Some(&names.0), Some(&names.1), risk.as_deref());
            } else {
                found.texts("type", Some(&types.0), Some(&types.1), risk.as_deref());
            }
        }
        self.values(before, after, &mut found);
        self.properties(before, after, &mut found);
        found.rules(&was.typed.annotations, &is.typed.annotations);
        found.documentation(&was.typed.annotations, &is.typed.annotations);
        self.push_changed(
            Element::Feature(after),
            Some(Element::Class(class)),
            feature_label(new, after, class),
            found,
        );
    }

    /// The number of values, and the default.
    fn values(&self, before: FeatureId, after: FeatureId, found: &mut Differences) {
        let (old, new) = (&self.old[before], &self.new[after]);
        let needed = (is_needed(self.old, before), is_needed(self.new, after));
        let risk = (!needed.0 && needed.1).then_some("existing objects may lack a value");
        found.facts("must have a value", needed.0, needed.1, risk);
        let most = |upper: i32| if upper < 0 { i32::MAX } else { upper };
        let risk = match () {
            () if old.many() != new.many() => Some("one value and a list are written differently"),
            () if most(new.typed.upper) < most(old.typed.upper) => {
                Some("existing objects may have too many values")
            }
            () if new.many() && new.typed.lower > old.typed.lower => {
                Some("existing objects may have too few values")
            }
            () => None,
        };
        let counts = (multiplicity(&old.typed), multiplicity(&new.typed));
        found.texts("values", Some(&counts.0), Some(&counts.1), risk);
        let (was, is) = (old.default_literal.as_deref(), new.default_literal.as_deref());
        found.texts("default", was, is, None);
        let risk =
            (!old.typed.unique && new.typed.unique).then_some("existing lists may contain a value twice");
        // One value is always unique and in order.
        if new.many() {
            found.facts("each value once", old.typed.unique, new.typed.unique, risk);
            found.facts("ordered", old.typed.ordered, new.typed.ordered, None);
        }
    }

    /// Compares what two versions of a feature have beside their types and bounds.
    fn properties(&self, before: FeatureId, after: FeatureId, found: &mut Differences) {
        let (old, new) = (&self.old[before], &self.new[after]);
        let risk = if new.is_id() {
            "two existing objects may have the same value"
        } else {
            "references by this identifier are not found any more"
        };
        found.facts("identifier", old.is_id(), new.is_id(), Some(risk));
        let (was, is) = (self.old.is_stored(before), self.new.is_stored(after));
        let risk = (was && !is).then_some("its values are not known any more");
        found.facts("written to documents", was, is, risk);
        found.facts("computed", old.derived, new.derived, None);
        found.facts("read only", !old.changeable, !new.changeable, None);
        found.facts("unset differs from its default", old.unsettable, new.unsettable, None);
        let label = |metamodel: &Metamodel, id: FeatureId| metamodel.feature_label(id);
        let opposites =
            (old.opposite().map(|id| label(self.old, id)), new.opposite().map(|id| label(self.new, id)));
        let risk = opposites.1.is_some().then_some("references in data may have no counterpart");
        found.texts("opposite", opposites.0.as_deref(), opposites.1.as_deref(), risk);
        let keys = |metamodel: &Metamodel, keys: &[FeatureId]| {
            let names: Vec<&str> = keys.iter().map(|id| metamodel[*id].name()).collect();
            (!names.is_empty()).then(|| names.join(", "))
        };
        let keys = (keys(self.old, old.keys()), keys(self.new, new.keys()));
        let risk = "references by keys may not be found any more";
        found.texts("keys", keys.0.as_deref(), keys.1.as_deref(), Some(risk));
    }

    /// Whether two versions of a feature have the same type. Also true if only one of them is a reference, because that
    /// is a difference of its own.
    fn is_same_type(&self, before: FeatureId, after: FeatureId) -> bool {
        let (old, new) = (self.old, self.new);
        match (old[before].is_reference(), new[after].is_reference()) {
            (true, true) => {
                let (was, is) = (old.target(before), new.target(after));
                // Types that were declared in place are compared by their texts; their generated names mean nothing.
                self.are_in_place(was, is) || self.pairs.class(old, new, was) == Some(is)
            }
            (false, false) => {
                let (was, is) = (old.data_type(before), new.data_type(after));
                let is_in_place = self.pairs.in_place_before.contains(&Classifier::DataType(was))
                    && self.pairs.in_place_after.contains(&Classifier::DataType(is));
                is_in_place || self.pairs.data_type(old, new, was) == Some(is)
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
                let (was, is) = (old.target(before), new.target(after));
                let now = self.pairs.class(old, new, was).filter(|_| !self.are_in_place(was, is));
                let is_accepted = now.is_some_and(|now| new.conforms(now, is));
                // If a document names no class for a part, the part is of the feature's type.
                let is_implied = new[after].is_containment() && now != Some(is);
                match (is_accepted, is_implied) {
                    (false, _) => Some("objects of the earlier type may not be accepted".to_owned()),
                    (true, true) => Some("parts that name no class are of the new type".to_owned()),
                    (true, false) => None,
                }
            }
            (false, false) => value_risk(old, old.data_type(before), new, new.data_type(after)),
            _ => Some("values have another form".to_owned()),
        }
    }
}

/// The name of a feature's type with that of its package.
fn qualified(metamodel: &Metamodel, id: FeatureId) -> String {
    let classifier = metamodel[id].typed.classifier();
    classifier.map_or_else(String::new, |classifier| metamodel.qualified_name(classifier))
}
