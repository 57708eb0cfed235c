//! Documents to which several other documents refer. For the same metamodel, each is read at most twice: once for the
//! first referring document, and once for all others together, unless the cache is full.
//!
//! Invariant: a document is cached only when it is requested a second time, and only up to a limit.

use super::{CacheEntry, LIMIT, size};
use crate::files::Files;
use crate::formats::ReadOptions;
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::model::Model;
use rustc_hash::FxHashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The URI of a document, and the options with which it is read.
type Key = (String, ReadOptions);

/// A document in a separate model, and the size of the model; `None` if it is too large to cache.
type SeparateModel = Option<(Model, usize)>;

/// The state of a document that was requested: once (`None`), or several times, so that it is cached.
type DocumentUse = Option<Arc<CacheEntry<SeparateModel>>>;

/// The cache of referred documents; see the module.
#[derive(Debug, Default)]
pub(in super::super) struct DocumentCache {
    contents: Mutex<Contents>,
}

#[derive(Debug, Default)]
struct Contents {
    /// The requested documents, by the memory address of their metamodel.
    documents: FxHashMap<usize, FxHashMap<Key, DocumentUse>>,
    bytes: usize,
}

impl DocumentCache {
    /// Adds a document to a model: from the cache if it is current, otherwise by reading it.
    pub(in super::super) fn add_to(
        &self,
        model: &mut Model,
        (uri, reading): (&str, &ReadOptions),
        files: &Arc<dyn Files>,
        read: impl Fn(&dyn Files, &mut Model),
    ) {
        let metamodel = Arc::clone(model.metamodel());
        // The memory address identifies the metamodel as long as its composition is cached. `forget` is called when the
        // composition is removed.
        let address = Arc::as_ptr(&metamodel).addr();
        let key = (uri.to_owned(), reading.clone());
        while let Some(entry) = self.entry(address, &key) {
            match entry.current(files, |files| self.read_alone(&metamodel, |model| read(&*files, model))) {
                Some(Some((document, _))) if model.append(document) => return,
                // The document is too large to cache, or cannot be appended, so it is read into the model directly.
                Some(_) => break,
                None => self.remove(address, &key, &entry),
            }
        }
        read(&**files, model);
    }

    /// Removes the documents of the metamodel at an address.
    pub(super) fn forget(&self, metamodel: usize) {
        let mut contents = self.contents();
        let entries =
            contents.documents.remove(&metamodel).into_iter().flatten().filter_map(|(_, entry)| entry);
        contents.bytes -= entries.map(|entry| entry_size(&entry)).sum::<usize>();
    }

    fn contents(&self) -> MutexGuard<'_, Contents> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The cache entry of a document; `None` for the first request, because only documents that are requested again are
    /// cached.
    fn entry(&self, metamodel: usize, key: &Key) -> DocumentUse {
        let mut contents = self.contents();
        let documents = contents.documents.entry(metamodel).or_default();
        match documents.get_mut(key) {
            Some(entry) => Some(Arc::clone(entry.get_or_insert_default())),
            None => {
                documents.insert(key.clone(), None);
                None
            }
        }
    }

    /// Removes an outdated entry, unless another thread has replaced it.
    fn remove(&self, metamodel: usize, key: &Key, outdated: &Arc<CacheEntry<SeparateModel>>) {
        let mut contents = self.contents();
        let Some(entry) = contents.documents.get_mut(&metamodel).and_then(|documents| documents.get_mut(key))
        else {
            return;
        };
        // Another thread may have replaced the entry in the meantime.
        if entry.take_if(|entry| Arc::ptr_eq(entry, outdated)).is_some() {
            contents.bytes -= entry_size(outdated);
        }
    }

    /// Reads a document into a separate model, and adds its size to that of the cache. `None` if the cache would exceed
    /// its limit.
    fn read_alone(&self, metamodel: &Arc<Metamodel>, read: impl Fn(&mut Model)) -> SeparateModel {
        let mut model = Model::new(Arc::clone(metamodel));
        read(&mut model);
        let bytes = size(&model);
        let mut contents = self.contents();
        if contents.bytes + bytes > LIMIT {
            return None;
        }
        contents.bytes += bytes;
        Some((model, bytes))
    }
}

/// The size of the document in an entry; 0 if the entry has none.
fn entry_size(entry: &CacheEntry<SeparateModel>) -> usize {
    entry.value().and_then(Option::as_ref).map_or(0, |(_, bytes)| *bytes)
}
