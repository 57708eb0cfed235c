//! Values of any kind: those of attributes whose type is `Data` or similar.
//!
//! Invariant: in the plain dialect they have their natural form, in other dialects the form of a string. This module
//! does not know documents.

use super::{Schema, of_type};
use crate::json::Json;
use modelwright_metamodel::ecore::{AnyKind, AnyValue, EXTENDED_META_DATA, FeatureId, annotation};
use modelwright_notations::tree::Dialect;

impl Schema<'_, '_> {
    /// The kinds of values that an attribute accepts, if its values may be of several kinds. `None` for other features,
    /// and in dialects that write these values as strings.
    pub(super) fn any_kind(&self, feature: FeatureId) -> Option<AnyKind> {
        if self.dialect.tree_dialect() != Dialect::Plain {
            return None;
        }
        self.scope.metamodel.any_kind(feature)
    }

    /// The schema of one value. A null as the only value means that the feature has no value, so a required feature
    /// rejects it.
    pub(super) fn any_value(&mut self, feature: FeatureId, kind: AnyKind) -> Json {
        let metamodel = self.scope.metamodel;
        let facets = annotation(&metamodel[metamodel.data_type(feature)].annotations, EXTENDED_META_DATA);
        let has_facets = facets.is_some_and(|facets| {
            // `baseType` and `name` identify the type and its base, and restrict nothing by themselves.
            facets.details.iter().any(|(facet, _)| !matches!(facet.as_deref(), Some("baseType" | "name")))
        });
        if has_facets {
            self.note_weaker_schema(metamodel.feature_label(feature), "satisfies the facets of its type");
        }
        let data = &metamodel[feature];
        let accepts_null = kind.accepts_null() && (data.many() || !data.typed.required());
        let types_by_acceptance: [(bool, &[&str]); 4] = [
            (kind.accepts_scalars(), &["string", "number", "boolean"]),
            (kind.accepts_lists(), &["array"]),
            (kind.accepts_maps(), &["object"]),
            (accepts_null, &["null"]),
        ];
        if types_by_acceptance.iter().all(|(is_accepted, _)| *is_accepted) {
            return Json::Map(Vec::new());
        }
        // The other types are excluded, because strict validators reject a list of types, and a list of alternatives
        // would give several messages.
        let excluded_types =
            types_by_acceptance.iter().filter(|(is_accepted, _)| !is_accepted).flat_map(|(_, types)| *types);
        let mut excluded_types: Vec<Json> =
            excluded_types.map(|name| Json::map([("not", of_type(name))])).collect();
        match excluded_types.len() {
            1 => excluded_types.remove(0),
            _ => Json::map([("allOf", Json::List(excluded_types))]),
        }
    }
}

/// The JSON of a default; `None` if one of its keys could be mistaken for a reference of the schema.
pub(super) fn default(value: &AnyValue) -> Option<Json> {
    if has_reference(value) { None } else { Some(json_value(value)) }
}

/// Whether a value contains a map with the key `$ref`.
fn has_reference(value: &AnyValue) -> bool {
    match value {
        AnyValue::List(items) => items.iter().any(has_reference),
        // `shape` rewrites every `$ref` whose value is a string, also inside of a default.
        AnyValue::Map(entries) => entries.contains_key("$ref") || entries.values().any(has_reference),
        _ => false,
    }
}

/// A value as JSON. Recursion is limited by the depth of values.
fn json_value(value: &AnyValue) -> Json {
    match value {
        AnyValue::Null => Json::Null,
        AnyValue::Boolean(value) => Json::Bool(*value),
        AnyValue::Integer(value) => Json::number(value),
        AnyValue::Float(value) => Json::number(format_args!("{value:?}")),
        AnyValue::Number(digits) => Json::number(digits),
        AnyValue::Text(text) => Json::copy(text),
        AnyValue::List(items) => Json::List(items.iter().map(json_value).collect()),
        AnyValue::Map(entries) => {
            Json::Map(entries.iter().map(|(key, value)| (key.clone().into(), json_value(value))).collect())
        }
    }
}
