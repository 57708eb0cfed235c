//! A model that is reused for many small documents, with what the rules have derived from its metamodel.
//!
//! Invariant: [`KeptModel::accepts`] is true only for documents in which [`check`](fn@crate::check) finds no problem,
//! but not for all of them. This module does not know how documents are read.

use crate::check::{CheckOptions, ModelCheck, PreparedCheck};
use crate::diagnostic::Diagnostics;
use crate::model::{DocumentId, Model, ecore};
use modelwright_metamodel::ecore::Metamodel;
use std::sync::Arc;

/// A model that is emptied and filled again for each of many small documents of one metamodel, and what the rules
/// derive from the metamodel.
#[derive(Debug)]
pub struct KeptModel {
    model: Model,
    check: PreparedCheck,
}

impl KeptModel {
    /// An empty model of a metamodel. What rules derive from the metamodel is computed when a document first requires
    /// it.
    #[must_use]
    pub fn new(metamodel: &Arc<Metamodel>) -> Self {
        Self { model: Model::new(Arc::clone(metamodel)), check: PreparedCheck::new(metamodel) }
    }

    /// Whether the document that `fill` adds to the empty model is certain to have no problem. `fill` returns `None` if
    /// reading has found a problem. Of `options`, only `rules` and `logic` are used.
    pub fn accepts(
        &mut self,
        options: &CheckOptions<'_>,
        fill: impl FnOnce(&mut Model) -> Option<DocumentId>,
    ) -> bool {
        self.model.discard_all();
        let Some(document) = fill(&mut self.model) else { return false };
        let first_position = 0;
        ecore::normalise(&mut self.model, first_position);
        let no_problems = Diagnostics::new();
        // The first problem is sufficient, unless targets are in other documents: then the problems that only follow
        // from missing targets are removed, for which all problems must be known.
        let (limit, reported) = match self.model.document(document).missing_targets.as_slice() {
            [] => (1, None),
            _ => (Diagnostics::LIMIT, Some(&no_problems)),
        };
        let options = CheckOptions { limit, reported, ..*options };
        ModelCheck::new(&self.model).check_prepared(document, &options, &mut self.check).is_empty()
    }
}
