//! Lays a text of types out as `print` does, and keeps its comments.
//!
//! Invariants: the text says the same afterwards, with the same comments; laying it out again changes nothing. A text
//! with syntax errors stays as it is. Logic and statements of a manifest keep their line breaks, save that the members of
//! a list have lines of their own where one of them has; the lines of heredocs are not touched. This module does not know
//! what the declarations mean.

mod leaves;
mod parts;

use super::lexer::{Kind, T, Tokens};
use super::lossless::{LeafKind, NodeKind, SyntaxTree};
use super::parser;
use crate::diagnostic::{Diagnostics, Source};
pub(super) use leaves::Lines;
use leaves::Run;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Lays out a text; there is none where it has syntax errors.
pub(super) fn format(source: &Arc<Source>) -> (Option<String>, Diagnostics) {
    let text = source.text();
    let (tree, tokens, found) = parser::parse_whole(source);
    if found.has_errors() {
        return (None, found);
    }
    let run = Run::of(text, &tree);
    let laid_out = run.map(|run| parts::lay_out(&run, &tree));
    let before = Said { text, tree, tokens }.digest();
    // Where moving a comma would make a comment say something else, nothing is moved.
    let laid_out = laid_out.filter(|laid_out| laid_out == text || said(laid_out) == Some(before));
    (Some(laid_out.unwrap_or_else(|| text.to_owned())), found)
}

/// The digest of what a text says, unless it has errors.
fn said(text: &str) -> Option<u64> {
    let (tree, tokens, found) = parser::parse_whole(&Source::new("", text));
    (!found.has_errors()).then(|| Said { text, tree, tokens }.digest())
}

/// Lays out one piece of logic as it is inside a type, so many levels deep; none of a text that is no such piece.
pub(super) fn logic_lines(text: &str, depth: usize) -> Option<Lines> {
    let source = Source::new("", text);
    let (tree, found) = parser::parse_logic_lossless(&source);
    if found.has_errors() {
        return None;
    }
    let run = Run::of(text, &tree)?;
    Some(run.kept(0..run.len(), depth))
}

/// As [`logic_lines`] at the start of a line, with the texts of heredocs below.
pub(super) fn logic(text: &str) -> Option<String> {
    let Lines { mut text, below } = logic_lines(text, 0)?;
    if let Some(below) = below.strip_suffix('\n') {
        text.push('\n');
        text.push_str(below);
    }
    Some(text)
}

/// What a text says.
struct Said<'a> {
    text: &'a str,
    tree: SyntaxTree,
    tokens: Tokens,
}

impl Said<'_> {
    /// A digest, so that only one of two texts that are compared is in memory as a tree.
    fn digest(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.words().for_each(|word| word.hash(&mut hasher));
        // A comment may change places with the text of a heredoc that another part of its line names.
        for kind in [LeafKind::Comment, LeafKind::HeredocText] {
            self.kept_as_they_are(kind).for_each(|text| text.hash(&mut hasher));
        }
        self.expressions().for_each(|place| place.hash(&mut hasher));
        hasher.finish()
    }

    /// The tokens without those that may be left out, with the documentation of declarations.
    fn words(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        let mut statements =
            self.tree.nodes.iter().filter(|node| node.kind == NodeKind::Statement).peekable();
        self.told().map(move |at| {
            let span = self.tokens.list[at].span.range();
            while statements.next_if(|node| node.range.end <= span.start).is_some() {}
            let documents = statements.peek().is_none_or(|node| span.start < node.range.start);
            let doc = self.tokens.docs.get(&at).filter(|_| documents);
            (&self.text[span], doc.map(String::as_str))
        })
    }

    /// The positions of the tokens that may not be left out.
    fn told(&self) -> impl Iterator<Item = usize> {
        let optional = |kind| matches!(kind, Kind::Mark(T![","] | T![";"] | T![":"]));
        let kind = |at: usize| self.tokens.list.get(at).map(|token| token.kind);
        // So may braces with nothing in them.
        let pair =
            move |at| kind(at) == Some(Kind::Mark(T!["{"])) && kind(at + 1) == Some(Kind::Mark(T!["}"]));
        let empty = move |at: usize| pair(at) || at.checked_sub(1).is_some_and(pair);
        (0..self.tokens.list.len()).filter(move |at| !optional(self.tokens.list[*at].kind) && !empty(*at))
    }

    /// Comments, or the texts of heredocs.
    fn kept_as_they_are(&self, kind: LeafKind) -> impl Iterator<Item = &str> {
        let leaves = self.tree.leaves.iter().filter(move |leaf| leaf.kind == kind);
        leaves.map(|leaf| self.text[leaf.range.clone()].trim_end())
    }

    /// Where expressions start and end, counted in tokens that may not be left out.
    fn expressions(&self) -> impl Iterator<Item = (usize, usize)> {
        let starts: Vec<u32> = self.told().map(|at| self.tokens.list[at].span.start).collect();
        let at = move |byte: usize| starts.partition_point(|start| (*start as usize) < byte);
        let nodes = self.tree.nodes.iter().filter(|node| node.kind == NodeKind::Expression);
        nodes.map(move |node| (at(node.range.start), at(node.range.end)))
    }
}
