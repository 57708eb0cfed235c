//! Writes objects as a tree. Maps of entries are written by `entries`.
//!
//! Invariants: an explicit stack of open objects, so that models of any depth are written; the
//! output reads back as the same model. What the tree cannot express is reported, not written wrongly.
//! This module does not know the syntax of documents.

mod any_value;
mod blocks;
mod choice;
mod entries;
mod references;
mod targets;
mod tuple;

use super::names::{class_name, package_label, top_package};
use super::plan::{Plan, Plans, Role};
use super::{Dialect, TreeSink, keys};
use crate::diagnostic::{Diagnostic, Diagnostics, Severity, codes};
use crate::ecore::{ClassId, DataKind, Metamodel, PackageId, builtin, data};
use crate::json_text::non_finite;
use crate::model::slot::Slot;
use crate::model::{Addresses, Document, DocumentId, Model, ObjectId, Value, report_unwritten_values, uri};
pub(crate) use blocks::{TextWriter, send};
use std::fmt::Write as _;
use std::sync::Arc;
use targets::Targets;
use tuple::OpenTuple;

/// How documents are written.
#[derive(Debug, Clone, Default)]
pub struct WriteOptions {
    /// The dialect of the keys.
    pub dialect: Dialect,
    /// The address of the written document, from which relative references start; `None` means the address of the
    /// document.
    pub base: Option<String>,
    /// Whether the metamodel and the class of the roots are left out, and the classes of objects whose feature has the
    /// same class, as in documents of programs that know no metamodel. A reader must know the class of the roots.
    /// Classes with a discriminator are always named by it.
    pub untyped: bool,
}

/// Writes a document as a tree. Returns warnings about content that the dialect leaves out, and errors for content that
/// a tree cannot represent at all.
pub fn write(
    model: &Model,
    document: DocumentId,
    options: &WriteOptions,
    sink: &mut impl TreeSink,
) -> Diagnostics {
    let mut problems = Diagnostics::new();
    let is_text = false;
    report_unwritten_values(model, document, is_text, &mut problems);
    problems.append(write_objects(model, document, options, sink));
    problems
}

/// As [`write`](fn@write), but without a report of values that no document has, for which the complete model is
/// searched.
pub(crate) fn write_objects(
    model: &Model,
    document: DocumentId,
    options: &WriteOptions,
    sink: &mut impl TreeSink,
) -> Diagnostics {
    let dialect = options.dialect;
    let metamodel = model.metamodel();
    let roots = model.document(document).roots();
    // The package of the first root is used, because most names of classes are then short.
    let first_package = roots.first().map(|root| top_package(metamodel, model.class(*root)));
    let package = first_package.or_else(|| metamodel.roots().next()).unwrap_or(builtin::PACKAGE);
    let mut writer = Writer {
        dialect,
        is_untyped: options.untyped && dialect == Dialect::Plain,
        root_class: roots.first().map(|root| model.class(*root)),
        id_key: dialect.id_keys(metamodel).first().copied(),
        model,
        metamodel,
        document,
        base: options.base.as_ref().unwrap_or(&model.document(document).uri).clone(),
        package,
        plans: Plans::new(metamodel),
        addresses: Addresses::new(model),
        targets: None,
        scratch: String::new(),
        problems: Diagnostics::new(),
        stack: Vec::new(),
        sink,
    };
    writer.write_document(model.document(document), roots);
    writer.problems
}

/// The state of writing one document.
pub(super) struct Writer<'m, 's, S> {
    pub(super) dialect: Dialect,
    /// Whether the metamodel and classes are left out, see [`WriteOptions::untyped`].
    is_untyped: bool,
    /// The class of the first root.
    root_class: Option<ClassId>,
    /// The key of `xmi:id`s; `None` if features have the names of all candidates.
    id_key: Option<&'static str>,
    pub(super) model: &'m Model,
    pub(super) metamodel: &'m Arc<Metamodel>,
    pub(super) document: DocumentId,
    /// The base of relative URIs.
    pub(super) base: String,
    /// The package whose classes have simple names in the document.
    package: PackageId,
    pub(super) plans: Plans,
    pub(super) addresses: Addresses<'m>,
    /// The possible targets of references; `None` before the first reference.
    targets: Option<Targets>,
    /// A buffer for the text of one value.
    scratch: String,
    pub(super) problems: Diagnostics,
    pub(super) stack: Vec<OpenCollection>,
    pub(super) sink: &'s mut S,
}

