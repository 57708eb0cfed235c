//! Functions on arrays: `any2array`, `count`, `hash`, `intersection`, `member`, `prefix`, `union`, `zip` and the like.

use super::arguments::{array, wrong};
use super::{Answer, ruby, strings};
use modelwright_evaluation::evaluate::{Budget, HostError, Value};

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

pub(super) fn count(values: &[Value], _: &mut Budget) -> Answer {
    let number = match (&values[0], values.get(1).filter(|item| item.is_true())) {
        (Value::Array(items), Some(item)) => items.iter().filter(|other| ruby::equal(other, item)).count(),
        (Value::Array(items), None) => items.iter().filter(|item| is_present(item)).count(),
        (Value::Hash(hash), Some(Value::Array(pair))) => {
            let is_pair = |(key, value): &&(Value, Value)| matches!(&pair[..], [k, v] if ruby::equal(k, key) && ruby::equal(v, value));
            hash.pairs().iter().filter(is_pair).count()
        }
        (Value::Hash(_), Some(_)) => 0,
        (Value::Hash(hash), None) => hash.len(),
        // Ruby counts the characters of a set here.
        (Value::String(text), Some(Value::String(set))) => {
            let set = strings::CharSet::parse(set)?;
            text.chars().filter(|c| set.contains(*c)).count()
        }
        (other, _) => return Err(wrong("count", "an array", other)),
    };
    Ok(Value::Integer(i64::try_from(number).unwrap_or(i64::MAX)))
}

/// Whether a value is neither `undef` nor an empty string.
fn is_present(value: &Value) -> bool {
    !matches!(value, Value::Undef) && value.text() != Some("")
}

pub(super) fn hash(values: &[Value], _: &mut Budget) -> Answer {
    let flat = ruby::flat(array("hash", &values[0])?);
    let (pairs, rest) = flat.as_chunks::<2>();
    if !rest.is_empty() {
        return Err(HostError::new("`hash` requires an even number of values"));
    }
    Ok(Value::hash(pairs.iter().map(|[key, value]| (key.clone(), value.clone()))))
}

/// The values of two arrays.
fn two<'v>(name: &str, values: &'v [Value]) -> Result<[&'v [Value]; 2], HostError> {
    Ok([array(name, &values[0])?, array(name, &values[1])?])
}

/// A hash whose keys are the elements, which finds them fast.
fn set(items: &[Value]) -> Value {
    Value::hash(items.iter().map(|item| (item.clone(), Value::Undef)))
}

/// Whether a set has an element.
fn has(set: &Value, item: &Value) -> bool {
    matches!(set, Value::Hash(hash) if hash.get(item).is_some())
}

/// The elements of a set, in order.
fn elements(set: &Value) -> Answer {
    let Value::Hash(hash) = set else { return Ok(Value::array(Vec::new())) };
    Ok(Value::array(hash.pairs().iter().map(|(item, _)| item.clone()).collect()))
}

pub(super) fn intersection(values: &[Value], _: &mut Budget) -> Answer {
    let [first, second] = two("intersection", values)?;
    let second = set(second);
    let common: Vec<Value> = first.iter().filter(|item| has(&second, item)).cloned().collect();
    elements(&set(&common))
}

pub(super) fn difference(values: &[Value], _: &mut Budget) -> Answer {
    let [first, second] = two("difference", values)?;
    let second = set(second);
    Ok(Value::array(first.iter().filter(|item| !has(&second, item)).cloned().collect()))
}

pub(super) fn union(values: &[Value], _: &mut Budget) -> Answer {
    let mut all = Vec::new();
    for value in values {
        all.extend(array("union", value)?.iter().cloned());
    }
    elements(&set(&all))
}

pub(super) fn concat(values: &[Value], _: &mut Budget) -> Answer {
    let mut all = array("concat", &values[0])?.to_vec();
    for value in &values[1..] {
        match value {
            Value::Array(items) => all.extend(items.iter().cloned()),
            other => all.push(other.clone()),
        }
    }
    Ok(Value::array(all))
}

pub(super) fn member(values: &[Value], _: &mut Budget) -> Answer {
    let items = array("member", &values[0])?;
    let wanted = match &values[1] {
        Value::Array(wanted) if wanted.is_empty() => {
            return Err(HostError::new("`member` requires an item to search for"));
        }
        Value::Array(wanted) => wanted.to_vec(),
        one @ (Value::String(_) | Value::Integer(_)) => vec![one.clone()],
        other => return Err(wrong("member", "a string, an integer or an array to search for", other)),
    };
    let known = set(items);
    Ok(Value::Boolean(wanted.iter().all(|item| has(&known, item))))
}

