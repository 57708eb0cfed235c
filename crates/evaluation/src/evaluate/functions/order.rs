//! Functions that order values: `compare`, `versioncmp`.

use super::super::call::Lambda;
use super::super::failure::{Stop, failure};
use super::super::number::Number;
use super::super::run::{Outcome, Run};
use super::super::{Value, compare as comparison, operators::kind_of};
use super::wrong_argument;
use std::cmp::Ordering;

/// An order as a number: -1, 0 or 1.
fn sign(order: Ordering) -> Value {
    Value::Integer(order as i64)
}

/// `compare`: -1, 0 or 1 for the order of two values. The third argument is whether strings are compared without regard
/// to case; true if it is missing.
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
                let (left_type, right_type) = (kind_of(a), kind_of(b));
                failure(format!(
                    "`compare` requires two strings, two numbers, two versions, or times and numbers, \
                     but got values of type {left_type} and {right_type}"
                ))
            })
        }
        (a, b) => {
            let other = if matches!(a, Value::String(_)) { b } else { a };
            Err(wrong_argument("compare", "two strings if there is a third argument", other))
        }
    }
}

/// `versioncmp`: -1, 0 or 1 for the order of two versions.
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

/// The text of an argument that must be a version.
fn version_text(value: &Value) -> Result<String, Stop> {
    match value {
        Value::String(text) => Ok(text.to_string()),
        other => Err(wrong_argument("versioncmp", "strings", other)),
    }
}

/// A version without trailing zeros and points in the part before the first hyphen, and without trailing hyphens.
fn without_zeros(version: &str) -> String {
    // This is what Puppet's `normalize` does: `1.0.0-rc` becomes `1-rc`.
    let (release, suffix) = version.split_once('-').unwrap_or((version, ""));
    let release = release.trim_end_matches(['.', '0']);
    // Ruby's `split` drops empty parts at the end, so a hyphen without a suffix is dropped as well.
    match suffix.trim_end_matches('-') {
        "" => release.to_owned(),
        suffix => format!("{release}-{suffix}"),
    }
}

/// The order of two versions, part by part. Digits are compared as numbers, unless one of the parts starts with a zero.
pub(in crate::evaluate) fn order_of_versions(a: &str, b: &str) -> Ordering {
    let (mut remaining_a, mut remaining_b) = (a, b);
    while let (Some(part_a), Some(part_b)) = (next_part(&mut remaining_a), next_part(&mut remaining_b)) {
        if part_a == part_b {
            continue;
        }
        // As in Puppet, a hyphen precedes all other parts, and a point precedes all except a hyphen.
        for separator in ["-", "."] {
            if part_a == separator {
                return Ordering::Less;
            }
            if part_b == separator {
                return Ordering::Greater;
            }
        }
        let has_zero = part_a.starts_with('0') || part_b.starts_with('0');
        if is_number(part_a) && is_number(part_b) && !has_zero {
            // Without leading zeros, the number with more digits is greater, so numbers of any size can be compared.
            return part_a.len().cmp(&part_b.len()).then_with(|| part_a.cmp(part_b));
        }
        return part_a.to_uppercase().cmp(&part_b.to_uppercase());
    }
    a.cmp(b)
}

/// Whether a part of a version is a number.
fn is_number(part: &str) -> bool {
    part.starts_with(|c: char| c.is_ascii_digit())
}

/// Removes the next part of a version from the remaining text: a separator, digits, or other characters. `None` at the
/// end.
fn next_part<'t>(remaining: &mut &'t str) -> Option<&'t str> {
    let first = remaining.chars().next()?;
    let length = if is_separator(first) {
        1
    } else if first.is_ascii_digit() {
        remaining.find(|c: char| !c.is_ascii_digit()).unwrap_or(remaining.len())
    } else {
        remaining.find(|c: char| is_separator(c) || c.is_ascii_digit()).unwrap_or(remaining.len())
    };
    let (part, after) = remaining.split_at(length);
    *remaining = after;
    Some(part)
}

/// Whether a character separates the parts of a version.
fn is_separator(c: char) -> bool {
    c == '-' || c == '.'
}
