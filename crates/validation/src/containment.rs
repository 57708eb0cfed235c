//! Checks that contained objects are resolved, and that no object contains itself.
//!
//! Only documents that contain objects of each other can violate these rules.

use super::references;
use super::{Checker, Context, Rule, Step, Subject};
use crate::diagnostic::codes;
use crate::model::ObjectId;
use modelwright_metamodel::ecore::{ClassId, Element, Metamodel, builtin};

/// The rule applies to objects that EMF fails to check: those whose class inherits from one of Ecore's own classes,
/// because EMF checks such an object as an element of a metamodel, and those whose class inherits from an unresolved
/// class.
pub(super) const RULE: Rule = Rule { concerns, start: || Box::new(Containment) };

struct Containment;

impl Checker for Containment {
    fn check(&mut self, context: &mut Context<'_>, subject: Subject, _: &[usize]) {
        report_uncheckable(context, subject);
    }

    /// Reports a step of the walk that is not a new object.
    fn encounter(&mut self, context: &mut Context<'_>, step: Step) {
        match step {
            Step::Missing(proxy) => report_unresolved(context, proxy),
            Step::Cycle(object) => report_cycle(context, object),
            Step::Again(object) => report_second_containment(context, object),
            Step::Object(_) => {}
        }
    }
}

/// No slots, because the rule concerns complete objects; `None` if objects of the class can be checked.
fn concerns(metamodel: &Metamodel, class: ClassId) -> Option<Vec<usize>> {
    is_uncheckable(metamodel, class).then(Vec::new)
}

/// Whether objects of a class cannot be checked, because the class inherits from an unresolved class or from one of
/// Ecore's own.
#[must_use]
pub fn is_uncheckable(metamodel: &Metamodel, class: ClassId) -> bool {
    let base = super::base_class(metamodel, class);
    // The base of an element of Ecore is its own class; the base of any other object must be `EObject`.
    let is_valid_base = base == class || base == builtin::EOBJECT;
    !is_valid_base || metamodel.is_incomplete(Element::Class(base))
}

/// Reports an object whose class cannot be checked.
fn report_uncheckable(context: &mut Context<'_>, subject: Subject) {
    let class = subject.class(context.model);
    let base_class = super::base_class(context.metamodel, class);
    let (name, base) = (&context.metamodel[class].name, &context.metamodel[base_class].name);
    if context.metamodel.is_incomplete(Element::Class(base_class)) {
        let message =
            format!("`{base}`, from which `{name}` inherits, has a supertype that was not resolved");
        return context.fail(subject, message, "specify the metamodel that declares the supertype");
    }
    let message =
        format!("`{name}` inherits Ecore's `{base}`, whose constraints only apply to Ecore's own elements");
    context.fail(subject, message, "do not inherit Ecore's classes other than EObject");
}

/// Reports an unresolved proxy in a containment.
fn report_unresolved(context: &mut Context<'_>, proxy: ObjectId) {
    let (Some(container), Some(feature)) =
        (context.model.container(proxy), context.model.containing_feature(proxy))
    else {
        return;
    };
    // As in EMF, neither a root that is a proxy nor its references are checked.
    let is_proxy_root = context.model.is_proxy(container) && context.model.container(container).is_none();
    if !is_proxy_root && references::is_missing(context, proxy) {
        let name = context.metamodel[feature].name();
        references::report(context, container.into(), name, proxy);
    }
}

/// Reports an object that the document contains twice, below a root that is a proxy. The object may contain itself.
fn report_second_containment(context: &mut Context<'_>, object: ObjectId) {
    let message = "the document contains the object twice";
    context.report(
        codes::CROSS_DOCUMENT_CYCLE,
        object,
        message,
        "remove the object from one of its two containers",
    );
}

/// Reports an object that contains itself through another document.
fn report_cycle(context: &mut Context<'_>, object: ObjectId) {
    let message = "the object contains itself through another document";
    context.report(
        codes::CROSS_DOCUMENT_CYCLE,
        object,
        message,
        "remove one of the objects on this cycle from the object that contains it",
    );
}
