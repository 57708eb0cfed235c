//! The type language: text that declares a metamodel.

use super::{Declared, Format, Input, WriteOptions, glance};
use crate::workspace::{Loaded, Workspace};
use modelwright_language::{ecore_text, syntax_model};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::ecore::builtin;
use modelwright_metamodel::input::{Limits, decode_text};
use modelwright_metamodel::model::{Addresses, Document, DocumentId, Model, ObjectId};
use modelwright_metamodel::output::{Sink, WriteError};

/// The format `pp`.
#[derive(Debug)]
pub(super) struct Pp;

impl Format for Pp {
    fn name(&self) -> &'static str {
        "pp"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["pp"]
    }

    fn about(&self) -> &'static str {
        "the type language: a metamodel as text"
    }

    fn shares_extension(&self) -> bool {
        true
    }

    fn is_for_metamodels(&self) -> bool {
        true
    }

    fn namespaces(&self, bytes: &[u8]) -> Vec<String> {
        glance::values(bytes, "uri").map(str::to_owned).collect()
    }

    fn looks_like(&self, head: &str) -> bool {
        let starts = ["package ", "type ", "abstract type ", "interface type ", "enum ", "datatype "];
        head.lines().any(|line| starts.iter().any(|s| line.starts_with(s)))
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
            format!("{} is a text that declares types; documents cannot refer into it", input.source.name());
        problems.push(Diagnostic::error(codes::CANNOT_READ, message).help("convert it to .ecore first"));
        (model.add_document(document), problems)
    }

    fn load(&self, input: &Input, workspace: &Workspace, document: Document) -> Loaded {
        workspace.load_text(input, document)
    }

    fn keeps_unknown(&self) -> bool {
        true
    }

    fn points_at_source(&self) -> bool {
        true
    }

    fn write_to(
        &self,
        model: &Model,
        document: DocumentId,
        _: &WriteOptions,
        sink: &mut dyn Sink,
    ) -> Result<Diagnostics, WriteError> {
        if model.document(document).roots().iter().any(|root| syntax_model::is_manifest(model, *root)) {
            return super::manifest::write(model, document, sink);
        }
        let metamodel = model.metamodel();
        let of_ecore = |root: &&ObjectId| metamodel[model.class(**root)].package == builtin::PACKAGE;
        let mut problems = Diagnostics::new();
        let mut addresses = Addresses::new(model);
        for root in model.document(document).roots().iter().filter(|root| !of_ecore(root)) {
            let class = &metamodel[model.class(*root)].name;
            let message =
                format!("only metamodels can be written as types, but this is an object of {class}");
            problems.push(
                Diagnostic::error(codes::CANNOT_EXPRESS, message)
                    .object(addresses.of(*root))
                    .help("write instances as xmi, json or yaml"),
            );
        }
        if problems.has_errors() {
            return Err(problems.into());
        }
        let (text, losses) = ecore_text::write(model, document)?;
        sink.write_all(text.as_bytes())?;
        Ok(losses)
    }

    fn as_dyn(&self) -> &dyn Format {
        self
    }
}
