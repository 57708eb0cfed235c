//! Determines the kind of a serialized value without writing it.
//!
//! This module does not know types or formats.

use super::super::Field;
use serde::ser::{self, Impossible, Serialize, Serializer};
use std::fmt;

/// The kind of a serialized value, with the content that distinguishes alternatives.
#[derive(Debug, PartialEq)]
pub(super) enum SerializedKind {
    Boolean,
    /// A number, with its digits as in JSON.
    Number(String),
    Text(String),
    List,
    Map,
}

/// The kind of a field's value; `None` for null.
pub(super) fn serialized_kind<F: Field>(field: &F) -> Option<SerializedKind> {
    // The kind is determined by serializing the field, so it always agrees with what serde writes.
    field.serialize_field(Probe).map_or_else(|other| other.0, Some)
}

/// A serializer that returns the kind of a value.
struct Probe;

/// The "error" of a value that is not a scalar, with its kind. It ends serialization before the content of the value.
#[derive(Debug)]
struct NoScalar(Option<SerializedKind>);

impl fmt::Display for NoScalar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("not a scalar")
    }
}

impl std::error::Error for NoScalar {}

impl ser::Error for NoScalar {
    fn custom<T: fmt::Display>(_: T) -> Self {
        NoScalar(None)
    }
}

macro_rules! numbers {
    ($($method:ident: $ty:ty),+) => {
        $(fn $method(self, value: $ty) -> Result<SerializedKind, NoScalar> {
            Ok(SerializedKind::Number(value.to_string()))
        })+
    };
}

macro_rules! others {
    ($($method:ident($($argument:ty),*) -> $result:ty: $shape:expr;)+) => {
        $(fn $method(self, $(_: $argument),*) -> Result<$result, NoScalar> {
            Err(NoScalar($shape))
        })+
    };
}

/// The serializer of a value that is not a scalar, which is never created.
type NoCompound = Impossible<SerializedKind, NoScalar>;

impl Serializer for Probe {
    type Ok = SerializedKind;
    type Error = NoScalar;
    type SerializeSeq = NoCompound;
    type SerializeTuple = NoCompound;
    type SerializeTupleStruct = NoCompound;
    type SerializeTupleVariant = NoCompound;
    type SerializeMap = NoCompound;
    type SerializeStruct = NoCompound;
    type SerializeStructVariant = NoCompound;

    numbers! {
        serialize_i8: i8, serialize_i16: i16, serialize_i32: i32, serialize_i64: i64,
        serialize_u8: u8, serialize_u16: u16, serialize_u32: u32, serialize_u64: u64
    }

    fn serialize_bool(self, _: bool) -> Result<SerializedKind, NoScalar> {
        Ok(SerializedKind::Boolean)
    }

    fn serialize_f32(self, value: f32) -> Result<SerializedKind, NoScalar> {
        self.serialize_f64(f64::from(value))
    }

    fn serialize_f64(self, value: f64) -> Result<SerializedKind, NoScalar> {
        // `Debug` writes a point or an exponent, so that the number is not treated as an integer.
        Ok(SerializedKind::Number(format!("{value:?}")))
    }

    fn serialize_char(self, value: char) -> Result<SerializedKind, NoScalar> {
        Ok(SerializedKind::Text(value.to_string()))
    }

    fn serialize_str(self, value: &str) -> Result<SerializedKind, NoScalar> {
        Ok(SerializedKind::Text(value.to_owned()))
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<SerializedKind, NoScalar> {
        value.serialize(self)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<SerializedKind, NoScalar> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        _: &'static str,
        _: &T,
    ) -> Result<SerializedKind, NoScalar> {
        // A variant with content is a map with one key in JSON.
        Err(NoScalar(Some(SerializedKind::Map)))
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        name: &'static str,
    ) -> Result<SerializedKind, NoScalar> {
        // A variant without content is a string in JSON.
        self.serialize_str(name)
    }

    others! {
        // JSON has no bytes, so serde writes them as a list of numbers.
        serialize_bytes(&[u8]) -> SerializedKind: Some(SerializedKind::List);
        serialize_none() -> SerializedKind: None;
        serialize_unit() -> SerializedKind: None;
        serialize_unit_struct(&'static str) -> SerializedKind: None;
        serialize_seq(Option<usize>) -> NoCompound: Some(SerializedKind::List);
        serialize_tuple(usize) -> NoCompound: Some(SerializedKind::List);
        serialize_tuple_struct(&'static str, usize) -> NoCompound: Some(SerializedKind::List);
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> NoCompound: Some(SerializedKind::Map);
        serialize_map(Option<usize>) -> NoCompound: Some(SerializedKind::Map);
        serialize_struct(&'static str, usize) -> NoCompound: Some(SerializedKind::Map);
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> NoCompound: Some(SerializedKind::Map);
    }
}
