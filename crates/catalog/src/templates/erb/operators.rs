//! Ruby's operators and indices in templates.

use super::run::{self, Outcome, Run, Stop, problem};
use super::value::{KEYS_PER_STEP, RubyValue};
use std::cmp::Ordering;
use std::rc::Rc;

/// The value of a binary operator.
pub(super) fn apply(
    run: &mut Run<'_>,
    operator: &str,
    left: &RubyValue,
    right: &RubyValue,
    offset: usize,
) -> Outcome {
    // Other operators may compare all parts of their operands.
    if operator != "+" {
        run.walk(left, offset)?;
        run.walk(right, offset)?;
    }
    if let ("==" | "!=", RubyValue::Hash(a), RubyValue::Hash(b)) = (operator, left, right) {
        // Each key of the left hash is searched in the right one, unless their lengths differ.
        let (left_length, right_length) = (a.items().len(), b.items().len());
        let comparisons = left_length.saturating_mul(right_length) / KEYS_PER_STEP;
        run.charge(if left_length == right_length { comparisons } else { 1 }, 0, offset)?;
    }
    let is_true = match operator {
        "==" => left.equals(right),
        "!=" => !left.equals(right),
        "=~" => matches(run, left, right, offset)?,
        "!~" => !matches(run, left, right, offset)?,
        "<" => compare(left, right, offset)?.is_lt(),
        ">" => compare(left, right, offset)?.is_gt(),
        "<=" => compare(left, right, offset)?.is_le(),
        ">=" => compare(left, right, offset)?.is_ge(),
        "<=>" => {
            return Ok(order(left, right).map_or(RubyValue::Nil, |order| RubyValue::Integer(order as i64)));
        }
        _ => return computed(run, operator, left, right, offset),
    };
    Ok(RubyValue::Boolean(is_true))
}

/// Whether a text matches a regular expression; sets the groups of the match.
pub(super) fn matches(
    run: &mut Run<'_>,
    left: &RubyValue,
    right: &RubyValue,
    offset: usize,
) -> Result<bool, Stop> {
    let (text, regex) = match (left, right) {
        (RubyValue::String(text), RubyValue::Regex(regex))
        | (RubyValue::Regex(regex), RubyValue::String(text)) => (text, regex),
        (RubyValue::Nil, RubyValue::Regex(_)) | (RubyValue::Regex(_), RubyValue::Nil) => {
            run.groups = Some(Vec::new());
            return Ok(false);
        }
        // Objects of these classes have the method `=~` of `Object`, which does not change the groups.
        (RubyValue::Array(_) | RubyValue::Hash(_) | RubyValue::Boolean(_) | RubyValue::Integer(_), _) => {
            return Ok(false);
        }
        _ => return Err(unsupported("=~", left, offset)),
    };
    let start = 0;
    let result = regex.search(text, start, run.scope.budget());
    let is_match = result.map_err(|error| super::run::caused(error, offset))?.is_some();
    let groups = if is_match { regex.groups(text) } else { None };
    run.groups = Some(groups.unwrap_or_default().into_iter().map(|group| group.map(Rc::from)).collect());
    Ok(is_match)
}

/// The problem of an operator or a method that a receiver does not support.
fn unsupported(name: &str, receiver: &RubyValue, offset: usize) -> Stop {
    run::unsupported(
        format!("`{name}` of a value of class {} is not supported in templates", receiver.class()),
        offset,
    )
}

/// Ruby's `<=>`; `None` if the values cannot be compared.
pub(super) fn order(left: &RubyValue, right: &RubyValue) -> Option<Ordering> {
    match (left, right) {
        (RubyValue::Integer(a), RubyValue::Integer(b)) => Some(a.cmp(b)),
        (RubyValue::String(a), RubyValue::String(b)) | (RubyValue::Symbol(a), RubyValue::Symbol(b)) => {
            Some(a.cmp(b))
        }
        (RubyValue::Array(a), RubyValue::Array(b)) => {
            let (a, b) = (a.items(), b.items());
            for (a, b) in a.iter().zip(b.iter()) {
                match order(a, b)? {
                    Ordering::Equal => {}
                    other => return Some(other),
                }
            }
            Some(a.len().cmp(&b.len()))
        }
        (a, b) if a.equals(b) => Some(Ordering::Equal),
        (a, b) => float(a)?.partial_cmp(&float(b)?),
    }
}

/// A number as a float; `None` for other values.
#[expect(clippy::cast_precision_loss, reason = "Ruby rounds as well")]
fn float(item: &RubyValue) -> Option<f64> {
    match item {
        RubyValue::Integer(number) => Some(*number as f64),
        RubyValue::Float(number) => Some(*number),
        _ => None,
    }
}

