//! Exported resources as other nodes collect them: what PuppetDB stores of a catalog, and the order of its answers.
//!
//! Invariants: values are data, those of rich types are texts; secrets are left out; resources of a type are in the
//! order of the names of their nodes, and those of a node in the order of their titles. This file does not know how
//! catalogs are built.

use super::position::SourcePosition;
use crate::model::ParameterOrigin;
use crate::unknown::unknown_of;
use modelwright_evaluation::evaluate::Value;
use modelwright_evaluation::logic::to_any_value;
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::ecore::AnyValue;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A parameter of an exported resource.
#[derive(Debug, Clone)]
pub(crate) struct ExportedParameter {
    pub(crate) name: Arc<str>,
    pub(crate) value: Value,
    pub(crate) place: Option<SourcePosition>,
    pub(crate) origin: ParameterOrigin,
}

/// A resource that a node exports.
#[derive(Debug, Clone)]
pub struct ExportedResource {
    /// The node that exports it.
    pub(crate) node: Arc<str>,
    pub(crate) ty: Arc<str>,
    pub(crate) title: Arc<str>,
    pub(crate) tags: Vec<Arc<str>>,
    pub(crate) parameters: Vec<ExportedParameter>,
    pub(crate) place: Option<SourcePosition>,
}

/// A resource of a node's last catalog, as a database or a file stores it.
#[derive(Debug, Clone)]
pub struct StoredResource {
    /// The node that exports it.
    pub node: Arc<str>,
    /// The type with capital letters, such as `Nginx::Vhost`.
    pub ty: Arc<str>,
    /// The title.
    pub title: Arc<str>,
    /// The tags.
    pub tags: Vec<Arc<str>>,
    /// The parameters without secrets. Values of rich types may have the form that they have in catalogs.
    pub parameters: Vec<(Arc<str>, Value)>,
    /// The manifest and the line that declare it.
    pub place: Option<(Arc<str>, usize)>,
}

impl From<StoredResource> for ExportedResource {
    /// The resource in the form in which collectors find it.
    fn from(stored: StoredResource) -> Self {
        // The source has no text, because the manifest may be on another machine.
        let place = stored
            .place
            .map(|(file, line)| SourcePosition { source: Source::excerpt(&*file, "", line), offset: 0 });
        let parameters = stored.parameters.into_iter().map(|(name, value)| ExportedParameter {
            name,
            value: to_any_value(&value).map_or(value, |data| stored_data(&data)),
            // Only the place of the resource is known.
            place: None,
            origin: ParameterOrigin::Declaration,
        });
        Self {
            node: stored.node,
            ty: stored.ty,
            title: stored.title,
            tags: stored.tags,
            parameters: parameters.collect(),
            place,
        }
    }
}

impl ExportedResource {
    /// The node that exports it.
    #[must_use]
    pub fn node(&self) -> &Arc<str> {
        &self.node
    }

    /// The resource's type and its title.
    #[must_use]
    pub fn key(&self) -> (Arc<str>, Arc<str>) {
        (Arc::clone(&self.ty), Arc::clone(&self.title))
    }

    /// The reference to it, such as `Host[web1]`.
    #[must_use]
    pub fn reference(&self) -> String {
        format!("{}[{}]", self.ty, self.title)
    }

    /// Whether PuppetDB would store the same for this resource and another one.
    #[must_use]
    pub fn is_same(&self, other: &Self) -> bool {
        (&self.node, &self.ty, &self.title, &self.tags) == (&other.node, &other.ty, &other.title, &other.tags)
            && self.parameters.len() == other.parameters.len()
            && self.parameters.iter().zip(&other.parameters).all(is_same_parameter)
    }

    /// The value of a parameter.
    pub(crate) fn parameter(&self, name: &str) -> Option<&Value> {
        let parameter = self.parameters.iter().find(|parameter| *parameter.name == *name);
        parameter.map(|parameter| &parameter.value)
    }
}

/// Whether two parameters have the same name and value.
fn is_same_parameter((left, right): (&ExportedParameter, &ExportedParameter)) -> bool {
    left.name == right.name && is_same_data(&left.value, &right.value)
}

/// The exported resources of all nodes.
#[derive(Debug, Default)]
pub struct Fleet {
    types: FxHashMap<Arc<str>, Vec<Arc<ExportedResource>>>,
}

impl Fleet {
    /// The fleet of the resources in a map from the name of each node to its exports.
    #[must_use]
    pub fn new(exports: &BTreeMap<Arc<str>, Vec<Arc<ExportedResource>>>) -> Self {
        let mut types: FxHashMap<Arc<str>, Vec<Arc<ExportedResource>>> = FxHashMap::default();
        for resource in exports.values().flatten() {
            types.entry(Arc::clone(&resource.ty)).or_default().push(Arc::clone(resource));
        }
        for resources in types.values_mut() {
            resources.sort_by(|a, b| (&a.node, &a.title).cmp(&(&b.node, &b.title)));
        }
        Self { types }
    }