/// An open map or list.
#[derive(Debug, Clone, Copy)]
pub(super) enum OpenCollection {
    /// The map of an object, with the first slot that has not been written yet.
    Object { object: ObjectId, class: ClassId, slot: usize },
    /// The list of contained objects in a slot, with the position of the first that has not been written yet.
    List { object: ObjectId, plan: Plan, next: usize },
    /// The map of entries in a slot, with the position of the first that has not been written yet.
    Entries { object: ObjectId, plan: Plan, next: usize },
    /// The list of an object's values.
    Tuple(OpenTuple),
}

impl<S: TreeSink> Writer<'_, '_, S> {
    /// Writes the complete document.
    fn write_document(&mut self, document: &Document, roots: &[ObjectId]) {
        if self.dialect == Dialect::Emf {
            return self.write_emf_document(document, roots);
        }
        if self.is_untyped {
            return self.write_untyped_document(roots);
        }
        self.sink.begin_map();
        self.write_header(document);
        if let [root] = roots {
            // No feature contains a root, so there is no declared class.
            self.open_object(*root, None);
            self.write_open_objects();
            return;
        }
        self.sink.key(keys::ROOTS);
        self.sink.begin_list();
        for root in roots {
            self.sink.begin_map();
            // No feature contains a root, so there is no declared class.
            self.open_object(*root, None);
            self.write_open_objects();
        }
        self.sink.end_list();
        self.sink.end_map();
    }

    /// Writes only the roots: one object, or a list of objects.
    fn write_untyped_document(&mut self, roots: &[ObjectId]) {
        let is_list = roots.len() != 1;
        if is_list {
            self.sink.begin_list();
        }
        for root in roots {
            self.sink.begin_map();
            // Readers know the class of the roots, so only a root of another class names its class.
            self.open_object(*root, self.root_class);
            self.write_open_objects();
        }
        if is_list {
            self.sink.end_list();
        }
    }

    /// Writes the document's own keys.
    fn write_header(&mut self, document: &Document) {
        if let Some(version) = &document.xml_version {
            let message = format!("the version of XML, {version}, is lost");
            self.problems
                .push(Diagnostic::warning(codes::LOSS, message).help("convert to xmi to preserve it"));
        }
        let label = package_label(self.metamodel, self.package);
        self.write_entry(keys::MODEL, label);
        if let Some(encoding) = &document.encoding {
            self.write_entry(keys::ENCODING, encoding);
        }
        if let Some(xmi) = &document.xmi {
            self.sink.key(keys::XMI);
            self.sink.begin_map();
            self.write_entry("version", &xmi.version);
            self.write_entry("namespace", &xmi.namespace);
            self.sink.end_map();
        }
        // The key is written even without locations, because EMF writes the attribute only if the source contained it.
        if document.declares_locations || !document.schema_locations.is_empty() {
            self.sink.key(keys::SCHEMA_LOCATION);
            self.sink.begin_list();
            for (namespace, location) in &document.schema_locations {
                self.sink.begin_list();
                self.sink.string(namespace);
                // Locations are relative to the document, which may be written elsewhere.
                self.sink.string(&uri::relative(&self.base, &uri::resolve(&document.uri, location)));
                self.sink.end_list();
            }
            self.sink.end_list();
        }
        if let Some(location) = &document.no_namespace_schema_location {
            let location = uri::relative(&self.base, &uri::resolve(&document.uri, location));
            self.write_entry(keys::NO_NAMESPACE, &location);
        }
    }

    /// The address of a proxy's target, as the written document must contain it: `#id` in the same document, otherwise
    /// a URI relative to the document.
    pub(super) fn address(&self, uri: &str) -> String {
        match uri::split_fragment(uri) {
            (document_uri, Some(fragment)) if document_uri == self.model.document(self.document).uri => {
                format!("#{fragment}")
            }
            _ => uri::relative(&self.base, uri),
        }
    }

    /// Writes an entry whose value is a string.
    pub(super) fn write_entry(&mut self, key: &str, value: &str) {
        self.sink.key(key);
        self.sink.string(value);
    }

