//! Converts tokens to events: the cursor, errors and recovery.
//!
//! Invariants: parsing ends for every text, and its events form one [`NodeKind::File`]; nothing recurses deeper than
//! [`MAX_DEPTH`]; no two errors start at the same token, so that one mistake causes one message; tokens that are
//! skipped after an error are in a [`NodeKind::Error`]. The parser does not know what names refer to, which settings
//! a declaration allows, or how its events are used.

mod bindings;
mod corrections;
mod data;
mod errors;
mod expression;
mod features;
mod literals;
mod members;
mod names;
mod other_declarations;
mod other_features;
mod other_languages;
mod other_operators;
mod settings;
mod skip;
mod statements;
mod types;

use super::event::{CompletedNode, Event, Events};
use super::kind::NodeKind;
use super::lexer::{self, Mark, Span, Token, TokenKind, Tokens};
use super::operators::MAX_HEIGHT;
use crate::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use rustc_hash::FxHashMap;
use std::cell::OnceCell;
use std::sync::Arc;

pub use data::parse_data;
pub use other_operators::operator_word;

/// The maximum nesting of packages, types, values and annotations.
pub const MAX_DEPTH: usize = 200;

/// The maximum size of a text in bytes. Every byte could be a token, which needs far more memory than a byte.
const LONGEST_TEXT: usize = 64 << 20;

/// A text that was parsed.
#[derive(Debug)]
pub struct Parse {
    /// The text.
    pub source: Arc<Source>,
    /// The tokens of the text; empty if the text is too long to be read.
    pub tokens: Tokens,
    /// The nodes of the text; empty if the text is too long to be read.
    pub events: Events,
    /// Whether a declaration could not be read. A name that is not found later may then have been declared there.
    pub(crate) is_incomplete: bool,
}

/// Parses a file.
pub fn parse(source: &Arc<Source>) -> (Parse, Diagnostics) {
    let (name, length) = (source.name(), source.text().len());
    if length > LONGEST_TEXT {
        let mut diagnostics = Diagnostics::new();
        let message =
            format!("`{name}` has {length} bytes, more than the limit of {LONGEST_TEXT} for files of types");
        diagnostics
            .push(Diagnostic::error(codes::LIMIT, message).help("distribute the types over several files"));
        // The result has no tokens and no nodes. With `is_incomplete`, names are not reported as unknown.
        let source = Arc::clone(source);
        let (tokens, events) = (Tokens::default(), Events::default());
        return (Parse { source, tokens, events, is_incomplete: true }, diagnostics);
    }
    let mut parser = Parser::new(source, lexer::lex(source.text()));
    // Wrong comments are reported before the first token is read, because another error at the same token would
    // suppress the report.
    parser.report_slash_comments();
    let start = parser.start();
    parser.statements();
    parser.finish_file(start)
}

/// Parses a section of a text that must be a single expression or block of logic.
pub fn parse_logic(source: &Arc<Source>, range: std::ops::Range<usize>) -> (Parse, Diagnostics) {
    let mut parser = Parser::new(source, lexer::lex_part(source.text(), range));
    let start = parser.start();
    parser.logic();
    if !parser.at_end() {
        parser.syntax_error("the end of the logic", None);
    }
    parser.finish_file(start)
}

/// Parses a text that must be exactly one type.
pub fn parse_type(text: &str) -> Option<Parse> {
    let source = Source::new("", text);
    let mut parser = Parser::new(&source, lexer::lex(source.text()));
    let start = parser.start();
    parser.type_use();
    // The end is tested here, because tokens after the type would be missing from the tree without notice.
    let at_end = parser.at_end();
    let (parse, diagnostics) = parser.finish_file(start);
    (at_end && !diagnostics.has_errors()).then_some(parse)
}

/// The position at which a node starts.
#[derive(Debug, Clone, Copy)]
struct Start {
    /// The position of the node's first event.
    event: usize,
    /// The position of the node's first token, or an impossible position if it is known that the node has a token.
    token: usize,
    span: Span,
}

