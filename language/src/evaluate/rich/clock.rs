//! What points in time and spans of time have in common: nanoseconds, which count as seconds where they meet numbers.

use super::{Family, Rich};
use crate::evaluate::Value;
use std::cmp::Ordering;

/// A length of time, in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::evaluate) struct Timespan(pub(super) i128);

/// A point in time, in nanoseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::evaluate) struct Timestamp(pub(super) i128);

pub(super) const SECOND: i128 = 1_000_000_000;

/// Nanoseconds of a number of seconds.
pub(super) fn nanoseconds(seconds: &Value) -> Option<Result<i128, String>> {
    match seconds {
        Value::Integer(n) => Some(Ok(i128::from(*n) * SECOND)),
        Value::Float(n) => Some(truncated(n * 1e9)),
        _ => None,
    }
}

/// The whole part of a float.
#[expect(clippy::cast_possible_truncation, reason = "bounded before")]
pub(super) fn truncated(n: f64) -> Result<i128, String> {
    if n.is_finite() && n.abs() < 1e36 { Ok(n as i128) } else { Err(too_large()) }
}

pub(super) fn too_large() -> String {
    "the time is too far away".to_owned()
}

/// Seconds without their fraction, rounded down.
pub(super) fn whole_seconds(nanoseconds: i128) -> i128 {
    nanoseconds.div_euclid(SECOND)
}

/// Seconds as a float. As in Ruby, the fraction is reduced first, which gives the nearest float.
#[expect(clippy::cast_precision_loss, reason = "Puppet rounds as well")]
pub(super) fn seconds(nanoseconds: i128) -> f64 {
    let (mut a, mut b) = (nanoseconds.unsigned_abs(), SECOND.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let divisor = i128::try_from(a).unwrap_or(1).max(1);
    (nanoseconds / divisor) as f64 / (SECOND / divisor) as f64
}

/// The order of a time and a number of seconds.
pub(super) fn order_with_number(nanoseconds: i128, other: &Value) -> Option<Ordering> {
    match other {
        Value::Integer(n) => Some(whole_seconds(nanoseconds).cmp(&i128::from(*n))),
        Value::Float(n) => seconds(nanoseconds).partial_cmp(n),
        _ => None,
    }
}

/// The bounds of a type as nanoseconds, where parameters have the form that [`bounds`] gives them.
fn limits(parameters: &[Value], read: fn(&Rich) -> Option<i128>) -> (i128, i128) {
    let limit = |at: usize, open: i128| match parameters.get(at) {
        Some(Value::Rich(rich)) => read(rich).unwrap_or(open),
        _ => open,
    };
    (limit(0, i128::MIN), limit(1, i128::MAX))
}

/// The bounds of a type: both, or none.
pub(super) fn bounds(
    family: &'static Family,
    given: &[Value],
    make: fn(&Value) -> Result<Value, String>,
    read: fn(&Rich) -> Option<i128>,
) -> Result<Vec<Value>, String> {
    if given.len() > 2 {
        return Err(format!("`{}` must have a first and a last value", family.name));
    }
    let bound = |value: Option<&Value>| match value {
        None | Some(Value::Default | Value::Undef) => Ok(Value::Default),
        Some(value) => make(value),
    };
    let both = vec![bound(given.first())?, bound(given.get(1))?];
    if both.iter().all(|value| matches!(value, Value::Default)) {
        return Ok(Vec::new());
    }
    let (from, to) = limits(&both, read);
    if from > to { Err(format!("`{}`: the first value is after the last", family.name)) } else { Ok(both) }
}

/// The bounds that a type is written with: one if both are equal, or the second is open.
pub(super) fn written(parameters: &[Value]) -> &[Value] {
    match parameters {
        [from, to] if matches!(to, Value::Default) || crate::evaluate::value::same_key(from, to) => {
            &parameters[..1]
        }
        _ => parameters,
    }
}

pub(super) fn covers(own: &[Value], other: &[Value], read: fn(&Rich) -> Option<i128>) -> bool {
    let ((from, to), (other_from, other_to)) = (limits(own, read), limits(other, read));
    from <= other_from && to >= other_to
}

pub(super) fn holds(own: &[Value], nanoseconds: i128, read: fn(&Rich) -> Option<i128>) -> bool {
    let (from, to) = limits(own, read);
    (from..=to).contains(&nanoseconds)
}

/// Arithmetic on nanoseconds, which may not be too large.
pub(super) fn checked(result: Option<i128>) -> Result<i128, String> {
    result.filter(|n| n.unsigned_abs() < 1 << 120).ok_or_else(too_large)
}

/// The formats of an argument: one text, or an array of texts, each of two characters or more.
pub(super) fn formats(value: &Value) -> Result<Vec<&str>, String> {
    let one = |value: &Value| value.text().is_some_and(|text| text.chars().nth(1).is_some());
    match value {
        Value::String(text) if one(value) => Ok(vec![text]),
        Value::Array(all) if !all.is_empty() && all.iter().all(one) => {
            Ok(all.iter().filter_map(Value::text).collect())
        }
        _ => Err("the format must be a string or an array of strings, of two characters or more".to_owned()),
    }
}
