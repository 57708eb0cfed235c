//! Assigns boxes to rows, from top to bottom.
//!
//! Frames with boxes of their own are put into bands, one below the other; the boxes of a band are scheduled row by
//! row, as many as the width allows. Invariants: both boxes of each link are in different rows; every row has a
//! box; a link of a tree leads downwards unless bands prevent it.

use super::{Graph, LinkKind};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};

/// The space between boxes of a row, with lines that pass.
const GAP: f64 = 40.0;

/// The row of each box, if all rows are about as wide as given.
pub(super) fn ranks(graph: &Graph, width: f64) -> Vec<usize> {
    let units = Units::new(graph, width);
    let edges: Vec<Edge> = (graph.links.iter().filter(|link| link.from != link.to))
        .map(|link| Edge {
            from: link.from,
            to: link.to,
            weight: link.weight,
            is_firm: matches!(link.kind, LinkKind::Firm(_)),
        })
        .collect();
    let order = acyclic_order(graph.nodes.len(), &edges);
    let key = |node: usize| (units.bands[units.of[node]], order[node]);
    let mut schedule = Schedule {
        graph,
        units: &units,
        below: vec![Vec::new(); graph.nodes.len()],
        above: vec![Vec::new(); graph.nodes.len()],
        ranks: vec![0; graph.nodes.len()],
        used: HashMap::new(),
    };
    for edge in &edges {
        let is_down = key(edge.from) < key(edge.to);
        let (upper, lower) = if is_down { (edge.from, edge.to) } else { (edge.to, edge.from) };
        schedule.below[upper].push((lower, edge.weight));
        schedule.above[lower].push((upper, edge.weight));
    }
    let mut sorted: Vec<usize> = (0..graph.nodes.len()).collect();
    sorted.sort_by_key(|node| key(*node));
    schedule.run(&sorted);
    schedule.pull_down(&sorted);
    schedule.fill_up(&sorted);
    without_empty_rows(schedule.ranks)
}

fn without_empty_rows(ranks: Vec<usize>) -> Vec<usize> {
    let mut known = ranks.clone();
    known.sort_unstable();
    known.dedup();
    ranks.into_iter().map(|rank| known.partition_point(|other| *other < rank)).collect()
}

/// Groups of boxes that are next to one another: those that are directly in the same frame.
struct Units {
    /// The unit of each box.
    of: Vec<usize>,
    /// The band of each unit, from top to bottom.
    bands: Vec<usize>,
    /// How wide the rows of each unit may be.
    widths: Vec<f64>,
}

impl Units {
    /// Divides the units into bands, one below the other, each of which is about as wide as `width`.
    fn new(graph: &Graph, width: f64) -> Self {
        // Unit 0 has the boxes that are in no frame.
        let of: Vec<usize> = graph.nodes.iter().map(|node| node.frame.map_or(0, |frame| frame + 1)).collect();
        let count = graph.frames.len() + 1;
        let mut areas = vec![0.0; count];
        for (node, unit) in graph.nodes.iter().zip(&of) {
            areas[*unit] += (node.size.width + GAP) * (node.size.height + 70.0);
        }
        let has_boxes = |unit: usize| areas[unit] > 0.0;
        let natural_widths: Vec<f64> =
            areas.iter().map(|area: &f64| (area * graph.aspect).sqrt() + 2.0 * GAP).collect();
        let mut bands = vec![0; count];
        let (mut band, mut filled) = (0, 0.0);
        for unit in unit_order(graph, &of) {
            if has_boxes(unit) && filled > 0.0 && filled + natural_widths[unit] > width * 1.15 {
                (band, filled) = (band + 1, 0.0);
            }
            bands[unit] = band;
            filled += if has_boxes(unit) { natural_widths[unit] } else { 0.0 };
        }
        // The widths are scaled, so that the units of a band fill the width together.
        let mut sums = vec![0.0; band + 1];
        (0..count).filter(|unit| has_boxes(*unit)).for_each(|unit| sums[bands[unit]] += natural_widths[unit]);
        let widths =
            natural_widths.iter().zip(&bands).map(|(own, band)| own * (width / sums[*band]).max(0.5));
        Self { of, widths: widths.collect(), bands }
    }
}

/// The units so that most links lead from earlier to later ones, and frames inside of the same frame follow one
/// another.
fn unit_order(graph: &Graph, of: &[usize]) -> Vec<usize> {
    let count = graph.frames.len() + 1;
    let mut top: Vec<usize> = (0..count).collect();
    for (at, frame) in graph.frames.iter().enumerate() {
        if let Some(parent) = frame.parent {
            top[at + 1] = top[parent + 1];
        }
    }
    let ordered = |group: &dyn Fn(usize) -> usize| {
        let edges = graph.links.iter().map(|link| (group(of[link.from]), group(of[link.to]), link.weight));
        let different = edges.filter(|(from, to, _)| from != to);
        let edges: Vec<Edge> =
            different.map(|(from, to, weight)| Edge { from, to, weight, is_firm: false }).collect();
        acyclic_order(count, &edges)
    };
    let (outer, inner) = (ordered(&|unit| top[unit]), ordered(&|unit| unit));
    let mut units: Vec<usize> = (0..count).collect();
    units.sort_by_key(|unit| (outer[top[*unit]], inner[*unit]));
    units
}

