//! Functions on hashes and nested collections: `deep_merge`, `dig44`, `has_key`, `join_keys_to_values`, `merge`,
//! `grep`, `reject`, `stdlib::nested_values`.

use super::arguments::{array, string, wrong};
use super::{Answer, ruby};
use modelwright_evaluation::evaluate::{Budget, Hash, HostError, Regex, Value};
use std::sync::Arc;

pub(super) fn has_key(values: &[Value], _: &mut Budget) -> Answer {
    match &values[0] {
        Value::Hash(hash) => Ok(Value::Boolean(hash.get(&values[1]).is_some())),
        other => Err(wrong("has_key", "a hash", other)),
    }
}

pub(super) fn join_keys_to_values(values: &[Value], _: &mut Budget) -> Answer {
    let Value::Hash(hash) = &values[0] else {
        return Err(wrong("join_keys_to_values", "a hash", &values[0]));
    };
    let separator = string("join_keys_to_values", &values[1])?;
    let mut texts = Vec::with_capacity(hash.len());
    for (key, value) in hash.pairs() {
        let key = key.to_ruby_text();
        let joined = |value: &Value| Value::string(&format!("{key}{separator}{}", value.to_ruby_text()));
        match value {
            Value::Array(items) => texts.extend(items.iter().map(joined)),
            // A text that Ruby's symbol for `undef` also has.
            other if other.to_ruby_text() == "undef" => texts.push(Value::string(&key)),
            other => texts.push(joined(other)),
        }
    }
    Ok(Value::array(texts))
}

/// The hashes among the arguments; an empty string, which `undef` becomes, counts as none.
fn hashes<'v>(name: &str, values: &'v [Value]) -> Result<Vec<&'v Arc<Hash>>, HostError> {
    let mut found = Vec::with_capacity(values.len());
    for value in values {
        match value {
            Value::Hash(hash) => found.push(hash),
            Value::Undef => {}
            Value::String(text) if text.is_empty() => {}
            other => return Err(wrong(name, "hashes", other)),
        }
    }
    Ok(found)
}

pub(super) fn deep_merge(values: &[Value], budget: &mut Budget) -> Answer {
    let mut merged = Value::hash([]);
    for hash in hashes("deep_merge", values)? {
        merged = merged_with(&merged, hash, budget)?;
    }
    Ok(merged)
}

/// Merges two hashes. Recursive, because the depth of values is limited.
fn merged_with(below: &Value, above: &Hash, budget: &mut Budget) -> Answer {
    let Value::Hash(below) = below else { return Ok(Value::Undef) };
    budget.charge(below.len() + above.len(), (below.len() + above.len()) * size_of::<Value>())?;
    let mut pairs = below.pairs().to_vec();
    for (key, value) in above.pairs() {
        let value = match (below.get(key), value) {
            // Only hashes are merged; any other value replaces the earlier one.
            (Some(old @ Value::Hash(_)), Value::Hash(new)) => merged_with(old, new, budget)?,
            _ => value.clone(),
        };
        pairs.push((key.clone(), value));
    }
    Ok(Value::hash(pairs))
}

