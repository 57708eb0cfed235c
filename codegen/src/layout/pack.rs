//! Puts rectangles next to one another, in an area of a given shape.
//!
//! Invariant: rectangles do not overlap, and have a gap between them. This module does not know what they contain.

use super::{Point, Size};

/// How many widths are tried.
const TRIED_WIDTHS: usize = 24;

/// Puts rectangles into an area, each as high up as possible. Several widths are tried, and the one is used with which
/// the area, extended to the shape `aspect`, is the smallest. Returns the extent of all rectangles, and the corner of
/// each.
pub(super) fn pack(sizes: &[Size], gap: f64, aspect: f64) -> (Size, Vec<Point>) {
    let widest = sizes.iter().map(|size| size.width).fold(0.0, f64::max) + gap;
    let sum: f64 = sizes.iter().map(|size| size.width + gap).sum();
    let mut best_arrangement: Option<(f64, Size, Vec<Point>)> = None;
    for step in 0..TRIED_WIDTHS {
        // From the width of the widest rectangle nearly up to the width of all rectangles in a row.
        let width = widest + (sum - widest).max(0.0) * step as f64 / TRIED_WIDTHS as f64;
        let (size, corners) = in_width(sizes, gap, width);
        let required_width = size.width.max(size.height * aspect);
        if best_arrangement.as_ref().is_none_or(|(min_width, ..)| required_width < *min_width) {
            best_arrangement = Some((required_width, size, corners));
        }
    }
    best_arrangement.map(|(_, size, corners)| (size, corners)).unwrap_or_default()
}

/// Arranges rectangles in columns, in which a reader finds a box more easily than in a dense arrangement. The area,
/// extended to the shape `aspect`, is as small as possible.
pub(super) fn columns(sizes: &[Size], gap: f64, aspect: f64) -> (Size, Vec<Point>) {
    let max_columns = (sizes.len() as f64).sqrt().ceil() as usize * 2;
    let mut best_arrangement: Option<(f64, Size, Vec<Point>)> = None;
    for count in 1..=max_columns.min(sizes.len()) {
        let (size, corners) = in_columns(sizes, gap, count);
        let required_width = size.width.max(size.height * aspect);
        if best_arrangement.as_ref().is_none_or(|(min_width, ..)| required_width < *min_width) {
            best_arrangement = Some((required_width, size, corners));
        }
    }
    best_arrangement.map(|(_, size, corners)| (size, corners)).unwrap_or_default()
}

/// Puts boxes one by one, the highest first, into the one of `count` columns that is the shortest so far. There must be
/// a column.
fn in_columns(sizes: &[Size], gap: f64, count: usize) -> (Size, Vec<Point>) {
    let mut heights = vec![0.0_f64; count];
    let mut widths = vec![0.0_f64; count];
    let mut order: Vec<usize> = (0..sizes.len()).collect();
    order.sort_by(|a, b| sizes[*b].height.total_cmp(&sizes[*a].height));
    let mut columns_and_tops = vec![(0, 0.0); sizes.len()];
    for at in order {
        let mut shortest_column = 0;
        for column in 1..count {
            if heights[column] < heights[shortest_column] {
                shortest_column = column;
            }
        }
        columns_and_tops[at] = (shortest_column, heights[shortest_column]);
        heights[shortest_column] += sizes[at].height + gap;
        widths[shortest_column] = widths[shortest_column].max(sizes[at].width);
    }
    let mut column_lefts = Vec::with_capacity(count);
    let mut left = 0.0;
    for width in &widths {
        column_lefts.push(left);
        left += width + gap;
    }
    let width = widths.iter().sum::<f64>() + gap * (count - 1) as f64;
    // Each column has a gap below its last box, too.
    let height = heights.iter().copied().fold(0.0, f64::max) - gap;
    let corners = columns_and_tops.into_iter().map(|(column, y)| Point { x: column_lefts[column], y });
    (Size { width, height }, corners.collect())
}

/// The lower outline of the rectangles placed so far: the x at which each part starts, and the y down to which the part
/// is occupied.
type Outline = Vec<(f64, f64)>;

/// Places the rectangles one by one, each as high up as possible in an area of the given width.
fn in_width(sizes: &[Size], gap: f64, width: f64) -> (Size, Vec<Point>) {
    let mut outline: Outline = vec![(0.0, 0.0)];
    let (mut corners, mut extent) = (Vec::with_capacity(sizes.len()), Size::default());
    for size in sizes {
        // Each rectangle has its gap at the right and below, so the area has one more gap at the right.
        let occupied = Size { width: size.width + gap, height: size.height + gap };
        let corner = highest_place(&outline, occupied.width, width + gap);
        let (right, bottom) = (corner.x + size.width, corner.y + size.height);
        extent = Size { width: extent.width.max(right), height: extent.height.max(bottom) };
        cover(&mut outline, corner.x, corner.x + occupied.width, corner.y + occupied.height);
        corners.push(corner);
    }
    (extent, corners)
}

/// The highest corner at which a rectangle of a width can be placed below the outline; the leftmost one of equal
/// height.
fn highest_place(outline: &[(f64, f64)], width: f64, limit: f64) -> Point {
    let mut highest: Option<Point> = None;
    for (at, (x, _)) in outline.iter().enumerate() {
        // The left border is always possible, even if the rectangle is wider than the area.
        if at > 0 && x + width > limit {
            break;
        }
        let covered_parts = outline[at..].iter().take_while(|(start, _)| *start < x + width);
        let y = covered_parts.map(|(_, y)| *y).fold(0.0, f64::max);
        if highest.is_none_or(|highest| y < highest.y) {
            highest = Some(Point { x: *x, y });
        }
    }
    highest.unwrap_or_default()
}

/// Lowers the outline to `y` between two positions. An outline is a list of steps: a point means that the outline is at
/// its `y` from its `x` on, up to the next point.
fn cover(outline: &mut Outline, start: f64, end: f64, y: f64) {
    // To the right of the covered part, the outline remains as it was at `end`.
    let y_at_end = outline.iter().rev().find(|(x, _)| *x <= end).map_or(0.0, |(_, y)| *y);
    let has_part_at_end = outline.iter().any(|(x, _)| *x == end);
    outline.retain(|(x, _)| *x < start || *x >= end);
    outline.push((start, y));
    if !has_part_at_end {
        outline.push((end, y_at_end));
    }
    outline.sort_by(|a, b| a.0.total_cmp(&b.0));
}
