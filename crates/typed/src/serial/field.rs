//! Single fields as values of serde. This module does not know which fields documents omit.

use super::super::Field;
use serde::de::{DeserializeSeed, Deserializer};
use serde::ser::{Serialize, Serializer};
use std::marker::PhantomData;

/// A field that is serialized.
pub(crate) struct FieldRef<'t, F>(pub(crate) &'t F);

impl<F: Field> Serialize for FieldRef<'_, F> {
    #[inline]
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize_field(serializer)
    }
}

/// A field that is deserialized.
pub(crate) struct FieldSeed<F>(pub(crate) PhantomData<F>);

impl<'de, F: Field> DeserializeSeed<'de> for FieldSeed<F> {
    type Value = F;

    #[inline]
    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<F, D::Error> {
        F::deserialize_field(deserializer)
    }
}
