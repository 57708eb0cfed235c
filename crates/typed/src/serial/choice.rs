//! Enums of alternatives in serde's formats: the plain value of one alternative, or a map with its name.
//!
//! Invariant: the forms are those of JSON and YAML documents. A value is written plainly only if it would be read as
//! the same alternative. This module does not know which alternative a plain value belongs to.

use super::super::alternatives::{Alternatives, ResolvedAlternatives};
use super::super::embedded::TYPE;
use super::super::{Element, Field, FieldKind, FieldSink, FieldSource};
use super::content::Content;
use super::probe::{SerializedKind, serialized_kind};
use super::{ElementVisitor, write_fields};
use crate::ecore::FeatureId;
use serde::de::{self, Deserialize as _, Deserializer};
use serde::ser::{SerializeMap, Serializer};
use std::marker::PhantomData;
use std::sync::Arc;

/// The key of a reference to an object in another document, which types cannot represent.
const REF: &str = "$ref";

/// The alternatives of a type in its metamodel.
fn resolve<T: Element>(alternatives: &Alternatives) -> Option<&ResolvedAlternatives> {
    let class = T::CLASSES[0];
    alternatives.get_or_resolve(|| {
        let metamodel = Arc::clone(class.package.metamodel.metamodel().ok()?);
        let choice = metamodel.choice(class.find(&metamodel)?)?;
        Some(ResolvedAlternatives { choice, metamodel })
    })
}

/// Writes the value of an enum of alternatives.
pub(super) fn serialize<T: Element, S: Serializer>(
    element: &T,
    alternatives: &Alternatives,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let alternatives = resolve::<T>(alternatives);
    let mut plain =
        PlainSink { alternatives, names: T::CLASSES[0].features, serializer: Some(serializer), result: None };
    element.write(&mut plain);
    match (plain.result, plain.serializer) {
        (Some(result), _) => result,
        // The value has no plain form. The form with the name of the alternative can express every value.
        (None, Some(serializer)) => {
            let mut map = serializer.serialize_map(None)?;
            write_fields(element, &mut map)?;
            map.end()
        }
        // Cannot occur, because the sink takes the serializer only for a result.
        (None, None) => Err(serde::ser::Error::custom("a value without an alternative")),
    }
}

/// Writes the only field of a choice plainly, if its plain value is read as the same alternative.
struct PlainSink<'a, S: Serializer> {
    alternatives: Option<&'a ResolvedAlternatives>,
    names: &'static [&'static str],
    serializer: Option<S>,
    result: Option<Result<S::Ok, S::Error>>,
}

impl<S: Serializer> PlainSink<'_, S> {
    /// Whether the plain value of a field is read as the same alternative.
    fn is_plain<F: Field>(&self, number: usize, field: &F) -> bool {
        let (Some(alternatives), Some(name)) = (self.alternatives, self.names.get(number)) else {
            return false;
        };
        let kind = match serialized_kind(field) {
            // A number that is written as a string of digits would be read as a string.
            Some(SerializedKind::Text(_)) if F::KIND == FieldKind::Number => return false,
            // The map of a `Hash` may contain any keys, so it could be read as an object.
            Some(kind) if F::KIND != FieldKind::Entries => kind,
            _ => return false,
        };
        alternatives.of_kind(&kind).is_some_and(|feature| alternatives.name(feature) == *name)
    }
}

impl<'t, S: Serializer> FieldSink<'t> for PlainSink<'_, S> {
    fn field<F: Field>(&mut self, number: usize, field: &'t F) {
        self.required(number, field);
    }

    fn defaulted<F: Field>(&mut self, number: usize, field: &'t F, _: bool) {
        self.required(number, field);
    }

    fn required<F: Field>(&mut self, number: usize, field: &'t F) {
        if self.result.is_none() && self.is_plain(number, field) {
            self.result = self.serializer.take().map(|serializer| field.serialize_field(serializer));
        }
    }
}

impl ResolvedAlternatives {
    /// The alternative that a value of a kind is read as.
    fn of_kind(&self, kind: &SerializedKind) -> Option<FeatureId> {
        match kind {
            SerializedKind::Boolean => self.choice.of_boolean(),
            SerializedKind::Number(digits) => self.choice.of_number(digits),
            SerializedKind::Text(text) => self.choice.of_text(text),
            SerializedKind::List => self.choice.of_list(),
            SerializedKind::Map => {
                let class = None;
                self.choice.of_object(&self.metamodel, class)
            }
        }
    }