struct Edge {
    from: usize,
    to: usize,
    weight: i64,
    /// Whether it must not be reversed. Such edges have no cycle.
    is_firm: bool,
}

/// Positions of nodes in an order in which little weight leads backwards: the heuristic of Eades, Lin and Smyth.
fn acyclic_order(count: usize, edges: &[Edge]) -> Vec<usize> {
    let mut from: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut to: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (at, edge) in edges.iter().enumerate() {
        from[edge.from].push(at);
        to[edge.to].push(at);
    }
    let mut queue = NodeQueue::new(count, edges);
    // Sinks are placed from the end, so the last ones are in reverse order.
    let (mut first, mut last) = (Vec::with_capacity(count), Vec::new());
    while first.len() + last.len() < count {
        let (node, is_sink) = queue.place_next();
        if is_sink {
            last.push(node);
        } else {
            first.push(node);
        }
        from[node].iter().chain(&to[node]).for_each(|at| queue.remove_edge(&edges[*at], node));
    }
    let mut positions = vec![0; count];
    first.iter().chain(last.iter().rev()).enumerate().for_each(|(at, node)| positions[*node] = at);
    positions
}

/// The edges between a node and the nodes that are not placed yet.
#[derive(Clone, Copy, Default)]
struct State {
    /// The weight of edges from the node.
    out: i64,
    /// The weight of edges to the node.
    into: i64,
    /// The number of firm edges to the node.
    firm: usize,
    is_placed: bool,
}

/// The order in which nodes are placed.
struct NodeQueue {
    states: Vec<State>,
    sources: VecDeque<usize>,
    sinks: VecDeque<usize>,
    /// Nodes by the difference of the weights from them and to them. An entry is outdated if the difference has changed.
    scores: BinaryHeap<(i64, Reverse<usize>)>,
    /// All nodes before this one are placed.
    next_unplaced: usize,
}

impl NodeQueue {
    fn new(count: usize, edges: &[Edge]) -> Self {
        let mut states = vec![State::default(); count];
        for edge in edges {
            states[edge.from].out += edge.weight;
            states[edge.to].into += edge.weight;
            states[edge.to].firm += usize::from(edge.is_firm);
        }
        Self {
            sources: (0..count).filter(|node| states[*node].into == 0).collect(),
            sinks: (0..count).filter(|node| states[*node].out == 0).collect(),
            scores: (0..count).map(|node| (states[node].out - states[node].into, Reverse(node))).collect(),
            states,
            next_unplaced: 0,
        }
    }

    /// Places a source, or else a sink, or else the node with the best score. Returns the node, and whether it is a sink.
    /// At least one node must not be placed yet.
    fn place_next(&mut self) -> (usize, bool) {
        loop {
            let (node, is_sink) = if let Some(node) = self.sources.pop_front() {
                (node, false)
            } else if let Some(node) = self.sinks.pop_front() {
                (node, true)
            } else if let Some((score, Reverse(node))) = self.scores.pop() {
                let state = self.states[node];
                if state.firm > 0 || score != state.out - state.into {
                    continue;
                }
                (node, false)
            } else {
                // Firm edges with a cycle hold all nodes back; there should be none, but the loop must end.
                while self.states[self.next_unplaced].is_placed {
                    self.next_unplaced += 1;
                }
                (self.next_unplaced, false)
            };
            // A node may be in several queues.
            if !self.states[node].is_placed {
                self.states[node].is_placed = true;
                return (node, is_sink);
            }
        }
    }

    /// Removes an edge from the state of its other end, after the node at one end was placed.
    fn remove_edge(&mut self, edge: &Edge, placed: usize) {
        let is_from_placed = edge.from == placed;
        let other = if is_from_placed { edge.to } else { edge.from };
        let state = &mut self.states[other];
        if state.is_placed {
            return;
        }
        if is_from_placed {
            state.into -= edge.weight;
            state.firm -= usize::from(edge.is_firm);
            if state.into == 0 {
                self.sources.push_back(other);
            }
        } else {
            state.out -= edge.weight;
            if state.out == 0 {
                self.sinks.push_back(other);
            }
        }
        self.scores.push((state.out - state.into, Reverse(other)));
    }
}

struct Schedule<'g> {
    graph: &'g Graph,
    units: &'g Units,
    /// The boxes below and above each box, with weights.
    below: Vec<Vec<(usize, i64)>>,
    above: Vec<Vec<(usize, i64)>>,
    ranks: Vec<usize>,
    /// The width that each unit uses in each row.
    used: HashMap<(usize, usize), f64>,
}

