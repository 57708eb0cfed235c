//! Finds the spans of features in a tree, for problems that are found after reading. This module does not know
//! models.

use super::source::{Token, TreeSource};
use crate::diagnostic::FeatureSpans;
use std::ops::Range;

/// Records the spans of the requested features. Syntax errors are skipped.
pub fn find_feature_spans<'t>(tokens: &mut dyn TreeSource<'t>, spans: &mut FeatureSpans) {
    // The start of each open map whose features are requested; `None` for other maps and for lists.
    let mut object_starts: Vec<Option<usize>> = Vec::new();
    // The key whose value comes next: the start of its map, its name and its span.
    let mut key: Option<(usize, String, Range<usize>)> = None;
    loop {
        let Ok(token) = tokens.next() else { continue };
        let range = tokens.range();
        if let Some((object, name, key_range)) = key.take() {
            // For a scalar, the span of the value is recorded; for a map or list, the span of its key.
            let is_collection = matches!(token, Token::BeginMap | Token::BeginList);
            spans.record(object, &name, if is_collection { key_range } else { range.clone() });
        }
        match token {
            Token::BeginMap => object_starts.push(Some(range.start).filter(|start| spans.includes(*start))),
            Token::BeginList => object_starts.push(None),
            Token::EndMap | Token::EndList => {
                object_starts.pop();
            }
            Token::Key(name) => {
                let object = object_starts.last().copied().flatten();
                key = object.map(|object| (object, name.into_owned(), range));
            }
            Token::End => return,
            _ => {}
        }
    }
}