/// The order of two values for `<`, `>`, `<=` and `>=`.
fn compare(left: &RubyValue, right: &RubyValue, offset: usize) -> Result<Ordering, Stop> {
    // In Ruby, these classes have no `<`, although `<=>` may return a value.
    let is_comparable =
        !matches!(left, RubyValue::Array(_) | RubyValue::Nil | RubyValue::Boolean(_) | RubyValue::Hash(_));
    let ordering = if is_comparable { order(left, right) } else { None };
    ordering
        .ok_or_else(|| problem(format!("{} and {} cannot be compared", left.class(), right.class()), offset))
}

/// The result of an operator that computes a new value: arithmetic, repetition, formats and operations on arrays.
fn computed(
    run: &mut Run<'_>,
    operator: &str,
    left: &RubyValue,
    right: &RubyValue,
    offset: usize,
) -> Outcome {
    let overflow = || problem("this number needs more than 64 bits", offset);
    match (operator, left, right) {
        ("+", RubyValue::Integer(a), RubyValue::Integer(b)) => {
            a.checked_add(*b).map(RubyValue::Integer).ok_or_else(overflow)
        }
        ("-", RubyValue::Integer(a), RubyValue::Integer(b)) => {
            a.checked_sub(*b).map(RubyValue::Integer).ok_or_else(overflow)
        }
        ("*", RubyValue::Integer(a), RubyValue::Integer(b)) => {
            a.checked_mul(*b).map(RubyValue::Integer).ok_or_else(overflow)
        }
        ("/" | "%", RubyValue::Integer(_), RubyValue::Integer(0)) => Err(problem("divided by 0", offset)),
        // Ruby rounds down, also for negative numbers.
        ("/", RubyValue::Integer(a), RubyValue::Integer(b)) => {
            floor_division(*a, *b).map(RubyValue::Integer).ok_or_else(overflow)
        }
        ("%", RubyValue::Integer(a), RubyValue::Integer(b)) => {
            floor_remainder(*a, *b).map(RubyValue::Integer).ok_or_else(overflow)
        }
        ("+" | "-" | "*" | "/", RubyValue::Float(_), RubyValue::Float(_) | RubyValue::Integer(_))
        | ("+" | "-" | "*" | "/", RubyValue::Integer(_), RubyValue::Float(_)) => {
            let (a, b) = (float(left).unwrap_or(0.0), float(right).unwrap_or(0.0));
            Ok(RubyValue::Float(match operator {
                "+" => a + b,
                "-" => a - b,
                "*" => a * b,
                _ => a / b,
            }))
        }
        ("+", RubyValue::String(a), RubyValue::String(b)) => {
            run.charge(1, a.len() + b.len(), offset)?;
            Ok(RubyValue::string(&format!("{a}{b}")))
        }
        ("%", RubyValue::String(format), RubyValue::Array(values)) => {
            formatted(run, format, &values.items(), offset)
        }
        ("%", RubyValue::String(format), value) if !matches!(value, RubyValue::Hash(_)) => {
            formatted(run, format, std::slice::from_ref(value), offset)
        }
        ("*", RubyValue::String(a), RubyValue::Integer(b)) => {
            let count =
                usize::try_from(*b).map_err(|_| problem("a text cannot be repeated so often", offset))?;
            run.charge(1, a.len().saturating_mul(count), offset)?;
            Ok(RubyValue::string(&a.repeat(count)))
        }
        ("+" | "-" | "&" | "|", RubyValue::Array(a), RubyValue::Array(b)) => {
            let (a, b) = (a.items(), b.items());
            run.charge(a.len() * (b.len() + 1), (a.len() + b.len()) * size_of::<RubyValue>(), offset)?;
            Ok(RubyValue::array(combined(operator, &a, &b)))
        }
        _ => Err(unsupported(operator, left, offset)),
    }
}

/// Ruby's `format % values`, with `%s`, `%d` and `%%`.
fn formatted(run: &mut Run<'_>, format: &str, values: &[RubyValue], offset: usize) -> Outcome {
    let mut out = String::new();
    let (mut remaining, mut values) = (format, values.iter());
    while let Some((before, after)) = remaining.split_once('%') {
        out.push_str(before);
        let mut characters = after.chars();
        match characters.next() {
            Some('%') => out.push('%'),
            Some(directive @ ('s' | 'd')) => {
                let Some(value) = values.next() else {
                    return Err(problem("there are too few values for this format", offset));
                };
                match (directive, value) {
                    ('s', value) => out.push_str(&run.text(value, offset)?),
                    (_, RubyValue::Integer(number)) => out.push_str(&number.to_string()),
                    _ => {
                        let message = "only whole numbers are supported by `%d` in templates";
                        return Err(run::unsupported(message, offset));
                    }
                }
            }
            _ => return Err(run::unsupported("this format is not supported in templates", offset)),
        }
        remaining = characters.as_str();
    }
    out.push_str(remaining);
    run.charge(1, out.len(), offset)?;
    Ok(RubyValue::string(&out))
}

