//! What fields of generated types may hold, and what each does in a model and in serde's formats.
//!
//! A [`Field`] is one [`Item`], an `Option` of one or a `Vec` of them. Invariant: a field's Rust type alone says what
//! kind and multiplicity the feature must have, so that nothing says it twice.
//! This module does not know where fields are, only what is in them.

use super::read::Place;
use super::{Char, ClassDescription, Element, Kind, Number, ObjectWriter, Ref, Sink, Source, Value, serial};
use serde::de::{DeserializeSeed, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, SerializeSeq, Serializer};
use std::any::Any;
use std::fmt;
use std::marker::PhantomData;

/// One value: a data value, an object or a reference.
pub trait Item: Sized {
    /// What kind of feature holds it.
    const KIND: Kind;

    /// What it is where documents say nothing; nothing where they must say something.
    #[must_use]
    fn natural() -> Option<Self> {
        None
    }

    /// Whether documents need not say it.
    fn is_natural(&self) -> bool {
        false
    }

    /// Whether it is the same value as a default.
    fn is_same(&self, default: &Self) -> bool
    where
        Self: PartialEq,
    {
        self == default
    }

    /// Puts it into a field of a model's object.
    fn put<'t>(&'t self, at: usize, many: bool, out: &mut ObjectWriter<'_, '_, 't>);

    /// Takes it from a place in a model. Gives nothing where it cannot be had; the reader has noted why.
    fn take(place: Place<'_, '_>) -> Option<Self>;

    /// Writes it in a format of serde.
    ///
    /// # Errors
    /// Where the serializer fails.
    fn serialize_item<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;

    /// Reads it from a format of serde.
    ///
    /// # Errors
    /// Where the deserializer fails or gives something else.
    fn deserialize_item<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

/// What a field of a generated type holds.
pub trait Field: Sized {
    /// What kind of feature it stands for.
    const KIND: Kind;
    /// Whether it is a list.
    const MANY: bool;

    /// What it is where documents say nothing; nothing where they must say something.
    #[must_use]
    fn natural() -> Option<Self>;

    /// Whether documents need not say it.
    fn is_natural(&self) -> bool;

    /// Whether it is the same value as a default.
    fn is_same(&self, default: &Self) -> bool
    where
        Self: PartialEq,
    {
        self == default
    }

    /// Puts it into a field of a model's object.
    fn put<'t>(&'t self, at: usize, out: &mut ObjectWriter<'_, '_, 't>);

    /// Takes it from a place in a model. Gives nothing where it cannot be had; the reader has noted why.
    fn take(place: Place<'_, '_>) -> Option<Self>;

    /// Writes it in a format of serde.
    ///
    /// # Errors
    /// Where the serializer fails.
    fn serialize_field<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error>;

    /// Reads it from a format of serde.
    ///
    /// # Errors
    /// Where the deserializer fails or gives something else.
    fn deserialize_field<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

impl<T: Item> Field for T {
    const KIND: Kind = T::KIND;
    const MANY: bool = false;

    fn natural() -> Option<Self> {
        T::natural()
    }

    fn is_natural(&self) -> bool {
        Item::is_natural(self)
    }

    fn is_same(&self, default: &Self) -> bool
    where
        Self: PartialEq,
    {
        Item::is_same(self, default)
    }

    fn put<'t>(&'t self, at: usize, out: &mut ObjectWriter<'_, '_, 't>) {
        Item::put(self, at, false, out);
    }

    fn take(place: Place<'_, '_>) -> Option<Self> {
        <T as Item>::take(place)
    }

    #[inline]
    fn serialize_field<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.serialize_item(serializer)
    }

    fn deserialize_field<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        T::deserialize_item(deserializer)
    }
}

impl<T: Item> Field for Option<T> {
    const KIND: Kind = T::KIND;
    const MANY: bool = false;

    fn natural() -> Option<Self> {
        Some(None)
    }

    fn is_natural(&self) -> bool {
        self.is_none()
    }

    fn put<'t>(&'t self, at: usize, out: &mut ObjectWriter<'_, '_, 't>) {
        if let Some(item) = self {
            item.put(at, false, out);
        }
    }

    fn take(place: Place<'_, '_>) -> Option<Self> {
        if place.is_empty() { Some(None) } else { T::take(place).map(Some) }
    }

    #[inline]
    fn serialize_field<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Some(item) => serializer.serialize_some(&Plain(item)),
            None => serializer.serialize_none(),
        }
    }

    fn deserialize_field<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Maybe<T>(PhantomData<T>);
        impl<'de, T: Item> Visitor<'de> for Maybe<T> {
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
        deserializer.deserialize_option(Maybe(PhantomData))
    }
}

impl<T: Item> Field for Vec<T> {
    const KIND: Kind = T::KIND;
    const MANY: bool = true;

    fn natural() -> Option<Self> {
        Some(Vec::new())
    }

    fn is_natural(&self) -> bool {
        self.is_empty()
    }

