//! The Rust types of attribute values, and their conversion to data values. This module does not know fields.

use super::bytes::{Base64, Bytes};
use super::invalid_value::InvalidValue;
use super::number::Number;
use super::{Field, FieldKind};
use crate::diagnostic::codes;
use crate::model::Value as Data;
use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt;

/// A Rust type for data values of attributes.
pub trait Value: Sized {
    /// The kind of features with such values.
    const KIND: FieldKind = FieldKind::Own;

    /// The value for a model: borrowed, such as `Data::String(&self.0).into()`, or as a newly created text, such as
    /// `self.0.to_string().into()`. A text is accepted for every data type whose values have a text form.
    fn to_data(&self) -> FieldData<'_>;

    /// The value from a model; `None` if it is of another kind, or not valid.
    fn from_data(data: Data<'_>) -> Option<Self>;

    /// Why a value of the right kind is not valid.
    fn violation(_: Data<'_>) -> Option<InvalidValue> {
        None
    }
}

/// A value that is written to a model.
#[derive(Debug, Clone, PartialEq)]
pub enum FieldData<'v> {
    /// A value that borrows from its field.
    Borrowed(Data<'v>),
    /// A text that was created for the model.
    Text(String),
}

impl FieldData<'_> {
    /// The value.
    #[must_use]
    pub fn data(&self) -> Data<'_> {
        match self {
            FieldData::Borrowed(data) => *data,
            FieldData::Text(text) => Data::String(text),
        }
    }
}

impl<'v> From<Data<'v>> for FieldData<'v> {
    fn from(data: Data<'v>) -> Self {
        FieldData::Borrowed(data)
    }
}

impl From<String> for FieldData<'_> {
    fn from(text: String) -> Self {
        FieldData::Text(text)
    }
}

impl Value for bool {
    const KIND: FieldKind = FieldKind::Boolean;

    fn to_data(&self) -> FieldData<'_> {
        Data::Bool(*self).into()
    }

    fn from_data(data: Data<'_>) -> Option<Self> {
        data.bool()
    }
}

macro_rules! integers {
    ($($ty:ident),+) => {
        $(impl Value for $ty {
            const KIND: FieldKind = FieldKind::Integer($ty::BITS as u8);

            fn to_data(&self) -> FieldData<'_> {
                Data::Int(i64::from(*self)).into()
            }

            fn from_data(data: Data<'_>) -> Option<Self> {
                // Models store every integer in 64 bits. The conversion cannot fail, because the width of the data type
                // was compared with that of this type before.
                Self::try_from(data.int()?).ok()
            }
        })+
    };
}

integers!(i8, i16, i32, i64);

impl Value for f32 {
    const KIND: FieldKind = FieldKind::Float;

    fn to_data(&self) -> FieldData<'_> {
        Data::Float(*self).into()
    }

    fn from_data(data: Data<'_>) -> Option<Self> {
        match data {
            Data::Float(value) => Some(value),
            _ => None,
        }
    }
}

impl Value for f64 {
    const KIND: FieldKind = FieldKind::Double;

    fn to_data(&self) -> FieldData<'_> {
        Data::Double(*self).into()
    }

    fn from_data(data: Data<'_>) -> Option<Self> {
        match data {
            Data::Double(value) => Some(value),
            _ => None,
        }
    }
}

/// Strings represent text, and the text form of dates, bytes and other data types.
impl Value for String {
    const KIND: FieldKind = FieldKind::Text;

    fn to_data(&self) -> FieldData<'_> {
        Data::String(self).into()
    }

    fn from_data(data: Data<'_>) -> Option<Self> {
        data.text().map(str::to_owned)
    }
}

impl Value for Number {
    const KIND: FieldKind = FieldKind::Number;

    fn to_data(&self) -> FieldData<'_> {
        Data::String(self.as_str()).into()
    }

    fn from_data(data: Data<'_>) -> Option<Self> {
        // The digits need no check, because values were parsed when they were set in the model.
        data.text().map(Number::of_digits)
    }
}

macro_rules! bytes {
    ($($ty:ty),+) => {
        $(impl Value for $ty {
            const KIND: FieldKind = FieldKind::Text;

            fn to_data(&self) -> FieldData<'_> {
                self.to_string().into()
            }

            fn from_data(data: Data<'_>) -> Option<Self> {
                data.text()?.parse().ok()
            }
        })+
    };
}

bytes!(Bytes, Base64);

/// An integer of any size whose bounds are in the range of `u64`.
impl Value for u64 {
    // Ecore has no unsigned integers, so the data type is an integer of any size.
    const KIND: FieldKind = FieldKind::Number;

