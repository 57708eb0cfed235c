//! Reads the values of a map by the position of their features.
//!
//! Invariants: a field is read at most once; a key that is not a feature is an error. Only inlined functions use the
//! address of a source, and all others its fields, so that compilers can keep it in registers. This module does not
//! know formats.

use super::super::{ClassDescription, Element, Field, FieldKind, FieldSource};
use super::buffer::KeyBuffer;
use super::content::Content;
use super::{class_names, list_names, no_values};
use crate::names;
use serde::de::{self, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, Visitor};
use std::fmt;
use std::marker::PhantomData;
use std::slice;

/// Reads the fields of an element of the class at a position of its classes.
///
/// # Errors
/// If the map fails, or lacks a field that the class requires.
#[inline]
pub(super) fn read<'de, T: Element, A: MapAccess<'de>>(
    class: usize,
    into: &mut Option<T>,
    map: &mut A,
    buffer: &mut KeyBuffer,
) -> Result<(), A::Error> {
    let Some(description) = T::CLASSES.get(class) else { return Err(no_values()) };
    // Documents may contain `$type` with the name of the class even if the type needs no tags.
    let tags = match T::TAGS {
        Some(tags) => tags.get(class).copied(),
        None => Some(slice::from_ref(&description.name)),
    };
    let Some(tags) = tags else { return Err(no_values()) };
    let tags = class_names(description, tags);
    let mut source = MapSource {
        class: description,
        tags,
        map,
        buffer,
        likely_next: 0,
        read_fields: 0,
        element: PhantomData::<(&'de (), T)>,
    };
    T::read(class, into, &mut source)
}

/// The source of the fields of an object that is a map.
struct MapSource<'m, 'de, T, A> {
    class: &'static ClassDescription,
    tags: &'static [&'static str],
    map: &'m mut A,
    buffer: &'m mut KeyBuffer,
    /// The number of the field after the last key, which is likely to be the next one.
    likely_next: usize,
    /// Which of the first 64 fields were read, as bits.
    read_fields: u64,
    element: PhantomData<(&'de (), T)>,
}

impl<'de, T: Element, A: MapAccess<'de>> MapSource<'_, 'de, T, A> {
    /// The word of read fields that contains the bit of a field.
    #[inline]
    fn word(&mut self, number: usize) -> &mut u64 {
        if number < 64 { &mut self.read_fields } else { self.buffer.read_fields(number / 64) }
    }

    /// The value of a field; `None` for a null that means the same as an absent value.
    #[inline]
    fn value<F: Field>(&mut self, number: usize) -> Result<Option<F>, A::Error> {
        let (word, bit) = (self.word(number), 1 << (number % 64));
        if *word & bit != 0 {
            return Err(duplicate_field(self.class, number));
        }
        *word |= bit;
        let value = match self.buffer_if_used().and_then(KeyBuffer::take_value) {
            Some(content) => read_buffered(content)?,
            None => self.map.next_value_seed(PresentField(PhantomData))?,
        };
        // A null counts as absent, so the field is marked as not read, and is reported as missing if it is required.
        if value.is_none() {
            *self.word(number) &= !bit;
        }
        Ok(value)
    }

    /// The buffer, if it may contain keys of this type.
    #[inline]
    fn buffer_if_used(&mut self) -> Option<&mut KeyBuffer> {
        if T::TAGS.is_some() { Some(&mut *self.buffer) } else { None }
    }
}

impl<'de, T: Element, A: MapAccess<'de>> FieldSource for MapSource<'_, 'de, T, A> {
    type Error = A::Error;

    #[inline]
    fn next(&mut self) -> Result<Option<usize>, A::Error> {
        // The condition is a constant of the type, so for most types the compiler omits this block.
        if T::TAGS.is_some()
            && let Some(number) = next_buffered(self.class, self.buffer)?
        {
            self.likely_next = number + 1;
            return Ok(Some(number));
        }
        loop {
            let seed = Key::<T> {
                class: self.class,
                likely_next: self.likely_next,
                buffer: self.buffer,
                element: PhantomData,
            };
            match self.map.next_key_seed(seed)? {
                None => return Ok(None),
                Some(OTHER_KEY) => read_other_key(self.class, self.tags, self.map, self.buffer)?,
                Some(number) => {
                    self.likely_next = number as usize + 1;
                    return Ok(Some(number as usize));
                }
            }
        }
    }

    #[inline]
    fn field<F: Field>(&mut self, number: usize, into: &mut F) -> Result<(), A::Error> {
        if let Some(value) = self.value(number)? {
            *into = value;
        }
        Ok(())
    }

    #[inline]
    fn slot<F: Field>(&mut self, number: usize, into: &mut Option<F>) -> Result<(), A::Error> {
        *into = self.value(number)?;
        Ok(())
    }

    #[inline]
    fn require(&mut self, number: usize) -> Result<(), A::Error> {
        if *self.word(number) >> (number % 64) & 1 == 1 { Ok(()) } else { Err(missing(self.class, number)) }
    }

    #[inline]
    fn missing(&mut self, number: usize) -> A::Error {
        missing(self.class, number)
    }

    fn not_one(&mut self, alternatives: &[&str], found: usize) -> A::Error {
        let names = list_names(alternatives.iter().copied());
        de::Error::custom(format_args!("expected exactly {names}, found {found} of them"))
    }
}

/// Whether values of a kind are never null in a model, so that null in a document means the default of the feature.
/// Lists and optional values handle null themselves.
fn is_never_null(kind: FieldKind) -> bool {
    matches!(
        kind,
        FieldKind::Boolean
            | FieldKind::Integer(_)
            | FieldKind::Float
            | FieldKind::Double
            | FieldKind::Char
            | FieldKind::Enum(_)
    )
}

/// Reads a field; `None` for a null that is not a value of the field.
struct PresentField<F>(PhantomData<F>);

impl<'de, F: Field> DeserializeSeed<'de> for PresentField<F> {
    type Value = Option<F>;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<F>, D::Error> {
        // Only for other fields does a null mean that the value is absent.
        if !is_never_null(F::KIND) || F::OPTIONAL {
            F::deserialize_field(deserializer).map(Some)
        } else {
            deserializer.deserialize_option(self)
        }
    }
}

impl<'de, F: Field> Visitor<'de> for PresentField<F> {
    type Value = Option<F>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value or null")
    }

    fn visit_none<E>(self) -> Result<Option<F>, E> {
        Ok(None)
    }

    fn visit_unit<E>(self) -> Result<Option<F>, E> {
        Ok(None)
    }

    #[inline]
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<F>, D::Error> {
        F::deserialize_field(deserializer).map(Some)
    }
}

