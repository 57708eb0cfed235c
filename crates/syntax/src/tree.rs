//! The syntax tree: all nodes of a text, and its leaves.
//!
//! The nodes form one list, in which each node comes before its children and stores the number of nodes in it. The list
//! takes 16 bytes a node, is built in one pass over the parser's events, and has no pointers. Leaves are computed from
//! the tokens when they are needed.
//!
//! Invariants: nodes nest, and start and end at the boundaries of leaves, except that the text of a heredoc is after
//! the line that names it; the leaves are contiguous, and their concatenation is the text. The tree does not know the
//! layout or the meaning of a text.

use super::event::{Event, Events};
use super::kind::{NodeKind, Quotes};
use super::leaves::{Leaf, each_leaf, leaves};
use super::lexer::{Span, Token, Tokens, string_value};
use super::number::{Number, number_value};
use super::parser::Parse;
use crate::diagnostic::Source;
use std::borrow::Cow;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// A node in the list of its tree.
#[derive(Debug, Clone, Copy)]
struct Entry {
    kind: NodeKind,
    span: Span,
    /// The number of nodes in the node, including the node itself.
    size: u32,
}

/// A text as a tree.
pub struct SyntaxTree {
    source: Arc<Source>,
    tokens: Tokens,
    entries: Vec<Entry>,
    is_incomplete: bool,
}

impl fmt::Debug for SyntaxTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.nodes().map(|node| (node.kind(), node.range()))).finish()
    }
}

/// A node of a tree. Nodes are equal if they are the same node of the same tree.
#[derive(Clone, Copy)]
pub struct Node<'t> {
    tree: &'t SyntaxTree,
    /// The position of the node in the list of the tree.
    index: u32,
}

impl fmt::Debug for Node<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {:?}", self.kind(), self.range())
    }
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.index == other.index && std::ptr::eq(self.tree, other.tree)
    }
}

impl SyntaxTree {
    /// The tree of a parsed text.
    pub fn new(parse: Parse) -> Self {
        Self::with_events(parse).0
    }

    /// The tree of a parsed text, and the events that are required to restore the parse.
    pub fn with_events(parse: Parse) -> (Self, Events) {
        let entries = preorder(parse.events.as_slice());
        let tree =
            Self { source: parse.source, tokens: parse.tokens, entries, is_incomplete: parse.is_incomplete };
        (tree, parse.events)
    }

    /// The parsed text of the tree.
    pub fn into_parse(self, events: Events) -> Parse {
        Parse { source: self.source, tokens: self.tokens, events, is_incomplete: self.is_incomplete }
    }

    /// The text.
    #[must_use]
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// The root node; `None` if the text is too long to be read.
    #[must_use]
    pub fn root(&self) -> Option<Node<'_>> {
        self.nodes().next()
    }

    /// All nodes, each before its children.
    pub fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        let end = u32::try_from(self.entries.len()).unwrap_or(u32::MAX);
        (0..end).map(|index| Node { tree: self, index })
    }

    /// Every character of the text, in order.
    #[must_use]
    pub fn leaves(&self) -> Vec<Leaf> {
        leaves(self.source.text(), &self.tokens)
    }

    /// Calls a function for each leaf, in order, without a list of all of them.
    pub fn each_leaf(&self, each: impl FnMut(Leaf)) {
        each_leaf(self.source.text(), &self.tokens, each);
    }

    /// The tokens of the text, with their comments and heredocs.
    pub fn tokens(&self) -> &Tokens {
        &self.tokens
    }

    /// Whether a declaration could not be read. A name that is not in the tree may then have been declared there.
    pub fn is_incomplete(&self) -> bool {
        self.is_incomplete
    }

    /// The first token that starts at a byte or after it.
    fn token_at(&self, byte: u32) -> Option<Token> {
        // Tokens are in ascending order.
        let index = self.tokens.list.partition_point(|token| token.span.start < byte);
        self.tokens.list.get(index).copied()
    }
}

impl<'t> Node<'t> {
    fn entry(self) -> Entry {
        self.tree.entries[self.index as usize]
    }

    /// The node's kind.
    #[must_use]
    pub fn kind(self) -> NodeKind {
        self.entry().kind
    }

    /// The node's span.
    #[must_use]
    pub fn range(self) -> Range<usize> {
        self.entry().span.range()
    }

