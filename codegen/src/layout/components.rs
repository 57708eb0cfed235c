//! Separates a graph into its connected components, and joins their layouts.
//!
//! Boxes without lines are put into piles, each of which is one box for the layout of its frame. Invariant: every
//! box, frame and link is in exactly one component.

use super::pack::{self, pack};
use super::{Area, Frame, Graph, Layout, Link, Node, Point, Route, Size, Tree};
use std::collections::BTreeMap;

/// The components of a graph, largest first.
pub(super) struct Components {
    pub(super) list: Vec<Component>,
}

/// Boxes that are connected by lines or by a frame.
pub(super) struct Component {
    pub(super) graph: Graph,
    /// For each node, the boxes of the complete graph that it consists of, with their areas in the node.
    contents: Vec<Vec<(usize, Area)>>,
    /// The frames and links of the complete graph that the component has, in its own order.
    frames: Vec<usize>,
    links: Vec<usize>,
}

/// Separates a graph into components without lines between them. Boxes without lines become piles.
pub(super) fn split(graph: &Graph) -> Components {
    let node_count = graph.nodes.len();
    // The component of each box, followed by that of each frame.
    let numbers = component_numbers(graph);
    let mut is_linked = vec![false; node_count];
    for link in &graph.links {
        is_linked[link.from] = true;
        is_linked[link.to] = true;
    }
    let count = numbers.iter().max().map_or(0, |max| max + 1);
    let mut components: Vec<Component> = (0..count).map(|_| Component::new(graph.aspect)).collect();
    // The index of each frame in its component. Outer frames are first, so that of the parent is already known.
    let mut frame_indices = vec![0; graph.frames.len()];
    for (at, frame) in graph.frames.iter().enumerate() {
        let component = &mut components[numbers[node_count + at]];
        frame_indices[at] = component.frames.len();
        component.frames.push(at);
        let parent = frame.parent.map(|parent| frame_indices[parent]);
        component.graph.frames.push(Frame { parent, title: frame.title });
    }
    // The index of each box with lines in its component.
    let mut node_indices = vec![0; node_count];
    // Boxes without lines are collected by frame, and each collection becomes one node.
    let mut piles: BTreeMap<Option<usize>, Vec<usize>> = BTreeMap::new();
    for (at, node) in graph.nodes.iter().enumerate() {
        if !is_linked[at] {
            piles.entry(node.frame).or_default().push(at);
            continue;
        }
        let component = &mut components[numbers[at]];
        node_indices[at] = component.contents.len();
        component.add(
            node.size,
            node.frame.map(|frame| frame_indices[frame]),
            vec![(at, Area::at_origin(node.size))],
        );
    }
    for (frame, pile) in piles {
        let (size, contents) = pile_up(graph, &pile);
        // All boxes of a pile are in the same frame, or in none, and therefore in the same component.
        components[numbers[pile[0]]].add(size, frame.map(|frame| frame_indices[frame]), contents);
    }
    for (at, link) in graph.links.iter().enumerate() {
        let component = &mut components[numbers[link.from]];
        component.links.push(at);
        let (from, to) = (node_indices[link.from], node_indices[link.to]);
        component.graph.links.push(Link { from, to, ..link.clone() });
    }
    components.retain(|component| !component.contents.is_empty());
    components.sort_by_key(|component| {
        let has_lines = !component.graph.links.is_empty();
        // Components without lines are last, however many boxes they have.
        std::cmp::Reverse(if has_lines { component.contents.len() } else { 0 })
    });
    Components { list: components }
}

impl Component {
    fn new(aspect: f64) -> Self {
        let graph = Graph { aspect, ..Graph::default() };
        Self { graph, contents: Vec::new(), frames: Vec::new(), links: Vec::new() }
    }

