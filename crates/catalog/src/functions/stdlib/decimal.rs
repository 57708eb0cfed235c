//! Whole numbers of any size, as decimal digits.

use super::ruby;
use modelwright_evaluation::evaluate::{Budget, HostError};

/// The digits that Ruby's `to_i` reads at the start of a text, without zeros before them.
pub(super) fn leading_integer(text: &str) -> String {
    let text = text.trim_start_matches(ruby::is_space);
    let (sign, rest) = text.strip_prefix('-').map_or(("", text), |rest| ("-", rest));
    let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    let digits = rest[..end].trim_start_matches('0');
    if digits.is_empty() { "0".to_owned() } else { format!("{sign}{digits}") }
}

/// A number in another base.
///
/// # Errors
/// If the work exceeds the budget: it grows with the square of the number of digits.
pub(super) fn in_base(number: &str, base: u32, budget: &mut Budget) -> Result<String, HostError> {
    let (sign, digits) = number.strip_prefix('-').map_or(("", number), |digits| ("-", digits));
    budget.charge(digits.len().saturating_mul(digits.len()), digits.len() * 8)?;
    let mut remaining: Vec<u32> = digits.chars().filter_map(|c| c.to_digit(10)).collect();
    let mut out = Vec::new();
    while remaining.iter().any(|digit| *digit != 0) {
        let mut rest = 0;
        for digit in &mut remaining {
            let value = rest * 10 + *digit;
            *digit = value / base;
            rest = value % base;
        }
        out.extend(char::from_digit(rest, base));
    }
    if out.is_empty() {
        return Ok("0".to_owned());
    }
    Ok(sign.chars().chain(out.into_iter().rev()).collect())
}
