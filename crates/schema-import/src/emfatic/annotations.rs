//! Annotations, and the labels that sources of annotations have.
//!
//! Invariant: a label is found regardless of case. This module does not know which elements have annotations.

use crate::declarations::Annotation;
use crate::java_like::lexer::Kind;
use crate::java_like::parser::{Parsed, Parser};
use rustc_hash::FxHashMap;

/// The source of annotations that declare labels.
const MAP_SOURCE: &str = "http://www.eclipse.org/emf/2004/EmfaticAnnotationMap";

/// The labels that are known.
#[derive(Debug)]
pub(super) struct AnnotationMap {
    /// The source that each label means. Labels are in lower case, since Emfatic ignores their case.
    sources: FxHashMap<String, String>,
    /// The keys of values that are written without a key, by the source of the annotation and the number of values.
    implied_keys: FxHashMap<String, FxHashMap<usize, Vec<String>>>,
}

impl AnnotationMap {
    /// The labels that Emfatic knows.
    pub(super) fn new() -> Self {
        let labels = [
            ("genmodel", "http://www.eclipse.org/emf/2002/GenModel"),
            ("ecore", "http://www.eclipse.org/emf/2002/Ecore"),
            ("extendedmetadata", "http:///org/eclipse/emf/ecore/util/ExtendedMetaData"),
            ("emfaticannotationmap", MAP_SOURCE),
        ];
        let sources =
            labels.into_iter().map(|(label, source)| (label.to_owned(), source.to_owned())).collect();
        Self { sources, implied_keys: FxHashMap::default() }
    }

    /// Reads `@source(key = value, …)`, and adds the labels that the annotation declares.
    pub(super) fn annotation(&mut self, parser: &mut Parser<'_>) -> Parsed<Annotation> {
        parser.expect("@")?;
        let label_or_source = text(parser)?;
        let mut values: Vec<(Option<String>, String)> = Vec::new();
        if parser.take("(") && !parser.take(")") {
            loop {
                let key_or_value = text(parser)?;
                if parser.take("=") {
                    values.push((Some(key_or_value), text(parser)?));
                } else {
                    values.push((None, key_or_value));
                }
                if !parser.take(",") {
                    break;
                }
            }
            parser.expect(")")?;
        }
        let source =
            self.sources.get(&label_or_source.to_ascii_lowercase()).cloned().unwrap_or(label_or_source);
        // The keys of a label apply only if there are as many values as keys.
        let implied_keys = self.implied_keys.get(&source).and_then(|keys| keys.get(&values.len()));
        let mut details: Vec<(String, String)> = Vec::with_capacity(values.len());
        for (index, (written_key, value)) in values.into_iter().enumerate() {
            let key = if let Some(key) = written_key {
                key
            } else if let Some(key) = implied_keys.and_then(|keys| keys.get(index)) {
                key.clone()
            } else if index == 0 {
                "value".to_owned()
            } else {
                format!("value{}", index + 1)
            };
            details.push((key, value));
        }
        if source == MAP_SOURCE {
            self.declare(&details);
        }
        Ok(Annotation { source, details })
    }

    /// Adds the labels of an annotation: `label="source"`, or `"label(key, …)"="source"`.
    fn declare(&mut self, details: &[(String, String)]) {
        for (written, source) in details {
            let (label, key_list) = written.split_once('(').unwrap_or((written, ""));
            let keys = key_list.trim_end_matches(')').split(',').map(|key| key.trim().to_owned());
            let keys: Vec<String> = keys.filter(|key| !key.is_empty()).collect();
            // The first declaration of a label counts.
            self.sources.entry(label.trim().to_ascii_lowercase()).or_insert_with(|| source.clone());
            self.implied_keys.entry(source.clone()).or_default().entry(keys.len()).or_insert(keys);
        }
    }
}

/// Reads a text in quotes, names with points, or a number.
fn text(parser: &mut Parser<'_>) -> Parsed<String> {
    match parser.peek().kind {
        Kind::Text => Ok(parser.next_text()),
        Kind::Number => parser.signed_number(),
        _ if parser.is("-") => parser.signed_number(),
        _ => parser.qualified_name(),
    }
}
