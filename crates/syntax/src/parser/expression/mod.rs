//! Reads expressions of the Puppet language: operators, and everything with a lower precedence.
//!
//! The grammar is Puppet's. `assignment` reads any statement, `expression` reads conditions, keys and
//! values. Invariants: each of these functions completes exactly one node (and may add errors next to it); an
//! expression that cannot be read is reported and becomes [`NodeKind::Missing`]; recursion is bounded by the parser's
//! depth; the distinctions that Puppet makes by spaces (`x[1]` and `x [1]`) are made only here.

mod calls;
mod control;
mod definitions;
mod names;
mod primary;
mod resources;
mod strings;

use super::{MAX_DEPTH, Parser};
use crate::diagnostic::{Diagnostic, codes};
use crate::event::CompletedNode;
use crate::kind::NodeKind;
use crate::lexer::{Span, T, TokenKind};
use crate::operators::{Assign, Binary, Edge, Unary};

pub(super) use names::{NameForm, is_keyword};

/// Whether a word, followed by a name or a string, starts a Puppet statement.
pub(super) fn is_puppet_word(word: &str) -> bool {
    names::is_keyword(word) || control::is_statement_call(word)
}

/// A precedence lower than that of every operator, so that an expression may contain any of them.
const LOWEST: u8 = 0;
/// The precedence of prefix operators, higher than that of every binary operator.
const MINUS: u8 = 11;
const SPLAT: u8 = 12;
const NOT: u8 = 13;
/// The precedence of `not` in queries: it applies to a complete comparison.
const QUERY_NOT: u8 = 3;
/// The precedence of the selector.
const SELECTOR: u8 = 3;

