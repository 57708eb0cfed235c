//! Horizontal positions: lines as straight as possible, boxes in the middle of their neighbours.
//!
//! Straight parts of lines are one variable each, as are boxes and both borders of frames; constraints keep the
//! distances in every layer. Springs along the lines move regions of variables that touch one another, as in the
//! method of linear segments of Sander. Invariant: after every step all constraints hold, so that nothing overlaps.

use super::components::DisjointSets;
use super::layers::{ItemKind, LAYERS_OF_ROW, LayeredGraph};
use super::ports;
use super::solver::{Constraint, Solver, Spring, TOUCHING_DISTANCE};

/// The horizontal positions of everything.
#[derive(Debug)]
pub(super) struct HorizontalPositions {
    /// The position of the line of each item, or of the centre of its box.
    pub(super) items: Vec<f64>,
    /// The left and right borders of each frame.
    pub(super) frames: Vec<(f64, f64)>,
    pub(super) width: f64,
}

/// The space between a frame and its content.
const FRAME_PADDING: f64 = 16.0;
/// The space between two boxes, between a box and a line, and between two lines.
const BETWEEN_BOXES: f64 = 32.0;
const BOX_TO_LINE: f64 = 18.0;
const BETWEEN_LINES: f64 = 12.0;
/// The space between two frames.
const BETWEEN_FRAMES: f64 = 24.0;

/// Places all items, once for each of the given factors that results in different start positions. A factor is how much
/// wider the drawing may become before long lines get bends.
pub(super) fn place(layered: &LayeredGraph, widenings: &[f64]) -> Vec<HorizontalPositions> {
    let mut tried_limits: Vec<usize> = Vec::new();
    let mut placements = Vec::new();
    for widening in widenings {
        let start = find_start(layered, *widening);
        // `find_start` tries limits for the rows that a straight part of a line may pass. The same limit gives the same
        // positions.
        if !tried_limits.contains(&start.row_limit) {
            tried_limits.push(start.row_limit);
            placements.push(place_from(layered, start));
        }
    }
    placements
}

