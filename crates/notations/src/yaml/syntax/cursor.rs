//! A cursor over a text that tracks its column, and the character classes of YAML.
//!
//! Invariants: the offset is always on a character boundary; bytes past the end read as NUL, which the
//! reader rejects as content. This module does not know tokens.

use crate::simd::{find, find_rare};
use std::ops::Range;

/// The variant of the syntax.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::yaml) enum SyntaxVariant {
    /// YAML 1.2.
    Core,
    /// YAML 1.1 as libyaml reads it, which is what Ruby and `PyYAML` read.
    Libyaml,
}

/// A position of the cursor.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mark {
    /// Byte offset.
    pub(super) offset: usize,
    /// Characters since the start.
    pub(super) index: usize,
    /// Line from 0.
    pub(super) line: usize,
    /// Column from 0, in characters.
    pub(super) column: usize,
}

/// Walks over a text by characters.
#[derive(Debug)]
pub(super) struct Cursor<'a> {
    text: &'a str,
    mark: Mark,
    variant: SyntaxVariant,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(text: &'a str, variant: SyntaxVariant) -> Self {
        Self { text, mark: Mark { offset: 0, index: 0, line: 0, column: 0 }, variant }
    }

    /// The current position.
    pub(super) fn mark(&self) -> Mark {
        self.mark
    }

    /// The offset of the next byte.
    pub(super) fn offset(&self) -> usize {
        self.mark.offset
    }

    /// The current column.
    pub(super) fn column(&self) -> usize {
        self.mark.column
    }

    /// Whether the grammar is that of YAML 1.2.
    pub(super) fn is_core(&self) -> bool {
        self.variant == SyntaxVariant::Core
    }

    /// The text between two positions of the cursor.
    pub(super) fn slice(&self, range: Range<usize>) -> &'a str {
        self.text.get(range).unwrap_or_default()
    }

    /// The byte `ahead` bytes from here; NUL past the end.
    pub(super) fn byte(&self, ahead: usize) -> u8 {
        self.text.as_bytes().get(self.mark.offset + ahead).copied().unwrap_or(0)
    }

    /// The byte before the cursor.
    pub(super) fn byte_before(&self) -> Option<u8> {
        self.mark.offset.checked_sub(1).and_then(|offset| self.text.as_bytes().get(offset)).copied()
    }

    /// The next character; `None` at the end.
    pub(super) fn char(&self) -> Option<char> {
        self.text.get(self.mark.offset..).and_then(|rest| rest.chars().next())
    }

    /// Whether the text ends here.
    pub(super) fn is_end(&self) -> bool {
        // A NUL inside the text counts as the end in libyaml's scanner, too; YAML 1.2 has rejected it before.
        self.byte(0) == 0
    }

    /// The length of the line break at `ahead`, in bytes; 0 if there is none.
    pub(super) fn break_length(&self, ahead: usize) -> usize {
        match self.byte(ahead) {
            b'\n' => 1,
            b'\r' => 1 + usize::from(self.byte(ahead + 1) == b'\n'),
            // U+0085, U+2028 and U+2029 are line breaks in YAML 1.1, but ordinary characters in YAML 1.2 (section 5.4).
            0xC2 if !self.is_core() && self.byte(ahead + 1) == 0x85 => 2,
            0xE2 if !self.is_core() && self.byte(ahead + 1) == 0x80 => {
                if matches!(self.byte(ahead + 2), 0xA8 | 0xA9) { 3 } else { 0 }
            }
            _ => 0,
        }
    }

    /// Whether a line break is here.
    pub(super) fn is_break(&self) -> bool {
        self.break_length(0) > 0
    }

    /// Whether a space or a tab is here.
    pub(super) fn is_blank(&self) -> bool {
        matches!(self.byte(0), b' ' | b'\t')
    }

    /// Whether the line ends `ahead` bytes from here.
    pub(super) fn is_break_or_end(&self, ahead: usize) -> bool {
        self.byte(ahead) == 0 || self.break_length(ahead) > 0
    }

    /// Whether a blank, a line break or the end is `ahead` bytes from here.
    pub(super) fn is_space(&self, ahead: usize) -> bool {
        matches!(self.byte(ahead), b' ' | b'\t') || self.is_break_or_end(ahead)
    }

    /// Whether a document mark is here: three times the byte at the start of a line, followed by space.
    pub(super) fn is_document_mark(&self, byte: u8) -> bool {
        self.mark.column == 0 && (0..3).all(|ahead| self.byte(ahead) == byte) && self.is_space(3)
    }

    /// Moves over one character that is not a line break.
    pub(super) fn skip(&mut self) {
        let width = match self.byte(0) {
            0 => return,
            0x01..=0x7F => 1,
            // The text is valid UTF-8, so the first byte determines the length.
            0xC0..=0xDF => 2,
            0xE0..=0xEF => 3,
            _ => 4,
        };
        self.mark.offset += width;
        self.mark.index += 1;
        self.mark.column += 1;
    }

    /// Moves over `count` characters.
    pub(super) fn skip_many(&mut self, count: usize) {
        for _ in 0..count {
            self.skip();
        }
    }

    /// Moves over spaces and tabs.
    pub(super) fn skip_blanks(&mut self) {
        while self.is_blank() {
            self.skip();
        }
    }

    /// Moves to the end of the line.
    pub(super) fn skip_rest_of_line(&mut self) {
        // Most comments and lines of blocks are ASCII, where bytes and columns are the same.
        self.skip_ascii_line();
        while !self.is_break_or_end(0) {
            self.skip();
        }
    }

    /// Whether the rest of the line is blank or a comment.
    pub(super) fn is_line_done(&self) -> bool {
        let mut ahead = 0;
        while self.byte(ahead) == b' ' {
            ahead += 1;
        }
        // A `#` without a space before it belongs to a text.
        let is_after_space = ahead > 0 || self.byte_before() == Some(b' ');
        self.is_break_or_end(ahead) || (is_after_space && self.byte(ahead) == b'#')
    }

    /// Moves to another position. The line number is not updated: it does not matter while no key is open.
    pub(super) fn jump(&mut self, offset: usize, column: usize) {
        // The index advances by bytes instead of characters, because only differences from the start of a key are
        // significant.
        let index = self.mark.index + offset.saturating_sub(self.mark.offset);
        self.mark = Mark { offset, index, line: self.mark.line, column };
    }

    /// Moves within the line to the first control character or character beyond ASCII.
    fn skip_ascii_line(&mut self) {
        let bytes = self.text.as_bytes();
        let end = find(bytes, self.mark.offset, |block| block.up_to(0x1F) | block.from(0x80));
        let count = end - self.mark.offset;
        self.mark = Mark {
            offset: end,
            index: self.mark.index + count,
            column: self.mark.column + count,
            ..self.mark
        };
    }

    /// Moves over a line break, if there is one, and returns its representation in a scalar.
    pub(super) fn read_break(&mut self) -> &'static str {
        let length = self.break_length(0);
        if length == 0 {
            return "";
        }
        // libyaml keeps U+2028 and U+2029, and turns every other line break into a line feed.
        let content = match (self.byte(0), self.byte(2)) {
            (0xE2, 0xA8) => "\u{2028}",
            (0xE2, _) => "\u{2029}",
            _ => "\n",
        };
        // `\r\n` counts as two characters in libyaml, but as one line break.
        self.mark.index += if self.byte(0) == b'\r' { length } else { 1 };
        self.mark.offset += length;
        self.mark.line += 1;
        self.mark.column = 0;
        content
    }

    /// Moves over a byte order mark that is not content.
    ///
    /// In libyaml it may occur at the start of any line and occupies a column there, so the content of the
    /// first line is indented deeper than that of the lines below. In YAML 1.2 it may occur between documents
    /// and occupies no column.
    pub(super) fn skip_byte_order_mark(&mut self, is_between_documents: bool) {
        let is_mark = (self.byte(0), self.byte(1), self.byte(2)) == (0xEF, 0xBB, 0xBF);
        if !is_mark || self.mark.column > 0 {
            return;
        }
        if !self.is_core() {
            self.skip();
        } else if is_between_documents {
            self.skip();
            self.mark.column = 0;
        }
    }

    /// Resets the column, so that the end closes every block.
    pub(super) fn finish_line(&mut self) {
        self.mark.column = 0;
    }
}

