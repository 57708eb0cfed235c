//! Ruby's `Float(text)`: the number in a text. Invariant: the result is Ruby's, also for underscores between digits and
//! for hexadecimal digits. It does not know which texts Puppet itself converts to numbers.

/// Exponents are limited to this magnitude; a text of several gigabytes would be needed to make up for it.
const MAX_EXPONENT: i64 = 1 << 40;

/// Beyond this power of two, each number is zero or infinite.
const MAX_POWER: i64 = 2_400;

/// The number in a text, as Ruby's `Float(text)` reads it; `None` if Ruby rejects the text.
///
/// White space around the number and underscores between digits are ignored. A hexadecimal number may have a binary
/// exponent, and only with one also a fraction: `0x1.8p3` is 12.0.
#[must_use]
pub fn parse_ruby_float(text: &str) -> Option<f64> {
    let text = text.trim_matches([' ', '\t', '\n', '\x0B', '\x0C', '\r']);
    let (sign, unsigned) = match text.strip_prefix('-') {
        Some(unsigned) => (-1.0, unsigned),
        None => (1.0, text.strip_prefix('+').unwrap_or(text)),
    };
    let Some((before, after)) = unsigned.split_once('_') else {
        return parse_unsigned(unsigned).map(|number| sign * number);
    };
    // Ruby first reads the number before the first underscore, which must be valid by itself. After it, Ruby accepts
    // only one letter, that of an exponent, although `e` may then be a hexadecimal digit.
    parse_unsigned(before)?;
    let mut letters = after.chars().filter(char::is_ascii_alphabetic);
    let has_valid_letters = match letters.next() {
        None => true,
        Some(letter) => matches!(letter, 'e' | 'E' | 'p' | 'P') && letters.next().is_none(),
    };
    if !has_valid_letters || !are_separators_valid(unsigned) {
        return None;
    }
    parse_unsigned(&unsigned.replace('_', "")).map(|number| sign * number)
}

/// Whether each underscore is between two decimal digits.
fn are_separators_valid(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_digit = |index: usize| bytes.get(index).is_some_and(u8::is_ascii_digit);
    text.match_indices('_').all(|(index, _)| index > 0 && is_digit(index - 1) && is_digit(index + 1))
}

/// Whether a text begins as a hexadecimal number.
fn is_hexadecimal(text: &str) -> bool {
    text.starts_with("0x") || text.starts_with("0X")
}

/// A number without sign and underscores.
fn parse_unsigned(text: &str) -> Option<f64> {
    if is_hexadecimal(text) {
        return parse_hexadecimal(&text[2..]);
    }
    let (mantissa, exponent) = match text.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, Some(exponent)),
        None => (text, None),
    };
    let is_mantissa = match mantissa.split_once('.') {
        Some((whole, fraction)) => (whole.is_empty() || are_digits(whole)) && are_digits(fraction),
        None => are_digits(mantissa),
    };
    if !is_mantissa || exponent.is_some_and(|exponent| !are_digits(without_sign(exponent))) {
        return None;
    }
    text.parse().ok()
}

/// A hexadecimal number after its prefix `0x`.
fn parse_hexadecimal(text: &str) -> Option<f64> {
    let (mantissa, exponent) = match text.split_once(['p', 'P']) {
        Some((mantissa, exponent)) => (mantissa, Some(binary_exponent(exponent)?)),
        None => (text, None),
    };
    let (whole, fraction) = match mantissa.split_once('.') {
        // Ruby does not accept a fraction without an exponent.
        Some((whole, fraction)) if exponent.is_some() && !fraction.is_empty() => (whole, fraction),
        Some(_) => return None,
        None => (mantissa, ""),
    };
    let mut digits = whole.bytes().chain(fraction.bytes());
    if whole.is_empty() || !digits.all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    Some(hexadecimal_value(whole, fraction, exponent.unwrap_or(0)))
}

