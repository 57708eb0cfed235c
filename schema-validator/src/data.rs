//! A document as the data that a schema judges, with the place of each part.
//!
//! Invariant: nothing is deeper than [`DEPTH`], since those who walk data do it by recursion.

use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::tree::{Fault, Token, TreeSource};
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
        self.follow(pointer).0.range.clone()
    }

    /// The step of a JSON pointer that leads nowhere, with the names that it could be.
    pub(super) fn lost<'p>(&'p self, pointer: &str) -> Option<(String, Vec<&'p str>)> {
        let (place, lost) = self.follow(pointer);
        lost.map(|step| (step, place.entries.keys().map(String::as_str).collect()))
    }

    /// The part that a pointer leads to, or the nearest around it, and the first step that leads nowhere.
    fn follow(&self, pointer: &str) -> (&Self, Option<String>) {
        let mut place = self;
        for step in pointer.split('/').skip(1) {
            let name = step.replace("~1", "/").replace("~0", "~");
            let part = match name.parse::<usize>() {
                Ok(index) if !place.items.is_empty() => place.items.get(index),
                _ => place.entries.get(&name),
            };
            let Some(part) = part else { return (place, Some(name)) };
            place = part;
        }
        (place, None)
    }

    /// The places of all that stands under a key, wherever that is, in order.
    pub(super) fn of_key(&self, key: &str) -> Vec<Range<usize>> {
        let (mut found, mut open) = (Vec::new(), vec![self]);
        while let Some(place) = open.pop() {
            found.extend(place.entries.get(key).map(|entry| entry.range.clone()));
            open.extend(place.items.iter().chain(place.entries.values()));
        }
        found.sort_by_key(|range| range.start);
        found
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
    match value(tokens, source) {
        Ok(read) => Ok(Some(read)),
        Err(Unread::TooDeep(problem)) => Err(Diagnostics::from(*problem)),
        Err(Unread::Broken(_)) => Ok(None),
    }
}

/// Reads a document that no one reads but who asks, to its end.
///
/// # Errors
/// The first problem.
pub(super) fn read_whole(
    tokens: &mut dyn TreeSource<'_>,
    source: &Arc<Source>,
) -> Result<(Value, Places), Box<Diagnostic>> {
    let empty = || Box::new(Diagnostic::error(codes::JSON_SYNTAX, "it is empty").at(source, 0..0));
    let read = value(tokens, source).map_err(|unread| match unread {
        Unread::TooDeep(problem) => problem,
        Unread::Broken(fault) => fault.map_or_else(empty, |fault| Box::new(fault.into_diagnostic(source))),
    })?;
    match tokens.next() {
        Ok(_) => Ok(read),
        Err(fault) => Err(Box::new(fault.into_diagnostic(source))),
    }
}

/// Why there is no data.
enum Unread {
    TooDeep(Box<Diagnostic>),
    /// Its syntax is wrong, in a way that may have been told before.
    Broken(Option<Box<Fault>>),
}

/// Reads the first value.
fn value(tokens: &mut dyn TreeSource<'_>, source: &Arc<Source>) -> Result<(Value, Places), Unread> {
    let mut open: Vec<Open> = Vec::new();
    loop {
        let token = tokens.next().map_err(|fault| Unread::Broken(Some(fault)))?;
        let range = tokens.range();
        let (value, places) = match token {
            Token::BeginMap | Token::BeginList if open.len() == DEPTH => {
                return Err(Unread::TooDeep(Box::new(too_deep(source, range.start))));
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
                None => return Err(Unread::Broken(None)),
            },
            Token::Unreadable | Token::End => return Err(Unread::Broken(None)),
            scalar => (scalar_value(scalar), Places { range, ..Places::default() }),
        };
        match open.last_mut() {
            Some(around) => around.add(value, places),
            None => return Ok((value, places)),
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
