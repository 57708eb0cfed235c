//! The steps of all edits, which this module executes, notifies, records and reverses.
//!
//! Edits change the arena only through the few steps here, each of which can be reversed. A model that is not observed
//! has no journal, so each step only checks whether there is one. Reading a document creates no steps, because it only
//! adds objects that nothing referred to before. This module does not know which changes are valid.

mod description;
mod history;
mod notification;
mod replay;

pub use description::{ChangeDescription, FeatureChange, RootsChange, StaleChange};
pub use history::History;
pub use notification::{Event, Notification, Notifier};

use super::slot::Slot;
use super::{DocumentId, Model, ObjectId};
use crate::ecore::FeatureId;
use rustc_hash::FxHashMap;

/// The location of an object: its container and containing feature, or `NO_INDEX` and its document.
type Location = (u32, u32);

/// One change of the arena, with the data to reverse it.
#[derive(Debug, Clone)]
enum Step {
    /// A slot gets another value.
    Write { object: ObjectId, feature: FeatureId, before: Slot, after: Slot },
    /// A range of a list is replaced by another.
    Splice { object: ObjectId, feature: FeatureId, start: usize, removed: Vec<Slot>, added: Vec<Slot> },
    /// An item of a list is moved.
    Shift { object: ObjectId, feature: FeatureId, from: usize, to: usize },
    /// An object gets another container and containing feature, or document.
    Container { object: ObjectId, before: Location, after: Location },
    /// A range of a document's roots is replaced by another.
    Roots { document: DocumentId, start: usize, removed: Vec<ObjectId>, added: Vec<ObjectId> },
    /// An object gets another `xmi:id`.
    Id { object: ObjectId, before: Slot, after: Slot },
}

impl Step {
    /// The step that reverses this one.
    fn reversed(self) -> Self {
        match self {
            Step::Write { object, feature, before, after } => {
                Step::Write { object, feature, before: after, after: before }
            }
            Step::Splice { object, feature, start, removed, added } => {
                Step::Splice { object, feature, start, removed: added, added: removed }
            }
            Step::Shift { object, feature, from, to } => Step::Shift { object, feature, from: to, to: from },
            Step::Container { object, before, after } => {
                Step::Container { object, before: after, after: before }
            }
            Step::Roots { document, start, removed, added } => {
                Step::Roots { document, start, removed: added, added: removed }
            }
            Step::Id { object, before, after } => Step::Id { object, before: after, after: before },
        }
    }
}

/// Observers and recordings of a model.
#[derive(Debug, Clone, Default)]
pub(super) struct Journal {
    /// Whether notifications are recorded.
    is_observed: bool,
    /// The notifications of the current edit, which are merged as in EMF, and sent at its end.
    current_notifications: Vec<Notification>,
    /// The notifications that were sent and not taken yet.
    sent_notifications: Vec<Notification>,
    /// The steps since the outermost [`Model::begin_recording`].
    steps: Vec<Step>,
    /// For each open recording, the number of steps before it and its initial state.
    open_recordings: Vec<(usize, u64)>,
    /// The number of the current state of the model.
    state: u64,
    /// The greatest number that was used for a state.
    next_state: u64,
    /// The targets of proxies that were replaced, because steps may still contain the proxies.
    resolved_targets: FxHashMap<ObjectId, ObjectId>,
}

impl Journal {
    /// Gives the model a new state, and adds the step to the open recordings.
    fn record(&mut self, step: Step) {
        // Numbers are never reused, so that a change can be reversed only in the state that it produced.
        self.next_state += 1;
        self.state = self.next_state;
        if !self.open_recordings.is_empty() {
            self.steps.push(step);
        }
    }
}

impl Model {
    /// Records notifications from now on, until [`Model::stop_observing`].
    pub fn observe(&mut self) {
        self.journal.get_or_insert_default().is_observed = true;
    }

    /// Stops recording notifications, and discards those that were not taken yet.
    pub fn stop_observing(&mut self) {
        if let Some(journal) = &mut self.journal {
            journal.is_observed = false;
            journal.sent_notifications = Vec::new();
        }
    }

    /// The notifications since they were last taken, in the order in which EMF sends them.
    pub fn take_notifications(&mut self) -> Vec<Notification> {
        self.journal
            .as_mut()
            .map(|journal| std::mem::take(&mut journal.sent_notifications))
            .unwrap_or_default()
    }

