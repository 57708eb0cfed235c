//! `validate_integer` and `validate_numeric`: fail unless the arguments are numbers within limits.

use super::arguments::wrong;
use super::{Answer, ruby};
use modelwright_evaluation::evaluate::{Budget, HostError, Value};

pub(super) fn validate_integer(values: &[Value], _: &mut Budget) -> Answer {
    validate("validate_integer", values, ruby::integer)
}

pub(super) fn validate_numeric(values: &[Value], _: &mut Budget) -> Answer {
    validate("validate_numeric", values, ruby::float)
}

/// Fails unless the first argument is a number or an array of numbers, at most the second argument and at least the
/// third.
fn validate<N: PartialOrd + Copy>(name: &str, values: &[Value], read: fn(&str) -> Option<N>) -> Answer {
    let number = |value: &Value| match value {
        Value::Hash(_) | Value::Array(_) => Err(wrong(name, "numbers", value)),
        other => read(&other.to_ruby_text()).ok_or_else(|| wrong(name, "numbers", other)),
    };
    let max = match values {
        [_] => None,
        // With a minimum, an empty maximum is none.
        [_, max, _] if max.to_ruby_text().is_empty() => None,
        [_, max, ..] => Some(number(max)?),
        [] => None,
    };
    let min = values.get(2).map(number).transpose()?;
    if let (Some(min), Some(max)) = (min, max)
        && min > max
    {
        return Err(HostError::new(format!("the maximum of `{name}` is below the minimum")));
    }
    let check = |value: &Value| {
        let given = number(value)?;
        if max.is_some_and(|max| given > max) || min.is_some_and(|min| given < min) {
            let shown = value.to_inspected_text();
            return Err(HostError::new(format!(
                "`{name}` requires a number within its limits, but got {shown}"
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
