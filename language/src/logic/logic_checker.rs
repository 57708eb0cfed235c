//! Connects logic to the check of documents, which does not know how logic is evaluated.

use super::carried::check_carried;
use super::prepared::PreparedRules;
use crate::diagnostic::Diagnostics;
use crate::ecore::Metamodel;
use crate::model::{DocumentId, Model};
use crate::validate::LogicChecker;
use std::sync::Arc;

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
