//! Horizontal positions: lines as straight as possible, boxes in the middle of their neighbours.
//!
//! Straight parts of lines are one variable each, as are boxes and both borders of frames; constraints keep the
//! distances in every layer. Springs along the lines move regions of variables that touch one another, as in the
//! method of linear segments of Sander. Invariant: after every step all constraints hold, so that nothing overlaps.

use super::components::Sets;
use super::layers::{ItemKind, LAYERS_OF_ROW, Layered};
use super::ports;
use super::solver::{Constraint, Solver, Spring, TOUCHING};

/// Where everything is horizontally.
#[derive(Debug)]
pub(super) struct Placed {
    /// The line of each item, or the centre of its box.
    pub(super) items: Vec<f64>,
    /// The left and right borders of each frame.
    pub(super) frames: Vec<(f64, f64)>,
    pub(super) width: f64,
}

/// The space between a frame and its content.
const FRAME_PADDING: f64 = 16.0;
const BETWEEN_FRAMES: f64 = 24.0;

/// Places all items, once for each different start that factors lead to. The drawing may become wider by a factor before
/// long lines get bends.
pub(super) fn place(layered: &Layered, widenings: &[f64]) -> Vec<Placed> {
    let mut tried: Vec<usize> = Vec::new();
    let mut placed = Vec::new();
    for widening in widenings {
        let start = start(layered, *widening);
        // The same parts of lines have the same places.
        if !tried.contains(&start.rows) {
            tried.push(start.rows);
            placed.push(place_from(layered, start));
        }
    }
    placed
}

/// Places everything from start positions: springs pull wires straight, and constraints keep items apart.
fn place_from(layered: &Layered, start: Start) -> Placed {
    let Start { variables, constraints, positions, .. } = start;
    // The numbers of those variables that are parts of lines, boxes or borders, in their order.
    let items = layered.items.len();
    let used: Vec<usize> = (0..positions.len()).filter(|at| *at >= items || variables[*at] == *at).collect();
    let mut numbers = vec![0; positions.len()];
    used.iter().enumerate().for_each(|(number, variable)| numbers[*variable] = number);
    let mut solver = Solver {
        positions: used.iter().map(|variable| positions[*variable]).collect(),
        springs: springs(layered, |item| numbers[variables[item]]),
        first_frame: used.len() - 2 * layered.parents.len(),
        constraints: constraints
            .iter()
            .map(|it| Constraint { left: numbers[it.left], right: numbers[it.right], ..*it })
            .collect(),
        speeds: vec![0.0; used.len()],
        boxes: (0..items)
            .filter(|item| matches!(layered.items[*item].kind, ItemKind::Node(_)))
            .map(|item| numbers[variables[item]])
            .collect(),
    };
    solver.run(positions.len());
    let position = |variable: usize| solver.positions[numbers[variable]];
    let mut placed = Placed {
        items: variables.iter().map(|variable| position(*variable)).collect(),
        frames: (0..layered.parents.len())
            .map(|frame| (position(items + 2 * frame), position(items + 2 * frame + 1)))
            .collect(),
        width: 0.0,
    };
    straighten(layered, &variables, &constraints, &mut placed);
    placed.align(layered);
    placed
}

/// The width up to which the bend next to a box is removed, if constraints allow it.
const MAX_BEND_AT_BOX: f64 = 24.0;
/// The width up to which a bend is removed that has straight parts of the line on both sides.
const MAX_BEND_IN_LINE: f64 = 8.0;

