//! A class diagram as a figure: the texts of boxes and lines with their sizes, and after the layout with their
//! places.
//!
//! Invariants: boxes are as large as their texts, and lines of text are those of the diagram. This module knows
//! sizes of texts, and no markup or colours.

use super::lines::{self, LineKind};
use super::text_width::{bold, regular};
use crate::diagram::{BoxKind, ClassBox, Diagram, Direction, Edge, End, Relation};
use crate::layout::{Area, Frame, Graph, Layout, Link, LinkKind, Node, Point, Size, layout};

/// Sizes of fonts: names, keywords above them, lines of boxes, texts beside lines, and titles of frames.
pub(super) const NAME_SIZE: f64 = 13.0;
pub(super) const KEYWORD_SIZE: f64 = 10.0;
pub(super) const LINE_SIZE: f64 = 12.0;
pub(super) const LABEL_SIZE: f64 = 11.0;
pub(super) const TITLE_SIZE: f64 = 12.0;

/// The distance between two lines of a box.
pub(super) const LINE_HEIGHT: f64 = 17.0;
/// The space above the first and below the last line of a group.
pub(super) const PADDING: f64 = 5.0;
/// The space to the left and right of texts.
pub(super) const INDENT: f64 = 10.0;
/// The space between columns of lines.
const COLUMN_GAP: f64 = 16.0;
/// The least width of a box.
const MIN_WIDTH: f64 = 64.0;
/// The height of the text beside a line, and of the title of a frame.
const LABEL_HEIGHT: f64 = 14.0;
const TITLE_HEIGHT: f64 = 22.0;
/// The height of the part of a box with the name, with and without a keyword above it.
const HEAD_HEIGHT_WITH_KEYWORD: f64 = 40.0;
const HEAD_HEIGHT: f64 = 28.0;
/// The width of the quotation marks around a keyword.
const QUOTATION_MARKS_WIDTH: f64 = 12.0;
/// The height of a list in several columns, divided by its width.
const LIST_SHAPE: f64 = 1.2;
/// The greatest number of literals in a single column, and the least one in each of several columns.
const LONGEST_COLUMN: usize = 12;

/// A diagram with the texts and positions of its boxes and lines.
#[derive(Debug)]
pub(super) struct Figure<'d> {
    pub(super) diagram: &'d Diagram,
    pub(super) boxes: Vec<Content>,
    /// How each edge is drawn.
    pub(super) kinds: Vec<LineKind>,
    pub(super) layout: Layout,
}

/// The content of a box.
#[derive(Debug)]
pub(super) struct Content {
    pub(super) keyword: Option<&'static str>,
    /// The groups of lines, each below a border: attributes, operations, rules.
    pub(super) groups: Vec<Group>,
    size: Size,
}

/// A group of lines in a box.
#[derive(Debug)]
pub(super) struct Group {
    pub(super) lines: Vec<String>,
    /// The greatest number of lines in a column.
    pub(super) rows: usize,
    pub(super) column_width: f64,
    pub(super) kind: GroupKind,
}

/// What the lines of a group are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GroupKind {
    /// Attributes or operations, or the values of an object.
    Members,
    /// The literals of an enumeration, which are in columns if there are many.
    Literals,
    /// The conditions of a class.
    Rules,
}

impl Group {
    /// The height of all rows, with the space above and below them.
    pub(super) fn height(&self) -> f64 {
        self.rows as f64 * LINE_HEIGHT + 2.0 * PADDING
    }
}

impl Content {
    /// The content of a box, with the size that its texts need.
    fn new(class: &ClassBox) -> Self {
        let keyword = class.kind.keyword().filter(|_| class.kind != BoxKind::Abstract);
        let attributes = class.attributes.iter().map(crate::diagram::Member::text);
        let fields: Vec<String> = attributes.chain(class.lines.iter().cloned()).collect();
        let is_enumeration = class.kind == BoxKind::Enumeration;
        let parts = [
            (fields, if is_enumeration { GroupKind::Literals } else { GroupKind::Members }),
            (class.operations.clone(), GroupKind::Members),
            (class.constraints.clone(), GroupKind::Rules),
        ];
        let filled_parts = parts.into_iter().filter(|(lines, _)| !lines.is_empty());
        let groups: Vec<Group> = filled_parts.map(|(lines, kind)| group(lines, kind)).collect();
        let title = bold(&class.name, NAME_SIZE)
            .max(keyword.map_or(0.0, |word| regular(word, KEYWORD_SIZE) + QUOTATION_MARKS_WIDTH));
        let widest = groups.iter().map(Group::width).fold(title, f64::max);
        let width = (widest + 2.0 * INDENT).max(MIN_WIDTH).ceil();
        let mut content = Self { keyword, groups, size: Size::default() };
        content.size =
            Size { width, height: content.head() + content.groups.iter().map(Group::height).sum::<f64>() };
        content
    }

    /// The height of the part with the name.
    pub(super) fn head(&self) -> f64 {
        if self.keyword.is_some() { HEAD_HEIGHT_WITH_KEYWORD } else { HEAD_HEIGHT }
    }
}

impl Group {
    fn width(&self) -> f64 {
        let columns = self.lines.len().div_ceil(self.rows) as f64;
        columns * self.column_width + (columns - 1.0) * COLUMN_GAP
    }

