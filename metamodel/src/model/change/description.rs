//! Recordings: the changes between two states of a model, and their reversal, as in EMF's `ChangeRecorder`.

use super::super::slot::Slot;
use super::super::{DocumentId, Model, NO_INDEX, ObjectId, Value};
use super::{Journal, Location, Step};
use crate::ecore::FeatureId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt;

/// The changes that return a model to its state at the beginning of a recording.
///
/// Objects that were created during the recording remain in the model, but in no document and no container.
#[derive(Debug, Clone, Default)]
pub struct ChangeDescription {
    /// The changes, in the order they were made.
    steps: Vec<Step>,
    /// The number of the state before these changes.
    state_before: u64,
    /// The number of the state after these changes.
    state_after: u64,
}

/// The error of a change that is not applied, because the model has been edited since it was recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StaleChange;

impl fmt::Display for StaleChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the change cannot be applied, because the model has been edited since it was recorded")
    }
}

impl std::error::Error for StaleChange {}

/// The value of a feature at the beginning of a recording.
#[derive(Debug, Clone)]
pub struct FeatureChange<'m> {
    /// The object.
    pub object: ObjectId,
    /// The feature that changed.
    pub feature: FeatureId,
    /// Whether the feature was set.
    pub was_set: bool,
    /// The values; empty if the feature was not set.
    pub values: Vec<Value<'m>>,
}

/// The roots of a document at the beginning of a recording, as EMF's `ResourceChange`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RootsChange {
    /// The document.
    pub document: DocumentId,
    /// The roots, in their order.
    pub roots: Vec<ObjectId>,
}

impl Model {
    /// Begins to record changes. Recordings can be nested: an inner recording is part of the outer one.
    pub fn begin_recording(&mut self) {
        let journal = self.journal.get_or_insert_default();
        journal.open_recordings.push((journal.steps.len(), journal.state));
    }

    /// The number of recordings that have begun and not ended.
    #[must_use]
    pub fn recordings(&self) -> usize {
        self.journal.as_ref().map_or(0, |journal| journal.open_recordings.len())
    }

    /// Ends the recording that began last; returns an empty change if none has begun.
    pub fn end_recording(&mut self) -> ChangeDescription {
        let Some(journal) = &mut self.journal else { return ChangeDescription::default() };
        let state_after = journal.state;
        let Some((first_step, state_before)) = journal.open_recordings.pop() else {
            return ChangeDescription { steps: Vec::new(), state_before: state_after, state_after };
        };
        let steps = if journal.open_recordings.is_empty() {
            journal.steps.split_off(first_step)
        } else {
            // The steps are copied, because the outer recording contains the same steps.
            journal.steps[first_step..].to_vec()
        };
        ChangeDescription { steps, state_before, state_after }
    }

    /// Ends the recording that began last, and reverses the changes since its start.
    pub fn roll_back(&mut self) {
        let Some(journal) = &mut self.journal else { return };
        let Some((first_step, state_before)) = journal.open_recordings.pop() else { return };
        let steps = journal.steps.split_off(first_step);
        // An outer recording must not contain the reversed steps, so there is none while they are replayed.
        let outer_recordings = std::mem::take(&mut journal.open_recordings);
        for step in steps.into_iter().rev() {
            self.replay(step.reversed());
        }
        if let Some(journal) = &mut self.journal {
            journal.open_recordings = outer_recordings;
            // The model returns to the state before the recording, not to a new one, so that earlier changes can still
            // be applied.
            journal.state = state_before;
        }
    }
}

impl ChangeDescription {
    /// Whether nothing has changed.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Returns the model to the earlier state. Afterwards, this description returns the model to the later state.
    ///
    /// # Errors
    /// If the model has been edited since; the model is not changed in this case.
    pub fn apply_and_reverse(&mut self, model: &mut Model) -> Result<(), StaleChange> {
        // A model without a journal is in state 0.
        let current_state = model.journal.as_ref().map_or(0, |journal| journal.state);
        if current_state != self.state_after {
            return Err(StaleChange);
        }
        let steps = std::mem::take(&mut self.steps).into_iter().rev();
        self.steps = steps.map(|step| model.replay(step.reversed())).collect();
        if let Some(journal) = &mut model.journal {
            journal.state = self.state_before;
        }
        std::mem::swap(&mut self.state_before, &mut self.state_after);
        Ok(())
    }

