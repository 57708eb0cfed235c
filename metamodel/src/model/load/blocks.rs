//! Visits the unresolved references of a document, a block of them at a time.
//!
//! There are about as many references as objects, and their targets may be anywhere in memory. So each step of the
//! look-up is executed for a complete block, in which some look-ups proceed while others wait for memory.

use super::Loader;
use super::reference_records::{ListPosition, Reference};
use crate::model::{Model, NO_INDEX, ObjectId};

/// The number of references that are looked up together.
pub(super) const BLOCK: usize = 64;

/// The minimum number of references that two threads look up. Starting a thread takes as long as hundreds of look-ups,
/// so a batch must be large; but the targets of a batch should fit into the processor's caches.
pub(super) const MIN_BATCH: usize = 1 << 13;

/// The references to resolve: first those that were replaced in the model, and then those in the model.
pub(super) struct ReferenceBlocks {
    replaced_references: std::vec::IntoIter<Reference>,
    cursor: ReferenceCursor,
}

impl ReferenceBlocks {
    pub(super) fn new(loader: &mut Loader<'_, '_>) -> Self {
        Self {
            replaced_references: std::mem::take(&mut loader.replaced_references).into_iter(),
            cursor: ReferenceCursor {
                object: loader.first_object,
                end: loader.model.object_count(),
                slot: 0,
                runs: std::mem::take(&mut loader.list_runs).into_iter(),
                run: None,
            },
        }
    }

    /// Collects blocks of references until there are at least `min` references. The batch is empty if no references
    /// remain.
    pub(super) fn next_batch(&mut self, model: &Model, min: usize, batch: &mut Vec<Reference>) {
        let mut block = Vec::with_capacity(BLOCK);
        batch.clear();
        while batch.len() < min {
            self.next(model, &mut block);
            if block.is_empty() {
                return;
            }
            batch.append(&mut block);
        }
    }

    /// Collects the next block of references, which is empty if none remain.
    pub(super) fn next(&mut self, model: &Model, block: &mut Vec<Reference>) {
        block.clear();
        block.extend(self.replaced_references.by_ref().take(BLOCK));
        if block.is_empty() {
            self.cursor.next(model, block);
        }
    }
}

/// The position among the unresolved references: first those in slots, object by object, and then those in lists.
struct ReferenceCursor {
    /// The number of the current object.
    object: usize,
    /// The number after the last object.
    end: usize,
    /// The next slot of the current object.
    slot: u32,
    /// The first positions of runs of unresolved references in lists.
    runs: std::vec::IntoIter<ListPosition>,
    /// The next position in the current run.
    run: Option<ListPosition>,
}

impl ReferenceCursor {
    /// Collects the next block of references.
    fn next(&mut self, model: &Model, block: &mut Vec<Reference>) {
        block.clear();
        while self.object < self.end {
            let object = ObjectId(u32::try_from(self.object).unwrap_or(NO_INDEX));
            let slots = model.object_slots(object).get(self.slot as usize..).unwrap_or_default();
            for (slot, pending) in (self.slot..).zip(slots) {
                if pending.is_pending() {
                    // The block ends inside an object, so the next block continues at this slot.
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
            let Some((object, slot, index)) = self.run.or_else(|| self.runs.next()) else { return };
            let items = model.slot_items(model.header(object).slot(slot as usize));
            let pending = items.get(index as usize).filter(|item| item.is_pending());
            block.extend(pending.map(|pending| Reference { object, slot, index, pending: *pending }));
            // A run ends at the first item that is not an unresolved reference.
            self.run = pending.map(|_| (object, slot, index + 1));
        }
    }
}
