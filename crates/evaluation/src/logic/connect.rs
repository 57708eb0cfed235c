//! Connects drafts with the objects that they refer to.
//!
//! Invariants: a part has one owner, and no object is part of itself; a reference and its opposite agree. The model and
//! complete drafts are not changed: when their features are read, the opposites and owners that are stored here are
//! added.

use super::identity::Identity;
use super::links::{Effect, Link, Owner};
use super::object_space::{Instance, ObjectSpace};
use super::values::items;
use crate::ecore::FeatureId;
use crate::evaluate::{Budget, HostError, Object, Value};

impl ObjectSpace<'_> {
    /// Removes all drafts except the first `count`, and the opposites and owners that they have set.
    pub(super) fn truncate_drafts(&self, count: usize) {
        let mut drafts = self.drafts.borrow_mut();
        let mut links = self.links.borrow_mut();
        while drafts.len() > count {
            let Some(draft) = drafts.pop() else { return };
            // The draft is already removed, so the length of the list is its number.
            let draft_number = drafts.len();
            for link in draft.links.into_iter().rev() {
                links.undo(draft_number, link);
            }
        }
    }

    /// Removes the opposites and owners that a draft has set in other objects; all of them, or only those of one
    /// feature.
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

    /// Removes the opposites and owners that incomplete drafts from a number on have set.
    pub(super) fn disconnect_incomplete(&self, from: usize) {
        let count = self.drafts.borrow().len();
        for draft in (from..count).filter(|draft| self.drafts.borrow()[*draft].is_open) {
            self.disconnect(draft, None);
        }
    }

    /// Sets the opposites and owners that follow from a new value of a draft's feature. Reports if that is not
    /// possible.
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
                let owner = Owner { object: subject, feature };
                self.set_owner(draft, feature, owner, target.identity, budget)?;
            } else if is_container && let Some(opposite) = opposite {
                // The feature refers to the container, so the target is the owner, and the draft is the part.
                let owner = Owner { object: target.identity, feature: opposite };
                self.set_owner(draft, feature, owner, subject, budget)?;
            }
            if let Some(opposite) = opposite {
                self.add_opposite(draft, feature, target, opposite, budget)?;
            }
        }
        Ok(())
    }

    /// Sets the owner of a part. `cause` is the feature of the draft that requires this owner.
    fn set_owner(
        &self,
        draft: usize,
        cause: FeatureId,
        owner: Owner,
        part: u64,
        budget: &mut Budget,
    ) -> Result<(), HostError> {
        let label = || self.prepared.metamodel.feature_label(cause);
        let mut ancestor = Some(owner.object);
        // Existing containments form no cycle, so this loop ends; a new cycle would contain the part.
        while let Some(object) = ancestor {
            budget.charge_steps(1)?;
            if object == part {
                return Err(HostError::new(format!("`{}` would make an object a part of itself", label())));
            }
            ancestor = self.owner(object).map(|owner| owner.object);
        }
        match self.owner(part) {
            // The opposite end has already connected both objects. If a second link existed, undoing it would also end
            // the connection of the first one.
            Some(current_owner) if current_owner == owner => return Ok(()),
            // EMF would move the part to the new container, but here complete objects and the model must not change.
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

    /// The owner of an object; `None` for a root.
    fn owner(&self, object: u64) -> Option<Owner> {
        if let Some(owner) = self.links.borrow().owners.get(&object) {
            return Some(*owner);
        }
        let (Identity::Model(id), Some(model)) = (Identity::from_number(object), self.model) else {
            return None;
        };
        let container = Identity::Model(model.container(id)?);
        Some(Owner { object: container.encode(), feature: model.containing_feature(id)? })
    }

    /// Makes the opposite of a draft's reference refer to the draft.
    fn add_opposite(
        &self,
        draft: usize,
        cause: FeatureId,
        target: &Object,
        opposite: FeatureId,
        budget: &mut Budget,
    ) -> Result<(), HostError> {
        // Elements of the metamodel, which are values of `$meta`, cannot be changed.
        let Some(subject) = Instance::from_object(target) else { return Ok(()) };
        let (identity, data) = (Identity::Draft(draft).encode(), &self.prepared.metamodel[opposite]);
        // The stored value is read without `get`: `get` could hide it, and would evaluate logic while objects are only
        // partly connected.
        let current_value = self.read_unconverted(subject, opposite, budget)?;
        let current_targets = match &current_value {
            Value::Undef => &[],
            value => items(value),
        };
        // Identities are numbers, so comparing eight of them is charged as one step.
        budget.charge_steps(current_targets.len() / 8)?;
        let is_draft = |value: &Value| matches!(value, Value::Object(object) if object.identity == identity);
        if current_targets.iter().any(is_draft) {
            return Ok(());
        }
        let is_full =
            // Ecore's unbounded and unspecified maxima are -1 and -2, which fail the conversion, so such lists are
            // never full.
            !data.many() || usize::try_from(data.typed.upper).is_ok_and(|max| current_targets.len() >= max);
        if is_full && !current_targets.is_empty() {
            let label = |feature| self.prepared.metamodel.feature_label(feature);
            let reason = if data.many() { "is full" } else { "has another value" };
            let (reference, opposite_reference) = (label(cause), label(opposite));
            let message = format!(
                "`{reference}` cannot refer to this object, whose `{opposite_reference}` {reason} and cannot be \
                 changed"
            );
            return Err(HostError::new(message));
        }
        let object = target.identity;
        self.links.borrow_mut().opposites.entry((object, opposite)).or_default().push(draft);
        let effect = Effect::Opposite { object, feature: opposite };
        self.drafts.borrow_mut()[draft].links.push(Link { cause, effect });
        Ok(())
    }

    /// The value of a reference, including the drafts whose opposites refer to the object.
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
            // `add_opposite` rejects a second draft for a single value, so the last one is the only one.
            Value::Undef => drafts.last().map_or(Value::Undef, |draft| self.draft_value(*draft)),
            Value::Array(items) => {
                // If both objects set their ends, the stored list already contains the draft.
                let new = added.filter(|value| !items.iter().any(|item| is_same(item, value)));
                Value::array(items.iter().cloned().chain(new).collect())
            }
            other => other,
        }
    }
}

/// Whether two values are the same object.
fn is_same(a: &Value, b: &Value) -> bool {
    matches!((a, b), (Value::Object(a), Value::Object(b)) if a.identity == b.identity)
}
