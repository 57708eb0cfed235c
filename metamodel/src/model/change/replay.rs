//! Executes recorded steps, or their reverses, again, with notifications.

use super::super::slot::Slot;
use super::super::{Model, NO_INDEX, ObjectId};
use super::{Event, Location, Notification, Notifier, Step};
use crate::ecore::FeatureId;
use rustc_hash::FxHashMap;

impl Model {
    /// Executes a step, and returns the step as it was executed.
    pub(super) fn replay(&mut self, mut step: Step) -> Step {
        // Undoing must not restore proxies that were replaced after the step was recorded.
        self.update_proxies(&mut step);
        match &step {
            Step::Write { object, feature, before, after } => {
                self.replay_write(*object, *feature, *before, *after);
            }
            Step::Splice { object, feature, start, removed, added } => {
                self.splice(*object, *feature, *start, removed.len(), added.clone());
                self.notify_splice(Notifier::Feature(*object, *feature), *start, removed, added);
            }
            Step::Shift { object, feature, from, to } => {
                let item = self.items(*object, *feature)[*from];
                self.shift(*object, *feature, *from, *to);
                self.notify(|| Notification::of_move(Notifier::Feature(*object, *feature), item, *from, *to));
            }
            Step::Container { object, before, after } => {
                self.record_location(*object, *after);
                self.notify_container(*object, *before, *after);
            }
            Step::Roots { document, start, removed, added } => {
                self.splice_roots(*document, *start, removed.len(), added);
                self.notify_splice(Notifier::Roots(*document), *start, &slots_of(removed), &slots_of(added));
            }
            Step::Id { object, after, .. } => self.write_xmi_id(*object, *after),
        }
        self.dispatch_notifications();
        step
    }

    /// Replaces the proxies in a step that have been replaced in the model since the step was recorded.
    fn update_proxies(&self, step: &mut Step) {
        let Some(journal) = self.journal.as_ref().filter(|journal| !journal.resolved_targets.is_empty())
        else {
            return;
        };
        match step {
            Step::Write { before, after, .. } => {
                (*before, *after) = (journal.current_slot(*before), journal.current_slot(*after));
            }
            Step::Splice { removed, added, .. } => {
                for slot in removed.iter_mut().chain(added) {
                    *slot = journal.current_slot(*slot);
                }
            }
            _ => {}
        }
    }

    /// Writes a slot as an earlier edit did, with the notifications of that edit.
    fn replay_write(&mut self, object: ObjectId, feature: FeatureId, before: Slot, after: Slot) {
        self.write(object, feature, after);
        let notifier = Notifier::Feature(object, feature);
        let data = &self.metamodel[feature];
        match (before.as_list(), after.as_list()) {
            (None, None) => {
                let is_unset = data.unsettable && after.is_unset();
                let has_set_change = data.unsettable && before.is_unset() != after.is_unset();
                let event = if is_unset { Event::Unset } else { Event::Set };
                self.notify(|| {
                    Notification::new(notifier, event, before, after).with_set_change(has_set_change)
                });
            }
            // A list can become set or unset while it is empty.
            (None, Some(_)) if data.unsettable => {
                self.notify(|| {
                    Notification::many(notifier, Event::RemoveMany, Vec::new()).with_set_change(true)
                });
            }
            // As in `Model::unset`, the values are whether the list was set before, and whether it is set now.
            (Some(_), None) if data.unsettable => {
                self.notify(|| {
                    Notification::new(notifier, Event::Unset, Slot::bool(true), Slot::bool(false))
                });
            }
            // For a feature that is not unsettable, an empty list without a slot is the same as one with a slot.
            _ => {}
        }
    }

    /// Notifies that the items `removed` of a list, from `start` on, were replaced with `added`.
    fn notify_splice(&mut self, notifier: Notifier, start: usize, removed: &[Slot], added: &[Slot]) {
        match removed {
            [] => {}
            [item] => self.notify(|| {
                Notification::new(notifier, Event::Remove, *item, Slot::NULL).with_position(start)
            }),
            _ => {
                let positions = (start..start + removed.len()).collect();
                self.notify(|| {
                    Notification::many(notifier, Event::RemoveMany, removed.to_vec())
                        .with_position(start)
                        .with_old_positions(positions)
                });
            }
        }
        // Removals and additions are notified separately.
        self.dispatch_notifications();
        match added {
            [] => {}
            [item] => self
                .notify(|| Notification::new(notifier, Event::Add, Slot::NULL, *item).with_position(start)),
            _ => self
                .notify(|| Notification::many(notifier, Event::AddMany, added.to_vec()).with_position(start)),
        }
    }

    /// The container end of a contained object with this location, and the container that it refers to. `None` if the
    /// object is not contained, or the containing feature has no opposite.
    pub(super) fn container_end(
        &self,
        (container, feature_or_document): Location,
    ) -> Option<(FeatureId, ObjectId)> {
        if container == NO_INDEX {
            return None;
        }
        let feature = FeatureId::new(feature_or_document as usize);
        Some((self.metamodel[feature].opposite()?, ObjectId(container)))
    }

    /// Notifies the contained object's own container end, if it has one.
    fn notify_container(&mut self, object: ObjectId, before: Location, after: Location) {
        let (before, after) = (self.container_end(before), self.container_end(after));
        let is_same_end = before.map(|(end, _)| end) == after.map(|(end, _)| end);
        if let Some((end, _)) = before.filter(|_| !is_same_end) {
            self.notify(|| {
                Notification::new(Notifier::Feature(object, end), Event::Set, slot_of(before), Slot::NULL)
            });
        }
        if let Some((end, _)) = after {
            let old = if is_same_end { slot_of(before) } else { Slot::NULL };
            self.notify(|| {
                Notification::new(Notifier::Feature(object, end), Event::Set, old, slot_of(after))
            });
        }
    }

    /// Notifies each feature in which a proxy is replaced by its target.
    pub(super) fn notify_resolved(&mut self, targets: &FxHashMap<ObjectId, ObjectId>) {
        let mut notifications = Vec::new();
        for object in self.objects() {
            let features = self.metamodel.table(self.class(object)).all_features();
            for (feature, slot) in features.iter().zip(self.object_slots(object)) {
                let is_list = slot.as_list().is_some();
                for (position, item) in self.items_of(slot).iter().enumerate() {
                    let Some(target) = item.as_object().and_then(|proxy| targets.get(&proxy)) else {
                        continue;
                    };
                    let notifier = Notifier::Feature(object, *feature);
                    let notification =
                        Notification::new(notifier, Event::Resolve, *item, Slot::object(*target));
                    notifications.push(if is_list {
                        notification.with_position(position)
                    } else {
                        notification
                    });
                }
            }
        }
        if let Some(journal) = &mut self.journal {
            journal.sent_notifications.append(&mut notifications);
        }
    }
}

/// Slots that contain objects.
fn slots_of(objects: &[ObjectId]) -> Vec<Slot> {
    objects.iter().map(|object| Slot::object(*object)).collect()
}

/// The value of a container end with its container.
fn slot_of(end: Option<(FeatureId, ObjectId)>) -> Slot {
    end.map_or(Slot::NULL, |(_, container)| Slot::object(container))
}
