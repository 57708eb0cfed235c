//! Formats floating point numbers like Java 17, digit for digit.
//!
//! Java before version 19 does not always write the shortest digits. It stops with a symmetric test that is slightly
//! too strict below powers of two, writes at least two digits if there is an exponent, and its comparisons are more or
//! less strict, depending on the width of the numbers. The files of EMF contain the resulting digits, so this module
//! follows the steps of `FloatingDecimal` in Java 17. Invariant: the result parses as the same number. This module does
//! not know models.

mod natural;

use natural::Natural;
use std::cmp::Ordering;
use std::num::FpCategory;

/// The number of bits of a double's fraction, without the leading one.
const FRACTION_BITS: i32 = 52;
/// The approximate number of bits of each power of five, indexed by the exponent.
const BITS_OF_POWERS_OF_FIVE: [i32; 27] =
    [0, 3, 5, 7, 10, 12, 14, 17, 19, 21, 24, 26, 28, 31, 33, 35, 38, 40, 42, 45, 47, 49, 52, 54, 56, 59, 61];

/// Appends a number like `Double.toString`.
pub fn format_double(value: f64, out: &mut String) {
    let bits = value.to_bits();
    // A double has eleven bits of exponent above its fraction.
    let fraction = bits & ((1 << FRACTION_BITS) - 1);
    let exponent = i32::try_from(bits >> FRACTION_BITS & 0x7ff).unwrap_or(0);
    let parts = Parts { fraction, exponent, exponent_bias: 1023, fraction_bits: FRACTION_BITS };
    format(value.classify(), value.is_sign_negative(), &parts, out);
}

/// Appends a number like `Float.toString`.
pub fn format_float(value: f32, out: &mut String) {
    let bits = value.to_bits();
    // A float has 23 bits of fraction, and eight bits of exponent.
    let fraction = u64::from(bits & ((1 << 23) - 1));
    let exponent = i32::try_from(bits >> 23 & 0xff).unwrap_or(0);
    let parts = Parts { fraction, exponent, exponent_bias: 127, fraction_bits: 23 };
    format(value.classify(), value.is_sign_negative(), &parts, out);
}

/// Parses Java's hexadecimal form of a number, such as `0x1.8p3`, of up to 64 bits.
pub(super) fn parse_hexadecimal(text: &str) -> Option<f64> {
    // Java ignores white space and control characters around a number, and the suffix of a type.
    let text = text.trim_matches(|c: char| c <= ' ');
    let text = text.strip_suffix(['d', 'D', 'f', 'F']).unwrap_or(text);
    let (is_negative, text) = match text.strip_prefix('-') {
        Some(unsigned) => (true, unsigned),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let text = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X"))?;
    let (digits, power) = text.split_once(['p', 'P'])?;
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let digits = format!("{whole}{fraction}");
    if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
        return None;
    }
    let fraction_bits = i32::try_from(fraction.len()).ok()?.checked_mul(4)?;
    // Beyond these limits, every number is zero or infinite.
    let power = power.parse::<i32>().ok()?.checked_sub(fraction_bits)?.clamp(-3_000, 3_000);
    #[expect(clippy::cast_precision_loss, reason = "rounding to the nearest number is intended")]
    let mantissa = u64::from_str_radix(&digits, 16).ok()? as f64;
    // The number is multiplied in two steps, because a single power may be out of range. Zero is excluded, because zero
    // times infinity is NaN.
    let magnitude =
        if mantissa == 0.0 { 0.0 } else { mantissa * 2f64.powi(power / 2) * 2f64.powi(power - power / 2) };
    Some(if is_negative { -magnitude } else { magnitude })
}

/// The components of a number's bits.
struct Parts {
    fraction: u64,
    exponent: i32,
    exponent_bias: i32,
    fraction_bits: i32,
}

