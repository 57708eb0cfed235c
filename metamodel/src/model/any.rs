//! Content without a feature in the metamodel: text between elements, and elements and attributes that match
//! wildcards or are unknown.
//!
//! The names and spelling of such content are preserved. A feature map refers to it by a [`FeatureMapEntry`]; unknown
//! content of an object is attached to the object. Invariant: elements refer only to elements that were created after
//! them, so content never contains itself.

use super::load::Loader;
use super::slot::Slot;
use super::{Model, ObjectId, Value};
use crate::ecore::{ClassId, FeatureId};
use rustc_hash::FxHashMap;

/// A name with its namespace.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Name {
    /// The namespace's URI; `None` for a name without namespace.
    pub namespace: Option<Box<str>>,
    /// The local part.
    pub local: Box<str>,
}

impl Name {
    /// A name.
    #[must_use]
    pub fn new(namespace: Option<&str>, local: &str) -> Self {
        Self { namespace: namespace.map(Into::into), local: local.into() }
    }
}

/// An element without a class; valid only in the model that created it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AnyId(u32);

/// A part of the content: text, an element or an attribute.
#[derive(Debug, Clone, PartialEq)]
pub enum Any {
    /// Text between elements.
    Text(Box<str>),
    /// A processing instruction.
    Instruction {
        /// The target.
        target: Box<str>,
        /// The data.
        data: Option<Box<str>>,
    },
    /// An element without a class; `None` if it is nil.
    Element(Name, Option<AnyId>),
    /// An attribute, or an element with a value.
    Value(Name, Box<str>),
    /// An element that is an object.
    Object {
        /// The name.
        name: Name,
        /// The class that the name determines.
        declared: Option<ClassId>,
        /// The object.
        object: ObjectId,
    },
}

/// An element without a class, and its content.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AnyElement {
    /// The `xmi:id`.
    pub id: Option<Box<str>>,
    /// The address of its target, if it is a proxy; a proxy has no other content.
    pub href: Option<Box<str>>,
    /// The name of its declared type, if it declares one; the metamodel has no such class.
    pub class: Option<Name>,
    /// The attributes.
    pub attributes: Vec<Any>,
    /// The elements and text.
    pub content: Vec<Any>,
}

/// All content without a feature in a model.
#[derive(Debug, Clone, Default)]
pub struct AnyContent {
    elements: Vec<AnyElement>,
    /// The entries of feature maps, to which [`FeatureMapEntry::Any`] refers.
    entries: Vec<Any>,
    /// The unknown content of objects.
    extensions: FxHashMap<ObjectId, AnyId>,
}

/// An entry of a feature map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FeatureMapEntry {
    /// The next value of a member, possibly under the name of another feature.
    Member {
        /// The member's slot.
        slot: usize,
        /// The feature in the document, if it is not the member itself.
        named: Option<FeatureId>,
    },
    /// Content by its position.
    Any(usize),
}

impl FeatureMapEntry {
    /// Decodes an item of a feature map's list.
    #[must_use]
    pub fn decode(value: Value<'_>) -> Option<Self> {
        let Value::Int(number) = value else { return None };
        // A negative number is the complement of a position, see `encode`.
        if number < 0 {
            return usize::try_from(!number).ok().map(FeatureMapEntry::Any);
        }
        // A number of at most 32 bits, as `Loader::record_map_entry` stores it, is the slot of a member under its own
        // name.
        let slot = usize::try_from(number & 0xffff_ffff).ok()?;
        let named = usize::try_from(number >> 32).ok()?.checked_sub(1).map(FeatureId::new);
        Some(FeatureMapEntry::Member { slot, named })
    }

    /// Encodes the entry as an item of a feature map's list.
    fn encode(self) -> i64 {
        match self {
            FeatureMapEntry::Any(position) => !to_32_bits(position),
            FeatureMapEntry::Member { slot, named } => {
                // One is added, so that 0 means the member's own name.
                to_32_bits(slot) | named.map_or(0, |feature| to_32_bits(feature.index() + 1) << 32)
            }
        }
    }
}

/// A number as 32 bits without a sign.
fn to_32_bits(number: usize) -> i64 {
    i64::from(u32::try_from(number).unwrap_or(u32::MAX))
}

