//! Manifests: statements of the Puppet language, as objects of `models/syntax.pp`.

use super::Importer;
use crate::formats::{self, Input, Notation, RequiredMetamodels};
use crate::workspace::{LoadedDocument, Workspace};
use modelwright_language::syntax_model;
use modelwright_metamodel::model::Document;

/// The importer `manifest`.
#[derive(Debug)]
pub(super) struct ManifestImporter;

impl Importer for ManifestImporter {
    fn notation(&self) -> &'static Notation {
        &formats::MANIFEST.notation
    }

    fn import(&self, input: &Input, workspace: &Workspace, document: Document) -> LoadedDocument {
        let declared = RequiredMetamodels {
            packages: vec![syntax_model::URI.to_owned()],
            ..RequiredMetamodels::default()
        };
        let read = |model: &mut _, document| syntax_model::manifest(&input.source, model, document);
        workspace.load_with(self.notation().name, declared, &input.source, document, read)
    }
}
