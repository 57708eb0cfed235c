//! Functions on numbers.

use super::super::budget::{Stop, failure};
use super::super::call::Lambda;
use super::super::number::{self, Number};
use super::super::run::{Outcome, Run};
use super::super::{Value, operators::kind_of};
use super::wrong;
use std::cmp::Ordering;

fn number_of(name: &str, value: &Value) -> Result<Number, Stop> {
    Number::of(value).ok_or_else(|| wrong(name, "a number", value))
}

fn too_large(name: &str) -> Stop {
    failure(format!("`{name}` gives a number that is too large"))
}

pub(super) fn abs(_: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    match number_of("abs", &arguments[0])? {
        Number::Float(n) => Ok(Value::Float(n.abs())),
        Number::Integer(n) => n.checked_abs().map(Value::Integer).ok_or_else(|| too_large("abs")),
    }
}

fn whole(name: &str, value: &Value, round: fn(f64) -> f64) -> Outcome {
    match number_of(name, value)? {
        Number::Integer(n) => Ok(Value::Integer(n)),
        Number::Float(n) => number::truncated(round(n)).map(Value::Integer).ok_or_else(|| too_large(name)),
    }
}

pub(super) fn floor(_: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    whole("floor", &arguments[0], f64::floor)
}

pub(super) fn ceiling(_: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    whole("ceiling", &arguments[0], f64::ceil)
}

pub(super) fn round(_: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    whole("round", &arguments[0], |n| if n > 0.0 { (n + 0.5).trunc() } else { (n - 0.5).trunc() })
}

fn extreme(name: &str, arguments: &[Value], wanted: Ordering) -> Outcome {
    let values = match arguments {
        [Value::Array(items)] => &items[..],
        other => other,
    };
    let (first, rest) = values.split_first().ok_or_else(|| failure(format!("`{name}` needs a value")))?;
    let mut best = first;
    for value in rest {
        let order = match (value, best) {
            (Value::String(a), Value::String(b)) => Some(a.cmp(b)),
            _ => Number::of(value).zip(Number::of(best)).and_then(|(a, b)| a.compare(b)),
        };
        match order {
            Some(order) if order == wanted => best = value,
            Some(_) => {}
            None => {
                let (a, b) = (kind_of(value), kind_of(best));
                return Err(failure(format!("`{a}` and `{b}` have no order")));
            }
        }
    }
    match best {
        Value::String(_) | Value::Integer(_) | Value::Float(_) => Ok(best.clone()),
        other => Err(wrong(name, "numbers or strings", other)),
    }
}

pub(super) fn max(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    arguments.iter().try_for_each(|value| run.walk(value))?;
    extreme("max", arguments, Ordering::Greater)
}

pub(super) fn min(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    arguments.iter().try_for_each(|value| run.walk(value))?;
    extreme("min", arguments, Ordering::Less)
}
