//! References, after all classes; a reference with an opposite is defined together with it.
//!
//! Invariant: both ends of a pair are defined by one call, so that the order of features after loading gives the same
//! calls in the same order. This module does not know attributes.

use super::Ruby;
use super::literals::{Lines, string};
use modelwright_metamodel::ecore::{ClassId, Classifier, FeatureId};
use rustc_hash::FxHashSet;

impl Ruby<'_> {
    /// Writes the references of some classes. Two opposites are written together, by one call.
    pub(super) fn references(&mut self, classes: &[ClassId], out: &mut Lines) {
        let metamodel = self.metamodel;
        let mut written_references: FxHashSet<FeatureId> = FxHashSet::default();
        for class in classes {
            for id in metamodel[*class].features.iter().filter(|id| metamodel[**id].is_reference()) {
                if written_references.insert(*id) {
                    let opposite = self.opposite(*id);
                    written_references.extend(opposite);
                    // If one of the ends is a containment, it is the first.
                    match opposite.filter(|end| metamodel[*end].is_containment()) {
                        Some(container) => self.reference(container, Some(*id), out),
                        None => self.reference(*id, opposite, out),
                    }
                }
            }
        }
    }

    /// The opposite of a reference, if RGen can have it.
    pub(super) fn opposite(&self, id: FeatureId) -> Option<FeatureId> {
        self.reason_without_opposite(id).is_none().then(|| self.metamodel[id].opposite()).flatten()
    }

    /// Why RGen cannot have the opposite of a reference; `None` if it can, or if the reference has no opposite.
    pub(super) fn reason_without_opposite(&self, id: FeatureId) -> Option<&'static str> {
        let metamodel = self.metamodel;
        let end = metamodel[id].opposite()?;
        let (reference, opposite) = (&metamodel[id], &metamodel[end]);
        if end == id {
            return Some("a reference cannot be its own opposite");
        }
        if opposite.opposite() != Some(id)
            || metamodel.target(id) != opposite.owner
            || metamodel.target(end) != reference.owner
        {
            return Some(
                "both ends must name each other, and each must refer to the class that has the other one",
            );
        }
        if reference.is_containment() && (opposite.is_containment() || opposite.many())
            || opposite.is_containment() && reference.many()
        {
            return Some("a part has one container");
        }
        let can_change = |id: FeatureId| metamodel[id].changeable && !metamodel[id].derived;
        if can_change(id) != can_change(end) {
            return Some("a change of one end must be able to change the other one");
        }
        None
    }

    /// Writes a reference by the method of RGen for its kind, which also defines the opposite.
    fn reference(&mut self, id: FeatureId, opposite: Option<FeatureId>, out: &mut Lines) {
        let metamodel = self.metamodel;
        let feature = &metamodel[id];
        // Whether the reference contains its targets, whether it is a list, and whether its opposite is one.
        let kind = (feature.is_containment(), feature.many(), opposite.map(|end| metamodel[end].many()));
        let method = match kind {
            (false, false, None) => "has_one",
            (false, true, None) => "has_many",
            (true, false, None) => "contains_one_uni",
            (true, true, None) => "contains_many_uni",
            (true, false, Some(_)) => "contains_one",
            (true, true, Some(_)) => "contains_many",
            (false, false, Some(false)) => "one_to_one",
            (false, true, Some(false)) => "one_to_many",
            (false, false, Some(true)) => "many_to_one",
            (false, true, Some(true)) => "many_to_many",
        };
        // References are written after all modules.
        let current_module = None;
        let owner = self.path(Classifier::Class(feature.owner), current_module);
        let target = self.class_name(metamodel.target(id), current_module);
        let mut arguments = vec![string(self.names.feature(id)), target];
        arguments.extend(opposite.map(|end| string(self.names.feature(end))));
        // In RGen, references have no default.
        arguments.extend(self.properties(feature, "", None));
        if let Some(end) = opposite {
            arguments.extend(self.properties(&metamodel[end], "opposite_", None));
        }
        self.feature(&format!("{owner}.{method}"), &arguments, id, opposite, out);
    }
}
