//! Reads the literals of enumerations.

use super::Parser;
use super::names::Owner;
use crate::diagnostic::{Diagnostic, codes};
use crate::event::CompletedNode;
use crate::kind::NodeKind;
use crate::lexer::{T, Token, TokenKind};

/// The number of tokens that are searched for literals to show in advice.
const MAX_LITERALS: usize = 12;

impl Parser<'_> {
    /// Reads literals in braces or brackets. `allows_settings` is whether settings may be among them.
    pub(super) fn literals(&mut self, owner: Owner, allows_settings: bool) {
        let opened = self.token().span;
        let end = match self.token().kind {
            TokenKind::Mark(T!["{"]) => T!["}"],
            TokenKind::Mark(T!["["]) => T!["]"],
            TokenKind::Mark(T!["("]) => {
                let help = owner.declared_name().map(|name| self.literals_help(name));
                self.syntax_error("`{` or `[` to open the literals", help);
                // Literals in parentheses are read as well, so that uses of them are not reported as unknown.
                T![")"]
            }
            _ => {
                let help = owner.declared_name().map(|name| self.literals_help(name));
                return self.syntax_error("`{` or `[` to open the literals", help);
            }
        };
        self.bump();
        let mut is_comma_reported = false;
        while !self.at_end() && !self.at_mark(end) {
            // `a => 1` is a literal with a wrong symbol, which `literal` reports.
            if allows_settings && self.setting_ahead() && self.ahead(2).kind != TokenKind::Number {
                self.setting_or_annotation();
            } else if !self.literal() {
                self.skip_to_comma();
            }
            if !self.eat_mark(T![","]) && !self.at_mark(end) && !self.setting_ahead() {
                // If a comma is missing before a name, this is one mistake, and the name is read as a literal.
                let is_comma_missing =
                    self.name_ahead(0) && self.previous_span() != opened && !self.statement_ahead();
                if !is_comma_missing && !self.at_mark(T![";"]) {
                    break;
                }
                self.missing_comma(is_comma_reported);
                is_comma_reported = true;
            }
        }
        self.close_owned(end, opened, owner);
    }

    /// Reports a missing comma between literals, unless one was reported in this enumeration.
    fn missing_comma(&mut self, is_reported: bool) {
        let literal_before = self.text[self.previous_span().range()].to_owned();
        let has_semicolon = self.at_mark(T![";"]);
        let literal_after = self.text_of(self.ahead(usize::from(has_semicolon)));
        let help = format!("write a comma after each literal: `{literal_before}, {literal_after}`");
        // Usually all commas are missing, so one report is enough.
        self.quiet_depth += usize::from(is_reported);
        self.syntax_error("`,` between literals", Some(help));
        self.quiet_depth -= usize::from(is_reported);
        if has_semicolon {
            self.bump_error();
        }
    }

    /// What to write for an enumeration, with the names in the rest of its line.
    fn literals_help(&self, name: CompletedNode) -> String {
        let mut literals = Vec::new();
        // If there are numbers or spellings, the advice shows no names at all.
        let mut has_only_names = true;
        for count in 0..MAX_LITERALS {
            let token = self.ahead(count);
            if token.starts_line {
                break;
            }
            let text = self.text_of(token);
            if token.kind == TokenKind::Name && text != "as" {
                literals.push(text);
            } else if !is_separator(token) {
                has_only_names = false;
            }
        }
        let literals =
            if literals.is_empty() || !has_only_names { "…".to_owned() } else { literals.join(", ") };
        format!("write `enum {} {{ {literals} }}`", self.name_text(name))
    }

    /// A literal; returns `false` if there is none, which is reported.
    fn literal(&mut self) -> bool {
        let start = self.start();
        if self.token().kind == TokenKind::Word {
            let text = self.text_of(self.token());
            let help = format!("write `{} as '{text}'`", text.replace('-', "_"));
            self.syntax_error("a literal's name", Some(help));
            self.bump_error();
            self.wrap_error(start);
            return true;
        }
        let Some(name) = self.identifier("a literal's name") else { return false };
        let is_other_mark = self.at_mark(T!["=>"]) || self.at_mark(T![":"]);
        if is_other_mark && self.ahead(1).kind == TokenKind::Number {
            let help = format!("write `{} = {}`", self.node_text(name), self.text_of(self.ahead(1)));
            self.syntax_error("`=` and the literal's number", Some(help));
            self.bump_error();
            self.literal_number();
        }
        if self.at_mark(T!["="]) && matches!(self.ahead(1).kind, TokenKind::String { closed: true }) {
            let help = format!("write `{} as {}`", self.node_text(name), self.text_of(self.ahead(1)));
            self.syntax_error("`as` and the literal's spelling", Some(help));
            self.bump_error();
            self.bump_error();
        }
        if self.eat_mark(T!["="]) {
            self.literal_number();
        }
        if self.eat_word("as") {
            self.string("the literal's spelling in quotes");
        }
        self.settings(Owner::named("literal", name));
        self.finish(start, NodeKind::Literal);
        true
    }

    /// The number of a literal after `=`. Reports a number that is not a 32-bit integer.
    fn literal_number(&mut self) {
        let start = self.start();
        let sign = if self.eat_mark(T!["-"]) { "-" } else { "" };
        if self.token().kind != TokenKind::Number {
            self.syntax_error("the literal's number", None);
            return self.wrap_error(start);
        }
        let token = self.bump();
        // In Ecore, the values of literals have Java's type `int`, and are written in decimal.
        if format!("{sign}{}", self.text_of(token)).parse::<i32>().is_err() {
            let message = "the number of a literal must be a whole number of at most 32 bits";
            let diagnostic = Diagnostic::error(codes::BAD_SETTING, message)
                .at(self.source, start.span.to(token.span).range())
                .help("use a number from -2147483648 to 2147483647");
            self.diagnostics.push(diagnostic);
        }
        self.finish(start, NodeKind::LiteralNumber);
    }
}

/// Whether a token can be between literals.
fn is_separator(token: Token) -> bool {
    matches!(token.kind, TokenKind::Mark(T!["="] | T![":"] | T!["{"] | T!["}"] | T![","] | T!["["] | T!["]"]))
}