    /// The name of a feature.
    fn name(&self, feature: FeatureId) -> &str {
        self.metamodel[feature].name()
    }

    /// The alternative of a buffered value; `None` if the value is a map with the name of an alternative.
    fn of_content(&self, content: &Content) -> Option<FeatureId> {
        match content {
            Content::Null => None,
            Content::Bool(_) => self.choice.of_boolean(),
            Content::Unsigned(value) => self.choice.of_number(&value.to_string()),
            Content::Signed(value) => self.choice.of_number(&value.to_string()),
            // The number is written with a point, so that a double is not treated as an integer.
            Content::Double(value) => self.choice.of_number(&format!("{value:?}")),
            Content::Text(text) => self.choice.of_text(text),
            Content::List(_) => self.choice.of_list(),
            Content::Map(entries) => self.of_map(entries),
        }
    }

    /// The alternative of a buffered map; `None` if the map has the form with the name of an alternative.
    fn of_map(&self, entries: &[(String, Content)]) -> Option<FeatureId> {
        // The map need not name its class, so any alternative for objects is a candidate.
        let class = None;
        let object_alternative = self.choice.of_object(&self.metamodel, class)?;
        let mut names = self.choice.alternatives.iter().map(|alternative| self.name(alternative.feature));
        let first_key = entries.iter().map(|(key, _)| key.as_str()).find(|key| *key != TYPE);
        let is_object = match first_key {
            // Only the first key is examined, because a map with the name of an alternative has no other keys.
            Some(key) => key != REF && !names.any(|name| name == key),
            // The map is empty, or contains only `$type`, which may name the choice itself.
            None => {
                let choice_class = &self.metamodel[self.choice.class].name;
                !entries.iter().any(|(key, value)| {
                    key == TYPE && matches!(value, Content::Text(name) if name == choice_class)
                })
            }
        };
        is_object.then_some(object_alternative)
    }
}

/// Reads the value of an enum of alternatives.
pub(super) fn deserialize<'de, T: Element, D: Deserializer<'de>>(
    alternatives: &Alternatives,
    deserializer: D,
) -> Result<T, D::Error> {
    let alternatives = resolve::<T>(alternatives);
    // The form of the value determines the alternative, so the value is buffered first.
    let content = Content::deserialize(deserializer)?;
    let feature = alternatives.and_then(|alternatives| {
        let feature = alternatives.of_content(&content)?;
        let name = alternatives.name(feature);
        T::CLASSES[0].features.iter().position(|known| *known == name)
    });
    let Some(number) = feature else {
        // A map may have the form with the name of an alternative. Any other value is rejected.
        if !matches!(content, Content::Map(_)) {
            let names = super::list_names(T::CLASSES[0].features.iter().copied());
            return Err(de::Error::custom(format_args!("expected a value of {names}")));
        }
        return content.deserialize_map(ElementVisitor(PhantomData)).map_err(de::Error::custom);
    };
    let mut value = None;
    let mut source = PlainSource { number, content: Some(content), is_done: false };
    // A choice has a single class.
    let class = 0;
    T::read(class, &mut value, &mut source).map_err(de::Error::custom)?;
    value.ok_or_else(super::no_values)
}

/// The source of the only field of a choice, whose value is plain.
struct PlainSource {
    number: usize,
    content: Option<Content>,
    is_done: bool,
}

impl FieldSource for PlainSource {
    type Error = de::value::Error;

    fn next(&mut self) -> Result<Option<usize>, Self::Error> {
        Ok((!std::mem::replace(&mut self.is_done, true)).then_some(self.number))
    }

    fn field<F: Field>(&mut self, number: usize, into: &mut F) -> Result<(), Self::Error> {
        let content = self.content.take().ok_or_else(|| self.missing(number))?;
        *into = F::deserialize_field(content)?;
        Ok(())
    }

    fn slot<F: Field>(&mut self, number: usize, into: &mut Option<F>) -> Result<(), Self::Error> {
        let content = self.content.take().ok_or_else(|| self.missing(number))?;
        *into = Some(F::deserialize_field(content)?);
        Ok(())
    }

    fn require(&mut self, _: usize) -> Result<(), Self::Error> {
        Ok(())
    }

    fn missing(&mut self, _: usize) -> Self::Error {
        de::Error::custom("expected one value")
    }

    fn not_one(&mut self, _: &[&str], _: usize) -> Self::Error {
        self.missing(self.number)
    }
}
