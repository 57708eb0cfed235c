//! Ruby's conversions and comparisons that the functions of `stdlib` use: `to_i`, `Integer(…)`, `==`, `^` and `$`.

use modelwright_evaluation::evaluate::{HostError, Value};

/// The name of Ruby's class of a value.
pub(super) fn class(value: &Value) -> &'static str {
    match value {
        Value::Undef => "NilClass",
        Value::Default => "Symbol",
        Value::Boolean(true) => "TrueClass",
        Value::Boolean(false) => "FalseClass",
        Value::Integer(_) | Value::BigInteger(_) => "Integer",
        Value::Float(_) => "Float",
        Value::String(_) => "String",
        Value::Regexp(_) => "Regexp",
        Value::Array(_) => "Array",
        Value::Hash(_) => "Hash",
        Value::Type(_) => "Type",
        Value::Object(_) => "Object",
        Value::Rich(rich) => rich.type_name(),
        // Functions are not called with such a value.
        Value::Unknown(_) => "Unknown",
    }
}

/// Ruby's `a == b`: unlike keys of a hash, `1` equals `1.0`; unlike Puppet, `'a'` differs from `'A'`.
pub(super) fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        #[expect(clippy::cast_precision_loss, reason = "an exact comparison follows")]
        (Value::Integer(whole), Value::Float(float)) | (Value::Float(float), Value::Integer(whole)) => {
            *whole as f64 == *float && truncated(*float) == Some(i128::from(*whole))
        }
        (Value::Float(a), Value::Float(b)) => a == b,
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b.iter()).all(|(a, b)| equal(a, b))
        }
        (Value::Hash(a), Value::Hash(b)) => {
            a.len() == b.len()
                && a.pairs().iter().all(|(key, value)| b.get(key).is_some_and(|other| equal(value, other)))
        }
        _ => a.is_same(b),
    }
}

/// The integer part of a float; `None` if it needs more than 126 bits.
#[expect(clippy::cast_possible_truncation, reason = "bounded before")]
pub(super) fn truncated(number: f64) -> Option<i128> {
    (number.is_finite() && number.abs() < 126_f64.exp2()).then_some(number as i128)
}

/// The lines of a text at which `^` and `$` match.
pub(super) fn lines(text: &str) -> impl Iterator<Item = &str> {
    // An empty text is one line, but there is no line after the last line break.
    let empty_line = if text.is_empty() { Some("") } else { None };
    empty_line.into_iter().chain(text.split_terminator('\n'))
}

/// Whether a line consists of digits, as in `/^\d+$/`.
pub(super) fn has_digit_line(text: &str) -> bool {
    lines(text).any(are_digits)
}

/// Whether a text consists of digits.
pub(super) fn are_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether Ruby skips a character around a number.
pub(super) fn is_space(c: char) -> bool {
    matches!(c, ' ' | '\t'..='\r')
}

/// The words of a text, as Ruby's `split` without a separator and `%w` return them.
pub(crate) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(is_space).filter(|word| !word.is_empty())
}

/// Ruby's `to_i` of a value; `None` if its class does not have this method.
pub(super) fn to_i(value: &Value) -> Result<Option<i128>, HostError> {
    let too_large =
        || HostError::new("this number is too large: numbers of more than 126 bits cannot be converted");
    Ok(match value {
        Value::Undef => Some(0),
        Value::Integer(number) => Some(i128::from(*number)),
        Value::Float(number) => Some(truncated(*number).ok_or_else(too_large)?),
        Value::String(text) => Some(text_to_i(text).ok_or_else(too_large)?),
        Value::BigInteger(_) => return Err(too_large()),
        _ => None,
    })
}

/// Ruby's `to_i` of a text; `None` if it needs more than 128 bits.
pub(crate) fn text_to_i(text: &str) -> Option<i128> {
    leading_integer(text).parse().ok()
}

/// The integer of any size that Ruby's `to_i` reads at the start of a text, in decimal digits without leading zeros.
pub(super) fn leading_integer(text: &str) -> String {
    let text = text.trim_start_matches(is_space);
    let sign = if text.starts_with('-') { "-" } else { "" };
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let digits = leading_digits(unsigned).replace('_', "");
    let digits = digits.trim_start_matches('0');
    if digits.is_empty() { "0".to_owned() } else { format!("{sign}{digits}") }
}

