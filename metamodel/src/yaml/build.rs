//! Builds trees from events: the schema gives values, this keeps anchors, spans and limits.
//!
//! Invariants: nodes are numbered when they are finished, so children come before parents; an
//! alias never names a node that is still open. It does not know what a scalar means.

use super::core;
use super::keys::Keys;
use super::psych::{self, Budget, Context};
use super::scalar::Scalar;
use super::syntax::{Dialect, Event, Fault, Grammar, Outcome, Properties, Style, forbidden};
use super::tree::{Arena, Kind, Node, NodeId, Tree};
use super::{Limits, Schema};
use crate::diagnostic::{Code, Diagnostics, Source, codes};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// How a child was written, which decides what merge keys do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Syntax {
    Scalar,
    Alias,
    Sequence,
    Mapping,
}

/// A finished node on its way into its parent.
#[derive(Debug, Clone, Copy)]
pub(super) struct Child {
    pub(super) id: NodeId,
    pub(super) syntax: Syntax,
    /// Whether it stands under the tag `!!str`.
    pub(super) is_tagged_string: bool,
}

/// What a schema makes of a collection; links are keys and values by turns.
pub(super) enum Made {
    List(Vec<NodeId>),
    Map(Vec<NodeId>),
    Object(Box<str>, Vec<NodeId>),
    Same(NodeId),
    Scalar(Scalar),
}

/// An open collection.
struct Frame<'a> {
    properties: Properties<'a>,
    start: usize,
    /// Where its children begin among the pending.
    children: usize,
    /// Tells openings apart, as an anchor may be redefined inside of what it names.
    number: usize,
}

enum Anchor {
    Open(usize),
    Done(NodeId),
}

struct Builder<'a> {
    schema: Schema,
    limits: Limits,
    arena: Arena,
    pending: Vec<Child>,
    frames: Vec<Frame<'a>>,
    opened: usize,
    anchors: HashMap<&'a str, Anchor>,
    aliases: usize,
    keys: Keys,
    budget: Budget,
    problems: Vec<Fault>,
}

/// Reads what the schema reads of a stream.
pub(super) fn parse(source: &Arc<Source>, schema: Schema, limits: Limits) -> (Vec<Tree>, Diagnostics) {
    let mut builder = Builder::new(schema, limits);
    let mut trees = Vec::new();
    let fatal = builder.stream(source.text(), &mut trees).err().map(|fault| *fault);
    let mut diagnostics = Diagnostics::new();
    diagnostics.extend(builder.problems.into_iter().chain(fatal).map(|fault| fault.diagnostic(source)));
    (trees, diagnostics)
}

impl<'a> Builder<'a> {
    fn new(schema: Schema, limits: Limits) -> Self {
        Self {
            schema,
            limits,
            arena: Arena::default(),
            pending: Vec::new(),
            frames: Vec::new(),
            opened: 0,
            anchors: HashMap::new(),
            aliases: 0,
            keys: Keys::default(),
            budget: Budget(limits.nodes),
            problems: Vec::new(),
        }
    }

    fn stream(&mut self, text: &'a str, trees: &mut Vec<Tree>) -> Outcome<()> {
        if u32::try_from(text.len()).is_err() {
            return Err(Fault::limit(
                0..0,
                "expected a text of less than 4 GiB, found a longer one".to_owned(),
            ));
        }
        let forbidden = forbidden(text);
        let dialect = if self.schema == Schema::Core { Dialect::Core } else { Dialect::Libyaml };
        if let (Schema::Core, Some((at, c))) = (self.schema, forbidden) {
            return Err(control_character(at, c));
        }
        let mut grammar = Grammar::new(text, dialect);
        let mut more = false;
        loop {
            let (event, span) = grammar.next()?;
            match event {
                Event::DocumentStart => {}
                Event::StreamEnd => break,
                Event::DocumentEnd => {
                    trees.extend(self.finish());
                    if self.schema == Schema::Psych {
                        more = true;
                        break;
                    }
                }
                event => self.event(event, span)?,
            }
        }
        if self.schema == Schema::Psych {
            let reached = grammar.reached();
            if let Some((at, c)) = forbidden.filter(|(at, _)| chunk_start(*at) < reached + LOOKAHEAD) {
                trees.clear();
                return Err(control_character(at, c));
            }
            if trees.is_empty() && self.problems.is_empty() {
                trees.extend(self.no_document());
            }
            // Ruby reads no further; someone who wrote a second document should know.
            if more && let Ok((Event::DocumentStart, span)) = grammar.next() {
                let message = "only the first document of a file is read, found a second one".to_owned();
                let help = "move its content into the first document, or into a file of its own";
                self.report(*Fault::of(codes::LOSS, span, message, help).warning());
            }
        }
        Ok(())
    }

