//! The tokens of a text with what stands between them, and runs of them as lines.
//!
//! Invariant: a run is written with all its comments. This module does not know declarations.

use super::super::lossless::{LeafKind, SyntaxTree};
use super::super::print::INDENT;
use std::ops::Range;

/// A token.
#[derive(Debug)]
pub(super) struct Leaf {
    pub(super) kind: LeafKind,
    pub(super) range: Range<usize>,
    /// The bracket that belongs to it, for brackets.
    pub(super) partner: Option<usize>,
}

/// A comment between two tokens.
#[derive(Debug)]
pub(super) struct Comment<'a> {
    pub(super) text: &'a str,
    /// Whether it starts its line.
    pub(super) own_line: bool,
    /// Whether an empty line is above it.
    pub(super) after_empty: bool,
}

/// All tokens of a text.
pub(super) struct Run<'a> {
    pub(super) text: &'a str,
    pub(super) leaves: Vec<Leaf>,
    /// Comments by the token they stand before.
    comments: Vec<Vec<Comment<'a>>>,
    /// Whether an empty line is directly before the token.
    after_empty: Vec<bool>,
}

impl<'a> Run<'a> {
    pub(super) fn of(text: &'a str, tree: &SyntaxTree) -> Self {
        let mut run = Self { text, leaves: Vec::new(), comments: vec![Vec::new()], after_empty: Vec::new() };
        let (mut open, mut breaks) = (Vec::new(), 1);
        for leaf in &tree.leaves {
            let found = &text[leaf.range.clone()];
            match leaf.kind {
                LeafKind::Blank => breaks += found.matches('\n').count(),
                LeafKind::Comment => {
                    let comment =
                        Comment { text: found.trim_end(), own_line: breaks > 0, after_empty: breaks > 1 };
                    run.comments.last_mut().into_iter().for_each(|list| list.push(Comment { ..comment }));
                    breaks = 0;
                }
                kind => {
                    let at = run.leaves.len();
                    let mut partner = None;
                    if kind == LeafKind::Mark && matches!(found, "{" | "[" | "(") {
                        open.push(at);
                    } else if kind == LeafKind::Mark && matches!(found, "}" | "]" | ")") {
                        partner = open.pop();
                        if let Some(opened) = partner {
                            let opened: &mut Leaf = &mut run.leaves[opened];
                            opened.partner = Some(at);
                        }
                    }
                    run.leaves.push(Leaf { kind, range: leaf.range.clone(), partner });
                    run.after_empty.push(breaks > 1);
                    run.comments.push(Vec::new());
                    breaks = 0;
                }
            }
        }
        run.after_empty.push(false);
        run
    }

