//! How the edges of a diagram are drawn: alone, as parts of trees, or as texts in boxes.
//!
//! Invariant: an edge that becomes a text is in the box where it starts, and if both ends have names, in the other box,
//! too. This module knows no positions.

use crate::diagram::{Diagram, Edge, Member, Relation};
use std::collections::HashMap;

/// How an edge is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineKind {
    Inheritance,
    /// The superclass is an interface.
    Realization,
    /// A segment of a tree from a container to its parts.
    ToParts,
    /// A segment of a tree from many boxes to the one that all of them refer to.
    ToHub,
    /// A segment of a tree from many containers to the class of which all of them contain objects.
    ToSharedPart,
    Single,
}

impl LineKind {
    /// The number of the kind of trees that such edges form; `None` if they are drawn alone.
    pub(super) fn tree(self) -> Option<usize> {
        match self {
            Self::Inheritance => Some(0),
            Self::Realization => Some(1),
            Self::ToParts => Some(2),
            Self::ToHub => Some(3),
            Self::ToSharedPart => Some(4),
            Self::Single => None,
        }
    }

    /// The kind of the edges in trees with this number.
    pub(super) fn of_tree(number: usize) -> Self {
        let kinds = [Self::Inheritance, Self::Realization, Self::ToParts, Self::ToHub, Self::ToSharedPart];
        kinds.get(number).copied().unwrap_or(Self::Single)
    }
}

/// The least number of containments of one box, without names at the container, that become a tree.
const TREE_OF_PARTS: usize = 3;
/// The least number of references to one box, or of containments of its objects, that become a tree.
const TREE_TO_HUB: usize = 5;

/// In large pictures, the containments of a box become texts if it has at least this many containers. References always
/// become texts there.
const TEXTS_OF_PARTS: usize = 6;

/// The kind of each edge.
pub(super) fn kinds(diagram: &Diagram) -> Vec<LineKind> {
    let (mut parts, mut references, mut containers) = (HashMap::new(), HashMap::new(), HashMap::new());
    for edge in &diagram.edges {
        match one_sided_containment(edge) {
            Some(true) => {
                *parts.entry(edge.from).or_default() += 1;
                *containers.entry(edge.to).or_default() += 1;
            }
            Some(false) => *references.entry(edge.to).or_default() += 1,
            None => {}
        }
    }
    diagram
        .edges
        .iter()
        .map(|edge| match (&edge.relation, one_sided_containment(edge)) {
            (Relation::Inheritance { realizes: true }, _) => LineKind::Realization,
            (Relation::Inheritance { .. }, _) => LineKind::Inheritance,
            // Without this, a class that many boxes contain would get one line from the tree of each.
            (_, Some(true)) if is_many(&containers, edge.to, TREE_TO_HUB) => LineKind::ToSharedPart,
            (_, Some(true)) if is_many(&parts, edge.from, TREE_OF_PARTS) => LineKind::ToParts,
            (_, Some(false)) if is_many(&references, edge.to, TREE_TO_HUB) => LineKind::ToHub,
            _ => LineKind::Single,
        })
        .collect()
}

/// Whether a count reaches a minimum.
fn is_many(counts: &HashMap<usize, usize>, at: usize, min: usize) -> bool {
    counts.get(&at).is_some_and(|count| *count >= min)
}

/// Whether an association is a containment; `None` unless it connects two boxes and has a name only at its far end.
fn one_sided_containment(edge: &Edge) -> Option<bool> {
    match &edge.relation {
        Relation::Association { contains, near: None, .. } if edge.from != edge.to => Some(*contains),
        _ => None,
    }
}

/// Turns all edges into texts; inheritance only if `with_inheritance` is true.
pub(super) fn edges_as_texts(diagram: &mut Diagram, with_inheritance: bool) {
    for edge in std::mem::take(&mut diagram.edges) {
        match &edge.relation {
            Relation::Inheritance { .. } if !with_inheritance => diagram.edges.push(edge),
            Relation::Inheritance { .. } => {
                let text = format!("△ {}", diagram.boxes[edge.to].name);
                let member = Member { text, property: None, type_box: Some(edge.to) };
                diagram.boxes[edge.from].attributes.push(member);
            }
            Relation::Association { .. } => add_text(diagram, &edge),
        }
    }
}

/// Writes each named end of an association as a text into the box that has the reference.
fn add_text(diagram: &mut Diagram, edge: &Edge) {
    let Relation::Association { contains, near, far } = &edge.relation else { return };
    // Only the reference to the far end contains objects.
    let ends = [(edge.from, edge.to, Some(far), *contains), (edge.to, edge.from, near.as_ref(), false)];
    for (owner, target, end, is_containment) in ends {
        let Some(end) = end else { continue };
        let name = &diagram.boxes[target].name;
        // As for attributes, one value is not mentioned.
        let multiplicity = match end.multiplicity.as_str() {
            "" | "1" => String::new(),
            text => format!(" [{text}]"),
        };
        let symbol = if is_containment { '◆' } else { '→' };
        let text = format!("{symbol} {} : {name}{multiplicity}", end.name);
        diagram.boxes[owner].attributes.push(Member { text, property: None, type_box: Some(target) });
    }
}

/// Turns references that are not containments into texts, and also the containments of classes that many boxes contain.
pub(super) fn references_as_texts(diagram: &mut Diagram) {
    let mut container_counts: HashMap<usize, usize> = HashMap::new();
    for edge in diagram.edges.iter().filter(|edge| edge.from != edge.to) {
        if let Relation::Association { contains: true, .. } = edge.relation {
            *container_counts.entry(edge.to).or_default() += 1;
        }
    }
    for edge in std::mem::take(&mut diagram.edges) {
        let is_in_many_boxes = container_counts.get(&edge.to).is_some_and(|count| *count >= TEXTS_OF_PARTS);
        match &edge.relation {
            Relation::Association { contains, .. } if !contains || is_in_many_boxes => {
                add_text(diagram, &edge);
            }
            _ => diagram.edges.push(edge),
        }
    }
}
