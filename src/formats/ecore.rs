//! `.ecore`: XMI whose model is a metamodel, laid out as EMF's Ecore resource does.

use super::xmi::{Xmi, with};
use super::{Declared, Format, Input, WriteOptions, Written};
use crate::workspace::{Loaded, Workspace};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics};
use modelwright_metamodel::input::Limits;
use modelwright_metamodel::model::{Document, DocumentId, Model};
use modelwright_metamodel::xmi::{SaveOptions, write};

/// The format `ecore`.
#[derive(Debug)]
pub(super) struct Ecore;

impl Format for Ecore {
    fn name(&self) -> &'static str {
        "ecore"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["ecore"]
    }

    fn about(&self) -> &'static str {
        "an Ecore metamodel (.ecore) as Eclipse EMF writes it"
    }

    fn has_encodings(&self) -> bool {
        true
    }

    fn looks_like(&self, head: &str) -> bool {
        head.trim_start().starts_with('<') && head.contains(":EPackage")
    }

    fn decode(&self, name: &str, bytes: Vec<u8>, limits: &Limits) -> Result<Input, Box<Diagnostic>> {
        Xmi.decode(name, bytes, limits)
    }

    fn declared(&self, input: &Input) -> Declared {
        Xmi.declared(input)
    }

    fn read(&self, input: &Input, model: &mut Model, document: Document) -> (DocumentId, Diagnostics) {
        Xmi.read(input, model, document)
    }

    fn load(&self, input: &Input, workspace: &Workspace, document: Document) -> Loaded {
        workspace.load_instance(self, input, document)
    }

    fn write(
        &self,
        model: &Model,
        document: DocumentId,
        options: &WriteOptions,
    ) -> Result<Written, Diagnostics> {
        write(model, document, &with(&SaveOptions::ecore(), options)).map(Written::whole)
    }

    fn as_dyn(&self) -> &dyn Format {
        self
    }
}
