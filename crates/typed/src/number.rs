//! Numbers of any size, as values of attributes.
//!
//! Invariants: the digits are preserved as they were written; order, equality and hashes are those of the numeric
//! values, so `1.0` equals `1.00`. This module does not compute.

use super::digits::Digits;
use crate::ecore::{DataKind, EXACT_INTEGERS, data};
use crate::json_text::is_number;
use crate::validate::Decimal;
use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};
use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::str::FromStr;

/// An integer or decimal of any size (`EBigInteger`, `EBigDecimal`).
///
/// Numbers are compared by value, and preserve their digits. `parse` reads a text, `From` converts integers.
///
/// In serde's formats, which have no numbers of any size, a value is written as a number if an integer of 64 bits or a
/// double can represent it, as for sums of money; otherwise as a string of digits. An integer beyond 64 bits is only
/// deserialized from a string, and a decimal from a number has the precision of a double. The readers and writers of
/// models preserve all digits.
///
/// ```
/// use modelwright_typed::Number;
///
/// let (price, other): (Number, Number) = ("19.90".parse().expect("digits"), "19.9".parse().expect("digits"));
/// assert_eq!(price, other);
/// assert_eq!(price.to_string(), "19.90");
/// assert!(price > Number::from(9));
/// assert!("abc".parse::<Number>().is_err());
/// ```
#[derive(Debug, Clone)]
pub struct Number(Digits);

/// The error of a text that is not a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidNumber(String);

impl fmt::Display for InvalidNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a number such as -12.50, found {:?}", self.0)
    }
}

impl std::error::Error for InvalidNumber {}

impl Number {
    /// The digits, as they were written.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }

    /// The nearest double.
    #[must_use]
    pub fn to_f64(&self) -> f64 {
        // The digits are valid, so parsing cannot fail.
        self.as_str().parse().unwrap_or(f64::NAN)
    }

    /// A number with digits that were checked before.
    pub(super) fn of_digits(digits: &str) -> Self {
        Number(Digits::new(digits))
    }

    /// The numeric value; `None` if its exponent is too large.
    fn decimal(&self) -> Option<Decimal> {
        Decimal::parse(self.as_str())
    }
}

/// The decimal that is read as this double, if it has at most 15 digits, at most four of them after the point. `None`
/// if there is no such decimal, and for zero.
///
/// Sums of money are such decimals, and for them this is far faster than the general search for the shortest digits.
fn of_few_digits(value: f64) -> Option<Number> {
    const SCALE: f64 = 10_000.0;
    let scaled = (value * SCALE).round();
    // Of all decimals with at most 15 digits, only one is read as this double, so no shorter one exists.
    if scaled == 0.0 || scaled.abs() >= 1e15 || scaled / SCALE != value {
        return None;
    }
    // The digits are written from the last one to the first, to the end of the buffer, which is large enough for a
    // sign, a point and 15 digits.
    let (mut buffer, mut start) = ([b'0'; 24], 24);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "it is below 10^15")]
    let (mut digits, mut decimals) = (scaled.abs() as u64, 4_usize);
    while decimals > 0 && digits.is_multiple_of(10) {
        digits /= 10;
        decimals -= 1;
    }
    let mut prepend = |byte: u8| {
        start -= 1;
        buffer[start] = byte;
    };
    for position in 0.. {
        if position == decimals && decimals > 0 {
            prepend(b'.');
        }
        prepend(b'0' + (digits % 10) as u8);
        digits /= 10;
        // At least one digit precedes the point.
        if digits == 0 && position >= decimals {
            break;
        }
    }
    if value < 0.0 {
        prepend(b'-');
    }
    std::str::from_utf8(&buffer[start..]).ok().map(Number::of_digits)
}

/// A number whose digits the generator of a type has checked.
#[doc(hidden)]
#[must_use]
pub fn number(digits: &str) -> Number {
    Number::of_digits(digits)
}

impl FromStr for Number {
    type Err = InvalidNumber;

    fn from_str(digits: &str) -> Result<Self, InvalidNumber> {
        // Integers are decimals as well, so one check serves both data types.
        match data::parse(DataKind::BigDecimal, digits) {
            Some(_) => Ok(Self::of_digits(digits)),
            None => Err(InvalidNumber(digits.to_owned())),
        }
    }
}

impl TryFrom<&str> for Number {
    type Error = InvalidNumber;

    fn try_from(digits: &str) -> Result<Self, InvalidNumber> {
        digits.parse()
    }
}

impl TryFrom<f64> for Number {
    type Error = InvalidNumber;

