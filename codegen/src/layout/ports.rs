//! Where lines touch boxes.
//!
//! Invariant: lines at the same side of a box have the order of their other ends, and distances if the box is wide
//! enough.

use super::layers::{ItemKind, LayeredGraph};
use std::collections::BTreeMap;

/// The greatest distance between neighbouring lines at one side of a box.
const MAX_LINE_DISTANCE: f64 = 64.0;

/// Where lines should touch boxes: for each wire, how far to the right of the centre of its box its upper and its lower
/// end are. An end at another item is at its centre.
pub(super) fn offsets(layered: &LayeredGraph) -> Vec<(f64, f64)> {
    let mut places = vec![0; layered.items.len()];
    for layer in &layered.layers {
        layer.iter().enumerate().for_each(|(place, item)| places[*item] = place);
    }
    let mut offsets = vec![(0.0, 0.0); layered.wires.len()];
    for is_top in [false, true] {
        for (item, mut wires) in wires_at_boxes(layered, is_top) {
            wires.sort_by_key(|wire| (places[other_end(layered, *wire, is_top)], *wire));
            let last_index = (wires.len() - 1) as f64;
            // At most four fifths of the width of the box: `left` is half of it.
            let spread = (layered.items[item].left * 1.6).min(last_index * MAX_LINE_DISTANCE);
            for (at, wire) in wires.into_iter().enumerate() {
                let offset = if last_index > 0.0 { (at as f64 / last_index - 0.5) * spread } else { 0.0 };
                // The lower end of a wire is at the top of a box.
                if is_top { offsets[wire].1 = offset } else { offsets[wire].0 = offset }
            }
        }
    }
    offsets
}

/// The wires at each box: those at its upper side if `is_top` is true, otherwise those at its lower side.
fn wires_at_boxes(layered: &LayeredGraph, is_top: bool) -> BTreeMap<usize, Vec<usize>> {
    let mut wires_of_boxes: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, wire) in layered.wires.iter().enumerate() {
        // A wire leads from its upper item down to the top of its lower one.
        let item = if is_top { wire.lower } else { wire.upper };
        if matches!(layered.items[item].kind, ItemKind::Node(_)) {
            wires_of_boxes.entry(item).or_default().push(at);
        }
    }
    wires_of_boxes
}

/// The item at the upper end of a wire if `is_top` is true, otherwise the item at its lower end.
fn other_end(layered: &LayeredGraph, wire: usize, is_top: bool) -> usize {
    if is_top { layered.wires[wire].upper } else { layered.wires[wire].lower }
}

/// The least distance between lines at a box that is wide enough.
const MIN_LINE_DISTANCE: f64 = 16.0;
/// The least distance between lines and the corners of a box.
const CORNER_DISTANCE: f64 = 11.0;

/// The horizontal positions of both ends of each wire, if the items have the given positions.
pub(super) fn ends(layered: &LayeredGraph, positions: &[f64]) -> Vec<(f64, f64)> {
    let mut ends: Vec<(f64, f64)> =
        layered.wires.iter().map(|wire| (positions[wire.upper], positions[wire.lower])).collect();
    for is_top in [false, true] {
        for (item, mut wires) in wires_at_boxes(layered, is_top) {
            let target = |wire: usize| positions[other_end(layered, wire, is_top)];
            wires.sort_by(|a, b| target(*a).total_cmp(&target(*b)).then(a.cmp(b)));
            let half_width = layered.items[item].left;
            let (left, right) = (
                positions[item] - half_width + CORNER_DISTANCE,
                positions[item] + half_width - CORNER_DISTANCE,
            );
            let targets: Vec<f64> = wires.iter().map(|wire| target(*wire)).collect();
            for (wire, x) in wires.into_iter().zip(spread_apart(&targets, left, right)) {
                // The lower end of a wire is at the top of a box.
                if is_top { ends[wire].1 = x } else { ends[wire].0 = x }
            }
        }
    }
    ends
}

/// Positions between two bounds that are as near as possible to the targets, which are sorted, but have distances
/// between them.
fn spread_apart(targets: &[f64], left: f64, right: f64) -> Vec<f64> {
    let right = right.max(left);
    let gap_count = targets.len().saturating_sub(1).max(1) as f64;
    let distance = MIN_LINE_DISTANCE.min((right - left) / gap_count);
    // If the distances are subtracted, positions only need to be in order. Neighbours that are not in order are
    // replaced with their mean; a block is such a mean, with the number of positions that it replaces.
    let mut blocks: Vec<(f64, usize)> = Vec::with_capacity(targets.len());
    for (at, x) in targets.iter().enumerate() {
        let (mut mean, mut count) = (x.clamp(left, right) - at as f64 * distance, 1);
        while let Some((earlier_mean, earlier_count)) = blocks.pop_if(|(earlier, _)| *earlier > mean) {
            let sum = earlier_mean * earlier_count as f64 + mean * count as f64;
            count += earlier_count;
            mean = sum / count as f64;
        }
        blocks.push((mean, count));
    }
    let rightmost = (right - distance * targets.len().saturating_sub(1) as f64).max(left);
    let shifted_positions =
        blocks.into_iter().flat_map(|(mean, count)| std::iter::repeat_n(mean.clamp(left, rightmost), count));
    shifted_positions.enumerate().map(|(at, x)| x + at as f64 * distance).collect()
}
