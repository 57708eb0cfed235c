//! Functions that remove parts of a value: `delete`, `delete_at`, `delete_regex`, `delete_undef_values`,
//! `delete_values`.

use super::arguments::{array, wrong};
use super::collections::matches_item;
use super::{Answer, ruby};
use modelwright_evaluation::evaluate::{Budget, HostError, Regex, Value};

/// The items that Ruby's `Array(value)` lists.
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

pub(super) fn delete(values: &[Value], budget: &mut Budget) -> Answer {
    let mut rest = values[0].clone();
    for item in items(&values[1]) {
        rest.charge_copy(budget)?;
        rest = match &rest {
            Value::Array(from) => {
                Value::array(from.iter().filter(|other| !ruby::equal(other, &item)).cloned().collect())
            }
            Value::Hash(hash) => {
                Value::hash(hash.pairs().iter().filter(|(key, _)| !key.is_same(&item)).cloned())
            }
            Value::String(text) => match &item {
                // An empty text is found between all characters; removing it changes nothing.
                Value::String(part) if part.is_empty() => rest.clone(),
                Value::String(part) => Value::string(&text.replace(&**part, "")),
                other => return Err(wrong("delete", "a string to delete from a string", other)),
            },
            other => return Err(wrong("delete", "an array, a string or a hash", other)),
        };
    }
    Ok(rest)
}

pub(super) fn delete_at(values: &[Value], _: &mut Budget) -> Answer {
    let from = array("delete_at", &values[0])?;
    let at = match &values[1] {
        Value::String(text) if !ruby::has_digit_line(text) => None,
        other => ruby::to_i(other)?,
    };
    let at = at.ok_or_else(|| wrong("delete_at", "an index of the array", &values[1]))?;
    let length = i128::try_from(from.len()).unwrap_or(i128::MAX);
    if at >= length {
        return Err(HostError::new(format!(
            "the index {at} is beyond the array, which has {length} elements"
        )));
    }
    // A negative index counts from the end; one before the start deletes nothing.
    let at = if at < 0 { at + length } else { at };
    let mut rest = from.to_vec();
    if let Ok(at) = usize::try_from(at) {
        rest.remove(at);
    }
    Ok(Value::array(rest))
}

pub(super) fn delete_regex(values: &[Value], budget: &mut Budget) -> Answer {
    let mut rest = values[0].clone();
    for item in items(&values[1]) {
        let regex = Regex::compiled(&format!(r"\b{}\b", item.to_ruby_text()), budget);
        rest = match &rest {
            Value::Array(from) => {
                let mut kept = Vec::with_capacity(from.len());
                // As in Ruby, an expression is not compiled before it is needed.
                let regex = if from.is_empty() { continue } else { regex? };
                for value in from.iter() {
                    if !matches_item(&regex, value, budget)? {
                        kept.push(value.clone());
                    }
                }
                Value::array(kept)
            }
            Value::Hash(hash) => {
                let mut kept = Vec::with_capacity(hash.len());
                let regex = if hash.is_empty() { continue } else { regex? };
                for (key, value) in hash.pairs() {
                    if !matches_item(&regex, key, budget)? {
                        kept.push((key.clone(), value.clone()));
                    }
                }
                Value::hash(kept)
            }
            other => return Err(wrong("delete_regex", "an array or a hash", other)),
        };
    }
    Ok(rest)
}

pub(super) fn delete_undef_values(values: &[Value], _: &mut Budget) -> Answer {
    let is_defined = |value: &Value| !matches!(value, Value::Undef);
    match &values[0] {
        Value::Array(items) => {
            Ok(Value::array(items.iter().filter(|item| is_defined(item)).cloned().collect()))
        }
        Value::Hash(hash) => {
            Ok(Value::hash(hash.pairs().iter().filter(|(_, value)| is_defined(value)).cloned()))
        }
        other => Err(wrong("delete_undef_values", "an array or a hash", other)),
    }
}

pub(super) fn delete_values(values: &[Value], _: &mut Budget) -> Answer {
    match &values[0] {
        Value::Hash(hash) => {
            let kept = hash.pairs().iter().filter(|(_, value)| !ruby::equal(value, &values[1])).cloned();
            Ok(Value::hash(kept))
        }
        other => Err(wrong("delete_values", "a hash", other)),
    }
}
