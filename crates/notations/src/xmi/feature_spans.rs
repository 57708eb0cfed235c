//! Finds the spans of attributes and elements in a document, for problems of features that are found only
//! after reading.

use super::names::split;
use super::xml::{Attribute, Token, Xml};
use crate::diagnostic::{FeatureSpans, Source};
use crate::input::Limits;
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
                let requested_start = Some(opening.offset).filter(|start| spans.includes(*start));
                let attributes = xml.take_attributes();
                let is_requested =
                    |attribute: &&Attribute<'_>| requested_start.is_some() && !attribute.role.is_reserved();
                for attribute in attributes.iter().filter(is_requested) {
                    // An expanded value has another length in the source, so the span ends at the closing quote there.
                    let quote = text.as_bytes()[attribute.offset - 1];
                    let length = memchr::memchr(quote, &text.as_bytes()[attribute.offset..]).unwrap_or(0);
                    let range = attribute.offset..attribute.offset + length;
                    spans.record(opening.offset, split(attribute.name).1, range);
                }
                xml.recycle(attributes);
                object_starts.push(requested_start);
            }
            Token::End => {
                object_starts.pop();
            }
            Token::Eof => return,
            Token::Text(_) | Token::Instruction { .. } => {}
        }
    }
}