    /// Adds a node for a box or for a pile of boxes. `frame` is the index of its frame in the component.
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

/// The number of the component of each box, and then of each frame, found by uniting the sets of connected ones. All
/// boxes that have neither lines nor a frame are one component.
fn component_numbers(graph: &Graph) -> Vec<usize> {
    let node_count = graph.nodes.len();
    // The sets have the numbers of boxes, then those of frames, then that of all boxes that are alone.
    let lonely_set = node_count + graph.frames.len();
    let mut sets = DisjointSets::new(lonely_set + 1);
    let mut is_alone: Vec<bool> = graph.nodes.iter().map(|node| node.frame.is_none()).collect();
    for (at, frame) in graph.frames.iter().enumerate() {
        if let Some(parent) = frame.parent {
            sets.join(node_count + at, node_count + parent);
        }
    }
    for (at, node) in graph.nodes.iter().enumerate() {
        if let Some(frame) = node.frame {
            sets.join(at, node_count + frame);
        }
    }
    for link in &graph.links {
        sets.join(link.from, link.to);
        is_alone[link.from] = false;
        is_alone[link.to] = false;
    }
    for at in (0..node_count).filter(|at| is_alone[*at]) {
        sets.join(at, lonely_set);
    }
    // The components are numbered in the order of their first boxes.
    let mut number_of_root: BTreeMap<usize, usize> = BTreeMap::new();
    let mut numbers = Vec::with_capacity(lonely_set);
    for at in 0..lonely_set {
        let next_number = number_of_root.len();
        numbers.push(*number_of_root.entry(sets.root(at)).or_insert(next_number));
    }
    numbers
}

/// Disjoint sets of numbers. Each number refers to another one of its set, the root refers to itself.
#[derive(Default)]
pub(super) struct DisjointSets(Vec<usize>);

impl DisjointSets {
    pub(super) fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    /// Makes each number a set of its own again.
    pub(super) fn separate(&mut self) {
        self.0.iter_mut().enumerate().for_each(|(at, root)| *root = at);
    }

    /// The number that represents the set of a number.
    pub(super) fn root(&mut self, mut number: usize) -> usize {
        while self.0[number] != number {
            // Each step halves the path to the root for the next search.
            self.0[number] = self.0[self.0[number]];
            number = self.0[number];
        }
        number
    }

    /// Unites the sets of two numbers.
    pub(super) fn join(&mut self, first: usize, second: usize) {
        let (first, second) = (self.root(first), self.root(second));
        self.0[first.max(second)] = first.min(second);
    }
}

/// The space between boxes of a pile.
const GAP: f64 = 20.0;

/// Packs boxes without lines into columns. Returns the size of the pile, and the number of each box with its area in
/// the pile.
fn pile_up(graph: &Graph, boxes: &[usize]) -> (Size, Vec<(usize, Area)>) {
    let sizes: Vec<Size> = boxes.iter().map(|at| graph.nodes[*at].size).collect();
    let (size, corners) = pack::columns(&sizes, GAP, graph.aspect);
    let areas = boxes.iter().zip(&sizes).zip(corners).map(|((at, size), corner)| {
        (*at, Area { x: corner.x, y: corner.y, width: size.width, height: size.height })
    });
    (size, areas.collect())
}

/// The space between components.
const BETWEEN_COMPONENTS: f64 = 44.0;

/// Joins the layouts of components.
pub(super) fn join(graph: &Graph, components: &Components, layouts: &[Layout]) -> Layout {
    let sizes: Vec<Size> = layouts.iter().map(|layout| layout.size).collect();
    let (size, corners) = pack(&sizes, BETWEEN_COMPONENTS, graph.aspect);
    let mut joined = Layout {
        size,
        nodes: vec![Area::default(); graph.nodes.len()],
        frames: vec![Area::default(); graph.frames.len()],
        routes: vec![Route::default(); graph.links.len()],
        trees: Vec::new(),
    };
    for ((component, layout), corner) in components.list.iter().zip(layouts).zip(corners) {
        let moved = |area: Area| Area { x: area.x + corner.x, y: area.y + corner.y, ..area };
        for (contents, area) in component.contents.iter().zip(&layout.nodes) {
            let is_pile = contents.len() > 1;
            for (at, area_in_node) in contents {
                let node_area = moved(*area);
                let inner = Area {
                    x: node_area.x + area_in_node.x,
                    y: node_area.y + area_in_node.y,
                    ..*area_in_node
                };
                // A single box has the area of its node, which the layout may have enlarged.
                joined.nodes[*at] = if is_pile { inner } else { node_area };
            }
        }
        component.frames.iter().zip(&layout.frames).for_each(|(at, area)| joined.frames[*at] = moved(*area));
        let shift = |points: &[Point]| -> Vec<Point> {
            points.iter().map(|point| Point { x: point.x + corner.x, y: point.y + corner.y }).collect()
        };
        for (at, route) in component.links.iter().zip(&layout.routes) {
            let (near, far) = (route.near.map(moved), route.far.map(moved));
            joined.routes[*at] = Route { points: shift(&route.points), near, far };
        }
        joined.trees.extend(layout.trees.iter().map(|tree| Tree {
            number: tree.number,
            root: Point { x: tree.root.x + corner.x, y: tree.root.y + corner.y },
            leaves: shift(&tree.leaves),
            lines: tree.lines.iter().map(|line| shift(line)).collect(),
        }));
    }
    joined
}
