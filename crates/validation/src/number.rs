//! The order of values, by which they are compared with facets. It is the order of Java.
//!
//! Values of different Java classes cannot be compared; EMF fails if it must compare them.

use modelwright_metamodel::ecore::data::{self, ParsedValue};
use modelwright_metamodel::ecore::{DataKind, DataType};
use std::cmp::Ordering;

/// A value that can be compared.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum ComparableValue {
    /// An integer: the number of bits of its Java class, and the value.
    Int(u8, i64),
    Float(f32),
    Double(f64),
    BigInteger(Decimal),
    BigDecimal(Decimal),
    Text(String),
    Bool(bool),
    Char(u16),
}

impl ComparableValue {
    /// Parses a text as a value of this kind. `None` if it is not valid.
    pub(super) fn parse(kind: DataKind, text: &str) -> Option<Self> {
        Self::of_kind(kind, data::parse(kind, text)?)
    }

    /// Parses a text as a value of this data type. `None` if it is not valid, or if the type is an enumeration.
    pub(super) fn parse_as(data_type: &DataType, text: &str) -> Option<Self> {
        Self::of_kind(data_type.kind, data_type.parse(text)?)
    }

    fn of_kind(kind: DataKind, value: ParsedValue<'_>) -> Option<Self> {
        Some(match (value, kind) {
            (ParsedValue::Int(v), DataKind::Integer { bits, .. }) => ComparableValue::Int(bits, v),
            (ParsedValue::Float(v), _) => ComparableValue::Float(v),
            (ParsedValue::Double(v), _) => ComparableValue::Double(v),
            (ParsedValue::Bool(v), _) => ComparableValue::Bool(v),
            (ParsedValue::Char(v), _) => ComparableValue::Char(v),
            (ParsedValue::String(v), _) => ComparableValue::Text(v.into_owned()),
            (ParsedValue::Lexical(v), DataKind::BigInteger) => {
                ComparableValue::BigInteger(Decimal::parse(&v)?)
            }
            (ParsedValue::Lexical(v), DataKind::BigDecimal) => {
                ComparableValue::BigDecimal(Decimal::parse(&v)?)
            }
            (ParsedValue::Lexical(v), _) => ComparableValue::Text(v.into_owned()),
            (ParsedValue::Int(v), _) => ComparableValue::Int(64, v),
        })
    }

    /// Compares two values; `None` if they are of different Java classes.
    pub(super) fn compare(&self, other: &Self) -> Option<Ordering> {
        Some(match (self, other) {
            // `Integer` and `Long` are different classes, whose values Java does not compare.
            (ComparableValue::Int(a_bits, a), ComparableValue::Int(b_bits, b)) if a_bits == b_bits => {
                a.cmp(b)
            }
            // As in Java's `Double.compareTo`, the negative zero is less than zero, and NaN equals itself.
            (ComparableValue::Float(a), ComparableValue::Float(b)) => a.total_cmp(b),
            (ComparableValue::Double(a), ComparableValue::Double(b)) => a.total_cmp(b),
            (ComparableValue::Bool(a), ComparableValue::Bool(b)) => a.cmp(b),
            (ComparableValue::Char(a), ComparableValue::Char(b)) => a.cmp(b),
            // Java compares 16-bit units, whose order differs from that of code points.
            (ComparableValue::Text(a), ComparableValue::Text(b)) => a.encode_utf16().cmp(b.encode_utf16()),
            (ComparableValue::BigInteger(a), ComparableValue::BigInteger(b))
            | (ComparableValue::BigDecimal(a), ComparableValue::BigDecimal(b)) => a.compare(b),
            _ => return None,
        })
    }
}

/// A decimal number of any size.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decimal {
    is_negative: bool,
    /// The digits without leading zeros; empty for zero.
    digits: String,
    /// The number of digits after the point, including zeros at the end. It is negative if further zeros, which are not
    /// among the digits, precede the point.
    scale: i64,
}

/// The maximum number of digits after the point in a fixed-point number of 96 bits.
const MAX_FIXED_SCALE: i64 = 28;

impl Decimal {
    /// The maximum number of zeros that an exponent adds in [`Decimal::to_parts`].
    pub const MAX_ZEROS: i64 = 1_000;

