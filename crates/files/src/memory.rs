//! Files in memory: for tests, for programs whose texts are not on disk, and for targets without a disk.
//!
//! Invariants: the current directory is the root; there are no links; a directory exists as long as a file is in it or
//! below it.

use super::{Entry, FileKind, Files, Metadata, Revision, normalized_path};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{self, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

/// Files in memory. They may change while a workspace reads them.
#[derive(Debug, Default)]
pub struct Memory {
    tree: RwLock<Tree>,
}

/// All files and directories, by their normalized paths.
#[derive(Debug)]
struct Tree {
    nodes: FxHashMap<PathBuf, Node>,
    /// The common revision, which changes with every write.
    state: Revision,
}

#[derive(Debug)]
enum Node {
    File { bytes: Arc<[u8]>, revision: Revision },
    Directory { entries: BTreeMap<OsString, FileKind>, revision: Revision },
}

impl Default for Tree {
    fn default() -> Self {
        Self { nodes: FxHashMap::default(), state: Revision::unique() }
    }
}

impl Memory {
    /// A memory without files.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Writes bytes to a path, and replaces the file at that path if there is one. Missing directories are created.
    ///
    /// # Errors
    /// If the path is a directory, or one of its parents is a file.
    pub fn write(&self, path: impl AsRef<Path>, bytes: impl Into<Vec<u8>>) -> io::Result<()> {
        self.write_shared(path.as_ref(), &Arc::from(bytes.into()))
    }

    /// Does what [`Memory::write`] does; the bytes may be shared by several paths.
    pub(super) fn write_shared(&self, path: &Path, bytes: &Arc<[u8]>) -> io::Result<()> {
        let path = normalized_path(path);
        let mut tree = self.tree_mut();
        // The path is checked before anything changes, so that a failed write has no effect.
        tree.check_free(&path)?;
        tree.state = Revision::unique();
        // The revision changes even if the bytes are equal, so that they need not be compared.
        let revision = Revision::unique();
        tree.nodes.insert(path.clone(), Node::File { bytes: Arc::clone(bytes), revision });
        tree.add_to_directory(&path, FileKind::File);
        Ok(())
    }

    /// Removes the file at a path, and directories that become empty; returns whether the file existed.
    pub fn remove(&self, path: impl AsRef<Path>) -> bool {
        let path = normalized_path(path.as_ref());
        let mut tree = self.tree_mut();
        if !matches!(tree.nodes.get(&path), Some(Node::File { .. })) {
            return false;
        }
        tree.state = Revision::unique();
        tree.remove(&path);
        true
    }

    fn tree(&self) -> RwLockReadGuard<'_, Tree> {
        self.tree.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn tree_mut(&self) -> RwLockWriteGuard<'_, Tree> {
        self.tree.write().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Tree {
    /// Fails if the path is a directory, or one of its parents is a file.
    fn check_free(&self, path: &Path) -> io::Result<()> {
        if path.file_name().is_none() || matches!(self.nodes.get(path), Some(Node::Directory { .. })) {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        if path.ancestors().skip(1).any(|path| matches!(self.nodes.get(path), Some(Node::File { .. }))) {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        Ok(())
    }

    /// Adds a path to its directory; if the directory is new, adds the directory to its parent, and so on.
    fn add_to_directory(&mut self, path: &Path, kind: FileKind) {
        let (mut path, mut kind) = (path, kind);
        while let (Some(directory), Some(name)) = (path.parent(), path.file_name()) {
            let new_directory = || Node::Directory { entries: BTreeMap::new(), revision: Revision::unique() };
            let is_new = !self.nodes.contains_key(directory);
            // The revision of a directory represents the names in it, so it does not change when a file is replaced.
            if let Node::Directory { entries, revision } =
                self.nodes.entry(directory.to_owned()).or_insert_with(new_directory)
                && entries.insert(name.to_owned(), kind).is_none()
            {
                *revision = Revision::unique();
            }
            // An existing directory is an entry of its parent already.
            if !is_new {
                return;
            }
            (path, kind) = (directory, FileKind::Directory);
        }
    }

    /// Removes a path and, one after the other, the directories that this leaves empty.
    fn remove(&mut self, path: &Path) {
        let mut path = path;
        self.nodes.remove(path);
        while let (Some(directory), Some(name)) = (path.parent(), path.file_name()) {
            let Some(Node::Directory { entries, revision }) = self.nodes.get_mut(directory) else { return };
            entries.remove(name);
            *revision = Revision::unique();
            if !entries.is_empty() {
                return;
            }
            self.nodes.remove(directory);
            path = directory;
        }
    }
}

impl<P: AsRef<Path>, B: Into<Vec<u8>>> FromIterator<(P, B)> for Memory {
    /// The files of some paths. If two paths exclude each other, the first one is used.
    fn from_iter<I: IntoIterator<Item = (P, B)>>(files: I) -> Self {
        let memory = Self::new();
        for (path, bytes) in files {
            let _ = memory.write(path, bytes);
        }
        memory
    }
}

impl Files for Memory {
    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        match self.tree().nodes.get(&normalized_path(path)) {
            Some(Node::File { bytes, revision }) => {
                Ok(Metadata { kind: FileKind::File, len: bytes.len() as u64, revision: revision.clone() })
            }
            Some(Node::Directory { revision, .. }) => {
                Ok(Metadata { kind: FileKind::Directory, len: 0, revision: revision.clone() })
            }
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        match self.tree().nodes.get(&normalized_path(path)) {
            Some(Node::File { bytes, .. }) => Ok(Box::new(Cursor::new(Arc::clone(bytes)))),
            Some(Node::Directory { .. }) => Err(io::ErrorKind::IsADirectory.into()),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn list(&self, directory: &Path) -> io::Result<Box<dyn Iterator<Item = Entry>>> {
        match self.tree().nodes.get(&normalized_path(directory)) {
            Some(Node::Directory { entries, .. }) => {
                // The entries are copied, because they cannot be borrowed after the lock is released.
                let entries = entries.iter().map(|(name, kind)| Entry { name: name.clone(), kind: *kind });
                Ok(Box::new(entries.collect::<Vec<_>>().into_iter()))
            }
            Some(Node::File { .. }) => Err(io::ErrorKind::NotADirectory.into()),
            None => Err(io::ErrorKind::NotFound.into()),
        }
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        let path = normalized_path(path);
        if self.tree().nodes.contains_key(&path) { Ok(path) } else { Err(io::ErrorKind::NotFound.into()) }
    }

    fn absolute(&self, path: &Path) -> PathBuf {
        normalized_path(path)
    }

    fn state(&self) -> Option<Revision> {
        Some(self.tree().state.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(files: &Memory, directory: &str) -> Vec<OsString> {
        files.list(Path::new(directory)).expect("a directory").map(|entry| entry.name).collect()
    }

    #[test]
    fn directories_exist_while_they_contain_files() {
        let files = Memory::from_iter([("/a/b/one", "1"), ("a/../a/two", "2")]);
        assert_eq!(
            (names(&files, "/a"), names(&files, "a/b/.")),
            (vec!["b".into(), "two".into()], vec!["one".into()])
        );
        assert!(files.write("/a", "").is_err() && files.write("/a/two/three", "").is_err());
        assert_eq!(files.canonicalize(Path::new("a/b/../two")).expect("a file"), Path::new("/a/two"));
        assert_eq!(files.read(Path::new("/a/b/one"), 10).expect("a file"), b"1");
        assert!(files.remove("/a/b/one") && !files.remove("/a/b/one") && !files.remove("/a"));
        assert!(!files.is_directory(Path::new("/a/b")) && files.is_directory(Path::new("/a")));
        assert!(files.remove("/a/two") && !files.is_directory(Path::new("/")));
    }

    #[test]
    fn revisions_change_with_content() {
        let files = Memory::from_iter([("/a/b/one", "1"), ("/a/two", "2")]);
        let revisions = || {
            let revision = |path: &str| files.revision(Path::new(path));
            [revision("/a"), revision("/a/b"), revision("/a/b/one"), revision("/a/two"), files.state()]
        };
        let changed = |before: &[Option<Revision>; 5]| {
            let after = revisions();
            std::array::from_fn::<bool, 5, _>(|at| before[at] != after[at])
        };
        let before = revisions();
        assert_eq!(changed(&before), [false; 5]);
        files.write("/a/b/one", "1").expect("a file");
        assert_eq!(changed(&before), [false, false, true, false, true]);
        let before = revisions();
        files.write("/a/b/three", "3").expect("a file");
        assert_eq!(changed(&before), [false, true, false, false, true]);
    }
}
