//! Converts between bytes and lines with columns. The calculation starts from the previous position.
//!
//! A text may be one long line; without the previous position, its characters would be counted again for each object.
//! Positions may be requested in any order, but only ascending ones are fast.

use modelwright_metamodel::diagnostic::{Position, Source};

/// The last requested position in a text.
#[derive(Clone)]
pub struct Cursor<'s> {
    source: &'s Source,
    offset: usize,
    position: Position,
}

impl<'s> Cursor<'s> {
    /// A cursor at the beginning of a source.
    pub fn new(source: &'s Source) -> Self {
        Self { source, offset: 0, position: source.position(0) }
    }

    /// The line and column of the byte at an offset.
    pub fn position(&mut self, offset: usize) -> Position {
        // If `offset` is before the last position, `get` returns `None`, and the position is computed from the start.
        let between = self.source.text().get(self.offset..offset);
        self.position = match between.filter(|text| !text.contains(['\n', '\r'])) {
            Some(text) => {
                let column = self.position.column + text.chars().count();
                Position { line: self.position.line, column }
            }
            None => self.source.position(offset),
        };
        self.offset = offset;
        self.position
    }

    /// The offset of the byte at a line and column.
    pub fn offset(&mut self, position: Position) -> usize {
        // `None` if the column is before that of the last position.
        let columns_ahead = position.column.checked_sub(self.position.column);
        self.offset = match columns_ahead.filter(|_| position.line == self.position.line) {
            Some(count) => {
                let following = &self.source.text()[self.offset..];
                self.offset + following.char_indices().nth(count).map_or(following.len(), |(bytes, _)| bytes)
            }
            None => self.source.offset(position),
        };
        self.position = position;
        self.offset
    }
}
