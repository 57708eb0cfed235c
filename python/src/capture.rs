//! Files with a record of the texts that were read completely, so that a metamodel can be carried to another process.
//!
//! Invariant: a text is recorded only if it was read to its end, and at most once. This module does not know why files
//! are read.

use modelwright::files::{Entry, Files, Metadata};
use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// Texts by their absolute paths.
pub(crate) type Texts = BTreeMap<PathBuf, Vec<u8>>;

/// Files, and the texts of those that were read.
#[derive(Debug)]
pub(crate) struct Capture {
    files: Arc<dyn Files>,
    texts: Arc<Mutex<Texts>>,
}

impl Capture {
    pub(crate) fn new(files: Arc<dyn Files>) -> Self {
        Self { files, texts: Arc::default() }
    }

    /// The texts that were read so far.
    pub(crate) fn texts(&self) -> Texts {
        self.texts.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Files for Capture {
    fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.files.metadata(path)
    }

    fn open(&self, path: &Path) -> io::Result<Box<dyn Read>> {
        let reader = self.files.open(path)?;
        let (path, texts) = (self.files.absolute(path), Arc::clone(&self.texts));
        Ok(Box::new(Recording { reader, path, texts, bytes: Vec::new() }))
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
}

/// A reader that records what it reads.
struct Recording {
    reader: Box<dyn Read>,
    path: PathBuf,
    texts: Arc<Mutex<Texts>>,
    /// The bytes that were read so far.
    bytes: Vec<u8>,
}

impl Read for Recording {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.bytes.extend_from_slice(&buffer[..count]);
        // Zero bytes are the end, unless there was no space for any.
        if count == 0 && !buffer.is_empty() {
            let mut texts = self.texts.lock().unwrap_or_else(PoisonError::into_inner);
            texts.entry(std::mem::take(&mut self.path)).or_insert_with(|| std::mem::take(&mut self.bytes));
        }
        Ok(count)
    }
}
