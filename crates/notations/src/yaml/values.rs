//! The values of a document directly from its events, without a tree.
//!
//! Only documents without anything special can be read like this: without anchors, tags, merge keys, a second
//! document, duplicate keys, keys other than scalars, or problems. All others must be read through a tree,
//! which interprets them and reports their problems. So if this module reads a document to its end, the tree
//! would contain the same values. This module does not know the purpose of a value.

use super::key_marks::{KeyMarks, of_scalar, of_text};
use super::scalar::Scalar;
use super::syntax::{CertainEvent, CertainKind, Event, Events, Style, find_forbidden};
use super::{YamlVariant, core, psych};
use crate::input::Limits;
use crate::tree::TokenSpan;
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

/// A step of the most frequent forms.
#[derive(Debug, Clone, Copy)]
pub(super) enum CertainStep<'t> {
    BeginMap,
    EndMap,
    BeginList,
    EndList,
    /// A string.
    Text(&'t str),
    /// A plain scalar that may be something other than a string: [`Values::resolve_plain`] returns its step.
    Plain(&'t str),
    /// Any other step, which [`Values::next_uncertain`] returns; with the event of a text that has escapes.
    Uncertain(Option<CertainEvent>),
}

/// The error that the document is special, so that it must be read with [`parse`](super::parse).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SpecialDocument;

/// A map or a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum CollectionKind {
    Map,
    List,
}

/// An open map or list.
#[derive(Debug, Clone, Copy)]
struct OpenCollection {
    is_map: bool,
    /// Whether the next step is a key.
    awaits_key: bool,
    start: usize,
    /// The end of the last child.
    end: usize,
}

/// The values of a text, in document order.
#[derive(Debug)]
pub struct Values<'t> {
    events: Events<'t>,
    variant: YamlVariant,
    limits: Limits,
    open_collections: Vec<OpenCollection>,
    /// The keys of the open maps.
    keys: KeyMarks,
    /// The number of nodes so far.
    node_count: usize,
    span: TokenSpan,
    /// Whether the last step was a key.
    is_key: bool,
}

impl<'t> Values<'t> {
    /// The values of a text.
    ///
    /// # Errors
    /// If a character is not allowed in YAML.
    pub fn new(text: &'t str, variant: YamlVariant, limits: Limits) -> Result<Self, SpecialDocument> {
        if Self::is_readable(text) {
            Ok(Self::unchecked(text, variant, limits))
        } else {
            Err(SpecialDocument)
        }
    }

    /// Whether all characters of a text are allowed in YAML, and its length is less than 4 GiB.
    pub(super) fn is_readable(text: &str) -> bool {
        u32::try_from(text.len()).is_ok() && find_forbidden(text).is_none()
    }

    /// The values of a text whose characters were checked.
    pub(super) fn unchecked(text: &'t str, variant: YamlVariant, limits: Limits) -> Self {
        Self {
            events: Events::new(text, variant.syntax()),
            variant,
            limits,
            open_collections: Vec::new(),
            keys: KeyMarks::default(),
            node_count: 0,
            span: TokenSpan::default(),
            is_key: false,
        }
    }

    /// The span of the last step. A map or list has an empty span at its start, and its complete span at its
    /// end.
    #[must_use]
    pub fn range(&self) -> Range<usize> {
        self.span.range()
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
        Ok(match self.next_certain()? {
            CertainStep::BeginMap => Step::BeginMap,
            CertainStep::EndMap => Step::EndMap,
            CertainStep::BeginList => Step::BeginList,
            CertainStep::EndList => Step::EndList,
            CertainStep::Text(text) => Step::Text(Cow::Borrowed(text)),
            CertainStep::Plain(text) => return self.resolve_plain(text),
            CertainStep::Uncertain(event) => return self.next_uncertain(event),
        })
    }

