//! Structured bindings in YAML, as the bindings model.

use crate::bindings::structured;
use crate::formats::{self, Notation};
use crate::workspace::Importer;
use crate::workspace::{LoadedDocument, Workspace};
use modelwright_metamodel::input::DocumentText;
use modelwright_metamodel::model::Document;

/// The importer `bindings-yaml`.
pub(super) const IMPORTER: &dyn Importer = &StructuredYaml;

#[derive(Debug)]
struct StructuredYaml;

impl Importer for StructuredYaml {
    fn notation(&self) -> &'static Notation {
        &formats::BINDINGS_YAML.notation
    }

    fn import(&self, text: &DocumentText, workspace: &Workspace, document: Document) -> LoadedDocument {
        let limits = &workspace.reading.limits;
        let (roots, problems) = structured::read(&text.source, structured::Notation::Yaml, limits);
        super::bindings::document(self.notation(), (roots, problems), document)
    }
}
