//! Where types are used: the features with a type, which templates do not see.
//!
//! Invariant: a type inside of a type that was declared in place is used by the feature with that type.

use modelwright_metamodel::ecore::{Classifier, FeatureId, Metamodel};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::HashSet;

/// The features that have each type, in the order of the metamodel.
#[derive(Debug, Default)]
pub(super) struct Users {
    features: FxHashMap<Classifier, Vec<FeatureId>>,
}

impl Users {
    /// The users in the chosen types, of which some were declared in place. Ends at the container are left out,
    /// because they are the other side of a containment.
    pub(super) fn new(
        metamodel: &Metamodel,
        classifiers: &[Classifier],
        in_place: &HashSet<Classifier>,
    ) -> Self {
        let chosen: FxHashSet<Classifier> = classifiers.iter().copied().collect();
        let mut direct: FxHashMap<Classifier, Vec<FeatureId>> = FxHashMap::default();
        for (id, feature) in metamodel.features() {
            let Some(used) = feature.typed.classifier() else { continue };
            if chosen.contains(&Classifier::Class(feature.owner)) && !metamodel.is_container(id) {
                direct.entry(used).or_default().push(id);
            }
        }
        if in_place.is_empty() {
            return Self { features: direct };
        }
        let mut users = Self::default();
        for (used, features) in direct.iter().filter(|(used, _)| !in_place.contains(used)) {
            let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
            let mut stack: Vec<FeatureId> = features.clone();
            while let Some(id) = stack.pop() {
                let owner = Classifier::Class(metamodel[id].owner);
                if !in_place.contains(&owner) {
                    found.push(id);
                } else if seen.insert(owner) {
                    stack.extend(direct.get(&owner).into_iter().flatten());
                }
            }
            found.sort_unstable();
            found.dedup();
            users.features.insert(*used, found);
        }
        users
    }

    /// The features with a type.
    pub(super) fn of(&self, classifier: Classifier) -> &[FeatureId] {
        self.features.get(&classifier).map_or(&[], Vec::as_slice)
    }
}
