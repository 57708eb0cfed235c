//! Sets of characters.
//!
//! Invariants: ranges are in ascending order, and neither touch nor overlap; all sets of a pattern have a common limit.
//! This module does not know the syntax of patterns.

use crate::unicode::{self, Ranges};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A set of characters.
#[derive(Debug, Clone, Default)]
pub(super) struct Set {
    /// Ranges of code points, each with its first and its last one.
    ranges: Ranges,
}

/// The number of ranges from which equal and adjacent ones are joined while ranges are added.
const MAX_UNJOINED: usize = 10_000;

/// The greatest code point.
const LAST_CODE_POINT: u32 = 0x0010_FFFF;

impl Set {
    /// Sorts the ranges, and joins those that overlap or are adjacent.
    pub(super) fn from_ranges(mut ranges: Ranges) -> Self {
        ranges.sort_unstable();
        ranges.dedup_by(|(next_first, next_last), (_, last)| {
            let is_joined = *next_first <= last.saturating_add(1);
            if is_joined {
                *last = (*last).max(*next_last);
            }
            is_joined
        });
        Self { ranges }
    }

    /// The set of one character.
    pub(super) fn from_char(c: char) -> Self {
        Self { ranges: vec![(u32::from(c), u32::from(c))] }
    }

    /// All characters that are not in the set.
    pub(super) fn negated(&self) -> Self {
        let mut ranges = Vec::with_capacity(self.ranges.len() + 1);
        let mut gap_start = 0;
        for (first, last) in &self.ranges {
            if gap_start < *first {
                ranges.push((gap_start, first - 1));
            }
            gap_start = last + 1;
        }
        if gap_start <= LAST_CODE_POINT {
            ranges.push((gap_start, LAST_CODE_POINT));
        }
        Self { ranges }
    }

    /// The characters of this set that are not in another set.
    pub(super) fn without(&self, other: &Self) -> Self {
        // By De Morgan's law, this is the complement of the union of the other set and the complement of this one.
        let mut ranges = self.negated().ranges;
        ranges.extend(&other.ranges);
        Self::from_ranges(ranges).negated()
    }

    /// Whether a character is in the set.
    pub(super) fn contains(&self, code: u32) -> bool {
        unicode::contains(&self.ranges, code)
    }

    /// The character of a set that contains only one.
    pub(super) fn single(&self) -> Option<u32> {
        match self.ranges[..] {
            [(first, last)] if first == last => Some(first),
            _ => None,
        }
    }
}

/// `:` and `_`, with which names may start.
pub(super) const NAME_MARKS: &str = ":_";

/// The maximum number of ranges in all sets of a pattern.
const MAX_RANGES: usize = 200_000;

/// The maximum number of ranges that are added to others to create the sets of a pattern.
const MAX_ADDED: usize = 10_000_000;

/// The sets of a pattern.
#[derive(Debug, Default)]
pub(super) struct Sets {
    /// The sets of classes, by their names, and whether the set is negated.
    class_sets: FxHashMap<(String, bool), Arc<Set>>,
    /// The number of stored ranges.
    stored_range_count: usize,
    /// The number of ranges that were added to others.
    added_range_count: usize,
}

impl Sets {
    /// Stores a set, within the limit.
    pub(super) fn store(&mut self, set: Set) -> Result<Arc<Set>, String> {
        self.stored_range_count += set.ranges.len();
        if self.stored_range_count > MAX_RANGES { Err(too_many_message()) } else { Ok(Arc::new(set)) }
    }

    /// Adds the ranges of a set to other ranges.
    pub(super) fn add(&mut self, set: &Set, ranges: &mut Ranges) -> Result<(), String> {
        self.added_range_count += set.ranges.len();
        if self.added_range_count > MAX_ADDED {
            return Err(too_many_message());
        }
        ranges.extend(&set.ranges);
        // The ranges are joined from time to time, so that equal ones do not accumulate.
        if ranges.len() > MAX_UNJOINED {
            *ranges = Set::from_ranges(std::mem::take(ranges)).ranges;
        }
        Ok(())
    }

    /// The set of all characters of some classes or, if `is_negated` is set, of all other characters.
    pub(super) fn class_set(&mut self, classes: &[&str], is_negated: bool) -> Result<Arc<Set>, String> {
        let key = (classes.join(" "), is_negated);
        // Sets are cached, because patterns repeat classes such as `\d`, which consist of many ranges.
        if let Some(set) = self.class_sets.get(&key) {
            return Ok(Arc::clone(set));
        }
        let mut ranges = Vec::new();
        for class in classes {
            match *class {
                NAME_MARKS => ranges.extend([':', '_'].map(|mark| (u32::from(mark), u32::from(mark)))),
                class => ranges.extend(unicode::ranges(class).ok_or_else(|| unknown_class_message(class))?),
            }
        }
        let set = Set::from_ranges(ranges);
        let stored = self.store(if is_negated { set.negated() } else { set })?;
        self.class_sets.insert(key, Arc::clone(&stored));
        Ok(stored)
    }
}

/// The message about sets that exceed a limit.
fn too_many_message() -> String {
    "it contains too many characters".to_owned()
}

/// The message about an unknown class of characters.
pub(super) fn unknown_class_message(class: &str) -> String {
    format!("`{class}` is neither a category nor a block of characters")
}
