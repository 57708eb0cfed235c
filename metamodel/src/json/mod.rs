//! JSON: text in, model out, and back.
//!
//! Reading is strict (RFC 8259), but finds all problems in
//! one run; numbers keep all their digits. Writing is deterministic. What the maps and lists mean is
//! the business of [`crate::tree`], and how bytes become text that of [`crate::input`].

mod strings;
mod tokenizer;
mod writer;

pub use tokenizer::Tokenizer;
pub(crate) use tokenizer::is_number;
pub use writer::{JsonWriter, Layout};

use crate::diagnostic::{Diagnostics, Source};
use crate::model::{Document, DocumentId, Model};
use crate::tree::{self, Dialect, ReadOptions};
use std::sync::Arc;

/// Reads a document into a model, whose metamodel must be the document's (see [`peek_model`]).
pub fn read(
    source: &Arc<Source>,
    model: &mut Model,
    document: Document,
    options: &ReadOptions,
) -> (DocumentId, Diagnostics) {
    tree::read_any(source, || Tokenizer::new(source.text()), model, document, options)
}

/// The `$model` of a document: the namespace URI of the metamodel it needs.
#[must_use]
pub fn peek_model(text: &str) -> Option<String> {
    peek(text).model
}

/// What a document says of its metamodel.
#[must_use]
pub fn peek(text: &str) -> tree::Header {
    tree::peek_any(|| Tokenizer::new(text), text)
}

/// Writes a document for people; what JSON cannot express is left out, see [`write_as`].
#[must_use]
pub fn write(model: &Model, document: DocumentId) -> String {
    write_as(model, document, Layout::Pretty).0
}

/// Writes a document, and tells what could not be written.
#[must_use]
pub fn write_as(model: &Model, document: DocumentId, layout: Layout) -> (String, Diagnostics) {
    write_in(Dialect::Plain, model, document, layout)
}

/// Writes a document in a dialect, and tells what could not be written.
#[must_use]
pub fn write_in(
    dialect: Dialect,
    model: &Model,
    document: DocumentId,
    layout: Layout,
) -> (String, Diagnostics) {
    let mut writer = JsonWriter::new(layout);
    let problems = tree::write_in(dialect, model, document, &mut writer);
    (writer.finish(), problems)
}
