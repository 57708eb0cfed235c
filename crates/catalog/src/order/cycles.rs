//! Sets of moments that wait for each other, found as strongly connected components (Tarjan).
//!
//! Invariant: no recursion, so that long chains do not overflow the stack.

use super::Link;
use super::graph::{Graph, Node};

/// A way around each component that has a cycle, in the order of the first resource on it.
pub(super) fn find(graph: &Graph) -> Vec<Vec<Link>> {
    let (component_of, sizes) = components(graph);
    let mut is_reported = vec![false; sizes.len()];
    let mut cycles = Vec::new();
    for node in 0..graph.len() {
        let component = component_of[node];
        let is_loop = graph.links(node).iter().any(|(to, _)| *to == node);
        if is_reported[component] || (sizes[component] == 1 && !is_loop) {
            continue;
        }
        is_reported[component] = true;
        cycles.extend(graph.way(node, node, |other| component_of[other] == component));
    }
    cycles
}

const UNSEEN: usize = usize::MAX;

/// The component of each node, and the number of nodes of each component.
fn components(graph: &Graph) -> (Vec<usize>, Vec<usize>) {
    let mut search = Search {
        graph,
        index: vec![UNSEEN; graph.len()],
        low: vec![0; graph.len()],
        component_of: vec![UNSEEN; graph.len()],
        sizes: Vec::new(),
        open: Vec::new(),
        next: 0,
    };
    for node in 0..graph.len() {
        if search.index[node] == UNSEEN {
            search.visit(node);
        }
    }
    (search.component_of, search.sizes)
}

struct Search<'g> {
    graph: &'g Graph,
    /// The number of each node in the order of visits.
    index: Vec<usize>,
    /// The smallest number that is known to be reachable from each node.
    low: Vec<usize>,
    component_of: Vec<usize>,
    sizes: Vec<usize>,
    /// The nodes whose components are not complete.
    open: Vec<Node>,
    next: usize,
}

impl Search<'_> {
    fn visit(&mut self, root: Node) {
        // Each frame is a node and the number of its links that were followed.
        let mut frames = vec![(root, 0)];
        self.begin(root);
        while let Some((node, followed)) = frames.last_mut() {
            let node = *node;
            if let Some((to, _)) = self.graph.links(node).get(*followed) {
                *followed += 1;
                if self.index[*to] == UNSEEN {
                    self.begin(*to);
                    frames.push((*to, 0));
                } else if self.component_of[*to] == UNSEEN {
                    self.low[node] = self.low[node].min(self.index[*to]);
                }
                continue;
            }
            frames.pop();
            if let Some((above, _)) = frames.last() {
                self.low[*above] = self.low[*above].min(self.low[node]);
            }
            if self.low[node] == self.index[node] {
                self.close(node);
            }
        }
    }

    fn begin(&mut self, node: Node) {
        (self.index[node], self.low[node]) = (self.next, self.next);
        self.next += 1;
        self.open.push(node);
    }

    /// Completes the component whose first node is `root`.
    fn close(&mut self, root: Node) {
        let component = self.sizes.len();
        let mut size = 0;
        while let Some(node) = self.open.pop() {
            self.component_of[node] = component;
            size += 1;
            if node == root {
                break;
            }
        }
        self.sizes.push(size);
    }
}
