//! Values of parameters as texts for people and for comparisons, without secrets. Two values that are not known are the
//! same if their reasons are, so the texts do not contain the positions of such values.
//!
//! Invariant: no character of a sensitive value is in a text.

use crate::json::value_text;
use crate::model::{Parameter, Resource};
use crate::unknown::{reason_of, reasons_of, shown_reason};
use modelwright_hiera::store::REDACTED;
use modelwright_metamodel::ecore::AnyValue;
use std::fmt::Write as _;

/// The text that is shown instead of a value that is a secret in the other catalog only.
pub(super) const NO_SECRET: &str = "not marked as a secret";

/// The key that names the type of a value in rich data.
const TYPE: &str = "__ptype";

/// Whether the value of a parameter is a secret or contains one.
pub(super) fn contains_secret(resource: &Resource, parameter: &Parameter) -> bool {
    is_secret(resource, parameter) || parameter.value.as_ref().is_some_and(has_secret)
}

/// Whether a resource marks the value of a parameter as a secret.
fn is_secret(resource: &Resource, parameter: &Parameter) -> bool {
    resource.sensitive_parameters.contains(&parameter.name)
}

/// The value of a parameter in JSON, with a text instead of each secret.
#[must_use]
pub fn shown_value(resource: &Resource, parameter: &Parameter) -> String {
    match &parameter.value {
        _ if is_secret(resource, parameter) => value_text(&AnyValue::Text(REDACTED.to_owned())),
        Some(value) if is_special(value) => value_text(&shown_form(value)),
        Some(value) => value_text(value),
        None => "null".to_owned(),
    }
}

/// The value of a parameter for people: in JSON, with a text instead of each secret, and `unknown (REASON)` instead of
/// each value that is not known.
#[must_use]
pub fn shown_text(resource: &Resource, parameter: &Parameter) -> String {
    match &parameter.value {
        Some(value) if !is_secret(resource, parameter) && !reasons_of(parameter).is_empty() => {
            let mut out = String::new();
            write_text(&shown_form(value), &mut out);
            out
        }
        _ => shown_value(resource, parameter),
    }
}

/// Writes a value in JSON, with a text for people instead of each part that is not known. Recursion is limited by the
/// depth of values.
fn write_text(value: &AnyValue, out: &mut String) {
    if let Some(reason) = reason_of(value) {
        return out.push_str(&shown_reason(reason));
    }
    match value {
        AnyValue::List(items) => {
            for (index, item) in items.iter().enumerate() {
                out.push(if index == 0 { '[' } else { ',' });
                write_text(item, out);
            }
            out.push_str(if items.is_empty() { "[]" } else { "]" });
        }
        AnyValue::Map(entries) => {
            for (index, (key, value)) in entries.iter().enumerate() {
                out.push(if index == 0 { '{' } else { ',' });
                let _ = write!(out, "{}:", value_text(&AnyValue::Text(key.clone())));
                write_text(value, out);
            }
            out.push_str(if entries.is_empty() { "{}" } else { "}" });
        }
        other => out.push_str(&value_text(other)),
    }
}

/// Whether two values are the same, except for the positions of values that are not known.
pub(super) fn is_same(left: Option<&AnyValue>, right: Option<&AnyValue>) -> bool {
    left == right
        || matches!((left, right), (Some(left), Some(right)) if without_places(left) == without_places(right))
}

/// Whether a value contains a sensitive value. Recursion is limited by the depth of values.
fn has_secret(value: &AnyValue) -> bool {
    match value {
        AnyValue::List(items) => items.iter().any(has_secret),
        AnyValue::Map(entries) => is_sensitive(entries.get(TYPE)) || entries.values().any(has_secret),
        _ => false,
    }
}

/// Whether a value contains a sensitive value, or one that is not known. Recursion is limited by the depth of values.
fn is_special(value: &AnyValue) -> bool {
    match value {
        AnyValue::List(items) => items.iter().any(is_special),
        AnyValue::Map(entries) => {
            is_sensitive(entries.get(TYPE)) || reason_of(value).is_some() || entries.values().any(is_special)
        }
        _ => false,
    }
}

/// Whether the name of a type of rich data is `Sensitive`.
fn is_sensitive(name: Option<&AnyValue>) -> bool {
    matches!(name, Some(AnyValue::Text(name)) if name == "Sensitive")
}

/// A value with a text instead of each secret, and without the positions of values that are not known.
fn shown_form(value: &AnyValue) -> AnyValue {
    with_replaced_parts(value, &|value| match value {
        AnyValue::Map(entries) if is_sensitive(entries.get(TYPE)) => {
            Some(AnyValue::Text(REDACTED.to_owned()))
        }
        value => unknown_without_place(value),
    })
}

/// The value after the positions of unknown parts are removed.
fn without_places(value: &AnyValue) -> AnyValue {
    with_replaced_parts(value, &unknown_without_place)
}

/// A value that is not known, without its position; `None` for other values.
fn unknown_without_place(value: &AnyValue) -> Option<AnyValue> {
    let (AnyValue::Map(entries), Some(_)) = (value, reason_of(value)) else { return None };
    let others = entries.iter().filter(|(key, _)| !matches!(&***key, "file" | "line"));
    Some(AnyValue::Map(others.map(|(key, value)| (key.clone(), value.clone())).collect()))
}

/// A copy of a value, in which each part for which `replace` returns a value is replaced by that value.
fn with_replaced_parts(value: &AnyValue, replace: &impl Fn(&AnyValue) -> Option<AnyValue>) -> AnyValue {
    if let Some(replaced) = replace(value) {
        return replaced;
    }
    match value {
        AnyValue::List(items) => {
            AnyValue::List(items.iter().map(|item| with_replaced_parts(item, replace)).collect())
        }
        AnyValue::Map(entries) => {
            let pairs = entries.iter().map(|(key, value)| (key.clone(), with_replaced_parts(value, replace)));
            AnyValue::Map(pairs.collect())
        }
        other => other.clone(),
    }
}
