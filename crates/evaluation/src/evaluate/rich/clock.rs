//! What points in time and time spans have in common: both are stored as nanoseconds, and a number that is combined
//! with one of them is a number of seconds.

use super::{Family, Rich, RichValue};
use crate::evaluate::Value;
use crate::evaluate::quote::excerpt;
use std::cmp::Ordering;

/// A time span, in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::evaluate) struct Timespan(pub(super) i128);

/// A point in time, in nanoseconds since 1970.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::evaluate) struct Timestamp(pub(super) i128);

/// A point in time or a time span.
pub(super) trait Time: RichValue + Copy {
    /// The name of the type of the values.
    const TYPE_NAME: &'static str;
    /// The noun for a value in messages.
    const NOUN: &'static str;

    /// The nanoseconds of the span, or since 1970.
    fn nanoseconds(self) -> i128;

    /// Creates a value from the arguments of `new`.
    fn create(arguments: &[Value]) -> Result<Value, String>;
}

/// The family of the types of points in time or of time spans. The parameters of a type are its first and its last
/// value: both or none.
pub(super) const fn time_type_family<T: Time>() -> Family {
    Family {
        is_scalar: true,
        is_data: true,
        parameters: parameters::<T>,
        written_parameters,
        holds: holds::<T>,
        covers: covers::<T>,
        create: Some(T::create),
        ..Family::named(T::TYPE_NAME)
    }
}

/// The nanoseconds of a second.
pub(super) const SECOND: i128 = 1_000_000_000;

/// The nanoseconds of a number of seconds, or why there are none; `None` if the value is not a number.
pub(super) fn nanoseconds(seconds: &Value) -> Option<Result<i128, String>> {
    match seconds {
        Value::Integer(n) => Some(Ok(i128::from(*n) * SECOND)),
        Value::Float(n) => Some(truncated(n * 1e9)),
        _ => None,
    }
}

/// The whole part of a float, which is a number of nanoseconds.
#[expect(clippy::cast_possible_truncation, reason = "bounded before")]
pub(super) fn truncated(n: f64) -> Result<i128, String> {
    // Slightly below 2^120, the limit in `checked`.
    if n.is_finite() && n.abs() < 1e36 { Ok(n as i128) } else { Err(too_large()) }
}

/// The message for a time that is outside of the supported range.
pub(super) fn too_large() -> String {
    "the time is beyond the supported range".to_owned()
}

/// Seconds without their fraction, rounded down.
pub(super) fn whole_seconds(nanoseconds: i128) -> i128 {
    nanoseconds.div_euclid(SECOND)
}

