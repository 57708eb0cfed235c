//! The alternatives of a generated enum in its metamodel.
//!
//! Invariant: they are determined once, when they are first needed. This module does not know types or values.

use crate::ecore::{Choice, Metamodel};
use std::sync::{Arc, OnceLock};

/// The alternatives of an enum, which are determined when they are first needed.
#[doc(hidden)]
#[derive(Debug, Default)]
pub struct Alternatives(OnceLock<Option<ResolvedAlternatives>>);

/// The alternatives in the metamodel of a type.
#[derive(Debug)]
pub(super) struct ResolvedAlternatives {
    pub(super) choice: Choice,
    pub(super) metamodel: Arc<Metamodel>,
}

impl Alternatives {
    /// Alternatives that are not determined yet.
    #[must_use]
    pub const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// The alternatives; `None` if the metamodel does not contain them.
    pub(super) fn get_or_resolve(
        &self,
        resolve: impl FnOnce() -> Option<ResolvedAlternatives>,
    ) -> Option<&ResolvedAlternatives> {
        self.0.get_or_init(resolve).as_ref()
    }
}