/// Moves straight parts of lines to where they touch a box, so that a line has one bend less.
fn straighten(layered: &Layered, variables: &[usize], constraints: &[Constraint], placed: &mut Placed) {
    // A variable is the position of one item or of several that are moved together.
    let mut items_of: Vec<Vec<usize>> = vec![Vec::new(); layered.items.len()];
    variables.iter().enumerate().for_each(|(item, variable)| items_of[*variable].push(item));
    let mut constraints_of: Vec<Vec<usize>> = vec![Vec::new(); variable_count(layered)];
    for (at, constraint) in constraints.iter().enumerate() {
        constraints_of[constraint.left].push(at);
        constraints_of[constraint.right].push(at);
    }
    let ends = ports::ends(layered, &placed.items);
    let is_box = |item: usize| matches!(layered.items[item].kind, ItemKind::Node(_));
    for (wire, (top, bottom)) in layered.wires.iter().zip(ends) {
        let (item, wanted) = match (is_box(wire.upper), is_box(wire.lower)) {
            (true, false) => (wire.lower, top),
            (false, true) => (wire.upper, bottom),
            (false, false) => (wire.lower, placed.items[wire.upper]),
            (true, true) => continue,
        };
        let variable = variables[item];
        let shift = wanted - placed.items[item];
        let wanted_position = placed.items[item] + shift;
        let max_shift =
            if is_box(wire.upper) || is_box(wire.lower) { MAX_BEND_AT_BOX } else { MAX_BEND_IN_LINE };
        if shift == 0.0 || shift.abs() > max_shift {
            continue;
        }
        let position = |variable: usize| match variable.checked_sub(layered.items.len()) {
            Some(border) if border.is_multiple_of(2) => placed.frames[border / 2].0,
            Some(border) => placed.frames[border / 2].1,
            None => placed.items[variable],
        };
        let is_possible = constraints_of[variable].iter().all(|at| {
            let Constraint { left, right, gap } = constraints[*at];
            let moved = |side: usize| if side == variable { wanted_position } else { position(side) };
            moved(right) - moved(left) >= gap - TOUCHING
        });
        if is_possible {
            items_of[variable].iter().for_each(|item| placed.items[*item] += shift);
        }
    }
}

/// The variables and constraints, and positions at which all constraints hold.
struct Start {
    /// The number of rows of boxes that a straight part of a line may pass.
    rows: usize,
    variables: Vec<usize>,
    constraints: Vec<Constraint>,
    positions: Vec<f64>,
}

/// The numbers of rows of boxes that a straight part of a line may pass, in the order in which they are tried.
const LONGEST: [usize; 5] = [usize::MAX, 6, 3, 2, 1];

/// Lines with long straight parts push boxes of many rows aside. They become shorter until the drawing is not too
/// wide.
fn start(layered: &Layered, widening: f64) -> Start {
    let extent = |item: &usize| layered.items[*item].left + layered.items[*item].right + 18.0;
    let widest = layered.layers.iter().map(|layer| layer.iter().map(extent).sum::<f64>()).fold(0.0, f64::max);
    let mut best: Option<(f64, Start)> = None;
    for rows in LONGEST {
        let variables = straight_parts(layered, rows);
        let constraints = constraints(layered, &variables);
        let Some(positions) = leftmost(layered, &constraints) else { continue };
        let width = positions.iter().copied().fold(0.0, f64::max);
        if best.as_ref().is_none_or(|(least, _)| width < least * 0.95) {
            best = Some((width, Start { rows, variables, constraints, positions }));
        }
        if width <= widest * widening {
            break;
        }
    }
    best.map(|(_, start)| start).unwrap_or_else(|| {
        // No two items of a layer are one variable here, so that the order of layers has no cycle.
        let variables: Vec<usize> = (0..layered.items.len()).collect();
        let constraints = constraints(layered, &variables);
        let positions = leftmost(layered, &constraints).unwrap_or_else(|| vec![0.0; variable_count(layered)]);
        Start { rows: 0, variables, constraints, positions }
    })
}

impl Placed {
    /// Moves everything so that it starts at zero.
    fn align(&mut self, layered: &Layered) {
        let lefts = layered.items.iter().zip(&self.items).map(|(item, x)| x - item.left);
        let used = || layered.spans.iter().zip(&self.frames).filter(|(span, _)| span.0 <= span.1);
        let left = lefts.chain(used().map(|(_, frame)| frame.0)).fold(f64::INFINITY, f64::min);
        let rights = layered.items.iter().zip(&self.items).map(|(item, x)| x + item.right);
        let right = rights.chain(used().map(|(_, frame)| frame.1)).fold(left, f64::max);
        self.items.iter_mut().for_each(|x| *x -= left);
        self.frames.iter_mut().for_each(|frame| *frame = (frame.0 - left, frame.1 - left));
        self.width = right - left;
    }
}

fn variable_count(layered: &Layered) -> usize {
    layered.items.len() + 2 * layered.parents.len()
}

