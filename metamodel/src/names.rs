//! Maps names to small numbers: the names of features, and other names that readers look up repeatedly.
//!
//! Invariants: of equal names the first one added is found; a lookup takes constant time for any number of names.
//! Names of up to sixteen bytes are compared as two words, without reading the text.

use crate::simd::{self, BLOCK, Block, Marks};
use rustc_hash::FxHasher;
use std::hash::Hasher as _;

/// Two words that identify a text of at most [`EXACT`] bytes together with its length: its bytes, padded with zeros.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Key(u64, u64);

/// Up to this length, in bytes, the key and the length identify a text.
pub const EXACT: usize = BLOCK;

/// For each length, the mask that keeps that many bytes of a block in two words.
const MASKS: [(u64, u64); EXACT] = {
    let mut masks = [(0, 0); EXACT];
    let mut len = 0;
    while len < EXACT {
        let bytes = !(u128::MAX << (8 * len));
        masks[len] = (bytes as u64, (bytes >> 64) as u64);
        len += 1;
    }
    masks
};

impl Key {
    /// The key of a name.
    #[inline]
    pub fn new(name: &[u8]) -> Self {
        let (low, high) = simd::halves(name);
        Key(low, high)
    }

    /// The key and the length of the text from `start` up to the first byte that `marks` finds; `None` if there are
    /// [`EXACT`] bytes or more before it. This is faster than finding the end first.
    #[inline]
    pub fn up_to(bytes: &[u8], start: usize, marks: impl Fn(Block) -> Marks) -> Option<(Self, usize)> {
        let block: &[u8; EXACT] = bytes.get(start..)?.first_chunk()?;
        let len = marks(Block::new(block)).first()?;
        let (low, high) = simd::halves(block);
        // The length is less than sixteen; the remainder only removes a bounds check.
        let (low_mask, high_mask) = MASKS[len % EXACT];
        Some((Key(low & low_mask, high & high_mask), len))
    }

    /// The hash of the name with this key. The key of a long name lacks its middle, so the complete name is hashed.
    #[inline]
    pub fn hash(self, name: &[u8]) -> usize {
        if name.len() <= EXACT {
            return self.hash_short(name.len());
        }
        let mut hasher = FxHasher::default();
        hasher.write(name);
        fold(hasher.finish())
    }

    #[inline]
    /// The hash of a name of at most [`EXACT`] bytes, from its key and its length.
    fn hash_short(self, len: usize) -> usize {
        fold(self.0 ^ self.1.rotate_left(29) ^ (len as u64) << 57)
    }
}

/// Whether two names are the same. Most are short, and are compared without a call.
#[inline]
pub fn are_equal(name: &str, other: &str) -> bool {
    /// Whether two names of N to 2N bytes are the same: their first N and their last N bytes are.
    #[inline]
    fn have_equal_ends<const N: usize>(name: &[u8], other: &[u8]) -> bool {
        let end_start = name.len() - N;
        name[..N] == other[..N] && name[end_start..] == other[end_start..]
    }
    let (name, other) = (name.as_bytes(), other.as_bytes());
    name.len() == other.len()
        && match name.len() {
            // Two comparisons of a fixed width, which overlap, need no call.
            4..8 => have_equal_ends::<4>(name, other),
            8..=EXACT => have_equal_ends::<8>(name, other),
            _ => name == other,
        }
}

/// Mixes all bits into the lowest ones, which tables use.
#[expect(clippy::cast_possible_truncation, reason = "both halves of the product take part")]
fn fold(bits: u64) -> usize {
    let product = u128::from(bits) * 0x9e37_79b9_7f4a_7c15;
    (product >> 64) as usize ^ product as usize
}

/// An entry of the table of names.
#[derive(Debug, Clone, Default)]
struct Entry {
    key: Key,
    /// The position, counted from one; zero for an empty entry.
    position: u32,
    len: u32,
}

/// Names and their positions, in the order in which they were added.
#[derive(Debug, Clone)]
pub struct Names<N> {
    /// The number of entries is a power of two, and at most half of them are used.
    entries: Vec<Entry>,
    names: Vec<N>,
}

impl<N> Default for Names<N> {
    fn default() -> Self {
        Self { entries: vec![Entry::default(); 2], names: Vec::new() }
    }
}

impl<N> Names<N> {
    /// No names, with space for a number of them.
    pub fn with_capacity(count: usize) -> Self {
        // There are at least twice as many entries as names, as in `add`.
        let entries = vec![Entry::default(); (count * 2).next_power_of_two().max(2)];
        Self { entries, names: Vec::with_capacity(count) }
    }
}

