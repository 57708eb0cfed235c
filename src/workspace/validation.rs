//! Validates loaded documents, and shows each problem at the feature that it concerns.
//!
//! [`validate::check`] finds the problems; this module only adds the positions in texts.

use super::{DocumentReader, LoadedDocument, Workspace};
use crate::formats::catch_panic;
use modelwright_evaluation::logic::ContainedLogic;
use modelwright_metamodel::diagnostic::{Diagnostics, codes, show_features};
use modelwright_validation::{self as validate, CheckOptions, Counts, ModelCheck};

impl Workspace {
    /// Loads and checks a document with `check`. If problems are found after the text was [dropped](Self::drops_text),
    /// loads and checks it again with its text, so that the problems have positions.
    ///
    /// # Errors
    /// Those of `check`.
    pub fn with_text_for_problems<E>(
        &self,
        check: impl Fn(&Workspace) -> Result<(LoadedDocument, Diagnostics), E>,
    ) -> Result<(LoadedDocument, Diagnostics), E> {
        let (loaded, findings) = check(self)?;
        let has_text = loaded.model.document(loaded.document).source.is_some();
        if has_text || findings.is_empty() {
            return Ok((loaded, findings));
        }
        check(&Workspace { drops_text: false, ..self.clone() })
    }

    /// The problems of a document that were not already reported when it was loaded, each at the feature that it
    /// concerns. Problems that only follow from others are left out.
    #[must_use]
    pub fn validate(&self, loaded: &LoadedDocument) -> Diagnostics {
        // The problems of reading are passed on, so that validation can leave out problems that only follow from them
        // (Decision 16).
        let reported = Some(&loaded.diagnostics);
        let options = CheckOptions {
            logic: Some(&*self.rules),
            rules: self.registry.rules(),
            reported,
            ..CheckOptions::default()
        };
        let mut problems = validate::check(&loaded.model, loaded.document, &options);
        if self.has_imported_names(loaded) {
            problems.retain(|problem| problem.code != codes::BAD_NAME);
        }
        self.show_features(loaded, &mut problems);
        problems
    }

    /// Whether the names of a document come from a schema in another language, where names need not be identifiers of
    /// Java. EMF's own importer also creates such names, for example `org.example.order` for a package.
    fn has_imported_names(&self, loaded: &LoadedDocument) -> bool {
        let is_imported = self.registry.reader(loaded.format).is_some_and(DocumentReader::imports_metamodels);
        is_imported && self.registry.format(loaded.format).is_none()
    }

    /// Like [`Workspace::validate`], for one of several metamodels that are checked in one model.
    pub(super) fn validate_by(
        &self,
        loaded: &LoadedDocument,
        check: &ModelCheck<'_>,
        logic: &ContainedLogic,
    ) -> Diagnostics {
        let reported = Some(&loaded.diagnostics);
        let options = CheckOptions {
            reported,
            logic: Some(logic),
            rules: self.registry.rules(),
            ..CheckOptions::default()
        };
        let mut problems = check.check(loaded.document, &options);
        self.show_features(loaded, &mut problems);
        problems
    }

    /// All problems of a document, even those that only follow from others, each at its object as in EMF. Stops after
    /// `limit` problems.
    #[must_use]
    pub fn validate_up_to(&self, loaded: &LoadedDocument, limit: usize) -> Diagnostics {
        let options =
            CheckOptions { limit, logic: Some(&*self.rules), rules: self.registry.rules(), reported: None };
        validate::check(&loaded.model, loaded.document, &options)
    }

    /// The numbers of objects and of unresolved references in a document.
    #[must_use]
    pub fn count(&self, loaded: &LoadedDocument) -> Counts {
        validate::count(&loaded.model, loaded.document)
    }

    /// Moves the labels of each problem from objects to the feature that it concerns.
    fn show_features(&self, loaded: &LoadedDocument, problems: &mut Diagnostics) {
        let Some(source) = loaded.model.document(loaded.document).source.as_ref() else { return };
        let Some(format) = self.registry.format(loaded.format) else { return };
        let result = catch_panic(format.name(), "finding the features of", || {
            show_features(source, problems, |spans| format.locate_features(source, spans));
        });
        if let Err(failure) = result {
            problems.push(*failure);
        }
    }
}
