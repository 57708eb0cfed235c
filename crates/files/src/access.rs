//! Which files may be read, and how much of them.

use crate::{Disk, Files};
use modelwright_metamodel::input::Limits;
use std::path::PathBuf;
use std::sync::Arc;

/// Where files are read from, within which limits, and which directories besides the document's own may be read.
#[derive(Debug, Clone)]
pub struct FileAccess {
    /// Where files are read from.
    pub files: Arc<dyn Files>,
    /// How much is read before a file is rejected.
    pub limits: Limits,
    /// Directories that may be read besides the document's own.
    pub paths: Vec<PathBuf>,
    /// Prefixes of addresses, and the directories that replace them.
    pub maps: Vec<(String, PathBuf)>,
}

impl Default for FileAccess {
    /// The disk, without further directories.
    fn default() -> Self {
        Self { files: Arc::new(Disk::new()), limits: Limits::default(), paths: Vec::new(), maps: Vec::new() }
    }
}