impl Parser<'_> {
    /// Reports a syntax error in an expression.
    fn expression_error(&mut self, expected: &str, help: Option<&str>) {
        self.is_incomplete = true;
        self.syntax_error(expected, help.map(str::to_owned));
    }

    /// Reports an expression that is not allowed in the logic of a type.
    fn report_in_logic(&mut self, action: &str, start: Span) {
        if self.is_in_logic {
            let span = start.to(self.previous_span());
            let diagnostic =
                Diagnostic::error(codes::ILLEGAL_IN_LOGIC, format!("the logic of a type cannot {action}"))
                    .at(self.source, span.range())
                    .help("logic computes a value from the features of an object; move this to a manifest");
            // The syntax is valid, so `report` is not used: this problem must neither start a recovery nor suppress an
            // error at the next token.
            self.diagnostics.push(diagnostic);
        }
    }

    /// The logic of a type: a block, a lambda, or a bare expression.
    pub(super) fn logic(&mut self) {
        let was_in_logic = std::mem::replace(&mut self.is_in_logic, true);
        match self.token().kind {
            TokenKind::Mark(T!["{"]) => self.block("the block"),
            TokenKind::Mark(T!["|"]) => self.lambda(),
            _ => self.expression(),
        };
        self.is_in_logic = was_in_logic;
    }

    /// Logic as a node of a declaration.
    pub(in crate::parser) fn logic_node(&mut self) {
        let start = self.start();
        self.logic();
        self.finish(start, NodeKind::Logic);
    }

    /// Reads a complete expression of a statement or an argument: with all operators, including relations and
    /// assignments.
    pub(super) fn assignment(&mut self) -> CompletedNode {
        if let Some(operand) = self.lone_operand() {
            return operand;
        }
        match self.deeper(Self::assignment_here, Self::skip_to_comma) {
            Some(node) => node,
            None => self.missing_expression(),
        }
    }

    /// An assignment, or an expression with operators of a higher precedence.
    fn assignment_here(&mut self) -> CompletedNode {
        // Assignments are right-associative, so the value is read by recursion.
        let target = self.relation();
        let operator = match self.token().kind {
            TokenKind::Mark(T!["="]) => Assign::Set,
            TokenKind::Mark(T!["+="]) => Assign::Append,
            TokenKind::Mark(T!["-="]) => Assign::Delete,
            _ => return target,
        };
        let start = self.start_before(target);
        self.bump();
        self.assignment();
        self.finish(start, NodeKind::Assign(operator))
    }

    /// Resources and collectors that are joined by arrows.
    fn relation(&mut self) -> CompletedNode {
        let mut left = self.resource();
        loop {
            let edge = match self.token().kind {
                TokenKind::Mark(T!["->"]) => Edge::Before,
                TokenKind::Mark(T!["~>"]) => Edge::Notify,
                TokenKind::Mark(T!["<-"]) => Edge::After,
                TokenKind::Mark(T!["<~"]) => Edge::Subscribe,
                _ => return left,
            };
            let start = self.start_before(left);
            self.bump();
            self.resource();
            self.report_in_logic("relate resources", start.span);
            left = self.finish(start, NodeKind::Relation(edge));
        }
    }

    /// An expression without assignments.
    pub(in crate::parser) fn expression(&mut self) -> CompletedNode {
        if let Some(operand) = self.lone_operand() {
            return operand;
        }
        match self.deeper(|parser| parser.operators(LOWEST), Self::skip_to_comma) {
            Some(node) => node,
            None => self.missing_expression(),
        }
    }

    /// An operand, if the token after it ends the expression; `None` otherwise. Most expressions are single operands,
    /// which need not go through every level of the grammar.
    fn lone_operand(&mut self) -> Option<CompletedNode> {
        let is_before_end = matches!(
            self.ahead(1).kind,
            TokenKind::Mark(T![","] | T!["=>"] | T!["]"] | T!["}"] | T![")"] | T![";"])
        );
        // Near the limit of nesting, the complete grammar is used, because it reports the problem.
        if !is_before_end || self.depth + 1 >= MAX_DEPTH {
            return None;
        }
        let token = self.token();
        match token.kind {
            TokenKind::Variable | TokenKind::String { .. } | TokenKind::Number => Some(self.primary()),
            // A keyword may start more than an operand: `if`, `type`.
            TokenKind::Name if !names::is_keyword(self.text_of(token)) => Some(self.primary()),
            _ => None,
        }
    }

    /// An expression whose binary operators have at least the precedence `min_precedence`.
    fn operators(&mut self, min_precedence: u8) -> CompletedNode {
        let mut left = self.prefix_expression();
        loop {
            left = self.postfix_expression(left);
            if self.at_mark(T!["?"]) && SELECTOR >= min_precedence {
                left = self.selector(left);
                continue;
            }
            let Some((operator, precedence, tokens)) = self.operator() else { return left };
            if precedence < min_precedence {
                return left;
            }
            let start = self.start_before(left);
            self.position += tokens;
            // Binary operators are left-associative: the right operand must not contain an operator of the same
            // precedence, so that `10 - 3 - 2` is 5.
            self.operators(precedence + 1);
            left = self.finish(start, NodeKind::Binary(operator));
        }
    }

    /// The current binary operator, its precedence, and its number of tokens.
    fn operator(&self) -> Option<(Binary, u8, usize)> {
        let token = self.token();
        // The precedences are those of Puppet's grammar: `==` binds more tightly than `<`, and `in` more than `=~`.
        let (operator, precedence) = match token.kind {
            TokenKind::Name => match self.keyword()? {
                "or" => (Binary::Or, 1),
                "and" => (Binary::And, 2),
                // After a value in bindings, `in` is the keyword before the id of a multibinding.
                "in" if self.value_depth != Some(self.depth) => (Binary::In, 10),
                _ => return None,
            },
            TokenKind::Mark(mark) => match mark {
                T![">="] => (Binary::GreaterOrEqual, 4),
                T!["<="] => (Binary::LessOrEqual, 4),
                T!["<"] => (Binary::Less, 4),
                // The lexer returns `>>` as two marks, because it may close two lists of type arguments.
                T![">"] if self.mark_ahead(1, T![">"]) && self.adjacent(1) => {
                    return Some((Binary::RightShift, 6, 2));
                }
                T![">"] => (Binary::Greater, 4),
                T!["=="] => (Binary::Equal, 5),
                T!["!="] => (Binary::NotEqual, 5),
                T!["<<"] => (Binary::LeftShift, 6),
                T!["+"] => (Binary::Plus, 7),
                T!["-"] => (Binary::Minus, 7),
                T!["*"] => (Binary::Times, 8),
                T!["/"] => (Binary::Divide, 8),
                T!["%"] => (Binary::Modulo, 8),
                T!["=~"] => (Binary::Match, 9),
                T!["!~"] => (Binary::NoMatch, 9),
                T!["~"] if self.is_in_query && self.adjacent(1) => match self.ahead(1).kind {
                    TokenKind::Mark(T!["="]) => return Some((Binary::Match, 9, 2)),
                    TokenKind::Mark(T!["!"]) => return Some((Binary::NoMatch, 9, 2)),
                    _ => return None,
                },
                _ => return None,
            },
            _ => return None,
        };
        Some((operator, precedence, 1))
    }

    /// An expression that may start with a prefix operator.
    fn prefix_expression(&mut self) -> CompletedNode {
        let (operator, precedence) = match self.token().kind {
            TokenKind::Mark(T!["!"]) => (Unary::Not, NOT),
            TokenKind::Mark(T!["-"]) => (Unary::Minus, MINUS),
            TokenKind::Mark(T!["*"]) => (Unary::Splat, SPLAT),
            TokenKind::Name if self.is_in_query && self.at_word("not") => (Unary::Not, QUERY_NOT),
            _ => return self.primary(),
        };
        let start = self.start();
        self.bump();
        // In a text with many `!`, each of them is a recursion.
        if self.deeper(|parser| parser.operators(precedence), Self::skip_to_comma).is_none() {
            self.missing_expression();
        }
        self.finish(start, NodeKind::Unary(operator))
    }

    /// Calls, access keys and queries after an expression.
    fn postfix_expression(&mut self, mut left: CompletedNode) -> CompletedNode {
        loop {
            match self.token().kind {
                // As in Puppet, a bracket after a blank starts an array: `notice [1]` is a call with an argument.
                TokenKind::Mark(T!["["]) if !self.follows_blank() => left = self.access(left),
                // A parenthesis at the start of a line starts the next statement.
                TokenKind::Mark(T!["("]) if !self.token().starts_line => left = self.call(left),
                TokenKind::Mark(T!["."]) => left = self.chained_call(left),
                TokenKind::Mark(T!["<|"] | T!["<<|"]) => left = self.collect(left),
                _ => return left,
            }
        }
    }

    /// Whether the current token follows a blank, or is at the start of the text.
    fn follows_blank(&self) -> bool {
        let offset = self.token().span.start as usize;
        let byte_before = self.text.as_bytes()[..offset].last();
        byte_before.is_none_or(|byte| matches!(byte, b' ' | b'\t' | b'\r' | b'\n'))
    }

    /// `[key]` after an operand, or the query `[?? test]`.
    fn access(&mut self, operand: CompletedNode) -> CompletedNode {
        let start = self.start_before(operand);
        // `[??` starts a query of ARM-8 (a proposal for bindings), which has other operators. No other expression
        // starts with `?`.
        if self.mark_ahead(1, T!["?"]) && self.mark_ahead(2, T!["?"]) && self.adjacent(1) {
            self.query_test();
            return self.finish(start, NodeKind::ResourceQuery);
        }
        let allows_trailing_comma = true;
        self.keys(allows_trailing_comma);
        self.finish(start, NodeKind::Access)
    }

    /// `[?? test]`
    pub(in crate::parser) fn query_test(&mut self) {
        let opened = self.token().span;
        // `[`, `?` and `?`.
        self.position += 3;
        if !self.at_mark(T!["]"]) {
            // A query may be in the brackets of another query, so the previous state is restored at the end.
            let was_in_query = std::mem::replace(&mut self.is_in_query, true);
            self.expression();
            self.is_in_query = was_in_query;
        }
        self.close_or_skip(T!["]"], opened, "the query");
    }

    /// `[key, key]`; at least one key is required.
    fn keys(&mut self, allows_trailing_comma: bool) {
        let opened = self.bump().span;
        let mut count = 0_usize;
        while !self.at_end() && !self.closes() {
            let key = self.expression();
            if self.at_mark(T!["=>"]) {
                let accepts_assignments = false;
                self.bare_hash(key, accepts_assignments);
            }
            count += 1;
            if !self.eat_mark(T![","]) {
                break;
            }
            if self.at_mark(T!["]"]) && !allows_trailing_comma {
                self.expression_error("a key", Some("remove the comma in front of `]`"));
            }
        }
        if count == 0 {
            self.expression_error("a key", None);
        }
        self.close_or_skip(T!["]"], opened, "the keys");
    }

    /// Reads the closing bracket of a group. If it is missing, this is reported, and the tokens up to the bracket or
    /// the end of the line are skipped.
    fn close_or_skip(&mut self, mark: crate::lexer::Mark, opened: Span, construct: &str) {
        if !self.close(mark, opened, construct) {
            self.is_incomplete = true;
            // Only the rest of the line is skipped: if the bracket is missing, the next line may be valid.
            self.skip_until(|_, token| token.starts_line);
            self.eat_mark(mark);
            // A second error at this token would be a consequence.
            self.last_error = Some(self.position);
        }
    }
}
