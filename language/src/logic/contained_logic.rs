//! Checks the logic that a document contains because it is a metamodel.

use super::PreparedRules;
use crate::diagnostic::Diagnostics;
use crate::ecore::{Metamodel, builtin};
use crate::model::{self, DocumentId, Model, ObjectId};
use std::sync::Arc;

/// The problems of the logic that the metamodel in a document carries; none if it carries no logic.
pub(super) fn check_contained_logic(model: &Model, document: DocumentId) -> Diagnostics {
    let has_logic =
        |object| model::ecore::carries_logic(model, object) || model::ecore::carries_type(model, object);
    if !is_about_metamodels(model, document) || !model.objects().any(has_logic) {
        return Diagnostics::new();
    }
    let base = if model.metamodel().package_by_uri(builtin::XML_TYPE_URI).is_some() {
        Arc::new(Metamodel::ecore().with_xml_types())
    } else {
        Metamodel::ecore()
    };
    let others = model.documents().map(|(id, _)| id).filter(|id| *id != document);
    let documents: Vec<DocumentId> = std::iter::once(document).chain(others).collect();
    let metamodel = model::ecore::from_models(model, &documents, &base).metamodel;
    PreparedRules::new(&Arc::new(metamodel)).problems()
}

/// Whether a document contains elements of metamodels, or refers to them. Other documents need not be examined to
/// find that it does not: there may be many, and each is checked itself.
fn is_about_metamodels(model: &Model, document: DocumentId) -> bool {
    if model.documents().nth(1).is_none() {
        return true;
    }
    let is_element = |object: ObjectId| model.class(object).index() <= builtin::ETYPE_PARAMETER.index();
    let roots = model.document(document).roots().iter();
    let mut objects = roots.flat_map(|root| std::iter::once(*root).chain(model.all_contents(*root)));
    objects.any(|object| {
        is_element(object) || model.cross_references(object).any(|(_, target)| is_element(target))
    })
}
