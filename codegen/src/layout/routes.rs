//! Puts positions together: the areas of boxes and frames, and the points of lines.
//!
//! Invariant: lines consist of vertical and horizontal parts only.

use super::channels::{Heights, heights};
use super::layers::{ItemKind, LayeredGraph, Path, Trunk};
use super::place::HorizontalPositions;
use super::{Area, Graph, Layout, Point, Route, Size, TEXT_GAP, Tree, loops, ports};
use std::collections::BTreeMap;

/// The layout of a connected graph.
pub(super) fn routes(graph: &Graph, layered: &LayeredGraph, placed: &HorizontalPositions) -> Layout {
    let ends = ports::ends(layered, &placed.items);
    let heights = heights(layered, &ends);
    let drawing = Drawing { layered, placed, ends, heights };
    let nodes: Vec<Area> = (0..graph.nodes.len()).map(|node| drawing.area(node)).collect();
    let mut routes: Vec<Route> = layered
        .paths
        .iter()
        .map(|path| path.as_ref().map(|path| drawing.route(path)).unwrap_or_default())
        .collect();
    loops::add_loops(graph, &nodes, &mut routes);
    for (link, text) in layered.trunks.iter().flat_map(|trunk| &trunk.texts) {
        routes[*link].far = Some(drawing.lower_text(*text));
    }
    let mut frames = vec![Area::default(); placed.frames.len()];
    for (frame, (left, right)) in placed.frames.iter().enumerate() {
        let (first_layer, last_layer) = layered.spans[frame];
        // A frame without boxes has no area.
        if first_layer <= last_layer {
            let (top, bottom) = drawing.heights.frames[frame];
            frames[frame] = Area { x: *left, y: top, width: right - left, height: bottom - top };
        }
    }
    Layout {
        size: Size { width: placed.width, height: drawing.heights.height },
        frames,
        routes,
        trees: layered.trunks.iter().map(|trunk| drawing.tree(trunk)).collect(),
        nodes,
    }
}

/// The positions of everything, from which areas and lines are computed.
struct Drawing<'l> {
    layered: &'l LayeredGraph,
    placed: &'l HorizontalPositions,
    /// The horizontal positions of both ends of each wire.
    ends: Vec<(f64, f64)>,
    heights: Heights,
}

impl Drawing<'_> {
    /// The area of a box. The item of a box has the number of the box.
    fn area(&self, node: usize) -> Area {
        let item = &self.layered.items[node];
        let width = 2.0 * item.left;
        let (top, _) = self.heights.layers[item.layer];
        Area { x: self.placed.items[node] - item.left, y: top, width, height: item.height }
    }

    /// The vertical position at which lines leave an item downwards.
    fn bottom(&self, item: usize) -> f64 {
        let layer_item = &self.layered.items[item];
        let (top, bottom) = self.heights.layers[layer_item.layer];
        // Boxes are at the top of their layer.
        if matches!(layer_item.kind, ItemKind::Node(_)) { top + layer_item.height } else { bottom }
    }

    /// The vertical position at which lines reach an item from above.
    fn top(&self, item: usize) -> f64 {
        self.heights.layers[self.layered.items[item].layer].0
    }

    /// The points of a line, and the areas of the texts at its ends.
    fn route(&self, path: &Path) -> Route {
        let mut points = Vec::new();
        for index in &path.wires {
            let wire = self.layered.wires[*index];
            let (from, to) = self.ends[*index];
            points.push(Point { x: from, y: self.bottom(wire.upper) });
            if let Some(y) = self.heights.tracks[wire.net] {
                points.extend([Point { x: from, y }, Point { x: to, y }]);
            }
            points.push(Point { x: to, y: self.top(wire.lower) });
        }
        let mut points = without_redundant_points(points);
        let upper = path.upper_text.map(|item| self.upper_text(item));
        let lower = path.lower_text.map(|item| self.lower_text(item));
        let (near, far) = if path.is_upwards { (lower, upper) } else { (upper, lower) };
        if path.is_upwards {
            points.reverse();
        }
        Route { points, near, far }
    }

    /// The area of a text that is near to the box above it.
    fn upper_text(&self, item: usize) -> Area {
        let (top, _) = self.heights.layers[self.layered.items[item].layer];
        self.text(item, top)
    }

    /// The area of a text that is near to the box below it.
    fn lower_text(&self, item: usize) -> Area {
        let layer_item = &self.layered.items[item];
        let (_, bottom) = self.heights.layers[layer_item.layer];
        self.text(item, bottom - layer_item.height)
    }

    /// The area of a text whose upper side is at `y`.
    fn text(&self, item: usize, y: f64) -> Area {
        let layer_item = &self.layered.items[item];
        let (x, width) = (self.placed.items[item] + TEXT_GAP, layer_item.right - TEXT_GAP);
        Area { x, y, width, height: layer_item.height }
    }

    /// The lines of a trunk, from the box at its root to the boxes at its ends.
    fn tree(&self, trunk: &Trunk) -> Tree {
        let mut nets: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for wire in &trunk.wires {
            nets.entry(self.layered.wires[*wire].net).or_default().push(*wire);
        }
        let (mut lines, mut leaves, mut root) = (Vec::new(), Vec::new(), Point::default());
        for (net, wires) in &nets {
            // All wires of a net begin at the same point.
            let upper = self.layered.wires[wires[0]].upper;
            let (upper_x, _) = self.ends[wires[0]];
            let upper_y = if upper == trunk.root { self.bottom(upper) } else { self.top(upper) };
            let top = Point { x: upper_x, y: upper_y };
            if upper == trunk.root {
                root = top;
            }
            let track = self.heights.tracks[*net];
            let mut bottoms: Vec<Point> = wires
                .iter()
                .map(|wire| {
                    let (_, lower_x) = self.ends[*wire];
                    Point { x: lower_x, y: self.top(self.layered.wires[*wire].lower) }
                })
                .collect();
            let is_box = |wire: &usize| {
                matches!(self.layered.items[self.layered.wires[*wire].lower].kind, ItemKind::Node(_))
            };
            let at_boxes = wires.iter().zip(&bottoms).filter(|(wire, _)| is_box(wire));
            leaves.extend(at_boxes.map(|(_, bottom)| *bottom));
            bottoms.sort_by(|a, b| a.x.total_cmp(&b.x));
            lines.extend(branches(top, track, &bottoms));
        }
        Tree { number: trunk.number, root, leaves, lines: join_lines(lines) }
    }
}

