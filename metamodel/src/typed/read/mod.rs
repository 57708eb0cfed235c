//! From a model to owned trees.
//!
//! Invariants: every object is visited even if another one has a problem, and the first problem of
//! each is told, in the order of the objects; nothing is handed out when there was one. Recursion is bounded whatever
//! the tree: an object that lies too deep is left for later, and what contains it is read again when that is done, so
//! that no object is read more than twice.

mod problem;

use super::description::{Field, Fields, shapes};
use super::{Element, MAX_DEPTH, Ref, Source, Value};
use crate::diagnostic::{Diagnostics, Severity};
use crate::ecore::{ClassId, FeatureId};
use crate::model::slot::Slot;
use crate::model::{Addresses, DocumentId, Model, ObjectId, Value as Data, literal};
use crate::tree::names::{class_name, qualified_name, top_package};
use problem::Problem;
use rustc_hash::FxHashMap;
use std::any::Any;
use std::collections::BTreeMap;

/// The roots of a document as values of a type.
///
/// What only documents have (`xmi:id`s, encodings) is not part of the values.
///
/// # Errors
/// Where a root or a contained object is of a class that the type cannot hold, a required value is
/// missing, the model holds something that the types have no field for, or the tree is deeper than
/// [`MAX_DEPTH`].
pub fn from_model<T: Element>(model: &Model, document: DocumentId) -> Result<Vec<T>, Diagnostics> {
    read(model, model.document(document).roots(), Some(document), StandIns::Refused)
}

/// The same where somebody else keeps the stand-ins among what is contained.
pub(super) fn without_stand_ins<T: Element>(
    model: &Model,
    document: DocumentId,
) -> Result<Vec<T>, Diagnostics> {
    read(model, model.document(document).roots(), Some(document), StandIns::LeftOut)
}

/// What becomes of stand-ins for contained objects of other documents.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum StandIns {
    Refused,
    LeftOut,
}

/// An object with all that it contains as a value of a type.
pub(super) fn from_object<T: Element>(model: &Model, object: ObjectId) -> Result<T, Diagnostics> {
    let mut values = read(model, &[object], model.document_of(object), StandIns::Refused)?;
    values.pop().ok_or_else(Diagnostics::new)
}

fn read<T: Element>(
    model: &Model,
    objects: &[ObjectId],
    document: Option<DocumentId>,
    stand_ins: StandIns,
) -> Result<Vec<T>, Diagnostics> {
    let mut reader = Reader {
        model,
        document,
        stand_ins,
        top: None,
        addresses: Addresses::new(model),
        classes: Vec::new(),
        known: FxHashMap::default(),
        above: 0,
        levels: 0,
        room: ROOM,
        deferred: Vec::new(),
        finished: FxHashMap::default(),
        problems: BTreeMap::new(),
        diagnostics: Diagnostics::new(),
    };
    let values = objects.iter().filter_map(|root| reader.tree(*root)).collect();
    let problems = reader.tell();
    if problems.has_errors() { Err(problems) } else { Ok(values) }
}

/// How many objects are read inside one another on the stack.
const LEVELS: usize = 16;

/// How many bytes their types have together, unless the outermost alone has more. Without optimisation the stack holds
/// many copies of each.
const ROOM: usize = 16 << 10;

struct Reader<'m> {
    model: &'m Model,
    /// The document that the objects are in, if any.
    document: Option<DocumentId>,
    stand_ins: StandIns,
    /// What contains all that is read, if that is in no document.
    top: Option<ObjectId>,
    addresses: Addresses<'m>,
    classes: Vec<Fields>,
    /// For a type (by the address of its classes) and a class: position among the type's classes
    /// and in `classes`; nothing where the type cannot hold it.
    known: FxHashMap<(usize, ClassId), Option<(usize, usize)>>,
    /// How many objects contain the outermost one on the stack.
    above: usize,
    /// How many objects are being read on the stack.
    levels: usize,
    /// How many bytes there are for the types of more of them.
    room: usize,
    /// What lay too deep in the outermost object.
    deferred: Vec<Deferred<'m>>,
    /// What was read of objects that lay too deep: an `Option` of the type that each was asked for as.
    finished: FxHashMap<ObjectId, Box<dyn Any>>,
    /// The first problem of each object.
    problems: BTreeMap<ObjectId, Problem>,
    /// The problems of types.
    diagnostics: Diagnostics,
}

