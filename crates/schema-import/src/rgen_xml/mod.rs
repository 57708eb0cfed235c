//! XML that RGen's `XMI20Serializer` writes, completed so that it is XMI as EMF writes it.
//!
//! RGen leaves out namespaces, writes the prefix `ecore` for all classes, and does not escape texts. Invariants: each
//! part of the completed text has the range that it comes from; linear time, no recursion. This module does not read
//! XMI.

mod metamodel;
mod model;
mod scan;

pub use metamodel::complete as complete_metamodel;
pub use model::complete as complete_model;

use crate::declarations::Span;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, Source, codes};
use std::sync::Arc;

/// The namespace of Ecore.
const ECORE: &str = "http://www.eclipse.org/emf/2002/Ecore";

/// A completed text, and where its parts come from.
#[derive(Debug, Default)]
pub struct Completed {
    /// The text.
    pub text: String,
    /// The problems of the document, and what is lost.
    pub diagnostics: Diagnostics,
    /// The offset at which each element and attribute begins, and its range in the document; in ascending order.
    origins: Vec<(usize, Span)>,
}

impl Completed {
    /// The range of the document from which the text at an offset comes; the start of the document for the text before
    /// the first element.
    #[must_use]
    pub fn origin(&self, offset: usize) -> Span {
        let count_before = self.origins.partition_point(|(start, _)| *start <= offset);
        match count_before.checked_sub(1).and_then(|last| self.origins.get(last)) {
            Some((_, span)) => span.clone(),
            None => 0..0,
        }
    }

    fn report(&mut self, source: &Arc<Source>, severity: Severity, span: &Span, message: String, help: &str) {
        let code =
            if severity == Severity::Error { codes::IMPORT_INVALID } else { codes::IMPORT_NOT_EXPRESSED };
        self.diagnostics.push(Diagnostic::new(code, severity, message).at(source, span.clone()).help(help));
    }

    /// Begins an element: writes `<` and its tag.
    fn open(&mut self, tag: &str, span: &Span) {
        self.origins.push((self.text.len(), span.clone()));
        self.text.extend(["<", tag]);
    }

    /// Writes an attribute.
    fn attribute(&mut self, name: &str, value: &str, span: &Span) {
        let name_start = self.text.len() + " ".len();
        self.origins.push((name_start, span.clone()));
        self.text.extend([" ", name, "=\""]);
        escape(value, &mut self.text);
        self.text.push('"');
    }
}

/// Appends a text with the escapes that attributes require.
fn escape(value: &str, out: &mut String) {
    for c in value.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '"' => out.push_str("&quot;"),
            '\n' => out.push_str("&#xA;"),
            '\r' => out.push_str("&#xD;"),
            '\t' => out.push_str("&#x9;"),
            c => out.push(c),
        }
    }
}
