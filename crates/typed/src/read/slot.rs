//! The place from which a field is read: a slot of an object in a model, or a value in the text of a document.
//!
//! This module does not know the types of fields.

use super::super::description::Field;
use super::super::{Element, Field as FieldType, FieldValue, Ref, Value};
use super::Reader;
use super::certain::CertainValue;
use super::problem::Problem;
use crate::ecore::AnyValue;
use crate::model::slot::Slot;
use crate::model::{Model, ObjectId, Value as Data, literal};

/// The place from which a field is read, or one value of its list.
pub struct SlotReader<'p, 'm>(ValueSource<'p, 'm>);

/// A slot of a model, or a value in a text.
enum ValueSource<'p, 'm> {
    Model(ModelSlot<'p, 'm>),
    Text(CertainValue<'p, 'm>),
}

impl std::fmt::Debug for SlotReader<'_, '_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.0 {
            ValueSource::Model(slot) => {
                f.debug_struct("SlotReader").field("object", &slot.object).finish_non_exhaustive()
            }
            ValueSource::Text(_) => f.debug_struct("SlotReader").finish_non_exhaustive(),
        }
    }
}

impl<'p, 'm> From<ModelSlot<'p, 'm>> for SlotReader<'p, 'm> {
    fn from(slot: ModelSlot<'p, 'm>) -> Self {
        Self(ValueSource::Model(slot))
    }
}

impl<'p, 'm> From<CertainValue<'p, 'm>> for SlotReader<'p, 'm> {
    #[inline]
    fn from(value: CertainValue<'p, 'm>) -> Self {
        Self(ValueSource::Text(value))
    }
}

impl<'m> SlotReader<'_, 'm> {
    /// Whether there is no value.
    pub fn is_empty(&mut self) -> bool {
        match &mut self.0 {
            ValueSource::Model(slot) => slot.is_empty(),
            ValueSource::Text(value) => value.take_null(),
        }
    }

    /// Whether the feature is not set, or is null. An empty list is not absent if it is set.
    pub fn is_absent(&mut self) -> bool {
        match &mut self.0 {
            ValueSource::Model(slot) => slot.is_absent(),
            ValueSource::Text(value) => value.take_null(),
        }
    }

    /// The number of values in a list, or 0 if it is unknown.
    #[must_use]
    pub fn known_len(&self) -> usize {
        match &self.0 {
            ValueSource::Model(slot) => slot.len(),
            ValueSource::Text(_) => 0,
        }
    }

    /// Prefetches the targets of a list of references, before their addresses are computed.
    pub(crate) fn look_ahead(&self) {
        if let ValueSource::Model(slot) = &self.0 {
            slot.look_ahead();
        }
    }

    /// The next value of the list; `None` at its end. `Some(None)` for a null, which is reported, and for an omitted
    /// proxy.
    pub fn next_item(&mut self) -> Option<Option<SlotReader<'_, 'm>>> {
        match &mut self.0 {
            ValueSource::Model(slot) => slot.next_item().map(|item| item.map(SlotReader::from)),
            ValueSource::Text(value) => value.next_item().map(|item| Some(SlotReader::from(item))),
        }
    }

    /// The data value, or the default of its feature.
    #[must_use]
    pub fn value<V: Value>(self) -> Option<V> {
        match self.0 {
            ValueSource::Model(slot) => slot.value(),
            ValueSource::Text(value) => value.value(),
        }
    }

    /// The value of any kind, or the default of its feature.
    #[must_use]
    pub fn any_value(self) -> Option<AnyValue> {
        match self.0 {
            ValueSource::Model(slot) => slot.any_value(),
            // The reader of texts does not read such values. A doubt makes another reader read the document.
            ValueSource::Text(value) => value.doubt(),
        }
    }

    /// The contained object.
    #[must_use]
    pub fn part<T: Element>(self) -> Option<T> {
        match self.0 {
            ValueSource::Model(slot) => slot.part(),
            ValueSource::Text(value) => value.part(),
        }
    }

    /// The reference.
    #[must_use]
    pub fn reference<T: ?Sized>(self) -> Option<Ref<T>> {
        match self.0 {
            ValueSource::Model(slot) => slot.reference(),
            // The reader of texts does not read references. A doubt makes another reader read the document.
            ValueSource::Text(value) => value.doubt(),
        }
    }

    /// The key and the value of an entry of a map.
    #[must_use]
    pub fn map_entry<K: FieldValue, V: FieldType>(self) -> Option<(K, V)> {
        match self.0 {
            ValueSource::Model(slot) => slot.map_entry(),
            ValueSource::Text(value) => value.map_entry(),
        }
    }

    /// Reports a duplicate key in a map.
    pub(crate) fn report_duplicate_key(&mut self) {
        match &mut self.0 {
            ValueSource::Model(slot) => slot.report_duplicate_key(),
            ValueSource::Text(value) => value.report_duplicate_key(),
        }
    }
}