/// The digits at the start of a text; single underscores may separate them.
fn leading_digits(text: &str) -> &str {
    let bytes = text.as_bytes();
    let mut end = 0;
    while let Some(byte) = bytes.get(end) {
        let separates = *byte == b'_' && end > 0 && bytes.get(end + 1).is_some_and(u8::is_ascii_digit);
        if !byte.is_ascii_digit() && !separates {
            break;
        }
        end += 1;
    }
    &text[..end]
}

/// Ruby's `to_f` of a text.
pub(super) fn text_to_f(text: &str) -> f64 {
    let text = text.trim_start_matches(is_space);
    let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
    let sign = if text.starts_with('-') { -1.0 } else { 1.0 };
    let integer_digits = leading_digits(unsigned);
    let mut number = integer_digits.to_owned();
    let mut remaining = &unsigned[integer_digits.len()..];
    if let Some(after_point) = remaining.strip_prefix('.') {
        let fraction = leading_digits(after_point);
        if !fraction.is_empty() {
            number.push('.');
            number.push_str(fraction);
            remaining = &after_point[fraction.len()..];
        }
    }
    if number.is_empty() {
        return sign * 0.0;
    }
    if let Some(exponent) = remaining.strip_prefix(['e', 'E']) {
        let unsigned_exponent = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
        let digits = leading_digits(unsigned_exponent);
        if !digits.is_empty() {
            let exponent_sign = &exponent[..exponent.len() - unsigned_exponent.len()];
            number.push('e');
            number.push_str(exponent_sign);
            number.push_str(digits);
        }
    }
    sign * number.replace('_', "").parse::<f64>().unwrap_or(0.0)
}

/// Ruby's `Integer(text)`; numbers of more than 128 bits are invalid.
pub(super) fn integer(text: &str) -> Option<i128> {
    let text = text.trim_matches(is_space);
    let (sign, digits) = match text.strip_prefix('-') {
        Some(unsigned) => ("-", unsigned),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let lower = digits.to_ascii_lowercase();
    let (radix, digits) = match lower.as_bytes() {
        [b'0', b'x', ..] => (16, &lower[2..]),
        [b'0', b'b', ..] => (2, &lower[2..]),
        [b'0', b'o', ..] => (8, &lower[2..]),
        [b'0', b'd', ..] => (10, &lower[2..]),
        // As in Ruby, digits after a zero are octal.
        [b'0', _, ..] => (8, lower[1..].strip_prefix('_').unwrap_or(&lower[1..])),
        _ => (10, &*lower),
    };
    // A separator must be between digits. An empty text has one empty part, so it is invalid too.
    let is_valid = digits.split('_').all(|part| !part.is_empty() && part.chars().all(|c| c.is_digit(radix)));
    if !is_valid {
        return None;
    }
    let without_separators = format!("{sign}{}", digits.replace('_', ""));
    i128::from_str_radix(&without_separators, radix).ok()
}

/// The values of an array and of all arrays in it.
pub(super) fn flat(values: &[Value]) -> Vec<Value> {
    let mut flat = Vec::new();
    flatten_into(values, &mut flat);
    flat
}

/// Adds the values of an array and of all arrays in it.
fn flatten_into(values: &[Value], flat: &mut Vec<Value>) {
    for value in values {
        match value {
            Value::Array(inner) => flatten_into(inner, flat),
            other => flat.push(other.clone()),
        }
    }
}

/// Ruby's `join`: nested arrays are joined with the same separator.
pub(super) fn joined(values: &[Value], separator: &str) -> String {
    let texts: Vec<String> = values
        .iter()
        .map(|value| match value {
            Value::Array(inner) => joined(inner, separator),
            other => other.to_ruby_text(),
        })
        .collect();
    texts.join(separator)
}

/// A number as an integer of Puppet's language, which has 64 bits; Ruby's integers may be larger.
pub(super) fn in_64_bits(name: &str, number: Option<i128>) -> Result<i64, HostError> {
    let small_number = number.and_then(|number| i64::try_from(number).ok());
    small_number.ok_or_else(|| HostError::new(format!("`{name}` supports only numbers of at most 64 bits")))
}
