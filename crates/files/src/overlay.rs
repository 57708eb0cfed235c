//! Unsaved texts over other files, as in an editor.
//!
//! Invariant: a text completely hides the file at its path; all other files are visible unchanged.

use super::{Entry, FileKind, Files, Memory, Metadata, Revision};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Unsaved texts over other files. They may change while a workspace reads them.
///
/// A text is found by the path to which it was written, and by the canonical form of this path, but not through other
/// links.
#[derive(Debug)]
pub struct Overlay {
    /// The other files, some of which are hidden by texts.
    lower: Arc<dyn Files>,
    texts: Memory,
    /// For each absolute path that has a text, its path without links, at which the text is found as well.
    paths: Mutex<FxHashMap<PathBuf, PathBuf>>,
}

impl Overlay {
    /// Other files, without any text over them.
    #[must_use]
    pub fn new(lower: Arc<dyn Files>) -> Self {
        Self { lower, texts: Memory::new(), paths: Mutex::default() }
    }

    /// Puts a text over a file, and replaces an earlier text at this path. The file need not exist.
    ///
    /// # Errors
    /// If a parent of the path has a text, or if there is a text below the path.
    pub fn write(&self, path: impl AsRef<Path>, text: impl Into<Vec<u8>>) -> io::Result<()> {
        let path = self.lower.absolute(path.as_ref());
        let bytes = Arc::from(text.into());
        let mut paths = self.paths();
        let canonical = match paths.get(&path) {
            Some(canonical) => canonical.clone(),
            None => self.lower.canonicalize(&path).unwrap_or_else(|_| path.clone()),
        };
        self.texts.write_shared(&path, &bytes)?;
        if canonical != path {
            self.texts.write_shared(&canonical, &bytes)?;
        }
        // A file has one text, whatever links lead to it.
        for (other, _) in paths.iter().filter(|(other, target)| **target == canonical && **other != path) {
            self.texts.write_shared(other, &bytes)?;
        }
        paths.insert(path, canonical);
        Ok(())
    }

    /// Removes a text, so that the file at its path is visible again, unless the text was written to another path of
    /// the same file as well. Returns whether there was a text.
    pub fn remove(&self, path: impl AsRef<Path>) -> bool {
        let path = self.lower.absolute(path.as_ref());
        let mut paths = self.paths();
        let Some(canonical) = paths.remove(&path) else { return false };
        if path != canonical {
            self.texts.remove(path);
        }
        // If the text was written to another path of the same file as well, it is still found at the canonical path.
        let is_shared = paths.values().any(|other| *other == canonical);
        if !is_shared {
            self.texts.remove(canonical);
        }
        true
    }

    fn paths(&self) -> MutexGuard<'_, FxHashMap<PathBuf, PathBuf>> {
        self.paths.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether a path has a text.
    fn has_text(&self, path: &Path) -> bool {
        self.texts.is_file(&self.lower.absolute(path))
    }
}

impl Files for Overlay {
    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        let (lower, upper) = (self.lower.metadata(path), self.texts.metadata(&self.lower.absolute(path)));
        match (lower, upper) {
            // If both have this directory, it contains the names of both, and changes when one of the two changes.
            (Ok(lower), Ok(upper)) if upper.kind == FileKind::Directory => {
                let revision = Revision::pair(Some(&lower.revision), Some(&upper.revision));
                Ok(Metadata { revision, ..upper })
            }
            (_, Ok(upper)) => Ok(upper),
            (lower, Err(_)) => lower,
        }
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        if self.has_text(path) { self.texts.open(&self.lower.absolute(path)) } else { self.lower.open(path) }
    }

    fn list(&self, directory: &Path) -> io::Result<Box<dyn Iterator<Item = Entry>>> {
        let Ok(upper) = self.texts.list(&self.lower.absolute(directory)) else {
            return self.lower.list(directory);
        };
        let mut entries: BTreeMap<_, _> = upper.map(|entry| (entry.name, entry.kind)).collect();
        // An error is ignored, because the directory may exist only as the directory of texts.
        for entry in self.lower.list(directory).into_iter().flatten() {
            let kind = entries.entry(entry.name).or_insert(entry.kind);
            // If the directory of texts is a link in the other files, it is still listed as a link.
            if entry.kind == FileKind::Link && *kind == FileKind::Directory {
                *kind = FileKind::Link;
            }
        }
        Ok(Box::new(entries.into_iter().map(|(name, kind)| Entry { name, kind })))
    }

    fn canonicalize(&self, path: &Path) -> io::Result<PathBuf> {
        self.lower.canonicalize(path).or_else(|error| {
            let path = self.lower.absolute(path);
            match (self.texts.metadata(&path), path.parent(), path.file_name()) {
                // The text is new, but its directory may be a link.
                (Ok(_), Some(directory), Some(name)) => Ok(self.canonicalize(directory)?.join(name)),
                (Ok(_), ..) => Ok(path),
                (Err(_), ..) => Err(error),
            }
        })
    }

    fn absolute(&self, path: &Path) -> PathBuf {
        self.lower.absolute(path)
    }

    fn state(&self) -> Option<Revision> {
        let (lower, upper) = (self.lower.state()?, self.texts.state());
        Some(Revision::pair(Some(&lower), upper.as_ref()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(files: &Overlay, path: &str) -> Option<String> {
        files.read(Path::new(path), 100).ok().map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
    }

    #[test]
    fn texts_hide_files_until_they_are_removed() {
        let lower = Arc::new(Memory::from_iter([("/a/one", "old"), ("/a/two", "2")]));
        let files = Overlay::new(Arc::clone(&lower) as Arc<dyn Files>);
        let path = Path::new("/a/one");
        let (revision, state) = (files.revision(path), files.state());
        files.write("a/../a/one", "new").expect("a text");
        files.write("/b/three", "3").expect("a text");
        assert_eq!(text(&files, "/a/one").as_deref(), Some("new"));
        assert_eq!(text(&files, "/b/three").as_deref(), Some("3"));
        assert!(files.revision(path) != revision && files.state() != state);
        let names: Vec<_> =
            files.list(Path::new("/a")).expect("a directory").map(|entry| entry.name).collect();
        assert_eq!(names, ["one", "two"]);
        assert_eq!(files.canonicalize(Path::new("b/three")).expect("a text"), Path::new("/b/three"));
        let state = files.state();
        lower.write("/a/two", "changed").expect("a file");
        assert_ne!(files.state(), state);
        assert!(files.remove("/a/one") && !files.remove("/a/one") && files.remove("/b/three"));
        assert_eq!((text(&files, "/a/one").as_deref(), text(&files, "/b/three")), (Some("old"), None));
        assert_eq!(files.revision(path), revision);
        assert!(!files.is_directory(Path::new("/b")));
    }
}
