//! Lookups for many nodes: groups the nodes that have the same account of a key, so that it is looked up once for each
//! group.
//!
//! A lookup depends on a node only through the files that its levels use and the variables that are interpolated. Nodes
//! form a group if these are the same, as far as the key and the keys to which its values refer are concerned.
//! Invariants: all nodes of a group have equal answers with equal contributions (only the paths of files that do not
//! exist may differ); a node whose levels depend on anything else is a group of its own. This module looks up no
//! values.

mod dependencies;
mod node_groups;
mod unset;

pub use dependencies::named_variables;
pub use node_groups::NodeGroups;
pub use unset::unset_variables;

use super::lookup::{Hierarchy, NodePlace};
use crate::store::Value;
use dependencies::{Dependencies, KeyDependencies};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Nodes, and what their lookups depend on.
#[derive(Debug)]
pub struct Survey<'h> {
    hierarchy: &'h Hierarchy,
    dependencies: Dependencies<'h>,
    /// For each variable that is interpolated, its distinct values with their numbers.
    value_numbers: Vec<FxHashMap<String, u32>>,
    nodes: Vec<NodeDependencies>,
}

/// What the lookups of one node depend on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct NodeDependencies {
    /// The files that the node's levels use, in search order; `None` if they depend on the key.
    places: Option<Vec<NodePlace>>,
    /// For each variable that is interpolated, the number of its value.
    variables: Vec<u32>,
}

impl<'h> Survey<'h> {
    /// Reads all data files, and determines what the lookups of nodes with these scopes depend on.
    #[must_use]
    pub fn new(hierarchy: &'h Hierarchy, scopes: &[&Value]) -> Self {
        hierarchy.read_files();
        let dependencies = Dependencies::new(hierarchy);
        let value_numbers = vec![FxHashMap::default(); dependencies.variables.len()];
        let mut survey = Self { hierarchy, dependencies, value_numbers, nodes: Vec::new() };
        for scope in scopes {
            let node = survey.node_dependencies(scope);
            survey.nodes.push(node);
        }
        survey
    }

    /// What the lookups of a node with this scope depend on.
    fn node_dependencies(&mut self, scope: &Value) -> NodeDependencies {
        let Self { hierarchy, dependencies, value_numbers, .. } = self;
        // Each variable has a map that numbers its distinct values.
        let variables = dependencies.variables.iter().zip(value_numbers).map(|(name, numbers)| {
            let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
            // Values are compared by the result of their interpolation, because answers depend on nothing else.
            *numbers.entry(hierarchy.variable_text(name, scope)).or_insert(next)
        });
        let variables = variables.collect();
        NodeDependencies { places: hierarchy.node_places(scope), variables }
    }

    /// Whether lookups for a node may depend on more than the dependencies of their keys, so that the node is a group
    /// of its own.
    #[must_use]
    pub fn is_alone(&self, node: usize) -> bool {
        self.nodes.get(node).is_some_and(|node| node.places.is_none())
    }

    /// Whether lookups of a key depend on some key for which `is_wanted` returns true. A key depends on itself.
    #[must_use]
    pub fn depends_on(&self, key: &str, is_wanted: impl Fn(&str) -> bool) -> bool {
        self.dependencies.keys(key).into_iter().any(is_wanted)
    }

    /// A grouping of the nodes by key, which caches its results.
    #[must_use]
    pub fn grouping(&self) -> Grouping<'_> {
        Grouping {
            survey: self,
            marks: vec![0; self.dependencies.file_count],
            generation: 0,
            known: FxHashMap::default(),
        }
    }
}

/// Groups of nodes by key. Keys that depend on the same files and variables have the same groups.
#[derive(Debug)]
pub struct Grouping<'s> {
    survey: &'s Survey<'s>,
    /// For each file, the last generation in which it was relevant.
    marks: Vec<u32>,
    /// The number of keys that were grouped, which distinguishes their marks.
    generation: u32,
    /// The groups for dependencies that occurred before.
    known: FxHashMap<KeyDependencies, Rc<[u32]>>,
}

impl Grouping<'_> {
    /// For each node, the number of its group for a key. Groups are numbered in the order of their first nodes. In the
    /// key, dots do not separate segments.
    pub fn group_numbers(&mut self, key: &str) -> Rc<[u32]> {
        let dependencies = self.survey.dependencies.key_dependencies(key);
        // Many keys have the same dependencies, such as all keys of a file whose values are plain.
        if let Some(known) = self.known.get(&dependencies) {
            return Rc::clone(known);
        }
        // The generation changes for each key, so that the marks need not be reset.
        self.generation += 1;
        for file in dependencies.files.iter().chain(&self.survey.dependencies.special_files) {
            self.marks[*file as usize] = self.generation;
        }
        let mut groups: FxHashMap<Vec<u32>, u32> = FxHashMap::default();
        let mut signature = Vec::new();
        let numbers = self.survey.nodes.iter().enumerate().map(|(number, node)| {
            signature.clear();
            self.write_signature(number, node, &dependencies, &mut signature);
            if let Some(known) = groups.get(&signature) {
                return *known;
            }
            let next = u32::try_from(groups.len()).unwrap_or(u32::MAX);
            groups.insert(signature.clone(), next);
            next
        });
        let numbers: Rc<[u32]> = numbers.collect();
        self.known.insert(dependencies, Rc::clone(&numbers));
        numbers
    }

    /// The groups of nodes for a key; each is a list of indexes of nodes.
    pub fn groups(&mut self, key: &str) -> Vec<Vec<usize>> {
        members(self.group_numbers(key).iter().copied())
    }

    /// Writes the signature of a node: the files and values that it has for the dependencies of a key. Nodes with equal
    /// signatures form a group.
    fn write_signature(
        &self,
        number: usize,
        node: &NodeDependencies,
        dependencies: &KeyDependencies,
        out: &mut Vec<u32>,
    ) {
        let Some(places) = &node.places else {
            // The number is different for each node, so that the node is a group of its own.
            out.extend([u32::MAX, u32::try_from(number).unwrap_or(u32::MAX)]);
            return;
        };
        for place in places {
            match *place {
                NodePlace::File { position, file, matters_without_key } => {
                    let file = file.number();
                    // `group_numbers` has marked the files on which the key depends.
                    if matters_without_key || self.marks.get(file) == Some(&self.generation) {
                        out.extend([position, u32::try_from(file).unwrap_or(u32::MAX)]);
                    }
                }
                NodePlace::Count { position, count } => out.extend([position, count]),
            }
        }
        out.extend(dependencies.variables.iter().map(|variable| node.variables[*variable as usize]));
    }
}

/// The indexes of the elements of each group; `numbers` are the groups of the elements.
pub(super) fn members(numbers: impl Iterator<Item = u32>) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for (element, group) in numbers.enumerate() {
        let group = group as usize;
        if groups.len() <= group {
            groups.resize_with(group + 1, Vec::new);
        }
        groups[group].push(element);
    }
    groups
}
