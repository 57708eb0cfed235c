//! The layers of a drawing: rows of boxes, and between two rows a layer of texts near the upper boxes and one near the
//! lower boxes.
//!
//! Invariants: every wire connects an item of one layer with one of the next; a line that leads over several layers
//! has a bend in each of them; a frame has an item in every layer from its first box to its last. Lines of a tree
//! share their bends.

use super::{Graph, Size, TEXT_GAP, loops};
use std::collections::BTreeMap;

/// The layers for each row of boxes: one for the boxes, one for the texts below them, and one for the texts above the
/// boxes of the next row.
pub(super) const LAYERS_OF_ROW: usize = 3;

/// A box, a bend, a text or a space in a layer.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LayerItem {
    pub(super) layer: usize,
    pub(super) kind: ItemKind,
    /// How far it extends to the left and to the right of its line, or of the centre of its box.
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) height: f64,
    pub(super) frame: Option<usize>,
}

/// What an item of a layer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ItemKind {
    /// The box with a number.
    Node(usize),
    Bend,
    /// The text beside the line of a link.
    Text,
    /// An empty item in a layer in which a frame has no other item.
    Space,
}

/// A part of a line between items of two layers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Wire {
    pub(super) upper: usize,
    pub(super) lower: usize,
    /// Wires of the same net share their upper part.
    pub(super) net: usize,
}

/// The line of a link.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct Path {
    /// From top to bottom, without the boxes.
    pub(super) items: Vec<usize>,
    pub(super) wires: Vec<usize>,
    pub(super) is_upwards: bool,
    /// The texts at the upper and at the lower end.
    pub(super) upper_text: Option<usize>,
    pub(super) lower_text: Option<usize>,
}

/// The lines of a tree.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Trunk {
    pub(super) root: usize,
    pub(super) number: usize,
    pub(super) wires: Vec<usize>,
    /// The links with texts, each with the item of its text.
    pub(super) texts: Vec<(usize, usize)>,
}

/// A graph whose boxes are in layers, with the bends and texts of its lines.
#[derive(Debug, Default)]
pub(super) struct LayeredGraph {
    pub(super) items: Vec<LayerItem>,
    /// The items of each layer from left to right.
    pub(super) layers: Vec<Vec<usize>>,
    pub(super) wires: Vec<Wire>,
    /// The number of nets.
    pub(super) nets: usize,
    /// Pairs of items of the same frame in neighbouring layers, which should be one below the other.
    pub(super) ties: Vec<(usize, usize)>,
    /// For each link, its line; `None` if it is part of a tree, or leads from a box to itself.
    pub(super) paths: Vec<Option<Path>>,
    pub(super) trunks: Vec<Trunk>,
    /// The frame around each frame.
    pub(super) parents: Vec<Option<usize>>,
    /// The number of frames around each frame.
    pub(super) depths: Vec<usize>,
    /// The first and the last layer of each frame.
    pub(super) spans: Vec<(usize, usize)>,
    /// The extents of the titles of frames.
    pub(super) titles: Vec<Size>,
}

/// The greatest number of items in all layers. More would take too much memory and time.
const MAX_ITEMS: usize = 300_000;

/// Whether lines lead over so many rows that the layers would have too many items. `ranks` has the row of each box.
pub(super) fn is_too_large(graph: &Graph, ranks: &[usize]) -> bool {
    // The lines of a tree share a trunk, which is as long as the longest of them.
    let mut trunks: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    let mut rows = 0;
    for link in &graph.links {
        let span = ranks[link.from].abs_diff(ranks[link.to]);
        match link.kind.tree() {
            Some(number) if ranks[link.from] < ranks[link.to] => {
                let longest = trunks.entry((link.from, number)).or_default();
                *longest = span.max(*longest);
            }
            _ => rows += span,
        }
    }
    (rows + trunks.values().sum::<usize>()) * LAYERS_OF_ROW > MAX_ITEMS
}

/// The layers for rows of boxes. `ranks` has the row of each box.
pub(super) fn layers(graph: &Graph, ranks: &[usize]) -> LayeredGraph {
    let rows = ranks.iter().max().map_or(0, |last| last + 1);
    let mut layered = LayeredGraph {
        // The last row has no layers for texts below it.
        layers: vec![Vec::new(); (rows * LAYERS_OF_ROW).saturating_sub(LAYERS_OF_ROW - 1)],
        parents: graph.frames.iter().map(|frame| frame.parent).collect(),
        titles: graph.frames.iter().map(|frame| frame.title).collect(),
        ..LayeredGraph::default()
    };
    layered.depths = vec![0; graph.frames.len()];
    for (at, frame) in graph.frames.iter().enumerate() {
        layered.depths[at] = frame.parent.map_or(0, |parent| layered.depths[parent] + 1);
    }
    let loops = loops::loop_sizes(graph);
    for (at, node) in graph.nodes.iter().enumerate() {
        let half_width = node.size.width / 2.0;
        layered.add(LayerItem {
            layer: ranks[at] * LAYERS_OF_ROW,
            kind: ItemKind::Node(at),
            left: half_width,
            right: half_width + loops[at].width,
            height: node.size.height.max(loops[at].height),
            frame: node.frame,
        });
    }
    // The links of a tree become one trunk. Every other link has a path of its own, unless it leads back to its box.
    let mut trees: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for (at, link) in graph.links.iter().enumerate() {
        let is_down = ranks[link.from] < ranks[link.to];
        match link.kind.tree() {
            Some(number) if is_down => {
                trees.entry((link.from, number)).or_default().push(at);
                layered.paths.push(None);
            }
            _ if link.from == link.to => layered.paths.push(None),
            _ => {
                let path = layered.add_path(link, is_down);
                layered.paths.push(Some(path));
            }
        }
    }
    for ((root, number), links) in trees {
        layered.add_trunk(graph, root, number, links);
    }
    layered.widen_boxes();
    layered.fill_frames();
    layered
}