impl Parts {
    /// Returns the normalised number, with its leading one at bit 52.
    fn normalized(&self) -> Binary {
        let shift = FRACTION_BITS - self.fraction_bits;
        if self.exponent > 0 {
            return Binary {
                fraction: (self.fraction | 1 << self.fraction_bits) << shift,
                exponent: self.exponent - self.exponent_bias,
                precision: self.fraction_bits + 1,
            };
        }
        // A subnormal number has no implicit leading one, so the zeros from the bit of that one down to the first one
        // of the fraction are counted.
        let zeros = i32::try_from(self.fraction.leading_zeros()).unwrap_or(0) - (63 - self.fraction_bits);
        Binary {
            fraction: self.fraction << (zeros + shift),
            exponent: 1 - zeros - self.exponent_bias,
            precision: self.fraction_bits + 1 - zeros,
        }
    }
}

/// Appends a number, given its category and its sign; `parts` are used only if it is finite.
fn format(category: FpCategory, is_negative: bool, parts: &Parts, out: &mut String) {
    if category == FpCategory::Nan {
        out.push_str("NaN");
        return;
    }
    if is_negative {
        out.push('-');
    }
    match category {
        FpCategory::Nan => {}
        FpCategory::Infinite => out.push_str("Infinity"),
        FpCategory::Zero => out.push_str("0.0"),
        FpCategory::Subnormal | FpCategory::Normal => parts.normalized().decimal().write(out),
    }
}

/// A positive number: `fraction × 2^(exponent - 52)`, with bit 52 set.
struct Binary {
    fraction: u64,
    exponent: i32,
    /// The number of bits that the type stores for this number, including the leading one.
    precision: i32,
}

impl Binary {
    /// The decimal digits that Java writes.
    fn decimal(&self) -> Decimal {
        let zeros = self.fraction.trailing_zeros().cast_signed();
        let significant = FRACTION_BITS + 1 - zeros;
        let after_point = (significant - self.exponent - 1).max(0);
        // Java converts an integer below 2⁶³ without a quotient.
        if after_point == 0 && self.exponent <= 62 {
            return self.digits_of_integer();
        }
        let scale = Scale::new(self, significant, after_point);
        let fraction = self.fraction >> zeros;
        // The narrow forms are not only faster: they have other results, because Java's comparisons depend on the
        // width.
        if scale.number_bits < 64 && scale.divisor_bits < 64 {
            if scale.number_bits < 32 && scale.divisor_bits < 32 {
                return extract_digits(NarrowRemainder::<i32>::new(fraction, &scale), scale.estimate);
            }
            return extract_digits(NarrowRemainder::<i64>::new(fraction, &scale), scale.estimate);
        }
        extract_digits(WideRemainder::new(fraction, &scale), scale.estimate)
    }

    /// The digits of an integer below 2⁶³, rounded to its precision.
    fn digits_of_integer(&self) -> Decimal {
        let mut number = if self.exponent >= FRACTION_BITS {
            self.fraction << (self.exponent - FRACTION_BITS)
        } else {
            self.fraction >> (FRACTION_BITS - self.exponent)
        };
        // The number of digits that the precision does not determine, as in
        // `FloatingDecimal.insignificantDigitsForPow2`.
        let insignificant_bits = self.exponent - self.precision - 1;
        let insignificant_digits =
            if insignificant_bits > 1 { (1u64 << insignificant_bits).ilog10() } else { 0 };
        if insignificant_digits > 0 {
            let power = 10u64.pow(insignificant_digits);
            let remainder = number % power;
            number = number / power + u64::from(remainder >= power / 2);
        }
        let text = number.to_string();
        let mut decimal = Decimal { digits: [0; 20], len: 0, exponent: insignificant_digits.cast_signed() };
        decimal.exponent += i32::try_from(text.len()).unwrap_or(0);
        for digit in text.trim_end_matches('0').bytes() {
            decimal.push(digit - b'0');
        }
        decimal
    }
}

/// A number as a quotient of two integers, `number` and `divisor`, and half of its distance to the next number, `half`,
/// on the scale of `number`. The exponents of their factors two and five are stored.
struct Scale {
    /// The decimal exponent of the first digit, or one more.
    estimate: i32,
    number_twos: u32,
    number_fives: u32,
    divisor_twos: u32,
    divisor_fives: u32,
    half_twos: u32,
    /// The approximate number of bits of `number`.
    number_bits: i32,
    /// The approximate number of bits of ten times `divisor`.
    divisor_bits: i32,
}

