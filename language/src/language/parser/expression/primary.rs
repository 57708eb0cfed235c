//! Reads literals, names, variables, arrays and hashes.

use super::Parser;
use super::names::{Called, is_keyword};
use crate::diagnostic::{Diagnostic, codes};
use crate::language::expression::{Expr, ExprId, Expressions};
use crate::language::lexer::{Kind, Span, T, Token, regex_source};

impl Parser<'_> {
    pub(super) fn primary(&mut self) -> ExprId {
        let token = self.token();
        let start = token.span;
        if self.bare_variable == Some(self.at) {
            return self.bare_variable();
        }
        match token.kind {
            Kind::Variable => {
                self.bump();
                let name = Span { start: start.start + 1, end: start.end };
                self.node(Expr::Variable(Expressions::source_text(name)), start)
            }
            Kind::String { .. } => self.plain_string(),
            Kind::Name | Kind::Word | Kind::Mark(T!["::"]) => self.named(),
            Kind::Number => self.number(),
            Kind::Open { .. } => self.template(None),
            Kind::Heredoc => self.heredoc(),
            Kind::Regex => {
                self.bump();
                let inner = Span { start: start.start + 1, end: start.end - 1 };
                let text = self.text_of(token);
                let source = if memchr::memchr(b'\\', text.as_bytes()).is_some() && text.contains("\\/") {
                    self.expressions.own_text(&regex_source(text))
                } else {
                    Expressions::source_text(inner)
                };
                self.node(Expr::Regex(source), start)
            }
            Kind::Mark(T!["("]) => self.parenthesized(),
            Kind::Mark(T!["["]) => self.array(),
            Kind::Mark(T!["{"]) => self.hash(),
            _ => {
                let help = self.point_in_front();
                self.expression_error("an expression", help.as_deref());
                self.nothing()
            }
        }
    }

    /// What to write for `.5`, where that stands here.
    pub(in crate::language::parser) fn point_in_front(&self) -> Option<String> {
        let number = self.ahead(1);
        let found = self.at_mark(T!["."]) && number.kind == Kind::Number && self.adjacent(1);
        found.then(|| format!("a number starts with a digit: write `0.{}`", self.text_of(number)))
    }

    /// A name or number that is a variable, since it stands first in `${…}`.
    fn bare_variable(&mut self) -> ExprId {
        let start = self.token().span;
        self.bare_variable = None;
        let tokens = self.called().map_or(1, |(_, tokens)| tokens);
        let span = self.take_name(tokens);
        self.node(Expr::Variable(Expressions::source_text(span)), start)
    }

    fn named(&mut self) -> ExprId {
        let start = self.token().span;
        let Some((called, tokens)) = self.called() else { return self.nothing() };
        if called == Called::Name && tokens == 1 {
            let word = self.text_of(self.token());
            if is_keyword(word) {
                return self.keyword_expression(word);
            }
        }
        let span = self.take_name(tokens);
        let text = Expressions::source_text(span);
        let expr = match called {
            Called::Name => Expr::Name(text),
            Called::Word => Expr::String(text),
            Called::Type => Expr::TypeName(text),
            Called::Broken => {
                self.at -= 1;
                let help = "names are joined by `::`, and are all in lower case or all capitalised";
                self.expression_error("a name", Some(help));
                self.at += 1;
                Expr::Nothing
            }
        };
        self.node(expr, start)
    }

    fn keyword_expression(&mut self, word: &str) -> ExprId {
        let start = self.token().span;
        let expr = match word {
            "undef" => Expr::Undef,
            "default" => Expr::Default,
            "true" => Expr::Boolean(true),
            "false" => Expr::Boolean(false),
            "private" | "attr" => Expr::Reserved(Expressions::source_text(start)),
            "if" => return self.if_expression(),
            "unless" => return self.unless(),
            "case" => return self.case(),
            "class" => return self.class(),
            "define" => return self.define(),
            "node" => return self.node_definition(),
            "function" => return self.function(),
            "type" => return self.type_word(),
            _ => {
                self.expression_error("an expression", None);
                return self.nothing();
            }
        };
        self.bump();
        self.node(expr, start)
    }

    fn number(&mut self) -> ExprId {
        let token = self.token();
        let expr = match self.number_value(token) {
            Ok(expr) => expr,
            Err(message) => {
                let diagnostic =
                    Diagnostic::error(codes::LANGUAGE_SYNTAX, message).at(self.source, token.span.range());
                self.report(diagnostic);
                self.incomplete = true;
                Expr::Nothing
            }
        };
        self.bump();
        self.node(expr, token.span)
    }

    fn number_value(&self, token: Token) -> Result<Expr, String> {
        let text = self.text_of(token);
        let next = self.ahead(1);
        let word = matches!(next.kind, Kind::Name | Kind::Word) && next.span.start == token.span.end;
        if word || text.contains('+') {
            let whole = &self.text[token.span.to(if word { next.span } else { token.span }).range()];
            return Err(format!("`{whole}` is not a number; write strings in quotes"));
        }
        let integer = |digits: &str, radix: u32| {
            let fits = i64::from_str_radix(digits, radix).map(Expr::Integer);
            fits.map_err(|_| format!("the number {text} needs more than 64 bits"))
        };
        if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
            return integer(digits, 16);
        }
        if text.len() > 1 && text.starts_with('0') && !text.starts_with("0.") {
            if !text.bytes().all(|digit| (b'0'..=b'7').contains(&digit)) {
                return Err(format!("{text} starts with 0 but is not an octal number"));
            }
            return integer(text, 8);
        }
        if text.bytes().all(|digit| digit.is_ascii_digit()) {
            return integer(text, 10);
        }
        match text.parse::<f64>() {
            Ok(value) if value.is_finite() => Ok(Expr::Float(value)),
            _ => Err(format!("the number {text} is too large")),
        }
    }

    fn parenthesized(&mut self) -> ExprId {
        let start = self.bump().span;
        let inner = self.assignment();
        self.close_or_skip(T![")"], start, "the parenthesis");
        self.node(Expr::Parenthesized(inner), start)
    }

    fn array(&mut self) -> ExprId {
        let start = self.bump().span;
        let mark = self.scratch.len();
        self.arguments(T!["]"], true);
        self.close_or_skip(T!["]"], start, "the array");
        let members = self.list_since(mark);
        self.node(Expr::Array(members), start)
    }

    /// Puts elements or arguments on the scratch, up to what closes them; pairs become hashes. The words
    /// `type` and `function` may be elements.
    pub(super) fn arguments(&mut self, end: crate::language::lexer::Mark, elements: bool) {
        while !self.at_end() && !self.at_mark(end) {
            let word = if elements || self.mark_ahead(1, T!["=>"]) { self.entry_word() } else { None };
            let entry = word.unwrap_or_else(|| self.assignment());
            let entry = if self.at_mark(T!["=>"]) { self.bare_hash(entry, true) } else { entry };
            self.scratch.push(entry);
            if !self.eat_mark(T![","]) {
                break;
            }
        }
    }

    /// `type` or `function` where it is an element, a key or a value and starts nothing.
    fn entry_word(&mut self) -> Option<ExprId> {
        let word = self.keyword()?;
        let alone = matches!(
            self.ahead(1).kind,
            Kind::Mark(T!["=>"] | T![","] | T!["]"] | T!["}"] | T![")"]) | Kind::End
        );
        if !alone || !matches!(word, "type" | "function") {
            return None;
        }
        let start = self.bump().span;
        Some(self.node(Expr::String(Expressions::source_text(start)), start))
    }

    /// A hash without braces, whose first key is read: the pairs that follow each other.
    pub(super) fn bare_hash(&mut self, first: ExprId, assignments: bool) -> ExprId {
        let start = self.start_of(first);
        let mark = self.scratch.len();
        let mut key = first;
        loop {
            self.bump();
            let value = if assignments { self.hash_entry() } else { self.expression() };
            self.scratch.extend([key, value]);
            // Another pair goes on with the same hash, if its key is at hand.
            if !self.at_mark(T![","]) || !self.pair_ahead() {
                break;
            }
            self.bump();
            key = if assignments { self.hash_entry() } else { self.expression() };
            if !self.at_mark(T!["=>"]) {
                self.scratch.push(key);
                let nothing = self.nothing();
                self.scratch.push(nothing);
                self.expression_error("`=>` and a value after the key", None);
                break;
            }
        }
        let pairs = self.list_since(mark);
        self.node(Expr::Hash(pairs), start)
    }

    /// Whether behind the comma here stands a simple key and an arrow.
    fn pair_ahead(&self) -> bool {
        let simple = matches!(
            self.ahead(1).kind,
            Kind::Name | Kind::Word | Kind::String { .. } | Kind::Number | Kind::Variable
        );
        simple && self.mark_ahead(2, T!["=>"])
    }

    fn hash_entry(&mut self) -> ExprId {
        match self.entry_word() {
            Some(word) => word,
            None => self.assignment(),
        }
    }

    pub(in crate::language::parser) fn hash(&mut self) -> ExprId {
        let start = self.bump().span;
        let mark = self.scratch.len();
        while !self.at_end() && !self.at_mark(T!["}"]) {
            let key = self.hash_entry();
            if !self.eat_mark(T!["=>"]) {
                self.expression_error("`=>` and a value after the key", None);
                break;
            }
            let value = self.hash_entry();
            self.scratch.extend([key, value]);
            if !self.eat_mark(T![","]) {
                break;
            }
        }
        self.close_or_skip(T!["}"], start, "the hash");
        let pairs = self.list_since(mark);
        self.node(Expr::Hash(pairs), start)
    }
}
