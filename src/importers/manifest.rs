//! Manifests: statements of the Puppet language, as objects of `models/syntax.pp`.

use crate::formats::{self, Notation, RequiredMetamodels};
use crate::workspace::Importer;
use crate::workspace::{LoadedDocument, Workspace};
use modelwright_language::syntax_model;
use modelwright_metamodel::input::DocumentText;
use modelwright_metamodel::model::Document;

/// The importer `manifest`.
pub(super) const IMPORTER: &dyn Importer = &ManifestImporter;

#[derive(Debug)]
struct ManifestImporter;

impl Importer for ManifestImporter {
    fn notation(&self) -> &'static Notation {
        &formats::MANIFEST.notation
    }

    fn import(&self, text: &DocumentText, workspace: &Workspace, document: Document) -> LoadedDocument {
        let declared = RequiredMetamodels {
            packages: vec![syntax_model::URI.to_owned()],
            ..RequiredMetamodels::default()
        };
        workspace.load_with(self.notation().name, declared, &text.source, document, |model, document| {
            syntax_model::checked_manifest(&text.source, model, document)
        })
    }
}
