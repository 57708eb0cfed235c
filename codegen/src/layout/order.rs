//! Reduces the crossings of lines: the order of items in each layer.
//!
//! Sweeps sort each layer by the barycentres of neighbours in the layer before; then neighbours are exchanged if
//! this removes crossings. Invariants: the items of a frame are next to one another in each layer, and frames
//! inside of the same frame have the same order in all layers.

use super::layers::{ItemKind, LayeredGraph};
use std::collections::BTreeMap;

/// The number of sweeps, in both directions together.
const SWEEPS: usize = 16;
/// Drawings with more items than this have fewer sweeps.
const MANY_ITEMS: usize = 4_000;

/// Frames are sorted after each group of this many sweeps.
const SWEEPS_BETWEEN_FRAMES: usize = 4;

/// The greatest number of passes over all layers in which neighbours are exchanged, after each sweep.
const MAX_EXCHANGES: usize = 3;

/// Sorts all layers, and returns the number of crossings that remain.
pub(super) fn reduce_crossings(layered: &mut LayeredGraph) -> usize {
    let mut ordering = Ordering::new(layered);
    ordering.sort_frames(layered);
    for layer in 0..layered.layers.len() {
        ordering.sort(layered, layer, SortedBy::OwnPlaces);
    }
    let (mut best_cost, mut best_layers) = (ordering.cost(layered), layered.layers.clone());
    let sweeps = if layered.items.len() > MANY_ITEMS { SWEEPS / 4 } else { SWEEPS };
    // If this many sweeps do not change the order, the next ones do not change it, either: one in each direction, or
    // those up to the next sorting of frames.
    let period = if layered.parents.is_empty() { 2 } else { SWEEPS_BETWEEN_FRAMES };
    let mut last_order = None;
    for sweep in 0..sweeps {
        let is_down = sweep.is_multiple_of(2);
        ordering.sweep(layered, is_down);
        if layered.items.len() <= MANY_ITEMS {
            ordering.exchange(layered);
        }
        let cost = ordering.cost(layered);
        if cost < best_cost {
            (best_cost, best_layers) = (cost, layered.layers.clone());
        }
        if (sweep + 1).is_multiple_of(SWEEPS_BETWEEN_FRAMES) {
            ordering.sort_frames(layered);
        }
        if (sweep + 1) % period == 0 {
            let order = (layered.layers.clone(), ordering.frame_places.clone());
            if last_order.as_ref() == Some(&order) {
                break;
            }
            last_order = Some(order);
        }
    }
    layered.layers = best_layers;
    let (crossings, _) = best_cost;
    crossings
}

/// The places by which the items of a layer are sorted.
#[derive(Clone, Copy)]
enum SortedBy {
    /// The places of the neighbours above.
    Above,
    /// The places of the neighbours below.
    Below,
    /// The current places of the items themselves.
    OwnPlaces,
}

/// The order of items, and the neighbours that determine it.
struct Ordering {
    /// The neighbours of each item above and below.
    above: Vec<Vec<usize>>,
    below: Vec<Vec<usize>>,
    /// The place of each item in its layer.
    places: Vec<usize>,
    /// The place of each frame in an order of all frames, by which those inside of the same frame are sorted.
    frame_places: Vec<usize>,
}

impl Ordering {
    /// The neighbours and places of items in the order that the layers have now. Ties count as wires.
    fn new(layered: &LayeredGraph) -> Self {
        let mut ordering = Self {
            above: vec![Vec::new(); layered.items.len()],
            below: vec![Vec::new(); layered.items.len()],
            places: vec![0; layered.items.len()],
            frame_places: (0..layered.parents.len()).collect(),
        };
        for wire in &layered.wires {
            ordering.below[wire.upper].push(wire.lower);
            ordering.above[wire.lower].push(wire.upper);
        }
        for (upper, lower) in &layered.ties {
            ordering.below[*upper].push(*lower);
            ordering.above[*lower].push(*upper);
        }
        for layer in &layered.layers {
            ordering.update_places(layer);
        }
        ordering
    }

    /// Records the place of each item of a layer.
    fn update_places(&mut self, layer: &[usize]) {
        layer.iter().enumerate().for_each(|(place, item)| self.places[*item] = place);
    }

    /// Sorts all layers by their upper neighbours from top to bottom, or by their lower ones from bottom to top.
    fn sweep(&mut self, layered: &mut LayeredGraph, is_down: bool) {
        let count = layered.layers.len();
        for step in 0..count {
            let layer = if is_down { step } else { count - 1 - step };
            self.sort(layered, layer, if is_down { SortedBy::Above } else { SortedBy::Below });
        }
    }

