//! Connects drafts with the objects that they refer to.
//!
//! Invariants: a part has one owner, and no object is part of itself; a reference and its opposite agree. The model and
//! complete drafts store nothing new: reading adds what is known here.

use super::identity::Identity;
use super::links::{Effect, Link};
use super::object_space::{Instance, ObjectSpace};
use super::values::items;
use crate::ecore::FeatureId;
use crate::evaluate::{Budget, HostError, Object, Value};

impl ObjectSpace<'_> {
    /// Drops the drafts from a number on, and what follows from them.
    pub(super) fn truncate_drafts(&self, count: usize) {
        let mut drafts = self.drafts.borrow_mut();
        let mut links = self.links.borrow_mut();
        while drafts.len() > count {
            let Some(draft) = drafts.pop() else { return };
            // The draft is removed already, so the length of the list is its number.
            draft.links.into_iter().rev().for_each(|link| links.undo(drafts.len(), link));
        }
    }

    /// Removes the opposites and containments that a draft has set in other objects, or only those of one feature.
    pub(super) fn disconnect(&self, draft: usize, feature: Option<FeatureId>) {
        let mut drafts = self.drafts.borrow_mut();
        let mut links = self.links.borrow_mut();
        drafts[draft].links.retain(|link| {
            let is_kept = feature.is_some_and(|feature| link.cause != feature);
            if !is_kept {
                links.undo(draft, *link);
            }
            is_kept
        });
    }

    /// Removes the opposites and containments that incomplete drafts have set, from a number on.
    pub(super) fn disconnect_incomplete(&self, from: usize) {
        let count = self.drafts.borrow().len();
        for draft in (from..count).filter(|draft| self.drafts.borrow()[*draft].open) {
            self.disconnect(draft, None);
        }
    }

    /// Sets the opposites and containments that follow from a new value of a draft's feature, if that is possible.
    pub(super) fn connect(
        &self,
        draft: usize,
        feature: FeatureId,
        value: &Value,
        budget: &mut Budget,
    ) -> Result<(), HostError> {
        let metamodel = &self.prepared.metamodel;
        let opposite = metamodel[feature].opposite();
        let is_container = metamodel.is_container(feature);
        if opposite.is_none() && !metamodel[feature].is_containment() {
            return Ok(());
        }
        let subject = Identity::Draft(draft).encode();
        for target in items(value) {
            let Value::Object(target) = target else { continue };
            if metamodel[feature].is_containment() {
                self.set_owner(draft, feature, (subject, feature), target.identity, budget)?;
            // Seen from the part, the target is the owner, and the draft is what it contains.
            } else if let (true, Some(opposite)) = (is_container, opposite) {
                self.set_owner(draft, feature, (target.identity, opposite), subject, budget)?;
            }
            if let Some(opposite) = opposite {
                self.add_opposite(draft, feature, target, opposite, budget)?;
            }
        }
        Ok(())
    }

    /// Gives a part its owner, which a feature of a draft requires.
    fn set_owner(
        &self,
        draft: usize,
        cause: FeatureId,
        owner: (u64, FeatureId),
        part: u64,
        budget: &mut Budget,
    ) -> Result<(), HostError> {
        let label = || self.prepared.metamodel.feature_label(cause);
        let mut above = Some(owner.0);
        // Containment has no cycles so far, so this ends; a new cycle would lead through the part.
        while let Some(object) = above {
            budget.charge(1, 0)?;
            if object == part {
                return Err(HostError::new(format!("`{}` would make an object a part of itself", label())));
            }
            above = self.owner(object).map(|(owner, _)| owner);
        }
        match self.owner(part) {
            // The opposite end has connected both before. A second link
            // would end the connection of the first one when it is undone.
            Some(known) if known == owner => return Ok(()),
            // EMF would move the part out of its container, but
            // complete objects and the model do not change here.
            Some(_) => {
                let message =
                    format!("`{}` cannot contain the object: another object already contains it", label());
                return Err(HostError::new(message));
            }
            None => {}
        }
        self.links.borrow_mut().owners.insert(part, owner);
        self.drafts.borrow_mut()[draft].links.push(Link { cause, effect: Effect::Owner { part } });
        Ok(())
    }

    /// The owner of an object, and the owner's feature.
    fn owner(&self, object: u64) -> Option<(u64, FeatureId)> {
        if let Some(owner) = self.links.borrow().owners.get(&object) {
            return Some(*owner);
        }
        let (Identity::Model(id), Some(model)) = (Identity::from_number(object), self.model) else {
            return None;
        };
        Some((Identity::Model(model.container(id)?).encode(), model.containing_feature(id)?))
    }

    /// Lets the opposite of a draft's reference refer to the draft.
    fn add_opposite(
        &self,
        draft: usize,
        cause: FeatureId,
        target: &Object,
        opposite: FeatureId,
        budget: &mut Budget,
    ) -> Result<(), HostError> {
        // Elements of the metamodel, which `$meta` gives, cannot be changed.
        let Some(subject) = Instance::from_object(target) else { return Ok(()) };
        let (identity, data) = (Identity::Draft(draft).encode(), &self.prepared.metamodel[opposite]);
        // What is stored counts here; `get` could hide it, and
        // would run logic while objects are half connected.
        let present = self.read_unconverted(subject, opposite, budget)?;
        let present = match &present {
            Value::Undef => &[],
            present => items(present),
        };
        // Identities are numbers, so comparing eight of them counts as one step.
        budget.charge(present.len() / 8, 0)?;
        if present.iter().any(|value| matches!(value, Value::Object(object) if object.identity == identity)) {
            return Ok(());
        }
        let is_full =
            // Ecore's unbounded and unspecified maxima are -1 and -2, which no length reaches.
            !data.many() || usize::try_from(data.typed.upper).is_ok_and(|max| present.len() >= max);
        if is_full && !present.is_empty() {
            let label = |feature| self.prepared.metamodel.feature_label(feature);
            let why = if data.many() { "is full" } else { "has another value" };
            let message = format!(
                "`{}` cannot have this object, whose `{}` {why} and cannot be changed",
                label(cause),
                label(opposite)
            );
            return Err(HostError::new(message));
        }
        let object = target.identity;
        self.links.borrow_mut().opposites.entry((object, opposite)).or_default().push(draft);
        let effect = Effect::Opposite { object, feature: opposite };
        self.drafts.borrow_mut()[draft].links.push(Link { cause, effect });
        Ok(())
    }

    /// The value of a reference with the drafts whose opposites refer to the object.
    pub(super) fn with_opposites(&self, subject: Instance, feature: FeatureId, stored: Value) -> Value {
        let data = &self.prepared.metamodel[feature];
        if data.opposite().is_none() {
            return stored;
        }
        let object = match subject {
            Instance::Model(id) => Identity::Model(id),
            Instance::Draft(draft) => Identity::Draft(draft),
        };
        let links = self.links.borrow();
        let Some(drafts) = links.opposites.get(&(object.encode(), feature)) else { return stored };
        let added = drafts.iter().map(|draft| self.draft_value(*draft));
        match stored {
            Value::Undef if data.many() => Value::array(added.collect()),
            // `add_opposite` accepts no second draft here.
            Value::Undef => drafts.last().map_or(Value::Undef, |draft| self.draft_value(*draft)),
            Value::Array(items) => {
                // If both objects set their ends, a draft is in the stored list already.
                let new = added.filter(|value| !items.iter().any(|item| is_same(item, value)));
                Value::array(items.iter().cloned().chain(new).collect())
            }
            one => one,
        }
    }
}

fn is_same(a: &Value, b: &Value) -> bool {
    matches!((a, b), (Value::Object(a), Value::Object(b)) if a.identity == b.identity)
}
