//! Reads tokens into a syntax tree: the cursor, its errors and its recovery.
//!
//! Invariants: parsing always ends and yields a tree, whatever the text; nothing recurses deeper than
//! [`MAX_DEPTH`]; two errors never start at the same token, so that one slip gives one message. The
//! parser does not know what names refer to, nor which settings a declaration allows.

mod expression;
mod members;
mod settings;
mod skip;
mod statements;
mod types;

use super::expression::{ExprId, Expressions};
use super::lexer::{self, Kind, Mark, Span, T, Token, Tokens};
use super::lossless::{NodeKind, SyntaxTree};
use super::syntax::{Name, Path, Tree, TypeExpr};
use super::words;
use crate::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use std::sync::Arc;

/// How deeply packages, types, values and annotations may nest in each other.
pub(crate) const MAX_DEPTH: usize = 200;

/// Bytes of a text. Nobody writes as many, and every byte could be a token, which is larger by far.
const LONGEST_TEXT: usize = 64 << 20;

/// Reads a text. The tree holds everything that could be read.
pub(super) fn parse(source: &Arc<Source>) -> (Tree, Diagnostics) {
    let text = source.text();
    if text.len() > LONGEST_TEXT {
        let mut diagnostics = Diagnostics::new();
        let (name, length) = (source.name(), text.len());
        let message =
            format!("`{name}` has {length} bytes, more than the {LONGEST_TEXT} that are read as types");
        diagnostics.push(Diagnostic::error(codes::LIMIT, message).help("split the types over several files"));
        return (Tree { incomplete: true, ..Tree::default() }, diagnostics);
    }
    let mut parser = Parser::new(source);
    let statements = parser.statements(None);
    let (incomplete, (expressions, diagnostics)) = (parser.incomplete, parser.finish());
    (Tree { statements, expressions: Some(expressions), incomplete }, diagnostics)
}

/// Reads a text as a tree that holds all of it.
pub(super) fn parse_lossless(source: &Arc<Source>) -> (SyntaxTree, Diagnostics) {
    let (tree, _, found) = parse_whole(source);
    (tree, found)
}

/// As [`parse_lossless`], with the tokens.
pub(super) fn parse_whole(source: &Arc<Source>) -> (SyntaxTree, Tokens, Diagnostics) {
    if source.text().len() > LONGEST_TEXT {
        let unread = Tokens { list: Vec::new(), ..Tokens::default() };
        let tree = SyntaxTree::new(source.text(), &unread, Vec::new(), &Expressions::new(source));
        return (tree, unread, parse(source).1);
    }
    let mut parser = Parser::new(source);
    parser.statements(None);
    let tree = SyntaxTree::new(parser.text, &parser.tokens, parser.declared, &parser.expressions);
    (tree, parser.tokens, parser.diagnostics)
}

/// Reads a stretch of a text that is one piece of logic and nothing else.
pub(super) fn parse_logic(
    source: &Arc<Source>,
    range: std::ops::Range<usize>,
) -> (Expressions, ExprId, Diagnostics) {
    let mut parser = Parser::of(source, lexer::lex_part(source.text(), range));
    let logic = parser.whole_logic();
    let (expressions, diagnostics) = parser.finish();
    (expressions, logic, diagnostics)
}

/// Reads a text that is one piece of logic as a tree that holds all of it.
pub(super) fn parse_logic_lossless(source: &Arc<Source>) -> (SyntaxTree, Diagnostics) {
    let mut parser = Parser::new(source);
    parser.whole_logic();
    let tree = SyntaxTree::new(parser.text, &parser.tokens, parser.declared, &parser.expressions);
    (tree, parser.diagnostics)
}

/// Reads a text that is one type and nothing else.
pub(super) fn parse_type(text: &str) -> Option<TypeExpr> {
    let source = Source::new("", text);
    let mut parser = Parser::new(&source);
    let ty = parser.type_expr();
    (parser.at_end() && !parser.diagnostics.has_errors()).then_some(ty)
}

