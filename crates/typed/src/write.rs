//! Converts owned trees to a model, in one pass, with the same loader as the readers of documents.
//!
//! Invariant: callers get the model only if every object, value and reference is valid. This module does not know
//! formats.

use super::description::{Field, entry_shapes, shapes};
use super::preserved::PreservedContent;
use super::resolved_classes::ResolvedClasses;
use super::{ClassDescription, Element, FieldSink, FieldValue, MAX_DEPTH, Ref, Value};
use crate::diagnostic::{Diagnostic, Diagnostics, codes};
use crate::ecore::data::ParsedValue;
use crate::ecore::{ClassId, DataKind, Metamodel, ValueRules};
use crate::model::load::{Loader, UnresolvedCause, UnresolvedReference};
use crate::model::{Addresses, Document, DocumentId, Model, ObjectId, Value as Data};
use rustc_hash::FxHashMap;
use std::any::Any;
use std::borrow::Cow;
use std::sync::Arc;

/// The offset of the objects and references of values, which are in no text.
const NO_OFFSET: usize = 0;

/// A new model with one document that has these values as its roots.
///
/// # Errors
/// If the types do not match the metamodel, a text is not a valid value of its data type, a reference within the
/// document cannot be resolved, or the tree is deeper than [`MAX_DEPTH`].
pub fn to_model<T: Element>(
    metamodel: &Arc<Metamodel>,
    roots: &[T],
) -> Result<(Model, DocumentId), Diagnostics> {
    let (preserved, records_objects) = (None, false);
    let result = write(metamodel, Document::default(), roots, preserved, records_objects);
    if result.problems.has_errors() { Err(result.problems) } else { Ok((result.model, result.document)) }
}

/// A written value.
#[derive(Debug, Clone, Copy)]
pub(super) struct WrittenElement<'t> {
    /// The value, in the type in which it is stored.
    pub(super) stored: &'t dyn Any,
    /// The value as its struct.
    pub(super) object: &'t dyn Any,
    pub(super) class: &'static ClassDescription,
}

/// The result of writing values.
#[derive(Debug)]
pub(super) struct WriteResult<'t> {
    pub(super) model: Model,
    pub(super) document: DocumentId,
    /// The value of each object, if values are recorded.
    pub(super) values: FxHashMap<ObjectId, WrittenElement<'t>>,
    pub(super) problems: Diagnostics,
}

/// Writes values to a new model, which is usable even if there are problems. `preserved` is content of the document
/// that the values do not contain. If `records_objects` is set, the result contains the value of each object.
pub(super) fn write<'t, T: Element>(
    metamodel: &Arc<Metamodel>,
    header: Document,
    roots: impl IntoIterator<Item = &'t T>,
    preserved: Option<&PreservedContent>,
    records_objects: bool,
) -> WriteResult<'t> {
    let mut model = Model::new(Arc::clone(metamodel));
    let AddedDocument { document, values, problems } =
        add(&mut model, header, roots, preserved, records_objects);
    WriteResult { model, document, values, problems }
}

/// The result of adding values to a model.
pub(super) struct AddedDocument<'t> {
    pub(super) document: DocumentId,
    /// The value of each object, if values are recorded.
    values: FxHashMap<ObjectId, WrittenElement<'t>>,
    pub(super) problems: Diagnostics,
}

/// Adds a document with values to a model. `preserved` is content of the document that the values do not contain. If
/// `records_objects` is set, the result contains the value of each object.
pub(super) fn add<'t, T: Element>(
    model: &mut Model,
    header: Document,
    roots: impl IntoIterator<Item = &'t T>,
    preserved: Option<&PreservedContent>,
    records_objects: bool,
) -> AddedDocument<'t> {
    let metamodel = &Arc::clone(model.metamodel());
    // Uses the same loader as the readers of documents, so that the same rules apply to references, opposites and ids.
    // The values are not read from a text.
    let (source, records_offsets) = ("", false);
    let mut loader = Loader::new(model, header, source, records_offsets);
    let document = loader.document();
    if let Some(preserved) = preserved {
        preserved.reserve(&mut loader);
    }
    let mut state = WriterState::new(metamodel, loader);
    let mut values = records_objects.then(FxHashMap::default);
    for root in roots {
        let mut writer = Writer { state: &mut state, values: &mut values };
        writer.write_element(root, |loader, object| loader.root(object));
    }
    let WriterState { mut loader, diagnostics: mut problems, .. } = state;
    if let Some(preserved) = preserved {
        preserved.restore_proxies(&mut loader);
    }
    let unresolved = loader.finish();
    if let Some(preserved) = preserved {
        // Ids are restored after references are resolved, because the references of values are paths, never ids.
        preserved.restore_ids(model, document);
    }
    report_unresolved(model, unresolved, &mut problems);
    AddedDocument { document, values: values.unwrap_or_default(), problems }
}

