//! Complete child nodes of a collection, and the value that a schema computes for the collection.
//!
//! This module does not know the spans of nodes.

use super::node_tree::NodeId;
use super::scalar::Scalar;

/// The syntax of a child, which decides what merge keys do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum NodeSyntax {
    Scalar,
    Alias,
    Sequence,
    Mapping,
}

/// A complete node whose parent is still open.
#[derive(Debug, Clone, Copy)]
pub(super) struct Child {
    pub(super) id: NodeId,
    pub(super) syntax: NodeSyntax,
    /// Whether the node has the tag `!!str`.
    pub(super) is_tagged_string: bool,
}

/// The value of a collection in a schema; the links of a map alternate between keys and values.
pub(super) enum Collection {
    List(Vec<NodeId>),
    Map(Vec<NodeId>),
    /// Ruby: an object of the named class, with its instance variables.
    Object(Box<str>, Vec<NodeId>),
    /// A node that already exists.
    Existing(NodeId),
    Scalar(Scalar),
}
