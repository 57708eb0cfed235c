//! Builds trees from events: the schema computes values, this module manages anchors, spans and limits.
//!
//! Invariants: nodes are numbered when they are complete, so children come before parents; an
//! alias never refers to a node that is still open. This module does not know what a scalar means.

mod aliases;

use super::YamlVariant;
use super::children::{Child, Collection, NodeSyntax};
use super::core;
use super::keys::Keys;
use super::node_tree::{Arena, Node, NodeContent, NodeId, Tree};
use super::psych::{self, Context, MergeBudget};
use super::scalar::Scalar;
use super::syntax::{Event, Events, Fault, ParseResult, Properties, Style, find_forbidden};
use crate::diagnostic::{Code, Diagnostics, Source, codes};
use crate::input::Limits;
use aliases::Anchor;
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;

/// An open collection.
struct Frame<'a> {
    properties: Properties<'a>,
    start: usize,
    /// The index of the collection's first child in `pending_children`.
    first_child: usize,
    /// A number that distinguishes frames, because an anchor may be redefined inside its node.
    number: usize,
}

/// The state of building the trees of a stream.
struct Builder<'a> {
    schema: YamlVariant,
    limits: Limits,
    arena: Arena,
    /// The complete children of the open collections; those of the innermost one are last.
    pending_children: Vec<Child>,
    frames: Vec<Frame<'a>>,
    /// The number of collections that were opened so far.
    opened_count: usize,
    anchors: HashMap<&'a str, Anchor>,
    /// The number of aliases in the stream.
    alias_count: usize,
    /// The number of aliases in the current document.
    document_alias_count: usize,
    keys: Keys,
    budget: MergeBudget,
    problems: Vec<Fault>,
    text: &'a str,
}

/// Reads the documents of a stream that the schema defines: the first one in Psych, otherwise all.
pub(super) fn parse(source: &Arc<Source>, schema: YamlVariant, limits: Limits) -> (Vec<Tree>, Diagnostics) {
    let mut builder = Builder::new(schema, limits);
    let mut trees = Vec::new();
    let fatal = builder.read_stream(source.text(), &mut trees).err().map(|fault| *fault);
    let mut diagnostics = Diagnostics::new();
    diagnostics.extend(builder.problems.into_iter().chain(fatal).map(|fault| fault.into_diagnostic(source)));
    (trees, diagnostics)
}

impl<'a> Builder<'a> {
    fn new(schema: YamlVariant, limits: Limits) -> Self {
        Self {
            schema,
            limits,
            arena: Arena::default(),
            pending_children: Vec::new(),
            frames: Vec::new(),
            opened_count: 0,
            anchors: HashMap::new(),
            alias_count: 0,
            document_alias_count: 0,
            keys: Keys::default(),
            budget: MergeBudget(limits.nodes),
            problems: Vec::new(),
            text: "",
        }
    }

    /// Reads the documents of a text.
    fn read_stream(&mut self, text: &'a str, trees: &mut Vec<Tree>) -> ParseResult<()> {
        // Spans have 32 bits.
        if u32::try_from(text.len()).is_err() {
            return Err(Fault::limit(
                0..0,
                "expected a text of less than 4 GiB, found a longer one".to_owned(),
            ));
        }
        self.text = text;
        let forbidden = find_forbidden(text);
        // YAML 1.2 rejects the character at once; libyaml decodes while it reads, so a character after the first
        // document may not be reached.
        if let (YamlVariant::Core, Some((position, c))) = (self.schema, forbidden) {
            return Err(control_character(position, c));
        }
        let mut events = Events::new(text, self.schema.syntax());
        let mut may_have_more = false;
        loop {
            let (event, span) = events.next()?;
            match event {
                Event::DocumentStart => {}
                Event::StreamEnd => break,
                Event::DocumentEnd => {
                    trees.extend(self.finish()?);
                    if self.schema == YamlVariant::Psych {
                        may_have_more = true;
                        break;
                    }
                }
                event => self.add_event(event, span)?,
            }
        }
        if self.schema == YamlVariant::Psych {
            let decoded_end = events.reached() + LOOKAHEAD;
            if let Some((position, c)) = forbidden
                && chunk_start(position) < decoded_end
            {
                // Ruby raises an error, so there is no value.
                trees.clear();
                return Err(control_character(position, c));
            }
            if trees.is_empty() && self.problems.is_empty() {
                trees.extend(self.no_document());
            }
            // Ruby ignores further documents, which are probably not intended.
            if may_have_more && let Ok((Event::DocumentStart, span)) = events.next() {
                let message = "only the first document of a file is read, found a second one".to_owned();
                let help = "move its content into the first document, or into a file of its own";
                self.report(*Fault::new(codes::LOSS, span, message, help).into_warning());
            }
        }
        Ok(())
    }

