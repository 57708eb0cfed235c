//! Parses tokens into events: the grammar of documents as a state machine with a stack.
//!
//! Invariants: every start event has its end event before the document's end, and a mapping
//! has an even number of nodes. This module does not know what a node means.

mod flow;

use super::cursor::SyntaxVariant;
use super::scanner::Scanner;
use super::token::TokenKind;
use super::{Event, Fault, ParseResult, Properties, SpannedEvent};
use std::ops::Range;

/// What is expected next.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum State {
    /// A document, or the end. `may_be_bare` is whether the document may start without `---`.
    DocumentStart { may_be_bare: bool },
    /// The content of a document, after its `---`.
    DocumentContent,
    /// The end of a document, whose content is complete.
    DocumentEnd,
    /// A node outside of brackets.
    BlockNode,
    /// An entry of an indented list, or its end.
    SequenceEntry,
    /// An entry of a list that is not indented below its key, or its end.
    IndentlessEntry,
    /// A key of a block mapping, or its end.
    MappingKey,
    /// The `:` after a key of a block mapping.
    MappingValue,
    /// After the `:` of a block mapping.
    MappingContent,
    /// An entry of a list in brackets, or its end.
    FlowSequenceEntry { is_first: bool },
    /// In a pair inside a list in brackets, `[a: b]`, which is a map of one entry: before its key.
    PairKey,
    /// Before the `:` of the pair.
    PairValue,
    /// After the pair.
    PairEnd,
    /// A key of a map in braces, or its end.
    FlowMappingKey { is_first: bool },
    /// The `:` after a key of a map in braces.
    FlowMappingValue {
        /// Whether the key has no `:`, so that its value is empty.
        is_absent: bool,
    },
    /// Nothing: the stream has ended.
    End,
}

/// The position of a node, which determines the nodes that are allowed.
#[derive(Debug, Clone, Copy, PartialEq)]
enum NodePosition {
    Block,
    /// The key or value of a block mapping, where a list needs no additional indentation.
    BlockPair,
    Flow,
}

/// Events with their spans, one at a time.
#[derive(Debug)]
pub(super) struct Grammar<'a> {
    pub(super) scanner: Scanner<'a>,
    variant: SyntaxVariant,
    pub(super) state: State,
    /// The states to continue with when the open nodes are complete.
    pub(super) states: Vec<State>,
    /// The offsets of the open brackets and braces.
    brackets: Vec<usize>,
    /// The tag handles that the document declares, with their prefixes.
    handles: Vec<(&'a str, String)>,
}

/// The help if a value is missing.
const MISSING_VALUE_HELP: &str = "write a value, or `null` if there is none";

impl<'a> Grammar<'a> {
    pub(super) fn new(text: &'a str, variant: SyntaxVariant) -> Self {
        let state = State::DocumentStart { may_be_bare: true };
        let scanner = Scanner::new(text, variant);
        Self { scanner, variant, state, states: Vec::new(), brackets: Vec::new(), handles: Vec::new() }
    }

    /// The offset up to which the text was read.
    pub(super) fn reached(&self) -> usize {
        self.scanner.cursor.offset()
    }