/// An object that lies too deep to be read where it was found, and how it is to be read.
struct Deferred<'m> {
    object: ObjectId,
    /// How many objects contain it.
    above: usize,
    read: fn(&mut Reader<'m>, ObjectId) -> Box<dyn Any>,
}

impl<'m> Reader<'m> {
    fn report(&mut self, object: ObjectId, problem: Problem) {
        self.problems.entry(object).or_insert(problem);
    }

    /// All problems: those of types, then those of objects.
    fn tell(mut self) -> Diagnostics {
        for (object, problem) in self.problems {
            let told = || problem.tell(self.model, object).object(self.addresses.of(object));
            self.diagnostics.push_with(Severity::Error, told);
        }
        self.diagnostics
    }

    /// Reads an object with all that it contains.
    fn tree<T: Element>(&mut self, object: ObjectId) -> Option<T> {
        self.above = 0;
        self.top = self.document.is_none().then(|| top(self.model, object));
        let value = self.element(object);
        let mut open = std::mem::take(&mut self.deferred);
        if open.is_empty() {
            return value;
        }
        while let Some(next) = open.pop() {
            self.above = next.above;
            let value = (next.read)(self, next.object);
            if self.deferred.is_empty() {
                self.finished.insert(next.object, value);
            } else {
                open.push(next);
                open.append(&mut self.deferred);
            }
        }
        self.above = 0;
        self.element(object)
    }

    fn class<T: Element>(&mut self, class: ClassId) -> Option<(usize, usize)> {
        let key = (T::CLASSES.as_ptr() as usize, class);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let metamodel = self.model.metamodel();
        let found = T::CLASSES.iter().position(|d| d.find(metamodel) == Some(class));
        let resolved = found.and_then(|at| match T::CLASSES[at].resolve(metamodel, &shapes::<T>(at)) {
            Ok(fields) => {
                self.classes.push(fields);
                Some((at, self.classes.len() - 1))
            }
            Err(diagnostic) => {
                self.diagnostics.push(*diagnostic);
                None
            }
        });
        self.known.insert(key, resolved);
        resolved
    }

    /// Reads an object. Gives nothing where that is left for later, or cannot be done, which is told.
    fn element<T: Element>(&mut self, object: ObjectId) -> Option<T> {
        if let Some(Ok(finished)) = self.finished.remove(&object).map(|value| value.downcast::<Option<T>>()) {
            return *finished;
        }
        let above = self.above + self.levels;
        if above >= MAX_DEPTH {
            self.report(object, Problem::TooDeep);
            return None;
        }
        let room = self.room;
        if self.levels >= LEVELS || (self.levels > 0 && room < size_of::<T>()) {
            let read = |reader: &mut Self, object| Box::new(reader.element::<T>(object)) as Box<dyn Any>;
            self.deferred.push(Deferred { object, above, read });
            return None;
        }
        (self.levels, self.room) = (self.levels + 1, room.saturating_sub(size_of::<T>()));
        let value = self.fields(object);
        (self.levels, self.room) = (self.levels - 1, room);
        value
    }

