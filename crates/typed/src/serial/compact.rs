//! Elements in formats that are not human-readable, such as postcard: the fields in their order, without names.
//!
//! Invariants: every field is written, because such a format may not record which fields follow; an enum is written
//! with the position of its variant. Formats with names, such as CBOR, are also read by name. This module does not know
//! which fields documents omit.

use super::super::{Element, Field, FieldSink, FieldSource};
use super::buffer::KeyBuffer;
use super::{ElementVisitor, FieldRef, FieldSeed, no_values, source};
use serde::de::{
    self, DeserializeSeed, Deserializer, EnumAccess, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use serde::ser::{Error as _, Serialize, SerializeStruct, Serializer};
use std::cell::Cell;
use std::fmt;
use std::marker::PhantomData;

/// Writes an element.
pub(super) fn serialize<T: Element, S: Serializer>(element: &T, serializer: S) -> Result<S::Ok, S::Error> {
    // The class of an object, or the alternative of a choice, is written as the variant of an enum.
    if T::TAGS.is_some() || T::alternatives().is_some() {
        let mut sink = VariantSink {
            name: name::<T>(),
            serializer: Some(serializer),
            result: None,
            element: PhantomData::<fn() -> T>,
        };
        element.write(&mut sink);
        return sink.result.unwrap_or_else(|| Err(S::Error::custom("a value without an alternative")));
    }
    let features = T::CLASSES.first().map_or(0, |class| class.features.len());
    let mut sink = StructSink {
        fields: serializer.serialize_struct(name::<T>(), features)?,
        error: None,
        element: PhantomData::<fn() -> T>,
    };
    element.write(&mut sink);
    match sink.error {
        None => sink.fields.end(),
        Some(error) => Err(error),
    }
}

/// The name of a type for serde: that of its first class.
fn name<T: Element>() -> &'static str {
    T::CLASSES.first().map_or("", |class| class.name)
}

/// Adapts an element to serde's trait.
struct ElementRef<'t, T>(&'t T);

impl<T: Element> Serialize for ElementRef<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serialize(self.0, serializer)
    }
}

/// Writes the struct of an enum, or the only field of an enum of alternatives.
struct VariantSink<T, S: Serializer> {
    name: &'static str,
    serializer: Option<S>,
    result: Option<Result<S::Ok, S::Error>>,
    element: PhantomData<fn() -> T>,
}

impl<T: Element, S: Serializer> VariantSink<T, S> {
    /// Writes the only value, as variant `number`.
    fn write<V: Serialize>(&mut self, number: usize, variant: &'static str, value: &V) {
        // A serializer can write only one value, so it is taken.
        let (Some(serializer), Ok(number)) = (self.serializer.take(), u32::try_from(number)) else { return };
        self.result = Some(serializer.serialize_newtype_variant(self.name, number, variant, value));
    }
}

impl<'t, T: Element, S: Serializer> FieldSink<'t> for VariantSink<T, S> {
    fn variant<V: Element>(&mut self, number: usize, object: &'t V) {
        self.write(number, name::<V>(), &ElementRef(object));
    }

    fn field<F: Field>(&mut self, number: usize, field: &'t F) {
        self.required(number, field);
    }

    fn required<F: Field>(&mut self, number: usize, field: &'t F) {
        let variant = T::CLASSES[0].features.get(number).copied().unwrap_or_default();
        self.write(number, variant, &FieldRef(field));
    }

    fn defaulted<F: Field>(&mut self, number: usize, field: &'t F, _: bool) {
        self.required(number, field);
    }
}

/// Writes all fields of a struct.
struct StructSink<T, S: SerializeStruct> {
    fields: S,
    /// The first error, after which no further fields are written.
    error: Option<S::Error>,
    element: PhantomData<fn() -> T>,
}

impl<'t, T: Element, S: SerializeStruct> FieldSink<'t> for StructSink<T, S> {
    fn field<F: Field>(&mut self, number: usize, field: &'t F) {
        self.required(number, field);
    }