    /// The next step, as far as the fast path of the syntax is certain of it. Steps of this form can be copied, which
    /// is faster than moving steps that may own a text.
    ///
    /// # Errors
    /// As [`Values::next`].
    #[expect(
        clippy::inline_always,
        reason = "each layer moves every token, which costs more than its other work"
    )]
    #[inline(always)]
    pub(super) fn next_certain(&mut self) -> Result<CertainStep<'t>, SpecialDocument> {
        // Forms that can be copied are handled first; all others take the slower function below.
        let Some(event) = self.events.next_certain() else { return Ok(CertainStep::Uncertain(None)) };
        let (span, text) = (event.span(), self.events.text(event));
        Ok(match event.kind {
            // For most plain scalars the first letter shows that they are strings, so the schema is not needed.
            CertainKind::Plain if !self.is_string(text) => {
                self.enter_scalar(text.len(), span)?;
                CertainStep::Plain(text)
            }
            CertainKind::Plain | CertainKind::Quoted => {
                self.enter_scalar(text.len(), span)?;
                if self.is_key {
                    self.add_key(text)?;
                }
                CertainStep::Text(text)
            }
            // A certain step is `Copy`, so it cannot contain the text of an escaped scalar, which is owned.
            CertainKind::Escaped => CertainStep::Uncertain(Some(event)),
            CertainKind::MappingStart => {
                self.begin(CollectionKind::Map, span)?;
                CertainStep::BeginMap
            }
            CertainKind::SequenceStart => {
                self.begin(CollectionKind::List, span)?;
                CertainStep::BeginList
            }
            CertainKind::MappingEnd => {
                self.end(&span);
                CertainStep::EndMap
            }
            CertainKind::SequenceEnd => {
                self.end(&span);
                CertainStep::EndList
            }
        })
    }

    /// The step of a plain scalar that [`Values::next_certain`] returned.
    pub(super) fn resolve_plain(&mut self, text: &'t str) -> Result<Step<'t>, SpecialDocument> {
        let step = self.plain(Cow::Borrowed(text))?;
        self.add_key_of(&step)?;
        Ok(step)
    }

    /// The step for which [`Values::next_certain`] returned [`CertainStep::Uncertain`]: that of the scalar `escaped`,
    /// or of the next event of the exact path if there is no such scalar.
    #[inline(never)]
    pub(super) fn next_uncertain(
        &mut self,
        escaped: Option<CertainEvent>,
    ) -> Result<Step<'t>, SpecialDocument> {
        if let Some(event) = escaped {
            let text = Cow::Owned(self.events.take_text());
            return self.scalar(text, Style::Quoted, event.span());
        }
        // The start of the document is not a step.
        let (event, span) = loop {
            let (event, span) = self.events.next_exact().map_err(|_| SpecialDocument)?;
            if !matches!(event, Event::DocumentStart) {
                break (event, span);
            }
        };
        match event {
            // A node with an anchor or a tag needs the tree.
            Event::Scalar { text, style, properties } if properties.is_empty() => {
                self.scalar(text, style, span)
            }
            Event::MappingStart(properties) if properties.is_empty() => {
                self.begin(CollectionKind::Map, span)?;
                Ok(Step::BeginMap)
            }
            Event::SequenceStart(properties) if properties.is_empty() => {
                self.begin(CollectionKind::List, span)?;
                Ok(Step::BeginList)
            }
            Event::MappingEnd => {
                self.end(&span);
                Ok(Step::EndMap)
            }
            Event::SequenceEnd => {
                self.end(&span);
                Ok(Step::EndList)
            }
            // A second document needs the tree, which reports it.
            Event::DocumentEnd => match self.events.next() {
                Ok((Event::StreamEnd, _)) => Ok(Step::End),
                _ => Err(SpecialDocument),
            },
            _ => Err(SpecialDocument),
        }
    }

    /// Counts a node, up to the limit.
    #[inline]
    fn add_node(&mut self) -> Result<(), SpecialDocument> {
        self.node_count += 1;
        if self.node_count <= self.limits.nodes { Ok(()) } else { Err(SpecialDocument) }
    }

    /// Records that a map or a list starts.
    fn begin(&mut self, kind: CollectionKind, span: Range<usize>) -> Result<(), SpecialDocument> {
        let is_map = kind == CollectionKind::Map;
        self.add_node()?;
        if self.open_collections.len() >= self.limits.depth {
            return Err(SpecialDocument);
        }
        match self.open_collections.last_mut() {
            // A map with a collection as a key needs the tree.
            Some(OpenCollection { awaits_key: true, .. }) => return Err(SpecialDocument),
            Some(open) => open.awaits_key = open.is_map,
            None => {}
        }
        if is_map {
            self.keys.begin_map();
        }
        self.is_key = false;
        self.open_collections.push(OpenCollection {
            is_map,
            awaits_key: is_map,
            start: span.start,
            end: span.start,
        });
        self.span = span.into();
        Ok(())
    }

    /// Records that the innermost map or list ends.
    fn end(&mut self, span: &Range<usize>) {
        self.is_key = false;
        let Some(open) = self.open_collections.pop() else { return };
        if open.is_map {
            self.keys.end_map();
        }
        // A block ends with its last child; only collections in brackets have an end of their own.
        let end = if span.is_empty() { open.end } else { span.end };
        if let Some(parent) = self.open_collections.last_mut() {
            parent.end = end;
        }
        self.span = (open.start..end).into();
    }

    /// Records the position of a scalar, and whether it is a key.
    #[inline]
    fn enter_scalar(&mut self, len: usize, span: Range<usize>) -> Result<(), SpecialDocument> {
        self.add_node()?;
        if len > self.limits.value {
            return Err(SpecialDocument);
        }
        self.is_key = false;
        if let Some(open) = self.open_collections.last_mut() {
            // The last child of a map is a value.
            self.is_key = open.awaits_key;
            open.awaits_key = open.is_map && !open.awaits_key;
            open.end = span.end.max(open.start);
        }
        self.span = span.into();
        Ok(())
    }

    /// The step of a scalar.
    fn scalar(
        &mut self,
        text: Cow<'t, str>,
        style: Style,
        span: Range<usize>,
    ) -> Result<Step<'t>, SpecialDocument> {
        self.enter_scalar(text.len(), span)?;
        let step = match style {
            Style::Plain => self.plain(text)?,
            Style::Quoted | Style::Block => Step::Text(text),
        };
        self.add_key_of(&step)?;
        Ok(step)
    }

    /// Records the last step, if it is a key; fails if the map may have the key already.
    fn add_key_of(&mut self, step: &Step<'t>) -> Result<(), SpecialDocument> {
        if !self.is_key {
            return Ok(());
        }
        let is_new = match step {
            Step::Text(text) => return self.add_key(text),
            Step::Scalar(scalar) => self.keys.add(of_scalar(scalar)),
            _ => false,
        };
        if is_new { Ok(()) } else { Err(SpecialDocument) }
    }

    /// Records a key that is a string; fails if the map may have the key already, or if the key is a merge key.
    #[inline]
    fn add_key(&mut self, text: &str) -> Result<(), SpecialDocument> {
        // A merge key needs the tree, because only the tree contains the map that it merges.
        let is_merge_key = self.variant == YamlVariant::Psych && text == "<<";
        if is_merge_key {
            return Err(SpecialDocument);
        }
        let is_new = self.keys.add(of_text(text));
        if is_new { Ok(()) } else { Err(SpecialDocument) }
    }

    /// Whether a plain scalar is certainly a string.
    #[inline]
    fn is_string(&self, text: &str) -> bool {
        match self.variant {
            YamlVariant::Core => core::is_string(text),
            YamlVariant::Psych => psych::is_string(text),
        }
    }

    /// The value of a plain scalar.
    fn plain(&self, text: Cow<'t, str>) -> Result<Step<'t>, SpecialDocument> {
        if self.is_string(&text) {
            return Ok(Step::Text(text));
        }
        // Both variants agree on these digits, so the schema is not needed.
        if is_integer(text.as_bytes()) {
            let value = text.parse().map_err(|_| SpecialDocument)?;
            return Ok(Step::Scalar(Scalar::Int(value)));
        }
        let scalar = match self.variant {
            YamlVariant::Core => core::resolve(&text).map_err(|_| SpecialDocument)?,
            YamlVariant::Psych => psych::tokenize(&text).map_err(|_| SpecialDocument)?,
        };
        Ok(match scalar {
            Scalar::String(_) => Step::Text(text),
            scalar => Step::Scalar(scalar),
        })
    }
}

/// Whether a text is an integer in both variants, in the form in which it is written again: without a `+`
/// sign or leading zeros.
pub(super) fn is_integer(text: &[u8]) -> bool {
    let digits = text.strip_prefix(b"-").unwrap_or(text);
    // 18 digits always fit into 64 bits.
    digits.len() < 19 && matches!(digits.first(), Some(b'1'..=b'9')) && digits.iter().all(u8::is_ascii_digit)
}
