//! Operations on values for the functions of a host: their texts in Ruby, their cost, and searches within a budget.
//!
//! Invariant: work that depends on the size of a value or of a text is charged before it is done.

use super::regex::Regex;
use super::rich::Binary;
use super::value::{Value, is_same_key};
use super::{Budget, HostError, functions, text};
use std::cmp::Ordering;

/// The spans of a match and of its groups, in bytes; the first is that of the match.
pub type MatchSpans = Vec<Option<(usize, usize)>>;

impl Value {
    /// The text that Ruby's `to_s` gives, which is visible where Puppet passes values to Ruby's functions.
    #[must_use]
    pub fn to_ruby_text(&self) -> String {
        let mut out = String::new();
        text::ruby(self, &mut out);
        out
    }

    /// The text that Ruby's `inspect` gives.
    #[must_use]
    pub fn to_inspected_text(&self) -> String {
        let mut out = String::new();
        text::inspect(self, &mut out);
        out
    }

    /// Whether both are the same key of a hash: `1` differs from `1.0`, and `'a'` from `'A'`.
    #[must_use]
    pub fn is_same(&self, other: &Value) -> bool {
        is_same_key(self, other)
    }

    /// Charges for a walk through the value, and for a copy of its parts.
    ///
    /// # Errors
    /// If that exceeds the budget.
    pub fn charge_copy(&self, budget: &mut Budget) -> Result<(), HostError> {
        budget.charge(self.weight() as usize, self.weight() as usize * size_of::<Value>())
    }
}

impl Regex {
    /// Compiles an expression in Ruby's notation.
    ///
    /// # Errors
    /// If the expression is invalid, cannot be matched in linear time, or exceeds the budget.
    pub fn compiled(source: &str, budget: &mut Budget) -> Result<Self, HostError> {
        // The cost of compiling is known only afterwards; it is bounded by the maximum size of an expression.
        budget.charge_steps(source.len())?;
        let regex = Self::new(source).map_err(|problem| {
            HostError::new(format!("this is not a valid regular expression: {problem}"))
        })?;
        budget.charge(usize::try_from(regex.compile_cost()).unwrap_or(usize::MAX), regex.bytes())?;
        Ok(regex)
    }

    /// The first match at or after a position; `None` if there is none.
    ///
    /// # Errors
    /// If the search exceeds the budget.
    pub fn search(
        &self,
        text: &str,
        start: usize,
        budget: &mut Budget,
    ) -> Result<Option<MatchSpans>, HostError> {
        let cost = self.search_cost(text.len().saturating_sub(start));
        budget.charge_steps(usize::try_from(cost).unwrap_or(usize::MAX))?;
        Ok(self.find_at(text, start))
    }
}

/// The bytes in Base64, with padding.
#[must_use]
pub fn base64_text(bytes: &[u8]) -> String {
    Binary(bytes.to_vec()).standard()
}

/// The bytes of a Base64 text; `None` if it is invalid. Unless `is_strict`, other characters are ignored, as by Ruby's
/// `unpack('m')`.
#[must_use]
pub fn base64_bytes(text: &str, is_strict: bool) -> Option<Vec<u8>> {
    Binary::decode(text, is_strict)
}

/// The order of two versions, as `versioncmp` compares them.
#[must_use]
pub fn compare_versions(a: &str, b: &str) -> Ordering {
    functions::order_of_versions(a, b)
}
