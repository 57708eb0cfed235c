//! Assigns boxes to rows, from top to bottom.
//!
//! Frames with boxes of their own are put into bands, one below the other; the boxes of a band are scheduled row by
//! row, as many as the width allows. Invariants: both boxes of each link are in different rows; every row has a
//! box; a link of a tree leads downwards unless bands prevent it.

use super::{Graph, LinkKind};
use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, VecDeque};

/// The space between boxes of a row, with lines that pass.
pub(super) const GAP: f64 = 40.0;
/// The space between rows, with lines.
pub(super) const ROW_GAP: f64 = 70.0;
/// The greatest width of a band with several units, divided by the given width.
const MAX_BAND_WIDTH: f64 = 1.15;
/// A row is sparse if its boxes use at most this part of the width of their unit.
const SPARSE_PART: f64 = 0.3;
/// The greatest width of a row with boxes from sparse rows, divided by the width of its unit.
const MAX_FILLED_WIDTH: f64 = 1.2;

/// The row of each box, in rows that are about as wide as `width`.
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
    // Boxes are sorted by their bands, and those of a band by the order.
    let key = |node: usize| (units.bands[units.unit_of_node[node]], order[node]);
    let mut schedule = Schedule {
        graph,
        units: &units,
        below: vec![Vec::new(); graph.nodes.len()],
        above: vec![Vec::new(); graph.nodes.len()],
        ranks: vec![0; graph.nodes.len()],
        used_widths: HashMap::new(),
    };
    for edge in &edges {
        let is_down = key(edge.from) < key(edge.to);
        let (upper, lower) = if is_down { (edge.from, edge.to) } else { (edge.to, edge.from) };
        schedule.below[upper].push((lower, edge.weight));
        schedule.above[lower].push((upper, edge.weight));
    }
    let mut sorted_nodes: Vec<usize> = (0..graph.nodes.len()).collect();
    sorted_nodes.sort_by_key(|node| key(*node));
    schedule.run(&sorted_nodes);
    schedule.pull_down(&sorted_nodes);
    schedule.fill_up(&sorted_nodes);
    without_empty_rows(schedule.ranks)
}

/// The ranks, renumbered so that every row has a box.
fn without_empty_rows(ranks: Vec<usize>) -> Vec<usize> {
    let mut used_ranks = ranks.clone();
    used_ranks.sort_unstable();
    used_ranks.dedup();
    ranks.into_iter().map(|rank| used_ranks.partition_point(|other| *other < rank)).collect()
}

/// Groups of boxes that are next to one another: those that are directly in the same frame.
struct Units {
    /// The unit of each box.
    unit_of_node: Vec<usize>,
    /// The band of each unit, from top to bottom.
    bands: Vec<usize>,
    /// How wide the rows of each unit may be.
    widths: Vec<f64>,
}

impl Units {
    /// Divides the units into bands, one below the other, each of which is about as wide as `width`.
    fn new(graph: &Graph, width: f64) -> Self {
        // Unit 0 has the boxes that are in no frame.
        let unit_of_node: Vec<usize> =
            graph.nodes.iter().map(|node| node.frame.map_or(0, |frame| frame + 1)).collect();
        let count = graph.frames.len() + 1;
        let mut areas = vec![0.0; count];
        for (node, unit) in graph.nodes.iter().zip(&unit_of_node) {
            areas[*unit] += (node.size.width + GAP) * (node.size.height + ROW_GAP);
        }
        let has_boxes = |unit: usize| areas[unit] > 0.0;
        let natural_widths: Vec<f64> =
            areas.iter().map(|area: &f64| (area * graph.aspect).sqrt() + 2.0 * GAP).collect();
        let mut bands = vec![0; count];
        let (mut band, mut band_width) = (0, 0.0);
        for unit in unit_order(graph, &unit_of_node) {
            let is_too_wide = band_width + natural_widths[unit] > width * MAX_BAND_WIDTH;
            if has_boxes(unit) && band_width > 0.0 && is_too_wide {
                (band, band_width) = (band + 1, 0.0);
            }
            bands[unit] = band;
            if has_boxes(unit) {
                band_width += natural_widths[unit];
            }
        }
        // The widths are scaled, but to no less than a half, so that the units of a band fill the width together.
        let mut band_widths = vec![0.0; band + 1];
        for unit in (0..count).filter(|unit| has_boxes(*unit)) {
            band_widths[bands[unit]] += natural_widths[unit];
        }
        let widths = natural_widths
            .iter()
            .zip(&bands)
            .map(|(unit_width, band)| unit_width * (width / band_widths[*band]).max(0.5));
        Self { unit_of_node, widths: widths.collect(), bands }
    }
}

