//! Creates objects of Ecore, and sets their features.
//!
//! Invariant: a value that is the default is not set, as in EMF. This file does not know metamodels.

use super::Writer;
use crate::ecore::{ClassId, FeatureId};
use crate::model::{ObjectId, Value};

impl Writer<'_> {
    /// Creates an object of a class of Ecore.
    pub(super) fn create_object(&mut self, class: ClassId) -> ObjectId {
        self.model.create(class).expect("Ecore's concrete classes can have instances")
    }

    /// Sets a feature that is not a containment and has no opposite. This is not an edit, because the model is not
    /// observed yet, so the value must conform to the type of the feature.
    pub(super) fn set(&mut self, object: ObjectId, feature: FeatureId, value: Value<'_>) {
        let slot = self.model.encode(value);
        self.model.write(object, feature, slot);
    }

    /// Sets a text, unless there is none.
    pub(super) fn set_text(&mut self, object: ObjectId, feature: FeatureId, text: Option<&str>) {
        if let Some(text) = text {
            self.set(object, feature, Value::String(text));
        }
    }

    /// Sets a flag whose default is false, unless `value` is the default.
    pub(super) fn set_flag_if_true(&mut self, object: ObjectId, feature: FeatureId, value: bool) {
        if value {
            self.set(object, feature, Value::Bool(true));
        }
    }

    /// Sets a flag whose default is true, unless `value` is the default.
    pub(super) fn set_flag_if_false(&mut self, object: ObjectId, feature: FeatureId, value: bool) {
        if !value {
            self.set(object, feature, Value::Bool(false));
        }
    }

    /// Adds a child to a containment.
    pub(super) fn add(&mut self, object: ObjectId, feature: FeatureId, child: ObjectId) {
        let is_many = self.model.metamodel()[feature].many();
        let child = Value::Object(child);
        let result = if is_many {
            self.model.add(object, feature, child)
        } else {
            self.model.set(object, feature, child)
        };
        result.expect("a child of the feature's type");
    }

    /// Adds children, which `create_child` creates from `items`, to a list of an object, which must still be empty.
    pub(super) fn add_all<I>(
        &mut self,
        object: ObjectId,
        list: FeatureId,
        items: impl IntoIterator<Item = I>,
        create_child: impl Fn(&mut Self, I) -> ObjectId,
    ) {
        let first_child = self.children.len();
        for item in items {
            let child = create_child(self, item);
            self.children.push(child);
        }
        let children = &self.children[first_child..];
        if !children.is_empty() {
            // The list can be replaced without other changes, because new children are in no other list.
            self.model.replace_list(object, list, children);
            self.children.truncate(first_child);
        }
    }
}
