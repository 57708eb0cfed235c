//! Reads strings: plain ones, those that hold expressions, and heredocs.

use super::Parser;
use super::names::Called;
use crate::diagnostic::{Diagnostic, codes};
use crate::language::expression::{Expr, ExprId, Expressions};
use crate::language::lexer::{Escapes, Heredoc, Kind, Span, T, piece_text, string_value, unescape};

impl Parser<'_> {
    pub(super) fn plain_string(&mut self) -> ExprId {
        let token = self.bump();
        let text = self.text_of(token);
        let closed = token.kind == Kind::String { closed: true };
        if !closed {
            self.at -= 1;
            self.unclosed_string(token);
            self.at += 1;
        }
        let value = if closed && memchr::memchr(b'\\', text.as_bytes()).is_none() {
            Expressions::source_text(Span { start: token.span.start + 1, end: token.span.end - 1 })
        } else {
            let value = string_value(text, closed).unwrap_or_default();
            self.expressions.own_text(&value)
        };
        self.node(Expr::String(value), token.span)
    }

    /// A string that holds expressions; for the text of a heredoc, how that is read.
    pub(super) fn template(&mut self, heredoc: Option<&Heredoc>) -> ExprId {
        let start = self.token().span;
        let mark = self.scratch.len();
        let (mut after_brace, mut first) = (false, true);
        loop {
            let token = self.bump();
            let (brace, last) = match token.kind {
                Kind::Open { brace } | Kind::Middle { brace } => (brace, false),
                _ => (false, true),
            };
            let quote = u32::from(heredoc.is_none());
            let front = if first { quote } else { u32::from(after_brace) };
            let back = if last { quote } else { 2 * u32::from(brace) };
            let text = Span { start: token.span.start + front, end: token.span.end - back };
            self.piece(text, heredoc);
            if last {
                break;
            }
            if brace {
                self.interpolated();
            } else {
                self.simple_variable();
            }
            if !matches!(self.token().kind, Kind::Middle { .. } | Kind::Close) {
                self.expression_error("`}` behind the expression in the string", None);
                self.skip_to_piece();
            }
            if self.at_end() {
                break;
            }
            (after_brace, first) = (brace, false);
        }
        let parts = self.list_since(mark);
        self.node(Expr::Template(parts), start)
    }

    /// Puts plain text on the scratch, if there is any.
    fn piece(&mut self, span: Span, heredoc: Option<&Heredoc>) {
        if span.start >= span.end {
            return;
        }
        let text = &self.text[span.range()];
        let value = match heredoc {
            None if memchr::memchr(b'\\', text.as_bytes()).is_none() => Expressions::source_text(span),
            None => self.expressions.own_text(&unescape(text, Escapes::DOUBLE)),
            Some(heredoc) => {
                let text = piece_text(self.text, heredoc, span);
                self.expressions.own_text(&unescape(&text, heredoc.escapes))
            }
        };
        let (id, _) = self.expressions.add(Expr::String(value), span);
        self.scratch.push(id);
    }

    fn simple_variable(&mut self) {
        let variable = self.primary();
        self.scratch.push(variable);
    }

    /// The expression in `${…}`. A name that stands alone in it, or in front of a dot or a key, is a variable.
    fn interpolated(&mut self) {
        if matches!(self.token().kind, Kind::Middle { .. } | Kind::Close) {
            self.expression_error("an expression in the braces", Some("write `\\$` for a dollar sign"));
            return;
        }
        let name = match self.called() {
            Some((Called::Name | Called::Word, tokens)) => Some(tokens),
            _ => (self.token().kind == Kind::Number).then_some(1),
        };
        if let Some(tokens) = name {
            let next = self.ahead(tokens);
            let variable = match next.kind {
                Kind::Middle { .. } | Kind::Close | Kind::Mark(T!["."]) => true,
                Kind::Mark(T!["["]) => self.adjacent(tokens),
                _ => false,
            };
            if variable {
                self.bare_variable = Some(self.at);
            }
        }
        let value = self.assignment();
        self.scratch.push(value);
    }

    /// After an error: goes on behind the expression of this string.
    fn skip_to_piece(&mut self) {
        while !self.at_end() && !matches!(self.token().kind, Kind::Middle { .. } | Kind::Close) {
            self.skip_group();
        }
        self.last_error = Some(self.at);
    }

    pub(super) fn heredoc(&mut self) -> ExprId {
        let start = self.bump().span;
        let Some(mut heredoc) = self.tokens.heredoc(start.start).map(Heredoc::take) else {
            return self.nothing();
        };
        if let Some(problem) = heredoc.problem {
            self.at -= 1;
            self.incomplete = true;
            let diagnostic =
                Diagnostic::error(codes::LANGUAGE_SYNTAX, problem).at(self.source, start.range());
            self.report(diagnostic);
            self.at += 1;
        }
        let syntax = heredoc.syntax.map(|span| {
            let name = Expr::Name(Expressions::source_text(span));
            self.expressions.add(name, span).0
        });
        let text = if heredoc.inside.list.is_empty() {
            let text = piece_text(self.text, &heredoc, heredoc.body);
            let value = self.expressions.own_text(&unescape(&text, heredoc.escapes));
            self.expressions.add(Expr::String(value), heredoc.body).0
        } else {
            self.heredoc_template(&mut heredoc)
        };
        if let Some(place) = self.tokens.heredoc(start.start) {
            *place = heredoc;
        }
        self.node(Expr::Heredoc { syntax, text }, start)
    }

    /// The text of a heredoc that holds expressions: its tokens take the place of the file's.
    fn heredoc_template(&mut self, heredoc: &mut Heredoc) -> ExprId {
        let inside = std::mem::take(&mut heredoc.inside);
        let outside = std::mem::replace(&mut self.tokens, inside);
        let (at, last_error) = (std::mem::take(&mut self.at), self.last_error.take());
        let id = self.template(Some(heredoc));
        heredoc.inside = std::mem::replace(&mut self.tokens, outside);
        (self.at, self.last_error) = (at, last_error);
        id
    }
}
