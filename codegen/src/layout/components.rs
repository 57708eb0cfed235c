//! Separates a graph into its connected components, and joins their layouts.
//!
//! Boxes without lines are put into piles, each of which is one box for the layout of its frame. Invariant: every
//! box, frame and link is in exactly one component.

use super::pack::{self, pack};
use super::{Area, Frame, Graph, Layout, Link, Node, Point, Route, Size, Tree};
use std::collections::BTreeMap;

/// The components of a graph, largest first.
pub(super) struct Split {
    pub(super) pieces: Vec<Component>,
}

/// Boxes that are connected by lines or by a frame.
pub(super) struct Component {
    pub(super) graph: Graph,
    /// The boxes of the whole graph that each node consists of, with their places in it.
    contents: Vec<Vec<(usize, Area)>>,
    frames: Vec<usize>,
    links: Vec<usize>,
}

/// Separates a graph.
pub(super) fn split(graph: &Graph) -> Split {
    let groups = groups(graph);
    let mut is_linked = vec![false; graph.nodes.len()];
    for link in &graph.links {
        is_linked[link.from] = true;
        is_linked[link.to] = true;
    }
    let count = groups.iter().max().map_or(0, |most| most + 1);
    let mut parts: Vec<Component> = (0..count).map(|_| Component::new(graph.aspect)).collect();
    let mut frame_places = vec![0; graph.frames.len()];
    for (at, frame) in graph.frames.iter().enumerate() {
        let piece = &mut parts[groups[graph.nodes.len() + at]];
        frame_places[at] = piece.frames.len();
        piece.frames.push(at);
        let parent = frame.parent.map(|parent| frame_places[parent]);
        piece.graph.frames.push(Frame { parent, title: frame.title });
    }
    let mut node_places = vec![0; graph.nodes.len()];
    let mut piles: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
    for (at, node) in graph.nodes.iter().enumerate() {
        if !is_linked[at] {
            piles.entry(node.frame).or_default().push(at);
            continue;
        }
        let piece = &mut parts[groups[at]];
        node_places[at] = piece.contents.len();
        piece.add(
            node.size,
            node.frame.map(|frame| frame_places[frame]),
            vec![(at, Area::at_origin(node.size))],
        );
    }
    for (frame, pile) in piles {
        let (size, contents) = pile_up(graph, &pile);
        parts[groups[pile[0]]].add(size, frame.map(|frame| frame_places[frame]), contents);
    }
    for (at, link) in graph.links.iter().enumerate() {
        let piece = &mut parts[groups[link.from]];
        piece.links.push(at);
        let (from, to) = (node_places[link.from], node_places[link.to]);
        piece.graph.links.push(Link { from, to, ..link.clone() });
    }
    parts.retain(|piece| !piece.contents.is_empty());
    // Pieces without lines count as empty, so they are last.
    parts.sort_by_key(|piece| std::cmp::Reverse(piece.graph.links.len().min(1) * piece.contents.len()));
    Split { pieces: parts }
}

impl Component {
    fn new(aspect: f64) -> Self {
        let graph = Graph { aspect, ..Graph::default() };
        Self { graph, contents: Vec::new(), frames: Vec::new(), links: Vec::new() }
    }

    fn add(&mut self, size: Size, frame: Option<usize>, contents: Vec<(usize, Area)>) {
        self.graph.nodes.push(Node { size, frame });
        self.contents.push(contents);
    }
}

impl Area {
    pub(super) fn at_origin(size: Size) -> Self {
        Self { x: 0.0, y: 0.0, width: size.width, height: size.height }
    }
}

