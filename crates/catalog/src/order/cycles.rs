//! Cycles of moments that wait for each other.
//!
//! Invariant: there is one cycle for each set of moments that can all reach one another, in the order of the first
//! moment on it.

use super::Link;
use super::graph::{Graph, Node};
use modelwright_metamodel::cycles::cyclic_components;
use rustc_hash::{FxHashMap, FxHashSet};

/// A shortest way around from the first moment of each set.
pub(super) fn find(graph: &Graph) -> Vec<Vec<Link>> {
    // What has a place in the sequence is on no cycle, so that a catalog without cycles needs no further search.
    let ordered: FxHashSet<Node> = graph.sequence().into_iter().collect();
    let rest = || (0..graph.len()).filter(|node| !ordered.contains(node));
    let edges: FxHashMap<Node, Vec<Node>> =
        rest().map(|node| (node, graph.links(node).iter().map(|(to, _)| *to).collect())).collect();
    let components = cyclic_components(&edges);
    let mut reported = FxHashSet::default();
    rest()
        .filter_map(|node| Some((node, components.get(&node)?)))
        .filter(|(_, component)| reported.insert(**component))
        .filter_map(|(node, component)| {
            graph.way(node, node, |other| components.get(&other) == Some(component))
        })
        .collect()
}
