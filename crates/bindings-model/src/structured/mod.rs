//! Structured bindings: bindings as maps and lists, in YAML and in JSON.
//!
//! A document is recognised by its key `bindings_version`. `read` turns a document into objects of the bindings model,
//! and `write` does the reverse. Expressions, types and other fragments of the language are strings, which the reader
//! of `crate::text` parses. Invariants: reading a written document yields the same objects except for their positions;
//! a construct that the notation cannot express is an error that names the binding. This module does not compose or
//! look up anything.

mod nodes;
mod read;
mod write;

pub use nodes::is_number;

use crate::generated::bindings::DocumentedElement;
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use modelwright_metamodel::input::Limits;
use modelwright_metamodel::model::{DocumentId, Model};
use modelwright_metamodel::output::{Sink, WriteError};
use std::sync::Arc;

pub use write::write;

/// The key by which a document is recognised.
const VERSION: &str = "bindings_version";

/// The syntax of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Notation {
    /// YAML 1.2.
    Yaml,
    /// JSON.
    Json,
}

impl Notation {
    /// Whether a text that starts with `head` may contain structured bindings.
    #[must_use]
    pub fn may_contain(self, head: &str) -> bool {
        match self {
            // The key must be at the start of a line, because an indented key belongs to a nested map.
            Notation::Yaml => head.lines().any(|line| {
                let after_key = line.trim_start_matches(['"', '\'']).strip_prefix(VERSION);
                after_key.is_some_and(|text| text.trim_start_matches(['"', '\'', ' ', '\t']).starts_with(':'))
            }),
            Notation::Json => {
                head.trim_start().starts_with('{')
                    && head
                        .split_once("\"bindings_version\"")
                        .is_some_and(|(_, after_key)| after_key.trim_start().starts_with(':'))
            }
        }
    }
}

/// The number of bytes at the start of a text that are searched for the key.
const HEAD: usize = 4096;

/// The syntax of a text by the extension of its file; `None` if the text contains no structured bindings.
#[must_use]
pub fn recognise(extension: &str, text: &str) -> Option<Notation> {
    let notation = match extension {
        "yaml" | "yml" => Notation::Yaml,
        "json" => Notation::Json,
        _ => return None,
    };
    // The limit may be inside a character of several bytes, where the text cannot be cut.
    let end = (0..=HEAD.min(text.len())).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    notation.may_contain(&text[..end]).then_some(notation)
}

/// Reads a text as objects, as far as it is valid.
#[must_use]
pub fn read(
    source: &Arc<Source>,
    notation: Notation,
    limits: &Limits,
) -> (Vec<DocumentedElement>, Diagnostics) {
    let mut problems = Diagnostics::new();
    let Some(root) = nodes::read(source, notation, limits, &mut problems) else {
        return (Vec::new(), problems);
    };
    let (roots, found) = read::declarations(source, notation, &root);
    problems.append(found);
    (roots, problems)
}

/// Writes a document of the bindings model to a sink.
pub fn send(
    model: &Model,
    document: DocumentId,
    notation: Notation,
    sink: &mut dyn Sink,
) -> Result<Diagnostics, WriteError> {
    sink.write_all(write(model, document, notation)?.as_bytes())?;
    Ok(Diagnostics::new())
}
