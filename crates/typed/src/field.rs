//! The types of fields in generated types, and their conversion to models and serde's formats.
//!
//! A [`Field`] is one [`FieldValue`], an `Option` of one or a `Vec` of them. Invariant: a field's Rust type
//! alone determines the kind and multiplicity of its feature, so that neither is declared twice. This module
//! does not know structs, only single fields.

use super::alternatives::Alternatives;
use super::read::SlotReader;
use super::{
    Base64, Bytes, Char, ClassDescription, Element, FieldKind, FieldSink, FieldSource, Number, ObjectWriter,
    Ref, Value, serial,
};
use serde::de::{DeserializeSeed, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeSeq, Serializer};
use std::any::Any;
use std::fmt;
use std::marker::PhantomData;

/// One value: a data value, an object or a reference.
pub trait FieldValue: Sized {
    /// The kind of features with such values.
    const KIND: FieldKind;

    /// The value if documents omit the feature; `None` if they must not omit it.
    #[must_use]
    fn implicit() -> Option<Self> {
        None
    }

    /// Whether documents omit the value.
    fn is_implicit(&self) -> bool {
        false
    }

    /// Whether the value equals a default.
    fn is_same(&self, default: &Self) -> bool
    where
        Self: PartialEq,
    {
        self == default
    }

    /// Writes the value to field `number` of an object in a model. `is_many` is set if the field is a list.
    fn put<'t>(&'t self, number: usize, is_many: bool, out: &mut ObjectWriter<'_, '_, 't>);

    /// Reads a value from a slot of an object in a model. `None` if it cannot be read, which the reader has
    /// reported.
    fn take(slot: SlotReader<'_, '_>) -> Option<Self>;

    /// Serializes the value.
    ///
    /// # Errors
    /// If the serializer fails.
    fn serialize_item<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;

    /// Deserializes a value.
    ///
    /// # Errors
    /// If the deserializer fails, or its value has another type.
    fn deserialize_item<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

/// The content of a field of a generated type.
pub trait Field: Sized {
    /// The kind of features with such values.
    const KIND: FieldKind;
    /// Whether the field is a list.
    const MANY: bool;
    /// Whether the field may have no value.
    const OPTIONAL: bool = false;

    /// The value if documents omit the feature; `None` if they must not omit it.
    #[must_use]
    fn implicit() -> Option<Self>;

    /// Whether documents omit the value.
    fn is_implicit(&self) -> bool;

    /// Whether the value equals a default.
    fn is_same(&self, default: &Self) -> bool
    where
        Self: PartialEq,
    {
        self == default
    }

    /// Writes the content to field `number` of an object in a model.
    fn put<'t>(&'t self, number: usize, out: &mut ObjectWriter<'_, '_, 't>);

    /// Reads the content from a slot of an object in a model. `None` if it cannot be read, which the reader
    /// has reported.
    fn take(slot: SlotReader<'_, '_>) -> Option<Self>;

    /// Serializes the content.
    ///
    /// # Errors
    /// If the serializer fails.
    fn serialize_field<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;

    /// Serializes the values of a list, or the only value, as elements of a list.
    ///
    /// # Errors
    /// If the serializer fails.
    fn serialize_items<S: SerializeSeq>(&self, list: &mut S) -> Result<(), S::Error>;

    /// Deserializes the content.
    ///
    /// # Errors
    /// If the deserializer fails, or its value has another type.
    fn deserialize_field<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

impl<T: FieldValue> Field for T {
    const KIND: FieldKind = T::KIND;
    const MANY: bool = false;

    fn implicit() -> Option<Self> {
        T::implicit()
    }

    fn is_implicit(&self) -> bool {
        FieldValue::is_implicit(self)
    }

    fn is_same(&self, default: &Self) -> bool
    where
        Self: PartialEq,
    {
        FieldValue::is_same(self, default)
    }

    fn put<'t>(&'t self, number: usize, out: &mut ObjectWriter<'_, '_, 't>) {
        let is_many = false;
        FieldValue::put(self, number, is_many, out);
    }

    fn take(slot: SlotReader<'_, '_>) -> Option<Self> {
        <T as FieldValue>::take(slot)
    }

    #[inline]
    fn serialize_field<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.serialize_item(serializer)
    }

    fn serialize_items<S: SerializeSeq>(&self, list: &mut S) -> Result<(), S::Error> {
        list.serialize_element(&Plain(self))
    }

    fn deserialize_field<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize_item(deserializer)
    }
}

