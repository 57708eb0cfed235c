//! Bytes, as values of attributes: in hexadecimal digits, as Ecore's `EByteArray`, or in Base64, as XML Schema's
//! `base64Binary`.
//!
//! Invariant: a value is written in one spelling. This module does not know data types.

use super::invalid_value::InvalidValue;
use base64ct::Encoding as _;
use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::str::FromStr;

macro_rules! bytes {
    ($(#[$attribute:meta])* $name:ident, $expected:literal, $format:ident, $parse:ident) => {
        $(#[$attribute])*
        #[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
        pub struct $name(pub Vec<u8>);

        impl Deref for $name {
            type Target = Vec<u8>;

            fn deref(&self) -> &Vec<u8> {
                &self.0
            }
        }

        impl DerefMut for $name {
            fn deref_mut(&mut self) -> &mut Vec<u8> {
                &mut self.0
            }
        }

        impl AsRef<[u8]> for $name {
            fn as_ref(&self) -> &[u8] {
                &self.0
            }
        }

        impl From<Vec<u8>> for $name {
            fn from(bytes: Vec<u8>) -> Self {
                Self(bytes)
            }
        }

        impl From<&[u8]> for $name {
            fn from(bytes: &[u8]) -> Self {
                Self(bytes.to_vec())
            }
        }

        impl From<$name> for Vec<u8> {
            fn from(bytes: $name) -> Self {
                bytes.0
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({self})", stringify!($name))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                // Unlike `write!`, `pad` respects the width in the caller's format string.
                f.pad(&$format(&self.0))
            }
        }

        impl FromStr for $name {
            type Err = InvalidValue;

            fn from_str(text: &str) -> Result<Self, InvalidValue> {
                $parse(text).map(Self).ok_or_else(|| InvalidValue::unreadable($expected, text))
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&$format(&self.0))
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                // A separate visitor, so that formats with borrowed texts need no copy.
                struct Text;
                impl Visitor<'_> for Text {
                    type Value = $name;

                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        f.write_str($expected)
                    }

                    fn visit_str<E: de::Error>(self, text: &str) -> Result<$name, E> {
                        text.parse().map_err(|_| E::invalid_value(de::Unexpected::Str(text), &self))
                    }
                }
                deserializer.deserialize_str(Text)
            }
        }
    };
}

bytes! {
    /// Bytes that are hexadecimal digits in documents, two for each byte (`EByteArray`).
    ///
    /// ```
    /// use modelwright_typed::Bytes;
    ///
    /// let bytes: Bytes = "00ff10".parse().expect("pairs of digits");
    /// assert_eq!(*bytes, [0, 255, 16]);
    /// assert_eq!(bytes.to_string(), "00FF10");
    /// assert!("00ff1".parse::<Bytes>().is_err());
    /// ```
    Bytes, "bytes in hexadecimal such as 00FF10", format_hexadecimal, parse_hexadecimal
}

bytes! {
    /// Bytes that are Base64 in documents (`base64Binary` of XML Schema).
    ///
    /// ```
    /// use modelwright_typed::Base64;
    ///
    /// let bytes: Base64 = "AP8Q".parse().expect("groups of four characters");
    /// assert_eq!(*bytes, [0, 255, 16]);
    /// assert_eq!(bytes.to_string(), "AP8Q");
    /// ```
    Base64, "Base64 data such as AP8Q", format_base64, parse_base64
}

/// Two hexadecimal digits for each byte.
fn format_hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().flat_map(|byte| [hexadecimal_digit(byte >> 4), hexadecimal_digit(*byte)]).collect()
}

/// The digit of the low four bits of a value.
fn hexadecimal_digit(value: u8) -> char {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    char::from(DIGITS[usize::from(value & 15)])
}

/// The bytes of pairs of hexadecimal digits; `None` if the text contains anything else.
fn parse_hexadecimal(text: &str) -> Option<Vec<u8>> {
    let (pairs, remainder) = text.as_bytes().as_chunks::<2>();
    if remainder.is_empty() {
        pairs.iter().map(|[high, low]| Some((digit_value(*high)? << 4) | digit_value(*low)?)).collect()
    } else {
        None
    }
}

/// The value of a hexadecimal digit.
fn digit_value(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

/// Base64 as in XML Schema: with padding, in the standard alphabet.
fn format_base64(bytes: &[u8]) -> String {
    base64ct::Base64::encode_string(bytes)
}

/// Parses Base64 as in XML Schema, which allows spaces and line ends between the characters.
fn parse_base64(text: &str) -> Option<Vec<u8>> {
    let compact: String = text.chars().filter(|c| !c.is_ascii_whitespace()).collect();
    base64ct::Base64::decode_vec(&compact).ok()
}
