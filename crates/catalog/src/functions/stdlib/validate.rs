//! Functions of `stdlib` that fail unless their arguments have a class or a form: `validate_array`, `validate_re` and
//! similar ones. They return `undef`.

use super::arguments::{string, wrong_type};
use super::{Answer, addresses, names, paths, ruby};
use modelwright_evaluation::evaluate::{Budget, HostError, Regex, Value, type_of_text};

/// Fails unless all arguments are valid; `expected` describes valid arguments in the message.
fn require_all(name: &str, expected: &str, values: &[Value], is_valid: impl Fn(&Value) -> bool) -> Answer {
    match values.iter().find(|value| !is_valid(value)) {
        None => Ok(Value::Undef),
        Some(value) => Err(wrong_type(name, expected, value)),
    }
}

pub(super) fn validate_array(values: &[Value], _: &mut Budget) -> Answer {
    require_all("validate_array", "arrays", values, |value| matches!(value, Value::Array(_)))
}

pub(super) fn validate_hash(values: &[Value], _: &mut Budget) -> Answer {
    require_all("validate_hash", "hashes", values, |value| matches!(value, Value::Hash(_)))
}

pub(super) fn validate_bool(values: &[Value], _: &mut Budget) -> Answer {
    require_all("validate_bool", "true or false", values, |value| matches!(value, Value::Boolean(_)))
}

pub(super) fn validate_string(values: &[Value], _: &mut Budget) -> Answer {
    require_all("validate_string", "strings", values, |value| {
        matches!(value, Value::String(_) | Value::Undef)
    })
}

/// Fails unless each argument is an absolute path, or an array of these.
pub(super) fn validate_absolute_path(values: &[Value], _: &mut Budget) -> Answer {
    let is_path = |value: &Value| value.text().is_some_and(paths::is_absolute);
    require_all("validate_absolute_path", "absolute paths", values, |value| match value {
        Value::Array(candidates) => candidates.iter().all(is_path),
        other => is_path(other),
    })
}

pub(super) fn validate_domain_name(values: &[Value], _: &mut Budget) -> Answer {
    require_all("validate_domain_name", "domain names", values, |value| {
        value.text().is_some_and(names::is_domain)
    })
}

pub(super) fn validate_email_address(values: &[Value], _: &mut Budget) -> Answer {
    require_all("validate_email_address", "email addresses", values, |value| {
        value.text().is_some_and(names::is_email)
    })
}

/// Fails unless all arguments are IP addresses of the required version.
fn require_addresses(name: &str, values: &[Value], has_version: fn(&addresses::Address) -> bool) -> Answer {
    require_all(name, "addresses", values, |value| {
        value.text().and_then(addresses::Address::parse).is_some_and(|address| has_version(&address))
    })
}

pub(super) fn validate_ip_address(values: &[Value], _: &mut Budget) -> Answer {
    require_addresses("validate_ip_address", values, |_| true)
}

pub(super) fn validate_ipv4_address(values: &[Value], _: &mut Budget) -> Answer {
    require_addresses("validate_ipv4_address", values, |address| !address.is_version_6)
}

pub(super) fn validate_ipv6_address(values: &[Value], _: &mut Budget) -> Answer {
    require_addresses("validate_ipv6_address", values, |address| address.is_version_6)
}

/// Fails unless a text matches one of the regular expressions; the third argument is the message.
pub(super) fn validate_re(values: &[Value], budget: &mut Budget) -> Answer {
    let text = string("validate_re", &values[0])?;
    for pattern in ruby::flat(&values[1..2]) {
        let regex = match &pattern {
            Value::Regexp(regex) => regex.clone(),
            other => Regex::compiled(string("validate_re", other)?, budget)?.into(),
        };
        let start = 0;
        if regex.search(text, start, budget)?.is_some() {
            return Ok(Value::Undef);
        }
    }
    Err(match values.get(2).filter(|message| message.is_true()) {
        Some(Value::String(message)) => HostError::new(&**message),
        Some(other) => wrong_type("validate_re", "a string as message", other),
        None => {
            let (text, pattern) = (values[0].to_inspected_text(), values[1].to_inspected_text());
            HostError::new(format!("validate_re(): {text} does not match {pattern}"))
        }
    })
}

/// Fails unless the numbers of characters of all texts are within limits: the maximum, then an optional minimum.
pub(super) fn validate_slength(values: &[Value], _: &mut Budget) -> Answer {
    let name = "validate_slength";
    let to_length = |value: &Value| match value {
        Value::Integer(length) => Some(i128::from(*length)),
        Value::Float(length) => ruby::truncated(*length),
        Value::String(text) => ruby::integer(text),
        _ => None,
    };
    let max = to_length(&values[1]).filter(|max| *max > 0);
    let max = max.ok_or_else(|| wrong_type(name, "a positive number as second argument", &values[1]))?;
    let min = match values.get(2).filter(|min| min.is_true()) {
        None => 0,
        Some(min) => to_length(min)
            .filter(|min| *min >= 0)
            .ok_or_else(|| wrong_type(name, "a number from 0 as third argument", min))?,
    };
    if max < min {
        return Err(HostError::new(format!("the maximum of `{name}` is below the minimum")));
    }
    let check = |value: &Value| {
        let text = string(name, value)?;
        let length = i128::try_from(text.chars().count()).unwrap_or(i128::MAX);
        if (min..=max).contains(&length) {
            return Ok(());
        }
        Err(HostError::new(format!("`{name}` requires {min} to {max} characters, but got {length}")))
    };
    match &values[0] {
        Value::Array(items) => items.iter().try_for_each(check)?,
        other => check(other)?,
    }
    Ok(Value::Undef)
}

/// Fails unless a value belongs to a type, or the function that `validate_legacy` replaces accepts it.
pub(super) fn validate_legacy(values: &[Value], budget: &mut Budget) -> Answer {
    let ty = match &values[0] {
        Value::Type(ty) => ty.clone(),
        other => {
            let text = string("validate_legacy", other)?;
            type_of_text(text).map_err(HostError::new)?
        }
    };
    let name = string("validate_legacy", &values[1])?;
    if ty.holds(&values[2]) {
        return Ok(Value::Undef);
    }
    let replaced = super::find(name).filter(|function| function.name.starts_with("validate_"));
    let is_accepted = replaced.is_some_and(|function| function.run_plain(&values[2..], budget).is_ok());
    if is_accepted {
        return Ok(Value::Undef);
    }
    Err(HostError::new(format!(
        "validate_legacy({name}) expects a value of type {ty}, got {}",
        values[2].type_of()
    )))
}
