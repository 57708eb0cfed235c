//! Lines that lead from a box to itself, to the right of it.
//!
//! Invariant: each line has its own part of the height of its box. This module knows no other lines.

use super::{Area, Graph, Link, Point, Route, Size, TEXT_GAP};

/// How far a line from a box to itself is away from the box.
const LOOP_WIDTH: f64 = 22.0;
/// The least height of the part of a box that such a line uses.
const LOOP_HEIGHT: f64 = 36.0;
/// The space between the top of a box and the part of it that its first line uses.
const LOOP_START: f64 = 6.0;
/// The space above the upper and below the lower horizontal part of a line.
const ABOVE_LOOP: f64 = 5.0;
const BELOW_LOOP: f64 = 11.0;
/// How far texts extend beyond the horizontal parts of their line.
const TEXT_OVERHANG: f64 = 4.0;

/// The space of all lines from each box to itself: to its right, and along its height.
pub(super) fn loop_sizes(graph: &Graph) -> Vec<Size> {
    let mut sizes = vec![Size::default(); graph.nodes.len()];
    for link in graph.links.iter().filter(|link| link.from == link.to) {
        let (texts, size) = (link_texts(link), &mut sizes[link.from]);
        let start = if size.height == 0.0 { LOOP_START } else { 0.0 };
        size.width = size.width.max(LOOP_WIDTH + TEXT_GAP + texts.width);
        size.height += start + loop_height(link);
    }
    sizes
}

/// The extent of both texts of a link, one below the other.
fn link_texts(link: &Link) -> Size {
    let texts = || link.near.iter().chain(&link.far);
    Size {
        width: texts().map(|text| text.width).fold(0.0, f64::max),
        height: texts().map(|text| text.height).sum(),
    }
}

/// The height that a line from a box to itself uses.
fn loop_height(link: &Link) -> f64 {
    LOOP_HEIGHT.max(link_texts(link).height + (ABOVE_LOOP + BELOW_LOOP))
}

/// The lines from boxes to themselves, beside the areas of these boxes.
pub(super) fn add_loops(graph: &Graph, areas: &[Area], routes: &mut [Route]) {
    let mut used_heights = vec![LOOP_START; graph.nodes.len()];
    for (link, route) in graph.links.iter().zip(routes).filter(|(link, _)| link.from == link.to) {
        let area = areas[link.from];
        let (left, right) = (area.x + area.width, area.x + area.width + LOOP_WIDTH);
        let height = loop_height(link);
        let top = area.y + used_heights[link.from];
        used_heights[link.from] += height;
        let (upper_y, lower_y) = (top + ABOVE_LOOP, top + height - BELOW_LOOP);
        let corners = [(left, upper_y), (right, upper_y), (right, lower_y), (left, lower_y)];
        route.points = corners.into_iter().map(|(x, y)| Point { x, y }).collect();
        let text_area =
            |size: Size, y: f64| Area { x: right + TEXT_GAP, y, width: size.width, height: size.height };
        route.near = link.near.map(|size| text_area(size, upper_y - TEXT_OVERHANG));
        route.far = link.far.map(|size| text_area(size, lower_y - size.height + TEXT_OVERHANG));
    }
}
