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
        // The parser of the crate is not used, because it rounds, and does not read exponents.
        let (integer, scale) = validate::Decimal::parse(digits)?.to_fixed()?;
        Decimal::try_from_i128_with_scale(integer, scale).ok()
    }
}

decimal_type!(Decimal);