    /// Adds a notification to the current edit. None is created if the model is not observed.
    pub(super) fn notify(&mut self, notification: impl FnOnce() -> Notification) {
        let Some(journal) = self.journal.as_mut().filter(|journal| journal.is_observed) else { return };
        let notification = notification();
        // A proxy only notifies about its container, because its values are not in this model.
        let is_sent = match notification.notifier() {
            Notifier::Feature(object, feature) => {
                self.metamodel.is_container(feature) || !self.proxies.contains_key(&object)
            }
            Notifier::Roots(_) => true,
        };
        if is_sent {
            notification::add(&mut journal.current_notifications, notification);
        }
    }

    /// Sends the notifications of the finished edit.
    pub(super) fn dispatch_notifications(&mut self) {
        if let Some(journal) = &mut self.journal {
            journal.sent_notifications.append(&mut journal.current_notifications);
        }
    }

    /// Records a step, which is created only if the model has a journal.
    fn record(&mut self, step: impl FnOnce() -> Step) {
        if let Some(journal) = &mut self.journal {
            journal.record(step());
        }
    }

    /// Writes a slot. A proxy has no slots, so it is not changed.
    pub(super) fn write(&mut self, object: ObjectId, feature: FeatureId, after: Slot) {
        let Some(position) = self.slot_position(object, feature) else { return };
        let before = std::mem::replace(&mut self.slots[position], after);
        if before != after {
            self.record(|| Step::Write { object, feature, before, after });
        }
    }

    /// The items of a feature.
    pub(super) fn items(&self, object: ObjectId, feature: FeatureId) -> &[Slot] {
        self.list(object, feature).items
    }

    /// Replaces `count` items of a list from `start` on. The list is created if it does not exist.
    pub(super) fn splice(
        &mut self,
        object: ObjectId,
        feature: FeatureId,
        start: usize,
        count: usize,
        added: Vec<Slot>,
    ) {
        let Some(position) = self.slot_position(object, feature) else { return };
        let list = match self.slots[position].as_list() {
            Some(list) => list,
            None => {
                let list = self.lists.create();
                self.write(object, feature, Slot::list(list));
                list
            }
        };
        // Only a journal needs a copy of the removed items.
        if self.journal.is_some() && (count > 0 || !added.is_empty()) {
            let removed = self.lists.get(list)[start..start + count].to_vec();
            self.lists.splice(list, start, count, &added);
            self.record(|| Step::Splice { object, feature, start, removed, added });
        } else {
            self.lists.splice(list, start, count, &added);
        }
    }

    /// Moves an item of a list.
    pub(super) fn shift(&mut self, object: ObjectId, feature: FeatureId, from: usize, to: usize) {
        let Some(list) = self.slot(object, feature).and_then(Slot::as_list) else { return };
        let items = self.lists.get_mut(list);
        if from < to {
            items[from..=to].rotate_left(1);
        } else {
            items[to..=from].rotate_right(1);
        }
        self.record(|| Step::Shift { object, feature, from, to });
    }

    /// Sets the location of an object, and records the change.
    pub(super) fn record_location(&mut self, object: ObjectId, after: Location) {
        let header = &mut self.objects[object.index()];
        let before = (header.container, header.location);
        (header.container, header.location) = after;
        if before != after {
            self.record(|| Step::Container { object, before, after });
        }
    }

    /// Replaces `count` roots of a document from `start` on.
    pub(super) fn splice_roots(
        &mut self,
        document: DocumentId,
        start: usize,
        count: usize,
        added: &[ObjectId],
    ) {
        let roots = &mut self.documents[document.0 as usize].roots;
        let removed: Vec<ObjectId> = roots.splice(start..start + count, added.iter().copied()).collect();
        self.record(|| Step::Roots { document, start, removed, added: added.to_vec() });
    }

    /// Writes an object's `xmi:id`.
    pub(super) fn write_xmi_id(&mut self, object: ObjectId, after: Slot) {
        // The table ends at the last object with an id, so that most models need none.
        if self.ids.len() <= object.index() {
            if after.is_unset() {
                return;
            }
            self.ids.resize(object.index() + 1, Slot::UNSET);
        }
        let before = std::mem::replace(&mut self.ids[object.index()], after);
        if before != after {
            self.record(|| Step::Id { object, before, after });
        }
    }

    /// Records the targets of proxies, and notifies each feature that contained one.
    pub(super) fn note_resolved(&mut self, targets: &FxHashMap<ObjectId, ObjectId>) {
        let Some(journal) = &mut self.journal else { return };
        journal.resolved_targets.extend(targets);
        if journal.is_observed {
            self.notify_resolved(targets);
        }
    }
}