    fn required<F: Field>(&mut self, number: usize, field: &'t F) {
        if self.error.is_none() {
            // The names are passed for formats such as CBOR, which may write them.
            self.error = self.fields.serialize_field(T::CLASSES[0].features[number], &FieldRef(field)).err();
        }
    }

    fn defaulted<F: Field>(&mut self, number: usize, field: &'t F, _: bool) {
        // All fields are written, because the reader expects each at its position (Decision 28).
        self.required(number, field);
    }
}

/// The maximum nesting of elements that are read, as in serde_json. Formats that are not human-readable have no limit
/// of their own, so that a few bytes could exhaust the stack.
const MAX_NESTING: usize = 128;

thread_local! {
    /// The number of elements that this thread is reading.
    static NESTING: Cell<usize> = const { Cell::new(0) };
}

/// Counts an element while it is read.
struct Nesting;

impl Nesting {
    /// Counts one more element; fails at the limit.
    fn enter<E: de::Error>() -> Result<Self, E> {
        if NESTING.get() >= MAX_NESTING {
            return Err(E::custom(format_args!("objects are nested more than {MAX_NESTING} levels deep")));
        }
        NESTING.set(NESTING.get() + 1);
        Ok(Nesting)
    }
}

impl Drop for Nesting {
    fn drop(&mut self) {
        NESTING.set(NESTING.get() - 1);
    }
}

/// Reads an element.
pub(super) fn deserialize<'de, T: Element, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    // The guard is bound to a variable, so that the level is counted until the end of the function.
    let _nesting = Nesting::enter()?;
    if T::TAGS.is_some() || T::alternatives().is_some() {
        // The list of variant names is empty: no format needs it, and the names are not available as a constant list.
        return deserializer.deserialize_enum(name::<T>(), &[], EnumVisitor(PhantomData));
    }
    // Without tags, the type has a single class.
    Object::<T> { class: 0, element: PhantomData }.deserialize(deserializer)
}

/// Reads the struct of a class.
struct Object<T> {
    class: usize,
    element: PhantomData<fn() -> T>,
}

impl<'de, T: Element> DeserializeSeed<'de> for Object<T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        let Some(class) = T::CLASSES.get(self.class) else { return Err(no_values()) };
        deserializer.deserialize_struct(class.name, class.features, self)
    }
}

impl<'de, T: Element> Visitor<'de> for Object<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ElementVisitor::<T>(PhantomData).expecting(f)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<T, A::Error> {
        let count = T::CLASSES[self.class].features.len();
        let mut value = None;
        T::read(self.class, &mut value, &mut ListSource { list, input: PhantomData, next: 0, count })?;
        value.ok_or_else(no_values)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let mut value = None;
        source::read(self.class, &mut value, &mut map, &mut KeyBuffer::default())?;
        value.ok_or_else(no_values)
    }
}

/// Reads a variant: the struct of a class, or the alternative of a choice.
struct EnumVisitor<T>(PhantomData<fn() -> T>);

impl<'de, T: Element> Visitor<'de> for EnumVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a variant of {}", name::<T>())
    }

    fn visit_enum<A: EnumAccess<'de>>(self, data: A) -> Result<T, A::Error> {
        let (number, variant) = data.variant_seed(Position::<T>(PhantomData))?;
        if T::alternatives().is_some() {
            return variant.newtype_variant_seed(Alternative::<T> { number, element: PhantomData });
        }
        variant.newtype_variant_seed(Object::<T> { class: number, element: PhantomData })
    }
}

/// Reads the position of a variant, or its name.
struct Position<T>(PhantomData<fn() -> T>);

impl<T: Element> Position<T> {
    /// The number of variants.
    fn count() -> usize {
        if T::alternatives().is_some() { T::CLASSES[0].features.len() } else { T::CLASSES.len() }
    }

    /// The position of the variant with this name: of an alternative if `T` is a choice, or else of a class.
    fn named(name: &str) -> Option<usize> {
        match T::alternatives() {
            // A choice has a single class, whose features are the alternatives.
            Some(_) => T::CLASSES[0].features.iter().position(|known| *known == name),
            None => T::CLASSES.iter().position(|class| class.name == name),
        }
    }
}

