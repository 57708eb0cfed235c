//! Functions that order values: `compare`, `versioncmp`.

use super::super::call::Lambda;
use super::super::failure::{Stop, failure};
use super::super::number::Number;
use super::super::run::{Outcome, Run};
use super::super::{Value, compare as comparison, operators::kind_of};
use super::wrong_argument;
use std::cmp::Ordering;

fn sign(order: Ordering) -> Value {
    Value::Integer(order as i64)
}

pub(super) fn compare(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    run.charge_walk(&arguments[0])?;
    run.charge_walk(&arguments[1])?;
    let ignores_case = match arguments.get(2) {
        None => true,
        Some(Value::Boolean(ignores)) => *ignores,
        Some(other) => return Err(wrong_argument("compare", "whether to ignore case, true or false", other)),
    };
    match (&arguments[0], &arguments[1]) {
        (Value::String(a), Value::String(b)) if ignores_case => Ok(sign(comparison::fold_order(a, b))),
        (Value::String(a), Value::String(b)) => Ok(sign(a.as_bytes().cmp(b.as_bytes()))),
        // Ignoring case is only possible for strings.
        (a, b) if arguments.len() == 2 => {
            let numbers = Number::from_value(a).zip(Number::from_value(b));
            let order = match numbers {
                Some((a, b)) => a.compare(b),
                None if matches!(a, Value::Rich(_)) || matches!(b, Value::Rich(_)) => comparison::order(a, b),
                None => None,
            };
            order.map(sign).ok_or_else(|| {
                failure(format!(
                    "`compare` takes two strings, two numbers, two versions, or times and numbers, but is given {} and {}",
                    kind_of(a),
                    kind_of(b)
                ))
            })
        }
        (a, _) => Err(wrong_argument("compare", "a third argument with strings only", a)),
    }
}

pub(super) fn version_order(run: &mut Run<'_>, arguments: &[Value], _: Option<Lambda>) -> Outcome {
    run.charge_walk(&arguments[0])?;
    run.charge_walk(&arguments[1])?;
    let (mut a, mut b) = (version_text(&arguments[0])?, version_text(&arguments[1])?);
    match arguments.get(2) {
        None | Some(Value::Boolean(false)) => {}
        Some(Value::Boolean(true)) => (a, b) = (without_zeros(&a), without_zeros(&b)),
        Some(other) => {
            return Err(wrong_argument(
                "versioncmp",
                "whether to ignore zeros at the end, true or false",
                other,
            ));
        }
    }
    Ok(sign(order_of_versions(&a, &b)))
}

fn version_text(value: &Value) -> Result<String, Stop> {
    match value {
        Value::String(text) => Ok(text.to_string()),
        other => Err(wrong_argument("versioncmp", "strings", other)),
    }
}

/// A version without trailing zeros and points in the part before the first hyphen.
fn without_zeros(version: &str) -> String {
    let (first, rest) = version.split_once('-').map_or((version, None), |(first, rest)| (first, Some(rest)));
    // This is what Puppet's `normalize` does: `1.0.0-rc` becomes `1-rc`.
    let first = first.trim_end_matches(['.', '0']);
    rest.map_or_else(|| first.to_owned(), |rest| format!("{first}-{}", rest.trim_end_matches('-')))
}

/// The order of two versions, part by part. Digits are compared as numbers, unless one of the parts starts with a zero.
pub(in crate::evaluate) fn order_of_versions(a: &str, b: &str) -> Ordering {
    let (mut rest_a, mut rest_b) = (a, b);
    while let (Some(part_a), Some(part_b)) = (next_part(&mut rest_a), next_part(&mut rest_b)) {
        if part_a == part_b {
            continue;
        }
        // As in Puppet, a hyphen precedes all other parts, and a point precedes all except a hyphen.
        for (mark, order) in [("-", Ordering::Less), (".", Ordering::Less)] {
            if part_a == mark {
                return order;
            }
            if part_b == mark {
                return order.reverse();
            }
        }
        let has_zero = part_a.starts_with('0') || part_b.starts_with('0');
        if starts_with_digit(part_a) && starts_with_digit(part_b) && !has_zero {
            // Without leading zeros, the number with more digits is greater, so numbers of any size can be compared.
            return part_a.len().cmp(&part_b.len()).then_with(|| part_a.cmp(part_b));
        }
        return part_a.to_uppercase().cmp(&part_b.to_uppercase());
    }
    a.cmp(b)
}

fn starts_with_digit(part: &str) -> bool {
    part.starts_with(|c: char| c.is_ascii_digit())
}

/// Removes the next part of a version from the text: a separator, digits, or other characters.
fn next_part<'t>(rest: &mut &'t str) -> Option<&'t str> {
    let first = rest.chars().next()?;
    let length = if is_separator(first) {
        1
    } else if first.is_ascii_digit() {
        rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())
    } else {
        rest.find(|c: char| is_separator(c) || c.is_ascii_digit()).unwrap_or(rest.len())
    };
    let (part, after) = rest.split_at(length);
    *rest = after;
    Some(part)
}

fn is_separator(c: char) -> bool {
    c == '-' || c == '.'
}