/// The lines from one point to several below it, along a horizontal line at `track`. `bottoms` are sorted from left to
/// right. Without a track, they are straight below the point.
fn branches(top: Point, track: Option<f64>, bottoms: &[Point]) -> Vec<Vec<Point>> {
    let Some(y) = track else { return bottoms.iter().map(|bottom| vec![top, *bottom]).collect() };
    let (Some(first), Some(last)) = (bottoms.first(), bottoms.last()) else { return Vec::new() };
    let on_track = |point: Point| Point { x: point.x, y };
    let mut lines = Vec::new();
    // One line contains both ends of the track, where it has corners; all other lines are straight.
    let left = if top.x < first.x { top } else { *first };
    let right = if top.x > last.x { top } else { *last };
    lines.push(vec![left, on_track(left), on_track(right), right]);
    if top != left && top != right {
        lines.push(vec![top, on_track(top)]);
    }
    let inner = bottoms.iter().filter(|bottom| **bottom != left && **bottom != right);
    lines.extend(inner.map(|bottom| vec![on_track(*bottom), *bottom]));
    lines
}

/// How many of the last lines are searched for one that another line continues. A limit keeps the time linear.
const SEARCHED_LINES: usize = 8;

/// The lines, in which a line that begins at the end of an earlier one is appended to it.
fn join_lines(lines: Vec<Vec<Point>>) -> Vec<Vec<Point>> {
    let mut joined: Vec<Vec<Point>> = Vec::new();
    for line in lines {
        let start = line.first().copied();
        let earlier_line = joined
            .iter_mut()
            .rev()
            .take(SEARCHED_LINES)
            .find(|earlier_line| earlier_line.last().copied() == start);
        match earlier_line {
            Some(earlier_line) => earlier_line.extend(line.into_iter().skip(1)),
            None => joined.push(line),
        }
    }
    joined.into_iter().map(without_redundant_points).collect()
}

/// Positions nearer than this are the same.
const SAME_POSITION: f64 = 0.05;

/// The points without repeated ones and those in the middle of a straight line.
fn without_redundant_points(points: Vec<Point>) -> Vec<Point> {
    let mut kept_points: Vec<Point> = Vec::with_capacity(points.len());
    for point in points {
        // The same point again.
        if kept_points.last().is_some_and(|last| is_near(last.x, point.x) && is_near(last.y, point.y)) {
            continue;
        }
        // The last point is between the one before it and this one.
        if let [.., before, last] = kept_points[..]
            && ((is_near(before.x, last.x) && is_near(last.x, point.x))
                || (is_near(before.y, last.y) && is_near(last.y, point.y)))
        {
            kept_points.pop();
        }
        kept_points.push(point);
    }
    kept_points
}

/// Whether two coordinates are the same position.
fn is_near(a: f64, b: f64) -> bool {
    (a - b).abs() < SAME_POSITION
}
