//! The leaves of a syntax tree: tokens, comments and blanks, which together contain every character of the text.
//!
//! Invariant: the leaves are contiguous, and their concatenation is the text.

use super::lexer::{TokenKind, Tokens};
use std::cmp::Reverse;
use std::ops::Range;

/// The kind of a leaf.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeafKind {
    /// Blanks, line breaks, a byte order mark.
    Blank,
    /// A comment, without the line break after it.
    Comment,
    /// A name or a keyword.
    Name,
    /// A string that contains no expressions.
    String,
    /// The start of a string that contains expressions, up to the first one.
    StringOpen,
    /// The text between two expressions of a string.
    StringMiddle,
    /// The text after the last expression of a string.
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
    /// Characters that do not start a token.
    Unknown,
}

/// A token, a comment, or blanks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaf {
    /// The kind of the leaf.
    pub kind: LeafKind,
    /// The span of the leaf.
    pub range: Range<usize>,
}

struct Leaves<'a, F> {
    text: &'a str,
    /// The position up to which leaves were passed on.
    position: usize,
    /// Receives the leaves.
    receive: F,
    /// The texts of the heredocs, last first.
    heredocs: Vec<Range<usize>>,
}

/// The leaves of a text.
pub(super) fn leaves(text: &str, tokens: &Tokens) -> Vec<Leaf> {
    let mut leaves_found = Vec::with_capacity(tokens.list.len() * 2);
    each_leaf(text, tokens, |leaf| leaves_found.push(leaf));
    leaves_found
}

/// Calls a function for each leaf of a text.
pub(super) fn each_leaf(text: &str, tokens: &Tokens, each: impl FnMut(Leaf)) {
    let mut leaves = Leaves::new(text, tokens, each);
    for token in &tokens.list {
        leaves.split_gap(token.span.start as usize);
        leaves.push(kind(token.kind), token.span.end as usize);
    }
    leaves.split_gap(text.len());
}

/// Calls a function for each leaf between the tokens of a text.
pub fn each_between(text: &str, tokens: &Tokens, each: impl FnMut(Leaf)) {
    let mut leaves = Leaves::new(text, tokens, each);
    for token in &tokens.list {
        leaves.split_gap(token.span.start as usize);
        leaves.position = leaves.position.max(token.span.end as usize);
    }
    leaves.split_gap(text.len());
}

impl<'a, F: FnMut(Leaf)> Leaves<'a, F> {
    fn new(text: &'a str, tokens: &Tokens, receive: F) -> Self {
        let heredocs = tokens.heredocs.iter().map(|heredoc| heredoc.span.range());
        let mut heredocs: Vec<_> = heredocs.filter(|range| !range.is_empty()).collect();
        heredocs.sort_unstable_by_key(|range| Reverse(range.start));
        Self { text, position: 0, receive, heredocs }
    }

    /// Passes on the text up to `end` as a leaf, unless it is empty.
    fn push(&mut self, kind: LeafKind, end: usize) {
        if end > self.position {
            (self.receive)(Leaf { kind, range: self.position..end });
            self.position = end;
        }
    }

    /// Splits the text between two tokens into blanks and comments.
    fn split_gap(&mut self, end: usize) {
        if end <= self.position {
            return;
        }
        // Nearly all gaps contain only blanks, and need no search for comments.
        if self.heredocs.is_empty() && self.text.as_bytes()[self.position.min(end)..end].iter().all(is_blank)
        {
            return self.push(LeafKind::Blank, end);
        }
        while self.position < end {
            if let Some(range) = self.heredocs.last().filter(|range| range.start <= self.position) {
                // The text of a heredoc may begin inside a comment or string, and tokens may interrupt it. So this leaf
                // is only the part of it in this gap.
                let heredoc_end = range.end;
                if heredoc_end <= end {
                    self.heredocs.pop();
                }
                self.push(LeafKind::HeredocText, heredoc_end.min(end));
                continue;
            }
            let rest = &self.text[self.position..end];
            let (kind, length) = if rest.starts_with('#') {
                (LeafKind::Comment, memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len()))
            } else if rest.starts_with("/*") {
                (LeafKind::Comment, block_comment_length(rest))
            } else {
                let blanks_end = self.heredocs.last().map_or(end, |range| range.start.min(end));
                blanks_or_comment_end(&self.text[self.position..blanks_end])
            };
            self.push(kind, self.position + length);
        }
    }
}

/// The length of the comment `/* … */` at the start of a text; that of the text if the comment is not closed.
fn block_comment_length(text: &str) -> usize {
    let content = &text.as_bytes()["/*".len()..];
    match memchr::memmem::find(content, b"*/") {
        Some(content_length) => "/*".len() + content_length + "*/".len(),
        None => text.len(),
    }
}

/// The kind and the length of the leaf at the start of a text between tokens, which starts no comment.
fn blanks_or_comment_end(text: &str) -> (LeafKind, usize) {
    // The next comment starts at `#` or `/*`. The text may start with a `/` that starts no comment, and a leaf must
    // not be empty.
    let length = text.find(['#', '/']).unwrap_or(text.len()).max(1);
    let is_blank = text[..length].trim_matches('\u{feff}').trim().is_empty();
    // Text that is not blank is the end of a comment that started in the text of a heredoc.
    let kind = if is_blank { LeafKind::Blank } else { LeafKind::Comment };
    (kind, length)
}

fn is_blank(byte: &u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\t' | b'\r')
}

/// The kind of the leaf for a token.
fn kind(kind: TokenKind) -> LeafKind {
    match kind {
        TokenKind::Name | TokenKind::Word => LeafKind::Name,
        TokenKind::String { .. } => LeafKind::String,
        TokenKind::Open { .. } => LeafKind::StringOpen,
        TokenKind::Middle { .. } => LeafKind::StringMiddle,
        TokenKind::Close => LeafKind::StringClose,
        TokenKind::Heredoc => LeafKind::Heredoc,
        TokenKind::Number => LeafKind::Number,
        TokenKind::Regex => LeafKind::Regex,
        TokenKind::Variable => LeafKind::Variable,
        TokenKind::Mark(_) => LeafKind::Mark,
        TokenKind::Comment | TokenKind::Unknown | TokenKind::End => LeafKind::Unknown,
    }
}
