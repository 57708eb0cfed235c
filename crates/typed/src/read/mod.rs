//! Converts objects of a model to owned trees.
//!
//! Invariants: every object is visited even if another one has a problem, and the first problem of each
//! object is reported, in the order of the objects; no value is returned if there is a problem. Recursion is
//! bounded for every tree: an object that is too deep is deferred, and its container is read again
//! afterwards, so no object is read more than twice. This module does not know formats.

mod certain;
mod entries;
mod problem;
mod slot;

pub use certain::from_certain_json;
pub use slot::SlotReader;

use super::description::shapes;
use super::resolved_classes::ResolvedClasses;
use super::{Element, FieldSource, MAX_DEPTH, Ref};
use crate::diagnostic::{Diagnostics, Severity};
use crate::ecore::{ClassId, FeatureId};
use crate::model::slot::Slot;
use crate::model::{Addresses, DocumentId, Model, ObjectId};
use crate::tree::names::{class_name, qualified_name, top_package};
use problem::Problem;
use rustc_hash::FxHashMap;
use slot::ModelSlot;
use std::any::Any;
use std::collections::BTreeMap;

/// The roots of a document as values of a type.
///
/// `xmi:id`s and encodings are not part of the values.
///
/// # Errors
/// If a root or a contained object is of a class that the type cannot represent, a required value is missing, the
/// model contains something that the types have no field for, or the tree is deeper than [`MAX_DEPTH`].
pub fn from_model<T: Element>(model: &Model, document: DocumentId) -> Result<Vec<T>, Diagnostics> {
    read(model, model.document(document).roots(), Some(document), ProxyHandling::Reject)
}

/// As [`from_model`], without contained proxies, which the caller preserves.
pub(super) fn without_proxies<T: Element>(
    model: &Model,
    document: DocumentId,
) -> Result<Vec<T>, Diagnostics> {
    read(model, model.document(document).roots(), Some(document), ProxyHandling::Omit)
}

/// The treatment of contained proxies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ProxyHandling {
    /// A contained proxy is a problem.
    Reject,
    /// Contained proxies are left out.
    Omit,
}

/// Converts an object and its contents to a value of a type.
pub(super) fn from_object<T: Element>(model: &Model, object: ObjectId) -> Result<T, Diagnostics> {
    let mut values = read(model, &[object], model.document_of(object), ProxyHandling::Reject)?;
    values.pop().ok_or_else(Diagnostics::new)
}

/// Converts objects and their contents to values of a type.
fn read<T: Element>(
    model: &Model,
    objects: &[ObjectId],
    document: Option<DocumentId>,
    proxies: ProxyHandling,
) -> Result<Vec<T>, Diagnostics> {
    let mut reader = Reader {
        model,
        document,
        proxies,
        outermost: None,
        addresses: Addresses::new(model),
        classes: ResolvedClasses::default(),
        class_positions: FxHashMap::default(),
        ancestor_count: 0,
        levels: 0,
        stack_left: MAX_STACK_BYTES,
        deferred: Vec::new(),
        deferred_values: FxHashMap::default(),
        problems: BTreeMap::new(),
        diagnostics: Diagnostics::new(),
    };
    // All roots are read even if one has a problem.
    let values = objects.iter().filter_map(|root| reader.read_tree(*root)).collect();
    let problems = reader.into_problems();
    if problems.has_errors() { Err(problems) } else { Ok(values) }
}

/// The maximum number of nested objects that are read on the stack.
const MAX_LEVELS: usize = 16;

/// The maximum total size of the types of these objects in bytes, unless the outermost type alone is larger. It is
/// small, because without optimisation the stack contains many copies of each value.
const MAX_STACK_BYTES: usize = 16 << 10;

/// The state of reading objects.
struct Reader<'m> {
    model: &'m Model,
    /// The document that the objects are in, if any.
    document: Option<DocumentId>,
    proxies: ProxyHandling,
    /// The outermost container of the objects, if they are in no document.
    outermost: Option<ObjectId>,
    addresses: Addresses<'m>,
    /// The classes of the objects that were read, each resolved for one type.
    classes: ResolvedClasses,
    /// The positions of a class, by the address of a type's classes and by the class; `None` if the type cannot
    /// represent it.
    class_positions: FxHashMap<(usize, ClassId), Option<ClassPositions>>,
    /// The number of objects that contain the outermost one on the stack.
    ancestor_count: usize,
    /// The number of objects that are being read on the stack.
    levels: usize,
    /// The number of bytes of the stack that further objects may take, by the sizes of their types.
    stack_left: usize,
    /// The objects that are too deep below the outermost object.
    deferred: Vec<DeferredObject<'m>>,
    /// The values of deferred objects, each an `Option` of its type.
    deferred_values: FxHashMap<ObjectId, Box<dyn Any>>,
    /// The first problem of each object.
    problems: BTreeMap<ObjectId, Problem>,
    /// The problems of types.
    diagnostics: Diagnostics,
}

