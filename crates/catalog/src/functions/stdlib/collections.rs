//! Functions on hashes and nested collections: `deep_merge`, `dig44`, `has_key`, `join_keys_to_values`, `merge`,
//! `grep`, `reject`, `stdlib::nested_values`.

use super::arguments::{array, string, wrong_type};
use super::{Answer, ruby};
use modelwright_evaluation::evaluate::{Budget, Hash, HostError, Regex, Value};
use std::sync::Arc;

/// Whether a hash contains a key.
pub(super) fn has_key(values: &[Value], _: &mut Budget) -> Answer {
    match &values[0] {
        Value::Hash(hash) => Ok(Value::Boolean(hash.get(&values[1]).is_some())),
        other => Err(wrong_type("has_key", "a hash", other)),
    }
}

/// Texts of each key and value of a hash with a separator; of a value that is an array, one for each element.
pub(super) fn join_keys_to_values(values: &[Value], _: &mut Budget) -> Answer {
    let Value::Hash(hash) = &values[0] else {
        return Err(wrong_type("join_keys_to_values", "a hash", &values[0]));
    };
    let separator = string("join_keys_to_values", &values[1])?;
    let mut texts = Vec::with_capacity(hash.len());
    for (key, value) in hash.pairs() {
        let key = key.to_ruby_text();
        let join = |value: &Value| Value::string(&format!("{key}{separator}{}", value.to_ruby_text()));
        match value {
            Value::Array(items) => texts.extend(items.iter().map(join)),
            // Ruby compares texts here, so the string `undef` is no value either, like the symbol `:undef`.
            other if other.to_ruby_text() == "undef" => texts.push(Value::string(&key)),
            other => texts.push(join(other)),
        }
    }
    Ok(Value::array(texts))
}

/// The arguments that are hashes. `undef` and the empty string, which Puppet passes for `undef`, are skipped.
fn hashes<'v>(name: &str, values: &'v [Value]) -> Result<Vec<&'v Arc<Hash>>, HostError> {
    let mut hashes = Vec::with_capacity(values.len());
    for value in values {
        match value {
            Value::Hash(hash) => hashes.push(hash),
            Value::Undef => {}
            Value::String(text) if text.is_empty() => {}
            other => return Err(wrong_type(name, "hashes", other)),
        }
    }
    Ok(hashes)
}

/// Merges hashes recursively; a later hash takes precedence.
pub(super) fn deep_merge(values: &[Value], budget: &mut Budget) -> Answer {
    let mut merged = Value::hash([]);
    for hash in hashes("deep_merge", values)? {
        merged = merged_with(&merged, hash, budget)?;
    }
    Ok(merged)
}

/// Merges two hashes, of which the later one takes precedence. Recursive, because the depth of values is limited.
fn merged_with(earlier: &Value, later: &Hash, budget: &mut Budget) -> Answer {
    let Value::Hash(earlier) = earlier else { return Ok(Value::Undef) };
    let count = earlier.len() + later.len();
    budget.charge(count, count * size_of::<Value>())?;
    let mut pairs = earlier.pairs().to_vec();
    for (key, value) in later.pairs() {
        let value = match (earlier.get(key), value) {
            // Only hashes are merged; any other value replaces the earlier one.
            (Some(old @ Value::Hash(_)), Value::Hash(new)) => merged_with(old, new, budget)?,
            _ => value.clone(),
        };
        pairs.push((key.clone(), value));
    }
    Ok(Value::hash(pairs))
}

/// Merges hashes, but not the hashes in them; a later hash takes precedence.
pub(super) fn merge(values: &[Value], _: &mut Budget) -> Answer {
    let mut pairs = Vec::new();
    for hash in hashes("merge", values)? {
        for (key, value) in hash.pairs() {
            if !is_scalar(key) {
                return Err(wrong_type("merge", "hashes with scalar keys", key));
            }
            pairs.push((key.clone(), value.clone()));
        }
    }
    Ok(Value::hash(pairs))
}

/// Whether a value is of Puppet's type `Scalar`.
fn is_scalar(value: &Value) -> bool {
    match value {
        Value::String(_) | Value::Boolean(_) | Value::Integer(_) | Value::Float(_) | Value::Regexp(_) => true,
        Value::Rich(rich) => {
            matches!(rich.type_name(), "SemVer" | "Timestamp" | "Timespan" | "Binary")
        }
        _ => false,
    }
}

/// The values of a hash and of the hashes in it.
pub(super) fn nested_values(values: &[Value], _: &mut Budget) -> Answer {
    let Value::Hash(hash) = &values[0] else {
        return Err(wrong_type("stdlib::nested_values", "a hash", &values[0]));
    };
    let mut all_values = Vec::new();
    collect_values(hash, &mut all_values);
    Ok(Value::array(all_values))
}

/// Adds the values of a hash and of the hashes in it. Recursive, because the depth of values is limited.
fn collect_values(hash: &Hash, found: &mut Vec<Value>) {
    for (_, value) in hash.pairs() {
        match value {
            Value::Hash(inner) => collect_values(inner, found),
            other => found.push(other.clone()),
        }
    }
}