/// Reports the references that cannot be resolved.
pub(super) fn report_unresolved(
    model: &Model,
    unresolved: Vec<UnresolvedReference>,
    problems: &mut Diagnostics,
) {
    let metamodel = model.metamodel();
    let mut addresses = Addresses::new(model);
    for reference in unresolved {
        let label = metamodel.feature_label(reference.feature);
        let (code, condition, help) = match reference.cause {
            // An object must not be in a unique list twice in any notation (Decision 14).
            UnresolvedCause::Repeated => (codes::NOT_UNIQUE, "is already in the list", "remove one of them"),
            _ => {
                let help = "use a path such as `//@books.0`, or the value of the target's id attribute";
                (codes::UNRESOLVED_REFERENCE, "is not in the document", help)
            }
        };
        let message = format!("{label} refers to `{}`, which {condition}", reference.fragment);
        problems
            .push(Diagnostic::error(code, message).object(addresses.fragment(reference.object)).help(help));
    }
}

/// The state of writing elements to a document.
pub(super) struct WriterState<'m> {
    metamodel: &'m Metamodel,
    pub(super) loader: Loader<'m, 'static>,
    /// The classes of the elements that were written.
    classes: ResolvedClasses,
    /// Positions in `classes` by the address of the class's description; `None` if it does not match the metamodel.
    class_positions: FxHashMap<usize, Option<usize>>,
    /// The number of objects that contain the next one.
    depth: usize,
    pub(super) diagnostics: Diagnostics,
}

impl<'m> WriterState<'m> {
    pub(super) fn new(metamodel: &'m Metamodel, loader: Loader<'m, 'static>) -> Self {
        Self {
            metamodel,
            loader,
            classes: ResolvedClasses::default(),
            class_positions: FxHashMap::default(),
            depth: 0,
            diagnostics: Diagnostics::new(),
        }
    }

    /// The class of an element; `None` if its type does not match the metamodel, which is reported.
    pub(super) fn class_of<T: Element>(&mut self, element: &T) -> Option<ClassId> {
        self.class(element).map(|position| self.classes[position].class)
    }

    /// The position in `classes` of an element's class; `None` if its type does not match the metamodel.
    fn class<T: Element>(&mut self, element: &T) -> Option<usize> {
        let description = element.class();
        // The compiler may store a description at several addresses, but an address always identifies one class.
        let key = std::ptr::from_ref(description) as usize;
        if let Some(cached) = self.class_positions.get(&key) {
            return *cached;
        }
        let (class_position, _) = element.object();
        let resolved = description.resolve(self.metamodel, &shapes::<T>(class_position));
        let position = self.classes.add(resolved, &mut self.diagnostics);
        self.class_positions.insert(key, position);
        position
    }
}

/// Writes elements, and records them in `values` unless that is `None`.
pub(super) struct Writer<'w, 'm, 't> {
    pub(super) state: &'w mut WriterState<'m>,
    pub(super) values: &'w mut Option<FxHashMap<ObjectId, WrittenElement<'t>>>,
}