/// The units in an order in which most links lead from earlier to later units, and all units inside of the same
/// outermost frame follow one another.
fn unit_order(graph: &Graph, unit_of_node: &[usize]) -> Vec<usize> {
    // Unit 0 has the boxes that are in no frame; unit `n + 1` is that of frame `n`.
    let unit_count = graph.frames.len() + 1;
    // The unit of the outermost frame around each unit.
    let mut top_units: Vec<usize> = (0..unit_count).collect();
    // Outer frames precede the frames inside of them, so the entry of the parent is already final.
    for (at, frame) in graph.frames.iter().enumerate() {
        if let Some(parent) = frame.parent {
            top_units[at + 1] = top_units[parent + 1];
        }
    }
    // The positions of groups of units in an order in which most links lead from earlier to later groups. `group`
    // returns the unit that represents the group of a unit.
    let positions = |group: &dyn Fn(usize) -> usize| {
        let mut edges = Vec::new();
        for link in &graph.links {
            let (from, to) = (group(unit_of_node[link.from]), group(unit_of_node[link.to]));
            if from != to {
                edges.push(Edge { from, to, weight: link.weight, is_firm: false });
            }
        }
        acyclic_order(unit_count, &edges)
    };
    let positions_of_top_units = positions(&|unit| top_units[unit]);
    let positions_of_units = positions(&|unit| unit);
    let mut units: Vec<usize> = (0..unit_count).collect();
    units.sort_by_key(|unit| (positions_of_top_units[top_units[*unit]], positions_of_units[*unit]));
    units
}

/// An edge from one node to another one, of boxes or of units.
struct Edge {
    from: usize,
    to: usize,
    weight: i64,
    /// Whether the edge must not be reversed. Such edges form no cycle.
    is_firm: bool,
}

/// The position of each node in an order in which the edges that lead backwards have little weight: the heuristic of
/// Eades, Lin and Smyth.
fn acyclic_order(count: usize, edges: &[Edge]) -> Vec<usize> {
    let mut edges_from: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut edges_to: Vec<Vec<usize>> = vec![Vec::new(); count];
    for (at, edge) in edges.iter().enumerate() {
        edges_from[edge.from].push(at);
        edges_to[edge.to].push(at);
    }
    let mut queue = NodeQueue::new(count, edges);
    // Sinks are placed from the end, so the last ones are in reverse order.
    let (mut placed_first, mut placed_last) = (Vec::with_capacity(count), Vec::new());
    while placed_first.len() + placed_last.len() < count {
        let (node, is_sink) = queue.place_next();
        if is_sink {
            placed_last.push(node);
        } else {
            placed_first.push(node);
        }
        edges_from[node].iter().chain(&edges_to[node]).for_each(|at| queue.remove_edge(&edges[*at], node));
    }
    let mut positions = vec![0; count];
    placed_first
        .iter()
        .chain(placed_last.iter().rev())
        .enumerate()
        .for_each(|(at, node)| positions[*node] = at);
    positions
}

/// The edges between a node and the nodes that are not placed yet.
#[derive(Clone, Copy, Default)]
struct NodeState {
    /// The weight of edges from the node.
    out: i64,
    /// The weight of edges to the node.
    into: i64,
    /// The number of firm edges to the node.
    firm_edges_to: usize,
    is_placed: bool,
}

