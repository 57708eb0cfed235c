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
use crate::syntax::leaves::LeafKind;
use crate::syntax::lexer::{T, TokenKind};
use crate::syntax::tree::{Node, SyntaxTree};
use crate::syntax::{Parse, Span, parse, parse_logic};
pub(crate) use leaves::Lines;
use leaves::Run;
use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Formats a text; `None` if it has syntax errors.
pub(crate) fn format(source: &Arc<Source>) -> (Option<String>, Diagnostics) {
    let (parse, found) = parse(source);
    if found.has_errors() {
        return (None, found);
    }
    let source = format_parsed(parse).parse.source;
    (Some(source.text().to_owned()), found)
}

/// A formatted text.
pub(crate) struct Formatted {
    pub(crate) parse: Parse,
    /// Whether it has the canonical layout; otherwise it is unchanged, since something in it cannot be moved.
    pub(crate) is_canonical: bool,
}

/// Formats a text without syntax errors.
pub(crate) fn format_parsed(before: Parse) -> Formatted {
    let (tree, events) = SyntaxTree::with_events(before);
    let run = Run::new(&tree);
    let laid_out = run.is_movable(0..run.len()).then(|| parts::lay_out(&run, &tree));
    drop(run);
    let laid_out = match laid_out {
        Some(laid_out) if laid_out != tree.source().text() => laid_out,
        same => return Formatted { parse: tree.into_parse(events), is_canonical: same.is_some() },
    };
    // Only one of the two texts that are compared is in memory as a tree.
    let (source, digest_before) = (Arc::clone(tree.source()), digest(&tree));
    drop((tree, events));
    let (after, found) = parse(&Source::new("", laid_out));
    if !found.has_errors() {
        let (tree, events) = SyntaxTree::with_events(after);
        if digest(&tree) == digest_before {
            return Formatted { parse: tree.into_parse(events), is_canonical: true };
        }
    }
    // If moving a comma would attach a comment to another element, nothing is moved.
    Formatted { parse: parse(&source).0, is_canonical: false }
}

/// Formats one piece of logic for this nesting level inside a type; `None` if the text is not a single piece of logic.
pub(crate) fn logic_lines(text: &str, depth: usize) -> Option<Lines> {
    let source = Source::new("", text);
    let (parse, found) = parse_logic(&source, 0..text.len());
    if found.has_errors() {
        return None;
    }
    let tree = SyntaxTree::new(parse);
    let run = Run::new(&tree);
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
        Self(Run::new(tree))
    }

    /// Formats the piece at a span as [`logic`] formats its text; `None` if it has a heredoc that cannot be moved.
    pub(crate) fn format(&self, span: Span) -> Option<String> {
        let tokens = self.0.at(span.start as usize)..self.0.at(span.end as usize);
        self.0.is_movable(tokens.clone()).then(|| self.0.keep_lines(tokens, 0).join())
    }
}

/// A digest of the content of a text, which formatting must preserve.
fn digest(tree: &SyntaxTree) -> u64 {
    let content = Content { tree };
    let mut hasher = FxHasher::default();
    content.words().for_each(|word| word.hash(&mut hasher));
    // A comment and the text of a heredoc named on the same line may be swapped.
    let mut heredocs = FxHasher::default();
    tree.each_leaf(|leaf| {
        let hasher = match leaf.kind {
            LeafKind::Comment => &mut hasher,
            LeafKind::HeredocText => &mut heredocs,
            _ => return,
        };
        content.text()[leaf.range].trim_end().hash(hasher);
    });
    heredocs.finish().hash(&mut hasher);
    content.expressions().for_each(|place| place.hash(&mut hasher));
    hasher.finish()
}

/// The content of a text.
struct Content<'t> {
    tree: &'t SyntaxTree,
}

impl<'t> Content<'t> {
    fn text(&self) -> &'t str {
        self.tree.source().text()
    }

    /// The tokens that are not optional, with the documentation of declarations.
    fn words(&self) -> impl Iterator<Item = (&'t str, Option<&'t str>)> {
        let (tree, text) = (self.tree, self.text());
        let statements = self.nodes().filter(|node| node.kind() == NodeKind::Statement);
        let mut statements = statements.map(Node::range).peekable();
        self.needed().map(move |at| {
            let token = tree.tokens().list[at];
            let range = token.span.range();
            // Only the first token of a line has documentation.
            if !token.starts_line {
                return (&text[range], None);
            }
            while statements.next_if(|statement| statement.end <= range.start).is_some() {}
            let documents = statements.peek().is_none_or(|statement| range.start < statement.start);
            let doc = tree.tokens().docs.get(&token.span.start).filter(|_| documents);
            (&text[range], doc.map(String::as_str))
        })
    }

    /// The positions of the tokens that are not optional.
    fn needed(&self) -> impl Iterator<Item = usize> + use<'t> {
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

    /// Where expressions start and end, as indices of tokens that are not optional.
    fn expressions(&self) -> impl Iterator<Item = (usize, usize)> {
        let tokens = &self.tree.tokens().list;
        let starts: Vec<u32> = self.needed().map(|at| tokens[at].span.start).collect();
        let nodes = self.nodes().filter(|node| is_expression(*node)).map(Node::range);
        let mut near = 0;
        nodes.map(move |range| {
            let at = |near, byte: usize| first_from(starts.len(), near, |at| (starts[at] as usize) < byte);
            near = at(near, range.start);
            (near, at(near, range.end))
        })
    }

    /// The nodes outside of the texts of heredocs.
    fn nodes(&self) -> impl Iterator<Item = Node<'t>> + use<'t> {
        self.tree.root().into_iter().flat_map(Node::in_line)
    }
}

/// The first of some positions that is not before a place; all that are before it come first. The search starts at a
/// position that is probably near, since there are very many.
#[inline]
fn first_from(count: usize, near: usize, is_before: impl Fn(usize) -> bool) -> usize {
    let near = near.min(count);
    let (mut low, mut high, mut step) = (near, near, 1);
    // All positions below `low` are before the place, those from `high` on are not.
    while high < count && is_before(high) {
        low = high + 1;
        high = (high + step).min(count);
        step *= 2;
    }
    while low > 0 && !is_before(low - 1) {
        high = low - 1;
        low = low.saturating_sub(step);
        step *= 2;
    }
    while low < high {
        let middle = low + (high - low) / 2;
        if is_before(middle) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    low
}

/// Whether a node is an expression that has tokens.
fn is_expression(node: Node<'_>) -> bool {
    node.kind().is_expression() && !node.range().is_empty()
}

#[cfg(test)]
mod tests {
    use super::first_from;

    #[test]
    fn a_search_from_any_position_finds_the_same() {
        for count in 0..20 {
            for near in 0..=count + 1 {
                for first in 0..=count {
                    assert_eq!(first_from(count, near, |at| at < first), first, "{count} {near}");
                }
            }
        }
    }
}
