//! Layouts of random graphs: nothing overlaps, and lines lead from box to box.

use super::{Area, Frame, Graph, Layout, Link, LinkKind, Node, Point, Size, layout};

/// Numbers that look random, and are the same in each run.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % bound
    }

    fn size(&mut self, width: usize, height: usize) -> Size {
        Size { width: (20 + self.below(width)) as f64, height: (10 + self.below(height)) as f64 }
    }
}

fn graph(seed: u64) -> Graph {
    let mut numbers = Numbers(seed);
    let (nodes, frames) = (2 + numbers.below(24), numbers.below(5));
    let mut graph = Graph { aspect: 1.3, ..Graph::default() };
    for at in 0..frames {
        let parent = Some(numbers.below(at + 1)).filter(|parent| *parent < at);
        graph.frames.push(Frame { parent, title: Size { width: 50.0, height: 20.0 } });
    }
    for _ in 0..nodes {
        let frame = Some(numbers.below(frames + 2)).filter(|frame| *frame < frames);
        graph.nodes.push(Node { size: numbers.size(150, 120), frame });
    }
    for _ in 0..numbers.below(nodes * 2) {
        let (from, to) = (numbers.below(nodes), numbers.below(nodes));
        let text = |numbers: &mut Numbers| (numbers.below(2) == 0).then(|| numbers.size(60, 1));
        let link = match numbers.below(4) {
            0 if from < to => Link { from, to, kind: LinkKind::Firm(0), weight: 100, near: None, far: None },
            1 if from != to => {
                let far = text(&mut numbers);
                Link { from, to, kind: LinkKind::Tree(1), weight: 3, near: None, far }
            }
            _ => {
                let (near, far) = (text(&mut numbers), text(&mut numbers));
                Link { from, to, kind: LinkKind::Single, weight: 1, near, far }
            }
        };
        graph.links.push(link);
    }
    graph
}

fn overlap(one: &Area, other: &Area) -> bool {
    const TOUCH: f64 = 0.5;
    one.x + TOUCH < other.x + other.width
        && other.x + TOUCH < one.x + one.width
        && one.y + TOUCH < other.y + other.height
        && other.y + TOUCH < one.y + one.height
}

/// The areas that the parts of lines cover.
fn parts(layout: &Layout) -> Vec<Area> {
    let lines = layout.routes.iter().map(|route| &route.points);
    let lines = lines.chain(layout.trees.iter().flat_map(|tree| &tree.lines));
    let part = |pair: &[Point]| {
        let (x, y) = (pair[0].x.min(pair[1].x), pair[0].y.min(pair[1].y));
        let (width, height) = ((pair[0].x - pair[1].x).abs(), (pair[0].y - pair[1].y).abs());
        assert!(width < 0.1 || height < 0.1, "a line is neither vertical nor horizontal");
        Area { x: x - 0.6, y: y - 0.6, width: width + 1.2, height: height + 1.2 }
    };
    lines.flat_map(|points| points.windows(2).map(part)).collect()
}

#[test]
fn nothing_overlaps() {
    for seed in 0..150 {
        let graph = graph(seed);
        let found = layout(&graph).expect("a small graph");
        let texts: Vec<Area> =
            found.routes.iter().flat_map(|route| route.near.iter().chain(&route.far)).copied().collect();
        let solid: Vec<Area> = found.nodes.iter().chain(&texts).copied().collect();
        for (at, one) in solid.iter().enumerate() {
            let other = solid[at + 1..].iter().find(|other| overlap(one, other));
            assert!(other.is_none(), "{seed}: {one:?} overlaps {other:?}");
        }
        for part in parts(&found) {
            // Lines end at the borders of boxes.
            let inner = |area: &Area| Area {
                x: area.x + 1.2,
                y: area.y + 1.2,
                width: area.width - 2.4,
                height: area.height - 2.4,
            };
            let other = solid.iter().find(|area| overlap(&inner(area), &part));
            assert!(other.is_none(), "{seed}: the line {part:?} leads through {other:?}");
        }
    }
}

#[test]
fn frames_are_around_their_boxes_only() {
    for seed in 0..150 {
        let graph = graph(seed);
        let found = layout(&graph).expect("a small graph");
        for (node, area) in graph.nodes.iter().zip(&found.nodes) {
            for (at, frame) in found.frames.iter().enumerate() {
                let mut around = node.frame;
                while let Some(outer) = around.filter(|outer| *outer != at) {
                    around = graph.frames[outer].parent;
                }
                let is_inside = area.x > frame.x
                    && area.x + area.width < frame.x + frame.width
                    && area.y > frame.y
                    && area.y + area.height < frame.y + frame.height;
                assert_eq!(around.is_some(), is_inside, "{seed}: {area:?} in {frame:?}");
                assert!(is_inside || !overlap(area, frame), "{seed}: {area:?} crosses {frame:?}");
            }
        }
    }
}