struct Parser<'a> {
    source: &'a Arc<Source>,
    text: &'a str,
    tokens: Tokens,
    at: usize,
    depth: usize,
    /// The token at which the last error was found.
    last_error: Option<usize>,
    /// Where the expression starts that was told to have too many levels.
    too_high: Option<u32>,
    incomplete: bool,
    /// Where the last string starts that is never closed.
    unclosed: Option<u32>,
    diagnostics: Diagnostics,
    expressions: Expressions,
    /// The members of lists that are not finished, innermost last.
    scratch: Vec<ExprId>,
    /// The token that is a variable although it has no dollar sign: the first in `${…}`.
    bare_variable: Option<usize>,
    /// The hash of a call without parentheses, `notice { a => 1 }`, which looks like a resource.
    hash_for_call: Option<ExprId>,
    /// Whether the logic of a type is read, which creates nothing.
    logic: bool,
    /// The declarations that were read, each after those in it.
    declared: Vec<(NodeKind, Span)>,
}

/// The cursor.
impl<'a> Parser<'a> {
    fn new(source: &'a Arc<Source>) -> Self {
        Self::of(source, lexer::lex(source.text()))
    }

    fn of(source: &'a Arc<Source>, tokens: Tokens) -> Self {
        let mut expressions = Expressions::new(source);
        // Two of three tokens start an expression at most, as people write.
        expressions.reserve(tokens.list.len() * 2 / 3);
        Self {
            source,
            text: source.text(),
            tokens,
            at: 0,
            depth: 0,
            last_error: None,
            too_high: None,
            incomplete: false,
            unclosed: None,
            diagnostics: Diagnostics::new(),
            expressions,
            scratch: Vec::new(),
            bare_variable: None,
            hash_for_call: None,
            logic: false,
            declared: Vec::new(),
        }
    }

    /// What was read, with the places of heredocs.
    fn finish(mut self) -> (Expressions, Diagnostics) {
        if !self.tokens.heredocs.is_empty() {
            let named = self.tokens.heredocs.iter().map(|heredoc| (heredoc.at, heredoc.whole));
            self.expressions.set_heredocs(named.collect());
        }
        (self.expressions, self.diagnostics)
    }

    /// Logic, and nothing behind it.
    fn whole_logic(&mut self) -> ExprId {
        let logic = self.logic();
        if !self.at_end() {
            self.syntax_error("the end of the logic", None);
        }
        logic
    }

    fn token(&self) -> Token {
        self.ahead(0)
    }

    /// The token some places further on; the end stays the end.
    fn ahead(&self, count: usize) -> Token {
        let list = &self.tokens.list;
        list[(self.at + count).min(list.len() - 1)]
    }

    fn text_of(&self, token: Token) -> &'a str {
        &self.text[token.span.range()]
    }

    fn at_end(&self) -> bool {
        self.token().kind == Kind::End
    }

    fn bump(&mut self) -> Token {
        let token = self.token();
        if token.kind != Kind::End {
            self.at += 1;
        }
        token
    }

    /// Notes a declaration that started at a span and ends here.
    fn declared(&mut self, kind: NodeKind, start: Span) {
        let span = start.to(self.previous_span());
        self.declared.push((kind, span));
    }

    fn previous_span(&self) -> Span {
        self.at.checked_sub(1).map_or(Span::default(), |at| self.tokens.list[at].span)
    }

    fn at_mark(&self, mark: Mark) -> bool {
        self.mark_ahead(0, mark)
    }

    fn mark_ahead(&self, count: usize, mark: Mark) -> bool {
        matches!(self.ahead(count).kind, Kind::Mark(found) if found == mark)
    }

    fn at_word(&self, word: &str) -> bool {
        self.token().kind == Kind::Name && self.text_of(self.token()) == word
    }

    fn eat_mark(&mut self, mark: Mark) -> bool {
        let found = self.at_mark(mark);
        if found {
            self.bump();
        }
        found
    }

    fn eat_word(&mut self, word: &str) -> bool {
        let found = self.at_word(word);
        if found {
            self.bump();
        }
        found
    }

    /// Whether a name, quoted or not, stands some places further on.
    fn name_ahead(&self, count: usize) -> bool {
        matches!(self.ahead(count).kind, Kind::Name | Kind::String { .. } | Kind::Open { .. })
    }

    /// The comment block directly above the present token.
    fn doc(&self) -> Option<String> {
        self.tokens.docs.get(&self.at).cloned()
    }
}

