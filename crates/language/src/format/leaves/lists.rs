//! The layout of arrays, hashes and the options of selectors in expressions: on one line, or each member on a line of
//! its own.
//!
//! Invariants: if there is a line break between the brackets of a list (other than inside nested brackets), there is a
//! line break before every member and before the closing bracket, and a comma after the last member. Otherwise there
//! are none of these. Nothing inside a string changes; the time is linear in the number of members.

use super::{Gap, Run};
use crate::syntax::leaves::LeafKind;

/// The role of a bracket in the layout of lists.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum List {
    /// The bracket does not belong to a list.
    None,
    /// The bracket opens a list, or closes one that is on one line.
    OpenOrOneLine,
    /// The bracket closes a list whose members are on separate lines.
    Broken,
}

impl Run<'_> {
    /// Marks the first token of an expression as the start of a list, if the expression is one.
    pub(super) fn mark_list(&mut self, first: usize, last: usize) {
        let opens = self.is_mark(first, "{") || self.is_mark(first, "[");
        if opens && self.partner(first) == Some(last) {
            self.leaves[first].list = List::OpenOrOneLine;
        }
    }

    /// Puts the members of each list on separate lines, if one of them is on a separate line.
    pub(super) fn lay_out_lists(&mut self) {
        let mut open_string_count = 0usize;
        for index in 0..self.len() {
            match self.kind(index) {
                LeafKind::StringOpen => open_string_count += 1,
                LeafKind::StringClose => open_string_count = open_string_count.saturating_sub(1),
                // Nothing inside a string may change: a line break there would change its value.
                LeafKind::Mark if open_string_count == 0 && self.opens_list(index) => {
                    if let Some(closed) = self.partner(index) {
                        self.lay_out_list(index, closed);
                    }
                }
                _ => {}
            }
        }
    }

    /// Whether a token opens a list: a bracket of an expression, or the brace of a selector after `?`.
    fn opens_list(&self, index: usize) -> bool {
        // The closing bracket of a list that was laid out before may have this role, too.
        let is_closing = self.is_mark(index, "}") || self.is_mark(index, "]");
        if self.leaves[index].list == List::OpenOrOneLine && !is_closing {
            return true;
        }
        self.is_mark(index, "{") && index > 0 && self.is_mark(index - 1, "?")
    }

    /// Puts the members of a list on separate lines, if one of them is on a separate line.
    fn lay_out_list(&mut self, opened: usize, closed: usize) {
        let is_empty = closed == opened + 1;
        if is_empty {
            if self.comments(closed).is_empty() {
                self.leaves[closed].gap = Gap::Nothing;
            }
            return;
        }
        let (members, is_broken) = self.members(opened, closed);
        self.leaves[closed].list = if is_broken { List::Broken } else { List::OpenOrOneLine };
        if is_broken {
            for index in members.into_iter().chain([closed]) {
                self.begin_line(index);
                // There is no blank before a comma, unless a comment precedes it.
                let comma = index - 1;
                if self.is_mark(comma, ",") && self.comments(comma).is_empty() {
                    self.leaves[comma].gap = Gap::Nothing;
                }
            }
        } else if self.is_mark(opened, "{") {
            self.leaves[opened + 1].gap = Gap::Blanks;
            self.leaves[closed].gap = Gap::Blanks;
        }
    }

    /// Makes a token start a line, unless it already does.
    fn begin_line(&mut self, index: usize) {
        if self.leaves[index].gap < Gap::Line {
            self.leaves[index].gap = Gap::Line;
        }
    }

    /// The first tokens of the members, and whether there is a line break among them.
    fn members(&self, opened: usize, closed: usize) -> (Vec<usize>, bool) {
        let mut members = vec![opened + 1];
        let mut is_broken = self.leaves[closed].gap >= Gap::Line;
        let mut open_string_count = 0usize;
        // Whether the token is between the `|` around the parameters of a lambda.
        let mut is_in_parameters = false;
        let mut index = opened + 1;
        while index < closed {
            match self.kind(index) {
                LeafKind::StringClose => open_string_count = open_string_count.saturating_sub(1),
                _ if open_string_count > 0 => {}
                _ => {
                    is_broken |= self.leaves[index].gap >= Gap::Line;
                    if self.is_mark(index, "|") {
                        is_in_parameters = !is_in_parameters;
                    }
                    // Commas between the parameters of a lambda do not separate members.
                    if self.is_mark(index, ",") && !is_in_parameters && index + 1 < closed {
                        members.push(index + 1);
                    }
                }
            }
            open_string_count += usize::from(self.kind(index) == LeafKind::StringOpen);
            // Line breaks in a nested list do not count, because that list is laid out separately.
            index = self.after_group(index);
        }
        (members, is_broken)
    }

    /// Whether a token is a trailing comma that is redundant, because its list is on one line.
    pub(super) fn is_redundant(&self, index: usize) -> bool {
        let is_before_end = self.leaves.get(index + 1).is_some_and(|next| next.list == List::OpenOrOneLine);
        self.is_mark(index, ",")
            && is_before_end
            && (self.is_mark(index + 1, "}") || self.is_mark(index + 1, "]"))
            && self.comments(index).is_empty()
            && self.comments(index + 1).is_empty()
    }

    /// Whether a comma is required after a token: it ends the last member of a broken list.
    pub(super) fn lacks_comma(&self, index: usize) -> bool {
        let is_before_end = self.leaves.get(index + 1).is_some_and(|next| next.list == List::Broken);
        is_before_end && !self.is_mark(index, ",")
    }
}
