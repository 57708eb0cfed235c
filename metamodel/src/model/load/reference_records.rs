//! Records references while a document is read; they are resolved once the document is complete.
//!
//! Most references are recorded in the slots that will contain their targets. If a single-valued feature has several
//! references, this module determines which one takes precedence.

use super::Loader;
use crate::ecore::{ClassId, FeatureId, Metamodel};
use crate::model::ObjectId;
use crate::model::slot::{PendingReference, Slot};

/// An unresolved reference.
#[derive(Debug, Clone, Copy)]
pub(super) struct Reference {
    pub(super) object: ObjectId,
    pub(super) slot: u32,
    /// Position in the list; 0 for a single-valued feature.
    pub(super) index: u32,
    /// The placeholder at its position.
    pub(super) pending: Slot,
}

/// Facts about a reference that are needed whenever it occurs; readers find them once.
#[derive(Debug, Clone, Copy)]
pub struct ReferenceKind {
    is_many: bool,
    /// Whether the reference is the container end of a containment.
    is_container: bool,
}

impl ReferenceKind {
    /// The facts about a reference.
    #[must_use]
    pub fn new(metamodel: &Metamodel, feature: FeatureId) -> Self {
        Self { is_many: metamodel[feature].many(), is_container: metamodel.is_container(feature) }
    }
}

/// An object, one of its slots with a list, and a position in that list.
pub(super) type ListPosition = (ObjectId, u32, u32);

/// A reference that is too large for a slot.
#[derive(Debug, Clone, Copy)]
pub(super) struct ReferenceRecord {
    /// The position of its text.
    pub(super) start: u32,
    /// The length of its text; the highest bit is set if the text is in [`Loader::copied_texts`] and not in the
    /// source.
    pub(super) len: u32,
    /// The offset at which a problem with the reference is reported.
    pub(super) offset: u32,
    /// The class of the proxy that replaces the reference if it has no target.
    pub(super) proxy_class: Option<ClassId>,
    /// Whether an attribute contains another target for the feature; the attribute is resolved later, and overrides
    /// this reference.
    pub(super) is_overridden: bool,
}

/// The bit of [`ReferenceRecord::len`] for a text in [`Loader::copied_texts`].
pub(super) const COPIED_BIT: u32 = 1 << 31;

impl Loader<'_, '_> {
    /// Records a reference within the document, to be resolved at the end.
    pub fn refer(
        &mut self,
        object: ObjectId,
        slot: usize,
        feature: FeatureId,
        fragment: &str,
        offset: usize,
    ) {
        let kind = ReferenceKind::new(&self.model.metamodel, feature);
        self.refer_as(object, slot, kind, fragment, offset);
    }

    /// As [`Loader::refer`], if the kind of the reference is known.
    pub fn refer_as(
        &mut self,
        object: ObjectId,
        slot: usize,
        kind: ReferenceKind,
        fragment: &str,
        offset: usize,
    ) {
        let pending = self.encode_pending(fragment, offset);
        self.put_pending(object, slot, kind, pending);
    }

    /// Records a reference that becomes a proxy of the class, instead of an error, if it has no target.
    pub fn refer_by_element(
        &mut self,
        object: ObjectId,
        slot: usize,
        feature: FeatureId,
        fragment: &str,
        (offset, class): (usize, ClassId),
    ) {
        let pending = self.record_reference(fragment, offset, Some(class));
        let position = self.position_of_slot(object, slot);
        let kind = ReferenceKind::new(&self.model.metamodel, feature);
        // EMF sets attributes after elements, so the attribute takes precedence, although it precedes the element in
        // the document.
        if !kind.is_many && self.is_by_attribute(self.model.slots[position]) {
            self.record_replaced_reference(object, slot, pending);
            self.reference_records.last_mut().expect("recorded above").is_overridden = true;
        } else {
            self.put_pending(object, slot, kind, pending);
        }
    }

    /// Whether the value of a slot comes from a reference in an attribute.
    fn is_by_attribute(&self, slot: Slot) -> bool {
        match slot.pending() {
            // Only a reference in an element has the class of a proxy.
            Some(PendingReference::Record(index)) => self.reference_records[index].proxy_class.is_none(),
            Some(PendingReference::Fragment { .. }) => true,
            None => false,
        }
    }

    /// Stores a reference that is not resolved yet.
    fn put_pending(&mut self, object: ObjectId, slot: usize, kind: ReferenceKind, pending: Slot) {
        let position = self.position_of_slot(object, slot);
        // A reference to a container moves the object that contains the reference (Decision 12).
        self.resolves_in_sequence |= kind.is_container;
        if !kind.is_many {
            self.record_replaced_reference(object, slot, self.model.slots[position]);
            self.model.slots[position] = pending;
            return;
        }
        let list = self.model.list_at(position);
        let items = self.model.lists.get(list);
        // There is one entry for a run of references, so that a long list of them takes no further memory.
        if !items.last().is_some_and(|item| item.is_pending()) {
            self.list_runs.push((object, to_32_bits(slot), to_32_bits(items.len())));
        }
        self.model.lists.push(list, pending);
    }

