//! Adds the ends of bidirectional references that a document does not state.
//!
//! Invariant: afterwards both ends agree. Where statements contradict each other the last one wins, as
//! when they are made one by one.

use super::{Loader, ObjectId};
use crate::ecore::FeatureId;
use crate::model::slot::Slot;
use crate::model::{Model, Value};
use rustc_hash::FxHashSet;

/// One end of a bidirectional reference: object, feature, opposite, target.
pub(super) type Stated = (ObjectId, FeatureId, FeatureId, ObjectId);

impl Loader<'_, '_> {
    /// Whether a stated reference still holds: in a single-valued feature the last one wins.
    fn holds(&self, object: ObjectId, feature: FeatureId, target: ObjectId) -> bool {
        self.model.metamodel[feature].many() || self.model.get(object, feature) == Value::Object(target)
    }

    /// Adds the ends of bidirectional references that the document does not state.
    pub(super) fn complete_opposites(&mut self, mut stated: Vec<Stated>) {
        stated.retain(|(object, feature, _, target)| self.holds(*object, *feature, *target));
        if stated.is_empty() {
            return;
        }
        let known: FxHashSet<(ObjectId, FeatureId, ObjectId)> =
            stated.iter().map(|(o, f, _, t)| (*o, *f, *t)).collect();
        for (object, feature, opposite, target) in stated {
            let both = known.contains(&(target, opposite, object));
            self.model.complete(object, feature, target, opposite, both);
        }
    }
}

impl Model {
    /// Makes a stated reference true at both ends, `both` if the other end is stated as well.
    ///
    /// Where statements contradict each other the last one wins, as when they are made one by one:
    /// whatever a single-valued end held before no longer refers back.
    fn complete(
        &mut self,
        object: ObjectId,
        feature: FeatureId,
        target: ObjectId,
        opposite: FeatureId,
        both: bool,
    ) {
        let metamodel = std::sync::Arc::clone(&self.metamodel);
        let (many, opposite_many) = (metamodel[feature].many(), metamodel[opposite].many());
        let near = if many { None } else { self.get(object, feature).object() };
        let far = if opposite_many { None } else { self.get(target, opposite).object() };
        let intact = (many || near == Some(target)) && (opposite_many || far == Some(object));
        if intact && (both || !opposite_many) {
            return;
        }
        if let Some(other) = near.filter(|other| *other != target) {
            self.oust(other, opposite, object);
        }
        if let Some(other) = far.filter(|other| *other != object) {
            self.oust(other, feature, target);
        }
        // A list holds what was stated in it, unless another statement has taken it since; to look
        // is dear, so only where one may have.
        if !many || (far.is_some() && !self.list(object, feature).objects().any(|o| o == target)) {
            self.put(object, feature, target);
        }
        if !opposite_many || !both || !self.list(target, opposite).objects().any(|o| o == object) {
            self.put(target, opposite, object);
        }
    }

    /// Removes a reference, however often it is there: a document may name a target any number of times.
    fn oust(&mut self, object: ObjectId, feature: FeatureId, target: ObjectId) {
        let Some(at) = self.slot_position(object, feature) else { return };
        match self.slots[at].as_list() {
            Some(list) => self.lists.retain(list, |item| item != Slot::object(target)),
            None if self.slots[at].as_object() == Some(target) => self.slots[at] = Slot::UNSET,
            None => {}
        }
    }

    /// Stores a reference without looking at the other end.
    fn put(&mut self, object: ObjectId, feature: FeatureId, target: ObjectId) {
        let Some(slot) = self.slot_position(object, feature) else { return };
        if self.metamodel[feature].many() {
            let list = self.list_at(slot);
            self.lists.push(list, Slot::object(target));
        } else {
            self.slots[slot] = Slot::object(target);
        }
    }
}