    pub(super) fn text(&self, at: usize) -> &'a str {
        self.leaves.get(at).map_or("", |leaf| &self.text[leaf.range.clone()])
    }

    pub(super) fn is_mark(&self, at: usize, mark: &str) -> bool {
        self.leaves.get(at).is_some_and(|leaf| leaf.kind == LeafKind::Mark) && self.text(at) == mark
    }

    /// Whether the token parts what stands around it.
    pub(super) fn is_separator(&self, at: usize) -> bool {
        [",", ";", ":"].iter().any(|mark| self.is_mark(at, mark))
    }

    /// The comments directly before a token that stand on the line of the token before it.
    pub(super) fn behind(&self, before: usize) -> impl Iterator<Item = &'a str> {
        let comments = self.comments.get(before).into_iter().flatten();
        comments.take_while(|comment| !comment.own_line).map(|comment| comment.text)
    }

    /// The lines above a token, with empty ones where there is one or more.
    pub(super) fn above(&self, at: usize) -> Vec<String> {
        let mut lines = Vec::new();
        let comments = self.comments.get(at).into_iter().flatten();
        for comment in comments.skip_while(|comment| !comment.own_line) {
            if comment.after_empty {
                lines.push(String::new());
            }
            lines.push(comment.text.to_owned());
        }
        if self.after_empty.get(at).is_some_and(|empty| *empty) {
            lines.push(String::new());
        }
        lines
    }

    /// Whether comments stand between the tokens of a range.
    pub(super) fn is_commented(&self, range: Range<usize>) -> bool {
        range.skip(1).any(|at| !self.comments[at].is_empty())
    }

    /// Tokens on one line, spaced as `print` does.
    pub(super) fn tight(&self, range: Range<usize>) -> String {
        let mut line = String::new();
        for at in range.clone() {
            if at > range.start && self.is_spaced(at) {
                line.push(' ');
            }
            line.push_str(self.text(at));
        }
        line
    }

    fn is_spaced(&self, at: usize) -> bool {
        let (before, here) = (self.text(at - 1), self.text(at));
        let apart = self.leaves[at - 1].range.end < self.leaves[at].range.start;
        let kinds = (self.leaves[at - 1].kind, self.leaves[at].kind);
        let string = |kind| matches!(kind, LeafKind::StringOpen | LeafKind::StringMiddle);
        if string(kinds.0) || matches!(kinds.1, LeafKind::StringMiddle | LeafKind::StringClose) {
            return apart;
        }
        let mark = |side: LeafKind, text: &'a str| if side == LeafKind::Mark { text } else { "" };
        match (mark(kinds.0, before), mark(kinds.1, here)) {
            (_, "::") | ("::", _) => apart,
            ("{", "}") | (_, "," | ";" | ")" | "]" | "<" | "(") | ("(" | "[" | "<" | "-", _) => false,
            // `>>` in front of a result.
            (")", ">") => true,
            (_, ">") => false,
            (_, "[") => matches!(mark(kinds.0, before), "=>" | ","),
            _ => true,
        }
    }

    /// Tokens with their line breaks and comments, indented by their brackets. Nothing inside a string is touched.
    pub(super) fn kept(&self, range: Range<usize>, depth: usize) -> String {
        let (mut out, mut indent, mut in_string) = (String::new(), depth * INDENT, 0usize);
        let mut open: Vec<usize> = Vec::new();
        for at in range.clone() {
            let leaf = &self.leaves[at];
            if leaf.kind == LeafKind::StringClose {
                in_string = in_string.saturating_sub(1);
            }
            let is_string = in_string > 0 || leaf.kind == LeafKind::StringClose;
            let closes = leaf.kind == LeafKind::Mark && matches!(self.text(at), "}" | "]" | ")");
            if at > range.start {
                let gap = &self.text[self.leaves[at - 1].range.end..leaf.range.start];
                let inner = open.last().map_or((depth + 1) * INDENT, |indent| indent + INDENT);
                let new = if closes { open.last().copied().unwrap_or(indent) } else { inner };
                if is_string {
                    out.push_str(gap);
                } else {
                    for comment in &self.comments[at] {
                        self.apart(&mut out, comment.own_line, comment.after_empty, inner);
                        out.push_str(comment.text);
                    }
                    let tail = self.comments[at].last().map_or(gap, |comment| {
                        &gap[gap.rfind(comment.text).map_or(0, |found| found + comment.text.len())..]
                    });
                    let breaks = tail.matches('\n').count();
                    if breaks > 0 {
                        indent = new;
                    }
                    if !tail.is_empty() || !self.comments[at].is_empty() {
                        self.apart(&mut out, breaks > 0, breaks > 1, new);
                    }
                }
            }
            out.push_str(self.text(at));
            match leaf.kind {
                LeafKind::StringOpen => in_string += 1,
                LeafKind::Mark if !is_string && matches!(self.text(at), "{" | "[" | "(") => open.push(indent),
                LeafKind::Mark if !is_string && closes => drop(open.pop()),
                _ => {}
            }
        }
        out
    }

    fn apart(&self, out: &mut String, line: bool, empty: bool, indent: usize) {
        if line {
            out.push_str(if empty { "\n\n" } else { "\n" });
            out.push_str(&" ".repeat(indent));
        } else {
            out.push(' ');
        }
    }
}
