//! Checks metamodels against the constraints of EMF's validator for Ecore.
//!
//! Rules read a document of Ecore through [`view`], which adds what EMF computes: implied generic types, inherited
//! features, and elements of Ecore to which a document refers.

mod java;
mod uris;
pub(super) mod view;

use super::{Context, Rule, Subject};
use crate::diagnostic::Code;
use modelwright_metamodel::ecore::{ClassId, Metamodel, builtin};
use rustc_hash::FxHashMap;
use view::ModelElement;

// The registry, in the order in which the rules check an element.
registry! {
    pub(super) RULES:
    names,
    annotations,
    packages,
    classifiers,
    enumerations,
    classes,
    features,
    operations,
    signatures,
    typed,
    defaults,
    opposites,
    generics,
    bounded;
}

/// For rules that apply to a class of Ecore and its subclasses in Ecore.
fn concerns(metamodel: &Metamodel, class: ClassId, wanted: ClassId) -> Option<Vec<usize>> {
    // The classes of Ecore have the lowest ids, and `ETypeParameter` is the last of them.
    let ecore = class.index() <= builtin::ETYPE_PARAMETER.index();
    (ecore && metamodel.conforms(class, wanted)).then(Vec::new)
}

/// Groups elements by a text that should be unique, in the order of the first elements of the groups. Elements without
/// such a text are omitted.
fn groups(
    items: impl Iterator<Item = ModelElement>,
    key: impl Fn(ModelElement) -> Option<String>,
) -> Vec<Vec<ModelElement>> {
    let mut groups: Vec<Vec<ModelElement>> = Vec::new();
    // The map finds the group of a text; the list preserves the order.
    let mut known: FxHashMap<String, usize> = FxHashMap::default();
    for item in items {
        let Some(text) = key(item) else { continue };
        let at = *known.entry(text).or_insert(groups.len());
        if at == groups.len() {
            groups.push(Vec::new());
        }
        groups[at].push(item);
    }
    groups
}

/// A name without underscores, in lower case.
fn normalized_name(name: &str) -> String {
    name.replace('_', "").to_lowercase()
}

/// The word between a class and its supertype in messages about cycles.
pub(super) const INHERITS: &str = " inherits ";

/// The parts of messages about names.
struct Naming {
    code: Code,
    /// The owner of the elements: `the package`.
    owner: &'static str,
    /// The elements: `types`.
    elements: &'static str,
}

/// Reports elements with the same name, or with names that differ only in case and underscores.
fn report_names(context: &mut Context<'_>, subject: Subject, group: &[ModelElement], naming: &Naming) {
    let view = context.view;
    let mut names: Vec<&str> = Vec::new();
    for name in group.iter().filter_map(|item| view.name(*item)) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let Naming { code, owner, elements } = naming;
    if names.len() == group.len() {
        let names: Vec<String> = names.iter().take(10).map(|name| format!("`{name}`")).collect();
        let message = format!(
            "{owner} has {elements} whose names differ only in case and underscores: {}",
            names.join(", ")
        );
        context.warn(
            *code,
            subject,
            message,
            "rename all but one, so that generated code can distinguish them",
        );
    } else {
        let message =
            format!("{owner} has {} {elements} named `{}`", group.len(), names.first().unwrap_or(&""));
        context.report_feature(*code, (subject, "name"), message, "rename or remove all but one");
        // Later elements come first, because they are more likely the mistakes.
        let objects = group.iter().rev().filter(|item| !item.known).map(|item| item.id);
        context.point_at(&objects.take(MAX_POSITIONS).collect::<Vec<_>>(), "another one");
    }
}

/// The maximum number of positions that a problem of several elements shows.
pub(super) const MAX_POSITIONS: usize = 10;