    /// The left end and the row of each line.
    pub(super) fn places(&self) -> impl Iterator<Item = (f64, usize)> {
        (0..self.lines.len()).map(|index| {
            let column = (index / self.rows) as f64;
            (INDENT + column * (self.column_width + COLUMN_GAP), index % self.rows)
        })
    }
}

/// The group of some lines; many literals are divided into columns.
fn group(lines: Vec<String>, kind: GroupKind) -> Group {
    let column_width = lines.iter().map(|line| regular(line, LINE_SIZE)).fold(0.0, f64::max);
    let mut rows = lines.len();
    if kind == GroupKind::Literals && rows > LONGEST_COLUMN {
        // With this number of rows, the height of the list divided by its width is `LIST_SHAPE`.
        let ideal_rows = (lines.len() as f64 * (column_width + COLUMN_GAP) / LINE_HEIGHT * LIST_SHAPE).sqrt();
        rows = (ideal_rows.ceil() as usize).clamp(LONGEST_COLUMN, lines.len());
        // The same number of columns, filled as evenly as possible.
        rows = lines.len().div_ceil(lines.len().div_ceil(rows));
    }
    Group { lines, rows, column_width, kind }
}

/// The width of the text at an end of a line.
pub(super) fn label_width(end: &End) -> f64 {
    regular(&end.text(), LABEL_SIZE)
}

impl<'d> Figure<'d> {
    /// The figure of a diagram whose width divided by its height should be the given number; `None` if lines would be
    /// too long.
    pub(super) fn new(diagram: &'d Diagram, aspect: f64) -> Option<Self> {
        let boxes: Vec<Content> = diagram.boxes.iter().map(Content::new).collect();
        let is_across = diagram.direction == Direction::Right;
        // The layout is always from top to bottom. For another direction, widths and heights are exchanged.
        let turned_size =
            |size: Size| if is_across { Size { width: size.height, height: size.width } } else { size };
        let label = |end: &End| turned_size(Size { width: label_width(end), height: LABEL_HEIGHT });
        let kinds = lines::kinds(diagram);
        let graph = Graph {
            nodes: diagram
                .boxes
                .iter()
                .zip(&boxes)
                .map(|(class, content)| Node { size: turned_size(content.size), frame: class.frame })
                .collect(),
            frames: diagram
                .frames
                .iter()
                .map(|frame| {
                    let width = regular(&frame.name, TITLE_SIZE) + 2.0 * INDENT;
                    Frame { parent: frame.parent, title: turned_size(Size { width, height: TITLE_HEIGHT }) }
                })
                .collect(),
            links: diagram.edges.iter().zip(&kinds).map(|(edge, kind)| link(edge, *kind, &label)).collect(),
            aspect: if is_across { 1.0 / aspect } else { aspect },
        };
        let mut layout = layout(&graph)?;
        if is_across {
            turn(&mut layout);
        }
        Some(Self { diagram, boxes, kinds, layout })
    }
}

/// The weights of links: of the links in a cycle, those with little weight lead upwards.
const INHERITANCE_WEIGHT: i64 = 100;
const CONTAINMENT_WEIGHT: i64 = 10;
const SHARED_TREE_WEIGHT: i64 = 3;
const REFERENCE_WEIGHT: i64 = 1;

/// The link of the layout for an edge. `label` returns the extent of the text at an end.
fn link(edge: &Edge, kind: LineKind, label: &dyn Fn(&End) -> Size) -> Link {
    let link_kind = match kind.tree() {
        Some(number) if matches!(edge.relation, Relation::Inheritance { .. }) => LinkKind::Firm(number),
        Some(number) => LinkKind::Tree(number),
        None => LinkKind::Single,
    };
    match &edge.relation {
        // Superclasses are above.
        Relation::Inheritance { .. } => Link {
            from: edge.to,
            to: edge.from,
            kind: link_kind,
            weight: INHERITANCE_WEIGHT,
            near: None,
            far: None,
        },
        // The box to which many lines lead is above. The texts are at the other ends of the lines, where they do not
        // overlap.
        Relation::Association { far, .. } if matches!(kind, LineKind::ToHub | LineKind::ToSharedPart) => {
            Link {
                from: edge.to,
                to: edge.from,
                kind: link_kind,
                weight: SHARED_TREE_WEIGHT,
                near: None,
                far: Some(label(far)),
            }
        }
        Relation::Association { contains, near, far } => Link {
            from: edge.from,
            to: edge.to,
            kind: link_kind,
            weight: if *contains { CONTAINMENT_WEIGHT } else { REFERENCE_WEIGHT },
            near: near.as_ref().map(label),
            far: Some(label(far)),
        },
    }
}

/// Exchanges horizontal and vertical positions of a layout.
fn turn(layout: &mut Layout) {
    let area =
        |area: &mut Area| *area = Area { x: area.y, y: area.x, width: area.height, height: area.width };
    let point = |point: &mut Point| *point = Point { x: point.y, y: point.x };
    layout.size = Size { width: layout.size.height, height: layout.size.width };
    layout.nodes.iter_mut().chain(&mut layout.frames).for_each(area);
    for route in &mut layout.routes {
        route.points.iter_mut().for_each(point);
        route.near.iter_mut().chain(&mut route.far).for_each(area);
    }
    for tree in &mut layout.trees {
        point(&mut tree.root);
        tree.leaves.iter_mut().for_each(point);
        tree.lines.iter_mut().flatten().for_each(point);
    }
}
