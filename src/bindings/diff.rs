//! The differences between two sites: which nodes get other values, and from which bindings.
//!
//! Nodes with the same conditions and facts share the work only as far as values do; equal changes are one change.

use super::compose::Composition;
use super::explain::origin;
use super::inject::{Facts, Injector};
use super::names::CLASSES;
use super::query::Catalogs;
use super::values::excerpt;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A change of the value of a key, with the nodes that it concerns.
#[derive(Debug)]
pub struct Change {
    /// The key.
    pub key: String,
    /// What it was bound to.
    pub before: Side,
    /// What it is bound to.
    pub after: Side,
    /// The names of the nodes.
    pub nodes: Vec<String>,
}

/// The value of a key on one side.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Side {
    /// The value, or why there is none.
    pub value: String,
    /// The position of the binding in effect; empty if it is not known.
    pub place: String,
}

/// A node in both sites: the bindings of its environment, and its variables.
#[derive(Debug, Clone)]
pub struct ComparedNode {
    /// The name of the node.
    pub name: String,
    /// Its bindings and variables in the first site.
    pub before: (Arc<Composition>, Arc<Facts>),
    /// Its bindings and variables in the second site.
    pub after: (Arc<Composition>, Arc<Facts>),
}

/// Compares the values of all keys, and the classes, for some nodes. Queries search the catalogs, if there are some.
#[must_use]
pub fn compare(nodes: &[ComparedNode], catalogs: Option<&Arc<Catalogs>>) -> Vec<Change> {
    let injector = |side: &(Arc<Composition>, Arc<Facts>)| {
        let (injector, _) = Injector::with_problems(&side.0, &side.1);
        match catalogs {
            Some(catalogs) => injector.with_catalogs(Arc::clone(catalogs)),
            None => injector,
        }
    };
    let mut changes: BTreeMap<(String, Side, Side), Vec<String>> = BTreeMap::new();
    for ComparedNode { name, before, after } in nodes {
        let (old, new) = (injector(before), injector(after));
        let mut keys: BTreeSet<String> = old.keys().into_iter().chain(new.keys()).collect();
        keys.insert(CLASSES.to_owned());
        for key in keys {
            let (was, is) = (full_value(&old, &key), full_value(&new, &key));
            if was != is {
                let sides = (side(&old, &key), side(&new, &key));
                changes.entry((key, sides.0, sides.1)).or_default().push(name.clone());
            }
        }
    }
    let change = |((key, before, after), nodes)| Change { key, before, after, nodes };
    changes.into_iter().map(change).collect()
}

/// The literal of a value, or the message of a problem.
fn full_value(injector: &Injector, key: &str) -> Option<String> {
    match injector.lookup(None, key) {
        Ok(value) => value.map(|value| value.to_literal()),
        Err(problem) => Some(format!("problem: {}", problem.message)),
    }
}

fn side(injector: &Injector, key: &str) -> Side {
    let value = match injector.lookup(None, key) {
        Ok(Some(value)) => excerpt(&value),
        Ok(None) => "not bound".to_owned(),
        Err(problem) => format!("problem: {}", problem.message),
    };
    let place = origin(injector, key);
    Side { value, place: place.map_or(String::new(), |place| injector.composition().sources().show(place)) }
}
