//! Sources of the type language, as the metamodel that they declare.

use super::Importer;
use crate::formats::{self, Input, Notation};
use crate::workspace::{LoadedDocument, Workspace};
use modelwright_metamodel::model::Document;

/// The importer `pp`.
#[derive(Debug)]
pub(super) struct PpImporter;

impl Importer for PpImporter {
    fn notation(&self) -> &'static Notation {
        &formats::PP.notation
    }

    fn import(&self, input: &Input, workspace: &Workspace, document: Document) -> LoadedDocument {
        workspace.load_type_source(&input.source, document)
    }
}
