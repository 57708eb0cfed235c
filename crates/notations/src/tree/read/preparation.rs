//! The data that reading derives from a metamodel alone, kept for many small documents.
//!
//! Invariant: the result of reading a document does not depend on the documents that were read before.

use super::inference::Inference;
use crate::ecore::Metamodel;
use crate::tree::plan::Plans;
use std::sync::Arc;

/// The data that reading derives from a metamodel alone. A reader of many documents keeps it, so that a document of a
/// few bytes costs little more than its own text.
#[derive(Debug)]
pub struct Preparation {
    pub(super) plans: Plans,
    pub(super) inference: Inference,
}

impl Preparation {
    /// Nothing is computed before a document requires it.
    #[must_use]
    pub fn new(metamodel: &Arc<Metamodel>) -> Self {
        Self { plans: Plans::new(metamodel), inference: Inference::default() }
    }

    /// The metamodel of all documents that are read with this.
    #[must_use]
    pub fn metamodel(&self) -> &Arc<Metamodel> {
        self.plans.metamodel()
    }
}