impl<'m, 't> Writer<'_, 'm, 't> {
    /// Writes an object. It is added to its container before its contents are written, so that problems have
    /// addresses.
    pub(super) fn write_element<T: Element>(
        &mut self,
        element: &'t T,
        add: impl FnOnce(&mut Loader<'m, 'static>, ObjectId),
    ) -> Option<ObjectId> {
        let state = &mut *self.state;
        let class = state.class(element)?;
        let object = state.loader.create(state.classes[class].class, NO_OFFSET);
        add(&mut state.loader, object);
        // The depth is limited, because values are written recursively.
        if state.depth >= MAX_DEPTH {
            let message = format!("objects are nested more than {MAX_DEPTH} levels deep");
            state.diagnostics.push(Diagnostic::error(codes::LIMIT, message));
            return None;
        }
        if let Some(values) = &mut self.values {
            let (position, value) = element.object();
            values.insert(
                object,
                // Both pointers are recorded, because a caller may hold the value as it is stored or as its struct.
                WrittenElement { stored: element.stored(), object: value, class: T::CLASSES[position] },
            );
        }
        state.depth += 1;
        let writer = Writer { state, values: self.values };
        element.write(&mut ObjectWriter { writer, object, class });
        self.state.depth -= 1;
        Some(object)
    }
}

/// The sink of the fields of one object.
pub struct ObjectWriter<'w, 'm, 't> {
    writer: Writer<'w, 'm, 't>,
    object: ObjectId,
    /// The position of the object's class in [`WriterState::classes`].
    class: usize,
}

impl std::fmt::Debug for ObjectWriter<'_, '_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ObjectWriter").field("object", &self.object).finish_non_exhaustive()
    }
}

impl<'t> FieldSink<'t> for ObjectWriter<'_, '_, 't> {
    fn field<F: super::Field>(&mut self, number: usize, field: &'t F) {
        field.put(number, self);
    }

    fn required<F: super::Field>(&mut self, number: usize, field: &'t F) {
        // A field that documents never omit is set even if it is an empty list, such as the alternative of a choice.
        if let Some(list) = self.resolved_field(number).filter(|_| F::MANY) {
            self.writer.state.loader.set_empty(self.object, list.slot);
        }
        field.put(number, self);
    }

    fn defaulted<F: super::Field>(&mut self, number: usize, field: &'t F, is_default: bool) {
        // EMF writes bytes even if they equal the default, because in Java two byte arrays are never equal. A value
        // does not record whether its document contained the default or omitted the feature, so here bytes that equal
        // the default are omitted.
        let is_omitted =
            is_default && self.resolved_field(number).is_some_and(|field| field.kind == DataKind::Bytes);
        if !is_omitted {
            field.put(number, self);
        }
    }
}

impl<'t> ObjectWriter<'_, '_, 't> {
    /// Field `number`, as resolved in the metamodel.
    fn resolved_field(&self, number: usize) -> Option<Field> {
        self.writer.state.classes[self.class].fields.get(number).copied()
    }

    /// Writes a data value, which is one of a list if `is_many` is set.
    pub fn value<V: Value>(&mut self, number: usize, is_many: bool, value: &V) {
        self.store(number, is_many, value.to_data().data());
    }

    /// Writes a contained object.
    pub fn part<T: Element>(&mut self, number: usize, part: &'t T) {
        let Some(Field { slot, feature, .. }) = self.resolved_field(number) else { return };
        let container = self.object;
        self.writer.write_element(part, |loader, object| loader.contain(container, slot, feature, object));
    }

    /// Writes an entry of a map.
    pub fn map_entry<K: FieldValue, V: super::Field>(&mut self, number: usize, key: &'t K, value: &'t V) {
        let Some(Field { slot, feature, .. }) = self.resolved_field(number) else { return };
        let WriterState { metamodel, classes, diagnostics, .. } = &mut *self.writer.state;
        let shapes = entry_shapes::<K, V>();
        let Some(class) = classes.entry_class(metamodel, feature, shapes, diagnostics) else { return };
        let object = self.writer.state.loader.create(self.writer.state.classes[class].class, NO_OFFSET);
        self.writer.state.loader.contain(self.object, slot, feature, object);
        let writer = Writer { state: &mut *self.writer.state, values: &mut *self.writer.values };
        let mut entry = ObjectWriter { writer, object, class };
        // The fields of an entry are its key and its value, of which the key is a single value.
        let (key_number, value_number, is_many) = (0, 1, false);
        FieldValue::put(key, key_number, is_many, &mut entry);
        value.put(value_number, &mut entry);
    }