    fn to_data(&self) -> FieldData<'_> {
        self.to_string().into()
    }

    fn from_data(data: Data<'_>) -> Option<Self> {
        data.text()?.parse().ok()
    }

    fn violation(data: Data<'_>) -> Option<InvalidValue> {
        let expected = format!("a whole number from 0 to {}", u64::MAX);
        Some(InvalidValue::new(codes::FACET_RANGE, expected, data.text()?))
    }
}

/// The error of a text that is not a literal of an enumeration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownLiteral {
    literal: String,
    literals: &'static [&'static str],
}

impl UnknownLiteral {
    /// The error of an unknown literal, which lists the known ones.
    #[must_use]
    pub fn new(literal: &str, literals: &'static [&'static str]) -> Self {
        Self { literal: literal.to_owned(), literals }
    }
}

impl fmt::Display for UnknownLiteral {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not one of `{}`", self.literal, self.literals.join("`, `"))
    }
}

impl std::error::Error for UnknownLiteral {}

/// The literal of an enumeration for a data value, from all literals in order.
#[must_use]
pub fn literal<T: Copy>(data: Data<'_>, all: &[T]) -> Option<T> {
    match data {
        // The position is sufficient, because `description.rs` has compared the literals in their order.
        Data::Enum(position) => all.get(position as usize).copied(),
        _ => None,
    }
}

/// The literal of an enumeration with a text.
#[must_use]
pub fn literal_named<T: Copy>(spellings: &[&str], all: &[T], spelling: &str) -> Option<T> {
    let position = spellings.iter().position(|known| *known == spelling)?;
    all.get(position).copied()
}

/// Whether a field has its default.
pub fn is_default<F: Field + PartialEq>(field: &F, default: &F) -> bool {
    field.is_same(default)
}

/// A default whose text the generator of a type has checked.
#[doc(hidden)]
#[must_use]
pub fn parsed<T: std::str::FromStr + Default>(text: &str) -> T {
    // The generator has checked the text, so the default is never used.
    text.parse().unwrap_or_default()
}

/// A default whose text, in the form of documents, the generator of a type has checked.
#[doc(hidden)]
#[must_use]
pub fn known<T: Value + Default>(text: &str) -> T {
    T::from_data(Data::Lexical(text)).unwrap_or_default()
}

/// A UTF-16 code unit, the value of Ecore's `EChar`. Not every code unit is a character.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Char(pub u16);

impl Char {
    /// The character, unless this is half of a surrogate pair.
    #[must_use]
    pub fn character(self) -> Option<char> {
        char::from_u32(u32::from(self.0))
    }
}

impl Value for Char {
    const KIND: FieldKind = FieldKind::Char;

    fn to_data(&self) -> FieldData<'_> {
        Data::Char(self.0).into()
    }

    fn from_data(data: Data<'_>) -> Option<Self> {
        match data {
            Data::Char(unit) => Some(Char(unit)),
            _ => None,
        }
    }
}

/// A string of one character, or the number of the code unit if it is a control character or a surrogate.
impl Serialize for Char {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // A control character would be invisible or invalid in a text.
        match self.character().filter(|c| !c.is_control() && serializer.is_human_readable()) {
            Some(c) => serializer.serialize_char(c),
            None => serializer.serialize_u16(self.0),
        }
    }
}

impl<'de> Deserialize<'de> for Char {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct CharVisitor;
        impl Visitor<'_> for CharVisitor {
            type Value = Char;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string of one character or the number of its code")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<Char, E> {
                let mut units = text.encode_utf16();
                match (units.next(), units.next()) {
                    (Some(unit), None) => Ok(Char(unit)),
                    _ => Err(E::invalid_value(de::Unexpected::Str(text), &self)),
                }
            }

            fn visit_u16<E>(self, code: u16) -> Result<Char, E> {
                Ok(Char(code))
            }

            fn visit_u64<E: de::Error>(self, code: u64) -> Result<Char, E> {
                u16::try_from(code)
                    .map(Char)
                    .map_err(|_| E::invalid_value(de::Unexpected::Unsigned(code), &self))
            }

            fn visit_i64<E: de::Error>(self, code: i64) -> Result<Char, E> {
                u16::try_from(code)
                    .map(Char)
                    .map_err(|_| E::invalid_value(de::Unexpected::Signed(code), &self))
            }
        }
        // The value is a string or a number, and only self-describing formats can distinguish them.
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(CharVisitor)
        } else {
            deserializer.deserialize_u16(CharVisitor)
        }
    }
}
