//! Maps whose entries have a short form, `{KEY: VALUE}`.
//!
//! Invariant: the metamodel and the dialect decide whether a feature is a map. This module does not know documents.

use super::values::{bound, date_pattern, or_null};
use super::{Schema, integers, of_type, pointer, refer_to_property};
use crate::json::Json;
use modelwright_metamodel::ecore::{AnyKind, ClassId, DataKind, EntryFeatures, FeatureId, ValueRules};

impl Schema<'_, '_> {
    /// A reference to the schema of a feature in the definition of a class; `None` if the class has no definition.
    pub(super) fn feature_of(&self, class: ClassId, feature: FeatureId) -> Option<Json> {
        let definition = pointer(self.closed_names.get(&class)?);
        Some(refer_to_property(&definition, self.scope.metamodel[feature].name()))
    }

    /// The schema of a feature for a value that is not written in an object of the feature's class, such as the value
    /// of a map. In a schema for documents it is a reference into the definition of the class; `None` if the class has
    /// no definition.
    pub(super) fn feature_value(&mut self, class: ClassId, feature: FeatureId) -> Option<Json> {
        if self.dialect.is_for_single_objects() {
            Some(self.feature(feature))
        } else {
            self.feature_of(class, feature)
        }
    }

    /// The schema of the keys of a map in its natural form. Keys are strings, whatever the type of the key feature.
    /// `None` if they have no schema.
    pub(super) fn map_key(&mut self, entries: &EntryFeatures) -> Option<Json> {
        let metamodel = self.scope.metamodel;
        Some(match entries.key_kind {
            DataKind::Integer { .. } => {
                // The schema of the type already combines its own bounds with the bounds of its base types.
                let values = self.type_definition(metamodel.data_type(entries.key));
                let (low, high) = bounds(&values, (i128::from(i64::MIN), i128::from(i64::MAX)));
                matching(integers::pattern(low, high))
            }
            DataKind::BigInteger => matching("^(?:0|-?[1-9][0-9]*)$".to_owned()),
            DataKind::Boolean { .. } => {
                Json::map([("enum", Json::List(["false", "true"].map(Json::string).to_vec()))])
            }
            DataKind::Date if metamodel.value_rules(entries.key) == ValueRules::Declared => {
                matching(date_pattern())
            }
            _ => self.feature_value(entries.class, entries.key)?,
        })
    }

    /// The schema of the values of a map in its natural form. Null is an entry without a value.
    pub(super) fn map_value(&self, entries: &EntryFeatures, value: Json) -> Json {
        let data = &self.scope.metamodel[entries.value];
        let accepts_null = self.any_kind(entries.value).is_some_and(AnyKind::accepts_null);
        // A list is never null, and a value of any kind already accepts null.
        if data.typed.required() || data.many() || accepts_null { value } else { or_null(value) }
    }

    /// The schema of a map in its natural form, with the schemas of its keys and values, or in the form of a list of
    /// its entries, with the schema `list`.
    pub(super) fn map_or_list(&self, feature: FeatureId, key: Json, value: Json, list: Json) -> Json {
        let data = &self.scope.metamodel[feature].typed;
        let is_map = of_type("object");
        let natural_form = is_map
            .clone()
            .with("propertyNames", key)
            .with("additionalProperties", value)
            .with_some("minProperties", bound(data.lower))
            .with_some("maxProperties", bound(data.upper));
        // The documentation describes both forms, so it is beside the condition.
        let (docs, list) = list.split("description");
        Json::Map(Vec::new())
            .with_some("description", docs)
            .with("if", is_map)
            .with("then", natural_form)
            .with("else", list)
    }
}

/// The minimum and the maximum integer that a schema accepts, within given bounds.
fn bounds(schema: &Json, within: (i128, i128)) -> (i128, i128) {
    let Json::Map(entries) = schema else { return within };
    let (mut low, mut high) = within;
    for (keyword, value) in entries {
        if let ("allOf", Json::List(parts)) = (&**keyword, value) {
            for part in parts {
                (low, high) = bounds(part, (low, high));
            }
        }
        let Json::Number(digits) = value else { continue };
        let Ok(bound) = digits.parse::<i128>() else { continue };
        match &**keyword {
            "minimum" => low = low.max(bound),
            "maximum" => high = high.min(bound),
            "exclusiveMinimum" => low = low.max(bound.saturating_add(1)),
            "exclusiveMaximum" => high = high.min(bound.saturating_sub(1)),
            _ => {}
        }
    }
    (low, high)
}

/// The schema of the strings that match a pattern.
fn matching(pattern: String) -> Json {
    Json::map([("pattern", Json::string(pattern))])
}
