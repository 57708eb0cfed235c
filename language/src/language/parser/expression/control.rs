//! Reads statements one after the other, and what decides between them: `if`, `unless`, `case`, selectors.

use super::Parser;
use crate::language::expression::{CallForm, Expr, ExprId};
use crate::language::lexer::{Kind, Span, T};

/// Functions that may be called without parentheses.
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
    pub(in crate::language::parser) fn block(&mut self, what: &str) -> ExprId {
        let opened = self.token().span;
        if !self.eat_mark(T!["{"]) {
            self.expression_error(&format!("`{{` to open {what}"), None);
            return self.nothing();
        }
        let read = self.deeper(|parser| parser.statements_of_block(), Self::skip_block_inside);
        let body = match read {
            Some(body) => body,
            None => self.nothing(),
        };
        if !self.close(T!["}"], opened, what) {
            self.incomplete = true;
        }
        body
    }

    fn skip_block_inside(&mut self) {
        self.skip_until(|_, _| false);
    }

    fn statements_of_block(&mut self) -> ExprId {
        let start = self.token().span;
        let mark = self.scratch.len();
        while !self.at_end() && !self.at_mark(T!["}"]) {
            // A declaration at the start of a line can only mean that a brace was forgotten.
            if self.logic && self.token().starts_line && self.declaration_ahead() {
                break;
            }
            let before = self.at;
            let statement = self.expression_statement();
            self.scratch.push(statement);
            self.after_statement(before);
        }
        match self.scratch.len() - mark {
            0 => self.nothing(),
            1 => self.scratch.pop().unwrap_or_else(|| self.nothing()),
            _ => {
                let list = self.list_since(mark);
                self.node(Expr::Block(list), start)
            }
        }
    }

    /// What may stand behind a statement; whatever else is told and passed over.
    pub(in crate::language::parser) fn after_statement(&mut self, before: usize) {
        if self.at_mark(T![";"]) {
            self.bump();
            if self.at_end() || self.at_mark(T!["}"]) {
                self.at -= 1;
                self.expression_error(
                    "the end of the statements",
                    Some("`;` only stands between statements"),
                );
                self.at += 1;
            }
            return;
        }
        let failed = self.last_error == Some(self.at);
        if failed || self.at == before || self.at_mark(T![","]) || (self.closes() && !self.at_mark(T!["}"])) {
            self.expression_error("a statement", None);
            self.skip_statement_rest();
        }
    }

    /// After an error: goes to the next line that starts at this level, or to the end of the block.
    fn skip_statement_rest(&mut self) {
        let first = self.at;
        while !self.at_end() && !self.at_mark(T!["}"]) {
            if self.at > first && self.token().starts_line {
                break;
            }
            self.skip_group();
        }
    }

    /// A statement, which may be a call without parentheses.
    pub(in crate::language::parser) fn expression_statement(&mut self) -> ExprId {
        let first = self.assignment();
        if let Some(hash) = self.hash_for_call.take() {
            return self.statement_call(first, Some(hash));
        }
        let Expr::Name(name) = self.expressions[first] else { return self.no_list(first) };
        if !is_statement_call(self.expressions.text(name)) {
            return self.no_list(first);
        }
        // As in Puppet, not even a semicolon keeps the next expression from being the argument.
        if self.at_mark(T![";"]) && !self.mark_ahead(1, T!["}"]) && self.ahead(1).kind != Kind::End {
            self.bump();
        }
        if self.at_end() || self.closes() || self.at_mark(T![","]) || self.at_mark(T![";"]) {
            return self.no_list(first);
        }
        self.statement_call(first, None)
    }

    fn statement_call(&mut self, function: ExprId, hash: Option<ExprId>) -> ExprId {
        let start = self.start_of(function);
        let mark = self.scratch.len();
        match hash {
            Some(hash) => self.scratch.push(hash),
            None => {
                let argument = self.assignment();
                self.scratch.push(argument);
            }
        }
        while self.eat_mark(T![","]) {
            let argument = self.assignment();
            self.scratch.push(argument);
        }
        let arguments = self.list_since(mark);
        self.node(Expr::Call { form: CallForm::Statement, function, arguments, lambda: None }, start)
    }

    fn no_list(&mut self, statement: ExprId) -> ExprId {
        if self.at_mark(T![","]) {
            let help = "only functions such as `include` and `notice` take arguments without parentheses";
            self.expression_error("the end of the statement", Some(help));
        }
        statement
    }

    pub(super) fn if_expression(&mut self) -> ExprId {
        // What is read of `if` and each `elsif`, first to last.
        let mut branches: Vec<(Span, ExprId, ExprId)> = Vec::new();
        let mut otherwise = None;
        loop {
            let start = self.bump().span;
            let condition = self.expression();
            let then = self.block("the branch");
            branches.push((start, condition, then));
            if self.at_keyword("elsif") {
                continue;
            }
            if self.at_keyword("else") {
                self.bump();
                otherwise = Some(self.block("the branch"));
            }
            break;
        }
        let mut last = otherwise;
        for (start, condition, then) in branches.into_iter().rev() {
            last = Some(self.node(Expr::If { condition, then, otherwise: last }, start));
        }
        match last {
            Some(id) => id,
            None => self.nothing(),
        }
    }

    pub(super) fn unless(&mut self) -> ExprId {
        let start = self.bump().span;
        let condition = self.expression();
        let then = self.block("the branch");
        let otherwise = if self.at_keyword("else") {
            self.bump();
            Some(self.block("the branch"))
        } else {
            None
        };
        if self.at_keyword("elsif") {
            self.expression_error("the end of `unless`", Some("`unless` has no `elsif`; use `if`"));
        }
        self.node(Expr::Unless { condition, then, otherwise }, start)
    }

    pub(super) fn case(&mut self) -> ExprId {
        let start = self.bump().span;
        let on = self.expression();
        let opened = self.token().span;
        let mark = self.scratch.len();
        if self.expect_mark(T!["{"], "to open the options of `case`") {
            loop {
                let option = self.case_option();
                self.scratch.push(option);
                if self.at_end() || self.closes() || self.last_error == Some(self.at) {
                    break;
                }
            }
            self.close_or_skip(T!["}"], opened, "`case`");
        } else {
            self.incomplete = true;
        }
        let options = self.list_since(mark);
        self.node(Expr::Case { on, options }, start)
    }

    fn case_option(&mut self) -> ExprId {
        let start = self.token().span;
        let mark = self.scratch.len();
        loop {
            let value = self.expression();
            self.scratch.push(value);
            if !self.eat_mark(T![","]) {
                break;
            }
        }
        let values = self.list_since(mark);
        let body = if self.eat_mark(T![":"]) {
            self.block("the option")
        } else {
            self.expression_error("`:` and a block behind the values", None);
            self.nothing()
        };
        self.node(Expr::CaseOption { values, body }, start)
    }

    /// `on ? …`, where the question mark stands here.
    pub(super) fn selector(&mut self, on: ExprId) -> ExprId {
        self.bump();
        let opened = self.token().span;
        let mark = self.scratch.len();
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
        let options = self.list_since(mark);
        let start = self.start_of(on);
        self.node(Expr::Selector { on, options }, start)
    }

    fn selector_entry(&mut self) {
        let key = self.expression();
        let value = if self.eat_mark(T!["=>"]) {
            self.expression()
        } else {
            self.expression_error("`=>` and a value after what is matched", None);
            self.nothing()
        };
        self.scratch.extend([key, value]);
    }
}
