//! Checks metamodels against the constraints of EMF's validator for Ecore.
//!
//! Rules read a document of Ecore through [`view`], which adds what EMF computes: implied generic types, inherited
//! features, and elements of Ecore to which a document refers.

mod conflicting_uses;
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

/// Implements [`Rule::concerns`] for a rule that applies to the objects of one class of Ecore, including its subclasses
/// in Ecore. Such rules read all features themselves, so the list of slots is empty.
fn concerns(metamodel: &Metamodel, class: ClassId, required: ClassId) -> Option<Vec<usize>> {
    // The classes of Ecore have the lowest ids, and `ETypeParameter` is the last of them.
    let is_of_ecore = class.index() <= builtin::ETYPE_PARAMETER.index();
    (is_of_ecore && metamodel.conforms(class, required)).then(Vec::new)
}

/// Groups elements by a text that should be unique, in the order of the first elements of the groups. Elements without
/// such a text are omitted.
fn groups(
    items: impl Iterator<Item = ModelElement>,
    text_of: impl Fn(ModelElement) -> Option<String>,
) -> Vec<Vec<ModelElement>> {
    let mut groups: Vec<Vec<ModelElement>> = Vec::new();
    // The position of the group of each text. The list preserves the order of the groups.
    let mut positions: FxHashMap<String, usize> = FxHashMap::default();
    for item in items {
        let Some(text) = text_of(item) else { continue };
        let position = *positions.entry(text).or_insert(groups.len());
        if position == groups.len() {
            groups.push(Vec::new());
        }
        groups[position].push(item);
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
    /// The owner of the elements, such as "the package".
    owner: &'static str,
    /// The noun for the elements, such as "types".
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
        let names: Vec<String> =
            names.iter().take(MAX_LISTED_NAMES).map(|name| format!("`{name}`")).collect();
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
        // The positions of later elements come first, because these are more likely the mistakes.
        let objects = group.iter().rev().filter(|item| !item.is_in_known_metamodel).map(|item| item.id);
        context.set_positions(&objects.take(MAX_POSITIONS).collect::<Vec<_>>(), "another one");
    }
}

/// The maximum number of names that a message lists.
const MAX_LISTED_NAMES: usize = 10;

/// The maximum number of positions that a problem of several elements shows.
pub(super) const MAX_POSITIONS: usize = 10;
