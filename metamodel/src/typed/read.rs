//! From a model to owned trees.
//!
//! Invariants: every object is visited even if another one has a problem, and the first problem of
//! each is told; nothing is handed out when there was one. Recursion is bounded: a tree's depth is
//! known before it is read, one beyond [`MAX_DEPTH`] is refused, and a deep one gets a stack to match.

use super::description::{Field, Fields};
use super::{Element, MAX_DEPTH, Ref, Source, Value};
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Severity, codes};
use crate::ecore::{ClassId, FeatureId};
use crate::model::slot::Slot;
use crate::model::{Addresses, DocumentId, Model, ObjectId, Value as Data, literal};
use rustc_hash::FxHashMap;

/// The roots of a document as values of a type.
///
/// What only documents have (`xmi:id`s, encodings) is not part of the values.
///
/// # Errors
/// Where a root or a contained object is of a class that the type cannot hold, a required value is
/// missing, the model holds something that the types have no field for, or the tree is deeper than
/// [`MAX_DEPTH`].
pub fn from_model<T: Element>(model: &Model, document: DocumentId) -> Result<Vec<T>, Diagnostics> {
    deeply(model, model.document(document).roots(), Some(document))
}

/// An object with all that it contains as a value of a type.
pub(super) fn from_object<T: Element>(model: &Model, object: ObjectId) -> Result<T, Diagnostics> {
    let mut values = deeply(model, &[object], model.document_of(object))?;
    values.pop().ok_or_else(Diagnostics::new)
}

fn deeply<T: Element>(
    model: &Model,
    objects: &[ObjectId],
    document: Option<DocumentId>,
) -> Result<Vec<T>, Diagnostics> {
    let depth = depth(model, objects)?;
    if depth <= SHALLOW {
        return read(model, objects, document);
    }
    let stack = (depth + SHALLOW) * STACK_OF_ONE;
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(stack);
        match thread.spawn_scoped(scope, || read(model, objects, document)) {
            Ok(running) => running.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            Err(error) => {
                let message = format!("no stack for objects nested {depth} deep: {error}");
                Err(only(Diagnostic::error(codes::LIMIT, message)))
            }
        }
    })
}

/// How deep a tree may be to be read on the caller's stack.
const SHALLOW: usize = 16;

/// The stack that one level may need: without optimisation, some copies of the largest struct.
const STACK_OF_ONE: usize = 1 << 16;

fn read<T: Element>(
    model: &Model,
    objects: &[ObjectId],
    document: Option<DocumentId>,
) -> Result<Vec<T>, Diagnostics> {
    let mut reader = Reader {
        model,
        document,
        addresses: Addresses::new(model),
        classes: Vec::new(),
        known: FxHashMap::default(),
        diagnostics: Diagnostics::new(),
    };
    let values = objects.iter().filter_map(|root| reader.element(*root)).collect();
    if reader.diagnostics.has_errors() { Err(reader.diagnostics) } else { Ok(values) }
}

/// How deep objects are nested, unless that is deeper than may be.
fn depth(model: &Model, objects: &[ObjectId]) -> Result<usize, Diagnostics> {
    let mut deepest = 0;
    let mut stack: Vec<(ObjectId, usize)> = objects.iter().map(|object| (*object, 1)).collect();
    while let Some((object, depth)) = stack.pop() {
        deepest = deepest.max(depth);
        if depth > MAX_DEPTH {
            let message = format!("objects are nested more than {MAX_DEPTH} deep");
            return Err(only(Diagnostic::error(codes::LIMIT, message).object(model.address(object))));
        }
        stack.extend(model.contents(object).map(|part| (part, depth + 1)));
    }
    Ok(deepest)
}

fn only(problem: Diagnostic) -> Diagnostics {
    let mut diagnostics = Diagnostics::new();
    diagnostics.push(problem);
    diagnostics
}

struct Reader<'m> {
    model: &'m Model,
    /// The document that the objects are in, if any.
    document: Option<DocumentId>,
    addresses: Addresses<'m>,
    classes: Vec<Fields>,
    /// For a type (by the address of its classes) and a class: position among the type's classes
    /// and in `classes`; nothing where the type cannot hold it.
    known: FxHashMap<(usize, ClassId), Option<(usize, usize)>>,
    diagnostics: Diagnostics,
}