impl Scale {
    /// The scale on which the digits of a number are extracted, as the first steps of `FloatingDecimal.dtoa` determine
    /// it. Without trailing zeros, the number has `significant` bits, of which `after_point` are after the binary
    /// point. `…_twos` and `…_fives` are the exponents of the factors two and five of the number (or half of its
    /// distance to the next number) and of the divisor.
    fn new(binary: &Binary, significant: i32, after_point: i32) -> Self {
        let estimate = binary.estimate();
        // The number is divided by 10^`estimate`, whose factors two and five are in the divisor, or in the number if
        // `estimate` is negative.
        let number_fives = (-estimate).max(0);
        let divisor_fives = estimate.max(0);
        let mut number_twos = number_fives + after_point + binary.exponent;
        let mut divisor_twos = divisor_fives + after_point;
        let mut half_twos = number_twos - binary.precision;
        number_twos -= significant - 1;
        // The quotient remains the same without the common factors.
        let common_twos = number_twos.min(divisor_twos);
        number_twos -= common_twos;
        divisor_twos -= common_twos;
        half_twos -= common_twos;
        if significant == 1 {
            // The distance from a power of two to the next lower number is only half of that to the next greater one.
            half_twos -= 1;
        }
        // All exponents are increased if `half_twos` would be negative.
        let missing_twos = (-half_twos).max(0);
        number_twos += missing_twos;
        divisor_twos += missing_twos;
        half_twos += missing_twos;
        Self {
            estimate,
            number_bits: significant + number_twos + bits_of_fives(number_fives),
            divisor_bits: divisor_twos + 1 + bits_of_fives(divisor_fives + 1),
            number_twos: number_twos.cast_unsigned(),
            number_fives: number_fives.cast_unsigned(),
            divisor_twos: divisor_twos.cast_unsigned(),
            divisor_fives: divisor_fives.cast_unsigned(),
            half_twos: half_twos.cast_unsigned(),
        }
    }
}

/// The approximate number of bits of a power of five.
fn bits_of_fives(fives: i32) -> i32 {
    let exact_bits = usize::try_from(fives).ok().and_then(|power| BITS_OF_POWERS_OF_FIVE.get(power)).copied();
    exact_bits.unwrap_or(fives * 3)
}

impl Binary {
    /// Estimates the decimal exponent by a linear approximation of the logarithm. The result is sometimes one too high.
    #[expect(clippy::cast_possible_truncation, reason = "a decimal exponent has at most three digits")]
    #[expect(clippy::approx_constant, reason = "Java uses only these digits of the logarithm")]
    fn estimate(&self) -> i32 {
        let fraction = f64::from_bits(1023 << FRACTION_BITS | self.fraction & ((1 << FRACTION_BITS) - 1));
        let logarithm = (fraction - 1.5) * 0.289_529_654 + 0.176_091_259;
        (logarithm + f64::from(self.exponent) * 0.301_029_995_663_981).floor() as i32
    }
}

/// The remainder of the number during the extraction of its digits.
trait Remainder {
    /// Extracts the next digit.
    fn next_digit(&mut self, is_first: bool) -> u8;
    /// Whether the digits so far are close enough to the number, and whether they would be if the last digit were
    /// incremented.
    fn nearness(&self) -> (bool, bool);
    /// Compares the remainder with half a digit.
    fn compare_to_half(&self) -> Ordering;
}

