//! Catalogs of Puppet in JSON, as the catalog model.

use crate::catalog::json;
use crate::formats::{self, Notation};
use crate::workspace::Importer;
use crate::workspace::{LoadedDocument, Workspace};
use modelwright_metamodel::input::DocumentText;
use modelwright_metamodel::model::Document;

/// The importer `catalog-json`.
pub(super) const IMPORTER: &dyn Importer = &CatalogJson;

#[derive(Debug)]
struct CatalogJson;

impl Importer for CatalogJson {
    fn notation(&self) -> &'static Notation {
        &formats::CATALOG_JSON.notation
    }

    fn import(&self, text: &DocumentText, _: &Workspace, document: Document) -> LoadedDocument {
        let (mut model, id, diagnostics) = json::load(&text.source);
        let new_document = model.document_mut(id);
        (new_document.uri, new_document.source) = (document.uri, document.source);
        LoadedDocument { model, document: id, format: self.notation().name, diagnostics }
    }
}