/// Errors.
impl Parser<'_> {
    /// Tells a problem, unless one was told at this very token already.
    fn report(&mut self, diagnostic: Diagnostic) {
        if self.last_error != Some(self.at) {
            self.last_error = Some(self.at);
            self.diagnostics.push(diagnostic);
        }
    }

    fn syntax_error(&mut self, expected: &str, help: Option<String>) {
        let message = format!("expected {expected}, found {}", self.found());
        let mut diagnostic =
            Diagnostic::error(codes::LANGUAGE_SYNTAX, message).at(self.source, self.token().span.range());
        diagnostic.help = help;
        self.report(diagnostic);
    }

    /// The present token, for people.
    fn found(&self) -> String {
        let token = self.token();
        let text: String = self.text_of(token).chars().take(40).collect();
        match token.kind {
            Kind::End => "the end of the file".to_owned(),
            Kind::String { closed: true } => format!("the string {text}"),
            Kind::String { closed: false } => format!("the string {text} that is never closed"),
            Kind::Open { .. } => "a string that holds an expression".to_owned(),
            Kind::Middle { .. } | Kind::Close => "the end of the expression in a string".to_owned(),
            Kind::Heredoc => format!("the heredoc {text}"),
            Kind::Comment => "a comment that is never closed".to_owned(),
            Kind::Number => format!("the number {text}"),
            Kind::Unknown => format!("`{text}`, which needs quotes here"),
            _ => format!("`{text}`"),
        }
    }

    fn expect_mark(&mut self, mark: Mark, purpose: impl std::fmt::Display) -> bool {
        let found = self.eat_mark(mark);
        if !found {
            self.syntax_error(&format!("`{}` {purpose}", mark.text()), None);
        }
        found
    }

    /// Closes what was opened at a span, telling of both places where the end is missing.
    fn close(&mut self, mark: Mark, opened: Span, what: impl std::fmt::Display) -> bool {
        if self.eat_mark(mark) {
            return true;
        }
        if self.unclosed.is_some_and(|at| opened.start < at) {
            // The string that was told of may have swallowed it.
            self.last_error = Some(self.at);
            return false;
        }
        let message = format!("expected `{}` to close {what}, found {}", mark.text(), self.found());
        let diagnostic = Diagnostic::error(codes::LANGUAGE_SYNTAX, message)
            .at(self.source, self.token().span.range())
            .label(self.source, opened.range(), "opened here")
            .help(format!("add the missing `{}`", mark.text()));
        self.report(diagnostic);
        false
    }

    fn not_supported(&mut self, what: &str, span: Span, help: &str) {
        let diagnostic =
            Diagnostic::error(codes::NOT_SUPPORTED_YET, format!("{what} cannot be read yet by this version"))
                .at(self.source, span.range())
                .help(help);
        self.diagnostics.push(diagnostic);
    }

    /// Goes one level deeper, unless that is too deep: then that is told, and the text is passed over.
    fn deeper<T>(&mut self, read: impl FnOnce(&mut Self) -> T, pass: impl FnOnce(&mut Self)) -> Option<T> {
        if self.depth >= MAX_DEPTH {
            let message = format!("this is nested more than {MAX_DEPTH} levels deep");
            let diagnostic = Diagnostic::error(codes::NESTED_TOO_DEEP, message)
                .at(self.source, self.token().span.range())
                .help("declare parts of it under names of their own");
            self.report(diagnostic);
            self.incomplete = true;
            pass(self);
            // What is missing behind the passed text is a consequence, not a slip of its own.
            self.last_error = Some(self.at);
            return None;
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        Some(result)
    }
}

