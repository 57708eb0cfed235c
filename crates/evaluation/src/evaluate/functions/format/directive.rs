//! One directive of a format, and how it formats numbers and texts.

use crate::evaluate::failure::{Stop, failure};

/// The maximum width and the maximum number of digits.
const MAX_WIDTH: usize = 10_000;

/// One `%…` of a format.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Directive {
    /// The flag `+`: a positive number has a sign.
    pub(super) has_plus: bool,
    /// The flag for a space in the place of the sign of a positive number.
    pub(super) has_space: bool,
    /// The flag `-`: the text is on the left of its field.
    pub(super) is_left_aligned: bool,
    /// The flag `0`: a number is padded with zeros.
    pub(super) has_zero: bool,
    /// The flag `#`: an alternate form, such as a prefix of a hexadecimal number.
    pub(super) is_alternate: bool,
    /// Whether the flags contain delimiters.
    pub(super) is_delimited: bool,
    pub(super) width: Option<usize>,
    pub(super) precision: Option<usize>,
    pub(super) letter: char,
}

/// A width or a number of digits; a problem if it is above the maximum.
pub(super) fn checked_width(width: u64) -> Result<usize, Stop> {
    let width = usize::try_from(width).unwrap_or(usize::MAX);
    if width > MAX_WIDTH {
        return Err(failure(format!(
            "a field of {width} characters is too wide; the maximum is {MAX_WIDTH} characters"
        )));
    }
    Ok(width)
}

/// Reads the rest of a number after its first digit, and returns the number; a problem if it is above the maximum of
/// [`checked_width`].
pub(super) fn number_after(characters: &mut std::str::Chars<'_>, first_digit: char) -> Result<usize, Stop> {
    let mut value = u64::from(first_digit.to_digit(10).unwrap_or(0));
    while let Some(digit) = characters.clone().next().and_then(|c| c.to_digit(10)) {
        value = value.saturating_mul(10).saturating_add(u64::from(digit));
        characters.next();
    }
    checked_width(value)
}

/// Writes a text, padded with blanks to the width of the directive.
pub(super) fn pad(text: &str, directive: Directive, out: &mut String) {
    let padding = directive.width.unwrap_or(0).saturating_sub(text.chars().count());
    if directive.is_left_aligned {
        out.push_str(text);
    }
    out.extend(std::iter::repeat_n(' ', padding));
    if !directive.is_left_aligned {
        out.push_str(text);
    }
}

/// The sign of a number, or the character that the flags require in its place.
fn sign(directive: Directive, is_negative: bool) -> &'static str {
    match (is_negative, directive.has_plus, directive.has_space) {
        (true, ..) => "-",
        (_, true, _) => "+",
        (_, _, true) => " ",
        _ => "",
    }
}

/// Writes a number in the width of the directive; spaces precede the sign, but zeros follow the prefix.
fn write_framed(
    directive: Directive,
    sign: &str,
    prefix: &str,
    body: &str,
    allows_zeros: bool,
    out: &mut String,
) {
    let length = sign.len() + prefix.len() + body.len();
    let padding = directive.width.unwrap_or(0).saturating_sub(length);
    let is_filled_with_zeros = allows_zeros && directive.has_zero && !directive.is_left_aligned;
    if !is_filled_with_zeros && !directive.is_left_aligned {
        out.extend(std::iter::repeat_n(' ', padding));
    }
    out.push_str(sign);
    out.push_str(prefix);
    if is_filled_with_zeros {
        out.extend(std::iter::repeat_n('0', padding));
    }
    out.push_str(body);
    if directive.is_left_aligned {
        out.extend(std::iter::repeat_n(' ', padding));
    }
}

/// Writes an integer in the base of the directive's letter.
pub(super) fn format_integer(directive: Directive, n: i64, out: &mut String) {
    let magnitude = n.unsigned_abs();
    let (prefix, body) = match directive.letter {
        'x' => ("0x", format!("{magnitude:x}")),
        'X' => ("0X", format!("{magnitude:X}")),
        'o' => ("0", format!("{magnitude:o}")),
        'b' => ("0b", format!("{magnitude:b}")),
        'B' => ("0B", format!("{magnitude:b}")),
        _ => ("", magnitude.to_string()),
    };
    let has_base = !matches!(directive.letter, 'd' | 'i' | 'u');
    // As in Ruby, a negative number is written with a sign only if a flag reserves space for it; otherwise in two's
    // complement.
    if n < 0 && has_base && !directive.has_plus && !directive.has_space {
        twos_complement(directive, n, prefix, out);
        return;
    }
    let prefix = if directive.is_alternate && magnitude != 0 { prefix } else { "" };
    write_digits(directive, n < 0, prefix, &body, out);
}

