//! `.pp` files: sources of the type language, read as a metamodel, and files of bindings, read as the bindings model.
//!
//! The declarations in a file determine which of the two it is.

#[cfg(feature = "bindings")]
use crate::bindings::text;
use crate::formats::{self, Notation};
use crate::workspace::Importer;
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

    fn import(
        &self,
        document_text: &DocumentText,
        workspace: &Workspace,
        document: Document,
    ) -> LoadedDocument {
        #[cfg(feature = "bindings")]
        if let Some((tree, problems)) = text::tree_if_declared(&document_text.source) {
            return super::bindings::document(self.notation(), text::read_tree(&tree, &problems), document);
        }
        workspace.load_type_source(&document_text.source, document)
    }
}
