//! Converts scalars of a tree to data values. This is stricter than in XMI, because a tree distinguishes strings from
//! numbers.
//!
//! This module does not parse enumerations: their literals belong to the data type.

use super::source::Token;
use crate::ecore::data::ParsedValue;
use crate::ecore::{DataKind, DataType, data, date};
use crate::json_text::{is_non_finite, is_number};
use std::borrow::Cow;

/// Describes the values of a data type in a tree, for messages.
pub fn expectation(kind: DataKind) -> &'static str {
    match kind {
        DataKind::Float { .. } | DataKind::Double { .. } => {
            "a number, \"NaN\", \"Infinity\" or \"-Infinity\""
        }
        DataKind::Char { .. } => "a string of one character or the number of its code",
        DataKind::String | DataKind::Other | DataKind::Opaque | DataKind::Unknown => "a string",
        DataKind::BigDecimal => "a number",
        DataKind::Date => "a date such as 2026-11-23 or 2026-11-23T10:00:00Z",
        other => other.expectation(),
    }
}

/// The decimal digits of an integer in any form that JSON allows: `1000` for `1e3`, `2` for `2.0`; `None` if the number
/// has a fraction or an unreasonable number of digits.
pub(super) fn integer_digits(text: &str) -> Option<Cow<'_, str>> {
    if text.bytes().all(|b| b.is_ascii_digit() || b == b'-') {
        return Some(Cow::Borrowed(text));
    }
    // A few characters such as `1e999999999` must not fill the memory.
    const MAX_ZEROS: i64 = 10_000;
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (sign, magnitude) = match mantissa.strip_prefix('-') {
        Some(magnitude) => ("-", magnitude),
        None => ("", mantissa),
    };
    let (before_point, after_point) = magnitude.split_once('.').unwrap_or((magnitude, ""));
    // Zeros at the end do not matter: `2.0` is an integer.
    let fraction_digits = after_point.trim_end_matches('0');
    let all_digits = format!("{before_point}{fraction_digits}");
    let digits = all_digits.trim_start_matches('0');
    if digits.is_empty() {
        return Some(Cow::Borrowed("0"));
    }
    // The number is `digits` times this power of ten.
    let power = exponent.parse::<i64>().ok()? - i64::try_from(fraction_digits.len()).ok()?;
    if power >= 0 {
        let zeros = usize::try_from(power).ok().filter(|_| power <= MAX_ZEROS)?;
        return Some(Cow::Owned(format!("{sign}{digits}{}", "0".repeat(zeros))));
    }
    // A negative power moves the point to the left: the digits after it must be zeros, as in `100e-2`.
    let integer_len = digits.len().checked_sub(usize::try_from(-power).ok()?)?;
    let (integer, fraction) = digits.split_at_checked(integer_len)?;
    let is_exact = !integer.is_empty() && fraction.bytes().all(|b| b == b'0');
    is_exact.then(|| Cow::Owned(format!("{sign}{integer}")))
}

/// Parses a scalar of the tree as a value of a data type that is not an enumeration; dates and bytes are parsed as
/// leniently as in EMF.
pub(super) fn scalar<'d>(data_type: &DataType, token: &'d Token<'_>) -> Option<ParsedValue<'d>> {
    let kind = data_type.kind;
    match (token, kind) {
        (Token::String(text), DataKind::String | DataKind::Other) => data_type.parse(text),
        // The number is parsed by the rules of its data type: decimals of XML Schema lose their exponent.
        (Token::Number(digits), DataKind::BigDecimal) => data_type.parse(digits),
        (Token::String(text), _) => string(kind, text),
        (Token::Number(digits), _) => number(kind, digits),
        (Token::True, DataKind::Boolean { .. }) => Some(ParsedValue::Bool(true)),
        (Token::False, DataKind::Boolean { .. }) => Some(ParsedValue::Bool(false)),
        _ => None,
    }
}

