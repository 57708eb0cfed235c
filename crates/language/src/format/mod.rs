//! Formats a text of types with the layout of `print`, and preserves its comments.
//!
//! Invariants: formatting preserves the meaning and the comments of a text, and is idempotent. A text with syntax
//! errors is not changed. Logic and statements of a manifest keep their line breaks, except that the members of a list
//! are on separate lines if one of them is; the lines of heredocs are not changed. This module does not know what the
//! declarations mean.

mod digest;
mod leaves;
mod parts;

use crate::diagnostic::{Diagnostics, Source};
use crate::syntax::tree::{Node, SyntaxTree};
use crate::syntax::{Parse, Span, parse, parse_logic};
use digest::digest;
pub(crate) use leaves::Lines;
use leaves::Run;
use std::sync::Arc;

/// Formats a text; `None` if it has syntax errors.
pub(crate) fn format(source: &Arc<Source>) -> (Option<String>, Diagnostics) {
    let (parse, problems) = parse(source);
    if problems.has_errors() {
        return (None, problems);
    }
    let source = format_parsed(parse).parse.source;
    (Some(source.text().to_owned()), problems)
}

/// A formatted text.
pub(crate) struct Formatted {
    pub(crate) parse: Parse,
    /// Whether the text is in the canonical layout; otherwise it is unchanged, because something in it cannot be moved.
    pub(crate) is_canonical: bool,
}

/// Formats a text without syntax errors.
pub(crate) fn format_parsed(original: Parse) -> Formatted {
    let (tree, events) = SyntaxTree::with_events(original);
    let run = Run::new(&tree);
    let laid_out = run.are_heredocs_movable(0..run.len()).then(|| parts::lay_out(&run, &tree));
    // `run` borrows the tree, but all of it is needed from here on.
    drop(run);
    let laid_out = match laid_out {
        Some(laid_out) if laid_out != tree.source().text() => laid_out,
        unchanged => {
            return Formatted { parse: tree.into_parse(events), is_canonical: unchanged.is_some() };
        }
    };
    // The tokens of the first text are released before the second text is parsed, so that only one set of tokens is in
    // memory.
    let original = tree.into_parse(events);
    let (source, original_digest) = (Arc::clone(&original.source), digest(&original));
    drop(original);
    let (formatted, problems) = parse(&Source::new("", laid_out));
    if !problems.has_errors() && digest(&formatted) == original_digest {
        return Formatted { parse: formatted, is_canonical: true };
    }
    // The content would change, for example because a comma that moves would give a comment to another element. So the
    // text stays as it was.
    let (parse, _) = parse(&source);
    Formatted { parse, is_canonical: false }
}

/// Formats a text that is a single expression or block of logic, for this nesting level inside a type; `None` if it has
/// errors, or contains a heredoc that cannot be moved.
pub(crate) fn logic_lines(text: &str, depth: usize) -> Option<Lines> {
    let source = Source::new("", text);
    let (parse, problems) = parse_logic(&source, 0..text.len());
    if problems.has_errors() {
        return None;
    }
    let tree = SyntaxTree::new(parse);
    let run = Run::new(&tree);
    run.are_heredocs_movable(0..run.len()).then(|| run.keep_lines(0..run.len(), depth))
}

/// Like [`logic_lines`] at the start of a line, as one text.
pub(crate) fn logic(text: &str) -> Option<String> {
    let depth = 0;
    logic_lines(text, depth).map(Lines::join)
}

/// The layout of the logic in a parsed text.
pub(crate) struct LogicLayout<'t>(Run<'t>);

impl<'t> LogicLayout<'t> {
    /// The layout of the logic in a text.
    pub(crate) fn new(tree: &'t SyntaxTree) -> Self {
        Self(Run::new(tree))
    }

    /// Formats the logic at a span, as [`logic`] formats its text; `None` if it contains a heredoc that cannot be
    /// moved.
    pub(crate) fn format(&self, span: Span) -> Option<String> {
        let tokens = self.0.at(span.start as usize)..self.0.at(span.end as usize);
        let depth = 0;
        self.0.are_heredocs_movable(tokens.clone()).then(|| self.0.keep_lines(tokens, depth).join())
    }
}

/// The first of `count` positions for which `is_before` is false. For all positions below it, `is_before` must be true.
/// The search starts at `near`, because the result is probably near there, and there are very many positions.
#[inline]
fn first_from(count: usize, near: usize, is_before: impl Fn(usize) -> bool) -> usize {
    let near = near.min(count);
    let (mut low, mut high, mut step) = (near, near, 1);
    // Invariant: `is_before` is true for all positions below `low`, and false for all positions from `high` on. The
    // first two loops go up or down from `near`, in growing steps, until the result is between `low` and `high`.
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
                    assert_eq!(first_from(count, near, |index| index < first), first, "{count} {near}");
                }
            }
        }
    }
}
