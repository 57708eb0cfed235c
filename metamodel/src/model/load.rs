//! Fills a model from a document: what every reader does, whatever its notation.
//!
//! Readers work with slot positions they have looked up, in document order; references are kept as
//! text until the end, since they may lead forward. Invariant: after [`Loader::finish`] the model
//! keeps all of [`super`]'s invariants; before, references are placeholders and one end of an
//! opposite may be missing. This module does not know any notation and reports no problem itself.

use super::slot::Slot;
use super::store::Interner;
use super::{Document, DocumentId, IdIndex, Model, NOWHERE, ObjectId, Resolver, Value};
use crate::ecore::data::Parsed;
use crate::ecore::{ClassId, FeatureId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// Adds one document to a model; see the module's invariants.
#[derive(Debug)]
pub struct Loader<'m, 't> {
    model: &'m mut Model,
    document: DocumentId,
    first: usize,
    interner: Interner,
    pending: Vec<Pending<'t>>,
    /// Positions in `pending` of those that become stand-ins if they lead nowhere, and their classes.
    by_element: FxHashMap<usize, ClassId>,
    record_offsets: bool,
}

/// A reference that is not resolved yet.
#[derive(Debug)]
struct Pending<'t> {
    object: ObjectId,
    slot: u32,
    /// Position in the list; 0 for a single-valued feature.
    index: u32,
    feature: FeatureId,
    offset: u32,
    fragment: Cow<'t, str>,
}

/// A reference whose target is not in the document, or cannot be its target.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unresolved {
    /// The object that refers.
    pub object: ObjectId,
    /// The reference.
    pub feature: FeatureId,
    /// What it says.
    pub fragment: String,
    /// Where it says so: a byte offset in the source.
    pub offset: usize,
    /// What it leads to, where that is an object of another class than the reference takes, or one that
    /// cannot be the container since it is inside the object.
    pub found: Option<ObjectId>,
}

impl<'m, 't> Loader<'m, 't> {
    /// Starts a document. `text_bytes` is the size of its source, from which the arenas are sized.
    pub fn new(model: &'m mut Model, document: Document, text_bytes: usize, record_offsets: bool) -> Self {
        let first = model.object_count();
        let document = model.add_document(document);
        model.text.reserve(text_bytes / 4);
        model.objects.reserve(text_bytes / 256);
        Self {
            model,
            document,
            first,
            interner: Interner::default(),
            pending: Vec::new(),
            by_element: FxHashMap::default(),
            record_offsets,
        }
    }

    /// The model being filled.
    #[must_use]
    pub fn model(&self) -> &Model {
        self.model
    }

    /// The document being read.
    #[must_use]
    pub fn document(&self) -> DocumentId {
        self.document
    }

    /// The document being read, to note what its source says of it.
    pub fn document_mut(&mut self) -> &mut Document {
        &mut self.model.documents[self.document.0 as usize]
    }

    /// Makes an object of a class that the reader has checked to have instances.
    pub fn create(&mut self, class: ClassId, offset: usize) -> ObjectId {
        let object = self.model.allocate(class);
        if self.record_offsets {
            self.model.offsets.resize(object.index(), u32::MAX);
            self.model.offsets.push(u32::try_from(offset).unwrap_or(u32::MAX));
        }
        object
    }

    /// Makes an object a root of the document.
    pub fn root(&mut self, object: ObjectId) {
        self.model.objects[object.index()].place = self.document.0;
        self.model.documents[self.document.0 as usize].roots.push(object);
    }

    /// Gives an object its `xmi:id`.
    pub fn xmi_id(&mut self, object: ObjectId, id: &str) {
        self.model.set_xmi_id(object, id);
    }

    fn position(&self, object: ObjectId, slot: usize) -> usize {
        self.model.header(object).slots as usize + slot
    }

    /// Contains an object that has no container yet. In a single-valued feature the last one wins.
    pub fn contain(&mut self, container: ObjectId, slot: usize, feature: FeatureId, child: ObjectId) {
        let at = self.position(container, slot);
        if self.model.metamodel[feature].many() {
            let list = self.model.list_at(at);
            self.model.lists.push(list, Slot::object(child));
        } else {
            if let Some(previous) = self.model.slots[at].as_object() {
                let header = &mut self.model.objects[previous.index()];
                (header.container, header.place) = (NOWHERE, NOWHERE);
            }
            self.model.slots[at] = Slot::object(child);
        }
        let header = &mut self.model.objects[child.index()];
        header.container = container.0;
        header.place = feature.0;
    }

