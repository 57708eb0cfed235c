//! Lines and symbols as the text of paths.
//!
//! Invariants: numbers have at most one decimal; a path with relative numbers ends at the same points as one with
//! absolute numbers.

use crate::layout::Point;
use std::fmt::{self, Write as _};

/// The radius of corners of lines.
const CORNER: f64 = 5.0;

/// The width and the length of symbols.
const TRIANGLE: (f64, f64) = (13.0, TRIANGLE_LENGTH);
const DIAMOND: (f64, f64) = (8.0, DIAMOND_LENGTH);
pub(super) const TRIANGLE_LENGTH: f64 = 11.0;
pub(super) const DIAMOND_LENGTH: f64 = 14.0;
/// The points of an arrow: their distances across and along the line.
pub(super) const ARROW: [(f64, f64); 3] = [(-4.5, 8.0), (0.0, 0.0), (4.5, 8.0)];

/// The points of a triangle, across and along the line.
pub(super) fn triangle() -> [(f64, f64); 3] {
    let (width, length) = TRIANGLE;
    [(0.0, 0.0), (width / 2.0, length), (-width / 2.0, length)]
}

/// The points of a diamond, across and along the line.
pub(super) fn diamond() -> [(f64, f64); 4] {
    let (width, length) = DIAMOND;
    [(0.0, 0.0), (width / 2.0, length / 2.0), (0.0, length), (-width / 2.0, length / 2.0)]
}

/// The direction of a line whose points are not known.
pub(super) const DOWN: Point = Point { x: 0.0, y: 1.0 };

/// The direction of the first part of a line, which is vertical or horizontal.
pub(super) fn start_direction(points: &[Point]) -> Point {
    let [first, second, ..] = points else { return DOWN };
    let (x, y) = (second.x - first.x, second.y - first.y);
    if x.abs() > y.abs() { Point { x: x.signum(), y: 0.0 } } else { Point { x: 0.0, y: y.signum() } }
}

/// The direction of the last part of a line, from its end.
pub(super) fn end_direction(points: &[Point]) -> Point {
    match points {
        [.., previous, last] => start_direction(&[*last, *previous]),
        _ => DOWN,
    }
}

/// The direction in which a line leaves a point; `None` if neither of its ends is at this point.
pub(super) fn direction_at(line: &[Point], end: Point) -> Option<Point> {
    if line.first() == Some(&end) {
        Some(start_direction(line))
    } else if line.last() == Some(&end) {
        Some(end_direction(line))
    } else {
        None
    }
}

/// Shortens a line at its end `tip`, so that there is space for a symbol.
pub(super) fn leave_space(line: &mut [Point], tip: Point, length: f64) {
    let Some(direction) = direction_at(line, tip) else { return };
    let index = if line.first() == Some(&tip) { 0 } else { line.len() - 1 };
    line[index] = Point { x: tip.x + direction.x * length, y: tip.y + direction.y * length };
}

/// The text of a path.
#[derive(Debug, Default)]
pub(super) struct Path {
    pub(super) text: String,
    /// Whether points are relative to the ones before them, which takes fewer characters.
    is_relative: bool,
    /// The last point, in tenths.
    position: (Tenths, Tenths),
}

impl Path {
    pub(super) fn new(is_relative: bool) -> Self {
        Self { is_relative, ..Self::default() }
    }

    /// Adds a line with round corners.
    pub(super) fn add_line(&mut self, points: &[Point]) {
        let Some((first, following)) = points.split_first() else { return };
        self.start(*first);
        let mut previous = *first;
        for (at, corner) in following.iter().enumerate() {
            let Some(next) = following.get(at + 1) else {
                self.line_to(previous, *corner);
                break;
            };
            // Corners at both ends of a short part must not overlap.
            let radius = CORNER.min(length(previous, *corner) / 2.0).min(length(*corner, *next) / 2.0);
            let point_near_corner = |other: Point| {
                let direction = start_direction(&[*corner, other]);
                Point { x: corner.x + direction.x * radius, y: corner.y + direction.y * radius }
            };
            let (start, end) = (point_near_corner(previous), point_near_corner(*next));
            self.line_to(previous, start);
            self.curve_to(*corner, end);
            previous = end;
        }
    }

