//! What the parser reports: one event for each node that it has completed.
//!
//! The events are in the order in which nodes end, so that each node comes behind its children, and says how many events
//! belong to it. So an expression that turns out to be an operand is wrapped by one more event, nothing is moved, and the
//! stream is read from front to back with a stack (the table of expressions) or from back to front without one (the tree).
//!
//! Invariants: the events of a node follow each other, its own last; no expression is more than
//! [`MAX_HEIGHT`](super::operators::MAX_HEIGHT) levels high.

use super::kind::NodeKind;
use super::lexer::Span;

/// A node that is complete.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Event {
    pub(crate) kind: NodeKind,
    /// How many levels of expressions are in it; the highest bit says that it has no tokens.
    height: u16,
    pub(crate) span: Span,
    /// How many events belong to it, its own among them.
    pub(crate) size: u32,
}

/// Set where a node has no tokens.
const EMPTY: u16 = 1 << 15;

impl Event {
    /// Whether the node has no tokens. Its span is then that of the token that was found in its place.
    pub(crate) fn is_empty(self) -> bool {
        self.height & EMPTY != 0
    }

    /// How many levels of expressions are in it.
    pub(crate) fn height(self) -> u16 {
        self.height & !EMPTY
    }
}

/// A node that is complete, by the position of its event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Completed(u32);

/// All events of a text.
#[derive(Debug, Default)]
pub(crate) struct Events {
    list: Vec<Event>,
}

impl Events {
    pub(crate) fn with_capacity(count: usize) -> Self {
        Self { list: Vec::with_capacity(count) }
    }

    pub(crate) fn len(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn as_slice(&self) -> &[Event] {
        &self.list
    }

    /// Completes the node whose children are the events since some position.
    pub(crate) fn push(
        &mut self,
        kind: NodeKind,
        span: Span,
        first: usize,
        height: u16,
        empty: bool,
    ) -> Completed {
        let at = self.list.len();
        let size = u32::try_from(at + 1 - first).unwrap_or(u32::MAX);
        let height = if empty { height | EMPTY } else { height };
        self.list.push(Event { kind, height, span, size });
        // A text has at most 64 MiB, and no byte more than a few events.
        Completed(u32::try_from(at).unwrap_or(u32::MAX))
    }

    pub(crate) fn get(&self, node: Completed) -> Event {
        self.list[node.0 as usize]
    }

    /// The position of the first event that belongs to a node.
    pub(crate) fn first_of(&self, node: Completed) -> usize {
        (node.0 + 1 - self.list[node.0 as usize].size) as usize
    }

    /// The nodes that were completed since a position and are in no other, the last one first.
    pub(crate) fn since(&self, first: usize) -> impl Iterator<Item = (Completed, Event)> {
        let mut behind = self.list.len();
        std::iter::from_fn(move || self.before(first, &mut behind))
    }

    /// The children of a node without errors, the last one first.
    pub(crate) fn children(&self, node: Completed) -> impl Iterator<Item = (Completed, Event)> {
        let (first, mut behind) = (self.first_of(node), node.0 as usize);
        let all = std::iter::from_fn(move || self.before(first, &mut behind));
        all.filter(|(_, event)| !event.kind.is_error())
    }

    fn before(&self, first: usize, behind: &mut usize) -> Option<(Completed, Event)> {
        if *behind <= first {
            return None;
        }
        let at = *behind - 1;
        let event = self.list[at];
        *behind -= event.size as usize;
        Some((Completed(u32::try_from(at).unwrap_or(u32::MAX)), event))
    }

    /// Takes a node out and leaves its children.
    pub(crate) fn unwrap(&mut self, node: Completed) {
        self.list.remove(node.0 as usize);
    }
}
