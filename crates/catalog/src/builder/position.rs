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

    /// The characters that a problem points to: the rest of the line.
    pub(crate) fn range(&self) -> std::ops::Range<usize> {
        let rest = &self.source.text()[self.offset..];
        self.offset..self.offset + rest.find('\n').unwrap_or(rest.len())
    }
}
