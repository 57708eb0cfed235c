//! Checks that the names of a class's features are distinct, and that the class has at most one id attribute.

use super::super::{Context, Rule, Subject};
use super::view::{EcoreView, ModelElement};
use super::{MAX_LISTED_NAMES, Naming, groups, normalized_name, report_names};
use crate::diagnostic::codes;
use modelwright_metamodel::ecore::{EXTENDED_META_DATA, builtin, features};
use rustc_hash::FxHashSet;

pub(in super::super) const RULE: Rule = Rule {
    concerns: |metamodel, class| super::concerns(metamodel, class, builtin::ECLASS),
    start: || Box::new(check),
};

/// Reports features of a class with the same name, and several id attributes, unless a superclass has the same problem.
fn check(context: &mut Context<'_>, subject: Subject, _: &[usize]) {
    let (view, class) = (context.view, subject.item());
    let supertypes = view.supertypes(class);
    if supertypes.len() < 2 && !view.inheritance().may_have_conflicts(class) {
        // Any problem of the class is already reported at its only superclass.
        return;
    }
    let features = view.all_features(class);
    let ids: Vec<ModelElement> =
        features.iter().copied().filter(|feature| view.flag(*feature, features::EATTRIBUTE_ID)).collect();
    let clashes = groups(features.into_iter(), |feature| view.name(feature).map(normalized_name));
    let clashes: Vec<Vec<ModelElement>> = clashes.into_iter().filter(|group| group.len() > 1).collect();
    if clashes.is_empty() && ids.len() < 2 {
        return;
    }
    let features_by_parent: Vec<FxHashSet<ModelElement>> =
        supertypes.iter().map(|parent| view.all_features(*parent).into_iter().collect()).collect();
    // A group of features that a superclass inherits or declares completely is reported at that superclass.
    let is_reported_above = |group: &[ModelElement]| {
        features_by_parent.iter().any(|features| group.iter().all(|feature| features.contains(feature)))
    };
    if ids.len() > 1 && !is_reported_above(&ids) && !is_document_root(view, class) {
        let names: Vec<String> =
            ids.iter().take(MAX_LISTED_NAMES).map(|id| format!("`{}`", view.label(*id))).collect();
        let message = format!("the class has more than one id attribute: {}", names.join(", "));
        context.report(codes::SEVERAL_IDS, subject, message, "make only one attribute the id");
    }
    let naming = Naming { code: codes::DUPLICATE_FEATURE, owner: "the class", elements: "features" };
    for group in clashes.iter().filter(|group| !is_reported_above(group)) {
        report_names(context, subject, group, &naming);
    }
}

/// Whether a class is the document root of a schema: a class with mixed content and an empty name.
fn is_document_root(view: &EcoreView<'_>, class: ModelElement) -> bool {
    view.detail(class, EXTENDED_META_DATA, "name") == Some("")
        && view.detail(class, EXTENDED_META_DATA, "kind") == Some("mixed")
}