    fn event(&mut self, event: Event<'a>, span: Range<usize>) -> Outcome<()> {
        match event {
            Event::Alias(name) => self.alias(name, span),
            Event::Scalar { text, style, properties } => self.scalar(&text, style, &properties, span),
            Event::SequenceStart(properties) | Event::MappingStart(properties) => {
                self.open(properties, &span)
            }
            Event::SequenceEnd => self.close(Syntax::Sequence, &span),
            Event::MappingEnd => self.close(Syntax::Mapping, &span),
            Event::DocumentStart | Event::DocumentEnd | Event::StreamEnd => Ok(()),
        }
    }

    fn add(&mut self, kind: Kind, span: Range<usize>) -> Outcome<NodeId> {
        let too_many = |what| {
            Fault::limit(span.clone(), format!("expected at most {} nodes, found {what}", self.limits.nodes))
        };
        if self.arena.nodes.len() >= self.limits.nodes {
            return Err(too_many("more"));
        }
        let id = NodeId::new(self.arena.nodes.len()).ok_or_else(|| too_many("more than 32 bits count"))?;
        let offset = |at| u32::try_from(at).unwrap_or(u32::MAX);
        self.arena.nodes.push(Node { kind, span: offset(span.start)..offset(span.end) });
        Ok(id)
    }

    fn link(&mut self, links: &[NodeId]) -> Outcome<Range<u32>> {
        let start = self.arena.links.len();
        self.arena.links.extend_from_slice(links);
        let range = u32::try_from(start).ok().zip(u32::try_from(self.arena.links.len()).ok());
        range.map(|(start, end)| start..end).ok_or_else(|| {
            Fault::limit(
                0..0,
                "expected lists and maps of less than 2³² entries in all, found more".to_owned(),
            )
        })
    }

    fn alias(&mut self, name: &'a str, span: Range<usize>) -> Outcome<()> {
        self.aliases += 1;
        if self.aliases > self.limits.aliases {
            return Err(Fault::limit(
                span,
                format!("expected at most {} aliases, found more", self.limits.aliases),
            ));
        }
        let id = match self.anchors.get(name) {
            Some(Anchor::Done(id)) => *id,
            Some(Anchor::Open(_)) => {
                let message = format!(
                    "expected an alias of a finished node, found `*{name}` inside of the node it names"
                );
                self.problem(
                    codes::YAML_RECURSION,
                    span.clone(),
                    message,
                    "a value cannot contain itself; copy the part that is meant",
                );
                self.add(Kind::Scalar(Scalar::Null), span)?
            }
            None => {
                let message = format!("expected an anchor `&{name}` before this alias, found none");
                self.problem(
                    codes::YAML_ALIAS,
                    span.clone(),
                    message,
                    "define the anchor earlier in the document, or put the text in quotes",
                );
                self.add(Kind::Scalar(Scalar::Null), span)?
            }
        };
        self.pending.push(Child { id, syntax: Syntax::Alias, is_tagged_string: false });
        Ok(())
    }

    fn problem(&mut self, code: Code, span: Range<usize>, message: String, help: &'static str) {
        if self.problems.len() <= Diagnostics::LIMIT {
            self.problems.push(*Fault::of(code, span, message, help));
        }
    }

