//! The graph of moments: a node for each resource, or two for one that contains others, its start and its end.
//!
//! Invariants: nodes are numbered in the order of declarations, so that the smallest node is the one that was declared
//! first; two nodes have at most one link in each direction; no recursion.

use super::{Link, Moment, Reason, Relationship};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

/// The number of a node.
pub(super) type Node = usize;

/// The graph of a catalog.
#[derive(Debug)]
pub(super) struct Graph {
    moments: Vec<Moment>,
    /// The node of the start of each resource; if it is not a container, also of its end.
    starts: Vec<Node>,
    /// The links from each node: the node after it, and the reason.
    links: Vec<Vec<(Node, Reason)>>,
    /// The same links, but listed by the nodes to which they lead: the node before that one, and the reason.
    backlinks: Vec<Vec<(Node, Reason)>>,
}

impl Graph {
    /// The graph of resources. `is_container` is whether each resource is a container, `contents` are pairs of a
    /// container and a resource in it.
    pub(super) fn new(
        is_container: &[bool],
        contents: impl Iterator<Item = (usize, usize)>,
        relationships: &[Relationship],
    ) -> Self {
        let (mut moments, mut starts) = (Vec::new(), Vec::new());
        for (position, is_container) in is_container.iter().enumerate() {
            starts.push(moments.len());
            if *is_container {
                moments.extend([Moment::Start(position), Moment::End(position)]);
            } else {
                moments.push(Moment::Whole(position));
            }
        }
        let links = vec![Vec::new(); moments.len()];
        let mut graph = Self { moments, starts, backlinks: links.clone(), links };
        let mut linked_pairs = FxHashSet::default();
        let mut add = |graph: &mut Self, from: Node, to: Node, reason: Reason| {
            if linked_pairs.insert((from, to)) {
                graph.links[from].push((to, reason));
            }
        };
        for (container, content) in contents {
            // As in Puppet, an edge from a resource that is not a container has no effect.
            if is_container[container] {
                let (start, end) = (graph.start(container), graph.end(container));
                let (first, last) = (graph.start(content), graph.end(content));
                add(&mut graph, start, first, Reason::Containment);
                add(&mut graph, last, end, Reason::Containment);
            }
        }
        for (position, is_container) in is_container.iter().enumerate() {
            let start = graph.start(position);
            // An empty container still has a start before its end.
            if *is_container && graph.links[start].is_empty() {
                let end = graph.end(position);
                add(&mut graph, start, end, Reason::Containment);
            }
        }
        for (from, to, reason) in relationships {
            let (from, to) = (graph.end(*from), graph.start(*to));
            add(&mut graph, from, to, *reason);
        }
        for (from, links) in graph.links.iter().enumerate() {
            links.iter().for_each(|(to, reason)| graph.backlinks[*to].push((from, *reason)));
        }
        graph
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.moments.len()
    }

    pub(super) fn moment(&self, node: Node) -> Moment {
        self.moments[node]
    }

    /// The node of the start of a resource.
    pub(super) fn start(&self, resource: usize) -> Node {
        self.starts[resource]
    }

    /// The node of the end of a resource.
    pub(super) fn end(&self, resource: usize) -> Node {
        let start = self.starts[resource];
        if matches!(self.moments[start], Moment::Start(_)) { start + 1 } else { start }
    }

    /// The nodes after a node, with the reasons.
    pub(super) fn links(&self, node: Node) -> &[(Node, Reason)] {
        &self.links[node]
    }

    /// The links from a node.
    pub(super) fn links_from(&self, node: Node) -> impl Iterator<Item = Link> {
        let from = self.moment(node);
        self.links[node].iter().map(move |(to, reason)| Link { from, to: self.moment(*to), reason: *reason })
    }

    /// The links to a node.
    pub(super) fn links_to(&self, node: Node) -> impl Iterator<Item = Link> {
        let to = self.moment(node);
        self.backlinks[node].iter().map(move |(from, reason)| Link {
            from: self.moment(*from),
            to,
            reason: *reason,
        })
    }

    /// The nodes in their order, without those on cycles and those after cycles.
    pub(super) fn sequence(&self) -> Vec<Node> {
        // The number of links to each node from nodes that are not in the sequence yet.
        let mut blockers = vec![0_usize; self.len()];
        for (to, _) in self.links.iter().flatten() {
            blockers[*to] += 1;
        }
        // The smallest node, which was declared first, is taken first.
        let mut ready: BinaryHeap<Reverse<Node>> =
            (0..self.len()).filter(|node| blockers[*node] == 0).map(Reverse).collect();
        let mut sequence = Vec::new();
        while let Some(Reverse(node)) = ready.pop() {
            sequence.push(node);
            for (to, _) in &self.links[node] {
                blockers[*to] -= 1;
                if blockers[*to] == 0 {
                    ready.push(Reverse(*to));
                }
            }
        }
        sequence
    }

    /// A shortest path from `start` to `goal`, on which `is_allowed` is true for each node after the start. It has at
    /// least one link, even if the goal is the start. `None` if there is no path.
    pub(super) fn shortest_path(
        &self,
        start: Node,
        goal: Node,
        is_allowed: impl Fn(Node) -> bool,
    ) -> Option<Vec<Link>> {
        let mut predecessors: FxHashMap<Node, (Node, Reason)> = FxHashMap::default();
        let mut queue = VecDeque::from([start]);
        while let Some(node) = queue.pop_front() {
            for (to, reason) in &self.links[node] {
                if !is_allowed(*to) || predecessors.contains_key(to) {
                    continue;
                }
                predecessors.insert(*to, (node, *reason));
                if *to == goal {
                    return Some(self.trace(&predecessors, start, goal));
                }
                queue.push_back(*to);
            }
        }
        None
    }

    /// The links of the path that was found, which is followed back from the goal.
    fn trace(&self, predecessors: &FxHashMap<Node, (Node, Reason)>, start: Node, goal: Node) -> Vec<Link> {
        let mut links = Vec::new();
        let mut node = goal;
        while let Some((from, reason)) = predecessors.get(&node) {
            links.push(Link { from: self.moment(*from), to: self.moment(node), reason: *reason });
            node = *from;
            if node == start {
                break;
            }
        }
        links.reverse();
        links
    }
}
