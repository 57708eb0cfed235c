//! The classes that a reader or a writer compared with the metamodel.
//!
//! Invariants: a class keeps its position; the entries of a map are compared once, so that a mismatch is reported once.
//! This file does not know objects.

use super::description::{Fields, Shape, resolve_entries};
use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::ecore::{FeatureId, Metamodel};
use rustc_hash::FxHashMap;
use std::ops::Index;

/// Classes with their fields, by position.
#[derive(Default)]
pub(super) struct ResolvedClasses {
    list: Vec<Fields>,
    /// The positions of the entries of maps; `None` if they do not match the metamodel.
    entries: FxHashMap<FeatureId, Option<usize>>,
}

impl Index<usize> for ResolvedClasses {
    type Output = Fields;

    #[inline]
    fn index(&self, position: usize) -> &Fields {
        &self.list[position]
    }
}

impl ResolvedClasses {
    /// Adds a class, and returns its position; reports a mismatch.
    pub(super) fn add(
        &mut self,
        resolved: Result<Fields, Box<Diagnostic>>,
        problems: &mut Diagnostics,
    ) -> Option<usize> {
        match resolved {
            Ok(fields) => {
                self.list.push(fields);
                Some(self.list.len() - 1)
            }
            Err(problem) => {
                problems.push(*problem);
                None
            }
        }
    }

    /// The position of the class of a map's entries; `None` if they do not match the metamodel.
    pub(super) fn entry_class(
        &mut self,
        metamodel: &Metamodel,
        map: FeatureId,
        shapes: [Shape; 2],
        problems: &mut Diagnostics,
    ) -> Option<usize> {
        if let Some(known) = self.entries.get(&map) {
            return *known;
        }
        let resolved = self.add(resolve_entries(metamodel, map, shapes), problems);
        // A mismatch is stored as well, so that it is reported once.
        self.entries.insert(map, resolved);
        resolved
    }
}
