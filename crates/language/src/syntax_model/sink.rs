//! The destinations of created objects: a document that is being read, and a model that is being edited.
//!
//! Invariant: the same calls create the same objects in both. Values are not checked while a document is read, because
//! they come from expressions.

use super::grammar::Texts;
use crate::ecore::data::ParsedValue;
use crate::ecore::{ClassId, FeatureId};
use crate::model::load::Loader;
use crate::model::{Model, ObjectId, Value};

/// A feature of an object, with its slot.
#[derive(Clone, Copy)]
pub(super) struct FeatureLocation {
    pub(super) object: ObjectId,
    pub(super) slot: usize,
    pub(super) feature: FeatureId,
}

/// A destination of created objects. The functions return `None` if a value is not valid, or there are too many
/// objects.
pub(super) trait ObjectSink {
    /// The model with the objects.
    fn model(&self) -> &Model;

    /// Creates an object for a text at this position.
    fn create(&mut self, class: ClassId, offset: usize) -> Option<ObjectId>;

    /// Sets a single value.
    fn set(&mut self, location: FeatureLocation, value: Value<'_>) -> Option<()>;

    /// Sets a list of contained objects.
    fn set_parts(&mut self, location: FeatureLocation, parts: impl Iterator<Item = ObjectId>) -> Option<()>;

    /// Sets a list of texts.
    fn set_texts(&mut self, location: FeatureLocation, texts: &Texts) -> Option<()>;
}

impl ObjectSink for Loader<'_, '_> {
    fn model(&self) -> &Model {
        Loader::model(self)
    }

    fn create(&mut self, class: ClassId, offset: usize) -> Option<ObjectId> {
        let object = Loader::create(self, class, offset);
        // When the model has the maximum number of objects, no more are created; otherwise they would be invalid.
        (!self.is_full()).then_some(object)
    }

    fn set(&mut self, location: FeatureLocation, value: Value<'_>) -> Option<()> {
        let FeatureLocation { object, slot, feature } = location;
        let is_many = false;
        let parsed = match value {
            Value::Object(part) => {
                self.contain(object, slot, feature, part);
                return Some(());
            }
            Value::String(text) => {
                self.text(object, slot, is_many, text);
                return Some(());
            }
            Value::Enum(literal) => {
                self.enumeration(object, slot, is_many, literal);
                return Some(());
            }
            Value::Bool(value) => ParsedValue::Bool(value),
            Value::Int(value) => ParsedValue::Int(value),
            Value::Double(value) => ParsedValue::Double(value),
            _ => return None,
        };
        self.value(object, slot, is_many, &parsed);
        Some(())
    }

    fn set_parts(&mut self, location: FeatureLocation, parts: impl Iterator<Item = ObjectId>) -> Option<()> {
        parts.for_each(|part| self.contain(location.object, location.slot, location.feature, part));
        Some(())
    }

    fn set_texts(&mut self, location: FeatureLocation, texts: &Texts) -> Option<()> {
        let is_many = true;
        texts.iter().for_each(|text| self.text(location.object, location.slot, is_many, text));
        Some(())
    }
}

impl ObjectSink for &mut Model {
    fn model(&self) -> &Model {
        self
    }

    fn create(&mut self, class: ClassId, _: usize) -> Option<ObjectId> {
        Model::create(self, class).ok()
    }

    fn set(&mut self, location: FeatureLocation, value: Value<'_>) -> Option<()> {
        Model::set(self, location.object, location.feature, value).ok()
    }

    fn set_parts(&mut self, location: FeatureLocation, parts: impl Iterator<Item = ObjectId>) -> Option<()> {
        let parts: Vec<Value<'_>> = parts.map(Value::Object).collect();
        self.set_list(location.object, location.feature, &parts).ok()
    }

    fn set_texts(&mut self, location: FeatureLocation, texts: &Texts) -> Option<()> {
        let texts: Vec<Value<'_>> = texts.iter().map(Value::String).collect();
        self.set_list(location.object, location.feature, &texts).ok()
    }
}
