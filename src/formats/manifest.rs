//! Manifests: statements of the Puppet language, as objects of `models/syntax.pp`.
//!
//! Files of the type language end in `.pp`, too, so this format is only used where it is asked for by name.

use super::{Declared, Format, Input, WriteOptions, send};
use modelwright_language::syntax_model;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::input::{Limits, decode_text};
use modelwright_metamodel::model::{Document, DocumentId, Model};
use modelwright_metamodel::output::{Sink, WriteError};

/// The format `manifest`.
#[derive(Debug)]
pub(super) struct Manifest;

impl Format for Manifest {
    fn name(&self) -> &'static str {
        "manifest"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &[]
    }

    fn about(&self) -> &'static str {
        "statements of the Puppet language, as syntax"
    }

    fn points_at_source(&self) -> bool {
        true
    }

    fn looks_like(&self, _: &str) -> bool {
        false
    }

    fn decode(&self, name: &str, bytes: Vec<u8>, limits: &Limits) -> Result<Input, Box<Diagnostic>> {
        Ok(Input::new(decode_text(name, bytes, limits)?, None))
    }

    fn declared(&self, _: &Input) -> Declared {
        Declared { packages: vec![syntax_model::URI.to_owned()], ..Declared::default() }
    }

    fn read(&self, input: &Input, model: &mut Model, document: Document) -> (DocumentId, Diagnostics) {
        syntax_model::manifest(&input.source, model, document)
    }

    fn write_to(
        &self,
        model: &Model,
        document: DocumentId,
        _: &WriteOptions,
        sink: &mut dyn Sink,
    ) -> Result<Diagnostics, WriteError> {
        write(model, document, sink)
    }

    fn as_dyn(&self) -> &dyn Format {
        self
    }
}

/// Writes a document that holds one manifest.
pub(super) fn write(
    model: &Model,
    document: DocumentId,
    sink: &mut dyn Sink,
) -> Result<Diagnostics, WriteError> {
    match model.document(document).roots() {
        [root] => send(syntax_model::text(model, *root)?, sink),
        roots => {
            let message = format!("a manifest is one object, but the document holds {}", roots.len());
            let problem = Diagnostic::error(codes::CANNOT_EXPRESS, message).help("choose one with --root");
            Err(Diagnostics::from(problem).into())
        }
    }
}
