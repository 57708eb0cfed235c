//! Values of parameters as texts for people and for comparisons, without secrets.
//!
//! Invariant: no character of a sensitive value is in a text.

use crate::json::value_text;
use crate::model::{Parameter, Resource};
use modelwright_hiera::store::REDACTED;
use modelwright_metamodel::ecore::AnyValue;

/// What is written in the place of a value that is a secret in the other catalog.
pub(super) const NO_SECRET: &str = "not marked as a secret";

/// The key of a value of rich data, which names its type.
const TYPE: &str = "__ptype";

/// Whether the value of a parameter is a secret or contains one.
pub(super) fn contains_secret(resource: &Resource, parameter: &Parameter) -> bool {
    is_secret(resource, parameter) || parameter.value.as_ref().is_some_and(has_secret)
}

/// Whether a resource marks the value of a parameter as a secret.
fn is_secret(resource: &Resource, parameter: &Parameter) -> bool {
    resource.sensitive_parameters.contains(&parameter.name)
}

/// The value of a parameter in JSON, with a text in the place of each secret.
#[must_use]
pub fn shown_value(resource: &Resource, parameter: &Parameter) -> String {
    let redacted = || value_text(&AnyValue::Text(REDACTED.to_owned()));
    match &parameter.value {
        _ if is_secret(resource, parameter) => redacted(),
        Some(value) if has_secret(value) => value_text(&without_secrets(value)),
        Some(value) => value_text(value),
        None => "null".to_owned(),
    }
}

/// Whether a value contains a sensitive value. Recursion is limited by the depth of values.
fn has_secret(value: &AnyValue) -> bool {
    match value {
        AnyValue::List(items) => items.iter().any(has_secret),
        AnyValue::Map(entries) => {
            matches!(entries.get(TYPE), Some(AnyValue::Text(name)) if name == "Sensitive")
                || entries.values().any(has_secret)
        }
        _ => false,
    }
}

fn without_secrets(value: &AnyValue) -> AnyValue {
    match value {
        AnyValue::List(items) => AnyValue::List(items.iter().map(without_secrets).collect()),
        AnyValue::Map(entries) => match entries.get(TYPE) {
            Some(AnyValue::Text(name)) if name == "Sensitive" => AnyValue::Text(REDACTED.to_owned()),
            _ => AnyValue::Map(
                entries.iter().map(|(key, value)| (key.clone(), without_secrets(value))).collect(),
            ),
        },
        other => other.clone(),
    }
}
