//! Reads the operations of bindings: `bind` in all its forms, `multibind`, `rebind`, `include` and `exclude`.

use super::super::{Parser, Start};
use crate::keywords;
use crate::kind::{BindFlag, BindForm, NodeKind};
use crate::lexer::{T, TokenKind};

impl Parser<'_> {
    /// `bind …`
    pub(super) fn bind(&mut self, start: Start) {
        self.bump();
        self.flags();
        // The spelling is corrected only if the word can be a kind. Otherwise the key follows, which is a type or a
        // string.
        let word = if self.kind_ahead() { self.nearest_keyword(keywords::BIND_KINDS) } else { None };
        if word.is_some() {
            self.bump();
            self.flags();
        }
        let form = match word {
            Some("parameters") => self.parameter_bindings(),
            Some("variables") => self.variable_bindings(),
            Some("map") => self.map_of_parameters(),
            Some("alias") => self.new_key(BindForm::Alias),
            Some("renamed") => self.new_key(BindForm::Renamed),
            Some("dependency") => self.dependency(),
            _ => self.key_binding(),
        };
        self.finish(start, NodeKind::Bind(form));
    }

    /// Whether the current word is the kind of a `bind` operation, such as `map`. Keys are types or strings, so any
    /// other word is a kind.
    fn kind_ahead(&self) -> bool {
        let token = self.token();
        token.kind == TokenKind::Name
            && self.text_of(token) != "class"
            // A contribution to a multibinding may have no key: `bind to 'Mary' in 'list'`.
            && self.text_of(token) != "to"
            && !self.text_of(token).starts_with(|c: char| c.is_ascii_uppercase())
    }

    /// Reads the flags at the current token, if there are any.
    fn flags(&mut self) {
        let words = BindFlag::ALL.map(|(word, _)| word);
        // Flags may be before and after the kind, in any order. `Optional[…]` is a type, and not a flag in the wrong case.
        while !self.mark_ahead(1, T!["["])
            && let Some(word) = self.keyword_in_any_case(&words)
        {
            let Some((_, flag)) = BindFlag::ALL.iter().find(|(spelling, _)| *spelling == word) else {
                return;
            };
            self.token_node(NodeKind::Flag(*flag));
        }
    }

    /// The rest of `bind` for a single key.
    fn key_binding(&mut self) -> BindForm {
        if !self.at_word("to") {
            self.key();
            self.report_missing_to();
        }
        self.producer_after_to();
        self.contribution();
        self.options();
        BindForm::Single
    }

    /// Reports a value that follows a key directly, or after another word or sign than `to`.
    fn report_missing_to(&mut self) {
        let token = self.token();
        let can_follow = match token.kind {
            TokenKind::Mark(T!["{"] | T!["}"]) | TokenKind::End => true,
            TokenKind::Name => ["to", "in"].iter().any(|word| self.text_of(token).eq_ignore_ascii_case(word)),
            _ => false,
        };
        // On the next line, or at another operation, there is no value.
        let is_value = !can_follow && !token.starts_line && !self.operation_ahead();
        if is_value && !self.has_failed_here() {
            self.syntax_error("`to`", Some("write `to` between the name and the value".to_owned()));
        }
    }

    /// The key of a binding: a type, a name, or a type, a comma and a name.
    pub(super) fn key(&mut self) {
        let start = self.start();
        let token = self.token();
        let text = self.text_of(token);
        let is_upper = text.starts_with(|c: char| c.is_ascii_uppercase());
        match token.kind {
            TokenKind::Name if is_upper || text == "class" => {
                self.bound_type();
                if self.eat_mark(T![","]) {
                    self.key_name();
                }
            }
            TokenKind::Mark(T!["::"]) => drop(self.bound_type()),
            _ => self.key_name(),
        }
        self.finish(start, NodeKind::BindKey);
    }

    /// The name of a key, in quotes.
    fn key_name(&mut self) {
        let is_word = matches!(self.token().kind, TokenKind::Name | TokenKind::Word);
        // If another operation starts on the next line, the key is missing. Otherwise only its quotes are missing.
        let is_next_operation = self.token().starts_line && self.operation_ahead();
        if is_word && !is_next_operation {
            return self.skip_unquoted_key_name();
        }
        self.string("a name in quotes or a type");
    }

    /// Reports and skips the name of a key without quotes.
    fn skip_unquoted_key_name(&mut self) {
        let tokens = self.name_here().map_or(1, |(_, tokens)| tokens);
        let (first, last) = (self.token().span, self.ahead(tokens - 1).span);
        let text = &self.text[first.start as usize..last.end as usize];
        let help = format!("the name of a binding must be in quotes: write `'{text}'`");
        self.syntax_error("a name in quotes", Some(help));
        let start = self.start();
        for _ in 0..tokens {
            self.bump();
        }
        self.wrap_error(start);
        // The tokens after the name are probably part of the same mistake.
        self.last_error = Some(self.position);
    }

    /// `in 'id'`
    fn contribution(&mut self) {
        let start = self.start();
        if self.eat_keyword("in") {
            self.string("the id of the multibinding in quotes");
            self.finish(start, NodeKind::MultibindId);
        }
    }

    /// The rest of `bind parameters …`.
    fn parameter_bindings(&mut self) -> BindForm {
        self.reference("the class, type or resource whose parameters are bound");
        self.producer_after_to();
        self.options();
        BindForm::Parameters
    }

    /// The rest of `bind variables …`.
    fn variable_bindings(&mut self) -> BindForm {
        if !self.at_word("to") {
            self.bound_type();
        }
        self.producer_after_to();
        BindForm::Variables
    }

    /// The rest of `bind map A to B { … }`.
    fn map_of_parameters(&mut self) -> BindForm {
        self.reference("a class, type or resource");
        if self.eat_keyword("to") {
            self.reference("a class, type or resource");
        } else {
            self.syntax_error("`to` and the class, type or resource that gets the parameters", None);
        }
        if matches!(self.token().kind, TokenKind::Mark(T!["{"] | T!["["])) {
            self.expression();
        }
        BindForm::Map
    }

    /// `'old' as 'new'`
    fn new_key(&mut self, form: BindForm) -> BindForm {
        self.key();
        if self.eat_keyword("as") {
            self.flags();
            self.key();
        } else {
            self.syntax_error("`as` and the new key", None);
        }
        self.no_producer("a binding under a new key has the producer of the old one");
        form
    }

    /// `rebind …`
    pub(super) fn rebind(&mut self, start: Start) {
        self.bump();
        self.flags();
        self.key();
        self.no_producer("`rebind` keeps the producer of the binding; write `bind override` to replace it");
        self.finish(start, NodeKind::Bind(BindForm::Rebind));
    }

    /// Reports a producer after an operation that has none.
    fn no_producer(&mut self, help: &str) {
        // The caller skips what comes after `to`, up to the next operation.
        if self.at_word("to") {
            self.syntax_error("the end of the operation", Some(help.to_owned()));
        }
    }

    /// `multibind T, 'name' as 'id' { … }`
    pub(super) fn multibind(&mut self, start: Start) {
        self.bump();
        self.flags();
        self.key();
        let id_start = self.start();
        if self.eat_keyword("as") {
            self.string("the id of the multibinding in quotes");
            self.finish(id_start, NodeKind::MultibindId);
        }
        self.no_producer("a multibinding has no producer; bind values to its id with `in`");
        self.options();
        self.finish(start, NodeKind::Bind(BindForm::Multiple));
    }

    /// `include a` or `include [a, b]`
    pub(super) fn class_names(&mut self, start: Start, form: BindForm) {
        self.bump();
        let opened = self.token().span;
        if self.eat_mark(T!["["]) {
            while !self.at_end() && !self.closes() {
                if !self.class_name() {
                    self.skip_to_comma();
                }
                if !self.eat_mark(T![","]) {
                    break;
                }
            }
            self.close(T!["]"], opened, "the names of classes");
        } else {
            self.class_name();
            while self.eat_mark(T![","]) {
                self.class_name();
            }
        }
        self.finish(start, NodeKind::Bind(form));
    }

    /// `{ name => value, … }` at the end of an operation.
    fn options(&mut self) {
        let start = self.start();
        if !self.eat_mark(T!["{"]) {
            return;
        }
        while !self.at_end() && !self.closes() {
            let option = self.start();
            let has_name = self.identifier("an option").is_some();
            if !has_name || !self.expect_mark(T!["=>"], "and a value after the option") {
                self.skip_to_comma();
                self.wrap_error(option);
            } else {
                self.option_value();
                self.finish(option, NodeKind::BindOption);
            }
            if !self.eat_mark(T![","]) {
                break;
            }
        }
        self.close(T!["}"], start.span, "the options");
        self.finish(start, NodeKind::BindOptions);
    }

    /// The value of an option: a lambda or an expression.
    fn option_value(&mut self) {
        if self.at_mark(T!["|"]) {
            self.lambda();
        } else {
            self.expression();
        }
    }
}
