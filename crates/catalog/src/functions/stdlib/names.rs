//! Tests of the class and the form of a value: `is_array`, `is_domain_name`, `is_email_address`, `is_float`,
//! `is_integer`, `is_mac_address`, `is_numeric`, `is_string`, `type3x` and similar functions.

use super::arguments::wrong_type;
use super::{Answer, Scope, ruby};
use modelwright_evaluation::evaluate::{Budget, HostError, Value};

/// The Boolean value that a test returns.
fn truth(truth: bool) -> Answer {
    Ok(Value::Boolean(truth))
}

pub(super) fn is_array(values: &[Value], _: &mut Budget) -> Answer {
    truth(matches!(values[0], Value::Array(_)))
}

pub(super) fn is_hash(values: &[Value], _: &mut Budget) -> Answer {
    truth(matches!(values[0], Value::Hash(_)))
}

pub(super) fn is_bool(values: &[Value], _: &mut Budget) -> Answer {
    truth(matches!(values[0], Value::Boolean(_)))
}

/// Whether a value is a float, or a text that Ruby prints for a float.
pub(super) fn is_float(values: &[Value], _: &mut Budget) -> Answer {
    truth(match &values[0] {
        Value::Float(_) => true,
        Value::String(text) => **text == *float_text(text),
        // In Ruby, the class of a version derives from `Numeric`, and the function fails for a number other than a
        // float.
        Value::Rich(rich) if rich.type_name() == "SemVer" => {
            return Err(wrong_type("is_float", "a number", &values[0]));
        }
        _ => false,
    })
}

/// The text that Ruby prints for the float at the start of a text.
fn float_text(text: &str) -> String {
    Value::Float(ruby::text_to_f(text)).to_ruby_text()
}

pub(super) fn is_integer(values: &[Value], _: &mut Budget) -> Answer {
    truth(is_whole(&values[0]))
}

/// Whether a value is an integer, or a text with a line that is one.
pub(super) fn is_whole(value: &Value) -> bool {
    match value {
        Value::Integer(_) | Value::BigInteger(_) => true,
        Value::String(text) => ruby::lines(text).any(is_whole_text),
        _ => false,
    }
}

/// Whether a text is an integer without leading zeros.
fn is_whole_text(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    ruby::are_digits(digits) && (digits == "0" || !digits.starts_with('0'))
}

/// Whether a value is a number, or a text of which a line is a number.
pub(super) fn is_numeric(values: &[Value], _: &mut Budget) -> Answer {
    truth(match &values[0] {
        Value::Integer(_) | Value::BigInteger(_) | Value::Float(_) => true,
        Value::String(text) => ruby::lines(text).any(is_number_text),
        // In Ruby, the classes of these values derive from `Numeric`.
        Value::Rich(rich) => matches!(rich.type_name(), "SemVer" | "Timespan" | "Timestamp"),
        _ => false,
    })
}

/// Whether a text is a number: an integer, an optional fraction, an optional exponent without a plus sign.
fn is_number_text(text: &str) -> bool {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let is_mantissa = match mantissa.split_once('.') {
        Some((integer, fraction)) => is_whole_text(integer) && ruby::are_digits(fraction),
        None => is_whole_text(mantissa),
    };
    is_mantissa && exponent.is_none_or(|e| ruby::are_digits(e.strip_prefix('-').unwrap_or(e)))
}

/// Whether a value is `undef`, or a text that is not a number.
pub(super) fn is_string(values: &[Value], _: &mut Budget) -> Answer {
    truth(match &values[0] {
        Value::Undef => true,
        // As in Ruby, a text is a number if it does not change when it is converted to one and back; `+5` is a string.
        Value::String(text) => **text != *ruby::leading_integer(text) && **text != *float_text(text),
        _ => false,
    })
}

pub(super) fn is_domain_name(values: &[Value], _: &mut Budget) -> Answer {
    truth(values[0].text().is_some_and(is_domain))
}

