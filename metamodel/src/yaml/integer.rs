//! Integers of any size, from digits in any radix to decimal digits.
//!
//! Invariant: conversion between radixes takes quadratic time, so its input is bounded; decimal
//! digits are never converted. It does not know which texts are integers.

use super::scalar::Scalar;

/// How many digits that are not decimal are converted; more is a limit's business.
pub(super) const MOST_DIGITS: usize = 20_000;

const BASE: u64 = 1_000_000_000;

/// An integer from its digits, which are legal in the radix; nothing if there are too many.
pub(super) fn from_digits(negative: bool, digits: &str, radix: u32) -> Option<Scalar> {
    let digits = digits.trim_start_matches('0');
    let sign = if negative { "-" } else { "" };
    if digits.is_empty() {
        return Some(Scalar::Int(0));
    }
    if let Ok(value) = i64::from_str_radix(&format!("{sign}{}", short(digits)), radix) {
        return Some(Scalar::Int(value));
    }
    if radix == 10 {
        return Some(Scalar::BigInt(format!("{sign}{digits}").into()));
    }
    if digits.len() > MOST_DIGITS {
        return None;
    }
    let mut limbs = Limbs::default();
    for digit in digits.chars().filter_map(|digit| digit.to_digit(radix)) {
        limbs.multiply_add(u64::from(radix), u64::from(digit));
    }
    Some(Scalar::BigInt(format!("{sign}{}", limbs.decimal()).into()))
}

/// Digits that may fit 64 bits; what is longer is cut to something that surely does not.
fn short(digits: &str) -> &str {
    if digits.len() > 70 { "!" } else { digits }
}

/// `first` (decimal digits) times 3600 plus `rest`, where the sign belongs to `first` alone.
pub(super) fn sexagesimal(negative: bool, first: &str, rest: u32) -> Option<Scalar> {
    if first.len() <= 15 {
        let first: i64 = first.parse().ok()?;
        let hours = first * 3600;
        return Some(Scalar::Int(if negative { -hours } else { hours } + i64::from(rest)));
    }
    if first.len() > MOST_DIGITS {
        return None;
    }
    let mut limbs = Limbs::default();
    for digit in first.chars().filter_map(|digit| digit.to_digit(10)) {
        limbs.multiply_add(10, u64::from(digit));
    }
    limbs.multiply_add(3600, 0);
    if negative {
        limbs.subtract(u64::from(rest));
    } else {
        limbs.multiply_add(1, u64::from(rest));
    }
    from_digits(negative, &limbs.decimal(), 10)
}

/// A natural number in base 10⁹, lowest limb first.
#[derive(Default)]
struct Limbs(Vec<u64>);

impl Limbs {
    fn multiply_add(&mut self, factor: u64, summand: u64) {
        let mut carry = summand;
        for limb in &mut self.0 {
            carry += *limb * factor;
            *limb = carry % BASE;
            carry /= BASE;
        }
        if carry > 0 {
            self.0.push(carry);
        }
    }

    /// Takes away what is less than the number itself and less than a limb.
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

    fn decimal(&self) -> String {
        let mut limbs = self.0.iter().rev();
        let mut out = limbs.next().map_or_else(|| "0".to_owned(), u64::to_string);
        for limb in limbs {
            out.push_str(&format!("{limb:09}"));
        }
        out
    }
}
