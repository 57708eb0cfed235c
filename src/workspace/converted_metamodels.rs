//! Metamodels from loaded documents: their conversion, their union with known metamodels, and its problems.
//!
//! Invariant: a document that is not a metamodel is reported, and adds nothing. This file does not search for files.

use super::LoadedDocument;
use modelwright_language::syntax_model;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, codes};
use modelwright_metamodel::ecore::{Element, Metamodel, Problem, builtin};
use modelwright_metamodel::model::{Addresses, DocumentId, Model, ObjectId, ecore};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The errors among problems.
pub(super) fn errors_of(problems: &Diagnostics) -> Diagnostics {
    let mut errors = Diagnostics::new();
    errors.extend(problems.iter().filter(|problem| problem.severity == Severity::Error).cloned());
    errors
}

/// `base` with the packages of another metamodel.
pub(super) fn merge(added: &Metamodel, base: &Metamodel) -> Arc<Metamodel> {
    let roots: Vec<_> = added.roots().collect();
    let (model, document) = ecore::to_model(added, &roots, "");
    Arc::new(ecore::from_models(&model, &[document], base).metamodel)
}

/// `base` with the packages of a loaded document and of those that it refers to, and their problems.
pub(super) fn extend(loaded: &LoadedDocument, base: &Arc<Metamodel>) -> (Arc<Metamodel>, Diagnostics) {
    let (mut model, mut document) = (Cow::Borrowed(&loaded.model), loaded.document);
    let mut diagnostics = loaded.diagnostics.clone();
    // A document that contains only logic refers to its metamodel, which is joined with it.
    if model.document(document).roots().iter().any(|root| syntax_model::is_logic(&model, *root)) {
        match syntax_model::join(model.to_mut(), document) {
            Ok((documents, problems)) => {
                diagnostics.append(problems);
                document = documents.first().copied().unwrap_or(document);
            }
            Err(problems) => {
                diagnostics.append(problems);
                return (Arc::clone(base), diagnostics);
            }
        }
    }
    let roots = model.document(document).roots();
    if !roots.iter().any(|root| model.class(*root) == builtin::EPACKAGE) {
        // The document is an instance of another metamodel. If that metamodel is unknown, this is not reported as well.
        let is_of_unknown_metamodel =
            roots.is_empty() && diagnostics.iter().any(|problem| problem.code == codes::UNKNOWN_PACKAGE);
        if is_of_unknown_metamodel || !diagnostics.has_errors() {
            diagnostics = Diagnostics::new();
            let source = model.document(document).source.as_ref();
            diagnostics.push(not_a_metamodel(source.map_or("the document", |source| source.name())));
        }
        return (Arc::clone(base), diagnostics);
    }
    let conversion = convert(&model, document, &ecore::with_built_ins(base, &model));
    if base.has_document(&model.document(document).uri) {
        // The packages are already in `base`, because another document refers to them. Only the problems of that
        // document have been reported, so the packages are converted again without `base`.
        let separate_conversion =
            convert(&model, document, &ecore::with_built_ins(&Metamodel::ecore(), &model));
        diagnostics.extend(problems_at_elements(&separate_conversion, &model, document));
    } else {
        diagnostics.extend(problems_at_elements(&conversion, &model, document));
    }
    (Arc::new(conversion.metamodel), diagnostics)
}

/// Converts the packages of a document, and of those that were read with it.
pub(super) fn convert(model: &Model, document: DocumentId, base: &Metamodel) -> ecore::MetamodelConversion {
    let others = model.documents().map(|(id, _)| id).filter(|id| *id != document);
    let documents: Vec<DocumentId> = std::iter::once(document).chain(others).collect();
    ecore::from_models(model, &documents, base)
}

/// The problems of a conversion that belong to elements of this document.
fn problems_at_elements(
    conversion: &ecore::MetamodelConversion,
    model: &Model,
    document: DocumentId,
) -> Vec<Diagnostic> {
    let mut addresses = Addresses::new(model);
    let problems = conversion.problems.iter();
    problems.filter_map(|problem| locate(problem, &mut addresses, document, &conversion.objects)).collect()
}

/// The problem of a document without packages.
pub(super) fn not_a_metamodel(name: &str) -> Diagnostic {
    let message = format!("{name} contains no package, so it is not a metamodel");
    Diagnostic::error(codes::NOT_A_METAMODEL, message)
        .help("specify an .ecore file, or a .pp file that declares types")
}

/// A metamodel's problem at its element; `None` if the element is in another document.
fn locate(
    problem: &Problem,
    addresses: &mut Addresses<'_>,
    document: DocumentId,
    objects: &BTreeMap<Element, ObjectId>,
) -> Option<Diagnostic> {
    let object = *objects.get(&problem.element)?;
    let model = addresses.model();
    if model.document_of(object) != Some(document) {
        return None;
    }
    // An invalid metamodel is only a warning, because Ecore tools accept it. An exceeded limit is an error, because the
    // metamodel is then incomplete.
    let severity = if problem.code == codes::LIMIT { Severity::Error } else { Severity::Warning };
    let mut diagnostic =
        Diagnostic::new(problem.code, severity, problem.message.clone()).object(addresses.fragment(object));
    let elements = std::iter::once(&problem.element).chain(&problem.related);
    for object in elements.filter_map(|element| objects.get(element)) {
        diagnostic = model.located(diagnostic, *object);
    }
    if let Some(help) = &problem.help {
        diagnostic = diagnostic.help(help.clone());
    }
    Some(diagnostic)
}
