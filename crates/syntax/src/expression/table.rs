//! The table in which expressions are stored.

use super::Expr;
use crate::diagnostic::Source;
use crate::lexer::Span;
use std::fmt;
use std::num::NonZeroU32;
use std::ops::{Index, Range};
use std::sync::Arc;

/// An expression of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
// The number is not zero, so that `Option<ExprId>`, which many expressions contain, needs no additional memory.
pub struct ExprId(NonZeroU32);

impl ExprId {
    /// The position in the expression's table, from 0. Parts have lower positions than the expressions that contain
    /// them.
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The id of the expression at an index; `index` returns it again.
    fn from_index(index: usize) -> Self {
        // Texts are limited to 64 MiB, so the number always fits.
        let number = u32::try_from(index + 1).ok().and_then(NonZeroU32::new);
        Self(number.unwrap_or(NonZeroU32::MAX))
    }
}

/// A text of a table: a name, or the value of a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text {
    start: u32,
    end: u32,
}

/// A list of expressions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct List {
    start: u32,
    length: u32,
}

impl List {
    /// Whether the list is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.length == 0
    }
}

/// The expressions of a text.
pub struct Expressions {
    source: Arc<Source>,
    nodes: Vec<Expr>,
    spans: Vec<Span>,
    members: Vec<ExprId>,
    /// The values of strings whose escapes make them differ from the source.
    values: String,
    /// The position of the name of each heredoc, and the span of its text including the line that ends it.
    heredocs: Vec<(u32, Span)>,
}

impl fmt::Debug for Expressions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.nodes).finish()
    }
}

impl Expressions {
    /// How many expressions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there are no expressions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// All expressions; parts precede the expressions that contain them.
    pub fn iter(&self) -> impl Iterator<Item = (ExprId, Expr)> {
        self.nodes.iter().enumerate().map(|(index, expr)| (ExprId::from_index(index), *expr))
    }

    /// The text that the expressions were read from.
    #[must_use]
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// The span of an expression in its source.
    #[must_use]
    pub fn span(&self, id: ExprId) -> Range<usize> {
        self.spans[id.index()].range()
    }

    /// The members of a list.
    #[must_use]
    pub fn list(&self, list: List) -> &[ExprId] {
        &self.members[list.start as usize..][..list.length as usize]
    }

    /// The members of a list of pairs.
    pub fn pairs(&self, list: List) -> impl Iterator<Item = (ExprId, ExprId)> + '_ {
        // A list of pairs never contains a key without a value, so there is no remainder.
        self.list(list).as_chunks().0.iter().map(|[key, value]| (*key, *value))
    }

    /// The heredocs that are not inside a string, in order: the byte at which each is named, and the span of its text
    /// including the line that ends it.
    pub fn heredocs(&self) -> impl Iterator<Item = (usize, Range<usize>)> + '_ {
        self.heredocs.iter().map(|(name_start, span)| (*name_start as usize, span.range()))
    }

    /// A name, or the value of a string.
    #[must_use]
    pub fn text(&self, text: Text) -> &str {
        let source = self.source.text();
        let range = text.start as usize..text.end as usize;
        // A position at or after the end of the source is a position in `values`. An empty string at the end of the
        // source is thus found in `values`, where it is empty as well.
        if range.start < source.len() {
            &source[range]
        } else {
            &self.values[range.start - source.len()..range.end - source.len()]
        }
    }
}

impl Index<ExprId> for Expressions {
    type Output = Expr;

    fn index(&self, id: ExprId) -> &Expr {
        &self.nodes[id.index()]
    }
}

/// Adds expressions; only `build` does so.
impl Expressions {
    pub(crate) fn new(source: &Arc<Source>) -> Self {
        Self {
            source: Arc::clone(source),
            nodes: Vec::new(),
            spans: Vec::new(),
            members: Vec::new(),
            values: String::new(),
            heredocs: Vec::new(),
        }
    }

    /// Reserves space for this many expressions.
    pub(crate) fn reserve(&mut self, count: usize) {
        self.nodes.reserve(count);
        self.spans.reserve(count);
    }

    /// Adds an expression whose parts were added before.
    pub(crate) fn add(&mut self, expr: Expr, span: Span) -> ExprId {
        let id = ExprId::from_index(self.nodes.len());
        self.nodes.push(expr);
        self.spans.push(span);
        id
    }

    /// Adds an expression in place of one that is missing.
    pub fn add_nothing(&mut self) -> ExprId {
        self.add(Expr::Nothing, Span::default())
    }

    /// Replaces an expression that has no parts.
    pub(crate) fn replace(&mut self, id: ExprId, expr: Expr) {
        self.nodes[id.index()] = expr;
    }

    pub(crate) fn set_heredocs(&mut self, heredocs: Vec<(u32, Span)>) {
        self.heredocs = heredocs;
    }

    /// Stores the members of a list.
    pub(crate) fn add_list(&mut self, members: &[ExprId]) -> List {
        // All lists are in one vector, so that an expression owns no memory and can be `Copy`.
        let start = u32::try_from(self.members.len()).unwrap_or(u32::MAX);
        self.members.extend_from_slice(members);
        List { start, length: u32::try_from(members.len()).unwrap_or(u32::MAX) }
    }

    /// A text that occurs literally in the source.
    pub(crate) fn source_text(span: Span) -> Text {
        Text { start: span.start, end: span.end }
    }

    /// A text that does not occur literally in the source.
    pub(crate) fn own_text(&mut self, value: &str) -> Text {
        // The positions of both kinds of `Text` continue each other, so no flag is needed to distinguish them.
        let start = self.source.text().len() + self.values.len();
        self.values.push_str(value);
        Text { start: narrow(start), end: narrow(start + value.len()) }
    }
}

/// A position in 32 bits. Texts are limited to 64 MiB, so the number always fits.
fn narrow(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}
