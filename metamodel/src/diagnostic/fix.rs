//! Corrections of texts that programs can apply. This module does not know why a text is wrong.

use super::Source;
use std::ops::Range;
use std::sync::Arc;

/// A change of a text.
#[derive(Debug, Clone)]
pub struct Edit {
    /// The text to change.
    pub source: Arc<Source>,
    /// The byte offsets in [`Source::text`] of the replaced text.
    pub range: Range<usize>,
    /// The text that replaces it.
    pub replacement: String,
}

/// The edits that correct a problem; either all of them are applied, or none.
#[derive(Debug, Clone)]
pub struct Fix {
    /// The edits, which do not overlap.
    pub edits: Vec<Edit>,
    /// Whether the correction changes the meaning of the text. If so, the problem's message must describe the change.
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

    /// Marks this as a correction that changes the meaning of the text.
    #[must_use]
    pub fn changing_meaning(self) -> Self {
        Self { changes_meaning: true, ..self }
    }

    /// Applies corrections to a source, in the order of their positions. A correction that overlaps an earlier one is
    /// skipped. Returns the corrected text and the number of applied corrections.
    #[must_use]
    pub fn apply<'f>(fixes: impl Iterator<Item = &'f Fix>, source: &Source) -> (String, usize) {
        let is_in_source = |edit: &&Edit| edit.source.name() == source.name();
        let mut edits_of_fixes: Vec<Vec<&Edit>> = Vec::new();
        for fix in fixes {
            let mut edits: Vec<&Edit> = fix.edits.iter().filter(is_in_source).collect();
            edits.sort_by_key(|edit| edit.range.start);
            if !edits.is_empty() {
                edits_of_fixes.push(edits);
            }
        }
        // The corrections are sorted by their first edits, so that a correction overlaps an earlier one if it starts
        // before the end of the last applied edit.
        edits_of_fixes.sort_by_key(|edits| edits.first().map(|edit| (edit.range.start, edit.range.end)));
        let mut applied: Vec<&Edit> = Vec::new();
        let (mut end, mut count) = (0, 0);
        for edits in &edits_of_fixes {
            // A correction is applied completely or not at all, because a part of its edits could result in an invalid
            // text.
            if edits.iter().all(|edit| edit.range.start >= end) {
                end = edits.iter().map(|edit| edit.range.end).max().unwrap_or(end);
                applied.extend(edits);
                count += 1;
            }
        }
        (apply_edits(source.text(), &applied), count)
    }
}

/// The text with its edited ranges replaced. The edits must be sorted, and must not overlap.
fn apply_edits(text: &str, edits: &[&Edit]) -> String {
    let mut out = String::with_capacity(text.len());
    let mut copied_end = 0;
    for edit in edits {
        out.push_str(text.get(copied_end..edit.range.start).unwrap_or_default());
        out.push_str(&edit.replacement);
        copied_end = edit.range.end;
    }
    out.push_str(text.get(copied_end..).unwrap_or_default());
    out
}
