//! Instances: an arena of objects, and the reflective interface to it.
//!
//! Invariants: an object has at most one container and is in at most one document's roots; setting one end of an
//! opposite keeps the other consistent; containment has no cycles. Readers fill the arena through [`load::Loader`],
//! which satisfies the same invariants after it is finished. This module does not know any format, nor the origin of
//! documents.

mod address;
mod any;
mod append;
mod change;
mod contents;
mod create;
mod digits;
mod document;
pub mod ecore;
mod edit;
mod extent;
mod ids;
pub mod load;
pub mod prefetch;
mod proxies;
pub mod slot;
mod slot_values;
mod store;
mod unwritten_values;
pub mod uri;
mod value;

pub use address::{Addresses, Resolver};
pub use any::{Any, AnyContent, AnyElement, AnyId, FeatureMapEntry, Name};
pub use change::{
    ChangeDescription, Event, FeatureChange, History, Notification, Notifier, RootsChange, StaleChange,
};
pub use document::{Document, DocumentId, MissingTarget, XmiHeader};
pub use edit::EditError;
pub use extent::Extent;
pub use ids::IdIndex;
pub use unwritten_values::report_unwritten_values;
pub use value::literal;
pub use value::{List, Value};

use crate::diagnostic::Diagnostic;
use crate::ecore::{ClassId, FeatureId, Metamodel};
use rustc_hash::{FxHashMap, FxHashSet};
use slot::Slot;
use std::ops::Range;
use std::sync::Arc;
use store::{ListArena, TextArena};

/// An object of a model; valid only in the model that created it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub(crate) u32);

impl ObjectId {
    /// The object at a position of the model's table, as returned by [`ObjectId::index`].
    ///
    /// # Panics
    /// If the position is 2³² or more, which no model has.
    #[must_use]
    pub fn new(index: usize) -> Self {
        Self(u32::try_from(index).expect("fewer than 2^32 objects"))
    }

    /// The position in the model's table of objects, in order of creation.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The absence of an object, a document or an offset. A number is used instead of an `Option`, which would make a
/// header larger than 16 bytes.
const NO_INDEX: u32 = u32::MAX;

/// Class, slots and location of an object.
#[derive(Debug, Clone, Copy)]
struct Header {
    class: ClassId,
    /// The position of its first slot among the slots of all objects; [`NO_INDEX`] for a proxy without slots.
    slots: u32,
    /// The containing object, or [`NO_INDEX`].
    container: u32,
    /// The feature that contains the object. For a root, its document; for any other object without container,
    /// [`NO_INDEX`].
    location: u32,
}

impl Header {
    /// The position of one of the slots; for a proxy without slots, a position after all others.
    #[inline]
    fn slot(&self, index: usize) -> usize {
        // The sum is computed in 64 bits, because the sum could overflow a `usize` of 32 bits.
        usize::try_from(u64::from(self.slots) + index as u64).unwrap_or(usize::MAX)
    }

