//! Finds keys that a map may contain twice, while its document is read.
//!
//! A mark is a hash of a key. Invariant: equal keys have equal marks. Different keys nearly always have
//! different marks; if two have the same mark, the map only seems to contain a key twice. This module does
//! not know which keys are equal.

use super::scalar::Scalar;
use crate::simd::{BLOCK, halves};
use hashbrown::HashTable;
use rustc_hash::FxHasher;
use std::hash::{BuildHasher, Hasher, RandomState};

/// The maximum number of keys of a map whose marks are compared one by one; for more keys there is a table.
const MAX_IN_LIST: usize = 32;

/// The marks of the keys of all open maps.
#[derive(Debug, Default)]
pub(super) struct KeyMarks {
    marks: Vec<u64>,
    /// The open maps, innermost last.
    maps: Vec<MapMarks>,
    seed: Option<Seed>,
}

/// The marks of one map.
#[derive(Debug)]
struct MapMarks {
    /// The position of the map's first mark.
    start: usize,
    /// The highest six bits of the map's marks, each as one bit: a mark whose bit is missing is new.
    seen_bits: u64,
    /// All marks of the map, if there are many.
    table: Option<Box<HashTable<u64>>>,
}

/// Random numbers: without them, the author of a text could choose keys that all collide in the table.
#[derive(Debug, Clone, Copy)]
struct Seed(u64, u64);

impl Seed {
    fn new() -> Self {
        let random = RandomState::new();
        // A multiplication by an odd number loses no bits.
        Self(random.hash_one(0), random.hash_one(1) | 1)
    }

    /// The seeded hash of a mark.
    fn hash(self, mark: u64) -> u64 {
        let product = u128::from(mark ^ self.0) * u128::from(self.1);
        (product >> 64) as u64 ^ product as u64
    }
}

impl KeyMarks {
    /// Starts a map inside the innermost one.
    pub(super) fn begin_map(&mut self) {
        self.maps.push(MapMarks { start: self.marks.len(), seen_bits: 0, table: None });
    }

    /// Ends the innermost map, and removes its marks.
    pub(super) fn end_map(&mut self) {
        if let Some(map) = self.maps.pop() {
            self.marks.truncate(map.start);
        }
    }

    /// Adds the mark of a key to the innermost map; returns whether it differs from all other marks of the map.
    pub(super) fn add(&mut self, mark: u64) -> bool {
        let Some(map) = self.maps.last_mut() else { return false };
        // The six highest bits select one of 64, because a multiplication mixes best into the highest bits.
        let bit = 1 << (mark >> 58);
        let is_new = map.seen_bits & bit == 0;
        map.seen_bits |= bit;
        // Once a map has a table, its list stays full, so every further key is added to the table.
        if is_new && self.marks.len() - map.start < MAX_IN_LIST {
            self.marks.push(mark);
            return true;
        }
        self.add_doubtful(mark)
    }

    /// As [`KeyMarks::add`], for a mark that may be known, or of a map with many keys.
    #[inline(never)]
    fn add_doubtful(&mut self, mark: u64) -> bool {
        let Some(MapMarks { start, table, .. }) = self.maps.last_mut() else { return false };
        if let Some(table) = table {
            let seed = *self.seed.get_or_insert_with(Seed::new);
            return insert(table, seed, mark);
        }
        let map_marks = self.marks.get(*start..).unwrap_or_default();
        // Different keys may have equal marks; the document is then read with a tree, which compares the keys.
        if map_marks.contains(&mark) {
            return false;
        }
        if map_marks.len() >= MAX_IN_LIST {
            let seed = *self.seed.get_or_insert_with(Seed::new);
            // A map with so many keys probably has more.
            let mut marks = HashTable::with_capacity(4 * map_marks.len());
            for mark in map_marks.iter().chain([&mark]) {
                insert(&mut marks, seed, *mark);
            }
            *table = Some(Box::new(marks));
        } else {
            self.marks.push(mark);
        }
        true
    }
}

/// Adds a mark; returns whether it is new.
fn insert(table: &mut HashTable<u64>, seed: Seed, mark: u64) -> bool {
    let hash = seed.hash(mark);
    if table.find(hash, |known| *known == mark).is_some() {
        return false;
    }
    table.insert_unique(hash, mark, |known| seed.hash(*known));
    true
}

/// The mark of a string.
pub(super) fn of_text(text: &str) -> u64 {
    if text.len() > BLOCK {
        let mut hasher = FxHasher::default();
        hasher.write(text.as_bytes());
        return hasher.finish();
    }
    let (low, high) = halves(text.as_bytes());
    // The factor is 2^64 divided by the golden ratio, which spreads the bits of a product.
    low.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ high.rotate_left(32) ^ text.len() as u64
}

/// The mark of a scalar that is not a string.
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
