//! Reads the members of a type: attributes, references, invariants, operations.

use super::Parser;
use super::names::Owner;
use super::other_languages::member_keyword;
use crate::diagnostic::nearest;
use crate::event::CompletedNode;
use crate::keywords;
use crate::kind::NodeKind;
use crate::lexer::{Span, T, TokenKind};

impl Parser<'_> {
    /// Members up to the brace that closes the type.
    pub(super) fn members(&mut self, name: CompletedNode, opened: Span) {
        while !self.at_end() && !self.at_mark(T!["}"]) {
            if self.other_comment() {
                continue;
            }
            // `abstract`, `interface` and `annotation` are left out, because they also start members.
            let is_declaration = matches!(self.name_at(0), Some("type" | "package" | "datatype" | "enum"));
            if is_declaration && self.statement_ahead() && !self.setting_ahead() {
                // A declaration at the start of a line shows that the closing brace is missing, unless it is indented
                // further than the type.
                let is_indented = self.indentation(self.token().span.start) > self.indentation(opened.start);
                if self.token().starts_line && !is_indented {
                    break;
                }
                self.nested_declaration(name);
                continue;
            }
            if self.eat_mark(T![","]) || self.eat_mark(T![";"]) {
                continue;
            }
            let position_before = self.position;
            self.member();
            if self.position == position_before {
                self.bump_error();
            }
        }
        self.close_owned(T!["}"], opened, Owner::named("type", name));
    }

    /// A member of a type, or a setting among the members.
    fn member(&mut self) {
        // Features of other languages are tested first, because they may start with a keyword: `has many lines`.
        if let Some(other) = self.other_feature() {
            return self.read_other_feature(&other);
        }
        if self.setting_ahead() {
            return self.setting_or_annotation();
        }
        match self.member_word() {
            Some(keyword @ ("attr" | "has")) => {
                let is_reference = keyword == "has";
                self.feature(is_reference);
            }
            Some("operation") => self.operation(),
            Some("invariant") => self.invariant(),
            Some("abstract") => {
                self.token_node(NodeKind::Abstract);
            }
            Some("interface") => {
                self.token_node(NodeKind::Interface);
            }
            _ => self.other_member(),
        }
    }

    /// Reports and skips tokens that do not start a member.
    fn other_member(&mut self) {
        let help = if let Some(help) = self.result_before_name() {
            help
        } else if self.at_mark(T!["("]) {
            "write the parameters of a type in brackets, as in `String[1, 10]`".to_owned()
        } else {
            "members start with attr, has, operation, invariant, annotation or abstract".to_owned()
        };
        self.syntax_error("a member of the type", Some(help));
        self.skip_member();
    }

    /// Advice for an operation that is written as `Type name(…)`; `None` for any other member.
    fn result_before_name(&self) -> Option<String> {
        let (ty, name) = (self.token(), self.ahead(1));
        let are_names = ty.kind == TokenKind::Name && name.kind == TokenKind::Name && !name.starts_line;
        if !are_names || !self.mark_ahead(2, T!["("]) {
            return None;
        }
        Some(format!("write `operation {}(…) >> {}`", self.text_of(name), self.correct_type(0)))
    }

    /// The keyword of a member. A misspelled keyword is reported, and the nearest correct one is returned.
    fn member_word(&mut self) -> Option<&'static str> {
        let token = self.token();
        if token.kind != TokenKind::Name {
            return None;
        }
        let written = self.text_of(token);
        if let Some(keyword) = keywords::MEMBERS.iter().find(|keyword| **keyword == written) {
            return Some(keyword);
        }
        let has_name = self.name_ahead(1) && !self.ahead(1).starts_line;
        // Keywords of other languages come before similar spellings, because they are certain and a similar spelling is
        // a guess.
        if let Some(keyword) = member_keyword(written).filter(|_| has_name) {
            let help = format!("write `{keyword} {}`", self.text_of(self.ahead(1)));
            self.syntax_error("a member of the type", Some(help));
            return Some(keyword);
        }
        let suggestion = nearest(written, keywords::MEMBERS.iter().copied())?;
        self.syntax_error("a member of the type", Some(format!("did you mean `{suggestion}`?")));
        keywords::MEMBERS.iter().copied().find(|keyword| *keyword == suggestion)
    }

    /// Recovers from an error: skips to the next line that starts a member or a statement.
    pub(super) fn skip_member(&mut self) {
        let first = self.position;
        let is_name_missing = self.name_forgotten();
        self.skip_until(|parser, token| {
            // The token with the error may itself be a keyword, at which skipping would end at once.
            (parser.position > first || is_name_missing)
                && token.starts_line
                && (parser.member_ahead() || parser.statement_ahead())
        });
    }

    /// `invariant 'title' { … }`
    fn invariant(&mut self) {
        let start = self.start();
        self.bump();
        let has_title = matches!(self.token().kind, TokenKind::String { .. } | TokenKind::Open { .. });
        if has_title {
            let title = self.text_of(self.token()).to_owned();
            self.title();
            self.mark_before_condition(&title);
        } else if self.token().kind == TokenKind::Name && self.mark_ahead(1, T!["{"]) {
            let name = self.text_of(self.token()).to_owned();
            self.syntax_error(
                "the invariant's message in quotes",
                Some(format!("write `invariant '{name}' {{ … }}`")),
            );
            self.bump_error();
        }
        self.logic_node();
        if self.has_failed_here() {
            self.skip_member();
        }
        self.finish(start, NodeKind::Invariant);
    }

    /// Reports and skips a superfluous symbol between the message of an invariant and its condition.
    fn mark_before_condition(&mut self, title: &str) {
        let marks = [T![","], T!["=>"], T![":"]];
        if marks.iter().any(|mark| self.at_mark(*mark)) && !self.ahead(1).starts_line {
            let help = format!("write `invariant {title} {{ … }}` without the symbol");
            self.syntax_error("the condition", Some(help));
            self.offer_token("");
            self.bump_error();
        }
    }

    /// `operation name(…) >> T { … }`
    fn operation(&mut self) {
        let start = self.start();
        self.bump();
        let Some(name) = self.declared_name("the operation's name") else {
            self.skip_member();
            return self.wrap_error(start);
        };
        self.type_parameters();
        self.parameters(name);
        let is_other_arrow = [T![":"], T!["->"], T!["=>"]].iter().any(|mark| self.at_mark(*mark));
        if is_other_arrow && self.name_ahead(1) {
            let help = format!("write `>> {}`", self.correct_type(1));
            self.syntax_error("`>>` and the type of the result", Some(help));
            self.bump_error();
            self.read_or_skip_type();
        } else if self.eat_arrow() {
            self.type_use();
        }
        // Settings and logic are both in braces, and each may be missing.
        let is_body = self.at_mark(T!["{"]) && !self.opens_settings();
        if !is_body {
            self.settings(Owner::named("the settings of", name));
        }
        if self.at_mark(T!["{"]) {
            self.logic_node();
        }
        self.finish(start, NodeKind::Operation);
    }

    /// Reads `>>`, which the lexer returns as two tokens; returns whether it was there.
    fn eat_arrow(&mut self) -> bool {
        let is_arrow = self.at_mark(T![">"])
            && self.mark_ahead(1, T![">"])
            && self.ahead(1).span.start == self.token().span.end;
        if is_arrow {
            self.position += 2;
        }
        is_arrow
    }

    /// Whether the current brace opens settings rather than a body.
    fn opens_settings(&self) -> bool {
        let is_fact = self.ahead(1).kind == TokenKind::Variable;
        let has_name = (self.name_ahead(1) || is_fact) && self.mark_ahead(2, T!["=>"]);
        let is_annotation = self.name_ahead(2) && self.text_of(self.ahead(1)) == "annotation";
        // `{}` means settings, because empty logic is not valid. In ARM-7 (the proposal behind the language), a colon
        // may follow the brace of settings.
        has_name || is_annotation || self.mark_ahead(1, T!["}"]) || self.mark_ahead(1, T![":"])
    }

    /// The parameters of an operation in parentheses.
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

    /// A parameter; returns `false` if it could not be read, which is reported.
    fn parameter(&mut self) -> bool {
        let start = self.start();
        // `name: Type`, as in other languages.
        if self.name_ahead(0) && self.mark_ahead(1, T![":"]) && self.name_ahead(2) {
            let help = format!("write `{} ${}`", self.correct_type(2), self.text_of(self.token()));
            self.syntax_error("the type of the parameter", Some(help));
            return false;
        }
        let type_start = self.token();
        self.type_use();
        let token = self.token();
        let name = if token.kind == TokenKind::Variable {
            self.token_node(NodeKind::ParameterName)
        } else if matches!(token.kind, TokenKind::String { .. }) {
            let Some(name) = self.identifier("the parameter's name") else { return false };
            name
        } else {
            let help = match token.kind {
                TokenKind::Name => format!(
                    "write `{} ${}`",
                    &self.text[type_start.span.to(self.previous_span()).range()],
                    self.text_of(token)
                ),
                _ => "write the type and the name of the parameter, as in `String $title`".to_owned(),
            };
            self.syntax_error("the parameter's name with its `$`", Some(help));
            return false;
        };
        self.settings(Owner::parameter(name));
        self.finish(start, NodeKind::Parameter);
        true
    }
}
