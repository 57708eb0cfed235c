//! Caches the prepared rules of metamodels.
//!
//! Invariant: while a metamodel is cached, its rules are prepared once, by the thread that first needs them.

use super::prepared::PreparedRules;
use crate::diagnostic::Diagnostics;
use crate::ecore::Metamodel;
use crate::model::{DocumentId, Model};
use crate::validate::LogicChecker;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The maximum number of cached metamodels: documents that are checked together usually have few metamodels.
const MAX_METAMODELS: usize = 16;

/// The prepared rules of the most recently used metamodels. Can be shared by threads.
#[derive(Debug, Default)]
pub struct RuleCache {
    /// In the order of use; the most recently used metamodel is the last.
    entries: Mutex<Vec<Arc<Entry>>>,
}

/// A metamodel with its rules, which are prepared when they are first needed.
#[derive(Debug)]
struct Entry {
    metamodel: Arc<Metamodel>,
    rules: OnceLock<PreparedRules>,
}

impl RuleCache {
    /// The check of documents of one metamodel, for callers that check many: it does not search the cache.
    #[must_use]
    pub fn checker(&self, metamodel: &Arc<Metamodel>) -> Arc<dyn LogicChecker> {
        self.entry(metamodel)
    }

    /// The entry of a metamodel, which becomes the most recently used one.
    fn entry(&self, metamodel: &Arc<Metamodel>) -> Arc<Entry> {
        // A panic cannot leave the list inconsistent, so a poisoned lock is ignored.
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let position = entries.iter().position(|entry| Arc::ptr_eq(&entry.metamodel, metamodel));
        let entry = match position {
            // The entry is added again at the end, so the first entry is always the least recently used.
            Some(position) => entries.remove(position),
            None => Arc::new(Entry { metamodel: Arc::clone(metamodel), rules: OnceLock::new() }),
        };
        if entries.len() >= MAX_METAMODELS {
            entries.remove(0);
        }
        entries.push(Arc::clone(&entry));
        entry
    }
}

impl LogicChecker for RuleCache {
    fn check(&self, model: &Model, document: DocumentId, limit: usize) -> Diagnostics {
        // Rules are prepared outside of the lock, so that threads with other metamodels need not wait.
        self.entry(model.metamodel()).check(model, document, limit)
    }
}

impl LogicChecker for Entry {
    fn check(&self, model: &Model, document: DocumentId, limit: usize) -> Diagnostics {
        self.rules.get_or_init(|| PreparedRules::new(&self.metamodel)).check(model, document, limit)
    }
}
