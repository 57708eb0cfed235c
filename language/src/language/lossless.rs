//! A whole text as a tree: every character of it in a leaf, and what was read of the leaves as nodes.
//!
//! Invariants: the leaves follow each other without gap, and joined they are the text; nodes come before what is
//! in them, nest properly, and begin and end where leaves do. The tree is made of the tokens and spans that
//! the parser has anyway, and costs nothing where nobody asks for it. It does not know how a text should look.

use super::expression::Expressions;
use super::lexer::{Kind, Span, Tokens};
use std::cmp::Reverse;
use std::ops::Range;

/// What a leaf is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeafKind {
    /// Blanks, line breaks, a byte order mark.
    Blank,
    /// A comment, without the line break behind it.
    Comment,
    /// A name or a word.
    Name,
    /// A string without expressions in it.
    String,
    /// The start of a string that holds expressions, up to the first.
    StringOpen,
    /// What stands between two expressions of a string.
    StringMiddle,
    /// What stands behind the last expression of a string.
    StringClose,
    /// A number.
    Number,
    /// A regular expression.
    Regex,
    /// A variable with its dollar sign.
    Variable,
    /// Punctuation.
    Mark,
    /// `@(…)`
    Heredoc,
    /// The text of a heredoc with the line that ends it.
    HeredocText,
    /// What starts no token.
    Unknown,
}

/// What a node is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeKind {
    /// `package`
    Package,
    /// `type`
    Type,
    /// `enum`
    Enum,
    /// `datatype`
    DataType,
    /// `annotation`
    Annotation,
    /// `attr` or `has`
    Feature,
    /// `operation`
    Operation,
    /// `invariant`
    Invariant,
    /// A literal of an enumeration.
    Literal,
    /// A parameter of an operation.
    Parameter,
    /// `name => value`
    Setting,
    /// A type where it is used.
    TypeUse,
    /// A statement of the Puppet language.
    Statement,
    /// Anything of the expression language.
    Expression,
}

/// A stretch of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stretch<K> {
    /// What it is.
    pub kind: K,
    /// Where it is.
    pub range: Range<usize>,
}

/// A text as a tree.
#[derive(Debug)]
pub struct SyntaxTree {
    /// Every character, in order.
    pub leaves: Vec<Stretch<LeafKind>>,
    /// What the leaves are parts of, the outer before the inner.
    pub nodes: Vec<Stretch<NodeKind>>,
}

impl SyntaxTree {
    pub(super) fn new(
        text: &str,
        tokens: &Tokens,
        declared: Vec<(NodeKind, Span)>,
        expressions: &Expressions,
    ) -> Self {
        let mut heredocs: Vec<_> =
            tokens.heredocs.iter().map(|h| h.whole).filter(|w| w.end > w.start).collect();
        heredocs.sort_unstable_by_key(|whole| whole.start);
        // The text of a heredoc is a leaf, whatever was read in it.
        let outside = |span: Span| {
            let next = heredocs.partition_point(|whole| whole.end <= span.start);
            heredocs.get(next).is_none_or(|whole| span.start < whole.start)
        };
        let read = expressions.iter().map(|(id, _)| (NodeKind::Expression, expressions.raw_span(id)));
        let read = read.filter(|(_, span)| outside(*span));
        let mut nodes: Vec<_> = declared.into_iter().chain(read).enumerate().collect();
        // Among nodes of one span, what was finished later is around what was finished before it; declarations
        // are around expressions.
        let declares = |kind| kind != NodeKind::Expression;
        nodes.sort_unstable_by_key(|(at, (kind, span))| {
            (span.start, Reverse(span.end), Reverse(declares(*kind)), Reverse(*at))
        });
        let nodes =
            nodes.into_iter().map(|(_, (kind, span))| Stretch { kind, range: span.range() }).collect();
        Self { leaves: Leaves::of(text, tokens), nodes }
    }
}

struct Leaves<'a> {
    text: &'a str,
    at: usize,
    list: Vec<Stretch<LeafKind>>,
    /// The texts of the heredocs, in order.
    heredocs: Vec<Range<usize>>,
}

impl Leaves<'_> {
    fn of(text: &str, tokens: &Tokens) -> Vec<Stretch<LeafKind>> {
        let mut heredocs: Vec<_> =
            tokens.heredocs.iter().map(|h| h.whole.range()).filter(|range| !range.is_empty()).collect();
        heredocs.sort_unstable_by_key(|range| Reverse(range.start));
        let mut leaves = Leaves { text, at: 0, list: Vec::with_capacity(tokens.list.len() * 2), heredocs };
        for token in &tokens.list {
            leaves.between(token.span.start as usize);
            leaves.push(kind(token.kind), token.span.end as usize);
        }
        leaves.between(text.len());
        leaves.list
    }

    fn push(&mut self, kind: LeafKind, end: usize) {
        if end > self.at {
            self.list.push(Stretch { kind, range: self.at..end });
            self.at = end;
        }
    }

    /// Cuts what the lexer passed over.
    fn between(&mut self, end: usize) {
        while self.at < end {
            if let Some(range) = self.heredocs.last().filter(|range| range.start <= self.at) {
                // A comment or string may hold a part of it, and there may be tokens behind that.
                let until = range.end;
                if until <= end {
                    self.heredocs.pop();
                }
                self.push(LeafKind::HeredocText, until.min(end));
                continue;
            }
            let rest = &self.text[self.at..end];
            let blank = self.heredocs.last().map_or(end, |range| range.start.min(end)) - self.at;
            let (kind, length) = if rest.starts_with('#') {
                (LeafKind::Comment, memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len()))
            } else if rest.starts_with("/*") {
                let close = memchr::memmem::find(&rest.as_bytes()[2..], b"*/");
                (LeafKind::Comment, close.map_or(rest.len(), |at| at + 4))
            } else {
                let piece = &rest[..rest[..blank].find(['#', '/']).unwrap_or(blank).max(1)];
                let is_blank = piece.trim_matches('\u{feff}').trim().is_empty();
                // Anything else is the end of a comment that began in the text of a heredoc.
                (if is_blank { LeafKind::Blank } else { LeafKind::Comment }, piece.len())
            };
            self.push(kind, self.at + length);
        }
    }
}

fn kind(kind: Kind) -> LeafKind {
    match kind {
        Kind::Name | Kind::Word => LeafKind::Name,
        Kind::String { .. } => LeafKind::String,
        Kind::Open { .. } => LeafKind::StringOpen,
        Kind::Middle { .. } => LeafKind::StringMiddle,
        Kind::Close => LeafKind::StringClose,
        Kind::Heredoc => LeafKind::Heredoc,
        Kind::Number => LeafKind::Number,
        Kind::Regex => LeafKind::Regex,
        Kind::Variable => LeafKind::Variable,
        Kind::Mark(_) => LeafKind::Mark,
        Kind::Comment | Kind::Unknown | Kind::End => LeafKind::Unknown,
    }
}