struct Parser<'a> {
    source: &'a Arc<Source>,
    text: &'a str,
    tokens: Tokens,
    /// The index of the current token.
    position: usize,
    depth: usize,
    events: Events,
    /// The token at which the last error was reported.
    last_error: Option<usize>,
    /// Whether the last problem was reported, not suppressed.
    is_reported: bool,
    /// The start of the expression that was reported as nested too deeply.
    too_high_start: Option<u32>,
    is_incomplete: bool,
    /// How many enclosing constructs were already reported; while it is not 0, problems are suppressed.
    quiet_depth: usize,
    /// The names declared in this text, and whether each is a class; collected when advice first needs them.
    declarations: OnceCell<FxHashMap<&'a str, bool>>,
    /// The start of the last string that has no closing quote.
    unclosed_string: Option<u32>,
    diagnostics: Diagnostics,
    /// The token that is a variable although it has no dollar sign: the first one in `${…}`.
    bare_variable: Option<usize>,
    /// Whether the hash of a call without parentheses was read: `notice { a => 1 }`, which looks like a resource.
    has_read_hash_of_call: bool,
    /// Whether the logic of a type is being read, in which resources are not allowed.
    is_in_logic: bool,
    /// The depth of a value in bindings, after which `in` is the keyword before the id of a multibinding.
    value_depth: Option<usize>,
    /// Whether a query is being read, which has operators of its own.
    is_in_query: bool,
    /// Whether the body of a defined resource type is being read, which has no invariants.
    is_in_define: bool,
    /// Whether `:` may be written for `=>` in hashes, as in JSON.
    allows_json_hashes: bool,
}

/// Events.
impl<'a> Parser<'a> {
    fn new(source: &'a Arc<Source>, tokens: Tokens) -> Self {
        // In usual texts, at most two of three tokens start a node.
        let events = Events::with_capacity(tokens.list.len() * 2 / 3 + 2);
        Self {
            source,
            text: source.text(),
            tokens,
            position: 0,
            depth: 0,
            events,
            last_error: None,
            is_reported: false,
            too_high_start: None,
            is_incomplete: false,
            quiet_depth: 0,
            declarations: OnceCell::new(),
            unclosed_string: None,
            diagnostics: Diagnostics::new(),
            bare_variable: None,
            has_read_hash_of_call: false,
            is_in_logic: false,
            value_depth: None,
            is_in_query: false,
            is_in_define: false,
            allows_json_hashes: false,
        }
    }

    /// Completes the node of the file.
    fn finish_file(mut self, start: Start) -> (Parse, Diagnostics) {
        let span = Span::new(0, self.text.len());
        let (height, is_empty) = (0, false);
        self.events.push(NodeKind::File, span, start.event, height, is_empty);
        let (source, is_incomplete) = (Arc::clone(self.source), self.is_incomplete);
        let parse = Parse { source, tokens: self.tokens, events: self.events, is_incomplete };
        (parse, self.diagnostics)
    }

    /// The start of a node whose first token is the current one.
    fn start(&self) -> Start {
        Start { event: self.events.len(), token: self.position, span: self.token().span }
    }

    /// The start of a node whose first child is already complete.
    fn start_before(&self, child: CompletedNode) -> Start {
        let span = self.events.get(child).span;
        Start { event: self.events.first_of(child), token: usize::MAX, span }
    }

    /// Completes a node that ends before the current token.
    fn finish(&mut self, start: Start, kind: NodeKind) -> CompletedNode {
        let is_empty = start.token == self.position;
        let span = if is_empty { start.span } else { start.span.to(self.previous_span()) };
        // Only expressions can nest without recursion, by operators. So only the height of expressions is counted.
        if self.events.len() == start.event || !kind.is_expression() {
            let height = 0;
            return self.events.push(kind, span, start.event, height, is_empty);
        }
        self.finish_expression(start, kind, span, is_empty)
    }

    /// Completes an expression. One that is too high is reported, and replaced by a missing expression.
    fn finish_expression(
        &mut self,
        start: Start,
        kind: NodeKind,
        span: Span,
        is_empty: bool,
    ) -> CompletedNode {
        let children = self.events.nodes_since(start.event).filter(|(_, event)| event.kind.is_expression());
        let height = children.map(|(_, event)| event.height() + 1).max().unwrap_or(0);
        if height <= MAX_HEIGHT {
            return self.events.push(kind, span, start.event, height, is_empty);
        }
        // Without this condition, a longer chain would be reported again at each operator.
        if self.too_high_start.replace(start.span.start) != Some(start.span.start) {
            let message = format!("the expression is nested more than {MAX_HEIGHT} levels deep");
            let diagnostic = Diagnostic::error(codes::NESTED_TOO_DEEP, message)
                .at(self.source, self.previous_span().range())
                .help("assign parts of the expression to variables");
            self.report(diagnostic);
        }
        // The height starts again at 0, so that the rest of the chain is read as usual.
        let height = 0;
        self.events.push(NodeKind::Missing, span, start.event, height, is_empty)
    }

    /// Completes a node without children for the current token, and moves to the next one.
    fn token_node(&mut self, kind: NodeKind) -> CompletedNode {
        let token = self.bump();
        self.leaf(kind, token.span)
    }

