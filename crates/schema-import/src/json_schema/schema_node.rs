//! A node in the files of a schema.

use super::tree::NodeId;

/// A node of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct SchemaNode {
    /// The index of the file; the given one is the first.
    pub(super) file: usize,
    /// The node in the file.
    pub(super) node: NodeId,
}