    /// Adds the node of an event, or opens or closes a collection.
    fn add_event(&mut self, event: Event<'a>, span: Range<usize>) -> ParseResult<()> {
        match event {
            Event::Alias(name) => self.add_alias(name, span),
            Event::Scalar { text, style, properties } => self.add_scalar(&text, style, &properties, span),
            Event::SequenceStart(properties) | Event::MappingStart(properties) => {
                self.open(properties, &span)
            }
            Event::SequenceEnd => self.close(NodeSyntax::Sequence, &span),
            Event::MappingEnd => self.close(NodeSyntax::Mapping, &span),
            Event::DocumentStart | Event::DocumentEnd | Event::StreamEnd => Ok(()),
        }
    }

    /// Adds a node to the arena.
    fn add(&mut self, content: NodeContent, span: Range<usize>) -> ParseResult<NodeId> {
        let too_many = |found| {
            Fault::limit(span.clone(), format!("expected at most {} nodes, found {found}", self.limits.nodes))
        };
        // The limit is checked before the node is added, so that memory stays within the limit.
        if self.arena.nodes.len() >= self.limits.nodes {
            return Err(too_many("more"));
        }
        let id =
            NodeId::new(self.arena.nodes.len()).ok_or_else(|| too_many("more than 32 bits can count"))?;
        self.arena.nodes.push(Node { content, span: narrow(span.start)..narrow(span.end) });
        Ok(id)
    }

    /// Reports an error, unless the limit of problems is reached.
    fn report_error(&mut self, code: Code, span: Range<usize>, message: String, help: &'static str) {
        if self.problems.len() <= Diagnostics::LIMIT {
            self.problems.push(*Fault::new(code, span, message, help));
        }
    }

    /// Adds a scalar to the open collection.
    fn add_scalar(
        &mut self,
        text: &str,
        style: Style,
        properties: &Properties<'a>,
        span: Range<usize>,
    ) -> ParseResult<()> {
        if text.len() > self.limits.value {
            let message =
                format!("expected a scalar of at most {} bytes, found {}", self.limits.value, text.len());
            return Err(Fault::limit(span, message));
        }
        let tag = properties.tag();
        let scalar = match self.schema {
            YamlVariant::Core => core::scalar(text, style, tag).map_err(Rejection::from),
            // In libyaml the tag `!` makes even a quoted text a plain scalar.
            YamlVariant::Psych if tag == Some("!") => psych::tokenize(text).map_err(Rejection::from),
            YamlVariant::Psych => psych::scalar(text, style, tag).map_err(Rejection::from),
        };
        let scalar = match scalar {
            Ok(scalar) => scalar,
            Err(rejection) => {
                self.report_rejection(rejection, &span)?;
                Scalar::Null
            }
        };
        let id = self.add(NodeContent::Scalar(scalar), span)?;
        self.define(properties.anchor(), id);
        self.add_to_parent(id, NodeSyntax::Scalar, tag);
        Ok(())
    }

    /// Adds a complete node to the open collection.
    fn add_to_parent(&mut self, id: NodeId, syntax: NodeSyntax, tag: Option<&str>) {
        let is_tagged_string = tag == Some("tag:yaml.org,2002:str");
        self.pending_children.push(Child { id, syntax, is_tagged_string });
    }

    /// Reports why the schema rejects a node; fails if the reading cannot continue.
    fn report_rejection(&mut self, rejection: Rejection, span: &Range<usize>) -> ParseResult<()> {
        let (code, message, help) = match rejection {
            Rejection::Limit(message) => return Err(Fault::limit(span.clone(), message)),
            Rejection::Tag(message) => {
                (codes::YAML_TAG, message, "remove the tag, or write a value that matches it")
            }
            Rejection::Value(message) => {
                (codes::YAML_VALUE, message, "put the text in quotes if a string is meant")
            }
        };
        self.report_error(code, span.clone(), message, help);
        Ok(())
    }

