//! A digest of the content of a text, which formatting must not change.
//!
//! It includes the tokens that are not optional, the comments, the texts of heredocs, and which tokens each expression
//! has. Invariant: texts with equal content have equal digests, whatever their layouts are.

use super::first_from;
use crate::syntax::Parse;
use crate::syntax::event::Events;
use crate::syntax::kind::NodeKind;
use crate::syntax::leaves::{LeafKind, each_between};
use crate::syntax::lexer::{T, Token, TokenKind, Tokens};
use rustc_hash::FxHasher;
use std::cmp::Reverse;
use std::hash::{Hash, Hasher};
use std::ops::Range;

/// The digest of a text.
pub(super) fn digest(parse: &Parse) -> u64 {
    let mut hasher = FxHasher::default();
    let needed = hash_tokens(parse, &mut hasher);
    hash_comments(parse.source.text(), &parse.tokens, &mut hasher);
    let heredocs = if parse.tokens.heredocs.is_empty() { Vec::new() } else { heredoc_texts(&parse.events) };
    hash_expressions(&parse.tokens.list, &parse.events, &needed, &heredocs, &mut hasher);
    hasher.finish()
}

/// Hashes the tokens that are not optional, and the documentation of declarations. Returns, for each token, the number
/// of these tokens before it; the last element is their total number.
fn hash_tokens(Parse { source, tokens, events, .. }: &Parse, hasher: &mut FxHasher) -> Vec<u32> {
    let (text, list) = (source.text(), &tokens.list);
    let mut statements = statements(tokens, events).into_iter().peekable();
    let mut needed = Vec::with_capacity(list.len() + 1);
    let (mut count, mut follows_empty_brace) = (0, false);
    for (index, token) in list.iter().enumerate() {
        needed.push(count);
        // Both braces are optional if there is nothing between them.
        let opens_empty = is_empty_brace(list, index);
        let closes_empty = std::mem::replace(&mut follows_empty_brace, opens_empty);
        if is_optional(token.kind) || opens_empty || closes_empty {
            continue;
        }
        count += 1;
        let range = token.span.range();
        text[range.clone()].hash(hasher);
        // Only the first token of a line has documentation.
        if token.starts_line && !tokens.docs.is_empty() {
            // Statements of Puppet that end before this token are passed over. Inside of a statement, comments document
            // nothing.
            while statements.next_if(|statement| statement.end <= range.start).is_some() {}
            let is_outside = statements.peek().is_none_or(|statement| range.start < statement.start);
            if is_outside && let Some(doc) = tokens.docs.get(&token.span.start) {
                doc.hash(hasher);
            }
        }
    }
    needed.push(count);
    needed
}

/// Whether formatting may add or remove a token.
fn is_optional(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Mark(T![","] | T![";"] | T![":"]))
}

/// Whether a token opens braces that the next token closes.
fn is_empty_brace(list: &[Token], index: usize) -> bool {
    list[index].kind == TokenKind::Mark(T!["{"])
        && list.get(index + 1).is_some_and(|next| next.kind == TokenKind::Mark(T!["}"]))
}

/// The spans of the statements, in order; needed only if there is documentation.
fn statements(tokens: &Tokens, events: &Events) -> Vec<Range<usize>> {
    if tokens.docs.is_empty() {
        return Vec::new();
    }
    let events = events.as_slice().iter();
    let statements = events.filter(|event| event.kind == NodeKind::Statement && !event.is_empty());
    let mut ranges: Vec<_> = statements.map(|event| event.span.range()).collect();
    // Events are in the order of their ends, but tokens are in the order of their starts, so the ranges are sorted.
    ranges.sort_unstable_by_key(|range| (range.start, Reverse(range.end)));
    ranges
}

/// Hashes the comments and the texts of heredocs.
fn hash_comments(text: &str, tokens: &Tokens, hasher: &mut FxHasher) {
    // Texts of heredocs have a hash of their own, because formatting may swap a comment with the text of a heredoc that
    // starts on the same line.
    let mut heredocs = FxHasher::default();
    each_between(text, tokens, |leaf| {
        let hasher = match leaf.kind {
            LeafKind::Comment => &mut *hasher,
            LeafKind::HeredocText => &mut heredocs,
            _ => return,
        };
        text[leaf.range].trim_end().hash(hasher);
    });
    heredocs.finish().hash(hasher);
}

/// The events of the texts of heredocs, in order. Formatting may move a heredoc, including the expressions in its text.
fn heredoc_texts(events: &Events) -> Vec<Range<usize>> {
    let (events, mut texts) = (events.as_slice(), Vec::new());
    let mut end = events.len();
    while let Some(index) = end.checked_sub(1) {
        let event = &events[index];
        let is_text = event.kind == NodeKind::HeredocText;
        let size = if is_text { (event.size as usize).clamp(1, end) } else { 1 };
        end -= size;
        if is_text {
            texts.push(end..end + size);
        }
    }
    texts.reverse();
    texts
}

/// Hashes where the expressions outside of heredocs start and end. Positions are counted in tokens that are not
/// optional; `needed` is the number of these before each token. `heredocs` are the ranges of the events in the texts of
/// heredocs, in order.
fn hash_expressions(
    list: &[Token],
    events: &Events,
    needed: &[u32],
    heredocs: &[Range<usize>],
    hasher: &mut FxHasher,
) {
    let token_from = |near, byte: u32| first_from(list.len(), near, |index| list[index].span.start < byte);
    let mut heredocs = heredocs.iter().peekable();
    // For each node, the position of its first token, or of a token near it. A node starts at most a few tokens before
    // its first child, and ends a few tokens after the node before it. So a search that starts there is short.
    let mut starts: Vec<u32> = Vec::with_capacity(events.as_slice().len());
    let mut end = 0;
    for (index, event) in events.as_slice().iter().enumerate() {
        while heredocs.next_if(|text| text.end <= index).is_some() {}
        // The events of a node are its descendants, and then the node itself.
        let descendant_count = (event.size as usize).clamp(1, index + 1) - 1;
        let mut start = if descendant_count == 0 { end } else { starts[index - descendant_count] as usize };
        let is_moved = heredocs.peek().is_some_and(|text| text.start <= index);
        if event.kind.is_expression() && !event.is_empty() && !is_moved {
            start = token_from(start, event.span.start);
            end = token_from(end, event.span.end);
            // The position counts only tokens that are not optional, because formatting adds and removes optional
            // tokens.
            hasher.write_u32(needed[start]);
            hasher.write_u32(needed[end]);
        }
        starts.push(u32::try_from(start).unwrap_or(u32::MAX));
    }
}
