//! JSON documents (RFC 8259): their tokens, and text in a readable or a compact layout.
//!
//! Reading is strict, but reports all problems in one run; numbers keep all their digits. Writing is deterministic.
//! This module does not know what a key means ([`crate::tree`] does), or how bytes are decoded ([`crate::input`] does).

mod certain;
mod lines;
mod strings;
mod tokenizer;
mod writer;

pub use crate::json_text::quote;
pub use crate::tree::{Preparation, ReadOptions};
pub use certain::{CertainText, Doubt};
pub use lines::{misplaced_mark, read_lines, record_ranges, write_lines};
pub use tokenizer::Tokenizer;
pub use writer::{JsonWriter, Layout};

use crate::diagnostic::{Diagnostics, FeatureSpans, Source};
use crate::model::{Document, DocumentId, Model};
use crate::output::{Sink, WriteError};
use crate::tree::{self, Dialect};
use std::sync::Arc;

/// How a document is written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct WriteOptions {
    /// The dialect of the keys.
    pub dialect: Dialect,
    /// The layout of the text.
    pub layout: Layout,
    /// The address of the written document, from which relative references start; `None` means the address of the
    /// document.
    pub base: Option<String>,
    /// Whether the metamodel and classes are left out, see [`tree::WriteOptions::untyped`].
    pub untyped: bool,
}

/// Reads a document, in the dialect that it uses, into a model of the document's metamodel (see [`peek`]).
///
/// The document is added to the model even if there are problems; after errors it contains everything that could be
/// read.
pub fn read(
    source: &Arc<Source>,
    model: &mut Model,
    document: Document,
    options: &ReadOptions,
) -> (DocumentId, Diagnostics) {
    tree::read(source, || Tokenizer::new(source.text()), model, document, options)
}

/// As [`read`], for one of many documents of the model's metamodel.
///
/// # Panics
/// If the preparation is of another metamodel than the model.
pub fn read_prepared(
    source: &Arc<Source>,
    model: &mut Model,
    document: Document,
    reading: (&ReadOptions, &mut Preparation),
) -> (DocumentId, Diagnostics) {
    tree::read_prepared(source, || Tokenizer::new(source.text()), model, document, reading)
}

/// The metamodels that a document's header names.
#[must_use]
pub fn peek(text: &str) -> tree::Header {
    tree::peek(|| Tokenizer::new(text), text)
}

/// Writes a document to a sink. Returns warnings about content that the dialect leaves out.
///
/// # Errors
/// If the document has content that JSON cannot represent at all, or the sink fails. The sink then contains no valid
/// document.
pub fn write(
    model: &Model,
    document: DocumentId,
    options: &WriteOptions,
    sink: &mut dyn Sink,
) -> Result<Diagnostics, WriteError> {
    let writer = JsonWriter::new(options.layout);
    tree::send(writer, sink, |blocks| {
        let WriteOptions { dialect, base, untyped, .. } = options.clone();
        tree::write(model, document, &tree::WriteOptions { dialect, base, untyped }, blocks)
    })
}

/// Records the spans of the requested features of objects.
pub fn find_feature_spans(source: &Arc<Source>, spans: &mut FeatureSpans) {
    tree::find_feature_spans(&mut Tokenizer::new(source.text()), spans);
}
