//! The cache of a workspace: composed metamodels, documents to which others refer, and the metamodel files in
//! directories.
//!
//! Invariant: a cached value equals the value that reading the files again would yield. Each value records its files
//! with their revisions, and is computed again if a revision differs. This module does not know why anything is read.

mod candidates;
mod documents;
mod metamodels;
mod type_index;

pub(super) use candidates::{CandidateDirectories, Candidates};
pub(super) use metamodels::Extension;
pub(super) use type_index::read_type_names;

use crate::files::{Dependencies, Files, Recorder};
use candidates::CandidateCache;
use documents::DocumentCache;
use metamodels::MetamodelCache;
use modelwright_metamodel::model::Model;
use std::sync::{Arc, OnceLock};

/// The maximum size in bytes of each cache: of documents to which others refer, of documents of metamodels, and of
/// metamodel files in some directories.
const LIMIT: usize = 256 << 20;

/// The values that a workspace has read. Clones share the values.
#[derive(Debug, Clone, Default)]
pub struct Cache {
    pub(super) metamodels: Arc<MetamodelCache>,
    pub(super) documents: Arc<DocumentCache>,
    pub(super) candidates: Arc<CandidateCache>,
}

/// A value that the first thread that needs it computes from files.
#[derive(Debug)]
struct CacheEntry<T> {
    cell: OnceLock<(T, Dependencies)>,
}

impl<T> Default for CacheEntry<T> {
    fn default() -> Self {
        Self { cell: OnceLock::new() }
    }
}

impl<T> CacheEntry<T> {
    /// The value, computed if necessary; `None` if one of its files has changed since it was computed.
    fn current(&self, files: &Arc<dyn Files>, compute: impl FnOnce(Arc<dyn Files>) -> T) -> Option<&T> {
        let mut is_new = false;
        let (value, dependencies) = self.cell.get_or_init(|| {
            is_new = true;
            let recorder = Arc::new(Recorder::new(Arc::clone(files)));
            let value = compute(Arc::clone(&recorder) as Arc<dyn Files>);
            (value, recorder.dependencies())
        });
        (is_new || dependencies.are_current(&**files)).then_some(value)
    }

    /// The value even if it is outdated; `None` if it was not computed.
    fn value(&self) -> Option<&T> {
        self.cell.get().map(|(value, _)| value)
    }
}

/// The memory that a model and its texts use.
fn size(model: &Model) -> usize {
    let sources = model.documents().filter_map(|(_, document)| document.source.as_ref());
    model.allocated_bytes() + sources.map(|source| source.text().len()).sum::<usize>()
}
