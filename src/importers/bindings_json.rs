//! Structured bindings in JSON, as the bindings model.

use crate::bindings::structured;
use crate::formats::{self, Notation};
use crate::workspace::Importer;
use crate::workspace::{LoadedDocument, Workspace};
use modelwright_metamodel::input::DocumentText;
use modelwright_metamodel::model::Document;

/// The importer `bindings-json`.
pub(super) const IMPORTER: &dyn Importer = &StructuredJson;

#[derive(Debug)]
struct StructuredJson;

impl Importer for StructuredJson {
    fn notation(&self) -> &'static Notation {
        &formats::BINDINGS_JSON.notation
    }

    fn import(&self, text: &DocumentText, workspace: &Workspace, document: Document) -> LoadedDocument {
        let limits = &workspace.reading.limits;
        let (roots, problems) = structured::read(&text.source, structured::Notation::Json, limits);
        super::bindings::document(self.notation(), (roots, problems), document)
    }
}