    /// Sorts a layer by places, and puts the items of each frame together.
    fn sort(&mut self, layered: &mut LayeredGraph, layer: usize, sorted_by: SortedBy) {
        let items = std::mem::take(&mut layered.layers[layer]);
        let other_layer = match sorted_by {
            SortedBy::Above => layer.checked_sub(1),
            SortedBy::Below => Some(layer + 1).filter(|next| *next < layered.layers.len()),
            SortedBy::OwnPlaces => None,
        };
        let scale =
            other_layer.map_or(1.0, |index| layered.layers[index].len() as f64 / items.len().max(1) as f64);
        let keys: Vec<f64> = items.iter().map(|item| self.sort_key(*item, sorted_by, scale)).collect();
        layered.layers[layer] = if layered.parents.is_empty() {
            let mut order: Vec<usize> = (0..items.len()).collect();
            order.sort_by(|a, b| keys[*a].total_cmp(&keys[*b]));
            order.into_iter().map(|at| items[at]).collect()
        } else {
            self.group_by_frames(layered, &items, &keys)
        };
        self.update_places(&layered.layers[layer]);
    }

    /// The number by which an item is sorted: the mean of the places of its neighbours. An item without neighbours
    /// keeps its place, multiplied by `scale`: the ratio of the numbers of items in the other layer and in its own one.
    fn sort_key(&self, item: usize, sorted_by: SortedBy, scale: f64) -> f64 {
        let neighbours: &[usize] = match sorted_by {
            SortedBy::Above => &self.above[item],
            SortedBy::Below => &self.below[item],
            SortedBy::OwnPlaces => &[],
        };
        if neighbours.is_empty() {
            return self.places[item] as f64 * scale;
        }
        let sum: usize = neighbours.iter().map(|neighbour| self.places[*neighbour]).sum();
        sum as f64 / neighbours.len() as f64
    }

    /// The items sorted by their keys, but with the items of each frame together.
    fn group_by_frames(&self, layered: &LayeredGraph, items: &[usize], keys: &[f64]) -> Vec<usize> {
        let mut parts_by_frame = keyed_parts(layered, items, keys);
        for parts in parts_by_frame.values_mut() {
            parts.sort_by(|(key, _), (other_key, _)| key.total_cmp(other_key));
            // Frames keep their order in all layers; only items may be at any place between them. So the positions
            // that have frames now get the same frames in their own order.
            let (mut positions, mut frames) = (Vec::new(), Vec::new());
            for (position, (_, part)) in parts.iter().enumerate() {
                if let Part::Frame(frame) = part {
                    positions.push(position);
                    frames.push(*frame);
                }
            }
            frames.sort_by_key(|frame| self.frame_places[*frame]);
            for (position, frame) in positions.into_iter().zip(frames) {
                let (_, part) = &mut parts[position];
                *part = Part::Frame(frame);
            }
        }
        // Reversed, because the last part on the stack is visited first.
        let parts_of = |frame: Option<usize>| {
            parts_by_frame.get(&frame).into_iter().flatten().rev().map(|(_, part)| *part)
        };
        let mut order = Vec::with_capacity(items.len());
        let mut stack: Vec<Part> = parts_of(None).collect();
        while let Some(part) = stack.pop() {
            match part {
                Part::LayerItem(item) => order.push(item),
                Part::Frame(frame) => stack.extend(parts_of(Some(frame))),
            }
        }
        order
    }

    /// Orders frames by a mean of places: those of their items, and of the neighbours of these items. A place is
    /// divided by the number of items in its layer, because layers have different lengths.
    fn sort_frames(&mut self, layered: &LayeredGraph) {
        let frame_count = layered.parents.len();
        let (mut sums, mut counts) = (vec![0.0; frame_count], vec![0.0; frame_count]);
        for (item, layer_item) in layered.items.iter().enumerate() {
            if matches!(layer_item.kind, ItemKind::Space) {
                continue;
            }
            let count = layered.layers[layer_item.layer].len() as f64;
            let neighbours = self.above[item].iter().chain(&self.below[item]);
            let neighbour_places = neighbours.map(|other| {
                self.places[*other] as f64 / layered.layers[layered.items[*other].layer].len() as f64
            });
            let places: Vec<f64> = neighbour_places.chain([self.places[item] as f64 / count]).collect();
            for frame in layered.frames_around(item) {
                sums[frame] += places.iter().sum::<f64>();
                counts[frame] += places.len() as f64;
            }
        }
        let mut order: Vec<usize> = (0..frame_count).collect();
        let mean = |frame: usize| if counts[frame] > 0.0 { sums[frame] / counts[frame] } else { 0.0 };
        order.sort_by(|a, b| mean(*a).total_cmp(&mean(*b)));
        order.into_iter().enumerate().for_each(|(place, frame)| self.frame_places[frame] = place);
    }

