//! Metamodels that documents share: each is put together once, whoever asks for it, and from any thread.
//!
//! Invariant: what is kept is what making it anew would give, as long as the files stay as they are.

use super::candidates::Candidates;
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::ecore::Metamodel;
use rustc_hash::FxHashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A metamodel, and what is wrong with it.
type Made = (Arc<Metamodel>, Diagnostics);

/// The metamodel that is extended, by its address, and what extends it.
type Key = (usize, Added);

/// A file, once it has been looked for.
type File = Arc<OnceLock<Option<PathBuf>>>;

/// What extends a metamodel.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(super) enum Added {
    /// The packages of a file.
    File(PathBuf),
    /// The packages of texts that may name each other's types.
    Files(Vec<PathBuf>),
    /// The shipped metamodel with this namespace URI.
    Shipped(String),
}

/// Metamodels that were put together before.
#[derive(Debug, Clone, Default)]
pub struct MadeMetamodels {
    made: Arc<Mutex<FxHashMap<Key, Arc<Entry>>>>,
    /// The metamodel files in the given folders.
    candidates: Arc<OnceLock<Candidates>>,
    /// The first file that mentions a namespace URI, of those that no file declares.
    mentioning: Arc<Mutex<FxHashMap<String, File>>>,
}

/// What a metamodel becomes with another. The first is kept, so that no other comes to have its address.
#[derive(Debug)]
struct Entry {
    _base: Arc<Metamodel>,
    made: OnceLock<Made>,
}

impl MadeMetamodels {
    /// A metamodel with what a file adds to it; `make` is asked the first time.
    pub(super) fn extended(&self, base: &Arc<Metamodel>, added: Added, make: impl FnOnce() -> Made) -> Made {
        let entry = {
            let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
            let new = || Arc::new(Entry { _base: Arc::clone(base), made: OnceLock::new() });
            Arc::clone(made.entry((Arc::as_ptr(base).addr(), added)).or_insert_with(new))
        };
        entry.made.get_or_init(make).clone()
    }

    /// The metamodel files in the given folders; `find` is asked the first time.
    pub(super) fn candidates(&self, find: impl FnOnce() -> Candidates) -> &Candidates {
        self.candidates.get_or_init(find)
    }

    /// The first file that mentions a namespace URI; `search` is asked the first time.
    pub(super) fn mentioning(
        &self,
        package: &str,
        search: impl FnOnce() -> Option<PathBuf>,
    ) -> Option<PathBuf> {
        let entry = {
            let mut mentioning = self.mentioning.lock().unwrap_or_else(PoisonError::into_inner);
            Arc::clone(mentioning.entry(package.to_owned()).or_default())
        };
        entry.get_or_init(search).clone()
    }
}
