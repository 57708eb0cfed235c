//! Reads what a key is bound to: values, types, other producers, lookups and queries.

use super::super::Parser;
use super::super::expression::NameForm;
use crate::kind::{BindFlag, NodeKind, ProducerForm};
use crate::lexer::{T, TokenKind};

impl Parser<'_> {
    /// `to P` or `to optional P`, if the current token is `to`.
    pub(super) fn producer_after_to(&mut self) {
        if !self.eat_keyword("to") {
            return;
        }
        if self.at_word("optional") {
            self.token_node(NodeKind::Flag(BindFlag::Optional));
        }
        self.producer();
    }

    /// Reads a producer. The depth of its nesting is limited.
    fn producer(&mut self) {
        let start = self.start();
        let form = self.deeper(Self::producer_form, Self::skip_group).unwrap_or(ProducerForm::Value);
        self.finish(start, NodeKind::Producer(form));
    }

    /// Reads the tokens and children of a producer, and returns its form.
    fn producer_form(&mut self) -> ProducerForm {
        let next_kind = self.ahead(1).kind;
        // A keyword of producers may also be the name of a function: `lookup('a')` is an expression.
        let is_before_operand = matches!(next_kind, TokenKind::String { .. } | TokenKind::Name);
        if self.at_word("producer") && is_before_operand {
            self.bump();
            self.named_producer();
            return ProducerForm::Producer;
        }
        if self.at_word("lookup") && is_before_operand {
            self.bump();
            self.lookup_key();
            return ProducerForm::Lookup;
        }
        if self.at_word("first_found") && self.mark_ahead(1, T!["["]) {
            self.first_found();
            return ProducerForm::FirstFound;
        }
        // A query starts with a type, so this test precedes the one for types.
        if self.query_ahead() {
            self.resource_query();
            return ProducerForm::Query;
        }
        if self.at_word("class") || self.type_alone() {
            self.bound_type();
            return ProducerForm::Reference;
        }
        // After the value, `in` starts the id of a multibinding. Brackets in the value are deeper, and in them `in` is
        // the operator.
        let outer_depth = self.value_depth.replace(self.depth + 1);
        self.expression();
        self.value_depth = outer_depth;
        ProducerForm::Value
    }

    /// The producer after `producer`; a string is the name of a binding whose producer is used.
    fn named_producer(&mut self) {
        if matches!(self.token().kind, TokenKind::String { .. }) {
            let start = self.start();
            self.key();
            self.finish(start, NodeKind::Producer(ProducerForm::Lookup));
        } else {
            self.producer();
        }
    }

    /// `T, 'name'['key']`
    fn lookup_key(&mut self) {
        self.key();
        let opened = self.token().span;
        if self.eat_mark(T!["["]) {
            self.expression();
            self.close(T!["]"], opened, "the key in the hash");
        }
    }

    /// `first_found [P, Q]`
    fn first_found(&mut self) {
        self.bump();
        let opened = self.bump().span;
        while !self.at_end() && !self.closes() {
            self.producer();
            if !self.eat_mark(T![","]) {
                break;
            }
        }
        self.close(T!["]"], opened, "the producers");
    }

    /// Whether the current type is the complete operand, not the start of a longer expression.
    fn type_alone(&self) -> bool {
        let Some((NameForm::Type, name_length)) = self.name_here() else { return false };
        let has_brackets = self.mark_ahead(name_length, T!["["]) && self.adjacent(name_length);
        let type_end = if has_brackets { self.after_brackets(name_length) } else { name_length };
        // `Integer['3']` before an operator is part of an expression, whereas `File['a']` alone is a reference.
        self.ends_before(type_end)
    }

    /// Whether the token this many positions ahead cannot continue an expression.
    fn ends_before(&self, count: usize) -> bool {
        match self.ahead(count).kind {
            // In bindings, a name after an operand is a keyword such as `in`.
            TokenKind::End | TokenKind::Name => true,
            TokenKind::Mark(mark) => {
                matches!(mark, T!["{"] | T!["}"] | T!["]"] | T![","] | T![";"])
            }
            _ => self.ahead(count).starts_line,
        }
    }

    /// The position of the token after a group in brackets. The group opens at the position `opening`. Both positions
    /// are numbers of tokens ahead.
    fn after_brackets(&self, opening: usize) -> usize {
        let (mut count, mut depth) = (opening, 0_usize);
        loop {
            match self.ahead(count).kind {
                TokenKind::Mark(T!["["] | T!["{"] | T!["("]) => depth += 1,
                // The depth cannot go below 0, because the first token opens a bracket and the loop ends at 0.
                TokenKind::Mark(T!["]"] | T!["}"] | T![")"]) => depth -= 1,
                TokenKind::End => return count,
                _ => {}
            }
            count += 1;
            if depth == 0 {
                return count;
            }
        }
    }

    /// Whether the current tokens are `Type[?? …]`, and not the start of a longer expression.
    fn query_ahead(&self) -> bool {
        let Some((NameForm::Type, tokens)) = self.name_here() else { return false };
        self.mark_ahead(tokens, T!["["])
            && self.mark_ahead(tokens + 1, T!["?"])
            && self.mark_ahead(tokens + 2, T!["?"])
            && self.ends_before(self.after_brackets(tokens))
    }

    /// `Type[?? query]`
    fn resource_query(&mut self) {
        let start = self.start();
        // `query_ahead` found the name of a type here.
        let Some((_, tokens)) = self.name_here() else { return };
        self.name_node(tokens, NodeKind::TypeName);
        self.finish(start, NodeKind::BindType);
        self.query_test();
    }
}
