//! The ids of objects, and the search for objects by id with an index that is built on demand.
//!
//! Invariant: if several objects share an id, the first one is found; as in EMF, the last one is found if the id is an
//! `xmi:id`, or if the document is being read. An `xmi:id` takes precedence over the value of an id attribute. A
//! default value is not an id.

use super::prefetch::prefetch;
use super::slot::{Raw, Slot, TextRef};
use super::store::{hash, text_of};
use super::{Model, ObjectId, Value};
use crate::ecore::FeatureId;
use hashbrown::{HashTable, hash_table};
use rustc_hash::FxHashMap;
use std::borrow::Cow;

impl Model {
    /// The `xmi:id`, which identifies the object in its document, if any.
    #[must_use]
    pub fn xmi_id(&self, object: ObjectId) -> Option<&str> {
        text_of(&self.text, *self.ids.get(object.index())?)
    }

    /// The position of an object's [`Model::xmi_id`].
    pub(super) fn xmi_id_text(&self, object: ObjectId) -> Option<TextRef> {
        match self.ids.get(object.index())?.raw() {
            Raw::String(text) => Some(text),
            _ => None,
        }
    }

    /// The id in the object's address: its `xmi:id`, or else the value of its id attribute.
    #[must_use]
    pub fn id(&self, object: ObjectId) -> Option<Cow<'_, str>> {
        self.xmi_id(object).map(Cow::Borrowed).or_else(|| self.id_attribute_value(object))
    }

    /// The text of the object's id attribute; `None` if its class has no id attribute, or if the attribute is not set
    /// or null.
    pub(super) fn id_attribute_value(&self, object: ObjectId) -> Option<Cow<'_, str>> {
        let (slot, attribute) = self.id_attribute_slot(object)?;
        // As in EMF, a default is not an id, because all objects would share it.
        if !self.is_slot_set(slot, attribute) {
            return None;
        }
        if let Some(text) = text_of(&self.text, slot) {
            return Some(Cow::Borrowed(text));
        }
        match self.decode(slot) {
            Value::Null => None,
            value => {
                let mut spelling = String::new();
                self.spell(attribute, value, &mut spelling);
                Some(Cow::Owned(spelling))
            }
        }
    }

    /// The value of an object's id attribute.
    fn id_attribute_slot(&self, object: ObjectId) -> Option<(Slot, FeatureId)> {
        let attribute = self.metamodel.table(self.class(object)).id_attribute()?;
        Some((self.slot(object, attribute)?, attribute))
    }
}

/// Objects by `xmi:id` and by the value of their id attribute.
#[derive(Debug, Clone, Default)]
pub struct IdIndex {
    /// For each object with an `xmi:id` that earlier objects have as well, these objects. Valid documents contain no
    /// such ids.
    earlier_owners: FxHashMap<ObjectId, Vec<ObjectId>>,
    /// The objects by their `xmi:id`.
    xmi_id_table: HashTable<Entry>,
    /// The objects by the values of their id attributes.
    id_attribute_table: HashTable<Entry>,
    /// Whether two objects have the same value of their id attributes.
    has_duplicates: bool,
}

/// An object and the hash of its id. The hash nearly always decides a comparison, and a table that grows needs nothing
/// else.
#[derive(Debug, Clone, Copy)]
struct Entry {
    hash: IdHash,
    object: ObjectId,
    /// The id, if it is an `xmi:id`, so that a look-up need not read the object.
    id: Slot,
}

impl Entry {
    /// The bytes of the id, if it is an `xmi:id`.
    fn xmi_id(self, model: &Model) -> Option<&[u8]> {
        match self.id.raw() {
            Raw::String(text) => Some(model.text.bytes_of(text)),
            _ => None,
        }
    }

    /// Whether `id` identifies the object of the entry.
    fn has_id(self, model: &Model, id: &[u8]) -> bool {
        if self.id.is_unset() {
            id_attribute_bytes(model, self.object).as_deref() == Some(id)
        } else {
            self.xmi_id(model) == Some(id)
        }
    }
}

/// Half of the hash of an id, which is nearly always sufficient to distinguish ids.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct IdHash(u32);

impl IdHash {
    /// Takes the upper bits, which depend on the entire id. The hasher returns as many bits as a `usize` has.
    fn new(id: &[u8]) -> Self {
        Self((hash(id) >> (usize::BITS - u32::BITS)) as u32)
    }

    /// The hash for tables, which use its lowest and its highest bits. The multiplication (Fibonacci hashing) spreads
    /// the 32 bits over all 64.
    fn spread(self) -> u64 {
        u64::from(self.0).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }
}

impl IdIndex {
    /// The index over some objects of a model, in their order.
    #[must_use]
    pub fn new(model: &Model, objects: impl Iterator<Item = ObjectId>) -> Self {
        let is_latest = false;
        Self::default().add_all(model, objects, is_latest)
    }

