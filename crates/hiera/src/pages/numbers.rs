//! Replaces numbers that JavaScript would show differently by texts: `{"$number":"1.0"}`.
//!
//! Invariant: pages show every number as a lookup does.

use crate::lookup::{read_value, to_json};
use crate::store::Value;
use modelwright_metamodel::diagnostic::Source;

/// Up to this integer, JavaScript represents all integers exactly.
const LARGEST_EXACT_INTEGER: u64 = 1 << 53;

/// A value in which texts replace the numbers that JavaScript would show differently.
pub fn with_exact_numbers(value: Value) -> Value {
    match value {
        Value::Integer(number) if number.unsigned_abs() > LARGEST_EXACT_INTEGER => as_text(&value),
        Value::BigInteger(_) => as_text(&value),
        // JavaScript shows 1.0 as 1. Numbers that are not finite are already objects in JSON.
        Value::Float(number) if number.is_finite() => as_text(&value),
        Value::Array(items) => Value::Array(items.into_iter().map(with_exact_numbers).collect()),
        Value::Hash(hash) => {
            Value::Hash(hash.into_iter().map(|(key, value)| (key, with_exact_numbers(value))).collect())
        }
        value => value,
    }
}

/// Does what [`with_exact_numbers`] does, for a value in JSON.
pub fn exact_json(json: &str) -> String {
    mapped_json(json, with_exact_numbers)
}

/// A value in JSON after a change.
pub fn mapped_json(json: &str, change: impl FnOnce(Value) -> Value) -> String {
    match read_value(&Source::new("value", json)) {
        Ok(value) => to_json(&change(value)),
        // The text is valid JSON, but may be nested more deeply than the reader allows.
        Err(_) => json.to_owned(),
    }
}

/// The object in which a text replaces a number.
fn as_text(number: &Value) -> Value {
    Value::Hash([(Value::text("$number"), Value::text(to_json(number)))].into_iter().collect())
}
