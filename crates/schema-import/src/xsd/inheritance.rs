//! The features of a class, with those that it inherits.
//!
//! Invariant: what follows from the features of a complete class and its superclasses is determined once, so that time
//! is linear in a chain of classes. This module does not know schemas.

use super::builder::Builder;
use super::draft::{FeatureSummary, TypeRef};
use rustc_hash::FxHashSet;

impl Builder<'_> {
    /// The features of a class, inherited ones first, each once.
    pub(super) fn all_features(&self, class: usize) -> Vec<usize> {
        let (mut features, mut seen) = (Vec::new(), FxHashSet::default());
        let mut classes = FxHashSet::default();
        // The features of supertypes are first, so a class is visited twice: before and after its supertypes.
        let mut pending = vec![(class, false)];
        while let Some((id, is_after_supertypes)) = pending.pop() {
            let Some(draft) = self.types.get(id) else { continue };
            if is_after_supertypes {
                features.extend(draft.features.iter().copied().filter(|feature| seen.insert(*feature)));
            } else if classes.insert(id) {
                pending.push((id, true));
                let supertypes = draft.supertypes.iter().rev();
                pending.extend(supertypes.filter_map(|supertype| match supertype {
                    TypeRef::Own(id) => Some((*id, false)),
                    TypeRef::Known(_) => None,
                }));
            }
        }
        features
    }

    /// The direct superclasses of a class that are of the schema itself, not of Ecore or another known metamodel.
    pub(super) fn own_superclasses(&self, class: usize) -> impl Iterator<Item = usize> {
        let supertypes = self.types.get(class).into_iter().flat_map(|draft| &draft.supertypes);
        supertypes.filter_map(|type_ref| match type_ref {
            TypeRef::Own(id) => Some(*id),
            TypeRef::Known(_) => None,
        })
    }

    /// The summary of all features of a class.
    pub(super) fn summary(&self, class: usize) -> FeatureSummary {
        // From the class upwards: the classes up to one whose summary is known, or that does not have exactly one
        // superclass.
        let (mut path, mut seen, mut current) = (Vec::new(), FxHashSet::default(), class);
        // The summary of the last class, and whether it cannot change any more.
        let (mut summary, mut is_complete) = loop {
            if let Some(known) = self.summaries.borrow().get(&current) {
                break (*known, true);
            }
            let mut superclasses = self.own_superclasses(current);
            match (superclasses.next(), superclasses.next()) {
                (None, _) => {
                    path.push(current);
                    break (FeatureSummary::default(), true);
                }
                (Some(superclass), None) if seen.insert(current) => {
                    path.push(current);
                    current = superclass;
                }
                _ => {
                    break (
                        self.extended_summary(FeatureSummary::default(), &self.all_features(current)),
                        false,
                    );
                }
            }
        };
        for class in path.into_iter().rev() {
            let own_features =
                self.types.get(class).map(|draft| draft.features.as_slice()).unwrap_or_default();
            summary = self.extended_summary(summary, own_features);
            // A class that is not complete may get further features, so its summary is not kept.
            is_complete &= self.complete_classes.contains(&class);
            if is_complete {
                self.summaries.borrow_mut().insert(class, summary);
            }
        }
        summary
    }

    /// The summary of a class: that of the inherited features, with its own features.
    fn extended_summary(&self, inherited: FeatureSummary, features: &[usize]) -> FeatureSummary {
        let is_group = |feature: &&usize| self.document_name(**feature) == ":group";
        let is_text_map = |feature: &usize| {
            self.kind_of(*feature) == "elementWildcard"
                && self.features.get(*feature).is_some_and(|feature| !feature.is_reference)
        };
        FeatureSummary {
            count: inherited.count + features.len(),
            group: inherited.group.or_else(|| features.iter().find(is_group).copied()),
            has_text_map: inherited.has_text_map || features.iter().any(is_text_map),
        }
    }

    /// The position of a class's last feature among all of its features, with the inherited ones.
    pub(super) fn last_position(&self, class: usize) -> usize {
        // The features of `AnyType`, the only supertype that is not of the schema.
        const ANY_TYPE_FEATURES: usize = 3;
        let supertypes = self.types.get(class).map(|draft| draft.supertypes.as_slice()).unwrap_or_default();
        let known_supertypes = supertypes.iter().filter(|type_ref| matches!(type_ref, TypeRef::Known(_)));
        let inherited = known_supertypes.count() * ANY_TYPE_FEATURES;
        (self.summary(class).count + inherited).saturating_sub(1)
    }
}
