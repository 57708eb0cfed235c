//! Reads and judges one document. All checks of this crate end here, so that a row has the verdict of the same
//! document in a file.
//!
//! Invariant: nothing of a document affects the next one. This module does not know tables.

use crate::RowType;
use crate::notation::Notation;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, FeatureSpans, Source, codes};
use modelwright_metamodel::model::load::{Loader, collect_missing_targets};
use modelwright_metamodel::model::{Document, DocumentId, Model, ecore};
use modelwright_notations::tree::{Preparation, UntypedDocument, find_feature_spans};
use modelwright_notations::{json, xmi, yaml};
use modelwright_validation::{CheckOptions, PreparedCheck, check};
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
            let options = xmi::ReadOptions { record_offsets: true, ..xmi_options(rows, collects_missing) };
            let (document, mut problems) = xmi::read(source, &mut model, document, &options);
            problems.extend(roots_of_other_classes(rows, &model, document));
            (document, problems)
        }
    };
    ecore::normalise(&mut model, 0);
    LoadedRow { model, document, problems }
}

fn xmi_options(rows: &RowType, collects_missing: bool) -> xmi::ReadOptions {
    xmi::ReadOptions { limits: rows.reading_limits(), collects_missing, ..xmi::ReadOptions::default() }
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

/// Judges the rows of a batch by a model, a reader and rules that are kept from one row to the next.
///
/// A row that seems to have a problem is read again into a model of its own, so that its problems do not depend on
/// the rows before it.
#[derive(Debug)]
pub(crate) struct Judge<'r> {
    rows: &'r RowType,
    options: json::ReadOptions,
    model: Model,
    preparation: Preparation,
    check: PreparedCheck,
}

impl<'r> Judge<'r> {
    pub(crate) fn new(rows: &'r RowType) -> Self {
        // Positions are needed only for problems.
        let options = tree_options(rows, rows.has_references_between_rows());
        Self {
            rows,
            options: json::ReadOptions { record_offsets: false, ..options },
            model: Model::new(Arc::clone(rows.metamodel())),
            preparation: Preparation::new(rows.metamodel()),
            check: PreparedCheck::new(rows.metamodel()),
        }
    }

    /// The problems of a text: those of reading, then those of its objects.
    pub(crate) fn judge(&mut self, notation: Notation, source: &Arc<Source>) -> Diagnostics {
        if self.accepts(notation, source) {
            return Diagnostics::new();
        }
        let rows = self.rows;
        let LoadedRow { model, document, problems } =
            read(rows, notation, source, rows.has_references_between_rows());
        let mut found = check(&model, document, &check_options(rows, Some(&problems)));
        show_features(notation, source, &mut found);
        let mut all = problems;
        all.append(found);
        // As the command shows them.
        all.sort_by_position();
        all
    }

    /// Whether a text is certain to have no problem.
    fn accepts(&mut self, notation: Notation, source: &Arc<Source>) -> bool {
        self.model.discard_all();
        let document = Document::new(NAME);
        let reading = (&self.options, &mut self.preparation);
        let (document, problems) = match notation {
            Notation::Json => json::read_prepared(source, &mut self.model, document, reading),
            Notation::Yaml => yaml::read_prepared(source, &mut self.model, document, reading),
            Notation::Xmi => {
                let options = xmi_options(self.rows, self.options.collects_missing);
                let (document, problems) = xmi::read(source, &mut self.model, document, &options);
                let roots = self.model.document(document).roots().iter();
                let class = self.rows.class();
                let mut roots = roots.map(|root| self.model.class(*root));
                if !roots.all(|root| self.rows.metamodel().conforms(root, class)) {
                    return false;
                }
                (document, problems)
            }
        };
        problems.is_empty() && self.accepts_model(document)
    }

    /// Whether the objects that a function makes are certain to have no problem.
    pub(crate) fn accepts_objects<E>(
        &mut self,
        make: impl FnOnce(&mut Loader<'_, '_>) -> Result<(), E>,
    ) -> bool {
        self.model.discard_all();
        let made = load(&mut self.model, self.options.collects_missing, make);
        made.is_ok_and(|document| document.is_some_and(|document| self.accepts_model(document)))
    }

    fn accepts_model(&mut self, document: DocumentId) -> bool {
        ecore::normalise(&mut self.model, 0);
        let none = Diagnostics::new();
        let has_missing = !self.model.document(document).missing_targets.is_empty();
        let options = check_options(self.rows, has_missing.then_some(&none));
        // Without missing targets only whether there is a problem matters, so consequences need not be left out.
        let limit = if has_missing { options.limit } else { 1 };
        self.check.check(&self.model, document, &CheckOptions { limit, ..options }).is_empty()
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
