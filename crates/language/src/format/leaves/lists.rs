//! The layout of arrays, hashes and the options of selectors in expressions: on one line, or each member on a line of
//! its own.
//!
//! Invariants: if there is a line break between the brackets of a list (other than inside nested brackets), there is a
//! line break before every member and before the closing bracket, and a comma after the last member. Otherwise there
//! are none of these. Nothing inside a string changes; the time is linear in the number of members.

use super::{Gap, Run};
use crate::syntax::leaves::LeafKind;

/// The role of a bracket in a list.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum List {
    /// It does not belong to a list.
    None,
    /// It opens a list, or closes one that is on one line.
    Whole,
    /// It closes a list whose members are on separate lines.
    Broken,
}

impl Run<'_> {
    /// Records the tokens of an expression that may be a list.
    pub(super) fn note_list(&mut self, first: usize, last: usize) {
        let opens = self.is_mark(first, "{") || self.is_mark(first, "[");
        if opens && self.partner(first) == Some(last) {
            self.leaves[first].list = List::Whole;
        }
    }

    /// Puts every member of a list on a line of its own, if some member is on a line of its own.
    pub(super) fn even_lists(&mut self) {
        let mut in_string = 0usize;
        for at in 0..self.len() {
            match self.kind(at) {
                LeafKind::StringOpen => in_string += 1,
                LeafKind::StringClose => in_string = in_string.saturating_sub(1),
                // Nothing inside a string may change: a line break there would change its value.
                LeafKind::Mark if in_string == 0 && self.opens_list(at) => {
                    if let Some(closed) = self.partner(at) {
                        self.even_list(at, closed);
                    }
                }
                _ => {}
            }
        }
    }

    fn opens_list(&self, at: usize) -> bool {
        self.leaves[at].list == List::Whole && !self.is_mark(at, "}") && !self.is_mark(at, "]")
            || (self.is_mark(at, "{") && at > 0 && self.is_mark(at - 1, "?"))
    }

    /// Puts every member of a list on a line of its own, if some member is on a line of its own.
    fn even_list(&mut self, opened: usize, closed: usize) {
        if closed == opened + 1 {
            if self.comments(closed).is_empty() {
                self.leaves[closed].gap = Gap::Nothing;
            }
            return;
        }
        let (members, broken) = self.members(opened, closed);
        self.leaves[closed].list = if broken { List::Broken } else { List::Whole };
        if broken {
            for at in members.into_iter().chain([closed]) {
                self.begin_line(at);
                let comma = at - 1;
                if self.is_mark(comma, ",") && self.comments(comma).is_empty() {
                    self.leaves[comma].gap = Gap::Nothing;
                }
            }
        } else if self.is_mark(opened, "{") {
            self.leaves[opened + 1].gap = Gap::Blanks;
            self.leaves[closed].gap = Gap::Blanks;
        }
    }

    /// Lets a token start a line, unless it does already.
    fn begin_line(&mut self, at: usize) {
        if self.leaves[at].gap < Gap::Line {
            self.leaves[at].gap = Gap::Line;
        }
    }

    /// The first tokens of the members, and whether there is a line break among them.
    fn members(&self, opened: usize, closed: usize) -> (Vec<usize>, bool) {
        let (mut members, mut is_broken) = (vec![opened + 1], self.leaves[closed].gap >= Gap::Line);
        let (mut at, mut in_string, mut is_in_parameters) = (opened + 1, 0usize, false);
        while at < closed {
            match self.kind(at) {
                LeafKind::StringClose => in_string = in_string.saturating_sub(1),
                _ if in_string > 0 => {}
                _ => {
                    is_broken |= self.leaves[at].gap >= Gap::Line;
                    // Commas between the parameters of a lambda do not separate members.
                    is_in_parameters ^= self.is_mark(at, "|");
                    if self.is_mark(at, ",") && !is_in_parameters && at + 1 < closed {
                        members.push(at + 1);
                    }
                }
            }
            in_string += usize::from(self.kind(at) == LeafKind::StringOpen);
            // Line breaks in a nested list do not count, because the list has a layout of its own.
            at = self.behind_group(at);
        }
        (members, is_broken)
    }

    /// Whether a token is a trailing comma that is redundant, because its list is on one line.
    pub(super) fn is_redundant(&self, at: usize) -> bool {
        let closes = self.leaves.get(at + 1).is_some_and(|next| next.list == List::Whole);
        self.is_mark(at, ",")
            && closes
            && (self.is_mark(at + 1, "}") || self.is_mark(at + 1, "]"))
            && self.comments(at).is_empty()
            && self.comments(at + 1).is_empty()
    }

    /// Whether a comma is required after a token: it ends the last member of a broken list.
    pub(super) fn lacks_comma(&self, at: usize) -> bool {
        let closes = self.leaves.get(at + 1).is_some_and(|next| next.list == List::Broken);
        closes && !self.is_mark(at, ",")
    }
}