/// The distance of lines at a box that is widened for them.
const LINE_DISTANCE: f64 = 14.0;
/// The greatest number of lines for which a box is widened.
const MAX_LINES: usize = 40;

impl LayeredGraph {
    /// Adds an item at the right end of its layer, and returns its index.
    fn add(&mut self, item: LayerItem) -> usize {
        self.items.push(item);
        let index = self.items.len() - 1;
        self.layers[self.items[index].layer].push(index);
        index
    }

    /// Adds a bend, and returns its index.
    fn add_bend(&mut self, layer: usize, frame: Option<usize>) -> usize {
        self.add(LayerItem { layer, kind: ItemKind::Bend, left: 0.0, right: 0.0, height: 0.0, frame })
    }

    /// Adds a text to the right of a line, and returns its index.
    fn add_text(&mut self, layer: usize, size: Size, frame: Option<usize>) -> usize {
        let (right, height) = (TEXT_GAP + size.width, size.height);
        self.add(LayerItem { layer, kind: ItemKind::Text, left: 0.0, right, height, frame })
    }

    /// Adds a wire, and returns its index.
    fn add_wire(&mut self, upper: usize, lower: usize, net: usize) -> usize {
        self.wires.push(Wire { upper, lower, net });
        self.wires.len() - 1
    }

    /// The number of a new net.
    fn new_net(&mut self) -> usize {
        self.nets += 1;
        self.nets - 1
    }

    /// Adds the line of a link. The item of a box has the number of the box.
    fn add_path(&mut self, link: &super::Link, is_down: bool) -> Path {
        let (upper, lower) = if is_down { (link.from, link.to) } else { (link.to, link.from) };
        let (upper_text, lower_text) = if is_down { (link.near, link.far) } else { (link.far, link.near) };
        let frame = self.common_frame(self.items[upper].frame, self.items[lower].frame);
        let (first, last) = (self.items[upper].layer + 1, self.items[lower].layer - 1);
        let mut path = Path { is_upwards: !is_down, ..Path::default() };
        let mut previous_item = upper;
        for layer in first..=last {
            // There are at least two layers between rows, so no layer is both the first and the last one.
            let text = if layer == first {
                upper_text
            } else if layer == last {
                lower_text
            } else {
                None
            };
            let item = match text {
                Some(size) => self.add_text(layer, size, frame),
                None => self.add_bend(layer, frame),
            };
            let net = self.new_net();
            path.wires.push(self.add_wire(previous_item, item, net));
            path.items.push(item);
            previous_item = item;
        }
        let net = self.new_net();
        path.wires.push(self.add_wire(previous_item, lower, net));
        if upper_text.is_some() {
            path.upper_text = path.items.first().copied();
        }
        if lower_text.is_some() {
            path.lower_text = path.items.last().copied();
        }
        path
    }

    /// Adds the lines of the tree with a number: from the box `root` to several boxes below it.
    fn add_trunk(&mut self, graph: &Graph, root: usize, number: usize, links: Vec<usize>) {
        let mut trunk = Trunk { root, number, wires: Vec::new(), texts: Vec::new() };
        let lower_boxes: Vec<usize> = links.iter().map(|link| graph.links[*link].to).collect();
        let mut frame = self.items[root].frame;
        for lower in &lower_boxes {
            frame = self.common_frame(frame, self.items[*lower].frame);
        }
        let mut previous_item = root;
        let mut net = self.new_net();
        let mut layer = self.items[root].layer + 1;
        // A branch ends at a box, or at the text above it.
        let mut ends: Vec<usize> = Vec::new();
        for (link, lower) in links.into_iter().zip(lower_boxes) {
            let Some(size) = graph.links[link].far else {
                ends.push(lower);
                continue;
            };
            let text = self.add_text(self.items[lower].layer - 1, size, frame);
            let net_below_text = self.new_net();
            trunk.wires.push(self.add_wire(text, lower, net_below_text));
            trunk.texts.push((link, text));
            ends.push(text);
        }
        ends.sort_by_key(|end| (self.items[*end].layer, *end));
        ends.dedup();
        // The trunk has a bend in each layer down to the last branch; the branches below one bend share its net.
        for lower in ends {
            while layer < self.items[lower].layer {
                let bend = self.add_bend(layer, frame);
                trunk.wires.push(self.add_wire(previous_item, bend, net));
                net = self.new_net();
                previous_item = bend;
                layer += 1;
            }
            trunk.wires.push(self.add_wire(previous_item, lower, net));
        }
        self.trunks.push(trunk);
    }

