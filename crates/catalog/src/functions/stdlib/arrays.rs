//! Functions on arrays: `any2array`, `count`, `hash`, `intersection`, `member`, `prefix`, `union`, `zip` and similar
//! ones.

use super::arguments::{array, wrong_type};
use super::{Answer, ruby, strings};
use modelwright_evaluation::evaluate::{Budget, HostError, Value};

/// The arguments as an array: an array itself, the keys and values of a hash, nothing for an empty string.
pub(super) fn any2array(values: &[Value], _: &mut Budget) -> Answer {
    Ok(match values {
        [Value::Array(_)] => values[0].clone(),
        [Value::String(text)] if text.is_empty() => Value::array(Vec::new()),
        [Value::Hash(hash)] => {
            let parts = hash.pairs().iter().flat_map(|(key, value)| [key.clone(), value.clone()]);
            Value::array(parts.collect())
        }
        _ => Value::array(values.to_vec()),
    })
}

/// The number of elements that equal the second argument; without one, of those that are neither `undef` nor empty.
pub(super) fn count(values: &[Value], _: &mut Budget) -> Answer {
    let number = match (&values[0], values.get(1).filter(|item| item.is_true())) {
        (Value::Array(items), Some(item)) => items.iter().filter(|other| ruby::equal(other, item)).count(),
        (Value::Array(items), None) => items.iter().filter(|item| is_present(item)).count(),
        (Value::Hash(hash), Some(Value::Array(pair))) => {
            // As in Ruby, the elements of a hash are arrays of a key and a value.
            hash.pairs()
                .iter()
                .filter(|(key, value)| match &pair[..] {
                    [wanted_key, wanted_value] => {
                        ruby::equal(wanted_key, key) && ruby::equal(wanted_value, value)
                    }
                    _ => false,
                })
                .count()
        }
        (Value::Hash(_), Some(_)) => 0,
        (Value::Hash(hash), None) => hash.len(),
        // As in Ruby, the second text is a set of characters, whose occurrences in the first one are counted.
        (Value::String(text), Some(Value::String(set))) => {
            let set = strings::CharSet::parse(set)?;
            text.chars().filter(|c| set.contains(*c)).count()
        }
        (other, _) => return Err(wrong_type("count", "an array", other)),
    };
    Ok(Value::Integer(i64::try_from(number).unwrap_or(i64::MAX)))
}

/// Whether a value is neither `undef` nor an empty string.
fn is_present(value: &Value) -> bool {
    !matches!(value, Value::Undef) && value.text() != Some("")
}

/// A hash of the keys and values that alternate in an array, whose nested arrays are flattened.
pub(super) fn hash(values: &[Value], _: &mut Budget) -> Answer {
    let keys_and_values = ruby::flat(array("hash", &values[0])?);
    let (pairs, unpaired) = keys_and_values.as_chunks::<2>();
    if !unpaired.is_empty() {
        return Err(HostError::new("`hash` requires an even number of values"));
    }
    Ok(Value::hash(pairs.iter().map(|[key, value]| (key.clone(), value.clone()))))
}

/// The elements of two arguments that must be arrays.
fn two_arrays<'v>(name: &str, values: &'v [Value]) -> Result<[&'v [Value]; 2], HostError> {
    Ok([array(name, &values[0])?, array(name, &values[1])?])
}

/// A set of elements: a hash with the elements as keys.
fn set(items: &[Value]) -> Value {
    Value::hash(items.iter().map(|item| (item.clone(), Value::Undef)))
}

/// Whether a set contains an element.
fn has(set: &Value, item: &Value) -> bool {
    matches!(set, Value::Hash(hash) if hash.get(item).is_some())
}

/// The elements of a set, in order.
fn elements(set: &Value) -> Answer {
    let Value::Hash(hash) = set else { return Ok(Value::array(Vec::new())) };
    Ok(Value::array(hash.pairs().iter().map(|(item, _)| item.clone()).collect()))
}

/// The elements of the first array that are also in the second one, without repetitions.
pub(super) fn intersection(values: &[Value], _: &mut Budget) -> Answer {
    let [first, second] = two_arrays("intersection", values)?;
    let second = set(second);
    let common: Vec<Value> = first.iter().filter(|item| has(&second, item)).cloned().collect();
    elements(&set(&common))
}

/// The elements of the first array that are not in the second one.
pub(super) fn difference(values: &[Value], _: &mut Budget) -> Answer {
    let [first, second] = two_arrays("difference", values)?;
    let second = set(second);
    Ok(Value::array(first.iter().filter(|item| !has(&second, item)).cloned().collect()))
}

/// The elements of all arrays, without repetitions.
pub(super) fn union(values: &[Value], _: &mut Budget) -> Answer {
    let mut elements_of_all = Vec::new();
    for value in values {
        elements_of_all.extend(array("union", value)?.iter().cloned());
    }
    elements(&set(&elements_of_all))
}

/// The array in the first argument with the other arguments appended. Of an argument that is an array, the elements are
/// appended.
pub(super) fn concat(values: &[Value], _: &mut Budget) -> Answer {
    let mut elements = array("concat", &values[0])?.to_vec();
    for value in &values[1..] {
        match value {
            Value::Array(items) => elements.extend(items.iter().cloned()),
            other => elements.push(other.clone()),
        }
    }
    Ok(Value::array(elements))
}