/// Finds the position of a key, without copying a known one.
///
/// Every type has its own instance, which is compiled with the names as constants and inlined.
struct Key<'s, T> {
    class: &'static ClassDescription,
    /// The number of the field after the last key, which this key is likely to name.
    likely_next: usize,
    buffer: &'s mut KeyBuffer,
    element: PhantomData<fn() -> T>,
}

/// The result for a key that is not a feature, instead of a position. Positions have only 32 bits, so that results that
/// contain them fit into registers.
const OTHER_KEY: u32 = u32::MAX;

impl<'de, T: Element> DeserializeSeed<'de> for Key<'_, T> {
    type Value = u32;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<u32, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<T: Element> Visitor<'_> for Key<'_, T> {
    type Value = u32;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a feature")
    }

    #[inline]
    fn visit_str<E: de::Error>(self, key: &str) -> Result<u32, E> {
        // A type's only class is a constant, so that the compiler can specialise the comparisons with its names.
        let features = only_class::<T>().unwrap_or(self.class).features;
        // Most documents contain the features of a class in order, so the next two after the last key are compared
        // first.
        let is_at = |number: usize| features.get(number).is_some_and(|name| names::are_equal(name, key));
        let number = if is_at(self.likely_next) {
            u32::try_from(self.likely_next).unwrap_or(OTHER_KEY)
        } else if is_at(self.likely_next + 1) {
            u32::try_from(self.likely_next + 1).unwrap_or(OTHER_KEY)
        } else {
            position_from(features, self.likely_next, key)
        };
        if number == OTHER_KEY {
            self.buffer.set_other(key);
        }
        Ok(number)
    }
}

