//! Reads calls, lambdas and parameters.

use super::Parser;
use super::names::Called;
use crate::language::expression::{CallForm, Expr, ExprId, Expressions, List};
use crate::language::lexer::{Kind, Span, T};

impl Parser<'_> {
    /// `f(…)`, where the parenthesis stands here.
    pub(super) fn call(&mut self, function: ExprId, start: Span) -> ExprId {
        let opened = self.bump().span;
        let mark = self.scratch.len();
        self.arguments(T![")"], false);
        self.close_or_skip(T![")"], opened, "the arguments");
        let arguments = self.list_since(mark);
        let lambda = self.lambda_here();
        self.node(Expr::Call { form: CallForm::Prefix, function, arguments, lambda }, start)
    }

    /// `x.f(…)`, where the dot stands here.
    pub(super) fn chained_call(&mut self, on: ExprId, start: Span) -> ExprId {
        self.bump();
        let named = match self.called() {
            Some((Called::Name, tokens)) => {
                let word = if tokens == 1 { self.text_of(self.token()) } else { "" };
                (!super::names::is_keyword(word) || word == "type").then_some(tokens)
            }
            _ => None,
        };
        let Some(tokens) = named else {
            self.expression_error("the name of a function after `.`", None);
            return on;
        };
        let name_start = self.token().span;
        let name = self.take_name(tokens);
        let function = self.node(Expr::Name(Expressions::source_text(name)), name_start);
        let mark = self.scratch.len();
        self.scratch.push(on);
        let (opened, end_of_name) = (self.token(), self.at);
        if self.at_mark(T!["("]) && !opened.starts_line {
            self.bump();
            self.arguments(T![")"], false);
            let before = self.at - 1;
            if self.at_mark(T![")"]) && matches!(self.tokens.list[before].kind, Kind::Mark(T![","])) {
                self.expression_error("another argument", Some("remove the comma in front of `)`"));
            }
            self.close_or_skip(T![")"], opened.span, "the arguments");
        }
        let mut form = CallForm::Chained;
        if self.at == end_of_name && self.braced_hash_ahead() && self.is_new(function) {
            let hash = self.hash();
            self.scratch.push(hash);
            form = CallForm::Braced;
        }
        let arguments = self.list_since(mark);
        let lambda = self.lambda_here();
        self.node(Expr::Call { form, function, arguments, lambda }, start)
    }

    /// Whether a call is of `new`, which takes its hash without parentheses, too.
    pub(super) fn is_new(&self, function: ExprId) -> bool {
        matches!(self.expressions[function], Expr::Name(name) if self.expressions.text(name) == "new")
    }

    /// Whether a brace stands here that opens a hash and no block: a key and an arrow follow, on this very line.
    fn braced_hash_ahead(&self) -> bool {
        let key =
            matches!(self.ahead(1).kind, Kind::Name | Kind::Word | Kind::String { .. } | Kind::Variable);
        self.at_mark(T!["{"]) && !self.token().starts_line && key && self.mark_ahead(2, T!["=>"])
    }

    fn lambda_here(&mut self) -> Option<ExprId> {
        self.at_mark(T!["|"]).then(|| self.lambda())
    }

    /// `|…| >> T { … }`
    pub(in crate::language::parser) fn lambda(&mut self) -> ExprId {
        let start = self.bump().span;
        let mark = self.scratch.len();
        self.parameters_until(T!["|"]);
        self.close_or_skip(T!["|"], start, "the parameters");
        let parameters = self.list_since(mark);
        let result = self.result_type();
        let body = self.block("the lambda");
        self.node(Expr::Lambda { parameters, result, body }, start)
    }

    /// `>> T`
    pub(super) fn result_type(&mut self) -> Option<ExprId> {
        let arrow = self.at_mark(T![">"]) && self.mark_ahead(1, T![">"]) && self.adjacent(1);
        if !arrow {
            return None;
        }
        self.at += 2;
        Some(self.type_reference())
    }

    /// `T` or `T[…]`
    pub(super) fn type_reference(&mut self) -> ExprId {
        let start = self.token().span;
        let Some((Called::Type, tokens)) = self.called() else {
            self.expression_error("a type", Some("types are capitalised, as in `Integer[0, 10]`"));
            return self.nothing();
        };
        let name = self.take_name(tokens);
        let ty = self.node(Expr::TypeName(Expressions::source_text(name)), start);
        if self.at_mark(T!["["]) && !self.spaced() {
            let keys = self.keys(false);
            return self.node(Expr::Access { on: ty, keys }, start);
        }
        ty
    }

    /// `(…)` in front of a definition's body, or nothing.
    pub(super) fn parameter_list(&mut self) -> List {
        let opened = self.token().span;
        let mark = self.scratch.len();
        if self.eat_mark(T!["("]) {
            self.parameters_until(T![")"]);
            self.close_or_skip(T![")"], opened, "the parameters");
        }
        self.list_since(mark)
    }

    fn parameters_until(&mut self, end: crate::language::lexer::Mark) {
        while !self.at_end() && !self.at_mark(end) {
            let before = self.at;
            if let Some(parameter) = self.lambda_parameter() {
                self.scratch.push(parameter);
            }
            if !self.eat_mark(T![","]) || self.at == before {
                break;
            }
        }
    }

    fn lambda_parameter(&mut self) -> Option<ExprId> {
        let start = self.token().span;
        let typed = self.called().is_some();
        let ty = if typed { Some(self.type_reference()) } else { None };
        let rest = self.eat_mark(T!["*"]);
        let token = self.token();
        if token.kind != Kind::Variable {
            let help = "a parameter is its name, with its type in front: `String $title`";
            self.expression_error("a parameter with its `$`", Some(help));
            return None;
        }
        self.bump();
        let name = Expressions::source_text(Span { start: token.span.start + 1, end: token.span.end });
        let default = if self.eat_mark(T!["="]) { Some(self.expression()) } else { None };
        Some(self.node(Expr::Parameter { name, ty, default, rest }, start))
    }
}
