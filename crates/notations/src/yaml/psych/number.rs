//! The patterns of integers and floats, including sexagesimal ones.
//!
//! This module does not know which other patterns take precedence.

use super::scan::{Scan, is_space, join_digits};
use super::{ReadResult, Rejection};
use crate::yaml::integer;
use crate::yaml::scalar::Scalar;

/// The number that a text represents, if a pattern matches; Ruby rejects some of the matching texts.
pub(super) fn number(text: &str) -> Option<ReadResult<Scalar>> {
    // The order of Psych's patterns.
    sexagesimal(text).or_else(|| float(text)).or_else(|| integer(text))
}

/// A condition that accepts digits and some further bytes.
fn is_digit_or(extra: &'static [u8]) -> impl Fn(u8) -> bool {
    move |byte| byte.is_ascii_digit() || extra.contains(&byte)
}

/// The rejection of an integer with too many digits.
fn too_long() -> Rejection {
    Rejection::Limit(format!(
        "expected an integer of at most {} digits, found a longer one",
        integer::MAX_DIGITS
    ))
}

/// `h:m` or `h:m:s`; the factors of the parts are 3600, 60 and 1, even if there are only two parts.
fn sexagesimal(text: &str) -> Option<ReadResult<Scalar>> {
    let mut scan = Scan::new(text);
    let is_negative = scan.take_one_of(b"+-") == Some(b'-');
    let hour_digits = scan.take_run(1, usize::MAX, is_digit_or(b"_"))?;
    // The pattern requires a digit at the start.
    if hour_digits.starts_with('_') {
        return None;
    }
    let mut parts = Vec::new();
    while parts.len() < 2 && scan.take_one_of(b":").is_some() {
        let part = scan.take_digits(1, 2)?;
        // Both have two digits, so comparing the texts is the same as comparing the numbers.
        if part.len() == 2 && part > "59" {
            return None;
        }
        parts.push(part);
    }
    if parts.is_empty() {
        return None;
    }
    if scan.is_done() {
        // Psych computes `60 ** (index - 2).abs`, so the unit of a part is the same with two parts and with three.
        let mut seconds = 0;
        for (part, unit) in parts.iter().zip([60, 1]) {
            seconds += part.parse::<u32>().ok()? * unit;
        }
        return Some(
            integer::sexagesimal(is_negative, &join_digits(hour_digits), seconds).ok_or_else(too_long),
        );
    }
    scan.take_one_of(b".")?;
    // `to_f` and `to_i` read up to the first `_` that is not between digits.
    let fraction = join_digits(scan.take_run(0, usize::MAX, is_digit_or(b"_"))?);
    if !scan.is_done() {
        return None;
    }
    // The fraction belongs to the last part.
    let last_part = parts.pop()?;
    // A zero is appended, because the fraction may be empty.
    let last_part: f64 = format!("{last_part}.{fraction}0").parse().ok()?;
    let hours: f64 = join_digits(hour_digits).parse().ok()?;
    // The sign belongs to the first part, because Psych adds up the parts that it splits at `:`.
    let signed_hours = if is_negative { -hours } else { hours };
    let mut sum = signed_hours * 3600.0;
    let mut units = [60.0, 1.0].into_iter();
    for part in &parts {
        sum += part.parse::<f64>().ok()? * units.next()?;
    }
    Some(Ok(Scalar::Float(sum + last_part * units.next()?)))
}

/// The float that a text represents: digits with `_` and `,`, a point, digits, and an exponent with its sign. `None` if
/// Psych does not recognize the text as a float.
fn float(text: &str) -> Option<ReadResult<Scalar>> {
    let mut scan = Scan::new(text);
    let sign = scan.take_one_of(b"+-");
    let whole = scan.take_run(0, usize::MAX, is_digit_or(b"_,"))?;
    if whole.starts_with(['_', ',']) {
        return None;
    }
    scan.take_one_of(b".")?;
    let fraction = scan.take_digits(0, usize::MAX)?;
    let mut exponent = String::new();
    if scan.take_one_of(b"eE").is_some() {
        exponent = format!("e{}{}", char::from(scan.take_one_of(b"+-")?), scan.take_digits(1, usize::MAX)?);
    }
    if !scan.is_done() {
        return None;
    }
    // `.` alone is a string in Psych, but `.e+5` raises an error in `Float`.
    if whole.is_empty() && fraction.is_empty() {
        let message = format!("expected a float, found `{text}`, which Ruby recognizes as one but rejects");
        return Some(if exponent.is_empty() {
            Ok(Scalar::string(text))
        } else {
            Err(Rejection::Value(message))
        });
    }
    // Psych deletes both characters.
    let whole = whole.replace(['_', ','], "");
    let sign = if sign == Some(b'-') { "-" } else { "" };
    let value = format!("{sign}{whole}.{fraction}{exponent}").parse().ok()?;
    Some(Ok(Scalar::Float(value)))
}

