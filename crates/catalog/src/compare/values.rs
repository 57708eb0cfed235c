//! Values of parameters as texts for people and for comparisons, without secrets, and without the places of values that
//! are not known, which are the same if their reasons are.
//!
//! Invariant: no character of a sensitive value is in a text.

use crate::json::value_text;
use crate::model::{Parameter, Resource};
use crate::unknown::{reason_of, reasons_of, shown_reason};
use modelwright_hiera::store::REDACTED;
use modelwright_metamodel::ecore::AnyValue;
use std::fmt::Write as _;

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
        Some(value) if is_special(value) => value_text(&plain(value)),
        Some(value) => value_text(value),
        None => "null".to_owned(),
    }
}

/// The value of a parameter for people: in JSON, with a text in the place of each secret, and `unknown (REASON)` in that of
/// each value that is not known.
#[must_use]
pub fn shown_text(resource: &Resource, parameter: &Parameter) -> String {
    match &parameter.value {
        Some(value) if !is_secret(resource, parameter) && !reasons_of(parameter).is_empty() => {
            let mut out = String::new();
            write_text(&plain(value), &mut out);
            out
        }
        _ => shown_value(resource, parameter),
    }
}

/// Writes a value with parts that are not known. Recursion is limited by the depth of values.
fn write_text(value: &AnyValue, out: &mut String) {
    if let Some(reason) = reason_of(value) {
        return out.push_str(&shown_reason(reason));
    }
    match value {
        AnyValue::List(items) => {
            for (at, item) in items.iter().enumerate() {
                out.push(if at == 0 { '[' } else { ',' });
                write_text(item, out);
            }
            out.push_str(if items.is_empty() { "[]" } else { "]" });
        }
        AnyValue::Map(entries) => {
            for (at, (key, value)) in entries.iter().enumerate() {
                out.push(if at == 0 { '{' } else { ',' });
                let _ = write!(out, "{}:", value_text(&AnyValue::Text(key.clone())));
                write_text(value, out);
            }
            out.push_str(if entries.is_empty() { "{}" } else { "}" });
        }
        other => out.push_str(&value_text(other)),
    }
}

/// Whether two values are the same.
pub(super) fn is_same(a: Option<&AnyValue>, b: Option<&AnyValue>) -> bool {
    a == b || matches!((a, b), (Some(a), Some(b)) if without_places(a) == without_places(b))
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

fn is_sensitive(name: Option<&AnyValue>) -> bool {
    matches!(name, Some(AnyValue::Text(name)) if name == "Sensitive")
}

/// A value with a text in the place of each secret, and without the places of values that are not known.
fn plain(value: &AnyValue) -> AnyValue {
    mapped(value, &|value| match value {
        AnyValue::Map(entries) if is_sensitive(entries.get(TYPE)) => {
            Some(AnyValue::Text(REDACTED.to_owned()))
        }
        value => placeless(value),
    })
}

fn without_places(value: &AnyValue) -> AnyValue {
    mapped(value, &placeless)
}

/// A value that is not known, without its place.
fn placeless(value: &AnyValue) -> Option<AnyValue> {
    let (AnyValue::Map(entries), Some(_)) = (value, reason_of(value)) else { return None };
    let kept = entries.iter().filter(|(key, _)| !matches!(&***key, "file" | "line"));
    Some(AnyValue::Map(kept.map(|(key, value)| (key.clone(), value.clone())).collect()))
}

/// A value in which a function replaces parts.
fn mapped(value: &AnyValue, replace: &impl Fn(&AnyValue) -> Option<AnyValue>) -> AnyValue {
    if let Some(replaced) = replace(value) {
        return replaced;
    }
    match value {
        AnyValue::List(items) => AnyValue::List(items.iter().map(|item| mapped(item, replace)).collect()),
        AnyValue::Map(entries) => {
            let pairs = entries.iter().map(|(key, value)| (key.clone(), mapped(value, replace)));
            AnyValue::Map(pairs.collect())
        }
        other => other.clone(),
    }
}
