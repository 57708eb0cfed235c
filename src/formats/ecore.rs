//! `.ecore`: XMI whose model is a metamodel, laid out as EMF's Ecore resource does.

use super::xmi::{Xmi, with};
use super::{Declared, Format, Input, WriteOptions, glance};
use crate::workspace::{Loaded, Workspace};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Places, codes};
use modelwright_metamodel::ecore::builtin;
use modelwright_metamodel::input::Limits;
use modelwright_metamodel::model::{Document, DocumentId, Model, ObjectId};
use modelwright_metamodel::output::{Sink, WriteError};
use modelwright_metamodel::xmi::{SaveOptions, write_to};

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

    fn is_xml(&self) -> bool {
        true
    }

    fn keeps_unknown(&self) -> bool {
        true
    }

    fn is_for_metamodels(&self) -> bool {
        true
    }

    fn namespaces(&self, bytes: &[u8]) -> Vec<String> {
        // Nothing else in a URI has to be spelled otherwise.
        glance::values(bytes, "nsURI").map(|uri| uri.replace("&amp;", "&")).collect()
    }

    fn looks_like(&self, head: &str) -> bool {
        head.trim_start().starts_with('<') && head.contains(":EPackage")
    }

    fn places(&self, input: &Input, places: &mut Places) {
        modelwright_metamodel::xmi::places(&input.source, places);
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

    fn write_to(
        &self,
        model: &Model,
        document: DocumentId,
        options: &WriteOptions,
        sink: &mut dyn Sink,
    ) -> Result<Diagnostics, WriteError> {
        let metamodel = model.metamodel();
        let of_ecore = |object: &ObjectId| metamodel[model.class(*object)].package == builtin::PACKAGE;
        let Some(stranger) = model.document(document).roots().iter().find(|root| !of_ecore(root)) else {
            write_to(model, document, &with(&SaveOptions::ecore(), options), sink)?;
            return Ok(Diagnostics::new());
        };
        let class = &metamodel[model.class(*stranger)].name;
        let message = format!("an .ecore file holds a metamodel, but this is an object of {class}");
        let mut problems = Diagnostics::new();
        problems.push(
            Diagnostic::error(codes::CANNOT_EXPRESS, message)
                .object(model.address(*stranger))
                .help("write instances as xmi, json or yaml"),
        );
        Err(problems.into())
    }

    fn as_dyn(&self) -> &dyn Format {
        self
    }
}