/// The variable of each item: one for the bends of a line in some rows, unless other lines or frames cross it
/// between them.
fn straight_parts(layered: &Layered, rows: usize) -> Vec<usize> {
    let mut places = vec![0; layered.items.len()];
    for layer in &layered.layers {
        layer.iter().enumerate().for_each(|(place, item)| places[*item] = place);
    }
    let mut by_layer: Vec<Vec<(usize, usize)>> = vec![Vec::new(); layered.layers.len()];
    let is_inner = |item: usize| matches!(layered.items[item].kind, ItemKind::Bend | ItemKind::Text);
    let mut branches = vec![0_usize; layered.nets];
    layered.wires.iter().for_each(|wire| branches[wire.net] += 1);
    // Texts of a tree are apart from one another, and none of them is straight below its trunk.
    let is_branch =
        |net: usize, lower: usize| branches[net] > 1 && layered.items[lower].kind == ItemKind::Text;
    let inner = layered.wires.iter().filter(|wire| is_inner(wire.upper) && is_inner(wire.lower));
    for wire in inner.filter(|wire| !is_branch(wire.net, wire.lower)) {
        by_layer[layered.items[wire.upper].layer].push((wire.upper, wire.lower));
    }
    let mut sets = Sets::new(layered.items.len());
    let most_layers = rows.saturating_mul(LAYERS_OF_ROW);
    let mut first_layers: Vec<usize> = layered.items.iter().map(|item| item.layer).collect();
    for (layer, mut wires) in by_layer.into_iter().enumerate() {
        // Borders of frames are always straight.
        let mut kept: std::collections::BTreeMap<usize, usize> =
            borders(layered, layer, &places).into_iter().collect();
        wires.sort_by_key(|(upper, lower)| (places[*upper].abs_diff(places[*lower]), *upper));
        for (upper, lower) in wires {
            let (top, bottom) = (quarters(places[upper]), quarters(places[lower]));
            let before = kept.range(..=top).next_back();
            let after = kept.range(top..).next();
            let is_free = before.is_none_or(|(_, other)| *other < bottom)
                && after.is_none_or(|(_, other)| *other > bottom);
            if is_free && layer - first_layers[upper] < most_layers {
                kept.insert(top, bottom);
                sets.join(upper, lower);
                first_layers[lower] = first_layers[upper];
            }
        }
    }
    (0..layered.items.len()).map(|item| sets.root(item)).collect()
}

/// The places of the borders of frames in a layer and the next one, in quarters of a place.
fn borders(layered: &Layered, layer: usize, places: &[usize]) -> Vec<(usize, usize)> {
    let Some(next) = layered.layers.get(layer + 1) else { return Vec::new() };
    let mut found = Vec::new();
    if layered.parents.is_empty() {
        return found;
    }
    let extent = |items: &[usize]| {
        let mut extents = std::collections::BTreeMap::new();
        for item in items {
            for frame in layered.frames_around(*item) {
                let place = places[*item];
                let extent = extents.entry(frame).or_insert((place, place));
                *extent = (extent.0.min(place), extent.1.max(place));
            }
        }
        extents
    };
    let lower = extent(next);
    for (frame, (first, last)) in extent(&layered.layers[layer]) {
        if let Some((first_below, last_below)) = lower.get(&frame) {
            found.push((quarters(first) - 1, quarters(*first_below) - 1));
            found.push((quarters(last) + 1, quarters(*last_below) + 1));
        }
    }
    found
}

/// A place in quarters, counted from 4, so that a border before the first place has a number as well.
fn quarters(place: usize) -> usize {
    place * 4 + 4
}

/// What is in a layer, with the borders of frames.
#[derive(Clone, Copy)]
enum Part {
    LayerItem(usize),
    Start(usize),
    End(usize),
}

