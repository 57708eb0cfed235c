//! Corrections of texts that programs can apply. Does not know why a text is wrong.

use super::Source;
use std::ops::Range;
use std::sync::Arc;

/// A change of a text.
#[derive(Debug, Clone)]
pub struct Edit {
    /// The text.
    pub source: Arc<Source>,
    /// Byte offsets into [`Source::text`] of what is replaced.
    pub range: Range<usize>,
    /// The text that replaces it.
    pub replacement: String,
}

/// The edits that correct a problem, all of them or none.
#[derive(Debug, Clone)]
pub struct Fix {
    /// The edits; none overlaps another one.
    pub edits: Vec<Edit>,
    /// Whether the corrected text has another meaning; the problem's message must describe it then.
    pub changes_meaning: bool,
}

impl Fix {
    /// A correction by one edit.
    #[must_use]
    pub fn new(source: &Arc<Source>, range: Range<usize>, replacement: impl Into<String>) -> Self {
        let edit =
            Edit { source: Arc::clone(source), range: source.clip(range), replacement: replacement.into() };
        Self { edits: vec![edit], changes_meaning: false }
    }

    /// The same correction, which changes the meaning of the text.
    #[must_use]
    pub fn changing_meaning(self) -> Self {
        Self { changes_meaning: true, ..self }
    }
}