    /// Whether the object is in another one or in a document.
    fn is_attached(&self) -> bool {
        self.container != NO_INDEX || self.location != NO_INDEX
    }
}

/// Objects of one metamodel, in any number of documents.
#[derive(Clone)]
pub struct Model {
    metamodel: Arc<Metamodel>,
    objects: Vec<Header>,
    slots: Vec<Slot>,
    text: TextArena,
    lists: ListArena,
    /// The bits of numbers that are too large for a slot.
    wide_numbers: Vec<u64>,
    documents: Vec<Document>,
    /// `xmi:id`s by object, up to the last object that has one.
    ids: Vec<Slot>,
    /// Proxies with the addresses of their targets.
    proxies: FxHashMap<ObjectId, Box<str>>,
    /// The targets of proxies that are not replaced although their target is loaded: another document contains the
    /// target, and an object cannot be in two documents.
    // These are stored in tables beside the objects, because nearly all models have no such proxies, and headers stay
    // small.
    resolved_targets: FxHashMap<ObjectId, ObjectId>,
    /// Proxies of generic types that EMF creates and no document contains, because plain types imply them.
    implied_proxies: FxHashSet<ObjectId>,
    /// The number of proxies that were replaced with their targets; they stay in the table of objects.
    replaced_proxy_count: usize,
    /// Byte offsets in the source of the object's document; empty unless they were recorded.
    offsets: Vec<u32>,
    /// Observers and recordings of the model's changes, if there are any.
    journal: Option<Box<change::Journal>>,
    /// Content without a feature; `None` unless a document had such content.
    any: Option<Box<AnyContent>>,
}

impl Model {
    /// An empty model.
    #[must_use]
    pub fn new(metamodel: Arc<Metamodel>) -> Self {
        Self {
            metamodel,
            objects: Vec::new(),
            slots: Vec::new(),
            text: TextArena::default(),
            lists: ListArena::default(),
            wide_numbers: Vec::new(),
            documents: Vec::new(),
            ids: Vec::new(),
            proxies: FxHashMap::default(),
            resolved_targets: FxHashMap::default(),
            implied_proxies: FxHashSet::default(),
            replaced_proxy_count: 0,
            offsets: Vec::new(),
            journal: None,
            any: None,
        }
    }

    /// Removes all objects, documents, observers and recordings, but keeps the memory of the arenas for the next
    /// objects. All ids become invalid.
    pub fn discard_all(&mut self) {
        self.objects.clear();
        self.slots.clear();
        self.text.clear();
        self.lists.clear_all();
        self.wide_numbers.clear();
        self.documents.clear();
        self.ids.clear();
        self.proxies.clear();
        self.resolved_targets.clear();
        self.implied_proxies.clear();
        self.replaced_proxy_count = 0;
        self.offsets.clear();
        self.journal = None;
        self.any = None;
    }

    /// The metamodel of all its objects.
    #[must_use]
    pub fn metamodel(&self) -> &Arc<Metamodel> {
        &self.metamodel
    }

    /// The number of created objects, including proxies, even if they have been replaced since.
    #[must_use]
    pub fn object_count(&self) -> usize {
        self.objects.len()
    }

    /// All objects, in order of creation.
    pub fn objects(&self) -> impl Iterator<Item = ObjectId> + use<> {
        (0..u32::try_from(self.objects.len()).unwrap_or(u32::MAX)).map(ObjectId)
    }

    /// The objects at a range of positions in the order of creation.
    pub fn objects_at(&self, positions: Range<usize>) -> impl Iterator<Item = ObjectId> + use<> {
        let [start, end] = [positions.start, positions.end.min(self.objects.len())];
        (object_number(start)..object_number(end)).map(ObjectId)
    }

    /// The number of bytes in the arenas, without the metamodel.
    #[must_use]
    pub fn allocated_bytes(&self) -> usize {
        self.objects.capacity() * size_of::<Header>()
            + (self.slots.capacity() + self.ids.capacity()) * size_of::<Slot>()
            + self.wide_numbers.capacity() * size_of::<u64>()
            + self.offsets.capacity() * size_of::<u32>()
            + self.text.bytes()
            + self.lists.bytes()
    }

    /// The class of an object.
    #[must_use]
    pub fn class(&self, object: ObjectId) -> ClassId {
        self.header(object).class
    }

    /// The container of the object.
    #[must_use]
    pub fn container(&self, object: ObjectId) -> Option<ObjectId> {
        let container = self.header(object).container;
        (container != NO_INDEX).then_some(ObjectId(container))
    }

    /// The containment reference of the object's container that contains it.
    #[must_use]
    pub fn containing_feature(&self, object: ObjectId) -> Option<FeatureId> {
        let header = self.header(object);
        (header.container != NO_INDEX).then(|| FeatureId::new(header.location as usize))
    }

    /// The container of a root in another document: an object, or a proxy of it. Such a root is not contained
    /// by any object of its own document.
    fn remote_container(&self, object: ObjectId, feature: FeatureId) -> Option<ObjectId> {
        if self.container(object).is_some() {
            return None;
        }
        self.slot(object, feature)?.as_object()
    }

