//! Arranges tokens into events: the grammar of documents as a machine with a stack of states.
//!
//! Invariants: every opening event has its closing event before the document's end, and a mapping
//! holds an even number of nodes. It does not know what a node means.

use super::cursor::Dialect;
use super::scanner::{Kind, Scanner};
use super::{Event, Fault, Outcome, Properties, Style};
use std::borrow::Cow;
use std::ops::Range;

#[derive(Debug, Clone, Copy, PartialEq)]
enum State {
    /// Whether the document may start without `---`.
    DocumentStart {
        bare: bool,
    },
    DocumentContent,
    DocumentEnd,
    BlockNode,
    SequenceEntry,
    IndentlessEntry,
    MappingKey,
    MappingValue,
    FlowSequenceEntry {
        first: bool,
    },
    PairKey,
    PairValue,
    PairEnd,
    FlowMappingKey {
        first: bool,
    },
    FlowMappingValue {
        absent: bool,
    },
    End,
}

/// Where a node stands, which decides what it may be.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Place {
    Block,
    /// The key or value of a block mapping, where a list needs no indentation of its own.
    BlockPair,
    Flow,
}

/// Events with their spans, one at a time.
#[derive(Debug)]
pub(in crate::yaml) struct Grammar<'a> {
    scanner: Scanner<'a>,
    dialect: Dialect,
    state: State,
    states: Vec<State>,
    /// Where the brackets and braces that are open stand.
    brackets: Vec<usize>,
    handles: Vec<(&'a str, String)>,
}

type Spanned<'a> = (Event<'a>, Range<usize>);

const NO_NODE: &str = "write a value, or `null` if there is none";

impl<'a> Grammar<'a> {
    pub(in crate::yaml) fn new(text: &'a str, dialect: Dialect) -> Self {
        let state = State::DocumentStart { bare: true };
        let scanner = Scanner::new(text, dialect);
        Self { scanner, dialect, state, states: Vec::new(), brackets: Vec::new(), handles: Vec::new() }
    }

    /// How far the text was read.
    pub(in crate::yaml) fn reached(&self) -> usize {
        self.scanner.cursor.at()
    }

