//! Positions of boxes in frames, of the lines between them, and of the texts beside these lines: a layered layout.
//!
//! The steps are those of Sugiyama, with lines at right angles: `components` separates what is not connected, `ranks`
//! assigns boxes to rows, `layers` adds bends and texts between rows, `order` reduces crossings, `place` finds
//! horizontal positions, `routes` the lines and vertical positions, and `pack` puts the components together.
//! Invariants: boxes, texts and frames that do not contain one another do not overlap, and no line leads through a box;
//! the same input gives the same numbers on every machine. This module knows no classes, no notation and no direction
//! but downwards.

mod channels;
mod components;
mod layers;
mod loops;
mod order;
mod pack;
mod place;
mod ports;
mod ranks;
mod routes;
mod solver;
#[cfg(test)]
mod tests;
mod tracks;

/// The extent of a box or text.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Size {
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// A position, from the left and from above.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Point {
    pub(crate) x: f64,
    pub(crate) y: f64,
}

/// A rectangle: its upper left corner, and its extent.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Area {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// Boxes, frames and lines whose positions a layout determines.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Graph {
    pub(crate) nodes: Vec<Node>,
    /// Outer frames precede inner ones.
    pub(crate) frames: Vec<Frame>,
    pub(crate) links: Vec<Link>,
    /// Width divided by height that the picture should have.
    pub(crate) aspect: f64,
}

/// A box.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Node {
    pub(crate) size: Size,
    pub(crate) frame: Option<usize>,
}

/// A rectangle around boxes and other frames.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Frame {
    pub(crate) parent: Option<usize>,
    /// The extent of the text above its content.
    pub(crate) title: Size,
}

/// A line between two boxes.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Link {
    /// The box that is placed above the other one if possible.
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) kind: LinkKind,
    /// How important its direction is.
    pub(crate) weight: i64,
    /// The text beside the end at `from`.
    pub(crate) near: Option<Size>,
    /// The text beside the end at `to`.
    pub(crate) far: Option<Size>,
}

/// How a line is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum LinkKind {
    /// Lines of the same number from one box are drawn as a tree. There is no cycle of such lines.
    Firm(usize),
    /// Drawn as a tree as well, but there may be cycles of such lines.
    Tree(usize),
    /// Drawn as a line of its own.
    Single,
}

impl LinkKind {
    /// The number of the tree that the line belongs to; `None` if it is drawn alone.
    fn tree(self) -> Option<usize> {
        match self {
            Self::Firm(number) | Self::Tree(number) => Some(number),
            Self::Single => None,
        }
    }
}

/// The positions of everything in a graph.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Layout {
    pub(crate) size: Size,
    /// The areas of boxes, each of which may be larger than the box needs to be.
    pub(crate) nodes: Vec<Area>,
    pub(crate) frames: Vec<Area>,
    pub(crate) routes: Vec<Route>,
    pub(crate) trees: Vec<Tree>,
}

/// The line of a link; without points if it is part of a tree.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Route {
    /// The points of the line, from the box `from` of the link to the box `to`.
    pub(crate) points: Vec<Point>,
    pub(crate) near: Option<Area>,
    pub(crate) far: Option<Area>,
}

/// The lines of links from one box that share their beginning.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Tree {
    pub(crate) number: usize,
    /// The point at which the tree leaves the box that all links have in common.
    pub(crate) root: Point,
    /// The points at which the tree reaches the other boxes.
    pub(crate) leaves: Vec<Point>,
    /// Lines that do not overlap.
    pub(crate) lines: Vec<Vec<Point>>,
}

/// The layout of a graph; `None` if its lines would be too long.
pub(crate) fn layout(graph: &Graph) -> Option<Layout> {
    let components = components::split(graph);
    let layouts: Option<Vec<Layout>> =
        components.list.iter().map(|component| best_layout(&component.graph)).collect();
    Some(components::join(graph, &components, &layouts?))
}

/// The space between a line and its text.
const TEXT_GAP: f64 = 5.0;

/// Components of at most this many boxes are laid out in several widths, and small ones in more ways; the best is
/// taken.
const SMALL_GRAPH: usize = 150;
const MEDIUM_GRAPH: usize = 600;

/// The layout of connected boxes in the width that gives the best picture; `None` if lines would be too long.
fn best_layout(graph: &Graph) -> Option<Layout> {
    // The widths that are tried, as multiples of the width at which the boxes with space around them would have the
    // shape of the picture.
    let factors: &[f64] = if graph.nodes.len() <= SMALL_GRAPH {
        &[1.0, 0.5, 0.7, 1.4, 2.0]
    } else if graph.nodes.len() <= MEDIUM_GRAPH {
        &[1.0, 0.7]
    } else {
        &[1.0]
    };
    // The area of all boxes with estimated space around them, for lines.
    let area: f64 = graph
        .nodes
        .iter()
        .map(|node| (node.size.width + ranks::GAP) * (node.size.height + ranks::ROW_GAP))
        .sum();
    // How much wider than its widest layer a drawing may become before long lines get bends.
    let widenings: &[f64] = if graph.nodes.len() <= SMALL_GRAPH { &[1.6, 4.0] } else { &[1.6] };
    let mut best: Option<(f64, Layout)> = None;
    let mut tried_ranks: Vec<Vec<usize>> = Vec::new();
    for factor in factors {
        let ranks = ranks::ranks(graph, (area * graph.aspect).sqrt() * factor);
        if layers::is_too_large(graph, &ranks) {
            return None;
        }
        // Small graphs have the same rows in most widths, and everything else follows from the rows.
        if tried_ranks.contains(&ranks) {
            continue;
        }
        let mut layered = layers::layers(graph, &ranks);
        tried_ranks.push(ranks);
        let crossings = order::reduce_crossings(&mut layered);
        for placed in place::place(&layered, widenings) {
            let layout = routes::routes(graph, &layered, &placed);
            let cost = cost(graph, &layout, crossings);
            if best.as_ref().is_none_or(|(lowest_cost, _)| cost < *lowest_cost) {
                best = Some((cost, layout));
            }
        }
    }
    best.map(|(_, layout)| layout)
}

/// How bad a picture is: the area that it needs in the shape of `graph.aspect`, and a surcharge for crossings and
/// corners.
fn cost(graph: &Graph, layout: &Layout, crossings: usize) -> f64 {
    // The width of the smallest frame of that shape which contains the picture.
    let width = layout.size.width.max(layout.size.height * graph.aspect);
    // All points of a line but its two ends are corners.
    let corners_of_routes: usize =
        layout.routes.iter().map(|route| route.points.len().saturating_sub(2)).sum();
    // For trees, their ends count as well.
    let corners_of_trees: usize = layout.trees.iter().flat_map(|tree| &tree.lines).map(Vec::len).sum();
    let corners = corners_of_routes + corners_of_trees;
    // A crossing costs a reader more than a corner.
    let disorder = (crossings * 5 + corners) as f64 / (graph.links.len() + 1) as f64;
    width * width * (1.0 + 0.1 * disorder)
}
