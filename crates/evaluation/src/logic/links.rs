//! The effects of references of drafts on other objects: owners of parts, and opposites.
//!
//! Invariant: the effects of a draft are stored with the draft, and removed with it. This module does not know how
//! objects are read.

use crate::ecore::FeatureId;
use rustc_hash::FxHashMap;

/// The effects of the references of all drafts. Objects are represented by the numbers of their identities.
#[derive(Debug, Default)]
pub(super) struct Links {
    /// The owner of each part.
    pub(super) owners: FxHashMap<u64, Owner>,
    /// For each reference of an object, the drafts whose opposites refer to the object.
    pub(super) opposites: FxHashMap<(u64, FeatureId), Vec<usize>>,
}

/// The object that contains a part.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Owner {
    pub(super) object: u64,
    /// The feature of the object that contains the part.
    pub(super) feature: FeatureId,
}

/// The effect on another object of one value of a draft's feature.
#[derive(Debug, Clone, Copy)]
pub(super) struct Link {
    /// The feature of the draft.
    pub(super) cause: FeatureId,
    pub(super) effect: Effect,
}

/// An effect of a reference on another object.
#[derive(Debug, Clone, Copy)]
pub(super) enum Effect {
    /// The draft is, or determines, the owner of a part.
    Owner { part: u64 },
    /// The opposite reference, `feature`, of an object refers to the draft.
    Opposite { object: u64, feature: FeatureId },
}

impl Links {
    /// Removes the effect of a draft's link.
    pub(super) fn undo(&mut self, draft: usize, link: Link) {
        match link.effect {
            Effect::Owner { part } => {
                self.owners.remove(&part);
            }
            Effect::Opposite { object, feature } => {
                let Some(drafts) = self.opposites.get_mut(&(object, feature)) else { return };
                if let Some(index) = drafts.iter().rposition(|other| *other == draft) {
                    drafts.remove(index);
                }
            }
        }
    }
}
