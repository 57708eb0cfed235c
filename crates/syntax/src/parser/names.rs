//! Reads the names and strings of declarations.

use super::{MAX_DEPTH, Parser};
use crate::diagnostic::{Diagnostic, codes};
use crate::event::CompletedNode;
use crate::keywords;
use crate::kind::{NodeKind, Quotes};
use crate::lexer::{self, Mark, Span, T, Token, TokenKind};

/// The advice for a string that must not contain expressions.
pub(super) const PLAIN_STRING: &str = "write it in single quotes, or `\\$` for a dollar sign";

impl Parser<'_> {
    /// Reports a path with too many segments, and skips the rest of it.
    fn skip_deep_path(&mut self) {
        let message = format!("this name has more than {MAX_DEPTH} parts");
        let diagnostic = Diagnostic::error(codes::NESTED_TOO_DEEP, message)
            .at(self.source, self.token().span.range())
            .help("nest packages less deeply");
        self.report(diagnostic);
        let start = self.start();
        while self.eat_mark(T!["::"]) && self.name_ahead(0) {
            self.bump();
        }
        self.wrap_error(start);
        // The rest of the name belongs to the same mistake.
        self.last_error = Some(self.position);
    }

    /// Whether the name after a keyword is missing, because the next line starts another declaration.
    pub(super) fn name_forgotten(&self) -> bool {
        let token = self.token();
        // A keyword may also be a name: `attr attr, String` is valid, because the second `attr` does not start a line.
        if token.kind != TokenKind::Name || !token.starts_line {
            return false;
        }
        let text = self.text_of(token);
        let is_keyword = keywords::MEMBERS.contains(&text) || keywords::STATEMENTS.contains(&text);
        is_keyword && self.name_ahead(1) && !self.ahead(1).starts_line
    }

    /// Reads the name of a declaration; `None` if it is missing, which is reported.
    pub(super) fn declared_name(&mut self, expected: &str) -> Option<CompletedNode> {
        if self.name_forgotten() {
            self.syntax_error(expected, None);
            return None;
        }
        self.identifier(expected)
    }

    /// Reads the path of a declaration; `None` if it is missing, which is reported.
    pub(super) fn declared_path(&mut self, expected: &str) -> Option<CompletedNode> {
        if self.name_forgotten() {
            self.syntax_error(expected, None);
            return None;
        }
        self.path(expected)
    }

    /// Reads a name, quoted or not; `None` if it is missing, which is reported.
    pub(super) fn identifier(&mut self, expected: &str) -> Option<CompletedNode> {
        match self.token().kind {
            TokenKind::Name => Some(self.token_node(NodeKind::Identifier(Quotes::None))),
            TokenKind::String { .. } | TokenKind::Open { .. } => {
                self.string_as(NodeKind::Identifier, expected)
            }
            _ => {
                let text = self.text_of(self.token());
                // In Puppet, a name with hyphens is one token. In a declaration it is not a name.
                let is_word = text.starts_with(|c: char| c.is_alphabetic()) && text.contains('-');
                self.syntax_error(expected, is_word.then(|| format!("write `{}`", text.replace('-', "_"))));
                None
            }
        }
    }

    /// Reads a string without expressions; `None` if it is missing, which is reported.
    pub(super) fn string(&mut self, expected: &str) -> Option<CompletedNode> {
        self.string_as(NodeKind::Text, expected)
    }

    /// Reads a string as a node of the given kind. Reports expressions in it, and a missing closing quote. `None` if
    /// there is no string, which is reported.
    fn string_as(&mut self, kind: impl Fn(Quotes) -> NodeKind, expected: &str) -> Option<CompletedNode> {
        let token = self.token();
        if matches!(token.kind, TokenKind::Open { .. }) {
            return Some(self.computed_string(&kind, PLAIN_STRING));
        }
        let TokenKind::String { closed } = token.kind else {
            self.syntax_error(expected, None);
            return None;
        };
        if !closed {
            self.report_unclosed_string(token);
            // A single token can contain an expression only if its closing quote is missing.
            if lexer::string_value(self.text_of(token), closed).is_none() {
                self.not_plain_string(PLAIN_STRING);
            }
        }
        Some(self.token_node(kind(if closed { Quotes::Closed } else { Quotes::Unclosed })))
    }

    /// Reports a string without a closing quote.
    pub(super) fn report_unclosed_string(&mut self, token: Token) {
        let text = self.text_of(token);
        let quote = &text[..1];
        let is_open_inside =
            quote == "\"" && text.rfind("${").is_some_and(|open| !text[open..].contains('}'));
        // Declarations that are inside of the string are missing from the tree.
        self.is_incomplete = true;
        self.unclosed_string = Some(token.span.start);
        let diagnostic = Diagnostic::error(codes::LANGUAGE_SYNTAX, "this string is not closed")
            .at(self.source, token.span.range())
            .help(if is_open_inside {
                "close the expression that `${` opens with `}`".to_owned()
            } else {
                format!("close it with `{quote}`")
            });
        self.report(diagnostic);
    }

    /// A string that contains an expression, where only a plain string is allowed.
    fn computed_string(&mut self, kind: impl Fn(Quotes) -> NodeKind, help: &'static str) -> CompletedNode {
        self.not_plain_string(help);
        let start = self.start();
        // The tokens of the string become one node, so that the declaration that contains it is complete.
        self.consume_group();
        self.finish(start, kind(Quotes::Closed))
    }

    /// The message of an invariant.
    pub(super) fn title(&mut self) {
        if matches!(self.token().kind, TokenKind::Open { .. }) {
            let help = "let the condition return the message: `invariant { if … { \"…\" } }`";
            self.computed_string(NodeKind::Text, help);
        } else {
            self.string("the invariant's message");
        }
    }

    /// Reports a string with expressions where a plain string is required.
    pub(super) fn not_plain_string(&mut self, help: &'static str) {
        let message = "expected a plain string, found one that contains an expression";
        let diagnostic = Diagnostic::error(codes::LANGUAGE_SYNTAX, message)
            .at(self.source, self.string_span().range())
            .help(help);
        self.report(diagnostic);
    }

    /// The span of the current string, including the expressions in it.
    pub(super) fn string_span(&self) -> Span {
        let mut depth = 0_usize;
        // Strings inside the expressions open and close as well.
        for token in &self.tokens.list[self.position..] {
            match token.kind {
                TokenKind::Open { .. } => depth += 1,
                TokenKind::Close => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                return self.token().span.to(token.span);
            }
        }
        self.token().span
    }

    /// Reads names joined by `::`; `None` if one is missing or there are too many, which is reported.
    pub(super) fn path(&mut self, expected: &str) -> Option<CompletedNode> {
        let start = self.start();
        if self.path_segments(expected) {
            return Some(self.finish(start, NodeKind::Path));
        }
        self.wrap_error(start);
        None
    }

    /// The names of a path; returns `false` if one is missing or there are too many, which is reported.
    fn path_segments(&mut self, expected: &str) -> bool {
        // Only at the start is `::` optional: `::EDate` is a type of Ecore, even if a package has the same name.
        self.eat_mark(T!["::"]);
        if self.identifier(expected).is_none() {
            return false;
        }
        let (mut count, mut has_dots) = (1, false);
        loop {
            // Brackets after the last name contain the arguments of a type. So a number in brackets is only read here
            // if another `::` follows.
            if self.mark_ahead(3, T!["::"]) {
                self.ordinal();
            }
            if self.dot_for_path() {
                // The first dot is reported, and the advice replaces all dots.
                self.quiet_depth += usize::from(has_dots);
                self.report_dot_in_path();
                self.quiet_depth -= usize::from(has_dots);
                self.bump();
                has_dots = true;
            } else if !self.eat_mark(T!["::"]) {
                return true;
            }
            if self.identifier("a name after `::`").is_none() {
                return false;
            }
            count += 1;
            if count > MAX_DEPTH {
                self.skip_deep_path();
                return false;
            }
        }
    }

    /// Reports the current dot between two names, with advice for the rest of the path.
    fn report_dot_in_path(&mut self) {
        // From this dot on, dots and names alternate, so every second token ahead is a name. The last name is the first
        // one that no dot follows.
        let is_last = |name_index: &usize| !self.mark_ahead(name_index + 1, T!["."]);
        let last_name = (1..MAX_DEPTH).step_by(2).find(is_last).unwrap_or(1);
        let path = self.previous_span().to(self.ahead(last_name).span);
        let correct_path = self.text[path.range()].replace('.', "::");
        self.syntax_error("`::` between names", Some(format!("write `{correct_path}`")));
    }

    /// Whether a dot joins the names here, as in other languages.
    fn dot_for_path(&self) -> bool {
        let next = self.ahead(1);
        self.at_mark(T!["."])
            && self.token().span.start == self.previous_span().end
            && next.kind == TokenKind::Name
            && next.span.start == self.token().span.end
    }

    /// `[1]` after a name: selects one of several elements with that name.
    pub(super) fn ordinal(&mut self) {
        if self.at_mark(T!["["]) && self.ahead(1).kind == TokenKind::Number && self.mark_ahead(2, T!["]"]) {
            let start = self.start();
            self.position += 3;
            self.finish(start, NodeKind::Ordinal);
        }
    }

    /// A name or path without quotes, for messages.
    pub(super) fn name_text(&self, node: CompletedNode) -> String {
        let event = self.event(node);
        let text = &self.text[event.span.range()];
        match event.kind {
            NodeKind::Path => {
                // The children are returned from last to first.
                let parts = self.events.children(node).filter(|(_, part)| part.kind != NodeKind::Ordinal);
                let mut names: Vec<_> = parts.map(|(part, _)| self.name_text(part)).collect();
                names.reverse();
                names.join("::")
            }
            NodeKind::Identifier(Quotes::None) => text.to_owned(),
            NodeKind::Identifier(quotes) => {
                lexer::string_value(text, quotes == Quotes::Closed).unwrap_or_default().into_owned()
            }
            _ => text.trim_start_matches('$').to_owned(),
        }
    }
}

