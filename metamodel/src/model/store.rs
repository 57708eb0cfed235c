//! The arenas of a model: texts and lists.
//!
//! Invariants: text is appended and never moved or freed while the model exists; the items of a list are in one range
//! whose capacity is a power of two, and abandoned ranges are reused.

use super::slot::{Raw, SHORT_TEXT_LIMIT, Slot, TextRef};
use crate::names::{EXACT, Key};
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// All text of a model, one string after the other.
#[derive(Debug, Clone, Default)]
pub(crate) struct TextArena {
    buffer: String,
    /// The start and the length of each text that a slot cannot express.
    long_texts: Vec<(usize, usize)>,
}

impl TextArena {
    /// Appends a text, and returns its location.
    pub(crate) fn push(&mut self, text: &str) -> TextRef {
        if text.is_empty() {
            return TextRef::Empty;
        }
        let start = self.buffer.len();
        self.buffer.push_str(text);
        match (u32::try_from(start), u32::try_from(text.len())) {
            // Only texts that begin beyond 4 GiB, or are very long, need the table.
            (Ok(start), Ok(len)) if text.len() < SHORT_TEXT_LIMIT => TextRef::Short { start, len },
            _ => {
                self.long_texts.push((start, text.len()));
                TextRef::Long(self.long_texts.len() - 1)
            }
        }
    }

    /// The text at a location.
    pub(crate) fn get(&self, text: TextRef) -> &str {
        match text {
            TextRef::Empty => "",
            TextRef::Short { start, len } => &self.buffer[start as usize..start as usize + len as usize],
            TextRef::Long(position) => {
                let (start, len) = self.long_texts[position];
                &self.buffer[start..start + len]
            }
        }
    }

    /// The bytes of a text, which are sufficient for comparisons.
    pub(crate) fn bytes_of(&self, text: TextRef) -> &[u8] {
        match text {
            TextRef::Empty => &[],
            TextRef::Short { start, len } => &self.buffer.as_bytes()[start as usize..][..len as usize],
            TextRef::Long(position) => {
                let (start, len) = self.long_texts[position];
                &self.buffer.as_bytes()[start..start + len]
            }
        }
    }

    /// Removes all texts, and keeps the memory.
    pub(crate) fn clear(&mut self) {
        self.buffer.clear();
        self.long_texts.clear();
    }

    /// The number of bytes of text.
    pub(crate) fn len(&self) -> usize {
        self.buffer.len()
    }

    /// The number of long texts.
    pub(crate) fn long_count(&self) -> usize {
        self.long_texts.len()
    }

    /// Appends all text of another arena.
    pub(crate) fn append(&mut self, other: &Self) {
        let start = self.buffer.len();
        self.buffer.push_str(&other.buffer);
        self.long_texts.extend(other.long_texts.iter().map(|(text_start, len)| (text_start + start, *len)));
    }

    /// The number of allocated bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.buffer.capacity() + self.long_texts.capacity() * size_of::<(usize, usize)>()
    }

    pub(crate) fn shrink(&mut self) {
        self.buffer.shrink_to_fit();
    }

    /// Reserves memory for this many more bytes; continues without it if memory is short.
    pub(crate) fn reserve(&mut self, more: usize) {
        let _ = self.buffer.try_reserve(more);
    }
}

/// Finds short texts that were stored recently; used only while a document is read.
///
/// Most repeated texts of a document are short and are repeated soon. So a small table that forgets old texts
/// is nearly as effective as one that grows with the document, and it never reads the texts themselves.
#[derive(Debug)]
pub(crate) struct Interner {
    /// The last text of each hash, with its key.
    recent: Vec<(Key, TextRef)>,
}

impl Interner {
    /// The size for large documents.
    const SIZE: usize = 1 << 12;

    /// A table for a document of this length. Clearing a large table would take longer than reading a small document.
    pub(crate) fn for_length(len: usize) -> Self {
        let size = (len / 64).next_power_of_two().min(Self::SIZE);
        Self { recent: vec![(Key::default(), TextRef::Empty); size] }
    }

    /// The location of a text in the arena, to which the text is added unless the table contains it.
    #[inline]
    pub(crate) fn intern(&mut self, arena: &mut TextArena, text: &str) -> TextRef {
        if text.is_empty() || text.len() > EXACT {
            return arena.push(text);
        }
        let key = Key::new(text.as_bytes());
        // The size is a power of two, so a bit mask replaces the remainder.
        let index = key.hash(text.as_bytes()) & (self.recent.len() - 1);
        let (recent_key, recent_text) = &mut self.recent[index];
        // Keys of texts up to `EXACT` bytes are equal only for equal texts of one length, so the text is not read.
        if *recent_key != key || recent_text.len() != text.len() {
            (*recent_key, *recent_text) = (key, arena.push(text));
        }
        *recent_text
    }
}