    /// Stores a parsed attribute value: replaces a single one, appends to many.
    pub fn value(&mut self, object: ObjectId, slot: usize, many: bool, value: &Parsed<'_>) {
        let item = match value {
            Parsed::String(text) => Slot::string(self.interner.intern(&mut self.model.text, text)),
            Parsed::Lexical(text) => Slot::lexical(self.interner.intern(&mut self.model.text, text)),
            Parsed::Bool(v) => Slot::bool(*v),
            Parsed::Char(v) => Slot::char(*v),
            Parsed::Float(v) => Slot::float(*v),
            Parsed::Int(v) => self.model.encode(Value::Int(*v)),
            Parsed::Double(v) => self.model.encode(Value::Double(*v)),
        };
        self.store(object, slot, many, item);
    }

    /// Stores an enumeration literal.
    pub fn enumeration(&mut self, object: ObjectId, slot: usize, many: bool, literal: u32) {
        self.store(object, slot, many, Slot::enumeration(literal));
    }

    /// Stores a null, which is no value at all of a single-valued feature whose type has none. What a
    /// single-valued containment held before is in no container then.
    pub fn null(&mut self, object: ObjectId, slot: usize, many: bool) {
        let feature = self.model.metamodel.table(self.model.class(object)).all_features()[slot];
        let at = self.position(object, slot);
        if self.model.metamodel[feature].is_containment()
            && let Some(previous) = self.model.slots[at].as_object()
        {
            let header = &mut self.model.objects[previous.index()];
            (header.container, header.place) = (NOWHERE, NOWHERE);
        }
        let item = if many { Slot::NULL } else { self.model.null_slot(feature) };
        self.store(object, slot, many, item);
    }

    /// Marks a many-valued feature as set, even if nothing follows.
    pub fn set_empty(&mut self, object: ObjectId, slot: usize) {
        let at = self.position(object, slot);
        self.model.list_at(at);
    }

    fn store(&mut self, object: ObjectId, slot: usize, many: bool, item: Slot) {
        let at = self.position(object, slot);
        if many {
            let list = self.model.list_at(at);
            self.model.lists.push(list, item);
        } else {
            self.model.slots[at] = item;
        }
    }

    /// Notes a reference within the document, to be resolved at the end.
    pub fn refer(
        &mut self,
        object: ObjectId,
        slot: usize,
        feature: FeatureId,
        fragment: Cow<'t, str>,
        offset: usize,
    ) {
        let many = self.model.metamodel[feature].many();
        let at = self.position(object, slot);
        let index = if many {
            let list = self.model.list_at(at);
            self.model.lists.push(list, Slot::NULL);
            u32::try_from(self.model.lists.get(list).len() - 1).unwrap_or(u32::MAX)
        } else {
            0
        };
        self.pending.push(Pending {
            object,
            slot: u32::try_from(slot).unwrap_or(u32::MAX),
            index,
            feature,
            offset: u32::try_from(offset).unwrap_or(u32::MAX),
            fragment,
        });
    }

    /// Notes a reference that becomes a stand-in of the class if it leads nowhere, instead of an error.
    pub fn refer_by_element(
        &mut self,
        object: ObjectId,
        slot: usize,
        feature: FeatureId,
        fragment: Cow<'t, str>,
        (offset, class): (usize, ClassId),
    ) {
        self.by_element.insert(self.pending.len(), class);
        self.refer(object, slot, feature, fragment, offset);
    }

    /// Makes a stand-in for an object of another document; the caller stores it.
    pub fn proxy(&mut self, class: ClassId, uri: &str) -> ObjectId {
        self.model.create_proxy(class, uri)
    }

    /// Stores an object in a non-containment reference.
    pub fn refer_to(&mut self, object: ObjectId, slot: usize, feature: FeatureId, target: ObjectId) {
        let many = self.model.metamodel[feature].many();
        self.store(object, slot, many, Slot::object(target));
    }

