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
        let of: Vec<usize> = graph.nodes.iter().map(|node| node.frame.map_or(0, |frame| frame + 1)).collect();
        let count = graph.frames.len() + 1;
        let mut areas = vec![0.0; count];
        for (node, unit) in graph.nodes.iter().zip(&of) {
            areas[*unit] += (node.size.width + GAP) * (node.size.height + 70.0);
        }
        let widths: Vec<f64> =
            areas.iter().map(|area: &f64| (area * graph.aspect).sqrt() + 2.0 * GAP).collect();
        let order = unit_order(graph, &of);
        let mut bands = vec![0; count];
        let (mut band, mut filled) = (0, 0.0);
        for unit in order {
            if areas[unit] > 0.0 && filled > 0.0 && filled + widths[unit] > width * 1.15 {
                (band, filled) = (band + 1, 0.0);
            }
            bands[unit] = band;
            filled += if areas[unit] > 0.0 { widths[unit] } else { 0.0 };
        }
        // The units of a band share the width that it has left.
        let mut sums = vec![0.0; band + 1];
        (0..count).filter(|unit| areas[*unit] > 0.0).for_each(|unit| sums[bands[unit]] += widths[unit]);
        let widths = widths.iter().zip(&bands).map(|(own, band)| own * (width / sums[*band]).max(0.5));
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
    let mut left = vec![State::default(); count];
    for (at, edge) in edges.iter().enumerate() {
        from[edge.from].push(at);
        to[edge.to].push(at);
        left[edge.from].out += edge.weight;
        left[edge.to].into += edge.weight;
        left[edge.to].firm += usize::from(edge.is_firm);
    }
    let mut heap: BinaryHeap<(i64, Reverse<usize>)> =
        (0..count).map(|node| (left[node].out - left[node].into, Reverse(node))).collect();
    let mut sinks: VecDeque<usize> = (0..count).filter(|node| left[*node].out == 0).collect();
    let mut sources: VecDeque<usize> = (0..count).filter(|node| left[*node].into == 0).collect();
    let (mut first, mut last) = (Vec::with_capacity(count), Vec::new());
    let mut next_unplaced = 0;
    while first.len() + last.len() < count {
        let is_open = |node: &usize, left: &[State]| !left[*node].is_placed;
        let (node, is_sink) = if let Some(node) = sources.pop_front() {
            (node, false)
        } else if let Some(node) = sinks.pop_front() {
            (node, true)
        } else if let Some((score, Reverse(node))) = heap.pop() {
            let state = left[node];
            if state.firm > 0 || score != state.out - state.into {
                continue;
            }
            (node, false)
        } else {
            // Firm edges with a cycle hold all nodes back; there should be none, but the loop must end.
            while left[next_unplaced].is_placed {
                next_unplaced += 1;
            }
            (next_unplaced, false)
        };
        if !is_open(&node, &left) {
            continue;
        }
        left[node].is_placed = true;
        if is_sink {
            last.push(node);
        } else {
            first.push(node);
        }
        for at in from[node].iter().chain(&to[node]) {
            let edge = &edges[*at];
            let other = if edge.from == node { edge.to } else { edge.from };
            let state = &mut left[other];
            if state.is_placed {
                continue;
            }
            if edge.from == node {
                state.into -= edge.weight;
                state.firm -= usize::from(edge.is_firm);
                if state.into == 0 {
                    sources.push_back(other);
                }
            } else {
                state.out -= edge.weight;
                if state.out == 0 {
                    sinks.push_back(other);
                }
            }
            heap.push((state.out - state.into, Reverse(other)));
        }
    }
    let mut positions = vec![0; count];
    first.iter().chain(last.iter().rev()).enumerate().for_each(|(at, node)| positions[*node] = at);
    positions
}

/// What is left of the edges of a node.
#[derive(Clone, Copy, Default)]
struct State {
    out: i64,
    into: i64,
    firm: usize,
    is_placed: bool,
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
