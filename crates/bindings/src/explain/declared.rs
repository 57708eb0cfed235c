//! The bindings of a key from the highest precedence, as they are declared for all nodes.
//!
//! This module evaluates no expressions, so a value that depends on the node has no text.

use super::declared_producer;
use crate::compose::{Composition, ConditionIndex, Entry, KeyType, PredicateIndex, Producer, combination};
use crate::inject::Injector;
use crate::names;
use rustc_hash::FxHashSet;

/// A binding as it is declared for all nodes.
#[derive(Debug)]
pub(crate) struct DeclaredBinding {
    /// The position of its layer, from 0 for the highest.
    pub(crate) position: usize,
    /// The text of the categories that a node must be in; empty for all nodes.
    pub(crate) condition: String,
    /// The file, the line and the column; empty for a Hiera tree.
    pub(crate) place: String,
    /// The text of the value or producer; `None` if it depends on the node.
    pub(crate) producer: Option<String>,
    /// The categories of the condition with their values.
    pub(crate) needs: Vec<(String, String)>,
}

/// The bindings of a key, then its contributions, then the Hiera trees that contain the key.
pub(crate) fn declared_bindings(composition: &Composition, name: &str) -> Vec<DeclaredBinding> {
    let mut declared_bindings: Vec<DeclaredBinding> = Vec::new();
    if name == names::CLASSES {
        declared_bindings.extend(composition.multibinds.classes.iter().map(|entry| DeclaredBinding {
            position: entry.layer.into(),
            condition: composition.show_condition(entry.condition),
            place: composition.sources.show(entry.place),
            producer: Some(format!(
                "{} {}",
                if entry.is_included { "include" } else { "exclude" },
                entry.class
            )),
            needs: needed_categories(composition, entry.condition),
        }));
        // The bindings that replace a class by another one.
        let keys = (0..).zip(&composition.keys.list);
        let class_keys = keys.filter(|(_, key)| match key.ty {
            KeyType::Anonymous(ty) => composition.types.get(ty).text.starts_with("Class["),
            _ => false,
        });
        for (key, _) in class_keys {
            declared_bindings
                .extend(composition.entries_of(key).iter().map(|entry| declared_binding(composition, entry)));
        }
    } else if let Some(key) = composition.key_of_text(name) {
        let entries = composition.entries_of(key);
        declared_bindings.extend(entries.iter().map(|entry| declared_binding(composition, entry)));
        let ids = entries.iter().filter_map(|entry| {
            combination(composition.binding(entry).producer.as_ref()).and_then(|combination| combination.id)
        });
        // If the bindings have several ids, only the contributions to one of them are listed. An account that needs a
        // contribution to another id contains the contribution itself.
        if let Some(id) = ids.min() {
            let contributions = composition.multibinds.ids[id as usize].contributions.iter();
            declared_bindings.extend(
                contributions.map(|contribution| declared_binding(composition, &contribution.entry(id))),
            );
        }
    }
    for (position, layer) in composition.layers.iter().enumerate() {
        if layer.tree_keys.contains(&*names::canonical(name)) {
            let (condition, place) = (String::new(), String::new());
            declared_bindings.push(DeclaredBinding {
                position,
                condition,
                place,
                producer: None,
                needs: Vec::new(),
            });
        }
    }
    declared_bindings
}

/// The declaration of the binding in an entry. Nothing is evaluated, so the result is the same for all nodes.
fn declared_binding(composition: &Composition, entry: &Entry) -> DeclaredBinding {
    DeclaredBinding {
        position: entry.layer.into(),
        condition: composition.show_condition(entry.condition),
        place: composition.sources.show(composition.binding(entry).place),
        producer: declared_producer(composition, entry),
        needs: needed_categories(composition, entry.condition),
    }
}

/// The categories of a condition, each with the value that it requires.
fn needed_categories(composition: &Composition, condition: ConditionIndex) -> Vec<(String, String)> {
    let predicates = composition.conditions.list[condition as usize].predicates.iter();
    let needs = predicates.map(|number| {
        let predicate = &composition.conditions.predicates[*number as usize];
        let category = &composition.lists[predicate.list as usize].categories[predicate.rank as usize];
        (category.name.to_string(), composition.conditions.spellings[*number as usize].to_string())
    });
    needs.collect()
}

/// Whether all nodes that have the same values of categories have the same account of a key, because no text in the
/// account depends on anything else.
pub(crate) fn is_shared(injector: &Injector, name: &str) -> bool {
    let composition = injector.composition();
    let Some(key) = composition.key_of_text(name) else { return true };
    composition.entries_of(key).iter().all(|entry| {
        // Which contributions apply may differ between nodes with the same values of categories.
        let is_combined = matches!(composition.binding(entry).producer, Some(Producer::Combined(_)));
        !is_combined && declared_producer(composition, entry).is_some()
    })
}

/// The predicates in the conditions of the bindings of a key.
pub(crate) fn named_predicates(composition: &Composition, name: &str) -> FxHashSet<PredicateIndex> {
    let key = composition.key_of_text(name);
    let conditions = key.into_iter().flat_map(|key| composition.entries_of(key)).map(|entry| entry.condition);
    conditions.flat_map(|number| &composition.conditions.list[number as usize].predicates).copied().collect()
}