    /// The node's text, as written.
    #[must_use]
    pub fn text(self) -> &'t str {
        &self.tree.source.text()[self.range()]
    }

    /// The tree that contains the node.
    #[must_use]
    pub fn tree(self) -> &'t SyntaxTree {
        self.tree
    }

    /// The node's direct children, in order, errors included.
    pub fn children(self) -> impl Iterator<Item = Node<'t>> {
        let tree = self.tree;
        // The first child directly follows its parent, and each child is directly followed by the next one.
        let (mut index, end) = (self.index + 1, self.index + self.entry().size);
        std::iter::from_fn(move || {
            if index >= end {
                return None;
            }
            let child = Node { tree, index };
            index += tree.entries[index as usize].size;
            Some(child)
        })
    }

    /// The first child whose kind passes a test.
    pub(crate) fn child(self, test: impl Fn(NodeKind) -> bool) -> Option<Node<'t>> {
        self.children().find(|child| test(child.kind()))
    }

    /// The node's children, without errors.
    pub fn parts(self) -> impl Iterator<Item = Node<'t>> {
        self.children().filter(|child| !child.kind().is_error())
    }

    /// The node and its descendants, each before its children, without those in the texts of heredocs.
    pub fn in_line(self) -> impl Iterator<Item = Node<'t>> {
        let tree = self.tree;
        let (mut index, end) = (self.index, self.index + self.entry().size);
        std::iter::from_fn(move || {
            while index < end && tree.entries[index as usize].kind == NodeKind::HeredocText {
                index += tree.entries[index as usize].size;
            }
            if index >= end {
                return None;
            }
            let node = Node { tree, index };
            index += 1;
            Some(node)
        })
    }

    /// The position at which problems with the node are shown: the next token if it has none.
    pub fn span(self) -> Span {
        let span = self.entry().span;
        if span.start < span.end {
            return span;
        }
        self.tree.token_at(span.start).map_or(span, |token| token.span)
    }

    /// The node's value, if it is a string in quotes without expressions, or a name.
    #[must_use]
    pub fn string(self) -> Option<String> {
        match self.kind() {
            NodeKind::String(quotes) | NodeKind::Text(quotes) | NodeKind::Identifier(quotes) => {
                match quotes {
                    Quotes::None => Some(self.text().to_owned()),
                    quotes => string_value(self.text(), quotes == Quotes::Closed).map(Cow::into_owned),
                }
            }
            NodeKind::Name => Some(self.text().to_owned()),
            _ => None,
        }
    }

    /// The node's value, if it is a number; `None` if the number is invalid, which the parser reports.
    #[must_use]
    pub fn number(self) -> Option<Number> {
        match self.kind() {
            NodeKind::Number => number_value(self.text()).ok(),
            _ => None,
        }
    }

    /// The node's first token.
    pub fn first_token(self) -> Span {
        let span = self.entry().span;
        self.tree.token_at(span.start).map_or(span, |token| token.span)
    }

    /// The first token in the node that starts with a digit.
    pub(crate) fn number_token(self) -> &'t str {
        let span = self.entry().span;
        // Most numbers are only digits, which are always a single token.
        let digits = self.text().strip_prefix('-').unwrap_or(self.text());
        if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return digits;
        }
        let (text, tokens) = (self.tree.source.text(), &self.tree.tokens.list);
        let first_token = tokens.partition_point(|token| token.span.start < span.start);
        let inside = tokens[first_token..].iter().take_while(|token| token.span.end <= span.end);
        let mut texts = inside.map(|token| &text[token.span.range()]);
        texts.find(|text| text.starts_with(|c: char| c.is_ascii_digit())).unwrap_or_default()
    }

    /// The comment block directly above the node, without `#`.
    #[must_use]
    pub fn doc(self) -> Option<&'t str> {
        self.tree.tokens.docs.get(&self.entry().span.start).map(String::as_str)
    }
}

/// A parent whose children are being stored.
struct OpenNode {
    /// The position after which the node's children are stored.
    first: usize,
    /// The position before which the next child ends; children are stored from the last to the first.
    end: usize,
    span: Span,
}

/// Converts the events to nodes, each before its children.
fn preorder(events: &[Event]) -> Vec<Entry> {
    // Entries are stored from the end of the list, so the list has its full length from the beginning.
    let unset = Entry { kind: NodeKind::Error, span: Span::default(), size: 1 };
    let mut entries = vec![unset; events.len()];
    let span = Span { start: 0, end: u32::MAX };
    let mut parent = OpenNode { first: 0, end: events.len(), span };
    let mut ancestors = Vec::new();
    for event in events.iter().rev() {
        while parent.end == parent.first
            && let Some(ancestor) = ancestors.pop()
        {
            parent = ancestor;
        }
        parent.end -= event.size as usize;
        // The range of a node and its descendants is the same in both orders. So a node is stored where its first
        // descendant is in the events.
        let index = parent.end;
        // A node without tokens has the span of the next token, which belongs to another node.
        let span = if event.is_empty() {
            // The position of this token may be after the end of the parent. It is limited to the range of the parent,
            // which must contain its children.
            let start = event.span.start.clamp(parent.span.start, parent.span.end);
            Span { start, end: start }
        } else {
            event.span
        };
        entries[index] = Entry { kind: event.kind, span, size: event.size };
        if event.size > 1 {
            let node = OpenNode { first: index + 1, end: index + event.size as usize, span };
            ancestors.push(std::mem::replace(&mut parent, node));
        }
    }
    entries
}
