//! The data that all rules read, and the functions for reporting problems.
//!
//! Invariant: the context contains only data about the document that several rules need; the state of a single rule is
//! in the file of that rule.

use super::ecore::view::EcoreView;
use super::element_features;
use super::facets;
use super::walk::Subject;
use crate::diagnostic::{Code, Diagnostic, Diagnostics, Label, Severity, codes};
use crate::model::{Addresses, DocumentId, Model, ObjectId, uri};
use modelwright_metamodel::ecore::Metamodel;

/// The document that is checked, and the problems reported so far.
pub(super) struct Context<'m> {
    pub(super) model: &'m Model,
    pub(super) metamodel: &'m Metamodel,
    pub(super) document: DocumentId,
    /// The elements of the document, if it is a metamodel.
    pub(super) view: &'m EcoreView<'m>,
    pub(super) addresses: Addresses<'m>,
    pub(super) problems: Diagnostics,
    /// The facets of the metamodel's data types, as far as they were needed.
    pub(super) facets: facets::Cache,
    /// Whether the current object cannot be checked further.
    has_failed: bool,
}

impl<'m> Context<'m> {
    /// The context of a document's check, which reports at most `limit` problems.
    pub(super) fn new(model: &'m Model, document: DocumentId, view: &'m EcoreView<'m>, limit: usize) -> Self {
        Self {
            model,
            metamodel: model.metamodel(),
            document,
            view,
            addresses: Addresses::new(model),
            problems: Diagnostics::with_limit(limit),
            facets: facets::Cache::default(),
            has_failed: false,
        }
    }

    /// Starts the check of the next object.
    pub(super) fn next_object(&mut self) {
        self.has_failed = false;
    }

    /// Whether the current object cannot be checked further.
    pub(super) fn has_failed(&self) -> bool {
        self.has_failed
    }

    /// Whether an object does not belong to any document.
    pub(super) fn is_dangling(&mut self, object: ObjectId) -> bool {
        !self.model.is_proxy(object) && self.addresses.document_of(object).is_none()
    }

    /// Reports a problem with an object, at its position in the source.
    pub(super) fn report(
        &mut self,
        code: Code,
        subject: impl Into<Subject>,
        message: impl Into<String>,
        help: &str,
    ) {
        self.push(Severity::Error, code, (subject.into(), None), message.into(), help);
    }

    /// Reports a problem with the value of a feature.
    pub(super) fn report_feature(
        &mut self,
        code: Code,
        (subject, feature): (impl Into<Subject>, &str),
        message: impl Into<String>,
        help: &str,
    ) {
        self.push(Severity::Error, code, (subject.into(), Some(feature)), message.into(), help);
    }

    /// Warns of a probable mistake that does not make the document invalid.
    pub(super) fn warn(
        &mut self,
        code: Code,
        subject: impl Into<Subject>,
        message: impl Into<String>,
        help: &str,
    ) {
        self.push(Severity::Warning, code, (subject.into(), None), message.into(), help);
    }

    /// Warns of a probable mistake in the value of a feature.
    pub(super) fn warn_feature(
        &mut self,
        code: Code,
        (subject, feature): (impl Into<Subject>, &str),
        message: impl Into<String>,
        help: &str,
    ) {
        self.push(Severity::Warning, code, (subject.into(), Some(feature)), message.into(), help);
    }

    /// Reports that an object cannot be checked further.
    pub(super) fn fail(&mut self, subject: impl Into<Subject>, message: impl Into<String>, help: &str) {
        self.report(codes::UNCHECKABLE, subject, message, help);
        self.has_failed = true;
    }

    /// The address of an object: its fragment, preceded by the URI of its document if it is in another document.
    pub(super) fn address(&mut self, subject: impl Into<Subject>) -> String {
        let subject = subject.into();
        let object = subject.owner();
        let mut address = String::new();
        let object_document = self.model.document_of(object).unwrap_or(self.document);
        // The walk also visits objects of other documents that objects of this document contain.
        if object_document != self.document {
            let base = &self.model.document(self.document).uri;
            address.push_str(&uri::relative(base, &self.model.document(object_document).uri));
            address.push('#');
        }
        match subject {
            // An empty id would result in an empty address.
            Subject::Object(_) if self.model.id(object).is_some_and(|id| id.is_empty()) => {
                self.addresses.write_path(object, &mut address);
            }
            Subject::Object(_) => self.addresses.write_fragment(object, &mut address),
            // An implied type is addressed by a suffix to the path of its owner; a suffix to an id has no meaning.
            Subject::Implied { .. } => {
                self.addresses.write_path(object, &mut address);
                subject.write_tail(self.metamodel, &mut address);
            }
        }
        address
    }

    /// Reports a problem of any severity, at an object or at the value of a feature.
    pub(super) fn push(
        &mut self,
        severity: Severity,
        code: Code,
        (subject, feature): (Subject, Option<&str>),
        message: String,
        help: &str,
    ) {
        if self.problems.is_full() {
            // The problem is only counted, so its address is not computed.
            self.problems.push(Diagnostic::new(code, severity, String::new()));
            return;
        }
        let address = self.address(subject);
        let mut problem = Diagnostic::new(code, severity, message).object(address).help(help);
        problem.feature = feature.or_else(|| element_features::feature_with(code)).map(str::to_owned);
        self.problems.push(self.model.located(problem, subject.owner()));
    }

    /// Replaces the positions of the last problem with those of objects. All except the first get a note.
    pub(super) fn set_positions(&mut self, objects: &[ObjectId], note: &str) {
        if let (Some(problem), Some((first, other_objects))) =
            (self.problems.last_mut(), objects.split_first())
        {
            problem.labels.clear();
            self.add_positions([*first], "");
            self.add_positions(other_objects.iter().copied(), note);
        }
    }

    /// Adds the positions of further objects to the last problem, each with a note.
    pub(super) fn add_positions(&mut self, objects: impl IntoIterator<Item = ObjectId>, note: &str) {
        let model = self.model;
        let Some(problem) = self.problems.last_mut() else { return };
        for object in objects {
            // Of this problem without a message, only the labels are used: they contain the object's position.
            let labels = model.located(Diagnostic::error(problem.code, ""), object).labels;
            problem.labels.extend(labels.into_iter().map(|label| Label { text: note.to_owned(), ..label }));
        }
    }
}
