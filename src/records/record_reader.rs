//! Reads records into a model whose memory is reused for the next record.
//!
//! Invariant: [`RecordReader::accepts`] is true only for a record in which the complete check finds no problem; it may
//! be false for others. This module does not know how a record with problems is checked.

use crate::formats::{Format, ReadPrepared, RequiredMetamodels, tree_read_options};
use crate::workspace::Workspace;
use modelwright_metamodel::diagnostic::Source;
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::model::Document;
use modelwright_notations::tree::{Preparation, ReadOptions};
use modelwright_notations::xmi::mentioned_built_ins;
use modelwright_validation::{CheckOptions, KeptModel, LogicChecker, ObjectRule};
use std::fmt;
use std::sync::Arc;

/// The reader of records that are probably valid.
pub(super) struct RecordReader {
    format: &'static Format,
    read: ReadPrepared,
    options: ReadOptions,
    /// The metamodels that the first record required. A record that requires others is left to the complete check.
    declared: RequiredMetamodels,
    preparation: Preparation,
    kept: KeptModel,
    logic: Arc<dyn LogicChecker>,
    rules: Vec<Arc<dyn ObjectRule>>,
}

impl RecordReader {
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
            preparation: Preparation::new(metamodel),
            kept: KeptModel::new(metamodel),
            logic: workspace.rules.checker(metamodel),
            rules: workspace.registry.rules().to_vec(),
        })
    }

    /// Whether a record is certain to have no problem; if not, only the complete check can decide.
    pub(super) fn accepts(&mut self, text: &str, uri: &str) -> bool {
        let source = Source::new(String::new(), text);
        if self.format.declared(&source) != self.declared || mentioned_built_ins(&source).next().is_some() {
            return false;
        }
        let Self { read, options, preparation, kept, logic, rules, .. } = self;
        let check = CheckOptions { rules, logic: Some(&**logic), ..CheckOptions::default() };
        kept.accepts(&check, |model| {
            let (document, problems) = read(&source, model, Document::new(uri), (&*options, preparation));
            // Targets in other documents are read only by the complete check.
            (problems.is_empty() && !model.has_proxies()).then_some(document)
        })
    }
}

impl fmt::Debug for RecordReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordReader").field("format", &self.format.name()).finish_non_exhaustive()
    }
}