/// Seconds as a float. As in Ruby, the fraction is reduced first, which results in the nearest float.
#[expect(clippy::cast_precision_loss, reason = "Puppet rounds as well")]
pub(super) fn seconds(nanoseconds: i128) -> f64 {
    // Euclid's algorithm for the greatest common divisor.
    let (mut a, mut b) = (nanoseconds.unsigned_abs(), SECOND.unsigned_abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    let divisor = i128::try_from(a).unwrap_or(1).max(1);
    (nanoseconds / divisor) as f64 / (SECOND / divisor) as f64
}

/// The order of a time and another time of the same type, or a number of seconds; `None` for other values and NaN.
pub(super) fn order<T: Time>(time: T, other: &Value) -> Option<Ordering> {
    let nanoseconds = time.nanoseconds();
    match other {
        // As in Puppet, only whole seconds are compared with an integer, so 1.5 seconds equal 1.
        Value::Integer(n) => Some(whole_seconds(nanoseconds).cmp(&i128::from(*n))),
        Value::Float(n) => seconds(nanoseconds).partial_cmp(n),
        _ => Some(nanoseconds.cmp(&other.rich::<T>()?.nanoseconds())),
    }
}

/// The first and the last nanosecond of a type; the minimum or the maximum of all times for a missing bound.
fn limits<T: Time>(parameters: &[Value]) -> (i128, i128) {
    let limit_at = |index: usize| {
        let bound = parameters.get(index)?;
        bound.rich::<T>().map(|time| time.nanoseconds())
    };
    (limit_at(0).unwrap_or(i128::MIN), limit_at(1).unwrap_or(i128::MAX))
}

/// The parameters of a type of times, from those in brackets: the first and the last time, or none.
fn parameters<T: Time>(arguments: &[Value]) -> Result<Vec<Value>, String> {
    if arguments.len() > 2 {
        return Err(format!("`{}` can have only a first and a last value", T::TYPE_NAME));
    }
    let bounds = vec![bound::<T>(arguments.first())?, bound::<T>(arguments.get(1))?];
    // Two missing bounds are the same as no parameters, and equal types must have equal parameters.
    if bounds.iter().all(|value| matches!(value, Value::Default)) {
        return Ok(Vec::new());
    }
    let (from, to) = limits::<T>(&bounds);
    if from > to {
        return Err(format!("the first value of `{}` must not be after the last one", T::TYPE_NAME));
    }
    Ok(bounds)
}

/// The first or last time of a type; `default` for a missing bound.
fn bound<T: Time>(argument: Option<&Value>) -> Result<Value, String> {
    match argument {
        None | Some(Value::Default | Value::Undef) => Ok(Value::Default),
        Some(value @ (Value::String(_) | Value::Integer(_) | Value::Float(_) | Value::Hash(_))) => {
            T::create(std::slice::from_ref(value))
        }
        Some(value) if value.rich::<T>().is_some() => Ok(value.clone()),
        Some(_) => Err(format!(
            "a bound of `{}` must be a {}, a number of seconds, a string or a hash",
            T::TYPE_NAME,
            T::NOUN
        )),
    }
}

/// The parameters with which a type is written: only the first one if both are equal or the second is `default`.
fn written_parameters(parameters: &[Value]) -> &[Value] {
    match parameters {
        [from, to] if matches!(to, Value::Default) || crate::evaluate::value::is_same_key(from, to) => {
            &parameters[..1]
        }
        _ => parameters,
    }
}

/// Whether a time is within the bounds of a type.
fn holds<T: Time>(parameters: &[Value], value: &Rich) -> bool {
    let (from, to) = limits::<T>(parameters);
    value.downcast::<T>().is_some_and(|time| (from..=to).contains(&time.nanoseconds()))
}

/// Whether the bounds of one type include those of another.
fn covers<T: Time>(outer: &[Value], inner: &[Value]) -> bool {
    let (outer_from, outer_to) = limits::<T>(outer);
    let (inner_from, inner_to) = limits::<T>(inner);
    outer_from <= inner_from && outer_to >= inner_to
}

/// The result of arithmetic on nanoseconds, if it is not too large.
pub(super) fn checked(result: Option<i128>) -> Result<i128, String> {
    result.filter(|n| n.unsigned_abs() < 1 << 120).ok_or_else(too_large)
}

/// The formats in an argument: a string, or an array of strings; each of at least two characters.
pub(super) fn formats(value: &Value) -> Result<Vec<&str>, String> {
    match value {
        Value::String(text) if is_format(value) => Ok(vec![text]),
        Value::Array(formats) if !formats.is_empty() && formats.iter().all(is_format) => {
            Ok(formats.iter().filter_map(Value::text).collect())
        }
        _ => Err("the format must be a string or an array of strings, of two characters or more".to_owned()),
    }
}

/// Whether a value may be a format: in Puppet a `String[2]`, which has at least a percent sign and a letter.
fn is_format(value: &Value) -> bool {
    value.text().is_some_and(|text| text.chars().nth(1).is_some())
}

/// The message for a text that matches none of the formats.
pub(super) fn mismatch(text: &str, formats: &[&str]) -> String {
    format!("'{}' does not match the format {}", excerpt(text), formats.join(", "))
}
