//! The tokens that may be keys: a `:` behind them decides.
//!
//! Invariant: there is at most one candidate at each level of brackets.

use super::super::cursor::Mark;
use super::super::{Fault, ParseResult};
use super::Scanner;

/// A token that is a key if a `:` follows it.
#[derive(Debug)]
pub(super) struct Candidate {
    /// The flow level of the token.
    pub(super) level: usize,
    /// Whether the token must be a key, because it is at the indentation of a block mapping.
    pub(super) is_required: bool,
    /// The number of the token, counted from the start of the text.
    pub(super) token_number: usize,
    pub(super) mark: Mark,
}

/// The maximum distance between the start of a key and its `:`.
pub(super) const MAX_KEY_LENGTH: usize = 1024;

impl<'a> Scanner<'a> {
    /// Drops an optional candidate if nothing follows on its line, so that the next line need not be scanned.
    pub(super) fn drop_optional_candidate(&mut self) {
        // Inside brackets a key may be followed by its `:` on a later line in YAML 1.2.
        let is_optional = self.candidates.back().is_some_and(|key| key.level == 0 && !key.is_required);
        if is_optional && self.flow_level == 0 && self.cursor.is_line_done() {
            self.candidates.pop_back();
        }
    }

    /// Records that the next token is a key if a `:` follows it.
    pub(super) fn save_candidate(&mut self) -> ParseResult<()> {
        if !self.is_key_allowed {
            return Ok(());
        }
        self.remove_candidate()?;
        let mark = self.cursor.mark();
        // At this column only a key can continue the map, so a missing `:` is a fault.
        let is_required = self.flow_level == 0 && self.indent == mark.column as isize;
        let token_number = self.taken_count + self.tokens.len();
        self.candidates.push_back(Candidate { level: self.flow_level, is_required, token_number, mark });
        Ok(())
    }

    /// Drops the candidate of the current flow level; fails if it must be a key.
    pub(super) fn remove_candidate(&mut self) -> ParseResult<()> {
        match self.take_candidate() {
            Some(key) if key.is_required => Err(not_a_key(key.mark.offset)),
            _ => Ok(()),
        }
    }

    /// Drops the candidates that are too far away to be keys; fails if one of them must be a key.
    pub(super) fn remove_stale_candidates(&mut self) -> ParseResult<()> {
        let current_mark = self.cursor.mark();
        let is_core = self.cursor.is_core();
        // In YAML 1.2 a key inside braces may span lines.
        let is_stale = |key: &Candidate| {
            (key.mark.line < current_mark.line && !(is_core && key.level > 0))
                // libyaml's limit of 1,024 characters, which also bounds the queue of tokens.
                || key.mark.index + MAX_KEY_LENGTH < current_mark.index
        };
        while self.candidates.front().is_some_and(is_stale) {
            if let Some(key) = self.candidates.pop_front()
                && key.is_required
            {
                return Err(not_a_key(key.mark.offset));
            }
        }
        Ok(())
    }

    /// Removes and returns the candidate of the current flow level, if there is one.
    pub(super) fn take_candidate(&mut self) -> Option<Candidate> {
        if self.candidates.back()?.level == self.flow_level { self.candidates.pop_back() } else { None }
    }
}

/// The problem of a key without a `:`.
pub(super) fn not_a_key(key_start: usize) -> Box<Fault> {
    let help = "write `key: value`, or indent the line if it continues the one above";
    Fault::syntax(key_start, "expected `:` after this key, found none on its line", help)
}
