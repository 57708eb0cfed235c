//! Finds the type sources that declare the types that other sources require.
//!
//! A type is searched first in the sources beside the source that uses it, then in the given directories. Invariants:
//! only types that a source does not declare are searched; a search checks only once whether a directory has changed.

use super::Workspace;
use super::cache::{CandidateDirectories, Candidates, read_type_names};
use modelwright_language::language::TypeNames;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A type source, and the types that it declares and requires.
pub(super) type NamedSource = (PathBuf, Arc<TypeNames>);

/// A search in the directories of a workspace.
pub(super) struct TypeSearch<'w> {
    workspace: &'w Workspace,
    /// The files of the given directories.
    given: Option<Arc<Candidates>>,
    /// The files in the directories of sources.
    beside: FxHashMap<PathBuf, Arc<Candidates>>,
}

impl<'w> TypeSearch<'w> {
    pub(super) fn new(workspace: &'w Workspace) -> Self {
        Self { workspace, given: workspace.candidates(), beside: FxHashMap::default() }
    }

    /// The other type sources that declare types which the given sources require, directly or indirectly. Directly
    /// required sources come first.
    pub(super) fn required_by(&mut self, sources: Vec<NamedSource>) -> Vec<PathBuf> {
        let files = &self.workspace.files;
        let mut known: FxHashSet<String> = sources.iter().map(|(path, _)| files.uri(path)).collect();
        let mut found = Vec::new();
        let mut pending = VecDeque::from(sources);
        while let Some((path, names)) = pending.pop_front() {
            for (next, names) in self.directly_required(&path, &names) {
                if known.insert(files.uri(&next)) {
                    found.push(next.clone());
                    pending.push_back((next, names));
                }
            }
        }
        found
    }

    /// The type sources that declare the missing types of a source at a path.
    pub(super) fn directly_required(&mut self, path: &Path, names: &TypeNames) -> Vec<NamedSource> {
        if names.missing.is_empty() {
            return Vec::new();
        }
        let Workspace { files, reading, .. } = self.workspace;
        let searched = [self.beside(path), self.given.clone()];
        let find = |name: &String| {
            searched.iter().flatten().find_map(|candidates| {
                let index = candidates.types(&**files, &reading.limits);
                let declaring = index.files_declaring(name);
                let beside = declaring.iter().find(|other| other.parent() == path.parent());
                let found = beside.or(declaring.first())?;
                Some((found.clone(), Arc::clone(index.names(found)?)))
            })
        };
        names.missing.iter().filter_map(|possible| possible.iter().find_map(find)).collect()
    }

    /// The names of the types in a source at a path.
    pub(super) fn names_at(&self, path: &Path) -> Arc<TypeNames> {
        let Workspace { files, reading, .. } = self.workspace;
        let known = self.given.as_ref().and_then(|given| given.types(&**files, &reading.limits).names(path));
        known.cloned().unwrap_or_else(|| Arc::new(read_type_names(path, None, &**files, &reading.limits)))
    }

    /// The files in the directory of a file; `None` if only the given directories are searched.
    fn beside(&mut self, path: &Path) -> Option<Arc<Candidates>> {
        let directory = path.parent().filter(|_| self.workspace.finds_unnamed)?;
        if let Some(known) = self.beside.get(directory) {
            return Some(Arc::clone(known));
        }
        let found = self.workspace.candidates_of(CandidateDirectories::In(directory.to_path_buf()));
        self.beside.insert(directory.to_path_buf(), Arc::clone(&found));
        Some(found)
    }
}
