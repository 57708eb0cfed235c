//! Shows which files a run reads, if `--verbose` requests it.
//!
//! Invariant: without the option nothing is shown, and files are read in the same way.

use modelwright::files::{Disk, Entry, Files, Metadata, Revision, display_path};
use modelwright_metamodel::diagnostic::printable_line;
use std::collections::BTreeSet;
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Whether `--verbose` is given; shared by all readers of files.
static IS_SHOWN: AtomicBool = AtomicBool::new(false);

/// Shows from now on what is read.
pub(crate) fn show() {
    IS_SHOWN.store(true, Ordering::Relaxed);
}

/// Whether the run shows what it reads.
pub(crate) fn is_shown() -> bool {
    IS_SHOWN.load(Ordering::Relaxed)
}

/// Shows the name of something that is read.
pub(crate) fn report_read(name: &str) {
    if is_shown() {
        // If this cannot be shown, the run has the same result.
        let _ = writeln!(anstream::stderr().lock(), "reading {}", printable_line(name));
    }
}

/// Shows that a file in a directory is not read.
pub(crate) fn report_skipped(name: &str) {
    if is_shown() {
        // If this cannot be shown, the run has the same result.
        let _ =
            writeln!(anstream::stderr().lock(), "skipping {}, which is not a model", printable_line(name));
    }
}

/// The files of the disk, for one run.
pub(crate) fn disk() -> Arc<dyn Files> {
    let disk = Disk::for_one_run();
    if is_shown() { Arc::new(TracingDisk { disk, shown: Mutex::default() }) } else { Arc::new(disk) }
}

/// The disk, which shows each file when it is opened for the first time.
#[derive(Debug)]
struct TracingDisk {
    disk: Disk,
    shown: Mutex<BTreeSet<PathBuf>>,
}

impl Files for TracingDisk {
    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.disk.metadata(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        // The file is opened first, so that only files that can be read are shown.
        let file = self.disk.open(path)?;
        if self.shown.lock().unwrap_or_else(PoisonError::into_inner).insert(path.to_owned()) {
            report_read(&display_path(path));
        }
        Ok(file)
    }

    fn list(&self, directory: &Path) -> io::Result<Box<dyn Iterator<Item = Entry>>> {
        self.disk.list(directory)
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        self.disk.canonicalize(path)
    }

    fn absolute(&self, path: &Path) -> PathBuf {
        self.disk.absolute(path)
    }

    fn state(&self) -> Option<Revision> {
        self.disk.state()
    }
}
