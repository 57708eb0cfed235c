//! Reads and judges one document. All checks of this crate end here, so that a row has the verdict of the same document in
//! a file.
//!
//! Invariant: nothing of a document affects the next one. This module does not know tables.

use crate::RowType;
use crate::text::Notation;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, FeatureSpans, Source, codes};
use modelwright_metamodel::model::{Document, DocumentId, Model};
use modelwright_notations::tree::{UntypedDocument, find_feature_spans};
use modelwright_notations::{json, xmi, yaml};
use modelwright_validation::{CheckOptions, check};
use std::sync::Arc;

/// A document that was read into a model.
#[derive(Debug)]
pub(crate) struct LoadedRow {
    pub(crate) model: Model,
    pub(crate) document: DocumentId,
    /// The problems of reading.
    pub(crate) problems: Diagnostics,
}

/// The name of the document of a row, which no message shows.
pub(crate) const NAME: &str = "row";

/// Reads a document.
///
/// `collects_missing`: references by id without a target in the document are no problems, but stored in it.
pub(crate) fn read(
    rows: &RowType,
    notation: Notation,
    source: &Arc<Source>,
    collects_missing: bool,
) -> LoadedRow {
    let mut model = Model::new(Arc::clone(rows.metamodel()));
    let mut document = Document::new(NAME);
    document.source = Some(Arc::clone(source));
    let (document, problems) = match notation {
        Notation::Json => json::read(source, &mut model, document, &tree_options(rows, collects_missing)),
        Notation::Yaml => yaml::read(source, &mut model, document, &tree_options(rows, collects_missing)),
        Notation::Xmi => {
            let options = xmi::ReadOptions {
                limits: rows.reading_limits(),
                record_offsets: true,
                collects_missing,
                ..xmi::ReadOptions::default()
            };
            let (document, mut problems) = xmi::read(source, &mut model, document, &options);
            problems.extend(roots_of_other_classes(rows, &model, document));
            (document, problems)
        }
    };
    LoadedRow { model, document, problems }
}

fn tree_options(rows: &RowType, collects_missing: bool) -> json::ReadOptions {
    json::ReadOptions {
        limits: rows.reading_limits(),
        record_offsets: true,
        untyped: Some(UntypedDocument { root: rows.name().to_owned(), discriminator: None }),
        ignores_unknown_keys: false,
        collects_missing,
    }
}

/// The problems of roots that are not of the class of the rows: XMI names the class itself.
fn roots_of_other_classes(rows: &RowType, model: &Model, document: DocumentId) -> Vec<Diagnostic> {
    let metamodel = rows.metamodel();
    let roots = model.document(document).roots().iter();
    let others = roots.filter(|root| !metamodel.conforms(model.class(**root), rows.class()));
    let problem = |root| {
        let (wanted, given) = (&metamodel[rows.class()].name, &metamodel[model.class(root)].name);
        let message = format!("expected an object of class {wanted}, found one of class {given}");
        model.located(Diagnostic::error(codes::WRONG_VALUE_TYPE, message).object("/"), root)
    };
    others.map(|root| problem(*root)).collect()
}

/// The problems of a document: those of reading, then those of its objects.
pub(crate) fn judge(rows: &RowType, notation: Notation, source: &Arc<Source>) -> Diagnostics {
    let LoadedRow { model, document, problems } = read(rows, notation, source, rows.has_references_between_rows());
    let mut found = judge_model(rows, &model, document, &problems);
    show_features(notation, source, &mut found);
    let mut all = problems;
    all.append(found);
    all
}

/// The problems of the objects of a document.
pub(crate) fn judge_model(
    rows: &RowType,
    model: &Model,
    document: DocumentId,
    reported: &Diagnostics,
) -> Diagnostics {
    let options = CheckOptions {
        rules: rows.object_rules(),
        logic: rows.logic_checker(),
        reported: Some(reported),
        ..CheckOptions::default()
    };
    check(model, document, &options)
}

/// Moves the labels of problems from objects to the features that they concern.
fn show_features(notation: Notation, source: &Arc<Source>, problems: &mut Diagnostics) {
    let mut places = FeatureSpans::default();
    for problem in problems.iter() {
        let Some(feature) = &problem.feature else { continue };
        for label in &problem.labels {
            places.request(label.range.start, feature);
        }
    }
    if places.is_empty() {
        return;
    }
    match notation {
        Notation::Json => {
            find_feature_spans(&mut json::Tokenizer::new(source.text()), &mut places);
        }
        Notation::Yaml => yaml::visit(source, &mut |tokens| find_feature_spans(tokens, &mut places)),
        Notation::Xmi => xmi::find_feature_spans(source, &mut places),
    }
    for problem in problems.iter_mut() {
        let Some(feature) = &problem.feature else { continue };
        for label in &mut problem.labels {
            if let Some(range) = places.get(label.range.start, feature) {
                label.range = range;
            }
        }
    }
}
