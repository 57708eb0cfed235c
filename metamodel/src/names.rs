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
#[derive(Debug, Clone, Copy, Default)]
struct Entry {
    key: Key,
    /// The position, counted from one; zero for an empty entry.
    position: u32,
    len: u32,
}

impl Entry {
    /// The position of the name; `None` for an empty entry.
    #[inline]
    fn name_position(self) -> Option<usize> {
        (self.position as usize).checked_sub(1)
    }
}

/// The positions of names that are stored elsewhere. Methods that take `name_at` call it only with the positions of
/// names that were added.
#[derive(Debug, Clone)]
pub struct NameIndex {
    /// The number of entries is a power of two, and at most half of them are used.
    entries: Vec<Entry>,
}

impl Default for NameIndex {
    fn default() -> Self {
        Self { entries: vec![Entry::default(); 2] }
    }
}

impl NameIndex {
    /// A copy with space for a number of names in total.
    #[must_use]
    pub fn with_space_for<'n>(&self, count: usize, name_at: impl Fn(usize) -> &'n str) -> Self {
        // Half of the entries stay empty, so that every search soon ends at one.
        let entry_count = (count * 2).next_power_of_two();
        if entry_count <= self.entries.len() {
            return self.clone();
        }
        let mut larger = Self { entries: vec![Entry::default(); entry_count] };
        for entry in &self.entries {
            if let Some(position) = entry.name_position() {
                let index = larger.entry_index(name_at(position), &name_at);
                larger.entries[index] = *entry;
            }
        }
        larger
    }

    /// Adds the name at a position; positions are added in ascending order, without gaps. Returns whether the name is
    /// new. Otherwise, it is still found at its first position.
    pub fn add<'n>(&mut self, name: &str, position: usize, name_at: impl Fn(usize) -> &'n str) -> bool {
        let count = position + 1;
        if count * 2 > self.entries.len() {
            *self = self.with_space_for(count, &name_at);
        }
        let index = self.entry_index(name, name_at);
        let entry = &mut self.entries[index];
        let is_new = entry.position == 0;
        if is_new {
            let [position, len] = [count, name.len()].map(|number| u32::try_from(number).unwrap_or(u32::MAX));
            *entry = Entry { key: Key::new(name.as_bytes()), position, len };
        }
        is_new
    }

    /// The position of the first name equal to this one.
    #[inline]
    pub fn find<'n>(&self, name: &str, name_at: impl Fn(usize) -> &'n str) -> Option<usize> {
        self.entries[self.entry_index(name, name_at)].name_position()
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
                return entry.name_position();
            }
            if entry.position == 0 {
                return None;
            }
            index = (index + 1) & mask;
        }
    }

    /// The index of the entry of a name, or of the empty entry for the name.
    #[inline]
    fn entry_index<'n>(&self, name: &str, name_at: impl Fn(usize) -> &'n str) -> usize {
        let key = Key::new(name.as_bytes());
        let mask = self.entries.len() - 1;
        let mut index = key.hash(name.as_bytes()) & mask;
        loop {
            let entry = &self.entries[index];
            let Some(position) = entry.name_position() else { return index };
            // The key of a short name is the name itself; only long ones must be compared as texts.
            let has_key = entry.key == key && entry.len as usize == name.len();
            if has_key && (name.len() <= EXACT || *name_at(position) == *name) {
                return index;
            }
            index = (index + 1) & mask;
        }
    }
}

/// Names and their positions, in the order in which they were added.
#[derive(Debug, Clone)]
pub struct Names<N> {
    index: NameIndex,
    names: Vec<N>,
}

impl<N> Default for Names<N> {
    fn default() -> Self {
        Self { index: NameIndex::default(), names: Vec::new() }
    }
}

impl<N: AsRef<str>> Names<N> {
    /// Adds a name and returns its position; a name that was added before is still found at its first position.
    pub fn add(&mut self, name: N) -> usize {
        let position = self.names.len();
        self.index.add(name.as_ref(), position, |position| self.names[position].as_ref());
        self.names.push(name);
        position
    }

    /// The position of the first name of at most [`EXACT`] bytes with this key and length.
    #[inline]
    pub fn find_key(&self, key: Key, len: usize) -> Option<usize> {
        self.index.find_key(key, len)
    }

    /// The name at a position.
    #[inline]
    pub fn get(&self, position: usize) -> &N {
        &self.names[position]
    }

    /// The position of the first name equal to this one.
    #[inline]
    pub fn find(&self, name: &str) -> Option<usize> {
        self.index.find(name, |position| self.names[position].as_ref())
    }
}

#[cfg(test)]
mod tests {
    use super::{NameIndex, Names, are_equal};

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

    #[test]
    fn only_the_first_of_equal_names_is_new() {
        let names = ["a", "", "a", "aaaaaaaaaaaaaaaaX0", "aaaaaaaaaaaaaaaaX1", "aaaaaaaaaaaaaaaaX0", ""];
        let name_at = |position: usize| names[position];
        let mut index = NameIndex::default();
        let are_new: Vec<bool> =
            (0..names.len()).map(|position| index.add(names[position], position, name_at)).collect();
        assert_eq!(are_new, [true, true, false, true, true, false, false]);
        let larger = index.with_space_for(100, name_at);
        for name in names {
            assert_eq!(larger.find(name, name_at), index.find(name, name_at), "{name}");
        }
    }
}
