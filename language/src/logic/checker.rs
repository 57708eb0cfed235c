//! Connects logic to the check of documents, which does not know how logic is evaluated.
//!
//! Invariant: rules are prepared once for a metamodel, whichever thread needs them first.

use super::carried::check_carried;
use super::prepared::PreparedRules;
use crate::diagnostic::Diagnostics;
use crate::ecore::Metamodel;
use crate::model::{DocumentId, Model};
use crate::validate::LogicChecker;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// How many metamodels have their rules cached: documents that are checked together have few of them.
const MOST_METAMODELS: usize = 16;

/// Prepares the logic of a metamodel for [`check`](crate::validate::check()).
#[must_use]
pub fn prepare(metamodel: &Arc<Metamodel>) -> Box<dyn LogicChecker> {
    Box::new(PreparedRules::new(metamodel))
}

impl LogicChecker for PreparedRules {
    fn check(&self, model: &Model, document: DocumentId, limit: usize) -> Diagnostics {
        let mut problems = if Arc::ptr_eq(model.metamodel(), &self.metamodel) {
            self.evaluate(model, document, limit)
        } else {
            Self::new(model.metamodel()).evaluate(model, document, limit)
        };
        problems.append(check_carried(model, document));
        problems
    }
}

/// Prepared rules by metamodel, of the metamodels that were used last. Can be shared by threads.
#[derive(Debug, Default)]
pub struct RuleCache {
    /// The metamodel that was used last comes last.
    entries: Mutex<Vec<Arc<Entry>>>,
}

#[derive(Debug)]
struct Entry {
    metamodel: Arc<Metamodel>,
    rules: OnceLock<PreparedRules>,
}

impl RuleCache {
    fn entry(&self, metamodel: &Arc<Metamodel>) -> Arc<Entry> {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        let known = entries.iter().position(|entry| Arc::ptr_eq(&entry.metamodel, metamodel));
        let entry = match known {
            Some(at) => entries.remove(at),
            None => Arc::new(Entry { metamodel: Arc::clone(metamodel), rules: OnceLock::new() }),
        };
        if entries.len() >= MOST_METAMODELS {
            entries.remove(0);
        }
        entries.push(Arc::clone(&entry));
        entry
    }
}

impl LogicChecker for RuleCache {
    fn check(&self, model: &Model, document: DocumentId, limit: usize) -> Diagnostics {
        // Rules are prepared outside of the lock, so that threads with other metamodels do not wait.
        let entry = self.entry(model.metamodel());
        entry.rules.get_or_init(|| PreparedRules::new(&entry.metamodel)).check(model, document, limit)
    }
}
