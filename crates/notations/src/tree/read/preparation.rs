//! The data that reading derives only from a metamodel, stored so that many small documents share it.
//!
//! Invariant: the result of reading a document does not depend on the documents that were read before.

use super::inference::Inference;
use crate::ecore::Metamodel;
use crate::tree::plan::Plans;
use std::sync::Arc;

/// The data that reading derives only from a metamodel. A reader of many documents computes it once, so that a small
/// document takes little time.
#[derive(Debug)]
pub struct Preparation {
    pub(super) plans: Plans,
    pub(super) inference: Inference,
}

impl Preparation {
    /// An empty preparation: data is computed when a document first requires it.
    #[must_use]
    pub fn new(metamodel: &Arc<Metamodel>) -> Self {
        Self { plans: Plans::new(metamodel), inference: Inference::default() }
    }

    /// The metamodel of all documents that are read with this preparation.
    #[must_use]
    pub fn metamodel(&self) -> &Arc<Metamodel> {
        self.plans.metamodel()
    }
}
