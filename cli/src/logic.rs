//! Implements `convert --logic`: how a metamodel carries its logic.
//!
//! Invariant: converting the separate document of the logic restores the original metamodel.

use clap::ValueEnum;
use modelwright::files::{Disk, Files as _, display_path};
use modelwright::formats::Format;
use modelwright::workspace::Registry;
use modelwright_language::syntax_model;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::model::{Document, DocumentId, Model};
use std::path::{Path, PathBuf};

/// What happens to logic.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Logic {
    /// Keep the logic: in annotations, or as syntax of the type language
    Annotations,
    /// Write the logic to a document beside the output, as objects that refer to the metamodel
    Separate,
    /// Leave the logic out
    None,
}

/// The path of the document with a metamodel's logic, beside the path of the metamodel.
pub(super) fn path_beside(path: &Path, target: &Format) -> PathBuf {
    // The document of the logic is an instance, so it cannot be in a format for metamodels.
    let extension = if target.is_for_metamodels { "xmi" } else { target.name() };
    path.with_extension(format!("logic.{extension}"))
}

/// Checks that logic can go into a document beside the output.
pub(super) fn check(target: &Format, writes_standard_output: bool) -> Result<(), Box<Diagnostic>> {
    // The logic refers to elements of the metamodel by address, so the metamodel must be written in a format with a
    // reader.
    if !target.is_read() {
        let message = format!("elements of a metamodel in {} cannot be referenced", target.name());
        let names: Vec<_> = Registry::standard()
            .formats()
            .filter(|format| format.is_read())
            .map(|format| format.name())
            .collect();
        let help = format!("for --logic separate, convert to one of: {}", names.join(", "));
        return Err(Box::new(Diagnostic::error(codes::WRONG_USE, message).help(help)));
    }
    if writes_standard_output {
        let message = "--logic separate writes two documents, which cannot both go to standard output";
        let problem = Diagnostic::error(codes::WRONG_USE, message);
        return Err(Box::new(problem.help("specify a file with -o")));
    }
    Ok(())
}

/// Moves the logic out of the metamodel that is written to `types`, into a new document that is written to `path`.
pub(super) fn separate(
    model: &mut Model,
    document: DocumentId,
    types: &Path,
    path: &Path,
) -> (Model, DocumentId, Diagnostics) {
    syntax_model::separate(model, document, &Disk::new().uri(types), Document::new(Disk::new().uri(path)))
}

/// Removes the annotations that carry logic and texts of types, so that the metamodel is one of plain Ecore.
pub(super) fn leave_out(model: &mut Model, document: DocumentId) {
    for annotation in syntax_model::annotations_of_language(model, document) {
        model.detach(annotation);
    }
}

/// Merges the logic of a document into the metamodel that it refers to, if the output is a metamodel, or if `--logic`
/// requests anything but a separate document. Returns the document to convert: that of the metamodel, or the same
/// document if nothing is merged.
pub(super) fn join(
    model: &mut Model,
    document: DocumentId,
    logic: Option<Logic>,
    target: &Format,
) -> Result<(DocumentId, Diagnostics), Diagnostics> {
    let is_logic = model.document(document).roots().iter().any(|root| syntax_model::is_logic(model, *root));
    let is_separate = logic.is_none_or(|logic| logic == Logic::Separate);
    if !is_logic || (is_separate && !target.is_for_metamodels) {
        return Ok((document, Diagnostics::new()));
    }
    let (documents, problems) = syntax_model::join(model, document)?;
    match documents.as_slice() {
        [metamodel_document] => Ok((*metamodel_document, problems)),
        several => {
            let names: Vec<_> = several
                .iter()
                .map(|document| display_path(Path::new(&model.document(*document).uri)))
                .collect();
            let message = format!("the logic belongs to several documents: {}", names.join(", "));
            let help = "convert the logic to xmi, json or yaml, or use it with --model";
            Err(Diagnostics::from(Diagnostic::error(codes::CANNOT_EXPRESS, message).help(help)))
        }
    }
}
