//! Decimals as numbers of crates, each by a feature with the crate's name.
//!
//! Invariants: a number that a type cannot represent exactly is an error, never rounded; in serde's formats a decimal
//! has the form of a [`Number`](crate::Number). This module does not know fields.

#[cfg(feature = "bigdecimal")]
mod bigdecimal;
#[cfg(feature = "rust_decimal")]
mod rust_decimal;

/// A type whose values are decimal digits in documents.
trait DecimalDigits: Sized {
    /// Describes the numbers for messages, in the form "a number of at most 28 digits".
    const EXPECTED: &'static str;

    /// The digits, in the syntax of JSON.
    fn to_digits(&self) -> String;

    /// Whether the digits are exactly `0`.
    fn is_plain_zero(&self) -> bool;

    /// The number with digits of a document or a model.
    fn from_digits(digits: &str) -> Option<Self>;
}

/// Implements the traits of fields for a type by its digits.
macro_rules! decimal_type {
    ($name:ty) => {
        impl crate::Value for $name {
            const KIND: crate::FieldKind = crate::FieldKind::Number;

            fn to_data(&self) -> crate::FieldData<'_> {
                DecimalDigits::to_digits(self).into()
            }

            fn from_data(data: crate::Data<'_>) -> Option<Self> {
                DecimalDigits::from_digits(data.text()?)
            }

            fn violation(data: crate::Data<'_>) -> Option<crate::InvalidValue> {
                let expected = <$name as DecimalDigits>::EXPECTED;
                Some(crate::InvalidValue::unreadable(expected, data.text()?))
            }
        }

        impl crate::FieldValue for $name {
            const KIND: crate::FieldKind = <Self as crate::Value>::KIND;

            fn implicit() -> Option<Self> {
                Some(Self::default())
            }

            fn is_implicit(&self) -> bool {
                // Digits after the point are preserved, so `0.0` is written.
                DecimalDigits::is_plain_zero(self)
            }

            crate::typed_item_by_value!();

            fn serialize_item<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                let number = crate::Number::of_digits(&DecimalDigits::to_digits(self));
                serde::Serialize::serialize(&number, serializer)
            }

            fn deserialize_item<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let number = <crate::Number as serde::Deserialize>::deserialize(deserializer)?;
                DecimalDigits::from_digits(number.as_str()).ok_or_else(|| {
                    let expected = <$name as DecimalDigits>::EXPECTED;
                    crate::serde::invalid(crate::InvalidValue::unreadable(expected, number.as_str()))
                })
            }
        }

        impl crate::CheckedContent for $name {
            const EXPECTED: &'static str = <$name as DecimalDigits>::EXPECTED;

            fn spell(&self) -> std::borrow::Cow<'_, str> {
                DecimalDigits::to_digits(self).into()
            }
        }
    };
}

use decimal_type;
