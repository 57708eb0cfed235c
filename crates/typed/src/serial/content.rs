//! Buffered values, whose field is not known yet.
//!
//! Invariant: deserializing a buffered value is equivalent to deserializing from the document.
//! This module does not know types or their fields.

use serde::de::{self, Deserializer, IntoDeserializer, MapAccess, SeqAccess, Visitor};
use std::fmt;

/// A buffered value.
#[derive(Debug)]
pub(crate) enum Content {
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Double(f64),
    Text(String),
    List(Vec<Content>),
    Map(Vec<(String, Content)>),
}

impl Content {
    /// Whether the value is null.
    pub(crate) fn is_null(&self) -> bool {
        matches!(self, Content::Null)
    }
}

impl<'de> de::Deserialize<'de> for Content {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ContentVisitor)
    }
}

/// Buffers any value.
struct ContentVisitor;

impl<'de> Visitor<'de> for ContentVisitor {
    type Value = Content;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_unit<E>(self) -> Result<Content, E> {
        Ok(Content::Null)
    }

    fn visit_none<E>(self) -> Result<Content, E> {
        Ok(Content::Null)
    }

    // Some formats wrap a value that may be absent, so the value is read from the wrapper.
    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<Content, D::Error> {
        de::Deserialize::deserialize(deserializer)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Content, E> {
        Ok(Content::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Content, E> {
        Ok(Content::Unsigned(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Content, E> {
        Ok(Content::Signed(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Content, E> {
        Ok(Content::Double(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Content, E> {
        Ok(Content::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Content, E> {
        Ok(Content::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Content, A::Error> {
        let mut items = Vec::new();
        // The size hint is untrusted, so no capacity is reserved.
        while let Some(item) = list.next_element()? {
            items.push(item);
        }
        Ok(Content::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Content, A::Error> {
        let mut entries = Vec::new();
        // A vector preserves the order of the keys. It also preserves duplicate keys, so that the field can report
        // them.
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Content::Map(entries))
    }
}

/// An error in a buffered value.
type ContentError = de::value::Error;

impl IntoDeserializer<'_, ContentError> for Content {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Content {
    type Error = ContentError;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ContentError> {
        match self {
            Content::Null => visitor.visit_unit(),
            Content::Bool(value) => visitor.visit_bool(value),
            Content::Unsigned(value) => visitor.visit_u64(value),
            Content::Signed(value) => visitor.visit_i64(value),
            Content::Double(value) => visitor.visit_f64(value),
            Content::Text(value) => visitor.visit_string(value),
            Content::List(items) => visitor.visit_seq(de::value::SeqDeserializer::new(items.into_iter())),
            Content::Map(entries) => visitor.visit_map(de::value::MapDeserializer::new(entries.into_iter())),
        }
    }

    // The call is not forwarded to `deserialize_any`, which calls `visit_unit` for null: not every visitor treats a
    // unit as an absent value.
    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, ContentError> {
        if matches!(self, Content::Null) { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    // Serde's own buffer does the same, so that newtypes can be read from a buffered value.
    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, ContentError> {
        visitor.visit_newtype_struct(self)
    }

    // A buffered value contains its kind, so the requested type can be ignored.
    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct
        seq tuple tuple_struct map struct enum identifier ignored_any
    }
}
