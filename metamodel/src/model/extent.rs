//! The size of a model, so that memory for a model of similar size can be reserved at once.
//!
//! Invariant: an extent is an estimate and never a limit, because a larger model grows as necessary.

use super::Model;
use crate::ecore::ClassId;

/// The size of a model.
#[derive(Debug, Clone, Copy, Default)]
pub struct Extent {
    objects: usize,
    slots: usize,
    /// The number of bytes of texts.
    text: usize,
    lists: usize,
    /// The number of items of all lists.
    items: usize,
}

impl Model {
    /// The size of the model, if it has only one document. With several documents, the share of each is unknown, so the
    /// extent is empty.
    pub fn extent(&self) -> Extent {
        if self.documents.len() > 1 {
            return Extent::default();
        }
        Extent {
            objects: self.objects.len(),
            slots: self.slots.len(),
            text: self.text.len(),
            lists: self.lists.count(),
            items: self.lists.item_capacity(),
        }
    }

    /// Reserves memory for an additional extent, if enough is available.
    pub(super) fn reserve(&mut self, extent: Extent) {
        let _ = self.objects.try_reserve(extent.objects);
        let _ = self.slots.try_reserve(extent.slots);
        self.text.reserve(extent.text);
        self.lists.reserve(extent.lists, extent.items);
    }

    /// Reserves memory for a number of additional objects of a class, if enough is available.
    pub(super) fn reserve_objects(&mut self, class: ClassId, count: usize) {
        let slots = count * self.metamodel.table(class).all_features().len();
        self.reserve(Extent { objects: count, slots, ..Extent::default() });
    }
}