/// Places everything from start positions: springs pull wires straight, and constraints keep items apart.
fn place_from(layered: &LayeredGraph, start: Start) -> HorizontalPositions {
    let Start { variables, constraints, positions, .. } = start;
    // The items of a straight part of a line share a variable, so some variables are unused. The solver has only the
    // others, with consecutive numbers.
    let item_count = layered.items.len();
    let used_variables: Vec<usize> = (0..positions.len())
        .filter(|variable| *variable >= item_count || variables[*variable] == *variable)
        .collect();
    let mut numbers = vec![0; positions.len()];
    used_variables.iter().enumerate().for_each(|(number, variable)| numbers[*variable] = number);
    let mut solver = Solver {
        positions: used_variables.iter().map(|variable| positions[*variable]).collect(),
        springs: springs(layered, |item| numbers[variables[item]]),
        first_frame: used_variables.len() - 2 * layered.parents.len(),
        constraints: constraints
            .iter()
            .map(|constraint| Constraint {
                left: numbers[constraint.left],
                right: numbers[constraint.right],
                ..*constraint
            })
            .collect(),
        speeds: vec![0.0; used_variables.len()],
        boxes: (0..item_count)
            .filter(|item| matches!(layered.items[*item].kind, ItemKind::Node(_)))
            .map(|item| numbers[variables[item]])
            .collect(),
    };
    solver.run(positions.len());
    let position = |variable: usize| solver.positions[numbers[variable]];
    // The variables of the items are followed by two for each frame: its left and its right border.
    let first_border = item_count;
    let mut placed = HorizontalPositions {
        items: variables.iter().map(|variable| position(*variable)).collect(),
        frames: (0..layered.parents.len())
            .map(|frame| (position(first_border + 2 * frame), position(first_border + 2 * frame + 1)))
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

/// Moves straight parts of lines to where they touch a box or another straight part, so that a line has one bend less.
/// A part remains in its position if it would come too near to others.
fn straighten(
    layered: &LayeredGraph,
    variables: &[usize],
    constraints: &[Constraint],
    placed: &mut HorizontalPositions,
) {
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
        // The position of one end of the wire at which the wire is straight.
        let (item, target) = match (is_box(wire.upper), is_box(wire.lower)) {
            (true, false) => (wire.lower, top),
            (false, true) => (wire.upper, bottom),
            (false, false) => (wire.lower, placed.items[wire.upper]),
            (true, true) => continue,
        };
        let variable = variables[item];
        let shift = target - placed.items[item];
        // Computed as the new position is below, so that both are rounded alike.
        let target_position = placed.items[item] + shift;
        let max_shift =
            if is_box(wire.upper) || is_box(wire.lower) { MAX_BEND_AT_BOX } else { MAX_BEND_IN_LINE };
        if shift == 0.0 || shift.abs() > max_shift {
            continue;
        }
        let is_possible = constraints_of[variable].iter().all(|at| {
            let Constraint { left, right, gap } = constraints[*at];
            let new_position = |variable_of_side: usize| {
                if variable_of_side == variable { target_position } else { placed.position(variable_of_side) }
            };
            new_position(right) - new_position(left) >= gap - TOUCHING_DISTANCE
        });
        if is_possible {
            items_of[variable].iter().for_each(|item| placed.items[*item] += shift);
        }
    }
}

/// The variables and constraints, and positions at which all constraints hold.
struct Start {
    /// The number of rows of boxes that a straight part of a line may pass.
    row_limit: usize,
    variables: Vec<usize>,
    constraints: Vec<Constraint>,
    positions: Vec<f64>,
}

/// Shorter straight parts are used only if they make the drawing narrower than this part of its width.
const WORTHWHILE_WIDTH: f64 = 0.95;

/// The numbers of rows of boxes that a straight part of a line may pass, in the order in which they are tried.
const ROW_LIMITS: [usize; 5] = [usize::MAX, 6, 3, 2, 1];

/// Finds start positions. Long straight parts of lines push boxes of many rows aside, so shorter parts are tried until
/// the drawing is at most `widening` times as wide as the content of its widest layer.
fn find_start(layered: &LayeredGraph, widening: f64) -> Start {
    let item_width = |item: &usize| layered.items[*item].left + layered.items[*item].right + BOX_TO_LINE;
    let widest =
        layered.layers.iter().map(|layer| layer.iter().map(item_width).sum::<f64>()).fold(0.0, f64::max);
    let mut best_start: Option<(f64, Start)> = None;
    for row_limit in ROW_LIMITS {
        let variables = straight_parts(layered, row_limit);
        let constraints = constraints(layered, &variables);
        let Some(positions) = leftmost(layered, &constraints) else { continue };
        let width = positions.iter().copied().fold(0.0, f64::max);
        if best_start.as_ref().is_none_or(|(min_width, _)| width < min_width * WORTHWHILE_WIDTH) {
            best_start = Some((width, Start { row_limit, variables, constraints, positions }));
        }
        if width <= widest * widening {
            break;
        }
    }
    if let Some((_, start)) = best_start {
        return start;
    }
    // Without straight parts, each item has a variable of its own, so that the order of layers has no cycle.
    let variables: Vec<usize> = (0..layered.items.len()).collect();
    let constraints = constraints(layered, &variables);
    let positions = leftmost(layered, &constraints).unwrap_or_else(|| vec![0.0; variable_count(layered)]);
    Start { row_limit: 0, variables, constraints, positions }
}

impl HorizontalPositions {
    /// The position of a variable: of the items that share it, or of the border of a frame.
    fn position(&self, variable: usize) -> f64 {
        let Some(border) = variable.checked_sub(self.items.len()) else { return self.items[variable] };
        // The variables after those of the items are the left and the right border of each frame in turn.
        let (left, right) = self.frames[border / 2];
        if border.is_multiple_of(2) { left } else { right }
    }

    /// Moves everything so that its left end is at zero, and sets the width.
    fn align(&mut self, layered: &LayeredGraph) {
        let mut left = f64::INFINITY;
        let mut right = f64::NEG_INFINITY;
        for (item, x) in layered.items.iter().zip(&self.items) {
            left = left.min(x - item.left);
            right = right.max(x + item.right);
        }
        for ((first_layer, last_layer), (frame_left, frame_right)) in layered.spans.iter().zip(&self.frames) {
            // A frame without items has no layers, and no position.
            if first_layer <= last_layer {
                left = left.min(*frame_left);
                right = right.max(*frame_right);
            }
        }
        for x in &mut self.items {
            *x -= left;
        }
        for (frame_left, frame_right) in &mut self.frames {
            *frame_left -= left;
            *frame_right -= left;
        }
        self.width = right.max(left) - left;
    }
}

/// The number of variables: one for each item, and two for the borders of each frame.
fn variable_count(layered: &LayeredGraph) -> usize {
    layered.items.len() + 2 * layered.parents.len()
}

/// The variable of each item: the first item of its straight part. The bends of a line in neighbouring layers are one
/// straight part, over at most `rows` rows, unless other lines or frames cross the line between them.
fn straight_parts(layered: &LayeredGraph, rows: usize) -> Vec<usize> {
    let mut places = vec![0; layered.items.len()];
    for layer in &layered.layers {
        layer.iter().enumerate().for_each(|(place, item)| places[*item] = place);
    }
    let mut wires_by_layer: Vec<Vec<(usize, usize)>> = vec![Vec::new(); layered.layers.len()];
    let is_inner = |item: usize| matches!(layered.items[item].kind, ItemKind::Bend | ItemKind::Text);
    let mut branches = vec![0_usize; layered.nets];
    layered.wires.iter().for_each(|wire| branches[wire.net] += 1);
    // Texts of a tree are apart from one another, and none of them is straight below its trunk.
    let is_branch =
        |net: usize, lower: usize| branches[net] > 1 && layered.items[lower].kind == ItemKind::Text;
    let inner_wires = layered.wires.iter().filter(|wire| is_inner(wire.upper) && is_inner(wire.lower));
    for wire in inner_wires.filter(|wire| !is_branch(wire.net, wire.lower)) {
        wires_by_layer[layered.items[wire.upper].layer].push((wire.upper, wire.lower));
    }
    let mut sets = DisjointSets::new(layered.items.len());
    let most_layers = rows.saturating_mul(LAYERS_OF_ROW);
    // The first layer of the straight part that ends at each item.
    let mut first_layers: Vec<usize> = layered.items.iter().map(|item| item.layer).collect();
    for (layer, mut wires) in wires_by_layer.into_iter().enumerate() {
        // The upper places of straight wires, with their lower places. Borders of frames are always straight.
        let mut straight_wires: std::collections::BTreeMap<usize, usize> =
            borders(layered, layer, &places).into_iter().collect();
        // Wires that lead least far sideways become straight first; wires that cross them remain bent.
        wires.sort_by_key(|(upper, lower)| (places[*upper].abs_diff(places[*lower]), *upper));
        for (upper, lower) in wires {
            let (top, bottom) = (quarters(places[upper]), quarters(places[lower]));
            let left_wire = straight_wires.range(..=top).next_back();
            let right_wire = straight_wires.range(top..).next();
            // Free of crossings with the nearest straight wires and borders on both sides.
            let is_free = left_wire.is_none_or(|(_, other)| *other < bottom)
                && right_wire.is_none_or(|(_, other)| *other > bottom);
            if is_free && layer - first_layers[upper] < most_layers {
                straight_wires.insert(top, bottom);
                sets.join(upper, lower);
                first_layers[lower] = first_layers[upper];
            }
        }
    }
    (0..layered.items.len()).map(|item| sets.root(item)).collect()
}

/// For each border of a frame with items in a layer and in the next one, its places in both, in quarters of a place. A
/// border is a quarter beside the first or the last item of its frame.
fn borders(layered: &LayeredGraph, layer: usize, places: &[usize]) -> Vec<(usize, usize)> {
    let Some(next) = layered.layers.get(layer + 1) else { return Vec::new() };
    let mut borders = Vec::new();
    if layered.parents.is_empty() {
        return borders;
    }
    // The first and the last place of each frame with items in a layer.
    let frame_extents = |items: &[usize]| {
        let mut extents = std::collections::BTreeMap::new();
        for item in items {
            for frame in layered.frames_around(*item) {
                let place = places[*item];
                let (first, last) = extents.entry(frame).or_insert((place, place));
                *first = place.min(*first);
                *last = place.max(*last);
            }
        }
        extents
    };
    let lower_extents = frame_extents(next);
    for (frame, (first, last)) in frame_extents(&layered.layers[layer]) {
        if let Some((first_below, last_below)) = lower_extents.get(&frame) {
            borders.push((quarters(first) - 1, quarters(*first_below) - 1));
            borders.push((quarters(last) + 1, quarters(*last_below) + 1));
        }
    }
    borders
}

/// A place in quarters, counted from 4, so that a border before the first place has a number as well.
fn quarters(place: usize) -> usize {
    place * 4 + 4
}

/// An item of a layer, or the border of a frame in it.
#[derive(Clone, Copy)]
enum Part {
    LayerItem(usize),
    /// The left border of a frame.
    Start(usize),
    /// The right border of a frame.
    End(usize),
}

/// The least distances between neighbours in all layers, and between the borders of each frame.
fn constraints(layered: &LayeredGraph, variables: &[usize]) -> Vec<Constraint> {
    // The variables of the items are followed by two for each frame: its left and its right border.
    let first_border = layered.items.len();
    let variable = |part: Part| match part {
        Part::LayerItem(item) => variables[item],
        Part::Start(frame) => first_border + 2 * frame,
        Part::End(frame) => first_border + 2 * frame + 1,
    };
    let mut constraints = Vec::new();
    for layer in &layered.layers {
        let parts = parts(layered, layer);
        constraints.extend(parts.windows(2).map(|pair| Constraint {
            left: variable(pair[0]),
            right: variable(pair[1]),
            gap: gap(layered, pair[0], pair[1]),
        }));
    }
    for (frame, title) in layered.titles.iter().enumerate() {
        let (left, right) = (first_border + 2 * frame, first_border + 2 * frame + 1);
        constraints.push(Constraint { left, right, gap: title.width + FRAME_PADDING });
    }
    // Items of one straight part of a line share a variable.
    constraints.retain(|constraint| constraint.left != constraint.right);
    constraints
}

/// The items of a layer with the borders of the frames around them, from left to right.
fn parts(layered: &LayeredGraph, layer: &[usize]) -> Vec<Part> {
    let mut parts = Vec::with_capacity(layer.len());
    let mut open_frames: Vec<usize> = Vec::new();
    for item in layer {
        let frames = layered.frames_around(*item);
        // The number of outer frames that the item has in common with the previous one.
        let common_count = open_frames.iter().zip(&frames).take_while(|(open, frame)| open == frame).count();
        parts.extend(open_frames.drain(common_count..).rev().map(Part::End));
        parts.extend(frames[common_count..].iter().copied().map(Part::Start));
        open_frames = frames;
        parts.push(Part::LayerItem(*item));
    }
    parts.extend(open_frames.into_iter().rev().map(Part::End));
    parts
}

/// The least distance of two neighbours in a layer.
fn gap(layered: &LayeredGraph, left: Part, right: Part) -> f64 {
    // How far the parts extend into the gap. Borders of frames have no width.
    let extent_of_left = match left {
        Part::LayerItem(item) => layered.items[item].right,
        Part::Start(_) | Part::End(_) => 0.0,
    };
    let extent_of_right = match right {
        Part::LayerItem(item) => layered.items[item].left,
        Part::Start(_) | Part::End(_) => 0.0,
    };
    let space = match (left, right) {
        (Part::LayerItem(left_item), Part::LayerItem(right_item)) => {
            match (layered.items[left_item].kind, layered.items[right_item].kind) {
                (ItemKind::Node(_), ItemKind::Node(_)) => BETWEEN_BOXES,
                (ItemKind::Node(_), _) | (_, ItemKind::Node(_)) => BOX_TO_LINE,
                _ => BETWEEN_LINES,
            }
        }
        (Part::End(_), Part::Start(_)) => BETWEEN_FRAMES,
        _ => FRAME_PADDING,
    };
    extent_of_left + space + extent_of_right
}

/// The smallest positions of variables that all constraints allow; `None` if the constraints have a cycle.
fn leftmost(layered: &LayeredGraph, constraints: &[Constraint]) -> Option<Vec<f64>> {
    let count = variable_count(layered);
    let mut constraints_after: Vec<Vec<usize>> = vec![Vec::new(); count];
    let mut unplaced_before = vec![0_usize; count];
    for (at, constraint) in constraints.iter().enumerate() {
        constraints_after[constraint.left].push(at);
        unplaced_before[constraint.right] += 1;
    }
    let mut positions = vec![0.0_f64; count];
    let mut ready: Vec<usize> = (0..count).filter(|variable| unplaced_before[*variable] == 0).collect();
    let mut placed_count = 0;
    while let Some(variable) = ready.pop() {
        placed_count += 1;
        for at in &constraints_after[variable] {
            let Constraint { right, gap, .. } = constraints[*at];
            positions[right] = positions[right].max(positions[variable] + gap);
            unplaced_before[right] -= 1;
            if unplaced_before[right] == 0 {
                ready.push(right);
            }
        }
    }
    (placed_count == count).then_some(positions)
}

/// The springs along all wires, between the variables of items.
fn springs(layered: &LayeredGraph, variable: impl Fn(usize) -> usize) -> Vec<Spring> {
    let offsets = ports::offsets(layered);
    let mut in_trees = vec![false; layered.wires.len()];
    layered.trunks.iter().flat_map(|trunk| &trunk.wires).for_each(|wire| in_trees[*wire] = true);
    let is_box = |item: usize| matches!(layered.items[item].kind, ItemKind::Node(_));
    let mut springs = Vec::with_capacity(layered.wires.len());
    for ((wire, (top, bottom)), is_in_tree) in layered.wires.iter().zip(&offsets).zip(in_trees) {
        let (upper, lower) = (variable(wire.upper), variable(wire.lower));
        // A spring whose two ends are the same variable moves nothing.
        if upper == lower {
            continue;
        }
        let weight = if !is_box(wire.upper) && !is_box(wire.lower) {
            // The strongest springs keep the parts of one line straight.
            4.0
        } else if is_in_tree {
            2.0
        } else {
            1.0
        };
        springs.push(Spring { first: (upper, *top), second: (lower, *bottom), weight });
    }
    springs
}
