//! Models in JSON, in both dialects.

use super::{Declared, Format, Input, Visitor, WriteOptions, send};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics};
use modelwright_metamodel::input::{Limits, decode_text};
use modelwright_metamodel::json;
use modelwright_metamodel::model::{Document, DocumentId, Model};
use modelwright_metamodel::output::{Sink, WriteError};
use modelwright_metamodel::tree::ReadOptions;

/// The format `json`.
#[derive(Debug)]
pub(super) struct Json;

impl Format for Json {
    fn name(&self) -> &'static str {
        "json"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["json"]
    }

    fn about(&self) -> &'static str {
        "JSON in the plain dialect"
    }

    fn shares_extension(&self) -> bool {
        true
    }

    fn is_model(&self, head: &str) -> bool {
        head.contains("\"$model\"") || head.contains("\"eClass\"")
    }

    fn looks_like(&self, head: &str) -> bool {
        head.trim_start().starts_with(['{', '['])
    }

    fn has_dialects(&self) -> bool {
        true
    }

    fn visit_tree(&self, input: &Input, visitor: Visitor<'_>) -> bool {
        visitor(&mut json::Tokenizer::new(input.source.text()));
        true
    }

    fn decode(&self, name: &str, bytes: Vec<u8>, limits: &Limits) -> Result<Input, Box<Diagnostic>> {
        Ok(Input::new(decode_text(name, bytes, limits)?, None))
    }

    fn declared(&self, input: &Input) -> Declared {
        json::peek(input.source.text()).into()
    }

    fn read(&self, input: &Input, model: &mut Model, document: Document) -> (DocumentId, Diagnostics) {
        let options = ReadOptions { record_offsets: true, ..ReadOptions::default() };
        json::read(&input.source, model, document, &options)
    }

    fn write_to(
        &self,
        model: &Model,
        document: DocumentId,
        options: &WriteOptions,
        sink: &mut dyn Sink,
    ) -> Result<Diagnostics, WriteError> {
        send(json::write_in(options.dialect, model, document, json::Layout::Pretty), sink)
    }

    fn as_dyn(&self) -> &dyn Format {
        self
    }
}