/// The exponent in a text, or a limit beyond which each number is zero or infinite; `None` if the text is not a number.
fn binary_exponent(text: &str) -> Option<i64> {
    let digits = without_sign(text);
    if !are_digits(digits) {
        return None;
    }
    let magnitude = digits.parse().map_or(MAX_EXPONENT, |number: i64| number.min(MAX_EXPONENT));
    Some(if text.starts_with('-') { -magnitude } else { magnitude })
}

/// The value of hexadecimal digits, times two to the power of `exponent`.
fn hexadecimal_value(whole: &str, fraction: &str, exponent: i64) -> f64 {
    let digits = || whole.bytes().chain(fraction.bytes());
    let leading_zeros = digits().take_while(|digit| *digit == b'0').count();
    // As in Ruby, the digits are added from the first to the last, so a sum of more than 53 bits is rounded several
    // times.
    let mut sum = 0.0;
    let mut weight = 1.0;
    for digit in digits().skip(leading_zeros) {
        sum += weight * f64::from(char::from(digit).to_digit(16).unwrap_or(0));
        weight /= 16.0;
    }
    // The first significant digit has the weight 1 in the sum. In the number, it has a power of 16.
    let length = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let first_place = length(whole.len()) - 1 - length(leading_zeros);
    let power = (exponent + 4 * first_place).clamp(-MAX_POWER, MAX_POWER) as f64;
    // In two steps, because two to this power may be infinite or zero although the value is not.
    let half = (power / 2.0).trunc();
    sum * half.exp2() * (power - half).exp2()
}

/// The text after a sign at its start, if it has one.
fn without_sign(text: &str) -> &str {
    text.strip_prefix(['-', '+']).unwrap_or(text)
}

/// Whether a text consists of decimal digits, and is not empty.
fn are_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::parse_ruby_float;

    /// Texts with the numbers that Ruby 3.1 returns for them.
    #[test]
    fn texts_are_read_as_by_ruby() {
        let numbers = [
            (".5", 0.5),
            ("-.5", -0.5),
            (" 5\u{b}\n", 5.0),
            ("0_8", 8.0),
            ("1e5_0", 1e50),
            ("1_0e+0_1", 100.0),
            ("1_0.5_0", 10.5),
            ("1e400", f64::INFINITY),
            ("0x1e5", 485.0),
            ("0x1.8p3", 12.0),
            ("-0x1P2", -4.0),
            ("0x1p-2", 0.25),
            ("0x1_0p+0_1", 32.0),
            ("0x1_0.8_0p1", 33.0),
            ("0xa1_0.1p1", 5152.125),
            ("0x1_1e", 286.0),
            ("0xffffffffffffffffff", 4_722_366_482_869_645_000_000.0),
            ("0xffffffffffffffffffp-80", 0.003_906_25),
            ("0x0.0000000000000000001p0", 1.323_488_980_084_844_3e-23),
            ("0x1p-1074", 5e-324),
            ("0x10p-1078", 5e-324),
            ("0x1p-1080", 0.0),
            ("0x1p99999999999999999999", f64::INFINITY),
        ];
        for (text, number) in numbers {
            assert_eq!(parse_ruby_float(text), Some(number), "{text}");
        }
        let invalid = [
            "",
            "5.",
            "1.e3",
            "1__0",
            "_1",
            "1_",
            "1e_5",
            "1e1.5",
            "1._5",
            "--1",
            "- 1",
            "0b1",
            "00x1",
            "0x",
            "0x_1",
            "0x-1",
            "0x8.",
            "0x1.8",
            "0x.8p1",
            "0x8.p1",
            "0x1p",
            "0x1p1_",
            "0x1_a",
            "0xa_1",
            "0x1_1ee",
            "0x1_1ep1",
            "0x1_0.ap1",
            "0x1.8_0p1",
            "\u{a0}5",
            "5\0",
        ];
        for text in invalid {
            assert_eq!(parse_ruby_float(text), None, "{text}");
        }
    }
}
