//! Finds the nodes of a directed graph that are on a cycle.
//!
//! Invariants: time and memory are linear in the number of nodes and edges; there is no recursion, so paths may have
//! any length. This module does not know what the nodes are, or which of several cycles matters.

use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hash;

/// For each node that is on a cycle, the number of its strongly connected component: two nodes have the same number if
/// and only if they can reach each other. A node with an edge to itself is on a cycle. (Tarjan's algorithm, without
/// recursion.)
///
/// ```
/// use modelwright_metamodel::cycles::cyclic_components;
///
/// let edges = [('a', vec!['b']), ('b', vec!['c']), ('c', vec!['b']), ('d', vec!['d'])];
/// let components = cyclic_components(&edges.into_iter().collect());
/// assert!(!components.contains_key(&'a'));
/// assert_eq!(components[&'b'], components[&'c']);
/// assert_ne!(components[&'b'], components[&'d']);
/// ```
#[must_use]
pub fn cyclic_components<N: Copy + Eq + Hash>(edges: &FxHashMap<N, Vec<N>>) -> FxHashMap<N, usize> {
    let mut search = Search {
        edges,
        order: FxHashMap::default(),
        low: FxHashMap::default(),
        path: Vec::new(),
        open: FxHashSet::default(),
        components: FxHashMap::default(),
    };
    for start in edges.keys() {
        if !search.order.contains_key(start) {
            search.explore(*start);
        }
    }
    search.components
}

/// The state of the search.
struct Search<'e, N> {
    edges: &'e FxHashMap<N, Vec<N>>,
    /// The number of each node, in the order in which nodes were entered.
    order: FxHashMap<N, usize>,
    /// For each node, the lowest number of an open node that it is known to reach.
    low: FxHashMap<N, usize>,
    /// The open nodes, which are those whose component is not complete, in the order in which they were entered.
    path: Vec<N>,
    /// The same nodes as `path`, for fast lookups.
    open: FxHashSet<N>,
    /// The result: for each node that is on a cycle, the number of its component.
    components: FxHashMap<N, usize>,
}

impl<'e, N: Copy + Eq + Hash> Search<'e, N> {
    /// The nodes to which a node has edges.
    fn targets(&self, node: N) -> &'e [N] {
        self.edges.get(&node).map_or(&[], Vec::as_slice)
    }

    /// Visits a new node and all new nodes that can be reached from it, depth first, and completes their components.
    fn explore(&mut self, start: N) {
        // The nodes from the start to the current one, each with the position of its next edge.
        let mut steps = vec![(start, 0)];
        while let Some((node, next_edge)) = steps.pop() {
            if next_edge == 0 {
                self.enter(node);
            }
            if let Some(target) = self.targets(node).get(next_edge).copied() {
                steps.push((node, next_edge + 1));
                if !self.order.contains_key(&target) {
                    steps.push((target, 0));
                // A target that was entered but is not open belongs to another component, which is complete.
                } else if self.open.contains(&target) {
                    self.lower(node, self.order[&target]);
                }
                continue;
            }
            // All edges of the node were followed.
            if let Some((previous, _)) = steps.last() {
                // The previous node on the path reaches everything that this node reaches.
                self.lower(*previous, self.low[&node]);
            }
            self.complete(node);
        }
    }

    /// Numbers a new node, and puts it on the path.
    fn enter(&mut self, node: N) {
        let number = self.order.len();
        self.order.insert(node, number);
        self.low.insert(node, number);
        self.path.push(node);
        self.open.insert(node);
    }

    /// Records that a node reaches the open node with the number `reached`.
    fn lower(&mut self, node: N, reached: usize) {
        self.low.entry(node).and_modify(|low| *low = reached.min(*low));
    }

    /// Completes the component that begins with this node, and records its members if they are on a cycle. Does nothing
    /// if the component of the node begins with another node.
    fn complete(&mut self, node: N) {
        let number = self.order[&node];
        if self.low[&node] != number {
            return;
        }
        // The component consists of this node and all after it on the path.
        let start = self.path.iter().rposition(|member| *member == node).unwrap_or(0);
        let members = self.path.split_off(start);
        let is_cyclic = members.len() > 1 || self.targets(node).contains(&node);
        for member in members {
            self.open.remove(&member);
            if is_cyclic {
                self.components.insert(member, number);
            }
        }
    }
}
