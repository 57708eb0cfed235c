//! Reads strings that contain expressions, and heredocs.

use super::Parser;
use super::names::NameForm;
use crate::diagnostic::{Diagnostic, codes};
use crate::event::CompletedNode;
use crate::kind::NodeKind;
use crate::lexer::{Heredoc, Span, T, TokenKind};

impl Parser<'_> {
    /// A string that contains expressions; it has quotes unless it is the text of a heredoc.
    pub(super) fn template(&mut self, is_quoted: bool) -> CompletedNode {
        let start = self.start();
        let quote_length = if is_quoted { 1 } else { 0 };
        let (mut is_after_brace, mut is_first) = (false, true);
        loop {
            let token = self.bump();
            let (ends_with_brace, is_last) = match token.kind {
                TokenKind::Open { brace } | TokenKind::Middle { brace } => (brace, false),
                _ => (false, true),
            };
            // A token includes what is around its text: a quote or `}` before it, a quote or `${` after it.
            let front_length = match (is_first, is_after_brace) {
                (true, _) => quote_length,
                (false, true) => 1,
                (false, false) => 0,
            };
            let back_length = match (is_last, ends_with_brace) {
                (true, _) => quote_length,
                (false, true) => 2,
                (false, false) => 0,
            };
            let text = Span { start: token.span.start + front_length, end: token.span.end - back_length };
            // Empty texts between expressions do not become nodes.
            if text.start < text.end {
                self.leaf(if is_quoted { NodeKind::StringPart } else { NodeKind::HeredocPart }, text);
            }
            if is_last {
                break;
            }
            if ends_with_brace {
                self.interpolated();
            } else {
                // After `$name`, the text continues: in `"$a[1]"`, the brackets are text, because only `${…}` can
                // contain more than a name.
                self.primary();
            }
            if !matches!(self.token().kind, TokenKind::Middle { .. } | TokenKind::Close) {
                self.expression_error("`}` after the expression in the string", None);
                self.skip_to_part();
            }
            if self.at_end() {
                break;
            }
            (is_after_brace, is_first) = (ends_with_brace, false);
        }
        self.finish(start, NodeKind::Template)
    }

    /// The expression in `${…}`. A name is a variable if it is the complete content, or if a dot or a key follows it.
    fn interpolated(&mut self) {
        if matches!(self.token().kind, TokenKind::Middle { .. } | TokenKind::Close) {
            self.expression_error("an expression in the braces", Some("write `\\$` for a dollar sign"));
            return;
        }
        let name_length = match self.name_here() {
            Some((NameForm::Name | NameForm::Word, tokens)) => Some(tokens),
            _ => (self.token().kind == TokenKind::Number).then_some(1),
        };
        if let Some(tokens) = name_length {
            let next = self.ahead(tokens);
            let is_variable = match next.kind {
                // As in Puppet, the names in `${a.b}` and `${a[1]}` are variables, but those in `${a(1)}` and `${a +
                // 1}` are not.
                TokenKind::Middle { .. } | TokenKind::Close | TokenKind::Mark(T!["."]) => true,
                TokenKind::Mark(T!["["]) => self.adjacent(tokens),
                _ => false,
            };
            if is_variable {
                self.bare_variable = Some(self.position);
            }
        }
        self.assignment();
    }

    /// Recovers from an error: continues after the current expression of this string.
    fn skip_to_part(&mut self) {
        let start = self.start();
        while !self.at_end() && !matches!(self.token().kind, TokenKind::Middle { .. } | TokenKind::Close) {
            self.consume_group();
        }
        self.wrap_error(start);
        self.last_error = Some(self.position);
    }

    /// A heredoc, with the text that is below its line.
    pub(super) fn heredoc(&mut self) -> CompletedNode {
        let start = self.start();
        self.bump();
        // The heredoc is moved out of the list, because its tokens replace those of the parser while its text is read.
        let Some(mut heredoc) = self.tokens.heredoc(start.span.start).map(Heredoc::take) else {
            return self.missing_expression();
        };
        if let Some(problem) = heredoc.problem {
            // The token of the heredoc was read, so the position is moved back for the report.
            self.position -= 1;
            self.is_incomplete = true;
            let diagnostic =
                Diagnostic::error(codes::LANGUAGE_SYNTAX, problem).at(self.source, start.span.range());
            self.report(diagnostic);
            self.position += 1;
        }
        if let Some(span) = heredoc.syntax {
            self.leaf(NodeKind::HeredocSyntax, span);
        }
        let first = self.events.len();
        if !heredoc.inside_tokens.list.is_empty() {
            self.heredoc_template(&mut heredoc);
        }
        let (height, is_empty) = (self.height_since(first), false);
        self.events.push(NodeKind::HeredocText, heredoc.body, first, height, is_empty);
        // The heredoc is moved back, because the table of expressions needs its margin and escapes.
        if let Some(slot) = self.tokens.heredoc(start.span.start) {
            *slot = heredoc;
        }
        self.finish(start, NodeKind::Heredoc)
    }

    /// The greatest height of the nodes that were completed from a position in the events on.
    fn height_since(&self, first: usize) -> u16 {
        self.events.nodes_since(first).map(|(_, event)| event.height()).max().unwrap_or(0)
    }

    /// The text of a heredoc that contains expressions: it is parsed from its own tokens instead of those of the file.
    fn heredoc_template(&mut self, heredoc: &mut Heredoc) {
        let tokens_inside = std::mem::take(&mut heredoc.inside_tokens);
        let tokens_outside = std::mem::replace(&mut self.tokens, tokens_inside);
        // Both fields are positions in the list of tokens, which is another list while the text is read.
        let (position, last_error) = (std::mem::take(&mut self.position), self.last_error.take());
        let is_quoted = false;
        self.template(is_quoted);
        heredoc.inside_tokens = std::mem::replace(&mut self.tokens, tokens_outside);
        (self.position, self.last_error) = (position, last_error);
    }
}
