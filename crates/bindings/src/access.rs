//! Access to the files of a site, and to the types that it declares.
//!
//! This module does not know how metamodels are found and read.

use crate::files::FileAccess;
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::ecore::Metamodel;
use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::Arc;

/// The files of a site, and the loader of its types.
#[derive(Debug, Clone)]
pub struct SiteAccess {
    /// Reads the files.
    pub base: FileAccess,
    /// Loads the metamodels that the site and its user declare.
    pub types: Arc<dyn TypeLoader>,
}

/// Loads metamodels. Implemented by the workspace.
pub trait TypeLoader: Debug + Send + Sync {
    /// The types that the files declare and those that the user specified; `None` if there are neither files nor such
    /// types.
    fn load_types(&self, files: &[PathBuf]) -> Option<(Arc<Metamodel>, Diagnostics)>;
}