/// A fast hash of some bytes. It is not resistant to chosen colliding keys, so it is only for tables in which
/// collisions cannot cause a denial of service.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(bytes);
    // Fx mixes the low bits poorly if only the last bytes of the input vary; code that needs fewer bits takes the high
    // ones.
    hasher.finish()
}

/// The range of a list among the items of all lists.
#[derive(Debug, Clone, Copy, Default)]
struct ListHead {
    start: u32,
    len: u32,
    /// Capacity as a power of two; `NO_CAPACITY` before the first item.
    exponent: u8,
}

/// The exponent of a list that has no range yet.
const NO_CAPACITY: u8 = u8::MAX;

/// All lists of a model, in ranges of one vector.
#[derive(Clone, Default)]
pub(crate) struct ListArena {
    heads: Vec<ListHead>,
    items: Vec<Slot>,
    // The unused ranges, indexed by the exponent of their capacity.
    free_ranges: Vec<Vec<u32>>,
}

impl ListArena {
    pub(crate) fn create(&mut self) -> u32 {
        let id = u32::try_from(self.heads.len()).expect("fewer than 2^32 lists");
        self.heads.push(ListHead { start: 0, len: 0, exponent: NO_CAPACITY });
        id
    }

    pub(crate) fn get(&self, list: u32) -> &[Slot] {
        let head = self.heads[list as usize];
        &self.items[head.start as usize..(head.start + head.len) as usize]
    }

    pub(crate) fn get_mut(&mut self, list: u32) -> &mut [Slot] {
        let head = self.heads[list as usize];
        &mut self.items[head.start as usize..(head.start + head.len) as usize]
    }

    /// The number of items in a list.
    pub(crate) fn len_of(&self, list: u32) -> usize {
        self.heads[list as usize].len as usize
    }

    /// The number of lists.
    pub(crate) fn count(&self) -> usize {
        self.heads.len()
    }

    /// The capacity of the lists in items.
    pub(crate) fn item_capacity(&self) -> usize {
        self.items.len()
    }

    /// Appends the lists of another arena, whose items `convert` adapts. The items of both must fit into one arena.
    pub(crate) fn append(&mut self, other: &Self, convert: impl Fn(Slot) -> Slot) {
        let offset = u32::try_from(self.items.len()).expect("fewer than 2^32 list items");
        self.heads.extend(other.heads.iter().map(|head| ListHead { start: head.start + offset, ..*head }));
        self.items.extend(other.items.iter().map(|slot| convert(*slot)));
        self.free_ranges.resize(self.free_ranges.len().max(other.free_ranges.len()), Vec::new());
        for (free, other_free) in self.free_ranges.iter_mut().zip(&other.free_ranges) {
            free.extend(other_free.iter().map(|start| start + offset));
        }
    }

    /// Every item of every list, and the unused items between them.
    pub(crate) fn all_mut(&mut self) -> &mut [Slot] {
        &mut self.items
    }

    /// Appends an item to a list.
    #[inline]
    pub(crate) fn push(&mut self, list: u32, item: Slot) {
        let head = &mut self.heads[list as usize];
        if head.exponent == NO_CAPACITY || head.len == 1 << head.exponent {
            return self.push_to_full(list, item);
        }
        self.items[(head.start + head.len) as usize] = item;
        head.len += 1;
    }

    /// As [`ListArena::push`], for a list whose capacity is used up.
    #[inline(never)]
    // Out of line, so that the usual case stays small enough to be inlined.
    fn push_to_full(&mut self, list: u32, item: Slot) {
        let exponent = self.heads[list as usize].exponent;
        self.grow(list, if exponent == NO_CAPACITY { 0 } else { exponent + 1 });
        let head = &mut self.heads[list as usize];
        self.items[(head.start + head.len) as usize] = item;
        head.len += 1;
    }

    /// Makes space for a number of items in a list that never had any, so that it does not grow step by step.
    pub(crate) fn reserve_items(&mut self, list: u32, count: usize) {
        if count > 0 && self.heads[list as usize].exponent == NO_CAPACITY {
            let exponent = count.next_power_of_two().trailing_zeros();
            self.grow(list, u8::try_from(exponent).unwrap_or(NO_CAPACITY));
        }
    }

