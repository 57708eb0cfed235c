//! Numbers: parsing, comparison and formatting.

use super::value::Value;
use std::cmp::Ordering;

/// A number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Number {
    Integer(i64),
    Float(f64),
}

impl Number {
    /// The number that a value is; `None` if it is not a number.
    pub(super) fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Integer(n) => Some(Self::Integer(*n)),
            Value::Float(n) => Some(Self::Float(*n)),
            _ => None,
        }
    }

    /// The number as a float; a large integer is rounded.
    #[expect(clippy::cast_precision_loss, reason = "Puppet rounds as well")]
    pub(super) fn float(self) -> f64 {
        match self {
            Self::Integer(n) => n as f64,
            Self::Float(n) => n,
        }
    }

    /// The number as a value.
    pub(super) fn value(self) -> Value {
        match self {
            Self::Integer(n) => Value::Integer(n),
            Self::Float(n) => Value::Float(n),
        }
    }

    /// Compares exactly, even an integer with a float that cannot represent the integer. `None` for NaN.
    pub(super) fn compare(self, other: Self) -> Option<Ordering> {
        match (self, other) {
            (Self::Integer(a), Self::Integer(b)) => Some(a.cmp(&b)),
            (Self::Float(a), Self::Float(b)) => a.partial_cmp(&b),
            (Self::Integer(a), Self::Float(b)) => compare_mixed(a, b),
            (Self::Float(a), Self::Integer(b)) => compare_mixed(b, a).map(Ordering::reverse),
        }
    }
}

/// The order of an integer and a float; `None` for NaN.
#[expect(clippy::cast_possible_truncation, reason = "bounded before")]
fn compare_mixed(a: i64, b: f64) -> Option<Ordering> {
    // 2^63, the smallest float above all integers. Comparing as floats would be wrong, because it would round large
    // integers.
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    if b.is_nan() {
        return None;
    }
    if b >= LIMIT {
        return Some(Ordering::Less);
    }
    if b < -LIMIT {
        return Some(Ordering::Greater);
    }
    let integer_part = b.trunc();
    let fraction = b - integer_part;
    match a.cmp(&(integer_part as i64)) {
        // The fraction has the sign of the float: 1 is less than 1.5, and -1 is greater than -1.5.
        Ordering::Equal => 0.0_f64.partial_cmp(&fraction),
        order => Some(order),
    }
}

/// The integer part of a float; `None` if it needs more than 64 bits.
#[expect(clippy::cast_possible_truncation, reason = "bounded before")]
pub(super) fn truncated(n: f64) -> Option<i64> {
    // 2^63, the smallest float above all integers.
    const LIMIT: f64 = 9_223_372_036_854_775_808.0;
    (n.is_finite() && n.abs() < LIMIT).then_some(n as i64)
}

/// Converts a text to a number: decimal, hexadecimal, octal, or a float. `None` if Puppet does not convert the text.
pub(super) fn from_text(text: &str) -> Option<Number> {
    let text = text.strip_prefix("::").unwrap_or(text).trim_matches(is_blank);
    let (is_negative, digits) = match text.strip_prefix(['-', '+']) {
        Some(unsigned) => (text.starts_with('-'), unsigned.trim_start_matches(is_blank)),
        None => (false, text),
    };
    if digits.starts_with(|c: char| !c.is_ascii_digit()) || digits.is_empty() {
        return None;
    }
    if let Some(hexadecimal_digits) = digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        return parse_digits(hexadecimal_digits, 16, is_negative).map(Number::Integer);
    }
    if digits.bytes().all(|b| b.is_ascii_digit()) {
        // As in Puppet, digits after a leading zero are octal.
        let is_octal = digits.len() > 1 && digits.starts_with('0');
        return parse_digits(digits, if is_octal { 8 } else { 10 }, is_negative).map(Number::Integer);
    }
    if !is_float(digits) {
        return None;
    }
    // Puppet rejects a float with an exponent whose mantissa is zero.
    let mantissa = digits.split(['e', 'E']).next().unwrap_or(digits);
    if mantissa.len() < digits.len() && mantissa.bytes().all(|b| b == b'0' || b == b'.') {
        return None;
    }
    let magnitude: f64 = digits.parse().ok()?;
    if !magnitude.is_finite() {
        return None;
    }
    Some(Number::Float(if is_negative { -magnitude } else { magnitude }))
}

