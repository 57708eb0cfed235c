//! Parts of schemas with their positions, so that each problem is shown where it is.
//!
//! Invariants: a node that is not what a method expects has no value; nothing panics. This module does not know what
//! keys mean.

use crate::declarations::Span;
use modelwright_metamodel::diagnostic::{Code, Diagnostic, Severity, Source};
use modelwright_notations::yaml::{NodeId, Scalar, Tree, Value};
use std::borrow::Cow;
use std::path::PathBuf;
use std::sync::Arc;

/// A file and its tree.
#[derive(Debug)]
pub(super) struct File {
    pub(super) source: Arc<Source>,
    pub(super) tree: Tree,
    pub(super) path: Option<PathBuf>,
}

/// A node of the tree of a file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Node<'a> {
    pub(super) file: &'a File,
    id: NodeId,
}

/// An entry of a map: its key, the key's position, and its value.
#[derive(Debug, Clone)]
pub(super) struct Entry<'a> {
    pub(super) key: Cow<'a, str>,
    pub(super) location: Node<'a>,
    pub(super) value: Node<'a>,
}

impl<'a> Node<'a> {
    /// The root of a file.
    pub(super) fn root(file: &'a File) -> Self {
        Self { file, id: file.tree.root() }
    }

    /// Whether both are the same node of the same file.
    pub(super) fn is_same(self, other: Self) -> bool {
        std::ptr::eq(self.file, other.file) && self.id == other.id
    }

    fn with_id(self, id: NodeId) -> Self {
        Self { id, ..self }
    }

    fn value(self) -> Value<'a> {
        self.file.tree.value(self.id)
    }

    /// The value under a key of a map; none if it is null.
    pub(super) fn get(self, key: &str) -> Option<Self> {
        self.file.tree.get(self.id, key).map(|id| self.with_id(id)).filter(|node| !node.is_null())
    }

    /// The text under a key.
    pub(super) fn text_of(self, key: &str) -> Option<Cow<'a, str>> {
        self.get(key).and_then(Self::text)
    }

    /// Whether a key is `true`.
    pub(super) fn is_true(self, key: &str) -> bool {
        self.get(key).and_then(Self::boolean) == Some(true)
    }

    pub(super) fn is_null(self) -> bool {
        matches!(self.value(), Value::Scalar(Scalar::Null))
    }

    pub(super) fn is_map(self) -> bool {
        matches!(self.value(), Value::Map(_))
    }

    pub(super) fn is_list(self) -> bool {
        matches!(self.value(), Value::List(_))
    }

    /// The text of a scalar; numbers and booleans as YAML writes them.
    pub(super) fn text(self) -> Option<Cow<'a, str>> {
        let Value::Scalar(scalar) = self.value() else { return None };
        match scalar {
            Scalar::String(text) | Scalar::BigInt(text) => Some(Cow::Borrowed(text)),
            Scalar::Bool(value) => Some(Cow::Borrowed(if *value { "true" } else { "false" })),
            Scalar::Int(number) => Some(Cow::Owned(number.to_string())),
            Scalar::Float(number) => Some(Cow::Owned(format!("{number:?}"))),
            _ => None,
        }
    }

    /// A boolean.
    pub(super) fn boolean(self) -> Option<bool> {
        match self.value() {
            Value::Scalar(Scalar::Bool(value)) => Some(*value),
            _ => None,
        }
    }

    /// An integer.
    pub(super) fn integer(self) -> Option<i128> {
        match self.value() {
            Value::Scalar(Scalar::Int(number)) => Some(i128::from(*number)),
            Value::Scalar(Scalar::BigInt(digits)) => digits.parse().ok(),
            _ => None,
        }
    }

    /// A finite number.
    pub(super) fn float(self) -> Option<f64> {
        let number = match self.value() {
            Value::Scalar(Scalar::Float(number)) => *number,
            #[expect(clippy::cast_precision_loss, reason = "bounds are compared with numbers of 64 bits")]
            Value::Scalar(Scalar::Int(number)) => *number as f64,
            Value::Scalar(Scalar::BigInt(digits)) => digits.parse().ok()?,
            _ => return None,
        };
        number.is_finite().then_some(number)
    }

    /// The entries of a map, in order. A list of names is a map without values, as in LinkML, and so is one name.
    pub(super) fn entries(self) -> Vec<Entry<'a>> {
        if let Value::Map(map) = self.value() {
            let mut entries = Vec::with_capacity(map.len());
            entries.extend(self.map_entries());
            return entries;
        }
        self.items().into_iter().filter_map(Self::to_entry).collect()
    }

    /// The entries of a map, in order; none for any other value.
    pub(super) fn map_entries(self) -> impl Iterator<Item = Entry<'a>> {
        let entries = match self.value() {
            Value::Map(entries) => Some(entries.iter()),
            _ => None,
        };
        entries.into_iter().flatten().filter_map(move |(key, value)| {
            let (location, value) = (self.with_id(key), self.with_id(value));
            location.text().map(|key| Entry { key, location, value })
        })
    }

    /// An item of a list as an entry: a name, or a map with a `name`, or a map with one entry.
    fn to_entry(self) -> Option<Entry<'a>> {
        if let Some(key) = self.text() {
            return Some(Entry { key, location: self, value: self });
        }
        match self.get("name").or_else(|| self.get("text")) {
            Some(location) => location.text().map(|key| Entry { key, location, value: self }),
            None => self.map_entries().next(),
        }
    }

    /// The items of a list; a single value is a list of one.
    pub(super) fn items(self) -> Vec<Self> {
        match self.value() {
            Value::List(items) => items.iter().map(|id| self.with_id(*id)).collect(),
            Value::Scalar(Scalar::Null) => Vec::new(),
            _ => vec![self],
        }
    }

    /// The texts of a list.
    pub(super) fn texts(self) -> Vec<Cow<'a, str>> {
        self.items().into_iter().filter_map(Self::text).collect()
    }

    pub(super) fn span(self) -> Span {
        self.file.tree.span(self.id)
    }

    /// The part of the file's text.
    pub(super) fn written(self) -> &'a str {
        self.file.source.text().get(self.span()).unwrap_or_default()
    }

    /// A problem at this node.
    pub(super) fn problem(self, severity: Severity, code: Code, message: String) -> Diagnostic {
        Diagnostic::new(code, severity, message).at(&self.file.source, self.span())
    }
}