    /// Replaces `count` items of a list from `start` on with other items.
    pub(crate) fn splice(&mut self, list: u32, start: usize, count: usize, new_items: &[Slot]) {
        for item in new_items {
            self.push(list, *item);
        }
        // The new items, which were appended, move to their position, and the replaced ones behind the end.
        self.get_mut(list)[start..].rotate_right(new_items.len());
        self.get_mut(list)[start + new_items.len()..].rotate_left(count);
        self.heads[list as usize].len -= u32::try_from(count).unwrap_or(u32::MAX);
    }

    /// Removes the items for which `keep` returns `false`.
    pub(crate) fn retain(&mut self, list: u32, mut keep: impl FnMut(Slot) -> bool) {
        let mut len = 0;
        let items = self.get_mut(list);
        for index in 0..items.len() {
            if keep(items[index]) {
                items[len] = items[index];
                len += 1;
            }
        }
        self.heads[list as usize].len = u32::try_from(len).unwrap_or(u32::MAX);
    }

    pub(crate) fn clear(&mut self, list: u32) {
        self.heads[list as usize].len = 0;
    }

    /// Removes all lists, and keeps the memory.
    pub(crate) fn clear_all(&mut self) {
        self.heads.clear();
        self.items.clear();
        self.free_ranges.clear();
    }

    /// Increases the capacity of a list to a power of two. If its range is the last one, it is extended in place.
    /// Otherwise the list moves, and other lists may reuse its range.
    fn grow(&mut self, list: u32, exponent: u8) {
        let head = self.heads[list as usize];
        // The list that is being filled is usually the last one; it grows without being copied.
        if head.exponent != NO_CAPACITY && head.start as usize + (1 << head.exponent) == self.items.len() {
            self.items.resize(head.start as usize + (1 << exponent), Slot::UNSET);
            self.heads[list as usize].exponent = exponent;
            return;
        }
        if self.free_ranges.len() <= usize::from(exponent) {
            self.free_ranges.resize(usize::from(exponent) + 1, Vec::new());
        }
        let start = self.free_ranges[usize::from(exponent)].pop().unwrap_or_else(|| {
            let start = u32::try_from(self.items.len()).expect("fewer than 2^32 list items");
            self.items.resize(self.items.len() + (1 << exponent), Slot::UNSET);
            start
        });
        if head.exponent != NO_CAPACITY {
            let old_range = head.start as usize..(head.start + head.len) as usize;
            self.items.copy_within(old_range, start as usize);
            self.free_ranges[usize::from(head.exponent)].push(head.start);
        }
        self.heads[list as usize] = ListHead { start, len: head.len, exponent };
    }

    /// The number of allocated bytes.
    pub(crate) fn bytes(&self) -> usize {
        self.heads.capacity() * size_of::<ListHead>() + self.items.capacity() * size_of::<Slot>()
    }

    /// Reserves memory for more lists and items; continues without it if memory is short.
    pub(crate) fn reserve(&mut self, lists: usize, items: usize) {
        let _ = self.heads.try_reserve(lists);
        let _ = self.items.try_reserve(items);
    }

    pub(crate) fn shrink(&mut self) {
        self.heads.shrink_to_fit();
        self.items.shrink_to_fit();
    }
}

/// The text in a slot, if it contains one.
pub(crate) fn text_of(arena: &TextArena, slot: Slot) -> Option<&str> {
    match slot.raw() {
        Raw::String(text) | Raw::Lexical(text) => Some(arena.get(text)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_reuse_abandoned_ranges() {
        let mut lists = ListArena::default();
        let (a, b) = (lists.create(), lists.create());
        for n in 0..100 {
            lists.push(a, Slot::enumeration(n));
            lists.push(b, Slot::enumeration(1000 + n));
        }
        lists.splice(a, 0, 0, &[Slot::NULL]);
        lists.splice(b, 50, 1, &[]);
        assert_eq!(lists.get(a).len(), 101);
        assert!(lists.get(a)[0] == Slot::NULL && lists.get(a)[100] == Slot::enumeration(99));
        assert!(lists.get(b)[50] == Slot::enumeration(1051) && lists.get(b).len() == 99);
        assert!(lists.items.len() < 4 * 256, "abandoned ranges are reused");
        lists.retain(a, |slot| slot == Slot::NULL);
        assert_eq!(lists.get(a).len(), 1);
    }

    #[test]
    fn interned_text_is_stored_once() {
        let (mut arena, mut interner) = (TextArena::default(), Interner::for_length(0));
        let first = interner.intern(&mut arena, "abc");
        assert_eq!(interner.intern(&mut arena, "abc"), first);
        assert_eq!(arena.get(first), "abc");
        assert_eq!(interner.intern(&mut arena, ""), TextRef::Empty);
    }
}
