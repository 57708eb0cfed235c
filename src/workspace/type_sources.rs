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
    given_directories: Option<Arc<Candidates>>,
    /// The files in the directories of sources.
    source_directories: FxHashMap<PathBuf, Arc<Candidates>>,
}

impl<'w> TypeSearch<'w> {
    pub(super) fn new(workspace: &'w Workspace) -> Self {
        Self {
            workspace,
            given_directories: workspace.candidates(),
            source_directories: FxHashMap::default(),
        }
    }

    /// The other type sources that declare types which the given sources require, directly or indirectly. Directly
    /// required sources come first.
    pub(super) fn required_by(&mut self, sources: Vec<NamedSource>) -> Vec<PathBuf> {
        let files = &self.workspace.files;
        let mut known_uris: FxHashSet<String> = sources.iter().map(|(path, _)| files.uri(path)).collect();
        let mut required_paths = Vec::new();
        let mut pending = VecDeque::from(sources);
        while let Some((path, names)) = pending.pop_front() {
            for (required_path, names) in self.directly_required(&path, &names) {
                if known_uris.insert(files.uri(&required_path)) {
                    required_paths.push(required_path.clone());
                    pending.push_back((required_path, names));
                }
            }
        }
        required_paths
    }

    /// The type sources that declare the missing types of a source at a path.
    pub(super) fn directly_required(&mut self, path: &Path, names: &TypeNames) -> Vec<NamedSource> {
        if names.missing.is_empty() {
            return Vec::new();
        }
        let Workspace { files, reading, .. } = self.workspace;
        let searched_directories = [self.candidates_beside(path), self.given_directories.clone()];
        let find = |name: &String| {
            searched_directories.iter().flatten().find_map(|candidates| {
                let index = candidates.types(&**files, &reading.limits);
                let declaring_files = index.files_declaring(name);
                let sibling = declaring_files.iter().find(|other| other.parent() == path.parent());
                let file = sibling.or(declaring_files.first())?;
                Some((file.clone(), Arc::clone(index.names(file)?)))
            })
        };
        names.missing.iter().filter_map(|possible_names| possible_names.iter().find_map(find)).collect()
    }

    /// The names of the types in a source at a path.
    pub(super) fn names_at(&self, path: &Path) -> Arc<TypeNames> {
        let Workspace { files, reading, .. } = self.workspace;
        let known_names = self
            .given_directories
            .as_ref()
            .and_then(|candidates| candidates.types(&**files, &reading.limits).names(path));
        known_names.cloned().unwrap_or_else(|| {
            let bytes = None;
            Arc::new(read_type_names(path, bytes, &**files, &reading.limits))
        })
    }

    /// The files in the directory of a file; `None` if only the given directories are searched.
    fn candidates_beside(&mut self, path: &Path) -> Option<Arc<Candidates>> {
        let directory = path.parent().filter(|_| self.workspace.finds_unnamed)?;
        if let Some(known) = self.source_directories.get(directory) {
            return Some(Arc::clone(known));
        }
        let candidates = self.workspace.candidates_of(CandidateDirectories::In(directory.to_path_buf()));
        self.source_directories.insert(directory.to_path_buf(), Arc::clone(&candidates));
        Some(candidates)
    }
}