/// The positions of a class that a type can represent.
#[derive(Debug, Clone, Copy)]
struct ClassPositions {
    /// The position among the classes of the type.
    in_type: usize,
    /// The position in [`Reader::classes`].
    in_reader: usize,
}

/// An object that is too deep to be read on the stack, and the function that reads it.
struct DeferredObject<'m> {
    object: ObjectId,
    /// The number of objects that contain this object.
    ancestor_count: usize,
    /// Reads the object as the type that its container expects.
    read: fn(&mut Reader<'m>, ObjectId) -> Box<dyn Any>,
}

impl<'m> Reader<'m> {
    /// Records a problem of an object, if it is the first one.
    fn report(&mut self, object: ObjectId, problem: Problem) {
        self.problems.entry(object).or_insert(problem);
    }

    /// All problems: those of types, then those of objects.
    fn into_problems(mut self) -> Diagnostics {
        // The `BTreeMap` returns the problems in the order of the objects.
        for (object, problem) in self.problems {
            self.diagnostics.push_with(Severity::Error, || {
                let diagnostic = self.model.located(problem.diagnostic(self.model, object), object);
                diagnostic.object(self.addresses.fragment(object))
            });
        }
        self.diagnostics
    }

    /// Reads an object with its contents.
    fn read_tree<T: Element>(&mut self, object: ObjectId) -> Option<T> {
        self.ancestor_count = 0;
        self.outermost = self.document.is_none().then(|| outermost(self.model, object));
        // Most trees are not deep, so nothing is deferred, and this is the result.
        let value = self.read_element(object);
        let mut pending = std::mem::take(&mut self.deferred);
        if pending.is_empty() {
            return value;
        }
        // The deepest objects are read first, because an object can be read only when the objects below it are
        // finished.
        while let Some(deferred) = pending.pop() {
            self.ancestor_count = deferred.ancestor_count;
            let value = (deferred.read)(self, deferred.object);
            if self.deferred.is_empty() {
                self.deferred_values.insert(deferred.object, value);
            } else {
                // Objects below this one were deferred in turn. They are read before this one is read again.
                pending.push(deferred);
                pending.append(&mut self.deferred);
            }
        }
        self.ancestor_count = 0;
        // The object is read a second time, because the deferred objects below it are finished now.
        self.read_element(object)
    }

    /// The positions of a class, which is resolved for a type if it is new. `None` if the type cannot represent it.
    fn class<T: Element>(&mut self, class: ClassId) -> Option<ClassPositions> {
        // The address of the list of classes identifies the type sufficiently: types with the same list have the same
        // description.
        let key = (T::CLASSES.as_ptr() as usize, class);
        if let Some(cached) = self.class_positions.get(&key) {
            return *cached;
        }
        let metamodel = self.model.metamodel();
        let in_type = T::CLASSES.iter().position(|description| description.find(metamodel) == Some(class));
        let resolved = in_type.and_then(|in_type| {
            let resolved = T::CLASSES[in_type].resolve(metamodel, &shapes::<T>(in_type));
            let in_reader = self.classes.add(resolved, &mut self.diagnostics)?;
            Some(ClassPositions { in_type, in_reader })
        });
        self.class_positions.insert(key, resolved);
        resolved
    }

    /// Reads an object. Returns `None` if it has a problem, which is reported, or if it is too deep: then it is
    /// deferred, and `read_tree` reads it later, and afterwards its containers again.
    fn read_element<T: Element>(&mut self, object: ObjectId) -> Option<T> {
        // The object may have been deferred and then read. Its value is removed, because only its container needs it,
        // once.
        if let Some(Ok(value)) =
            self.deferred_values.remove(&object).map(|value| value.downcast::<Option<T>>())
        {
            return *value;
        }
        let ancestor_count = self.ancestor_count + self.levels;
        if ancestor_count >= MAX_DEPTH {
            self.report(object, Problem::TooDeep);
            return None;
        }
        let stack_left = self.stack_left;
        // The outermost object is always read, however large its type is.
        if self.levels >= MAX_LEVELS || (self.levels > 0 && stack_left < size_of::<T>()) {
            // The closure preserves the type, which is unknown when deferred objects are read.
            let read = |reader: &mut Self, object| Box::new(reader.read_element::<T>(object)) as Box<dyn Any>;
            self.deferred.push(DeferredObject { object, ancestor_count, read });
            return None;
        }
        (self.levels, self.stack_left) = (self.levels + 1, stack_left.saturating_sub(size_of::<T>()));
        let value = self.read_fields(object);
        (self.levels, self.stack_left) = (self.levels - 1, stack_left);
        value
    }