    /// The document that contains the object.
    #[must_use]
    pub fn document_of(&self, object: ObjectId) -> Option<DocumentId> {
        let mut header = self.header(object);
        while header.container != NO_INDEX {
            header = self.header(ObjectId(header.container));
        }
        (header.location != NO_INDEX).then_some(DocumentId(header.location))
    }

    /// Whether the model has only this document, every object is in the document, and no object is a proxy.
    pub fn consists_of(&self, document: DocumentId) -> bool {
        // An object in content without a feature has a container, but is in none of its features.
        let has_others = self.has_proxies() || self.any.is_some();
        let is_only_document = self.documents.len() == 1 && document == DocumentId(0);
        is_only_document && !has_others && self.objects.iter().all(Header::is_attached)
    }

    /// The document of all objects; `None` if there are several, or if an object is in no document.
    fn only_document(&self) -> Option<DocumentId> {
        if self.documents.len() != 1 {
            return None;
        }
        // Proxies, which have no slots, are ignored: a proxy that is only the target of references has no container.
        let are_all_attached =
            self.objects.iter().all(|header| header.slots == NO_INDEX || header.is_attached());
        are_all_attached.then_some(DocumentId(0))
    }

    /// Whether an object has its own values: all except proxies with only an address.
    #[must_use]
    pub fn has_values(&self, object: ObjectId) -> bool {
        self.header(object).slots != NO_INDEX
    }

    /// The position of the object in its document's source, if it was recorded.
    #[must_use]
    pub fn offset(&self, object: ObjectId) -> Option<usize> {
        self.offsets.get(object.index()).filter(|offset| **offset != NO_INDEX).map(|offset| *offset as usize)
    }

    /// A problem at the position of an object, if it was recorded.
    #[must_use]
    pub fn located(&self, problem: Diagnostic, object: ObjectId) -> Diagnostic {
        let source = self.document_of(object).and_then(|document| self.document(document).source.as_ref());
        match (source, self.offset(object)) {
            (Some(source), Some(offset)) => problem.at(source, offset..source.word_end(offset)),
            _ => problem,
        }
    }

    /// Records the position of an object in its document's source.
    pub fn set_offset(&mut self, object: ObjectId, offset: u32) {
        if self.offsets.len() <= object.index() {
            self.offsets.resize(object.index() + 1, NO_INDEX);
        }
        self.offsets[object.index()] = offset;
    }

    /// The value of a single-valued feature, or its default if it is not set.
    ///
    /// Returns [`Value::Null`] if the object's class does not have the feature, or the feature is many-valued; see
    /// [`Model::list`] for the latter.
    #[must_use]
    pub fn get(&self, object: ObjectId, feature: FeatureId) -> Value<'_> {
        if self.metamodel.is_container(feature) {
            // A class may have several container ends; only the opposite of the containing feature has a value.
            let is_containing = self.containing_feature(object) == self.metamodel[feature].opposite();
            let container = if is_containing { self.container(object) } else { None };
            let container = container.or_else(|| self.remote_container(object, feature));
            return container.map_or(Value::Null, Value::Object);
        }
        match self.slot(object, feature) {
            Some(slot) if !slot.is_unset() => self.decode(slot),
            Some(_) => literal(&self.metamodel[feature].default),
            None => Value::Null,
        }
    }

