//! The only access to files: a trait, and its implementations for the disk, for memory, for unsaved texts over other
//! files, and for a directory with the content of another one.
//!
//! Invariants: no other module of the library opens, lists or searches files (`clippy.toml` forbids it), so a workspace
//! with [`Memory`] never accesses the disk; the [`Revision`] of a path changes whenever its content may have changed.
//! This crate knows neither formats nor metamodels, and writes nothing.
//!
//! Internal: this crate has no stable API of its own; the crate `modelwright` has.

mod access;
pub mod corrections;
mod destinations;
mod disk;
mod inside;
mod memory;
mod overlay;
mod path_pattern;
mod paths;
mod read;
mod recorder;
mod redirected_files;

pub use access::FileAccess;
pub use destinations::{is_special, written_path};
pub use disk::Disk;
pub use inside::is_inside;
pub use memory::Memory;
pub use modelwright_metamodel::input::{error_text, read_limited};
pub use overlay::Overlay;
pub use path_pattern::ends_with_pattern;
pub use path_pattern::name_matches;
pub use paths::{normalized_path, path_uri, uri_path};
pub use read::{
    display_path, open_file, read_binary_file, read_file, read_ordinary_file, read_source, slash_path,
};
pub use recorder::{Dependencies, Recorder};
pub use redirected_files::RedirectedFiles;

use std::ffi::OsString;
use std::fmt::Debug;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

/// Where files are read from. Every method follows links, and resolves relative paths from a current directory.
///
/// ```
/// use modelwright_files::{Files, Memory};
/// use std::path::Path;
///
/// let files = Memory::new();
/// files.write("/models/library.pp", "package library { }").expect("a path that is free");
/// let before = files.revision(Path::new("/models/library.pp"));
/// files.write("/models/library.pp", "package books { }").expect("a path that is free");
/// assert_ne!(files.revision(Path::new("/models/library.pp")), before);
/// ```
pub trait Files: Debug + Send + Sync {
    /// The kind, length and revision of a path.
    ///
    /// # Errors
    /// [`io::ErrorKind::NotFound`] if the path does not exist, and other errors of the file system.
    fn metadata(&self, path: &Path) -> io::Result<Metadata>;

    /// The bytes of a file, from its beginning. A pipe or a device may have no end, so callers must limit how much they
    /// read.
    ///
    /// # Errors
    /// If the file cannot be read.
    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>>;

    /// The entries of a directory, in no particular order.
    ///
    /// # Errors
    /// If the directory cannot be listed.
    fn list(&self, directory: &Path) -> io::Result<Box<dyn Iterator<Item = Entry>>>;

    /// The absolute path of an existing file or directory, without links, `.` and `..`: a path is inside a directory if
    /// and only if its canonical path starts with the directory's.
    ///
    /// # Errors
    /// If the path does not exist.
    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf>;

    /// The absolute path. The path need not exist, and links are not followed.
    fn absolute(&self, path: &Path) -> PathBuf;

    /// The `file:` URI of a path.
    fn uri(&self, path: &Path) -> String {
        path_uri(&self.absolute(path))
    }

    /// A common revision of all files, if the implementation has one; as long as it is the same, no file has changed.
    /// `None` if each file must be checked.
    fn state(&self) -> Option<Revision> {
        None
    }

    /// The revision of a path; `None` if it does not exist.
    fn revision(&self, path: &Path) -> Option<Revision> {
        self.metadata(path).ok().map(|metadata| metadata.revision)
    }

    /// Whether the path is a regular file.
    fn is_file(&self, path: &Path) -> bool {
        self.metadata(path).is_ok_and(|metadata| metadata.kind == FileKind::File)
    }

    /// Whether the path is a directory.
    fn is_directory(&self, path: &Path) -> bool {
        self.metadata(path).is_ok_and(|metadata| metadata.kind == FileKind::Directory)
    }

    /// The first bytes of a file, at most `limit` of them.
    ///
    /// # Errors
    /// If the file cannot be read.
    fn read(&self, path: &Path, limit: u64) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.open(path)?.take(limit).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

/// The properties of a path, after links were followed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Metadata {
    /// File, directory or something else.
    pub kind: FileKind,
    /// The number of bytes of a file.
    pub len: u64,
    /// The revision. It differs from all earlier ones if the content of the path may have changed: the bytes of a file,
    /// or the names in a directory.
    pub revision: Revision,
}

/// The kind of a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FileKind {
    /// An ordinary file.
    File,
    /// A directory.
    Directory,
    /// A pipe or similar. Reading it may block, or never end.
    Other,
    /// A device, which is never a document.
    Device,
    /// A link. It occurs only in lists, because other methods follow links.
    Link,
}

/// A name in a directory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// The name, without the directory.
    pub name: OsString,
    /// The kind of the entry; links are not followed.
    pub kind: FileKind,
}

/// The state of a file, which is compared with other states of the same path.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Revision(Box<[u64]>);

/// The first number of a revision distinguishes the three ways in which revisions are made, so that their results
/// never coincide: `UNIQUE`, `PARTS` and `PAIR`.
const UNIQUE: u64 = 0;
const PARTS: u64 = 1;
const PAIR: u64 = 2;

impl Revision {
    /// A revision that no other call in this process returns.
    #[must_use]
    pub fn unique() -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self(Box::new([UNIQUE, NEXT.fetch_add(1, Ordering::Relaxed)]))
    }

    /// A revision of some numbers, such as a time and a size. The same numbers give the same revision.
    #[must_use]
    pub fn from_parts(parts: &[u64]) -> Self {
        Self(std::iter::once(PARTS).chain(parts.iter().copied()).collect())
    }

    /// The revision of a pair; each part may be missing.
    #[must_use]
    pub fn pair(first: Option<&Self>, second: Option<&Self>) -> Self {
        // The length of the first part shows where the second one begins, so that different pairs have different
        // numbers.
        let len = first.map_or(u64::MAX, |revision| revision.0.len() as u64);
        let parts = first.into_iter().chain(second).flat_map(|revision| revision.0.iter().copied());
        Self([PAIR, len].into_iter().chain(parts).collect())
    }
}

/// The examples of the page of this package.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
