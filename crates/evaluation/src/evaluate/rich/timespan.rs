//! `Timespan`: a time span, in nanoseconds.

use super::clock::{self, Time, Timespan, Timestamp};
use super::timespan_format::{self, Format};
use super::{Family, Rich, RichValue, by_name};
use crate::evaluate::Value;
use crate::evaluate::number::div_rem_floor;
use crate::language::expression::Binary as Operator;
use std::cmp::Ordering;
use std::hash::Hasher;

pub(super) static TIMESPAN: Family = clock::time_type_family::<Timespan>();

impl Time for Timespan {
    const TYPE_NAME: &'static str = "Timespan";
    const NOUN: &'static str = "span";

    fn nanoseconds(self) -> i128 {
        self.0
    }

    fn create(arguments: &[Value]) -> Result<Value, String> {
        let span = match arguments {
            [seconds @ (Value::Integer(_) | Value::Float(_))] => match clock::nanoseconds(seconds) {
                Some(nanoseconds) => Timespan(nanoseconds?),
                None => return Err(usage()),
            },
            [Value::String(text)] if !text.is_empty() => parse(text, None)?,
            [Value::String(text), format] if !text.is_empty() => parse(text, Some(format))?,
            [Value::Hash(hash)] if hash.get_text("string").is_some() => {
                let [text, format] = by_name("Timespan", hash, &["string", "format"])?;
                match text {
                    Some(Value::String(text)) if !text.is_empty() => parse(text, format)?,
                    _ => return Err(usage()),
                }
            }
            [Value::Hash(hash)] => from_fields_by_name(hash)?,
            fields if (4..=7).contains(&fields.len()) => {
                let is_negative = false;
                from_fields(is_negative, &numbers(fields.iter().map(Some))?)?
            }
            _ => return Err(usage()),
        };
        Ok(Rich::value(span))
    }
}

/// The message for arguments that `Timespan.new` does not accept.
fn usage() -> String {
    "`Timespan` must be created from seconds, a string with optional formats, four to seven numbers, or a hash"
        .to_owned()
}

/// The time span in a text, in the first of the formats that matches.
fn parse(text: &str, formats: Option<&Value>) -> Result<Timespan, String> {
    let formats = formats.map(clock::formats).transpose()?;
    let formats: &[&str] = formats.as_deref().unwrap_or(timespan_format::DEFAULTS);
    for format in formats {
        if let Some(nanoseconds) = Format::parse(format)?.read(text)? {
            return Ok(Timespan(nanoseconds));
        }
    }
    Err(clock::mismatch(text, formats))
}

/// The numbers in fields; a missing field is 0.
fn numbers<'v>(fields: impl Iterator<Item = Option<&'v Value>>) -> Result<Vec<i128>, String> {
    fields
        .map(|field| match field {
            None => Ok(0),
            Some(Value::Integer(n)) => Ok(i128::from(*n)),
            Some(_) => Err(usage()),
        })
        .collect()
}

/// The arguments of `Timespan` in a hash: a sign, and the fields from the largest unit to the smallest.
const ARGUMENTS: [&str; 8] =
    ["negative", "days", "hours", "minutes", "seconds", "milliseconds", "microseconds", "nanoseconds"];

/// The time span with the fields in a hash.
fn from_fields_by_name(hash: &crate::evaluate::Hash) -> Result<Timespan, String> {
    let [negative, fields @ ..] = by_name("Timespan", hash, &ARGUMENTS)?;
    let is_negative = match negative {
        None => false,
        Some(Value::Boolean(negative)) => *negative,
        Some(_) => return Err("the argument `negative` must be true or false".to_owned()),
    };
    from_fields(is_negative, &numbers(fields.into_iter())?)
}

/// The time span of these days, hours, minutes, seconds, milliseconds, microseconds and nanoseconds.
fn from_fields(is_negative: bool, fields: &[i128]) -> Result<Timespan, String> {
    let sum = clock::checked(sum_in_nanoseconds(fields))?;
    Ok(Timespan(if is_negative { -sum } else { sum }))
}

/// The nanoseconds of these days, hours, minutes, seconds, milliseconds, microseconds and nanoseconds; `None` if they
/// are too many.
fn sum_in_nanoseconds(fields: &[i128]) -> Option<i128> {
    // The number of units in the next larger unit; for days, the largest unit, there is none.
    const FACTORS: [i128; 7] = [1, 24, 60, 60, 1000, 1000, 1000];
    let mut sum = 0_i128;
    for (index, factor) in FACTORS.iter().enumerate() {
        // Converts the sum of the larger units to this unit, and adds the field of this unit.
        sum = sum.checked_mul(*factor)?;
        sum = sum.checked_add(fields.get(index).copied().unwrap_or(0))?;
    }
    Some(sum)
}