impl<'de, T: Element> DeserializeSeed<'de> for Position<T> {
    type Value = usize;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<usize, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<T: Element> Visitor<'_> for Position<T> {
    type Value = usize;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the position of one of {} variants", Self::count())
    }

    fn visit_u64<E: de::Error>(self, number: u64) -> Result<usize, E> {
        let position = usize::try_from(number).ok().filter(|number| *number < Self::count());
        position.ok_or_else(|| E::invalid_value(de::Unexpected::Unsigned(number), &self))
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<usize, E> {
        Self::named(name).ok_or_else(|| E::invalid_value(de::Unexpected::Str(name), &self))
    }
}

/// Reads the value of an alternative.
struct Alternative<T> {
    number: usize,
    element: PhantomData<fn() -> T>,
}

impl<'de, T: Element> DeserializeSeed<'de> for Alternative<T> {
    type Value = T;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        let mut value = None;
        let mut source =
            ValueSource { number: Some(self.number), deserializer: Some(deserializer), input: PhantomData };
        // A choice has a single class.
        let class = 0;
        T::read(class, &mut value, &mut source)?;
        value.ok_or_else(no_values)
    }
}

/// The source of one field.
struct ValueSource<'de, D> {
    number: Option<usize>,
    deserializer: Option<D>,
    input: PhantomData<&'de ()>,
}

impl<'de, D: Deserializer<'de>> FieldSource for ValueSource<'de, D> {
    type Error = D::Error;

    fn next(&mut self) -> Result<Option<usize>, D::Error> {
        Ok(self.number.take())
    }

    fn field<F: Field>(&mut self, number: usize, into: &mut F) -> Result<(), D::Error> {
        let deserializer = self.deserializer.take().ok_or_else(|| self.missing(number))?;
        *into = F::deserialize_field(deserializer)?;
        Ok(())
    }

    fn slot<F: Field>(&mut self, number: usize, into: &mut Option<F>) -> Result<(), D::Error> {
        let deserializer = self.deserializer.take().ok_or_else(|| self.missing(number))?;
        *into = Some(F::deserialize_field(deserializer)?);
        Ok(())
    }

    fn require(&mut self, _: usize) -> Result<(), D::Error> {
        Ok(())
    }

    fn missing(&mut self, _: usize) -> D::Error {
        de::Error::custom("expected one value")
    }

    fn not_one(&mut self, _: &[&str], _: usize) -> D::Error {
        self.missing(0)
    }
}

/// The source of all fields in their order.
struct ListSource<'de, A> {
    list: A,
    input: PhantomData<&'de ()>,
    next: usize,
    count: usize,
}

impl<'de, A: SeqAccess<'de>> ListSource<'de, A> {
    /// Reads the next value, which is that of field `number`.
    fn read_value<F: Field>(&mut self, number: usize) -> Result<F, A::Error> {
        self.list.next_element_seed(FieldSeed(PhantomData))?.ok_or_else(|| self.missing(number))
    }
}

impl<'de, A: SeqAccess<'de>> FieldSource for ListSource<'de, A> {
    type Error = A::Error;

    fn next(&mut self) -> Result<Option<usize>, A::Error> {
        self.next += 1;
        Ok((self.next <= self.count).then_some(self.next - 1))
    }

    fn field<F: Field>(&mut self, number: usize, into: &mut F) -> Result<(), A::Error> {
        *into = self.read_value(number)?;
        Ok(())
    }

    fn slot<F: Field>(&mut self, number: usize, into: &mut Option<F>) -> Result<(), A::Error> {
        *into = Some(self.read_value(number)?);
        Ok(())
    }

    fn require(&mut self, _: usize) -> Result<(), A::Error> {
        Ok(())
    }

    fn missing(&mut self, number: usize) -> A::Error {
        de::Error::invalid_length(number, &"all fields")
    }

    fn not_one(&mut self, _: &[&str], _: usize) -> A::Error {
        self.missing(0)
    }
}
