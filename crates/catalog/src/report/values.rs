//! Values of parameters as the pages show them: numbers with all digits, and values that are not known with their
//! reason.
//!
//! `values.js` shows the objects that represent such values. Invariant: a value that is not known is shown like in the
//! output of the other commands.

use crate::unknown::{reason_in, shown_reason};
use modelwright_hiera::pages::{mapped_json, with_exact_numbers};
use modelwright_hiera::store::Value;

/// A value in JSON, as the pages show it.
pub(super) fn page_json(json: &str) -> String {
    // JavaScript would show `1.0` as `1` and round large integers.
    mapped_json(json, |value| with_exact_numbers(with_reasons(value)))
}

/// A value in which a hash with the text for people replaces each part that is not known. Recursive, because the depth
/// of values is limited.
fn with_reasons(value: Value) -> Value {
    if let Some(reason) = reason_in(&value) {
        return Value::Hash(
            [(Value::text("$shown"), Value::text(shown_reason(&reason)))].into_iter().collect(),
        );
    }
    match value {
        Value::Array(items) => Value::Array(items.into_iter().map(with_reasons).collect()),
        Value::Hash(hash) => {
            Value::Hash(hash.into_iter().map(|(key, value)| (key, with_reasons(value))).collect())
        }
        value => value,
    }
}
