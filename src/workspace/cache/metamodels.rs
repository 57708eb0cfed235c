//! Metamodels that documents share: each is composed once, by the first thread that needs it.
//!
//! Invariants: if a file of a metamodel has changed, the metamodel and everything that extends it are composed again;
//! unchanged metamodel files are not read again, unless the cache is full.

use super::documents::DocumentCache;
use super::{CacheEntry, LIMIT, size};
use crate::files::Files;
use crate::workspace::LoadedDocument;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics};
use modelwright_metamodel::ecore::Metamodel;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A metamodel and its problems.
type ComposedMetamodel = (Arc<Metamodel>, Diagnostics);

/// A document of a metamodel, or the error because of which it cannot be read.
type ParsedMetamodel = Result<LoadedDocument, Box<Diagnostic>>;

/// The packages to add to a metamodel.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(in super::super) enum Extension {
    /// The packages of a file.
    File(PathBuf),
    /// The packages of type sources that may use each other's types.
    Files(Vec<PathBuf>),
    /// The shipped metamodel with this namespace URI.
    Shipped(String),
}

/// The cache of metamodels; see the module.
#[derive(Debug, Default)]
pub(in super::super) struct MetamodelCache {
    compositions: Mutex<Compositions>,
    documents: Mutex<MetamodelDocuments>,
}

/// Compositions, by the memory address of the metamodel that they extend.
type Compositions = FxHashMap<usize, FxHashMap<Extension, Arc<Composition>>>;

/// A metamodel with an extension.
#[derive(Debug)]
struct Composition {
    /// The metamodel that is extended. It is kept alive here, so that its memory address is not reused for another
    /// metamodel.
    base: Arc<Metamodel>,
    entry: CacheEntry<ComposedMetamodel>,
}

/// The documents of metamodels, kept so that they can be composed again when a metamodel that they extend has changed.
#[derive(Debug, Default)]
struct MetamodelDocuments {
    entries: FxHashMap<PathBuf, Arc<CacheEntry<ParsedMetamodel>>>,
    bytes: usize,
}

impl MetamodelCache {
    /// A metamodel with an extension, which is composed if it is not in the cache, or if the one in the cache is
    /// outdated. Everything that depends on an outdated metamodel is removed, also from `documents`.
    pub(in super::super) fn compose(
        &self,
        base: &Arc<Metamodel>,
        extension: &Extension,
        (files, documents): (&Arc<dyn Files>, &DocumentCache),
        compose: impl Fn(Arc<dyn Files>) -> ComposedMetamodel,
    ) -> ComposedMetamodel {
        loop {
            let composition = self.composition(base, extension);
            if let Some(composed) = composition.entry.current(files, &compose) {
                return composed.clone();
            }
            // The composition is outdated: the next pass of the loop creates a new one.
            self.remove(&composition, extension, documents);
        }
    }

    fn compositions(&self) -> MutexGuard<'_, Compositions> {
        self.compositions.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The composition of a metamodel with an extension; a new one is empty until its metamodel is requested.
    fn composition(&self, base: &Arc<Metamodel>, extension: &Extension) -> Arc<Composition> {
        let mut compositions = self.compositions();
        let extensions = compositions.entry(Arc::as_ptr(base).addr()).or_default();
        match extensions.get(extension) {
            Some(composition) => Arc::clone(composition),
            None => {
                let composition =
                    Arc::new(Composition { base: Arc::clone(base), entry: CacheEntry::default() });
                extensions.insert(extension.clone(), Arc::clone(&composition));
                composition
            }
        }
    }

    /// Removes an outdated composition and all compositions that extend it, unless another thread has already done so.
    fn remove(&self, outdated: &Arc<Composition>, extension: &Extension, documents: &DocumentCache) {
        let mut compositions = self.compositions();
        let Some(extensions) = compositions.get_mut(&Arc::as_ptr(&outdated.base).addr()) else { return };
        if !extensions.get(extension).is_some_and(|known| Arc::ptr_eq(known, outdated)) {
            return;
        }
        extensions.remove(extension);
        let mut pending = vec![Arc::clone(outdated)];
        while let Some(composition) = pending.pop() {
            let Some((metamodel, _)) = composition.entry.value() else { continue };
            // If the extension could not be read, the result is the base itself, which must stay.
            if !Arc::ptr_eq(metamodel, &composition.base) {
                let address = Arc::as_ptr(metamodel).addr();
                documents.forget(address);
                let extending = compositions.remove(&address).into_iter().flatten();
                pending.extend(extending.map(|(_, composition)| composition));
            }
        }
    }

    /// Passes the document of a metamodel to `use_document`. The document is read if it is not in the cache, or if the
    /// one in the cache is outdated.
    pub(in super::super) fn with_document<T>(
        &self,
        path: &Path,
        files: &Arc<dyn Files>,
        read: impl Fn(Arc<dyn Files>) -> ParsedMetamodel,
        use_document: impl FnOnce(&ParsedMetamodel) -> T,
    ) -> T {
        loop {
            let entry = Arc::clone(self.documents().entries.entry(path.to_owned()).or_default());
            let mut is_new = false;
            let current = entry.current(files, |files| {
                is_new = true;
                read(files)
            });
            if let Some(parsed) = current {
                let result = use_document(parsed);
                // The document is counted after it is used, because it is removed at once if it exceeds the limit.
                if is_new {
                    self.limit_documents(path, &entry, parsed);
                }
                return result;
            }
            // The entry is outdated: the next pass of the loop creates a new one.
            self.documents().remove(path, &entry);
        }
    }

    fn documents(&self) -> MutexGuard<'_, MetamodelDocuments> {
        self.documents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a new document, or removes it if the limit is exceeded. A document that another thread has removed from
    /// the cache in the meantime is not counted.
    fn limit_documents(
        &self,
        path: &Path,
        entry: &Arc<CacheEntry<ParsedMetamodel>>,
        parsed: &ParsedMetamodel,
    ) {
        let mut documents = self.documents();
        if documents.entries.get(path).is_some_and(|known| Arc::ptr_eq(known, entry)) {
            documents.bytes += parsed_size(parsed);
            if documents.bytes > LIMIT {
                documents.remove(path, entry);
            }
        }
    }
}

impl MetamodelDocuments {
    /// Removes an outdated document, unless another thread has replaced it.
    fn remove(&mut self, path: &Path, outdated: &Arc<CacheEntry<ParsedMetamodel>>) {
        if self.entries.get(path).is_some_and(|known| Arc::ptr_eq(known, outdated)) {
            self.entries.remove(path);
            // The subtraction saturates, because the thread that read the document may not have counted it yet.
            self.bytes = self.bytes.saturating_sub(outdated.value().map_or(0, parsed_size));
        }
    }
}

/// The size of the model of a document; 0 if it could not be read.
fn parsed_size(parsed: &ParsedMetamodel) -> usize {
    parsed.as_ref().map_or(0, |loaded| size(&loaded.model))
}
