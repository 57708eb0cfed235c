//! Hiera 1 to 3: a `hiera.yaml` with all data files that it refers to, as a bindings model.

use crate::formats::Notation;
use crate::workspace::Importer;
use crate::workspace::{LoadedDocument, Workspace};
use modelwright_metamodel::input::DocumentText;
use modelwright_metamodel::model::Document;

/// The importer `hiera`.
pub(super) const IMPORTER: &dyn Importer = &HieraImporter;

#[derive(Debug)]
struct HieraImporter;

const NOTATION: Notation = Notation {
    file_names: &["hiera.yaml", "hiera.yml"],
    looks_like: |head| {
        let mut lines = head.lines();
        // Excludes XML documents, which may contain a configuration as text.
        !head.trim_start().starts_with('<')
            && lines.any(|line| line.starts_with(":backends:") || line.starts_with(":hierarchy:"))
    },
    ..Notation::new("hiera", "a hiera.yaml of version 3 or older with its data (read only)")
};

impl Importer for HieraImporter {
    fn notation(&self) -> &'static Notation {
        &NOTATION
    }

    fn import(&self, text: &DocumentText, workspace: &Workspace, document: Document) -> LoadedDocument {
        let (model, document, diagnostics) = crate::hiera::load(&text.source, &workspace.access(), document);
        LoadedDocument { model, document, format: NOTATION.name, diagnostics }
    }
}
