//! The types of a package by their names in documents, of which several may have the same name while the metamodel is
//! made.
//!
//! Invariant: as in EMF, a name belongs to the type that was found first. Types are collected only when a name is not
//! found, so which type is first depends on when EMF looks up a name: for the first two declarations of a document root
//! and, at the end, for each type. This module does not know schemas.

use rustc_hash::FxHashMap;

/// The types that were found.
#[derive(Debug, Default)]
pub(super) struct DocumentNames {
    types: FxHashMap<String, usize>,
    /// How many types the package had when they were collected.
    collected: usize,
}

impl DocumentNames {
    /// Gives a type another name, if it was found by the earlier one.
    pub(super) fn rename(&mut self, id: usize, earlier: &str, name: &str) {
        if self.types.get(earlier) == Some(&id) {
            self.types.remove(earlier);
        }
        self.types.insert(name.to_owned(), id);
    }

    /// The type with a name, which is searched among the types of the package if it was not found before. `name_of`
    /// returns the name of a type.
    pub(super) fn find(
        &mut self,
        name: &str,
        types: &[usize],
        name_of: impl Fn(usize) -> String,
    ) -> Option<usize> {
        if let Some(known) = self.types.get(name) {
            return Some(*known);
        }
        if self.collected == types.len() {
            return None;
        }
        // As in EMF, the types that were probably added since come first: those beyond the number of names.
        let (earlier, later) = types.split_at(self.types.len().min(types.len()));
        for id in later.iter().chain(earlier) {
            self.types.entry(name_of(*id)).or_insert(*id);
        }
        self.collected = types.len();
        self.types.get(name).copied()
    }
}
