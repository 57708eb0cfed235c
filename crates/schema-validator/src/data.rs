//! Documents as JSON values, with the spans of their parts.
//!
//! Invariant: no value is deeper than [`MAX_DEPTH`], because the validator recurses. This module does not
//! know schemas.

use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_notations::tree::{Fault, Token, TreeSource};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// The spans of a value and its parts.
#[derive(Debug, Default)]
pub(super) struct Spans {
    range: Range<usize>,
    items: Vec<Spans>,
    entries: BTreeMap<String, Spans>,
}

impl Spans {
    /// The span of the part at a JSON pointer (RFC 6901); if it does not exist, of the innermost existing part that
    /// would contain it.
    pub(super) fn range_at(&self, pointer: &str) -> Range<usize> {
        self.follow(pointer).0.range.clone()
    }

    /// The first step of a JSON pointer that does not exist, with the names that exist at that position.
    pub(super) fn missing_step<'p>(&'p self, pointer: &str) -> Option<(String, Vec<&'p str>)> {
        let (innermost, missing) = self.follow(pointer);
        missing.map(|step| (step, innermost.entries.keys().map(String::as_str).collect()))
    }

    /// The part at a pointer; if it does not exist, the innermost existing part that would contain it, with the first
    /// missing step.
    fn follow(&self, pointer: &str) -> (&Self, Option<String>) {
        let mut innermost = self;
        for step in pointer.split('/').skip(1) {
            // `~1` is replaced before `~0`: in the other order, `~01` would become a slash (RFC 6901, section 4).
            let name = step.replace("~1", "/").replace("~0", "~");
            let part = match name.parse::<usize>() {
                // Digits may also be the key of a map, so only a list is indexed.
                Ok(index) if !innermost.items.is_empty() => innermost.items.get(index),
                _ => innermost.entries.get(&name),
            };
            let Some(part) = part else { return (innermost, Some(name)) };
            innermost = part;
        }
        (innermost, None)
    }

    /// The spans of all values with a key, at any depth, in order.
    pub(super) fn with_key(&self, key: &str) -> Vec<Range<usize>> {
        let (mut ranges, mut pending) = (Vec::new(), vec![self]);
        while let Some(spans) = pending.pop() {
            ranges.extend(spans.entries.get(key).map(|entry| entry.range.clone()));
            pending.extend(spans.items.iter().chain(spans.entries.values()));
        }
        // The ranges are sorted, because the stack visits parts in another order than the document.
        ranges.sort_by_key(|range| range.start);
        ranges
    }
}

/// An open map or list.
struct OpenCollection {
    value: Value,
    spans: Spans,
    key: String,
}

impl OpenCollection {
    fn new(value: Value, range: Range<usize>) -> Self {
        Self { value, spans: Spans { range, ..Spans::default() }, key: String::new() }
    }

    /// Adds an item to a list, or the value of the last key to a map.
    fn add(&mut self, value: Value, spans: Spans) {
        match &mut self.value {
            Value::Array(items) => {
                items.push(value);
                self.spans.items.push(spans);
            }
            Value::Object(map) => {
                map.insert(self.key.clone(), value);
                // If a key occurs twice, the last value counts, here and in the map.
                self.spans.entries.insert(std::mem::take(&mut self.key), spans);
            }
            _ => {}
        }
    }
}

/// The maximum nesting of documents that are checked against a JSON Schema.
const MAX_DEPTH: usize = 500;

/// The problem of a map or list at an offset that exceeds the maximum nesting.
fn too_deep(source: &Arc<Source>, offset: usize) -> Diagnostic {
    let message =
        format!("the document is nested more than {MAX_DEPTH} levels deep, the limit for a JSON Schema");
    Diagnostic::error(codes::LIMIT, message).at(source, offset..offset + 1)
}

/// Reads a document; `None` after a syntax error, because the reader of models reports it.
pub(super) fn read(
    tokens: &mut dyn TreeSource<'_>,
    source: &Arc<Source>,
) -> Result<Option<(Value, Spans)>, Diagnostics> {
    match value(tokens, source) {
        Ok(read) => Ok(Some(read)),
        Err(ReadError::TooDeep(problem)) => Err(Diagnostics::from(*problem)),
        Err(ReadError::Broken(_)) => Ok(None),
    }
}

/// Reads a document to its end, and reports syntax errors.
///
/// # Errors
/// The first problem.
pub(super) fn read_schema(
    tokens: &mut dyn TreeSource<'_>,
    source: &Arc<Source>,
) -> Result<(Value, Spans), Box<Diagnostic>> {
    let read_value = value(tokens, source).map_err(|error| match error {
        ReadError::TooDeep(problem) => problem,
        ReadError::Broken(fault) => fault.map_or_else(
            || Box::new(Diagnostic::error(codes::JSON_SYNTAX, "it is empty").at(source, 0..0)),
            |fault| Box::new(fault.into_diagnostic(source)),
        ),
    })?;
    // Other text after the value is an error. In documents, the reader of models reports it.
    match tokens.next() {
        Ok(_) => Ok(read_value),
        Err(fault) => Err(Box::new(fault.into_diagnostic(source))),
    }
}

/// The reason for which a document cannot be read.
enum ReadError {
    TooDeep(Box<Diagnostic>),
    /// A syntax error, unless it was already reported.
    Broken(Option<Box<Fault>>),
}

/// Reads the first value.
fn value(tokens: &mut dyn TreeSource<'_>, source: &Arc<Source>) -> Result<(Value, Spans), ReadError> {
    let mut open_collections: Vec<OpenCollection> = Vec::new();
    loop {
        let token = tokens.next().map_err(|fault| ReadError::Broken(Some(fault)))?;
        let range = tokens.range();
        let (value, spans) = match token {
            // The depth is checked before the value is created, because the validator is recursive, and so is dropping
            // a value.
            Token::BeginMap | Token::BeginList if open_collections.len() == MAX_DEPTH => {
                return Err(ReadError::TooDeep(Box::new(too_deep(source, range.start))));
            }
            Token::BeginMap => {
                open_collections.push(OpenCollection::new(Value::Object(Map::new()), range));
                continue;
            }
            Token::BeginList => {
                open_collections.push(OpenCollection::new(Value::Array(Vec::new()), range));
                continue;
            }
            Token::Key(key) => {
                if let Some(collection) = open_collections.last_mut() {
                    collection.key = key.into_owned();
                }
                continue;
            }
            Token::EndMap | Token::EndList => match open_collections.pop() {
                Some(closed) => (closed.value, closed.spans),
                None => return Err(ReadError::Broken(None)),
            },
            Token::Unreadable | Token::End => return Err(ReadError::Broken(None)),
            scalar => (scalar_value(scalar), Spans { range, ..Spans::default() }),
        };
        match open_collections.last_mut() {
            Some(parent) => parent.add(value, spans),
            None => return Ok((value, spans)),
        }
    }
}

/// The value of a token that is neither a map nor a list.
fn scalar_value(token: Token<'_>) -> Value {
    match token {
        Token::True => Value::Bool(true),
        Token::False => Value::Bool(false),
        // A number that JSON values cannot represent is validated as a string.
        Token::Number(digits) => match serde_json::from_str(&digits) {
            Ok(number) => Value::Number(number),
            Err(_) => Value::String(digits.into_owned()),
        },
        Token::String(text) => Value::String(text.into_owned()),
        _ => Value::Null,
    }
}
