//! The values of a document directly from its events, without a tree.
//!
//! Only documents without anything special can be read like this: without anchors, tags, merge keys, a second
//! document, duplicate keys, keys other than scalars, or problems. All others must be read through a tree,
//! which interprets them and reports their problems. So if this module reads a document to its end, the tree
//! would contain the same values. This module does not know the purpose of a value.

use super::key_marks::{KeyMarks, of_scalar, of_text};
use super::scalar::Scalar;
use super::syntax::{Event, Events, Properties, Style, forbidden};
use super::{YamlVariant, core, psych};
use crate::input::Limits;
use std::borrow::Cow;
use std::ops::Range;

/// A step through the values of a document; in maps, keys and values alternate.
#[derive(Debug, Clone, PartialEq)]
pub enum Step<'t> {
    /// A map starts.
    BeginMap,
    /// The innermost map ends.
    EndMap,
    /// A list starts.
    BeginList,
    /// The innermost list ends.
    EndList,
    /// A string.
    Text(Cow<'t, str>),
    /// A scalar other than a string.
    Scalar(Scalar),
    /// The document is complete.
    End,
}

/// The error that the document is special, so that it must be read with [`parse`](super::parse).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpecialDocument;

/// An open map or list.
#[derive(Debug, Clone, Copy)]
struct OpenCollection {
    is_map: bool,
    /// Whether the next step is a key.
    awaits_key: bool,
    start: usize,
    /// The end of its last child.
    end: usize,
}

/// The values of a text, in document order.
#[derive(Debug)]
pub struct Values<'t> {
    events: Events<'t>,
    variant: YamlVariant,
    limits: Limits,
    open: Vec<OpenCollection>,
    keys: KeyMarks,
    nodes: usize,
    range: Range<usize>,
    /// Whether the last step was a key.
    is_key: bool,
}

impl<'t> Values<'t> {
    /// The values of a text.
    ///
    /// # Errors
    /// If a character is not allowed in YAML.
    pub fn new(text: &'t str, variant: YamlVariant, limits: Limits) -> Result<Self, SpecialDocument> {
        if Self::are_in(text) { Ok(Self::unchecked(text, variant, limits)) } else { Err(SpecialDocument) }
    }

    /// Whether all characters of a text are allowed in YAML, and its length is less than 4 GiB.
    pub(super) fn are_in(text: &str) -> bool {
        u32::try_from(text.len()).is_ok() && forbidden(text).is_none()
    }

    /// The values of a text whose characters were checked.
    pub(super) fn unchecked(text: &'t str, variant: YamlVariant, limits: Limits) -> Self {
        Self {
            events: Events::new(text, variant.syntax()),
            variant,
            limits,
            open: Vec::new(),
            keys: KeyMarks::default(),
            nodes: 0,
            range: 0..0,
            is_key: false,
        }
    }

