//! The spellings of Java's `BigInteger` and `BigDecimal`.
//!
//! Invariant: a text that is already as `toString` writes it is not copied. This file does not know data types.

use std::borrow::Cow;
use std::fmt::Write as _;

/// Formats an integer as `BigInteger.toString` does; `None` if the text is not an integer.
pub(super) fn canonical_big_integer(text: &str) -> Option<Cow<'_, str>> {
    let (is_negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let significant = digits.trim_start_matches('0');
    Some(match (significant, is_negative) {
        // Integers have no negative zero.
        ("", _) => Cow::Borrowed("0"),
        (significant, false) => Cow::Borrowed(significant),
        (significant, true) if significant.len() + 1 == text.len() => Cow::Borrowed(text),
        (significant, true) => Cow::Owned(format!("-{significant}")),
    })
}

/// Formats a number as `BigDecimal.toString` does: unscaled digits and scale, in scientific notation only if
/// Java uses it.
pub(super) fn canonical_big_decimal(text: &str) -> Option<Cow<'_, str>> {
    // Nearly all numbers already have this form.
    if is_plain_decimal(text) { Some(Cow::Borrowed(text)) } else { format_big_decimal(text) }
}

/// Whether a text is certainly a decimal as `BigDecimal.toString` writes it, without an exponent. It is false for some
/// small numbers that have this form.
fn is_plain_decimal(text: &str) -> bool {
    let unsigned = text.strip_prefix('-').unwrap_or(text).as_bytes();
    let whole_length = unsigned.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let fraction = match &unsigned[whole_length..] {
        [] => &[][..],
        [b'.', fraction @ ..] if !fraction.is_empty() => fraction,
        _ => return false,
    };
    let has_canonical_start = match &unsigned[..whole_length] {
        [] => false,
        // If zeros follow the point, Java may write an exponent, which `format_big_decimal` determines.
        [b'0'] => matches!(fraction, [b'1'..=b'9', ..]) || text == "0",
        [first, ..] => *first != b'0',
    };
    has_canonical_start && fraction.iter().all(u8::is_ascii_digit)
}

/// Parses a decimal and formats it as `BigDecimal.toString` does.
fn format_big_decimal(text: &str) -> Option<Cow<'_, str>> {
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        // `BigDecimal` rejects an exponent of more than 32 bits.
        Some((mantissa, exponent)) => (mantissa, exponent.parse::<i32>().ok()?),
        None => (text, 0),
    };
    let (is_negative, unsigned) = match mantissa.strip_prefix('-') {
        Some(unsigned) => (true, unsigned),
        None => (false, mantissa.strip_prefix('+').unwrap_or(mantissa)),
    };
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    if whole.len() + fraction.len() == 0
        || !(whole.bytes().chain(fraction.bytes())).all(|b| b.is_ascii_digit())
    {
        return None;
    }
    let all_digits = format!("{whole}{fraction}");
    let digits = match all_digits.trim_start_matches('0') {
        "" => "0",
        significant => significant,
    };
    // In 64 bits, because the difference of two numbers of 32 bits may exceed 32 bits.
    let scale = i64::try_from(fraction.len()).ok()? - i64::from(exponent);
    let mut out = String::from(if is_negative && digits != "0" { "-" } else { "" });
    push_decimal(digits, scale, &mut out)?;
    Some(if out == text { Cow::Borrowed(text) } else { Cow::Owned(out) })
}

/// Appends digits, of which `scale` are after the point, as `BigDecimal.toString` does. `None` if a number of digits
/// exceeds its integer type.
fn push_decimal(digits: &str, scale: i64, out: &mut String) -> Option<()> {
    let count = i64::try_from(digits.len()).ok()?;
    // The exponent if there is one digit before the point.
    let exponent = count - 1 - scale;
    if scale == 0 {
        out.push_str(digits);
    // The condition that `BigDecimal.toString` documents for plain notation.
    } else if scale > 0 && exponent >= -6 {
        // The number of digits before the point. If it is negative, zeros follow the point before the digits.
        let whole_digits = count - scale;
        if let Ok(point) = usize::try_from(whole_digits) {
            let point = point.min(digits.len());
            out.push_str(if point == 0 { "0" } else { &digits[..point] });
            out.push('.');
            out.push_str(&digits[point..]);
        } else {
            out.push_str("0.");
            out.extend(std::iter::repeat_n('0', usize::try_from(-whole_digits).ok()?));
            out.push_str(digits);
        }
    } else {
        out.push_str(&digits[..1]);
        if digits.len() > 1 {
            out.push('.');
            out.push_str(&digits[1..]);
        }
        let _ = write!(out, "E{exponent:+}");
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::{format_big_decimal, is_plain_decimal};

    #[test]
    fn plain_decimals_are_those_that_java_writes() {
        let parts = ["", "0", "00", "1", "10", "05", "7000000", "0000001", "000000", "e2", "E+2", "-"];
        let mut count = 0;
        for sign in ["", "-", "+"] {
            for whole in parts {
                for rest in parts.iter().flat_map(|part| [format!(".{part}"), (*part).to_owned()]) {
                    let text = format!("{sign}{whole}{rest}");
                    if is_plain_decimal(&text) {
                        assert_eq!(format_big_decimal(&text).as_deref(), Some(&*text));
                        count += 1;
                    }
                }
            }
        }
        assert!(count > 40, "{count}");
        for other in ["-0", "0.0", "00", "1.", ".5", "+1", "1e2", "", "-", "0.01"] {
            assert!(!is_plain_decimal(other), "{other}");
        }
    }
}
