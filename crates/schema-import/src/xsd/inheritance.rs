//! The features of a class, with those that it inherits.
//!
//! Invariant: what follows from the features of a complete class and its superclasses is determined once, so that time is
//! linear in a chain of classes. This module does not know schemas.

use super::builder::Builder;
use super::draft::{FeatureSummary, TypeRef};
use rustc_hash::FxHashSet;

impl Builder<'_> {
    /// The features of a class, inherited ones first, each once.
    pub(super) fn all_features(&self, class: usize) -> Vec<usize> {
        let (mut all, mut seen, mut classes) = (Vec::new(), FxHashSet::default(), FxHashSet::default());
        // The supertypes of a class are before it, so a class is visited twice: before and after them.
        let mut open = vec![(class, false)];
        while let Some((at, is_done)) = open.pop() {
            let Some(own) = self.types.get(at) else { continue };
            if is_done {
                all.extend(own.features.iter().copied().filter(|feature| seen.insert(*feature)));
            } else if classes.insert(at) {
                open.push((at, true));
                let own = own.supertypes.iter().rev();
                open.extend(own.filter_map(|of| match of {
                    TypeRef::Own(id) => Some((*id, false)),
                    TypeRef::Known(_) => None,
                }));
            }
        }
        all
    }

    /// The superclasses of a class that the schema declares.
    pub(super) fn own_superclasses(&self, class: usize) -> impl Iterator<Item = usize> {
        let supertypes = self.types.get(class).into_iter().flat_map(|own| &own.supertypes);
        supertypes.filter_map(|of| match of {
            TypeRef::Own(id) => Some(*id),
            TypeRef::Known(_) => None,
        })
    }

    /// What all features of a class are together.
    pub(super) fn summary(&self, class: usize) -> FeatureSummary {
        // The classes up to one that is known, or that does not have exactly one superclass.
        let (mut open, mut seen, mut at) = (Vec::new(), FxHashSet::default(), class);
        let (mut summary, mut is_complete) = loop {
            if let Some(known) = self.summaries.borrow().get(&at) {
                break (*known, true);
            }
            let mut superclasses = self.own_superclasses(at);
            match (superclasses.next(), superclasses.next()) {
                (None, _) => {
                    open.push(at);
                    break (FeatureSummary::default(), true);
                }
                (Some(only), None) if seen.insert(at) => {
                    open.push(at);
                    at = only;
                }
                _ => break (self.extended_summary(FeatureSummary::default(), &self.all_features(at)), false),
            }
        };
        for class in open.into_iter().rev() {
            let own = self.types.get(class).map(|own| own.features.as_slice()).unwrap_or_default();
            summary = self.extended_summary(summary, own);
            is_complete &= self.complete.contains(&class);
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

    /// The position of a class's last feature among all of them.
    pub(super) fn last_position(&self, class: usize) -> usize {
        // A supertype of Ecore's package for XML has three features.
        let known = |id: &usize| self.types.get(*id).into_iter().flat_map(|own| &own.supertypes);
        let inherited = known(&class).filter(|of| matches!(of, TypeRef::Known(_))).count() * 3;
        (self.summary(class).count + inherited).saturating_sub(1)
    }
}
