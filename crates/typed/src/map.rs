//! Fields that are maps, as generated for `Hash[K, V]`, and their conversion to entries of a model.
//!
//! Invariant: the keys of a map are texts in serde's formats, as in JSON and YAML. A list of entries, each
//! with `key` and `value`, is accepted as well. This module does not know structs.

use super::read::SlotReader;
use super::serial::{FieldRef, FieldSeed};
use super::{Field, FieldKind, FieldValue, Number, ObjectWriter};
use indexmap::IndexMap;
use serde::de::{self, DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::ser::{SerializeMap, SerializeSeq, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::hash::Hash;
use std::marker::PhantomData;

/// A type of the keys of maps.
pub trait MapKey: FieldValue {
    /// The text of the key in documents.
    fn to_key(&self) -> Cow<'_, str>;

    /// The key with a text; `None` if the text does not represent a key.
    fn from_key(text: &str) -> Option<Self>;
}

impl MapKey for String {
    fn to_key(&self) -> Cow<'_, str> {
        Cow::Borrowed(self)
    }

    fn from_key(text: &str) -> Option<Self> {
        Some(text.to_owned())
    }
}

impl MapKey for Number {
    fn to_key(&self) -> Cow<'_, str> {
        Cow::Borrowed(self.as_str())
    }

    fn from_key(text: &str) -> Option<Self> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        // Each key has only one spelling, as for the other integers, so that equal keys are equal texts.
        let is_shortest = !digits.starts_with('0') || text == "0";
        let is_integer = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        (is_integer && is_shortest).then(|| Number::of_digits(text))
    }
}

/// Implements [`MapKey`] for types whose text is that of `Display` and `FromStr`.
macro_rules! keys {
    ($($ty:ty),+) => {
        $(impl MapKey for $ty {
            fn to_key(&self) -> Cow<'_, str> {
                Cow::Owned(self.to_string())
            }

            /// Each key has only one spelling.
            fn from_key(text: &str) -> Option<Self> {
                // `007` and `+7` are rejected, because another key would have the same value.
                text.parse().ok().filter(|key: &Self| key.to_key() == text)
            }
        })+
    };
}

keys!(bool, i8, i16, i32, i64, u64);

impl<K: MapKey + Eq + Hash, V: Field> Field for IndexMap<K, V> {
    const KIND: FieldKind = FieldKind::Entries;
    const MANY: bool = true;
    const OPTIONAL: bool = true;

    fn implicit() -> Option<Self> {
        Some(IndexMap::new())
    }

    fn is_implicit(&self) -> bool {
        self.is_empty()
    }

    fn put<'t>(&'t self, number: usize, out: &mut ObjectWriter<'_, '_, 't>) {
        for (key, value) in self {
            out.map_entry(number, key, value);
        }
    }

    fn take(mut slot: SlotReader<'_, '_>) -> Option<Self> {
        let mut map = IndexMap::with_capacity(slot.known_len());
        while let Some(item) = slot.next_item() {
            // The reader has recorded the problem; the remaining entries are checked as well.
            let Some((key, value)) = item.and_then(SlotReader::map_entry::<K, V>) else { continue };
            // Unlike this type, EMF's maps can contain a key twice.
            if map.insert(key, value).is_some() {
                slot.report_duplicate_key();
            }
        }
        Some(map)
    }

    fn serialize_field<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.len()))?;
        for (key, value) in self {
            map.serialize_entry(&*key.to_key(), &FieldRef(value))?;
        }
        map.end()
    }

    /// A map is one value of a list.
    fn serialize_items<S: SerializeSeq>(&self, list: &mut S) -> Result<(), S::Error> {
        list.serialize_element(&FieldRef(self))
    }

    fn deserialize_field<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // The value is a map or a list of entries, and only self-describing formats can distinguish them.
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(EntriesVisitor(PhantomData))
        } else {
            deserializer.deserialize_map(EntriesVisitor(PhantomData))
        }
    }
}

/// Deserializes a map, or a list of entries.
struct EntriesVisitor<K, V>(PhantomData<(K, V)>);

impl<K: MapKey + Eq + Hash, V: Field> EntriesVisitor<K, V> {
    /// Adds an entry, whose key must be new.
    fn insert<E: de::Error>(map: &mut IndexMap<K, V>, key: K, value: V) -> Result<(), E> {
        match map.entry(key) {
            indexmap::map::Entry::Vacant(entry) => {
                entry.insert(value);
                Ok(())
            }
            indexmap::map::Entry::Occupied(entry) => {
                // A duplicate is reported here, because serde's own maps would silently keep the last value.
                Err(E::custom(format_args!("the map has the key `{}` twice", entry.key().to_key())))
            }
        }
    }
}

impl<'de, K: MapKey + Eq + Hash, V: Field> Visitor<'de> for EntriesVisitor<K, V> {
    type Value = IndexMap<K, V>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a map, or a list of entries with `key` and `value`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut map = IndexMap::new();
        while let Some(key) = entries.next_key_seed(KeySeed(PhantomData))? {
            let value = entries.next_value_seed(FieldSeed(PhantomData))?;
            Self::insert(&mut map, key, value)?;
        }
        Ok(map)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut entries: A) -> Result<Self::Value, A::Error> {
        let mut map = IndexMap::new();
        while let Some((key, value)) = entries.next_element_seed(EntrySeed(PhantomData))? {
            Self::insert(&mut map, key, value)?;
        }
        Ok(map)
    }
}

/// A key of a map. Formats other than JSON may have a number or a boolean as the key.
struct KeySeed<K>(PhantomData<K>);

impl<'de, K: MapKey> DeserializeSeed<'de> for KeySeed<K> {
    type Value = K;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<K, D::Error> {
        // In YAML, a key may be a number or a boolean; in JSON, keys are strings.
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(self)
        } else {
            deserializer.deserialize_str(self)
        }
    }
}

impl<K: MapKey> Visitor<'_> for KeySeed<K> {
    type Value = K;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a key of the map")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<K, E> {
        K::from_key(text).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<K, E> {
        self.visit_str(&value.to_string())
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<K, E> {
        self.visit_str(&value.to_string())
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<K, E> {
        self.visit_str(&value.to_string())
    }
}

/// An entry in a list.
struct EntrySeed<K, V>(PhantomData<(K, V)>);

impl<'de, K: MapKey, V: Field> DeserializeSeed<'de> for EntrySeed<K, V> {
    type Value = (K, V);

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(K, V), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de, K: MapKey, V: Field> Visitor<'de> for EntrySeed<K, V> {
    type Value = (K, V);

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an entry with `key` and `value`")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entry: A) -> Result<(K, V), A::Error> {
        let (mut key, mut value) = (None, None);
        while let Some(name) = entry.next_key::<Cow<'_, str>>()? {
            match &*name {
                "key" if key.is_none() => key = Some(entry.next_value_seed(FieldSeed::<K>(PhantomData))?),
                "value" if value.is_none() => {
                    value = Some(entry.next_value_seed(FieldSeed::<V>(PhantomData))?);
                }
                "$type" => {
                    // The class is ignored, because the feature determines the class of its entries.
                    entry.next_value::<IgnoredAny>()?;
                }
                "key" | "value" => return Err(de::Error::custom(format_args!("duplicate field `{name}`"))),
                _ => return Err(de::Error::unknown_field(&name, &["key", "value"])),
            }
        }
        let key = key.ok_or_else(|| de::Error::missing_field("key"))?;
        let value = value
            .or_else(|| if V::OPTIONAL { V::implicit() } else { None })
            .ok_or_else(|| de::Error::missing_field("value"))?;
        Ok((key, value))
    }
}