/// The number of the piece of each box, and then of each frame. Boxes without lines and frames are one piece.
fn groups(graph: &Graph) -> Vec<usize> {
    let nodes = graph.nodes.len();
    let mut sets = Sets::new(nodes + graph.frames.len() + 1);
    let mut is_alone: Vec<bool> = graph.nodes.iter().map(|node| node.frame.is_none()).collect();
    for (at, frame) in graph.frames.iter().enumerate() {
        frame.parent.into_iter().for_each(|parent| sets.join(nodes + at, nodes + parent));
    }
    for (at, node) in graph.nodes.iter().enumerate() {
        node.frame.into_iter().for_each(|frame| sets.join(at, nodes + frame));
    }
    for link in &graph.links {
        sets.join(link.from, link.to);
        is_alone[link.from] = false;
        is_alone[link.to] = false;
    }
    let alone = nodes + graph.frames.len();
    (0..nodes).filter(|at| is_alone[*at]).for_each(|at| sets.join(at, alone));
    let mut numbers: BTreeMap<usize, usize> = BTreeMap::new();
    let roots: Vec<usize> = (0..alone).map(|at| sets.root(at)).collect();
    let number = |root: usize| {
        let next = numbers.len();
        *numbers.entry(root).or_insert(next)
    };
    roots.into_iter().map(number).collect()
}

/// Disjoint sets of numbers.
#[derive(Default)]
pub(super) struct Sets(Vec<usize>);

impl Sets {
    pub(super) fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    /// Makes a set of each number.
    pub(super) fn separate(&mut self) {
        self.0.iter_mut().enumerate().for_each(|(at, root)| *root = at);
    }

    pub(super) fn root(&mut self, mut at: usize) -> usize {
        while self.0[at] != at {
            // Each step halves the way for the next search.
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    pub(super) fn join(&mut self, one: usize, other: usize) {
        let (one, other) = (self.root(one), self.root(other));
        self.0[one.max(other)] = one.min(other);
    }
}

/// The space between boxes of a pile.
const GAP: f64 = 20.0;

/// Boxes without lines, near to one another.
fn pile_up(graph: &Graph, boxes: &[usize]) -> (Size, Vec<(usize, Area)>) {
    let sizes: Vec<Size> = boxes.iter().map(|at| graph.nodes[*at].size).collect();
    let (size, corners) = pack::columns(&sizes, GAP, graph.aspect);
    let areas = boxes.iter().zip(&sizes).zip(corners).map(|((at, size), corner)| {
        (*at, Area { x: corner.x, y: corner.y, width: size.width, height: size.height })
    });
    (size, areas.collect())
}

/// The space between pieces.
const BETWEEN_PIECES: f64 = 44.0;

/// Joins the layouts of pieces.
pub(super) fn join(graph: &Graph, split: &Split, placed: &[Layout]) -> Layout {
    let sizes: Vec<Size> = placed.iter().map(|layout| layout.size).collect();
    let (size, corners) = pack(&sizes, BETWEEN_PIECES, graph.aspect);
    let mut all = Layout {
        size,
        nodes: vec![Area::default(); graph.nodes.len()],
        frames: vec![Area::default(); graph.frames.len()],
        routes: vec![Route::default(); graph.links.len()],
        trees: Vec::new(),
    };
    for ((piece, layout), corner) in split.pieces.iter().zip(placed).zip(corners) {
        let moved = |area: Area| Area { x: area.x + corner.x, y: area.y + corner.y, ..area };
        for (contents, area) in piece.contents.iter().zip(&layout.nodes) {
            let is_pile = contents.len() > 1;
            for (at, inner) in contents {
                let outer = moved(*area);
                let inner = Area { x: outer.x + inner.x, y: outer.y + inner.y, ..*inner };
                // The layout may have made a single box larger.
                all.nodes[*at] = if is_pile { inner } else { outer };
            }
        }
        piece.frames.iter().zip(&layout.frames).for_each(|(at, area)| all.frames[*at] = moved(*area));
        let shift = |points: &[Point]| -> Vec<Point> {
            points.iter().map(|point| Point { x: point.x + corner.x, y: point.y + corner.y }).collect()
        };
        for (at, route) in piece.links.iter().zip(&layout.routes) {
            let (near, far) = (route.near.map(moved), route.far.map(moved));
            all.routes[*at] = Route { points: shift(&route.points), near, far };
        }
        all.trees.extend(layout.trees.iter().map(|tree| Tree {
            number: tree.number,
            root: Point { x: tree.root.x + corner.x, y: tree.root.y + corner.y },
            leaves: shift(&tree.leaves),
            lines: tree.lines.iter().map(|line| shift(line)).collect(),
        }));
    }
    all
}
