//! Manifests: statements of the Puppet language, as objects of `models/syntax.pp`.

use super::Importer;
use crate::formats::{self, Declared, Input, Notation};
use crate::workspace::{Loaded, Workspace};
use modelwright_language::syntax_model;
use modelwright_metamodel::model::Document;

/// The importer `manifest`.
#[derive(Debug)]
pub(super) struct Manifest;

impl Importer for Manifest {
    fn notation(&self) -> &'static Notation {
        &formats::MANIFEST.notation
    }

    fn import(&self, input: &Input, workspace: &Workspace, document: Document) -> Loaded {
        let declared = Declared { packages: vec![syntax_model::URI.to_owned()], ..Declared::default() };
        let read = |model: &mut _, document| syntax_model::manifest(&input.source, model, document);
        workspace.load_with(self.notation().name, declared, &input.source, document, read)
    }
}