/// Writes a decimal number of any size.
pub(super) fn format_decimal(directive: Directive, number: &str, out: &mut String) {
    let (is_negative, digits) = match number.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, number),
    };
    let no_prefix = "";
    write_digits(directive, is_negative, no_prefix, digits, out);
}

/// Writes digits with a sign and a prefix; the precision is the minimum number of digits.
fn write_digits(directive: Directive, is_negative: bool, prefix: &str, digits: &str, out: &mut String) {
    let missing_digits = directive.precision.unwrap_or(0).saturating_sub(digits.len());
    let body = "0".repeat(missing_digits) + digits;
    // With a precision, the zeros are already in the body.
    let allows_zeros = directive.precision.is_none();
    write_framed(directive, sign(directive, is_negative), prefix, &body, allows_zeros, out);
}

/// Writes a negative number in two's complement; `..` represents infinitely many leading digits: `..f5`.
fn twos_complement(directive: Directive, n: i64, prefix: &str, out: &mut String) {
    let (text, digit) = match directive.letter {
        'x' => (format!("{n:x}"), 'f'),
        'X' => (format!("{n:X}"), 'F'),
        // 64 bits are 21 octal digits and 1 bit; that bit is the sign, so it is cut off.
        'o' => (format!("{n:o}").split_off(1), '7'),
        _ => (format!("{n:b}"), '1'),
    };
    let digits = format!("{digit}{}", text.trim_start_matches(digit));
    let prefix = if directive.is_alternate { prefix } else { "" };
    let min_digits = match directive.precision {
        Some(precision) => precision,
        None if directive.has_zero => directive.width.unwrap_or(0).saturating_sub(prefix.len()),
        None => 0,
    };
    // Where other numbers get zeros, the leading digit is repeated, and replaces the dots.
    let missing_digits = min_digits.saturating_sub(digits.len());
    let leading =
        if missing_digits == 0 { "..".to_owned() } else { String::from(digit).repeat(missing_digits) };
    let (no_sign, allows_zeros) = ("", false);
    write_framed(directive, no_sign, prefix, &format!("{leading}{digits}"), allows_zeros, out);
}

/// Writes a float in the notation of the directive's letter.
pub(super) fn floating(directive: Directive, n: f64, out: &mut String) {
    let no_prefix = "";
    if !n.is_finite() {
        let word = if n.is_nan() { "NaN" } else { "Inf" };
        // As in C, words such as `Inf` are never padded with zeros.
        let allows_zeros = false;
        write_framed(directive, sign(directive, n < 0.0), no_prefix, word, allows_zeros, out);
        return;
    }
    let is_negative = n.is_sign_negative();
    let magnitude = n.abs();
    // Without a precision, C writes six digits.
    let precision = directive.precision.unwrap_or(6);
    let mut body = match directive.letter {
        'f' => format!("{magnitude:.precision$}"),
        'e' | 'E' => with_signed_exponent(&format!("{magnitude:.precision$e}")),
        'a' | 'A' => hexadecimal(magnitude, directive.precision),
        _ => in_shorter_notation(magnitude, precision, directive.is_alternate),
    };
    if directive.is_alternate && precision == 0 && !body.contains('.') {
        body.push('.');
    }
    if directive.letter.is_ascii_uppercase() {
        body.make_ascii_uppercase();
    }
    let allows_zeros = true;
    write_framed(directive, sign(directive, is_negative), no_prefix, &body, allows_zeros, out);
}

/// The number of bits after the point of a float of 64 bits.
const FRACTION_BITS: u32 = 52;
/// The number of hexadecimal digits for these bits.
const FRACTION_DIGITS: usize = 13;
/// The exponent in the bits of a float is the power of two plus this offset.
const EXPONENT_OFFSET: i64 = 1023;

