//! Checks the logic that documents contain because they are themselves metamodels.
//!
//! Invariant: a document has the problems of its own logic, but not those of documents that it refers to.

use super::PreparedRules;
use crate::diagnostic::Diagnostics;
use crate::ecore::{Element, Metamodel, builtin};
use crate::model::{self, DocumentId, Model, ObjectId};
use crate::validate::LogicChecker;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// The logic that documents of a model contain, prepared once for all of them.
#[derive(Debug, Default)]
pub struct ContainedLogic {
    /// The problems of the logic of each document.
    problems: FxHashMap<DocumentId, Diagnostics>,
    uses_other_packages: bool,
}

impl ContainedLogic {
    /// The logic of all documents of a model.
    #[must_use]
    pub fn new(model: &Model) -> Self {
        Self::prepare(model, &model.documents().map(|(id, _)| id).collect::<Vec<_>>())
    }

    /// The logic of a document, with the types of all documents of its model; empty if the document neither
    /// contains elements of metamodels nor refers to such elements.
    pub(super) fn of_document(model: &Model, document: DocumentId) -> Self {
        if !is_about_metamodels(model, document) {
            return Self::default();
        }
        let others = model.documents().map(|(id, _)| id).filter(|id| *id != document);
        Self::prepare(model, &std::iter::once(document).chain(others).collect::<Vec<_>>())
    }

    /// Prepares the logic of documents of a model.
    fn prepare(model: &Model, documents: &[DocumentId]) -> Self {
        let has_logic =
            |object| model::ecore::carries_logic(model, object) || model::ecore::carries_type(model, object);
        // The objects are searched first, because converting the documents to a metamodel costs much more.
        if !model.objects().any(has_logic) {
            return Self::default();
        }
        let base = model::ecore::with_built_ins(&Metamodel::ecore(), model);
        let converted = model::ecore::from_models(model, documents, &base);
        let rules = PreparedRules::new(&Arc::new(converted.metamodel));
        let mut problems: FxHashMap<DocumentId, Diagnostics> = FxHashMap::default();
        rules.visit_problems(|package, package_problems| {
            let package = converted.objects.get(&Element::Package(package));
            // Packages that no document contains, such as Ecore's, are not reported for any document.
            if let Some(document) = package.and_then(|package| model.document_of(*package)) {
                problems.entry(document).or_default().append(package_problems);
            }
        });
        Self { problems, uses_other_packages: rules.uses_other_packages() }
    }

    /// Whether the logic of a document may depend on types of other documents, because it uses a type that is not in
    /// the packages around it.
    #[must_use]
    pub fn uses_other_packages(&self) -> bool {
        self.uses_other_packages
    }
}

impl LogicChecker for ContainedLogic {
    fn check(&self, _model: &Model, document: DocumentId, limit: usize) -> Diagnostics {
        let mut limited = Diagnostics::with_limit(limit);
        if let Some(problems) = self.problems.get(&document) {
            limited.append(problems.clone());
        }
        limited
    }
}

/// Whether a document contains elements of metamodels or refers to them; also true for the only document of a model.
/// The documents to which a document refers are not examined: there may be many, and each of them is checked, too.
fn is_about_metamodels(model: &Model, document: DocumentId) -> bool {
    // The only document is always searched for logic afterwards, so this search would save nothing.
    if model.documents().nth(1).is_none() {
        return true;
    }
    // Ecore is the first package and its ids are fixed, so its classes have the lowest numbers.
    let is_element = |object: ObjectId| model.class(object).index() <= builtin::ETYPE_PARAMETER.index();
    let roots = model.document(document).roots().iter();
    let mut objects = roots.flat_map(|root| std::iter::once(*root).chain(model.all_contents(*root)));
    objects.any(|object| {
        is_element(object) || model.cross_references(object).any(|(_, target)| is_element(target))
    })
}
