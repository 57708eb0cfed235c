//! A document as the data that a schema judges, with the place of each part.
//!
//! Invariant: nothing is deeper than [`DEPTH`], since those who walk data do it by recursion.

use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::tree::{Token, TreeSource};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// Where a value and its parts stand.
#[derive(Debug, Default)]
pub(super) struct Places {
    range: Range<usize>,
    items: Vec<Places>,
    entries: BTreeMap<String, Places>,
}

impl Places {
    /// The place of the part that a JSON pointer (RFC 6901) leads to; of the nearest around it, where there is none.
    pub(super) fn at(&self, pointer: &str) -> Range<usize> {
        let mut place = self;
        for step in pointer.split('/').skip(1) {
            let name = step.replace("~1", "/").replace("~0", "~");
            let part = match name.parse::<usize>() {
                Ok(index) if !place.items.is_empty() => place.items.get(index),
                _ => place.entries.get(&name),
            };
            let Some(part) = part else { break };
            place = part;
        }
        place.range.clone()
    }
}

/// A map or a list of which the end has not been seen.
struct Open {
    value: Value,
    places: Places,
    key: String,
}

impl Open {
    fn new(value: Value, range: Range<usize>) -> Self {
        Self { value, places: Places { range, ..Places::default() }, key: String::new() }
    }

    fn add(&mut self, value: Value, places: Places) {
        match &mut self.value {
            Value::Array(items) => {
                items.push(value);
                self.places.items.push(places);
            }
            Value::Object(map) => {
                map.insert(self.key.clone(), value);
                self.places.entries.insert(std::mem::take(&mut self.key), places);
            }
            _ => {}
        }
    }
}

/// How deep documents may be nested that a JSON Schema is to judge.
const DEPTH: usize = 500;

fn too_deep(source: &Arc<Source>, at: usize) -> Diagnostic {
    let message =
        format!("the document is nested more than {DEPTH} levels deep, which is too much for a JSON Schema");
    Diagnostic::error(codes::LIMIT, message).at(source, at..at + 1)
}

/// Reads a document; what its syntax has against it is told by those who read it as a model.
pub(super) fn read(
    tokens: &mut dyn TreeSource<'_>,
    source: &Arc<Source>,
) -> Result<Option<(Value, Places)>, Diagnostics> {
    let mut open: Vec<Open> = Vec::new();
    loop {
        let Ok(token) = tokens.next() else { return Ok(None) };
        let range = tokens.range();
        let (value, places) = match token {
            Token::BeginMap | Token::BeginList if open.len() == DEPTH => {
                return Err(Diagnostics::from(too_deep(source, range.start)));
            }
            Token::BeginMap => {
                open.push(Open::new(Value::Object(Map::new()), range));
                continue;
            }
            Token::BeginList => {
                open.push(Open::new(Value::Array(Vec::new()), range));
                continue;
            }
            Token::Key(key) => {
                if let Some(open) = open.last_mut() {
                    open.key = key.into_owned();
                }
                continue;
            }
            Token::EndMap | Token::EndList => match open.pop() {
                Some(done) => (done.value, done.places),
                None => return Ok(None),
            },
            Token::Unreadable | Token::End => return Ok(None),
            scalar => (scalar_value(scalar), Places { range, ..Places::default() }),
        };
        match open.last_mut() {
            Some(around) => around.add(value, places),
            None => return Ok(Some((value, places))),
        }
    }
}

fn scalar_value(token: Token<'_>) -> Value {
    match token {
        Token::Boolean(value) => Value::Bool(value),
        // What JSON's numbers cannot hold is no number to a schema.
        Token::Number(digits) => match serde_json::from_str(&digits) {
            Ok(number) => Value::Number(number),
            Err(_) => Value::String(digits.into_owned()),
        },
        Token::String(text) => Value::String(text.into_owned()),
        _ => Value::Null,
    }
}