    /// The values of a many-valued feature; for a single-valued feature, the value if it is set.
    #[must_use]
    pub fn list(&self, object: ObjectId, feature: FeatureId) -> List<'_> {
        let header = self.header(object);
        let items = match self.metamodel.table(header.class).slot(feature) {
            Some(slot) => self.slot_items(header.slot(slot)),
            None => &[],
        };
        List { model: self, items }
    }

    /// The value of the feature with this name; null if the class has no such feature.
    #[must_use]
    pub fn get_named(&self, object: ObjectId, feature: &str) -> Value<'_> {
        self.metamodel.feature(self.class(object), feature).map_or(Value::Null, |f| self.get(object, f))
    }

    /// The values of the feature with this name.
    #[must_use]
    pub fn list_named(&self, object: ObjectId, feature: &str) -> List<'_> {
        match self.metamodel.feature(self.class(object), feature) {
            Some(f) => self.list(object, f),
            None => List { model: self, items: &[] },
        }
    }

    /// Whether a feature is set, as EMF's `eIsSet`: an unsettable feature is set once a value was assigned, a list if
    /// it is not empty, and any other feature if its value differs from the default.
    #[must_use]
    pub fn is_set(&self, object: ObjectId, feature: FeatureId) -> bool {
        if self.metamodel.is_container(feature) {
            return self.get(object, feature) != Value::Null;
        }
        let Some(slot) = self.slot(object, feature) else { return false };
        self.is_slot_set(slot, feature)
    }

    /// The documents, in the order they were added.
    pub fn documents(&self) -> impl Iterator<Item = (DocumentId, &Document)> {
        self.documents_from(0)
    }

    /// The documents from a position on, in order.
    pub fn documents_from(&self, first: usize) -> impl Iterator<Item = (DocumentId, &Document)> {
        let documents = self.documents.get(first..).unwrap_or_default();
        (u32::try_from(first).unwrap_or(u32::MAX)..).map(DocumentId).zip(documents)
    }

    /// The number of documents.
    #[must_use]
    pub fn document_count(&self) -> usize {
        self.documents.len()
    }

    /// A document.
    #[must_use]
    pub fn document(&self, id: DocumentId) -> &Document {
        &self.documents[id.0 as usize]
    }

    /// A document, for changing everything except its roots.
    pub fn document_mut(&mut self, id: DocumentId) -> &mut Document {
        &mut self.documents[id.0 as usize]
    }

    /// Adds a document without roots.
    pub fn add_document(&mut self, document: Document) -> DocumentId {
        let id = DocumentId(u32::try_from(self.documents.len()).expect("fewer than 2^32 documents"));
        self.documents.push(document);
        id
    }

    /// The class, slots and location of an object.
    fn header(&self, object: ObjectId) -> &Header {
        &self.objects[object.index()]
    }

    /// Whether an object stores a value for a feature, so that the default is not used.
    #[must_use]
    pub fn has_stored_value(&self, object: ObjectId, feature: FeatureId) -> bool {
        self.slot(object, feature).is_some_and(|slot| !slot.is_unset())
    }

    /// The slot of a feature; `None` if the object is a proxy without slots, or does not have the feature.
    pub(crate) fn slot(&self, object: ObjectId, feature: FeatureId) -> Option<Slot> {
        let header = self.header(object);
        if header.slots == NO_INDEX {
            return None;
        }
        let slot = self.metamodel.table(header.class).slot(feature)?;
        Some(self.slots[header.slot(slot)])
    }

    /// The slots of an object, one for each of its class's features; none for a proxy.
    pub fn object_slots(&self, object: ObjectId) -> &[Slot] {
        let header = self.header(object);
        if header.slots == NO_INDEX {
            return &[];
        }
        let count = self.metamodel.table(header.class).all_features().len();
        &self.slots[header.slots as usize..header.slots as usize + count]
    }

    /// The items of the slot at a position among all slots, as [`Model::items_of`].
    fn slot_items(&self, position: usize) -> &[Slot] {
        let Some(slot) = self.slots.get(position) else { return &[] };
        self.items_of(slot)
    }

    /// The items of a slot: the items of its list, the slot itself if it contains one value, or nothing if it is unset.
    pub fn items_of<'s>(&'s self, slot: &'s Slot) -> &'s [Slot] {
        match slot.as_list() {
            Some(list) => self.lists.get(list),
            None if slot.is_unset() => &[],
            None => std::slice::from_ref(slot),
        }
    }
}

/// The number of the object at a position; beyond all objects if the position is.
fn object_number(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

impl std::fmt::Debug for Model {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Model")
            .field("objects", &self.objects.len())
            .field("documents", &self.documents)
            .finish_non_exhaustive()
    }
}
