//! The tokens of a document straight from its events, without a tree.
//!
//! Only documents without anything special have them: no anchor, tag or second document, no key twice or other than a
//! string, and no error. For all others there is one fault, and the document must be read by way of a tree. So whatever
//! is read without a fault is read as the tree would give it. This module does not know what a key means.

use super::core;
use super::scalar::Scalar;
use super::syntax::{Event, Events, Properties, Style, SyntaxVariant, forbidden};
use super::tokens::{decimal, scalar_token};
use crate::diagnostic::codes;
use crate::input::Limits;
use crate::simd::halves;
use crate::tree::{Fault, Token, TreeSource};
use std::borrow::Cow;
use std::cell::Cell;
use std::ops::Range;

/// Maps with more keys are left to the tree, which finds keys in a table.
const MOST_KEYS: usize = 64;

/// An open map or list.
#[derive(Debug, Clone, Copy)]
struct Open {
    is_map: bool,
    /// Whether a key comes next.
    awaits_key: bool,
    /// Where the marks of its keys start.
    keys: usize,
}

/// The tokens of a text in YAML 1.2.
#[derive(Debug)]
pub(super) struct Stream<'t> {
    events: Events<'t>,
    limits: Limits,
    open: Vec<Open>,
    /// Marks of the keys of all open maps: equal ones have equal marks, and different ones nearly always different marks.
    keys: Vec<u64>,
    nodes: usize,
    range: Range<usize>,
    ended: bool,
    /// Set when the document turns out to need a tree.
    is_special: &'t Cell<bool>,
}

/// The document needs a tree.
struct Special;

impl<'t> Stream<'t> {
    /// The tokens of a text that [`is_readable`].
    pub(super) fn new(text: &'t str, limits: Limits, is_special: &'t Cell<bool>) -> Self {
        Self {
            events: Events::new(text, SyntaxVariant::Core),
            limits,
            open: Vec::new(),
            keys: Vec::new(),
            nodes: 0,
            range: 0..0,
            ended: false,
            is_special,
        }
    }

    fn step(&mut self) -> Result<Token<'t>, Special> {
        loop {
            let (event, span) = self.events.next().map_err(|_| Special)?;
            self.range = span;
            return match event {
                Event::DocumentStart => continue,
                Event::Scalar { text, style, properties } => self.scalar(text, style, &properties),
                Event::MappingStart(properties) => self.open(true, &properties),
                Event::SequenceStart(properties) => self.open(false, &properties),
                Event::MappingEnd => Ok(self.close(Token::EndMap)),
                Event::SequenceEnd => Ok(self.close(Token::EndList)),
                Event::DocumentEnd => self.end(),
                Event::Alias(_) | Event::StreamEnd => Err(Special),
            };
        }
    }

    fn count(&mut self, properties: &Properties<'_>) -> Result<(), Special> {
        self.nodes += 1;
        let is_plain = *properties == Properties::default() && self.nodes <= self.limits.nodes;
        if is_plain { Ok(()) } else { Err(Special) }
    }

    fn open(&mut self, is_map: bool, properties: &Properties<'_>) -> Result<Token<'t>, Special> {
        self.count(properties)?;
        if self.open.len() >= self.limits.depth {
            return Err(Special);
        }
        match self.open.last_mut() {
            Some(Open { awaits_key: true, .. }) => return Err(Special),
            Some(open) => open.awaits_key = open.is_map,
            None => {}
        }
        self.open.push(Open { is_map, awaits_key: is_map, keys: self.keys.len() });
        Ok(if is_map { Token::BeginMap } else { Token::BeginList })
    }

    fn close(&mut self, token: Token<'t>) -> Token<'t> {
        if let Some(open) = self.open.pop() {
            self.keys.truncate(open.keys);
        }
        self.range = self.range.end..self.range.end;
        token
    }

    /// The end of the only document.
    fn end(&mut self) -> Result<Token<'t>, Special> {
        self.ended = true;
        match self.events.next() {
            Ok((Event::StreamEnd, _)) => Ok(Token::End),
            _ => Err(Special),
        }
    }

    fn scalar(
        &mut self,
        text: Cow<'t, str>,
        style: Style,
        properties: &Properties<'_>,
    ) -> Result<Token<'t>, Special> {
        self.count(properties)?;
        if text.len() > self.limits.value {
            return Err(Special);
        }
        if let Some(open) = self.open.last_mut().filter(|open| open.is_map) {
            let is_key = open.awaits_key;
            open.awaits_key = !is_key;
            if is_key {
                let first = open.keys;
                return self.key(text, style, first);
            }
        }
        match style {
            Style::Plain => plain(text),
            Style::Quoted | Style::Block => Ok(Token::String(text)),
        }
    }

    /// A key of the map whose keys start at `first`.
    fn key(&mut self, text: Cow<'t, str>, style: Style, first: usize) -> Result<Token<'t>, Special> {
        let mark = mark(text.as_bytes());
        let others = self.keys.get(first..).unwrap_or_default();
        let is_string = style != Style::Plain || is_string(&text);
        if !is_string || others.len() >= MOST_KEYS || others.contains(&mark) {
            return Err(Special);
        }
        self.keys.push(mark);
        Ok(Token::Key(text))
    }
}

/// Whether tokens may be read from a text.
pub(super) fn is_readable(text: &str) -> bool {
    u32::try_from(text.len()).is_ok() && forbidden(text).is_none()
}

/// A number that texts nearly always differ in.
fn mark(text: &[u8]) -> u64 {
    let (low, high) = halves(text);
    low.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ high.rotate_left(32) ^ text.len() as u64
}

/// Whether a plain scalar is a string, as far as that can be told without reading a number.
fn is_string(text: &str) -> bool {
    match text.bytes().next() {
        Some(b't' | b'T' | b'f' | b'F' | b'n' | b'N') => !core::is_word(text),
        Some(b'0'..=b'9' | b'+' | b'-' | b'.' | b'~') | None => false,
        Some(_) => true,
    }
}

/// The token of a plain scalar that is a value.
fn plain(text: Cow<'_, str>) -> Result<Token<'_>, Special> {
    if is_string(&text) {
        return Ok(Token::String(text));
    }
    if is_canonical(text.as_bytes()) {
        return Ok(Token::Number(text));
    }
    match core::resolve(&text).map_err(|_| Special)? {
        Scalar::String(_) => Ok(Token::String(text)),
        scalar @ Scalar::Float(_) => Ok(decimal(&text).unwrap_or_else(|| scalar_token(&scalar)).into_owned()),
        scalar => Ok(scalar_token(&scalar).into_owned()),
    }
}

/// Whether a text is an integer as it is written again: neither with a sign `+` nor with a zero in front.
fn is_canonical(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    digits.len() < 19 && matches!(digits.first(), Some(b'1'..=b'9')) && digits.iter().all(u8::is_ascii_digit)
}

impl<'t> TreeSource<'t> for Stream<'t> {
    fn next(&mut self) -> Result<Token<'t>, Box<Fault>> {
        if self.ended {
            return Ok(Token::End);
        }
        self.step().map_err(|Special| {
            self.ended = true;
            self.is_special.set(true);
            Fault::new(codes::YAML_SYNTAX, "expected a document that needs no tree", self.range.clone())
        })
    }

    fn range(&self) -> Range<usize> {
        self.range.clone()
    }
}
