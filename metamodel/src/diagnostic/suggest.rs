//! What was probably meant: names that are spelled nearly like one that nobody knows.
//!
//! Invariant: all suggestions for one document cost no more than a bounded amount of work, however many names are
//! known and however many are wrong. This module does not know what is named.

use std::cell::Cell;

/// Characters that one document may have compared with each other, in blocks of eight.
const BUDGET: usize = 10_000_000;

/// Finds what was meant, until that has become too much work for one document.
#[derive(Debug)]
pub struct Suggestions {
    left: Cell<usize>,
}

impl Default for Suggestions {
    fn default() -> Self {
        Self { left: Cell::new(BUDGET) }
    }
}

impl Suggestions {
    /// As [`nearest`], while there is work left to be done; nothing after that.
    pub fn nearest<'a>(
        &self,
        wanted: &str,
        candidates: impl IntoIterator<Item = &'a str>,
    ) -> Option<&'a str> {
        let width = wanted.len().min(LONGEST);
        let affordable = |candidate: &&str| self.spend(1 + width * candidate.len().min(LONGEST) / 8);
        let found = nearest(wanted, candidates.into_iter().take_while(affordable));
        found.filter(|_| !self.are_spent())
    }

    /// Whether there will be no more of them, so that nobody need gather names.
    #[must_use]
    pub fn are_spent(&self) -> bool {
        self.left.get() == 0
    }

    /// Whether so much work may still be done, which it then counts as.
    fn spend(&self, cost: usize) -> bool {
        let left = self.left.get();
        self.left.set(left.saturating_sub(cost));
        left > cost
    }
}

/// Longer names are compared by their first characters.
const LONGEST: usize = 200;

/// The candidate nearest to `wanted` by edit distance, for "did you mean" help.
///
/// Returns nothing when no candidate is close enough to be a plausible slip.
#[must_use]
pub fn nearest<'a>(wanted: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = wanted.chars().count();
    // Every name of one letter is one letter away from any other.
    let limit = length.div_ceil(3).min(length.saturating_sub(1));
    let wanted = lowered(wanted);
    candidates
        .into_iter()
        .map(|candidate| (edit_distance(&wanted, candidate, limit), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

/// The characters that are compared.
fn lowered(text: &str) -> Vec<char> {
    text.chars().take(LONGEST).flat_map(char::to_lowercase).collect()
}

/// Levenshtein distance over lower-cased characters, cut off above `limit`.
fn edit_distance(a: &[char], b: &str, limit: usize) -> usize {
    // Most candidates are too long or too short, which needs no look at their characters.
    if b.is_ascii() && a.len().abs_diff(b.len().min(LONGEST)) > limit {
        return limit + 1;
    }
    let b = lowered(b);
    if a.len().abs_diff(b.len()) > limit {
        return limit + 1;
    }
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nearest_finds_a_slip_and_refuses_a_stranger() {
        assert_eq!(nearest("eClassif", ["eClassifiers", "eLiterals"]), None);
        assert_eq!(nearest("eClassifers", ["eClassifiers", "eLiterals"]), Some("eClassifiers"));
        assert_eq!(nearest("nmae", ["name", "value"]), Some("name"));
        assert_eq!(nearest("x", ["completely", "different"]), None);
        assert_eq!(nearest("b", ["a", "c"]), None);
        assert_eq!(nearest("B", ["a", "b"]), Some("b"));
    }

    #[test]
    fn many_slips_among_many_names_end_the_suggestions() {
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
