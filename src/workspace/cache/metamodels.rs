//! Metamodels that documents share: each is composed once, by the thread that first needs it.
//!
//! Invariants: a metamodel is composed again if one of its files has changed, and so is everything that extends it;
//! documents of unchanged metamodels are not read again.

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

/// A document of a metamodel, or why it cannot be read.
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

/// See the module.
#[derive(Debug, Default)]
pub(in super::super) struct MetamodelCache {
    compositions: Mutex<Compositions>,
    documents: Mutex<MetamodelDocuments>,
}

/// Compositions, by the address of the metamodel that is extended.
type Compositions = FxHashMap<usize, FxHashMap<Extension, Arc<Composition>>>;

/// A metamodel with an extension.
#[derive(Debug)]
struct Composition {
    /// Keeps the address from being used for another metamodel.
    base: Arc<Metamodel>,
    entry: CacheEntry<ComposedMetamodel>,
}

/// Documents of metamodels, which are composed again when the metamodels that they extend have changed.
#[derive(Debug, Default)]
struct MetamodelDocuments {
    entries: FxHashMap<PathBuf, Arc<CacheEntry<ParsedMetamodel>>>,
    bytes: usize,
}

impl MetamodelCache {
    /// A metamodel with an extension, composed if it is not cached or outdated. Values that depend on an outdated
    /// metamodel are removed, also in `documents`.
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
            self.remove(&composition, extension, documents);
        }
    }

    fn compositions(&self) -> MutexGuard<'_, Compositions> {
        self.compositions.lock().unwrap_or_else(PoisonError::into_inner)
    }

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

    /// Removes an outdated composition and all that extend it, unless another thread has done so already.
    fn remove(&self, outdated: &Arc<Composition>, extension: &Extension, documents: &DocumentCache) {
        let mut compositions = self.compositions();
        let Some(extensions) = compositions.get_mut(&Arc::as_ptr(&outdated.base).addr()) else { return };
        if !extensions.get(extension).is_some_and(|known| Arc::ptr_eq(known, outdated)) {
            return;
        }
        extensions.remove(extension);
        let mut removed = vec![Arc::clone(outdated)];
        while let Some(composition) = removed.pop() {
            let Some((metamodel, _)) = composition.entry.value() else { continue };
            // An extension that cannot be read leaves the metamodel unchanged.
            if !Arc::ptr_eq(metamodel, &composition.base) {
                let address = Arc::as_ptr(metamodel).addr();
                documents.forget(address);
                removed.extend(compositions.remove(&address).into_iter().flatten().map(|(_, next)| next));
            }
        }
    }

    /// Passes the document of a metamodel to `use_document`; it is read if it is not cached or outdated.
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
                // After its use, because a document beyond the limit is removed at once.
                if is_new {
                    self.limit_documents(path, &entry, parsed);
                }
                return result;
            }
            self.documents().remove(path, &entry);
        }
    }

    fn documents(&self) -> MutexGuard<'_, MetamodelDocuments> {
        self.documents.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a new document, or removes it if the limit is exceeded.
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
    fn remove(&mut self, path: &Path, outdated: &Arc<CacheEntry<ParsedMetamodel>>) {
        if self.entries.get(path).is_some_and(|known| Arc::ptr_eq(known, outdated)) {
            self.entries.remove(path);
            // A document that its reader has not counted yet must not make the sum negative.
            self.bytes = self.bytes.saturating_sub(outdated.value().map_or(0, parsed_size));
        }
    }
}

fn parsed_size(parsed: &ParsedMetamodel) -> usize {
    parsed.as_ref().map_or(0, |loaded| size(&loaded.model))
}