/// Extracts digits until they identify the number, and then rounds the last one, like `FloatingDecimal.dtoa`.
fn extract_digits(mut remainder: impl Remainder, estimate: i32) -> Decimal {
    let mut decimal = Decimal { digits: [0; 20], len: 0, exponent: estimate + 1 };
    let is_first = true;
    let first_digit = remainder.next_digit(is_first);
    // Java calls these `low` and `high`.
    let (mut is_near, mut is_near_if_incremented) = remainder.nearness();
    if first_digit == 0 && !is_near_if_incremented {
        decimal.exponent -= 1;
    } else {
        decimal.push(first_digit);
    }
    if !(-2..9).contains(&decimal.exponent) {
        // With an exponent, there is always a digit after the decimal point, so a second digit is needed.
        (is_near, is_near_if_incremented) = (false, false);
    }
    while !is_near && !is_near_if_incremented {
        let is_first = false;
        decimal.push(remainder.next_digit(is_first));
        (is_near, is_near_if_incremented) = remainder.nearness();
    }
    let is_last_odd = decimal.digits[decimal.len.saturating_sub(1)] % 2 == 1;
    let prefers_incremented = match remainder.compare_to_half() {
        Ordering::Less => false,
        // At the same distance, the even digit is chosen.
        Ordering::Equal => is_last_odd,
        Ordering::Greater => true,
    };
    if is_near_if_incremented && (!is_near || prefers_incremented) {
        decimal.round_up();
    }
    decimal
}

/// A remainder in one machine word, which may overflow as in Java.
struct NarrowRemainder<T> {
    /// The next digit is the quotient of this number and the divisor.
    number: T,
    divisor: T,
    /// Half of the distance to the next floating point number, on the scale of `number`.
    half: T,
    /// Ten times the divisor.
    ten: T,
    /// Whether `half` has overflowed, so that it exceeds every remainder.
    has_overflowed: bool,
}

macro_rules! narrow {
    ($int:ty) => {
        impl NarrowRemainder<$int> {
            /// The remainder before the first digit: the number `fraction`, and the divisor, on this scale.
            fn new(fraction: u64, scale: &Scale) -> Self {
                let power_of_five = |power: u32| (5 as $int).wrapping_pow(power);
                // The caller has checked the number of bits.
                let fraction = <$int>::try_from(fraction).unwrap_or_default();
                let number = fraction.wrapping_mul(power_of_five(scale.number_fives));
                let divisor = power_of_five(scale.divisor_fives).wrapping_shl(scale.divisor_twos);
                Self {
                    number: number.wrapping_shl(scale.number_twos),
                    divisor,
                    half: power_of_five(scale.number_fives).wrapping_shl(scale.half_twos),
                    ten: divisor.wrapping_mul(10),
                    has_overflowed: false,
                }
            }
        }

        impl Remainder for NarrowRemainder<$int> {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "the value is a single digit"
            )]
            fn next_digit(&mut self, is_first: bool) -> u8 {
                let digit = self.number / self.divisor;
                self.number = (self.number % self.divisor).wrapping_mul(10);
                self.half = self.half.wrapping_mul(10);
                // Java ends the digits when the distance overflows, but does not check this after the first digit.
                self.has_overflowed = !is_first && self.half <= 0;
                digit as u8
            }

            fn nearness(&self) -> (bool, bool) {
                let is_near = self.number < self.half;
                let is_near_if_incremented = self.number.wrapping_add(self.half) > self.ten;
                (self.has_overflowed || is_near, self.has_overflowed || is_near_if_incremented)
            }

            fn compare_to_half(&self) -> Ordering {
                self.number.wrapping_shl(1).wrapping_sub(self.ten).cmp(&0)
            }
        }
    };
}

narrow!(i32);
narrow!(i64);

/// A remainder in any number of words, with the fields of [`NarrowRemainder`].
struct WideRemainder {
    number: Natural,
    divisor: Natural,
    half: Natural,
    /// Ten times the divisor.
    ten: Natural,
}

impl WideRemainder {
    /// The remainder before the first digit: the number `fraction`, and the divisor, on this scale.
    fn new(fraction: u64, scale: &Scale) -> Self {
        let divisor = Natural::new(1, scale.divisor_fives, scale.divisor_twos);
        let mut ten = divisor.clone();
        ten.multiply(10);
        Self {
            number: Natural::new(fraction, scale.number_fives, scale.number_twos),
            divisor,
            half: Natural::new(1, scale.number_fives, scale.half_twos),
            ten,
        }
    }
}