/// A slot of an object in a model, or one value of its list.
pub(super) struct ModelSlot<'p, 'm> {
    pub(super) reader: &'p mut Reader<'m>,
    pub(super) object: ObjectId,
    pub(super) field: Field,
    pub(super) slot: &'m Slot,
    /// The position of the next value of a list.
    pub(super) next: usize,
}

impl<'p, 'm> ModelSlot<'p, 'm> {
    /// As [`SlotReader::is_empty`].
    fn is_empty(&self) -> bool {
        is_empty(self.reader.model, *self.slot) || self.reader.omits(self.field.feature, *self.slot)
    }

    /// As [`SlotReader::is_absent`].
    fn is_absent(&self) -> bool {
        let is_list = self.reader.model.metamodel()[self.field.feature].many();
        self.slot.is_unset() || (!is_list && self.is_empty())
    }

    /// The number of values in a list.
    fn len(&self) -> usize {
        self.reader.model.items_of(self.slot).len()
    }

    /// As [`SlotReader::look_ahead`].
    fn look_ahead(&self) {
        let targets = self.reader.model.items_of(self.slot).iter().filter_map(|item| item.as_object());
        self.reader.addresses.prefetch(targets);
    }

    /// As [`SlotReader::next_item`].
    fn next_item(&mut self) -> Option<Option<ModelSlot<'_, 'm>>> {
        let slot = self.reader.model.items_of(self.slot).get(self.next)?;
        self.next += 1;
        if self.reader.omits(self.field.feature, *slot) {
            return Some(None);
        }
        if is_empty(self.reader.model, *slot) {
            self.reader.report(self.object, Problem::Null(self.field.feature));
            return Some(None);
        }
        let Self { reader, object, field, .. } = self;
        Some(Some(ModelSlot { reader, object: *object, field: *field, slot, next: 0 }))
    }

    /// As [`SlotReader::value`].
    fn value<V: Value>(self) -> Option<V> {
        let model = self.reader.model;
        let data = if self.slot.is_unset() {
            literal(&model.metamodel()[self.field.feature].default)
        } else {
            model.decode(*self.slot)
        };
        let value = V::from_data(data);
        if value.is_none() {
            let feature = self.field.feature;
            // A null is reported as a missing value, even if the type would report a value of the wrong kind.
            let problem = match (data, V::violation(data)) {
                (Data::Null, _) => Problem::Missing(feature),
                (_, Some(invalid)) => Problem::Invalid(feature, Box::new(invalid)),
                (_, None) => Problem::Value(feature, data.kind()),
            };
            self.reader.report(self.object, problem);
        }
        value
    }

    /// As [`SlotReader::any_value`].
    fn any_value(self) -> Option<AnyValue> {
        let model = self.reader.model;
        let data = if self.slot.is_unset() {
            literal(&model.metamodel()[self.field.feature].default)
        } else {
            model.decode(*self.slot)
        };
        let feature = self.field.feature;
        let problem = match data.text().map(AnyValue::from_text) {
            Some(Ok(value)) => return Some(value),
            Some(Err(_)) => Problem::Value(feature, "a string that is not valid JSON"),
            None => Problem::Missing(feature),
        };
        self.reader.report(self.object, problem);
        None
    }

    /// As [`SlotReader::part`].
    fn part<T: Element>(self) -> Option<T> {
        match self.slot.as_object() {
            Some(object) => self.reader.read_element(object),
            None => self.report_missing(),
        }
    }

    /// As [`SlotReader::reference`].
    fn reference<T: ?Sized>(self) -> Option<Ref<T>> {
        let Some(target) = self.slot.as_object() else { return self.report_missing() };
        if self.reader.is_dangling(target) {
            self.reader.report(self.object, Problem::Dangling(self.field.feature));
            return None;
        }
        Some(self.reader.reference(self.field.feature, target))
    }

    /// Reports that the value is missing.
    fn report_missing<T>(self) -> Option<T> {
        self.reader.report(self.object, Problem::Missing(self.field.feature));
        None
    }
}

/// Whether a slot contains no value.
fn is_empty(model: &Model, slot: Slot) -> bool {
    // Objects are excluded first, because a slot that contains an object need not be decoded.
    slot.as_object().is_none() && model.decode(slot) == Data::Null
}