/// Whether a byte is a letter, a digit, `-` or `_`: the characters of anchors, handles and directives.
pub(super) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

/// Whether a byte is `,`, a bracket or a brace.
pub(super) fn is_flow_indicator(byte: u8) -> bool {
    matches!(byte, b',' | b'[' | b']' | b'{' | b'}')
}

/// The first character that YAML does not allow in a text, if any.
pub(in crate::yaml) fn find_forbidden(text: &str) -> Option<(usize, char)> {
    let mut offset = 0;
    loop {
        // The bytes of control characters, and the first bytes of all other characters that are not allowed. Few texts
        // contain control characters other than line feeds, so tabs and carriage returns have no comparison here.
        offset = find_rare(text.as_bytes(), offset, |block| {
            let control = block.up_to(0x1F).but(block.equal(b'\n'));
            control | block.equal(0x7F) | block.equal(0xC2) | block.equal(0xEF)
        });
        let c = text.get(offset..)?.chars().next()?;
        if !is_allowed(c) {
            return Some((offset, c));
        }
        offset += c.len_utf8();
    }
}

/// Whether YAML allows a character in a text.
fn is_allowed(c: char) -> bool {
    matches!(c,
        '\t' | '\n' | '\r' | ' '..='~' | '\u{85}' | '\u{A0}'..='\u{FFFD}' | '\u{10000}'..)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_character_that_is_not_allowed_is_found() {
        for code in (0..0x3000).chain(0xD000..0x1_1000) {
            let Some(c) = char::from_u32(code) else { continue };
            for before in [0, 5, 40] {
                let text = format!("{}{c}\u{0}", "\t\u{a0}\u{ff01}x ".repeat(before));
                let one_by_one = text.char_indices().find(|(_, c)| !is_allowed(*c));
                assert_eq!(find_forbidden(&text), one_by_one, "{code:X}");
            }
        }
        assert_eq!(find_forbidden("a\r\n\u{85}"), None);
    }
}
