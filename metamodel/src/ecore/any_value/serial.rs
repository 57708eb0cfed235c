//! Conversions of Rust values to values of any kind, and the implementation of serde's traits for these.
//!
//! Invariant: a serialized value is read as the same value; a value for which this is impossible is not serialized.
//! This module does not know which kinds a feature accepts.

use super::{AnyValue, AnyValueBuilder, MAX_LEVELS};
use crate::ecore::EXACT_INTEGERS;
use serde::de::{self, Deserialize, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{Error as _, Serialize, Serializer};
use std::fmt;

impl AnyValue {
    /// The value of a feature's default, which is written as `text`. A text that is not valid is a string.
    #[must_use]
    pub fn default_of(text: &str) -> Self {
        Self::from_text(text).unwrap_or_else(|_| Self::Text(text.to_owned()))
    }
}

macro_rules! conversions {
    ($($from:ty => $value:ident: $to:expr;)+) => {
        $(impl From<$from> for AnyValue {
            fn from($value: $from) -> Self {
                $to
            }
        })+
    };
}

conversions! {
    bool => value: Self::Boolean(value);
    i64 => value: Self::Integer(value);
    f64 => value: Self::Float(value);
    &str => value: Self::Text(value.to_owned());
    String => value: Self::Text(value);
    Vec<AnyValue> => value: Self::List(value);
}

impl Serialize for AnyValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Formats that are not human-readable do not record the kind of a value, so the text that models store is
        // written (Decision 20).
        if !serializer.is_human_readable() {
            return serializer.serialize_str(&self.to_text());
        }
        match self {
            AnyValue::Null => serializer.serialize_unit(),
            AnyValue::Boolean(value) => serializer.serialize_bool(*value),
            AnyValue::Integer(value) => serializer.serialize_i64(*value),
            AnyValue::Float(value) if value.is_finite() => serializer.serialize_f64(*value),
            AnyValue::Float(_) => {
                // JSON would write null, which is read as another value.
                Err(S::Error::custom("a number that is not finite cannot be written in documents"))
            }
            AnyValue::Number(digits) => serialize_number(digits, serializer),
            AnyValue::Text(text) => serializer.serialize_str(text),
            AnyValue::List(items) => serializer.collect_seq(items),
            AnyValue::Map(entries) => serializer.collect_map(entries),
        }
    }
}

/// Writes a number beyond 64 bits, or with more digits than its value needs.
fn serialize_number<S: Serializer>(digits: &str, serializer: S) -> Result<S::Ok, S::Error> {
    // Integers of 64 bits with a sign are `Integer`, so only larger ones match here.
    if let Ok(integer) = digits.parse::<u64>() {
        return serializer.serialize_u64(integer);
    }
    match digits.parse::<f64>() {
        // Up to this size, a double is read as the same number.
        Ok(value) if value.abs() < EXACT_INTEGERS => serializer.serialize_f64(value),
        _ => {
            let message =
                format!("the number {digits} has more digits than serde can represent: use `to_json`");
            Err(S::Error::custom(message))
        }
    }
}

impl<'de> Deserialize<'de> for AnyValue {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if !deserializer.is_human_readable() {
            let text = String::deserialize(deserializer)?;
            // The text need not come from this serializer, so it may be invalid.
            return AnyValue::from_text(&text).map_err(|_| de::Error::custom("expected a value as JSON"));
        }
        Level(0).deserialize(deserializer)
    }
}

/// Reads a value that is nested in this number of lists and maps.
#[derive(Clone, Copy)]
struct Level(usize);

impl Level {
    /// The level of the values in a list or a map.
    fn inner<E: de::Error>(self) -> Result<Self, E> {
        // Values are visited recursively (Decision 20), and not every format limits its depth.
        if self.0 < MAX_LEVELS {
            return Ok(Level(self.0 + 1));
        }
        Err(E::custom(format_args!("lists and maps are nested more than {MAX_LEVELS} levels deep")))
    }
}

impl<'de> DeserializeSeed<'de> for Level {
    type Value = AnyValue;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<AnyValue, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Level {
    type Value = AnyValue;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E>(self) -> Result<AnyValue, E> {
        Ok(AnyValue::Null)
    }

    fn visit_none<E>(self) -> Result<AnyValue, E> {
        Ok(AnyValue::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<AnyValue, D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_bool<E>(self, value: bool) -> Result<AnyValue, E> {
        Ok(AnyValue::Boolean(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<AnyValue, E> {
        Ok(AnyValue::Integer(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<AnyValue, E> {
        // Each number has only one representation, so that equal numbers are equal values.
        Ok(i64::try_from(value).map_or_else(|_| AnyValue::Number(value.to_string()), AnyValue::Integer))
    }

    fn visit_f64<E>(self, value: f64) -> Result<AnyValue, E> {
        Ok(AnyValue::Float(value))
    }

    fn visit_str<E>(self, text: &str) -> Result<AnyValue, E> {
        Ok(AnyValue::Text(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<AnyValue, E> {
        Ok(AnyValue::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<AnyValue, A::Error> {
        let inner_level = self.inner()?;
        let mut items = Vec::new();
        while let Some(item) = list.next_element_seed(inner_level)? {
            items.push(item);
        }
        Ok(AnyValue::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<AnyValue, A::Error> {
        let inner_level = self.inner()?;
        // The builder rejects duplicate keys, as the readers of documents do.
        let mut builder = AnyValueBuilder::default();
        builder.begin_map().map_err(de::Error::custom)?;
        while let Some(key) = map.next_key::<String>()? {
            builder.key(&key).map_err(de::Error::custom)?;
            builder.value(map.next_value_seed(inner_level)?);
        }
        builder.end();
        builder.finish().ok_or_else(|| de::Error::custom("a map that does not end"))
    }
}