    fn scalar(
        &mut self,
        text: &str,
        style: Style,
        properties: &Properties<'a>,
        span: Range<usize>,
    ) -> Outcome<()> {
        if text.len() > self.limits.scalar_bytes {
            let message = format!(
                "expected a scalar of at most {} bytes, found {}",
                self.limits.scalar_bytes,
                text.len()
            );
            return Err(Fault::limit(span, message));
        }
        let tag = properties.tag.as_deref();
        let scalar = match self.schema {
            Schema::Core => core::scalar(text, style, tag).map_err(Refusal::from),
            // In libyaml the tag `!` makes even a quoted text one that nothing says the type of.
            Schema::Psych if tag == Some("!") => psych::tokenize(text).map_err(Refusal::from),
            Schema::Psych => psych::scalar(text, style, tag).map_err(Refusal::from),
        };
        let scalar = scalar.or_else(|refusal| self.refuse(refusal, &span).map(|()| Scalar::Null))?;
        let id = self.add(Kind::Scalar(scalar), span)?;
        self.define(properties.anchor, id);
        self.hand_up(id, Syntax::Scalar, tag);
        Ok(())
    }

    fn define(&mut self, anchor: Option<&'a str>, id: NodeId) {
        if let Some(name) = anchor {
            self.anchors.insert(name, Anchor::Done(id));
        }
    }

    fn hand_up(&mut self, id: NodeId, syntax: Syntax, tag: Option<&str>) {
        let is_tagged_string = tag == Some("tag:yaml.org,2002:str");
        self.pending.push(Child { id, syntax, is_tagged_string });
    }

    /// Notes a refusal, unless it ends the reading.
    fn refuse(&mut self, refusal: Refusal, span: &Range<usize>) -> Outcome<()> {
        let (code, message, help) = match refusal {
            Refusal::Limit(message) => return Err(Fault::limit(span.clone(), message)),
            Refusal::Tag(message) => {
                (codes::YAML_TAG, message, "remove the tag, or write a value that it fits")
            }
            Refusal::Value(message) => {
                (codes::YAML_VALUE, message, "put the text in quotes if a string is meant")
            }
        };
        self.problem(code, span.clone(), message, help);
        Ok(())
    }

    fn open(&mut self, properties: Properties<'a>, span: &Range<usize>) -> Outcome<()> {
        if self.frames.len() >= self.limits.depth {
            let message = format!("expected at most {} levels of nesting, found more", self.limits.depth);
            return Err(Fault::limit(span.clone(), message));
        }
        self.opened += 1;
        if let Some(name) = properties.anchor {
            self.anchors.insert(name, Anchor::Open(self.opened));
        }
        let frame =
            Frame { properties, start: span.start, children: self.pending.len(), number: self.opened };
        self.frames.push(frame);
        Ok(())
    }

    fn close(&mut self, syntax: Syntax, span: &Range<usize>) -> Outcome<()> {
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        let children = self.pending.split_off(frame.children.min(self.pending.len()));
        // A block ends where its last child does; only brackets have an end of their own.
        let last = children.last().map_or(frame.start, |child| match child.syntax {
            Syntax::Alias => frame.start,
            _ => self.arena.span(child.id).end,
        });
        let end = if span.is_empty() { last.max(frame.start) } else { span.end };
        let whole = frame.start..end;
        let tag = frame.properties.tag.as_deref();
        let made = match self.made(syntax, tag, &children) {
            Ok(made) => made,
            Err(refusal) => {
                self.refuse(refusal, &whole)?;
                Made::Scalar(Scalar::Null)
            }
        };
        let id = self.settle(made, whole)?;
        if let Some(name) = frame.properties.anchor
            && matches!(self.anchors.get(name), Some(Anchor::Open(number)) if *number == frame.number)
        {
            self.define(Some(name), id);
        }
        self.hand_up(id, syntax, tag);
        Ok(())
    }

