//! Connects references with their opposites and keys, which a schema names.

use super::builder::Builder;
use super::draft::{Feature, Flags, TypeRef};

impl Builder<'_> {
    /// Connects all references that name their opposites or keys.
    pub(super) fn connect_opposites(&mut self) {
        for (feature, name) in std::mem::take(&mut self.opposites) {
            self.set_opposite(feature, &name);
        }
        for (feature, names) in std::mem::take(&mut self.keys) {
            let Some(target) = self.target(feature) else { continue };
            for name in names {
                let key = self.feature_named(target, &name);
                let key = key.filter(|key| self.features.get(*key).is_some_and(|key| !key.is_reference));
                self.with_feature(feature, |feature| feature.keys.extend(key));
            }
        }
    }

    /// The class of a reference's targets, if the schema declares it.
    fn target(&self, feature: usize) -> Option<usize> {
        match self.features.get(feature)?.value_type {
            TypeRef::Own(class) => Some(class),
            TypeRef::Known(_) => None,
        }
    }

    /// The feature of a class by its name, or else by its name in documents.
    fn feature_named(&self, class: usize, name: &str) -> Option<usize> {
        let features = self.all_features(class);
        let is_named =
            |feature: &&usize| self.features.get(**feature).is_some_and(|draft| draft.name == name);
        features
            .iter()
            .find(is_named)
            .or_else(|| features.iter().find(|feature| self.document_name(**feature) == name))
            .copied()
    }

    /// Sets the opposite of a reference, in both directions. If the target of a containment has no reference of this
    /// name, the opposite is added.
    fn set_opposite(&mut self, feature: usize, name: &str) {
        let (Some(target), Some(known)) = (self.target(feature), self.features.get(feature)) else { return };
        let (owner, is_containment) = (known.owner, known.flags.containment);
        if known.opposite.is_some() {
            return;
        }
        let opposite = self.feature_named(target, name);
        let opposite = opposite
            .filter(|opposite| self.features.get(*opposite).is_some_and(|opposite| opposite.is_reference));
        if let Some(opposite) = opposite {
            self.with_feature(opposite, |opposite| opposite.opposite = Some(feature));
            self.with_feature(feature, |feature| feature.opposite = Some(opposite));
        } else if is_containment {
            // The target lacks the opposite, so it gets one, which is not in documents.
            let id = self.features.len();
            self.features.push(Feature {
                name: name.to_owned(),
                owner: target,
                value_type: TypeRef::Own(owner),
                is_reference: true,
                lower: 0,
                upper: 1,
                annotations: Vec::new(),
                flags: Flags { transient: true, ..Flags::default() },
                default: None,
                opposite: Some(feature),
                keys: Vec::new(),
                namespace: String::new(),
                wildcards: None,
            });
            if let Some(class) = self.types.get_mut(target) {
                class.features.push(id);
            }
            self.with_feature(feature, |feature| feature.opposite = Some(id));
        }
    }
}