    /// Reads the fields of an object.
    fn read_fields<T: Element>(&mut self, object: ObjectId) -> Option<T> {
        // A proxy has no slots to read.
        if self.model.proxy_uri(object).is_some() {
            self.report(object, Problem::Elsewhere);
            return None;
        }
        let Some(ClassPositions { in_type, in_reader }) = self.class::<T>(self.model.class(object)) else {
            self.report(object, Problem::Class(T::CLASSES));
            return None;
        };
        let mut features_without_field =
            self.classes[in_reader].features_without_field.iter().map(|(_, feature)| *feature);
        if let Some(feature) = features_without_field.find(|feature| self.model.is_set(object, *feature)) {
            // An error, because a value without a field would be lost if the document was written again.
            self.report(object, Problem::NoField(feature));
        }
        let slots = self.model.object_slots(object);
        let mut source =
            ObjectReader { reader: self, object, slots, class: in_reader, next: 0, has_failed: false };
        let mut value = None;
        T::read(in_type, &mut value, &mut source).ok()?;
        value.filter(|_| !source.has_failed)
    }

    /// Whether a slot contains a contained proxy that is omitted.
    fn omits(&self, feature: FeatureId, slot: Slot) -> bool {
        let is_contained_proxy =
            |object| self.model.is_proxy(object) && self.model.metamodel()[feature].is_containment();
        self.proxies == ProxyHandling::Omit && slot.as_object().is_some_and(is_contained_proxy)
    }

    /// Whether a target is in no document, so that no reference can express it.
    fn is_dangling(&mut self, target: ObjectId) -> bool {
        let model = self.model;
        if model.is_proxy(target) || self.addresses.document_of(target).is_some() {
            return false;
        }
        // If the objects that are being read are in no document either, they may contain the target.
        self.document.is_some() || self.outermost != Some(outermost(model, target))
    }

    /// A reference to an object as in documents. `xmi:id`s are not used, because types do not have them.
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

    /// A reference to an object of another document, with its class if it differs from the declared one.
    fn external<T: ?Sized>(&self, feature: FeatureId, target: ObjectId, uri: String) -> Ref<T> {
        let (reference, class) = (Ref::external(uri), self.model.class(target));
        let is_declared = class == self.model.metamodel().target(feature);
        if is_declared { reference } else { reference.of_class(self.type_name(class)) }
    }

    /// The name of a class in `$type`: simple if the class is in the document's package, otherwise qualified.
    fn type_name(&self, class: ClassId) -> String {
        let metamodel = self.model.metamodel();
        let first_root = self.document.and_then(|document| self.model.document(document).roots().first());
        match first_root.map(|root| top_package(metamodel, self.model.class(*root))) {
            Some(document_package) => class_name(metamodel, class, document_package).into_owned(),
            None => qualified_name(metamodel, class),
        }
    }
}

/// The source of the fields of one object.
pub struct ObjectReader<'r, 'm> {
    reader: &'r mut Reader<'m>,
    object: ObjectId,
    slots: &'m [Slot],
    /// The position of the object's class in [`Reader::classes`].
    class: usize,
    /// The number of the next field.
    next: usize,
    /// Whether a field could not be read. The following fields are read nevertheless.
    has_failed: bool,
}

impl std::fmt::Debug for ObjectReader<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ObjectReader").field("object", &self.object).finish_non_exhaustive()
    }
}

/// The error of a field that cannot be read; the reader has reported it or deferred the object.
#[derive(Debug)]
pub struct ReadFailure;

impl ObjectReader<'_, '_> {
    /// Reads field `number`; `None` if it cannot be read.
    fn take<F: super::Field>(&mut self, number: usize) -> Option<F> {
        let field = *self.reader.classes[self.class].fields.get(number)?;
        let slot = self.slots.get(field.slot)?;
        let Self { reader, object, .. } = self;
        F::take(ModelSlot { reader, object: *object, field, slot, next: 0 }.into())
    }
}

impl FieldSource for ObjectReader<'_, '_> {
    type Error = ReadFailure;

    fn next(&mut self) -> Result<Option<usize>, ReadFailure> {
        let number = self.next;
        self.next += 1;
        Ok((number < self.reader.classes[self.class].fields.len()).then_some(number))
    }

    fn field<F: super::Field>(&mut self, number: usize, into: &mut F) -> Result<(), ReadFailure> {
        match self.take(number) {
            Some(value) => *into = value,
            // Reading continues, so that problems of contained objects are found as well.
            None => self.has_failed = true,
        }
        Ok(())
    }

    fn slot<F: super::Field>(&mut self, number: usize, into: &mut Option<F>) -> Result<(), ReadFailure> {
        *into = self.take(number);
        self.has_failed |= into.is_none();
        Ok(())
    }

    /// Accepts every field, because missing values are reported when they are read.
    fn require(&mut self, _: usize) -> Result<(), ReadFailure> {
        Ok(())
    }

    fn missing(&mut self, _: usize) -> ReadFailure {
        ReadFailure
    }

    fn not_one(&mut self, _: &[&str], found: usize) -> ReadFailure {
        // If a field could not be read, that problem was reported, and the count is not reliable.
        if !self.has_failed {
            self.reader.report(self.object, Problem::NotOne(found));
        }
        ReadFailure
    }
}

/// The outermost container of an object.
fn outermost(model: &Model, object: ObjectId) -> ObjectId {
    std::iter::successors(Some(object), |object| model.container(*object)).last().unwrap_or(object)
}
