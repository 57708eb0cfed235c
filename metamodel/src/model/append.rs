//! Appends the content of another model of the same metamodel, without reading it again.
//!
//! Invariant: the appended content is the same as in the other model, except for the numbers of objects and
//! documents, which follow the existing ones. The other model is not changed.

use super::slot::{Raw, Slot, TextRef};
use super::{Header, Model, NO_INDEX, ObjectId};
use std::sync::Arc;

/// The amounts by which all numbers of the other model increase.
struct Shift {
    objects: u32,
    slots: u32,
    documents: u32,
    lists: u32,
    wide: usize,
    text: u32,
    long: usize,
}

impl Model {
    /// Adds the documents of another model with all their objects; returns whether that was possible: both must have
    /// the same metamodel, and together they must not exceed the size of a model. Content without a feature cannot be
    /// added.
    #[must_use]
    pub fn append(&mut self, other: &Model) -> bool {
        let Some(shift) = self.shift_for(other) else { return false };
        self.objects.extend(other.objects.iter().map(|header| shift.header(*header)));
        self.slots.extend(other.slots.iter().map(|slot| shift.slot(*slot)));
        self.wide.extend(&other.wide);
        self.lists.append(&other.lists, |slot| shift.slot(slot));
        self.text.append(&other.text);
        if !other.ids.is_empty() {
            self.ids.resize(shift.objects as usize, Slot::UNSET);
            self.ids.extend(other.ids.iter().map(|slot| shift.slot(*slot)));
        }
        if !other.offsets.is_empty() {
            self.offsets.resize(shift.objects as usize, NO_INDEX);
            self.offsets.extend(&other.offsets);
        }
        self.proxies
            .extend(other.proxies.iter().map(|(proxy, target)| (shift.object(*proxy), target.clone())));
        let targets = other.resolved_targets.iter();
        self.resolved_targets
            .extend(targets.map(|(proxy, object)| (shift.object(*proxy), shift.object(*object))));
        self.implied.extend(other.implied.iter().map(|proxy| shift.object(*proxy)));
        self.replaced += other.replaced;
        self.documents.extend(other.documents.iter().cloned().map(|mut document| {
            document.roots.iter_mut().for_each(|root| *root = shift.object(*root));
            document
        }));
        true
    }

    fn shift_for(&self, other: &Model) -> Option<Shift> {
        if !Arc::ptr_eq(&self.metamodel, &other.metamodel) || other.any.is_some() || other.journal.is_some() {
            return None;
        }
        let checked_offset = |here: usize, there: usize| {
            here.checked_add(there).filter(|sum| *sum < NO_INDEX as usize)?;
            u32::try_from(here).ok()
        };
        checked_offset(self.lists.item_capacity(), other.lists.item_capacity())?;
        Some(Shift {
            objects: checked_offset(self.objects.len(), other.objects.len())?,
            slots: checked_offset(self.slots.len(), other.slots.len())?,
            documents: checked_offset(self.documents.len(), other.documents.len())?,
            lists: checked_offset(self.lists.count(), other.lists.count())?,
            wide: self.wide.len(),
            text: checked_offset(self.text.len(), other.text.len())?,
            long: self.text.long_count(),
        })
    }
}

impl Shift {
    fn object(&self, object: ObjectId) -> ObjectId {
        ObjectId(object.0 + self.objects)
    }

    fn header(&self, header: Header) -> Header {
        let moved = |number: u32, by: u32| if number == NO_INDEX { NO_INDEX } else { number + by };
        // An object without a container is in a document.
        let location = if header.container == NO_INDEX {
            moved(header.location, self.documents)
        } else {
            header.location
        };
        Header {
            class: header.class,
            slots: moved(header.slots, self.slots),
            container: moved(header.container, self.objects),
            location,
        }
    }

    fn slot(&self, slot: Slot) -> Slot {
        match slot.raw() {
            Raw::WideInt(at) => Slot::wide_int(at + self.wide),
            Raw::WideDouble(at) => Slot::wide_double(at + self.wide),
            Raw::String(text) => Slot::string(self.text(text)),
            Raw::Lexical(text) => Slot::lexical(self.text(text)),
            Raw::Object(object) => Slot::object(self.object(object)),
            Raw::List(list) => Slot::list(list + self.lists),
            Raw::Unset
            | Raw::Null
            | Raw::Bool(_)
            | Raw::Int(_)
            | Raw::Float(_)
            | Raw::Double(_)
            | Raw::Char(_)
            | Raw::Enum(_) => slot,
        }
    }

    fn text(&self, text: TextRef) -> TextRef {
        match text {
            TextRef::Empty => TextRef::Empty,
            TextRef::Short { start, len } => TextRef::Short { start: start + self.text, len },
            TextRef::Long(at) => TextRef::Long(at + self.long),
        }
    }
}
