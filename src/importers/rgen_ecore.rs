//! Metamodels as RGen's serializer writes them, without namespaces and escapes.

use super::schemas;
use crate::formats::{ECORE, Notation};
use crate::workspace::Importer;
use crate::workspace::{LoadedDocument, Workspace};
use modelwright_metamodel::input::DocumentText;
use modelwright_metamodel::model::Document;
use modelwright_schema_import::rgen_xml;

/// The importer `rgen-ecore`.
pub(super) const IMPORTER: &dyn Importer = &RgenEcore;

#[derive(Debug)]
struct RgenEcore;

/// Neither names nor content are recognised, because EMF reads such a file as an `.ecore` file, and the same problems
/// must be reported here.
const NOTATION: Notation = Notation::new("rgen-ecore", "a metamodel as RGen writes it (.ecore, read only)");

impl Importer for RgenEcore {
    fn notation(&self) -> &'static Notation {
        &NOTATION
    }

    fn import(&self, text: &DocumentText, workspace: &Workspace, document: Document) -> LoadedDocument {
        let completed = rgen_xml::complete_metamodel(&text.source);
        schemas::load_completed(&NOTATION, completed, &text.source, workspace, ECORE, document)
    }
}
