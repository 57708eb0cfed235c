//! Reads literals, names, variables, arrays and hashes.

use super::Parser;
use super::names::{NameForm, is_keyword};
use crate::diagnostic::{Diagnostic, codes};
use crate::event::CompletedNode;
use crate::kind::{NodeKind, Quotes};
use crate::lexer::{Mark, T, Token, TokenKind};
use crate::number::{not_a_number, number_value};

impl Parser<'_> {
    /// The simplest expressions: literals, names, variables, and expressions in brackets or that start with a keyword.
    pub(super) fn primary(&mut self) -> CompletedNode {
        let token = self.token();
        // The variable without `$` is tested first: in `"${if}"`, even a keyword is the name of a variable.
        if self.bare_variable == Some(self.position) {
            return self.bare_variable();
        }
        match token.kind {
            TokenKind::Variable => self.token_node(NodeKind::Variable),
            TokenKind::String { closed: true } => self.token_node(NodeKind::String(Quotes::Closed)),
            TokenKind::String { closed: false } => {
                self.report_unclosed_string(token);
                self.token_node(NodeKind::String(Quotes::Unclosed))
            }
            TokenKind::Name | TokenKind::Word | TokenKind::Mark(T!["::"]) => self.name_or_keyword(),
            TokenKind::Number => self.number(),
            TokenKind::Open { .. } => {
                let is_quoted = true;
                self.template(is_quoted)
            }
            TokenKind::Heredoc => self.heredoc(),
            TokenKind::Regex => self.token_node(NodeKind::Regex),
            TokenKind::Mark(T!["("]) => self.parenthesized(),
            TokenKind::Mark(T!["["]) => self.array(),
            TokenKind::Mark(T!["{"]) => self.hash(),
            _ => {
                let help = self.point_in_front();
                self.expression_error("an expression", help.as_deref());
                self.missing_expression()
            }
        }
    }

    /// The help for a number without a leading digit, such as `.5`, if the current token starts one.
    pub(in crate::parser) fn point_in_front(&self) -> Option<String> {
        let number = self.ahead(1);
        let is_point_before_number =
            self.at_mark(T!["."]) && number.kind == TokenKind::Number && self.adjacent(1);
        is_point_before_number
            .then(|| format!("a number must start with a digit: write `0.{}`", self.text_of(number)))
    }

    /// A name or number that is a variable because it is first in `${…}`.
    fn bare_variable(&mut self) -> CompletedNode {
        self.bare_variable = None;
        let tokens = self.name_here().map_or(1, |(_, tokens)| tokens);
        self.name_node(tokens, NodeKind::Variable)
    }

    /// A name, a type name or a keyword.
    fn name_or_keyword(&mut self) -> CompletedNode {
        let Some((form, tokens)) = self.name_here() else { return self.missing_expression() };
        // A name with several segments is not a keyword.
        if form == NameForm::Name && tokens == 1 {
            let word = self.text_of(self.token());
            if is_keyword(word) {
                return self.keyword_expression(word);
            }
        }
        match form {
            NameForm::Name => self.name_node(tokens, NodeKind::Name),
            NameForm::Word => self.name_node(tokens, NodeKind::String(Quotes::None)),
            NameForm::Type => self.name_node(tokens, NodeKind::TypeName),
            NameForm::Invalid => {
                // The name was read. The position is moved back to the last token of the name, where the error is
                // reported.
                let node = self.name_node(tokens, NodeKind::Missing);
                self.position -= 1;
                let help = "names are joined by `::`, and are all in lower case or all capitalised";
                self.expression_error("a name", Some(help));
                self.position += 1;
                node
            }
        }
    }

    /// The expression that a keyword starts.
    fn keyword_expression(&mut self, word: &str) -> CompletedNode {
        let kind = match word {
            "undef" => NodeKind::Undef,
            "default" => NodeKind::Default,
            "true" => NodeKind::Boolean(true),
            "false" => NodeKind::Boolean(false),
            // Puppet's parser accepts these reserved words; its validation rejects them later.
            "private" | "attr" => NodeKind::Reserved,
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
                return self.missing_expression();
            }
        };
        self.token_node(kind)
    }

    /// A number. Reports an invalid one.
    fn number(&mut self) -> CompletedNode {
        let token = self.token();
        let Err((message, kind)) = self.check_number(token) else {
            return self.token_node(NodeKind::Number);
        };
        let diagnostic =
            Diagnostic::error(codes::LANGUAGE_SYNTAX, message).at(self.source, token.span.range());
        self.report(diagnostic);
        self.is_incomplete = true;
        self.token_node(kind)
    }

    /// `Err` with the message and the node to use instead, if a token is not a valid number.
    fn check_number(&self, token: Token) -> Result<(), (String, NodeKind)> {
        let text = self.text_of(token);
        let next = self.ahead(1);
        // `4abc` is two tokens but one mistake.
        if matches!(next.kind, TokenKind::Name | TokenKind::Word) && next.span.start == token.span.end {
            let written = &self.text[token.span.to(next.span).range()];
            return Err((not_a_number(written), NodeKind::Missing));
        }
        // All numbers of up to 18 decimal digits fit into 64 bits, so most numbers need no conversion here.
        let is_plain = text.len() <= 18
            && (text.len() == 1 || !text.starts_with('0'))
            && text.bytes().all(|digit| digit.is_ascii_digit());
        if is_plain {
            return Ok(());
        }
        match number_value(text) {
            Ok(_) => Ok(()),
            Err(message) => Err((message, NodeKind::Number)),
        }
    }

    /// `(…)`
    fn parenthesized(&mut self) -> CompletedNode {
        let start = self.start();
        self.bump();
        self.assignment();
        self.close_or_skip(T![")"], start.span, "the parenthesis");
        self.finish(start, NodeKind::Parenthesized)
    }

    /// `[…]`
    fn array(&mut self) -> CompletedNode {
        let start = self.start();
        self.bump();
        let are_elements = true;
        self.arguments(T!["]"], are_elements);
        self.close_or_skip(T!["]"], start.span, "the array");
        self.finish(start, NodeKind::Array)
    }

    /// Reads elements or arguments up to the closing bracket; pairs become hashes. The keywords `type` and `function`
    /// may be elements.
    pub(super) fn arguments(&mut self, end: Mark, are_elements: bool) {
        while !self.at_end() && !self.at_mark(end) {
            // Except as the key of a pair, `type` cannot be an argument of a call.
            let word = if are_elements || self.mark_ahead(1, T!["=>"]) { self.entry_word() } else { None };
            let entry = word.unwrap_or_else(|| self.assignment());
            if self.at_mark(T!["=>"]) {
                // As in Puppet, consecutive pairs among arguments or elements form one hash, whose braces may be
                // omitted.
                let accepts_assignments = true;
                self.bare_hash(entry, accepts_assignments);
            }
            if !self.eat_mark(T![","]) {
                break;
            }
        }
    }

    /// `type` or `function` used as an element, a key or a value, where it does not start a definition.
    fn entry_word(&mut self) -> Option<CompletedNode> {
        let word = self.keyword()?;
        let is_alone = matches!(
            self.ahead(1).kind,
            TokenKind::Mark(T!["=>"] | T![","] | T!["]"] | T!["}"] | T![")"]) | TokenKind::End
        );
        // The keywords `type` and `function` are frequent as keys, so Puppet's grammar accepts them in collections.
        let is_entry = is_alone && matches!(word, "type" | "function");
        is_entry.then(|| self.token_node(NodeKind::String(Quotes::None)))
    }

    /// A hash without braces whose first key is already read: consecutive pairs. With `accepts_assignments`, keys and
    /// values may be assignments.
    pub(super) fn bare_hash(&mut self, first: CompletedNode, accepts_assignments: bool) -> CompletedNode {
        let start = self.start_before(first);
        loop {
            // The arrow and the value.
            self.bump();
            self.bare_entry(accepts_assignments);
            // After a comma, a simple key with an arrow continues this hash.
            if !self.at_mark(T![","]) || !self.pair_ahead() {
                break;
            }
            // The comma and the next key.
            self.bump();
            self.bare_entry(accepts_assignments);
            if !self.at_mark(T!["=>"]) {
                self.missing_expression();
                self.expression_error("`=>` and a value after the key", None);
                break;
            }
        }
        self.finish(start, NodeKind::Hash)
    }

    /// A key or a value of a hash without braces.
    fn bare_entry(&mut self, accepts_assignments: bool) {
        if accepts_assignments {
            self.hash_entry();
        } else {
            self.expression();
        }
    }

    /// Whether a simple key and an arrow follow the current comma.
    fn pair_ahead(&self) -> bool {
        let is_simple = matches!(
            self.ahead(1).kind,
            TokenKind::Name
                | TokenKind::Word
                | TokenKind::String { .. }
                | TokenKind::Number
                | TokenKind::Variable
        );
        is_simple && self.mark_ahead(2, T!["=>"])
    }

    /// An entry of a hash: a keyword as a name, or an expression.
    fn hash_entry(&mut self) -> CompletedNode {
        match self.entry_word() {
            Some(word) => word,
            None => self.assignment(),
        }
    }

    /// `{ k => v }`
    pub(in crate::parser) fn hash(&mut self) -> CompletedNode {
        let start = self.start();
        self.bump();
        while !self.at_end() && !self.at_mark(T!["}"]) {
            let key = self.start();
            self.hash_entry();
            // In files of data (`.pdl`), hashes may be written as in JSON, with `:`.
            if !(self.eat_mark(T!["=>"]) || self.allows_json_hashes && self.eat_mark(T![":"])) {
                self.expression_error("`=>` and a value after the key", None);
                // The children of a hash are pairs, so a key without a value becomes an error.
                self.wrap_error(key);
                break;
            }
            self.hash_entry();
            if !self.eat_mark(T![","]) {
                break;
            }
        }
        self.close_or_skip(T!["}"], start.span, "the hash");
        self.finish(start, NodeKind::Hash)
    }
}
