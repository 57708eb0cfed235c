//! Finds the type sources that declare the types which another one requires.
//!
//! A type is searched in the sources beside the one that uses it, and then in the given folders. Invariant: a source
//! is found only for a type that the user of the type does not declare.

use super::Workspace;
use super::cache::{CandidateFolders, Candidates, names_in};
use modelwright_language::language::TypeNames;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Workspace {
    /// The type sources that declare what a source at a path requires, directly or through others, the nearest first.
    pub(super) fn required_sources(&self, path: &Path, names: &TypeNames) -> Vec<PathBuf> {
        let mut known = FxHashSet::from_iter([self.files.uri(path)]);
        let mut found = Vec::new();
        let mut pending = VecDeque::from([(path.to_path_buf(), Arc::new(names.clone()))]);
        while let Some((path, names)) = pending.pop_front() {
            for (next, names) in self.directly_required(&path, &names) {
                if known.insert(self.files.uri(&next)) {
                    found.push(next.clone());
                    pending.push_back((next, names));
                }
            }
        }
        found
    }

    /// The type sources that declare the missing types of a source at a path, each with its own types.
    pub(super) fn directly_required(&self, path: &Path, names: &TypeNames) -> Vec<(PathBuf, Arc<TypeNames>)> {
        if names.missing.is_empty() {
            return Vec::new();
        }
        let searched = [self.sources_beside(path), self.candidates()];
        let limits = &self.reading.limits;
        let find = |name: &String| {
            searched.iter().flatten().find_map(|candidates| {
                let index = candidates.types(&*self.files, limits);
                let declaring = index.declaring(name);
                let is_beside = |other: &&PathBuf| other.parent() == path.parent();
                let found = declaring.iter().find(is_beside).or(declaring.first())?;
                Some((found.clone(), Arc::clone(index.names(found)?)))
            })
        };
        names.missing.iter().filter_map(|possible| possible.iter().find_map(find)).collect()
    }

    /// The names of the types in a source at a path.
    pub(super) fn type_names_at(&self, path: &Path) -> Arc<TypeNames> {
        let limits = &self.reading.limits;
        let known = self.candidates();
        let known = known.as_ref().and_then(|known| known.types(&*self.files, limits).names(path));
        known.cloned().unwrap_or_else(|| Arc::new(names_in(path, None, &*self.files, limits)))
    }

    /// The files in the folder of a file, unless only those in the given folders are found.
    fn sources_beside(&self, path: &Path) -> Option<Arc<Candidates>> {
        let folder = path.parent().filter(|_| self.finds_unnamed)?.to_path_buf();
        Some(self.candidates_of(CandidateFolders::In(folder)))
    }
}
