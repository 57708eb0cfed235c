//! Sets of tags in the order in which they were added.

use modelwright_evaluation::evaluate::{Budget, HostError};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// A set of tags.
#[derive(Debug, Clone, Default)]
pub(crate) struct Tags {
    list: Vec<Arc<str>>,
    /// The same tags in a large set, for look-ups by hash; empty in a small one, as most sets are.
    known: FxHashSet<Arc<str>>,
}

/// The number of tags from which a set is searched by hash.
const LARGE_COUNT: usize = 16;
/// How many tags are copied in one step of the budget.
const TAGS_PER_STEP: usize = 8;

impl Tags {
    /// Whether the set contains a tag in lower case.
    pub(crate) fn contains(&self, tag: &str) -> bool {
        if self.list.len() < LARGE_COUNT {
            return self.list.iter().any(|known| **known == *tag);
        }
        self.known.contains(tag)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Arc<str>> {
        self.list.iter()
    }

    /// Adds a tag that is in lower case; returns whether it is new.
    pub(crate) fn insert(&mut self, tag: &Arc<str>) -> bool {
        if self.contains(tag) {
            return false;
        }
        self.list.push(Arc::clone(tag));
        if self.list.len() == LARGE_COUNT {
            self.known = self.list.iter().cloned().collect();
        } else if self.list.len() > LARGE_COUNT {
            self.known.insert(Arc::clone(tag));
        }
        true
    }

    /// Adds a tag and the segments of its name.
    ///
    /// # Errors
    /// If the text is not a valid tag.
    pub(crate) fn add(&mut self, tag: &str) -> Result<(), String> {
        let tag = tag.to_lowercase();
        if !is_valid(&tag) {
            return Err(format!("'{tag}' is not a valid tag"));
        }
        self.add_valid(&tag);
        Ok(())
    }

    /// Adds a tag and the segments of its name, if the text is a valid tag.
    pub(crate) fn add_if_valid(&mut self, tag: &str) {
        if is_valid(tag) {
            self.add_valid(&tag.to_lowercase());
        }
    }

    /// Adds a valid tag in lower case and the segments of its name.
    fn add_valid(&mut self, tag: &str) {
        if self.insert(&Arc::from(tag)) && tag.contains("::") {
            for segment in tag.split("::") {
                self.insert(&Arc::from(segment));
            }
        }
    }

    /// Charges for a copy of the tags, which each contained resource receives.
    pub(crate) fn charge_copy(&self, budget: &mut Budget) -> Result<(), HostError> {
        budget.charge(self.list.len() / TAGS_PER_STEP, self.list.len() * size_of::<Arc<str>>())
    }

    /// Adds all tags of another set.
    pub(crate) fn merge(&mut self, other: &Tags) {
        for tag in &other.list {
            self.insert(tag);
        }
    }
}

/// Whether a text is a tag: letters, digits and `_`, and after the first character also `:`, `.` and `-`.
fn is_valid(tag: &str) -> bool {
    // Ruby's `\Z` also matches before a line break at the end.
    let tag = tag.strip_suffix('\n').unwrap_or(tag);
    let mut characters = tag.chars();
    characters.next().is_some_and(|c| c.is_alphanumeric() || c == '_')
        && characters.all(|c| c.is_alphanumeric() || matches!(c, '_' | ':' | '.' | '-'))
}
