//! Appends the content of another model of the same metamodel, without reading it again.
//!
//! Invariant: the appended content is the same as in the other model, except for the numbers of objects and documents,
//! which follow those of the existing ones. The other model is not changed.

use super::slot::{Increments, Slot, SlotShift};
use super::{Document, DocumentId, Header, Model, NO_INDEX, ObjectId};
use std::sync::Arc;

/// Existing objects that the first objects of the other model represent, so that these are not added.
#[derive(Debug, Clone, Copy, Default)]
struct OpenObjects<'o> {
    objects: &'o [ObjectId],
    /// The number of slots of the representing objects.
    slots: usize,
}

/// The amounts by which all numbers of the other model increase.
pub(super) struct Shift<'o> {
    open: OpenObjects<'o>,
    /// The existing document to which all roots are added, instead of adding documents.
    root_document: Option<DocumentId>,
    objects: u32,
    slots: u32,
    documents: u32,
    increments: Increments,
}

impl Model {
    /// Adds the documents of another model with all their objects. Returns whether this was possible: both models must
    /// have the same metamodel, and together they must not exceed the size of a model. Content without a feature cannot
    /// be added.
    #[must_use]
    pub fn append(&mut self, other: &Model) -> bool {
        let Some(shift) = Shift::new(self, other, PendingShift::default()) else { return false };
        self.append_all(other, &shift);
        self.documents.extend(other.documents.iter().cloned().map(|document| shift.document(document)));
        true
    }

    /// As [`Model::append`], but adds the roots of the other model to those of an existing document. The other model
    /// was read from a part of the document's text, which begins at the position `start`.
    #[must_use]
    pub fn append_to(&mut self, document: DocumentId, other: &Model, start: u32) -> bool {
        let Some(shift) = Shift::after(self, other, (document, &[]), PendingShift::default()) else {
            return false;
        };
        let first_added = self.objects.len();
        self.append_all(other, &shift);
        for offset in self.offsets.iter_mut().skip(first_added).filter(|offset| **offset != NO_INDEX) {
            *offset = offset.saturating_add(start);
        }
        for mut added_document in other.documents.iter().cloned().map(|document| shift.document(document)) {
            added_document.missing_targets.iter_mut().for_each(|missing| missing.offset += start as usize);
            let existing_document = self.document_mut(document);
            existing_document.roots.extend(added_document.roots);
            existing_document.unread_values.extend(added_document.unread_values);
            existing_document.missing_targets.extend(added_document.missing_targets);
            existing_document.is_truncated |= added_document.is_truncated;
        }
        true
    }

    /// Adds everything but the documents.
    fn append_all(&mut self, other: &Model, shift: &Shift<'_>) {
        self.append_objects(other, shift);
        self.proxies
            .extend(other.proxies.iter().map(|(proxy, target)| (shift.object(*proxy), target.clone())));
        let targets = other.resolved_targets.iter();
        self.resolved_targets
            .extend(targets.map(|(proxy, object)| (shift.object(*proxy), shift.object(*object))));
        self.implied_proxies.extend(other.implied_proxies.iter().map(|proxy| shift.object(*proxy)));
        self.replaced_proxy_count += other.replaced_proxy_count;
    }

    /// Adds the objects of another model with their values.
    pub(super) fn append_objects(&mut self, other: &Model, shift: &Shift<'_>) {
        let existing_count = self.objects.len();
        // The first objects of `other` only represent open objects of this model, so they and their slots are skipped.
        let (skipped_objects, skipped_slots) = (shift.open.objects.len(), shift.open.slots);
        self.objects.extend(other.objects[skipped_objects..].iter().map(|header| shift.header(*header)));
        self.slots.extend(other.slots[skipped_slots..].iter().map(|slot| shift.slot(*slot)));
        self.wide_numbers.extend(&other.wide_numbers);
        self.lists.append(&other.lists, |slot| shift.slot(slot));
        self.text.append(&other.text);
        if let Some(ids) = other.ids.get(skipped_objects..).filter(|ids| !ids.is_empty()) {
            // The table ends at the last object with an id, so it is extended first, to put the appended ids at the
            // positions of their objects.
            self.ids.resize(existing_count, Slot::UNSET);
            self.ids.extend(ids.iter().map(|slot| shift.slot(*slot)));
        }
        if let Some(offsets) = other.offsets.get(skipped_objects..).filter(|offsets| !offsets.is_empty()) {
            self.offsets.resize(existing_count, NO_INDEX);
            self.offsets.extend(offsets);
        }
    }
}

