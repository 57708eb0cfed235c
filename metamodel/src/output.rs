//! Sinks of documents, which are written block by block, so that none has to be in memory at once.
//!
//! Invariant: after an error, what a sink holds is not a document; its owner throws it away.

use crate::diagnostic::Diagnostics;
use std::fs::File;
use std::io::{self, Seek as _, Write};

/// A place for the bytes of one document, which may turn out to have begun wrongly.
///
/// What stands at the beginning of some notations is known only at their end. A writer that had to guess it,
/// and was wrong, begins anew.
pub trait Sink: Write {
    /// Forgets what was written.
    ///
    /// # Errors
    /// Where the place cannot forget.
    fn restart(&mut self) -> io::Result<()>;
}

impl Sink for Vec<u8> {
    fn restart(&mut self) -> io::Result<()> {
        self.clear();
        Ok(())
    }
}

/// A file that holds nothing else.
impl Sink for File {
    fn restart(&mut self) -> io::Result<()> {
        self.set_len(0)?;
        self.rewind()
    }
}

/// Nowhere, for measuring.
impl Sink for io::Sink {
    fn restart(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Why a document was not written.
#[derive(Debug)]
pub enum WriteError {
    /// The notation cannot express the model.
    Model(Diagnostics),
    /// The place took no more.
    Sink(io::Error),
}

impl From<io::Error> for WriteError {
    fn from(error: io::Error) -> Self {
        Self::Sink(error)
    }
}

impl From<Diagnostics> for WriteError {
    fn from(problems: Diagnostics) -> Self {
        Self::Model(problems)
    }
}

/// As [`in_memory`], for notations whose documents are UTF-8.
///
/// # Errors
/// What the notation cannot express.
pub fn in_text<T>(
    write: impl FnOnce(&mut dyn Sink) -> Result<T, WriteError>,
) -> Result<(String, T), Diagnostics> {
    let (bytes, result) = in_memory(write)?;
    let text = String::from_utf8(bytes);
    Ok((text.unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()), result))
}

/// What `write` gives, and the bytes that it wrote to memory.
///
/// # Errors
/// What the notation cannot express.
pub fn in_memory<T>(
    write: impl FnOnce(&mut dyn Sink) -> Result<T, WriteError>,
) -> Result<(Vec<u8>, T), Diagnostics> {
    let mut bytes = Vec::new();
    match write(&mut bytes) {
        Ok(result) => Ok((bytes, result)),
        Err(WriteError::Model(problems)) => Err(problems),
        Err(WriteError::Sink(error)) => unreachable!("memory takes everything: {error}"),
    }
}
