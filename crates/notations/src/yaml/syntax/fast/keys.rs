//! Finds keys on common lines.
//!
//! Invariant: a key is found only if the exact path would find the same one.

use super::super::Style;
use super::FastPath;
use super::one_line_scalars::{Terminator, find_key_colon, scan_plain, scan_quoted, starts_plain};
use std::borrow::Cow;

/// The maximum number of bytes of a key; less than the limit of the exact path.
pub(super) const MAX_KEY_LENGTH: usize = 1000;

/// A key with its `:`.
#[derive(Debug)]
pub(super) struct Key<'a> {
    pub(super) text: Cow<'a, str>,
    pub(super) style: Style,
    pub(super) start: usize,
    pub(super) end: usize,
    /// The position after the `:`.
    pub(super) value_start: usize,
}

impl<'a> FastPath<'a> {
    /// Scans the key that starts here, unless that is already done; returns whether there is a key.
    pub(super) fn scan_key(&mut self, start: usize) -> bool {
        if self.key.as_ref().is_some_and(|key| key.start == start) {
            return true;
        }
        self.key = self.find_key(start);
        self.key.is_some()
    }

    /// The end of the plain key that starts here, and the position of its `:`.
    fn plain_key(&mut self, start: usize) -> Option<(usize, usize)> {
        if let Some(colon) = find_key_colon(self.lines, start) {
            return Some((colon, colon));
        }
        let plain = scan_plain(self.lines, start)?;
        if let Terminator::Colon(colon) = plain.terminator {
            return Some((plain.end, colon));
        }
        // The scalar is stored, because the same text is read as a value next.
        self.plain = Some((start, plain));
        None
    }

    /// The key that starts here, if there is one.
    fn find_key(&mut self, start: usize) -> Option<Key<'a>> {
        let lines = self.lines;
        let (text, style, end, colon) = match lines.byte(start) {
            b'"' | b'\'' => {
                let quoted = scan_quoted(lines, start)?;
                (quoted.text, Style::Quoted, quoted.end, lines.past_spaces(quoted.end))
            }
            _ if starts_plain(lines, start) => {
                let (end, colon) = self.plain_key(start)?;
                (Cow::Borrowed(lines.text.get(start..end)?), Style::Plain, end, colon)
            }
            _ => return None,
        };
        let value_start = colon + 1;
        // Tabs after the `:` are left to the exact path.
        let is_key = lines.byte(colon) == b':' && matches!(lines.byte(value_start), b' ' | b'\n');
        if !is_key || colon - start > MAX_KEY_LENGTH {
            return None;
        }
        Some(Key { text, style, start, end, value_start })
    }
}