    /// The next event; after the end of the stream, always the end of the stream.
    pub(super) fn next(&mut self) -> ParseResult<SpannedEvent<'a>> {
        match self.state {
            State::DocumentStart { may_be_bare } => self.document_start(may_be_bare),
            State::DocumentContent => self.document_content(),
            State::DocumentEnd => self.document_end(),
            State::BlockNode => self.node(NodePosition::Block),
            State::SequenceEntry => self.sequence_entry(),
            State::IndentlessEntry => self.indentless_entry(),
            State::MappingKey => self.mapping_key(),
            State::MappingValue => self.mapping_value(),
            State::MappingContent => {
                let key_end = self.reached();
                self.mapping_content(key_end)
            }
            State::FlowSequenceEntry { is_first } => self.flow_sequence_entry(is_first),
            State::PairKey => self.pair_key(),
            State::PairValue => self.pair_value(),
            State::PairEnd => {
                self.state = State::FlowSequenceEntry { is_first: false };
                let start = self.scanner.peek()?.span.start;
                Ok((Event::MappingEnd, start..start))
            }
            State::FlowMappingKey { is_first } => self.flow_mapping_key(is_first),
            State::FlowMappingValue { is_absent } => self.flow_mapping_value(is_absent),
            State::End => Ok((Event::StreamEnd, self.reached()..self.reached())),
        }
    }

    /// Whether the next token is of this kind.
    fn is_next(&mut self, kind: &TokenKind<'_>) -> ParseResult<bool> {
        Ok(self.scanner.peek()?.kind == *kind)
    }

    /// Whether the next token is of one of these kinds.
    fn is_next_any(&mut self, kinds: &[TokenKind<'_>]) -> ParseResult<bool> {
        let found = &self.scanner.peek()?.kind;
        Ok(kinds.iter().any(|kind| kind == found))
    }

    /// Continues after a complete node.
    pub(super) fn pop(&mut self) {
        self.state = self.states.pop().unwrap_or(State::End);
    }

    /// An empty node before the next token.
    fn empty_node(&mut self) -> ParseResult<SpannedEvent<'a>> {
        let start = self.scanner.peek()?.span.start;
        Ok((Event::empty(Properties::default()), start..start))
    }

    /// An empty node in a block. As in libyaml, its position is the end of the `-`, `?` or `:` before it.
    fn empty_after(indicator_end: usize) -> SpannedEvent<'a> {
        (Event::empty(Properties::default()), indicator_end..indicator_end)
    }

    /// Fails with the problem that another token was expected.
    fn fail(&mut self, expected: &str, help: &'static str) -> ParseResult<SpannedEvent<'a>> {
        let token = self.scanner.peek()?;
        let (start, found) = (token.span.start, token.kind.name());
        // If a quoted text ends in a later line, its closing quote is usually missing in the first line.
        if let Some(quote_start) = self.scanner.long_quote_before(start) {
            let message = "expected the closing quote at the end of this value, found it in a later line";
            let fault = Fault::syntax(quote_start, message, "close the quote in the same line");
            return Err(fault.within(start, "the text after the closing quote"));
        }
        let message = if found == "a key" && expected.starts_with(found) {
            "expected a key in the column of the map's other keys, found one in another column".to_owned()
        } else {
            format!("expected {expected}, found {found}")
        };
        let fault = Fault::syntax(start, message, help);
        Err(match self.brackets.last() {
            Some(open) => fault.within(*open, "this is still open"),
            None => fault,
        })
    }

    /// The start of a document, or the end of the stream. `may_be_bare` is whether the document may start without
    /// `---`.
    fn document_start(&mut self, may_be_bare: bool) -> ParseResult<SpannedEvent<'a>> {
        // End markers, `...`, without a document are skipped. Only where a bare document may start, libyaml reads them
        // as content.
        let skips_end_markers = !may_be_bare || self.variant == SyntaxVariant::Core;
        while skips_end_markers && self.is_next(&TokenKind::DocumentEnd)? {
            self.scanner.take()?;
        }
        // Directives apply to one document only.
        self.handles.clear();
        let start = self.scanner.peek()?.span.clone();
        match self.scanner.peek()?.kind {
            TokenKind::StreamEnd => {
                self.state = State::End;
                return Ok((Event::StreamEnd, start));
            }
            TokenKind::Version(..) | TokenKind::TagDirective(..) | TokenKind::DocumentStart => {
                self.read_directives()?;
            }
            // A document may start without `---` only at the start of the stream or after `...`.
            _ if may_be_bare => {
                self.states.push(State::DocumentEnd);
                self.state = State::BlockNode;
                return Ok((Event::DocumentStart, start.start..start.start));
            }
            _ => {}
        }
        if !self.is_next(&TokenKind::DocumentStart)? {
            return self.fail("the start of a document, `---`", "separate documents by a line `---`");
        }
        let span = self.scanner.take()?.span;
        self.states.push(State::DocumentEnd);
        self.state = State::DocumentContent;
        Ok((Event::DocumentStart, span))
    }

    /// Reads the directives before a document.
    fn read_directives(&mut self) -> ParseResult<()> {
        let mut has_version = false;
        loop {
            let token = self.scanner.peek()?;
            let start = token.span.start;
            match token.kind.clone() {
                TokenKind::Version(major, minor) => {
                    if has_version {
                        return Err(Fault::syntax(
                            start,
                            "expected one %YAML directive, found a second",
                            "remove one",
                        ));
                    }
                    has_version = true;
                    // libyaml accepts exactly 1.1 and 1.2, YAML 1.2 any minor version (section 6.8.1).
                    let is_supported =
                        major == 1 && (matches!(minor, 1 | 2) || self.variant == SyntaxVariant::Core);
                    if !is_supported {
                        let message = format!("expected YAML 1.1 or 1.2, found {major}.{minor}");
                        return Err(Fault::syntax(
                            start,
                            message,
                            "remove the directive if the document does not need it",
                        ));
                    }
                }
                TokenKind::TagDirective(handle, prefix) => {
                    if self.handles.iter().any(|(known, _)| *known == handle) {
                        return Err(Fault::syntax(
                            start,
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

    /// The next event in the state [`State::DocumentContent`].
    fn document_content(&mut self) -> ParseResult<SpannedEvent<'a>> {
        let is_at_end = matches!(
            self.scanner.peek()?.kind,
            TokenKind::Version(..)
                | TokenKind::TagDirective(..)
                | TokenKind::DocumentStart
                | TokenKind::DocumentEnd
                | TokenKind::StreamEnd
        );
        // An explicit document may have no content, and then is null.
        if is_at_end {
            self.pop();
            return self.empty_node();
        }
        self.node(NodePosition::Block)
    }

    /// The end of a document.
    fn document_end(&mut self) -> ParseResult<SpannedEvent<'a>> {
        let mut span = self.scanner.peek()?.span.clone();
        // The end of a document without `...` has an empty span.
        span.end = span.start;
        let mut may_be_bare = false;
        if self.is_next(&TokenKind::DocumentEnd)? {
            span = self.scanner.take()?.span;
            may_be_bare = true;
        }
        self.state = State::DocumentStart { may_be_bare };
        Ok((Event::DocumentEnd, span))
    }

    /// The first event of a node: an alias, a scalar, or the start of a collection.
    fn node(&mut self, position: NodePosition) -> ParseResult<SpannedEvent<'a>> {
        // Aliases are tested first, because an alias can have neither an anchor nor a tag.
        if let TokenKind::Alias(name) = self.scanner.peek()?.kind {
            let span = self.scanner.take()?.span;
            self.pop();
            return Ok((Event::Alias(name), span));
        }
        let (properties, span) = self.read_properties()?;
        let token = self.scanner.peek()?;
        let start = span.as_ref().map_or(token.span.start, |span| span.start);
        let node_span = start..token.span.end.max(start);
        match &token.kind {
            // A list under a key needs no indentation, and then has no start token.
            TokenKind::BlockEntry if position == NodePosition::BlockPair => {
                self.state = State::IndentlessEntry;
                Ok((Event::SequenceStart(properties), start..start))
            }
            TokenKind::Scalar(..) => {
                // The token is taken before it is matched, so that its text is moved and not copied.
                let token = self.scanner.take()?;
                self.pop();
                let TokenKind::Scalar(text, style) = token.kind else { return self.empty_node() };
                Ok((Event::Scalar { text, style, properties }, node_span))
            }
            TokenKind::FlowSequenceStart => {
                self.brackets.push(self.scanner.take()?.span.start);
                self.state = State::FlowSequenceEntry { is_first: true };
                Ok((Event::SequenceStart(properties), node_span))
            }
            TokenKind::FlowMappingStart => {
                self.brackets.push(self.scanner.take()?.span.start);
                self.state = State::FlowMappingKey { is_first: true };
                Ok((Event::MappingStart(properties), node_span))
            }
            TokenKind::BlockSequenceStart if position != NodePosition::Flow => {
                self.scanner.take()?;
                self.state = State::SequenceEntry;
                Ok((Event::SequenceStart(properties), node_span))
            }
            TokenKind::BlockMappingStart if position != NodePosition::Flow => {
                self.scanner.take()?;
                self.state = State::MappingKey;
                Ok((Event::MappingStart(properties), node_span))
            }
            _ => match span {
                // A node may consist of an anchor or a tag alone.
                Some(span) => {
                    self.pop();
                    Ok((Event::empty(properties), span))
                }
                None => self.fail("a value", MISSING_VALUE_HELP),
            },
        }
    }

    /// Reads an anchor and a tag in either order, if they are there; returns them with their common span.
    fn read_properties(&mut self) -> ParseResult<(Properties<'a>, Option<Range<usize>>)> {
        let (mut anchor, mut tag) = (None, None);
        let mut span: Option<Range<usize>> = None;
        for _ in 0..2 {
            let token = self.scanner.peek()?;
            match &token.kind {
                TokenKind::Anchor(name) if anchor.is_none() => anchor = Some(*name),
                TokenKind::Tag(..) if tag.is_none() => {
                    let token = token.clone();
                    tag = Some(self.resolve_tag(&token.kind, token.span.start)?);
                }
                _ => break,
            }
            let token_span = self.scanner.take()?.span;
            let start = span.map_or(token_span.start, |span| span.start);
            span = Some(start..token_span.end);
        }
        Ok((Properties::new(anchor, tag), span))
    }

    /// The complete form of a tag, whose handle is replaced by the prefix that it is declared for.
    fn resolve_tag(&self, kind: &TokenKind<'a>, start: usize) -> ParseResult<String> {
        let TokenKind::Tag(handle, suffix) = kind else { return Ok(String::new()) };
        // A declared handle takes precedence, even over `!` and `!!`.
        let declaration = self.handles.iter().find(|(known, _)| known == handle);
        let prefix = match (declaration, *handle) {
            (Some((_, declared_prefix)), _) => declared_prefix.as_str(),
            (None, "" | "!") => handle,
            (None, "!!") => "tag:yaml.org,2002:",
            (None, _) => {
                let message = format!("expected a declared tag handle, found `{handle}`");
                return Err(Fault::syntax(start, message, "declare the handle by a %TAG directive"));
            }
        };
        Ok(format!("{prefix}{suffix}"))
    }

    /// The next event in the state [`State::SequenceEntry`].
    fn sequence_entry(&mut self) -> ParseResult<SpannedEvent<'a>> {
        if self.is_next(&TokenKind::BlockEntry)? {
            let indicator_end = self.scanner.take()?.span.end;
            if self.is_next_any(&[TokenKind::BlockEntry, TokenKind::BlockEnd])? {
                return Ok(Self::empty_after(indicator_end));
            }
            self.states.push(State::SequenceEntry);
            return self.node(NodePosition::Block);
        }
        self.close(
            &TokenKind::BlockEnd,
            Event::SequenceEnd,
            "a list entry or the list's end",
            "align the entries of a list, and indent a key like the keys above it",
        )
    }

    /// The next event in the state [`State::IndentlessEntry`].
    fn indentless_entry(&mut self) -> ParseResult<SpannedEvent<'a>> {
        if self.is_next(&TokenKind::BlockEntry)? {
            let indicator_end = self.scanner.take()?.span.end;
            if self.is_next_any(&[
                TokenKind::BlockEntry,
                TokenKind::Key,
                TokenKind::Value,
                TokenKind::BlockEnd,
            ])? {
                return Ok(Self::empty_after(indicator_end));
            }
            self.states.push(State::IndentlessEntry);
            return self.node(NodePosition::Block);
        }
        self.pop();
        let start = self.scanner.peek()?.span.start;
        Ok((Event::SequenceEnd, start..start))
    }

    /// Ends a block with the token of its end; fails if there is another token.
    fn close(
        &mut self,
        kind: &TokenKind<'a>,
        event: Event<'a>,
        expected: &str,
        help: &'static str,
    ) -> ParseResult<SpannedEvent<'a>> {
        if !self.is_next(kind)? {
            return self.fail(expected, help);
        }
        self.pop();
        Ok((event, self.scanner.take()?.span))
    }

    /// The next event in the state [`State::MappingKey`].
    fn mapping_key(&mut self) -> ParseResult<SpannedEvent<'a>> {
        if self.is_next(&TokenKind::Key)? {
            let indicator_end = self.scanner.take()?.span.end;
            // A `?` without a key.
            if self.is_next_any(&[TokenKind::Key, TokenKind::Value, TokenKind::BlockEnd])? {
                self.state = State::MappingValue;
                return Ok(Self::empty_after(indicator_end));
            }
            self.states.push(State::MappingValue);
            return self.node(NodePosition::BlockPair);
        }
        // YAML 1.2 allows an empty key before `:`; libyaml does not in a block.
        if self.variant == SyntaxVariant::Core && self.is_next(&TokenKind::Value)? {
            self.state = State::MappingValue;
            return self.empty_node();
        }
        self.close(
            &TokenKind::BlockEnd,
            Event::MappingEnd,
            "a key or the map's end",
            "align the keys of a map",
        )
    }

    /// The next event in the state [`State::MappingValue`].
    fn mapping_value(&mut self) -> ParseResult<SpannedEvent<'a>> {
        // A key without a `:` has an empty value.
        if !self.is_next(&TokenKind::Value)? {
            self.state = State::MappingKey;
            return self.empty_node();
        }
        let key_end = self.scanner.take()?.span.end;
        self.mapping_content(key_end)
    }

    /// The value of a key whose `:` ends at a position.
    fn mapping_content(&mut self, key_end: usize) -> ParseResult<SpannedEvent<'a>> {
        self.state = State::MappingKey;
        if self.is_next_any(&[TokenKind::Key, TokenKind::Value, TokenKind::BlockEnd])? {
            return Ok(Self::empty_after(key_end));
        }
        self.states.push(State::MappingKey);
        self.node(NodePosition::BlockPair)
    }
}
