//! Validates loaded documents, and shows each problem at the feature that it concerns.
//!
//! [`validate::check`] finds the problems; this module only adds the positions in texts.

use super::{DocumentReader, LoadedDocument, Workspace};
use crate::formats::catch_panic;
use modelwright_evaluation::logic::ContainedLogic;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, FeatureSpans, Label};
use modelwright_validation::{self as validate, CheckOptions, Counts, ModelCheck};
use std::path::Path;
use std::sync::Arc;

impl Workspace {
    /// All problems of a file: those of reading it, and those of validation. Its text is in memory beside the model only
    /// if there are problems, which point into it.
    ///
    /// ```
    /// use modelwright::workspace::Workspace;
    /// use std::path::Path;
    ///
    /// let workspace = Workspace { models: vec!["examples/library/library.pp".into()], ..Workspace::default() };
    /// assert!(workspace.check_file(Path::new("examples/library/books.xmi"), None).expect("a file").is_empty());
    /// ```
    ///
    /// # Errors
    /// As [`Workspace::load`].
    pub fn check_file(
        &self,
        path: &Path,
        reader: Option<DocumentReader>,
    ) -> Result<Diagnostics, Box<Diagnostic>> {
        let without_text = Workspace { drops_text: true, ..self.clone() };
        let mut loaded = without_text.load(path, reader)?;
        let mut found = self.validate(&loaded);
        let has_text = loaded.model.document(loaded.document).source.is_some();
        if !has_text && !found.is_empty() {
            loaded = self.load(path, reader)?;
            found = self.validate(&loaded);
        }
        let mut problems = loaded.diagnostics;
        problems.append(found);
        Ok(problems)
    }

    /// The problems of a document that were not already reported when it was loaded, each at the feature that it
    /// concerns. Problems that only follow from others are left out.
    #[must_use]
    pub fn validate(&self, loaded: &LoadedDocument) -> Diagnostics {
        // Decision 16: with the problems of reading, validation can leave out problems that only follow from these.
        let reported = Some(&loaded.diagnostics);
        let options = CheckOptions {
            logic: Some(&*self.rules),
            rules: self.registry.rules(),
            reported,
            ..CheckOptions::default()
        };
        let mut problems = validate::check(&loaded.model, loaded.document, &options);
        self.show_features(loaded, &mut problems);
        problems
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

    /// All problems that EMF also reports, even those that only follow from others, each at its object. Stops after
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
        let is_here = |label: &Label| Arc::ptr_eq(&label.source, source);
        let mut places = FeatureSpans::default();
        for problem in problems.iter() {
            let Some(feature) = &problem.feature else { continue };
            for label in problem.labels.iter().filter(|label| is_here(label)) {
                places.request(label.range.start, feature);
            }
        }
        if places.is_empty() {
            return;
        }
        // All features are located at once, because this takes another pass over the text.
        let located = catch_panic(format.name(), "finding the features of", || {
            format.locate_features(source, &mut places);
        });
        if let Err(failure) = located {
            return problems.push(*failure);
        }
        for problem in problems.iter_mut() {
            let Some(feature) = &problem.feature else { continue };
            for label in problem.labels.iter_mut().filter(|label| is_here(label)) {
                if let Some(range) = places.get(label.range.start, feature) {
                    label.range = range;
                }
            }
        }
    }
}
