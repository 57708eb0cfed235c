//! Models in YAML, in both dialects.

use super::{Declared, Format, Input, Visitor, WriteOptions, send};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics};
use modelwright_metamodel::input::{Limits, decode_text};
use modelwright_metamodel::model::{Document, DocumentId, Model};
use modelwright_metamodel::output::{Sink, WriteError};
use modelwright_metamodel::tree::ReadOptions;
use modelwright_metamodel::yaml;

/// The format `yaml`.
#[derive(Debug)]
pub(super) struct Yaml;

impl Format for Yaml {
    fn name(&self) -> &'static str {
        "yaml"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["yaml", "yml"]
    }

    fn about(&self) -> &'static str {
        "YAML 1.2 in the plain dialect"
    }

    fn shares_extension(&self) -> bool {
        true
    }

    fn is_model(&self, head: &str) -> bool {
        let starts = ["$model:", "eClass:", "- eClass:"];
        head.lines().any(|line| starts.iter().any(|start| line.starts_with(start)))
    }

    fn looks_like(&self, head: &str) -> bool {
        head.lines().any(|line| line.starts_with("$model:") || line.starts_with("---"))
    }

    fn has_dialects(&self) -> bool {
        true
    }

    fn visit_tree(&self, input: &Input, visitor: Visitor<'_>) -> bool {
        yaml::visit(&input.source, visitor);
        true
    }

    fn decode(&self, name: &str, bytes: Vec<u8>, limits: &Limits) -> Result<Input, Box<Diagnostic>> {
        Ok(Input::new(decode_text(name, bytes, limits)?, None))
    }

    fn declared(&self, input: &Input) -> Declared {
        yaml::peek(&input.source).into()
    }

    fn read(&self, input: &Input, model: &mut Model, document: Document) -> (DocumentId, Diagnostics) {
        let options = ReadOptions { record_offsets: true, ..ReadOptions::default() };
        yaml::read(&input.source, model, document, &options)
    }

    fn write_to(
        &self,
        model: &Model,
        document: DocumentId,
        options: &WriteOptions,
        sink: &mut dyn Sink,
    ) -> Result<Diagnostics, WriteError> {
        send(yaml::write_in(options.dialect, model, document), sink)
    }

    fn as_dyn(&self) -> &dyn Format {
        self
    }
}