/// Whether a text is a domain name.
pub(super) fn is_domain(text: &str) -> bool {
    if text == "." {
        return true;
    }
    let name = text.strip_suffix('.').unwrap_or(text);
    if name.is_empty() || name.chars().count() > 255 {
        return false;
    }
    if name.contains('.') && !ruby::lines(name).any(ends_in_letters) {
        return false;
    }
    // Ruby's `split` does not return empty labels at the end.
    name.trim_end_matches('.').split('.').all(is_label)
}

/// Whether the last label of a line has letters only.
fn ends_in_letters(line: &str) -> bool {
    let top_level = line.rsplit_once('.').map(|(_, label)| label);
    top_level.is_some_and(|label| !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphabetic()))
}

/// Whether a part of a domain name has at most 63 characters, does not start or end with a hyphen, and one of its lines
/// consists only of letters, digits and hyphens: Ruby's `^` and `$` match at each line.
fn is_label(label: &str) -> bool {
    let is_plain = |line: &str| {
        !line.is_empty() && line.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    };
    (1..=63).contains(&label.chars().count())
        && !label.starts_with('-')
        && !label.ends_with('-')
        && ruby::lines(label).any(is_plain)
}

pub(super) fn is_email_address(values: &[Value], _: &mut Budget) -> Answer {
    truth(values[0].text().is_some_and(is_email))
}

/// Whether a text is an email address, as in `/\A([\w+\-].?)+@[a-z\d\-]+(\.[a-z]+)*\.[a-z]+\z/`.
pub(super) fn is_email(text: &str) -> bool {
    // The local part may contain `@`, so each `@` is tried as the separator.
    text.match_indices('@')
        .any(|(index, _)| is_local_part(&text[..index]) && is_mail_domain(&text[index + 1..]))
}

/// Whether a text matches `([\w+\-].?)+`: it starts with a character of the set, and each other character follows one
/// of the set.
fn is_local_part(text: &str) -> bool {
    let mut is_other_allowed = false;
    for c in text.chars() {
        if c.is_ascii_alphanumeric() || matches!(c, '_' | '+' | '-') {
            is_other_allowed = true;
        } else if is_other_allowed && c != '\n' {
            is_other_allowed = false;
        } else {
            return false;
        }
    }
    !text.is_empty()
}

/// Whether a text matches `[a-z\d\-]+(\.[a-z]+)*\.[a-z]+`.
fn is_mail_domain(text: &str) -> bool {
    let Some((first_label, labels)) = text.split_once('.') else { return false };
    !first_label.is_empty()
        && first_label.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
        && labels.split('.').all(is_lower_case_label)
}

/// Whether a label has small letters only.
fn is_lower_case_label(label: &str) -> bool {
    !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// Whether a line of a text is a MAC address of 6 bytes, or one of InfiniBand with 20 bytes.
pub(super) fn is_mac_address(values: &[Value], _: &mut Budget) -> Answer {
    let text = match &values[0] {
        Value::String(text) => text,
        Value::Default | Value::Undef => return truth(false),
        other => return Err(wrong_type("is_mac_address", "a string", other)),
    };
    truth(ruby::lines(text).any(|line| {
        let is_part =
            |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_hexdigit());
        matches!(line.split(':').count(), 6 | 20) && line.split(':').all(is_part)
    }))
}

pub(super) fn is_function_available(values: &[Value], scope: &mut dyn Scope) -> Answer {
    truth(values[0].text().is_some_and(|name| scope.has_function(name)))
}

/// The name of the type of a value, as in Puppet 3: a string that is written like a number has the type of the number.
pub(super) fn type3x(values: &[Value], _: &mut Budget) -> Answer {
    let name = match &values[0] {
        Value::Boolean(_) => "boolean",
        Value::Array(_) => "array",
        Value::Hash(_) => "hash",
        Value::Integer(_) | Value::BigInteger(_) => "integer",
        Value::Float(_) => "float",
        Value::String(text) if **text == *ruby::leading_integer(text) => "integer",
        Value::String(text) if **text == *float_text(text) => "float",
        Value::String(_) => "string",
        _ => return Err(HostError::new("`type3x` does not know the type of this value")),
    };
    Ok(Value::string(name))
}
