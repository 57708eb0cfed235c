//! `validate_integer` and `validate_numeric`: fail unless the arguments are numbers within limits.

use super::arguments::wrong_type;
use super::{Answer, ruby};
use modelwright_evaluation::evaluate::{Budget, HostError, Value, parse_ruby_float};

pub(super) fn validate_integer(values: &[Value], _: &mut Budget) -> Answer {
    validate("validate_integer", values, ruby::integer)
}

pub(super) fn validate_numeric(values: &[Value], _: &mut Budget) -> Answer {
    validate("validate_numeric", values, parse_ruby_float)
}

/// Fails unless the first argument is a number or an array of numbers, at most the second argument and at least the
/// third.
fn validate<N: PartialOrd + Copy>(name: &str, values: &[Value], parse: fn(&str) -> Option<N>) -> Answer {
    let to_number = |value: &Value| match value {
        Value::Hash(_) | Value::Array(_) => Err(wrong_type(name, "numbers", value)),
        other => parse(&other.to_ruby_text()).ok_or_else(|| wrong_type(name, "numbers", other)),
    };
    let max = match values {
        [_] => None,
        // An empty maximum before a minimum means that there is no maximum.
        [_, max, _] if max.to_ruby_text().is_empty() => None,
        [_, max, ..] => Some(to_number(max)?),
        [] => None,
    };
    let min = values.get(2).map(to_number).transpose()?;
    if let (Some(min), Some(max)) = (min, max)
        && min > max
    {
        return Err(HostError::new(format!("the maximum of `{name}` is below the minimum")));
    }
    let check = |value: &Value| {
        let number = to_number(value)?;
        if max.is_some_and(|max| number > max) || min.is_some_and(|min| number < min) {
            let value_text = value.to_inspected_text();
            return Err(HostError::new(format!(
                "`{name}` requires a number within its limits, but got {value_text}"
            )));
        }
        Ok(())
    };
    match &values[0] {
        Value::Array(items) => items.iter().try_for_each(check)?,
        other => check(other)?,
    }
    Ok(Value::Undef)
}