/// The amounts by which the positions of unresolved references increase.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct PendingShift {
    /// The number of bytes of their texts.
    pub(super) fragments: usize,
    /// The number of their records.
    pub(super) records: usize,
}

impl<'o> Shift<'o> {
    /// The shift of the numbers of `other` when its content is added after that of `model`. `None` if it cannot be
    /// added.
    fn new(model: &Model, other: &Model, PendingShift { fragments, records }: PendingShift) -> Option<Self> {
        // The metamodel must be the same one, because the ids of classes and features are valid only in it. Content
        // without a feature (`any`) and recorded edits (`journal`) contain numbers that are not shifted.
        if !Arc::ptr_eq(&model.metamodel, &other.metamodel) || other.any.is_some() || other.journal.is_some()
        {
            return None;
        }
        // The number of items is checked here, because lists are appended after the objects, when failing is no longer
        // possible.
        checked_offset(model.lists.item_capacity(), other.lists.item_capacity())?;
        let objects = checked_offset(model.objects.len(), other.objects.len())?;
        let shift = SlotShift {
            lists: checked_offset(model.lists.count(), other.lists.count())?,
            text: checked_offset(model.text.len(), other.text.len())?,
            long_texts: model.text.long_count(),
            wide: model.wide_numbers.len(),
            fragments,
            records,
        };
        Some(Self {
            open: OpenObjects::default(),
            root_document: None,
            objects,
            slots: checked_offset(model.slots.len(), other.slots.len())?,
            documents: checked_offset(model.documents.len(), other.documents.len())?,
            increments: shift.increments(),
        })
    }

    /// The shift of a model that continues a document. Its first objects represent those in `open`, and are not added.
    /// `None` if the model cannot be added.
    pub(super) fn after(
        model: &Model,
        other: &Model,
        (document, open): (DocumentId, &'o [ObjectId]),
        pending: PendingShift,
    ) -> Option<Self> {
        let shift = Self::new(model, other, pending)?;
        let open_slots =
            other.objects().take(open.len()).map(|object| other.object_slots(object).len()).sum();
        Some(Self {
            open: OpenObjects { objects: open, slots: open_slots },
            root_document: Some(document),
            // The numbers of the other model include the representing objects, which are not added.
            objects: shift.objects.checked_sub(u32::try_from(open.len()).ok()?)?,
            slots: shift.slots.checked_sub(u32::try_from(open_slots).ok()?)?,
            ..shift
        })
    }

    /// An object of the other model, with its number in the model to which it is added.
    pub(super) fn object(&self, object: ObjectId) -> ObjectId {
        match self.open.objects.get(object.index()) {
            Some(represented) => *represented,
            None => ObjectId(object.0 + self.objects),
        }
    }

    /// A document with the new numbers of its objects.
    fn document(&self, mut document: Document) -> Document {
        document.roots.iter_mut().for_each(|root| *root = self.object(*root));
        document.unread_values.iter_mut().for_each(|(object, _)| *object = self.object(*object));
        document.missing_targets.iter_mut().for_each(|missing| missing.object = self.object(missing.object));
        document
    }

    /// The header of an object of the other model, with the numbers of the model to which it is added.
    pub(super) fn header(&self, header: Header) -> Header {
        let container = match header.container {
            NO_INDEX => NO_INDEX,
            container => self.object(ObjectId(container)).0,
        };
        // For an object without a container, the location is its document, or `NO_INDEX` if it is no root. For a
        // contained object, the location is a feature, whose number is the same in both models.
        let location = match (container, self.root_document) {
            (NO_INDEX, Some(document)) if header.location != NO_INDEX => document.0,
            (NO_INDEX, _) => add_offset(header.location, self.documents),
            _ => header.location,
        };
        Header { class: header.class, slots: add_offset(header.slots, self.slots), container, location }
    }

    /// A value of the other model, which may be an unresolved reference, with the numbers of the model to which it is
    /// added.
    #[inline]
    pub(super) fn slot(&self, slot: Slot) -> Slot {
        match slot.as_object() {
            Some(object) => Slot::object(self.object(object)),
            None => slot.shifted(&self.increments),
        }
    }
}

/// The number by which positions increase when `added` items follow `existing` ones; `None` if they are too many.
fn checked_offset(existing: usize, added: usize) -> Option<u32> {
    existing.checked_add(added).filter(|sum| *sum < NO_INDEX as usize)?;
    u32::try_from(existing).ok()
}

/// Increases a number, unless it is [`NO_INDEX`].
fn add_offset(number: u32, offset: u32) -> u32 {
    if number == NO_INDEX { NO_INDEX } else { number + offset }
}