impl<N: AsRef<str>> Names<N> {
    /// Adds a name and returns its position; a name that was added before is still found at its first position.
    pub fn add(&mut self, name: N) -> usize {
        let index = self.entry_index(name.as_ref());
        let position = u32::try_from(self.names.len() + 1).unwrap_or(u32::MAX);
        let entry = &mut self.entries[index];
        if entry.position == 0 {
            let len = u32::try_from(name.as_ref().len()).unwrap_or(u32::MAX);
            *entry = Entry { key: Key::new(name.as_ref().as_bytes()), position, len };
        }
        self.names.push(name);
        // Half of the entries stay empty, so that every search soon ends at one.
        if self.names.len() * 2 > self.entries.len() {
            self.grow();
        }
        self.names.len() - 1
    }

    /// Doubles the number of entries.
    fn grow(&mut self) {
        let old_entries = std::mem::take(&mut self.entries);
        self.entries = vec![Entry::default(); old_entries.len() * 2];
        for entry in old_entries.into_iter().filter(|entry| entry.position > 0) {
            let index = self.entry_index(self.names[entry.position as usize - 1].as_ref());
            self.entries[index] = entry;
        }
    }

    /// The position of the first name of at most [`EXACT`] bytes with this key and length.
    #[inline]
    pub fn find_key(&self, key: Key, len: usize) -> Option<usize> {
        let mask = self.entries.len() - 1;
        let mut index = key.hash_short(len) & mask;
        loop {
            let entry = &self.entries[index];
            // An empty entry has the key of the empty name; its position 0 becomes `None`, too.
            if entry.key == key && entry.len as usize == len {
                return (entry.position as usize).checked_sub(1);
            }
            if entry.position == 0 {
                return None;
            }
            index = (index + 1) & mask;
        }
    }

    /// The index of the entry of a name, or of the empty entry for the name.
    #[inline]
    fn entry_index(&self, name: &str) -> usize {
        let key = Key::new(name.as_bytes());
        let mask = self.entries.len() - 1;
        let mut index = key.hash(name.as_bytes()) & mask;
        loop {
            let entry = &self.entries[index];
            // The key of a short name is the name itself; only long ones must be compared as texts.
            let has_key = entry.key == key && entry.len as usize == name.len();
            if entry.position == 0 || (has_key && (name.len() <= EXACT || self.has_name(entry, name))) {
                return index;
            }
            index = (index + 1) & mask;
        }
    }

    /// Whether an entry is for a name.
    fn has_name(&self, entry: &Entry, name: &str) -> bool {
        *self.names[entry.position as usize - 1].as_ref() == *name
    }

    /// The name at a position.
    #[inline]
    pub fn get(&self, position: usize) -> &N {
        &self.names[position]
    }

    /// The position of the first name equal to this one.
    #[inline]
    pub fn find(&self, name: &str) -> Option<usize> {
        (self.entries[self.entry_index(name)].position as usize).checked_sub(1)
    }
}

#[cfg(test)]
mod tests {
    use super::{Names, are_equal};

    #[test]
    fn only_equal_names_compare_equal() {
        for len in 0..24 {
            let name = &"abcdefghijklmnopqrstuvwxyz"[..len];
            assert!(are_equal(name, name) && !are_equal(name, &format!("{name}a")), "{name}");
            for index in 0..len {
                let other = format!("{}A{}", &name[..index], &name[index + 1..]);
                assert!(!are_equal(name, &other), "{name} {other}");
            }
        }
    }

    #[test]
    fn every_name_is_found_at_its_first_position() {
        let mut names: Vec<String> = (0..300).map(|n| "n".repeat(n % 40) + &format!("{n:x}")).collect();
        names.extend(
            ["", "a", "aa", "aaaa", "größe", "a", "aaaaaaaaaaaaaaaaX0", "aaaaaaaaaaaaaaaaX1"]
                .map(String::from),
        );
        let mut table = Names::default();
        for name in &names {
            table.add(name.as_str());
        }
        for name in &names {
            assert_eq!(table.find(name), names.iter().position(|n| n == name), "{name}");
        }
        for missing in ["b", "aaa", "aaaaaaaaaaaaaaaaX2", "nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn"] {
            assert_eq!(table.find(missing), names.iter().position(|n| n == missing), "{missing}");
        }
        assert_eq!(Names::<String>::default().find("a"), None);
    }
}