impl<T: FieldValue> Field for Option<T> {
    const KIND: FieldKind = T::KIND;
    const MANY: bool = false;
    const OPTIONAL: bool = true;

    fn implicit() -> Option<Self> {
        Some(None)
    }

    fn is_implicit(&self) -> bool {
        self.is_none()
    }

    fn put<'t>(&'t self, number: usize, out: &mut ObjectWriter<'_, '_, 't>) {
        if let Some(item) = self {
            let is_many = false;
            item.put(number, is_many, out);
        }
    }

    fn take(mut slot: SlotReader<'_, '_>) -> Option<Self> {
        // `None` represents both an unset feature and null.
        if slot.is_empty() { Some(None) } else { T::take(slot).map(Some) }
    }

    #[inline]
    fn serialize_field<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            // Formats that are not human-readable must record whether there is a value.
            Some(item) => serializer.serialize_some(&Plain(item)),
            None => serializer.serialize_none(),
        }
    }

    fn serialize_items<S: SerializeSeq>(&self, list: &mut S) -> Result<(), S::Error> {
        self.as_ref().map_or(Ok(()), |item| list.serialize_element(&Plain(item)))
    }

    fn deserialize_field<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OptionVisitor<T>(PhantomData<T>);
        impl<'de, T: FieldValue> Visitor<'de> for OptionVisitor<T> {
            type Value = Option<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a value or null")
            }

            fn visit_none<E>(self) -> Result<Option<T>, E> {
                Ok(None)
            }

            fn visit_unit<E>(self) -> Result<Option<T>, E> {
                Ok(None)
            }

            fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<T>, D::Error> {
                T::deserialize_item(deserializer).map(Some)
            }
        }
        deserializer.deserialize_option(OptionVisitor(PhantomData))
    }
}

impl<T: FieldValue> Field for Vec<T> {
    const KIND: FieldKind = T::KIND;
    const MANY: bool = true;
    const OPTIONAL: bool = true;

    fn implicit() -> Option<Self> {
        Some(Vec::new())
    }

    fn is_implicit(&self) -> bool {
        self.is_empty()
    }

    fn put<'t>(&'t self, number: usize, out: &mut ObjectWriter<'_, '_, 't>) {
        let is_many = true;
        for item in self {
            item.put(number, is_many, out);
        }
    }

    /// A value that cannot be read is reported, and the remaining values are read nevertheless.
    fn take(mut slot: SlotReader<'_, '_>) -> Option<Self> {
        // The addresses of all targets are prefetched together, so that their waits for memory overlap.
        if T::KIND == FieldKind::Reference {
            slot.look_ahead();
        }
        let mut items = Vec::with_capacity(slot.known_len());
        while let Some(item) = slot.next_item() {
            items.extend(item.and_then(T::take));
        }
        Some(items)
    }

    #[inline]
    fn serialize_field<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.len()))?;
        self.serialize_items(&mut list)?;
        list.end()
    }

    fn serialize_items<S: SerializeSeq>(&self, list: &mut S) -> Result<(), S::Error> {
        self.iter().try_for_each(|item| list.serialize_element(&Plain(item)))
    }

    fn deserialize_field<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ListVisitor<T>(PhantomData<T>);
        impl<'de, T: FieldValue> Visitor<'de> for ListVisitor<T> {
            type Value = Vec<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            #[inline]
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
                // An empty list needs no allocation.
                let Some(first) = list.next_element_seed(ItemSeed(PhantomData))? else {
                    return Ok(Vec::new());
                };
                // The length is untrusted, so the capacity is limited. Without a length, the capacity is about that of
                // a first `push`.
                let default_capacity = if size_of::<T>() <= 1024 { 4 } else { 1 };
                let mut items = Vec::with_capacity(
                    list.size_hint().map_or(default_capacity, |remaining| 1 + remaining.min(1024)),
                );
                items.push(first);
                while let Some(item) = list.next_element_seed(ItemSeed(PhantomData))? {
                    items.push(item);
                }
                Ok(items)
            }
        }
        deserializer.deserialize_seq(ListVisitor(PhantomData))
    }
}

/// Adapts a field value to serde's trait.
struct Plain<'t, T>(&'t T);

impl<T: FieldValue> Serialize for Plain<'_, T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize_item(serializer)
    }
}

/// Deserializes an item of a list.
struct ItemSeed<T>(PhantomData<T>);

impl<'de, T: FieldValue> DeserializeSeed<'de> for ItemSeed<T> {
    type Value = T;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::deserialize_item(deserializer)
    }
}

