//! Sends the text to the sink in blocks, with the document's head before the first block.
//!
//! The head declares the used namespaces, which are known for certain only at the end; after the first block
//! they are nearly always complete. Invariant: at the end, the content of the sink begins with the correct
//! head. This module does not know the content of the text.

use super::Writer;
use super::head::HeadInputs;
use crate::diagnostic::Diagnostic;
use crate::encoding::Encoding;
use crate::output::Sink;
use crate::xmi::write_text::{Block, byte_order_mark, encode};
use std::io;

/// The size of a block in bytes: small enough for the processor's caches, and large enough to look up many references
/// at once.
const BLOCK_SIZE: usize = 1 << 16;

/// The destination of the blocks.
pub(super) struct Output<'s> {
    sink: &'s mut dyn Sink,
    encoding: Encoding,
    /// The inputs of the document's head, once the head is written.
    head: Option<HeadInputs>,
    /// The first error of the sink.
    failure: Option<io::Error>,
    /// The first character that the encoding lacks.
    unmappable: Option<Diagnostic>,
    /// The buffer for the next block.
    spare_block: Block,
}

impl<'s> Output<'s> {
    pub(super) fn new(sink: &'s mut dyn Sink, encoding: Encoding) -> Self {
        Self { sink, encoding, head: None, failure: None, unmappable: None, spare_block: Block::default() }
    }

    /// Sends text in the encoding, unless there was an error.
    fn send(&mut self, text: &str) {
        // After an error, nothing more is sent; the first error is reported at the end.
        if self.failure.is_some() || self.unmappable.is_some() {
            return;
        }
        match encode(text, self.encoding) {
            Ok(bytes) => self.failure = self.sink.write_all(&bytes).err(),
            Err(problem) => self.unmappable = Some(*problem),
        }
    }

    /// Sends a document that is completely in memory.
    pub(super) fn send_document(&mut self, text: &str) {
        self.begin();
        self.send(text);
    }

    /// Sends the byte order mark, if the encoding has one. It is not part of the encoded text, so it is sent first.
    fn begin(&mut self) {
        self.failure = self.sink.write_all(byte_order_mark(self.encoding)).err();
    }

    /// Checks that the sink accepted everything.
    ///
    /// # Errors
    /// The first error of the sink.
    pub(super) fn check(&mut self) -> io::Result<()> {
        match self.failure.take() {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// Removes and returns the error about a character that the encoding lacks.
    pub(super) fn take_problem(&mut self) -> Option<Diagnostic> {
        self.unmappable.take()
    }

    /// Restarts the document.
    pub(super) fn restart(&mut self) -> io::Result<()> {
        // The head, and the mark before it, are sent again with the next first block.
        self.head = None;
        self.sink.restart()
    }
}

impl Writer<'_> {
    /// Sends a full block.
    pub(super) fn flush_if_full(&mut self) {
        if self.body.len() >= BLOCK_SIZE {
            self.flush();
        }
    }

    /// Sends the block, after inserting the missing addresses.
    pub(super) fn flush(&mut self) {
        // Two buffers alternate, so that no block is allocated after the first two.
        let block = self.body.take_block(std::mem::take(&mut self.output.spare_block));
        let mut copied_end = 0;
        // The head is sent with the first block, with the namespaces that are known by then (Decision 8).
        if self.output.head.is_none() {
            let head = self.head();
            self.body.copy(&head);
            self.output.head = Some(self.head_inputs());
            // The head contains the name of the first tag, which is also at the start of the body.
            copied_end = self.first_tag.end;
            self.output.begin();
        }
        // All addresses of a block are prefetched together, so that their waits for memory overlap (Decision 8).
        self.addresses.prefetch(block.gaps.iter().map(|gap| gap.object));
        for gap in &block.gaps {
            self.body.copy(&block.text[copied_end..gap.position]);
            self.spell_fragment(gap.object);
            copied_end = gap.position;
        }
        self.body.copy(&block.text[copied_end..]);
        self.output.send(self.body.block());
        self.output.spare_block = self.body.take_block(block);
    }

    /// Whether the head that was sent is still correct for the names used so far.
    pub(super) fn has_correct_head(&self) -> bool {
        self.output.head.as_ref() == Some(&self.head_inputs())
    }
}