/// A float in binary notation: `significand / 2^52 * 2^power`.
#[derive(Clone, Copy)]
struct BinaryNotation {
    /// The digit before the point, followed by the 52 bits after it. The digit is 1, or 0 for the number zero.
    significand: u64,
    power: i64,
}

impl BinaryNotation {
    /// The notation of a number that is finite and not negative.
    fn new(magnitude: f64) -> Self {
        const LEADING_ONE: u64 = 1 << FRACTION_BITS;
        let bits = magnitude.to_bits();
        let exponent = i64::try_from(bits >> FRACTION_BITS).unwrap_or(0);
        let fraction = bits & (LEADING_ONE - 1);
        if exponent != 0 {
            return Self { significand: LEADING_ONE | fraction, power: exponent - EXPONENT_OFFSET };
        }
        if fraction == 0 {
            return Self { significand: 0, power: 0 };
        }
        // A subnormal number has the digit 0 before the point. It is shifted until the digit is 1.
        let (mut significand, mut power) = (fraction, 1 - EXPONENT_OFFSET);
        while significand < LEADING_ONE {
            significand <<= 1;
            power -= 1;
        }
        Self { significand, power }
    }

    /// The number rounded to this number of hexadecimal digits after the point, half to even.
    fn rounded(self, digits: usize) -> Self {
        if digits >= FRACTION_DIGITS {
            return self;
        }
        let dropped_bits = FRACTION_BITS - 4 * u32::try_from(digits).unwrap_or(0);
        let kept = self.significand >> dropped_bits;
        let dropped = self.significand & ((1 << dropped_bits) - 1);
        let half = 1 << (dropped_bits - 1);
        let is_kept_odd = kept & 1 == 1;
        let rounds_up = dropped > half || (dropped == half && is_kept_odd);
        let significand = (kept + u64::from(rounds_up)) << dropped_bits;
        // If rounding up made the digit before the point 2, half of the significand has twice the power.
        if significand >> FRACTION_BITS > 1 {
            return Self { significand: significand >> 1, power: self.power + 1 };
        }
        Self { significand, power: self.power }
    }
}

/// Hexadecimal digits and a power of two, as in C's `%a`: `0x1.8p+1`. The precision is the number of digits after the
/// point; without one, there are as many as the number needs.
fn hexadecimal(magnitude: f64, precision: Option<usize>) -> String {
    let exact = BinaryNotation::new(magnitude);
    let number = precision.map_or(exact, |digits| exact.rounded(digits));
    let first_digit = number.significand >> FRACTION_BITS;
    let fraction = number.significand & ((1 << FRACTION_BITS) - 1);
    let all_digits = format!("{fraction:013x}");
    let digits = match precision {
        Some(precision) => format!("{all_digits:0<precision$.precision$}"),
        None => all_digits.trim_end_matches('0').to_owned(),
    };
    let point = if digits.is_empty() { "" } else { "." };
    let power = number.power;
    format!("0x{first_digit:x}{point}{digits}p{power:+}")
}

/// Rewrites a number in Rust's scientific notation, so that its exponent has a sign and at least two digits.
fn with_signed_exponent(text: &str) -> String {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    format!("{mantissa}e{sign}{digits:0>2}")
}

/// A number in the shorter of two notations, as in C's `%g`: without zeros at the end, unless `keeps_zeros`.
fn in_shorter_notation(magnitude: f64, precision: usize, keeps_zeros: bool) -> String {
    let precision = precision.max(1);
    let scientific = format!("{magnitude:.*e}", precision - 1);
    let (mantissa, power_text) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let power: i64 = power_text.parse().unwrap_or(0);
    let significant_digits = i64::try_from(precision).unwrap_or(i64::MAX);
    let without_zeros = |text: String| {
        if text.contains('.') && !keeps_zeros {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            text
        }
    };
    // C's rule for `%g`: a very small or very large number is in scientific notation.
    if power < -4 || power >= significant_digits {
        return with_signed_exponent(&format!("{}e{power_text}", without_zeros(mantissa.to_owned())));
    }
    let decimals = usize::try_from(significant_digits - 1 - power).unwrap_or(0);
    without_zeros(format!("{magnitude:.decimals$}"))
}
