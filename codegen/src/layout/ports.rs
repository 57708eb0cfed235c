//! Where lines touch boxes.
//!
//! Invariant: lines at the same side of a box have the order of their other ends, and distances if the box is wide
//! enough.

use super::layers::{ItemKind, Layered};
use std::collections::BTreeMap;

/// The largest distance of lines that a box should have where it is possible.
const WIDEST: f64 = 64.0;

/// Where lines should touch boxes: for each wire, how far right of the centre its upper and its lower end are.
pub(super) fn offsets(layered: &Layered) -> Vec<(f64, f64)> {
    let mut places = vec![0; layered.items.len()];
    for layer in &layered.layers {
        layer.iter().enumerate().for_each(|(place, item)| places[*item] = place);
    }
    let mut offsets = vec![(0.0, 0.0); layered.wires.len()];
    for is_top in [false, true] {
        for (item, mut wires) in sides(layered, is_top) {
            let other = |wire: usize| other_end(layered, wire, is_top);
            wires.sort_by_key(|wire| (places[other(*wire)], *wire));
            let last = (wires.len() - 1) as f64;
            let spread = (layered.items[item].left * 1.6).min(last * WIDEST);
            for (at, wire) in wires.into_iter().enumerate() {
                let offset = if last > 0.0 { (at as f64 / last - 0.5) * spread } else { 0.0 };
                if is_top { offsets[wire].1 = offset } else { offsets[wire].0 = offset }
            }
        }
    }
    offsets
}

/// The wires at the upper or at the lower side of each box.
fn sides(layered: &Layered, is_top: bool) -> BTreeMap<usize, Vec<usize>> {
    let mut sides: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, wire) in layered.wires.iter().enumerate() {
        let item = if is_top { wire.lower } else { wire.upper };
        if matches!(layered.items[item].kind, ItemKind::Node(_)) {
            sides.entry(item).or_default().push(at);
        }
    }
    sides
}

fn other_end(layered: &Layered, wire: usize, is_top: bool) -> usize {
    if is_top { layered.wires[wire].upper } else { layered.wires[wire].lower }
}

/// The least distance of lines at a box that is wide enough, and of lines from its corners.
const DISTANCE: f64 = 16.0;
const CORNER: f64 = 11.0;

/// The horizontal positions of both ends of each wire, if the items have the given positions.
pub(super) fn ends(layered: &Layered, positions: &[f64]) -> Vec<(f64, f64)> {
    let mut ends: Vec<(f64, f64)> =
        layered.wires.iter().map(|wire| (positions[wire.upper], positions[wire.lower])).collect();
    for is_top in [false, true] {
        for (item, mut wires) in sides(layered, is_top) {
            let wanted = |wire: usize| positions[other_end(layered, wire, is_top)];
            wires.sort_by(|a, b| wanted(*a).total_cmp(&wanted(*b)).then(a.cmp(b)));
            let half = layered.items[item].left;
            let (left, right) = (positions[item] - half + CORNER, positions[item] + half - CORNER);
            let wanted: Vec<f64> = wires.iter().map(|wire| wanted(*wire)).collect();
            for (wire, x) in wires.into_iter().zip(apart(&wanted, left, right)) {
                if is_top { ends[wire].1 = x } else { ends[wire].0 = x }
            }
        }
    }
    ends
}

/// Positions between two bounds that are as near as possible to the wanted ones, but have distances between them. The
/// wanted positions are sorted.
fn apart(wanted: &[f64], left: f64, right: f64) -> Vec<f64> {
    let right = right.max(left);
    let last = wanted.len().saturating_sub(1).max(1) as f64;
    let distance = DISTANCE.min((right - left) / last);
    // Without the distances, positions only need to be in order: neighbours that are not are replaced by their mean. A
    // block is such a mean with the number of its positions.
    let mut blocks: Vec<(f64, usize)> = Vec::with_capacity(wanted.len());
    for (at, x) in wanted.iter().enumerate() {
        let (mut mean, mut count) = (x.clamp(left, right) - at as f64 * distance, 1);
        while let Some((earlier_mean, earlier_count)) = blocks.pop_if(|(earlier, _)| *earlier > mean) {
            let sum = earlier_mean * earlier_count as f64 + mean * count as f64;
            count += earlier_count;
            mean = sum / count as f64;
        }
        blocks.push((mean, count));
    }
    let rightmost = (right - distance * wanted.len().saturating_sub(1) as f64).max(left);
    let flat =
        blocks.into_iter().flat_map(|(mean, count)| std::iter::repeat_n(mean.clamp(left, rightmost), count));
    flat.enumerate().map(|(at, x)| x + at as f64 * distance).collect()
}
