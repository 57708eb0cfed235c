//! Which files may be read, and how much of them.

use crate::{Disk, Files};
use modelwright_metamodel::input::Limits;
use std::path::PathBuf;
use std::sync::Arc;

/// Where files are read from, within which limits, and which directories may be read in addition to that of the
/// document.
#[derive(Debug, Clone)]
pub struct FileAccess {
    /// Where files are read from.
    pub files: Arc<dyn Files>,
    /// The limits above which a file is rejected.
    pub limits: Limits,
    /// The directories that may be read in addition to that of the document.
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
