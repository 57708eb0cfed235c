//! Reads files of data (`.pdl`): assignments of values to variables, each with a condition or without one.
//!
//! Invariants: an assignment is on one line, except for what is in brackets; one that cannot be read is skipped up to
//! the next line. The expressions are those of the language, with hashes that may be written as in JSON.

use super::{Parse, Parser};
use crate::diagnostic::{Diagnostic, Diagnostics, Source, codes, nearest};
use crate::kind::NodeKind;
use crate::lexer::{self, T, TokenKind};
use std::sync::Arc;

/// The keyword before a condition.
const WHERE: &str = "where";

/// Parses a file of data.
pub fn parse_data(source: &Arc<Source>) -> (Parse, Diagnostics) {
    // `parse` rejects such a text before it is split into tokens.
    if source.text().len() > super::LONGEST_TEXT {
        return super::parse(source);
    }
    let mut parser = Parser::new(source, lexer::lex(source.text()));
    parser.allows_json_hashes = true;
    let start = parser.start();
    while !parser.at_end() {
        let position_before = parser.position;
        parser.data_value();
        // At a closing bracket without an opening one, nothing else is skipped, so the loop would not end.
        if parser.position == position_before {
            parser.bump_error();
        }
    }
    parser.finish_file(start)
}

impl Parser<'_> {
    /// `$name = value where condition`
    fn data_value(&mut self) {
        let start = self.start();
        let first = self.position;
        if self.token().kind != TokenKind::Variable {
            let help = "an assignment is written `$name = value`, and may end with `where condition`";
            self.syntax_error("a variable", Some(help.to_owned()));
            self.skip_line(first);
            self.wrap_error(start);
            return;
        }
        self.token_node(NodeKind::Variable);
        // An element of an array cannot be assigned. Without this test, the advice would be about a missing `=`.
        if self.at_mark(T!["["]) {
            let help = "write the complete array or hash: `$name = [value, …]`";
            self.syntax_error("`=`", Some(help.to_owned()));
        } else if self.expect_mark(T!["="], "and a value after the variable") {
            self.expression();
            self.data_condition();
        }
        if !self.at_end() && !self.token().starts_line && !self.has_failed_here() {
            self.syntax_error(
                "the end of the line",
                Some("write each assignment on a line of its own".into()),
            );
        }
        self.check_lines(first);
        // Positions of tokens ascend, so an error at or after `first` is in this assignment.
        let is_broken = self.last_error.is_some_and(|error| error >= first);
        if is_broken {
            self.skip_line(first);
            self.wrap_error(start);
            return;
        }
        self.finish(start, NodeKind::DataValue);
    }

    /// `where condition`, if it follows. Reports any other word in its place.
    fn data_condition(&mut self) {
        let token = self.token();
        // `where` on the next line is read as well. `check_lines` then reports both lines as one mistake.
        if token.kind != TokenKind::Name || token.starts_line && !self.at_word(WHERE) {
            return;
        }
        let word = self.text_of(token);
        if word != WHERE {
            let is_meant = nearest(word, [WHERE]).is_some() || matches!(word, "if" | "when");
            let help = if is_meant {
                format!("did you mean `{WHERE}`?")
            } else {
                format!("write `{WHERE} condition`")
            };
            self.syntax_error(&format!("`{WHERE}` or the end of the line"), Some(help));
            return;
        }
        self.bump();
        self.expression();
    }

    /// Reports a token outside of brackets that is not on the line of the variable. `first` is the index of the
    /// variable.
    fn check_lines(&mut self, first: usize) {
        let mut depth = 0_usize;
        for index in first + 1..self.position {
            let token = self.tokens.list[index];
            let is_closing =
                matches!(token.kind, TokenKind::Mark(T!["]"] | T!["}"] | T![")"]) | TokenKind::Close);
            // Line breaks in comments and in the texts of heredocs do not count, so only the tokens are examined.
            if token.starts_line && depth == 0 {
                let diagnostic =
                    Diagnostic::error(codes::LANGUAGE_SYNTAX, "an assignment must be on one line")
                        .at(self.source, token.span.range())
                        .help("join the lines, or put the value or the condition in parentheses");
                self.report(diagnostic);
                self.last_error = Some(self.position);
                return;
            }
            if is_closing {
                depth = depth.saturating_sub(1);
            } else if matches!(
                token.kind,
                TokenKind::Mark(T!["["] | T!["{"] | T!["("]) | TokenKind::Open { .. }
            ) {
                depth += 1;
            }
        }
    }

    /// Skips the token `first` and everything up to the next line that starts with a variable.
    fn skip_line(&mut self, first: usize) {
        self.skip_until(|parser, token| {
            parser.position > first && token.starts_line && token.kind == TokenKind::Variable
        });
    }
}