    /// Resolves what was noted and completes opposites; tells what leads nowhere.
    #[must_use]
    pub fn finish(mut self) -> Vec<Unresolved> {
        let unresolved = self.resolve();
        self.model.text.shrink();
        self.model.lists.shrink();
        self.model.slots.shrink_to_fit();
        self.model.objects.shrink_to_fit();
        self.model.offsets.shrink_to_fit();
        self.model.ids.shrink_to_fit();
        unresolved
    }

    fn resolve(&mut self) -> Vec<Unresolved> {
        let pending = std::mem::take(&mut self.pending);
        let needs_ids = pending.iter().any(|p| !p.fragment.starts_with('/') || p.fragment.starts_with("/?"));
        let index = if needs_ids {
            IdIndex::new(self.model, self.model.objects().skip(self.first))
        } else {
            IdIndex::default()
        };
        let mut resolver = Resolver::default();
        let mut targets: Vec<Option<ObjectId>> = {
            let model = &*self.model;
            let by_id = |id: &str| index.find(model, id);
            pending.iter().map(|p| resolver.resolve(model, self.document, &p.fragment, &by_id)).collect()
        };
        let mut unresolved = Vec::new();
        let mut gaps = Vec::new();
        for (number, (reference, target)) in pending.iter().zip(&mut targets).enumerate() {
            if target.is_none() {
                *target = self.stand_in(number, &reference.fragment);
            }
            let at = self.position(reference.object, reference.slot as usize);
            let expected = self.model.metamodel.target(reference.feature);
            let fits = |target: &ObjectId| self.model.metamodel.conforms(self.model.class(*target), expected);
            let is_container = self.model.metamodel.is_container(reference.feature);
            let closes = |target: &ObjectId| is_container && self.model.is_within(*target, reference.object);
            let misfit = target.take_if(|target| !fits(target) || closes(target));
            match (*target, self.model.slots[at].as_list()) {
                (Some(target), Some(list)) => {
                    self.model.lists.get_mut(list)[reference.index as usize] = Slot::object(target);
                }
                (Some(target), None) if is_container => {
                    if self.model.container(reference.object) != Some(target) {
                        self.model.link(reference.object, reference.feature, target, None);
                    }
                }
                (Some(target), None) => self.model.slots[at] = Slot::object(target),
                (None, list) => {
                    gaps.extend(list);
                    unresolved.push(Unresolved {
                        object: reference.object,
                        feature: reference.feature,
                        fragment: reference.fragment.clone().into_owned(),
                        offset: reference.offset as usize,
                        found: misfit,
                    });
                }
            }
        }
        gaps.sort_unstable();
        gaps.dedup();
        for list in gaps {
            self.model.lists.retain(list, |item| item != Slot::NULL);
        }
        self.complete_opposites(&pending, &targets);
        unresolved
    }

    /// What stands for the target of a reference by element.
    fn stand_in(&mut self, number: usize, fragment: &str) -> Option<ObjectId> {
        let class = *self.by_element.get(&number)?;
        let address = format!("{}#{fragment}", self.model.document(self.document).uri);
        Some(self.model.create_proxy(class, &address))
    }

    /// Whether a stated reference still holds: in a single-valued feature the last one wins.
    fn holds(&self, object: ObjectId, feature: FeatureId, target: ObjectId) -> bool {
        self.model.metamodel[feature].many() || self.model.get(object, feature) == Value::Object(target)
    }

