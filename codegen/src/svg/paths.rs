//! Lines and symbols as the text of paths.
//!
//! Invariants: numbers have at most one decimal; a path with relative numbers ends at the same points as one with
//! absolute numbers.

use crate::layout::Point;
use std::fmt::{self, Write as _};

/// The radius of corners of lines.
const CORNER: f64 = 5.0;

/// The width and length of symbols.
pub(super) const TRIANGLE: (f64, f64) = (13.0, 11.0);
pub(super) const DIAMOND: (f64, f64) = (8.0, 14.0);
/// Points across and along a line.
pub(super) const ARROW: [(f64, f64); 3] = [(-4.5, 8.0), (0.0, 0.0), (4.5, 8.0)];

pub(super) fn triangle() -> [(f64, f64); 3] {
    let (width, length) = TRIANGLE;
    [(0.0, 0.0), (width / 2.0, length), (-width / 2.0, length)]
}

pub(super) fn diamond() -> [(f64, f64); 4] {
    let (width, length) = DIAMOND;
    [(0.0, 0.0), (width / 2.0, length / 2.0), (0.0, length), (-width / 2.0, length / 2.0)]
}

pub(super) const DOWN: Point = Point { x: 0.0, y: 1.0 };

/// The direction of the first part of a line, which is vertical or horizontal.
pub(super) fn ahead(points: &[Point]) -> Point {
    let [first, second, ..] = points else { return DOWN };
    let (x, y) = (second.x - first.x, second.y - first.y);
    if x.abs() > y.abs() { Point { x: x.signum(), y: 0.0 } } else { Point { x: 0.0, y: y.signum() } }
}

/// The direction of the last part of a line, from its end.
pub(super) fn back(points: &[Point]) -> Point {
    match points {
        [.., before, last] => ahead(&[*last, *before]),
        _ => DOWN,
    }
}

/// The direction in which a line leaves a point, if one of its ends is there.
pub(super) fn towards(line: &[Point], end: Point) -> Option<Point> {
    if line.first() == Some(&end) {
        Some(ahead(line))
    } else if line.last() == Some(&end) {
        Some(back(line))
    } else {
        None
    }
}

/// Makes a line leave space for a symbol at one of its ends.
pub(super) fn leave_tip(line: &mut [Point], tip: Point, length: f64) {
    let Some(direction) = towards(line, tip) else { return };
    let at = if line.first() == Some(&tip) { 0 } else { line.len() - 1 };
    line[at] = Point { x: tip.x + direction.x * length, y: tip.y + direction.y * length };
}

/// The text of a path.
#[derive(Debug, Default)]
pub(super) struct Path {
    pub(super) text: String,
    /// Whether points are relative to the ones before them, which takes fewer characters.
    is_relative: bool,
    /// The last point, in tenths.
    at: (Tenths, Tenths),
}

impl Path {
    pub(super) fn new(is_relative: bool) -> Self {
        Self { is_relative, ..Self::default() }
    }

    /// Adds a line with round corners.
    pub(super) fn add_line(&mut self, points: &[Point]) {
        let Some((first, rest)) = points.split_first() else { return };
        self.start(*first);
        let mut before = *first;
        for (at, corner) in rest.iter().enumerate() {
            let Some(next) = rest.get(at + 1) else {
                self.line_to(before, *corner);
                break;
            };
            // Corners at both ends of a short part must not overlap.
            let length = |a: Point, b: Point| (a.x - b.x).abs().max((a.y - b.y).abs());
            let radius = CORNER.min(length(before, *corner) / 2.0).min(length(*corner, *next) / 2.0);
            let near = |other: Point| {
                let direction = ahead(&[*corner, other]);
                Point { x: corner.x + direction.x * radius, y: corner.y + direction.y * radius }
            };
            let (start, end) = (near(before), near(*next));
            self.line_to(before, start);
            self.curve_to(*corner, end);
            before = end;
        }
    }

    /// Adds a symbol at the end of a line, whose other parts are in a direction.
    pub(super) fn add_symbol(&mut self, tip: Point, direction: Point, shape: &[(f64, f64)], is_closed: bool) {
        for (number, (across, along)) in shape.iter().enumerate() {
            let x = tip.x + direction.x * along - direction.y * across;
            let y = tip.y + direction.y * along + direction.x * across;
            match number {
                0 => self.start(Point { x, y }),
                _ if self.is_relative => self.relative(if number == 1 { "l" } else { "" }, &[Point { x, y }]),
                _ => self.absolute('L', Point { x, y }),
            }
        }
        if is_closed {
            self.text.push('Z');
        }
    }

    fn start(&mut self, to: Point) {
        self.absolute('M', to);
        self.at = (number(to.x), number(to.y));
    }

    fn absolute(&mut self, command: char, to: Point) {
        let _ = write!(self.text, "{command}{} {}", number(to.x), number(to.y));
    }

    fn line_to(&mut self, from: Point, to: Point) {
        let (x, y) = (number(to.x), number(to.y));
        if self.is_relative {
            let (across, down) = (x - self.at.0, y - self.at.1);
            let _ = match (across.0 == 0, down.0 == 0) {
                (true, true) => Ok(()),
                (true, false) => write!(self.text, "v{down}"),
                (false, true) => write!(self.text, "h{across}"),
                (false, false) => return self.relative("l", &[to]),
            };
            self.at = (x, y);
            return;
        }
        let _ = match (from.x == to.x, from.y == to.y) {
            (true, _) => write!(self.text, "V{y}"),
            (_, true) => write!(self.text, "H{x}"),
            _ => write!(self.text, "L{x} {y}"),
        };
    }

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
        let start = self.at;
        self.text.push_str(command);
        let mut is_first = !command.is_empty();
        for point in points {
            self.at = (number(point.x), number(point.y));
            for part in [self.at.0 - start.0, self.at.1 - start.1] {
                let separator = if is_first || part.0 < 0 { "" } else { " " };
                let _ = write!(self.text, "{separator}{part}");
                is_first = false;
            }
        }
    }
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