pub(super) fn merge(values: &[Value], _: &mut Budget) -> Answer {
    let mut pairs = Vec::new();
    for hash in hashes("merge", values)? {
        for (key, value) in hash.pairs() {
            if !is_scalar(key) {
                return Err(wrong("merge", "hashes with scalar keys", key));
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

pub(super) fn nested_values(values: &[Value], _: &mut Budget) -> Answer {
    let Value::Hash(hash) = &values[0] else {
        return Err(wrong("stdlib::nested_values", "a hash", &values[0]));
    };
    let mut found = Vec::new();
    collect_values(hash, &mut found);
    Ok(Value::array(found))
}

fn collect_values(hash: &Hash, found: &mut Vec<Value>) {
    for (_, value) in hash.pairs() {
        match value {
            Value::Hash(inner) => collect_values(inner, found),
            other => found.push(other.clone()),
        }
    }
}

pub(super) fn dig44(values: &[Value], _: &mut Budget) -> Answer {
    if !matches!(values[0], Value::Hash(_) | Value::Array(_)) {
        return Err(wrong("dig44", "a hash or an array", &values[0]));
    }
    let path = array("dig44", &values[1])?;
    let found = path.iter().try_fold(values[0].clone(), |value, key| step(&value, key));
    let default = || values.get(2).cloned().unwrap_or(Value::Undef);
    Ok(found.unwrap_or_else(default))
}

/// The value under a key of a collection; `None` if there is none.
fn step(value: &Value, key: &Value) -> Option<Value> {
    let found = match value {
        Value::Hash(hash) => hash.get(key).cloned(),
        Value::Array(items) => {
            let at = match key {
                Value::Integer(at) => Some(i128::from(*at)),
                // Ruby cannot index with a number of more than 64 bits.
                Value::Float(at) => ruby::truncated(*at),
                Value::String(text) => ruby::integer(text),
                _ => None,
            }?;
            let length = i128::try_from(items.len()).ok()?;
            let at = if at < 0 { at + length } else { at };
            items.get(usize::try_from(at).ok()?).cloned()
        }
        _ => None,
    };
    found.filter(|found| !matches!(found, Value::Undef))
}

/// Where a value is, by a path of keys in one text.
pub(super) fn try_get_value(values: &[Value], budget: &mut Budget) -> Answer {
    let default = values.get(2).filter(|default| default.is_true());
    let is_collection = matches!(values[0], Value::Hash(_) | Value::Array(_));
    let path = match values.get(1).filter(|path| path.is_true()) {
        None => "",
        Some(Value::String(path)) => path,
        Some(_) if !is_collection => "",
        Some(other) => return Err(wrong("try_get_value", "a string as path", other)),
    };
    if !is_collection || path.is_empty() {
        return Ok(default.unwrap_or(&values[0]).clone());
    }
    let separator = match values.get(3).filter(|separator| separator.is_true()) {
        None => "/",
        Some(separator) => string("try_get_value", separator)?,
    };
    // In Ruby, splitting at nothing gives the characters, and at a space the words.
    let parts: Vec<String> = match separator {
        "" => path.chars().map(String::from).collect(),
        " " => path.split_ascii_whitespace().map(str::to_owned).collect(),
        _ => path.trim_end_matches(separator).split(separator).map(str::to_owned).collect(),
    };
    let key = |part: &String| match ruby::text_to_i(part).filter(|_| ruby::has_digit_line(part)) {
        Some(at) => i64::try_from(at).map_or(Value::Undef, Value::Integer),
        None => Value::string(part),
    };
    let mut dug = vec![values[0].clone(), Value::array(parts.iter().map(key).collect())];
    dug.extend(values.get(2).cloned());
    dig44(&dug, budget)
}

pub(super) fn grep(values: &[Value], budget: &mut Budget) -> Answer {
    let regex = Regex::compiled(string("grep", &values[1])?, budget)?;
    match &values[0] {
        Value::Array(items) => {
            let mut kept = Vec::new();
            for item in items.iter() {
                if matches_item(&regex, item, budget)? {
                    kept.push(item.clone());
                }
            }
            Ok(Value::array(kept))
        }
        // The elements of a hash are pairs, which no expression matches.
        Value::Hash(_) => Ok(Value::array(Vec::new())),
        other => Err(wrong("grep", "an array", other)),
    }
}

/// Whether an expression matches a value; it matches only strings and `default`.
pub(super) fn matches_item(regex: &Regex, item: &Value, budget: &mut Budget) -> Result<bool, HostError> {
    match item {
        Value::String(text) => Ok(regex.search(text, 0, budget)?.is_some()),
        Value::Default => Ok(regex.search("default", 0, budget)?.is_some()),
        _ => Ok(false),
    }
}

pub(super) fn reject(values: &[Value], budget: &mut Budget) -> Answer {
    let regex = Regex::compiled(string("reject", &values[1])?, budget)?;
    match &values[0] {
        Value::Array(items) => {
            let mut kept = Vec::new();
            for item in items.iter() {
                if !matches_item(&regex, item, budget)? {
                    kept.push(item.clone());
                }
            }
            Ok(Value::array(kept))
        }
        Value::Hash(hash) => {
            let mut kept = Vec::new();
            for (key, value) in hash.pairs() {
                if !matches_item(&regex, key, budget)? {
                    kept.push((key.clone(), value.clone()));
                }
            }
            Ok(Value::hash(kept))
        }
        other => Err(wrong("reject", "an array", other)),
    }
}