    /// The index for a document that is being read, in which the last one of several objects with the same id
    /// is found.
    pub fn latest(model: &Model, objects: impl Iterator<Item = ObjectId>) -> Self {
        // The capacity is known only in a model with one document, because the counts include all documents.
        let has_one_document = model.documents.len() == 1;
        let first_object = 0;
        let index =
            if has_one_document { Self::with_capacity_for(model, first_object) } else { Self::default() };
        let is_latest = true;
        index.add_all(model, objects, is_latest)
    }

    /// As [`IdIndex::latest`], for the last document of its model, whose objects begin with `first`.
    pub(super) fn for_last_document(
        model: &Model,
        first: usize,
        objects: impl Iterator<Item = ObjectId>,
    ) -> Self {
        let is_latest = true;
        Self::with_capacity_for(model, first).add_all(model, objects, is_latest)
    }

    /// An empty index with enough memory for the objects from `first` on, because a growing table is rebuilt
    /// repeatedly. If the memory is not available, the tables grow as necessary.
    fn with_capacity_for(model: &Model, first: usize) -> Self {
        let mut index = Self::default();
        let xmi_ids = model.ids.get(first..).unwrap_or_default().iter().filter(|id| !id.is_unset()).count();
        let _ = index.xmi_id_table.try_reserve(xmi_ids, |entry| entry.hash.spread());
        // The objects need not be visited if no class has an id attribute.
        if !has_id_attributes(model) {
            return index;
        }
        let id_attributes = model
            .objects
            .get(first..)
            .unwrap_or_default()
            .iter()
            .filter(|object| model.metamodel.table(object.class).id_attribute().is_some())
            .count();
        let _ = index.id_attribute_table.try_reserve(id_attributes, |entry| entry.hash.spread());
        index
    }

    /// Adds the ids of objects. If several objects have the same value of an id attribute, the index finds the last one
    /// if `is_latest` is set, or else the first one.
    fn add_all(self, model: &Model, objects: impl Iterator<Item = ObjectId>, is_latest: bool) -> Self {
        let mut index = self;
        let has_id_attributes = has_id_attributes(model);
        for object in objects {
            if let Some(id) = model.xmi_id_text(object) {
                let bytes = model.text.bytes_of(id);
                let entry = Entry { hash: IdHash::new(bytes), object, id: Slot::string(id) };
                let is_same = |other: &Entry| other.xmi_id(model) == Some(bytes);
                if let Some(existing) = insert(&mut index.xmi_id_table, entry, is_same) {
                    // The list of earlier owners is moved to the last owner, which look-ups find.
                    let previous_owner = existing.object;
                    let mut earlier = index.earlier_owners.remove(&previous_owner).unwrap_or_default();
                    earlier.push(previous_owner);
                    *existing = entry;
                    index.earlier_owners.insert(object, earlier);
                }
            }
            let has_attribute =
                has_id_attributes && model.metamodel.table(model.class(object)).id_attribute().is_some();
            if !has_attribute {
                continue;
            }
            let Some(id) = id_attribute_bytes(model, object) else { continue };
            let entry = Entry { hash: IdHash::new(&id), object, id: Slot::UNSET };
            let is_same = |other: &Entry| id_attribute_bytes(model, other.object).as_ref() == Some(&id);
            if let Some(existing) = insert(&mut index.id_attribute_table, entry, is_same) {
                if is_latest {
                    *existing = entry;
                }
                index.has_duplicates = true;
            }
        }
        index
    }

    /// Whether several objects have the same `xmi:id`.
    pub(super) fn has_shared_xmi_ids(&self) -> bool {
        !self.earlier_owners.is_empty()
    }

    /// Whether there are no `xmi:id`s, and each value of an id attribute identifies only one object. This takes
    /// constant time.
    pub fn is_unambiguous(&self) -> bool {
        !self.has_duplicates && self.xmi_id_table.is_empty()
    }

    /// Whether every look-up of this id finds this object. While the document is read, this also requires that no
    /// earlier object has the same `xmi:id`.
    pub fn identifies(&self, model: &Model, object: ObjectId, id: &str) -> bool {
        self.find(model, id) == Some(object) && !self.earlier_owners.contains_key(&object)
    }

    /// The object that had the `xmi:id` of `found` when a reference of `referrer` was read: the last one before
    /// `referrer`, or `referrer` itself if its own id precedes the reference. `is_after_xmi_id` returns whether the
    /// reference comes after that id. This function searches the text, so it is called only if necessary.
    pub(super) fn visible_to(
        &self,
        referrer: ObjectId,
        is_after_xmi_id: impl FnOnce() -> bool,
        found: ObjectId,
    ) -> ObjectId {
        if found < referrer {
            return found;
        }
        let earlier_owners = self.earlier_owners.get(&found).map_or(&[][..], Vec::as_slice);
        // The owners are in the order of the document, so a binary search is possible.
        let (owners_before, other_owners) =
            earlier_owners.split_at(earlier_owners.partition_point(|owner| *owner < referrer));
        let is_id_of_referrer = found == referrer || other_owners.first() == Some(&referrer);
        if is_id_of_referrer && is_after_xmi_id() {
            referrer
        } else {
            owners_before.last().copied().unwrap_or(found)
        }
    }

