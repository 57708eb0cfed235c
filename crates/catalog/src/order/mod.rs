//! The order in which Puppet applies the resources of a catalog, with its reasons.
//!
//! As in Puppet's relationship graph: the contents of a class or of a defined resource come between its start and its
//! end; the parameters `before`, `require`, `notify` and `subscribe` order resources, and so do the automatic
//! relationships of Puppet's own types. Of all resources that no relationship delays, the one that was declared first
//! comes next. Invariants: the same catalog has the same order; work grows linearly with resources and relationships,
//! with a logarithm for the choice of the next resource. This module does not know files, and applies nothing.

mod automatic;
mod cycles;
mod graph;
mod lookup;
mod rule;

use crate::model::{Catalog, ResourceKind};
use graph::Graph;
use lookup::Lookup;
use modelwright_metamodel::ecore::AnyValue;
use rustc_hash::FxHashSet;
use std::collections::{BTreeSet, VecDeque};

pub use rule::{OrderRule, describe_link, problems};

/// The parameters that order resources, in the order in which Puppet reads them.
const RELATIONSHIPS: [(&str, Direction); 4] = [
    ("require", Direction::Back),
    ("subscribe", Direction::Back),
    ("before", Direction::Forward),
    ("notify", Direction::Forward),
];

/// The direction of a parameter that orders two resources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Direction {
    /// The resource with the parameter comes first.
    Forward,
    /// The resource in the value of the parameter comes first.
    Back,
}

/// Why a resource comes before another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// One contains the other.
    Containment,
    /// A parameter of the resource at a position, such as `before`.
    Parameter(usize, &'static str),
    /// An automatic relationship of the type of the second resource.
    Automatic,
}

/// A moment in the application of a catalog.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// The application of the resource at a position.
    Whole(usize),
    /// The time before the contents of the resource at a position.
    Start(usize),
    /// The time after the contents of the resource at a position.
    End(usize),
}

impl Moment {
    /// The position of the resource.
    #[must_use]
    pub fn resource(self) -> usize {
        match self {
            Self::Whole(resource) | Self::Start(resource) | Self::End(resource) => resource,
        }
    }
}

/// A link between two moments: the first comes before the second.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Link {
    /// The earlier moment.
    pub from: Moment,
    /// The later moment.
    pub to: Moment,
    /// Why the earlier moment comes first.
    pub reason: Reason,
}

/// A relationship with a resource that is not in the catalog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingEnd {
    /// The position of the resource that has the parameter.
    pub resource: usize,
    /// The parameter, such as `require`.
    pub parameter: &'static str,
    /// The reference in its value.
    pub reference: String,
}

/// The relationships between the resources of a catalog.
#[derive(Debug)]
pub struct ApplicationOrder {
    graph: Graph,
    missing: Vec<MissingEnd>,
    unknown_types: BTreeSet<String>,
}

