//! The events of a text: each from the fast path if that path is certain of it, otherwise from the exact
//! path.
//!
//! Invariant: both paths return the same events, spans and faults, so it does not matter which path an event
//! comes from. This module does not know which events the fast path is certain of.

use super::cursor::SyntaxVariant;
use super::fast::Fast;
use super::grammar::Grammar;
use super::{Event, ParseResult, Spanned};

/// Events with their spans, one at a time.
#[derive(Debug)]
pub(in crate::yaml) struct Events<'a> {
    grammar: Grammar<'a>,
    fast: Option<Fast<'a>>,
}

impl<'a> Events<'a> {
    pub(in crate::yaml) fn new(text: &'a str, variant: SyntaxVariant) -> Self {
        Self { grammar: Grammar::new(text, variant), fast: Some(Fast::new(text, variant)) }
    }

    /// Events from the exact path only, for comparison.
    fn exact(text: &'a str, variant: SyntaxVariant) -> Self {
        Self { grammar: Grammar::new(text, variant), fast: None }
    }

    /// How far the text was read.
    pub(in crate::yaml) fn reached(&self) -> usize {
        self.grammar.reached()
    }

    /// The next event; after the end of the stream, always the end of the stream.
    pub(in crate::yaml) fn next(&mut self) -> ParseResult<Spanned<'a>> {
        if let Some(fast) = &mut self.fast
            && let Some(event) = fast.next(&mut self.grammar)
        {
            return Ok(event);
        }
        self.grammar.next()
    }
}

/// The first event on which the two paths differ, if there is one.
pub(in crate::yaml) fn difference(text: &str, variant: SyntaxVariant) -> Option<String> {
    let (mut fast, mut exact) = (Events::new(text, variant), Events::exact(text, variant));
    loop {
        let (found, expected) = (fast.next(), exact.next());
        if found != expected {
            return Some(format!("expected {expected:?}, found {found:?}"));
        }
        if let Err(_) | Ok((Event::StreamEnd, _)) = found {
            return (fast.reached() != exact.reached())
                .then(|| format!("expected to reach {}, reached {}", exact.reached(), fast.reached()));
        }
    }
}
