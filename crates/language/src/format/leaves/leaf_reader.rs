//! Reads the leaves of a tree: tokens, comments and heredocs, with the gaps between them.
//!
//! Invariant: no comment is lost.

use super::lists::List;
use super::{Comment, Gap, Leaf, Run, number};
use crate::syntax::leaves::{self, LeafKind};
use std::ops::Range;

/// The brackets open at a token, and the heredocs that have started so far.
#[derive(Default)]
pub(super) struct Nesting {
    /// The tokens of the open brackets, the innermost last.
    pub(super) brackets: Vec<usize>,
    /// The number of open strings.
    pub(super) open_string_count: usize,
    /// The tokens that start heredocs, and whether each is inside a string.
    pub(super) heredocs: Vec<(usize, bool)>,
}

/// Collects what precedes the next leaf: blanks and brackets.
pub(super) struct LeafReader {
    /// The number of line breaks since the last token or comment.
    pub(super) break_count: usize,
    /// The end of the last token or comment.
    pub(super) end: usize,
    pub(super) nesting: Nesting,
    /// The texts of heredocs, and whether each can be moved.
    pub(super) texts: Vec<(Range<usize>, bool)>,
}

impl Nesting {
    /// Records the last token, whose text is `text`.
    pub(super) fn record(&mut self, leaves: &mut [Leaf], text: &str) {
        let index = leaves.len() - 1;
        match leaves[index].kind {
            LeafKind::Mark if matches!(text, "{" | "[" | "(") => self.brackets.push(index),
            LeafKind::Mark if matches!(text, "}" | "]" | ")") => {
                if let Some(opened) = self.brackets.pop() {
                    leaves[index].partner = number(opened);
                    leaves[opened].partner = number(index);
                }
            }
            LeafKind::StringOpen => self.open_string_count += 1,
            LeafKind::StringClose => self.open_string_count = self.open_string_count.saturating_sub(1),
            LeafKind::Heredoc => self.heredocs.push((index, self.open_string_count > 0)),
            _ => {}
        }
    }
}

impl LeafReader {
    /// Reads a leaf: adds a token or a comment to `run`, and counts the line breaks of blanks.
    pub(super) fn read(&mut self, leaf: leaves::Leaf, run: &mut Run<'_>) {
        let text = run.text;
        let leaf_text = &text[leaf.range.clone()];
        match leaf.kind {
            LeafKind::Blank => {
                self.break_count += leaf_text.bytes().filter(|byte| *byte == b'\n').count();
                return;
            }
            LeafKind::Comment => {
                let (is_on_own_line, is_after_empty_line) = (self.break_count > 0, self.break_count > 1);
                let comment =
                    Comment { text: leaf_text.trim_end_matches('\r'), is_on_own_line, is_after_empty_line };
                run.comments.push((number(run.leaves.len()), comment));
            }
            LeafKind::HeredocText => {
                let has_complete_lines = text[..leaf.range.start].ends_with('\n')
                    && (leaf_text.ends_with('\n') || leaf.range.end == text.len());
                self.texts.push((leaf.range, has_complete_lines && self.nesting.open_string_count == 0));
                // The text of a heredoc ends with its line, so the next token is the first of a line.
                self.break_count = 1;
                return;
            }
            kind => {
                let index = number(run.leaves.len());
                run.leaves.push(Leaf {
                    kind,
                    gap: Gap::new(self.break_count, leaf.range.start > self.end),
                    list: List::None,
                    is_commented: run.comments.last().is_some_and(|(before, _)| *before == index),
                    start: number(leaf.range.start),
                    end: number(leaf.range.end),
                    partner: index,
                });
                self.nesting.record(&mut run.leaves, leaf_text);
            }
        }
        (self.break_count, self.end) = (0, leaf.range.end);
    }
}
