//! Reads and judges one document. All checks of this crate end here, so that a row has the verdict of the same
//! document in a file.
//!
//! Invariant: nothing of a document affects the next one. This module does not know tables.

use crate::RowType;
use crate::notation::Notation;
use modelwright_metamodel::diagnostic::{
    Diagnostic, Diagnostics, FeatureSpans, Source, codes, show_features,
};
use modelwright_metamodel::model::load::{Loader, collect_missing_targets};
use modelwright_metamodel::model::{Document, DocumentId, Model, ecore};
use modelwright_notations::tree::{Preparation, UntypedDocument};
use modelwright_notations::{json, xmi, yaml};
use modelwright_validation::{CheckOptions, KeptModel, check};
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
/// `collects_missing`: references by id without a target in the document are not problems, but are stored in it.
pub(crate) fn read(
    rows: &RowType,
    notation: Notation,
    source: &Arc<Source>,
    collects_missing: bool,
) -> LoadedRow {
    let mut model = Model::new(Arc::clone(rows.metamodel()));
    let mut document = Document::new(NAME);
    document.source = Some(Arc::clone(source));
    let options = tree_options(rows, collects_missing);
    let mut preparation = Preparation::new(rows.metamodel());
    let reading = (&options, &mut preparation);
    let (document, problems) = read_into(rows, (notation, source), &mut model, document, reading);
    ecore::normalise(&mut model, 0);
    LoadedRow { model, document, problems }
}

/// Reads a document into a model; XMI names the classes of its roots itself, so these are checked.
fn read_into(
    rows: &RowType,
    (notation, source): (Notation, &Arc<Source>),
    model: &mut Model,
    document: Document,
    reading: (&json::ReadOptions, &mut Preparation),
) -> (DocumentId, Diagnostics) {
    match notation {
        Notation::Json => json::read_prepared(source, model, document, reading),
        Notation::Yaml => yaml::read_prepared(source, model, document, reading),
        Notation::Xmi => {
            let json::ReadOptions { limits, record_offsets, collects_missing, .. } = *reading.0;
            let options =
                xmi::ReadOptions { limits, record_offsets, collects_missing, ..xmi::ReadOptions::default() };
            let (document, mut problems) = xmi::read(source, model, document, &options);
            problems.extend(roots_of_other_classes(rows, model, document));
            (document, problems)
        }
    }
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

/// Checks the rows of a batch with a model, a reader and rules that are kept from one row to the next.
///
/// A row that seems to have a problem is read again into a model of its own, so that its problems do not depend on
/// the rows before it.
#[derive(Debug)]
pub(crate) struct RowChecker<'r> {
    rows: &'r RowType,
    options: json::ReadOptions,
    preparation: Preparation,
    kept: KeptModel,
}

impl<'r> RowChecker<'r> {
    pub(crate) fn new(rows: &'r RowType) -> Self {
        // Positions are needed only for problems.
        let options = tree_options(rows, rows.has_references_between_rows());
        Self {
            rows,
            options: json::ReadOptions { record_offsets: false, ..options },
            preparation: Preparation::new(rows.metamodel()),
            kept: KeptModel::new(rows.metamodel()),
        }
    }

    /// The problems of a text: those of reading, then those of its objects.
    pub(crate) fn check(&mut self, notation: Notation, source: &Arc<Source>) -> Diagnostics {
        if self.accepts(notation, source) {
            return Diagnostics::new();
        }
        let rows = self.rows;
        let LoadedRow { model, document, problems } =
            read(rows, notation, source, rows.has_references_between_rows());
        let mut found = check(&model, document, &check_options(rows, Some(&problems)));
        show_features(source, &mut found, |spans| locate_features(notation, source, spans));
        let mut all = problems;
        all.append(found);
        // As the command shows them.
        all.sort_by_position();
        all
    }

    /// Whether a text is certain to have no problem; if not, only a complete check can decide.
    fn accepts(&mut self, notation: Notation, source: &Arc<Source>) -> bool {
        let Self { rows, options, preparation, kept } = self;
        kept.accepts(&check_options(rows, None), |model| {
            let document = Document::new(NAME);
            let reading = (&*options, preparation);
            let (document, problems) = read_into(rows, (notation, source), model, document, reading);
            problems.is_empty().then_some(document)
        })
    }

    /// Whether the objects that a function makes are certain to have no problem.
    pub(crate) fn accepts_objects<E>(
        &mut self,
        make: impl FnOnce(&mut Loader<'_, '_>) -> Result<(), E>,
    ) -> bool {
        let collects_missing = self.options.collects_missing;
        self.kept.accepts(&check_options(self.rows, None), |model| {
            load(model, collects_missing, make).ok().flatten()
        })
    }
}

fn check_options<'o>(rows: &'o RowType, reported: Option<&'o Diagnostics>) -> CheckOptions<'o> {
    CheckOptions {
        rules: rows.object_rules(),
        logic: rows.logic_checker(),
        reported,
        ..CheckOptions::default()
    }
}

/// Adds a document of objects that a function makes; without a result, references have no target.
pub(crate) fn load<E>(
    model: &mut Model,
    collects_missing: bool,
    make: impl FnOnce(&mut Loader<'_, '_>) -> Result<(), E>,
) -> Result<Option<DocumentId>, E> {
    let mut loader = Loader::new(model, Document::new(NAME), "", false);
    // As the reader of JSON does.
    loader.allow_any_in_lists();
    make(&mut loader)?;
    let document = loader.document();
    let mut unresolved = loader.finish();
    if collects_missing {
        let unread = collect_missing_targets(model, document, &mut unresolved);
        model.document_mut(document).unread_values = unread;
    }
    Ok(unresolved.is_empty().then_some(document))
}

/// Finds the spans of features in a text.
fn locate_features(notation: Notation, source: &Arc<Source>, spans: &mut FeatureSpans) {
    match notation {
        Notation::Json => json::find_feature_spans(source, spans),
        Notation::Yaml => yaml::find_feature_spans(source, spans),
        Notation::Xmi => xmi::find_feature_spans(source, spans),
    }
}
