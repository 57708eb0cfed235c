//! Sources of the type language, as the metamodel that they declare.

use super::Importer;
use crate::formats::{self, Notation};
use crate::workspace::{LoadedDocument, Workspace};
use modelwright_metamodel::input::DocumentText;
use modelwright_metamodel::model::Document;

/// The importer `pp`.
pub(super) const IMPORTER: &dyn Importer = &PpImporter;

#[derive(Debug)]
struct PpImporter;

impl Importer for PpImporter {
    fn notation(&self) -> &'static Notation {
        &formats::PP.notation
    }

    fn import(&self, text: &DocumentText, workspace: &Workspace, document: Document) -> LoadedDocument {
        workspace.load_type_source(&text.source, document)
    }
}