    /// Adds a symbol whose tip is the end of a line; `direction` leads from the tip along the line. The points of
    /// `shape` are distances across and along the line.
    pub(super) fn add_symbol(&mut self, tip: Point, direction: Point, shape: &[(f64, f64)], is_closed: bool) {
        for (number, (across, along)) in shape.iter().enumerate() {
            let x = tip.x + direction.x * along - direction.y * across;
            let y = tip.y + direction.y * along + direction.x * across;
            match number {
                0 => self.start(Point { x, y }),
                // Further points need no command of their own.
                _ if self.is_relative => self.relative(if number == 1 { "l" } else { "" }, &[Point { x, y }]),
                _ => self.absolute('L', Point { x, y }),
            }
        }
        if is_closed {
            self.text.push('Z');
        }
    }

    /// Begins a part of the path at a point.
    fn start(&mut self, to: Point) {
        self.absolute('M', to);
        self.position = (number(to.x), number(to.y));
    }

    /// Adds a command with the absolute position of a point.
    fn absolute(&mut self, command: char, to: Point) {
        let _ = write!(self.text, "{command}{} {}", number(to.x), number(to.y));
    }

    /// Adds a straight line. A vertical or horizontal one has a shorter command.
    fn line_to(&mut self, from: Point, to: Point) {
        let (x, y) = (number(to.x), number(to.y));
        if self.is_relative {
            let (last_x, last_y) = self.position;
            let (across, down) = (x - last_x, y - last_y);
            let _ = match (across.0 == 0, down.0 == 0) {
                (true, true) => Ok(()),
                (true, false) => write!(self.text, "v{down}"),
                (false, true) => write!(self.text, "h{across}"),
                (false, false) => return self.relative("l", &[to]),
            };
            self.position = (x, y);
            return;
        }
        let _ = match (from.x == to.x, from.y == to.y) {
            (true, _) => write!(self.text, "V{y}"),
            (_, true) => write!(self.text, "H{x}"),
            _ => write!(self.text, "L{x} {y}"),
        };
    }

    /// Adds a round corner.
    fn curve_to(&mut self, corner: Point, end: Point) {
        if self.is_relative {
            return self.relative("q", &[corner, end]);
        }
        self.absolute('Q', corner);
        self.absolute(' ', end);
    }

    /// Adds points, all of which are relative to the last one so far. A sign separates numbers as well as a space.
    fn relative(&mut self, command: &str, points: &[Point]) {
        // SVG, section 9.3: all points of one curve are relative to its start, not to each other.
        let (start_x, start_y) = self.position;
        self.text.push_str(command);
        let mut is_first = !command.is_empty();
        for point in points {
            let (x, y) = (number(point.x), number(point.y));
            self.position = (x, y);
            for part in [x - start_x, y - start_y] {
                let separator = if is_first || part.0 < 0 { "" } else { " " };
                let _ = write!(self.text, "{separator}{part}");
                is_first = false;
            }
        }
    }
}

/// The length of a line along an axis.
fn length(a: Point, b: Point) -> f64 {
    (a.x - b.x).abs().max((a.y - b.y).abs())
}

/// A number with at most one decimal.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Tenths(i64);

/// A number, rounded to one decimal.
pub(super) fn number(value: f64) -> Tenths {
    Tenths((value * 10.0).round() as i64)
}

impl std::ops::Sub for Tenths {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 0 {
            f.write_char('-')?;
        }
        let (whole, tenths) = (self.0.unsigned_abs() / 10, self.0.unsigned_abs() % 10);
        write!(f, "{whole}")?;
        if tenths > 0 { write!(f, ".{tenths}") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::{ARROW, DOWN, Path, number};
    use crate::layout::Point;

    #[test]
    fn numbers_have_at_most_one_decimal() {
        let texts = [1.25, -0.01, 3.0, -0.5, 20.0].map(|value| number(value).to_string());
        assert_eq!(texts, ["1.3", "0", "3", "-0.5", "20"]);
    }

    #[test]
    fn relative_paths_are_shorter() {
        let points = [(10.0, 0.0), (10.0, 20.0), (-5.5, 20.0)].map(|(x, y)| Point { x, y });
        let text = |is_relative| {
            let mut path = Path::new(is_relative);
            path.add_line(&points);
            path.add_symbol(points[0], DOWN, &ARROW, false);
            path.text
        };
        assert_eq!(text(false), "M10 0V15Q10 20 5 20H-5.5M14.5 8L10 0L5.5 8");
        assert_eq!(text(true), "M10 0v15q0 5-5 5h-10.5M14.5 8l-4.5-8-4.5 8");
    }
}
