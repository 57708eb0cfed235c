//! Named texts, in which problems have spans.
//!
//! Invariant: the line table is built once, on first use, and covers the entire text. This module does not know formats.

use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// A line and a column, both from 1; columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
}

/// A named text, decoded to UTF-8, with lazily computed line starts.
#[derive(Debug)]
pub struct Source {
    name: String,
    text: String,
    /// The number of the first line.
    first_line: usize,
    /// The offsets at which lines start.
    lines: OnceLock<Vec<u32>>,
    /// The numbers of characters before blocks.
    blocks: OnceLock<Vec<usize>>,
}

/// The size in bytes of the blocks for which the number of characters before them is stored.
const BLOCK: usize = 1 << 12;
/// The number of bytes whose characters are counted at once. The count fits into a byte, which lets the compiler
/// vectorise the sum.
const CHUNK: usize = 192;

/// Whether a byte of UTF-8 is the first one of a character.
fn is_start(byte: u8) -> bool {
    byte & 0b1100_0000 != 0b1000_0000
}

/// Counts the characters that start in some bytes of UTF-8.
fn count_characters(bytes: &[u8]) -> usize {
    let mut count = 0;
    for chunk in bytes.chunks(CHUNK) {
        let count_in_chunk: u8 = chunk.iter().map(|byte| u8::from(is_start(*byte))).sum();
        count += usize::from(count_in_chunk);
    }
    count
}

impl Source {
    /// A source with the name that problems display (usually the path as the user wrote it).
    #[must_use]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Arc<Self> {
        Self::excerpt(name, text, 1)
    }

    /// An excerpt of a source, whose first line has this number.
    #[must_use]
    pub fn excerpt(name: impl Into<String>, text: impl Into<String>, first_line: usize) -> Arc<Self> {
        Arc::new(Self {
            name: name.into(),
            text: text.into(),
            // The number is at least 1, because lines are counted from 1, and `position` subtracts 1.
            first_line: first_line.max(1),
            lines: OnceLock::new(),
            blocks: OnceLock::new(),
        })
    }

    /// The name that problems display.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number of the first line: 1, unless the text is an excerpt.
    #[must_use]
    pub fn first_line(&self) -> usize {
        self.first_line
    }

    /// The line and column of a byte offset; offsets past the end mean the end.
    #[must_use]
    pub fn position(&self, offset: usize) -> Position {
        let offset = self.floor(offset);
        // The first line starts at 0, so at least one start is not after the offset.
        let line = self.line_starts().partition_point(|start| *start as usize <= offset);
        let start = self.line_starts()[line - 1] as usize;
        Position { line: line + self.first_line - 1, column: self.characters(start, offset) + 1 }
    }

    /// The byte offset of a position. A column after the end of the line means the end of the line, and a line after
    /// the end of the text means the end of the text.
    #[must_use]
    pub fn offset(&self, position: Position) -> usize {
        let Some((start, line)) = self.line(position.line) else { return self.text.len() };
        self.skip_characters(start, position.column.saturating_sub(1)).min(start + line.len())
    }

    /// The number of characters before the start of each block, and in the entire text. They are counted only once,
    /// because a generated file may consist of a single line of gigabytes, in which many positions are needed.
    fn characters_before_blocks(&self) -> &[usize] {
        self.blocks.get_or_init(|| {
            let mut total = 0;
            let mut totals = vec![total];
            for block in self.text.as_bytes().chunks(BLOCK) {
                total += count_characters(block);
                totals.push(total);
            }
            totals
        })
    }

    /// The number of characters before an offset.
    fn characters_before(&self, offset: usize) -> usize {
        let block = offset / BLOCK;
        let before_block = self.characters_before_blocks().get(block).copied().unwrap_or(0);
        before_block + count_characters(&self.text.as_bytes()[block * BLOCK..offset])
    }

    /// Counts the characters between two offsets.
    fn characters(&self, start: usize, end: usize) -> usize {
        // Most lines are short. Texts without long lines need no table of blocks.
        if end - start <= 2 * BLOCK {
            return count_characters(&self.text.as_bytes()[start..end]);
        }
        self.characters_before(end) - self.characters_before(start)
    }

    /// The offset after `count` characters from `start`; the end of the text if it has fewer characters.
    fn skip_characters(&self, start: usize, count: usize) -> usize {
        let bytes = self.text.as_bytes();
        let (mut offset, mut remaining) = (start, count);
        // Instead of counting characters over a long distance, the search starts at the last block before the target.
        if count > 2 * BLOCK {
            let characters_before_target = self.characters_before(start) + count;
            // The first entry is 0, so the subtraction cannot underflow.
            let block = self
                .characters_before_blocks()
                .partition_point(|characters| *characters <= characters_before_target)
                - 1;
            (offset, remaining) = (
                (block * BLOCK).min(bytes.len()),
                characters_before_target - self.characters_before_blocks()[block],
            );
        }
        for chunk in bytes[offset..].chunks(CHUNK) {
            let characters = count_characters(chunk);
            // The target is in this chunk.
            if characters > remaining {
                break;
            }
            (offset, remaining) = (offset + chunk.len(), remaining - characters);
        }
        let mut character_starts = (offset..bytes.len()).filter(|offset| is_start(bytes[*offset]));
        character_starts.nth(remaining).unwrap_or(bytes.len())
    }

    /// The text of the line with this number, without its line end, and the byte offset at which it starts.
    #[must_use]
    pub fn line(&self, line: usize) -> Option<(usize, &str)> {
        let starts = self.line_starts();
        let line = line.checked_sub(self.first_line)?;
        let start = *starts.get(line)? as usize;
        let end = starts.get(line + 1).map_or(self.text.len(), |next| *next as usize);
        Some((start, self.text[start..end].trim_end_matches(['\n', '\r'])))
    }

    /// The end of the word or punctuation that starts at an offset, for underlining. Brackets and quotes before a word
    /// are part of it: in `<book id="1">`, the end for offset 0 is after `<book`.
    #[must_use]
    pub fn word_end(&self, offset: usize) -> usize {
        let offset = self.floor(offset);
        let text = &self.text[offset..];
        let opening_length =
            text.chars().take_while(|c| matches!(c, '<' | '{' | '"')).map(char::len_utf8).sum::<usize>();
        let word_length = text[opening_length..]
            .find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | ':' | '-' | '.'));
        // The range has at least one byte, because an empty range shows nothing.
        let length = opening_length + word_length.unwrap_or(text.len() - opening_length);
        offset + length.max(usize::from(!text.is_empty()))
    }

    /// The range, limited to the text, and extended to the left up to character boundaries.
    pub(super) fn clip(&self, range: Range<usize>) -> Range<usize> {
        let start = self.floor(range.start);
        start..self.floor(range.end).max(start)
    }

    /// The last character boundary in the text that is not after an offset.
    fn floor(&self, offset: usize) -> usize {
        let mut offset = offset.min(self.text.len());
        // The loop takes at most three steps, because a character has at most four bytes.
        while !self.text.is_char_boundary(offset) {
            offset -= 1;
        }
        offset
    }

    /// The offsets at which lines start. They have 32 bits, because readers reject larger inputs. In a larger text, all
    /// positions beyond 4 GiB are in the same line.
    fn line_starts(&self) -> &[u32] {
        self.lines.get_or_init(|| {
            let newlines = memchr::memchr_iter(b'\n', self.text.as_bytes());
            std::iter::once(0).chain(newlines.filter_map(|newline| u32::try_from(newline + 1).ok())).collect()
        })
    }
}
