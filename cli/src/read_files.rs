//! Records which files were read, so that an output does not replace data that it was made from.

use modelwright::files::{Disk, Entry, Files, Metadata, Revision, display_path};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use std::collections::BTreeSet;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Files, with a record of the paths that were opened.
#[derive(Debug)]
pub(super) struct ReadFiles {
    files: Arc<dyn Files>,
    read_paths: Mutex<BTreeSet<PathBuf>>,
}

impl ReadFiles {
    pub(super) fn new(files: Arc<dyn Files>) -> Self {
        Self { files, read_paths: Mutex::default() }
    }

    /// Fails if an output would replace a file that was read.
    pub(super) fn check_output(&self, path: &Path) -> Result<(), Box<Diagnostic>> {
        let disk = Disk::new();
        // An output that does not exist cannot have been read.
        let Ok(target) = disk.canonicalize(path) else { return Ok(()) };
        let read_paths = self.read_paths.lock().unwrap_or_else(PoisonError::into_inner);
        // A file may have been read by another spelling of its path.
        if !read_paths.iter().any(|path| disk.canonicalize(path).is_ok_and(|path| path == target)) {
            return Ok(());
        }
        let name = display_path(path);
        let message = format!("{name} cannot be written: the output is made from this file");
        Err(Box::new(Diagnostic::error(codes::CANNOT_WRITE, message).help("specify another output file")))
    }
}

impl Files for ReadFiles {
    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.files.metadata(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        self.read_paths.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned());
        self.files.open(path)
    }

    fn list(&self, directory: &Path) -> io::Result<Box<dyn Iterator<Item = Entry>>> {
        self.files.list(directory)
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        self.files.canonicalize(path)
    }

    fn absolute(&self, path: &Path) -> PathBuf {
        self.files.absolute(path)
    }

    fn state(&self) -> Option<Revision> {
        self.files.state()
    }
}