/// The result of `+`, `-`, `&` or `|` for two arrays.
fn combined(operator: &str, a: &[RubyValue], b: &[RubyValue]) -> Vec<RubyValue> {
    match operator {
        "+" => a.iter().chain(b).cloned().collect(),
        "-" => a.iter().filter(|item| !has_item(b, item)).cloned().collect(),
        "&" => unique(a.iter().filter(|item| has_item(b, item))),
        _ => unique(a.iter().chain(b)),
    }
}

/// Whether an item is among others, compared like keys.
fn has_item(items: &[RubyValue], item: &RubyValue) -> bool {
    items.iter().any(|other| other.is_key(item))
}

/// The elements, each of them once.
pub(super) fn unique<'i>(items: impl Iterator<Item = &'i RubyValue>) -> Vec<RubyValue> {
    let mut uniques: Vec<RubyValue> = Vec::new();
    for item in items {
        if !uniques.iter().any(|earlier| earlier.is_key(item)) {
            uniques.push(item.clone());
        }
    }
    uniques
}

/// The quotient of two integers, rounded down; `None` if it exceeds 64 bits.
fn floor_division(a: i64, b: i64) -> Option<i64> {
    let quotient = a.checked_div(b)?;
    Some(if a % b != 0 && (a < 0) != (b < 0) { quotient - 1 } else { quotient })
}

/// The remainder of the division of two integers that rounds down: 2 for -7 and 3. `None` if the quotient exceeds
/// 64 bits.
fn floor_remainder(a: i64, b: i64) -> Option<i64> {
    let product = floor_division(a, b)?.checked_mul(b)?;
    a.checked_sub(product)
}

/// The position of an index in a collection of a length; a negative index counts from the end. `None` if it is before
/// the start. The position may be after the end.
pub(super) fn position(index: i64, length: usize) -> Option<usize> {
    if index < 0 {
        length.checked_sub(usize::try_from(index.unsigned_abs()).ok()?)
    } else {
        usize::try_from(index).ok()
    }
}

/// The position and the length of the part `[first, count]` of a collection of a length. `None` if it does not start in
/// the collection or at its end, or if the count is negative: Ruby then returns nil.
fn slice_bounds(first: i64, count: i64, length: usize) -> Option<(usize, usize)> {
    let start = position(first, length)?;
    if start > length {
        return None;
    }
    Some((start, usize::try_from(count).ok()?))
}

/// The value of `receiver[keys]`.
pub(super) fn index(receiver: &RubyValue, keys: &[RubyValue], offset: usize) -> Outcome {
    match (receiver, keys) {
        (RubyValue::Hash(_), [key]) => Ok(receiver.value_of_key(key).unwrap_or(RubyValue::Nil)),
        (RubyValue::Array(items), [RubyValue::Integer(index)]) => {
            let items = items.items();
            Ok(position(*index, items.len())
                .and_then(|position| items.get(position))
                .cloned()
                .unwrap_or(RubyValue::Nil))
        }
        (RubyValue::Array(items), [RubyValue::Integer(first), RubyValue::Integer(count)]) => {
            let items = items.items();
            let Some((start, count)) = slice_bounds(*first, *count, items.len()) else {
                return Ok(RubyValue::Nil);
            };
            Ok(RubyValue::array(items.iter().skip(start).take(count).cloned().collect()))
        }
        (RubyValue::String(text), [RubyValue::Integer(index)]) => {
            let character =
                position(*index, text.chars().count()).and_then(|position| text.chars().nth(position));
            Ok(character.map_or(RubyValue::Nil, |c| RubyValue::string(&c.to_string())))
        }
        (RubyValue::String(text), [RubyValue::Integer(first), RubyValue::Integer(count)]) => {
            let Some((start, count)) = slice_bounds(*first, *count, text.chars().count()) else {
                return Ok(RubyValue::Nil);
            };
            Ok(RubyValue::string(&text.chars().skip(start).take(count).collect::<String>()))
        }
        (RubyValue::String(text), [RubyValue::String(substring)]) => Ok(if text.contains(&**substring) {
            RubyValue::String(substring.clone())
        } else {
            RubyValue::Nil
        }),
        (RubyValue::Nil, _) => Err(problem("undefined method `[]' for nil", offset)),
        _ => Err(unsupported("[]", receiver, offset)),
    }
}
