//! Structured bindings in YAML: a list of names and values, or of maps for bindings with more than these.
//!
//! An importer reads these documents. Models have the same extensions, so the documents are recognised by the key
//! `bindings_version`.

use super::{Format, Notation};
use crate::bindings::structured;

/// The format `bindings-yaml`.
pub(crate) const FORMAT: Format = Format::text(NOTATION, |model, document, _, sink| {
    structured::send(model, document, structured::Notation::Yaml, sink)
});

const NOTATION: Notation = Notation {
    extensions: &["yaml", "yml"],
    shares_extension: true,
    requires_content: true,
    looks_like: |head| structured::Notation::Yaml.may_contain(head),
    is_model: |head| structured::Notation::Yaml.may_contain(head),
    ..Notation::new("bindings-yaml", "structured bindings in YAML")
};
