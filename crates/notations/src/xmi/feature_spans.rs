//! Finds the spans of attributes and elements in a document, for problems of features that are found only
//! after reading.

use super::names::split;
use super::xml::{Token, Xml};
use crate::diagnostic::{FeatureSpans, Source};
use crate::input::Limits;
use std::ops::Range;
use std::sync::Arc;

/// Finds the spans of the requested features in a document: of an attribute's value, otherwise of the
/// first element with the feature's name.
pub fn find_feature_spans(source: &Arc<Source>, spans: &mut FeatureSpans) {
    // Problems are ignored, because they were reported when the document was read; spans are then missing.
    let Ok(mut xml) = Xml::new(source, Limits::default()) else { return };
    let text = source.text();
    // For each open element, the offset of its start if features of its object are requested.
    let mut object_starts: Vec<Option<usize>> = Vec::new();
    while let Ok(token) = xml.next_without_blanks() {
        match token {
            Token::Start(opening) => {
                if let Some(object) = object_starts.last().copied().flatten() {
                    let range = opening.offset..opening.offset + 1 + opening.name.len();
                    spans.record(object, split(opening.name).1, range);
                }
                let is_requested = spans.includes(opening.offset);
                let attributes = xml.take_attributes();
                if is_requested {
                    for attribute in attributes.iter().filter(|attribute| !attribute.role.is_reserved()) {
                        let range = value_range(text, attribute.offset);
                        spans.record(opening.offset, split(attribute.name).1, range);
                    }
                }
                xml.recycle(attributes);
                object_starts.push(if is_requested { Some(opening.offset) } else { None });
            }
            Token::End => {
                object_starts.pop();
            }
            Token::Eof => return,
            Token::Text(_) | Token::Instruction { .. } => {}
        }
    }
}

/// The span of the attribute value that starts at `start`, without its quotes. The value in memory may have another
/// length, because references in it are replaced, so the closing quote is searched.
fn value_range(text: &str, start: usize) -> Range<usize> {
    let quote = text.as_bytes()[start - 1];
    let length = memchr::memchr(quote, &text.as_bytes()[start..]).unwrap_or(0);
    start..start + length
}
