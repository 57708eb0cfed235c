//! Whole numbers of any size, as decimal digits.

use modelwright_evaluation::evaluate::{Budget, HostError};

/// A decimal number in another base, from 2 to 36.
///
/// # Errors
/// If the work exceeds the budget: it grows with the square of the number of digits.
pub(super) fn in_base(number: &str, base: u32, budget: &mut Budget) -> Result<String, HostError> {
    let (sign, digits) = number.strip_prefix('-').map_or(("", number), |digits| ("-", digits));
    budget.charge(digits.len().saturating_mul(digits.len()), digits.len() * 8)?;
    // Long division by the base: each remainder is the next digit, from the last to the first.
    let mut quotient: Vec<u32> = digits.chars().filter_map(|c| c.to_digit(10)).collect();
    let mut out = Vec::new();
    while quotient.iter().any(|digit| *digit != 0) {
        let mut remainder = 0;
        for digit in &mut quotient {
            let value = remainder * 10 + *digit;
            *digit = value / base;
            remainder = value % base;
        }
        out.extend(char::from_digit(remainder, base));
    }
    if out.is_empty() {
        return Ok("0".to_owned());
    }
    Ok(sign.chars().chain(out.into_iter().rev()).collect())
}
