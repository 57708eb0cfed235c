//! Structured bindings in JSON: a list of names and values, or of maps for bindings with more than these.
//!
//! An importer reads these documents. Models have the same extension, so the documents are recognised by the key
//! `bindings_version`.

use super::{Format, Notation};
use crate::bindings::structured;

/// The format `bindings-json`.
pub(crate) const FORMAT: Format = Format::text(NOTATION, |model, document, _, sink| {
    structured::send(model, document, structured::Notation::Json, sink)
});

const NOTATION: Notation = Notation {
    extensions: &["json"],
    shares_extension: true,
    requires_content: true,
    looks_like: |head| structured::Notation::Json.may_contain(head),
    is_model: |head| structured::Notation::Json.may_contain(head),
    ..Notation::new("bindings-json", "structured bindings in JSON")
};