    /// Writes the tree's own keys of an object and pushes the object on the stack. The caller has opened the map.
    /// `declared` is the type of the feature that contains the object.
    pub(super) fn open_object(&mut self, object: ObjectId, declared: Option<ClassId>) {
        let model = self.model;
        let class = model.class(object);
        if let Some(uri) = model.proxy_uri(object) {
            let address = self.address(uri);
            self.write_entry(keys::REF, &address);
            if declared != Some(class) {
                self.write_class_key(class);
            }
            // A proxy's map starts after the last slot, because the values of its target are in the other document.
            let end = self.plans.of_class(class).len();
            return self.stack.push(OpenCollection::Object { object, class, slot: end });
        }
        // An object whose class has subclasses always has `$type` (Decision 3), except in untyped documents. There, an
        // object whose class has a discriminator always has the discriminator's key (Decision 35).
        let discriminator = if self.is_untyped { self.metamodel.discriminator(class) } else { None };
        let may_have_other_class = !self.is_untyped && !self.plans.is_sealed(class);
        if let Some(key) = discriminator {
            self.write_entry(key, self.metamodel.discriminator_value(class));
        } else if declared != Some(class) || may_have_other_class {
            self.write_class_key(class);
        }
        if let Some(id) = model.xmi_id(object) {
            match self.id_key {
                Some(key) => self.write_entry(key, id),
                None => self.report_dropped_id(object),
            }
        }
        self.report_lost_order(object, class);
        self.stack.push(OpenCollection::Object { object, class, slot: 0 });
    }

    /// Reports feature maps whose values are in another order than the keys of their members.
    fn report_lost_order(&mut self, object: ObjectId, class: ClassId) {
        let table = self.metamodel.table(class);
        for map in table.feature_maps() {
            if self.model.is_by_member(object, *map) {
                continue;
            }
            let name = self.metamodel[table.all_features()[*map]].name();
            let message = format!(
                "the order of the values of `{name}` is lost, because each member is written under its own key"
            );
            self.problems.push_with(Severity::Warning, || {
                Diagnostic::warning(codes::LOSS, message)
                    .object(self.addresses.fragment(object))
                    .help("convert to xmi to preserve it")
            });
        }
    }

    /// Writes the entry that names the class of an object.
    fn write_class_key(&mut self, class: ClassId) {
        if self.dialect == Dialect::Emf {
            return self.write_emf_class(class);
        }
        let name = class_name(self.metamodel, class, self.package);
        self.sink.key(keys::TYPE);
        self.sink.string(&name);
    }

    /// Writes and closes everything that is open.
    pub(super) fn write_open_objects(&mut self) {
        while let Some(open) = self.stack.pop() {
            match open {
                OpenCollection::Object { object, class, slot } => self.write_slots(object, class, slot),
                OpenCollection::List { object, plan, next } => self.continue_list(object, plan, next),
                OpenCollection::Entries { object, plan, next } => self.continue_entries(object, plan, next),
                OpenCollection::Tuple(tuple) => self.continue_tuple(tuple),
            }
        }
    }

    /// Writes slots until one opens another object; closes the object's map after the last.
    fn write_slots(&mut self, object: ObjectId, class: ClassId, first_slot: usize) {
        let model = self.model;
        let slots = model.object_slots(object);
        for (index, slot) in slots.iter().copied().enumerate().skip(first_slot) {
            if slot.is_unset() {
                continue;
            }
            let plan = self.plans.of_class(class)[index];
            let is_root = model.container(object).is_none();
            if !plan.is_written(is_root) || !model.is_slot_set(slot, plan.feature) {
                continue;
            }
            let name = self.metamodel[plan.feature].name();
            if plan.is_unnameable || self.dialect.is_own_key(name) {
                self.report_inexpressible(object, &format!("no key can represent the feature `{name}`"));
                continue;
            }
            self.sink.key(name);
            if let Role::Contained(declared) = plan.role {
                // The object is pushed below the contained object that is opened next, so that writing continues after
                // that object.
                self.stack.push(OpenCollection::Object { object, class, slot: index + 1 });
                return self.open_contained(object, &plan, declared, slot);
            }
            self.write_values(object, &plan, slot);
        }
        self.sink.end_map();
    }

    /// Writes the data values or references of a slot.
    pub(super) fn write_values(&mut self, object: ObjectId, plan: &Plan, slot: Slot) {
        let model = self.model;
        if !plan.is_many {
            return self.write_value(object, plan, model.decode(slot));
        }
        self.sink.begin_list();
        for item in model.items_of(&slot) {
            self.write_value(object, plan, model.decode(*item));
        }
        self.sink.end_list();
    }

