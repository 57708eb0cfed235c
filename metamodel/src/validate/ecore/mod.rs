//! The rules that metamodels must keep, which are those of EMF's own validator of Ecore.
//!
//! They look at a document of Ecore through [`view`], which shows what EMF computes: generic types behind
//! plain ones, inherited features, and the elements of Ecore that a document refers to.

pub(super) mod annotations;
pub(super) mod bounded;
pub(super) mod classes;
pub(super) mod classifiers;
mod data_types;
pub(super) mod defaults;
pub(super) mod enumerations;
pub(super) mod features;
pub(super) mod generics;
mod inheritance;
mod java;
mod known;
pub(super) mod names;
pub(super) mod operations;
pub(super) mod opposites;
pub(super) mod packages;
pub(super) mod signatures;
pub(super) mod typed;
mod uris;
pub(super) mod view;

use super::{Context, Subject};
use crate::diagnostic::Code;
use crate::ecore::{ClassId, Metamodel, builtin};
use rustc_hash::FxHashMap;
use view::Item;

/// Whether a class is the one of Ecore that a rule is for, or a subclass of it in Ecore.
fn concerns(metamodel: &Metamodel, class: ClassId, wanted: ClassId) -> Option<Vec<usize>> {
    let ecore = class.index() <= builtin::ETYPE_PARAMETER.index();
    (ecore && metamodel.conforms(class, wanted)).then(Vec::new)
}

/// Elements by a text that they should not share, in order of their first one. What has none is left out.
fn groups(items: impl Iterator<Item = Item>, key: impl Fn(Item) -> Option<String>) -> Vec<Vec<Item>> {
    let mut groups: Vec<Vec<Item>> = Vec::new();
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

/// A name in which case and underscores are no difference.
fn blurred(name: &str) -> String {
    name.replace('_', "").to_lowercase()
}

/// What the rules about names call the elements of a group.
struct Naming {
    code: Code,
    /// What has the elements: `the package`.
    owner: &'static str,
    /// What the elements are: `types`.
    elements: &'static str,
}

/// Tells of a group of elements with the same name, or with names that only look alike.
fn tell_of_names(context: &mut Context<'_>, subject: Subject, group: &[Item], naming: &Naming) {
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
        context.report_warning(
            *code,
            subject,
            message,
            "rename all but one, so that generated code can tell them apart",
        );
    } else {
        let message =
            format!("{owner} has {} {elements} named `{}`", group.len(), names.first().unwrap_or(&""));
        context.report(*code, subject, message, "rename or remove all but one");
    }
}
