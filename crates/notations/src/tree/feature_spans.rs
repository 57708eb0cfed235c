//! Finds the spans of features in a tree, for problems that are found after reading. This module does not know
//! models.

use super::source::{Token, TreeSource};
use crate::diagnostic::FeatureSpans;
use std::ops::Range;

/// A key whose value comes next, in a map whose features are requested.
struct PendingKey {
    /// The start of the map, by which features are requested.
    object_start: usize,
    name: String,
    range: Range<usize>,
}

/// Records the spans of the requested features. Syntax errors are skipped.
pub fn find_feature_spans<'t>(tokens: &mut dyn TreeSource<'t>, spans: &mut FeatureSpans) {
    // The start of each open map whose features are requested; `None` for other maps and for lists.
    let mut object_starts: Vec<Option<usize>> = Vec::new();
    let mut pending_key: Option<PendingKey> = None;
    loop {
        let Ok(token) = tokens.next() else { continue };
        let range = tokens.range();
        if let Some(key) = pending_key.take() {
            // For a scalar, the span of the value is recorded; for a map or list, the span of its key.
            let is_collection = matches!(token, Token::BeginMap | Token::BeginList);
            let span = if is_collection { key.range } else { range.clone() };
            spans.record(key.object_start, &key.name, span);
        }
        match token {
            Token::BeginMap => {
                let is_requested = spans.includes(range.start);
                object_starts.push(if is_requested { Some(range.start) } else { None });
            }
            Token::BeginList => object_starts.push(None),
            Token::EndMap | Token::EndList => {
                object_starts.pop();
            }
            Token::Key(name) => {
                if let Some(Some(object_start)) = object_starts.last().copied() {
                    pending_key = Some(PendingKey { object_start, name: name.into_owned(), range });
                }
            }
            Token::End => return,
            _ => {}
        }
    }
}
