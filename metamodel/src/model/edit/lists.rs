//! The operations of EMF's lists on many-valued features.

use super::super::change::{Event, Notification, Notifier};
use super::super::slot::Slot;
use super::super::{Model, ObjectId, Value};
use super::EditResult;
use crate::diagnostic::codes;
use crate::ecore::FeatureId;
use rustc_hash::FxHashSet;

impl Model {
    /// Adds a value at the end of a many-valued feature.
    ///
    /// # Errors
    /// As [`Model::insert`].
    pub fn add(&mut self, object: ObjectId, feature: FeatureId, value: Value<'_>) -> EditResult {
        let end = self.list(object, feature).len();
        self.insert(object, feature, end, value)
    }

    /// Inserts a value at a position of a many-valued feature.
    ///
    /// # Errors
    /// If the class does not have the feature, the feature is single-valued, the value has the wrong type (including
    /// null among objects) or is already in a unique feature, the position is out of range, or a containment would
    /// form a cycle.
    pub fn insert(
        &mut self,
        object: ObjectId,
        feature: FeatureId,
        position: usize,
        value: Value<'_>,
    ) -> EditResult {
        self.check_item(object, feature, value)?;
        self.check_position(object, feature, position, self.list(object, feature).len() + 1)?;
        if self.is_unique(feature) && self.contains(object, feature, value) {
            return Err(self.not_unique(object, feature));
        }
        let item = self.encode(value);
        self.insert_items(object, feature, position, vec![item]);
        self.dispatch_notifications();
        Ok(())
    }

