//! Finds keys that a map may have twice, while its document is read.
//!
//! Invariant: equal keys have equal marks. Different keys nearly always have different ones; where they do not, the map
//! only seems to have a key twice. This module does not know what keys are equal to.

use super::scalar::Scalar;
use crate::simd::{BLOCK, halves};
use rustc_hash::FxHasher;
use std::collections::HashSet;
use std::hash::Hasher;

/// The marks of more keys are found in a table.
const MOST_IN_LIST: usize = 64;

/// The marks of the keys of all open maps.
#[derive(Debug, Default)]
pub(super) struct KeyMarks {
    marks: Vec<u64>,
    /// For each map: where its marks start, and a table of them if they are many. Texts choose their marks, so that the
    /// table's hashes must be random.
    maps: Vec<(usize, Option<HashSet<u64>>)>,
}

impl KeyMarks {
    pub(super) fn begin_map(&mut self) {
        self.maps.push((self.marks.len(), None));
    }

    pub(super) fn end_map(&mut self) {
        if let Some((start, _)) = self.maps.pop() {
            self.marks.truncate(start);
        }
    }

    /// Adds a key of the innermost map; returns whether it differs from all others.
    pub(super) fn add(&mut self, mark: u64) -> bool {
        let Some((start, table)) = self.maps.last_mut() else { return false };
        if let Some(table) = table {
            return table.insert(mark);
        }
        let known = self.marks.get(*start..).unwrap_or_default();
        if known.contains(&mark) {
            return false;
        }
        if known.len() >= MOST_IN_LIST {
            *table = Some(known.iter().copied().chain([mark]).collect());
        } else {
            self.marks.push(mark);
        }
        true
    }
}

/// The mark of a string.
pub(super) fn of_text(text: &str) -> u64 {
    if text.len() > BLOCK {
        let mut hasher = FxHasher::default();
        hasher.write(text.as_bytes());
        return hasher.finish();
    }
    let (low, high) = halves(text.as_bytes());
    low.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ high.rotate_left(32) ^ text.len() as u64
}

/// The mark of another scalar.
pub(super) fn of_scalar(scalar: &Scalar) -> u64 {
    let mut hasher = FxHasher::default();
    scalar.hash_into(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_found_in_lists_and_in_tables() {
        let mut marks = KeyMarks::default();
        marks.begin_map();
        for key in 0..200 {
            assert!(marks.add(of_text(&format!("profile::key::{key}"))), "{key}");
            marks.begin_map();
            assert!(marks.add(of_text("profile::key::0")));
            assert!(!marks.add(of_text("profile::key::0")));
            marks.end_map();
        }
        for key in 0..200 {
            assert!(!marks.add(of_text(&format!("profile::key::{key}"))), "{key}");
        }
    }
}
