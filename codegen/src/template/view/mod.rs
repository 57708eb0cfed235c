//! The elements of a metamodel as templates see them.
//!
//! A table for each kind of element contains the keys and the functions that compute their values; a test compares
//! `docs/templates.md` with them. Values are computed when a template uses them, so elements may refer to each other
//! in cycles. Invariants: an element has every key of its kind, with `none` for an absent value; any other key is an
//! error; elements are equal if they are the same element, ordered as in the metamodel, and printed as their name.

pub(super) mod keys;

pub(crate) use keys::annotations as element_annotations;

use super::model::TemplateModel;
use minijinja::value::{DynObject, Enumerator, Object, Value};
use minijinja::{Error, ErrorKind};
use modelwright_metamodel::ecore::{Annotation, Element, GEN_MODEL, documentation};
use std::cmp::Ordering;
use std::fmt;
use std::sync::Arc;

/// A key, and the function that computes its value for an element.
pub(crate) type Key = (&'static str, fn(&Arc<TemplateModel>, Element) -> Value);

/// An element of a metamodel.
#[derive(Clone)]
pub(crate) struct ElementValue {
    pub(crate) model: Arc<TemplateModel>,
    pub(crate) element: Element,
}

impl fmt::Debug for ElementValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(keys::name(&self.model, self.element))
    }
}

/// An element as a value.
pub(crate) fn element_value(model: &Arc<TemplateModel>, element: impl Into<Element>) -> Value {
    Value::from_object(ElementValue { model: Arc::clone(model), element: element.into() })
}

/// Elements as a list.
pub(crate) fn element_values<E: Into<Element>>(
    model: &Arc<TemplateModel>,
    elements: impl IntoIterator<Item = E>,
) -> Value {
    elements.into_iter().map(|element| element_value(model, element)).collect::<Vec<_>>().into()
}

impl ElementValue {
    /// Fails if the element does not have a key.
    pub(crate) fn check(&self, key: &str) -> Result<(), Error> {
        let (what, keys) = keys::describe(&self.model, self.element);
        let names = || keys.iter().flat_map(|keys| keys.iter().map(|(name, _)| *name));
        if names().any(|name| name == key) { Ok(()) } else { Err(no_key(what, key, names())) }
    }
}

impl Object for ElementValue {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        self.get_value_by_str(key.as_str()?)
    }

    fn get_value_by_str(self: &Arc<Self>, key: &str) -> Option<Value> {
        let (_, keys) = keys::describe(&self.model, self.element);
        match keys.iter().flat_map(|keys| keys.iter()).find(|(name, _)| *name == key) {
            Some((_, value_of)) => Some(value_of(&self.model, self.element)),
            // An error value, which fails whenever it is used.
            None => self.check(key).err().map(Value::from),
        }
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        let (_, keys) = keys::describe(&self.model, self.element);
        Enumerator::Values(
            // Only names are enumerated: the values refer to other elements in cycles.
            keys.iter().flat_map(|keys| keys.iter().map(|(name, _)| Value::from(*name))).collect(),
        )
    }

    fn is_true(self: &Arc<Self>) -> bool {
        true
    }

    fn custom_cmp(self: &Arc<Self>, other: &DynObject) -> Option<Ordering> {
        // Elements are compared by identity, because their names need not differ.
        Some(self.element.cmp(&other.downcast_ref::<Self>()?.element))
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(keys::name(&self.model, self.element))
    }
}

/// A part of an element that is not an element itself: a few named values.
#[derive(Debug)]
pub(crate) struct Record {
    /// The name in messages.
    what: &'static str,
    entries: Vec<(&'static str, Value)>,
    /// The key of the entry that is printed for the record.
    printed_key: &'static str,
}

impl Record {
    /// A record as a value; `printed_key` is the key of the entry that is printed for it.
    fn value<const N: usize>(
        what: &'static str,
        entries: [(&'static str, Value); N],
        printed_key: &'static str,
    ) -> Value {
        Value::from_object(Self { what, entries: entries.into(), printed_key })
    }

    /// The value of a key.
    fn entry(&self, key: &str) -> Option<&Value> {
        self.entries.iter().find(|(name, _)| *name == key).map(|(_, value)| value)
    }
}

impl Object for Record {
    fn get_value(self: &Arc<Self>, key: &Value) -> Option<Value> {
        let key = key.as_str()?;
        match self.entry(key) {
            Some(value) => Some(value.clone()),
            // Decision 11: filters of the library skip undefined values, but not errors.
            None => Some(no_key(self.what, key, self.entries.iter().map(|(name, _)| *name)).into()),
        }
    }

    fn enumerate(self: &Arc<Self>) -> Enumerator {
        Enumerator::Values(self.entries.iter().map(|(name, _)| Value::from(*name)).collect())
    }

    fn render(self: &Arc<Self>, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.entry(self.printed_key).map_or(Ok(()), |value| write!(f, "{value}"))
    }
}

/// The error for a key that an element does not have.
fn no_key(what: &'static str, key: &str, known: impl Iterator<Item = &'static str>) -> Error {
    let error = KnownKeys { known: known.collect() };
    let message = format!("{what} has no key `{key}`");
    Error::new(ErrorKind::UndefinedError, message).with_source(error)
}

/// The available keys, for help.
#[derive(Debug)]
pub(crate) struct KnownKeys {
    pub(crate) known: Vec<&'static str>,
}

impl fmt::Display for KnownKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "its keys are {}", self.known.join(", "))
    }
}

impl std::error::Error for KnownKeys {}

/// The documentation of an element; `none` if it is empty.
pub(crate) fn doc(annotations: &[Annotation]) -> Value {
    documentation(annotations).map(str::trim).filter(|text| !text.is_empty()).into()
}

/// Annotations without the documentation and the logic, which have separate keys.
pub(crate) fn annotations(all: &[Annotation]) -> Value {
    let other_annotations = all.iter().filter(|annotation| match annotation.source.as_deref() {
        // EMF keeps documentation and settings of its generator in the same annotation.
        Some(GEN_MODEL) => annotation.details.iter().any(|(key, _)| key.as_deref() != Some("documentation")),
        source => source != Some(modelwright_metamodel::ecore::LOGIC),
    });
    other_annotations.map(annotation).collect::<Vec<_>>().into()
}

/// An annotation as a value.
fn annotation(annotation: &Annotation) -> Value {
    let details = annotation.details.iter().map(|(key, value)| detail(key.as_deref(), value.as_deref()));
    let entries = [
        ("source", Value::from(annotation.source.as_deref())),
        ("details", details.collect::<Vec<_>>().into()),
        ("annotations", annotations(&annotation.annotations)),
    ];
    Record::value("an annotation", entries, "source")
}

/// A key with its value.
pub(crate) fn detail(key: Option<&str>, value: Option<&str>) -> Value {
    Record::value("a detail", [("key", Value::from(key)), ("value", Value::from(value))], "value")
}

/// Logic: its keyword, the title of an invariant, and its text.
pub(crate) fn logic(word: &str, title: Option<&str>, text: &str) -> Value {
    let entries = [("word", Value::from(word)), ("title", Value::from(title)), ("text", Value::from(text))];
    Record::value("logic", entries, "text")
}

/// A type parameter with the spelling of its bounds.
pub(crate) fn parameter(name: &str, bounds: Vec<String>) -> Value {
    let entries = [("name", Value::from(name)), ("bounds", Value::from(bounds))];
    Record::value("a type parameter", entries, "name")
}
