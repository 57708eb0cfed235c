//! The imports of a source.
//!
//! Invariant: the time for each use of a name does not depend on the number of imports. This module does not
//! know which types exist.

use rustc_hash::{FxHashMap, FxHashSet};

/// The full names that are imported; that of a whole package ends with `.*`.
#[derive(Debug, Default)]
pub(super) struct Imports {
    names: FxHashSet<String>,
    /// The first full name with each last part.
    by_last_part: FxHashMap<String, String>,
}

impl Imports {
    /// Adds a full name.
    pub(super) fn add(&mut self, name: String) {
        let last_part = name.rsplit('.').next().unwrap_or_default();
        if !self.by_last_part.contains_key(last_part) {
            self.by_last_part.insert(last_part.to_owned(), name.clone());
        }
        self.names.insert(name);
    }

    /// Whether a full name is imported.
    pub(super) fn contains(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// The full name that is imported for a name without a package.
    pub(super) fn full_name(&self, last_part: &str) -> Option<&str> {
        self.by_last_part.get(last_part).map(String::as_str)
    }
}
