//! Checks that references match their opposites, their eKeys and the containers of their targets.

use super::super::{Context, Rule, Subject};
use super::typed::is_transient;
use super::view::{EcoreView, ModelElement};
use crate::diagnostic::codes;
use modelwright_metamodel::ecore::{builtin, features};

pub(in super::super) const RULE: Rule = Rule {
    concerns: |metamodel, class| super::concerns(metamodel, class, builtin::EREFERENCE),
    start: || Box::new(check),
};

/// Reports problems of a reference and its opposite.
fn check(context: &mut Context<'_>, subject: Subject, _: &[usize]) {
    let (view, reference) = (context.view, subject.item());
    let opposite = view.single(reference, features::EREFERENCE_OPPOSITE);
    if let Some(opposite) = opposite {
        check_agreement(context, subject, opposite);
    }
    let upper = view.int(reference, features::ETYPED_ELEMENT_UPPER_BOUND);
    if view.is_container(reference) && upper != 1 {
        let message =
            format!("the reference refers to the container, so its upper bound must be 1, not {upper}");
        // If the reference is itself a containment, it and its opposite contain each other, and one of them probably by
        // mistake.
        let help = if view.flag(reference, features::EREFERENCE_CONTAINMENT) {
            "remove the containment of its opposite, or of this reference"
        } else {
            "set the upper bound to 1, which is the default"
        };
        context.report(codes::SEVERAL_CONTAINERS, subject, message, help);
    }
    check_keys(context, subject);
    let requires_uniqueness = view.flag(reference, features::EREFERENCE_CONTAINMENT) || opposite.is_some();
    if view.is_many(reference)
        && requires_uniqueness
        && !view.flag(reference, features::ETYPED_ELEMENT_UNIQUE)
    {
        let message = "a containment, or a reference with an opposite, must be unique";
        context.report(codes::NOT_UNIQUE_REFERENCE, subject, message, "remove `unique=\"false\"`");
    }
    check_container(context, subject);
}

/// The class that declares a feature.
fn owner(view: &EcoreView<'_>, feature: ModelElement) -> Option<ModelElement> {
    view.container(feature).filter(|owner| view.is_of_class(*owner, builtin::ECLASS))
}

/// Reports an opposite that does not match the reference.
fn check_agreement(context: &mut Context<'_>, subject: Subject, opposite: ModelElement) {
    // The other checks assume that the references are opposites of each other.
    if check_consistency(context, subject, opposite) {
        check_properties(context, subject, opposite);
    }
}

/// Reports a reference and its opposite that do not refer to each other, or whose types do not match their classes.
/// Returns whether they are consistent.
fn check_consistency(context: &mut Context<'_>, subject: Subject, opposite: ModelElement) -> bool {
    let (view, reference) = (context.view, subject.item());
    // EMF compares both ends only if the reference belongs to a class.
    if owner(view, reference).is_none() {
        return true;
    }
    let name = view.label(opposite);
    let mut is_consistent = true;
    if view.single(opposite, features::EREFERENCE_OPPOSITE) != Some(reference) {
        is_consistent = false;
        let message = format!("the opposite of `{name}` is not this reference");
        let help = "set each reference as the opposite of the other";
        context.report(codes::BAD_OPPOSITE, subject, message, help);
    }
    // If the opposite does not belong to a class, there is nothing to compare.
    let opposite_owner = owner(view, opposite);
    if let (Some(ty), Some(opposite_owner)) = (view.ty(reference), opposite_owner)
        && ty != opposite_owner
    {
        is_consistent = false;
        let message = format!(
            "the opposite `{name}` is a feature of `{}`, but the reference refers to `{}`",
            view.label(opposite_owner),
            view.label(ty)
        );
        let help = "specify a reference of the class that this reference refers to";
        context.report(codes::OPPOSITE_NOT_IN_TYPE, subject, message, help);
    }
    is_consistent
}

/// Reports a reference that is its own opposite, and properties that only one of two opposites may have.
fn check_properties(context: &mut Context<'_>, subject: Subject, opposite: ModelElement) {
    let (view, reference) = (context.view, subject.item());
    let name = view.label(opposite);
    if reference == opposite {
        let help = "specify the other end of the reference";
        context.report(codes::OPPOSITE_TRANSIENT, subject, "the reference is its own opposite", help);
        return;
    }
    // As in EMF, the reference may be transient if its opposite is a containment or does not resolve proxies.
    let is_opposite_stored = !is_transient(view, opposite)
        && view.flag(opposite, features::EREFERENCE_RESOLVE_PROXIES)
        && !view.flag(opposite, features::EREFERENCE_CONTAINMENT);
    if is_transient(view, reference) && is_opposite_stored {
        let message = format!("the reference is transient, but its opposite `{name}` is stored");
        context.report(codes::OPPOSITE_TRANSIENT, subject, message, "make both or neither transient");
    } else if view.flag(reference, features::EREFERENCE_CONTAINMENT)
        && view.flag(opposite, features::EREFERENCE_CONTAINMENT)
    {
        let message = format!("the reference and its opposite `{name}` are both containments");
        context.report(
            codes::OPPOSITES_BOTH_CONTAIN,
            subject,
            message,
            if view.is_many(reference) == view.is_many(opposite) {
                "remove the containment of one of them"
            } else if view.is_many(reference) {
                "remove the containment of the opposite: it has one value, so it probably refers to the container"
            } else {
                "remove the containment of this reference: it has one value, so it probably refers to the container"
            },
        );
    }
}

/// Reports keys that are not features of the class to which the reference refers.
fn check_keys(context: &mut Context<'_>, subject: Subject) {
    let (view, reference) = (context.view, subject.item());
    let mut keys = view.list(reference, features::EREFERENCE_KEYS).peekable();
    let Some(class) = view.ty(reference).filter(|ty| view.is_of_class(*ty, builtin::ECLASS)) else { return };
    // Most references have no keys, and collecting all features of a class is expensive.
    if keys.peek().is_none() {
        return;
    }
    let features = view.all_features(class);
    for key in keys.filter(|key| !features.contains(key)) {
        let message = format!("the key `{}` is not an attribute of `{}`", view.label(key), view.label(class));
        let help = "specify attributes of the class that the reference refers to";
        context.report(codes::KEY_NOT_IN_TYPE, subject, message, help);
    }
}

/// Reports a containment whose objects require another container.
fn check_container(context: &mut Context<'_>, subject: Subject) {
    let (view, reference) = (context.view, subject.item());
    if !view.flag(reference, features::EREFERENCE_CONTAINMENT) || owner(view, reference).is_none() {
        return;
    }
    let Some(class) = view.ty(reference).filter(|ty| view.is_of_class(*ty, builtin::ECLASS)) else { return };
    // An object has a single container, so it cannot be contained here if it requires another one.
    let required_container = view.all_features(class).into_iter().find(|other| {
        view.int(*other, features::ETYPED_ELEMENT_LOWER_BOUND) >= 1
            && view.is_container(*other)
            && view.single(*other, features::EREFERENCE_OPPOSITE) != Some(reference)
    });
    if let Some(other) = required_container {
        let message = format!(
            "the contained objects require another container, because their reference `{}` must be set",
            view.label(other)
        );
        let help = format!("set the lower bound of `{}` to 0", view.label(other));
        context.report(codes::OTHER_CONTAINER_REQUIRED, subject, message, &help);
    }
}