    /// Parses a text as a number. `None` if it is not valid.
    #[must_use]
    pub fn parse(text: &str) -> Option<Self> {
        let (is_negative, unsigned) = match text.strip_prefix('-') {
            Some(unsigned) => (true, unsigned),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
            Some((mantissa, exponent)) => (mantissa, exponent.parse::<i64>().ok()?),
            None => (unsigned, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let digits = format!("{whole}{fraction}");
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return None;
        }
        let scale = i64::try_from(fraction.len()).ok()?.checked_sub(exponent)?;
        Some(Self { is_negative, digits: digits.trim_start_matches('0').to_owned(), scale })
    }

    /// The total number of digits.
    #[must_use]
    pub fn precision(&self) -> usize {
        // As in Java's `BigDecimal.precision`, zero has one digit.
        self.digits.len().max(1)
    }

    /// The number of digits after the point.
    #[must_use]
    pub fn scale(&self) -> i64 {
        self.scale
    }

    /// The number as fixed-point types store it: an integer of 96 bits, and the number of its digits after the point,
    /// at most 28. `None` if the number needs more of either.
    #[must_use]
    pub fn to_fixed(&self) -> Option<(i128, u32)> {
        let digits = self.digits.trim_end_matches('0');
        if digits.is_empty() {
            return Some((0, u32::try_from(self.scale.clamp(0, MAX_FIXED_SCALE)).ok()?));
        }
        let zeros = i64::try_from(self.digits.len() - digits.len()).ok()?;
        // The scale without the zeros at the end. If it is negative, zeros precede the point.
        let shortest_scale = self.scale.checked_sub(zeros)?;
        let factor = 10_i128.checked_pow(u32::try_from(shortest_scale.min(0).unsigned_abs()).ok()?)?;
        let mut integer = digits.parse::<i128>().ok()?.checked_mul(factor)?;
        let mut scale = shortest_scale.max(0);
        if integer >= 1 << 96 || scale > MAX_FIXED_SCALE {
            return None;
        }
        // Zeros at the end of the fraction are preserved as far as the integer has enough bits.
        while scale < self.scale.min(MAX_FIXED_SCALE) && integer * 10 < 1 << 96 {
            (integer, scale) = (integer * 10, scale + 1);
        }
        Some((if self.is_negative { -integer } else { integer }, u32::try_from(scale).ok()?))
    }

    /// The digits as an integer, and the number of digits after the point. `None` if the exponent adds many zeros at
    /// either end, so that computing with the number could exhaust the memory.
    #[must_use]
    pub fn to_parts(&self) -> Option<(String, i64)> {
        let length = i64::try_from(self.digits.len()).ok()?;
        let is_short = self.scale >= -Self::MAX_ZEROS && self.scale <= length.checked_add(Self::MAX_ZEROS)?;
        let sign = if self.is_negative && !self.digits.is_empty() { "-" } else { "" };
        let digits = if self.digits.is_empty() { "0" } else { &self.digits };
        is_short.then(|| (format!("{sign}{digits}"), self.scale))
    }

    /// A text that is the same for equal numbers: `15E-1` for `1.5` and `1.50`.
    #[must_use]
    pub fn canonical(&self) -> String {
        let digits = self.digits.trim_end_matches('0');
        if digits.is_empty() {
            return "0".to_owned();
        }
        let zeros = i64::try_from(self.digits.len() - digits.len()).unwrap_or(i64::MAX);
        let sign = if self.is_negative { "-" } else { "" };
        format!("{sign}{digits}E{}", zeros.saturating_sub(self.scale))
    }

    /// Compares two numbers by value.
    #[must_use]
    pub fn compare(&self, other: &Self) -> Ordering {
        let (sign, other_sign) = (sign_of(self), sign_of(other));
        // All zeros are equal, whatever their scales and signs are.
        if sign != other_sign || sign == 0 {
            return sign.cmp(&other_sign);
        }
        // If the magnitudes are equal, the first digits have the same weight, so the digits can be compared as texts.
        let (digits, other_digits) = (self.digits.trim_end_matches('0'), other.digits.trim_end_matches('0'));
        let order = magnitude_of(self).cmp(&magnitude_of(other)).then_with(|| digits.cmp(other_digits));
        if self.is_negative { order.reverse() } else { order }
    }
}

/// -1, 0 or 1, as the number is negative, zero or positive.
fn sign_of(number: &Decimal) -> i32 {
    if number.digits.is_empty() {
        0
    } else if number.is_negative {
        -1
    } else {
        1
    }
}

/// The weight of the first digit, as a power of ten.
fn magnitude_of(number: &Decimal) -> i64 {
    i64::try_from(number.digits.len()).unwrap_or(i64::MAX).saturating_sub(number.scale)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn big_numbers_compare_by_value() {
        let order = |a: &str, b: &str| Decimal::parse(a).unwrap().compare(&Decimal::parse(b).unwrap());
        for (a, b, expected) in [
            ("1", "2", Ordering::Less),
            ("10", "9", Ordering::Greater),
            ("-10", "-9", Ordering::Less),
            ("1.0", "1", Ordering::Equal),
            ("1E+3", "999.9", Ordering::Greater),
            ("0", "-0.00", Ordering::Equal),
            ("-1", "0", Ordering::Less),
            ("0.01", "0.009", Ordering::Greater),
        ] {
            assert_eq!(order(a, b), expected, "{a} {b}");
        }
        let number = Decimal::parse("-012.50").unwrap();
        assert_eq!((number.precision(), number.scale()), (4, 2));
        assert_eq!(Decimal::parse("x"), None);
    }

    #[test]
    fn values_of_different_classes_do_not_compare() {
        let int = |bits| DataKind::Integer { bits, object: false };
        let (a, b) =
            (ComparableValue::parse(int(32), "1").unwrap(), ComparableValue::parse(int(64), "1").unwrap());
        assert_eq!(a.compare(&b), None);
        assert_eq!(a.compare(&ComparableValue::parse(int(32), "2").unwrap()), Some(Ordering::Less));
        assert_eq!(ComparableValue::parse(int(32), "x"), None);
    }
}
