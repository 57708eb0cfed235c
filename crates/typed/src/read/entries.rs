//! Reads the entries of maps.
//!
//! Invariant: every entry is read even if another one has a problem. This module does not know the type of the map.

use super::super::description::entry_shapes;
use super::super::{Field as FieldType, FieldValue};
use super::problem::Problem;
use super::slot::ModelSlot;

impl ModelSlot<'_, '_> {
    /// The key and the value of an entry of a map.
    pub(super) fn map_entry<K: FieldValue, V: FieldType>(self) -> Option<(K, V)> {
        let ModelSlot { reader, object, field, slot, .. } = self;
        let entry = slot.as_object()?;
        // An entry in another document cannot be read, so its key is unknown.
        if reader.model.is_proxy(entry) {
            reader.report(entry, Problem::Elsewhere);
            return None;
        }
        let (metamodel, shapes) = (reader.model.metamodel(), entry_shapes::<K, V>());
        let position =
            reader.classes.entry_class(metamodel, field.feature, shapes, &mut reader.diagnostics)?;
        let fields = &reader.classes[position];
        let (class, key, value) = (fields.class, *fields.fields.first()?, *fields.fields.get(1)?);
        // Like EMF, models accept objects of other classes in lists.
        if reader.model.class(entry) != class {
            reader.report(object, Problem::Value(field.feature, "an object that is not an entry of the map"));
            return None;
        }
        let slots = reader.model.object_slots(entry);
        let (key_slot, value_slot) = (slots.get(key.slot)?, slots.get(value.slot)?);
        let key_source =
            ModelSlot { reader: &mut *reader, object: entry, field: key, slot: key_slot, next: 0 };
        // The value is read even if the key has a problem, so that the problems of both are reported.
        let key = <K as FieldValue>::take(key_source.into());
        let value_source = ModelSlot { reader, object: entry, field: value, slot: value_slot, next: 0 };
        key.zip(<V as FieldType>::take(value_source.into()))
    }

    /// Reports a duplicate key in a map.
    pub(super) fn report_duplicate_key(&mut self) {
        self.reader.report(self.object, Problem::DuplicateKey(self.field.feature));
    }
}
