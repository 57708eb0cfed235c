//! Models as RGen's serializer writes them: all classes have the prefix of Ecore.

use super::schemas;
use crate::formats::{Notation, XMI};
use crate::workspace::Importer;
use crate::workspace::{LoadedDocument, Workspace};
use modelwright_metamodel::input::DocumentText;
use modelwright_metamodel::model::Document;
use modelwright_schema_import::rgen_xml;

/// The importer `rgen-xmi`.
pub(super) const IMPORTER: &dyn Importer = &RgenXmi;

#[derive(Debug)]
struct RgenXmi;

const NOTATION: Notation = Notation::new("rgen-xmi", "a model as RGen writes it (XMI, read only)");

impl Importer for RgenXmi {
    fn notation(&self) -> &'static Notation {
        &NOTATION
    }

    fn import(&self, text: &DocumentText, workspace: &Workspace, document: Document) -> LoadedDocument {
        let (metamodel, _) = workspace.given_metamodel();
        let completed = rgen_xml::complete_model(&text.source, &metamodel);
        schemas::load_completed(&NOTATION, completed, &text.source, workspace, XMI, document)
    }
}