    /// The next event; after the stream's end, always that.
    pub(in crate::yaml) fn next(&mut self) -> Outcome<Spanned<'a>> {
        match self.state {
            State::DocumentStart { bare } => self.document_start(bare),
            State::DocumentContent => self.document_content(),
            State::DocumentEnd => self.document_end(),
            State::BlockNode => self.node(Place::Block),
            State::SequenceEntry => self.sequence_entry(),
            State::IndentlessEntry => self.indentless_entry(),
            State::MappingKey => self.mapping_key(),
            State::MappingValue => self.mapping_value(),
            State::FlowSequenceEntry { first } => self.flow_sequence_entry(first),
            State::PairKey => self.pair_key(),
            State::PairValue => self.pair_value(),
            State::PairEnd => {
                self.state = State::FlowSequenceEntry { first: false };
                let at = self.scanner.peek()?.span.start;
                Ok((Event::MappingEnd, at..at))
            }
            State::FlowMappingKey { first } => self.flow_mapping_key(first),
            State::FlowMappingValue { absent } => self.flow_mapping_value(absent),
            State::End => Ok((Event::StreamEnd, self.reached()..self.reached())),
        }
    }

    fn is(&mut self, kind: &Kind<'_>) -> Outcome<bool> {
        Ok(self.scanner.peek()?.kind == *kind)
    }

    fn is_any(&mut self, kinds: &[Kind<'_>]) -> Outcome<bool> {
        let found = &self.scanner.peek()?.kind;
        Ok(kinds.iter().any(|kind| kind == found))
    }

    fn pop(&mut self) {
        self.state = self.states.pop().unwrap_or(State::End);
    }

    /// A node that is not there, standing before the next token.
    fn nothing(&mut self) -> Outcome<Spanned<'a>> {
        let at = self.scanner.peek()?.span.start;
        Ok((empty(Properties::default()), at..at))
    }

    fn expected(&mut self, what: &str, help: &'static str) -> Outcome<Spanned<'a>> {
        let token = self.scanner.peek()?;
        let message = format!("expected {what}, found {}", token.kind.name());
        let fault = Fault::syntax(token.span.start, message, help);
        Err(match self.brackets.last() {
            Some(open) => fault.within(*open, "this is still open"),
            None => fault,
        })
    }

    fn document_start(&mut self, bare: bool) -> Outcome<Spanned<'a>> {
        // libyaml takes an end without a document for content at the start of the stream.
        let may_end = !bare || self.dialect == Dialect::Core;
        while may_end && self.is(&Kind::DocumentEnd)? {
            self.scanner.take()?;
        }
        self.handles.clear();
        let start = self.scanner.peek()?.span.clone();
        match self.scanner.peek()?.kind {
            Kind::StreamEnd => {
                self.state = State::End;
                return Ok((Event::StreamEnd, start));
            }
            Kind::Version(..) | Kind::TagDirective(..) | Kind::DocumentStart => self.directives()?,
            _ if bare => {
                self.states.push(State::DocumentEnd);
                self.state = State::BlockNode;
                return Ok((Event::DocumentStart, start.start..start.start));
            }
            _ => {}
        }
        if !self.is(&Kind::DocumentStart)? {
            return self.expected("the start of a document, `---`", "separate documents by a line `---`");
        }
        let span = self.scanner.take()?.span;
        self.states.push(State::DocumentEnd);
        self.state = State::DocumentContent;
        Ok((Event::DocumentStart, span))
    }

    fn directives(&mut self) -> Outcome<()> {
        let mut versioned = false;
        loop {
            let token = self.scanner.peek()?;
            let at = token.span.start;
            match token.kind.clone() {
                Kind::Version(major, minor) => {
                    if versioned {
                        return Err(Fault::syntax(
                            at,
                            "expected one %YAML directive, found a second",
                            "remove one",
                        ));
                    }
                    versioned = true;
                    let known = major == 1 && (matches!(minor, 1 | 2) || self.dialect == Dialect::Core);
                    if !known {
                        let message = format!("expected YAML 1.1 or 1.2, found {major}.{minor}");
                        return Err(Fault::syntax(
                            at,
                            message,
                            "remove the directive if the document does not need it",
                        ));
                    }
                }
                Kind::TagDirective(handle, prefix) => {
                    if self.handles.iter().any(|(known, _)| *known == handle) {
                        return Err(Fault::syntax(
                            at,
                            "expected one %TAG directive for this handle, found a second",
                            "remove one",
                        ));
                    }
                    self.handles.push((handle, prefix));
                }
                _ => return Ok(()),
            }
            self.scanner.take()?;
        }
    }

    fn document_content(&mut self) -> Outcome<Spanned<'a>> {
        let at_end = matches!(
            self.scanner.peek()?.kind,
            Kind::Version(..)
                | Kind::TagDirective(..)
                | Kind::DocumentStart
                | Kind::DocumentEnd
                | Kind::StreamEnd
        );
        if at_end {
            self.pop();
            return self.nothing();
        }
        self.node(Place::Block)
    }

    fn document_end(&mut self) -> Outcome<Spanned<'a>> {
        let mut span = self.scanner.peek()?.span.clone();
        span.end = span.start;
        let mut bare = false;
        if self.is(&Kind::DocumentEnd)? {
            span = self.scanner.take()?.span;
            bare = true;
        }
        self.state = State::DocumentStart { bare };
        Ok((Event::DocumentEnd, span))
    }

    fn node(&mut self, place: Place) -> Outcome<Spanned<'a>> {
        if let Kind::Alias(name) = self.scanner.peek()?.kind {
            let span = self.scanner.take()?.span;
            self.pop();
            return Ok((Event::Alias(name), span));
        }
        let (properties, span) = self.properties()?;
        let token = self.scanner.peek()?;
        let start = span.as_ref().map_or(token.span.start, |span| span.start);
        let whole = start..token.span.end.max(start);
        match &token.kind {
            Kind::BlockEntry if place == Place::BlockPair => {
                self.state = State::IndentlessEntry;
                Ok((Event::SequenceStart(properties), start..start))
            }
            Kind::Scalar(..) => {
                let token = self.scanner.take()?;
                self.pop();
                let Kind::Scalar(text, style) = token.kind else { return self.nothing() };
                Ok((Event::Scalar { text, style, properties }, whole))
            }
            Kind::FlowSequenceStart => {
                self.brackets.push(self.scanner.take()?.span.start);
                self.state = State::FlowSequenceEntry { first: true };
                Ok((Event::SequenceStart(properties), whole))
            }
            Kind::FlowMappingStart => {
                self.brackets.push(self.scanner.take()?.span.start);
                self.state = State::FlowMappingKey { first: true };
                Ok((Event::MappingStart(properties), whole))
            }
            Kind::BlockSequenceStart if place != Place::Flow => {
                self.scanner.take()?;
                self.state = State::SequenceEntry;
                Ok((Event::SequenceStart(properties), whole))
            }
            Kind::BlockMappingStart if place != Place::Flow => {
                self.scanner.take()?;
                self.state = State::MappingKey;
                Ok((Event::MappingStart(properties), whole))
            }
            _ => match span {
                Some(span) => {
                    self.pop();
                    Ok((empty(properties), span))
                }
                None => self.expected("a value", NO_NODE),
            },
        }
    }

    /// An anchor and a tag in either order.
    fn properties(&mut self) -> Outcome<(Properties<'a>, Option<Range<usize>>)> {
        let mut properties = Properties::default();
        let mut span: Option<Range<usize>> = None;
        for _ in 0..2 {
            let token = self.scanner.peek()?;
            match &token.kind {
                Kind::Anchor(name) if properties.anchor.is_none() => properties.anchor = Some(name),
                Kind::Tag(..) if properties.tag.is_none() => {
                    let token = token.clone();
                    properties.tag = Some(self.resolve(&token.kind, token.span.start)?);
                }
                _ => break,
            }
            let taken = self.scanner.take()?.span;
            let start = span.map_or(taken.start, |span| span.start);
            span = Some(start..taken.end);
        }
        Ok((properties, span))
    }

    fn resolve(&self, kind: &Kind<'a>, at: usize) -> Outcome<String> {
        let Kind::Tag(handle, suffix) = kind else { return Ok(String::new()) };
        let declared =
            self.handles.iter().find(|(known, _)| known == handle).map(|(_, prefix)| prefix.as_str());
        let prefix = match (declared, *handle) {
            (Some(prefix), _) => prefix,
            (None, "" | "!") => handle,
            (None, "!!") => "tag:yaml.org,2002:",
            (None, _) => {
                let message = format!("expected a declared tag handle, found `{handle}`");
                return Err(Fault::syntax(at, message, "declare the handle by a %TAG directive"));
            }
        };
        Ok(format!("{prefix}{suffix}"))
    }

    fn sequence_entry(&mut self) -> Outcome<Spanned<'a>> {
        if self.is(&Kind::BlockEntry)? {
            self.scanner.take()?;
            if self.is_any(&[Kind::BlockEntry, Kind::BlockEnd])? {
                return self.nothing();
            }
            self.states.push(State::SequenceEntry);
            return self.node(Place::Block);
        }
        self.close(
            &Kind::BlockEnd,
            Event::SequenceEnd,
            "a list entry or the list's end",
            "align the entries of a list",
        )
    }

    fn indentless_entry(&mut self) -> Outcome<Spanned<'a>> {
        if self.is(&Kind::BlockEntry)? {
            self.scanner.take()?;
            if self.is_any(&[Kind::BlockEntry, Kind::Key, Kind::Value, Kind::BlockEnd])? {
                return self.nothing();
            }
            self.states.push(State::IndentlessEntry);
            return self.node(Place::Block);
        }
        self.pop();
        let at = self.scanner.peek()?.span.start;
        Ok((Event::SequenceEnd, at..at))
    }

    fn close(
        &mut self,
        kind: &Kind<'a>,
        event: Event<'a>,
        what: &str,
        help: &'static str,
    ) -> Outcome<Spanned<'a>> {
        if !self.is(kind)? {
            return self.expected(what, help);
        }
        self.pop();
        Ok((event, self.scanner.take()?.span))
    }

    fn mapping_key(&mut self) -> Outcome<Spanned<'a>> {
        if self.is(&Kind::Key)? {
            self.scanner.take()?;
            if self.is_any(&[Kind::Key, Kind::Value, Kind::BlockEnd])? {
                self.state = State::MappingValue;
                return self.nothing();
            }
            self.states.push(State::MappingValue);
            return self.node(Place::BlockPair);
        }
        if self.dialect == Dialect::Core && self.is(&Kind::Value)? {
            self.state = State::MappingValue;
            return self.nothing();
        }
        self.close(&Kind::BlockEnd, Event::MappingEnd, "a key or the map's end", "align the keys of a map")
    }

    fn mapping_value(&mut self) -> Outcome<Spanned<'a>> {
        self.state = State::MappingKey;
        if !self.is(&Kind::Value)? {
            return self.nothing();
        }
        self.scanner.take()?;
        if self.is_any(&[Kind::Key, Kind::Value, Kind::BlockEnd])? {
            return self.nothing();
        }
        self.states.push(State::MappingKey);
        self.node(Place::BlockPair)
    }

    fn flow_sequence_entry(&mut self, first: bool) -> Outcome<Spanned<'a>> {
        if !first && !self.is(&Kind::FlowSequenceEnd)? {
            if !self.is(&Kind::FlowEntry)? {
                return self.expected("`,` or `]`", "close the list with `]`");
            }
            self.scanner.take()?;
        }
        let bare_value = self.dialect == Dialect::Core && self.is(&Kind::Value)?;
        if self.is(&Kind::Key)? || bare_value {
            let span = self.scanner.peek()?.span.clone();
            if !bare_value {
                self.scanner.take()?;
            }
            self.state = State::PairKey;
            return Ok((Event::MappingStart(Properties::default()), span));
        }
        if self.is(&Kind::FlowSequenceEnd)? {
            self.pop();
            self.brackets.pop();
            return Ok((Event::SequenceEnd, self.scanner.take()?.span));
        }
        self.states.push(State::FlowSequenceEntry { first: false });
        self.node(Place::Flow)
    }

    fn pair_key(&mut self) -> Outcome<Spanned<'a>> {
        if self.is_any(&[Kind::Value, Kind::FlowEntry, Kind::FlowSequenceEnd])? {
            let empty = self.nothing()?;
            // libyaml loses the token after a lone `?` in brackets; so must its dialect.
            if self.dialect == Dialect::Libyaml {
                self.scanner.take()?;
            }
            self.state = State::PairValue;
            return Ok(empty);
        }
        self.states.push(State::PairValue);
        self.node(Place::Flow)
    }

    fn pair_value(&mut self) -> Outcome<Spanned<'a>> {
        if self.is(&Kind::Value)? {
            self.scanner.take()?;
            if !self.is_any(&[Kind::FlowEntry, Kind::FlowSequenceEnd])? {
                self.states.push(State::PairEnd);
                return self.node(Place::Flow);
            }
        }
        self.state = State::PairEnd;
        self.nothing()
    }

    fn flow_mapping_key(&mut self, first: bool) -> Outcome<Spanned<'a>> {
        if !first && !self.is(&Kind::FlowMappingEnd)? {
            if !self.is(&Kind::FlowEntry)? {
                return self.expected("`,` or `}`", "close the map with `}`");
            }
            self.scanner.take()?;
        }
        if self.is(&Kind::Key)? {
            self.scanner.take()?;
            if self.is_any(&[Kind::Value, Kind::FlowEntry, Kind::FlowMappingEnd])? {
                self.state = State::FlowMappingValue { absent: false };
                return self.nothing();
            }
            self.states.push(State::FlowMappingValue { absent: false });
            return self.node(Place::Flow);
        }
        if self.dialect == Dialect::Core && self.is(&Kind::Value)? {
            self.state = State::FlowMappingValue { absent: false };
            return self.nothing();
        }
        if self.is(&Kind::FlowMappingEnd)? {
            self.pop();
            self.brackets.pop();
            return Ok((Event::MappingEnd, self.scanner.take()?.span));
        }
        self.states.push(State::FlowMappingValue { absent: true });
        self.node(Place::Flow)
    }

    fn flow_mapping_value(&mut self, absent: bool) -> Outcome<Spanned<'a>> {
        self.state = State::FlowMappingKey { first: false };
        if absent || !self.is(&Kind::Value)? {
            return self.nothing();
        }
        self.scanner.take()?;
        if self.is_any(&[Kind::FlowEntry, Kind::FlowMappingEnd])? {
            return self.nothing();
        }
        self.states.push(State::FlowMappingKey { first: false });
        self.node(Place::Flow)
    }
}

fn empty<'a>(properties: Properties<'a>) -> Event<'a> {
    Event::Scalar { text: Cow::Borrowed(""), style: Style::Plain, properties }
}
