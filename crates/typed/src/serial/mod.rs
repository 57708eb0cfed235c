//! Elements in the formats of serde: maps in the plain dialect of JSON documents.
//!
//! Invariants: implicit and default values are not written; keys, including `$type`, may be in any order; unknown,
//! duplicate and missing keys are errors. This module does not know formats.

mod buffer;
mod choice;
mod compact;
mod content;
mod field;
mod list;
mod probe;
mod source;

pub(super) use content::Content;
pub(super) use field::{FieldRef, FieldSeed};

use super::embedded::TYPE;
use super::values::literal_named;
use super::{ClassDescription, Element, Field, FieldSink, InvalidValue};
use buffer::KeyBuffer;
use serde::de::{self, Deserializer, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, Serializer};
use std::fmt;
use std::marker::PhantomData;
use std::slice;
use std::str::FromStr;

/// The key under which documents name the class of an object of a type. If the classes of the type have different keys,
/// it is that of the first class.
#[inline]
fn type_key<T: Element>() -> &'static str {
    T::CLASSES.first().map_or(TYPE, |class| class.class_key())
}

/// Writes an element.
///
/// # Errors
/// If the serializer fails.
#[inline]
pub fn serialize<T: Element, S: Serializer>(element: &T, serializer: S) -> Result<S::Ok, S::Error> {
    // Formats that are not human-readable need another form (Decision 28).
    if !serializer.is_human_readable() {
        return compact::serialize(element, serializer);
    }
    if let Some(alternatives) = T::alternatives() {
        return choice::serialize(element, alternatives, serializer);
    }
    if let Some(repeats) = T::LIST {
        return list::serialize(element, repeats, serializer);
    }
    // The length is not passed, because the omitted fields are known only while they are written.
    let mut map = serializer.serialize_map(None)?;
    // The classes of a union are written by its variants.
    if let (None, Some(class)) = (T::TAGS, T::CLASSES.first())
        && let Some(discriminator) = &class.discriminator
    {
        map.serialize_entry(discriminator.key, discriminator.value)?;
    }
    write_fields(element, &mut map)?;
    map.end()
}

/// Writes all fields of an element, with `$type` if documents have it.
#[inline]
fn write_fields<T: Element, M: SerializeMap>(element: &T, map: &mut M) -> Result<(), M::Error> {
    let mut sink = MapSink { map, error: None, element: PhantomData::<fn() -> T> };
    element.write(&mut sink);
    sink.error.map_or(Ok(()), Err)
}

/// Reads an element.
///
/// # Errors
/// If the deserializer fails, or its next value is not such an element.
#[inline]
pub fn deserialize<'de, T: Element, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    if !deserializer.is_human_readable() {
        return compact::deserialize(deserializer);
    }
    if let Some(alternatives) = T::alternatives() {
        return choice::deserialize(alternatives, deserializer);
    }
    if let Some(repeats) = T::LIST {
        return list::deserialize(repeats, deserializer);
    }
    deserializer.deserialize_map(ElementVisitor(PhantomData))
}

/// Reads a value from its text.
///
/// # Errors
/// If the deserializer fails, or its next value is not the text of a value.
pub fn deserialize_text<'de, T, D>(deserializer: D) -> Result<T, D::Error>
where
    T: FromStr<Err: fmt::Display>,
    D: Deserializer<'de>,
{
    struct Text<T>(PhantomData<T>);
    impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("a string")
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
            text.parse().map_err(E::custom)
        }
    }
    deserializer.deserialize_str(Text(PhantomData))
}

/// The error of a value that its data type does not allow.
pub fn invalid<E: de::Error>(value: InvalidValue) -> E {
    E::custom(value)
}

/// Reads a literal of an enumeration.
///
/// # Errors
/// If the deserializer fails, or does not contain the text of a literal.
pub fn deserialize_literal<'de, T: Copy, D: Deserializer<'de>>(
    deserializer: D,
    spellings: &'static [&'static str],
    all: &'static [T],
) -> Result<T, D::Error> {
    struct Literal<T: 'static>(&'static [&'static str], &'static [T]);
    impl<T: Copy> Visitor<'_> for Literal<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(&list_names(self.0.iter().copied()))
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
            literal_named(self.0, self.1, text).ok_or_else(|| E::unknown_variant(text, self.0))
        }
    }
    deserializer.deserialize_str(Literal(spellings, all))
}

/// Writes the fields of a struct to a map. Every struct has its own instance, in which its names are
/// constants.
struct MapSink<'a, T, M: SerializeMap> {
    map: &'a mut M,
    /// The first error, after which no further fields are written.
    error: Option<M::Error>,
    element: PhantomData<fn() -> T>,
}

impl<T: Element, M: SerializeMap> MapSink<'_, T, M> {
    /// Writes an entry, unless an error occurred before.
    #[inline]
    fn write_entry<V: Serialize>(&mut self, key: &'static str, value: &V) {
        if self.error.is_none() {
            // `serialize_entry` only makes these two calls, but would add another instance for each type of values,
            // which takes time to compile.
            let result = self.map.serialize_key(key).and_then(|()| self.map.serialize_value(value));
            self.error = result.err();
        }
    }
}

