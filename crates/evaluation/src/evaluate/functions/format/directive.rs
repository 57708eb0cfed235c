//! One directive of a format, and how it formats numbers and texts.

use crate::evaluate::failure::{Stop, failure};

/// The maximum width and the maximum number of digits.
const WIDEST: usize = 10_000;

/// One `%…` of a format.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Directive {
    pub(super) plus: bool,
    pub(super) space: bool,
    pub(super) left: bool,
    pub(super) zero: bool,
    pub(super) alternate: bool,
    /// Whether the flags contain delimiters.
    pub(super) delimited: bool,
    pub(super) width: Option<usize>,
    pub(super) precision: Option<usize>,
    pub(super) letter: char,
}

pub(super) fn bounded(n: u64) -> Result<usize, Stop> {
    let n = usize::try_from(n).unwrap_or(usize::MAX);
    if n > WIDEST { Err(failure(format!("a field of {n} characters is too wide"))) } else { Ok(n) }
}

pub(super) fn digits(rest: &mut std::str::Chars<'_>, first: char) -> Result<usize, Stop> {
    let mut value = u64::from(first.to_digit(10).unwrap_or(0));
    while let Some(digit) = rest.clone().next().and_then(|c| c.to_digit(10)) {
        value = value.saturating_mul(10).saturating_add(u64::from(digit));
        rest.next();
    }
    bounded(value)
}

pub(super) fn pad(text: &str, directive: Directive, out: &mut String) {
    let fill = directive.width.unwrap_or(0).saturating_sub(text.chars().count());
    if directive.left {
        out.push_str(text);
    }
    out.extend(std::iter::repeat_n(' ', fill));
    if !directive.left {
        out.push_str(text);
    }
}

/// The sign of a number, or the character that the flags require in its place.
fn sign(directive: Directive, is_negative: bool) -> &'static str {
    match (is_negative, directive.plus, directive.space) {
        (true, ..) => "-",
        (_, true, _) => "+",
        (_, _, true) => " ",
        _ => "",
    }
}

/// Writes a number in the width of the directive; spaces precede the sign, but zeros follow the prefix.
fn framed(directive: Directive, sign: &str, prefix: &str, body: &str, allows_zeros: bool, out: &mut String) {
    let length = sign.len() + prefix.len() + body.len();
    let fill = directive.width.unwrap_or(0).saturating_sub(length);
    let is_filled_with_zeros = allows_zeros && directive.zero && !directive.left;
    if !is_filled_with_zeros && !directive.left {
        out.extend(std::iter::repeat_n(' ', fill));
    }
    out.push_str(sign);
    out.push_str(prefix);
    if is_filled_with_zeros {
        out.extend(std::iter::repeat_n('0', fill));
    }
    out.push_str(body);
    if directive.left {
        out.extend(std::iter::repeat_n(' ', fill));
    }
}

pub(super) fn format_integer(directive: Directive, n: i64, out: &mut String) {
    let size = n.unsigned_abs();
    let (prefix, body) = match directive.letter {
        'x' => ("0x", format!("{size:x}")),
        'X' => ("0X", format!("{size:X}")),
        'o' => ("0", format!("{size:o}")),
        'b' => ("0b", format!("{size:b}")),
        'B' => ("0B", format!("{size:b}")),
        _ => ("", size.to_string()),
    };
    let has_base = !matches!(directive.letter, 'd' | 'i' | 'u');
    // As in Ruby, a negative number is written with a sign only if a flag reserves space for it; otherwise in two's
    // complement.
    if n < 0 && has_base && !directive.plus && !directive.space {
        twos_complement(directive, n, prefix, out);
        return;
    }
    let prefix = if directive.alternate && size != 0 { prefix } else { "" };
    write_digits(directive, n < 0, prefix, &body, out);
}

/// Writes a decimal number of any size.
pub(super) fn format_decimal(directive: Directive, number: &str, out: &mut String) {
    let digits = number.strip_prefix('-');
    write_digits(directive, digits.is_some(), "", digits.unwrap_or(number), out);
}

fn write_digits(directive: Directive, is_negative: bool, prefix: &str, digits: &str, out: &mut String) {
    let missing = directive.precision.unwrap_or(0).saturating_sub(digits.len());
    let body = "0".repeat(missing) + digits;
    framed(directive, sign(directive, is_negative), prefix, &body, directive.precision.is_none(), out);
}

