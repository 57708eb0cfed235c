//! Changes a model: every operation keeps containment a forest and opposites consistent, or changes nothing.
//!
//! The operations follow EMF, also in their notifications ([`Notification`]) and the order of notifications:
//! setting a containment moves the object; setting one end of an opposite sets the other; a new target of a
//! single-valued end replaces the old one; upper bounds are left to validation. Every change goes through
//! [`super::change`], so that it can be observed and undone.

mod assign_ids;
mod checks;
mod copy;
mod ends;

mod lists;
mod roots;
mod trees;

use super::change::{Event, Notification, Notifier};
use super::slot::Slot;
use super::{Model, ObjectId, Value};
use crate::diagnostic::{Code, Diagnostic, codes};
use crate::ecore::{ClassId, FeatureId};
use std::fmt;

/// The reason why an edit was rejected. The model is unchanged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EditError {
    /// The stable code.
    pub code: Code,
    /// The object's address.
    pub object: String,
    /// The feature, as `Class.feature`, or an empty text if the error concerns no feature.
    pub feature: String,
    /// The expected value.
    pub expected: String,
    /// The given value.
    pub found: String,
}

impl fmt::Display for EditError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.object, self.message())
    }
}

impl EditError {
    /// The description of the error, without the object's address.
    fn message(&self) -> String {
        let Self { feature, expected, found, .. } = self;
        if feature.is_empty() {
            format!("expected {expected}, found {found}")
        } else {
            format!("{feature} expects {expected}, found {found}")
        }
    }
}

impl std::error::Error for EditError {}

impl From<Box<EditError>> for Diagnostic {
    fn from(error: Box<EditError>) -> Self {
        Diagnostic::error(error.code, error.message()).object(error.object)
    }
}

/// The result of an edit, which may be rejected.
type EditResult<T = ()> = Result<T, Box<EditError>>;

impl Model {
    /// Creates an object outside every document and container.
    ///
    /// # Errors
    /// [`codes::ABSTRACT_CLASS`] if the class is abstract or an interface.
    pub fn create(&mut self, class: ClassId) -> EditResult<ObjectId> {
        let data = &self.metamodel[class];
        if data.is_abstract || data.is_interface {
            return Err(Box::new(EditError {
                code: codes::ABSTRACT_CLASS,
                object: data.name.clone(),
                feature: String::new(),
                expected: "a class that can have instances".to_owned(),
                found: "an abstract class".to_owned(),
            }));
        }
        Ok(self.allocate(class))
    }

    /// Sets a single-valued feature.
    ///
    /// Setting a container end to null removes the object from its container, as in EMF.
    ///
    /// # Errors
    /// If the class does not have the feature, the feature is many-valued (see [`Model::set_list`]), the
    /// value has the wrong type, a containment would form a cycle, or a container is a proxy.
    pub fn set(&mut self, object: ObjectId, feature: FeatureId, value: Value<'_>) -> EditResult {
        self.check_feature(object, feature)?;
        if self.metamodel[feature].many() {
            let found = value.kind();
            return Err(self.reject(codes::WRONG_VALUE_TYPE, object, feature, "a list of values", found));
        }
        self.check_type(object, feature, value)?;
        if !self.metamodel[feature].is_reference() {
            let slot = if value == Value::Null { self.null_slot(feature) } else { self.encode(value) };
            self.assign(object, feature, slot, Event::Set);
            self.dispatch_notifications();
            return Ok(());
        }
        if let Some(target) = value.object()
            // Setting the same target again is only notified, and changes nothing, so it needs no check.
            && self.get(object, feature) != value
        {
            self.check_container(object, feature, target)?;
            self.check_cycle(object, feature, target)?;
        }
        self.set_reference(object, feature, value.object());
        self.dispatch_notifications();
        Ok(())
    }

    /// Sets a checked reference.
    fn set_reference(&mut self, object: ObjectId, feature: FeatureId, target: Option<ObjectId>) {
        if self.metamodel.is_container(feature) {
            self.set_container_end(object, feature, target);
        } else {
            self.update_opposites(object, feature, target);
            // Null is stored, because an unsettable reference is set even if it was set to null.
            self.assign(object, feature, target.map_or(Slot::NULL, Slot::object), Event::Set);
        }
    }

    /// Updates the ends at the old and at the new target of a reference, before the new target is stored.
    fn update_opposites(&mut self, object: ObjectId, feature: FeatureId, target: Option<ObjectId>) {
        let old_target = self.get(object, feature).object();
        if old_target != target {
            if let Some(old_target) = old_target {
                self.remove_from_opposite(object, feature, old_target);
            }
            if let Some(target) = target {
                self.add_to_opposite(object, feature, target);
            }
        }
    }

    /// Stores a single value, and notifies.
    fn assign(&mut self, object: ObjectId, feature: FeatureId, slot: Slot, event: Event) {
        let old_slot = self.slot(object, feature).unwrap_or(Slot::UNSET);
        self.write(object, feature, slot);
        let (was_set, is_set) = (!old_slot.is_unset(), event != Event::Unset);
        // Only unsettable features store whether they are set. For other features, observers compare the value with the
        // default.
        let has_set_change = self.metamodel[feature].unsettable && was_set != is_set;
        self.notify(|| {
            Notification::new(Notifier::Feature(object, feature), event, old_slot, slot)
                .with_set_change(has_set_change)
        });
    }

    /// Returns a feature to its state in a new object.
    ///
    /// # Errors
    /// If the class does not have the feature.
    pub fn unset(&mut self, object: ObjectId, feature: FeatureId) -> EditResult {
        self.check_feature(object, feature)?;
        let data = &self.metamodel[feature];
        let (is_many, is_unsettable) = (data.many(), data.unsettable);
        let event = if is_unsettable { Event::Unset } else { Event::Set };
        if is_many {
            // As in EMF, removing the values and unsetting the feature are notified separately.
            self.clear(object, feature)?;
            self.write(object, feature, Slot::UNSET);
            if is_unsettable {
                let notifier = Notifier::Feature(object, feature);
                // As in EMF, the values are whether the list was set before and whether it is set now. The old one is
                // `true` even if the list was not set.
                self.notify(|| Notification::new(notifier, event, Slot::bool(true), Slot::bool(false)));
            }
        } else if self.metamodel.is_container(feature) {
            self.set_container_end(object, feature, None);
        } else {
            if data.is_reference() {
                self.update_opposites(object, feature, None);
            }
            self.assign(object, feature, Slot::UNSET, event);
        }
        self.dispatch_notifications();
        Ok(())
    }
}
