//! A buffer for the entries of a map that come before `$type`, and for state that is too large for registers.
//!
//! Invariant: the buffer is a null pointer until it is needed; most documents never need it. This module does not know
//! types.

use super::content::Content;
use std::collections::VecDeque;

/// The buffer of one map.
#[derive(Default)]
pub(super) struct KeyBuffer(Option<Box<BufferContent>>);

/// The content of a buffer that is needed.
#[derive(Default)]
struct BufferContent {
    /// The entries before `$type`, in their order.
    entries: VecDeque<(String, Content)>,
    /// The value of the last returned key, if that key was buffered.
    value: Option<Content>,
    /// The last key that is not a feature.
    other_key: String,
    /// The fields that were read, from number 64 on, in words of 64.
    read_words: Vec<u64>,
}

impl KeyBuffer {
    /// The content, which is created if there is none.
    fn content_mut(&mut self) -> &mut BufferContent {
        self.0.get_or_insert_default()
    }

    /// Adds an entry that comes before `$type`.
    #[cold]
    pub(super) fn push(&mut self, key: String, value: Content) {
        self.content_mut().entries.push_back((key, value));
    }

    /// The keys of the buffered entries.
    pub(super) fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.iter().flat_map(|parts| parts.entries.iter().map(|(key, _)| key.as_str()))
    }

    /// Removes and returns the key of the next buffered entry, if there is one; [`KeyBuffer::take_value`]
    /// returns its value.
    #[inline]
    pub(super) fn next_key(&mut self) -> Option<String> {
        let parts = self.0.as_mut()?;
        let (key, value) = parts.entries.pop_front()?;
        parts.value = Some(value);
        Some(key)
    }

    /// Removes and returns the value of the last key, if that key was buffered.
    #[inline]
    pub(super) fn take_value(&mut self) -> Option<Content> {
        self.0.as_mut()?.value.take()
    }

    /// Stores a key that is not a feature.
    #[cold]
    pub(super) fn set_other(&mut self, key: &str) {
        key.clone_into(&mut self.content_mut().other_key);
    }

    /// The last key that is not a feature.
    pub(super) fn other(&self) -> &str {
        self.0.as_ref().map_or("", |parts| &parts.other_key)
    }

    /// The read fields in one word of 64, which must not be the first word.
    #[cold]
    pub(super) fn read_fields(&mut self, word: usize) -> &mut u64 {
        let words = &mut self.content_mut().read_words;
        // The first word is in the source itself, in a register.
        words.resize(words.len().max(word), 0);
        &mut words[word - 1]
    }
}
