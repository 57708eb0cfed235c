//! Checks the supertypes of classes, interfaces and map entries.

use super::super::{Context, Rule, Subject};
use super::conflicting_uses::conflicting_superclasses;
use super::view::{EcoreView, ModelElement};
use crate::diagnostic::codes;
use modelwright_metamodel::ecore::{MAP_ENTRY, builtin, features};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;

pub(in super::super) const RULE: Rule = Rule {
    concerns: |metamodel, class| super::concerns(metamodel, class, builtin::ECLASS),
    start: || Box::new(check),
};

/// Reports problems of a class that concern its supertypes.
fn check(context: &mut Context<'_>, subject: Subject, _: &[usize]) {
    let (view, class) = (context.view, subject.item());
    if view.flag(class, features::ECLASS_INTERFACE) && !view.flag(class, features::ECLASS_ABSTRACT) {
        let message = "the class is an interface, so it must be abstract";
        context.report(codes::INTERFACE_NOT_ABSTRACT, subject, message, "set `abstract=\"true\"`");
    }
    let inheritance = view.inheritance();
    // The superclasses are collected only if they are needed: for a long chain of classes, collecting the superclasses
    // of each class would take quadratic time.
    let superclasses =
        if inheritance.has_special_superclass(class) { view.all_supertypes(class) } else { Vec::new() };
    let is_circular = inheritance.is_circular(class);
    if is_circular {
        let message = format!("the class inherits from itself: {}", cycle_text(view, class));
        context.report(
            codes::INHERITANCE_CYCLE,
            subject,
            message,
            "remove one of the supertypes in the cycle",
        );
    }
    check_map_entry(context, subject, &superclasses);
    if !report_duplicates(context, subject) && !is_circular {
        report_conflicts(context, subject, &superclasses);
    }
}

/// The maximum number of classes that are searched for the path in a message.
const MAX_SEARCHED_CLASSES: usize = 1_000;

/// The maximum number of classes that a message shows in addition to the first one.
const MAX_NAMES: usize = 20;

/// The shortest path from a class to itself, for messages; only the class itself if the path is too long.
fn cycle_text(view: &EcoreView<'_>, class: ModelElement) -> String {
    // For each class that was reached, the subclass from which it was reached, so that the path can be followed back.
    let mut subclasses: FxHashMap<ModelElement, ModelElement> = FxHashMap::default();
    // Breadth-first, so that the path in the message is a shortest one.
    let mut queue = VecDeque::from([class]);
    while let Some(current) = queue.pop_front() {
        let is_path_complete = subclasses.contains_key(&class);
        if is_path_complete || subclasses.len() >= MAX_SEARCHED_CLASSES {
            break;
        }
        for parent in view.supertypes(current).iter().copied() {
            subclasses.entry(parent).or_insert_with(|| {
                queue.push_back(parent);
                current
            });
        }
    }
    let mut names = vec![view.label(class)];
    let mut current = class;
    while let Some(subclass) = subclasses.get(&current).copied() {
        names.push(view.label(subclass));
        if subclass == class || names.len() > MAX_NAMES {
            break;
        }
        current = subclass;
    }
    names.reverse();
    names.join(super::INHERITS)
}

/// Reports a map entry class without a key or a value, and a class that is not a map entry class although it inherits
/// from one.
fn check_map_entry(context: &mut Context<'_>, subject: Subject, superclasses: &[ModelElement]) {
    let (view, class) = (context.view, subject.item());
    let is_entry = |class: ModelElement| view.instance_class(class) == Some(MAP_ENTRY);
    if is_entry(class) {
        let features = view.all_features(class);
        for required_name in ["key", "value"] {
            if !features.iter().any(|feature| view.name(*feature) == Some(required_name)) {
                let message =
                    format!("the class is a map entry class, but has no feature named `{required_name}`");
                let help = format!("add a feature named `{required_name}`");
                context.report(codes::MAP_ENTRY_INCOMPLETE, subject, message, &help);
            }
        }
        return;
    }
    for parent in superclasses.iter().filter(|parent| is_entry(**parent)) {
        let message = format!("the class inherits `{}`, whose objects are map entries", view.label(*parent));
        let help = format!("also give this class the `instanceTypeName` {MAP_ENTRY}");
        context.report(codes::MAP_ENTRY_CLASS_NAME, subject, message, &help);
    }
}

/// Reports duplicate classes among the direct supertypes; returns whether there are any.
fn report_duplicates(context: &mut Context<'_>, subject: Subject) -> bool {
    let view = context.view;
    let mut seen_supertypes = FxHashSet::default();
    let mut has_duplicates = false;
    for generic in view.generics(subject.item(), features::ECLASS_GENERIC_SUPER_TYPES) {
        let Some(parent) =
            view.classifier(generic).filter(|parent| view.is_of_class(*parent, builtin::ECLASS))
        else {
            continue;
        };
        if !seen_supertypes.insert(parent) {
            has_duplicates = true;
            let message = format!("the class lists the supertype `{}` twice", view.label(parent));
            context.report(codes::DUPLICATE_SUPERTYPE, subject, message, "remove one of them");
        }
    }
    has_duplicates
}

/// Reports a generic class that is inherited with different type arguments.
fn report_conflicts(context: &mut Context<'_>, subject: Subject, superclasses: &[ModelElement]) {
    let view = context.view;
    // Only a generic class can be inherited with different type arguments.
    if !superclasses
        .iter()
        .any(|parent| view.list(*parent, features::ECLASSIFIER_TYPE_PARAMETERS).next().is_some())
    {
        return;
    }
    for parent in conflicting_superclasses(view, subject.item()) {
        let message = format!("the class inherits `{}` with different type arguments", view.label(parent));
        let help = "inherit it with the same arguments everywhere";
        context.report(codes::CONFLICTING_SUPERTYPES, subject, message, help);
    }
}
