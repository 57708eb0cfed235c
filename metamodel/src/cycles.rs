//! Finds the nodes of a directed graph that are on a cycle.
//!
//! Invariants: time and memory are linear in the nodes and edges; no recursion for any depth. What a node is, and which of
//! several cycles matters, is known to the callers only.

use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hash;

/// For each node that is on a cycle, the number of its component: exactly nodes with the same number can reach one
/// another. A node with an edge to itself is on a cycle. (Tarjan's strongly connected components, without recursion.)
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
    let mut search =
        Search { edges, order: FxHashMap::default(), low: FxHashMap::default(), path: Vec::new() };
    let (mut open, mut components) = (FxHashSet::default(), FxHashMap::default());
    for start in edges.keys() {
        if search.order.contains_key(start) {
            continue;
        }
        let mut steps = vec![(*start, 0)];
        while let Some((node, next)) = steps.pop() {
            if next == 0 {
                search.enter(node);
                open.insert(node);
            }
            if let Some(target) = search.targets(node).get(next).copied() {
                steps.push((node, next + 1));
                if !search.order.contains_key(&target) {
                    steps.push((target, 0));
                // A target that was entered but is not open belongs to another component, which is complete.
                } else if open.contains(&target) {
                    search.lower(node, search.order[&target]);
                }
                continue;
            }
            if let Some((above, _)) = steps.last() {
                // The node above on the path reaches everything that this node reaches.
                search.lower(*above, search.low[&node]);
            }
            for (member, is_cyclic) in search.complete(node) {
                open.remove(&member);
                if is_cyclic {
                    components.insert(member, search.order[&node]);
                }
            }
        }
    }
    components
}

/// The state of the search.
struct Search<'e, N> {
    edges: &'e FxHashMap<N, Vec<N>>,
    /// When each node was entered.
    order: FxHashMap<N, usize>,
    /// The first of the open nodes that each node is known to reach.
    low: FxHashMap<N, usize>,
    /// The nodes whose component is not complete.
    path: Vec<N>,
}

impl<'e, N: Copy + Eq + Hash> Search<'e, N> {
    fn targets(&self, node: N) -> &'e [N] {
        self.edges.get(&node).map_or(&[], Vec::as_slice)
    }

    fn enter(&mut self, node: N) {
        let at = self.order.len();
        self.order.insert(node, at);
        self.low.insert(node, at);
        self.path.push(node);
    }

    fn lower(&mut self, node: N, reached: usize) {
        self.low.entry(node).and_modify(|low| *low = reached.min(*low));
    }

    /// Completes the component that begins with this node. Returns its members, each with whether it is on a cycle;
    /// empty if the component begins with another node.
    fn complete(&mut self, node: N) -> Vec<(N, bool)> {
        if self.low[&node] != self.order[&node] {
            return Vec::new();
        }
        // The component consists of this node and all after it on the path.
        let from = self.path.iter().rposition(|member| *member == node).unwrap_or(0);
        let members = self.path.split_off(from);
        let is_cyclic = members.len() > 1 || self.targets(node).contains(&node);
        members.into_iter().map(|member| (member, is_cyclic)).collect()
    }
}