    fn made(&mut self, syntax: Syntax, tag: Option<&str>, children: &[Child]) -> Result<Made, Refusal> {
        if self.schema == Schema::Psych {
            let mut duplicates = Vec::new();
            let (keys, budget) = (&mut self.keys, &mut self.budget);
            let mut context = Context { arena: &self.arena, keys, budget, duplicates: &mut duplicates };
            let close = if syntax == Syntax::Mapping { psych::close_map } else { psych::close_sequence };
            let made = close(&mut context, tag, children)?;
            for (first, second) in duplicates {
                let message = "this key stands here a second time, and its last value counts".to_owned();
                let fault = self.duplicate(first, second, message).warning();
                self.report(*fault);
            }
            return Ok(made);
        }
        if syntax == Syntax::Sequence {
            return Ok(core::close_sequence(tag, children)?);
        }
        let (made, duplicates) = core::close_map(&self.arena, &mut self.keys, tag, children)?;
        for duplicate in duplicates {
            let message = "expected every key once, found this one a second time".to_owned();
            let fault = self.duplicate(duplicate.first, duplicate.second, message);
            self.report(*fault);
        }
        Ok(made)
    }

    fn duplicate(&self, first: NodeId, second: NodeId, message: String) -> Box<Fault> {
        let help = "remove or rename one of the two";
        Fault::of(codes::DUPLICATE_KEY, self.arena.span(second), message, help)
            .and(self.arena.span(first), "first here")
    }

    fn report(&mut self, fault: Fault) {
        if self.problems.len() <= Diagnostics::LIMIT {
            self.problems.push(fault);
        }
    }

    fn settle(&mut self, made: Made, span: Range<usize>) -> Outcome<NodeId> {
        let kind = match made {
            Made::Same(id) => return Ok(id),
            Made::Scalar(scalar) => Kind::Scalar(scalar),
            Made::List(links) => Kind::List(self.link(&links)?),
            Made::Map(links) => Kind::Map(self.link(&links)?),
            Made::Object(class, links) => Kind::Object(class, self.link(&links)?),
        };
        self.add(kind, span)
    }

    /// The finished document; anchors do not outlive it.
    fn finish(&mut self) -> Option<Tree> {
        self.anchors.clear();
        self.frames.clear();
        self.keys = Keys::default();
        let arena = std::mem::take(&mut self.arena);
        self.pending.drain(..).next_back().map(|root| Tree::new(arena, root.id, false))
    }

    /// What Ruby gives for a stream without documents: `false`.
    fn no_document(&mut self) -> Option<Tree> {
        let root = self.add(Kind::Scalar(Scalar::Bool(false)), 0..0).ok()?;
        Some(Tree::new(std::mem::take(&mut self.arena), root, true))
    }
}

/// How many bytes libyaml decodes at a time; it refuses a chunk for any character in it.
const CHUNK: usize = 16 * 1024;
/// How many bytes beyond its position libyaml wants to have decoded.
const LOOKAHEAD: usize = 4;

fn chunk_start(at: usize) -> usize {
    at - at % CHUNK
}

fn control_character(at: usize, c: char) -> Box<Fault> {
    let message = format!("expected a printable character, found U+{:04X}", u32::from(c));
    Fault::syntax(at, message, "write the character as an escape between double quotes, such as \"\\x07\"")
}

/// Why a schema refuses a node.
enum Refusal {
    Value(String),
    Tag(String),
    Limit(String),
}

impl From<core::Refusal> for Refusal {
    fn from(refusal: core::Refusal) -> Self {
        match refusal {
            core::Refusal::Tag(message) => Refusal::Tag(message),
            core::Refusal::Limit(message) => Refusal::Limit(message),
        }
    }
}

impl From<psych::Refusal> for Refusal {
    fn from(refusal: psych::Refusal) -> Self {
        match refusal {
            psych::Refusal::Value(message) => Refusal::Value(message),
            psych::Refusal::Tag(message) => Refusal::Tag(message),
            psych::Refusal::Limit(message) => Refusal::Limit(message),
        }
    }
}
