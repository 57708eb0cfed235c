//! Reads the members of a type: attributes, references, invariants, operations.

use super::Parser;
use super::names::Owner;
use super::other_languages::{has_other_containment, member_keyword};
use crate::diagnostic::nearest;
use crate::syntax::event::CompletedNode;
use crate::syntax::keywords;
use crate::syntax::kind::NodeKind;
use crate::syntax::lexer::{Span, T, TokenKind};

/// The number of bytes of a type that advice repeats.
const LONGEST_ADVICE: usize = 60;

impl Parser<'_> {
    /// Members up to the brace that closes the type.
    pub(super) fn members(&mut self, name: CompletedNode, opened: Span) {
        while !self.at_end() && !self.at_mark(T!["}"]) {
            // A statement at the start of a line means that the closing brace is missing.
            let next_type = self.at_word("type") || self.at_word("package") || self.at_word("datatype");
            if next_type && self.token().starts_line && self.statement_ahead() && !self.setting_ahead() {
                break;
            }
            if self.eat_mark(T![","]) || self.eat_mark(T![";"]) {
                continue;
            }
            let before = self.at;
            self.member();
            if self.at == before {
                self.bump_error();
            }
        }
        self.close_owned(T!["}"], opened, Owner::named("type", name));
    }

    fn member(&mut self) {
        if self.setting_ahead() {
            return self.setting_or_annotation();
        }
        // Before a misspelled keyword: `tags: String` has none, although `tags` is similar to `has`.
        if self.name_ahead(0) && self.type_after_mark(1) && !self.member_ahead() {
            return self.bare_attribute();
        }
        match self.member_word() {
            Some("attr") => self.feature(false),
            Some("has") => self.feature(true),
            Some("operation") => self.operation(),
            Some("invariant") => self.invariant(),
            Some("abstract") => {
                self.token_node(NodeKind::Abstract);
            }
            Some("interface") => {
                self.token_node(NodeKind::Interface);
            }
            _ => {
                let help = self.type_before_name().unwrap_or_else(|| {
                    "members start with attr, has, operation, invariant, annotation or abstract".to_owned()
                });
                self.syntax_error("a member of the type", Some(help));
                self.skip_member();
            }
        }
    }

    /// Whether a colon or comma is this many positions ahead, and a type follows it.
    fn type_after_mark(&self, count: usize) -> bool {
        let marked = self.mark_ahead(count, T![":"]) || self.mark_ahead(count, T![","]);
        let next = self.ahead(count + 1);
        marked && next.kind == TokenKind::Name && !next.starts_line
    }

    /// An attribute without its keyword: `name: Type`.
    fn bare_attribute(&mut self) {
        let help = format!("write `attr {}, {}`", self.text_of(self.token()), self.type_text(2));
        self.syntax_error("a member of the type", Some(help));
        let start = self.start();
        if let Some(name) = self.identifier("the attribute's name") {
            self.bump();
            self.type_use();
            self.settings(Owner::named("the settings of", name));
        }
        self.finish(start, NodeKind::Feature { reference: false });
    }

    /// What to write instead of `Type name`, if that is here.
    fn type_before_name(&self) -> Option<String> {
        let (ty, name) = (self.token(), self.ahead(1));
        let is_pair = ty.kind == TokenKind::Name && name.kind == TokenKind::Name && !name.starts_line;
        let ends = self.ahead(2).starts_line || self.mark_ahead(2, T![";"]) || self.mark_ahead(2, T!["}"]);
        (is_pair && ends).then(|| format!("write `attr {}, {}`", self.text_of(name), self.text_of(ty)))
    }

    /// The text of the type that starts this many positions ahead, for advice.
    fn type_text(&self, count: usize) -> &str {
        let first = self.ahead(count).span;
        let (mut last, mut at, mut open) = (first, count + 1, 0_usize);
        loop {
            let token = self.ahead(at);
            match token.kind {
                _ if token.starts_line => break,
                TokenKind::Mark(T!["["] | T!["<"]) => open += 1,
                TokenKind::Mark(T!["]"] | T![">"]) if open > 0 => open -= 1,
                TokenKind::Mark(T!["::"]) => {}
                TokenKind::End => break,
                _ if open == 0 && !self.mark_ahead(at - 1, T!["::"]) => break,
                _ => {}
            }
            last = token.span;
            at += 1;
        }
        let text = &self.text[first.to(last).range()];
        if open == 0 && text.len() <= LONGEST_ADVICE { text } else { self.text_of(self.ahead(count)) }
    }

    /// The keyword of a member; a misspelled one is reported, and the nearest correct one is used.
    fn member_word(&mut self) -> Option<&'static str> {
        let token = self.token();
        if token.kind != TokenKind::Name {
            return None;
        }
        let found = self.text_of(token);
        if let Some(word) = keywords::MEMBERS.iter().find(|word| **word == found) {
            return Some(word);
        }
        if let Some(word) = member_keyword(found).filter(|_| self.name_ahead(1) && !self.ahead(1).starts_line)
        {
            let mut help = format!("write `{word} {}", self.text_of(self.ahead(1)));
            if self.type_after_mark(2) {
                help = format!("{help}, {}", self.type_text(3));
            }
            let elsewhere = if has_other_containment(found) { " { containment => false }" } else { "" };
            self.syntax_error("a member of the type", Some(format!("{help}{elsewhere}`")));
            return Some(word);
        }
        let meant = nearest(found, keywords::MEMBERS.iter().copied())?;
        self.syntax_error("a member of the type", Some(format!("did you mean `{meant}`?")));
        keywords::MEMBERS.iter().copied().find(|word| *word == meant)
    }

    fn skip_member(&mut self) {
        let first = self.at;
        let here = self.name_forgotten();
        self.skip_until(|parser, token| {
            (parser.at > first || here)
                && token.starts_line
                && (parser.member_ahead() || parser.statement_ahead())
        });
    }

    fn feature(&mut self, reference: bool) {
        let start = self.start();
        self.bump();
        let expected = if reference { "the reference's name" } else { "the attribute's name" };
        let Some(name) = self.declared_name(expected) else {
            self.skip_member();
            return self.wrap_error(start);
        };
        let keyword = if reference { "has" } else { "attr" };
        if self.eat_mark(T![","]) {
            self.type_use();
        } else if self.mark_ahead(0, T![":"]) && self.type_after_mark(0) {
            let help = format!("write `{keyword} {}, {}`", self.node_text(name), self.type_text(1));
            self.syntax_error("`,` between the name and the type", Some(help));
            self.bump();
            self.type_use();
        } else if reference {
            let help = format!("write `has {}, Type`, with a class as the type", self.node_text(name));
            let help = match self.type_follows() {
                true => format!("write `has {}, {}`", self.node_text(name), self.type_text(0)),
                false => help,
            };
            self.syntax_error("`,` and the type of the referenced objects", Some(help));
            if self.type_follows() {
                self.type_use();
            } else {
                self.missing_type();
            }
        } else if self.type_follows() {
            let help = format!("write `attr {}, {}`", self.node_text(name), self.type_text(0));
            self.syntax_error("`,` between the attribute's name and its type", Some(help));
            self.type_use();
        }
        self.settings(Owner::named("the settings of", name));
        if self.at_mark(T!["="]) {
            let value = self.text_of(self.ahead(1));
            let help = format!("write a default value in braces: `{{ default => {value} }}`");
            self.syntax_error("the next member of the type", Some(help));
            self.skip_member();
        } else if self.at_mark(T!["=>"]) || self.at_mark(T![":"]) {
            self.syntax_error("the next member of the type", Some("settings must be in braces".to_owned()));
            self.skip_member();
        }
        self.finish(start, NodeKind::Feature { reference });
    }

    /// Whether a type starts here although the comma before it is missing.
    fn type_follows(&self) -> bool {
        !self.token().starts_line && matches!(self.token().kind, TokenKind::Name)
    }

    fn invariant(&mut self) {
        let start = self.start();
        self.bump();
        let titled = matches!(self.token().kind, TokenKind::String { .. } | TokenKind::Open { .. });
        if titled {
            self.title();
        } else if self.token().kind == TokenKind::Name && self.mark_ahead(1, T!["{"]) {
            let name = self.text_of(self.token()).to_owned();
            self.syntax_error(
                "the invariant's message in quotes",
                Some(format!("write `invariant '{name}' {{ … }}`")),
            );
            self.bump_error();
        }
        self.logic_node();
        if self.last_error == Some(self.at) {
            self.skip_member();
        }
        self.finish(start, NodeKind::Invariant);
    }

    fn operation(&mut self) {
        let start = self.start();
        self.bump();
        let Some(name) = self.declared_name("the operation's name") else {
            self.skip_member();
            return self.wrap_error(start);
        };
        self.type_parameters();
        self.parameters(name);
        if self.eat_arrow() {
            self.type_use();
        }
        let body_first = self.at_mark(T!["{"]) && !self.settings_open();
        if !body_first {
            self.settings(Owner::named("the settings of", name));
        }
        if self.at_mark(T!["{"]) {
            self.logic_node();
        }
        self.finish(start, NodeKind::Operation);
    }

    /// `>>`, which the lexer returns as two tokens.
    fn eat_arrow(&mut self) -> bool {
        let arrow = self.at_mark(T![">"])
            && self.mark_ahead(1, T![">"])
            && self.ahead(1).span.start == self.token().span.end;
        if arrow {
            self.at += 2;
        }
        arrow
    }

    /// Whether the present brace opens settings rather than a body.
    fn settings_open(&self) -> bool {
        let is_fact = self.ahead(1).kind == TokenKind::Variable;
        let named = (self.name_ahead(1) || is_fact) && self.mark_ahead(2, T!["=>"]);
        let annotated = self.name_ahead(2) && self.text_of(self.ahead(1)) == "annotation";
        named || annotated || self.mark_ahead(1, T!["}"]) || self.mark_ahead(1, T![":"])
    }

    fn parameters(&mut self, operation: CompletedNode) {
        let opened = self.token().span;
        if !self.expect_mark(T!["("], "to open the parameters") {
            return;
        }
        while !self.at_end() && !self.closes() {
            let start = self.start();
            if !self.parameter() {
                self.skip_to_comma();
                self.wrap_error(start);
            }
            if !self.eat_mark(T![","]) {
                break;
            }
        }
        self.close_owned(T![")"], opened, Owner::named("the parameters of", operation));
    }

    fn parameter(&mut self) -> bool {
        let start = self.start();
        self.type_use();
        let token = self.token();
        let name = if token.kind == TokenKind::Variable {
            self.token_node(NodeKind::ParameterName)
        } else if matches!(token.kind, TokenKind::String { .. }) {
            let Some(name) = self.identifier("the parameter's name") else { return false };
            name
        } else {
            let help = "write the type and the name of the parameter, as in `String $title`";
            self.syntax_error("the parameter's name with its `$`", Some(help.to_owned()));
            return false;
        };
        self.settings(Owner::parameter(name));
        self.finish(start, NodeKind::Parameter);
        true
    }
}