/// The value at a path of keys, or else the third argument.
pub(super) fn dig44(values: &[Value], _: &mut Budget) -> Answer {
    if !matches!(values[0], Value::Hash(_) | Value::Array(_)) {
        return Err(wrong_type("dig44", "a hash or an array", &values[0]));
    }
    let path = array("dig44", &values[1])?;
    let value = path.iter().try_fold(values[0].clone(), |value, key| element_at(&value, key));
    Ok(value.unwrap_or_else(|| values.get(2).cloned().unwrap_or(Value::Undef)))
}

/// The value with a key of a hash or at an index of an array; `None` if it does not exist or is `undef`.
fn element_at(value: &Value, key: &Value) -> Option<Value> {
    let element = match value {
        Value::Hash(hash) => hash.get(key).cloned(),
        Value::Array(items) => {
            let index = match key {
                Value::Integer(index) => Some(i128::from(*index)),
                // As in Ruby, an index may be a float or the text of a number.
                Value::Float(index) => ruby::truncated(*index),
                Value::String(text) => ruby::integer(text),
                _ => None,
            }?;
            let length = i128::try_from(items.len()).ok()?;
            let index = if index < 0 { index + length } else { index };
            items.get(usize::try_from(index).ok()?).cloned()
        }
        _ => None,
    };
    element.filter(|element| !matches!(element, Value::Undef))
}

/// The value at a path, whose keys are separated by `/` or the fourth argument; or else the third argument.
pub(super) fn try_get_value(values: &[Value], budget: &mut Budget) -> Answer {
    let default = values.get(2).filter(|default| default.is_true());
    let is_collection = matches!(values[0], Value::Hash(_) | Value::Array(_));
    let path = match values.get(1).filter(|path| path.is_true()) {
        None => "",
        Some(Value::String(path)) => path,
        Some(_) if !is_collection => "",
        Some(other) => return Err(wrong_type("try_get_value", "a string as path", other)),
    };
    if !is_collection || path.is_empty() {
        return Ok(default.unwrap_or(&values[0]).clone());
    }
    let separator = match values.get(3).filter(|separator| separator.is_true()) {
        None => "/",
        Some(separator) => string("try_get_value", separator)?,
    };
    // In Ruby, `split("")` returns the characters, and `split(" ")` the words.
    let parts: Vec<String> = match separator {
        "" => path.chars().map(String::from).collect(),
        " " => ruby::words(path).map(str::to_owned).collect(),
        _ => path.trim_end_matches(separator).split(separator).map(str::to_owned).collect(),
    };
    let mut arguments =
        vec![values[0].clone(), Value::array(parts.iter().map(|part| to_key(part)).collect())];
    arguments.extend(values.get(2).cloned());
    dig44(&arguments, budget)
}

/// The key for a part of a path: an index, or a text.
fn to_key(part: &str) -> Value {
    match ruby::text_to_i(part).filter(|_| ruby::has_digit_line(part)) {
        Some(index) => i64::try_from(index).map_or(Value::Undef, Value::Integer),
        None => Value::string(part),
    }
}

/// The elements of an array that a regular expression matches.
pub(super) fn grep(values: &[Value], budget: &mut Budget) -> Answer {
    let regex = Regex::compiled(string("grep", &values[1])?, budget)?;
    match &values[0] {
        Value::Array(items) => {
            let mut matches = Vec::new();
            for item in items.iter() {
                if matches_item(&regex, item, budget)? {
                    matches.push(item.clone());
                }
            }
            Ok(Value::array(matches))
        }
        // As in Ruby, the elements of a hash are arrays, which no regular expression matches.
        Value::Hash(_) => Ok(Value::array(Vec::new())),
        other => Err(wrong_type("grep", "an array", other)),
    }
}

/// Whether a regular expression matches a value. As in Ruby, it can match only strings and the symbol `default`.
pub(super) fn matches_item(regex: &Regex, item: &Value, budget: &mut Budget) -> Result<bool, HostError> {
    let start = 0;
    match item {
        Value::String(text) => Ok(regex.search(text, start, budget)?.is_some()),
        Value::Default => Ok(regex.search("default", start, budget)?.is_some()),
        _ => Ok(false),
    }
}

/// The elements of an array, or the pairs of a hash by their keys, that a regular expression does not match.
pub(super) fn reject(values: &[Value], budget: &mut Budget) -> Answer {
    let regex = Regex::compiled(string("reject", &values[1])?, budget)?;
    match &values[0] {
        Value::Array(items) => {
            let mut others = Vec::new();
            for item in items.iter() {
                if !matches_item(&regex, item, budget)? {
                    others.push(item.clone());
                }
            }
            Ok(Value::array(others))
        }
        Value::Hash(hash) => {
            let mut others = Vec::new();
            for (key, value) in hash.pairs() {
                if !matches_item(&regex, key, budget)? {
                    others.push((key.clone(), value.clone()));
                }
            }
            Ok(Value::hash(others))
        }
        other => Err(wrong_type("reject", "an array", other)),
    }
}
