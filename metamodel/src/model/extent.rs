//! How large a model is, so that another one like it is given its room at once.
//!
//! Invariant: an extent is a guess at what is to come, and never a condition: whatever is larger grows as it must.

use super::Model;

/// How much a model holds.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Extent {
    objects: usize,
    slots: usize,
    text: usize,
    lists: usize,
    items: usize,
}

impl Model {
    /// How large the model is, if it has one document only: otherwise the documents' shares are unknown.
    pub(crate) fn extent(&self) -> Extent {
        if self.documents.len() > 1 {
            return Extent::default();
        }
        Extent {
            objects: self.objects.len(),
            slots: self.slots.len(),
            text: self.text.len(),
            lists: self.lists.count(),
            items: self.lists.room(),
        }
    }

    /// Makes room for so much more; does without where memory is short.
    pub(super) fn make_room(&mut self, extent: Extent) {
        let _ = self.objects.try_reserve(extent.objects);
        let _ = self.slots.try_reserve(extent.slots);
        self.text.reserve(extent.text);
        self.lists.reserve(extent.lists, extent.items);
    }
}