impl ApplicationOrder {
    /// The order of a catalog, whose edges have resources at both ends.
    #[must_use]
    pub fn new(catalog: &Catalog) -> Self {
        let lookup = Lookup::new(catalog);
        let mut collector = RelationshipCollector {
            lookup: &lookup,
            catalog,
            ordered_pairs: FxHashSet::default(),
            missing: Vec::new(),
        };
        let mut relationships = Vec::new();
        for position in 0..catalog.resources.len() {
            collector.add_declared(position, &mut relationships);
        }
        // An automatic relationship has no effect if any resource declares one for the same pair, so all declared ones
        // come first.
        for position in 0..catalog.resources.len() {
            collector.add_automatic(position, &mut relationships);
        }
        let missing = collector.missing;
        let container_flags: Vec<bool> =
            (0..catalog.resources.len()).map(|position| lookup.is_container(position)).collect();
        let contents = catalog.edges.iter().filter_map(|edge| {
            Some((catalog.position_of(&edge.source)?, catalog.position_of(&edge.target)?))
        });
        let graph = Graph::new(&container_flags, contents, &relationships);
        let mut unknown_types = BTreeSet::new();
        for resource in &catalog.resources {
            let has_ruby_type = resource.kind == Some(ResourceKind::CompilableType);
            if has_ruby_type && !automatic::is_known(&resource.r#type) {
                unknown_types.insert(resource.r#type.clone());
            }
        }
        Self { graph, missing, unknown_types }
    }

    /// The positions of the resources in the order of their application; a container comes after its contents. `None`
    /// if there are cycles, because Puppet then applies nothing.
    #[must_use]
    pub fn sequence(&self) -> Option<Vec<usize>> {
        let moments = self.moments()?;
        // Without the starts, each resource has exactly one moment.
        let ends = moments.into_iter().filter(|moment| !matches!(moment, Moment::Start(_)));
        Some(ends.map(Moment::resource).collect())
    }

    /// All moments in their order; `None` if there are cycles.
    #[must_use]
    pub fn moments(&self) -> Option<Vec<Moment>> {
        let nodes = self.graph.sequence();
        // The sequence of the graph does not contain the nodes on cycles.
        if nodes.len() != self.graph.len() {
            return None;
        }
        Some(nodes.into_iter().map(|node| self.graph.moment(node)).collect())
    }

    /// The cycles, each as the links of a path from a moment back to it. There is one for each set of moments that can
    /// all reach one another.
    #[must_use]
    pub fn cycles(&self) -> Vec<Vec<Link>> {
        cycles::find(&self.graph)
    }

    /// A shortest chain of links from a resource to another; `None` if only their declarations order them.
    #[must_use]
    pub fn path(&self, from: usize, to: usize) -> Option<Vec<Link>> {
        // If the resources are containers, a chain from the end of one to the start of the other is preferred, because
        // other chains pass through resources inside of a container.
        for first in [self.graph.end(from), self.graph.start(from)] {
            for last in [self.graph.start(to), self.graph.end(to)] {
                if let Some(path) = self.graph.shortest_path(first, last, |_| true) {
                    return Some(path);
                }
            }
        }
        None
    }

    /// The links to a resource, and those from it, without containment.
    #[must_use]
    pub fn links_of(&self, resource: usize) -> (Vec<Link>, Vec<Link>) {
        let (start, end) = (self.graph.start(resource), self.graph.end(resource));
        let incoming = self.graph.links_to(start).filter(is_relationship).collect();
        let outgoing = self.graph.links_from(end).filter(is_relationship).collect();
        (incoming, outgoing)
    }

    /// The relationships with resources that are not in the catalog.
    #[must_use]
    pub fn missing(&self) -> &[MissingEnd] {
        &self.missing
    }

    /// The types of modules in the catalog, whose automatic relationships are not known.
    #[must_use]
    pub fn unknown_types(&self) -> &BTreeSet<String> {
        &self.unknown_types
    }
}

/// Whether a link is not a containment.
fn is_relationship(link: &Link) -> bool {
    link.reason != Reason::Containment
}

/// Collects the relationships of a catalog.
struct RelationshipCollector<'c> {
    catalog: &'c Catalog,
    lookup: &'c Lookup<'c>,
    /// The pairs that have a relationship already, the earlier position first.
    ordered_pairs: FxHashSet<(usize, usize)>,
    missing: Vec<MissingEnd>,
}

/// The positions of two resources, the earlier one first, and why it is.
type Relationship = (usize, usize, Reason);

impl RelationshipCollector<'_> {
    /// Adds the relationships in the parameters of a resource, and records those with resources that are not in the
    /// catalog.
    fn add_declared(&mut self, position: usize, relationships: &mut Vec<Relationship>) {
        for (name, direction) in RELATIONSHIPS {
            for reference in references(self.lookup.parameter(position, name)) {
                let Some(other) = self.lookup.reference(reference) else {
                    let missing_end =
                        MissingEnd { resource: position, parameter: name, reference: reference.clone() };
                    self.missing.push(missing_end);
                    continue;
                };
                let (from, to) = match direction {
                    Direction::Forward => (position, other),
                    Direction::Back => (other, position),
                };
                if self.ordered_pairs.insert((from, to)) {
                    relationships.push((from, to, Reason::Parameter(position, name)));
                }
            }
        }
    }

    /// Adds the automatic relationships of a resource, except those of pairs that have a relationship already.
    fn add_automatic(&mut self, position: usize, relationships: &mut Vec<Relationship>) {
        for other in automatic::requirements(self.catalog, self.lookup, position) {
            let (pair, reversed_pair) = ((other, position), (position, other));
            if self.ordered_pairs.contains(&pair) || self.ordered_pairs.contains(&reversed_pair) {
                continue;
            }
            self.ordered_pairs.insert(pair);
            relationships.push((other, position, Reason::Automatic));
        }
    }
}

/// The position of the resource that a reference such as `File[/etc/motd]` means in a catalog.
#[must_use]
pub fn find_resource(catalog: &Catalog, reference: &str) -> Option<usize> {
    Lookup::new(catalog).reference(reference)
}

/// The references in the value of a parameter: a text, or nested lists of texts.
fn references(value: Option<&AnyValue>) -> Vec<&String> {
    let mut references = Vec::new();
    let mut pending: VecDeque<&AnyValue> = value.into_iter().collect();
    while let Some(value) = pending.pop_front() {
        match value {
            AnyValue::Text(text) => references.push(text),
            AnyValue::List(items) => pending.extend(items),
            _ => {}
        }
    }
    references
}