/// The order in which nodes are placed.
struct NodeQueue {
    states: Vec<NodeState>,
    sources: VecDeque<usize>,
    sinks: VecDeque<usize>,
    /// Nodes by the difference of the weights from them and to them. An entry is outdated if the difference has
    /// changed.
    scores: BinaryHeap<(i64, Reverse<usize>)>,
    /// All nodes before this one are placed.
    next_unplaced: usize,
}

impl NodeQueue {
    /// The queue of all nodes, none of which is placed.
    fn new(count: usize, edges: &[Edge]) -> Self {
        let mut states = vec![NodeState::default(); count];
        for edge in edges {
            states[edge.from].out += edge.weight;
            states[edge.to].into += edge.weight;
            states[edge.to].firm_edges_to += usize::from(edge.is_firm);
        }
        Self {
            sources: (0..count).filter(|node| states[*node].into == 0).collect(),
            sinks: (0..count).filter(|node| states[*node].out == 0).collect(),
            scores: (0..count).map(|node| (states[node].out - states[node].into, Reverse(node))).collect(),
            states,
            next_unplaced: 0,
        }
    }

    /// Places a source, or else a sink, or else the node with the best score. Returns the node, and whether it is a
    /// sink. At least one node must not be placed yet.
    fn place_next(&mut self) -> (usize, bool) {
        loop {
            let (node, is_sink) = if let Some(node) = self.sources.pop_front() {
                (node, false)
            } else if let Some(node) = self.sinks.pop_front() {
                (node, true)
            } else if let Some((score, Reverse(node))) = self.scores.pop() {
                let state = self.states[node];
                // A node must follow its firm edges, and a score that has changed is outdated. In both cases the node
                // has another entry, or gets one when its state changes.
                if state.firm_edges_to > 0 || score != state.out - state.into {
                    continue;
                }
                (node, false)
            } else {
                // All queues are empty although a node is not placed: firm edges form a cycle. There should be none,
                // but the loop must end.
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

    /// Removes an edge of a node that was just placed from the state of the node at its other end.
    fn remove_edge(&mut self, edge: &Edge, placed: usize) {
        let is_from_placed = edge.from == placed;
        let other = if is_from_placed { edge.to } else { edge.from };
        let state = &mut self.states[other];
        if state.is_placed {
            return;
        }
        if is_from_placed {
            state.into -= edge.weight;
            state.firm_edges_to -= usize::from(edge.is_firm);
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

/// Assigns boxes to rows.
struct Schedule<'g> {
    graph: &'g Graph,
    units: &'g Units,
    /// The boxes below and above each box, with weights.
    below: Vec<Vec<(usize, i64)>>,
    above: Vec<Vec<(usize, i64)>>,
    /// The row of each box.
    ranks: Vec<usize>,
    /// The width that each unit uses in each row, by the row and the unit.
    used_widths: HashMap<(usize, usize), f64>,
}

impl Schedule<'_> {
    /// Assigns a row to each box. The boxes are sorted: a box is after all boxes above it.
    fn run(&mut self, sorted: &[usize]) {
        let heights = self.heights(sorted);
        let mut unplaced_above: Vec<usize> = self.above.iter().map(Vec::len).collect();
        let mut row = 0;
        let bands = sorted.chunk_by(|a, b| self.band(*a) == self.band(*b)).map(<[usize]>::to_vec);
        for band in bands.collect::<Vec<_>>() {
            let mut remaining = band.len();
            let mut ready: Vec<usize> =
                band.iter().copied().filter(|node| unplaced_above[*node] == 0).collect();
            while remaining > 0 {
                // Boxes with many rows below them come first; boxes below the same box are next to one another.
                ready.sort_by_cached_key(|node| {
                    let parent = self.above[*node].iter().max_by_key(|(_, weight)| *weight);
                    (Reverse(heights[*node]), parent.map(|(parent, _)| *parent), *node)
                });
                let (placed, postponed): (Vec<usize>, Vec<usize>) =
                    ready.into_iter().partition(|node| self.put(*node, row));
                ready = postponed;
                remaining -= placed.len();
                for node in placed {
                    for (lower, _) in &self.below[node] {
                        unplaced_above[*lower] -= 1;
                        if unplaced_above[*lower] == 0 && self.band(*lower) == self.band(node) {
                            ready.push(*lower);
                        }
                    }
                }
                row += 1;
            }
        }
    }

    /// The band of a box.
    fn band(&self, node: usize) -> usize {
        self.units.bands[self.units.unit_of_node[node]]
    }

    /// The number of rows that each box needs below it in its band. In `sorted`, a box is after all boxes above it.
    fn heights(&self, sorted: &[usize]) -> Vec<usize> {
        let mut heights = vec![0; sorted.len()];
        for node in sorted.iter().rev() {
            let boxes_below =
                self.below[*node].iter().filter(|(lower, _)| self.band(*lower) == self.band(*node));
            heights[*node] = boxes_below.map(|(lower, _)| heights[*lower] + 1).max().unwrap_or(0);
        }
        heights
    }

    /// Assigns a rank to a box if there is space in that row. Returns whether there was.
    fn put(&mut self, node: usize, rank: usize) -> bool {
        let (unit, width) = (self.units.unit_of_node[node], self.graph.nodes[node].size.width + GAP);
        let used = self.used_widths.entry((rank, unit)).or_default();
        if *used > 0.0 && *used + width > self.units.widths[unit] {
            return false;
        }
        *used += width;
        self.ranks[node] = rank;
        true
    }

    /// The width that a unit uses in a row.
    fn used_width(&self, rank: usize, unit: usize) -> f64 {
        self.used_widths.get(&(rank, unit)).copied().unwrap_or_default()
    }

    /// Moves a box to another rank, and updates the widths of both.
    fn move_to(&mut self, node: usize, rank: usize) {
        let (unit, width) = (self.units.unit_of_node[node], self.graph.nodes[node].size.width + GAP);
        *self.used_widths.entry((self.ranks[node], unit)).or_default() -= width;
        *self.used_widths.entry((rank, unit)).or_default() += width;
        self.ranks[node] = rank;
    }

    /// Moves boxes out of rows that have only few, into rows above that become slightly wider.
    fn fill_up(&mut self, sorted: &[usize]) {
        for node in sorted {
            let (current_rank, unit) = (self.ranks[*node], self.units.unit_of_node[*node]);
            let (width, limit) = (self.graph.nodes[*node].size.width + GAP, self.units.widths[unit]);
            if self.used_width(current_rank, unit) > SPARSE_PART * limit {
                continue;
            }
            let first_rank = self.above[*node].iter().map(|(upper, _)| self.ranks[*upper] + 1).max();
            for rank in (first_rank.unwrap_or(current_rank)..current_rank).rev() {
                let used = self.used_width(rank, unit);
                if used > SPARSE_PART * limit && used + width <= MAX_FILLED_WIDTH * limit {
                    self.move_to(*node, rank);
                    break;
                }
            }
        }
    }

    /// Moves boxes nearer to those below them if this makes lines shorter and there is space.
    fn pull_down(&mut self, sorted: &[usize]) {
        for node in sorted.iter().rev() {
            let Some(next) = self.below[*node].iter().map(|(lower, _)| self.ranks[*lower]).min() else {
                continue;
            };
            if total_weight(&self.below[*node]) <= total_weight(&self.above[*node]) {
                continue;
            }
            let current_rank = self.ranks[*node];
            let (unit, width) = (self.units.unit_of_node[*node], self.graph.nodes[*node].size.width + GAP);
            // Rows in which the unit has no box may be outside of its band.
            let has_boxes = |rank: usize| self.used_width(rank, unit) > 0.0;
            for rank in (current_rank + 1..next).rev().filter(|rank| has_boxes(*rank)).collect::<Vec<_>>() {
                if self.used_width(rank, unit) + width <= self.units.widths[unit] {
                    self.move_to(*node, rank);
                    break;
                }
            }
        }
    }
}

/// The sum of the weights of the links to some boxes.
fn total_weight(boxes: &[(usize, i64)]) -> i64 {
    boxes.iter().map(|(_, weight)| weight).sum::<i64>()
}
