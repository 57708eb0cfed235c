//! The type of rust_decimal: `Decimal`, a number of 96 bits with at most 28 digits after the point.

use super::{DecimalDigits, decimal_type};
use crate::validate;
use rust_decimal::Decimal;

impl DecimalDigits for Decimal {
    const EXPECTED: &'static str = "a number of at most 96 bits, about 28 digits, also after the point";

    fn to_digits(&self) -> String {
        self.to_string()
    }

    fn is_plain_zero(&self) -> bool {
        self.is_zero() && self.scale() == 0 && self.is_sign_positive()
    }

    fn from_digits(digits: &str) -> Option<Self> {
        // The crate's own parser rounds, and has another one for exponents.
        let (integer, scale) = validate::Decimal::parse(digits)?.to_fixed()?;
        Decimal::try_from_i128_with_scale(integer, scale).ok()
    }
}

decimal_type!(Decimal);
