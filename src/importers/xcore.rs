//! Xcore sources, as metamodels.

use crate::formats::Notation;
use crate::workspace::Importer;
use crate::workspace::{LoadedDocument, Workspace};
use modelwright_metamodel::ecore::ValueRules;
use modelwright_metamodel::input::DocumentText;
use modelwright_metamodel::model::Document;
use modelwright_schema_import::xcore;

/// The importer `xcore`.
pub(super) const IMPORTER: &dyn Importer = &XcoreImporter;

#[derive(Debug)]
struct XcoreImporter;

const NOTATION: Notation = Notation {
    extensions: &["xcore"],
    ..Notation::new("xcore", "an Xcore source, as a metamodel (read only)")
};

impl Importer for XcoreImporter {
    fn notation(&self) -> &'static Notation {
        &NOTATION
    }

    fn is_for_metamodels(&self) -> bool {
        true
    }

    fn import(&self, text: &DocumentText, workspace: &Workspace, document: Document) -> LoadedDocument {
        let read = xcore::read(&text.source);
        let mut loaded = super::schemas::document(&NOTATION, read, &text.source, workspace, document);
        // The metamodel is one of EMF, so that its rules for values apply.
        loaded.model.document_mut(loaded.document).value_rules = ValueRules::Java;
        loaded
    }
}
