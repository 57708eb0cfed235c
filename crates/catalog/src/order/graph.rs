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
    /// The links to each node: the node before it, and the reason. They are the same links as in `links`.
    backlinks: Vec<Vec<(Node, Reason)>>,
}

impl Graph {
    /// The graph of resources. `container_flags` contains for each resource whether it is a container; `contents` are
    /// pairs of a container and a resource in it.
    pub(super) fn new(
        container_flags: &[bool],
        contents: impl Iterator<Item = (usize, usize)>,
        relationships: &[Relationship],
    ) -> Self {
        let mut graph = Self::without_links(container_flags);
        let mut linked_pairs = FxHashSet::default();
        // Adds a link. If two nodes already have one, it stays, with its reason.
        let mut add = |graph: &mut Self, from: Node, to: Node, reason: Reason| {
            if linked_pairs.insert((from, to)) {
                graph.links[from].push((to, reason));
            }
        };
        for (container, contained) in contents {
            // As in Puppet, an edge from a resource that is not a container has no effect.
            if !container_flags[container] {
                continue;
            }
            let (start, end) = (graph.start(container), graph.end(container));
            let (contained_start, contained_end) = (graph.start(contained), graph.end(contained));
            add(&mut graph, start, contained_start, Reason::Containment);
            add(&mut graph, contained_end, end, Reason::Containment);
        }
        for (position, is_container) in container_flags.iter().enumerate() {
            let start = graph.start(position);
            // An empty container still has a start before its end.
            if *is_container && graph.links[start].is_empty() {
                let end = graph.end(position);
                add(&mut graph, start, end, Reason::Containment);
            }
        }
        for (earlier, later, reason) in relationships {
            let (from, to) = (graph.end(*earlier), graph.start(*later));
            add(&mut graph, from, to, *reason);
        }
        for (from, links) in graph.links.iter().enumerate() {
            for (to, reason) in links {
                graph.backlinks[*to].push((from, *reason));
            }
        }
        graph
    }

    /// The nodes of resources: two for a container, one for another resource.
    fn without_links(container_flags: &[bool]) -> Self {
        let (mut moments, mut starts) = (Vec::new(), Vec::new());
        for (position, is_container) in container_flags.iter().enumerate() {
            starts.push(moments.len());
            if *is_container {
                moments.extend([Moment::Start(position), Moment::End(position)]);
            } else {
                moments.push(Moment::Whole(position));
            }
        }
        let links = vec![Vec::new(); moments.len()];
        Self { moments, starts, backlinks: links.clone(), links }
    }

    /// The number of nodes.
    pub(super) fn len(&self) -> usize {
        self.moments.len()
    }

    /// The moment that a node represents.
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
        // The node of a container's end follows that of its start; another resource has only one node.
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

    /// The links of the path from `start` to `goal` that a search has found. `predecessors` contains the node before
    /// each node of the path, so the path is followed back from its goal.
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