/// The owner of brackets, for messages: a phrase, and the name of the declaration if it has one.
#[derive(Debug, Clone, Copy)]
pub(super) struct Owner {
    /// The words that describe the owner in messages.
    words: &'static str,
    /// The words before the name.
    name_prefix: &'static str,
    name: Option<CompletedNode>,
}

impl Owner {
    /// An owner without a name.
    pub(super) fn new(words: &'static str) -> Self {
        Self { words, name_prefix: "", name: None }
    }

    /// An owner with a name, which follows the phrase in backquotes.
    pub(super) fn named(words: &'static str, name: CompletedNode) -> Self {
        Self { words, name_prefix: "", name: Some(name) }
    }

    /// The name of the declaration, if it has one.
    pub(super) fn declared_name(&self) -> Option<CompletedNode> {
        self.name
    }

    /// The owner of the settings of a parameter.
    pub(super) fn parameter(name: CompletedNode) -> Self {
        Self { words: "the settings of", name_prefix: "$", name: Some(name) }
    }
}

impl Parser<'_> {
    /// Like `close`, for the brackets of a declaration; returns whether the bracket was found.
    pub(super) fn close_owned(&mut self, mark: Mark, opened: Span, owner: Owner) -> bool {
        if self.eat_mark(mark) {
            return true;
        }
        let construct = match owner.name {
            Some(name) => format!("{} `{}{}`", owner.words, owner.name_prefix, self.name_text(name)),
            None => owner.words.to_owned(),
        };
        self.close(mark, opened, construct)
    }
}