/// The only class of a type, if documents have no `$type` for it.
#[inline]
fn only_class<T: Element>() -> Option<&'static ClassDescription> {
    if T::TAGS.is_some() { None } else { T::CLASSES.first().copied() }
}

/// The position of a feature.
// The function is not inlined, because few keys need it, and the code that reads keys should stay small.
#[inline(never)]
fn position(features: &[&str], name: &str) -> u32 {
    let index = features.iter().position(|feature| names::are_equal(feature, name));
    index.and_then(|number| u32::try_from(number).ok()).unwrap_or(OTHER_KEY)
}

/// The position of a feature, of which those from `likely_next` on are compared first.
#[inline(never)]
fn position_from(features: &[&str], likely_next: usize, name: &str) -> u32 {
    let later_position =
        (likely_next..features.len()).find(|number| names::are_equal(features[*number], name));
    match later_position {
        Some(number) => u32::try_from(number).unwrap_or(OTHER_KEY),
        // The later features were just compared, so only the earlier ones remain.
        None => position(features.get(..likely_next).unwrap_or(features), name),
    }
}

/// The position of the field of the next buffered key.
#[inline]
fn next_buffered<E: de::Error>(class: &ClassDescription, buffer: &mut KeyBuffer) -> Result<Option<usize>, E> {
    while let Some(key) = buffer.next_key() {
        match position(class.features, &key) {
            OTHER_KEY if class.package.ignores_unknown_keys => drop(buffer.take_value()),
            OTHER_KEY => return Err(unknown(class, &key)),
            number => return Ok(Some(number as usize)),
        }
    }
    Ok(None)
}

/// Reads a field from a buffered value.
#[cold]
fn read_buffered<F: Field, E: de::Error>(content: Content) -> Result<Option<F>, E> {
    PresentField(PhantomData).deserialize(content.into_deserializer()).map_err(E::custom)
}

/// Reads an entry whose key is not a feature: `$type` with the class that was determined before. Any other key is an
/// error, unless the package ignores unknown keys.
#[cold]
fn read_other_key<'de, A: MapAccess<'de>>(
    class: &ClassDescription,
    tags: &[&str],
    map: &mut A,
    buffer: &KeyBuffer,
) -> Result<(), A::Error> {
    // `$type` is accepted even if it is not needed, but must name this class.
    if buffer.other() != class.class_key() {
        if class.package.ignores_unknown_keys {
            return map.next_value::<de::IgnoredAny>().map(drop);
        }
        return Err(unknown(class, buffer.other()));
    }
    let name: String = map.next_value()?;
    if tags.contains(&name.as_str()) {
        return Ok(());
    }
    let expected = list_names(tags.iter().take(1).copied());
    Err(de::Error::custom(format_args!("unknown variant `{name}`, expected {expected}")))
}

/// The error of a key that is not a field.
#[cold]
fn unknown<E: de::Error>(class: &ClassDescription, key: &str) -> E {
    let names = list_names(class.features.iter().copied());
    E::custom(format_args!("unknown field `{key}`, expected {names}"))
}

/// The error of a field that was read before.
#[cold]
fn duplicate_field<E: de::Error>(class: &ClassDescription, number: usize) -> E {
    E::duplicate_field(class.features.get(number).copied().unwrap_or_default())
}

/// The error of a field that was not read.
#[cold]
fn missing<E: de::Error>(class: &ClassDescription, number: usize) -> E {
    E::missing_field(class.features.get(number).copied().unwrap_or_default())
}