/// Names.
impl Parser<'_> {
    /// Tells that a path has too many names, and passes over them.
    fn deeper_path(&mut self) -> Option<Path> {
        let message = format!("this name has more than {MAX_DEPTH} parts");
        let diagnostic = Diagnostic::error(codes::NESTED_TOO_DEEP, message)
            .at(self.source, self.token().span.range())
            .help("nest packages less deeply");
        self.report(diagnostic);
        while self.eat_mark(T!["::"]) && self.name_ahead(0) {
            self.bump();
        }
        self.last_error = Some(self.at);
        None
    }

    /// Whether the name behind a declaration's word was forgotten: the next line declares something else.
    fn name_forgotten(&self) -> bool {
        let token = self.token();
        let word = token.kind == Kind::Name && {
            let text = self.text_of(token);
            words::MEMBERS.contains(&text) || words::STATEMENTS.contains(&text)
        };
        word && token.starts_line && self.name_ahead(1) && !self.ahead(1).starts_line
    }

    /// The name that is declared.
    fn declared_name(&mut self, what: &str) -> Option<Name> {
        if self.name_forgotten() {
            self.syntax_error(what, None);
            return None;
        }
        self.name(what)
    }

    /// The path that is declared.
    fn declared_path(&mut self, what: &str) -> Option<Path> {
        if self.name_forgotten() {
            self.syntax_error(what, None);
            return None;
        }
        self.path(what)
    }

    /// A name, quoted or not.
    fn name(&mut self, what: &str) -> Option<Name> {
        let token = self.token();
        match token.kind {
            Kind::Name => {
                self.bump();
                Some(Name::new(self.text_of(token), false, token.span))
            }
            Kind::String { .. } | Kind::Open { .. } => {
                let text = self.string(what)?;
                Some(Name::new(text, true, token.span))
            }
            _ => {
                self.syntax_error(what, None);
                None
            }
        }
    }

    /// A string without interpolated expressions.
    fn string(&mut self, what: &str) -> Option<String> {
        let token = self.token();
        if matches!(token.kind, Kind::Open { .. }) {
            self.no_plain_string();
            self.skip_group();
            return Some(String::new());
        }
        let Kind::String { closed } = token.kind else {
            self.syntax_error(what, None);
            return None;
        };
        let text = self.text_of(token);
        if !closed {
            self.unclosed_string(token);
        }
        let value = lexer::string_value(text, closed);
        if value.is_none() {
            self.no_plain_string();
        }
        self.bump();
        Some(value.unwrap_or_default())
    }

    fn unclosed_string(&mut self, token: Token) {
        let quote = &self.text_of(token)[..1];
        // Whatever it swallowed is missing now.
        self.incomplete = true;
        self.unclosed = Some(token.span.start);
        let diagnostic = Diagnostic::error(codes::LANGUAGE_SYNTAX, "this string is never closed")
            .at(self.source, token.span.range())
            .help(format!("close it with `{quote}`"));
        self.report(diagnostic);
    }

    fn no_plain_string(&mut self) {
        let message = "expected a plain string, found one that holds an expression";
        let diagnostic = Diagnostic::error(codes::LANGUAGE_SYNTAX, message)
            .at(self.source, self.string_span().range())
            .help("write it in single quotes, or `\\$` for a dollar sign");
        self.report(diagnostic);
    }

    /// The string that starts here, with what it holds.
    fn string_span(&self) -> Span {
        let mut open = 0_usize;
        for token in &self.tokens.list[self.at..] {
            match token.kind {
                Kind::Open { .. } => open += 1,
                Kind::Close => open -= 1,
                _ => {}
            }
            if open == 0 {
                return self.token().span.to(token.span);
            }
        }
        self.token().span
    }

    /// Names joined by `::`.
    fn path(&mut self, what: &str) -> Option<Path> {
        let start = self.token().span;
        let absolute = self.eat_mark(T!["::"]);
        let mut segments = vec![self.name(what)?];
        loop {
            // Behind the last name, brackets hold the arguments of a type.
            if let (true, Some(last)) = (self.mark_ahead(3, T!["::"]), segments.last_mut()) {
                last.ordinal = self.ordinal();
            }
            if !self.eat_mark(T!["::"]) {
                break;
            }
            segments.push(self.name("a name after `::`")?);
            if segments.len() > MAX_DEPTH {
                return self.deeper_path();
            }
        }
        Some(Path { absolute, segments, span: start.to(self.previous_span()) })
    }

    /// `[1]` behind a name: which of several elements of that name.
    fn ordinal(&mut self) -> usize {
        if !self.at_mark(T!["["]) || self.ahead(1).kind != Kind::Number || !self.mark_ahead(2, T!["]"]) {
            return 0;
        }
        self.bump();
        let number = self.bump();
        self.bump();
        self.text_of(number).parse().unwrap_or(usize::MAX)
    }
}
