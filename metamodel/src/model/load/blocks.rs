//! Visits the unresolved references of a document, a block of them at a time.
//!
//! There are about as many references as objects, and their targets may be anywhere in memory. So each step
//! of the look-up is executed for a complete block: while one look-up waits for memory, the others proceed.

use super::Loader;
use super::noting::{ListPosition, Reference};
use crate::model::{Model, NOWHERE, ObjectId};

/// The number of references that are looked up together.
pub(super) const BLOCK: usize = 64;

/// The references to resolve: first the displaced ones, then those in the model.
pub(super) struct Blocks {
    displaced: std::vec::IntoIter<Reference>,
    walk: Walk,
}

impl Blocks {
    pub(super) fn new(loader: &mut Loader<'_, '_>) -> Self {
        Self {
            displaced: std::mem::take(&mut loader.displaced).into_iter(),
            walk: Walk {
                object: loader.first,
                end: loader.model.object_count(),
                slot: 0,
                rows: std::mem::take(&mut loader.rows).into_iter(),
                row: None,
            },
        }
    }

    /// The next block of references; empty at the end.
    pub(super) fn next(&mut self, model: &Model, block: &mut Vec<Reference>) {
        block.clear();
        block.extend(self.displaced.by_ref().take(BLOCK));
        if block.is_empty() {
            self.walk.block(model, block);
        }
    }
}

/// Visits the unresolved references: those in slots, object by object, then those in lists.
struct Walk {
    object: usize,
    end: usize,
    slot: u32,
    rows: std::vec::IntoIter<ListPosition>,
    row: Option<ListPosition>,
}

impl Walk {
    /// The next block of references.
    fn block(&mut self, model: &Model, block: &mut Vec<Reference>) {
        block.clear();
        while self.object < self.end {
            let object = ObjectId(u32::try_from(self.object).unwrap_or(NOWHERE));
            let slots = model.object_slots(object).get(self.slot as usize..).unwrap_or_default();
            for (slot, pending) in (self.slot..).zip(slots) {
                if pending.is_pending() {
                    if block.len() == BLOCK {
                        self.slot = slot;
                        return;
                    }
                    block.push(Reference { object, slot, index: 0, pending: *pending });
                }
            }
            (self.object, self.slot) = (self.object + 1, 0);
        }
        while block.len() < BLOCK {
            let Some((object, slot, index)) = self.row.or_else(|| self.rows.next()) else { return };
            let items = model.slot_items(model.header(object).slot(slot as usize));
            let pending = items.get(index as usize).filter(|item| item.is_pending());
            block.extend(pending.map(|pending| Reference { object, slot, index, pending: *pending }));
            self.row = pending.map(|_| (object, slot, index + 1));
        }
    }
}