impl Schedule<'_> {
    /// Assigns boxes, which are sorted so that none is before one above it.
    fn run(&mut self, sorted: &[usize]) {
        let heights = self.heights(sorted);
        let mut waiting_for: Vec<usize> = self.above.iter().map(Vec::len).collect();
        let mut base = 0;
        let bands = sorted.chunk_by(|a, b| self.band(*a) == self.band(*b)).map(<[usize]>::to_vec);
        for band in bands.collect::<Vec<_>>() {
            let mut remaining = band.len();
            let mut ready: Vec<usize> = band.iter().copied().filter(|node| waiting_for[*node] == 0).collect();
            while remaining > 0 {
                // Long ways first; boxes below the same box together.
                ready.sort_by_cached_key(|node| {
                    let parent = self.above[*node].iter().max_by_key(|(_, weight)| *weight);
                    (Reverse(heights[*node]), parent.map(|(parent, _)| *parent), *node)
                });
                let (placed, rest): (Vec<usize>, Vec<usize>) =
                    ready.into_iter().partition(|node| self.put(*node, base));
                ready = rest;
                remaining -= placed.len();
                for node in placed {
                    for (lower, _) in &self.below[node] {
                        waiting_for[*lower] -= 1;
                        if waiting_for[*lower] == 0 && self.band(*lower) == self.band(node) {
                            ready.push(*lower);
                        }
                    }
                }
                base += 1;
            }
        }
    }

    fn band(&self, node: usize) -> usize {
        self.units.bands[self.units.of[node]]
    }

    /// The number of rows that each box needs below it in its band.
    fn heights(&self, sorted: &[usize]) -> Vec<usize> {
        let mut heights = vec![0; sorted.len()];
        for node in sorted.iter().rev() {
            let below = self.below[*node].iter().filter(|(lower, _)| self.band(*lower) == self.band(*node));
            heights[*node] = below.map(|(lower, _)| heights[*lower] + 1).max().unwrap_or(0);
        }
        heights
    }

    /// Puts a box into a row if there is space.
    fn put(&mut self, node: usize, rank: usize) -> bool {
        let (unit, width) = (self.units.of[node], self.graph.nodes[node].size.width + GAP);
        let used = self.used.entry((rank, unit)).or_default();
        if *used > 0.0 && *used + width > self.units.widths[unit] {
            return false;
        }
        *used += width;
        self.ranks[node] = rank;
        true
    }

    fn used(&self, rank: usize, unit: usize) -> f64 {
        self.used.get(&(rank, unit)).copied().unwrap_or_default()
    }

    fn move_to(&mut self, node: usize, rank: usize) {
        let (unit, width) = (self.units.of[node], self.graph.nodes[node].size.width + GAP);
        *self.used.entry((self.ranks[node], unit)).or_default() -= width;
        *self.used.entry((rank, unit)).or_default() += width;
        self.ranks[node] = rank;
    }

    /// Moves boxes out of rows that have only few, into rows above that become slightly wider.
    fn fill_up(&mut self, sorted: &[usize]) {
        for node in sorted {
            let (now, unit) = (self.ranks[*node], self.units.of[*node]);
            let (width, limit) = (self.graph.nodes[*node].size.width + GAP, self.units.widths[unit]);
            if self.used(now, unit) > 0.3 * limit {
                continue;
            }
            let first = self.above[*node].iter().map(|(upper, _)| self.ranks[*upper] + 1).max();
            for rank in (first.unwrap_or(now)..now).rev() {
                let used = self.used(rank, unit);
                if used > 0.3 * limit && used + width <= 1.2 * limit {
                    self.move_to(*node, rank);
                    break;
                }
            }
        }
    }

    /// Moves boxes nearer to those below them, where this makes lines shorter and there is space.
    fn pull_down(&mut self, sorted: &[usize]) {
        for node in sorted.iter().rev() {
            let sum = |all: &[(usize, i64)]| all.iter().map(|(_, weight)| weight).sum::<i64>();
            let Some(next) = self.below[*node].iter().map(|(lower, _)| self.ranks[*lower]).min() else {
                continue;
            };
            if sum(&self.below[*node]) <= sum(&self.above[*node]) {
                continue;
            }
            let now = self.ranks[*node];
            let (unit, width) = (self.units.of[*node], self.graph.nodes[*node].size.width + GAP);
            let is_in_band = |rank: usize| self.used(rank, unit) > 0.0;
            for rank in (now + 1..next).rev().filter(|rank| is_in_band(*rank)).collect::<Vec<_>>() {
                if self.used(rank, unit) + width <= self.units.widths[unit] {
                    self.move_to(*node, rank);
                    break;
                }
            }
        }
    }
}