    /// The object with this id. `model` must be the model that the index was created from, with unchanged
    /// ids.
    #[must_use]
    pub fn find(&self, model: &Model, id: &str) -> Option<ObjectId> {
        let (hash, id) = (IdHash::new(id.as_bytes()), id.as_bytes());
        let matches = |entry: &Entry| entry.hash == hash && entry.has_id(model, id);
        // EMF searches `xmi:id`s before the values of id attributes.
        let entry_by_xmi_id = self.xmi_id_table.find(hash.spread(), matches);
        entry_by_xmi_id
            .or_else(|| self.id_attribute_table.find(hash.spread(), matches))
            .map(|entry| entry.object)
    }
}

/// Whether any class has an id attribute.
fn has_id_attributes(model: &Model) -> bool {
    model.metamodel.classes().any(|(class, _)| model.metamodel.table(class).id_attribute().is_some())
}

/// The bytes of the value of an object's id attribute.
fn id_attribute_bytes(model: &Model, object: ObjectId) -> Option<Cow<'_, [u8]>> {
    model.id_attribute_value(object).map(|id| match id {
        Cow::Borrowed(id) => Cow::Borrowed(id.as_bytes()),
        Cow::Owned(id) => Cow::Owned(id.into_bytes()),
    })
}

/// Adds an object, unless another one has the same id, which `has_same_id` compares. Returns the entry of that other
/// object.
fn insert(
    table: &mut HashTable<Entry>,
    entry: Entry,
    has_same_id: impl Fn(&Entry) -> bool,
) -> Option<&mut Entry> {
    let is_same = |other: &Entry| other.hash == entry.hash && has_same_id(other);
    match table.entry(entry.hash.spread(), is_same, |entry| entry.hash.spread()) {
        hash_table::Entry::Occupied(existing) => Some(existing.into_mut()),
        hash_table::Entry::Vacant(vacant) => {
            vacant.insert(entry);
            None
        }
    }
}

/// A look-up by id in steps, each of which accesses one further location in memory, so that the waits of many look-ups
/// overlap.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct StagedLookup {
    hash: Option<IdHash>,
    candidate: Option<Entry>,
}

impl StagedLookup {
    /// Hashes the id that is looked up.
    pub(super) fn new(id: &str) -> Self {
        Self { hash: Some(IdHash::new(id.as_bytes())), candidate: None }
    }

    /// Looks up the hash in the tables of the index. The object that is found may have another id with the same hash.
    pub(super) fn find(&mut self, index: &IdIndex) {
        if let Some(hash) = self.hash {
            // Only hashes are compared, because comparing the id would be a second access to memory in this step.
            let find =
                |table: &HashTable<Entry>| table.find(hash.spread(), |entry| entry.hash == hash).copied();
            self.candidate = find(&index.xmi_id_table).or_else(|| find(&index.id_attribute_table));
        }
    }

    /// Prefetches the object's slots, if its id is the value of an attribute.
    pub(super) fn prefetch_slots(&self, model: &Model) {
        if let Some(entry) = self.candidate.filter(|entry| entry.id.is_unset()) {
            prefetch(model.object_slots(entry.object));
        }
    }

    /// Prefetches the text of the object's id.
    pub(super) fn prefetch_text(&self, model: &Model) {
        let text = self.candidate.and_then(|entry| {
            if entry.id.is_unset() {
                model.id_attribute_slot(entry.object).and_then(|(slot, _)| text_of(&model.text, slot))
            } else {
                text_of(&model.text, entry.id)
            }
        });
        prefetch(text.and_then(|text| text.as_bytes().first().copied()));
    }

    /// The object, if it has this id. Otherwise, another object may still have the id.
    pub(super) fn confirm(self, model: &Model, id: &str) -> Option<ObjectId> {
        self.candidate.filter(|entry| entry.has_id(model, id.as_bytes())).map(|entry| entry.object)
    }
}

#[cfg(test)]
mod tests {
    use super::IdHash;
    use rustc_hash::FxHashSet;

    /// If hashes did not distinguish ids, look-ups by id would take quadratic time.
    #[test]
    fn hashes_distinguish_ids() {
        let hash = |number: u32| IdHash::new(format!("_id{number}").as_bytes()).0;
        let hashes: FxHashSet<u32> = (0..10_000).map(hash).collect();
        assert!(hashes.len() > 9_990, "{} hashes of 10,000 ids", hashes.len());
    }
}