    /// Completes a node without children.
    fn leaf(&mut self, kind: NodeKind, span: Span) -> CompletedNode {
        let (height, is_empty) = (0, false);
        self.events.push(kind, span, self.events.len(), height, is_empty)
    }

    /// Completes an expression that is missing.
    fn missing_expression(&mut self) -> CompletedNode {
        let span = self.token().span;
        let (height, is_empty) = (0, true);
        self.events.push(NodeKind::Missing, span, self.events.len(), height, is_empty)
    }

    /// Wraps the nodes and tokens read from a start on in an error node, if there are any.
    fn wrap_error(&mut self, start: Start) {
        if self.position != start.token || self.events.len() > start.event {
            self.finish(start, NodeKind::Error);
        }
    }

    /// Skips the current token as an error.
    fn bump_error(&mut self) {
        if !self.at_end() {
            self.token_node(NodeKind::Error);
        }
    }

    /// The event of a node.
    fn event(&self, node: CompletedNode) -> Event {
        self.events.get(node)
    }

    /// The kind of a node.
    fn kind_of(&self, node: CompletedNode) -> NodeKind {
        self.event(node).kind
    }

    /// The text of a node without children.
    fn node_text(&self, node: CompletedNode) -> &'a str {
        &self.text[self.event(node).span.range()]
    }
}

/// The cursor.
impl<'a> Parser<'a> {
    /// The current token.
    fn token(&self) -> Token {
        self.ahead(0)
    }

    /// The token this many positions ahead; past the end, the end token.
    fn ahead(&self, count: usize) -> Token {
        let list = &self.tokens.list;
        list[(self.position + count).min(list.len() - 1)]
    }

    /// The text of a token.
    fn text_of(&self, token: Token) -> &'a str {
        &self.text[token.span.range()]
    }

    /// Whether the current token is the end of the text.
    fn at_end(&self) -> bool {
        self.token().kind == TokenKind::End
    }

    /// Moves to the next token and returns the one before.
    fn bump(&mut self) -> Token {
        let token = self.token();
        if token.kind != TokenKind::End {
            self.position += 1;
        }
        token
    }

    /// The span of the token before the current one.
    fn previous_span(&self) -> Span {
        self.position.checked_sub(1).map_or(Span::default(), |index| self.tokens.list[index].span)
    }

    /// Whether the current token is this mark.
    fn at_mark(&self, mark: Mark) -> bool {
        self.mark_ahead(0, mark)
    }

    /// Whether the token this many positions ahead is this mark.
    fn mark_ahead(&self, count: usize, mark: Mark) -> bool {
        matches!(self.ahead(count).kind, TokenKind::Mark(mark_ahead) if mark_ahead == mark)
    }

    /// The name this many positions ahead, unless it is quoted.
    fn name_at(&self, count: usize) -> Option<&'a str> {
        let token = self.ahead(count);
        (token.kind == TokenKind::Name).then(|| self.text_of(token))
    }

    /// Whether the current token is this word.
    fn at_word(&self, word: &str) -> bool {
        self.name_at(0) == Some(word)
    }

    /// Skips the current token if it is this mark; returns whether it was.
    fn eat_mark(&mut self, mark: Mark) -> bool {
        let is_found = self.at_mark(mark);
        if is_found {
            self.bump();
        }
        is_found
    }

    /// Skips the current token if it is this word; returns whether it was.
    fn eat_word(&mut self, word: &str) -> bool {
        let is_found = self.at_word(word);
        if is_found {
            self.bump();
        }
        is_found
    }

    /// Whether a name, quoted or not, is this many positions ahead.
    fn name_ahead(&self, count: usize) -> bool {
        matches!(self.ahead(count).kind, TokenKind::Name | TokenKind::String { .. } | TokenKind::Open { .. })
    }
}

/// Levels of nesting.
impl Parser<'_> {
    /// Reads one level of nesting. If that is too deep, reports it, skips the text with `skip`, and returns `None`.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> T, skip: impl FnOnce(&mut Self)) -> Option<T> {
        if self.depth >= MAX_DEPTH {
            let message = format!("this is nested more than {MAX_DEPTH} levels deep");
            let diagnostic = Diagnostic::error(codes::NESTED_TOO_DEEP, message)
                .at(self.source, self.token().span.range())
                .help("declare the inner parts under separate names");
            self.report(diagnostic);
            self.is_incomplete = true;
            skip(self);
            // Tokens may seem to be missing after the skipped text. Such errors are consequences of this one.
            self.last_error = Some(self.position);
            return None;
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        Some(result)
    }
}