    /// Returns the model to the earlier state.
    ///
    /// # Errors
    /// As [`ChangeDescription::apply_and_reverse`].
    pub fn apply(mut self, model: &mut Model) -> Result<(), StaleChange> {
        self.apply_and_reverse(model)
    }

    /// The earlier value of each feature whose value has changed, in the order of the first changes. `model`
    /// must be in the state at the end of the recording.
    #[must_use]
    pub fn object_changes<'m>(&self, model: &'m Model) -> Vec<FeatureChange<'m>> {
        let mut changed_features: Vec<(ObjectId, FeatureId)> = Vec::new();
        let mut earlier_values: FxHashMap<(ObjectId, FeatureId), FeatureContent> = FxHashMap::default();
        for (object, feature) in self.steps.iter().flat_map(|step| step.features(model)) {
            // At first, this is the current value. It becomes the earlier value when the steps are reversed below.
            earlier_values.entry((object, feature)).or_insert_with(|| {
                changed_features.push((object, feature));
                current_content(model, object, feature)
            });
        }
        for step in self.steps.iter().rev() {
            rewind(&mut earlier_values, step, model);
        }
        let changes = changed_features.into_iter().filter_map(|(object, feature)| {
            let change = FeatureChange::new(model, object, feature, &earlier_values[&(object, feature)]);
            let current =
                FeatureChange::new(model, object, feature, &current_content(model, object, feature));
            if change.has_same_state(&current) { None } else { Some(change) }
        });
        changes.collect()
    }

    /// The earlier roots of each document whose roots or their order have changed. `model` must be in the state at
    /// the end of the recording.
    #[must_use]
    pub fn roots_changes(&self, model: &Model) -> Vec<RootsChange> {
        let mut changes: Vec<RootsChange> = Vec::new();
        for step in self.steps.iter().rev() {
            let Step::Roots { document, start, removed, added } = step else { continue };
            let known_position = changes.iter().position(|change| change.document == *document);
            let position = known_position.unwrap_or(changes.len());
            if known_position.is_none() {
                // At first, these are the current roots. They become the earlier roots when the steps are reversed.
                let roots = model.document(*document).roots().to_vec();
                changes.push(RootsChange { document: *document, roots });
            }
            changes[position].roots.splice(*start..*start + added.len(), removed.iter().copied());
        }
        changes.retain(|change| change.roots != model.document(change.document).roots());
        changes
    }

    /// The objects that were in no container and no document before, but are in one now: applying the
    /// description detaches them.
    #[must_use]
    pub fn objects_to_detach(&self, model: &Model) -> Vec<ObjectId> {
        self.attachment_changes(model, |was_attached, is_attached| !was_attached && is_attached)
    }

    /// The objects that are in no container and no document now, but were in one before.
    #[must_use]
    pub fn objects_to_attach(&self, model: &Model) -> Vec<ObjectId> {
        self.attachment_changes(model, |was_attached, is_attached| was_attached && !is_attached)
    }

    /// The objects that `is_included` accepts, given whether they were attached before and are attached now.
    fn attachment_changes(&self, model: &Model, is_included: impl Fn(bool, bool) -> bool) -> Vec<ObjectId> {
        let mut seen_objects = FxHashSet::default();
        let mut included_objects = Vec::new();
        for step in &self.steps {
            let Step::Container { object, before: (_, earlier_location), .. } = step else { continue };
            // Only the first step of an object contains its location at the beginning of the recording.
            if !seen_objects.insert(*object) {
                continue;
            }
            let was_attached = *earlier_location != NO_INDEX;
            let is_attached = model.header(*object).location != NO_INDEX;
            if is_included(was_attached, is_attached) {
                included_objects.push(*object);
            }
        }
        included_objects
    }
}

