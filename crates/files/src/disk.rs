//! The files of the operating system.
//!
//! Invariant: this is the only module of the library that calls `std::fs`. On a target without a file system, every
//! method fails with the error of the standard library. There is one limitation: if a file is rewritten with the same
//! length within the resolution of the system's clock, its revision does not change.

#![expect(clippy::disallowed_methods, reason = "all other modules access the disk through this one")]

use super::{Entry, FileKind, Files, Metadata, Revision};
use std::fs::{self, File, FileType};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The files of the operating system.
#[derive(Debug, Clone, Default)]
pub struct Disk {
    /// The common state of all files, if they are assumed not to change.
    state: Option<Revision>,
}

impl Disk {
    /// Access for long-running programs, whose files may change at any time. Before a cache entry is used, each file on
    /// which it depends is checked.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Access for programs that read their inputs once and exit. Files are assumed not to change, so cache entries are
    /// not checked again.
    #[must_use]
    pub fn for_one_run() -> Self {
        Self { state: Some(Revision::unique()) }
    }
}

impl Files for Disk {
    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        let metadata = fs::metadata(path)?;
        let kind = kind(metadata.file_type());
        // The content of a pipe cannot be read twice, so its revision never changes.
        let revision = if matches!(kind, FileKind::Other | FileKind::Device) {
            Revision::from_parts(&[])
        } else {
            revision(&metadata)
        };
        Ok(Metadata { kind, len: metadata.len(), revision })
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        Ok(Box::new(File::open(path)?))
    }

    fn list(&self, directory: &Path) -> io::Result<Box<dyn Iterator<Item = Entry>>> {
        // An entry that cannot be read is treated as if it did not exist.
        let entries = fs::read_dir(directory)?.flatten();
        Ok(Box::new(entries.map(|entry| Entry {
            name: entry.file_name(),
            kind: entry.file_type().map_or(FileKind::Other, kind),
        })))
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        path.canonicalize().map(without_verbatim_prefix)
    }

    fn absolute(&self, path: &Path) -> PathBuf {
        std::path::absolute(path).unwrap_or_else(|_| path.to_owned())
    }

    fn state(&self) -> Option<Revision> {
        self.state.clone()
    }
}

/// A canonical path in the usual form. Windows returns `\\?\C:\x`, which does not begin with `C:\` as other paths do.
#[cfg(windows)]
fn without_verbatim_prefix(path: PathBuf) -> PathBuf {
    use std::path::{Component, Prefix};
    let mut components = path.components();
    let root = match components.next() {
        Some(Component::Prefix(prefix)) => match prefix.kind() {
            Prefix::VerbatimDisk(disk) => format!("{}:\\", char::from(disk)),
            Prefix::VerbatimUNC(server, share) => {
                format!("\\\\{}\\{}\\", server.to_string_lossy(), share.to_string_lossy())
            }
            _ => return path,
        },
        _ => return path,
    };
    let mut plain = PathBuf::from(root);
    plain.extend(components.filter(|component| !matches!(component, Component::RootDir)));
    plain
}

/// A canonical path in the usual form, which it already has on this system.
#[cfg(not(windows))]
fn without_verbatim_prefix(path: PathBuf) -> PathBuf {
    path
}

/// The kind of a file, from the type that the system gives it.
fn kind(file_type: FileType) -> FileKind {
    if file_type.is_file() {
        FileKind::File
    } else if file_type.is_dir() {
        FileKind::Directory
    } else if file_type.is_symlink() {
        FileKind::Link
    } else if is_device(file_type) {
        FileKind::Device
    } else {
        FileKind::Other
    }
}

/// Whether a file is a device. A terminal counts as a device, too; what is typed there can be read from standard input.
#[cfg(unix)]
fn is_device(file_type: FileType) -> bool {
    use std::os::unix::fs::FileTypeExt as _;
    file_type.is_char_device() || file_type.is_block_device()
}

#[cfg(not(unix))]
fn is_device(_: FileType) -> bool {
    false
}

/// The revision of a file, from several of its times. It therefore also changes if another file of the same size is
/// moved to the path, or if the time of modification is set back.
#[cfg(unix)]
fn revision(metadata: &fs::Metadata) -> Revision {
    use std::os::unix::fs::MetadataExt as _;
    let times = [metadata.mtime(), metadata.mtime_nsec(), metadata.ctime(), metadata.ctime_nsec()];
    let [modified, modified_nanos, changed, changed_nanos] = times.map(i64::cast_unsigned);
    Revision::from_parts(&[
        modified,
        modified_nanos,
        changed,
        changed_nanos,
        metadata.len(),
        metadata.dev(),
        metadata.ino(),
    ])
}

/// The revision of a file, from its time of modification and its size.
#[cfg(not(unix))]
fn revision(metadata: &fs::Metadata) -> Revision {
    let modified = metadata.modified().ok();
    let since_epoch =
        modified.and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok()).unwrap_or_default();
    Revision::from_parts(&[since_epoch.as_secs(), u64::from(since_epoch.subsec_nanos()), metadata.len()])
}