    /// Writes a reference.
    pub fn reference<T: ?Sized>(&mut self, number: usize, reference: &'t Ref<T>) {
        let Some(Field { slot, feature, .. }) = self.resolved_field(number) else { return };
        let address = Cow::Borrowed(reference.address());
        // Local references are resolved at the end, because the target may not have been written yet.
        if !reference.is_external() {
            return self.writer.state.loader.refer(self.object, slot, feature, &address, NO_OFFSET);
        }
        let declared = self.writer.state.metamodel.target(feature);
        let class = match reference.class() {
            Some(name) => self.resolve_class(declared, name),
            None => Some(declared),
        };
        if let Some(class) = class {
            let proxy = self.writer.state.loader.proxy(class, &address);
            self.writer.state.loader.refer_to(self.object, slot, feature, proxy);
        }
    }

    /// Resolves a class name in `$type`: a simple name, or the URI of its package and a path.
    fn resolve_class(&mut self, declared: ClassId, name: &str) -> Option<ClassId> {
        let metamodel = self.writer.state.metamodel;
        let simple_name = name.rsplit('/').next().unwrap_or(name);
        let uri = name.split_once('#').map(|(uri, _)| uri);
        // Several classes may have the same simple name; the first one that conforms is used.
        let class = metamodel.classes().find(|(id, class)| {
            class.name == simple_name
                && metamodel.conforms(*id, declared)
                && is_in_package(metamodel, uri, *id)
        });
        if class.is_none() {
            let message = format!(
                "the metamodel has no class `{name}` that conforms to `{}`",
                metamodel[declared].name
            );
            self.report(Diagnostic::error(codes::UNKNOWN_CLASS, message));
        }
        class.map(|(id, _)| id)
    }

    /// Writes a data value, which is parsed if the data type requires it.
    fn store(&mut self, number: usize, is_many: bool, value: Data<'_>) {
        let Some(Field { slot, feature, is_plain_text, .. }) = self.resolved_field(number) else { return };
        let metamodel = self.writer.state.metamodel;
        let loader = &mut self.writer.state.loader;
        let parsed = match value {
            Data::Bool(v) => ParsedValue::Bool(v),
            Data::Int(v) => ParsedValue::Int(v),
            Data::Float(v) => ParsedValue::Float(v),
            Data::Double(v) => ParsedValue::Double(v),
            Data::Char(v) => ParsedValue::Char(v),
            Data::Enum(literal) => return loader.enumeration(self.object, slot, is_many, literal),
            // Every text is valid for such a feature, so it is not parsed.
            Data::String(text) | Data::Lexical(text) if is_plain_text => ParsedValue::String(text.into()),
            Data::String(text) | Data::Lexical(text) => {
                let data_type = &metamodel[metamodel.data_type(feature)];
                // Metamodels from `.pp` files reject values that would lose digits (Decision 19).
                let is_rejected =
                    metamodel.value_rules(feature) == ValueRules::Declared && !data_type.is_exact(text);
                let Some(parsed) = data_type.parse(text).filter(|_| !is_rejected) else {
                    let (label, expected) = (metamodel.feature_label(feature), data_type.expectation());
                    let message = format!("{label} must be {expected}, found `{text}`");
                    return self.report(Diagnostic::error(codes::BAD_VALUE, message));
                };
                parsed
            }
            Data::Null | Data::Object(_) => return,
        };
        loader.value(self.object, slot, is_many, &parsed);
    }

    /// Reports a problem of the object.
    fn report(&mut self, diagnostic: Diagnostic) {
        let address = self.writer.state.loader.model().address(self.object);
        self.writer.state.diagnostics.push(diagnostic.object(address));
    }
}

/// Whether a class belongs to the package with a URI, or to any package if there is no URI.
fn is_in_package(metamodel: &Metamodel, uri: Option<&str>, id: ClassId) -> bool {
    match uri {
        None => true,
        Some(uri) => {
            let root = metamodel.root_of(metamodel[id].package);
            metamodel[root].ns_uri.as_deref().unwrap_or_default() == uri
        }
    }
}
