//! XML Schema: the metamodel that EMF's importer makes of it.

use crate::formats::Notation;
use crate::workspace::{Importer, LoadedDocument, Workspace};
use modelwright_metamodel::diagnostic::Diagnostic;
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::input::{DocumentText, Limits, decode_xml};
use modelwright_metamodel::model::{Document, Model, ecore};
use modelwright_schema_import::xsd;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The importer `xsd`.
pub(super) const IMPORTER: &dyn Importer = &XsdImporter;

#[derive(Debug)]
struct XsdImporter;

const NOTATION: Notation = Notation {
    extensions: &["xsd"],
    looks_like: is_schema,
    ..Notation::new("xsd", "an XML Schema (.xsd), as a metamodel with extended metadata (read only)")
};

/// Whether a document starts as an XML Schema does.
fn is_schema(head: &str) -> bool {
    // Comments are removed; the root is then the first tag that is not a declaration.
    let parts = head.split("<!--").enumerate().map(|(number, part)| match number {
        0 => part,
        _ => part.split_once("-->").map_or("", |(_, after)| after),
    });
    let text_outside_comments: String = parts.collect();
    let mut tags = text_outside_comments.split('<').skip(1);
    let root = tags.find(|tag| tag.starts_with(|c: char| c.is_alphabetic())).unwrap_or_default();
    let name = root.split(|c: char| c.is_whitespace() || c == '>' || c == '/').next().unwrap_or_default();
    // The prefix is not compared, because a document may bind the namespace to any prefix.
    name.rsplit(':').next() == Some("schema") && root.contains("http://www.w3.org/2001/XMLSchema")
}

impl Importer for XsdImporter {
    fn notation(&self) -> &'static Notation {
        &NOTATION
    }

    fn is_for_metamodels(&self) -> bool {
        true
    }

    fn decode(&self, name: &str, bytes: Vec<u8>, limits: &Limits) -> Result<DocumentText, Box<Diagnostic>> {
        decode_xml(name, bytes, limits)
    }

    fn import(&self, text: &DocumentText, workspace: &Workspace, document: Document) -> LoadedDocument {
        let (imported, mut diagnostics) = xsd::read(&text.source, &document.uri, &workspace.access());
        // The metamodel contains the types of XML Schema, so that references to them are resolved.
        let model = Model::new(Arc::new(Metamodel::ecore().with_xml_types()));
        let (metamodel, packages) = (&imported.metamodel, &imported.packages);
        let conversion = ecore::make_model(metamodel, packages, model, document, &BTreeMap::new());
        let (mut model, document) = (conversion.model, conversion.document);
        diagnostics.append(workspace.resolve_proxies(&mut model, document));
        LoadedDocument { model, document, format: NOTATION.name, diagnostics }
    }
}
