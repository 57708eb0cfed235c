//! A model and its rules, kept from one small document to the next.
//!
//! Invariant: [`KeptModel::accepts`] is true only for a document in which [`check`](fn@crate::check) finds no problem; it may
//! be false for others. This module does not know how documents are read.

use crate::check::{CheckOptions, ModelCheck, PreparedCheck};
use crate::diagnostic::Diagnostics;
use crate::model::{DocumentId, Model, ecore};
use modelwright_metamodel::ecore::Metamodel;
use std::sync::Arc;

/// A model that is emptied and filled again for each of many small documents of one metamodel, and what the rules derive
/// from that.
#[derive(Debug)]
pub struct KeptModel {
    model: Model,
    check: PreparedCheck,
}

impl KeptModel {
    /// Nothing is computed before a document requires it.
    #[must_use]
    pub fn new(metamodel: &Arc<Metamodel>) -> Self {
        Self { model: Model::new(Arc::clone(metamodel)), check: PreparedCheck::new(metamodel) }
    }

    /// Whether the document that `fill` adds to the empty model is certain to have no problem; `fill` returns `None` if
    /// reading has found one. Of the options, the rules and the logic are used.
    pub fn accepts(
        &mut self,
        options: &CheckOptions<'_>,
        fill: impl FnOnce(&mut Model) -> Option<DocumentId>,
    ) -> bool {
        self.model.discard_all();
        let Some(document) = fill(&mut self.model) else { return false };
        ecore::normalise(&mut self.model, 0);
        let none = Diagnostics::new();
        // Usually only whether there is a problem matters. If targets are in other documents, problems that only follow from
        // that must be left out, for which all are needed.
        let (limit, reported) = match self.model.document(document).missing_targets.as_slice() {
            [] => (1, None),
            _ => (Diagnostics::LIMIT, Some(&none)),
        };
        let options = CheckOptions { limit, reported, ..*options };
        ModelCheck::new(&self.model).check_prepared(document, &options, &mut self.check).is_empty()
    }
}
