//! Loads the types that sites of bindings declare.
#![cfg(feature = "bindings")]

use super::Workspace;
use crate::bindings::access::{SiteAccess, TypeLoader};
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::ecore::Metamodel;
use std::path::PathBuf;
use std::sync::Arc;

impl TypeLoader for Workspace {
    fn load_types(&self, files: &[PathBuf]) -> Option<(Arc<Metamodel>, Diagnostics)> {
        let models: Vec<PathBuf> = self.models.iter().chain(files).cloned().collect();
        (!models.is_empty()).then(|| Workspace { models, ..self.clone() }.given_metamodel())
    }
}

impl Workspace {
    /// The access with which sites of bindings are read.
    #[must_use]
    pub fn site_access(&self) -> SiteAccess {
        SiteAccess { base: self.access(), types: Arc::new(self.clone()) }
    }
}
