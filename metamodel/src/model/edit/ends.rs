//! The other ends of references: changes of an object that follow from a change of another object.
//!
//! Each function changes one end, and notifies in the order of EMF, in which the object whose change caused the others
//! comes last.

use super::super::change::{Event, Notification, Notifier};
use super::super::slot::Slot;
use super::super::{Model, NO_INDEX, ObjectId};
use crate::ecore::FeatureId;

impl Model {
    /// Updates the other end at `target`, to which the feature of `source` now refers.
    pub(super) fn add_to_opposite(&mut self, source: ObjectId, feature: FeatureId, target: ObjectId) {
        if self.metamodel[feature].is_containment() {
            self.leave_container(target);
            self.set_container(target, Some((source, feature)), self.metamodel[feature].opposite());
            return;
        }
        // If a reference is its own opposite, an object that refers to itself has only one end, which is already set.
        let opposite = self.metamodel[feature].opposite();
        if let Some(opposite) = opposite.filter(|end| *end != feature || target != source) {
            self.add_to_this_end(target, opposite, source);
        }
    }

    /// Updates the other end at `target`, to which the feature of `source` no longer refers.
    pub(super) fn remove_from_opposite(&mut self, source: ObjectId, feature: FeatureId, target: ObjectId) {
        let opposite = self.metamodel[feature].opposite();
        if self.metamodel[feature].is_containment() {
            self.set_container(target, None, opposite);
        } else if let Some(opposite) = opposite {
            self.remove_from_this_end(target, opposite, source);
        }
    }

    /// Adds `target` to the feature of `object`, without updating the end at `target`. In a single-valued feature, the
    /// previous target no longer refers back.
    pub(super) fn add_to_this_end(&mut self, object: ObjectId, feature: FeatureId, target: ObjectId) {
        // A proxy has no slots, so it has no other end to update.
        let Some(old) = self.slot(object, feature) else { return };
        if !self.metamodel[feature].many() {
            if let Some(previous) = old.as_object().filter(|previous| *previous != target) {
                self.remove_from_opposite(object, feature, previous);
            }
            self.assign_end(object, feature, Slot::object(target), Event::Set);
            return;
        }
        let was_set = self.is_set(object, feature);
        let position = self.items(object, feature).len();
        self.splice(object, feature, position, 0, vec![Slot::object(target)]);
        let notifier = Notifier::Feature(object, feature);
        let notification = Notification::new(notifier, Event::Add, Slot::NULL, Slot::object(target));
        self.notify(|| notification.with_position(position).with_set_change(!was_set));
    }

    /// Removes `target` from the feature of `object`, without updating the end at `target`.
    pub(super) fn remove_from_this_end(&mut self, object: ObjectId, feature: FeatureId, target: ObjectId) {
        let item = Slot::object(target);
        let Some(position) = self.items(object, feature).iter().position(|slot| *slot == item) else {
            return;
        };
        if !self.metamodel[feature].many() {
            let event = if self.metamodel[feature].unsettable { Event::Unset } else { Event::Set };
            self.assign_end(object, feature, Slot::UNSET, event);
            return;
        }
        self.splice(object, feature, position, 1, Vec::new());
        self.notify(|| {
            Notification::new(Notifier::Feature(object, feature), Event::Remove, item, Slot::NULL)
                .with_position(position)
        });
    }

    /// Stores a single-valued end. As in EMF, the notification does not indicate whether the feature became
    /// set.
    fn assign_end(&mut self, object: ObjectId, feature: FeatureId, slot: Slot, event: Event) {
        let old_slot = self.slot(object, feature).unwrap_or(Slot::UNSET);
        self.write(object, feature, slot);
        self.notify(|| Notification::new(Notifier::Feature(object, feature), event, old_slot, slot));
    }

    /// Removes an object from the feature that contains it, without updating the object's own container end.
    pub(super) fn leave_container(&mut self, object: ObjectId) {
        if let (Some(container), Some(feature)) = (self.container(object), self.containing_feature(object)) {
            self.remove_from_this_end(container, feature, object);
        }
    }

    /// Sets the container of an object in the object itself. `end` is its feature for the new container or, without
    /// one, for the old container.
    pub(super) fn set_container(
        &mut self,
        object: ObjectId,
        new_container: Option<(ObjectId, FeatureId)>,
        end: Option<FeatureId>,
    ) {
        let old_container = self.container(object);
        let old_end = self.containing_feature(object).and_then(|feature| self.metamodel[feature].opposite());
        // Here an object has only one location, whereas EMF leaves a root in its document if the containment resolves
        // proxies.
        if old_container.is_none() && new_container.is_some() {
            self.leave_document(object);
        }
        self.record_location(
            object,
            new_container.map_or((NO_INDEX, NO_INDEX), |(container, feature)| (container.0, feature.0)),
        );
        // If the containers have different ends, the old end is notified as well, because it is null now.
        if let Some(old_end) = old_end.filter(|old_end| end != Some(*old_end)) {
            let notifier = Notifier::Feature(object, old_end);
            self.notify(|| Notification::new(notifier, Event::Set, slot_of(old_container), Slot::NULL));
        }
        if let Some(end) = end {
            // A feature that was not the end for the old container was null.
            let old = if old_end == Some(end) { slot_of(old_container) } else { Slot::NULL };
            let new = slot_of(new_container.map(|(container, _)| container));
            self.notify(|| Notification::new(Notifier::Feature(object, end), Event::Set, old, new));
        }
    }

    /// Sets the container end of a contained object.
    pub(in crate::model) fn set_container_end(
        &mut self,
        object: ObjectId,
        end: FeatureId,
        container: Option<ObjectId>,
    ) {
        let Some(feature) = self.metamodel[end].opposite() else { return };
        let old_container = self.container(object);
        // The same container may contain the object in another of its features.
        let is_moved = container.is_some() && self.containing_feature(object) != Some(feature);
        // As in EMF, setting the same container again is notified, but changes nothing.
        if container == old_container && !is_moved {
            let slot = slot_of(container);
            self.notify(|| Notification::new(Notifier::Feature(object, end), Event::Set, slot, slot));
            return;
        }
        self.leave_container(object);
        if let Some(container) = container {
            self.add_to_this_end(container, feature, object);
        }
        self.set_container(object, container.map(|container| (container, feature)), Some(end));
    }
}

/// The value of a reference to an object.
fn slot_of(object: Option<ObjectId>) -> Slot {
    object.map_or(Slot::NULL, Slot::object)
}
