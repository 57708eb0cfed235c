//! Reads records into a model whose memory is reused for the next record.
//!
//! Invariant: [`RecordReader::accepts`] is true only for a record in which the complete check finds no problem; it may
//! be false for others. This module does not know how a record with problems is checked.

use crate::formats::{self, Format, Reader, RequiredMetamodels, tree_read_options};
use crate::workspace::Workspace;
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::model::{Document, DocumentId, Model};
use modelwright_notations::tree::{Preparation, ReadOptions};
use modelwright_notations::xmi::mentioned_built_ins;
use modelwright_validation::{CheckOptions, KeptModel, LogicChecker, ObjectRule};
use std::fmt;
use std::sync::Arc;

/// The reader of records that are probably valid.
pub(super) struct RecordReader {
    format: &'static Format,
    reader: Reader,
    reading: formats::ReadOptions,
    /// The options of a reader of trees.
    options: ReadOptions,
    requirement: RecordRequirement,
    preparation: Preparation,
    kept_model: KeptModel,
    logic: Arc<dyn LogicChecker>,
    rules: Vec<Arc<dyn ObjectRule>>,
}

/// Which records are read with the metamodel of a reader.
enum RecordRequirement {
    /// Records that require the same metamodels as the record for which the metamodel was found.
    Same(RequiredMetamodels),
    /// Records that require nothing beyond this metamodel, which the workspace was given.
    Given(Arc<Metamodel>),
}

impl RecordRequirement {
    /// Whether a record that declares these metamodels is read with the metamodel of the reader.
    fn is_met_by(&self, declared: &RequiredMetamodels) -> bool {
        match self {
            Self::Same(required) => declared == required,
            Self::Given(metamodel) => {
                let are_known = declared.packages.iter().all(|package| {
                    metamodel.package_by_uri(package).is_some_and(|package| !metamodel[package].is_proxy)
                });
                // The location of a known package has no effect, but the location of names without a namespace always
                // has an effect.
                are_known && declared.locations.iter().all(|(namespace, _)| !namespace.is_empty())
            }
        }
    }
}

impl RecordReader {
    /// The reader of records that require the same metamodels as one that was read with `metamodel`; `None` if the
    /// format has no reader.
    pub(super) fn new(
        workspace: &Workspace,
        format: &'static Format,
        uri: &str,
        declared: RequiredMetamodels,
        metamodel: &Arc<Metamodel>,
    ) -> Option<Self> {
        Self::with_requirement(RecordRequirement::Same(declared), workspace, format, uri, metamodel)
    }

    /// The reader of records with the metamodel of the workspace; `None` if it has none, or files that extend it, or the
    /// format has no reader.
    pub(super) fn of_workspace(workspace: &Workspace, format: &'static Format, uri: &str) -> Option<Self> {
        let metamodel = workspace.metamodel.as_ref().filter(|_| workspace.models.is_empty())?;
        let requirement = RecordRequirement::Given(Arc::clone(metamodel));
        Self::with_requirement(requirement, workspace, format, uri, metamodel)
    }

    /// The reader of records that meet a requirement; `None` if the format has no reader.
    fn with_requirement(
        requirement: RecordRequirement,
        workspace: &Workspace,
        format: &'static Format,
        uri: &str,
        metamodel: &Arc<Metamodel>,
    ) -> Option<Self> {
        // Positions are needed only for problems, which the complete check reports.
        let options = ReadOptions { record_offsets: false, ..tree_read_options(&workspace.reading, uri) };
        Some(Self {
            format,
            reader: format.reader?,
            reading: workspace.reading.clone(),
            options,
            requirement,
            preparation: Preparation::new(metamodel),
            kept_model: KeptModel::new(metamodel),
            logic: workspace.rules.checker(metamodel),
            rules: workspace.registry.rules().to_vec(),
        })
    }

    /// Whether a record is certain to have no problem; if not, only the complete check can decide.
    pub(super) fn accepts(&mut self, text: &str, uri: &str) -> bool {
        let source = Source::new(String::new(), text);
        let is_met = self.requirement.is_met_by(&self.format.declared(&source));
        if !is_met || mentioned_built_ins(&source).next().is_some() {
            return false;
        }
        let Self { reader, reading, options, preparation, kept_model, logic, rules, .. } = self;
        let check = CheckOptions { rules, logic: Some(&**logic), ..CheckOptions::default() };
        kept_model.accepts(&check, |model| {
            let document = Document::new(uri);
            let (document, problems) = match reader.read_prepared {
                Some(read) => read(&source, model, document, (&*options, preparation)),
                None => (reader.read)(&source.into(), model, document, reading),
            };
            is_complete(model, &problems).then_some(document)
        })
    }

    /// Whether the document that a function adds to the empty model is certain to have no problem.
    pub(super) fn accepts_document(&mut self, fill: impl FnOnce(&mut Model) -> Option<DocumentId>) -> bool {
        let check = CheckOptions { rules: &self.rules, logic: Some(&*self.logic), ..CheckOptions::default() };
        self.kept_model.accepts(&check, |model| {
            let document = fill(model)?;
            is_complete(model, &Diagnostics::new()).then_some(document)
        })
    }
}

/// Whether a document was read completely. Targets in other documents are read only by the complete check.
fn is_complete(model: &Model, problems: &Diagnostics) -> bool {
    problems.is_empty() && !model.has_proxies()
}

impl fmt::Debug for RecordReader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RecordReader").field("format", &self.format.name()).finish_non_exhaustive()
    }
}