impl Model {
    /// The entries of a feature map, in order; `map` is its slot. The list of the map contains only the order, and the
    /// members contain the values. Values that are not in the list come last, member by member.
    pub fn map_entries(&self, object: ObjectId, map: usize) -> Vec<FeatureMapEntry> {
        let table = self.metamodel().table(self.class(object));
        let slots = self.object_slots(object);
        // A single value that equals the default is not an entry, except the element of a document root.
        let has_entries = |index: usize, slot: &Slot| {
            let feature = table.all_features()[index];
            self.metamodel()[feature].many() || self.is_slot_set(*slot, feature)
        };
        let entry_count = |index: usize| {
            let slot = slots.get(index).filter(|slot| has_entries(index, slot));
            slot.map_or(0, |slot| self.items_of(slot).len())
        };
        // The number of values of each member that the entries so far use.
        let mut used_counts = vec![0; slots.len()];
        let mut entries = Vec::new();
        let order = slots.get(map).map_or(&[][..], |slot| self.items_of(slot));
        for entry in order.iter().filter_map(|item| FeatureMapEntry::decode(self.decode(*item))) {
            match entry {
                FeatureMapEntry::Member { slot, .. } => {
                    // The order may contain an entry for a value that was removed.
                    if table.feature_map(slot) == Some(map) && used_counts[slot] < entry_count(slot) {
                        used_counts[slot] += 1;
                        entries.push(entry);
                    }
                }
                FeatureMapEntry::Any(_) => entries.push(entry),
            }
        }
        for (slot, used_count) in used_counts.into_iter().enumerate() {
            if table.feature_map(slot) == Some(map) {
                let remaining = used_count..entry_count(slot);
                entries.extend(remaining.map(|_| FeatureMapEntry::Member { slot, named: None }));
            }
        }
        entries
    }

    /// Whether the values of the feature map in a slot are in the order of its members, each with the
    /// member's own name, so that the members alone determine the order. Content without a feature is
    /// ignored.
    pub fn is_by_member(&self, object: ObjectId, map: usize) -> bool {
        let mut previous_slot = 0;
        for entry in self.map_entries(object, map) {
            match entry {
                FeatureMapEntry::Member { slot, named: None } if slot >= previous_slot => {
                    previous_slot = slot;
                }
                FeatureMapEntry::Member { .. } => return false,
                FeatureMapEntry::Any(_) => {}
            }
        }
        true
    }
}

impl AnyContent {
    /// An element.
    #[must_use]
    pub fn element(&self, id: AnyId) -> &AnyElement {
        &self.elements[id.0 as usize]
    }

    /// The content of a feature map's entry.
    #[must_use]
    pub fn entry(&self, position: usize) -> Option<&Any> {
        self.entries.get(position)
    }

    /// The unknown content of an object.
    #[must_use]
    pub fn extension(&self, object: ObjectId) -> Option<&AnyElement> {
        self.extensions.get(&object).map(|id| self.element(*id))
    }

    /// The objects with unknown content, in no order.
    pub fn extended_objects(&self) -> impl Iterator<Item = ObjectId> {
        self.extensions.keys().copied()
    }

    /// Creates an element.
    pub fn make(&mut self, element: AnyElement) -> AnyId {
        self.elements.push(element);
        AnyId(u32::try_from(self.elements.len() - 1).unwrap_or(u32::MAX))
    }

    /// An element, for modification.
    pub fn element_mut(&mut self, id: AnyId) -> &mut AnyElement {
        &mut self.elements[id.0 as usize]
    }

    /// Gives an object unknown content, unless it has some; returns the content.
    pub fn extend(&mut self, object: ObjectId) -> AnyId {
        if let Some(id) = self.extensions.get(&object) {
            return *id;
        }
        let id = self.make(AnyElement::default());
        self.extensions.insert(object, id);
        id
    }
}

impl Model {
    /// Content without a feature, if there is any.
    #[must_use]
    pub fn any(&self) -> Option<&AnyContent> {
        self.any.as_deref()
    }

    /// Content without a feature, for modification.
    pub fn any_mut(&mut self) -> &mut AnyContent {
        self.any.get_or_insert_default()
    }
}

impl Loader<'_, '_> {
    /// Content without a feature.
    pub fn any(&mut self) -> &mut AnyContent {
        self.model.any_mut()
    }

    /// Adds content to a feature map.
    pub fn any_entry(&mut self, object: ObjectId, map: usize, entry: Any) {
        let any = self.model.any_mut();
        any.entries.push(entry);
        let map_entry = FeatureMapEntry::Any(any.entries.len() - 1);
        self.append_entry(object, map, map_entry);
    }

    /// Records that the next value of a member is the next entry of its feature map, with another feature's name.
    pub fn named_entry(&mut self, object: ObjectId, map: usize, slot: usize, named: FeatureId) {
        self.append_entry(object, map, FeatureMapEntry::Member { slot, named: Some(named) });
    }

    /// Adds an entry to the list of a feature map.
    fn append_entry(&mut self, object: ObjectId, map: usize, entry: FeatureMapEntry) {
        let item = self.model.encode(Value::Int(entry.encode()));
        self.append(object, map, item);
    }

    /// Records the container of an object that is content without a feature, so no feature of the container contains
    /// it.
    pub fn contain_as_any(&mut self, container: ObjectId, feature: FeatureId, child: ObjectId) {
        let header = &mut self.model.objects[child.index()];
        (header.container, header.location) = (container.0, feature.0);
    }
}