    /// The span of the last step. A map or list has an empty span at its start, and its complete span at its
    /// end.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.range.clone()
    }

    /// Whether the last step was a key.
    #[must_use]
    pub fn is_key(&self) -> bool {
        self.is_key
    }

    /// The next step.
    ///
    /// # Errors
    /// If the document is special; the results of further calls are then meaningless.
    #[expect(clippy::should_implement_trait, reason = "the end is a step, and no step follows an error")]
    pub fn next(&mut self) -> Result<Step<'t>, SpecialDocument> {
        loop {
            let (event, span) = self.events.next().map_err(|_| SpecialDocument)?;
            return match event {
                Event::DocumentStart => continue,
                Event::Scalar { text, style, properties } => self.scalar(text, style, &properties, span),
                Event::MappingStart(properties) => self.begin(true, &properties, span),
                Event::SequenceStart(properties) => self.begin(false, &properties, span),
                Event::MappingEnd => Ok(self.end(Step::EndMap, span)),
                Event::SequenceEnd => Ok(self.end(Step::EndList, span)),
                Event::DocumentEnd => match self.events.next() {
                    Ok((Event::StreamEnd, _)) => Ok(Step::End),
                    _ => Err(SpecialDocument),
                },
                Event::Alias(_) | Event::StreamEnd => Err(SpecialDocument),
            };
        }
    }

    fn add_node(&mut self, properties: &Properties<'_>) -> Result<(), SpecialDocument> {
        self.nodes += 1;
        let is_ordinary = *properties == Properties::default() && self.nodes <= self.limits.nodes;
        if is_ordinary { Ok(()) } else { Err(SpecialDocument) }
    }

    fn begin(
        &mut self,
        is_map: bool,
        properties: &Properties<'_>,
        span: Range<usize>,
    ) -> Result<Step<'t>, SpecialDocument> {
        self.add_node(properties)?;
        if self.open.len() >= self.limits.depth {
            return Err(SpecialDocument);
        }
        match self.open.last_mut() {
            Some(OpenCollection { awaits_key: true, .. }) => return Err(SpecialDocument),
            Some(open) => open.awaits_key = open.is_map,
            None => {}
        }
        if is_map {
            self.keys.begin_map();
        }
        self.is_key = false;
        self.open.push(OpenCollection { is_map, awaits_key: is_map, start: span.start, end: span.start });
        self.range = span;
        Ok(if is_map { Step::BeginMap } else { Step::BeginList })
    }

    /// A block ends with its last child; only collections in brackets have an end of their own.
    fn end(&mut self, step: Step<'t>, span: Range<usize>) -> Step<'t> {
        self.is_key = false;
        let Some(open) = self.open.pop() else { return step };
        if open.is_map {
            self.keys.end_map();
        }
        let end = if span.is_empty() { open.end } else { span.end };
        if let Some(parent) = self.open.last_mut() {
            parent.end = end;
        }
        self.range = open.start..end;
        step
    }

    fn scalar(
        &mut self,
        text: Cow<'t, str>,
        style: Style,
        properties: &Properties<'_>,
        span: Range<usize>,
    ) -> Result<Step<'t>, SpecialDocument> {
        self.add_node(properties)?;
        if text.len() > self.limits.value {
            return Err(SpecialDocument);
        }
        self.is_key = false;
        if let Some(open) = self.open.last_mut() {
            // The last child of a map is a value.
            self.is_key = open.awaits_key;
            open.awaits_key = open.is_map && !open.awaits_key;
            open.end = span.end.max(open.start);
        }
        self.range = span;
        let step = match style {
            Style::Plain => self.plain(text)?,
            Style::Quoted | Style::Block => Step::Text(text),
        };
        if self.is_key {
            let mark = match &step {
                Step::Text(text) if self.variant == YamlVariant::Psych && text == "<<" => {
                    return Err(SpecialDocument);
                }
                Step::Text(text) => of_text(text),
                Step::Scalar(scalar) => of_scalar(scalar),
                _ => return Err(SpecialDocument),
            };
            if !self.keys.add(mark) {
                return Err(SpecialDocument);
            }
        }
        Ok(step)
    }

    /// The value of a plain scalar.
    fn plain(&self, text: Cow<'t, str>) -> Result<Step<'t>, SpecialDocument> {
        let scalar = match self.variant {
            YamlVariant::Core if core::is_string(&text) => return Ok(Step::Text(text)),
            YamlVariant::Psych if psych::is_string(&text) => return Ok(Step::Text(text)),
            _ if is_integer(text.as_bytes()) => text.parse().map(Scalar::Int).map_err(|_| SpecialDocument),
            YamlVariant::Core => core::resolve(&text).map_err(|_| SpecialDocument),
            YamlVariant::Psych => psych::tokenize(&text).map_err(|_| SpecialDocument),
        };
        Ok(match scalar? {
            Scalar::String(_) => Step::Text(text),
            scalar => Step::Scalar(scalar),
        })
    }
}

/// Whether a text is an integer in both variants, in the form in which it is written again: without a `+`
/// sign or leading zeros.
pub(super) fn is_integer(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    digits.len() < 19 && matches!(digits.first(), Some(b'1'..=b'9')) && digits.iter().all(u8::is_ascii_digit)
}
