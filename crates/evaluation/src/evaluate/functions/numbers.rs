//! Functions on numbers.

use super::super::call::Lambda;
use super::super::failure::{Stop, failure, failure_with};
use super::super::number::{self, Number};
use super::super::ruby_float::parse_ruby_float;
use super::super::run::{Outcome, Run};
use super::super::{Value, text};
use super::wrong_argument;
use std::cmp::Ordering;

/// The number that an argument of a function must be.
fn number_of(name: &str, value: &Value) -> Result<Number, Stop> {
    Number::from_value(value).ok_or_else(|| wrong_argument(name, "a number", value))
}

/// The number in a string of decimal digits, which Puppet still accepts for `abs`; `None` for other strings.
fn digits_of(text: &str) -> Option<Number> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit() || b == b'.') {
        return None;
    }
    if !digits.contains('.') {
        return text.parse().ok().map(Number::Integer);
    }
    if !number::is_float(digits) {
        return None;
    }
    text.parse().ok().map(Number::Float)
}

/// The problem that the result of a function needs more than 64 bits.
fn too_large(name: &str) -> Stop {
    failure(format!("the result of `{name}` is too large"))
}

/// `abs`: the absolute value of a number.
pub(super) fn abs(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    run.charge_walk(&arguments[0])?;
    let number = match &arguments[0] {
        Value::String(text) => {
            digits_of(text).ok_or_else(|| wrong_argument("abs", "a number", &arguments[0]))?
        }
        other => number_of("abs", other)?,
    };
    match number {
        Number::Float(n) => Ok(Value::Float(n.abs())),
        Number::Integer(n) => n.checked_abs().map(Value::Integer).ok_or_else(|| too_large("abs")),
    }
}

/// A number rounded to a whole number by `round`, for the function with this name.
fn rounded(run: &mut Run<'_>, name: &str, value: &Value, round: fn(f64) -> f64) -> Outcome {
    run.charge_walk(value)?;
    let number = match value {
        // As in Puppet, `floor` and `ceiling` convert strings to floats; `round` does not accept them.
        Value::String(text) if name != "round" => {
            Number::Float(parse_ruby_float(text).ok_or_else(|| wrong_argument(name, "a number", value))?)
        }
        other => number_of(name, other)?,
    };
    match number {
        Number::Integer(n) => Ok(Value::Integer(n)),
        Number::Float(n) => number::truncated(round(n)).map(Value::Integer).ok_or_else(|| too_large(name)),
    }
}

/// `floor`: the greatest whole number that is not above a number.
pub(super) fn floor(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    rounded(run, "floor", &arguments[0], f64::floor)
}

/// `ceiling`: the least whole number that is not below a number.
pub(super) fn ceiling(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    rounded(run, "ceiling", &arguments[0], f64::ceil)
}

/// `round`: the nearest whole number.
pub(super) fn round(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    // Puppet's own formula; just below a half, its result differs from that of `f64::round`.
    rounded(run, "round", &arguments[0], |n| if n > 0.0 { (n + 0.5).trunc() } else { (n - 0.5).trunc() })
}

/// `min` and `max`: the argument that has the order `sought` to each other argument.
fn extreme(
    run: &mut Run<'_>,
    name: &str,
    arguments: &[Value],
    sought: Ordering,
    lambda: Option<Lambda>,
) -> Outcome {
    let values = match arguments {
        // As in Puppet, if the only argument is an array, its elements are compared.
        [Value::Array(items)] => &items[..],
        other => other,
    };
    if values.is_empty() && lambda.is_some() {
        return Ok(Value::Undef);
    }
    let (first, others) =
        values.split_first().ok_or_else(|| failure(format!("`{name}` requires a value")))?;
    let mut best = first;
    for value in others {
        run.charge_walk(best)?;
        run.charge_walk(value)?;
        let order_to_best = match lambda {
            Some(lambda) => lambda_order(run, name, lambda, value, best)?,
            None => order(value, best),
        };
        if order_to_best == sought {
            best = value;
        }
    }
    Ok(best.clone())
}

/// The order of two values, as decided by a lambda that returns a number.
fn lambda_order(
    run: &mut Run<'_>,
    name: &str,
    lambda: Lambda,
    a: &Value,
    b: &Value,
) -> Result<Ordering, Stop> {
    run.budget.step(1)?;
    if !lambda.accepts(2) {
        let message = format!("the lambda of `{name}` must have two parameters");
        return Err(failure_with(message, "compare two values: `|$a, $b| { compare($a.name, $b.name) }`"));
    }
    match run.call_lambda(lambda, &[a.clone(), b.clone()])? {
        Value::Integer(n) => Ok(n.cmp(&0)),
        Value::Float(n) if !n.is_nan() => Ok(n.partial_cmp(&0.0).unwrap_or(Ordering::Equal)),
        other => Err(wrong_argument(name, "a lambda that returns a number", &other)),
    }
}

/// Compares two values: as numbers, if both are numbers or strings that contain numbers; otherwise as text.
fn order(a: &Value, b: &Value) -> Ordering {
    if let (Some(left), Some(right)) = (Number::from_value(a), Number::from_value(b))
        && let Some(order) = left.compare(right)
    {
        return order;
    }
    let (left_text, right_text) = (ruby_text(a), ruby_text(b));
    // As in Puppet, texts that are numbers are compared as numbers, whatever the types of the values are.
    if let (Some(left), Some(right)) = (number_in(&left_text), number_in(&right_text))
        && let Some(order) = left.partial_cmp(&right)
    {
        return order;
    }
    left_text.cmp(&right_text)
}

/// The text of a value in Ruby.
fn ruby_text(value: &Value) -> String {
    let mut out = String::new();
    text::ruby(value, &mut out);
    out
}

/// The number that a text consists of; `None` if it is not a number.
fn number_in(text: &str) -> Option<f64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    if number::is_float(digits) { text.parse().ok() } else { None }
}

/// `max`: the greatest argument.
pub(super) fn max(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    extreme(run, "max", arguments, Ordering::Greater, lambda)
}

/// `min`: the least argument.
pub(super) fn min(run: &mut Run<'_>, arguments: &[Value], lambda: Option<Lambda>) -> Outcome {
    extreme(run, "min", arguments, Ordering::Less, lambda)
}