/// Whether an array contains all of the wanted elements.
pub(super) fn member(values: &[Value], _: &mut Budget) -> Answer {
    let items = array("member", &values[0])?;
    let required_elements = match &values[1] {
        Value::Array(required_elements) if required_elements.is_empty() => {
            return Err(HostError::new("`member` requires an item to search for"));
        }
        Value::Array(required_elements) => required_elements.to_vec(),
        single @ (Value::String(_) | Value::Integer(_)) => vec![single.clone()],
        other => return Err(wrong_type("member", "a string, an integer or an array to search for", other)),
    };
    let set_of_items = set(items);
    Ok(Value::Boolean(required_elements.iter().all(|item| has(&set_of_items, item))))
}

/// Puts a text before each element of an array, or before each key of a hash.
pub(super) fn prefix(values: &[Value], _: &mut Budget) -> Answer {
    affixed("prefix", values, |text, affix| format!("{affix}{text}"))
}

/// Puts a text after each element of an array, or after each key of a hash.
pub(super) fn suffix(values: &[Value], _: &mut Budget) -> Answer {
    affixed("suffix", values, |text, affix| format!("{text}{affix}"))
}

/// The elements of an array or the keys of a hash as texts, to which `add` adds a prefix or a suffix.
fn affixed(name: &str, values: &[Value], add: fn(&str, &str) -> String) -> Answer {
    let affix = match values.get(1) {
        None | Some(Value::Boolean(false)) => "",
        Some(Value::String(affix)) => affix,
        Some(other) => return Err(wrong_type(name, "a string as second argument", other)),
    };
    let with_affix = |value: &Value| Value::string(&add(&value.to_ruby_text(), affix));
    match &values[0] {
        Value::Array(items) => Ok(Value::array(items.iter().map(with_affix).collect())),
        Value::Hash(hash) => {
            Ok(Value::hash(hash.pairs().iter().map(|(key, value)| (with_affix(key), value.clone()))))
        }
        other => Err(wrong_type(name, "an array or a hash", other)),
    }
}

/// Pairs of the elements of two arrays at the same position; flattened if the third argument is true.
pub(super) fn zip(values: &[Value], _: &mut Budget) -> Answer {
    let [first, second] = two_arrays("zip", values)?;
    let is_flat = match values.get(2).filter(|flatten| flatten.is_true()) {
        None => false,
        Some(flatten) => super::numbers::truth(flatten)?,
    };
    let pairs: Vec<Value> = first
        .iter()
        .enumerate()
        .map(|(position, item)| {
            Value::array(vec![item.clone(), second.get(position).cloned().unwrap_or(Value::Undef)])
        })
        .collect();
    Ok(Value::array(if is_flat { ruby::flat(&pairs) } else { pairs }))
}

/// The elements of an array, or the characters of a text, in reverse order.
pub(super) fn reverse(values: &[Value], _: &mut Budget) -> Answer {
    match &values[0] {
        Value::Array(items) => Ok(Value::array(items.iter().rev().cloned().collect())),
        Value::String(text) => Ok(Value::string(&text.chars().rev().collect::<String>())),
        other => Err(wrong_type("reverse", "an array or a string", other)),
    }
}

/// The first argument that is neither `undef` nor empty.
pub(super) fn pick(values: &[Value], _: &mut Budget) -> Answer {
    let first_present = values.iter().find(|value| is_present(value));
    first_present.cloned().ok_or_else(|| HostError::new("`pick` must receive at least one non-empty value"))
}

/// The first argument that is neither `undef` nor empty, or else the last one.
pub(super) fn pick_default(values: &[Value], _: &mut Budget) -> Answer {
    let (default, others) = values.split_last().unwrap_or((&Value::Undef, &[]));
    Ok(others.iter().find(|value| is_present(value)).unwrap_or(default).clone())
}

/// The elements of an array at the given positions: numbers, or ranges such as `'1-3'`.
pub(super) fn values_at(values: &[Value], budget: &mut Budget) -> Answer {
    let items = array("values_at", &values[0])?;
    let requested = ruby::flat(&values[1..2]);
    if requested.is_empty() {
        return Err(HostError::new("`values_at` requires at least one position"));
    }
    let mut selected = Vec::new();
    for position in &requested {
        let text = position.to_ruby_text();
        let (first, last, is_last_excluded) = positions(&text)?;
        if last >= items.len() {
            let message =
                format!("the position {last} is beyond the array, which has {} elements", items.len());
            return Err(HostError::new(message));
        }
        budget.charge(last - first + 1, (last - first + 1) * size_of::<Value>())?;
        let end = if is_last_excluded { last } else { last + 1 };
        selected.extend(items[first..end].iter().filter(|item| !matches!(item, Value::Undef)).cloned());
    }
    Ok(Value::array(selected))
}

/// The first and the last position of a number or a range, and whether the last position is excluded (`1...3`).
fn positions(text: &str) -> Result<(usize, usize, bool), HostError> {
    let invalid = || HostError::new(format!("`{text}` is not a position of `values_at`"));
    let number = |text: &str| text.parse::<usize>().map_err(|_| invalid());
    for line in ruby::lines(text) {
        // `...` is tried before `..`, which it contains.
        for (separator, is_last_excluded) in [("...", true), ("..", false), ("-", false)] {
            let Some((first, last)) = line.split_once(separator) else { continue };
            if !ruby::are_digits(first) || !ruby::are_digits(last) {
                continue;
            }
            let (first, last) = (number(first)?, number(last)?);
            if first > last {
                return Err(HostError::new(format!("the range `{line}` ends before it starts")));
            }
            return Ok((first, last, is_last_excluded));
        }
    }
    if !ruby::has_digit_line(text) {
        return Err(invalid());
    }
    let position =
        ruby::text_to_i(text).and_then(|position| usize::try_from(position).ok()).ok_or_else(invalid)?;
    let is_last_excluded = false;
    Ok((position, position, is_last_excluded))
}
