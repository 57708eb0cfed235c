//! Equality and order of values.

use super::number::Number;
use super::value::Value;
use std::cmp::Ordering;

/// `a == b`. Ignores the case of ASCII letters, and whether a number is an integer or a float.
pub(super) fn equals(a: &Value, b: &Value) -> bool {
    match (a, b) {
        // Puppet compares with Ruby's `casecmp`, which ignores the case of ASCII letters only.
        (Value::String(a), Value::String(b)) => a.eq_ignore_ascii_case(b),
        (Value::Integer(_) | Value::Float(_), Value::Integer(_) | Value::Float(_)) => is_same_number(a, b),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| equals(a, b))
        }
        (Value::Hash(a), Value::Hash(b)) => {
            // Ruby's hashes return nil for a missing key, so in Puppet `{a => undef}` equals `{b => undef}`.
            let missing = Value::Undef;
            a.len() == b.len()
                && a.pairs().iter().all(|(key, value)| equals(b.get(key).unwrap_or(&missing), value))
        }
        (Value::Rich(_), _) | (_, Value::Rich(_)) => are_equal_rich_values(a, b),
        _ => super::value::is_same_key(a, b),
    }
}

/// Whether two elements are the same for `-` and `index`: the case of letters matters, the kind of number does not.
pub(super) fn is_same_element(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Integer(_) | Value::Float(_), Value::Integer(_) | Value::Float(_)) => is_same_number(a, b),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| is_same_element(a, b))
        }
        (Value::Hash(a), Value::Hash(b)) => {
            a.len() == b.len()
                && a.pairs()
                    .iter()
                    .all(|(key, value)| b.get(key).is_some_and(|other| is_same_element(other, value)))
        }
        (Value::Rich(_), _) | (_, Value::Rich(_)) => are_equal_rich_values(a, b),
        _ => super::value::is_same_key(a, b),
    }
}

/// `a == b`, if at least one of them is a rich value, such as a timestamp or a version.
fn are_equal_rich_values(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Rich(a), Value::Rich(b)) => a.is_same(b),
        (Value::Rich(rich), other) | (other @ (Value::Integer(_) | Value::Float(_)), Value::Rich(rich)) => {
            rich.get().equals(other)
        }
        _ => false,
    }
}

/// Whether two numbers are equal, whether they are integers or floats.
fn is_same_number(a: &Value, b: &Value) -> bool {
    let order = Number::from_value(a).zip(Number::from_value(b)).and_then(|(a, b)| a.compare(b));
    order == Some(Ordering::Equal)
}

/// The order of two values; `None` if they are not comparable.
pub(super) fn order(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::String(a), Value::String(b)) => Some(fold_order(a, b)),
        (Value::Rich(a), _) => a.get().order(b),
        // As in Ruby, if the left operand is a number, both are compared as floats.
        (_, Value::Rich(b)) => {
            let (_, right_float) = b.get().numbers()?;
            Number::from_value(a)?.float().partial_cmp(&right_float)
        }
        _ => Number::from_value(a)?.compare(Number::from_value(b)?),
    }
}

/// The order of strings, ignoring the case of ASCII letters.
pub(super) fn fold_order(a: &str, b: &str) -> Ordering {
    a.bytes().map(|byte| byte.to_ascii_lowercase()).cmp(b.bytes().map(|byte| byte.to_ascii_lowercase()))
}
