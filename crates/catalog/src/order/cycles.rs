//! Cycles of moments, each of which comes after the others.
//!
//! Invariant: there is one cycle for each set of moments that can all reach one another, in the order of the first
//! moment of each set.

use super::Link;
use super::graph::{Graph, Node};
use modelwright_metamodel::cycles::cyclic_components;
use rustc_hash::{FxHashMap, FxHashSet};

/// For each set of moments that can all reach one another, a shortest cycle from its first moment. Each moment is a
/// node of the graph.
pub(super) fn find(graph: &Graph) -> Vec<Vec<Link>> {
    // A node in the sequence is not on a cycle, so that a catalog without cycles needs no further search.
    let ordered: FxHashSet<Node> = graph.sequence().into_iter().collect();
    let unordered: Vec<Node> = (0..graph.len()).filter(|node| !ordered.contains(node)).collect();
    let mut edges: FxHashMap<Node, Vec<Node>> = FxHashMap::default();
    for node in &unordered {
        edges.insert(*node, graph.links(*node).iter().map(|(to, _)| *to).collect());
    }
    let components = cyclic_components(&edges);
    let mut reported_components = FxHashSet::default();
    let mut cycles = Vec::new();
    for first in unordered {
        // A node that only comes after a cycle has no component.
        let Some(component) = components.get(&first) else { continue };
        if !reported_components.insert(*component) {
            continue;
        }
        let is_in_component = |node: Node| components.get(&node) == Some(component);
        cycles.extend(graph.shortest_path(first, first, is_in_component));
    }
    cycles
}
