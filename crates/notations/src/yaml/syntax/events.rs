//! The events of a text: each from the fast path if the fast path can determine it with certainty, otherwise from the
//! exact path.
//!
//! Invariant: both paths return the same events, spans and faults, so it does not matter which path an event
//! comes from. This module does not know which events the fast path is certain of.

use super::cursor::SyntaxVariant;
use super::fast::{CertainEvent, CertainKind, FastPath};
use super::grammar::Grammar;
use super::{Event, ParseResult, Properties, SpannedEvent, Style};
use std::borrow::Cow;

/// Events with their spans, one at a time.
#[derive(Debug)]
pub(in crate::yaml) struct Events<'a> {
    text: &'a str,
    grammar: Grammar<'a>,
    fast_path: Option<FastPath<'a>>,
}

impl<'a> Events<'a> {
    pub(in crate::yaml) fn new(text: &'a str, variant: SyntaxVariant) -> Self {
        let has_short_positions = u32::try_from(text.len()).is_ok();
        let fast_path = has_short_positions.then(|| FastPath::new(text, variant));
        Self { text, grammar: Grammar::new(text, variant), fast_path }
    }

    /// Events from the exact path only, for comparison.
    fn exact(text: &'a str, variant: SyntaxVariant) -> Self {
        Self { text, grammar: Grammar::new(text, variant), fast_path: None }
    }

    /// The offset up to which the text was read.
    pub(in crate::yaml) fn reached(&self) -> usize {
        self.grammar.reached()
    }

    /// The next event; after the end of the stream, always the end of the stream.
    pub(in crate::yaml) fn next(&mut self) -> ParseResult<SpannedEvent<'a>> {
        match self.next_certain() {
            Some(event) => Ok(self.complete(event)),
            None => self.grammar.next(),
        }
    }

    /// The next event, if the fast path is certain of it; otherwise [`Events::next_exact`] returns it.
    #[inline]
    pub(in crate::yaml) fn next_certain(&mut self) -> Option<CertainEvent> {
        // The fast path works on the state of the grammar, so both continue where the other one stopped.
        self.fast_path.as_mut()?.next(&mut self.grammar)
    }

    /// The text of a certain event; see [`CertainEvent::text`].
    #[inline]
    pub(in crate::yaml) fn text(&self, event: CertainEvent) -> &'a str {
        event.text(self.text)
    }

    /// The next event from the exact path.
    pub(in crate::yaml) fn next_exact(&mut self) -> ParseResult<SpannedEvent<'a>> {
        self.grammar.next()
    }

    /// Takes the text of the last event, which was [`CertainKind::Escaped`].
    pub(in crate::yaml) fn take_text(&mut self) -> String {
        self.fast_path.as_mut().map(FastPath::take_text).unwrap_or_default()
    }

    /// The complete form of a certain event.
    fn complete(&mut self, event: CertainEvent) -> SpannedEvent<'a> {
        // The fast path leaves nodes with an anchor or a tag to the exact path.
        let no_properties = Properties::default;
        let scalar = |text, style| Event::Scalar { text, style, properties: no_properties() };
        let complete_event = match event.kind {
            CertainKind::Plain => scalar(Cow::Borrowed(self.text(event)), Style::Plain),
            CertainKind::Quoted => scalar(Cow::Borrowed(self.text(event)), Style::Quoted),
            CertainKind::Escaped => scalar(Cow::Owned(self.take_text()), Style::Quoted),
            CertainKind::MappingStart => Event::MappingStart(no_properties()),
            CertainKind::MappingEnd => Event::MappingEnd,
            CertainKind::SequenceStart => Event::SequenceStart(no_properties()),
            CertainKind::SequenceEnd => Event::SequenceEnd,
        };
        (complete_event, event.span())
    }
}

/// The first event on which the two paths differ, if there is one.
pub(in crate::yaml) fn difference(text: &str, variant: SyntaxVariant) -> Option<String> {
    let (mut fast_path, mut exact) = (Events::new(text, variant), Events::exact(text, variant));
    loop {
        let (found, expected) = (fast_path.next(), exact.next());
        if found != expected {
            return Some(format!("expected {expected:?}, found {found:?}"));
        }
        if let Err(_) | Ok((Event::StreamEnd, _)) = found {
            // The positions must be equal, because they determine which later characters libyaml has decoded and may
            // reject.
            return (fast_path.reached() != exact.reached())
                .then(|| format!("expected to reach {}, reached {}", exact.reached(), fast_path.reached()));
        }
    }
}