impl RichValue for Timespan {
    fn family(&self) -> &'static Family {
        &TIMESPAN
    }

    fn text(&self) -> String {
        Format::parse(timespan_format::DEFAULTS[0]).map(|format| format.write(self.0)).unwrap_or_default()
    }

    fn parameters(&self, _is_exact: bool) -> Vec<Value> {
        vec![Rich::value(*self), Rich::value(*self)]
    }

    fn equals(&self, other: &Value) -> bool {
        self.order(other) == Some(Ordering::Equal)
    }

    fn order(&self, other: &Value) -> Option<Ordering> {
        clock::order(*self, other)
    }

    fn digest(&self, state: &mut dyn Hasher) {
        state.write_i128(self.0);
    }

    fn numbers(&self) -> Option<(i128, f64)> {
        Some((clock::whole_seconds(self.0), clock::seconds(self.0)))
    }

    fn operate(&self, operator: Operator, left: &Value, right: &Value) -> Option<Result<Value, String>> {
        if let Some(span) = left.rich::<Timespan>() {
            return span.with(operator, right);
        }
        let span = right.rich::<Timespan>()?;
        match operator {
            // For these operators, the order of the operands does not matter.
            Operator::Plus | Operator::Times => span.with(operator, left),
            Operator::Minus => {
                let minuend = match clock::nanoseconds(left)? {
                    Ok(nanoseconds) => nanoseconds,
                    Err(problem) => return Some(Err(problem)),
                };
                Some(clock::checked(minuend.checked_sub(span.0)).map(|n| Rich::value(Timespan(n))))
            }
            _ => None,
        }
    }
}

impl Timespan {
    /// The time span in a format such as `%H:%M`.
    pub(in crate::evaluate) fn format(self, format: &str) -> Result<String, String> {
        Ok(Format::parse(format)?.write(self.0))
    }

    /// The time span with the opposite sign.
    pub(in crate::evaluate) fn negated(self) -> Value {
        Rich::value(Timespan(-self.0))
    }

    /// `self operator right`; `None` if the operator does not apply.
    fn with(self, operator: Operator, right: &Value) -> Option<Result<Value, String>> {
        if let Some(other) = right.rich::<Timespan>() {
            return Some(match operator {
                Operator::Plus => checked_value(self.0.checked_add(other.0)),
                Operator::Minus => checked_value(self.0.checked_sub(other.0)),
                Operator::Divide => quotient(self.0, other.0),
                _ => return None,
            });
        }
        if let (Operator::Plus, Some(stamp)) = (operator, right.rich::<Timestamp>()) {
            return Some(clock::checked(self.0.checked_add(stamp.0)).map(|n| Rich::value(Timestamp(n))));
        }
        match (operator, right) {
            (Operator::Plus | Operator::Minus, _) => {
                let seconds = clock::nanoseconds(right)?;
                let difference = if operator == Operator::Plus { seconds } else { seconds.map(|n| -n) };
                Some(difference.and_then(|n| checked_value(self.0.checked_add(n))))
            }
            (Operator::Times, Value::Integer(n)) => Some(checked_value(self.0.checked_mul(i128::from(*n)))),
            (Operator::Divide | Operator::Modulo, Value::Integer(0)) => Some(Err(by_zero())),
            (Operator::Divide, Value::Integer(n)) => {
                let (quotient, _) = div_rem_floor(self.0, i128::from(*n));
                Some(checked_value(Some(quotient)))
            }
            (Operator::Modulo, Value::Integer(n)) => {
                // As in Puppet, the remainder is in whole seconds.
                let (_, remainder) = div_rem_floor(clock::whole_seconds(self.0), i128::from(*n));
                Some(i64::try_from(remainder).map(Value::Integer).map_err(|_| clock::too_large()))
            }
            (Operator::Times, Value::Float(n)) => Some(self.scaled(|nanoseconds| nanoseconds * n)),
            // The result would be infinity, which is not a time span.
            (Operator::Divide, Value::Float(n)) if *n == 0.0 => Some(Err(by_zero())),
            (Operator::Divide, Value::Float(n)) => Some(self.scaled(|nanoseconds| (nanoseconds / n).floor())),
            _ => None,
        }
    }

    /// The time span whose nanoseconds are the result of a function of floats.
    #[expect(clippy::cast_precision_loss, reason = "Puppet rounds as well")]
    fn scaled(self, scale: impl Fn(f64) -> f64) -> Result<Value, String> {
        clock::truncated(scale(self.0 as f64)).map(|n| Rich::value(Timespan(n)))
    }
}

/// A time span as a value, if it is not too large.
fn checked_value(result: Option<i128>) -> Result<Value, String> {
    clock::checked(result).map(|n| Rich::value(Timespan(n)))
}

/// The message for a division by zero.
fn by_zero() -> String {
    "this divides by zero".to_owned()
}

/// The quotient of two time spans, a float.
#[expect(clippy::cast_precision_loss, reason = "Puppet rounds as well")]
fn quotient(a: i128, b: i128) -> Result<Value, String> {
    let result = a as f64 / b as f64;
    if result.is_infinite() {
        Err("the result of `/` is infinite".to_owned())
    } else {
        Ok(Value::Float(result))
    }
}