    /// Adds the ends of bidirectional references that the document does not state.
    fn complete_opposites(&mut self, pending: &[Pending<'t>], targets: &[Option<ObjectId>]) {
        let metamodel = std::sync::Arc::clone(&self.model.metamodel);
        let stated: Vec<(ObjectId, FeatureId, FeatureId, ObjectId)> = pending
            .iter()
            .zip(targets)
            .filter_map(|(p, target)| {
                Some((p.object, p.feature, metamodel[p.feature].opposite()?, (*target)?))
            })
            .filter(|(_, feature, ..)| !metamodel.is_container(*feature))
            .filter(|(object, feature, _, target)| self.holds(*object, *feature, *target))
            .collect();
        if stated.is_empty() {
            return;
        }
        let known: FxHashSet<(ObjectId, FeatureId, ObjectId)> =
            stated.iter().map(|(o, f, _, t)| (*o, *f, *t)).collect();
        for (object, feature, opposite, target) in stated {
            let both = known.contains(&(target, opposite, object));
            self.model.complete(object, feature, target, opposite, both);
        }
    }
}

impl Model {
    /// Makes a stated reference true at both ends, `both` if the other end is stated as well.
    ///
    /// Where statements contradict each other the last one wins, as when they are made one by one:
    /// whatever a single-valued end held before no longer refers back.
    fn complete(
        &mut self,
        object: ObjectId,
        feature: FeatureId,
        target: ObjectId,
        opposite: FeatureId,
        both: bool,
    ) {
        let metamodel = std::sync::Arc::clone(&self.metamodel);
        let (many, opposite_many) = (metamodel[feature].many(), metamodel[opposite].many());
        let near = if many { None } else { self.get(object, feature).object() };
        let far = if opposite_many { None } else { self.get(target, opposite).object() };
        let intact = (many || near == Some(target)) && (opposite_many || far == Some(object));
        if intact && (both || !opposite_many) {
            return;
        }
        if let Some(other) = near.filter(|other| *other != target) {
            self.oust(other, opposite, object);
        }
        if let Some(other) = far.filter(|other| *other != object) {
            self.oust(other, feature, target);
        }
        // A list holds what was stated in it, unless another statement has taken it since; to look
        // is dear, so only where one may have.
        if !many || (far.is_some() && !self.list(object, feature).objects().any(|o| o == target)) {
            self.put(object, feature, target, None);
        }
        if !opposite_many || !both || !self.list(target, opposite).objects().any(|o| o == object) {
            self.put(target, opposite, object, None);
        }
    }

    /// Removes a reference, however often it is there: a document may name a target any number of times.
    fn oust(&mut self, object: ObjectId, feature: FeatureId, target: ObjectId) {
        let Some(at) = self.slot_position(object, feature) else { return };
        match self.slots[at].as_list() {
            Some(list) => self.lists.retain(list, |item| item != Slot::object(target)),
            None => self.take(object, feature, target),
        }
    }
}

impl Model {
    /// Stores a single reference as it is, for callers that keep the invariants themselves.
    pub(super) fn put_unchecked(&mut self, object: ObjectId, feature: FeatureId, target: Option<ObjectId>) {
        let header = *self.header(object);
        if let Some(at) = self.metamodel.table(header.class).slot(feature) {
            self.slots[header.slots as usize + at] = target.map_or(Slot::UNSET, Slot::object);
        }
    }

    /// Stores a list of references as it is; contained ones are given their container.
    pub(super) fn replace_list(&mut self, object: ObjectId, feature: FeatureId, targets: &[ObjectId]) {
        let header = *self.header(object);
        let Some(at) = self.metamodel.table(header.class).slot(feature) else { return };
        let list = self.list_at(header.slots as usize + at);
        self.lists.clear(list);
        for target in targets {
            self.lists.push(list, Slot::object(*target));
            if self.metamodel[feature].is_containment() {
                let child = &mut self.objects[target.index()];
                (child.container, child.place) = (object.0, feature.0);
            }
        }
        if targets.is_empty() {
            self.slots[header.slots as usize + at] = Slot::UNSET;
        }
    }

    /// Puts the objects that proxies stand for in their place, wherever they are referred to.
    /// A proxy that is contained stays: its object belongs to another document.
    pub fn replace_proxies(&mut self, targets: &rustc_hash::FxHashMap<ObjectId, ObjectId>) {
        let replace = |slot: &mut Slot| {
            if let Some(target) = slot.as_object().and_then(|o| targets.get(&o)) {
                *slot = Slot::object(*target);
            }
        };
        self.slots.iter_mut().for_each(replace);
        self.lists.all_mut().iter_mut().for_each(replace);
        for proxy in targets.keys() {
            self.proxies.remove(proxy);
            self.replaced += 1;
        }
    }

    /// The proxies that stand in a containment, which [`Model::replace_proxies`] must not be given.
    #[must_use]
    pub fn is_contained(&self, object: ObjectId) -> bool {
        self.header(object).container != NOWHERE
    }
}