    fn fields<T: Element>(&mut self, object: ObjectId) -> Option<T> {
        if self.model.proxy_uri(object).is_some() {
            self.report(object, Problem::Elsewhere);
            return None;
        }
        let Some((at, fields)) = self.class::<T>(self.model.class(object)) else {
            self.report(object, Problem::Class(T::CLASSES));
            return None;
        };
        let mut rest = self.classes[fields].rest.iter().map(|(_, feature)| *feature);
        if let Some(feature) = rest.find(|feature| self.model.is_set(object, *feature)) {
            self.report(object, Problem::NoField(feature));
        }
        let slots = self.model.object_slots(object);
        let mut source = ObjectReader { reader: self, object, slots, fields, next: 0, failed: false };
        let mut value = None;
        T::read(at, &mut value, &mut source).ok()?;
        value.filter(|_| !source.failed)
    }

    /// Whether a place holds a contained object that is left out.
    fn leaves_out(&self, feature: FeatureId, slot: Slot) -> bool {
        let is_stand_in =
            |object| self.model.is_proxy(object) && self.model.metamodel()[feature].is_containment();
        self.stand_ins == StandIns::LeftOut && slot.as_object().is_some_and(is_stand_in)
    }

    /// Whether nothing would lead from an object to a target, since that is in no document.
    fn is_dangling(&mut self, target: ObjectId) -> bool {
        let model = self.model;
        if model.is_proxy(target) || self.addresses.document_of(target).is_some() {
            return false;
        }
        // What is read is in no document either, and may hold it.
        self.document.is_some() || self.top != Some(top(model, target))
    }

    /// How documents refer to an object. An `xmi:id` is not used, since types do not keep it.
    fn reference<T: ?Sized>(&mut self, feature: FeatureId, target: ObjectId) -> Ref<T> {
        let model = self.model;
        if let Some(uri) = model.proxy_uri(target) {
            return self.external(feature, target, uri.to_owned());
        }
        let mut address = String::new();
        let document = self.addresses.document_of(target);
        if let Some(other) = document.filter(|document| Some(*document) != self.document) {
            address.push_str(&model.document(other).uri);
            address.push('#');
            self.addresses.write(target, &mut address);
            return self.external(feature, target, address);
        }
        if model.xmi_id(target).is_some() {
            self.addresses.write_path(target, &mut address);
        } else {
            self.addresses.write(target, &mut address);
        }
        Ref::local(address)
    }

    /// A reference to an object of another document, with its class where that is not the declared one.
    fn external<T: ?Sized>(&self, feature: FeatureId, target: ObjectId, uri: String) -> Ref<T> {
        let (reference, class) = (Ref::external(uri), self.model.class(target));
        let is_declared = class == self.model.metamodel().target(feature);
        if is_declared { reference } else { reference.of_class(self.type_name(class)) }
    }

    /// A class as `$type` names it: by its name where the document's package has it, else in full.
    fn type_name(&self, class: ClassId) -> String {
        let metamodel = self.model.metamodel();
        let first = self.document.and_then(|document| self.model.document(document).roots().first());
        match first.map(|root| top_package(metamodel, self.model.class(*root))) {
            Some(own) => class_name(metamodel, class, own).into_owned(),
            None => qualified_name(metamodel, class),
        }
    }
}

/// Gives the fields of one object.
pub struct ObjectReader<'r, 'm> {
    reader: &'r mut Reader<'m>,
    object: ObjectId,
    slots: &'m [Slot],
    fields: usize,
    next: usize,
    /// Whether a field could not be had. What follows is looked at all the same.
    failed: bool,
}

impl std::fmt::Debug for ObjectReader<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ObjectReader").field("object", &self.object).finish_non_exhaustive()
    }
}

/// That a field cannot be had, which the reader has told or left for later.
#[derive(Debug)]
pub struct Told;

impl ObjectReader<'_, '_> {
    fn take<F: super::Field>(&mut self, at: usize) -> Option<F> {
        let field = *self.reader.classes[self.fields].fields.get(at)?;
        let slot = self.slots.get(field.slot)?;
        F::take(Place { reader: &mut *self.reader, object: self.object, field, slot })
    }
}

impl Source for ObjectReader<'_, '_> {
    type Error = Told;

