//! The differences between two sites: the nodes that receive different values, and the bindings of these values.
//!
//! Constants are compared once for all nodes for which the same conditions hold. Equal changes of several nodes are
//! merged.

use super::compose::{ActiveConditions, Chain, Composition, Producer, Step};
use super::inject::{Facts, Injector};
use super::names::CLASSES;
use super::query::Catalogs;
use super::values::excerpt;
use modelwright_evaluation::evaluate::Value;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A change of the value of a key, with the affected nodes.
#[derive(Debug)]
pub struct Change {
    /// The key.
    pub key: String,
    /// The value in the first site.
    pub before: Side,
    /// The value in the second site.
    pub after: Side,
    /// The names of the nodes.
    pub nodes: Vec<String>,
}

/// The value of a key on one side.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Side {
    /// The value, or the reason why there is no value.
    pub value: String,
    /// The position of the binding in effect; empty if it is not known.
    pub place: String,
}

/// A node in both sites: the bindings of its environment, and its variables.
#[derive(Debug, Clone)]
pub struct ComparedNode {
    /// The name of the node.
    pub name: String,
    /// The bindings and variables in the first site.
    pub before: (Arc<Composition>, Arc<Facts>),
    /// The bindings and variables in the second site.
    pub after: (Arc<Composition>, Arc<Facts>),
}

/// Compares the values of all keys, and the classes, for some nodes. Queries search `catalogs` if it is given.
#[must_use]
pub fn compare(nodes: &[ComparedNode], catalogs: Option<&Arc<Catalogs>>) -> Vec<Change> {
    let injector = |(composition, facts): &(Arc<Composition>, Arc<Facts>)| {
        // Problems of the bindings are not reported here; a lookup that fails is compared by its message.
        let (injector, _) = Injector::with_problems(composition, facts);
        match catalogs {
            Some(catalogs) => injector.with_catalogs(Arc::clone(catalogs)),
            None => injector,
        }
    };
    let mut changes: BTreeMap<(String, Side, Side), Vec<String>> = BTreeMap::new();
    let mut groups: FxHashMap<GroupKey, Group> = FxHashMap::default();
    for ComparedNode { name, before, after } in nodes {
        let (old, new) = (injector(before), injector(after));
        let mut add = |key: &str, before: Side, after: Side| {
            changes.entry((key.to_owned(), before, after)).or_default().push(name.clone());
        };
        let ((old_composition, _), (new_composition, _)) = (before, after);
        let group_of_node;
        let group = if old_composition.has_trees || new_composition.has_trees {
            // Keys in Hiera trees depend on facts, so this node cannot share a group.
            group_of_node = Group::new(&old, &new);
            &group_of_node
        } else {
            // The nodes of an environment share a composition, so it is identified by its address.
            let compositions = (Arc::as_ptr(old_composition), Arc::as_ptr(new_composition));
            let key = (compositions, old.active().clone(), new.active().clone());
            groups.entry(key).or_insert_with(|| Group::new(&old, &new))
        };
        for (key, before, after) in &group.changes {
            add(key, before.clone(), after.clone());
        }
        for key in &group.varying_keys {
            if full_value(&old, key) != full_value(&new, key) {
                add(key, side(&old, key), side(&new, key));
            }
        }
    }
    changes.into_iter().map(|((key, before, after), nodes)| Change { key, before, after, nodes }).collect()
}

/// Identifies a group of nodes: both compositions, and the conditions that hold in them.
type GroupKey = ((*const Composition, *const Composition), ActiveConditions, ActiveConditions);

/// Nodes for which the same conditions hold.
struct Group {
    /// The changes of values that do not depend on facts.
    changes: Vec<(String, Side, Side)>,
    /// The keys whose values may depend on facts, so that they are compared for each node.
    varying_keys: Vec<String>,
}

impl Group {
    /// The group of a node, whose injectors are those of both sites.
    fn new(old: &Injector, new: &Injector) -> Self {
        let mut group = Self { changes: Vec::new(), varying_keys: Vec::new() };
        let mut keys: BTreeSet<String> = [old, new]
            .into_iter()
            .flat_map(|side| side.keys().into_iter().chain(side.typed_keys()))
            .collect();
        // `Injector::keys` lacks the list of classes, because it is computed and not bound.
        keys.insert(CLASSES.to_owned());
        for key in keys {
            if !is_fixed(old, &key) || !is_fixed(new, &key) {
                group.varying_keys.push(key);
            // The complete values are compared, because the excerpts of two long values may be equal.
            } else if full_value(old, &key) != full_value(new, &key) {
                let (before, after) = (side(old, &key), side(new, &key));
                group.changes.push((key, before, after));
            }
        }
        group
    }
}

/// Whether the value of a key is the same for all nodes of a group, because the key is bound to a constant or not
/// bound.
pub(super) fn is_fixed(injector: &Injector, name: &str) -> bool {
    let composition = injector.composition();
    if composition.has_trees {
        return false;
    }
    let key = composition.key_of_text(name);
    let step = key.and_then(|key| Chain::new(composition, key, injector.active()).next());
    match step {
        Some(Step::Binding(entry)) => {
            let producer = &composition.binding(entry).producer;
            matches!(producer, Some(Producer::Constant(value)) if !matches!(value, Value::Undef))
        }
        Some(_) => false,
        // The list of classes is not bound, but computed from contributions, which may depend on facts.
        None => name != CLASSES,
    }
}

/// The literal of the value of a key, or the message of a problem; `None` if the key is not bound.
fn full_value(injector: &Injector, key: &str) -> Option<String> {
    match injector.lookup(None, key) {
        Ok(value) => value.map(|value| value.to_literal()),
        Err(problem) => Some(format!("problem: {}", problem.message)),
    }
}

/// The value of a key for messages, and where it comes from.
fn side(injector: &Injector, key: &str) -> Side {
    let value = match injector.lookup(None, key) {
        Ok(Some(value)) => excerpt(&value),
        Ok(None) => "not bound".to_owned(),
        Err(problem) => format!("problem: {}", problem.message),
    };
    let place = injector.place_in_effect(key);
    Side { value, place: place.map_or(String::new(), |place| injector.composition().sources().show(place)) }
}
