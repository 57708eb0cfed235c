//! Suggestions for unknown names: the known name that is spelled most similarly.
//!
//! Invariant: the suggestions for one document take a bounded amount of work, for any number of known and
//! unknown names. This module does not know what the names refer to.

use std::cell::Cell;

/// The number of units of work that are allowed for one document.
const BUDGET: usize = 10_000_000;

/// The number of comparisons of characters in one unit of work.
const COMPARISONS_PER_UNIT: usize = 8;

/// Finds suggestions until the budget of one document is exhausted.
#[derive(Debug)]
pub struct Suggestions {
    /// The remaining budget.
    budget: Cell<usize>,
}

impl Default for Suggestions {
    fn default() -> Self {
        Self { budget: Cell::new(BUDGET) }
    }
}

impl Suggestions {
    /// No suggestions, for callers that do not show problems.
    #[must_use]
    pub fn none() -> Self {
        Self { budget: Cell::new(0) }
    }

    /// As the function [`nearest`]; `None` once the budget is exhausted.
    pub fn nearest<'a>(
        &self,
        wanted: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Option<&'a str> {
        self.nearest_within(wanted, plausible_limit(wanted), candidates)
    }

    /// As [`nearest`], but only names that differ in at most `limit` characters; `None` once the budget is exhausted.
    pub fn nearest_within<'a>(
        &self,
        wanted: &str,
        limit: usize,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Option<&'a str> {
        let wanted_length = wanted.len().min(MAX_LENGTH);
        // A comparison of two names compares each character with each of the other name.
        let affordable_candidates = candidates.into_iter().take_while(|candidate| {
            let comparisons = wanted_length * candidate.len().min(MAX_LENGTH);
            self.spend(1 + comparisons / COMPARISONS_PER_UNIT)
        });
        let suggestion = nearest_within(wanted, limit, affordable_candidates);
        // If the budget is exhausted, not all names were compared, so the nearest one may not be the one that was
        // meant.
        suggestion.filter(|_| !self.are_spent())
    }

    /// Whether the budget is exhausted, so that callers need not collect names.
    #[must_use]
    pub fn are_spent(&self) -> bool {
        self.budget.get() == 0
    }

    /// Deducts a cost from the budget; returns whether the budget covered it.
    pub(crate) fn spend(&self, cost: usize) -> bool {
        let budget = self.budget.get();
        // An exhausted budget remains zero, even for cheaper comparisons, so that no later problem has a suggestion.
        self.budget.set(budget.saturating_sub(cost));
        budget > cost
    }
}

/// The number of first characters of a name that are compared.
const MAX_LENGTH: usize = 200;

/// The candidate nearest to `wanted` by edit distance, for "did you mean" help.
///
/// Returns `None` if no candidate is similar enough to be a plausible typing error.
#[must_use]
pub fn nearest<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_within(wanted, plausible_limit(wanted), candidates)
}

/// The number of characters in which a plausible typing error may differ from the name that was meant.
fn plausible_limit(wanted: &str) -> usize {
    let length = wanted.chars().count();
    // Names of one letter have no suggestions, because each of them differs from all others by only one letter.
    length.div_ceil(3).min(length.saturating_sub(1))
}

/// The candidate nearest to `wanted` that differs in at most `limit` characters.
fn nearest_within<'a>(
    wanted: &str,
    limit: usize,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let wanted = lowercase_characters(wanted);
    candidates
        .into_iter()
        .map(|candidate| (edit_distance(&wanted, candidate, limit), candidate))
        .filter(|(distance, _)| *distance <= limit)
        // Of equally near names, the first one in alphabetical order, so that the order of the candidates does not
        // matter.
        .min()
        .map(|(_, candidate)| candidate)
}

/// The characters of a name that are compared: the first ones, in lower case.
fn lowercase_characters(text: &str) -> Vec<char> {
    text.chars().take(MAX_LENGTH).flat_map(char::to_lowercase).collect()
}

/// The Levenshtein distance of lower-case characters. If it exceeds `limit`, any greater number may be returned.
fn edit_distance(a: &[char], b: &str, limit: usize) -> usize {
    // Most candidates are much longer or shorter, so their length alone shows that the distance exceeds the limit.
    if b.is_ascii() && a.len().abs_diff(b.len().min(MAX_LENGTH)) > limit {
        return limit + 1;
    }
    let b = lowercase_characters(b);
    if a.len().abs_diff(b.len()) > limit {
        return limit + 1;
    }
    // Instead of the complete matrix, only one row is stored, and the cell to the upper left of the current one.
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, a_character) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b_character) in b.iter().enumerate() {
            let replacement = diagonal + usize::from(a_character != b_character);
            diagonal = row[j + 1];
            row[j + 1] = replacement.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_finds_typing_errors_and_rejects_other_names() {
        assert_eq!(nearest("eClassif", ["eClassifiers", "eLiterals"]), None);
        assert_eq!(nearest("eClassifers", ["eClassifiers", "eLiterals"]), Some("eClassifiers"));
        assert_eq!(nearest("nmae", ["name", "value"]), Some("name"));
        assert_eq!(nearest("x", ["completely", "different"]), None);
        assert_eq!(nearest("b", ["a", "c"]), None);
        assert_eq!(nearest("B", ["a", "b"]), Some("b"));
    }

    #[test]
    fn many_unknown_names_exhaust_the_budget() {
        let names: Vec<String> = (0..1_000).map(|at| format!("feature{at}")).collect();
        let suggestions = Suggestions::default();
        let looked_at = Cell::new(0usize);
        let candidates = || {
            let counted = names.iter().map(String::as_str);
            counted.inspect(|_| looked_at.set(looked_at.get() + 1))
        };
        assert_eq!(suggestions.nearest("feature1O", candidates()), Some("feature1"));
        for _ in 0..100_000 {
            suggestions.nearest("feature1O", candidates());
        }
        assert!(looked_at.get() < BUDGET, "{} names were looked at", looked_at.get());
        assert_eq!(suggestions.nearest("feature1O", candidates()), None);
    }
}
