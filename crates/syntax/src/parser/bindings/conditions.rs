//! Reads `when` and its alternatives, whose conditions are that a category has a certain value.

use super::super::{Parser, Start, names::Owner};
use crate::kind::{NodeKind, Quotes};
use crate::lexer::{Span, T, TokenKind};

impl Parser<'_> {
    /// `when a 'x' and b 'y' or c 'z' { … }`
    pub(super) fn when(&mut self, start: Start) {
        self.bump();
        let mut is_after_or = false;
        loop {
            self.alternative(is_after_or);
            if !self.eat_keyword("or") {
                break;
            }
            is_after_or = true;
        }
        let opened = self.token().span;
        if self.expect_mark(T!["{"], "to open the bindings of the condition") {
            self.operations(opened, Owner::new("the bindings of the condition"));
        }
        self.finish(start, NodeKind::When);
    }

    /// Conditions that are joined by `and`.
    fn alternative(&mut self, is_after_or: bool) {
        let start = self.start();
        self.condition(is_after_or);
        while self.eat_keyword("and") {
            let is_after_or = false;
            self.condition(is_after_or);
        }
        self.finish(start, NodeKind::WhenAlternative);
    }

    /// A category and its value. After `or`, the category may be omitted.
    fn condition(&mut self, is_after_or: bool) {
        let start = self.start();
        let is_bare = is_after_or && self.value_alone();
        if !is_bare && self.identifier("the name of a category").is_none() {
            return;
        }
        if !self.at_mark(T!["{"]) && !self.at_joint() {
            self.category_value();
        }
        self.finish(start, NodeKind::Condition { bare: is_bare });
    }

    /// Whether the value is written without a category: a literal, or a word at the end of the condition.
    fn value_alone(&self) -> bool {
        let next = self.ahead(1);
        let is_before_joint = next.kind == TokenKind::Name && matches!(self.text_of(next), "or" | "and");
        let is_at_end = is_before_joint || self.mark_ahead(1, T!["{"]);
        match self.token().kind {
            // The name of a category may be in quotes as well, but then a value follows it.
            TokenKind::String { .. } => is_at_end,
            TokenKind::Name => {
                let is_path = self.mark_ahead(1, T!["::"]) || self.mark_ahead(1, T!["."]);
                // The category `common` has no value, so this word is always a category.
                !self.at_word("common") && (is_at_end || is_path)
            }
            _ => true,
        }
    }

    /// Whether the current token is `or` or `and`, in any case.
    fn at_joint(&self) -> bool {
        self.token().kind == TokenKind::Name
            && ["or", "and"].iter().any(|word| self.text_of(self.token()).eq_ignore_ascii_case(word))
    }

    /// The value of a category: a string, a number, a Boolean or a word.
    fn category_value(&mut self) {
        let token = self.token();
        match token.kind {
            TokenKind::String { .. } | TokenKind::Open { .. } => drop(self.string("a value")),
            TokenKind::Number => drop(self.token_node(NodeKind::NumberValue)),
            TokenKind::Mark(T!["-"]) if self.ahead(1).kind == TokenKind::Number => self.negative_number(),
            TokenKind::Name if matches!(self.text_of(token), "true" | "false") => {
                self.token_node(NodeKind::BooleanValue(self.text_of(token) == "true"));
            }
            TokenKind::Name | TokenKind::Word => self.word_value(),
            _ => {
                let help = "the value of a category is a string, a number, true or false";
                self.syntax_error("the value of the category", Some(help.to_owned()));
            }
        }
    }

    /// A value that is a word without quotes. Quotes are missing if the word contains dots, which is reported.
    fn word_value(&mut self) {
        let start = self.token().span;
        // In `a::b`, a `::` and the next name follow the first name, each without a space.
        let mut tokens = 1;
        while self.mark_ahead(tokens, T!["::"]) && self.adjacent(tokens) && self.adjacent(tokens + 1) {
            tokens += 2;
        }
        self.position += tokens;
        let span = start.to(self.previous_span());
        self.leaf(NodeKind::Identifier(Quotes::None), span);
        if self.at_mark(T!["."]) {
            self.report_dotted_value(start);
        }
    }

    /// Reports a value without quotes that continues with the current dot, and skips the rest of it. `start` is the
    /// first token of the value.
    fn report_dotted_value(&mut self, start: Span) {
        // A space or a brace ends the value.
        let mut last_token = self.position;
        loop {
            let (token, next) = (self.tokens.list[last_token], self.tokens.list[last_token + 1]);
            let is_adjacent = token.span.end == next.span.start;
            if !is_adjacent || matches!(next.kind, TokenKind::Mark(T!["{"]) | TokenKind::End) {
                break;
            }
            last_token += 1;
        }
        let text = &self.text[start.to(self.tokens.list[last_token].span).range()];
        self.syntax_error("`{`", Some(format!("a value with dots must be in quotes: write `'{text}'`")));
        self.skip_until(|_, token| token.kind == TokenKind::Mark(T!["{"]));
    }
}
