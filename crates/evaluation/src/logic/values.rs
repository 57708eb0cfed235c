//! Converts values of models to values of logic.
//!
//! A feature that is not set is `undef`, unless it has a default or is required: then its value is Ecore's default.
//! Enum literals are strings, their names. Dates are `Timestamp`, and bytes are `Binary`. Numbers of arbitrary size
//! become the nearest number.

use super::any_values;
use super::identity::Identity;
use super::prepared::PreparedRules;
use crate::ecore::{Classifier, DataKind, DataType, Feature, FeatureId, InstanceName, Literal};
use crate::evaluate::{Object, Value};
use crate::model::{self, Model, ObjectId};

/// Whether a feature of an object has a value, either set or by default.
pub(super) fn has_value(model: &Model, object: ObjectId, feature: FeatureId) -> bool {
    model.has_stored_value(object, feature) || has_default(&model.metamodel()[feature])
}

/// Whether a feature has a value although it is not set.
pub(super) fn has_default(feature: &Feature) -> bool {
    // Decision 19: in Ecore, an unset required attribute has Java's default value.
    feature.default_literal.is_some()
        || (feature.typed.required() && !feature.unsettable && feature.default != Literal::Null)
}

impl PreparedRules {
    /// A single value of a feature.
    pub(super) fn feature_value(&self, model: &Model, feature: FeatureId, value: model::Value<'_>) -> Value {
        match value {
            model::Value::Object(id) => self.object_value(model, id),
            data => self.data_value(feature, data),
        }
    }

    /// The default of an attribute.
    pub(super) fn default_value(&self, feature: FeatureId) -> Value {
        self.data_value(feature, model::literal(&self.metamodel[feature].default))
    }

    /// A single value of a data type as a value of logic.
    fn data_value(&self, feature: FeatureId, value: model::Value<'_>) -> Value {
        match value {
            model::Value::Null => Value::Undef,
            model::Value::Bool(v) => Value::Boolean(v),
            model::Value::Int(v) => Value::Integer(v),
            model::Value::Float(v) => Value::Float(f64::from(v)),
            model::Value::Double(v) => Value::Float(v),
            model::Value::Char(v) => Value::string(
                // Java's `char` may be half of a surrogate pair, which is not a character.
                char::from_u32(u32::from(v)).unwrap_or(char::REPLACEMENT_CHARACTER).encode_utf8(&mut [0; 4]),
            ),
            model::Value::Enum(index) => {
                let literals = self.metamodel[self.metamodel.data_type(feature)].enum_literals();
                literals.get(index as usize).map_or(Value::Undef, |literal| Value::string(&literal.name))
            }
            // Decision 20: values of any kind are stored as text.
            model::Value::String(text) if self.metamodel.any_kind(feature).is_some() => {
                any_values::from_text(text)
            }
            model::Value::String(text) => self.text_value(feature, text),
            model::Value::Lexical(text) => lexical(&self.metamodel[self.metamodel.data_type(feature)], text),
            model::Value::Object(_) => Value::Undef,
        }
    }

    /// Whether the values of a feature are stored as text although they are not strings, such as versions.
    pub(super) fn is_stored_as_text(&self, feature: FeatureId) -> bool {
        match self.metamodel[feature].typed.classifier() {
            Some(Classifier::DataType(id)) => self.data_type(id).is_some_and(|ty| ty.is_stored_as_text()),
            _ => false,
        }
    }

    /// A string, or the value of the declared type that the text represents, such as a version.
    fn text_value(&self, feature: FeatureId, text: &str) -> Value {
        let ty = self.data_type(self.metamodel.data_type(feature));
        // A text that represents no value is read as a string; the rule of the type reports that it is misspelt.
        ty.and_then(|ty| ty.value_of_text(text)?.ok()).unwrap_or_else(|| Value::string(text))
    }

    /// The value that a document would contain for a text, or for a value that is written as text: dates have
    /// milliseconds.
    pub(super) fn read_text(&self, feature: FeatureId, value: &Value) -> Value {
        let data_type = &self.metamodel[self.metamodel.data_type(feature)];
        match data_type.parse(&value.to_model_text()).map(Literal::from) {
            Some(literal) => self.data_value(feature, model::literal(&literal)),
            None => value.clone(),
        }
    }

    /// An object of a model.
    pub(super) fn object_value(&self, model: &Model, id: ObjectId) -> Value {
        Value::Object(Object { class: self.class(model.class(id)), identity: Identity::Model(id).encode() })
    }
}

/// The elements of a list, or the single value.
pub(super) fn items(value: &Value) -> &[Value] {
    match value {
        Value::Array(items) => items,
        other => std::slice::from_ref(other),
    }
}

/// Whether the values of a data type are bytes. Serialised Java objects are also written as bytes, but are excluded.
pub(super) fn is_bytes(data_type: &DataType) -> bool {
    data_type.kind == DataKind::Bytes
        && matches!(&data_type.instance, InstanceName::Class(name) if name == "byte[]")
}

/// The value of a lexical text of a data type; a string if it has no other form.
fn lexical(data_type: &DataType, text: &str) -> Value {
    let float = || text.parse::<f64>().ok().map(Value::Float);
    let value = match data_type.kind {
        // An integer that needs more than 64 bits becomes the nearest float.
        DataKind::BigInteger => text.parse::<i64>().ok().map(Value::Integer).or_else(float),
        DataKind::BigDecimal => float(),
        DataKind::Date => Value::timestamp(text),
        DataKind::Bytes if is_bytes(data_type) => Value::bytes(text),
        _ => None,
    };
    value.unwrap_or_else(|| Value::string(text))
}
