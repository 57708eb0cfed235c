//! Integers of any size, converted from digits in any radix to decimal digits.
//!
//! Invariant: conversion between radixes takes quadratic time, so its input is bounded; decimal
//! digits are never converted. This module does not know which texts are integers.

use super::scalar::Scalar;

/// The maximum number of digits in a radix other than ten.
pub(super) const MAX_DIGITS: usize = 20_000;

/// The base of the limbs of [`Limbs`].
const BASE: u64 = 1_000_000_000;

/// An integer from its digits, which must be valid in the radix; `None` if there are too many.
pub(super) fn from_digits(is_negative: bool, digits: &str, radix: u32) -> Option<Scalar> {
    let digits = digits.trim_start_matches('0');
    let sign = if is_negative { "-" } else { "" };
    if digits.is_empty() {
        return Some(Scalar::Int(0));
    }
    // The number is parsed with its sign, because the smallest number of 64 bits has no positive counterpart. A number
    // of 64 bits has at most 64 digits, in base two, so longer texts need not be copied and parsed.
    if digits.len() <= 64
        && let Ok(value) = i64::from_str_radix(&format!("{sign}{digits}"), radix)
    {
        return Some(Scalar::Int(value));
    }
    // Decimal digits need no conversion, so their number is not limited.
    if radix == 10 {
        return Some(Scalar::BigInt(format!("{sign}{digits}").into()));
    }
    // The conversion takes quadratic time, so the number of digits is limited.
    if digits.len() > MAX_DIGITS {
        return None;
    }
    let mut limbs = Limbs::default();
    for digit in digits.chars().filter_map(|digit| digit.to_digit(radix)) {
        limbs.multiply_add(u64::from(radix), u64::from(digit));
    }
    Some(Scalar::BigInt(format!("{sign}{}", limbs.decimal()).into()))
}

/// The seconds of a sexagesimal number: `hours` (decimal digits) times 3600, plus `seconds`. The sign applies only to
/// the hours.
pub(super) fn sexagesimal(is_negative: bool, hours: &str, seconds: u32) -> Option<Scalar> {
    let hours = hours.trim_start_matches('0');
    // A number of 15 digits times 3600 is less than 2^63.
    if hours.len() <= 15 {
        let hours: i64 = if hours.is_empty() { 0 } else { hours.parse().ok()? };
        let signed_hours = if is_negative { -hours } else { hours };
        return Some(Scalar::Int(signed_hours * 3600 + i64::from(seconds)));
    }
    if hours.len() > MAX_DIGITS {
        return None;
    }
    let mut limbs = Limbs::default();
    for digit in hours.chars().filter_map(|digit| digit.to_digit(10)) {
        limbs.multiply_add(10, u64::from(digit));
    }
    limbs.multiply_add(3600, 0);
    // The sign is added at the end, so the seconds of a negative number make its digits smaller.
    if is_negative {
        limbs.subtract(u64::from(seconds));
    } else {
        limbs.multiply_add(1, u64::from(seconds));
    }
    from_digits(is_negative, &limbs.decimal(), 10)
}

/// A natural number in base 10⁹, lowest limb first.
#[derive(Default)]
struct Limbs(Vec<u64>);

impl Limbs {
    /// Multiplies the number by a factor, and adds a summand.
    fn multiply_add(&mut self, factor: u64, summand: u64) {
        let mut carry = summand;
        for limb in &mut self.0 {
            carry += *limb * factor;
            // A limb times 3600 and a carry are far below 2^64.
            *limb = carry % BASE;
            carry /= BASE;
        }
        if carry > 0 {
            self.0.push(carry);
        }
    }

    /// Subtracts an amount that is less than the number itself and less than a limb.
    fn subtract(&mut self, mut amount: u64) {
        for limb in &mut self.0 {
            if *limb >= amount {
                *limb -= amount;
                return;
            }
            *limb = *limb + BASE - amount;
            amount = 1;
        }
    }

    /// The decimal digits of the number.
    fn decimal(&self) -> String {
        let mut limbs = self.0.iter().rev();
        let mut out = limbs.next().map_or_else(|| "0".to_owned(), u64::to_string);
        for limb in limbs {
            // All limbs but the highest have nine digits.
            out.push_str(&format!("{limb:09}"));
        }
        out
    }
}
