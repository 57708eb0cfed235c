//! Access to the files of a site, and to the types that it declares.
//!
//! This module does not know how metamodels are found and read.

use crate::files::FileAccess;
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::ecore::Metamodel;
use std::fmt::Debug;
use std::path::PathBuf;
use std::sync::Arc;

/// The files of a site, and the loader of the types that the site uses.
#[derive(Debug, Clone)]
pub struct SiteAccess {
    /// Reads the files.
    pub base: FileAccess,
    /// Loads the metamodels of the site and of its user.
    pub types: Arc<dyn TypeLoader>,
}

/// Loads metamodels. The workspace implements this trait, because this crate does not know formats.
pub trait TypeLoader: Debug + Send + Sync {
    /// The types that the files declare and those that the user specified; `None` if there are no files and the user
    /// specified none.
    fn load_types(&self, files: &[PathBuf]) -> Option<(Arc<Metamodel>, Diagnostics)>;
}