/// The least distances of neighbours in all layers.
fn constraints(layered: &Layered, variables: &[usize]) -> Vec<Constraint> {
    let frames = layered.items.len();
    let variable = |part: Part| match part {
        Part::LayerItem(item) => variables[item],
        Part::Start(frame) => frames + 2 * frame,
        Part::End(frame) => frames + 2 * frame + 1,
    };
    let mut all = Vec::new();
    for layer in &layered.layers {
        let parts = parts(layered, layer);
        all.extend(parts.windows(2).map(|pair| Constraint {
            left: variable(pair[0]),
            right: variable(pair[1]),
            gap: gap(layered, pair[0], pair[1]),
        }));
    }
    for (frame, title) in layered.titles.iter().enumerate() {
        let (left, right) = (frames + 2 * frame, frames + 2 * frame + 1);
        all.push(Constraint { left, right, gap: title.width + FRAME_PADDING });
    }
    all.retain(|constraint| constraint.left != constraint.right);
    all
}

/// The items of a layer with the borders of the frames around them.
fn parts(layered: &Layered, layer: &[usize]) -> Vec<Part> {
    let mut parts = Vec::with_capacity(layer.len());
    let mut open: Vec<usize> = Vec::new();
    for item in layer {
        let around = layered.frames_around(*item);
        let common = open.iter().zip(&around).take_while(|(one, other)| one == other).count();
        parts.extend(open.drain(common..).rev().map(Part::End));
        parts.extend(around[common..].iter().copied().map(Part::Start));
        open = around;
        parts.push(Part::LayerItem(*item));
    }
    parts.extend(open.into_iter().rev().map(Part::End));
    parts
}

/// The least distance of two neighbours in a layer.
fn gap(layered: &Layered, left: Part, right: Part) -> f64 {
    let extent = |part: Part, is_left: bool| match part {
        Part::LayerItem(item) if is_left => layered.items[item].right,
        Part::LayerItem(item) => layered.items[item].left,
        Part::Start(_) | Part::End(_) => 0.0,
    };
    let space = match (left, right) {
        (Part::LayerItem(one), Part::LayerItem(other)) => {
            match (layered.items[one].kind, layered.items[other].kind) {
                (ItemKind::Node(_), ItemKind::Node(_)) => 32.0,
                (ItemKind::Node(_), _) | (_, ItemKind::Node(_)) => 18.0,
                _ => 12.0,
            }
        }
        (Part::End(_), Part::Start(_)) => BETWEEN_FRAMES,
        _ => FRAME_PADDING,
    };
    extent(left, true) + space + extent(right, false)
}

/// The smallest positions that all constraints allow; `None` if they have a cycle.
fn leftmost(layered: &Layered, constraints: &[Constraint]) -> Option<Vec<f64>> {
    let count = variable_count(layered);
    let mut after: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut waiting_for = vec![0_usize; count];
    for (at, constraint) in constraints.iter().enumerate() {
        after[constraint.left].push(at);
        waiting_for[constraint.right] += 1;
    }
    let mut positions = vec![0.0_f64; count];
    let mut ready: Vec<usize> = (0..count).filter(|variable| waiting_for[*variable] == 0).collect();
    let mut done = 0;
    while let Some(variable) = ready.pop() {
        done += 1;
        for at in &after[variable] {
            let Constraint { right, gap, .. } = constraints[*at];
            positions[right] = positions[right].max(positions[variable] + gap);
            waiting_for[right] -= 1;
            if waiting_for[right] == 0 {
                ready.push(right);
            }
        }
    }
    (done == count).then_some(positions)
}

/// The springs along all wires, between the variables of items.
fn springs(layered: &Layered, variable: impl Fn(usize) -> usize) -> Vec<Spring> {
    let offsets = ports::offsets(layered);
    let mut in_trees = vec![false; layered.wires.len()];
    layered.trunks.iter().flat_map(|trunk| &trunk.wires).for_each(|wire| in_trees[*wire] = true);
    let wires = layered.wires.iter().zip(&offsets).zip(in_trees);
    let is_box = |item: usize| matches!(layered.items[item].kind, ItemKind::Node(_));
    let springs = wires.map(|((wire, (top, bottom)), is_in_tree)| Spring {
        one: (variable(wire.upper), *top),
        other: (variable(wire.lower), *bottom),
        weight: match is_in_tree {
            // Parts of one line should continue each other.
            _ if !is_box(wire.upper) && !is_box(wire.lower) => 4.0,
            true => 2.0,
            false => 1.0,
        },
    });
    springs.filter(|spring| spring.one.0 != spring.other.0).collect()
}
