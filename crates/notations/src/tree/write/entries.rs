//! Writes the entries of a map as `{KEY: VALUE}`, the natural form of `Hash[K, V]` in the plain dialect.
//!
//! Invariant: entries that this form cannot express, such as two with the same key, are written as a list of objects.
//! This module does not know other objects.

use super::{OpenCollection, Writer};
use crate::ecore::{ClassId, DataKind, data};
use crate::model::slot::Slot;
use crate::model::{ObjectId, Value};
use crate::tree::TreeSink;
use crate::tree::plan::{Plan, Role};
use rustc_hash::FxHashSet;
use std::borrow::Cow;

/// The plans of the features `key` and `value` of a class of entries; `None` if it lacks one of them.
fn key_and_value_plans<S: TreeSink>(writer: &mut Writer<'_, '_, S>, class: ClassId) -> Option<(Plan, Plan)> {
    let table = writer.metamodel.table(class);
    let (key, value) = (table.slot_named("key")?, table.slot_named("value")?);
    let plans = writer.plans.of_class(class);
    Some((plans[key], plans[value]))
}

impl<S: TreeSink> Writer<'_, '_, S> {
    /// Whether a map can express all entries of a slot: each has only a value and a unique key.
    pub(super) fn are_natural_entries(&mut self, class: ClassId, slot: Slot) -> bool {
        let Some((key, _)) = key_and_value_plans(self, class) else { return false };
        let model = self.model;
        let mut keys = FxHashSet::default();
        model.items_of(&slot).iter().all(|item| {
            let Some(entry) = item.as_object() else { return false };
            // The short form cannot express a class, an address or an id.
            let is_plain = model.class(entry) == class
                && model.proxy_uri(entry).is_none()
                && model.xmi_id(entry).is_none();
            is_plain && self.key_text(entry, &key).is_some_and(|text| keys.insert(text))
        })
    }

    /// The text of an entry's key; `None` if the entry has no key, or one that cannot be the key of a map.
    fn key_text(&self, entry: ObjectId, key: &Plan) -> Option<Cow<'_, str>> {
        let slot = *self.model.object_slots(entry).get(key.slot)?;
        if slot.is_unset() {
            return None;
        }
        match self.model.decode(slot) {
            Value::Bool(value) => Some(Cow::Borrowed(if value { "true" } else { "false" })),
            Value::Int(value) => Some(Cow::Owned(value.to_string())),
            Value::String(text) => Some(Cow::Borrowed(text)),
            Value::Lexical(text) if key.role == Role::Data(DataKind::Date) => {
                Some(Cow::Owned(data::rfc_3339(text).into_owned()))
            }
            Value::Lexical(text) => Some(Cow::Borrowed(text)),
            Value::Enum(position) => {
                let data_type = &self.metamodel[self.metamodel.data_type(key.feature)];
                data_type
                    .enum_literals()
                    .get(position as usize)
                    .map(|literal| Cow::Borrowed(literal.spelling()))
            }
            _ => None,
        }
    }

    /// Writes the next entry of an open map, or closes the map after the last one.
    pub(super) fn continue_entries(&mut self, object: ObjectId, plan: Plan, next: usize) {
        let model = self.model;
        let entries_slot = model.object_slots(object).get(plan.slot);
        let entry = entries_slot.and_then(|slot| model.items_of(slot).get(next)?.as_object());
        let plans = entry.and_then(|entry| key_and_value_plans(self, model.class(entry)));
        let (Some(entry), Some((key, value))) = (entry, plans) else { return self.sink.end_map() };
        let text = self.key_text(entry, &key).unwrap_or_default().into_owned();
        self.sink.key(&text);
        self.stack.push(OpenCollection::Entries { object, plan, next: next + 1 });
        let value_slot = model.object_slots(entry).get(value.slot).copied();
        let set_slot = value_slot.filter(|slot| !slot.is_unset() && model.is_slot_set(*slot, value.feature));
        match (set_slot, value.role) {
            (Some(slot), Role::Contained(class)) => self.open_contained(entry, &value, class, slot),
            (Some(slot), _) => self.write_values(entry, &value, slot),
            (None, _) if value.is_map => {
                self.sink.begin_map();
                self.sink.end_map();
            }
            (None, _) if value.is_many => {
                self.sink.begin_list();
                self.sink.end_list();
            }
            // The key alone is a complete entry, but a map needs a value for it.
            (None, _) => self.sink.null(),
        }
    }
}
