//! Moments and days as types of crates for dates, each by a feature with the crate's name.
//!
//! Invariants: the texts are those of RFC 3339, as in documents of the plain dialect; a moment has at most
//! milliseconds. This module does not know fields.

#[cfg(feature = "jiff")]
mod jiff;
#[cfg(feature = "time")]
mod time;

use crate::ecore::date;
use crate::ecore::{DataKind, data};
use serde::de::{self, Visitor};
use std::fmt;
use std::marker::PhantomData;

/// A type whose values are texts in documents.
trait DateText: Sized {
    /// Describes the texts for messages, in the form "a date such as 2026-11-23".
    const EXPECTED: &'static str;

    /// The text of the value.
    fn to_text(&self) -> String;

    /// The value with a text of a document or a model.
    fn from_text(text: &str) -> Option<Self>;
}

/// Describes the texts of moments.
const MOMENT: &str = "a date such as 2026-11-23 or 2026-11-23T10:00:00Z, in a year from 0000 to 9999";

/// Describes the texts of days.
const DAY: &str = "a date such as 2026-11-23, without a time zone, in a year from 0000 to 9999";

/// The text of a moment as in documents: with date, time and `Z`, and with milliseconds unless they are 0.
fn moment(text: &str) -> Option<String> {
    // A text whose further digits would be lost is rejected, because it would be another moment when it is written
    // again.
    let parsed = data::parse(DataKind::Date, text).filter(|_| date::is_exact(text))?;
    Some(date::rfc_3339(&data::format_canonical(&parsed)).into_owned())
}

/// Reads a value from its text.
struct DateVisitor<T>(PhantomData<T>);

impl<T: DateText> Visitor<'_> for DateVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(T::EXPECTED)
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        T::from_text(text).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
    }
}

/// Implements the traits of fields for a type by its texts.
macro_rules! date_type {
    ($name:ty) => {
        impl crate::Value for $name {
            fn to_data(&self) -> crate::FieldData<'_> {
                DateText::to_text(self).into()
            }

            fn from_data(data: crate::Data<'_>) -> Option<Self> {
                DateText::from_text(data.text()?)
            }

            fn violation(data: crate::Data<'_>) -> Option<crate::InvalidValue> {
                let expected = <$name as DateText>::EXPECTED;
                Some(crate::InvalidValue::unreadable(expected, data.text()?))
            }
        }

        impl crate::FieldValue for $name {
            const KIND: crate::FieldKind = <Self as crate::Value>::KIND;

            crate::typed_item_by_value!();

            fn serialize_item<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&DateText::to_text(self))
            }

            fn deserialize_item<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(super::DateVisitor(std::marker::PhantomData))
            }
        }

        impl crate::MapKey for $name {
            fn to_key(&self) -> std::borrow::Cow<'_, str> {
                DateText::to_text(self).into()
            }

            fn from_key(text: &str) -> Option<Self> {
                DateText::from_text(text)
            }
        }
    };
}

use date_type;
