//! Data files (`.pdl`), as the bindings model.

use crate::bindings::pdl;
use crate::formats::{self, Notation};
use crate::workspace::Importer;
use crate::workspace::{LoadedDocument, Workspace};
use modelwright_metamodel::input::DocumentText;
use modelwright_metamodel::model::Document;
use std::path::Path;

/// The importer `pdl`.
pub(super) const IMPORTER: &dyn Importer = &DataFile;

#[derive(Debug)]
struct DataFile;

impl Importer for DataFile {
    fn notation(&self) -> &'static Notation {
        &formats::PDL.notation
    }

    fn import(&self, text: &DocumentText, _: &Workspace, document: Document) -> LoadedDocument {
        let file = pdl::DataFile::of(Path::new(text.source.name()));
        let (roots, problems) = pdl::read(&text.source, &file);
        super::bindings::document(self.notation(), (roots, problems), document)
    }
}