/// The integer that a text represents: binary, octal, decimal or hexadecimal digits with `_` and `,`. `None` if Psych
/// does not recognize the text as an integer.
fn integer(text: &str) -> Option<ReadResult<Scalar>> {
    let mut scan = Scan::new(text);
    let is_negative = scan.take_one_of(b"+-") == Some(b'-');
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    // Psych's pattern selects the base, and `Integer` then reads it by the same prefix.
    let (radix, digits) = match unsigned.as_bytes() {
        [b'0', b'b', ..] => (2, unsigned.get(2..)?),
        [b'0', b'x', ..] => (16, unsigned.get(2..)?),
        // A leading zero is octal in YAML 1.1; `08` matches no base and is a string.
        [b'0', _, ..] => (8, unsigned.get(1..)?),
        _ => (10, unsigned),
    };
    let is_legal = if radix == 10 { is_decimal(digits) } else { is_in_radix(digits, radix) };
    if !is_legal {
        return None;
    }
    let digits = digits.replace(['_', ','], "");
    // `0_` is zero in Ruby, but `0x_` raises an error.
    if digits.is_empty() && radix != 8 {
        let message =
            format!("expected an integer, found `{text}`, which Ruby recognizes as one but rejects");
        return Some(Err(Rejection::Value(message)));
    }
    Some(integer::from_digits(is_negative, &digits, radix).ok_or_else(too_long))
}

/// Whether a text consists of digits in a radix, `_` and `,`.
fn is_in_radix(digits: &str, radix: u32) -> bool {
    !digits.is_empty() && digits.chars().all(|c| c.is_digit(radix) || matches!(c, '_' | ','))
}

/// `0`, or digits with single `_` or `,` between them.
fn is_decimal(digits: &str) -> bool {
    let bytes = digits.as_bytes();
    let has_single_separators = bytes.windows(2).all(|pair| !matches!(pair, [b'_' | b',', b'_' | b',']));
    let has_valid_start = matches!(bytes.first(), Some(b'1'..=b'9')) || bytes == b"0";
    let has_valid_end = bytes.last().is_some_and(u8::is_ascii_digit);
    has_valid_start
        && has_valid_end
        && has_single_separators
        && bytes.iter().all(|byte| is_digit_or(b"_,")(*byte))
}

/// The result of Ruby's `Float(text)`. It is stricter than Psych's pattern of floats, except that exponents need no
/// sign.
pub(super) fn strict_float(text: &str) -> Option<f64> {
    // `Float` ignores white space around the number.
    let text = text.trim_matches(|c: char| c.is_ascii() && is_space(c as u8));
    let mut scan = Scan::new(text);
    let is_negative = scan.take_one_of(b"+-") == Some(b'-');
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if let Some(digits) = unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X")) {
        let value = hexadecimal(digits)?;
        return Some(if is_negative { -value } else { value });
    }
    // As in `.5`, there may be no digits before the point.
    let whole = take_digit_group(&mut scan, 0)?;
    let mut out = whole.clone();
    if scan.take_one_of(b".").is_some() {
        out.push('.');
        out.push_str(&take_digit_group(&mut scan, 1)?);
    } else if whole.is_empty() {
        return None;
    }
    if scan.take_one_of(b"eE").is_some() {
        let sign = scan.take_one_of(b"+-").map_or('+', char::from);
        out.push_str(&format!("e{sign}{}", take_digit_group(&mut scan, 1)?));
    }
    let value: f64 = if scan.is_done() { out.parse().ok()? } else { return None };
    Some(if is_negative { -value } else { value })
}

/// Takes digits with single `_` between them, and returns the digits; `None` if there are fewer than `min_len`
/// characters, or other `_`.
fn take_digit_group(scan: &mut Scan<'_>, min_len: usize) -> Option<String> {
    let run = scan.take_run(min_len, usize::MAX, is_digit_or(b"_"))?;
    let has_single_separators = !run.starts_with('_') && !run.ends_with('_') && !run.contains("__");
    if has_single_separators { Some(run.replace('_', "")) } else { None }
}

/// The value of hexadecimal digits with single `_` between them; `None` if the text is no such number.
fn hexadecimal(digits: &str) -> Option<f64> {
    if digits.is_empty() || digits.starts_with('_') || digits.ends_with('_') || digits.contains("__") {
        return None;
    }
    let mut value = 0.0;
    for c in digits.chars().filter(|c| *c != '_') {
        value = value * 16.0 + f64::from(c.to_digit(16)?);
    }
    Some(value)
}