    /// Records a value that a reference of an attribute overrides; returns whether there is such a reference. That of an
    /// element is removed instead, because a later element replaces it.
    pub(super) fn record_overridden_value(&mut self, object: ObjectId, slot: usize, item: Slot) -> bool {
        let position = self.position_of_slot(object, slot);
        let pending = self.model.slots[position];
        if !pending.is_pending() {
            return false;
        }
        let is_overridden = self.is_by_attribute(pending);
        if is_overridden {
            self.overridden_values.push((object, to_32_bits(slot), item));
        } else {
            self.record_replaced_reference(object, slot, pending);
            self.model.slots[position] = Slot::UNSET;
        }
        is_overridden
    }

    /// Records a reference that another one in the same slot replaces.
    fn record_replaced_reference(&mut self, object: ObjectId, slot: usize, pending: Slot) {
        if pending.is_pending() {
            let slot = u32::try_from(slot).unwrap_or(u32::MAX);
            self.replaced_references.push(Reference { object, slot, index: 0, pending });
        }
    }

    /// The slot that represents an unresolved reference: the position of its text in the source if it fits, otherwise
    /// the position of a record.
    fn encode_pending(&mut self, fragment: &str, offset: usize) -> Slot {
        self.has_pending = true;
        self.has_references_by_id |= is_by_id(fragment);
        let pending = if self.piece_start.is_some() {
            let start = self.copied_texts.len();
            // The text is copied, because a piece is freed before its references are resolved (Decision 9).
            self.copied_texts.push_str(fragment);
            // Only the text is copied, without a prefix before it.
            let prefix_len = 0;
            Slot::fragment(start, fragment.len(), prefix_len)
        } else {
            // The slot contains the distance from `offset` to the text, which cannot be negative.
            let start = self.offset_of(fragment).filter(|start| *start >= offset);
            start.and_then(|start| Slot::fragment(start, fragment.len(), start - offset))
        };
        let proxy_class = None;
        pending.unwrap_or_else(|| self.record_reference(fragment, offset, proxy_class))
    }

    /// Records a reference in the table; returns the slot that refers to the record until it is resolved.
    pub(super) fn record_reference(
        &mut self,
        fragment: &str,
        offset: usize,
        proxy_class: Option<ClassId>,
    ) -> Slot {
        self.has_pending = true;
        self.has_references_by_id |= is_by_id(fragment);
        let (start, flag) = match self.offset_of(fragment) {
            Some(start) => (start, 0),
            None => {
                let start = self.copied_texts.len();
                self.copied_texts.push_str(fragment);
                (start, COPIED_BIT)
            }
        };
        let start = u32::try_from(start).expect("readers reject documents of 4 GiB");
        let len = u32::try_from(fragment.len()).ok().filter(|len| *len < COPIED_BIT);
        let len = len.expect("readers reject documents of 4 GiB");
        // If the document is read in pieces, offsets only determine the order of references.
        let offset =
            if self.piece_start.is_some() { start } else { u32::try_from(offset).unwrap_or(u32::MAX) };
        self.reference_records.push(ReferenceRecord {
            start,
            len: len | flag,
            offset,
            proxy_class,
            is_overridden: false,
        });
        Slot::unresolved_entry(self.reference_records.len() - 1)
    }

    /// The position of a text in the source, if it is part of the source.
    fn offset_of(&self, text: &str) -> Option<usize> {
        // A text with decoded entities is a copy outside the source. If its address is before the source, the
        // difference wraps to a value beyond the end.
        let start = (text.as_ptr() as usize).wrapping_sub(self.source.as_ptr() as usize);
        let end = start.checked_add(text.len())?;
        // An empty text may have any address.
        (!text.is_empty() && end <= self.source.len()).then_some(start)
    }

    /// Stores an object in a non-containment reference. In a single-valued feature, a reference that an attribute
    /// recorded before overrides it.
    pub fn refer_to(&mut self, object: ObjectId, slot: usize, feature: FeatureId, target: ObjectId) {
        let is_many = self.model.metamodel[feature].many();
        if is_many || !self.record_overridden_value(object, slot, Slot::object(target)) {
            self.store(object, slot, is_many, Slot::object(target));
        }
    }

    /// Stores a reference to a detached object, which has no container and is not a root of a document.
    pub fn refer_to_detached(&mut self, object: ObjectId, slot: usize, feature: FeatureId, target: ObjectId) {
        self.has_detached_objects = true;
        self.refer_to(object, slot, feature, target);
    }
}

/// A number in 32 bits. Larger ones do not occur, because readers reject documents of 4 GiB.
fn to_32_bits(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Whether a fragment contains an id, and is not only a path of positions and names.
pub(super) fn is_by_id(fragment: &str) -> bool {
    !fragment.starts_with('/') || fragment.starts_with("/?")
}