impl Remainder for WideRemainder {
    fn next_digit(&mut self, _: bool) -> u8 {
        let mut digit = 0;
        // A digit takes at most nine subtractions, so no long division is needed.
        while self.number.compare(&self.divisor) != Ordering::Less {
            self.number.subtract(&self.divisor);
            digit += 1;
        }
        self.number.multiply(10);
        self.half.multiply(10);
        digit
    }

    fn nearness(&self) -> (bool, bool) {
        let is_near = self.number.compare(&self.half) == Ordering::Less;
        let mut sum = self.number.clone();
        sum.add(&self.half);
        // As in Java, the sum may be equal here, whereas the narrow forms require that it is greater.
        let is_near_if_incremented = sum.compare(&self.ten) != Ordering::Less;
        (is_near, is_near_if_incremented)
    }

    fn compare_to_half(&self) -> Ordering {
        let mut double = self.number.clone();
        double.multiply(2);
        double.compare(&self.ten)
    }
}

/// A number `0.d₁d₂d₃… × 10^exponent`.
struct Decimal {
    digits: [u8; 20],
    len: usize,
    exponent: i32,
}

impl Decimal {
    fn push(&mut self, digit: u8) {
        if let Some(next) = self.digits.get_mut(self.len) {
            *next = digit;
            self.len += 1;
        }
    }

    /// Increments the last digit. As in Java, zeros that result from this at the end are written.
    fn round_up(&mut self) {
        let mut index = self.len.saturating_sub(1);
        while self.digits[index] == 9 && index > 0 {
            self.digits[index] = 0;
            index -= 1;
        }
        if self.digits[index] == 9 {
            // All digits were 9, so the number becomes the next power of ten.
            self.digits[0] = 1;
            self.exponent += 1;
        } else {
            self.digits[index] += 1;
        }
    }

    /// Appends the number, which is `0.d₁d₂d₃… × 10^exponent`: in plain notation from 10⁻³ up to 10⁷, otherwise with an
    /// exponent.
    fn write(&self, out: &mut String) {
        use std::fmt::Write as _;
        let mut digits = self.digits.map(|digit| char::from(b'0' + digit)).into_iter().take(self.len);
        match self.exponent {
            // This number of digits is before the point, with zeros at the end if there are fewer digits.
            whole @ 1..=7 => {
                out.extend((0..whole).map(|_| digits.next().unwrap_or('0')));
                out.push('.');
            }
            // The number begins with `0.`, and the negative of the exponent is the number of zeros after it.
            zeros @ -2..=0 => {
                out.push_str("0.");
                out.extend((zeros..0).map(|_| '0'));
            }
            _ => {
                out.extend(digits.next());
                out.push('.');
            }
        }
        let fraction_start = out.len();
        out.extend(digits);
        if out.len() == fraction_start {
            out.push('0');
        }
        if !(-2..=7).contains(&self.exponent) {
            let _ = write!(out, "E{}", self.exponent - 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers as formatted by Java 17: kind, bits in hexadecimal, text.
    const NUMBERS: &str = include_str!("../../../tests/data/java/numbers.tsv");

    #[test]
    fn numbers_are_spelled_as_java_spells_them() {
        let mut count = 0;
        for line in NUMBERS.lines() {
            let fields: Vec<&str> = line.split('\t').collect();
            let mut out = String::new();
            let bits = |text| u64::from_str_radix(text, 16).expect("bits");
            match fields[0] {
                "double" => format_double(f64::from_bits(bits(fields[1])), &mut out),
                _ => format_float(f32::from_bits(natural::low_word(bits(fields[1]).into())), &mut out),
            }
            assert_eq!(out, fields[2], "{line}");
            count += 1;
        }
        assert!(count > 200, "expected more than 200 numbers in the file");
    }

    #[test]
    fn zero_stays_zero_with_any_power() {
        assert_eq!(super::parse_hexadecimal("0x0p3000"), Some(0.0));
        assert_eq!(super::parse_hexadecimal("0x0.0p-3000"), Some(0.0));
        assert_eq!(super::parse_hexadecimal("0x1.8p3"), Some(12.0));
    }
}
