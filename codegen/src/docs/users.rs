//! Where types are used: the features with a type, which templates do not see.

use modelwright_metamodel::ecore::{Classifier, FeatureId, Metamodel};
use rustc_hash::{FxHashMap, FxHashSet};

/// The features that have each type, in the order of the metamodel.
#[derive(Debug, Default)]
pub(super) struct Users {
    features: FxHashMap<Classifier, Vec<FeatureId>>,
}

impl Users {
    /// The users in the chosen types. Ends at the container are left out, because they are the other side of a containment.
    pub(super) fn new(metamodel: &Metamodel, classifiers: &[Classifier]) -> Self {
        let chosen: FxHashSet<Classifier> = classifiers.iter().copied().collect();
        let mut users = Self::default();
        for (id, feature) in metamodel.features() {
            let Some(used) = feature.typed.classifier() else { continue };
            if chosen.contains(&Classifier::Class(feature.owner)) && !metamodel.is_container(id) {
                users.features.entry(used).or_default().push(id);
            }
        }
        users
    }

    /// The features with a type.
    pub(super) fn of(&self, classifier: Classifier) -> &[FeatureId] {
        self.features.get(&classifier).map_or(&[], Vec::as_slice)
    }
}
