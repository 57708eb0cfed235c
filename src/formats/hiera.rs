//! Hiera 1 to 3: a `hiera.yaml` with all the data that it names, read as a bindings model.

use super::{Declared, Format, Input, WriteOptions};
use crate::workspace::{Loaded, Workspace};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::input::{Limits, decode_text};
use modelwright_metamodel::model::{Document, DocumentId, Model};
use modelwright_metamodel::output::{Sink, WriteError};
use std::path::Path;

/// The format `hiera`.
#[derive(Debug)]
pub(super) struct Hiera;

impl Format for Hiera {
    fn name(&self) -> &'static str {
        "hiera"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &[]
    }

    fn about(&self) -> &'static str {
        "a hiera.yaml of version 3 or older with its data (read only)"
    }

    fn recognises(&self, path: &Path) -> bool {
        path.file_name().is_some_and(|name| name == "hiera.yaml" || name == "hiera.yml")
    }

    fn looks_like(&self, head: &str) -> bool {
        head.lines().any(|line| line.starts_with(":backends:") || line.starts_with(":hierarchy:"))
    }

    fn is_written(&self) -> bool {
        false
    }

    fn decode(&self, name: &str, bytes: Vec<u8>, limits: &Limits) -> Result<Input, Box<Diagnostic>> {
        Ok(Input::new(decode_text(name, bytes, limits)?, None))
    }

    fn declared(&self, _: &Input) -> Declared {
        Declared::default()
    }

    fn read(&self, input: &Input, model: &mut Model, document: Document) -> (DocumentId, Diagnostics) {
        let mut problems = Diagnostics::new();
        let message =
            format!("{} is a Hiera configuration; documents cannot refer into it", input.source.name());
        problems.push(Diagnostic::error(codes::CANNOT_READ, message).help("convert it to xmi first"));
        (model.add_document(document), problems)
    }

    fn load(&self, input: &Input, workspace: &Workspace, document: Document) -> Loaded {
        crate::hiera::load(&input.source, workspace, document)
    }

    fn write_to(
        &self,
        _: &Model,
        _: DocumentId,
        _: &WriteOptions,
        _: &mut dyn Sink,
    ) -> Result<Diagnostics, WriteError> {
        let mut problems = Diagnostics::new();
        let message = "a Hiera configuration can be read, but not written";
        problems.push(Diagnostic::error(codes::CANNOT_EXPRESS, message).help("choose xmi, json or yaml"));
        Err(problems.into())
    }

    fn as_dyn(&self) -> &dyn Format {
        self
    }
}
