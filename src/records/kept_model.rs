//! A model, its reader and its rules, kept from one record to the next.
//!
//! Invariant: [`KeptModel::accepts`] is true only for a record in which the complete check finds no problem; it may be
//! false for others.

use crate::formats::{Format, ReadPrepared, RequiredMetamodels, tree_read_options};
use crate::workspace::Workspace;
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::model::{Document, Model, ecore};
use modelwright_notations::tree::{Preparation, ReadOptions};
use modelwright_notations::xmi::mentioned_built_ins;
use modelwright_validation::{CheckOptions, LogicChecker, ObjectRule, PreparedCheck};
use std::fmt;
use std::sync::Arc;

pub(super) struct KeptModel {
    format: &'static Format,
    read: ReadPrepared,
    options: ReadOptions,
    /// The metamodels that the first record required; a record that requires others must be read with these.
    declared: RequiredMetamodels,
    model: Model,
    preparation: Preparation,
    check: PreparedCheck,
    logic: Arc<dyn LogicChecker>,
    rules: Vec<Arc<dyn ObjectRule>>,
}

impl KeptModel {
    /// `None` if the format has no reader for records.
    pub(super) fn new(
        workspace: &Workspace,
        format: &'static Format,
        uri: &str,
        declared: RequiredMetamodels,
        metamodel: &Arc<Metamodel>,
    ) -> Option<Self> {
        // Positions are needed only for problems, which the complete check reports.
        let options = ReadOptions { record_offsets: false, ..tree_read_options(&workspace.reading, uri) };
        Some(Self {
            format,
            read: format.reader.and_then(|reader| reader.read_prepared)?,
            options,
            declared,
            model: Model::new(Arc::clone(metamodel)),
            preparation: Preparation::new(metamodel),
            check: PreparedCheck::new(metamodel),
            logic: workspace.rules.checker(metamodel),
            rules: workspace.registry.rules().to_vec(),
        })
    }

    /// Whether a record surely has no problem.
    pub(super) fn accepts(&mut self, text: &str, uri: &str) -> bool {
        let source = Source::new(String::new(), text);
        if self.format.declared(&source) != self.declared || mentioned_built_ins(&source).next().is_some() {
            return false;
        }
        self.model.discard_all();
        let document = Document::new(uri);
        let reading = (&self.options, &mut self.preparation);
        let (document, problems) = (self.read)(&source, &mut self.model, document, reading);
        if !problems.is_empty() || self.model.has_proxies() {
            return false;
        }
        ecore::normalise(&mut self.model, 0);
        let options = CheckOptions {
            limit: 1,
            rules: &self.rules,
            logic: Some(&*self.logic),
            // Only whether there is any problem matters, so consequences need not be left out.
            reported: None,
        };
        self.check.check(&self.model, document, &options).is_empty()
    }
}

impl fmt::Debug for KeptModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("KeptModel").field("format", &self.format.name()).finish_non_exhaustive()
    }
}
