//! The type of bigdecimal: `BigDecimal`, a number with any number of digits.

use super::{DecimalDigits, decimal_type};
use crate::validate;
use bigdecimal::BigDecimal;
use bigdecimal::num_bigint::{BigInt, Sign};

impl DecimalDigits for BigDecimal {
    const EXPECTED: &'static str = "a number whose exponent adds at most 1000 zeros";

    fn to_digits(&self) -> String {
        let (digits, scale) = self.as_bigint_and_scale();
        // The exponent is kept: in models, `1E+3` and `1000` are different spellings.
        if scale < 0 {
            return format!("{digits}E{}", scale.unsigned_abs());
        }
        // In plain notation, a number has `scale` digits after the point. Those that are not among its own digits are
        // zeros, which could fill the memory.
        let max = validate::Decimal::MAX_ZEROS;
        if scale > max && scale.saturating_sub_unsigned(self.digits()) > max {
            return format!("{digits}E-{scale}");
        }
        self.to_plain_string()
    }

    fn is_plain_zero(&self) -> bool {
        self.sign() == Sign::NoSign && self.fractional_digit_count() == 0
    }

    fn from_digits(digits: &str) -> Option<Self> {
        // Arithmetic writes out the zeros of an exponent, so a few characters could fill the memory.
        let (digits, scale) = validate::Decimal::parse(digits)?.to_parts()?;
        Some(BigDecimal::new(digits.parse::<BigInt>().ok()?, scale))
    }
}

decimal_type!(BigDecimal);
