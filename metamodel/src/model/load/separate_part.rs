//! Joins a part of a document that was read separately with the part before it.
//!
//! The separate part contains an object for each element that is open at its beginning. This object represents the
//! element's actual object, which is in the part before. Invariants: the joined model has the same objects, in the same
//! order, as if both parts had been read one after the other; nothing is changed if they cannot be joined. Both parts
//! are read in pieces, so that their references do not point into a text. This module does not know formats.

use super::reference_records::{COPIED_BIT, ListPosition, Reference, ReferenceRecord};
use super::{Loader, Move};
use crate::model::append::{PendingShift, Shift};
use crate::model::slot::Slot;
use crate::model::{Document, Model, ObjectId};

/// The objects of a part, without those that represent open elements.
#[derive(Debug)]
pub struct SeparatePart {
    model: Model,
    tables: ReferenceTables,
}

/// The unresolved references of a loader, which are not in its model.
#[derive(Debug)]
pub struct ReferenceTables {
    /// The number of objects that represent open elements.
    open_object_count: usize,
    records: Vec<ReferenceRecord>,
    copied_texts: String,
    list_runs: Vec<ListPosition>,
    replaced_references: Vec<Reference>,
    overridden_values: Vec<(ObjectId, u32, Slot)>,
    moves: Vec<Move>,
    has_pending: bool,
    has_references_by_id: bool,
    has_detached_objects: bool,
    resolves_in_sequence: bool,
}

impl ReferenceTables {
    /// Whether any of these references belongs to an object that represents an open element.
    fn contain_open_objects(&self) -> bool {
        let is_open = |object: &ObjectId| object.index() < self.open_object_count;
        self.replaced_references.iter().any(|reference| is_open(&reference.object))
            || self.overridden_values.iter().any(|(object, ..)| is_open(object))
    }
}

/// The continuation of a list of an open element.
struct ContinuedList {
    /// The object of the part that represents the open element.
    object: ObjectId,
    /// The slot of the list in the object.
    slot: usize,
    /// The contained objects in the part.
    items: Vec<ObjectId>,
}

impl SeparatePart {
    /// The part that was read into a model; `None` if its content depends on other parts.
    pub fn new(tables: ReferenceTables, model: Model) -> Option<Self> {
        // A part with proxies, content without a feature or moves depends on the part before it, so it is read again
        // after that part (Decision 23).
        let is_independent = model.proxies.is_empty() && model.any.is_none() && tables.moves.is_empty();
        (is_independent && !tables.contain_open_objects()).then_some(Self { model, tables })
    }

    /// The lists of contained objects that continue the lists of open elements; `None` if open elements have other
    /// content in this part.
    fn continued_lists(&self) -> Option<Vec<ContinuedList>> {
        let mut lists = Vec::new();
        for object in self.model.objects().take(self.tables.open_object_count) {
            for (slot, value) in self.model.object_slots(object).iter().enumerate() {
                if *value == Slot::UNSET {
                    continue;
                }
                let items = self.model.lists.get(value.as_list()?).iter();
                let objects: Option<Vec<ObjectId>> = items.map(|item| item.as_object()).collect();
                lists.push(ContinuedList { object, slot, items: objects? });
            }
        }
        Some(lists)
    }
}

