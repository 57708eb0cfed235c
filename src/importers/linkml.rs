//! LinkML schemas, as metamodels.

use crate::formats::Notation;
use crate::workspace::Importer;
use crate::workspace::{LoadedDocument, Workspace};
use modelwright_metamodel::input::DocumentText;
use modelwright_metamodel::model::Document;
use modelwright_schema_import::linkml;

/// The importer `linkml`.
pub(super) const IMPORTER: &dyn Importer = &LinkmlImporter;

#[derive(Debug)]
struct LinkmlImporter;

const NOTATION: Notation = Notation {
    extensions: &["yaml", "yml"],
    shares_extension: true,
    requires_content: true,
    looks_like: linkml::may_contain,
    is_model: linkml::may_contain,
    ..Notation::new("linkml", "a LinkML schema with its imports, as a metamodel (read only)")
};

impl Importer for LinkmlImporter {
    fn notation(&self) -> &'static Notation {
        &NOTATION
    }

    fn is_for_metamodels(&self) -> bool {
        true
    }

    fn import(&self, text: &DocumentText, workspace: &Workspace, document: Document) -> LoadedDocument {
        let read = linkml::read(&text.source, &document.uri, &workspace.access());
        super::schemas::document(&NOTATION, read, &text.source, workspace, document)
    }
}
