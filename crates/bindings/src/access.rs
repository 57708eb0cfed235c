//! What a site is read with: its files, and the loader of the types that it declares.
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
    /// Where files are read from.
    pub base: FileAccess,
    /// Loads the metamodels that the site and its user declare.
    pub types: Arc<dyn TypeLoader>,
}

/// Loads metamodels; a workspace does.
pub trait TypeLoader: Debug + Send + Sync {
    /// The types of the files, and those that the user named; `None` if there are neither.
    fn load_types(&self, files: &[PathBuf]) -> Option<(Arc<Metamodel>, Diagnostics)>;
}
