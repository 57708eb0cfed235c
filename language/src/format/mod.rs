//! Formats a text of types with the layout of `print`, and preserves its comments.
//!
//! Invariants: formatting preserves the meaning and the comments of a text, and is idempotent. A text with syntax
//! errors is not changed. Logic and statements of a manifest keep their line breaks, except that the members of a list
//! are on separate lines if one of them is; the lines of heredocs are not changed. This module does not know what the
//! declarations mean.

mod leaves;
mod parts;

use crate::diagnostic::{Diagnostics, Source};
use crate::syntax::kind::NodeKind;
use crate::syntax::leaves::{Leaf, LeafKind};
use crate::syntax::lexer::{T, TokenKind};
use crate::syntax::tree::{Node, SyntaxTree};
use crate::syntax::{Span, parse, parse_logic};
pub(crate) use leaves::Lines;
use leaves::Run;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Formats a text; `None` if it has syntax errors.
pub(crate) fn format(source: &Arc<Source>) -> (Option<String>, Diagnostics) {
    let text = source.text();
    let (parse, found) = parse(source);
    if found.has_errors() {
        return (None, found);
    }
    let content = Content::new(SyntaxTree::new(parse));
    let run = Run::new(&content.tree, &content.leaves);
    let laid_out = run.is_movable(0..run.len()).then(|| parts::lay_out(&run, &content.tree));
    let before = content.digest();
    // If moving a comma would attach a comment to another element, nothing is moved.
    let laid_out = laid_out.filter(|laid_out| laid_out == text || digest(laid_out) == Some(before));
    (Some(laid_out.unwrap_or_else(|| text.to_owned())), found)
}

/// The digest of a text's content; `None` if it has syntax errors.
fn digest(text: &str) -> Option<u64> {
    let (parse, found) = parse(&Source::new("", text));
    (!found.has_errors()).then(|| Content::new(SyntaxTree::new(parse)).digest())
}

/// Formats one piece of logic for this nesting level inside a type; `None` if the text is not a single piece of logic.
pub(crate) fn logic_lines(text: &str, depth: usize) -> Option<Lines> {
    let source = Source::new("", text);
    let (parse, found) = parse_logic(&source, 0..text.len());
    if found.has_errors() {
        return None;
    }
    let tree = SyntaxTree::new(parse);
    let leaves = tree.leaves();
    let run = Run::new(&tree, &leaves);
    run.is_movable(0..run.len()).then(|| run.keep_lines(0..run.len(), depth))
}

/// Like [`logic_lines`] at the start of a line, followed by the texts of heredocs.
pub(crate) fn logic(text: &str) -> Option<String> {
    logic_lines(text, 0).map(Lines::join)
}

/// The layout of the pieces of logic in a text that was parsed.
pub(crate) struct LogicLayout<'t>(Run<'t>);

impl<'t> LogicLayout<'t> {
    /// The layout of the logic in a text.
    pub(crate) fn new(tree: &'t SyntaxTree) -> Self {
        Self(Run::new(tree, &tree.leaves()))
    }

    /// Formats the piece at a span as [`logic`] formats its text; `None` if it has a heredoc that cannot be moved.
    pub(crate) fn format(&self, span: Span) -> Option<String> {
        let tokens = self.0.at(span.start as usize)..self.0.at(span.end as usize);
        self.0.is_movable(tokens.clone()).then(|| self.0.keep_lines(tokens, 0).join())
    }
}

/// The content of a text, which formatting must preserve.
struct Content {
    tree: SyntaxTree,
    leaves: Vec<Leaf>,
}

impl Content {
    fn new(tree: SyntaxTree) -> Self {
        let leaves = tree.leaves();
        Self { tree, leaves }
    }

    fn text(&self) -> &str {
        self.tree.source().text()
    }

    /// A digest, so that only one of the two texts that are compared is in memory as a tree.
    fn digest(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.words().for_each(|word| word.hash(&mut hasher));
        // A comment and the text of a heredoc named on the same line may be swapped.
        for kind in [LeafKind::Comment, LeafKind::HeredocText] {
            self.leaves_of(kind).for_each(|text| text.hash(&mut hasher));
        }
        self.expressions().for_each(|place| place.hash(&mut hasher));
        hasher.finish()
    }

    /// The tokens that are not optional, with the documentation of declarations.
    fn words(&self) -> impl Iterator<Item = (&str, Option<&str>)> {
        let statements = self.nodes().filter(|node| node.kind() == NodeKind::Statement);
        let mut statements = statements.map(Node::range).peekable();
        self.needed().map(move |at| {
            let span = self.tree.tokens().list[at].span;
            let range = span.range();
            while statements.next_if(|statement| statement.end <= range.start).is_some() {}
            let documents = statements.peek().is_none_or(|statement| range.start < statement.start);
            let doc = self.tree.tokens().docs.get(&span.start).filter(|_| documents);
            (&self.text()[range], doc.map(String::as_str))
        })
    }

    /// The positions of the tokens that are not optional.
    fn needed(&self) -> impl Iterator<Item = usize> {
        let optional = |kind| matches!(kind, TokenKind::Mark(T![","] | T![";"] | T![":"]));
        let list = &self.tree.tokens().list;
        let kind = move |at: usize| list.get(at).map(|token| token.kind);
        // Empty braces are optional as well.
        let pair = move |at| {
            kind(at) == Some(TokenKind::Mark(T!["{"])) && kind(at + 1) == Some(TokenKind::Mark(T!["}"]))
        };
        let empty = move |at: usize| pair(at) || at.checked_sub(1).is_some_and(pair);
        (0..list.len()).filter(move |at| !optional(list[*at].kind) && !empty(*at))
    }

    /// Comments, or the texts of heredocs.
    fn leaves_of(&self, kind: LeafKind) -> impl Iterator<Item = &str> {
        let leaves = self.leaves.iter().filter(move |leaf| leaf.kind == kind);
        leaves.map(|leaf| self.text()[leaf.range.clone()].trim_end())
    }

    /// Where expressions start and end, as indices of tokens that are not optional.
    fn expressions(&self) -> impl Iterator<Item = (usize, usize)> {
        let tokens = &self.tree.tokens().list;
        let starts: Vec<u32> = self.needed().map(|at| tokens[at].span.start).collect();
        let at = move |byte: usize| starts.partition_point(|start| (*start as usize) < byte);
        let nodes = self.nodes().filter(|node| is_expression(*node)).map(Node::range);
        nodes.map(move |range| (at(range.start), at(range.end)))
    }

    /// The nodes outside of the texts of heredocs.
    fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        self.tree.root().into_iter().flat_map(Node::in_line)
    }
}

/// Whether a node is an expression that has tokens.
fn is_expression(node: Node<'_>) -> bool {
    node.kind().is_expression() && !node.range().is_empty()
}
