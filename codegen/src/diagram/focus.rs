//! The neighbourhood of some boxes of a diagram.
//!
//! Invariant: the distance of a neighbour is the length of the shortest path, whose steps are edges in either direction
//! and the types of attributes. This module does not know metamodels beyond the names of their classifiers.

use super::{ClassBox, Diagram, DiagramOptions, Edge, Frame};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes, nearest};
use modelwright_metamodel::ecore::{Classifier, Metamodel, PackageId};
use std::collections::{HashMap, VecDeque};

/// The boxes of the named classifiers. A simple name means all classifiers with this name.
pub(super) fn boxes_of_names(
    metamodel: &Metamodel,
    places: &[(Classifier, usize)],
    names: &[String],
) -> Result<Vec<usize>, Diagnostics> {
    let mut by_name: HashMap<String, Vec<usize>> = HashMap::new();
    for (classifier, at) in places {
        by_name.entry(metamodel.name(*classifier).to_owned()).or_default().push(*at);
        by_name.entry(metamodel.qualified_name(*classifier)).or_default().push(*at);
    }
    let mut problems = Diagnostics::new();
    let mut boxes = Vec::new();
    for name in names {
        match by_name.get(name) {
            Some(found) => boxes.extend(found),
            None => problems.push(unknown_class(metamodel, places, name)),
        }
    }
    if problems.has_errors() { Err(problems) } else { Ok(boxes) }
}

/// The error that no box has the name of a class in the options, with a similar name as help.
fn unknown_class(metamodel: &Metamodel, places: &[(Classifier, usize)], name: &str) -> Diagnostic {
    let message = format!("the diagram has no class `{name}` to focus on");
    let problem = Diagnostic::error(codes::UNKNOWN_CLASS, message);
    match nearest(name, places.iter().map(|(classifier, _)| metamodel.name(*classifier))) {
        Some(near) => problem.help(format!("did you mean `{near}`?")),
        None => problem.help("specify the name of a class or enumeration, perhaps as `package.Class`"),
    }
}

/// The part of a diagram that is at most `depth` steps away from some boxes.
pub(super) fn neighbourhood(mut diagram: Diagram, start_boxes: &[usize], depth: usize) -> Diagram {
    let distances = distances(&diagram, start_boxes, depth);
    start_boxes.iter().for_each(|at| diagram.boxes[*at].is_focus = true);
    // For each box, its index in the part of the diagram.
    let mut new_indices: Vec<Option<usize>> = Vec::with_capacity(diagram.boxes.len());
    let mut near_boxes = Vec::new();
    for (class, distance) in std::mem::take(&mut diagram.boxes).into_iter().zip(&distances) {
        if distance.is_some() {
            new_indices.push(Some(near_boxes.len()));
            near_boxes.push(class);
        } else {
            new_indices.push(None);
        }
    }
    diagram.boxes = near_boxes;
    for member in diagram.boxes.iter_mut().flat_map(|class| &mut class.attributes) {
        member.type_box = member.type_box.and_then(|at| new_indices[at]);
    }
    let edges = std::mem::take(&mut diagram.edges).into_iter().filter_map(|mut edge| {
        (edge.from, edge.to) = (new_indices[edge.from]?, new_indices[edge.to]?);
        Some(edge)
    });
    diagram.edges = edges.collect();
    without_empty_frames(diagram)
}

/// How many steps each box is away from the nearest start box; `None` if it is more than `depth` steps.
fn distances(diagram: &Diagram, start_boxes: &[usize], depth: usize) -> Vec<Option<usize>> {
    let mut neighbours: Vec<Vec<usize>> = vec![Vec::new(); diagram.boxes.len()];
    let lines = diagram.edges.iter().map(|edge| (edge.from, edge.to));
    let types = diagram.boxes.iter().enumerate().flat_map(|(at, class)| {
        class.attributes.iter().filter_map(move |member| Some((at, member.type_box?)))
    });
    for (from, to) in lines.chain(types) {
        neighbours[from].push(to);
        neighbours[to].push(from);
    }
    let mut distances = vec![None; diagram.boxes.len()];
    let mut queue: VecDeque<(usize, usize)> = start_boxes.iter().map(|at| (*at, 0)).collect();
    while let Some((at, distance)) = queue.pop_front() {
        if distances[at].is_some() {
            continue;
        }
        distances[at] = Some(distance);
        if distance < depth {
            queue.extend(neighbours[at].iter().map(|next| (*next, distance + 1)));
        }
    }
    distances
}

/// A diagram, and an index of its boxes and edges, so that the time to draw the neighbourhood of one box depends only
/// on the size of that neighbourhood.
#[derive(Debug)]
pub(crate) struct Neighbourhoods {
    diagram: Diagram,
    /// The box of each classifier.
    boxes: HashMap<Classifier, usize>,
    /// The indices of the edges of each box.
    edges: Vec<Vec<usize>>,
}