/// Parses a scalar of the plain dialect as a value of a data type that is not an enumeration. Returns `None` if the
/// scalar is no such value, or if reading it could report a problem.
pub fn certain_scalar<'d>(data_type: &DataType, token: &'d Token<'_>) -> Option<ParsedValue<'d>> {
    match (token, data_type.kind) {
        (Token::String(text), DataKind::Date) => {
            let is_certain = data::is_exact_date(text) && !date::has_lost_digits(text);
            is_certain.then(|| data::parse(DataKind::Date, text)).flatten()
        }
        (Token::String(text), DataKind::Bytes) => data_type.parse(text).filter(|_| data_type.is_exact(text)),
        _ => scalar(data_type, token),
    }
}

/// The token of a key in the short form of a map. Each integer has only one spelling, so that no two keys are the same
/// value.
pub fn key_token(kind: DataKind, key: Cow<'_, str>) -> Option<Token<'_>> {
    match kind {
        DataKind::Integer { .. } | DataKind::BigInteger => {
            let digits = key.strip_prefix('-').unwrap_or(&key);
            let is_plain = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
            // `-0` is excluded, too: there is only one zero among integers.
            let is_shortest = !digits.starts_with('0') || &*key == "0";
            (is_plain && is_shortest).then_some(Token::Number(key))
        }
        DataKind::Boolean { .. } => match &*key {
            "true" => Some(Token::True),
            "false" => Some(Token::False),
            _ => None,
        },
        _ => Some(Token::String(key)),
    }
}

/// Parses a number of the tree as a value of any data type except an enumeration.
pub fn number(kind: DataKind, text: &str) -> Option<ParsedValue<'_>> {
    match kind {
        DataKind::Float { .. } => {
            // A number beyond the range would be read as infinity, which is another value.
            text.parse::<f32>().ok().filter(|v| v.is_finite()).map(ParsedValue::Float)
        }
        DataKind::Double { .. } => {
            text.parse::<f64>().ok().filter(|v| v.is_finite()).map(ParsedValue::Double)
        }
        DataKind::Char { .. } => integer_digits(text)?.parse::<u16>().ok().map(ParsedValue::Char),
        // `integer_digits` may create new digits, which a value must not borrow, because this function drops them.
        DataKind::Integer { .. } => match integer_digits(text)? {
            Cow::Borrowed(digits) => data::parse(kind, digits),
            Cow::Owned(digits) => match data::parse(kind, &digits)? {
                ParsedValue::Int(value) => Some(ParsedValue::Int(value)),
                _ => None,
            },
        },
        DataKind::BigInteger => match integer_digits(text)? {
            Cow::Borrowed(digits) => data::parse(kind, digits),
            Cow::Owned(digits) => match data::parse(kind, &digits)? {
                ParsedValue::Lexical(value) => Some(ParsedValue::Lexical(Cow::Owned(value.into_owned()))),
                _ => None,
            },
        },
        DataKind::BigDecimal => data::parse(kind, text),
        _ => None,
    }
}

/// Parses a string of the tree as a value of any data type except an enumeration.
pub fn string(kind: DataKind, text: &str) -> Option<ParsedValue<'_>> {
    match kind {
        DataKind::Float { .. } | DataKind::Double { .. } if !is_non_finite(text) => None,
        DataKind::Char { .. } => {
            let mut units = text.encode_utf16();
            match (units.next(), units.next()) {
                (Some(only_unit), None) => Some(ParsedValue::Char(only_unit)),
                _ => None,
            }
        }
        DataKind::Float { .. }
        | DataKind::Double { .. }
        | DataKind::String
        | DataKind::Other
        | DataKind::Unknown
        | DataKind::Date
        | DataKind::Bytes => data::parse(kind, text),
        // Other programs write numbers of any size as strings, because most readers of JSON would round them.
        DataKind::BigInteger if is_number(text) && text != "-0" && !text.contains(['.', 'e', 'E']) => {
            number(kind, text)
        }
        DataKind::BigDecimal if is_number(text) => number(kind, text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::integer_digits;

    #[test]
    fn integers_are_recognised_in_any_form() {
        for (text, expected) in [
            ("12", Some("12")),
            ("1e3", Some("1000")),
            ("2.0", Some("2")),
            ("-1.50e1", Some("-15")),
            ("100e-2", Some("1")),
            ("0.000", Some("0")),
            ("1.5", None),
            ("1e-1", None),
            ("1e999999999999", None),
        ] {
            assert_eq!(integer_digits(text).as_deref(), expected, "{text}");
        }
    }
}