impl<'t, T: Element, M: SerializeMap> FieldSink<'t> for MapSink<'_, T, M> {
    #[inline]
    fn variant<V: Element>(&mut self, number: usize, object: &'t V) {
        // The class is written for every object of a type with tags (Decision 3).
        let class = V::CLASSES[0];
        let tag = match &class.discriminator {
            Some(discriminator) => &discriminator.value,
            None => T::TAGS.and_then(|tags| tags.get(number)?.first()).unwrap_or(&class.name),
        };
        self.write_entry(class.class_key(), tag);
        if self.error.is_none() {
            self.error = write_fields(object, self.map).err();
        }
    }

    #[inline]
    fn field<F: Field>(&mut self, number: usize, field: &'t F) {
        // An implicit value of an optional field means that there is no value, such as an empty list, so it is never
        // written.
        if !field.is_implicit() || !F::OPTIONAL && T::CLASSES[0].package.writes_defaults {
            self.required(number, field);
        }
    }

    #[inline]
    fn defaulted<F: Field>(&mut self, number: usize, field: &'t F, is_default: bool) {
        if !is_default || T::CLASSES[0].package.writes_defaults {
            self.required(number, field);
        }
    }

    #[inline]
    fn required<F: Field>(&mut self, number: usize, field: &'t F) {
        self.write_entry(T::CLASSES[0].features[number], &FieldRef(field));
    }
}

/// Reads an element from a map.
struct ElementVisitor<T>(PhantomData<T>);

impl<'de, T: Element> Visitor<'de> for ElementVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match T::CLASSES {
            [class] => write!(f, "a map of a `{}`", class.name),
            _ => write!(f, "a map with `{}`", type_key::<T>()),
        }
    }

    #[inline]
    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        // The fields are read in another function, so that the value is moved only once, when this one returns it.
        let mut value = None;
        read_fields(&mut value, map)?;
        value.ok_or_else(no_values)
    }
}

/// Reads the fields of an element, and `$type` if documents have it.
#[inline]
fn read_fields<'de, T: Element, A: MapAccess<'de>>(into: &mut Option<T>, mut map: A) -> Result<(), A::Error> {
    let mut buffer = KeyBuffer::default();
    // If the type has no subclasses, the field determines the class, so documents need no `$type` (Decision 3).
    let Some(tags) = T::TAGS else {
        let only_class = 0;
        return source::read(only_class, into, &mut map, &mut buffer);
    };
    // Entries before `$type` are buffered until the class is known.
    while let Some(key) = map.next_key::<String>()? {
        // In documents of this toolkit, `$type` is the first key, so nothing is buffered.
        if T::CLASSES.iter().any(|class| class.class_key() == key) {
            let name: String = map.next_value()?;
            let class = resolve_tag::<A::Error>(T::CLASSES, tags, (&key, &name))?;
            return source::read(class, into, &mut map, &mut buffer);
        }
        buffer.push(key, map.next_value()?);
    }
    // Documents written by other programs may lack `$type`.
    match infer_class(T::CLASSES, &buffer) {
        Some(class) => source::read(class, into, &mut map, &mut buffer),
        None => Err(de::Error::missing_field(type_key::<T>())),
    }
}

/// The class of a map that does not name it: the only class with a field for each key, or, if there are several such
/// classes, the one that all others extend.
fn infer_class(classes: &[&ClassDescription], buffer: &KeyBuffer) -> Option<usize> {
    let candidates: Vec<usize> = (0..classes.len())
        .filter(|position| buffer.keys().all(|key| classes[*position].features.contains(&key)))
        .collect();
    let mut base_classes = candidates
        .iter()
        .copied()
        .filter(|position| candidates.iter().all(|other| extends(classes, *other, *position)));
    base_classes.next().filter(|_| base_classes.next().is_none())
}

/// Whether a class has all features of another one.
fn extends(classes: &[&ClassDescription], other: usize, position: usize) -> bool {
    classes[position].features.iter().all(|feature| classes[other].features.contains(feature))
}

/// The error of a type without values, such as an enum without variants.
#[cold]
fn no_values<E: de::Error>() -> E {
    E::custom("no such object can exist")
}

/// The position of the class that an entry with a key and a name specifies.
fn resolve_tag<E: de::Error>(
    classes: &[&'static ClassDescription],
    tags: &[&'static [&'static str]],
    (key, name): (&str, &str),
) -> Result<usize, E> {
    let names_of_classes = || classes.iter().zip(tags).map(|(class, tags)| class_names(class, tags));
    let has_key = |position: &usize| classes[*position].class_key() == key;
    let class_position = names_of_classes()
        .enumerate()
        .position(|(position, names)| has_key(&position) && names.contains(&name));
    class_position.ok_or_else(|| {
        let with_key = names_of_classes().enumerate().filter(|(position, _)| has_key(position));
        let expected = with_key.filter_map(|(_, names)| names.first().copied());
        E::custom(format_args!("unknown variant `{name}`, expected {}", list_names(expected)))
    })
}

/// The texts that name a class, of which writers use the first.
#[inline]
fn class_names(class: &'static ClassDescription, tags: &'static [&'static str]) -> &'static [&'static str] {
    class.discriminator.as_ref().map_or(tags, |discriminator| slice::from_ref(&discriminator.value))
}

/// Names as a text: "`a`", "one of `a`, `b`" or "none".
fn list_names<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    match names.as_slice() {
        [] => "none".to_owned(),
        [name] => name.clone(),
        names => format!("one of {}", names.join(", ")),
    }
}
