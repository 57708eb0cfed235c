//! Sends the text of a document to its sink in blocks, so that it is never completely in memory.
//!
//! Invariant: the blocks together are the text that the writer alone would have. This module does not know the syntax
//! of the text.

use crate::diagnostic::Diagnostics;
use crate::output::{Sink, WriteError};
use crate::tree::TreeSink;
use std::io;

/// The size of a block in bytes, which fits into the processor's caches.
const BLOCK_SIZE: usize = 1 << 16;

/// A writer of text whose unchangeable beginning can be removed while it writes.
pub(crate) trait TextWriter: TreeSink {
    /// The text so far.
    fn text(&self) -> &str;

    /// The length of the beginning of the text that will not change any more.
    fn complete_length(&self) -> usize;

    /// Removes the beginning of the text that will not change any more.
    fn remove_complete(&mut self);

    /// The rest of the text, after the last value.
    fn finish(self) -> String;
}

/// Sends the text of a document to a sink, block by block: `write` writes the tokens of the document, which `writer`
/// turns into text. Returns the warnings of `write`.
///
/// # Errors
/// The problems of `write`, if one of them is an error, and errors of the sink.
pub(crate) fn send<'s, W: TextWriter>(
    writer: W,
    sink: &'s mut dyn Sink,
    write: impl FnOnce(&mut Blocks<'s, W>) -> Diagnostics,
) -> Result<Diagnostics, WriteError> {
    let mut blocks = Blocks { writer, sink, failure: None };
    let problems = write(&mut blocks);
    // The problems are checked before the last block is sent, so that the sink does not receive a document that looks
    // complete.
    if problems.has_errors() {
        return Err(problems.into());
    }
    let Blocks { writer, sink, failure } = blocks;
    if let Some(error) = failure {
        return Err(error.into());
    }
    sink.write_all(writer.finish().as_bytes())?;
    Ok(problems)
}

/// A writer whose text is sent to a sink whenever it fills a block.
pub(crate) struct Blocks<'s, W> {
    writer: W,
    sink: &'s mut dyn Sink,
    /// The first error of the sink, after which nothing is sent.
    failure: Option<io::Error>,
}

impl<W: TextWriter> Blocks<'_, W> {
    /// Sends a block if the text fills one.
    #[inline]
    fn send_if_full(&mut self) {
        if self.writer.text().len() >= BLOCK_SIZE {
            self.send();
        }
    }

    /// Sends the text that will not change any more.
    #[inline(never)]
    fn send(&mut self) {
        let block = &self.writer.text()[..self.writer.complete_length()];
        // The methods of a `TreeSink` return no error, so the writer continues, but nothing more is sent.
        if self.failure.is_none() {
            self.failure = self.sink.write_all(block.as_bytes()).err();
        }
        self.writer.remove_complete();
    }
}

impl<W: TextWriter> TreeSink for Blocks<'_, W> {
    fn begin_map(&mut self) {
        self.writer.begin_map();
    }

    fn key(&mut self, key: &str) {
        // A block never ends after a key, because its value follows.
        self.writer.key(key);
    }

    fn end_map(&mut self) {
        self.writer.end_map();
        self.send_if_full();
    }

    fn begin_list(&mut self) {
        self.writer.begin_list();
        self.send_if_full();
    }

    fn end_list(&mut self) {
        self.writer.end_list();
        self.send_if_full();
    }

    fn null(&mut self) {
        self.writer.null();
        self.send_if_full();
    }

    fn boolean(&mut self, value: bool) {
        self.writer.boolean(value);
        self.send_if_full();
    }

    fn number(&mut self, digits: &str) {
        self.writer.number(digits);
        self.send_if_full();
    }

    fn string(&mut self, value: &str) {
        self.writer.string(value);
        self.send_if_full();
    }
}
