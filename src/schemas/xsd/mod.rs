//! XML Schema 1.0 and 1.1, for documents in XML.
//!
//! Documents are judged as the text that was decoded, whatever their encoding was.

mod copies;

use super::{DEPTH, Language, Schema, limited, refused, too_deep};
use crate::formats::{Format, Input};
use crate::workspace::shown;
use copies::Copies;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::input::{Limits, decode_xml};
use std::path::Path;
use std::sync::Arc;
use uppsala::{Parser, XmlError, XsdValidator};

/// The language.
#[derive(Debug)]
pub(super) struct XmlSchema;

impl Language for XmlSchema {
    fn name(&self) -> &'static str {
        "XML Schema"
    }

    fn extension(&self) -> &'static str {
        "xsd"
    }

    fn load(&self, path: &Path, bytes: Vec<u8>, limits: &Limits) -> Result<Box<dyn Schema>, Box<Diagnostic>> {
        let name = shown(path);
        let source = decode_xml(&name, bytes, limits)?.source;
        let bad = |error: XmlError| {
            let (line, column, message) = placed(&error);
            let at = offset(&source, line, column);
            let message = format!("{name} is no schema that can be used: {message}");
            Box::new(bad_schema(message).at(&source, at..at + 1))
        };
        let mut document = parser().parse(source.text()).map_err(bad)?;
        let copies = Copies::of(&mut document, path, limits)?;
        let folder = copies.folder.path();
        let validator = XsdValidator::from_schema_with_base_path(&document, Some(folder)).map_err(bad)?;
        Ok(Box::new(Loaded { name, validator }))
    }
}

fn bad_schema(message: String) -> Diagnostic {
    Diagnostic::error(codes::BAD_SCHEMA, message).help("correct the schema, or generate it again")
}

fn parser() -> Parser {
    Parser::new().with_max_depth(u32::try_from(DEPTH).unwrap_or(u32::MAX))
}

struct Loaded {
    name: String,
    validator: XsdValidator,
}

impl std::fmt::Debug for Loaded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Loaded").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Schema for Loaded {
    fn check(&self, format: &dyn Format, input: &Input) -> Option<Diagnostics> {
        format.is_xml().then(|| self.judge(&input.source))
    }
}

impl Loaded {
    fn judge(&self, source: &Arc<Source>) -> Diagnostics {
        let document = match parser().parse(source.text()) {
            Ok(document) => document,
            // What is no XML is told by those who read it as a model.
            Err(error) if error.to_string().contains("depth") => {
                let (line, column, _) = placed(&error);
                return Diagnostics::from(too_deep(source, offset(source, line, column)));
            }
            Err(_) => return Diagnostics::new(),
        };
        limited(self.validator.validate(&document).into_iter().map(|error| {
            let at = offset(source, error.line.unwrap_or(1), error.column.unwrap_or(1));
            let rule = format!("the rule is one of {}", self.name);
            refused(source, at..source.word_end(at), &error.message, rule)
        }))
    }
}

/// A problem of XML: line, column, and words.
fn placed(error: &XmlError) -> (usize, usize, &str) {
    match error {
        XmlError::WellFormedness(error) => (error.line, error.column, &error.message),
        XmlError::Namespace(error) => (error.line, error.column, &error.message),
        XmlError::Parse(error) => (error.line, error.column, &error.message),
        XmlError::Validation(error) => {
            (error.line.unwrap_or(1), error.column.unwrap_or(1), error.message.as_str())
        }
        XmlError::XPath(error) => (1, 1, error.message.as_str()),
        XmlError::UnexpectedEof => (usize::MAX, 1, "it ends too early"),
    }
}

/// The byte at a line and a column in characters; the end of the text where there is no such line.
fn offset(source: &Source, line: usize, column: usize) -> usize {
    let Some((start, text)) = source.line(line) else { return source.text().len() };
    let within = text.char_indices().nth(column.saturating_sub(1)).map_or(text.len(), |(at, _)| at);
    start + within
}
