//! Arguments: their number, their types in messages, and how Puppet passes them to functions that use the API of Puppet
//! 3.

use super::ruby;
use modelwright_evaluation::evaluate::{HostError, Value};
use std::sync::Arc;

/// No upper limit for the number of arguments.
pub(super) const MANY: usize = usize::MAX;

/// Checks the number of arguments.
pub(super) fn check_count(name: &str, count: usize, min: usize, max: usize) -> Result<(), HostError> {
    if (min..=max).contains(&count) {
        return Ok(());
    }
    let expected = match (min, max) {
        (min, MANY) => format!("{min} arguments or more"),
        (1, 1) => "1 argument".to_owned(),
        (min, max) if min == max => format!("{min} arguments"),
        (min, max) => format!("{min} to {max} arguments"),
    };
    Err(HostError::new(format!("`{name}` requires {expected}, but got {count}")))
}

/// The problem that an argument has the wrong type.
pub(super) fn wrong_type(name: &str, expected: &str, found: &Value) -> HostError {
    HostError::new(format!("`{name}` requires {expected}, but got a value of type {}", ruby::class(found)))
}

/// The text of an argument that must be a string.
pub(super) fn string<'v>(name: &str, value: &'v Value) -> Result<&'v Arc<str>, HostError> {
    match value {
        Value::String(text) => Ok(text),
        other => Err(wrong_type(name, "a string", other)),
    }
}

/// The elements of an argument that must be an array.
pub(super) fn array<'v>(name: &str, value: &'v Value) -> Result<&'v [Value], HostError> {
    match value {
        Value::Array(items) => Ok(items),
        other => Err(wrong_type(name, "an array", other)),
    }
}

/// The arguments as Puppet passes them to functions that use the API of Puppet 3: `undef` becomes an empty string, and
/// some values become texts.
pub(super) fn legacy(values: &[Value]) -> Result<Vec<Value>, HostError> {
    values
        .iter()
        .map(|value| match value {
            Value::Undef => Ok(Value::string("")),
            other => legacy_element(other),
        })
        .collect()
}

/// An element of a collection as Puppet passes it to functions that use the API of Puppet 3. Unlike an argument, an
/// element that is `undef` is not changed.
fn legacy_element(value: &Value) -> Result<Value, HostError> {
    Ok(match value {
        Value::Regexp(_) => Value::string(&value.to_text()),
        Value::Rich(rich) => match rich.type_name() {
            "Binary" | "SemVer" | "SemVerRange" | "Timespan" | "Timestamp" => Value::string(&rich.text()),
            "Iterator" => return Err(HostError::new("an iterator cannot be passed to this function")),
            _ => value.clone(),
        },
        Value::Array(items) if items.iter().any(is_converted) => {
            Value::array(items.iter().map(legacy_element).collect::<Result<_, _>>()?)
        }
        Value::Hash(hash)
            if hash.pairs().iter().any(|(key, value)| is_converted(key) || is_converted(value)) =>
        {
            let pairs: Result<Vec<_>, _> = hash
                .pairs()
                .iter()
                .map(|(key, value)| Ok::<_, HostError>((legacy_element(key)?, legacy_element(value)?)))
                .collect();
            Value::hash(pairs?)
        }
        other => other.clone(),
    })
}

/// Whether [`legacy_element`] may change a value.
fn is_converted(value: &Value) -> bool {
    matches!(value, Value::Regexp(_) | Value::Rich(_) | Value::Array(_) | Value::Hash(_))
}