impl<'m> FeatureChange<'m> {
    /// The change that restores the content of a feature.
    fn new(model: &'m Model, object: ObjectId, feature: FeatureId, content: &FeatureContent) -> Self {
        let FeatureContent { slot, items } = content;
        let data = &model.metamodel[feature];
        let was_set = match slot.as_list() {
            // An unsettable list that has a slot is set, even if it is empty.
            Some(_) => data.unsettable || !items.is_empty(),
            None if model.metamodel.is_container(feature) => *slot != Slot::NULL,
            None => model.is_slot_set(*slot, feature),
        };
        let items = if data.many() {
            items.as_slice()
        } else if was_set {
            std::slice::from_ref(slot)
        } else {
            &[]
        };
        let values = items.iter().map(|slot| model.decode(*slot)).collect();
        FeatureChange { object, feature, was_set, values }
    }
}

impl FeatureChange<'_> {
    /// Whether the feature has the same values in both changes, and is set in both or in neither.
    fn has_same_state(&self, other: &Self) -> bool {
        self.was_set == other.was_set
            && self.values.len() == other.values.len()
            && self.values.iter().zip(&other.values).all(|(value, other_value)| value.is_same(*other_value))
    }
}

/// The content of a feature of an object.
struct FeatureContent {
    slot: Slot,
    /// The items of the feature, if it is a list.
    items: Vec<Slot>,
}

/// The current content of a feature.
fn current_content(model: &Model, object: ObjectId, feature: FeatureId) -> FeatureContent {
    if model.metamodel.is_container(feature) {
        let header = model.header(object);
        let slot = end_slot(model, (header.container, header.location), feature);
        return FeatureContent { slot, items: Vec::new() };
    }
    let items = model.list(object, feature).items.to_vec();
    FeatureContent { slot: model.slot(object, feature).unwrap_or(Slot::UNSET), items }
}

/// The value of the container end of an object with a location.
fn end_slot(model: &Model, location: Location, end: FeatureId) -> Slot {
    let container = model.container_end(location).filter(|(feature, _)| *feature == end);
    container.map_or(Slot::NULL, |(_, container)| Slot::object(container))
}

impl Step {
    /// The features that the step changes.
    fn features(&self, model: &Model) -> Vec<(ObjectId, FeatureId)> {
        match self {
            Step::Write { object, feature, .. }
            | Step::Splice { object, feature, .. }
            | Step::Shift { object, feature, .. } => vec![(*object, *feature)],
            Step::Container { object, before, after } => {
                let ends = [before, after].into_iter().filter_map(|location| model.container_end(*location));
                ends.map(|(end, _)| (*object, end)).collect()
            }
            Step::Roots { .. } | Step::Id { .. } => Vec::new(),
        }
    }
}

/// Reverses a step in the copied contents of the features that the step changes.
fn rewind(copies: &mut FxHashMap<(ObjectId, FeatureId), FeatureContent>, step: &Step, model: &Model) {
    for (object, feature) in step.features(model) {
        let Some(FeatureContent { slot, items }) = copies.get_mut(&(object, feature)) else { continue };
        match step {
            Step::Write { before, .. } => *slot = *before,
            Step::Splice { start, removed, added, .. } => {
                items.splice(*start..*start + added.len(), removed.iter().copied());
            }
            Step::Shift { from, to, .. } => {
                let item = items.remove(*to);
                items.insert(*from, item);
            }
            Step::Container { before, .. } => *slot = end_slot(model, *before, feature),
            Step::Roots { .. } | Step::Id { .. } => {}
        }
    }
}

impl Journal {
    /// The current form of a value in a step: if it is a proxy that was replaced since, the target.
    pub(super) fn current_slot(&self, slot: Slot) -> Slot {
        let target = slot.as_object().and_then(|object| self.resolved_targets.get(&object));
        target.map_or(slot, |target| Slot::object(*target))
    }
}
