//! Finds the next token after spaces, line breaks and comments.
//!
//! Positions are in bytes. Columns are correct only if nothing but ASCII precedes the token on its line.
//! Everything that YAML treats in a special way, such as tabs, ends the search without a result.

use crate::simd::{Block, Marks, find, past};
use crate::yaml::syntax::SyntaxVariant;
use std::ops::Range;

/// A text that is read by position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Lines<'a> {
    pub(super) text: &'a str,
    /// Whether characters beyond ASCII can be line breaks.
    pub(super) has_wide_breaks: bool,
}

/// The position of a token.
#[derive(Debug, Clone, Copy)]
pub(super) struct TokenPosition {
    pub(super) position: usize,
    pub(super) column: usize,
    /// Whether the token is the first of its line.
    pub(super) starts_line: bool,
}

impl<'a> Lines<'a> {
    pub(super) fn new(text: &'a str, variant: SyntaxVariant) -> Self {
        Self { text, has_wide_breaks: variant == SyntaxVariant::Libyaml }
    }

    /// The bytes of the text.
    pub(super) fn bytes(self) -> &'a [u8] {
        self.text.as_bytes()
    }

    /// The byte at a position; NUL past the end, which no function here accepts.
    #[inline]
    pub(super) fn byte(self, position: usize) -> u8 {
        self.bytes().get(position).copied().unwrap_or(0)
    }

    /// The position of the first byte that is not a space.
    #[inline]
    pub(super) fn past_spaces(self, position: usize) -> usize {
        match self.byte(position) {
            b' ' if self.byte(position + 1) == b' ' => past(self.bytes(), position + 2, b' '),
            b' ' => position + 1,
            _ => position,
        }
    }

    /// Whether a character that starts here may be a line break or a byte order mark.
    pub(super) fn may_be_break(self, position: usize) -> bool {
        match self.byte(position) {
            0xC2 => self.has_wide_breaks && self.byte(position + 1) == 0x85,
            0xE2 => {
                self.has_wide_breaks
                    && self.byte(position + 1) == 0x80
                    && matches!(self.byte(position + 2), 0xA8 | 0xA9)
            }
            // Only the first two bytes of a byte order mark are compared; the few other characters with these bytes are
            // left to the exact path.
            0xEF => self.byte(position + 1) == 0xBB,
            _ => false,
        }
    }

    /// The position of the first byte that `marks` finds, or that is a control character or the start of a wide line
    /// break.
    pub(super) fn find(self, position: usize, marks: impl Fn(Block) -> Marks) -> usize {
        if self.has_wide_breaks {
            // YAML 1.1 has line breaks beyond ASCII; their first bytes are common, so `may_be_break` decides later.
            find(self.bytes(), position, |block| {
                marks(block) | block.up_to(0x1F) | block.equal(0xC2) | block.equal(0xE2)
            })
        } else {
            find(self.bytes(), position, |block| marks(block) | block.up_to(0x1F))
        }
    }

    /// The position of the line break that ends a comment; `None` if the comment contains a control character other
    /// than a tab, or a character that may be another line break.
    fn comment_end(self, mut position: usize) -> Option<usize> {
        loop {
            position = self.find(position, |block| block.equal(b'\n'));
            match self.byte(position) {
                b'\n' => return Some(position),
                b'\t' | 0xC2 | 0xE2 if !self.may_be_break(position) => position += 1,
                _ => return None,
            }
        }
    }

    /// The next token from a position on; `column` is the column of the position. `None` if the next character is left
    /// to the exact path.
    pub(super) fn next_token(self, position: usize, column: usize) -> Option<TokenPosition> {
        let mut token = TokenPosition { position: self.past_spaces(position), column, starts_line: false };
        token.column += token.position - position;
        loop {
            match self.byte(token.position) {
                b'\n' => {}
                b'#' if token.starts_line || self.is_after_space(token.position) => {
                    token.position = self.comment_end(token.position)?;
                }
                // A tab, a carriage return and the end of the text are left to the exact path.
                0..=b' ' => return None,
                _ if self.may_be_break(token.position) => return None,
                _ => return Some(token),
            }
            let start = token.position + 1;
            let position = self.past_spaces(start);
            token = TokenPosition { position, column: position - start, starts_line: true };
        }
    }

    /// Whether a `#` here would start a comment.
    pub(super) fn is_after_space(self, position: usize) -> bool {
        // The start of the text counts as the start of a line.
        position.checked_sub(1).is_none_or(|before| matches!(self.byte(before), b' ' | b'\n'))
    }

    /// Whether only spaces and a comment follow up to the end of the line.
    pub(super) fn is_line_done(self, position: usize) -> bool {
        self.is_line_end_after_spaces(position..self.past_spaces(position))
    }

    /// Whether a line break or a comment follows a range that contains only spaces, or nothing.
    pub(super) fn is_line_end_after_spaces(self, spaces: Range<usize>) -> bool {
        match self.byte(spaces.end) {
            b'\n' => true,
            // Without a space before it, `#` does not start a comment.
            b'#' => !spaces.is_empty(),
            _ => false,
        }
    }

    /// Whether a list entry starts here.
    #[inline]
    pub(super) fn is_entry(self, position: usize) -> bool {
        self.byte(position) == b'-' && matches!(self.byte(position + 1), b' ' | b'\n')
    }
}
