//! A document as an arena of nodes.
//!
//! Invariants: a node's children have smaller ids than the node, so the tree has no cycle, a loop
//! over all ids visits children first, and dropping it does not recurse. An alias is the id of the
//! node that it refers to: nothing is copied. This module does not know the syntax of the text.

use super::scalar::Scalar;
use std::ops::Range;

/// A node of one [`Tree`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The id of the node at an index; `None` if the index has more than 32 bits.
    pub(super) fn new(index: usize) -> Option<Self> {
        u32::try_from(index).ok().map(Self)
    }

    /// The index in the arena, less than [`Tree::len`].
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// The content of a node; its children are a range of the arena's links.
#[derive(Debug, Clone)]
pub(super) enum NodeContent {
    Scalar(Scalar),
    List(Range<u32>),
    /// Keys and values, alternating.
    Map(Range<u32>),
    /// Ruby: an object of the named class; its variables and their values, alternating.
    Object(Box<str>, Range<u32>),
}

/// A node, with its span in the text.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) content: NodeContent,
    pub(super) span: Range<u32>,
}

/// The nodes and links of a tree.
#[derive(Debug, Clone, Default)]
pub(super) struct Arena {
    pub(super) nodes: Vec<Node>,
    pub(super) links: Vec<NodeId>,
}

/// The value of a node.
#[derive(Debug, Clone, Copy)]
pub enum Value<'a> {
    /// A scalar.
    Scalar(&'a Scalar),
    /// A list of nodes.
    List(&'a [NodeId]),
    /// A map of nodes.
    Map(Entries<'a>),
    /// Ruby: an object of the named class, with its instance variables.
    Object(&'a str, Entries<'a>),
}

/// The entries of a map, in order.
#[derive(Debug, Clone, Copy)]
pub struct Entries<'a>(&'a [NodeId]);

impl<'a> Entries<'a> {
    /// Key and value of every entry.
    pub fn iter(self) -> impl ExactSizeIterator<Item = (NodeId, NodeId)> + 'a {
        let (pairs, _) = self.0.as_chunks::<2>();
        pairs.iter().map(|[key, value]| (*key, *value))
    }

    /// The number of entries.
    #[must_use]
    pub fn len(self) -> usize {
        self.0.len() / 2
    }

    /// Whether there are no entries.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }
}

/// A document.
#[derive(Debug, Clone)]
pub struct Tree {
    arena: Arena,
    root: NodeId,
    no_document: bool,
}

impl Arena {
    /// The value of a node; null for an id of another arena.
    pub(super) fn value(&self, id: NodeId) -> Value<'_> {
        match self.nodes.get(id.index()).map(|node| &node.content) {
            Some(NodeContent::Scalar(scalar)) => Value::Scalar(scalar),
            Some(NodeContent::List(range)) => Value::List(self.linked(range)),
            Some(NodeContent::Map(range)) => Value::Map(Entries(self.linked(range))),
            Some(NodeContent::Object(class, range)) => Value::Object(class, Entries(self.linked(range))),
            None => Value::Scalar(&Scalar::Null),
        }
    }

    /// The children of a node; keys and values alternate.
    pub(super) fn children(&self, id: NodeId) -> &[NodeId] {
        match self.nodes.get(id.index()).map(|node| &node.content) {
            Some(NodeContent::List(range) | NodeContent::Map(range) | NodeContent::Object(_, range)) => {
                self.linked(range)
            }
            _ => &[],
        }
    }

    /// The span of a node; empty for an id of another arena.
    pub(super) fn span(&self, id: NodeId) -> Range<usize> {
        self.nodes.get(id.index()).map_or(0..0, |node| node.span.start as usize..node.span.end as usize)
    }

    /// The nodes in a range of the links.
    fn linked(&self, range: &Range<u32>) -> &[NodeId] {
        self.links.get(range.start as usize..range.end as usize).unwrap_or_default()
    }
}

impl Tree {
    pub(super) fn new(arena: Arena, root: NodeId, no_document: bool) -> Self {
        Self { arena, root, no_document }
    }

    /// The document's node.
    #[must_use]
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// Whether the text contains no document; Ruby returns `false` for it.
    #[must_use]
    pub fn no_document(&self) -> bool {
        self.no_document
    }

    /// The number of nodes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.arena.nodes.len()
    }

    /// Whether there are no nodes, which never happens.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.arena.nodes.is_empty()
    }

    /// The value of a node; null for an id of another tree.
    #[must_use]
    pub fn value(&self, id: NodeId) -> Value<'_> {
        self.arena.value(id)
    }

    /// The span of a node, in bytes of the source's text.
    #[must_use]
    pub fn span(&self, id: NodeId) -> Range<usize> {
        self.arena.span(id)
    }

    /// The value under `key` in a map. Keys of the map that are not strings are never equal to `key`.
    #[must_use]
    pub fn get(&self, map: NodeId, key: &str) -> Option<NodeId> {
        let Value::Map(entries) = self.value(map) else { return None };
        entries
            .iter()
            .find(|(id, _)| matches!(self.value(*id), Value::Scalar(Scalar::String(text)) if **text == *key))
            .map(|(_, value)| value)
    }

    /// How many bytes of text the aliases repeat; saturating. With `with_parts`, each interpolation in a text
    /// counts as well, because Hiera creates objects for it.
    pub(super) fn repeated_bytes(&self, with_parts: bool) -> u64 {
        let size_of_text = |index: usize| match NodeId::new(index).map(|id| self.arena.value(id)) {
            Some(Value::Scalar(scalar)) => scalar.text_bytes(with_parts),
            _ => 0,
        };
        // The size of each node with all aliases expanded.
        let mut sizes: Vec<u64> = Vec::with_capacity(self.len());
        // The size of the text, in which each node occurs once.
        let mut text_size = 0_u64;
        // Children have smaller indices than their parents, so one pass from the front is enough.
        for index in 0..self.len() {
            let children = NodeId::new(index).map_or(&[][..], |id| self.arena.children(id));
            let own_size = size_of_text(index);
            text_size = text_size.saturating_add(own_size);
            let mut expanded_size = own_size;
            for child in children {
                let child_size = sizes.get(child.index()).copied().unwrap_or(0);
                expanded_size = expanded_size.saturating_add(child_size);
            }
            sizes.push(expanded_size);
        }
        // The text itself is not a repetition, so it is subtracted.
        sizes.get(self.root.index()).map_or(0, |expanded_size| expanded_size.saturating_sub(text_size))
    }

    /// For every node, the number of its nodes with all aliases expanded; saturating.
    ///
    /// A consumer that copies aliased nodes compares the root's count with its budget first: a few lines of nested
    /// aliases can expand to an astronomical count.
    #[must_use]
    pub fn expanded_sizes(&self) -> Vec<u64> {
        let mut sizes: Vec<u64> = Vec::with_capacity(self.len());
        // Children have smaller indices than their parents, so one pass from the front is enough.
        for index in 0..self.len() {
            let children = NodeId::new(index).map_or(&[][..], |id| self.arena.children(id));
            // The node itself, and the expanded nodes below it.
            let mut size = 1_u64;
            for child in children {
                size = size.saturating_add(sizes.get(child.index()).copied().unwrap_or(0));
            }
            sizes.push(size);
        }
        sizes
    }

    /// The number of nodes of the document with all aliases expanded; saturating.
    #[must_use]
    pub fn expanded_size(&self) -> u64 {
        self.expanded_sizes().get(self.root.index()).copied().unwrap_or(0)
    }
}
