//! Positions in manifests.

use modelwright_metamodel::diagnostic::Source;
use std::sync::Arc;

/// A position in a file.
#[derive(Debug, Clone)]
pub(crate) struct SourcePosition {
    pub(crate) source: Arc<Source>,
    pub(crate) offset: usize,
}

impl SourcePosition {
    /// The line, from 1.
    pub(crate) fn line(&self) -> usize {
        self.source.position(self.offset).line
    }

    /// Whether two positions are on the same line of the same file.
    pub(crate) fn is_on_line_of(&self, other: &Self) -> bool {
        self.source.name() == other.source.name() && self.line() == other.line()
    }

    /// The characters that a problem points to: the rest of the line.
    pub(crate) fn range(&self) -> std::ops::Range<usize> {
        let following_text = &self.source.text()[self.offset..];
        self.offset..self.offset + following_text.find('\n').unwrap_or(following_text.len())
    }
}
