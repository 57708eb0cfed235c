//! The fields of generated enums for types `Variant[A, B]`: one for each alternative. Exactly one of them has a value.
//!
//! Invariant: an object has the value of exactly one alternative, as the rules of documents require. This module does
//! not know which plain values are of which alternative.

use super::read::SlotReader;
use super::{Field, FieldKind, ObjectWriter};
use serde::de::{Deserialize as _, Deserializer};
use serde::ser::{SerializeSeq, Serializer};

/// The field of an alternative: its value, if the object has this alternative.
#[doc(hidden)]
#[derive(Debug)]
pub struct AlternativeField<F>(pub Option<F>);

impl<F: Field> Field for AlternativeField<F> {
    const KIND: FieldKind = F::KIND;
    const MANY: bool = F::MANY;
    const OPTIONAL: bool = true;

    fn implicit() -> Option<Self> {
        Some(Self(None))
    }

    fn is_implicit(&self) -> bool {
        self.0.is_none()
    }

    fn put<'t>(&'t self, number: usize, out: &mut ObjectWriter<'_, '_, 't>) {
        if let Some(value) = &self.0 {
            value.put(number, out);
        }
    }

    fn take(mut slot: SlotReader<'_, '_>) -> Option<Self> {
        if slot.is_absent() { Some(Self(None)) } else { F::take(slot).map(|value| Self(Some(value))) }
    }

    fn serialize_field<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &self.0 {
            Some(value) => value.serialize_field(serializer),
            None => serializer.serialize_none(),
        }
    }

    fn serialize_items<S: SerializeSeq>(&self, list: &mut S) -> Result<(), S::Error> {
        self.0.as_ref().map_or(Ok(()), |value| value.serialize_items(list))
    }

    fn deserialize_field<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        // Formats that are not human-readable identify the alternative by its position, so only a field with a value is
        // read.
        if !deserializer.is_human_readable() {
            return F::deserialize_field(deserializer).map(|value| Self(Some(value)));
        }
        // The value is buffered, because a null must be recognised before the value is deserialized as the field's own
        // type.
        let content = super::serial::Content::deserialize(deserializer)?;
        if content.is_null() {
            return Ok(Self(None));
        }
        F::deserialize_field(content).map(|value| Self(Some(value))).map_err(serde::de::Error::custom)
    }
}

/// Counts an alternative that has a value, and stores the value of the first one.
#[doc(hidden)]
pub fn choose<T, F>(
    into: &mut Option<T>,
    count: &mut usize,
    field: Option<AlternativeField<F>>,
    wrap: fn(F) -> T,
) {
    if let Some(AlternativeField(Some(value))) = field {
        *count += 1;
        // Further alternatives are counted, too, because the error contains their number.
        if *count == 1 {
            *into = Some(wrap(value));
        }
    }
}
