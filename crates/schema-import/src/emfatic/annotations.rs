//! Annotations, and the labels that sources of annotations have.
//!
//! Invariant: a label is found regardless of case. This module does not know which elements have annotations.

use crate::declarations::Annotation;
use crate::java_like::lexer::Kind;
use crate::java_like::parser::{Parsed, Parser};

/// The source of annotations that declare labels.
const MAP_SOURCE: &str = "http://www.eclipse.org/emf/2004/EmfaticAnnotationMap";

/// A label of a source, perhaps with the names of values that are given without a name.
#[derive(Debug)]
struct Label {
    name: String,
    source: String,
    keys: Vec<String>,
}

/// The labels that are known.
#[derive(Debug)]
pub(super) struct AnnotationMap(Vec<Label>);

impl AnnotationMap {
    /// The labels that Emfatic knows.
    pub(super) fn new() -> Self {
        let labels = [
            ("genmodel", "http://www.eclipse.org/emf/2002/GenModel"),
            ("ecore", "http://www.eclipse.org/emf/2002/Ecore"),
            ("extendedmetadata", "http:///org/eclipse/emf/ecore/util/ExtendedMetaData"),
            ("emfaticannotationmap", MAP_SOURCE),
        ];
        let label = |(name, source): (&str, &str)| Label {
            name: name.to_owned(),
            source: source.to_owned(),
            keys: Vec::new(),
        };
        Self(labels.into_iter().map(label).collect())
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
        let label = self.0.iter().find(|label| label.name.eq_ignore_ascii_case(&label_or_source));
        let source = label.map_or(label_or_source, |label| label.source.clone());
        // The names of a label apply only if there are as many values as names.
        let count = values.len();
        let keys = self
            .0
            .iter()
            .find(|label| label.source == source && label.keys.len() == count)
            .map(|label| &label.keys);
        let details = values.into_iter().enumerate().map(|(index, (key, value))| {
            let implied = || keys.and_then(|keys| keys.get(index)).cloned();
            let numbered = || if index == 0 { "value".to_owned() } else { format!("value{}", index + 1) };
            (key.or_else(implied).unwrap_or_else(numbered), value)
        });
        let details: Vec<(String, String)> = details.collect();
        if source == MAP_SOURCE {
            self.declare(&details);
        }
        Ok(Annotation { source, details })
    }

    /// Adds the labels of an annotation: `label="source"`, or `"label(key, …)"="source"`.
    fn declare(&mut self, details: &[(String, String)]) {
        for (written, source) in details {
            let (name, keys) = written.split_once('(').unwrap_or((written, ""));
            let keys = keys.trim_end_matches(')').split(',').map(|key| key.trim().to_owned());
            let keys = keys.filter(|key| !key.is_empty()).collect();
            self.0.push(Label { name: name.trim().to_owned(), source: source.clone(), keys });
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
