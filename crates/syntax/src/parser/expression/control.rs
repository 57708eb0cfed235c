//! Reads sequences of statements and the conditional expressions: `if`, `unless`, `case`, selectors.

use super::Parser;
use crate::event::CompletedNode;
use crate::kind::NodeKind;
use crate::lexer::{T, TokenKind};
use crate::operators::CallForm;

/// Functions that may be called without parentheses.
// These are the names in Puppet's `Factory::STATEMENT_CALLS`.
const STATEMENT_CALLS: &[&str] = &[
    "require", "realize", "include", "contain", "tag", "debug", "info", "notice", "warning", "err", "fail",
    "import", "break", "next", "return",
];

/// Whether a function may be called without parentheses.
pub(super) fn is_statement_call(name: &str) -> bool {
    STATEMENT_CALLS.contains(&name)
}

impl Parser<'_> {
    /// `{ … }` with statements in it.
    pub(in crate::parser) fn block(&mut self, construct: &str) -> CompletedNode {
        let opened = self.token().span;
        if !self.eat_mark(T!["{"]) {
            self.expression_error(&format!("`{{` to open {construct}"), None);
            return self.missing_expression();
        }
        let result = self.deeper(|parser| parser.statements_of_block(), Self::skip_block_inside);
        let body = match result {
            Some(body) => body,
            None => self.missing_expression(),
        };
        if !self.close(T!["}"], opened, construct) {
            self.is_incomplete = true;
        }
        body
    }

    /// Skips the content of a block that is nested too deeply.
    fn skip_block_inside(&mut self) {
        // Skipping ends before the brace that closes the block, which the caller expects.
        self.skip_until(|_, _| false);
    }

    /// Statements up to the closing brace. A single statement is not put into a block.
    fn statements_of_block(&mut self) -> CompletedNode {
        let start = self.start();
        let (mut first, mut count) = (None, 0_usize);
        while !self.at_end() && !self.at_mark(T!["}"]) {
            // A declaration at the start of a line shows that a brace is missing.
            if self.is_in_logic && self.token().starts_line && self.declaration_ahead() {
                break;
            }
            if self.skip_invariant_in_define() {
                continue;
            }
            let position_before = self.position;
            let statement = self.expression_statement();
            first = first.or(Some(statement));
            count += 1;
            self.after_statement(position_before);
        }
        match (first, count) {
            // A body with a single statement is this statement itself, which saves a node and an expression in most
            // bodies.
            (Some(statement), 1) => statement,
            (None, _) => self.missing_expression(),
            _ => self.finish(start, NodeKind::Block),
        }
    }

    /// Reports and skips an invariant in a defined resource type; returns whether there was one.
    fn skip_invariant_in_define(&mut self) -> bool {
        if !self.is_in_define || !self.at_word("invariant") {
            return false;
        }
        let has_title = matches!(self.ahead(1).kind, TokenKind::String { .. } | TokenKind::Open { .. });
        // The title of a resource has a colon after it, that of an invariant has none.
        let is_invariant = self.mark_ahead(1, T!["{"]) || has_title && !self.mark_ahead(2, T![":"]);
        if !is_invariant {
            return false;
        }
        let help = "write `unless CONDITION { fail('…') }`, or declare a `type` with the invariant";
        self.expression_error("a statement, because only types have invariants", Some(help));
        let start = self.start();
        while !self.at_end() && !self.at_mark(T!["{"]) && !self.at_mark(T!["}"]) {
            self.consume_group();
        }
        if self.at_mark(T!["{"]) {
            self.consume_group();
        }
        self.wrap_error(start);
        true
    }

    /// Reads the separator that may follow a statement, which started at the token `before`. Anything else that cannot
    /// start a statement is reported and skipped.
    pub(in crate::parser) fn after_statement(&mut self, before: usize) {
        if self.at_mark(T![";"]) {
            self.bump();
            if self.at_end() || self.at_mark(T!["}"]) {
                // The semicolon was read, so the position is moved back for the report.
                self.position -= 1;
                self.expression_error(
                    "the end of the statements",
                    Some("`;` may only be used between statements"),
                );
                self.position += 1;
            }
            return;
        }
        // Statements need no separator, so any other token may start the next statement.
        let has_failed = self.has_failed_here() || self.position == before;
        let is_unmatched_bracket = self.closes() && !self.at_mark(T!["}"]);
        if has_failed || is_unmatched_bracket || self.at_mark(T![","]) {
            self.expression_error("a statement", None);
            self.skip_statement_rest();
        }
    }

    /// Recovers from an error: skips to the next line that starts at this level, or to the end of the block.
    fn skip_statement_rest(&mut self) {
        let start = self.start();
        while !self.at_end() && !self.at_mark(T!["}"]) {
            // The first token has the error, so it is skipped in any case.
            if self.position > start.token && self.token().starts_line {
                break;
            }
            self.consume_group();
        }
        self.wrap_error(start);
    }

    /// A statement, which may be a call without parentheses.
    pub(in crate::parser) fn expression_statement(&mut self) -> CompletedNode {
        let first = self.assignment();
        // Whether braces are the hash of a call is known only after they were read. The flag is then set.
        if std::mem::take(&mut self.has_read_hash_of_call) {
            let has_hash = true;
            return self.statement_call(first, has_hash);
        }
        if self.kind_of(first) != NodeKind::Name || !is_statement_call(self.node_text(first)) {
            return self.statement_alone(first);
        }
        // As in Puppet, the next expression is an argument even if a semicolon precedes it.
        if self.at_mark(T![";"]) && !self.mark_ahead(1, T!["}"]) && self.ahead(1).kind != TokenKind::End {
            self.bump();
        }
        if self.at_end() || self.closes() || self.at_mark(T![","]) || self.at_mark(T![";"]) {
            return self.statement_alone(first);
        }
        let has_hash = false;
        self.statement_call(first, has_hash)
    }

    /// A call without parentheses. A hash may already have been read as its first argument.
    fn statement_call(&mut self, function: CompletedNode, has_hash: bool) -> CompletedNode {
        let start = self.start_before(function);
        if !has_hash {
            self.assignment();
        }
        while self.eat_mark(T![","]) {
            self.assignment();
        }
        self.finish(start, NodeKind::Call(CallForm::Statement))
    }

    /// A statement without arguments; a comma after it is reported.
    fn statement_alone(&mut self, statement: CompletedNode) -> CompletedNode {
        if self.at_mark(T![","]) {
            let help = "to call a function with several arguments, write parentheses: `name(a, b)`";
            self.expression_error("the end of the statement", Some(help));
        }
        statement
    }

    /// Reports `=` after a condition: `if $a = 3 {`. The comparison is read to its end, so that the block after it is
    /// that of the condition.
    fn comparison_after_condition(&mut self) {
        if !self.at_mark(T!["="]) {
            return;
        }
        self.expression_error("`{` to open the branch", Some("write `==` to compare"));
        let start = self.start();
        self.bump();
        self.expression();
        self.wrap_error(start);
    }

    /// `if … { … } elsif … { … } else { … }`
    pub(super) fn if_expression(&mut self) -> CompletedNode {
        // The starts of the `if` and of each `elsif`; all these nodes end at the same token.
        let mut starts = Vec::new();
        loop {
            // A chain of `elsif` may be long, so there is a loop and no recursion. The limit on the height is tested
            // when the nodes are completed.
            starts.push(self.start());
            self.bump();
            self.expression();
            self.comparison_after_condition();
            self.block("the branch");
            if self.at_keyword("elsif") {
                continue;
            }
            if self.at_keyword("else") {
                self.bump();
                self.block("the branch");
            }
            break;
        }
        let mut outermost = None;
        for start in starts.into_iter().rev() {
            outermost = Some(self.finish(start, NodeKind::If));
        }
        match outermost {
            Some(node) => node,
            None => self.missing_expression(),
        }
    }

    /// `unless … { … } else { … }`
    pub(super) fn unless(&mut self) -> CompletedNode {
        let start = self.start();
        self.bump();
        self.expression();
        self.comparison_after_condition();
        self.block("the branch");
        if self.at_keyword("else") {
            self.bump();
            self.block("the branch");
        }
        // Puppet rejects `elsif` here as well. The error is at the word, and the node ends before it.
        if self.at_keyword("elsif") {
            self.expression_error("the end of `unless`", Some("`unless` has no `elsif`; use `if`"));
        }
        self.finish(start, NodeKind::Unless)
    }

    /// `case … { … }`
    pub(super) fn case(&mut self) -> CompletedNode {
        let start = self.start();
        self.bump();
        self.expression();
        let opened = self.token().span;
        if self.expect_mark(T!["{"], "to open the options of `case`") {
            loop {
                self.case_option();
                // As in Puppet, there must be an option, so `case $x { }` is an error.
                if self.at_end() || self.closes() || self.has_failed_here() {
                    break;
                }
            }
            self.close_or_skip(T!["}"], opened, "`case`");
        } else {
            self.is_incomplete = true;
        }
        self.finish(start, NodeKind::Case)
    }

    /// An option of `case`: values and a body.
    fn case_option(&mut self) {
        let start = self.start();
        if self.at_word("when") && !self.mark_ahead(1, T![":"]) && !self.mark_ahead(1, T![","]) {
            let help = "write each option without `when`, and its block in braces: `5: { … }`";
            self.expression_error("the value of an option", Some(help));
            self.bump_error();
        }
        loop {
            self.expression();
            if !self.eat_mark(T![","]) {
                break;
            }
        }
        if self.eat_mark(T![":"]) {
            self.block("the option");
        } else {
            self.expression_error("`:` and a block after the values", None);
            self.missing_expression();
        }
        self.finish(start, NodeKind::CaseOption);
    }

    /// `a ? …`, at the question mark.
    pub(super) fn selector(&mut self, operand: CompletedNode) -> CompletedNode {
        let start = self.start_before(operand);
        self.bump();
        let opened = self.token().span;
        if self.eat_mark(T!["{"]) {
            loop {
                self.selector_entry();
                if !self.eat_mark(T![","]) || self.at_mark(T!["}"]) {
                    break;
                }
            }
            self.close_or_skip(T!["}"], opened, "the selector");
        } else {
            self.selector_entry();
        }
        self.finish(start, NodeKind::Selector)
    }

    /// An entry of a selector: `match => value`.
    fn selector_entry(&mut self) {
        self.expression();
        if self.eat_mark(T!["=>"]) {
            self.expression();
        } else {
            let is_ternary = self.at_mark(T![":"]);
            let help = is_ternary.then_some("write `if CONDITION { … } else { … }`");
            self.expression_error("`=>` and a value after the match", help);
            self.missing_expression();
        }
    }
}