pub(super) fn prefix(values: &[Value], _: &mut Budget) -> Answer {
    affixed("prefix", values, |text, affix| format!("{affix}{text}"))
}

pub(super) fn suffix(values: &[Value], _: &mut Budget) -> Answer {
    affixed("suffix", values, |text, affix| format!("{text}{affix}"))
}

/// The texts of the elements or of the keys with a prefix or a suffix.
fn affixed(name: &str, values: &[Value], write: fn(&str, &str) -> String) -> Answer {
    let affix = match values.get(1) {
        None | Some(Value::Boolean(false)) => "",
        Some(Value::String(affix)) => affix,
        Some(other) => return Err(wrong(name, "a string as second argument", other)),
    };
    let changed = |value: &Value| Value::string(&write(&value.to_ruby_text(), affix));
    match &values[0] {
        Value::Array(items) => Ok(Value::array(items.iter().map(changed).collect())),
        Value::Hash(hash) => {
            Ok(Value::hash(hash.pairs().iter().map(|(key, value)| (changed(key), value.clone()))))
        }
        other => Err(wrong(name, "an array or a hash", other)),
    }
}

pub(super) fn zip(values: &[Value], _: &mut Budget) -> Answer {
    let [first, second] = two("zip", values)?;
    let flat = match values.get(2).filter(|flatten| flatten.is_true()) {
        None => false,
        Some(flatten) => super::numbers::truth(flatten)?,
    };
    let pair = |(at, item): (usize, &Value)| {
        Value::array(vec![item.clone(), second.get(at).cloned().unwrap_or(Value::Undef)])
    };
    let pairs: Vec<Value> = first.iter().enumerate().map(pair).collect();
    Ok(Value::array(if flat { ruby::flat(&pairs) } else { pairs }))
}

pub(super) fn reverse(values: &[Value], _: &mut Budget) -> Answer {
    match &values[0] {
        Value::Array(items) => Ok(Value::array(items.iter().rev().cloned().collect())),
        Value::String(text) => Ok(Value::string(&text.chars().rev().collect::<String>())),
        other => Err(wrong("reverse", "an array or a string", other)),
    }
}

pub(super) fn pick(values: &[Value], _: &mut Budget) -> Answer {
    let found = values.iter().find(|value| is_picked(value));
    found.cloned().ok_or_else(|| HostError::new("`pick` must receive at least one non-empty value"))
}

pub(super) fn pick_default(values: &[Value], _: &mut Budget) -> Answer {
    let (default, others) = values.split_last().unwrap_or((&Value::Undef, &[]));
    Ok(others.iter().find(|value| is_picked(value)).unwrap_or(default).clone())
}

fn is_picked(value: &Value) -> bool {
    is_present(value)
}

/// The elements of an array at the given positions: numbers, or ranges such as `'1-3'`.
pub(super) fn values_at(values: &[Value], budget: &mut Budget) -> Answer {
    let items = array("values_at", &values[0])?;
    let wanted = ruby::flat(&values[1..2]);
    if wanted.is_empty() {
        return Err(HostError::new("`values_at` requires at least one position"));
    }
    let mut found = Vec::new();
    for position in &wanted {
        let text = position.to_ruby_text();
        let (from, to, excluded) = positions(&text)?;
        if to >= items.len() {
            let message =
                format!("the position {to} is beyond the array, which has {} elements", items.len());
            return Err(HostError::new(message));
        }
        budget.charge(to - from + 1, (to - from + 1) * size_of::<Value>())?;
        let end = if excluded { to } else { to + 1 };
        found.extend(items[from..end].iter().filter(|item| !matches!(item, Value::Undef)).cloned());
    }
    Ok(Value::array(found))
}

/// The first and the last position of a number or a range, and whether the last one is excluded.
fn positions(text: &str) -> Result<(usize, usize, bool), HostError> {
    let unknown = || HostError::new(format!("`{text}` is not a position of `values_at`"));
    let number = |text: &str| text.parse::<usize>().map_err(|_| unknown());
    for line in ruby::lines(text) {
        // `...` is tried before `..`, which it contains.
        for (mark, excluded) in [("...", true), ("..", false), ("-", false)] {
            let Some((from, to)) = line.split_once(mark) else { continue };
            if !ruby::are_digits(from) || !ruby::are_digits(to) {
                continue;
            }
            let (from, to) = (number(from)?, number(to)?);
            if from > to {
                return Err(HostError::new(format!("the range `{line}` ends before it starts")));
            }
            return Ok((from, to, excluded));
        }
    }
    if !ruby::has_digit_line(text) {
        return Err(unknown());
    }
    let at = ruby::text_to_i(text).and_then(|at| usize::try_from(at).ok()).ok_or_else(unknown)?;
    Ok((at, at, false))
}
