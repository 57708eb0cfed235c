//! Functions of the module `stdlib` that the documents of bindings and types use: `concat`, `deep_merge`, `difference`,
//! `is_a`, `range`, `values_at`.
//!
//! Invariant: the work for a result and its size are charged before it is created.

use super::super::call::Lambda;
use super::super::failure::{Stop, failure};
use super::super::run::{Outcome, Run};
use super::super::value::Key;
use super::super::{Hash, Value};
use super::{typing, wrong_argument};
use rustc_hash::FxHashSet;

/// The maximum number of values that `range` creates.
const MAX_RANGE: u64 = 1_000_000;

/// Whether a value is of a type.
pub(super) fn is_a(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    let Value::Type(ty) = &arguments[1] else { return Err(wrong_argument("is_a", "a type", &arguments[1])) };
    typing::charge_inference(run, &arguments[0])?;
    Ok(Value::Boolean(ty.holds(&arguments[0])))
}

/// The first array, followed by the elements of the other arrays, or by other values.
pub(super) fn concat(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    let Value::Array(first) = &arguments[0] else {
        return Err(wrong_argument("concat", "an array", &arguments[0]));
    };
    let mut joined = first.to_vec();
    for argument in &arguments[1..] {
        run.charge_walk(argument)?;
        match argument {
            Value::Array(items) => joined.extend(items.iter().cloned()),
            other => joined.push(other.clone()),
        }
    }
    run.array(joined)
}

/// The elements of the first array that are not in the second one.
#[expect(clippy::mutable_key_type, reason = "the cache of a regular expression does not change its hash")]
pub(super) fn difference(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    let [Value::Array(items), Value::Array(others)] = arguments else {
        let other = arguments.iter().find(|argument| !matches!(argument, Value::Array(_)));
        return Err(wrong_argument("difference", "arrays", other.unwrap_or(&Value::Undef)));
    };
    arguments.iter().try_for_each(|argument| run.charge_walk(argument))?;
    let others: FxHashSet<Key> = others.iter().map(|item| Key(item.clone())).collect();
    run.array(items.iter().filter(|item| !others.contains(&Key((*item).clone()))).cloned().collect())
}

/// The hashes merged into one; hashes that are values of the same key are merged in the same way.
pub(super) fn deep_merge(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    let mut merged = Hash::default();
    for argument in arguments {
        run.charge_walk(argument)?;
        match argument {
            Value::Hash(hash) => merged = merged_with(&merged, hash),
            Value::Undef => {}
            // As in the module `stdlib`, an empty string counts as undef.
            Value::String(text) if text.is_empty() => {}
            other => return Err(wrong_argument("deep_merge", "hashes", other)),
        }
    }
    run.hash(merged)
}

/// Merges two hashes. Recursion is safe, because the depth of values is limited.
fn merged_with(below: &Hash, above: &Hash) -> Hash {
    let mut merged = below.clone();
    for (key, value) in above.pairs() {
        let value = match (below.get(key), value) {
            // Only hashes are merged; any other value replaces the earlier value.
            (Some(Value::Hash(old)), Value::Hash(new)) => Value::Hash(merged_with(old, new).into()),
            _ => value.clone(),
        };
        merged.insert(key.clone(), value);
    }
    merged
}

/// The elements of an array at the given positions: numbers, or ranges such as `'1-3'`.
pub(super) fn values_at(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    let Value::Array(items) = &arguments[0] else {
        return Err(wrong_argument("values_at", "an array", &arguments[0]));
    };
    let selectors = match &arguments[1] {
        Value::Array(selectors) => selectors.to_vec(),
        selector => vec![selector.clone()],
    };
    let mut selected = Vec::new();
    for selector in &selectors {
        let (from, to) = positions(selector)?;
        if to >= items.len() {
            let message =
                format!("the position {to} is beyond the array, which has {} elements", items.len());
            return Err(failure(message));
        }
        run.budget.step((to - from) as u64 + 1)?;
        run.budget.allocate((to - from + 1) * size_of::<Value>())?;
        selected.extend(items[from..=to].iter().cloned());
    }
    run.array(selected)
}