    /// The shortest decimal that is nearest to this double; an error for one that is not finite.
    fn try_from(value: f64) -> Result<Self, InvalidNumber> {
        if let Some(number) = of_few_digits(value) {
            return Ok(number);
        }
        // Rust writes the shortest digits that are read as the same double, and no exponent.
        let digits = value.to_string();
        if value.is_finite() { Ok(Self::of_digits(&digits)) } else { Err(InvalidNumber(digits)) }
    }
}

macro_rules! integers {
    ($($ty:ty),+) => {
        $(impl From<$ty> for Number {
            fn from(value: $ty) -> Self {
                Self::of_digits(&value.to_string())
            }
        })+
    };
}

integers!(i8, i16, i32, i64, i128, u8, u16, u32, u64, u128);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl Default for Number {
    fn default() -> Self {
        Number::from(0)
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.decimal(), other.decimal()) {
            (Some(left), Some(right)) => left.compare(&right),
            // Numbers whose exponents exceed 64 bits, for example, cannot be compared by value.
            _ => self.as_str().cmp(other.as_str()),
        }
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Number {
    fn eq(&self, other: &Self) -> bool {
        // Most equal numbers have equal digits, which need no parsing.
        self.as_str() == other.as_str() || self.cmp(other).is_eq()
    }
}

impl Eq for Number {}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self.decimal() {
            // Equal numbers need equal hashes, and `1.0` equals `1.00`.
            Some(decimal) => decimal.canonical().hash(state),
            None => self.as_str().hash(state),
        }
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Formats that are not human-readable do not record which type follows, so all numbers have the same type
        // there: a string, because it preserves the digits.
        if !serializer.is_human_readable() {
            return serializer.serialize_str(self.as_str());
        }
        if let Ok(integer) = self.as_str().parse::<i64>() {
            return serializer.serialize_i64(integer);
        }
        if let Ok(integer) = self.as_str().parse::<u64>() {
            return serializer.serialize_u64(integer);
        }
        // A larger double may be the rounded value of another number, so it is neither written nor read as a number.
        let double = self.to_f64();
        let is_exact = double.abs() < EXACT_INTEGERS && Self::try_from(double).as_ref() == Ok(self);
        if is_exact { serializer.serialize_f64(double) } else { serializer.serialize_str(self.as_str()) }
    }
}

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        if deserializer.is_human_readable() {
            deserializer.deserialize_any(NumberVisitor)
        } else {
            deserializer.deserialize_str(NumberVisitor)
        }
    }
}

/// Reads a number, or the digits of one.
struct NumberVisitor;

impl Visitor<'_> for NumberVisitor {
    type Value = Number;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number or a string of its digits")
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<Number, E> {
        // The syntax is that of JSON, because the digits may be written as a JSON number.
        if is_number(text) {
            Ok(Number::of_digits(text))
        } else {
            Err(E::invalid_value(de::Unexpected::Str(text), &self))
        }
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Number, E> {
        Ok(value.into())
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Number, E> {
        Ok(value.into())
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Number, E> {
        if value.abs() >= EXACT_INTEGERS {
            let message = "the number has more digits than serde can represent: write it as a string";
            return Err(E::custom(message));
        }
        value.try_into().map_err(|_| E::invalid_value(de::Unexpected::Float(value), &self))
    }
}

#[cfg(test)]
mod tests {
    use super::{Number, of_few_digits};

    #[test]
    fn few_digits_are_the_shortest() {
        let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
        let mut next = || {
            bits ^= bits << 13;
            bits ^= bits >> 7;
            bits ^= bits << 17;
            bits
        };
        let mut count = 0;
        for round in 0..200_000_u32 {
            let scale = [1.0, 10.0, 100.0, 10_000.0, 100_000.0, 3.0][round as usize % 6];
            let integer = (next() >> (8 + round % 56)) as f64 * if round % 2 == 0 { 1.0 } else { -1.0 };
            let value = integer / scale;
            if let Some(number) = of_few_digits(value) {
                assert_eq!(number.as_str(), value.to_string());
                count += 1;
            }
        }
        assert!(count > 50_000, "{count}");
        for (value, digits) in
            [(0.0, "0"), (-0.0, "-0"), (0.05, "0.05"), (-7.0, "-7"), (1e15, "1000000000000000")]
        {
            assert_eq!(Number::try_from(value).map(|number| number.to_string()), Ok(digits.to_owned()));
        }
        assert!(Number::try_from(f64::NAN).is_err() && Number::try_from(f64::INFINITY).is_err());
    }
}