    fn put<'t>(&'t self, at: usize, out: &mut ObjectWriter<'_, '_, 't>) {
        for item in self {
            item.put(at, true, out);
        }
    }

    /// An item that cannot be had is told, and does not keep the others from being looked at.
    fn take(mut place: Place<'_, '_>) -> Option<Self> {
        if T::KIND == Kind::Reference {
            place.look_ahead();
        }
        let mut items = Vec::with_capacity(place.len());
        for at in 0..place.len() {
            items.extend(place.item(at).and_then(T::take));
        }
        Some(items)
    }

    #[inline]
    fn serialize_field<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(Some(self.len()))?;
        for item in self {
            list.serialize_element(&Plain(item))?;
        }
        list.end()
    }

    fn deserialize_field<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Items<T>(PhantomData<T>);
        impl<'de, T: Item> Visitor<'de> for Items<T> {
            type Value = Vec<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a list")
            }

            #[inline]
            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Vec<T>, A::Error> {
                let Some(first) = list.next_element_seed(ItemSeed(PhantomData))? else {
                    return Ok(Vec::new());
                };
                // A document may claim any length. Where it claims none, there is about as much room as a
                // first `push` would make.
                let few = if size_of::<T>() <= 1024 { 4 } else { 1 };
                let mut items = Vec::with_capacity(list.size_hint().map_or(few, |rest| 1 + rest.min(1024)));
                items.push(first);
                while let Some(item) = list.next_element_seed(ItemSeed(PhantomData))? {
                    items.push(item);
                }
                Ok(items)
            }
        }
        deserializer.deserialize_seq(Items(PhantomData))
    }
}

/// An item as serde's own traits want it.
struct Plain<'t, T>(&'t T);

impl<T: Item> Serialize for Plain<'_, T> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize_item(serializer)
    }
}

struct ItemSeed<T>(PhantomData<T>);

impl<'de, T: Item> DeserializeSeed<'de> for ItemSeed<T> {
    type Value = T;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<T, D::Error> {
        T::deserialize_item(deserializer)
    }
}

/// The parts of [`Item`] of a type that has serde's traits.
#[doc(hidden)]
#[macro_export]
macro_rules! typed_item_by_serde {
    () => {
        #[inline]
        fn serialize_item<S: $crate::typed::serde::Serializer>(
            &self,
            serializer: S,
        ) -> ::core::result::Result<S::Ok, S::Error> {
            $crate::typed::serde::Serialize::serialize(self, serializer)
        }

        #[inline]
        fn deserialize_item<'de, D: $crate::typed::serde::Deserializer<'de>>(
            deserializer: D,
        ) -> ::core::result::Result<Self, D::Error> {
            $crate::typed::serde::Deserialize::deserialize(deserializer)
        }
    };
}

/// The parts of [`Item`] of a type that is a [`Value`].
#[doc(hidden)]
#[macro_export]
macro_rules! typed_item_by_value {
    () => {
        fn put<'t>(&'t self, at: usize, many: bool, out: &mut $crate::typed::ObjectWriter<'_, '_, 't>) {
            out.value(at, many, self);
        }

        fn take(place: $crate::typed::Place<'_, '_>) -> ::core::option::Option<Self> {
            place.value()
        }
    };
}

macro_rules! values {
    ($($ty:ty: $natural:expr, $is_natural:expr;)+) => {
        $(impl Item for $ty {
            const KIND: Kind = <Self as Value>::KIND;

            fn natural() -> Option<Self> {
                Some($natural)
            }

            fn is_natural(&self) -> bool {
                let is_natural: fn(&Self) -> bool = $is_natural;
                is_natural(self)
            }

            typed_item_by_value!();
            typed_item_by_serde!();
        })+
    };
}

values! {
    bool: false, |it| !it;
    i8: 0, |it| *it == 0;
    i16: 0, |it| *it == 0;
    i32: 0, |it| *it == 0;
    i64: 0, |it| *it == 0;
    Char: Char(0), |it| it.0 == 0;
    String: String::new(), |it| it.is_empty();
    Number: Number::default(), |it| it.0 == "0";
}

impl<T> Item for Ref<T> {
    const KIND: Kind = Kind::Reference;

    fn put<'t>(&'t self, at: usize, _: bool, out: &mut ObjectWriter<'_, '_, 't>) {
        out.reference(at, self);
    }

    fn take(place: Place<'_, '_>) -> Option<Self> {
        place.reference()
    }

    typed_item_by_serde!();
}

/// A contained object.
impl<T: Element> Item for T {
    const KIND: Kind = Kind::Contained;

    fn put<'t>(&'t self, at: usize, _: bool, out: &mut ObjectWriter<'_, '_, 't>) {
        out.part(at, self);
    }

    fn take(place: Place<'_, '_>) -> Option<Self> {
        place.part()
    }

    fn serialize_item<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serial::serialize(self, serializer)
    }

    fn deserialize_item<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serial::deserialize(deserializer)
    }
}

/// A contained object that has a place of its own.
impl<T: Element> Element for Box<T> {
    const CLASSES: &'static [&'static ClassDescription] = T::CLASSES;
    const TAGS: Option<&'static [&'static [&'static str]]> = T::TAGS;

    fn object(&self) -> (usize, &dyn Any) {
        T::object(self)
    }

    fn stored(&self) -> &dyn Any {
        T::stored(self)
    }

    fn write<'t, W: Sink<'t>>(&'t self, out: &mut W) {
        T::write(self, out);
    }

    fn read<S: Source>(class: usize, into: &mut Option<Self>, source: &mut S) -> Result<(), S::Error> {
        read_as(class, into, source, Box::new)
    }
}

/// Reads a value as part of another one.
///
/// # Errors
/// As for [`Element::read`].
pub fn read_as<T: Element, U, S: Source>(
    class: usize,
    into: &mut Option<U>,
    source: &mut S,
    wrap: fn(T) -> U,
) -> Result<(), S::Error> {
    let mut part = None;
    T::read(class, &mut part, source)?;
    *into = part.map(wrap);
    Ok(())
}
