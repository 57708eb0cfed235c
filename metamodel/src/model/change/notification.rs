//! Notifications to observers, each about one event of one feature, as in EMF's `Notification`.

use super::super::slot::Slot;
use super::super::{DocumentId, Model, ObjectId, Value, literal};
use crate::ecore::{DataKind, FeatureId, Literal, Metamodel};

/// The kind of change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Event {
    /// A value was set; in a list, the value at a position was replaced.
    Set,
    /// An unsettable feature was unset.
    Unset,
    /// A value was added.
    Add,
    /// Several values were added, one after the other.
    AddMany,
    /// A value was removed.
    Remove,
    /// Several values were removed, or a list was cleared.
    RemoveMany,
    /// A value was moved in its list.
    Move,
    /// A proxy was replaced by its target.
    Resolve,
}

/// The location of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Notifier {
    /// A feature of an object.
    Feature(ObjectId, FeatureId),
    /// The roots of a document.
    Roots(DocumentId),
}

/// One change of a model that is observed. Values are decoded by the model.
#[derive(Debug, Clone, PartialEq)]
pub struct Notification {
    notifier: Notifier,
    event: Event,
    old: Values,
    new: Values,
    /// The position in the list, if there is one.
    position: Option<usize>,
    /// The earlier positions of several removed values, or of a moved value.
    old_positions: Vec<usize>,
    /// As in EMF: whether the feature became set (or, with [`Event::Unset`], unset).
    has_set_change: bool,
}

#[derive(Debug, Clone, PartialEq)]
enum Values {
    One(Slot),
    Many(Vec<Slot>),
}

impl Values {
    fn slots(&self) -> &[Slot] {
        match self {
            Values::One(slot) => std::slice::from_ref(slot),
            Values::Many(slots) => slots,
        }
    }
}

impl Notification {
    /// A notification about one value.
    pub(in crate::model) fn new(notifier: Notifier, event: Event, old: Slot, new: Slot) -> Self {
        let (old, new) = (Values::One(old), Values::One(new));
        Self { notifier, event, old, new, position: None, old_positions: Vec::new(), has_set_change: false }
    }

    /// A notification about several values that were added or removed.
    pub(in crate::model) fn many(notifier: Notifier, event: Event, values: Vec<Slot>) -> Self {
        let mut notification = Self::new(notifier, event, Slot::NULL, Slot::NULL);
        let changed_values =
            if event == Event::AddMany { &mut notification.new } else { &mut notification.old };
        *changed_values = Values::Many(values);
        notification
    }

    pub(in crate::model) fn of_move(notifier: Notifier, item: Slot, from: usize, to: usize) -> Self {
        Self::new(notifier, Event::Move, Slot::NULL, item).with_position(to).with_old_positions(vec![from])
    }

    pub(in crate::model) fn with_position(self, position: usize) -> Self {
        Self { position: Some(position), ..self }
    }

    pub(in crate::model) fn with_old_positions(self, old_positions: Vec<usize>) -> Self {
        Self { old_positions, ..self }
    }

    pub(in crate::model) fn with_set_change(self, has_set_change: bool) -> Self {
        Self { has_set_change, ..self }
    }

    /// The location of the change.
    #[must_use]
    pub fn notifier(&self) -> Notifier {
        self.notifier
    }

    /// The kind of change.
    #[must_use]
    pub fn event(&self) -> Event {
        self.event
    }

    /// The position in the list, if there is one: of the added, removed or set value, or the new position of
    /// a moved value.
    #[must_use]
    pub fn position(&self) -> Option<usize> {
        self.position
    }

    /// The earlier positions of several removed values, or of a moved value.
    #[must_use]
    pub fn old_positions(&self) -> &[usize] {
        &self.old_positions
    }