impl Reader<'_> {
    fn report(&mut self, code: Code, object: ObjectId, message: String) {
        let problem = || Diagnostic::error(code, message).object(self.addresses.of(object));
        self.diagnostics.push_with(Severity::Error, problem);
    }

    fn class<T: Element>(&mut self, class: ClassId) -> Option<(usize, usize)> {
        let key = (T::CLASSES.as_ptr() as usize, class);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let metamodel = self.model.metamodel();
        let found = T::CLASSES.iter().position(|d| d.find(metamodel) == Some(class));
        let resolved = found.and_then(|at| match T::CLASSES[at].resolve(metamodel) {
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

    fn element<T: Element>(&mut self, object: ObjectId) -> Option<T> {
        if let Some(uri) = self.model.proxy_uri(object) {
            let message = format!("`{uri}` stands for an object of another document inside a containment");
            self.report(codes::NO_PLACE_IN_TYPES, object, message);
            return None;
        }
        let class = self.model.class(object);
        let Some((at, fields)) = self.class::<T>(class) else {
            let found = &self.model.metamodel()[class].name;
            let names: Vec<&str> = T::CLASSES.iter().take(8).map(|d| d.name).collect();
            let message = format!("expected an object of {}, found one of {found}", names.join(", "));
            self.report(codes::NO_PLACE_IN_TYPES, object, message);
            return None;
        };
        self.check_rest(object, fields);
        let slots = self.model.object_slots(object);
        T::read(at, &mut ObjectReader { reader: self, object, slots, fields, next: 0 }).ok()
    }

    /// Reports values that the type has no fields for.
    fn check_rest(&mut self, object: ObjectId, fields: usize) {
        for at in 0..self.classes[fields].rest.len() {
            let (_, feature) = self.classes[fields].rest[at];
            if self.model.is_set(object, feature) {
                let label = self.model.metamodel().feature_label(feature);
                let message = format!("the generated type has no field for {label}, which has a value");
                self.report(codes::NO_PLACE_IN_TYPES, object, message);
            }
        }
    }

    /// How documents refer to an object. An `xmi:id` is not used, since types do not keep it.
    fn reference<T: ?Sized>(&mut self, feature: FeatureId, target: ObjectId) -> Ref<T> {
        let model = self.model;
        if let Some(uri) = model.proxy_uri(target) {
            let reference = Ref::external(uri);
            let class = model.class(target);
            let declared = model.metamodel().target(feature);
            return if class == declared { reference } else { reference.of_class(self.type_name(class)) };
        }
        let mut address = String::new();
        let document = model.document_of(target);
        let external = document.filter(|document| Some(*document) != self.document);
        if let Some(document) = external {
            address.push_str(&model.document(document).uri);
            address.push('#');
        }
        if external.is_none() && model.xmi_id(target).is_some() {
            self.addresses.write_path(target, &mut address);
        } else {
            self.addresses.write(target, &mut address);
        }
        if external.is_some() { Ref::external(address) } else { Ref::local(address) }
    }

    /// A class as `$type` names it: by its name where the document's package has it, else in full.
    fn type_name(&self, class: ClassId) -> String {
        let metamodel = self.model.metamodel();
        let data = &metamodel[class];
        let top = |class: ClassId| {
            let mut package = metamodel[class].package;
            while let Some(parent) = metamodel[package].parent {
                package = parent;
            }
            package
        };
        let first = self.document.and_then(|document| self.model.document(document).roots().first());
        let own = first.map(|root| top(self.model.class(*root)));
        if own == Some(data.package) {
            return data.name.clone();
        }
        let root = top(class);
        let mut path = vec![data.name.as_str()];
        let mut package = data.package;
        while let Some(parent) = metamodel[package].parent {
            path.push(&metamodel[package].name);
            package = parent;
        }
        path.reverse();
        let uri = metamodel[root].ns_uri.as_deref().unwrap_or(&metamodel[root].name);
        format!("{uri}#//{}", path.join("/"))
    }
}

/// Gives the fields of one object.
pub struct ObjectReader<'r, 'm> {
    reader: &'r mut Reader<'m>,
    object: ObjectId,
    slots: &'m [Slot],
    fields: usize,
    next: usize,
}

impl std::fmt::Debug for ObjectReader<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ObjectReader").field("object", &self.object).finish_non_exhaustive()
    }
}

/// That a field cannot be had, which the reader has told.
#[derive(Debug)]
pub struct Told;

impl Source for ObjectReader<'_, '_> {
    type Error = Told;

    fn next(&mut self) -> Result<Option<usize>, Told> {
        let at = self.next;
        self.next += 1;
        Ok((at < self.reader.classes[self.fields].fields.len()).then_some(at))
    }

    fn field<F: super::Field>(&mut self, at: usize, into: &mut Option<F>) -> Result<(), Told> {
        let field = self.reader.classes[self.fields].fields.get(at).ok_or(Told)?;
        let (slot, field) = (self.slots.get(field.slot).ok_or(Told)?, *field);
        let place = Place { reader: &mut *self.reader, object: self.object, field, slot };
        *into = Some(F::take(place).ok_or(Told)?);
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
        is_empty(self.reader.model, *self.slot)
    }

    /// How many values a list has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.reader.model.items_of(self.slot).len()
    }

    /// The place of a value in a list. Nothing where it holds null, which is told.
    pub fn item(&mut self, at: usize) -> Option<Place<'_, 'm>> {
        let slot = self.reader.model.items_of(self.slot).get(at)?;
        if is_empty(self.reader.model, *slot) {
            let label = self.label();
            let message = format!("{label} holds a null among its values");
            self.reader.report(codes::NO_PLACE_IN_TYPES, self.object, message);
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
            let label = self.label();
            let (code, message) = match data {
                Data::Null => (codes::MISSING_VALUE, format!("{label} has no value")),
                _ => (codes::WRONG_VALUE_TYPE, format!("{label} holds {}", data.kind())),
            };
            self.reader.report(code, self.object, message);
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
        match self.slot.as_object() {
            Some(target) => Some(self.reader.reference(self.field.feature, target)),
            None => self.missing(),
        }
    }

    fn label(&self) -> String {
        self.reader.model.metamodel().feature_label(self.field.feature)
    }

    fn missing<T>(self) -> Option<T> {
        let label = self.label();
        self.reader.report(codes::MISSING_VALUE, self.object, format!("{label} has no value"));
        None
    }
}

fn is_empty(model: &Model, slot: Slot) -> bool {
    slot.as_object().is_none() && model.decode(slot) == Data::Null
}
