//! Lookups for many nodes: which nodes have the same account of a key, so that it is looked up once for all of them.
//!
//! A lookup depends on a node only through the files that its levels use and the variables that are interpolated. Nodes
//! for which these are the same, as far as a key and the keys that its values refer to are concerned, form a group.
//! Invariants: all nodes of a group have equal answers with equal contributions (a path that is searched in vain may
//! differ); a node whose levels or variables are computed in another way is a group of its own. This module looks
//! nothing up.

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

/// Nodes, with what their lookups depend on.
#[derive(Debug)]
pub struct Survey<'h> {
    hierarchy: &'h Hierarchy,
    dependencies: Dependencies<'h>,
    /// For each variable that is interpolated, the numbers of its values.
    numbers: Vec<FxHashMap<String, u32>>,
    nodes: Vec<NodeDependencies>,
}

/// What lookups of one node depend on.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct NodeDependencies {
    /// The files that its levels use, in search order; `None` if they are not the same for all keys.
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
        let numbers = vec![FxHashMap::default(); dependencies.variables.len()];
        let mut survey = Self { hierarchy, dependencies, numbers, nodes: Vec::new() };
        for scope in scopes {
            let node = survey.node(scope);
            survey.nodes.push(node);
        }
        survey
    }

    /// What the lookups of a node with this scope depend on.
    fn node(&mut self, scope: &Value) -> NodeDependencies {
        let Self { hierarchy, dependencies, numbers, .. } = self;
        let variables = dependencies.variables.iter().zip(numbers).map(|(name, numbers)| {
            let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
            // Compared by the result of an interpolation, which is all that an answer can depend on.
            *numbers.entry(hierarchy.variable_text(name, scope)).or_insert(next)
        });
        let variables = variables.collect();
        NodeDependencies { places: hierarchy.node_places(scope), variables }
    }

    /// Whether lookups of a node may depend on more than the dependencies of their keys.
    #[must_use]
    pub fn is_alone(&self, node: usize) -> bool {
        self.nodes.get(node).is_some_and(|node| node.places.is_none())
    }

    /// Whether lookups of a key depend on a key for which a function returns true; every key depends on itself.
    #[must_use]
    pub fn depends_on(&self, key: &str, is: impl Fn(&str) -> bool) -> bool {
        self.dependencies.keys(key).into_iter().any(is)
    }

    /// The grouping of the nodes by key, which is filled while it is used.
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

/// Groups of nodes by key; keys that depend on the same files and variables have the same groups.
#[derive(Debug)]
pub struct Grouping<'s> {
    survey: &'s Survey<'s>,
    /// For each file, the generation in which it was relevant last.
    marks: Vec<u32>,
    generation: u32,
    known: FxHashMap<KeyDependencies, Rc<[u32]>>,
}

impl Grouping<'_> {
    /// The number of the group of each node for a key, in order of the first node of each. The key is as in data files.
    pub fn group_numbers(&mut self, key: &str) -> Rc<[u32]> {
        let dependencies = self.survey.dependencies.key_dependencies(key);
        // Many keys are in the same files, such as all keys of one module.
        if let Some(known) = self.known.get(&dependencies) {
            return Rc::clone(known);
        }
        // A new number for each key, so that the marks need not be cleared.
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

    /// The groups of the nodes for a key: the numbers of their nodes.
    pub fn groups(&mut self, key: &str) -> Vec<Vec<usize>> {
        members(self.group_numbers(key).iter().copied())
    }

    /// Writes the files and values that a node has for the dependencies of a key: nodes with equal signatures are a
    /// group.
    fn write_signature(
        &self,
        number: usize,
        node: &NodeDependencies,
        dependencies: &KeyDependencies,
        out: &mut Vec<u32>,
    ) {
        let Some(places) = &node.places else {
            // Different for each node, so the node is a group of its own.
            out.extend([u32::MAX, u32::try_from(number).unwrap_or(u32::MAX)]);
            return;
        };
        for place in places {
            match *place {
                NodePlace::File { position, file, is_required } => {
                    let file = file.number();
                    if is_required || self.marks.get(file) == Some(&self.generation) {
                        out.extend([position, u32::try_from(file).unwrap_or(u32::MAX)]);
                    }
                }
                NodePlace::Count { position, count } => out.extend([position, count]),
            }
        }
        out.extend(dependencies.variables.iter().map(|variable| node.variables[*variable as usize]));
    }
}

/// The elements of each group, in order, from the number of the group of each element.
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