impl Neighbourhoods {
    /// The diagram of the given packages and their subpackages, or of all packages, with its index.
    pub(crate) fn new(metamodel: &Metamodel, packages: &[PackageId], options: &DiagramOptions) -> Self {
        let diagram = super::build::diagram(metamodel, packages, options).drawing;
        let mut edges: Vec<Vec<usize>> = vec![Vec::new(); diagram.boxes.len()];
        for (at, edge) in diagram.edges.iter().enumerate() {
            edges[edge.from].push(at);
            if edge.from != edge.to {
                edges[edge.to].push(at);
            }
        }
        let boxes = diagram.boxes.iter().enumerate().map(|(at, class)| (class.subject, at)).collect();
        Self { diagram, boxes, edges }
    }

    /// The diagram of a classifier: its box with content, the boxes of its neighbours with only their names, and the
    /// edges between its box and these. `None` if the classifier has no box.
    pub(crate) fn around(&self, subject: Classifier) -> Option<Diagram> {
        let centre = *self.boxes.get(&subject)?;
        let edges_of_centre = || self.edges[centre].iter().map(|at| &self.diagram.edges[*at]);
        let boxes_of_types =
            self.diagram.boxes[centre].attributes.iter().filter_map(|member| member.type_box);
        let mut shown_boxes: Vec<usize> =
            edges_of_centre().flat_map(|edge| [edge.from, edge.to]).chain(boxes_of_types).collect();
        shown_boxes.push(centre);
        shown_boxes.sort_unstable();
        shown_boxes.dedup();
        let new_index = |at: usize| shown_boxes.partition_point(|known| *known < at);
        let boxes = shown_boxes.iter().map(|at| {
            let class = &self.diagram.boxes[*at];
            if *at == centre {
                return ClassBox { frame: None, is_focus: true, ..class.clone() };
            }
            let (name, documentation) = (class.name.clone(), class.documentation.clone());
            ClassBox { name, documentation, ..ClassBox::without_content(class.kind, class.subject) }
        });
        let edges = edges_of_centre().map(|edge| Edge {
            from: new_index(edge.from),
            to: new_index(edge.to),
            ..edge.clone()
        });
        Some(Diagram { boxes: boxes.collect(), edges: edges.collect(), ..Diagram::default() })
    }
}

/// The diagram without frames that contain no box.
fn without_empty_frames(mut diagram: Diagram) -> Diagram {
    let mut is_used = vec![false; diagram.frames.len()];
    for class in &diagram.boxes {
        let mut unmarked_frame = class.frame;
        // The frames around a marked frame are marked already.
        while let Some(frame) = unmarked_frame.filter(|frame| !is_used[*frame]) {
            is_used[frame] = true;
            unmarked_frame = diagram.frames[frame].parent;
        }
    }
    let mut new_indices = vec![None; diagram.frames.len()];
    let mut frames: Vec<Frame> = Vec::new();
    for (index, frame) in std::mem::take(&mut diagram.frames).into_iter().enumerate() {
        if is_used[index] {
            new_indices[index] = Some(frames.len());
            let parent = frame.parent.and_then(|parent| new_indices[parent]);
            frames.push(Frame { parent, ..frame });
        }
    }
    diagram.frames = frames;
    for class in &mut diagram.boxes {
        class.frame = class.frame.and_then(|frame| new_indices[frame]);
    }
    diagram
}

#[cfg(test)]
mod tests {
    use crate::diagram::{Diagram, DiagramOptions};
    use modelwright_language::language;
    use modelwright_metamodel::diagnostic::Source;

    const TEXT: &str = "package p { uri => 'urn:p' }
        type A { has parts, B { max => unbound } }
        type B inherits C { attr kind, K }
        type C {}
        type D inherits C { has a, A { containment => false } }
        enum K { one, two }";

    /// The names of the boxes around some of them.
    fn around(focus: &[&str], depth: usize) -> Vec<String> {
        let metamodel = language::load(&[Source::new("p.pp", TEXT)]).0.expect("a metamodel");
        let focus = focus.iter().map(|name| (*name).to_owned()).collect();
        let options = DiagramOptions { focus, depth, ..DiagramOptions::default() };
        let (diagram, problems) = Diagram::new(&metamodel, &[], &options);
        assert!(problems.is_empty(), "{problems}");
        diagram.boxes.into_iter().map(|class| class.name).collect()
    }

    #[test]
    fn neighbours_are_found_in_both_directions() {
        assert_eq!(around(&["B"], 0), ["B"]);
        assert_eq!(around(&["p.B"], 1), ["A", "B", "C", "K"]);
        assert_eq!(around(&["K"], 1), ["B", "K"]);
        assert_eq!(around(&["K"], 2), ["A", "B", "C", "K"]);
        assert_eq!(around(&["K", "D"], 0), ["D", "K"]);
        assert_eq!(around(&["K"], 9), ["A", "B", "C", "D", "K"]);
    }
}
