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
    let unordered = || (0..graph.len()).filter(|node| !ordered.contains(node));
    let edges: FxHashMap<Node, Vec<Node>> =
        unordered().map(|node| (node, graph.links(node).iter().map(|(to, _)| *to).collect())).collect();
    let components = cyclic_components(&edges);
    let mut reported = FxHashSet::default();
    unordered()
        .filter_map(|node| Some((node, components.get(&node)?)))
        .filter(|(_, component)| reported.insert(**component))
        .filter_map(|(node, component)| {
            graph.shortest_path(node, node, |node_on_path| components.get(&node_on_path) == Some(component))
        })
        .collect()
}
