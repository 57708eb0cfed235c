//! Reports errors, and continues after them.
//!
//! Invariant: no two errors start at the same token.

use super::super::lexer::{Mark, Span, T, TokenKind};
use super::Parser;
use crate::diagnostic::{Diagnostic, Edit, Fix, codes};
use std::sync::Arc;

impl Parser<'_> {
    /// Reports all comments that start with `//` as one mistake.
    pub(super) fn report_slash_comments(&mut self) {
        let Some(first) = self.tokens.slash_comments.first() else { return };
        let help = match self.tokens.slash_comments.len() - 1 {
            0 => "write `#` instead of `//`".to_owned(),
            1 => "write `#` instead of `//`, here and in 1 other place".to_owned(),
            others => format!("write `#` instead of `//`, here and in {others} other places"),
        };
        let diagnostic = Diagnostic::error(codes::LANGUAGE_SYNTAX, "comments start with `#`, found `//`");
        let comments = self.tokens.slash_comments.iter();
        let edits = comments.map(|comment| Edit {
            source: Arc::clone(self.source),
            range: comment.range(),
            replacement: "#".to_owned(),
        });
        let fix = Fix { edits: edits.collect(), changes_meaning: false };
        self.diagnostics.push(diagnostic.at(self.source, first.range()).help(help).fix(fix));
    }

    /// Whether the last problem was reported at the current token, which then was not read.
    pub(super) fn has_failed_here(&self) -> bool {
        self.last_error == Some(self.position)
    }

    /// Reports a problem, unless one was already reported at the same token.
    pub(super) fn report(&mut self, diagnostic: Diagnostic) {
        // `is_reported` prevents that a correction, which is offered next, is added to an earlier problem.
        self.is_reported = !self.has_failed_here() && self.quiet_depth == 0;
        self.last_error = Some(self.position);
        if self.is_reported {
            self.diagnostics.push(diagnostic);
        }
    }

    /// Reports that something else was expected than the current token.
    pub(super) fn syntax_error(&mut self, expected: &str, help: Option<String>) {
        let message = format!("expected {expected}, found {}", self.describe_token());
        let mut diagnostic =
            Diagnostic::error(codes::LANGUAGE_SYNTAX, message).at(self.source, self.token().span.range());
        // Word processors replace straight quotes by curly ones. This advice is more important than that of the caller.
        let is_curly = self.text_of(self.token()).starts_with(['“', '”', '‘', '’', '„']);
        diagnostic.help = if is_curly {
            Some("write straight quotes: `'…'`".to_owned())
        } else {
            self.operator_elsewhere().map(str::to_owned).or(help)
        };
        self.report(diagnostic);
    }

    /// A description of the current token for messages.
    pub(super) fn describe_token(&self) -> String {
        let token = self.token();
        // A token may be a string of many lines, so only its start is shown.
        let text: String = self.text_of(token).chars().take(40).collect();
        match token.kind {
            TokenKind::End => "the end of the file".to_owned(),
            TokenKind::String { closed: true } => format!("the string {text}"),
            TokenKind::String { closed: false } => format!("the unclosed string {text}"),
            TokenKind::Open { .. } => "a string that contains an expression".to_owned(),
            TokenKind::Middle { .. } | TokenKind::Close => "the end of the expression in a string".to_owned(),
            TokenKind::Heredoc => format!("the heredoc {text}"),
            TokenKind::Comment => "an unclosed comment".to_owned(),
            TokenKind::Number => format!("the number {text}"),
            TokenKind::Unknown if text.starts_with(['“', '”', '‘', '’', '„']) => {
                format!("`{text}`")
            }
            TokenKind::Unknown => format!("`{text}`, which needs quotes here"),
            _ => format!("`{text}`"),
        }
    }

    /// Reads a mark, and reports it if it is missing. Returns whether it was found.
    pub(super) fn expect_mark(&mut self, mark: Mark, purpose: impl std::fmt::Display) -> bool {
        let is_found = self.eat_mark(mark);
        if !is_found {
            self.syntax_error(&format!("`{}` {purpose}", mark.text()), None);
        }
        is_found
    }

    /// Reads the bracket that closes the one at `opened`, and returns whether it was found. If it is missing, the
    /// report shows both positions.
    pub(super) fn close(&mut self, mark: Mark, opened: Span, construct: impl std::fmt::Display) -> bool {
        if self.eat_mark(mark) {
            return true;
        }
        if self.unclosed_string.is_some_and(|string_start| opened.start < string_start) {
            // The missing bracket may be in a string that is not closed, so it is not reported.
            self.last_error = Some(self.position);
            return false;
        }
        let message =
            format!("expected `{}` to close {construct}, found {}", mark.text(), self.describe_token());
        let diagnostic = Diagnostic::error(codes::LANGUAGE_SYNTAX, message)
            .at(self.source, self.token().span.range())
            .label(self.source, opened.range(), "opened here")
            .help(self.help_to_close(mark));
        self.report(diagnostic);
        false
    }

    /// Advice for a missing closing bracket.
    pub(super) fn help_to_close(&self, mark: Mark) -> String {
        let token = self.token();
        let is_value =
            matches!(token.kind, TokenKind::Number | TokenKind::Variable | TokenKind::String { .. });
        match token.kind {
            TokenKind::Mark(T![":"]) => "write `=>` between a name and its value".to_owned(),
            TokenKind::Mark(T!["|"]) if mark == T![")"] => {
                "write a lambda after the arguments: `name() |$x| { … }`".to_owned()
            }
            // A value on the next line probably does not belong to the list, but to what follows.
            _ if is_value && mark == T!["]"] && !token.starts_line => {
                "write `,` between the values, or add the missing `]`".to_owned()
            }
            _ => format!("add the missing `{}`", mark.text()),
        }
    }
}