/// Implements the serialization methods of [`FieldValue`] for a type that has serde's traits.
#[doc(hidden)]
#[macro_export]
macro_rules! typed_item_by_serde {
    () => {
        #[inline]
        fn serialize_item<S: $crate::serde::Serializer>(
            &self,
            serializer: S,
        ) -> ::core::result::Result<S::Ok, S::Error> {
            $crate::serde::Serialize::serialize(self, serializer)
        }

        #[inline]
        fn deserialize_item<'de, D: $crate::serde::Deserializer<'de>>(
            deserializer: D,
        ) -> ::core::result::Result<Self, D::Error> {
            $crate::serde::Deserialize::deserialize(deserializer)
        }
    };
}

/// Implements the conversion methods of [`FieldValue`] for a type that is a [`Value`].
#[doc(hidden)]
#[macro_export]
macro_rules! typed_item_by_value {
    () => {
        fn put<'t>(&'t self, number: usize, is_many: bool, out: &mut $crate::ObjectWriter<'_, '_, 't>) {
            out.value(number, is_many, self);
        }

        fn take(slot: $crate::SlotReader<'_, '_>) -> ::core::option::Option<Self> {
            slot.value()
        }
    };
}

/// Implements [`FieldValue`] for types that have serde's traits: `type: implicit value, whether a value is implicit;`.
macro_rules! values {
    ($($ty:ty: $implicit:expr, $is_implicit:expr;)+) => {
        $(impl FieldValue for $ty {
            const KIND: FieldKind = <Self as Value>::KIND;

            fn implicit() -> Option<Self> {
                Some($implicit)
            }

            fn is_implicit(&self) -> bool {
                let is_implicit: fn(&Self) -> bool = $is_implicit;
                is_implicit(self)
            }

            typed_item_by_value!();
            typed_item_by_serde!();
        })+
    };
}

values! {
    bool: false, |value| !value;
    Char: Char(0), |value| value.0 == 0;
    String: String::new(), |value| value.is_empty();
    // Only `0` is implicit: the digits of `0.0` are preserved, so it is written.
    Number: Number::default(), |value| value.as_str() == "0";
    Bytes: Bytes::default(), |value| value.is_empty();
    Base64: Base64::default(), |value| value.is_empty();
}

impl<T> FieldValue for Ref<T> {
    const KIND: FieldKind = FieldKind::Reference;

    fn put<'t>(&'t self, number: usize, _: bool, out: &mut ObjectWriter<'_, '_, 't>) {
        out.reference(number, self);
    }

    fn take(slot: SlotReader<'_, '_>) -> Option<Self> {
        slot.reference()
    }

    typed_item_by_serde!();
}

/// A contained object.
impl<T: Element> FieldValue for T {
    const KIND: FieldKind = FieldKind::Contained;

    fn put<'t>(&'t self, number: usize, _: bool, out: &mut ObjectWriter<'_, '_, 't>) {
        out.part(number, self);
    }

    fn take(slot: SlotReader<'_, '_>) -> Option<Self> {
        slot.part()
    }

    fn serialize_item<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serial::serialize(self, serializer)
    }

    fn deserialize_item<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serial::deserialize(deserializer)
    }
}

/// A contained object on the heap.
impl<T: Element> Element for Box<T> {
    const CLASSES: &'static [&'static ClassDescription] = T::CLASSES;
    const TAGS: Option<&'static [&'static [&'static str]]> = T::TAGS;
    const LIST: Option<bool> = T::LIST;

    fn object(&self) -> (usize, &dyn Any) {
        T::object(self)
    }

    fn alternatives() -> Option<&'static Alternatives> {
        T::alternatives()
    }

    fn stored(&self) -> &dyn Any {
        T::stored(self)
    }

    fn write<'t, W: FieldSink<'t>>(&'t self, out: &mut W) {
        T::write(self, out);
    }

    fn read<S: FieldSource>(class: usize, into: &mut Option<Self>, source: &mut S) -> Result<(), S::Error> {
        read_as(class, into, source, Box::new)
    }
}

/// Reads a `T` and wraps it into the type that contains it, such as a box or a variant of an enum.
///
/// # Errors
/// As for [`Element::read`].
pub fn read_as<T: Element, U, S: FieldSource>(
    class: usize,
    into: &mut Option<U>,
    source: &mut S,
    wrap: fn(T) -> U,
) -> Result<(), S::Error> {
    // `into` has the type of the outer value, so the part is read into a separate variable.
    let mut part = None;
    T::read(class, &mut part, source)?;
    *into = part.map(wrap);
    Ok(())
}
