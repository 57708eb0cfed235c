//! Converts objects to the trees of facts.
//!
//! The dialect is that of JSON documents, see [`crate::tree`].

use super::extension::{self, EXTENSION};
use super::is_stored_elsewhere;
use crate::ecore::facts::Tree;
use crate::ecore::{ClassId, DataKind, Metamodel, builtin};
use crate::model::{Addresses, DocumentId, Model, ObjectId, Value, uri};
use crate::tree::names::class_name;
use crate::tree::plan::{Plan, Plans, Role, is_concrete};
use crate::xmi::reference_values::is_plain;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// The maximum nesting of trees. It is less than half of the depth that the parser accepts, because the lists between
/// objects count as well.
const MAX_DEPTH: usize = crate::syntax::MAX_DEPTH / 2 - 10;

/// Converts the objects of a document to trees.
pub(super) struct Trees<'m> {
    pub(super) model: &'m Model,
    pub(super) document: DocumentId,
    pub(super) plans: Plans,
    metamodel: &'m Arc<Metamodel>,
    addresses: Addresses<'m>,
    /// The ids that several objects have in common; a reference by such an id would find only one of them.
    shared_ids: FxHashSet<&'m str>,
    /// Whether something was omitted because it is nested too deeply.
    pub(super) is_too_deep: bool,
}

impl<'m> Trees<'m> {
    /// A converter for a document.
    pub(super) fn new(model: &'m Model, document: DocumentId) -> Self {
        Self {
            model,
            document,
            plans: Plans::new(model.metamodel()),
            metamodel: model.metamodel(),
            addresses: Addresses::new(model),
            shared_ids: shared_ids(model),
            is_too_deep: false,
        }
    }

    /// The features of an object's class that are stored in documents.
    pub(super) fn features(&mut self, class: ClassId) -> Vec<Plan> {
        self.plans
            .of_class(class)
            .iter()
            .filter(|plan| {
                !plan.is_transient && !plan.is_unnameable && !matches!(plan.role, Role::Excluded(_))
            })
            .copied()
            .collect()
    }

    /// An object as a map; `expected` is the type of the feature that contains the object.
    pub(super) fn object(&mut self, object: ObjectId, expected: Option<ClassId>, depth: usize) -> Tree {
        let class = self.model.class(object);
        let mut entries = Vec::new();
        let is_elsewhere = is_stored_elsewhere(self.model, object);
        if is_elsewhere {
            entries.push(("$ref".to_owned(), Tree::String(self.address(object))));
        }
        let writes_class = match expected {
            Some(expected) if is_elsewhere => self.writes_class(class, expected),
            // If no class is written, the reader assumes the type of the feature.
            expected => expected != Some(class),
        };
        if writes_class {
            entries.push(("$type".to_owned(), self.class_name(class)));
        }
        if is_elsewhere || depth > MAX_DEPTH {
            self.is_too_deep |= depth > MAX_DEPTH;
            return Tree::Map(entries);
        }
        if let Some(id) = self.model.xmi_id(object) {
            entries.push(("$id".to_owned(), Tree::String(id.to_owned())));
        }
        entries.extend(self.extension(object).map(|tree| (format!("${EXTENSION}"), tree)));
        for plan in self.features(class) {
            if self.model.is_set(object, plan.feature) {
                let name = self.metamodel[plan.feature].name().to_owned();
                entries.push((name, self.value(object, &plan, depth)));
            }
        }
        Tree::Map(entries)
    }

    /// The unknown content of an object; `None` if it has none.
    pub(super) fn extension(&self, object: ObjectId) -> Option<Tree> {
        extension::read(self.model, object)
    }

    /// All values of a feature.
    pub(super) fn value(&mut self, object: ObjectId, plan: &Plan, depth: usize) -> Tree {
        if !plan.is_many {
            return self.item(plan, self.model.get(object, plan.feature), depth);
        }
        let values: Vec<Value<'m>> = self.model.list(object, plan.feature).iter().collect();
        Tree::List(values.into_iter().map(|value| self.item(plan, value, depth)).collect())
    }