    /// Opens a collection.
    fn open(&mut self, properties: Properties<'a>, span: &Range<usize>) -> ParseResult<()> {
        if self.frames.len() >= self.limits.depth {
            let message = format!("expected at most {} levels of nesting, found more", self.limits.depth);
            return Err(Fault::limit(span.clone(), message));
        }
        self.opened_count += 1;
        if let Some(name) = properties.anchor() {
            // The anchor is defined before the content of its node, so that an alias inside the node is reported as
            // such.
            self.anchors.insert(name, Anchor::Open(self.opened_count));
        }
        let frame = Frame {
            properties,
            start: span.start,
            first_child: self.pending_children.len(),
            number: self.opened_count,
        };
        self.frames.push(frame);
        Ok(())
    }

    /// Closes the innermost collection, and adds it to the one around it.
    fn close(&mut self, syntax: NodeSyntax, span: &Range<usize>) -> ParseResult<()> {
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        let children = self.pending_children.split_off(frame.first_child.min(self.pending_children.len()));
        // A block ends with its last child; only collections in brackets have an end of their own.
        let end_of_children = children.last().map_or(frame.start, |child| match child.syntax {
            // The span of an aliased node is at its anchor, so it does not end the block.
            NodeSyntax::Alias => frame.start,
            _ => self.arena.span(child.id).end,
        });
        let end = if span.is_empty() { end_of_children.max(frame.start) } else { span.end };
        let span_of_node = frame.start..end;
        let tag = frame.properties.tag();
        let collection = match self.build_collection(syntax, tag, &children) {
            Ok(collection) => collection,
            Err(rejection) => {
                self.report_rejection(rejection, &span_of_node)?;
                Collection::Scalar(Scalar::Null)
            }
        };
        let id = self.add_collection(collection, span_of_node)?;
        // An anchor of the same name inside the collection has replaced that of the collection itself.
        if let Some(name) = frame.properties.anchor()
            && matches!(self.anchors.get(name), Some(Anchor::Open(number)) if *number == frame.number)
        {
            self.define(Some(name), id);
        }
        self.add_to_parent(id, syntax, tag);
        Ok(())
    }

    /// The value of a collection in the schema; reports its duplicate keys.
    fn build_collection(
        &mut self,
        syntax: NodeSyntax,
        tag: Option<&str>,
        children: &[Child],
    ) -> Result<Collection, Rejection> {
        if self.schema == YamlVariant::Psych {
            let mut duplicates = Vec::new();
            let (keys, budget) = (&mut self.keys, &mut self.budget);
            let mut context = Context { arena: &self.arena, keys, budget, duplicates: &mut duplicates };
            let close = if syntax == NodeSyntax::Mapping { psych::close_map } else { psych::close_sequence };
            let collection = close(&mut context, tag, children)?;
            for (first, second) in duplicates {
                let message = "the map has this key twice, and the last value counts".to_owned();
                // Ruby accepts such a map.
                let fault = self.duplicate(first, second, message).into_warning();
                self.report(*fault);
            }
            return Ok(collection);
        }
        if syntax == NodeSyntax::Sequence {
            return Ok(core::close_sequence(tag, children)?);
        }
        let (collection, duplicates) = core::close_map(&self.arena, &mut self.keys, tag, children)?;
        // If the `-` of an entry of a list is missing, the keys of this entry become keys of the previous entry, where
        // most of them are duplicates. Usually both entries begin with the same key. Then only its duplicate is
        // reported, with the missing `-`, and not the duplicates after it.
        let after_dash = duplicates.iter().find(|duplicate| self.is_first_of_entry(duplicate.first));
        let missing_dash = after_dash.map(|duplicate| self.arena.span(duplicate.second).start);
        for duplicate in duplicates {
            let start = self.arena.span(duplicate.second).start;
            let fault = match missing_dash {
                Some(dash) if start > dash => continue,
                Some(dash) if start == dash => self.missing_dash(duplicate.first, duplicate.second),
                _ => {
                    let message = "expected unique keys, found this one a second time".to_owned();
                    self.duplicate(duplicate.first, duplicate.second, message)
                }
            };
            self.report(*fault);
        }
        Ok(collection)
    }

    /// Whether a key is directly after the `-` of a list's entry.
    fn is_first_of_entry(&self, key: NodeId) -> bool {
        let text_before = self.text.get(..self.arena.span(key).start).unwrap_or_default();
        // Only spaces and dashes are visited, because a line may have many keys.
        let line = text_before.trim_end_matches([' ', '-']);
        (line.is_empty() || line.ends_with('\n')) && text_before.trim_end_matches(' ').ends_with('-')
    }