    /// Opens the contained object or objects of a slot.
    pub(super) fn open_contained(&mut self, object: ObjectId, plan: &Plan, class: ClassId, slot: Slot) {
        if plan.is_many {
            if self.dialect == Dialect::Plain && plan.is_map && self.are_natural_entries(class, slot) {
                self.sink.begin_map();
                return self.stack.push(OpenCollection::Entries { object, plan: *plan, next: 0 });
            }
            self.sink.begin_list();
            return self.stack.push(OpenCollection::List { object, plan: *plan, next: 0 });
        }
        match slot.as_object() {
            Some(child) => self.open_child(plan, child, class),
            None => self.write_value(object, plan, self.model.decode(slot)),
        }
    }

    /// Opens the next object of an open list of contained objects, or closes the list after the last one.
    fn continue_list(&mut self, object: ObjectId, plan: Plan, next: usize) {
        let model = self.model;
        let slot = model.object_slots(object).get(plan.slot);
        let items = slot.map_or(&[][..], |slot| model.items_of(slot));
        let Some(item) = items.get(next) else { return self.sink.end_list() };
        self.stack.push(OpenCollection::List { object, plan, next: next + 1 });
        match (plan.role, item.as_object()) {
            (Role::Contained(class), Some(child)) => self.open_child(&plan, child, class),
            _ => self.sink.null(),
        }
    }

    /// Opens a contained object: in its natural form if it has one, otherwise as a map.
    pub(super) fn open_child(&mut self, plan: &Plan, child: ObjectId, class: ClassId) {
        if self.dialect == Dialect::Plain {
            if plan.is_choice && self.open_choice(child, class) {
                return;
            }
            if plan.is_tuple && self.open_tuple(child, class) {
                return;
            }
        }
        self.sink.begin_map();
        self.open_object(child, Some(class));
    }

    /// Writes one value of a feature of `holder`.
    pub(super) fn write_value(&mut self, holder: ObjectId, plan: &Plan, value: Value<'_>) {
        match value {
            Value::Null => self.sink.null(),
            Value::Bool(value) => self.sink.boolean(value),
            Value::Int(value) => self.write_digits(|out| write!(out, "{value}")),
            // `Debug` writes the shortest digits that are read as the same value, with a point in whole numbers.
            Value::Float(value) if value.is_finite() => self.write_digits(|out| write!(out, "{value:?}")),
            Value::Double(value) if value.is_finite() => self.write_digits(|out| write!(out, "{value:?}")),
            Value::Float(value) => self.sink.string(non_finite(f64::from(value))),
            Value::Double(value) => self.sink.string(non_finite(value)),
            // A code unit may be half a character, which no string can contain. It is then written as a number, as a
            // control character is.
            Value::Char(code) => match char::from_u32(u32::from(code)).filter(|c| !c.is_control()) {
                Some(c) => self.sink.string(c.encode_utf8(&mut [0; 4])),
                None => self.write_digits(|out| write!(out, "{code}")),
            },
            Value::Enum(position) => {
                let data_type = &self.metamodel[self.metamodel.data_type(plan.feature)];
                let literal = data_type.enum_literals().get(position as usize);
                self.sink.string(literal.map_or("", |literal| literal.spelling()));
            }
            Value::String(text) if plan.any.is_some() && self.dialect == Dialect::Plain => {
                self.write_any_value(holder, plan, text);
            }
            Value::String(text) => self.sink.string(text),
            Value::Lexical(text) => match plan.role {
                // Other readers do not preserve all digits of a fractional number.
                Role::Data(DataKind::BigDecimal) if self.dialect == Dialect::Emf => self.sink.string(text),
                Role::Data(DataKind::BigInteger | DataKind::BigDecimal) => self.sink.number(text),
                Role::Data(DataKind::Date) if self.dialect == Dialect::Plain => {
                    self.sink.string(&data::rfc_3339(text));
                }
                _ => self.sink.string(text),
            },
            Value::Object(target) => self.write_reference(holder, plan, target),
        }
    }

    /// Writes the number that `spell` appends to a string.
    fn write_digits(&mut self, spell: impl FnOnce(&mut String) -> std::fmt::Result) {
        self.scratch.clear();
        // Writing to a string cannot fail.
        let _ = spell(&mut self.scratch);
        self.sink.number(&self.scratch);
    }

    /// Reports an error: the tree cannot express a part of an object.
    pub(super) fn report_inexpressible(&mut self, object: ObjectId, message: &str) {
        let problem =
            || Diagnostic::error(codes::CANNOT_EXPRESS, message).object(self.addresses.fragment(object));
        self.problems.push_with(Severity::Error, problem);
    }
}