    /// The values before the change: one value, or with [`Event::RemoveMany`] each removed value. A feature that was
    /// not set had its default.
    #[must_use]
    pub fn old<'m>(&self, model: &'m Model) -> Vec<Value<'m>> {
        self.old.slots().iter().map(|slot| self.value(*slot, model)).collect()
    }

    /// The values after the change: one value, or with [`Event::AddMany`] each added value.
    #[must_use]
    pub fn new_values<'m>(&self, model: &'m Model) -> Vec<Value<'m>> {
        self.new.slots().iter().map(|slot| self.value(*slot, model)).collect()
    }

    fn value<'m>(&self, slot: Slot, model: &'m Model) -> Value<'m> {
        match self.notifier {
            Notifier::Feature(_, feature) => model.notified_value(feature, slot),
            Notifier::Roots(_) => model.decode(slot),
        }
    }

    /// Whether the feature was set before, as EMF's `wasSet`.
    #[must_use]
    pub fn was_set(&self, model: &Model) -> bool {
        let Notifier::Feature(_, feature) = self.notifier else { return !self.has_set_change };
        let unsettable = model.metamodel[feature].unsettable;
        match self.event {
            // After `Set`, the feature is set; after `Unset`, it is not. If that has changed, it was the opposite
            // before.
            Event::Set if unsettable => !self.has_set_change,
            Event::Unset if unsettable => self.has_set_change,
            // A slot that is not set has the default.
            Event::Set | Event::Unset => self
                .old
                .slots()
                .first()
                .is_some_and(|old| !model.is_same_notified(feature, *old, Slot::UNSET)),
            Event::Resolve => false,
            // After any other change of a list, the list is set.
            _ => !self.has_set_change,
        }
    }

    /// Whether nothing has changed, as EMF's `isTouch`.
    #[must_use]
    pub fn is_touch(&self, model: &Model) -> bool {
        match self.event {
            Event::Resolve => true,
            Event::Move => self.old_positions.first() == self.position.as_ref(),
            Event::Set | Event::Unset => {
                let is_same = |(old, new): (&Slot, &Slot)| match self.notifier {
                    Notifier::Feature(_, feature) => model.is_same_notified(feature, *old, *new),
                    Notifier::Roots(_) => old == new,
                };
                // To become set or unset is a change even if the value stays the same.
                !self.has_set_change && self.old.slots().iter().zip(self.new.slots()).all(is_same)
            }
            _ => false,
        }
    }

    /// Merges a later change of the same feature, if EMF creates one notification for both. Returns whether it was
    /// merged.
    fn merge(&mut self, later: &Notification) -> bool {
        if self.notifier != later.notifier {
            return false;
        }
        match (self.event, later.event) {
            (Event::Set | Event::Unset, Event::Set | Event::Unset) => {
                self.new = later.new.clone();
                // As in EMF's `NotificationImpl.merge`, unsetting and then setting is one event of setting.
                if later.event == Event::Set {
                    self.event = Event::Set;
                }
                true
            }
            // The notification that several values were cleared has no positions.
            (Event::Remove | Event::RemoveMany, Event::Remove) if !self.removed_positions().is_empty() => {
                self.merge_removed(later);
                true
            }
            _ => false,
        }
    }

    /// The earlier positions of the removed values.
    fn removed_positions(&self) -> Vec<usize> {
        if self.old_positions.is_empty() {
            self.position.into_iter().collect()
        } else {
            self.old_positions.clone()
        }
    }

    /// Adds a later removal. All positions refer to the list before any of the removals, and are in ascending order.
    fn merge_removed(&mut self, later: &Notification) {
        let mut positions = self.removed_positions();
        let mut values = self.old.slots().to_vec();
        let mut position = later.position.unwrap_or(0);
        let mut index = 0;
        // Each removal at a lower position has moved the value down by one position.
        while index < positions.len() && positions[index] <= position {
            position += 1;
            index += 1;
        }
        positions.insert(index, position);
        values.insert(index, later.old.slots()[0]);
        // As in EMF, the position is the smaller one of the first two removals, regardless of further
        // removals.
        if self.event == Event::Remove {
            self.position = positions.first().copied();
        }
        self.event = Event::RemoveMany;
        self.old_positions = positions;
        self.old = Values::Many(values);
    }
}

impl Model {
    /// The value of a notification's slot; the default if the slot is not set.
    fn notified_value(&self, feature: FeatureId, slot: Slot) -> Value<'_> {
        if slot.is_unset() { literal(default(&self.metamodel, feature)) } else { self.decode(slot) }
    }

    /// Whether EMF's notifications treat two values as the same. They compare primitive floating point numbers of Java
    /// by value, so NaN equals nothing, and 0.0 equals -0.0. They compare Java objects as [`Value::is_same`] does,
    /// except for byte arrays, of which no two are equal.
    fn is_same_notified(&self, feature: FeatureId, a: Slot, b: Slot) -> bool {
        let (left, right) = (self.notified_value(feature, a), self.notified_value(feature, b));
        let data = &self.metamodel[feature];
        if data.is_reference() {
            return left.is_same(right);
        }
        match self.metamodel[self.metamodel.data_type(feature)].kind {
            DataKind::Float { object: false } | DataKind::Double { object: false } if !data.many() => {
                left == right
            }
            _ if self.is_array(a, feature) || self.is_array(b, feature) => false,
            _ => left.is_same(right),
        }
    }
}

/// The default of a feature.
fn default(metamodel: &Metamodel, feature: FeatureId) -> &Literal {
    let data = &metamodel[feature];
    if data.many() || data.is_reference() { &Literal::Null } else { &data.default }
}

/// Adds a notification to a chain, unless an earlier one can be merged with it.
pub(super) fn add(chain: &mut Vec<Notification>, notification: Notification) {
    if !chain.iter_mut().any(|earlier| earlier.merge(&notification)) {
        chain.push(notification);
    }
}