/// Whether Puppet ignores a character around a number.
fn is_blank(c: char) -> bool {
    c == ' ' || c == '\t' || (c.is_whitespace() && !c.is_control())
}

/// Whether a text is a number such as `12`, `1.5` or `1e-5`: digits, an optional fraction, and an optional exponent
/// without a plus sign.
pub(super) fn is_float(text: &str) -> bool {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let is_valid_mantissa = match mantissa.split_once('.') {
        Some((whole, fraction)) => are_digits(whole) && are_digits(fraction),
        None => are_digits(mantissa),
    };
    is_valid_mantissa && exponent.is_none_or(|e| are_digits(e.strip_prefix('-').unwrap_or(e)))
}

/// Whether a text consists of decimal digits, and is not empty.
fn are_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

/// Converts digits in a base; the sign was read before. `None` if these are not digits, or the number needs more than
/// 64 bits.
pub(super) fn parse_digits(digits: &str, radix: u32, is_negative: bool) -> Option<i64> {
    // `from_str_radix` would accept a second sign.
    if digits.starts_with(['+', '-']) {
        return None;
    }
    // 128 bits, because the smallest 64-bit integer has no positive counterpart.
    let magnitude = i128::from_str_radix(digits, radix).ok()?;
    i64::try_from(if is_negative { -magnitude } else { magnitude }).ok()
}

/// A float in its shortest form, as Ruby's `to_s` writes it: with an exponent if it is very small or large.
#[must_use]
pub fn float_text(n: f64) -> String {
    if n.is_nan() {
        return "NaN".to_owned();
    }
    if n.is_infinite() {
        return if n > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    let scientific = format!("{n:e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let mantissa = with_even_end(mantissa, n);
    // Ruby writes an exponent for numbers below 0.0001, and for numbers from 1e15 on that have no fraction. A number
    // between 1e15 and 1e16 with a fraction has 17 digits.
    let is_plain = match exponent {
        -4..15 => true,
        15 => mantissa.bytes().filter(u8::is_ascii_digit).count() == 17,
        _ => false,
    };
    if n == 0.0 || is_plain {
        let mut decimal = format!("{n}");
        if !decimal.contains('.') {
            return format!("{decimal}.0");
        }
        // The last of the shortest digits may differ between Rust and Ruby; see `with_even_end`.
        decimal.pop();
        decimal.extend(mantissa.chars().last());
        return decimal;
    }
    let point = if mantissa.contains('.') { "" } else { ".0" };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{mantissa}{point}e{sign}{:02}", exponent.abs())
}

/// The shortest digits of a number, whose mantissa Rust writes as `mantissa`. Both Rust and Ruby write the fewest digits
/// that are read as the same number. If the exact value is halfway between two such texts, as …25 is between …2 and …3,
/// Rust rounds up, and Ruby takes the even digit, as this function does.
fn with_even_end(mantissa: &str, n: f64) -> String {
    let exact = format!("{n:.60e}");
    let (digits, exponent) = exact.split_once('e').unwrap_or((&exact, "0"));
    let is_halfway = digits
        .get(mantissa.len()..)
        .and_then(|further_digits| further_digits.strip_prefix('5'))
        .is_some_and(|after_five| after_five.bytes().all(|b| b == b'0'));
    // Rust has rounded the mantissa up; the other text has the exact digits up to the same length.
    match digits.get(..mantissa.len()) {
        Some(lower) if is_halfway && has_even_end(lower) && !has_even_end(mantissa) => {
            let is_same = format!("{lower}e{exponent}").parse() == Ok(n);
            if is_same { lower.to_owned() } else { mantissa.to_owned() }
        }
        _ => mantissa.to_owned(),
    }
}

/// Whether digits end with an even one.
fn has_even_end(text: &str) -> bool {
    text.ends_with(['0', '2', '4', '6', '8'])
}

/// The quotient and the remainder of a division that rounds down; the remainder has the sign of the divisor.
pub(super) fn div_rem_floor(a: i128, b: i128) -> (i128, i128) {
    let (quotient, remainder) = (a / b, a % b);
    if remainder != 0 && (remainder < 0) != (b < 0) {
        (quotient - 1, remainder + b)
    } else {
        (quotient, remainder)
    }
}

/// Formats a number like [`float_text`], but without the plus sign of the exponent, so that it is a valid literal.
pub(super) fn float_literal(n: f64) -> String {
    float_text(n).replace('+', "")
}