/// A negative number in two's complement; `..` represents infinitely many leading digits: `..f5`.
fn twos_complement(directive: Directive, n: i64, prefix: &str, out: &mut String) {
    let (text, digit) = match directive.letter {
        'x' => (format!("{n:x}"), 'f'),
        'X' => (format!("{n:X}"), 'F'),
        // 64 bits are 21 octal digits and 1 bit; that bit is the sign, so it is cut off.
        'o' => (format!("{n:o}").split_off(1), '7'),
        _ => (format!("{n:b}"), '1'),
    };
    let body = format!("{digit}{}", text.trim_start_matches(digit));
    let prefix = if directive.alternate { prefix } else { "" };
    if directive.zero || directive.precision.is_some() {
        let wanted =
            directive.precision.unwrap_or_else(|| directive.width.unwrap_or(0).saturating_sub(prefix.len()));
        let fill = wanted.saturating_sub(body.len());
        let dots = if fill == 0 { ".." } else { "" };
        let body = format!("{dots}{}{body}", String::from(digit).repeat(fill));
        framed(directive, "", prefix, &body, false, out);
        return;
    }
    framed(directive, "", prefix, &format!("..{body}"), false, out);
}

pub(super) fn floating(directive: Directive, n: f64, out: &mut String) {
    if !n.is_finite() {
        let word = if n.is_nan() { "NaN" } else { "Inf" };
        // As in C, words such as `Inf` are never padded with zeros.
        framed(directive, sign(directive, n < 0.0), "", word, false, out);
        return;
    }
    let is_negative = n.is_sign_negative();
    let size = n.abs();
    let precision = directive.precision.unwrap_or(6);
    let mut body = match directive.letter {
        'f' => format!("{size:.precision$}"),
        'e' | 'E' => exponent(&format!("{size:.precision$e}")),
        'a' | 'A' => hexadecimal(size, directive.precision),
        _ => general(size, precision, directive.alternate),
    };
    if directive.alternate && precision == 0 && !body.contains('.') {
        body.push('.');
    }
    if directive.letter.is_ascii_uppercase() {
        body.make_ascii_uppercase();
    }
    framed(directive, sign(directive, is_negative), "", &body, true, out);
}

/// Hexadecimal digits and a power of two: `0x1.8p+1`.
fn hexadecimal(size: f64, precision: Option<usize>) -> String {
    let bits = size.to_bits();
    let (mut power, mut fraction) = (i64::try_from(bits >> 52).unwrap_or(0) - 1023, bits & ((1 << 52) - 1));
    let mut first = 1;
    if power == -1023 {
        (first, power) = (0, if fraction == 0 { 0 } else { -1022 });
        // Subnormal numbers are normalised, so that they start with 1, too.
        while fraction != 0 && first == 0 {
            fraction <<= 1;
            power -= 1;
            (first, fraction) = (fraction >> 52, fraction & ((1 << 52) - 1));
        }
    }
    if let Some(precision) = precision.filter(|precision| *precision < 13) {
        let cut = 52 - 4 * u32::try_from(precision).unwrap_or(0);
        let whole = (first << 52) | fraction;
        let (kept, rest) = (whole >> cut, whole & ((1 << cut) - 1));
        let half = 1 << (cut - 1);
        // Rounds half to even.
        let kept = kept + u64::from(rest > half || (rest == half && kept & 1 == 1));
        (first, fraction) = ((kept << cut) >> 52, (kept << cut) & ((1 << 52) - 1));
        // If rounding carried over into the digit before the point, the power is adjusted.
        if first > 1 {
            (first, power) = (1, power + 1);
        }
    }
    let digits = format!("{fraction:013x}");
    let digits = match precision {
        Some(precision) => format!("{digits:0<precision$.precision$}"),
        None => digits.trim_end_matches('0').to_owned(),
    };
    let point = if digits.is_empty() { "" } else { "." };
    format!("0x{first:x}{point}{digits}p{power:+}")
}

/// An exponent with a sign and at least two digits.
fn exponent(text: &str) -> String {
    let (mantissa, exponent) = text.split_once('e').unwrap_or((text, "0"));
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    format!("{mantissa}e{sign}{digits:0>2}")
}

/// `%g`: without zeros at the end, unless `keeps_zeros`.
fn general(size: f64, precision: usize, keeps_zeros: bool) -> String {
    let precision = precision.max(1);
    let scientific = format!("{size:.*e}", precision - 1);
    let power: i64 = scientific.split_once('e').and_then(|(_, e)| e.parse().ok()).unwrap_or(0);
    let max = i64::try_from(precision).unwrap_or(i64::MAX);
    let cut = |text: String| {
        if text.contains('.') && !keeps_zeros {
            text.trim_end_matches('0').trim_end_matches('.').to_owned()
        } else {
            text
        }
    };
    // C's rule for `%g`.
    if power < -4 || power >= max {
        let (mantissa, power) = scientific.split_once('e').unwrap_or((&scientific, "0"));
        return exponent(&format!("{}e{power}", cut(mantissa.to_owned())));
    }
    let decimals = usize::try_from(max - 1 - power).unwrap_or(0);
    cut(format!("{size:.decimals$}"))
}