    /// Exchanges neighbours of the same frame in all layers as long as this removes crossings.
    fn exchange(&mut self, layered: &mut LayeredGraph) {
        for _ in 0..MAX_EXCHANGES {
            let mut is_better = false;
            for layer in 0..layered.layers.len() {
                for place in 1..layered.layers[layer].len() {
                    let (left, right) = (layered.layers[layer][place - 1], layered.layers[layer][place]);
                    if layered.items[left].frame == layered.items[right].frame && self.gain(left, right) > 0 {
                        layered.layers[layer].swap(place - 1, place);
                        self.places.swap(left, right);
                        is_better = true;
                    }
                }
            }
            if !is_better {
                break;
            }
        }
    }

    /// How many crossings are removed if two neighbours are exchanged; negative if crossings are added.
    fn gain(&self, left: usize, right: usize) -> i64 {
        let mut gain = 0;
        for neighbours in [&self.above, &self.below] {
            for left_neighbour in &neighbours[left] {
                for right_neighbour in &neighbours[right] {
                    gain += match self.places[*left_neighbour].cmp(&self.places[*right_neighbour]) {
                        std::cmp::Ordering::Greater => 1,
                        std::cmp::Ordering::Less => -1,
                        std::cmp::Ordering::Equal => 0,
                    };
                }
            }
        }
        gain
    }

    /// The number of crossings, and how far all lines together lead sideways, in thousandths of the widths of layers.
    fn cost(&self, layered: &LayeredGraph) -> (usize, usize) {
        // The centre of the place of an item, if its layer is divided equally.
        let thousandths = |item: usize| {
            let count = layered.layers[layered.items[item].layer].len();
            // The centre of place 0 of `count` places is at `1 / (2 * count)` of the width.
            (self.places[item] * 2 + 1) * 500 / count
        };
        let sideways_distance =
            layered.wires.iter().map(|wire| thousandths(wire.upper).abs_diff(thousandths(wire.lower)));
        (self.crossings(layered), sideways_distance.sum())
    }

    /// The number of crossings between all layers.
    fn crossings(&self, layered: &LayeredGraph) -> usize {
        let mut by_layer: Vec<Vec<(usize, usize)>> = vec![Vec::new(); layered.layers.len()];
        let wires = layered.wires.iter().map(|wire| (wire.upper, wire.lower));
        for (upper, lower) in wires.chain(layered.ties.iter().copied()) {
            by_layer[layered.items[upper].layer].push((self.places[upper], self.places[lower]));
        }
        // No layer is below the last one.
        let lower_layer_sizes = layered.layers.iter().skip(1).map(Vec::len).chain([0]);
        by_layer.iter_mut().zip(lower_layer_sizes).map(|(wires, count)| inversions(wires, count)).sum()
    }
}

/// What is directly in a frame, or in no frame.
#[derive(Clone, Copy)]
enum Part {
    LayerItem(usize),
    Frame(usize),
}

/// The parts that are directly in each frame, with their keys: items, and inner frames, whose key is the mean of the
/// keys of all their items. The parts under `None` are in no frame.
fn keyed_parts(
    layered: &LayeredGraph,
    items: &[usize],
    keys: &[f64],
) -> BTreeMap<Option<usize>, Vec<(f64, Part)>> {
    let mut parts_by_frame: BTreeMap<Option<usize>, Vec<(f64, Part)>> = BTreeMap::new();
    let mut sums: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
    for (item, key) in items.iter().zip(keys) {
        let frame = layered.items[*item].frame;
        parts_by_frame.entry(frame).or_default().push((*key, Part::LayerItem(*item)));
        for frame in layered.frames_around(*item) {
            let (sum, count) = sums.entry(frame).or_default();
            *sum += key;
            *count += 1.0;
        }
    }
    for (frame, (sum, count)) in &sums {
        let parent = layered.parents[*frame];
        parts_by_frame.entry(parent).or_default().push((sum / count, Part::Frame(*frame)));
    }
    parts_by_frame
}

/// The number of pairs of lines that cross. Each line has its upper and its lower place, of which the lower one is less
/// than `place_count`. The lines are sorted by their upper ends, and a Fenwick tree counts the lower ends so far.
fn inversions(wires: &mut [(usize, usize)], place_count: usize) -> usize {
    wires.sort_unstable();
    let mut sums = vec![0_usize; place_count + 1];
    let mut crossings = 0;
    for (earlier_count, (_, lower)) in wires.iter().enumerate() {
        // The earlier lines whose lower ends are not to the right of this one do not cross this line.
        let mut not_crossing = 0;
        // A Fenwick tree counts places from 1. Without its lowest bit, a number is that of the previous partial sum.
        let mut at = lower + 1;
        while at > 0 {
            not_crossing += sums[at];
            at &= at - 1;
        }
        crossings += earlier_count - not_crossing;
        // This lower end is added to all partial sums that contain it: each is its lowest bit further.
        at = lower + 1;
        while at <= place_count {
            sums[at] += 1;
            at += at & at.wrapping_neg();
        }
    }
    crossings
}
