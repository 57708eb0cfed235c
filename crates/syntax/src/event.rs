//! The output of the parser: one event for each completed node.
//!
//! The events are in the order in which nodes end: a node comes after its children, and stores the number of events
//! that belong to it. So an expression can become an operand of another one by appending one event, and no event is
//! moved. The events can be read from front to back with a stack (the table of expressions), or from back to front
//! without one (the tree).
//!
//! Invariants: the events of a node are contiguous, and its own is the last; no expression is more than
//! [`MAX_HEIGHT`](super::operators::MAX_HEIGHT) levels high.

use super::kind::NodeKind;
use super::lexer::Span;

/// A completed node.
#[derive(Debug, Clone, Copy)]
pub struct Event {
    /// What the node is.
    pub kind: NodeKind,
    /// The number of levels of expressions in the node; the highest bit is set if the node has no tokens.
    height: u16,
    /// The range of the node's tokens; if it has none, the range of the token at its position.
    pub span: Span,
    /// How many events belong to the node, including its own.
    pub size: u32,
}

/// The bit that is set if a node has no tokens.
const EMPTY: u16 = 1 << 15;

impl Event {
    /// Whether the node has no tokens. Its span is then that of the token at its position.
    pub fn is_empty(self) -> bool {
        self.height & EMPTY != 0
    }

    /// The number of levels of expressions in the node.
    pub(crate) fn height(self) -> u16 {
        self.height & !EMPTY
    }
}

/// A completed node, as the position of its event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CompletedNode(u32);

/// All events of a text.
#[derive(Debug, Default)]
pub struct Events {
    list: Vec<Event>,
}

impl Events {
    pub(crate) fn with_capacity(count: usize) -> Self {
        Self { list: Vec::with_capacity(count) }
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    /// The events, in the order in which their nodes end.
    pub fn as_slice(&self) -> &[Event] {
        &self.list
    }

    /// Completes the node whose children are the events from a position on.
    pub(crate) fn push(
        &mut self,
        kind: NodeKind,
        span: Span,
        first: usize,
        height: u16,
        is_empty: bool,
    ) -> CompletedNode {
        let position = self.list.len();
        let size = u32::try_from(position + 1 - first).unwrap_or(u32::MAX);
        // An event must be small (Decision 15). So `EMPTY` shares a field with the height, which is at most
        // `MAX_HEIGHT`.
        let height = if is_empty { height | EMPTY } else { height };
        self.list.push(Event { kind, height, span, size });
        // A text has at most 64 MiB, and at most a few events for each byte.
        CompletedNode(u32::try_from(position).unwrap_or(u32::MAX))
    }

    pub(crate) fn get(&self, node: CompletedNode) -> Event {
        self.list[node.0 as usize]
    }

    /// The position of the first event that belongs to a node.
    pub(crate) fn first_of(&self, node: CompletedNode) -> usize {
        // `size` includes the node's own event, which is the last one.
        (node.0 + 1 - self.get(node).size) as usize
    }

    /// The nodes that were completed from a position on and have no parent yet, last first.
    pub(crate) fn nodes_since(&self, first: usize) -> impl Iterator<Item = (CompletedNode, Event)> {
        let mut end = self.list.len();
        std::iter::from_fn(move || self.node_before(first, &mut end))
    }

    /// The children of a node without errors, last first.
    pub(crate) fn children(&self, node: CompletedNode) -> impl Iterator<Item = (CompletedNode, Event)> {
        let (first, mut end) = (self.first_of(node), node.0 as usize);
        let nodes = std::iter::from_fn(move || self.node_before(first, &mut end));
        nodes.filter(|(_, event)| !event.kind.is_error())
    }

    /// The node whose events end directly before `end`; moves `end` to the start of this node. `None` if `end` has
    /// reached `first`.
    fn node_before(&self, first: usize, end: &mut usize) -> Option<(CompletedNode, Event)> {
        if *end <= first {
            return None;
        }
        let position = *end - 1;
        let event = self.list[position];
        *end -= event.size as usize;
        Some((CompletedNode(u32::try_from(position).unwrap_or(u32::MAX)), event))
    }

    /// Removes a node and keeps its children.
    pub(crate) fn unwrap(&mut self, node: CompletedNode) {
        // In the only use of this function, empty braces follow the node, so hardly any events are moved.
        self.list.remove(node.0 as usize);
    }
}
