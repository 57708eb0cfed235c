//! Sinks of documents, which are written block by block, so that they need not be in memory completely.
//!
//! Invariant: after an error, the content of a sink is not a document; its owner discards it.

use crate::diagnostic::Diagnostics;
use std::fs::File;
use std::io::{self, Seek as _, Write};

/// The destination of the bytes of one document, which a writer may start again.
///
/// The beginning of documents in some formats is known only at their end. A writer that assumed a wrong beginning
/// starts again.
pub trait Sink: Write {
    /// Discards everything written so far.
    ///
    /// # Errors
    /// If the destination does not support that.
    fn restart(&mut self) -> io::Result<()>;
}

impl Sink for Vec<u8> {
    fn restart(&mut self) -> io::Result<()> {
        // The memory is kept, because the writer starts again and then needs as much as before (Decision 8).
        self.clear();
        Ok(())
    }
}

/// A file that contains only the document.
impl Sink for File {
    fn restart(&mut self) -> io::Result<()> {
        self.set_len(0)?;
        // Truncating does not change the position; without `rewind`, the file would start with zeros.
        self.rewind()
    }
}

/// Discards everything, for measurements.
impl Sink for io::Sink {
    fn restart(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Why a document was not written.
#[derive(Debug)]
pub enum WriteError {
    /// The format cannot express the model.
    Model(Diagnostics),
    /// The destination failed.
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

/// As [`in_memory`], for formats whose documents are UTF-8.
///
/// # Errors
/// Everything that the format cannot express.
pub fn in_text<T>(
    write: impl FnOnce(&mut dyn Sink) -> Result<T, WriteError>,
) -> Result<(String, T), Diagnostics> {
    let (bytes, result) = in_memory(write)?;
    let text = String::from_utf8(bytes);
    Ok((text.unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()), result))
}

/// The result of `write`, and the bytes that it wrote to memory.
///
/// # Errors
/// Everything that the format cannot express.
pub fn in_memory<T>(
    write: impl FnOnce(&mut dyn Sink) -> Result<T, WriteError>,
) -> Result<(Vec<u8>, T), Diagnostics> {
    let mut bytes = Vec::new();
    match write(&mut bytes) {
        Ok(result) => Ok((bytes, result)),
        Err(WriteError::Model(problems)) => Err(problems),
        Err(WriteError::Sink(error)) => unreachable!("writing to memory does not fail: {error}"),
    }
}