/// The first and the last position that a number or a range selects.
fn positions(selector: &Value) -> Result<(usize, usize), Stop> {
    let invalid = || wrong_argument("values_at", "positions from 0, or ranges such as '1-3'", selector);
    let number = |text: &str| text.parse::<usize>().map_err(|_| invalid());
    let text = match selector {
        Value::Integer(number) => {
            let index = usize::try_from(*number).map_err(|_| invalid())?;
            return Ok((index, index));
        }
        Value::String(text) => text,
        _ => return Err(invalid()),
    };
    // `...` is tried before `..`, which it contains.
    for (separator, excluded_count) in [("...", 1), ("..", 0), ("-", 0)] {
        let Some((from, to)) = text.split_once(separator) else { continue };
        let (from, to) = (number(from)?, number(to)?);
        return match to.checked_sub(excluded_count) {
            Some(last) if from <= last => Ok((from, last)),
            _ => Err(failure(format!("the range `{text}` ends before it starts"))),
        };
    }
    let index = number(text)?;
    Ok((index, index))
}

/// The numbers, letters or numbered names from one to another, in steps.
pub(super) fn range(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    let step = match arguments.get(2) {
        None => 1,
        Some(step) => match whole_number(step) {
            Some(number) if number != 0 => number.unsigned_abs(),
            _ => return Err(wrong_argument("range", "a step other than 0", step)),
        },
    };
    let (first, last) = (&arguments[0], &arguments[1]);
    // As in the module `stdlib`, strings of digits are numbers.
    if let (Some(first), Some(last)) = (whole_number(first), whole_number(last)) {
        return numbers(run, first, last, step, &|number| Value::Integer(number));
    }
    let (Value::String(from), Value::String(to)) = (first, last) else {
        let wrong_value = if whole_number(first).is_some() { last } else { first };
        return Err(wrong_argument("range", "numbers or strings", wrong_value));
    };
    if let (Some(from), Some(to)) = (letter(from), letter(to)) {
        return numbers(run, from, to, step, &|code: i64| {
            let letter = u8::try_from(code).map_or('?', char::from);
            Value::string(letter.to_string().as_str())
        });
    }
    let (prefix, digits) = split_number(from);
    let (last_prefix, last_digits) = split_number(to);
    let (Some(low), Some(high)) = (whole_digits(digits), whole_digits(last_digits)) else {
        return Err(wrong_argument("range", "letters, or names that end in numbers", first));
    };
    if prefix != last_prefix {
        return Err(failure(format!(
            "`range` requires two names that differ only in their numbers, but got `{from}` and `{to}`"
        )));
    }
    // The width of the first number is kept: `a08`, `a09`, `a10`.
    let width = digits.len();
    numbers(run, low, high, step, &|number| Value::string(format!("{prefix}{number:0width$}").as_str()))
}

/// An array with the value of `value_of` for each number from the first to the last, in steps; descending if the last
/// number is smaller.
fn numbers(run: &mut Run<'_>, first: i64, last: i64, step: u64, value_of: &dyn Fn(i64) -> Value) -> Outcome {
    // The difference of two 64-bit integers needs up to 64 bits without a sign, so it is unsigned.
    let count = first.abs_diff(last) / step + 1;
    if count > MAX_RANGE {
        return Err(failure(format!(
            "`range` creates at most {MAX_RANGE} values, but this range has {count}"
        )));
    }
    run.budget.step(count)?;
    // The texts of letters and numbered names are stored separately; 16 bytes are an estimate for each.
    let bytes_per_value = size_of::<Value>() + 16;
    run.budget.allocate(usize::try_from(count).unwrap_or(usize::MAX).saturating_mul(bytes_per_value))?;
    // The offset may need more than 64 bits, because it can be the distance between any two 64-bit integers.
    let number_at = |position: u64| {
        let offset = i128::from(position) * i128::from(step);
        let number = i128::from(first) + if first <= last { offset } else { -offset };
        i64::try_from(number).unwrap_or(last)
    };
    run.array((0..count).map(|position| value_of(number_at(position))).collect())
}

/// The whole number that a value is, or that a string has the digits of; `None` for other values.
fn whole_number(value: &Value) -> Option<i64> {
    match value {
        Value::Integer(number) => Some(*number),
        Value::String(text) => whole_digits(text),
        _ => None,
    }
}

/// The number that a text of decimal digits represents; `None` for other texts.
fn whole_digits(text: &str) -> Option<i64> {
    // `parse` also accepts a sign.
    let has_only_digits = text.bytes().all(|byte| byte.is_ascii_digit());
    if has_only_digits { text.parse().ok() } else { None }
}

/// The code of a text that consists of one letter; `None` for other texts.
fn letter(text: &str) -> Option<i64> {
    match text.as_bytes() {
        [letter] if letter.is_ascii_alphabetic() => Some(i64::from(*letter)),
        _ => None,
    }
}

/// Splits a name into the text before its number, and the digits: `"web08"` gives `("web", "08")`.
fn split_number(text: &str) -> (&str, &str) {
    text.split_at(text.trim_end_matches(|c: char| c.is_ascii_digit()).len())
}
