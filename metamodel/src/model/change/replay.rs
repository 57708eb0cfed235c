//! Replays recorded steps, or their reverses, with notifications.

use super::super::slot::Slot;
use super::super::{Model, NO_INDEX, ObjectId};
use super::{Event, Notification, Notifier, Step};
use crate::ecore::FeatureId;
use rustc_hash::FxHashMap;

impl Model {
    /// Executes a step, and returns the step as it was executed.
    pub(super) fn replay(&mut self, mut step: Step) -> Step {
        // Some proxies may have been replaced after the step was recorded; undoing must not restore them.
        self.update_proxies(&mut step);
        match &step {
            Step::Write { object, feature, before, after } => {
                self.replay_write(*object, *feature, *before, *after);
            }
            Step::Splice { object, feature, at, out, new } => {
                self.splice(*object, *feature, *at, out.len(), new.clone());
                self.notify_splice(Notifier::Feature(*object, *feature), *at, out, new);
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
            Step::Roots { document, at, out, new } => {
                self.splice_roots(*document, *at, out.len(), new);
                let slots =
                    |objects: &[ObjectId]| objects.iter().map(|o| Slot::object(*o)).collect::<Vec<_>>();
                self.notify_splice(Notifier::Roots(*document), *at, &slots(out), &slots(new));
            }
            Step::Id { object, after, .. } => self.write_xmi_id(*object, *after),
        }
        self.dispatch_notifications();
        step
    }

    /// Replaces the proxies in a step that have been replaced in the model since the step was recorded.
    fn update_proxies(&self, step: &mut Step) {
        let Some(journal) = self.journal.as_ref().filter(|journal| !journal.resolved.is_empty()) else {
            return;
        };
        match step {
            Step::Write { before, after, .. } => {
                (*before, *after) = (journal.current(*before), journal.current(*after));
            }
            Step::Splice { out, new, .. } => {
                for slot in out.iter_mut().chain(new) {
                    *slot = journal.current(*slot);
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
                let unset = data.unsettable && after.is_unset();
                let changed = data.unsettable && before.is_unset() != after.is_unset();
                let event = if unset { Event::Unset } else { Event::Set };
                self.notify(|| Notification::new(notifier, event, before, after).with_set_change(changed));
            }
            // A list can become set or unset while it is empty.
            (None, Some(_)) if data.unsettable => {
                self.notify(|| {
                    Notification::many(notifier, Event::RemoveMany, Vec::new()).with_set_change(true)
                });
            }
            // The values are whether the list was set before and is set now, as in `Model::unset`.
            (Some(_), None) if data.unsettable => {
                self.notify(|| {
                    Notification::new(notifier, Event::Unset, Slot::bool(true), Slot::bool(false))
                });
            }
            // Without `unsettable`, an empty list is the same with and without a slot.
            _ => {}
        }
    }

    /// Notifies that the items `out` of a list at a position were replaced with `new`.
    fn notify_splice(&mut self, notifier: Notifier, at: usize, out: &[Slot], new: &[Slot]) {
        match out {
            [] => {}
            [one] => self.notify(|| Notification::new(notifier, Event::Remove, *one, Slot::NULL).at(at)),
            _ => {
                let positions = (at..at + out.len()).collect();
                self.notify(|| {
                    Notification::many(notifier, Event::RemoveMany, out.to_vec()).at(at).from(positions)
                });
            }
        }
        // Removals and additions are notified separately.
        self.dispatch_notifications();
        match new {
            [] => {}
            [one] => self.notify(|| Notification::new(notifier, Event::Add, Slot::NULL, *one).at(at)),
            _ => self.notify(|| Notification::many(notifier, Event::AddMany, new.to_vec()).at(at)),
        }
    }

    /// The container end of a contained object with this location, and the container that it refers to.
    pub(super) fn container_end(&self, (container, place): (u32, u32)) -> Option<(FeatureId, ObjectId)> {
        let feature = (container != NO_INDEX).then(|| FeatureId::new(place as usize))?;
        Some((self.metamodel[feature].opposite()?, ObjectId(container)))
    }

    /// Notifies the contained object's own container end, if it has one.
    fn notify_container(&mut self, object: ObjectId, before: (u32, u32), after: (u32, u32)) {
        let (before, after) = (self.container_end(before), self.container_end(after));
        let same = before.map(|(end, _)| end) == after.map(|(end, _)| end);
        if let Some((end, _)) = before.filter(|_| !same) {
            self.notify(|| {
                Notification::new(Notifier::Feature(object, end), Event::Set, slot_of(before), Slot::NULL)
            });
        }
        if let Some((end, _)) = after {
            let old = if same { slot_of(before) } else { Slot::NULL };
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
                let many = slot.as_list().is_some();
                for (at, item) in self.items_of(slot).iter().enumerate() {
                    let Some(target) = item.as_object().and_then(|proxy| targets.get(&proxy)) else {
                        continue;
                    };
                    let notifier = Notifier::Feature(object, *feature);
                    let one = Notification::new(notifier, Event::Resolve, *item, Slot::object(*target));
                    notifications.push(if many { one.at(at) } else { one });
                }
            }
        }
        if let Some(journal) = &mut self.journal {
            journal.sent.append(&mut notifications);
        }
    }
}

fn slot_of(end: Option<(FeatureId, ObjectId)>) -> Slot {
    end.map_or(Slot::NULL, |(_, at)| Slot::object(at))
}
