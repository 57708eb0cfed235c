//! The type sources of some directories, by the types that they declare.
//!
//! Invariant: files keep their order in the directories. Names of types are qualified, as in [`TypeNames`].

use crate::files::{Files, read_ordinary_file};
use modelwright_language::language::{TypeNames, type_names};
use modelwright_metamodel::input::{Limits, decode_text};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The index of type sources; see the module.
#[derive(Debug, Default)]
pub(in super::super) struct TypeIndex {
    names: FxHashMap<PathBuf, Arc<TypeNames>>,
    by_type: FxHashMap<String, Vec<PathBuf>>,
}

impl TypeIndex {
    /// Adds a file with the names of its types.
    pub(super) fn add(&mut self, path: &Path, names: Arc<TypeNames>) {
        for name in &names.declared {
            self.by_type.entry(name.clone()).or_default().push(path.to_owned());
        }
        self.names.insert(path.to_owned(), names);
    }

    /// The files that declare a type.
    pub(in super::super) fn files_declaring(&self, name: &str) -> &[PathBuf] {
        self.by_type.get(name).map_or(&[], Vec::as_slice)
    }

    /// The names of the types in a file.
    pub(in super::super) fn names(&self, path: &Path) -> Option<&Arc<TypeNames>> {
        self.names.get(path)
    }
}

/// The names of the types in a file; empty if it cannot be read.
pub(in super::super) fn read_type_names(
    path: &Path,
    bytes: Option<&[u8]>,
    files: &dyn Files,
    limits: &Limits,
) -> TypeNames {
    let bytes = match bytes {
        Some(bytes) => Some(bytes.to_vec()),
        None => read_ordinary_file(files, path, limits).ok(),
    };
    // The source is named after the path, because a file without a package declares its types in a package named after
    // the file.
    let source = bytes.and_then(|bytes| decode_text(&path.to_string_lossy(), bytes, limits).ok());
    source.map(|source| type_names(&source)).unwrap_or_default()
}
