//! Where lines touch boxes, and the space of lines that lead from a box to itself.
//!
//! Invariant: lines at the same side of a box have the order of their other ends, and distances if the box is wide
//! enough.

use super::layers::{ItemKind, Layered, TEXT_GAP};
use super::place::Placed;
use super::{Area, Graph, Point, Route, Size};
use std::collections::BTreeMap;

/// How far a line from a box to itself is away from the box.
const LOOP: f64 = 22.0;
const LOOP_HEIGHT: f64 = 36.0;
/// The space above the first of them.
const LOOP_START: f64 = 6.0;

/// The space of all lines from each box to itself: to its right, and along its height.
pub(super) fn loop_sizes(graph: &Graph) -> Vec<Size> {
    let mut sizes = vec![Size::default(); graph.nodes.len()];
    for link in graph.links.iter().filter(|link| link.from == link.to) {
        let (texts, size) = (link_texts(link), &mut sizes[link.from]);
        let start = if size.height == 0.0 { LOOP_START } else { 0.0 };
        size.width = size.width.max(LOOP + TEXT_GAP + texts.width);
        size.height += start + loop_height(link);
    }
    sizes
}

fn link_texts(link: &super::Link) -> Size {
    let texts = || link.near.iter().chain(&link.far);
    Size {
        width: texts().map(|text| text.width).fold(0.0, f64::max),
        height: texts().map(|text| text.height).sum(),
    }
}

fn loop_height(link: &super::Link) -> f64 {
    LOOP_HEIGHT.max(link_texts(link).height + 16.0)
}

/// The lines from boxes to themselves, beside the areas of these boxes.
pub(super) fn add_loops(graph: &Graph, areas: &[Area], routes: &mut [Route]) {
    let mut used = vec![LOOP_START; graph.nodes.len()];
    for (link, route) in graph.links.iter().zip(routes).filter(|(link, _)| link.from == link.to) {
        let area = areas[link.from];
        let (left, right) = (area.x + area.width, area.x + area.width + LOOP);
        let height = loop_height(link);
        let top = area.y + used[link.from];
        used[link.from] += height;
        let (first, last) = (top + 5.0, top + height - 11.0);
        let corners = [(left, first), (right, first), (right, last), (left, last)];
        route.points = corners.into_iter().map(|(x, y)| Point { x, y }).collect();
        let beside =
            |size: Size, y: f64| Area { x: right + TEXT_GAP, y, width: size.width, height: size.height };
        route.near = link.near.map(|size| beside(size, first - 4.0));
        route.far = link.far.map(|size| beside(size, last - size.height + 4.0));
    }
}

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

/// The horizontal positions of both ends of each wire.
pub(super) fn ends(layered: &Layered, placed: &Placed) -> Vec<(f64, f64)> {
    let mut ends: Vec<(f64, f64)> =
        layered.wires.iter().map(|wire| (placed.items[wire.upper], placed.items[wire.lower])).collect();
    for is_top in [false, true] {
        for (item, mut wires) in sides(layered, is_top) {
            let wanted = |wire: usize| placed.items[other_end(layered, wire, is_top)];
            wires.sort_by(|a, b| wanted(*a).total_cmp(&wanted(*b)).then(a.cmp(b)));
            let half = layered.items[item].left;
            let (left, right) = (placed.items[item] - half + CORNER, placed.items[item] + half - CORNER);
            let wanted: Vec<f64> = wires.iter().map(|wire| wanted(*wire)).collect();
            for (wire, x) in wires.into_iter().zip(apart(&wanted, left, right)) {
                if is_top { ends[wire].1 = x } else { ends[wire].0 = x }
            }
        }
    }
    ends
}

/// Positions near to the wanted ones, which are sorted, with distances between them and within bounds.
fn apart(wanted: &[f64], left: f64, right: f64) -> Vec<f64> {
    let right = right.max(left);
    let last = wanted.len().saturating_sub(1).max(1) as f64;
    let distance = DISTANCE.min((right - left) / last);
    // Without the distances, positions only need to be in order: neighbours that are not are replaced by their mean.
    let mut blocks: Vec<(f64, usize)> = Vec::with_capacity(wanted.len());
    for (at, x) in wanted.iter().enumerate() {
        let mut block = (x.clamp(left, right) - at as f64 * distance, 1);
        while let Some((mean, count)) = blocks.pop_if(|before| before.0 > block.0) {
            let sum = mean * count as f64 + block.0 * block.1 as f64;
            block = (sum / (count + block.1) as f64, count + block.1);
        }
        blocks.push(block);
    }
    let most = (right - distance * wanted.len().saturating_sub(1) as f64).max(left);
    let flat =
        blocks.into_iter().flat_map(|(mean, count)| std::iter::repeat_n(mean.clamp(left, most), count));
    flat.enumerate().map(|(at, x)| x + at as f64 * distance).collect()
}
