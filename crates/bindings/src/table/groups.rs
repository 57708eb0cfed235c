//! Groups nodes for which all answers of a site are the same, while the nodes are read one after the other.
//!
//! The answers of a node depend on its composition, on the conditions that hold, on the variables that expressions
//! read, and on its groups in Hiera trees. Nodes for which all of these are the same form a group. Invariants: only the
//! first node of each group is stored, so memory grows with the number of groups and not of nodes; groups are numbered
//! in the order of their first nodes. This module looks up no values.

use super::TableNode;
use crate::compose::{ActiveConditions, Composition, read_text};
use crate::hiera::lookup::to_json;
use crate::hiera::survey::NodeGroups;
use crate::inject::{Facts, Injector};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::sync::Arc;

/// The data that the answers of a node depend on: the number of its composition, the conditions that hold, the values
/// that expressions read, and its group in each Hiera tree.
type Signature = (usize, ActiveConditions, Vec<String>, Vec<u32>);

/// The compositions of the nodes. They must live as long as the groups, which borrow them.
#[derive(Debug, Default)]
pub struct Compositions {
    first: OnceCell<Box<Link>>,
}

/// A composition, and the link to the one that was added next. The list can grow while its elements are borrowed.
#[derive(Debug)]
struct Link {
    composition: Arc<Composition>,
    next: OnceCell<Box<Link>>,
}

impl Compositions {
    /// The number of a composition, which is added if it is new, and a reference to it.
    fn add(&self, composition: &Arc<Composition>) -> (usize, &Composition) {
        let (mut cell, mut number) = (&self.first, 0);
        loop {
            let link = cell.get_or_init(|| {
                Box::new(Link { composition: Arc::clone(composition), next: OnceCell::new() })
            });
            if Arc::ptr_eq(&link.composition, composition) {
                return (number, &link.composition);
            }
            (cell, number) = (&link.next, number + 1);
        }
    }
}

/// The groups so far.
#[derive(Debug)]
pub struct SiteGroups<'c> {
    compositions: &'c Compositions,
    /// For each composition, the groups of its nodes in each of its Hiera trees.
    trees: Vec<Vec<NodeGroups<'c>>>,
    /// The number of the group with each signature.
    numbers: FxHashMap<Signature, u32>,
    /// The first node of each group.
    first_nodes: Vec<TableNode>,
}

impl<'c> SiteGroups<'c> {
    /// An empty set of groups.
    #[must_use]
    pub fn new(compositions: &'c Compositions) -> Self {
        Self { compositions, trees: Vec::new(), numbers: FxHashMap::default(), first_nodes: Vec::new() }
    }

    /// Adds a node; returns the number of its group.
    pub fn add(&mut self, node: TableNode) -> u32 {
        let (composition, facts) = &node;
        let (number, stored_composition) = self.compositions.add(composition);
        if number == self.trees.len() {
            let trees = stored_composition.layers.iter().filter_map(|layer| layer.tree.as_deref());
            self.trees.push(trees.map(NodeGroups::new).collect());
        }
        let groups_in_trees = self.trees[number].iter_mut().map(|tree| tree.add(facts.scope())).collect();
        let (injector, _) = Injector::with_problems(composition, facts);
        let signature = (number, injector.active().clone(), read_values(&injector, facts), groups_in_trees);
        let next = u32::try_from(self.first_nodes.len()).unwrap_or(u32::MAX);
        let group = *self.numbers.entry(signature).or_insert(next);
        if group == next {
            self.first_nodes.push(node);
        }
        group
    }

    /// The first node of each group.
    #[must_use]
    pub fn first_nodes(&self) -> &[TableNode] {
        &self.first_nodes
    }
}

/// Texts of the values that the expressions of bindings may read. Each path in `reads` is the name of a variable and
/// the keys that follow it.
fn read_values(injector: &Injector, facts: &Facts) -> Vec<String> {
    let composition = injector.composition();
    let reads = &composition.programs.reads;
    let mut values: Vec<String> =
        reads.paths.iter().map(|path| read_text(facts.variable(&path[0]), &path[1..])).collect();
    if reads.may_read_any {
        values.push(to_json(facts.scope()));
    }
    // Queries leave out the resources of the node itself, so the name of the node matters.
    if !composition.queried_types().is_empty() {
        values.push(injector.node_name().to_owned());
    }
    values
}