    /// Adds values at the end, in order. Values that a unique feature already contains are skipped.
    ///
    /// # Errors
    /// As [`Model::insert`], except for values that are already in the feature.
    pub fn add_all(&mut self, object: ObjectId, feature: FeatureId, values: &[Value<'_>]) -> EditResult {
        let end = self.list(object, feature).len();
        self.insert_all(object, feature, end, values)
    }

    /// Inserts values at a position, in order. Values that a unique feature already contains are skipped.
    ///
    /// # Errors
    /// As [`Model::insert`], except for values that are already in the feature.
    pub fn insert_all(
        &mut self,
        object: ObjectId,
        feature: FeatureId,
        position: usize,
        values: &[Value<'_>],
    ) -> EditResult {
        self.check_many(object, feature)?;
        for value in values {
            self.check_item(object, feature, *value)?;
        }
        self.check_position(object, feature, position, self.list(object, feature).len() + 1)?;
        // The list may be long, so its values are indexed only if values are added.
        if values.is_empty() {
            return Ok(());
        }
        let new_values = if self.is_unique(feature) {
            let mut present_values: FxHashSet<ValueKey<'_>> =
                self.list(object, feature).iter().map(ValueKey::new).collect();
            values.iter().copied().filter(|value| present_values.insert(ValueKey::new(*value))).collect()
        } else {
            values.to_vec()
        };
        let items: Vec<Slot> = new_values.into_iter().map(|value| self.encode(value)).collect();
        if !items.is_empty() {
            self.insert_items(object, feature, position, items);
            self.dispatch_notifications();
        }
        Ok(())
    }

    /// Replaces the value at a position.
    ///
    /// # Errors
    /// As [`Model::insert`]; a value may be replaced with itself.
    pub fn replace(
        &mut self,
        object: ObjectId,
        feature: FeatureId,
        position: usize,
        value: Value<'_>,
    ) -> EditResult {
        self.check_item(object, feature, value)?;
        self.check_position(object, feature, position, self.list(object, feature).len())?;
        let list = self.list(object, feature);
        let is_same = list.get(position).is_some_and(|old| old.is_same(value));
        if !is_same && self.is_unique(feature) && self.contains(object, feature, value) {
            return Err(self.not_unique(object, feature));
        }
        let item = self.encode(value);
        let old_item = self.items(object, feature)[position];
        self.splice(object, feature, position, 1, vec![item]);
        if !is_same && let Some(target) = old_item.as_object() {
            self.remove_from_opposite(object, feature, target);
        }
        if !is_same && let Some(target) = item.as_object() {
            self.add_to_opposite(object, feature, target);
        }
        self.notify(|| {
            Notification::new(Notifier::Feature(object, feature), Event::Set, old_item, item)
                .with_position(position)
        });
        self.dispatch_notifications();
        Ok(())
    }

    /// Removes the value at a position. The value of a single-valued feature is at position 0.
    ///
    /// # Errors
    /// If the class does not have the feature or the position is out of range.
    pub fn remove(&mut self, object: ObjectId, feature: FeatureId, position: usize) -> EditResult {
        self.check_feature(object, feature)?;
        self.check_position(object, feature, position, self.list(object, feature).len())?;
        if !self.metamodel[feature].many() {
            return self.unset(object, feature);
        }
        let old_item = self.items(object, feature)[position];
        self.splice(object, feature, position, 1, Vec::new());
        if let Some(target) = old_item.as_object() {
            self.remove_from_opposite(object, feature, target);
        }
        self.notify(|| {
            Notification::new(Notifier::Feature(object, feature), Event::Remove, old_item, Slot::NULL)
                .with_position(position)
        });
        self.dispatch_notifications();
        Ok(())
    }

    /// Removes every value that equals one of `values`.
    ///
    /// # Errors
    /// If the class does not have the feature, or it is single-valued.
    pub fn remove_all(&mut self, object: ObjectId, feature: FeatureId, values: &[Value<'_>]) -> EditResult {
        self.check_many(object, feature)?;
        let removed_values: FxHashSet<ValueKey<'_>> = values.iter().copied().map(ValueKey::new).collect();
        let positions: Vec<usize> = (self.list(object, feature).iter().enumerate())
            .filter(|(_, value)| removed_values.contains(&ValueKey::new(*value)))
            .map(|(position, _)| position)
            .collect();
        let (Some(first), Some(last)) = (positions.first().copied(), positions.last()) else { return Ok(()) };
        let items = self.items(object, feature);
        let removed_items: Vec<Slot> = positions.iter().map(|position| items[*position]).collect();
        let removed_positions: FxHashSet<usize> = positions.iter().copied().collect();
        // One step replaces the range of all removed values, because a separate step for each value would move the end
        // of the list every time.
        let remaining = (first..=*last)
            .filter(|position| !removed_positions.contains(position))
            .map(|position| items[position])
            .collect();
        self.splice(object, feature, first, last + 1 - first, remaining);
        self.inverse_remove_all(object, feature, &removed_items);
        let notifier = Notifier::Feature(object, feature);
        self.notify(|| match removed_items.as_slice() {
            [item] => Notification::new(notifier, Event::Remove, *item, Slot::NULL).with_position(first),
            _ => Notification::many(notifier, Event::RemoveMany, removed_items)
                .with_position(first)
                .with_old_positions(positions),
        });
        self.dispatch_notifications();
        Ok(())
    }

    /// Removes all values. An unsettable feature remains set.
    ///
    /// # Errors
    /// If the class does not have the feature, or it is single-valued.
    pub fn clear(&mut self, object: ObjectId, feature: FeatureId) -> EditResult {
        self.clear_items(object, feature)?;
        self.dispatch_notifications();
        Ok(())
    }

    /// Removes all values, without sending notifications yet.
    fn clear_items(&mut self, object: ObjectId, feature: FeatureId) -> EditResult {
        self.check_many(object, feature)?;
        let was_set = self.is_set(object, feature);
        let removed_items = self.items(object, feature).to_vec();
        self.splice(object, feature, 0, removed_items.len(), Vec::new());
        self.inverse_remove_all(object, feature, &removed_items);
        let notifier = Notifier::Feature(object, feature);
        let notification = match removed_items.as_slice() {
            [item] => Notification::new(notifier, Event::Remove, *item, Slot::NULL).with_position(0),
            // As in EMF, clearing an empty list is notified as well.
            _ => Notification::many(notifier, Event::RemoveMany, removed_items),
        };
        // A cleared list counts as set, as in EMF, so clearing an unset list changes whether it is set.
        self.notify(|| notification.with_set_change(!was_set));
        Ok(())
    }

    /// Sets the values of a many-valued feature, as EMF's `eSet` does with a list: clears the list, and then adds the
    /// values.
    ///
    /// # Errors
    /// As [`Model::add_all`].
    pub fn set_list(&mut self, object: ObjectId, feature: FeatureId, values: &[Value<'_>]) -> EditResult {
        self.check_many(object, feature)?;
        // Every value is checked before the list is cleared, because a rejected edit must change nothing.
        for value in values {
            self.check_item(object, feature, *value)?;
        }
        self.clear(object, feature)?;
        self.add_all(object, feature, values)
    }

    /// Moves a value of a many-valued feature to another position.
    ///
    /// # Errors
    /// If the class does not have the feature or a position is out of range.
    pub fn reorder(&mut self, object: ObjectId, feature: FeatureId, from: usize, to: usize) -> EditResult {
        self.check_feature(object, feature)?;
        let len = self.list(object, feature).len();
        if from >= len || to >= len {
            let expected = format!("positions below {len}");
            let found = format!("{from} and {to}");
            return Err(self.reject(codes::OUT_OF_RANGE, object, feature, &expected, &found));
        }
        if self.metamodel[feature].many() {
            let item = self.items(object, feature)[from];
            self.shift(object, feature, from, to);
            self.notify(|| Notification::of_move(Notifier::Feature(object, feature), item, from, to));
            self.dispatch_notifications();
        }
        Ok(())
    }

    /// Inserts checked values, with all changes that follow from this.
    fn insert_items(&mut self, object: ObjectId, feature: FeatureId, position: usize, items: Vec<Slot>) {
        let was_set = self.is_set(object, feature);
        self.splice(object, feature, position, 0, items.clone());
        for target in items.iter().filter_map(|item| item.as_object()) {
            self.add_to_opposite(object, feature, target);
        }
        let notifier = Notifier::Feature(object, feature);
        let notification = match items.as_slice() {
            [item] => Notification::new(notifier, Event::Add, Slot::NULL, *item),
            _ => Notification::many(notifier, Event::AddMany, items),
        };
        self.notify(|| notification.with_position(position).with_set_change(!was_set));
    }

    /// Updates the other ends of removed items.
    fn inverse_remove_all(&mut self, object: ObjectId, feature: FeatureId, items: &[Slot]) {
        for target in items.iter().filter_map(|item| item.as_object()) {
            self.remove_from_opposite(object, feature, target);
        }
    }

    /// Whether a list must be unique. Containments and references with an opposite must be, regardless of their
    /// declaration, because an object has only one container, and an opposite refers back only once.
    fn is_unique(&self, feature: FeatureId) -> bool {
        let data = &self.metamodel[feature];
        data.typed.unique || data.is_containment() || data.opposite().is_some()
    }

    /// Whether a list contains a value. Because a list may be long, the other end is examined instead if possible.
    fn contains(&self, object: ObjectId, feature: FeatureId, value: Value<'_>) -> bool {
        let data = &self.metamodel[feature];
        // The other end of a proxy is not in this model.
        let target = value.object().filter(|target| !self.is_proxy(*target));
        match (target, data.opposite()) {
            (Some(target), _) if data.is_containment() => {
                self.container(target) == Some(object) && self.containing_feature(target) == Some(feature)
            }
            (Some(target), Some(opposite)) if !self.metamodel[opposite].many() => {
                self.get(target, opposite) == Value::Object(object)
            }
            (Some(target), Some(opposite))
                // Both ends contain the same pairs, so the shorter list is searched.
                if self.list(target, opposite).len() < self.list(object, feature).len() =>
            {
                self.list(target, opposite).objects().any(|other| other == object)
            }
            _ => self.list(object, feature).iter().any(|item| item.is_same(value)),
        }
    }

    /// Fails if the object does not have the feature, or if the feature is single-valued.
    fn check_many(&self, object: ObjectId, feature: FeatureId) -> EditResult {
        self.check_feature(object, feature)?;
        if self.metamodel[feature].many() {
            return Ok(());
        }
        Err(self.reject(codes::WRONG_VALUE_TYPE, object, feature, "one value", "a further value"))
    }

    /// Fails if the list cannot contain the value at any position.
    fn check_item(&self, object: ObjectId, feature: FeatureId, value: Value<'_>) -> EditResult {
        self.check_many(object, feature)?;
        self.check_type(object, feature, value)?;
        match value.object() {
            Some(target) => self.check_cycle(object, feature, target),
            None if self.metamodel[feature].is_reference() => {
                Err(self.reject(codes::WRONG_VALUE_TYPE, object, feature, "objects", value.kind()))
            }
            None => Ok(()),
        }
    }

    /// Fails if a position is not below `end`.
    fn check_position(
        &self,
        object: ObjectId,
        feature: FeatureId,
        position: usize,
        end: usize,
    ) -> EditResult {
        if position < end {
            return Ok(());
        }
        let expected = format!("a position below {end}");
        Err(self.reject(codes::OUT_OF_RANGE, object, feature, &expected, &position.to_string()))
    }

    /// The error of a value that is already in a unique list.
    fn not_unique(&self, object: ObjectId, feature: FeatureId) -> Box<super::EditError> {
        self.reject(codes::NOT_UNIQUE, object, feature, "each value once", "a value that it already contains")
    }
}

/// A key of a value, such that keys are equal if [`Value::is_same`] is true of the values. The numbers distinguish
/// kinds of values.
#[derive(PartialEq, Eq, Hash)]
enum ValueKey<'v> {
    Null,
    Bits(u8, u64),
    Text(u8, &'v str),
}

impl<'v> ValueKey<'v> {
    /// The key of a value.
    fn new(value: Value<'v>) -> Self {
        match value {
            Value::Null => ValueKey::Null,
            Value::Bool(v) => ValueKey::Bits(0, u64::from(v)),
            Value::Int(v) => ValueKey::Bits(1, v.cast_unsigned()),
            // `Value::is_same` treats all NaN as the same value, regardless of their bits.
            // No float has the bits that are chosen here for NaN, because it has only 32 of them.
            Value::Float(v) if v.is_nan() => ValueKey::Bits(2, u64::MAX),
            Value::Float(v) => ValueKey::Bits(2, u64::from(v.to_bits())),
            Value::Double(v) if v.is_nan() => ValueKey::Bits(3, f64::NAN.to_bits()),
            Value::Double(v) => ValueKey::Bits(3, v.to_bits()),
            Value::Char(v) => ValueKey::Bits(4, u64::from(v)),
            Value::Enum(v) => ValueKey::Bits(5, u64::from(v)),
            Value::Object(v) => ValueKey::Bits(6, u64::from(v.0)),
            Value::String(v) => ValueKey::Text(0, v),
            Value::Lexical(v) => ValueKey::Text(1, v),
        }
    }
}