impl<'m> Loader<'m, '_> {
    /// Starts a part that begins at a position of a document of this length, and is read in pieces.
    pub fn start_part(
        model: &'m mut Model,
        document: Document,
        (position, len): (usize, usize),
        records_offsets: bool,
    ) -> Self {
        let remaining_len = len.saturating_sub(position);
        let mut loader = Self::start_pieces(model, document, remaining_len, records_offsets);
        loader.read_start = position;
        loader
    }

    /// Removes the contents of all objects. From then on, the objects represent the elements that are open at the end
    /// of the part before this one.
    pub fn forget_contents(&mut self) {
        self.model.slots.fill(Slot::UNSET);
        self.model.ids.clear();
        self.document_mut().roots.clear();
        self.open_object_count = self.model.object_count();
        self.reference_records.clear();
        self.list_runs.clear();
        self.replaced_references.clear();
        self.overridden_values.clear();
        self.moves.clear();
        (self.has_pending, self.has_references_by_id, self.resolves_in_sequence) = (false, false, false);
    }

    /// Ends a part, whose references another loader resolves.
    pub fn into_tables(self) -> ReferenceTables {
        ReferenceTables {
            open_object_count: self.open_object_count,
            records: self.reference_records,
            copied_texts: self.copied_texts,
            list_runs: self.list_runs,
            replaced_references: self.replaced_references,
            overridden_values: self.overridden_values,
            moves: self.moves,
            has_pending: self.has_pending,
            has_references_by_id: self.has_references_by_id,
            has_detached_objects: self.has_detached_objects,
            resolves_in_sequence: self.resolves_in_sequence,
        }
    }

    /// Adds a part that follows, in which the first objects represent those in `open`. Returns whether that was
    /// possible.
    pub fn join(&mut self, part: SeparatePart, open: &[ObjectId]) -> bool {
        let SeparatePart { model, tables } = &part;
        // Everything is checked before the first change, because a part that is not joined is read again.
        let slots = self.model.slots.len().saturating_add(model.slots.len());
        let copied_len = self.copied_texts.len().saturating_add(tables.copied_texts.len());
        if open.len() != tables.open_object_count
            || slots > self.slot_limit
            || copied_len >= COPIED_BIT as usize
        {
            return false;
        }
        let Some(lists) = part.continued_lists() else { return false };
        let pending =
            PendingShift { fragments: self.copied_texts.len(), records: self.reference_records.len() };
        let Some(shift) = Shift::after(self.model, model, (self.document, open), pending) else {
            return false;
        };
        self.model.append_objects(model, &shift);
        let roots = model.documents.iter().flat_map(|document| &document.roots);
        self.document_mut().roots.extend(roots.map(|root| shift.object(*root)));
        for ContinuedList { object, slot, items } in lists {
            // A list of an open element began in the part before; its items here follow those.
            let position = self.position_of_slot(shift.object(object), slot);
            let list = self.model.list_at(position);
            items.iter().for_each(|item| self.model.lists.push(list, Slot::object(shift.object(*item))));
        }
        self.join_tables(part.tables, &shift);
        // Only large documents are read in two parts, so two threads save time when references are looked up.
        self.uses_two_threads = true;
        true
    }

    /// Appends the tables of a part, with the positions and objects shifted.
    fn join_tables(&mut self, tables: ReferenceTables, shift: &Shift<'_>) {
        let new_object = |object: ObjectId| shift.object(object);
        // The sum of the lengths was checked to be smaller than 2^31.
        let text_offset = u32::try_from(self.copied_texts.len()).unwrap_or(u32::MAX);
        self.reference_records.extend(tables.records.into_iter().map(|record| ReferenceRecord {
            // If a document is read in pieces, the offset is also a position in the texts.
            start: record.start + text_offset,
            offset: record.offset + text_offset,
            ..record
        }));
        self.copied_texts.push_str(&tables.copied_texts);
        let runs = tables.list_runs.into_iter();
        self.list_runs.extend(runs.map(|(object, slot, index)| (new_object(object), slot, index)));
        self.replaced_references.extend(tables.replaced_references.into_iter().map(|reference| Reference {
            object: new_object(reference.object),
            pending: shift.slot(reference.pending),
            ..reference
        }));
        let overridden_values = tables.overridden_values.into_iter();
        self.overridden_values.extend(
            overridden_values.map(|(object, slot, value)| (new_object(object), slot, shift.slot(value))),
        );
        self.has_pending |= tables.has_pending;
        self.has_references_by_id |= tables.has_references_by_id;
        self.has_detached_objects |= tables.has_detached_objects;
        self.resolves_in_sequence |= tables.resolves_in_sequence;
    }
}