    /// The problem of the first key of an entry that the same entry has again, probably because a `-` is missing.
    fn missing_dash(&self, first: NodeId, second: NodeId) -> Box<Fault> {
        let message = "expected unique keys, found the first key of this entry a second time".to_owned();
        let help =
            "write `- ` before this key if the next entry of the list starts here; otherwise remove the key";
        Fault::new(codes::DUPLICATE_KEY, self.arena.span(second), message, help)
            .related(self.arena.span(first), "first used here")
    }

    /// The problem of a key that a map has twice.
    fn duplicate(&self, first: NodeId, second: NodeId, message: String) -> Box<Fault> {
        let help = "remove or rename one of the two";
        Fault::new(codes::DUPLICATE_KEY, self.arena.span(second), message, help)
            .related(self.arena.span(first), "first used here")
    }

    /// Reports a problem, unless the limit of problems is reached.
    fn report(&mut self, fault: Fault) {
        if self.problems.len() <= Diagnostics::LIMIT {
            self.problems.push(fault);
        }
    }

    /// Adds the value of a collection to the arena.
    fn add_collection(&mut self, collection: Collection, span: Range<usize>) -> ParseResult<NodeId> {
        let content = match collection {
            Collection::Existing(id) => return Ok(id),
            Collection::Scalar(scalar) => NodeContent::Scalar(scalar),
            Collection::List(links) => NodeContent::List(self.add_links(&links)?),
            Collection::Map(links) => NodeContent::Map(self.add_links(&links)?),
            Collection::Object(class, links) => NodeContent::Object(class, self.add_links(&links)?),
        };
        self.add(content, span)
    }

    /// Takes the complete document out of the builder, which is then ready for the next document; `None` if the
    /// document has no root. Anchors are local to a document.
    fn finish(&mut self) -> ParseResult<Option<Tree>> {
        self.anchors.clear();
        self.frames.clear();
        // The keys contain nodes of the arena, which are invalid in the next document.
        self.keys = Keys::default();
        let arena = std::mem::take(&mut self.arena);
        // The root is the only child that is left, because all collections are closed.
        let root = self.pending_children.drain(..).next_back();
        let no_document = false;
        let tree = root.map(|root| Tree::new(arena, root.id, no_document));
        let has_aliases = std::mem::take(&mut self.document_alias_count) > 0;
        if let Some(tree) = &tree
            && has_aliases
        {
            self.check_repetition(tree)?;
        }
        Ok(tree)
    }

    /// The value that Ruby returns for a stream without documents: `false`.
    fn no_document(&mut self) -> Option<Tree> {
        let root = self.add(NodeContent::Scalar(Scalar::Bool(false)), 0..0).ok()?;
        let no_document = true;
        Some(Tree::new(std::mem::take(&mut self.arena), root, no_document))
    }
}

/// A position in 32 bits; longer texts are rejected.
fn narrow(position: usize) -> u32 {
    u32::try_from(position).unwrap_or(u32::MAX)
}

/// The number of bytes that libyaml decodes at a time; it rejects a chunk if any character in it is invalid.
const CHUNK_SIZE: usize = 16 * 1024;
/// The number of bytes after its position that libyaml decodes in advance.
const LOOKAHEAD: usize = 4;

/// The start of the chunk that contains a position.
fn chunk_start(position: usize) -> usize {
    position - position % CHUNK_SIZE
}

/// The problem of a character that YAML does not allow.
fn control_character(position: usize, c: char) -> Box<Fault> {
    let message = format!("expected a printable character, found U+{:04X}", u32::from(c));
    Fault::syntax(
        position,
        message,
        "write the character as an escape between double quotes, such as \"\\x07\"",
    )
}

/// Why a schema rejects a node.
enum Rejection {
    Value(String),
    Tag(String),
    Limit(String),
}

impl From<core::Rejection> for Rejection {
    fn from(rejection: core::Rejection) -> Self {
        match rejection {
            core::Rejection::Tag(message) => Rejection::Tag(message),
            core::Rejection::Limit(message) => Rejection::Limit(message),
        }
    }
}

impl From<psych::Rejection> for Rejection {
    fn from(rejection: psych::Rejection) -> Self {
        match rejection {
            psych::Rejection::Value(message) => Rejection::Value(message),
            psych::Rejection::Tag(message) => Rejection::Tag(message),
            psych::Rejection::Limit(message) => Rejection::Limit(message),
        }
    }
}
