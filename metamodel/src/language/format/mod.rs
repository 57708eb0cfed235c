//! Lays a text of types out as `print` does, and keeps its comments.
//!
//! Invariants: the text says the same afterwards, with the same comments; laying it out again changes nothing. A text
//! with syntax errors, or with statements of a manifest, stays as it is. Logic keeps its line breaks; a heredoc
//! keeps the whole text as it is, since its lines hang on the line that names it. This module does not know what
//! the declarations mean.

mod leaves;
mod parts;

use super::lexer::{Kind, T};
use super::lossless::{LeafKind, NodeKind, SyntaxTree};
use super::{lexer, parser, syntax_tree};
use crate::diagnostic::{Diagnostics, Source};
use leaves::Run;
use std::sync::Arc;

/// Lays out a text; there is none where it has syntax errors.
pub(super) fn format(source: &Arc<Source>) -> (Option<String>, Diagnostics) {
    let text = source.text();
    let (tree, found) = syntax_tree(source);
    if found.has_errors() {
        return (None, found);
    }
    let kept = tree.leaves.iter().any(|leaf| leaf.kind == LeafKind::Heredoc) || has_statements(&tree);
    let laid_out = if kept { None } else { Some(parts::lay_out(&Run::of(text, &tree), &tree)) };
    // Where moving a comma would make a comment say something else, nothing is moved.
    let laid_out = laid_out.filter(|laid_out| says(text) == says(laid_out));
    (Some(laid_out.unwrap_or_else(|| text.to_owned())), found)
}

/// Lays out one piece of logic as it is inside a type, so many levels deep; none of a text that is no such piece.
pub(super) fn logic(text: &str, depth: usize) -> Option<String> {
    let source = Source::new("", text);
    let (tree, found) = parser::parse_logic_lossless(&source);
    if found.has_errors() {
        return None;
    }
    if tree.leaves.iter().any(|leaf| leaf.kind == LeafKind::Heredoc) {
        return Some(text.to_owned());
    }
    let run = Run::of(text, &tree);
    Some(run.kept(0..run.leaves.len(), depth))
}

/// Whether there are statements of a manifest beside the declarations.
fn has_statements(tree: &SyntaxTree) -> bool {
    let mut end = 0;
    for node in &tree.nodes {
        if node.range.start >= end {
            if node.kind == NodeKind::Expression {
                return true;
            }
            end = node.range.end;
        }
    }
    false
}

/// What a text says.
#[derive(PartialEq)]
struct Said {
    /// The tokens without those that may be left out, with their documentation.
    tokens: Vec<(String, Option<String>)>,
    comments: Vec<String>,
}

fn says(text: &str) -> Option<Said> {
    let source = Source::new("", text);
    let (tree, found) = parser::parse_lossless(&source);
    if found.has_errors() {
        return None;
    }
    let tokens = lexer::lex(text);
    let optional = |kind| matches!(kind, Kind::Mark(T![","] | T![";"] | T![":"]));
    // So may braces with nothing in them.
    let kind = |at: usize| tokens.list.get(at).map(|token| token.kind);
    let pair = |at| kind(at) == Some(Kind::Mark(T!["{"])) && kind(at + 1) == Some(Kind::Mark(T!["}"]));
    let empty = |at: usize| pair(at) || at.checked_sub(1).is_some_and(pair);
    let said = tokens.list.iter().enumerate().filter(|(at, token)| !optional(token.kind) && !empty(*at));
    let said = said.map(|(at, token)| (text[token.span.range()].to_owned(), tokens.docs.get(&at).cloned()));
    let comments = tree.leaves.iter().filter(|leaf| leaf.kind == LeafKind::Comment);
    let comments = comments.map(|leaf| text[leaf.range.clone()].trim_end().to_owned());
    Some(Said { tokens: said.collect(), comments: comments.collect() })
}