    fn next(&mut self) -> Result<Option<usize>, Told> {
        let at = self.next;
        self.next += 1;
        Ok((at < self.reader.classes[self.fields].fields.len()).then_some(at))
    }

    fn field<F: super::Field>(&mut self, at: usize, into: &mut F) -> Result<(), Told> {
        match self.take(at) {
            Some(value) => *into = value,
            None => self.failed = true,
        }
        Ok(())
    }

    fn slot<F: super::Field>(&mut self, at: usize, into: &mut Option<F>) -> Result<(), Told> {
        *into = self.take(at);
        self.failed |= into.is_none();
        Ok(())
    }

    /// What is missing was told where it was looked for.
    fn require(&mut self, _: usize) -> Result<(), Told> {
        Ok(())
    }

    fn missing(&mut self, _: usize) -> Told {
        Told
    }
}

/// A place in a model that holds a value, or a list of them.
pub struct Place<'p, 'm> {
    reader: &'p mut Reader<'m>,
    object: ObjectId,
    field: Field,
    slot: &'m Slot,
}

impl std::fmt::Debug for Place<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Place").field("object", &self.object).finish_non_exhaustive()
    }
}

impl<'m> Place<'_, 'm> {
    /// Whether there is no value.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        is_empty(self.reader.model, *self.slot) || self.reader.leaves_out(self.field.feature, *self.slot)
    }

    /// How many values a list has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.reader.model.items_of(self.slot).len()
    }

    /// Looks at all that a list of references leads to, before they are spelled one after the other.
    pub(super) fn look_ahead(&self) {
        let targets = self.reader.model.items_of(self.slot).iter().filter_map(|item| item.as_object());
        self.reader.addresses.look_ahead(targets);
    }

    /// The place of a value in a list. Nothing where it holds null, which is told, or what is left out.
    pub fn item(&mut self, at: usize) -> Option<Place<'_, 'm>> {
        let slot = self.reader.model.items_of(self.slot).get(at)?;
        if self.reader.leaves_out(self.field.feature, *slot) {
            return None;
        }
        if is_empty(self.reader.model, *slot) {
            self.reader.report(self.object, Problem::Null(self.field.feature));
            return None;
        }
        Some(Place { reader: &mut *self.reader, object: self.object, field: self.field, slot })
    }

    /// The data value, or the default of its feature.
    #[must_use]
    pub fn value<V: Value>(self) -> Option<V> {
        let model = self.reader.model;
        let data = match self.slot.is_unset() {
            true => literal(&model.metamodel()[self.field.feature].default),
            false => model.decode(*self.slot),
        };
        let value = V::from_data(data);
        if value.is_none() {
            let feature = self.field.feature;
            let problem = match data {
                Data::Null => Problem::Missing(feature),
                _ => Problem::Value(feature, data.kind()),
            };
            self.reader.report(self.object, problem);
        }
        value
    }

    /// The contained object.
    #[must_use]
    pub fn part<T: Element>(self) -> Option<T> {
        match self.slot.as_object() {
            Some(object) => self.reader.element(object),
            None => self.missing(),
        }
    }

    /// The reference.
    #[must_use]
    pub fn reference<T: ?Sized>(self) -> Option<Ref<T>> {
        let Some(target) = self.slot.as_object() else { return self.missing() };
        if self.reader.is_dangling(target) {
            self.reader.report(self.object, Problem::Dangling(self.field.feature));
            return None;
        }
        Some(self.reader.reference(self.field.feature, target))
    }

    fn missing<T>(self) -> Option<T> {
        self.reader.report(self.object, Problem::Missing(self.field.feature));
        None
    }
}

/// What contains an object and is not contained.
fn top(model: &Model, object: ObjectId) -> ObjectId {
    std::iter::successors(Some(object), |object| model.container(*object)).last().unwrap_or(object)
}

fn is_empty(model: &Model, slot: Slot) -> bool {
    slot.as_object().is_none() && model.decode(slot) == Data::Null
}
