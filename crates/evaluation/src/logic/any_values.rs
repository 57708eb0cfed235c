//! Converts values of logic to values of any kind, which attributes of types such as `Data` store, and back.
//!
//! Invariant: reading a stored value results in an equal value. This module does not know features.

use crate::ecore::AnyValue;
use crate::evaluate::Value;

/// The value that a stored text represents. A text that represents no value is read as a string.
pub(super) fn from_text(text: &str) -> Value {
    AnyValue::from_text(text).map_or_else(|_| Value::string(text), |value| from_any_value(&value))
}

/// The text that stores a value; `None` if it cannot be stored.
pub(super) fn to_text(value: &Value) -> Option<String> {
    to_any_value(value).ok().map(|value| value.to_text())
}

/// Converts a stored value. Recursion is safe, because the depth of values is limited.
fn from_any_value(value: &AnyValue) -> Value {
    match value {
        AnyValue::Null => Value::Undef,
        AnyValue::Boolean(value) => Value::Boolean(*value),
        AnyValue::Integer(value) => Value::Integer(*value),
        AnyValue::Float(value) => Value::Float(*value),
        // Logic gets the nearest float.
        AnyValue::Number(digits) => digits.parse().map_or_else(|_| Value::string(digits), Value::Float),
        AnyValue::Text(text) => Value::string(text),
        AnyValue::List(items) => Value::array(items.iter().map(from_any_value).collect()),
        AnyValue::Map(entries) => {
            Value::hash(entries.iter().map(|(key, value)| (Value::string(key), from_any_value(value))))
        }
    }
}

/// The value to store, or the part of it that cannot be stored. Recursion is safe, because the depth of values is
/// limited.
///
/// # Errors
/// If the value has a part that documents cannot express.
pub fn to_any_value(value: &Value) -> Result<AnyValue, &'static str> {
    Ok(match value {
        Value::Undef => AnyValue::Null,
        Value::Boolean(value) => AnyValue::Boolean(*value),
        Value::Integer(value) => AnyValue::Integer(*value),
        Value::BigInteger(digits) => AnyValue::Number(digits.to_string()),
        Value::Float(value) if value.is_finite() => AnyValue::Float(*value),
        // Documents contain these values as JSON, which has no such numbers.
        Value::Float(_) => return Err("a number that is not finite"),
        Value::String(text) => AnyValue::Text(text.to_string()),
        Value::Array(items) => AnyValue::List(items.iter().map(to_any_value).collect::<Result<_, _>>()?),
        Value::Hash(hash) => {
            let entries = hash.pairs().iter().map(|(key, value)| match key.text() {
                Some(key) => Ok((key.to_owned(), to_any_value(value)?)),
                None => Err("a hash with a key that is not a string"),
            });
            AnyValue::Map(entries.collect::<Result<_, _>>()?)
        }
        Value::Default => return Err("`default`, which documents cannot express"),
        Value::Regexp(_) => return Err("a regular expression, which documents cannot express"),
        Value::Type(_) => return Err("a type, which documents cannot express"),
        Value::Rich(_) => return Err("a value of a type that documents cannot express: store its text"),
        Value::Object(_) => return Err("an object: declare a feature for it"),
        Value::Unknown(_) => return Err("a value that is not known"),
    })
}
