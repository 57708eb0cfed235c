//! Functions that remove parts of a value: `delete`, `delete_at`, `delete_regex`, `delete_undef_values`,
//! `delete_values`.

use super::arguments::{array, wrong_type};
use super::collections::matches_item;
use super::{Answer, ruby};
use modelwright_evaluation::evaluate::{Budget, HostError, Regex, Value};

/// The elements of the array to which Ruby's `Array(value)` converts a value.
fn items(value: &Value) -> Vec<Value> {
    match value {
        Value::Undef => Vec::new(),
        Value::Array(items) => items.to_vec(),
        Value::Hash(hash) => {
            hash.pairs().iter().map(|(key, value)| Value::array(vec![key.clone(), value.clone()])).collect()
        }
        other => vec![other.clone()],
    }
}

/// An array without the elements, a hash without the keys, or a string without the substrings in the second argument.
pub(super) fn delete(values: &[Value], budget: &mut Budget) -> Answer {
    let mut remaining = values[0].clone();
    for item in items(&values[1]) {
        remaining.charge_copy(budget)?;
        remaining = match &remaining {
            Value::Array(elements) => {
                Value::array(elements.iter().filter(|other| !ruby::equal(other, &item)).cloned().collect())
            }
            Value::Hash(hash) => {
                Value::hash(hash.pairs().iter().filter(|(key, _)| !key.is_same(&item)).cloned())
            }
            Value::String(text) => match &item {
                // Rust finds an empty text between all characters.
                Value::String(part) if part.is_empty() => remaining.clone(),
                Value::String(part) => Value::string(&text.replace(&**part, "")),
                other => return Err(wrong_type("delete", "a string to delete from a string", other)),
            },
            other => return Err(wrong_type("delete", "an array, a string or a hash", other)),
        };
    }
    Ok(remaining)
}

/// An array without the element at an index.
pub(super) fn delete_at(values: &[Value], _: &mut Budget) -> Answer {
    let elements = array("delete_at", &values[0])?;
    let index = match &values[1] {
        Value::String(text) if !ruby::has_digit_line(text) => None,
        other => ruby::to_i(other)?,
    };
    let index = index.ok_or_else(|| wrong_type("delete_at", "an index of the array", &values[1]))?;
    let length = i128::try_from(elements.len()).unwrap_or(i128::MAX);
    if index >= length {
        return Err(HostError::new(format!(
            "the index {index} is beyond the array, which has {length} elements"
        )));
    }
    // A negative index counts from the end; one before the start deletes nothing.
    let index = if index < 0 { index + length } else { index };
    let mut remaining = elements.to_vec();
    if let Ok(index) = usize::try_from(index) {
        remaining.remove(index);
    }
    Ok(Value::array(remaining))
}

/// An array without the elements, or a hash without the keys, that contain one of the regular expressions as a word.
pub(super) fn delete_regex(values: &[Value], budget: &mut Budget) -> Answer {
    let mut remaining = values[0].clone();
    for item in items(&values[1]) {
        let regex = Regex::compiled(&format!(r"\b{}\b", item.to_ruby_text()), budget);
        remaining = match &remaining {
            Value::Array(elements) => {
                let mut others = Vec::with_capacity(elements.len());
                // As in Ruby, an invalid expression is a problem only if there is an element to match.
                let regex = if elements.is_empty() { continue } else { regex? };
                for value in elements.iter() {
                    if !matches_item(&regex, value, budget)? {
                        others.push(value.clone());
                    }
                }
                Value::array(others)
            }
            Value::Hash(hash) => {
                let mut others = Vec::with_capacity(hash.len());
                let regex = if hash.is_empty() { continue } else { regex? };
                for (key, value) in hash.pairs() {
                    if !matches_item(&regex, key, budget)? {
                        others.push((key.clone(), value.clone()));
                    }
                }
                Value::hash(others)
            }
            other => return Err(wrong_type("delete_regex", "an array or a hash", other)),
        };
    }
    Ok(remaining)
}

/// Removes the elements of an array, or the entries of a hash, whose value is undef.
pub(super) fn delete_undef_values(values: &[Value], _: &mut Budget) -> Answer {
    match &values[0] {
        Value::Array(items) => {
            Ok(Value::array(items.iter().filter(|item| is_defined(item)).cloned().collect()))
        }
        Value::Hash(hash) => {
            Ok(Value::hash(hash.pairs().iter().filter(|(_, value)| is_defined(value)).cloned()))
        }
        other => Err(wrong_type("delete_undef_values", "an array or a hash", other)),
    }
}

/// Whether a value is not `undef`.
fn is_defined(value: &Value) -> bool {
    !matches!(value, Value::Undef)
}

/// A hash without the pairs whose value equals the second argument.
pub(super) fn delete_values(values: &[Value], _: &mut Budget) -> Answer {
    match &values[0] {
        Value::Hash(hash) => {
            let others = hash.pairs().iter().filter(|(_, value)| !ruby::equal(value, &values[1])).cloned();
            Ok(Value::hash(others))
        }
        other => Err(wrong_type("delete_values", "a hash", other)),
    }
}
