//! Records the files on which a result depends, each with its revision.
//!
//! Invariant: the revision of a file is determined before the file is read. If the file changes in between, the result
//! counts as outdated, and never as current by mistake. Recorders can be nested: if dependencies are checked through a
//! recorder, the recorder depends on the same files.

use super::{Entry, Files, Metadata, Revision};
use rustc_hash::FxHashMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Files, with a record of those that were accessed.
#[derive(Debug)]
pub struct Recorder {
    files: Arc<dyn Files>,
    state: Option<Revision>,
    revisions: Mutex<FxHashMap<PathBuf, Option<Revision>>>,
}

impl Recorder {
    /// Records what is read from other files.
    pub fn new(files: Arc<dyn Files>) -> Self {
        // The state is determined before anything is read, so that any later change makes the result outdated.
        let state = files.state();
        Self { files, state, revisions: Mutex::default() }
    }

    /// Every file that was accessed so far, with its revision before the access.
    pub fn dependencies(&self) -> Dependencies {
        let revisions = self.revisions.lock().unwrap_or_else(PoisonError::into_inner);
        let mut paths: Vec<_> =
            revisions.iter().map(|(path, revision)| (path.clone(), revision.clone())).collect();
        paths.sort_unstable_by(|(first, _), (second, _)| first.cmp(second));
        Dependencies { paths, checked: Mutex::new(self.state.clone()) }
    }

    /// Records the revision of a file, unless one is already recorded.
    fn record(&self, path: &Path, revision: Option<Revision>) {
        let mut revisions = self.revisions.lock().unwrap_or_else(PoisonError::into_inner);
        // The first revision is kept, because the content may have been read after it.
        if !revisions.contains_key(path) {
            revisions.insert(path.to_owned(), revision);
        }
    }

    /// Records the revision of a file that is read next.
    fn record_before_use(&self, path: &Path) {
        let is_recorded = self.revisions.lock().unwrap_or_else(PoisonError::into_inner).contains_key(path);
        if !is_recorded {
            self.record(path, self.files.revision(path));
        }
    }
}

impl Files for Recorder {
    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        let metadata = self.files.metadata(path);
        self.record(path, metadata.as_ref().ok().map(|metadata| metadata.revision.clone()));
        metadata
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        self.record_before_use(path);
        self.files.open(path)
    }

    fn list(&self, directory: &Path) -> io::Result<Box<dyn Iterator<Item = Entry>>> {
        self.record_before_use(directory);
        self.files.list(directory)
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        self.record_before_use(path);
        self.files.canonicalize(path)
    }

    fn absolute(&self, path: &Path) -> PathBuf {
        self.files.absolute(path)
    }

    // Without a common state, callers check single files, which are then recorded.
    fn state(&self) -> Option<Revision> {
        None
    }
}

/// The files that a result was computed from, including paths that did not exist.
#[derive(Debug, Default)]
pub struct Dependencies {
    paths: Vec<(PathBuf, Option<Revision>)>,
    /// The common state of all files when they were last found to be current.
    checked: Mutex<Option<Revision>>,
}

impl Dependencies {
    /// Whether none of the files has changed.
    pub fn are_current(&self, files: &dyn Files) -> bool {
        // If the state is known and the same as at the last check, no file has changed since then.
        let state = files.state();
        let mut checked = self.checked.lock().unwrap_or_else(PoisonError::into_inner);
        if state.is_some() && *checked == state {
            return true;
        }
        let are_current = self.paths.iter().all(|(path, revision)| files.revision(path) == *revision);
        if are_current && state.is_some() {
            *checked = state;
        }
        are_current
    }
}
