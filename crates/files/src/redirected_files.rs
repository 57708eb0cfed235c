//! A directory whose content is that of another directory, with some exceptions.
//!
//! Invariants: a path below the directory is read from the other directory, unless the path is an exception; paths
//! outside of the directory are not affected. Exceptions are found by their path, but not listed.

use super::{Entry, Files, Metadata, normalized_path};
use std::collections::BTreeSet;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Files in which a directory has the content of another directory.
///
/// ```
/// use modelwright_files::{Files, Memory, RedirectedFiles};
/// use std::path::Path;
/// use std::sync::Arc;
///
/// let old: Arc<dyn Files> = Arc::new(Memory::from_iter([("/old/settings", "1"), ("/old/data", "1")]));
/// let new: Arc<dyn Files> = Arc::new(Memory::from_iter([("/new/settings", "2"), ("/new/data", "2")]));
/// let mixed = RedirectedFiles::new((old, Path::new("/old")), (new, Path::new("/new")), ["settings"]);
/// assert_eq!(mixed.read(Path::new("/old/settings"), 9).expect("a file"), b"1");
/// assert_eq!(mixed.read(Path::new("/old/data"), 9).expect("a file"), b"2");
/// ```
#[derive(Debug)]
pub struct RedirectedFiles {
    files: Arc<dyn Files>,
    /// Three forms of the directory: absolute as it is written, without links, and without `..`.
    directories: [PathBuf; 3],
    /// Reads the files below the target.
    target_files: Arc<dyn Files>,
    /// The other directory, as a path without links.
    target: PathBuf,
    /// The paths below the directory that are not redirected.
    exceptions: BTreeSet<PathBuf>,
}

/// Where the content of a path is.
enum Content {
    /// At the same path.
    Original,
    /// At a path below the target.
    Target(PathBuf),
}

impl RedirectedFiles {
    /// Files in which the first directory has the content of the second one. `exceptions` are paths below the first
    /// directory.
    #[must_use]
    pub fn new<P: Into<PathBuf>>(
        (files, directory): (Arc<dyn Files>, &Path),
        (target_files, target): (Arc<dyn Files>, &Path),
        exceptions: impl IntoIterator<Item = P>,
    ) -> Self {
        let absolute = files.absolute(directory);
        // The path of a file may begin with any of these forms of the directory's path.
        let directories = [absolute.clone(), real_path(&*files, directory), normalized_path(&absolute)];
        let target = real_path(&*target_files, target);
        let exceptions = exceptions.into_iter().map(Into::into).collect();
        Self { files, directories, target_files, target, exceptions }
    }

    /// Where the content of a path is: at the same path, or below the target.
    fn content(&self, path: &Path) -> Content {
        let absolute = self.files.absolute(path);
        match self.directories.iter().find_map(|directory| absolute.strip_prefix(directory).ok()) {
            Some(relative) if !self.exceptions.contains(relative) => {
                Content::Target(self.target.join(relative))
            }
            _ => Content::Original,
        }
    }
}

/// The path of a directory without links; if the directory does not exist, its absolute path.
fn real_path(files: &dyn Files, directory: &Path) -> PathBuf {
    files.canonicalize(directory).unwrap_or_else(|_| files.absolute(directory))
}

impl Files for RedirectedFiles {
    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        match self.content(path) {
            Content::Original => self.files.metadata(path),
            Content::Target(path) => self.target_files.metadata(&path),
        }
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        match self.content(path) {
            Content::Original => self.files.open(path),
            Content::Target(path) => self.target_files.open(&path),
        }
    }

    fn list(&self, directory: &Path) -> io::Result<Box<dyn Iterator<Item = Entry>>> {
        match self.content(directory) {
            Content::Original => self.files.list(directory),
            Content::Target(directory) => self.target_files.list(&directory),
        }
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        match self.content(path) {
            Content::Original => self.files.canonicalize(path),
            Content::Target(path) => {
                let canonical = self.target_files.canonicalize(&path)?;
                Ok(match canonical.strip_prefix(&self.target) {
                    // The second form of the directory has no links, which is required of a canonical path.
                    Ok(relative) => self.directories[1].join(relative),
                    // If a link leads out of the other directory, it also leads out of this one.
                    Err(_) => canonical,
                })
            }
        }
    }

    fn absolute(&self, path: &Path) -> PathBuf {
        self.files.absolute(path)
    }
}