    /// The innermost frame that contains two frames, or is one of them; `None` if they have no frame in common.
    fn common_frame(&self, mut first: Option<usize>, mut second: Option<usize>) -> Option<usize> {
        while first != second {
            let depth = |frame: Option<usize>| frame.map_or(0, |frame| self.depths[frame] + 1);
            // The deeper one is replaced by the frame around it, until both are the same.
            if depth(first) >= depth(second) {
                first = first.and_then(|frame| self.parents[frame]);
            } else {
                second = second.and_then(|frame| self.parents[frame]);
            }
        }
        first
    }

    /// Makes boxes wide enough for the lines at their upper and lower sides.
    fn widen_boxes(&mut self) {
        let item_count = self.items.len();
        let (mut counts_above, mut counts_below) = (vec![0_usize; item_count], vec![0_usize; item_count]);
        for wire in &self.wires {
            counts_below[wire.upper] += 1;
            counts_above[wire.lower] += 1;
        }
        for (item, (above, below)) in self.items.iter_mut().zip(counts_above.into_iter().zip(counts_below)) {
            if let ItemKind::Node(_) = item.kind {
                let needed_half = (above.max(below).min(MAX_LINES) + 1) as f64 * LINE_DISTANCE / 2.0;
                let missing = (needed_half - item.left).max(0.0);
                item.left += missing;
                item.right += missing;
            }
        }
    }

    /// Finds the layers of frames, and adds a space to each layer in which a frame has no item.
    fn fill_frames(&mut self) {
        self.spans = self.spans_of_frames();
        // A frame without boxes has a first layer below its last one, and so no layers.
        let lengths = self.spans.iter().map(|(first, last)| (last + 1).saturating_sub(*first));
        // The first item of each frame in each of its layers.
        let mut first_items: Vec<Vec<Option<usize>>> = lengths.map(|length| vec![None; length]).collect();
        for item in 0..self.items.len() {
            self.mark_frames(item, &mut first_items);
        }
        // Inner frames first, because their items are in the outer frames, too.
        for frame in (0..self.parents.len()).rev() {
            let (first, last) = self.spans[frame];
            for layer in first..=last {
                if first_items[frame][layer - first].is_none() {
                    let (kind, frame) = (ItemKind::Space, Some(frame));
                    let space =
                        self.add(LayerItem { layer, kind, left: 0.0, right: 0.0, height: 0.0, frame });
                    self.mark_frames(space, &mut first_items);
                }
            }
        }
        for items in first_items {
            self.ties.extend(items.windows(2).filter_map(|pair| pair[0].zip(pair[1])));
        }
    }

    /// The first and the last layer with a box of each frame; the first one is greater if there is no box.
    fn spans_of_frames(&self) -> Vec<(usize, usize)> {
        let mut spans = vec![(usize::MAX, 0); self.parents.len()];
        for item in self.items.iter().filter(|item| matches!(item.kind, ItemKind::Node(_))) {
            if let Some(frame) = item.frame {
                extend(&mut spans[frame], (item.layer, item.layer));
            }
        }
        // Inner frames first, because their boxes are in the outer frames, too.
        for (frame, parent) in self.parents.iter().enumerate().rev() {
            if let Some(parent) = parent {
                let span = spans[frame];
                extend(&mut spans[*parent], span);
            }
        }
        spans
    }

    /// Records an item as the first one of its layer in each frame around it that has no other item there yet.
    fn mark_frames(&self, item: usize, first_items: &mut [Vec<Option<usize>>]) {
        let layer = self.items[item].layer;
        let mut next_frame = self.items[item].frame;
        while let Some(frame) = next_frame {
            let first_item = &mut first_items[frame][layer - self.spans[frame].0];
            // All frames around this one have a first item in the layer, too.
            if first_item.is_some() {
                break;
            }
            *first_item = Some(item);
            next_frame = self.parents[frame];
        }
    }

    /// The frames around an item, from the outermost one.
    pub(super) fn frames_around(&self, item: usize) -> Vec<usize> {
        let mut frames = Vec::new();
        let mut next_frame = self.items[item].frame;
        while let Some(frame) = next_frame {
            frames.push(frame);
            next_frame = self.parents[frame];
        }
        frames.reverse();
        frames
    }
}

/// Extends a range of layers to include another one.
fn extend((first, last): &mut (usize, usize), (other_first, other_last): (usize, usize)) {
    *first = other_first.min(*first);
    *last = other_last.max(*last);
}
