//! The number of cases that each deliberate difference excuses.
//!
//! A reason that suddenly excuses more cases than before hides a new difference, so each reason has a count
//! for the sample that runs without options. Invariant: a count only decreases, unless the sample itself
//! changes. This module does not know the comparisons.

use crate::Summary;

/// The counts of the reasons of one comparison; a reason that is not listed excuses nothing in the sample.
pub(crate) type KnownCounts = &'static [(&'static str, usize)];

/// Records the number of cases that each reason excuses, and fails the comparison if a number exceeds the
/// known count.
pub(crate) fn enter<'r>(
    summary: &mut Summary,
    known: KnownCounts,
    excused: impl Iterator<Item = (&'r str, usize)>,
) {
    let excused: Vec<_> = excused.collect();
    for (reason, count) in &excused {
        let limit = known.iter().find(|(name, _)| name == reason).map_or(0, |(_, limit)| *limit);
        if *count > limit {
            summary.differences.push(format!("{reason}: excuses {count} cases, but {limit} are known"));
        } else if *count < limit {
            summary.notes.push(format!("{reason}: excuses {count} cases; lower its count, which is {limit}"));
        }
    }
    for (reason, limit) in known.iter().filter(|(name, _)| excused.iter().all(|(reason, _)| reason != name)) {
        summary.notes.push(format!("{reason}: excuses no cases; remove its count, which is {limit}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_larger_number_than_known_fails() {
        let mut summary = Summary::default();
        enter(&mut summary, &[("a", 2), ("b", 2), ("c", 1)], [("a", 2), ("b", 1)].into_iter());
        assert!(summary.is_as_expected());
        assert_eq!(summary.notes.len(), 2, "{:?}", summary.notes);
        enter(&mut summary, &[("a", 1)], [("a", 2), ("new", 1)].into_iter());
        assert_eq!(
            summary.differences,
            ["a: excuses 2 cases, but 1 are known", "new: excuses 1 cases, but 0 are known"]
        );
        assert!(!summary.is_as_expected());
    }
}