    /// The resources of a type that nodes other than the given one export.
    pub(crate) fn of_others<'f>(
        &'f self,
        ty: &str,
        node: &'f str,
    ) -> impl Iterator<Item = &'f Arc<ExportedResource>> {
        let resources = self.types.get(ty).into_iter().flatten();
        resources.filter(move |resource| *resource.node != *node)
    }
}

/// Whether PuppetDB stores two values alike: the case of letters and the kind of numbers matter.
pub(crate) fn is_same_data(left: &Value, right: &Value) -> bool {
    match (left, right) {
        (Value::Undef, Value::Undef) => true,
        (Value::Unknown(left), Value::Unknown(right)) => left == right,
        (Value::Boolean(left), Value::Boolean(right)) => left == right,
        (Value::Integer(left), Value::Integer(right)) => left == right,
        (Value::Float(left), Value::Float(right)) => left.to_bits() == right.to_bits(),
        (Value::BigInteger(left), Value::BigInteger(right)) | (Value::String(left), Value::String(right)) => {
            left == right
        }
        (Value::Array(left), Value::Array(right)) => {
            left.len() == right.len() && left.iter().zip(right.iter()).all(|(a, b)| is_same_data(a, b))
        }
        (Value::Hash(left), Value::Hash(right)) => {
            left.len() == right.len()
                && left
                    .pairs()
                    .iter()
                    .all(|(key, value)| right.get(key).is_some_and(|found| is_same_data(found, value)))
        }
        _ => false,
    }
}

/// The value that PuppetDB stores for a value of a catalog. Recursive, because the depth of values is limited.
pub(crate) fn stored_data(value: &AnyValue) -> Value {
    match value {
        AnyValue::Null => Value::Undef,
        AnyValue::Boolean(truth) => Value::Boolean(*truth),
        AnyValue::Integer(number) => Value::Integer(*number),
        AnyValue::Float(number) => Value::Float(*number),
        AnyValue::Number(digits) => Value::BigInteger(Arc::from(digits.as_str())),
        AnyValue::Text(text) => Value::string(text),
        AnyValue::List(items) => Value::array(items.iter().map(stored_data).collect()),
        AnyValue::Map(entries) => {
            if let Some(unknown) = unknown_of(value) {
                return Value::Unknown(Arc::new(unknown));
            }
            let untyped = entries.iter().filter(|(key, _)| *key != "__ptype");
            let untyped = untyped.map(|(key, value)| (key.to_owned(), value));
            match entries.get("__ptype") {
                // PuppetDB stores a deferred call as its text in Puppet's language.
                Some(AnyValue::Text(ty)) if ty == "Deferred" => {
                    Value::string(&format!("Deferred({})", hash(untyped).to_literal()))
                }
                Some(AnyValue::Text(ty)) => stored_rich(ty, entries.get("__pvalue")),
                _ => hash(untyped),
            }
        }
    }
}

/// The hash that PuppetDB stores for entries of a hash.
fn hash<'v>(pairs: impl Iterator<Item = (String, &'v AnyValue)>) -> Value {
    Value::hash(pairs.map(|(key, value)| (Value::string(&key), stored_data(value))))
}

/// The text of a value of a rich type; of a hash whose keys are not texts, a hash with texts as keys.
fn stored_rich(ty: &str, value: Option<&AnyValue>) -> Value {
    match (ty, value) {
        ("Hash", Some(AnyValue::List(parts))) => {
            let pairs = parts.chunks(2).filter_map(|pair| Some((stored_key(pair.first()?), pair.get(1)?)));
            hash(pairs)
        }
        ("Regexp", Some(AnyValue::Text(source))) => Value::string(&format!("/{}/", escaped(source))),
        ("Default", _) => Value::string("default"),
        // PuppetDB's terminus adds a number that differs in each run.
        ("Sensitive", _) => Value::string("Sensitive [value redacted]"),
        (_, Some(value)) => stored_data(value),
        (ty, None) => Value::string(ty),
    }
}

/// The key that PuppetDB stores for a key of a hash: a text, which must not be one of the keys of rich data.
fn stored_key(key: &AnyValue) -> String {
    match key {
        AnyValue::Text(key) if key == "__ptype" || key == "__pvalue" => format!("reserved key: {key}"),
        key => stored_data(key).to_text(),
    }
}

/// The source of a regular expression, in which slashes are escaped.
fn escaped(source: &str) -> String {
    let (mut out, mut is_escaped) = (String::with_capacity(source.len()), false);
    for c in source.chars() {
        if c == '/' && !is_escaped {
            out.push('\\');
        }
        is_escaped = c == '\\' && !is_escaped;
        out.push(c);
    }
    out
}
