//! Reads calls, lambdas and parameters.

use super::Parser;
use super::names::NameForm;
use crate::event::CompletedNode;
use crate::kind::NodeKind;
use crate::lexer::{Mark, T, TokenKind};
use crate::operators::CallForm;

impl Parser<'_> {
    /// `f(…)`, at the parenthesis.
    pub(super) fn call(&mut self, function: CompletedNode) -> CompletedNode {
        let start = self.start_before(function);
        let opened = self.bump().span;
        let are_elements = false;
        self.arguments(T![")"], are_elements);
        self.close_or_skip(T![")"], opened, "the arguments");
        self.lambda_here();
        self.finish(start, NodeKind::Call(CallForm::Prefix))
    }

    /// `x.f(…)`, at the dot.
    pub(super) fn chained_call(&mut self, receiver: CompletedNode) -> CompletedNode {
        let start = self.start_before(receiver);
        self.bump();
        let Some(name_length) = self.function_name_length() else {
            self.report_missing_name();
            return receiver;
        };
        let function = self.name_node(name_length, NodeKind::Name);
        self.skip_question_mark(function);
        let mut form = CallForm::Chained;
        if self.at_mark(T!["("]) && !self.token().starts_line {
            self.chained_arguments();
        } else if self.node_text(function) == "new" && self.braced_hash_ahead() {
            // Only `new` may have a hash in braces, as in the examples of ARM-7 (the proposal behind the language).
            // After any other name, a brace opens a block.
            self.hash();
            form = CallForm::Braced;
        }
        self.lambda_here();
        self.finish(start, NodeKind::Call(form))
    }

    /// The number of tokens of the function's name after a dot; `None` if there is no name, or it is a keyword.
    fn function_name_length(&self) -> Option<usize> {
        let Some((NameForm::Name, tokens)) = self.name_here() else { return None };
        let word = self.text_of(self.token());
        // `a::b` is no keyword. `type` is one, but also the name of a function: `$x.type`.
        let is_keyword = tokens == 1 && word != "type" && super::names::is_keyword(word);
        if is_keyword { None } else { Some(tokens) }
    }

    /// Reports and skips a `?` between the name of a function and its arguments. In Ruby, the name of a function may
    /// end with `?`. Here, `?` would start a selector.
    fn skip_question_mark(&mut self, function: CompletedNode) {
        let is_after_name = self.at_mark(T!["?"]) && self.is_adjacent_to_previous();
        let is_before_arguments = self.mark_ahead(1, T!["("]) && self.adjacent(1);
        if !is_after_name || !is_before_arguments {
            return;
        }
        let help = match self.node_text(function) {
            "include" | "member" => "write `$value in $list`",
            _ => "write the name without the `?`",
        };
        self.expression_error("the arguments of the function", Some(help));
        self.bump_error();
    }

    /// The arguments of `x.f(…)`, at the parenthesis.
    fn chained_arguments(&mut self) {
        let opened = self.bump().span;
        let are_elements = false;
        self.arguments(T![")"], are_elements);
        let last_token = self.tokens.list[self.position - 1];
        // In Puppet's grammar, a comma after the last argument is only valid in `f(…)`, not in `x.f(…)`.
        if self.at_mark(T![")"]) && last_token.kind == TokenKind::Mark(T![","]) {
            self.expression_error("another argument", Some("remove the comma in front of `)`"));
        }
        self.close_or_skip(T![")"], opened, "the arguments");
    }

    /// Whether the current token follows the previous one without a space.
    fn is_adjacent_to_previous(&self) -> bool {
        self.previous_span().end == self.token().span.start
    }

    /// Whether the token at an index of the list is the `[` of an access, which directly follows an operand.
    fn opens_access(&self, index: usize) -> bool {
        let Some(index_before) = index.checked_sub(1) else { return false };
        let (before, token) = (self.tokens.list[index_before], self.tokens.list[index]);
        let is_operand_end = matches!(
            before.kind,
            TokenKind::Variable | TokenKind::String { .. } | TokenKind::Mark(T![")"] | T!["]"])
        );
        token.kind == TokenKind::Mark(T!["["]) && is_operand_end && before.span.end == token.span.start
    }

    /// Reports that no name of a function follows a `.`. A range of another language, `1..3`, is read to its end.
    fn report_missing_name(&mut self) {
        let is_range = self.at_mark(T!["."]) && self.is_adjacent_to_previous();
        // In `$a[1..3]`, the three tokens before are `[`, the first number, and the point that was read.
        let is_in_access = self.position.checked_sub(3).is_some_and(|index| self.opens_access(index));
        let help = if !is_range {
            None
        } else if is_in_access {
            Some("write the position and the number of values: `[0, 3]`")
        } else {
            Some("write a type for a range of integers: `Integer[1, 3]`")
        };
        self.expression_error("the name of a function after `.`", help);
        if is_range {
            let start = self.start();
            while self.eat_mark(T!["."]) {}
            if matches!(self.token().kind, TokenKind::Number | TokenKind::Variable) {
                self.bump();
            }
            self.wrap_error(start);
        }
    }

    /// Whether the current brace opens a hash rather than a block: a key and an arrow follow on the same line.
    fn braced_hash_ahead(&self) -> bool {
        let is_key = matches!(
            self.ahead(1).kind,
            TokenKind::Name | TokenKind::Word | TokenKind::String { .. } | TokenKind::Variable
        );
        self.at_mark(T!["{"]) && !self.token().starts_line && is_key && self.mark_ahead(2, T!["=>"])
    }

    /// Reads a lambda, if one starts at the current token.
    fn lambda_here(&mut self) {
        if self.at_mark(T!["|"]) {
            self.lambda();
        }
    }

    /// `|…| >> T { … }`
    pub(in crate::parser) fn lambda(&mut self) -> CompletedNode {
        let start = self.start();
        self.bump();
        self.parameters_until(T!["|"]);
        self.close_or_skip(T!["|"], start.span, "the parameters");
        self.result_type();
        self.block("the lambda");
        self.finish(start, NodeKind::Lambda)
    }

    /// `>> T`
    pub(super) fn result_type(&mut self) {
        if self.at_mark(T![">"]) && self.mark_ahead(1, T![">"]) && self.adjacent(1) {
            self.position += 2;
            self.type_reference();
        }
    }

    /// `T` or `T[…]`
    pub(super) fn type_reference(&mut self) -> CompletedNode {
        let start = self.start();
        let Some((NameForm::Type, tokens)) = self.name_here() else {
            self.expression_error("a type", Some("types are capitalised, as in `Integer[0, 10]`"));
            return self.missing_expression();
        };
        let ty = self.name_node(tokens, NodeKind::TypeName);
        if self.at_mark(T!["["]) && !self.follows_blank() {
            let allows_trailing_comma = false;
            self.keys(allows_trailing_comma);
            return self.finish(start, NodeKind::Access);
        }
        ty
    }

    /// Parameters `(…)` in front of a definition's body, if there are any.
    pub(super) fn parameter_list(&mut self) {
        let opened = self.token().span;
        if self.eat_mark(T!["("]) {
            self.parameters_until(T![")"]);
            self.close_or_skip(T![")"], opened, "the parameters");
        }
    }

    /// Parameters up to a closing mark.
    fn parameters_until(&mut self, end: Mark) {
        while !self.at_end() && !self.at_mark(end) {
            let position_before = self.position;
            self.lambda_parameter();
            // If nothing was read, the loop would not end.
            if !self.eat_mark(T![","]) || self.position == position_before {
                break;
            }
        }
    }

    /// A parameter of a lambda or a definition.
    fn lambda_parameter(&mut self) {
        let start = self.start();
        if matches!(self.name_here(), Some((NameForm::Type, _))) {
            self.type_reference();
        }
        let is_rest = self.eat_mark(T!["*"]);
        if self.token().kind != TokenKind::Variable {
            let help =
                "write the name with its `$`, here and in the block, perhaps after its type: `String $title`";
            self.expression_error("a parameter", Some(help));
            // A node of a parameter always has a name, so the tokens without one become an error.
            return self.wrap_error(start);
        }
        self.token_node(NodeKind::ParameterName);
        if self.eat_mark(T!["="]) {
            self.expression();
        }
        self.finish(start, NodeKind::LambdaParameter { rest: is_rest });
    }
}