    /// A value of a feature as a tree.
    pub(super) fn item(&mut self, plan: &Plan, value: Value<'_>, depth: usize) -> Tree {
        match (value, plan.role) {
            (Value::Null, _) => Tree::Null,
            (Value::Object(part), Role::Contained(class)) => self.object(part, Some(class), depth + 1),
            (Value::Object(target), _) => self.link(target, self.metamodel.target(plan.feature)),
            (Value::Bool(value), _) => Tree::Boolean(value),
            (Value::Int(value), _) => Tree::Number(value.to_string()),
            (Value::Char(value), _) => Tree::Number(value.to_string()),
            // The debug format is the shortest text with the same value, and always has a decimal point or an exponent.
            (Value::Float(value), _) if value.is_finite() => Tree::Number(format!("{value:?}")),
            (Value::Double(value), _) if value.is_finite() => Tree::Number(format!("{value:?}")),
            (Value::Lexical(text), Role::Data(DataKind::BigInteger | DataKind::BigDecimal)) => {
                Tree::Number(text.to_owned())
            }
            (value, _) => {
                let mut text = String::new();
                self.model.spell(plan.feature, value, &mut text);
                Tree::String(text)
            }
        }
    }

    /// A reference: the address if that is sufficient, otherwise a map with the class.
    pub(super) fn link(&mut self, target: ObjectId, expected: ClassId) -> Tree {
        let address = self.address(target);
        let is_written_here = address.starts_with('#') && !self.is_omitted(target);
        if !is_written_here {
            let class = self.model.class(target);
            let mut entries = vec![("$ref".to_owned(), Tree::String(address))];
            if self.writes_class(class, expected) {
                entries.push(("$type".to_owned(), self.class_name(class)));
            }
            return Tree::Map(entries);
        }
        let mut fragment = String::new();
        match self.model.xmi_id(target) {
            // If several objects have the id, a reader would find the first of them, so the reference is written as a
            // path.
            Some(id) if self.shared_ids.contains(id) => self.addresses.write_path(target, &mut fragment),
            _ => self.addresses.write(target, &mut fragment),
        }
        // Without the `#`, a reader would parse an id that contains a `#` as a URI.
        Tree::String(if fragment.contains('#') { format!("#{fragment}") } else { fragment })
    }

    /// Whether an object is not written, because it is a proxy or inside of one, which `.ecore` cannot contain.
    fn is_omitted(&self, object: ObjectId) -> bool {
        let containers = std::iter::successors(Some(object), |object| self.model.container(*object));
        self.model.is_proxy(object)
            || containers.take(MAX_DEPTH).any(|object| is_stored_elsewhere(self.model, object))
    }

    /// Whether the class of an element in another document is written: only if `.ecore` contains it as well.
    fn writes_class(&self, class: ClassId, expected: ClassId) -> bool {
        class != expected && !is_concrete(self.metamodel, expected)
    }

    /// The name of a class, as a tree.
    fn class_name(&self, class: ClassId) -> Tree {
        Tree::String(class_name(self.metamodel, class, builtin::PACKAGE).into_owned())
    }

    /// The address of an object relative to the document: `#…` for one of its own objects.
    pub(super) fn address(&mut self, target: ObjectId) -> String {
        let base = &self.model.document(self.document).uri;
        if let Some(proxy) = self.model.proxy_uri(target) {
            return match uri::split_fragment(proxy) {
                // A proxy may have an address in this document. It has no target there, and its address must not
                // change.
                (document, Some(fragment)) if document == base => format!("#{fragment}"),
                _ => {
                    let location = self.model.known_location(target);
                    uri::relative(base, location.as_deref().unwrap_or(proxy))
                }
            };
        }
        let mut out = match self.addresses.document_of(target) {
            Some(document) if document != self.document => {
                uri::relative(base, &self.model.document(document).uri)
            }
            _ => String::new(),
        };
        out.push('#');
        match self.model.id(target) {
            // Other ids are not used, because EMF drops or misreads references by them.
            Some(id) if is_plain(&id) => out.push_str(&id),
            _ => self.addresses.write_path(target, &mut out),
        }
        out
    }

    /// Whether an object is part of the document itself.
    pub(super) fn is_local(&mut self, target: ObjectId) -> bool {
        !self.model.is_proxy(target) && self.addresses.document_of(target) == Some(self.document)
    }
}

/// The ids that several objects of a model have.
fn shared_ids(model: &Model) -> FxHashSet<&str> {
    let mut seen = FxHashSet::default();
    let mut shared = FxHashSet::default();
    for id in model.objects().filter_map(|object| model.xmi_id(object)) {
        let is_new = seen.insert(id);
        if !is_new {
            shared.insert(id);
        }
    }
    shared
}
