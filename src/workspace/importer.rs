//! Importers, and readers of documents, which are importers or formats.

use super::{LoadedDocument, Workspace};
use crate::formats::{Format, Notation};
use modelwright_metamodel::diagnostic::Diagnostic;
use modelwright_metamodel::input::{DocumentText, Limits, decode_text};
use modelwright_metamodel::model::Document;
use modelwright_metamodel::options::OptionSpec;
use std::fmt::Debug;

/// Reads documents of a notation that brings its own metamodel.
pub trait Importer: Debug + Send + Sync {
    /// The importer's name, and how its files are recognised.
    fn notation(&self) -> &'static Notation;

    /// The options for reading, which [`ReadOptions::values`](crate::formats::ReadOptions::values) may contain.
    fn read_options(&self) -> &'static [OptionSpec] {
        &[]
    }

    /// Whether documents of the importer are metamodels, so that it may read a file where a metamodel is expected.
    fn is_for_metamodels(&self) -> bool {
        false
    }

    /// Decodes bytes into text; diagnostics show the document under `name`.
    ///
    /// # Errors
    /// One problem, if the bytes are invalid in their encoding, or exceed the limits.
    fn decode(&self, name: &str, bytes: Vec<u8>, limits: &Limits) -> Result<DocumentText, Box<Diagnostic>> {
        Ok(decode_text(name, bytes, limits)?.into())
    }

    /// Reads a document, and all other documents that belong to it, into a new model.
    fn import(&self, text: &DocumentText, workspace: &Workspace, document: Document) -> LoadedDocument;
}

/// A reader of documents of a notation.
#[derive(Debug, Clone, Copy)]
pub enum DocumentReader {
    /// A format whose documents declare which metamodel they require.
    Format(&'static Format),
    /// An importer.
    Importer(&'static dyn Importer),
}

impl From<&'static Format> for DocumentReader {
    fn from(format: &'static Format) -> Self {
        Self::Format(format)
    }
}

impl DocumentReader {
    /// The reader's name, and how its files are recognised.
    #[must_use]
    pub fn notation(self) -> &'static Notation {
        match self {
            Self::Format(format) => &format.notation,
            Self::Importer(importer) => importer.notation(),
        }
    }

    /// The name used with `--from`.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.notation().name
    }

    /// The options for reading, which [`ReadOptions::values`](crate::formats::ReadOptions::values) may contain.
    #[must_use]
    pub fn read_options(self) -> &'static [OptionSpec] {
        match self {
            Self::Format(format) => format.read_options,
            Self::Importer(importer) => importer.read_options(),
        }
    }

    /// Whether the reader is an importer whose documents are metamodels.
    #[must_use]
    pub fn imports_metamodels(self) -> bool {
        matches!(self, Self::Importer(importer) if importer.is_for_metamodels())
    }

    /// Decodes bytes into text, as the format or the importer does.
    pub(super) fn decode(
        self,
        name: &str,
        bytes: Vec<u8>,
        limits: &Limits,
    ) -> Result<DocumentText, Box<Diagnostic>> {
        match self {
            Self::Format(format) => format.decode(name, bytes, limits),
            Self::Importer(importer) => importer.decode(name, bytes, limits),
        }
    }
}
