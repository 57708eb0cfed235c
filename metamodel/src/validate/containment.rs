//! Is what objects contain really there, and outside of themselves?
//!
//! Only documents that contain each other's objects can break this: within one document nothing else can
//! be said.

use super::references;
use super::{Context, Rule, Subject};
use crate::diagnostic::codes;
use crate::ecore::{ClassId, Element, Metamodel, builtin};
use crate::model::ObjectId;

/// An object whose class stands on one of Ecore's own is checked as one, which it is not: EMF fails at it, as
/// where a class stands on one that was not found.
pub(super) const RULE: Rule = Rule { concerns, check };

fn concerns(metamodel: &Metamodel, class: ClassId) -> Option<Vec<usize>> {
    is_uncheckable(metamodel, class).then(Vec::new)
}

/// Whether objects of a class cannot be checked, since of what it inherits something was not found or is Ecore's own.
#[must_use]
pub fn is_uncheckable(metamodel: &Metamodel, class: ClassId) -> bool {
    let base = super::base_class(metamodel, class);
    let own = base == class || base == builtin::EOBJECT;
    !own || metamodel.is_incomplete(Element::Class(base))
}

fn check(context: &mut Context<'_>, subject: Subject, _: &[usize]) {
    let class = subject.class(context.model);
    let base = super::base_class(context.metamodel, class);
    let (name, of) = (&context.metamodel[class].name, &context.metamodel[base].name);
    if context.metamodel.is_incomplete(Element::Class(base)) {
        let message = format!("`{of}`, on which `{name}` stands, has a supertype that was not found");
        return context.fail(subject, message, "give the metamodel that declares the supertype");
    }
    let message = format!("`{name}` inherits Ecore's `{of}`, whose rules only hold for Ecore's own elements");
    context.fail(subject, message, "do not inherit Ecore's classes other than EObject");
}

/// Tells of a proxy in a containment, which was not found.
pub(super) fn missing(context: &mut Context<'_>, proxy: ObjectId) {
    let (Some(container), Some(feature)) =
        (context.model.container(proxy), context.model.containing_feature(proxy))
    else {
        return;
    };
    // A root that stands for something else is not looked at, so nobody asks what it refers to.
    let is_bare_root = context.model.is_proxy(container) && context.model.container(container).is_none();
    if !is_bare_root && references::is_missing(context, proxy) {
        let name = context.metamodel[feature].name();
        references::report(context, container.into(), name, proxy);
    }
}

/// Tells of an object that is contained twice below a root that stands for something else. It may be inside itself.
pub(super) fn again(context: &mut Context<'_>, object: ObjectId) {
    let message = "the object is met a second time among what the document contains";
    context.report(codes::CONTAINMENT_CIRCLE, object, message, "remove one of the containments");
}

/// Tells of an object that contains itself.
pub(super) fn circle(context: &mut Context<'_>, object: ObjectId) {
    let message = "the object contains itself, by way of another document";
    context.report(codes::CONTAINMENT_CIRCLE, object, message, "remove one of the containments");
}
