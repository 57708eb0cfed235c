//! JSON Schema, as a metamodel.

use super::schemas;
use crate::formats::Notation;
use crate::workspace::Importer;
use crate::workspace::{LoadedDocument, Workspace};
use modelwright_metamodel::input::DocumentText;
use modelwright_metamodel::model::Document;
use modelwright_schema_import::json_schema;

/// The importer `json-schema`.
pub(super) const IMPORTER: &dyn Importer = &JsonSchema;

#[derive(Debug)]
struct JsonSchema;

const NOTATION: Notation = Notation {
    extensions: &["json", "yaml", "yml"],
    // Most files with these extensions are data.
    requires_content: true,
    is_model: json_schema::is_schema,
    looks_like: json_schema::is_schema,
    ..Notation::new("json-schema", "JSON Schema, as a metamodel (read only)")
};

impl Importer for JsonSchema {
    fn notation(&self) -> &'static Notation {
        &NOTATION
    }

    fn is_for_metamodels(&self) -> bool {
        true
    }

    fn import(&self, text: &DocumentText, workspace: &Workspace, document: Document) -> LoadedDocument {
        let read = json_schema::read(&text.source, &document.uri, &workspace.access());
        schemas::document(self.notation(), read, &text.source, workspace, document)
    }
}
