//! Documents that several others refer to: each is read for the first of them, and once more for all others that have
//! the same metamodel.
//!
//! Invariants: what is kept is what reading the file anew would give, as long as it stays as it is. Only what is asked
//! for a second time is kept, and only up to a limit.

use crate::formats::ReadOptions;
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::model::Model;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// How many bytes of documents are kept.
const MOST_KEPT: usize = 256 << 20;

/// The address of the metamodel and that of the document, and how it is read.
type Key = (usize, String, ReadOptions);

/// A document by itself, once it is read; nothing if it is too large to be kept.
type Kept = Arc<OnceLock<Option<Model>>>;

/// Documents that were asked for before.
#[derive(Debug, Clone, Default)]
pub struct SharedDocuments {
    known: Arc<Mutex<Known>>,
}

#[derive(Debug, Default)]
struct Known {
    /// Those that were asked for only once have nothing to them.
    documents: FxHashMap<Key, Option<Kept>>,
    bytes: usize,
}

impl SharedDocuments {
    /// Adds a document to a model: one that is kept, or by reading it.
    pub(super) fn add_to(
        &self,
        model: &mut Model,
        (address, reading): (&str, ReadOptions),
        read: impl Fn(&mut Model),
    ) {
        let metamodel = &Arc::clone(model.metamodel());
        let kept = self.asked((Arc::as_ptr(metamodel).addr(), address.to_owned(), reading));
        let kept = kept.as_ref().and_then(|kept| kept.get_or_init(|| self.alone(metamodel, &read)).as_ref());
        if !kept.is_some_and(|kept| model.append(kept)) {
            read(model);
        }
    }

    /// Where a document is kept; nothing the first time.
    fn asked(&self, key: Key) -> Option<Kept> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        match known.documents.get_mut(&key) {
            Some(kept) => Some(Arc::clone(kept.get_or_insert_default())),
            None => {
                known.documents.insert(key, None);
                None
            }
        }
    }

    /// A document by itself, if there is room for it.
    fn alone(&self, metamodel: &Arc<Metamodel>, read: impl Fn(&mut Model)) -> Option<Model> {
        let mut model = Model::new(Arc::clone(metamodel));
        read(&mut model);
        let sources = model.documents().filter_map(|(_, document)| document.source.as_ref());
        let bytes = model.allocated_bytes() + sources.map(|source| source.text().len()).sum::<usize>();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = known.bytes + bytes <= MOST_KEPT;
        known.bytes += if fits { bytes } else { 0 };
        fits.then_some(model)
    }
}
