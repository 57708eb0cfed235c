//! What is set aside of a map while it is read: what came before `$type`, and what does not fit into registers.
//!
//! Few documents need any of it, so that all of it is one pointer to nothing for the others.

use super::content::Content;
use std::collections::VecDeque;

#[derive(Default)]
pub(super) struct Aside(Option<Box<Parts>>);

#[derive(Default)]
struct Parts {
    /// What came before `$type`, in its order.
    before: VecDeque<(String, Content)>,
    /// The value of the field that was announced last, if it was one of them.
    held: Option<Content>,
    /// The last key that was no feature.
    other: String,
    /// Which fields came, from number 64 on, by words of 64.
    seen: Vec<u64>,
}

impl Aside {
    fn parts(&mut self) -> &mut Parts {
        self.0.get_or_insert_default()
    }

    /// Keeps what came before `$type`.
    #[cold]
    pub(super) fn keep(&mut self, key: String, value: Content) {
        self.parts().before.push_back((key, value));
    }

    /// The next key of what came before `$type`, if there is one left. Its value is held.
    #[inline]
    pub(super) fn next_kept(&mut self) -> Option<String> {
        let parts = self.0.as_mut()?;
        let (key, value) = parts.before.pop_front()?;
        parts.held = Some(value);
        Some(key)
    }

    /// The value of the field that was announced last, if it is held.
    #[inline]
    pub(super) fn take_held(&mut self) -> Option<Content> {
        self.0.as_mut()?.held.take()
    }

    /// Notes a key that is no feature.
    #[cold]
    pub(super) fn set_other(&mut self, key: &str) {
        key.clone_into(&mut self.parts().other);
    }

    /// The last key that was no feature.
    pub(super) fn other(&self) -> &str {
        self.0.as_ref().map_or("", |parts| &parts.other)
    }

    /// Which fields came, of 64 from a multiple of 64 on, which is not the first.
    #[cold]
    pub(super) fn seen(&mut self, word: usize) -> &mut u64 {
        let words = &mut self.parts().seen;
        words.resize(words.len().max(word), 0);
        &mut words[word - 1]
    }
}
