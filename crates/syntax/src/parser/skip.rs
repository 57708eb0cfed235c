//! Skips tokens, as error nodes: after an error, and where the syntax is not supported.
//!
//! Invariant: a pair of brackets is skipped together with its contents, without recursion, and a bracket that closes
//! one opened outside is never skipped.

use super::Parser;
use crate::keywords;
use crate::kind::NodeKind;
use crate::lexer::{Mark, Span, T, Token, TokenKind};

/// The closing brackets that are expected, innermost last; `None` for a bracket in a string.
#[derive(Default)]
struct Brackets {
    stack: Vec<Option<Mark>>,
    /// The number of open brackets of each kind, so that an unmatched closing bracket is recognised in constant time.
    counts: [usize; 4],
}

impl Brackets {
    /// The number of open brackets that are closed by this kind of bracket.
    fn count(&mut self, bracket: Option<Mark>) -> &mut usize {
        &mut self.counts[match bracket {
            Some(T!["}"]) => 0,
            Some(T!["]"]) => 1,
            Some(_) => 2,
            None => 3,
        }]
    }

    /// Opens a bracket, which `bracket` closes.
    fn push(&mut self, bracket: Option<Mark>) {
        self.stack.push(bracket);
        *self.count(bracket) += 1;
    }

    /// Closes everything up to an open bracket of this kind, if there is one.
    fn close(&mut self, bracket: Option<Mark>) {
        // Without the count, each bracket of a text such as `)))…` would search all of the stack.
        if *self.count(bracket) == 0 {
            return;
        }
        // Brackets that were opened inside end here as well, so that one missing bracket does not skip the rest of the
        // text.
        while let Some(innermost) = self.stack.pop() {
            *self.count(innermost) -= 1;
            if innermost == bracket {
                return;
            }
        }
    }
}

impl Parser<'_> {
    /// Skips one token as an error, or the complete group if the token opens one.
    pub(super) fn skip_group(&mut self) {
        let start = self.start();
        self.consume_group();
        self.wrap_error(start);
    }

    /// Skips one token or group, which becomes part of the node that is being read.
    pub(super) fn consume_group(&mut self) {
        let mut open_brackets = Brackets::default();
        loop {
            let token = self.bump();
            match token.kind {
                TokenKind::End => return,
                TokenKind::Mark(T!["{"]) => open_brackets.push(Some(T!["}"])),
                TokenKind::Mark(T!["["]) => open_brackets.push(Some(T!["]"])),
                TokenKind::Mark(T!["("]) => open_brackets.push(Some(T![")"])),
                TokenKind::Open { .. } => open_brackets.push(None),
                TokenKind::Close => open_brackets.close(None),
                TokenKind::Mark(mark @ (T!["}"] | T!["]"] | T![")"])) => open_brackets.close(Some(mark)),
                _ => {}
            }
            if open_brackets.stack.is_empty() {
                return;
            }
        }
    }

    /// Skips groups until a token at this level satisfies the test, a bracket closes this level, or the text ends.
    pub(super) fn skip_until(&mut self, stop: impl Fn(&Self, Token) -> bool) {
        let start = self.start();
        // A closing bracket at this level belongs to an enclosing node, which expects it.
        while !self.at_end() && !self.closes() && !stop(self, self.token()) {
            self.consume_group();
        }
        self.wrap_error(start);
    }

    /// Skips to the next line, or to a semicolon or a brace that closes this level if one of them comes first.
    pub(super) fn skip_rest_of_line(&mut self) {
        loop {
            self.skip_until(|_, token| token.starts_line || token.kind == TokenKind::Mark(T![";"]));
            let is_unmatched = self.at_mark(T!["]"]) || self.at_mark(T![")"]);
            if self.token().starts_line || !is_unmatched {
                return;
            }
            self.bump_error();
        }
    }

    /// Skips the rest of an open block and its closing brace.
    pub(super) fn skip_block(&mut self) {
        self.skip_until(|_, _| false);
        self.eat_mark(T!["}"]);
    }

    /// Whether the current token closes a bracket.
    pub(super) fn closes(&self) -> bool {
        let kind = self.token().kind;
        matches!(
            kind,
            // After an expression in a string, the next text of the string closes this expression.
            TokenKind::Mark(T!["}"] | T!["]"] | T![")"]) | TokenKind::Middle { .. } | TokenKind::Close
        )
    }

    /// Recovers from an error in a list: skips to the next comma or the end of the list.
    pub(super) fn skip_to_comma(&mut self) {
        self.skip_until(|_, token| token.kind == TokenKind::Mark(T![","]));
    }

    /// Recovers from an error in the expression of a setting: skips to the comma, or to a line that starts the next
    /// setting.
    pub(super) fn skip_expression(&mut self) {
        let first = self.position;
        self.skip_until(|parser, token| {
            token.kind == TokenKind::Mark(T![","])
                || (parser.position > first && token.starts_line && parser.setting_ahead())
        });
    }

    /// Whether a declaration, a member of a type or a setting starts here. An expression cannot start with any of
    /// these.
    pub(super) fn declaration_ahead(&self) -> bool {
        let has_name = matches!(self.ahead(1).kind, TokenKind::Name) && !self.ahead(1).starts_line;
        let is_feature = has_name && (self.mark_ahead(2, T![","]) || self.mark_ahead(2, T!["{"]));
        let is_member = is_feature && (self.at_word("attr") || self.at_word("has"));
        is_member || self.setting_ahead() || (self.statement_ahead() && !self.alias_ahead())
    }

    /// Skips a statement: to the end of its first block, or to a line that starts another statement. Returns the span
    /// of what was skipped.
    pub(super) fn skip_statement(&mut self) -> Span {
        let start = self.start();
        while !self.at_end() && !self.closes() {
            let is_block = self.at_mark(T!["{"]);
            if self.position > start.token && self.token().starts_line && self.statement_ahead() {
                break;
            }
            self.consume_group();
            // `type A { … }` has no semicolon, so a statement ends with its first block.
            if is_block {
                break;
            }
        }
        if self.position == start.token {
            return start.span;
        }
        let error = self.finish(start, NodeKind::Error);
        self.event(error).span
    }

    /// Whether `name =>` or an annotation starts here.
    pub(super) fn setting_ahead(&self) -> bool {
        (self.name_ahead(0) && self.mark_ahead(1, T!["=>"])) || self.fact_ahead() || self.annotation_ahead()
    }

    /// Whether an annotation starts here, rather than a name with that spelling.
    pub(super) fn annotation_ahead(&self) -> bool {
        self.at_word("annotation")
            && (self.name_at(1) == Some("undef") || matches!(self.ahead(1).kind, TokenKind::String { .. }))
    }

    /// Whether a member of a type starts here.
    pub(super) fn member_ahead(&self) -> bool {
        let token = self.token();
        token.kind == TokenKind::Name && keywords::MEMBERS.contains(&self.text_of(token))
            || self.setting_ahead()
    }

    /// Whether a statement of the language starts here: its keyword and the token that must follow it.
    pub(super) fn statement_ahead(&self) -> bool {
        let token = self.token();
        if token.kind != TokenKind::Name || !keywords::STATEMENTS.contains(&self.text_of(token)) {
            return false;
        }
        let next_kind = self.ahead(1).kind;
        matches!(next_kind, TokenKind::Name | TokenKind::String { .. } | TokenKind::Mark(T!["::"]))
    }
}
