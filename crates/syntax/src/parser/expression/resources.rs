//! Reads the resources, resource defaults, overrides and collectors of manifests.

use super::super::{Parser, Start};
use super::names::NameForm;
use crate::diagnostic::{Diagnostic, codes};
use crate::event::CompletedNode;
use crate::kind::NodeKind;
use crate::lexer::{Span, T, TokenKind};
use crate::operators::{CallForm, ResourceForm};

impl Parser<'_> {
    /// An expression, or a resource if braces follow the expression.
    pub(super) fn resource(&mut self) -> CompletedNode {
        let form = match self.token().kind {
            TokenKind::Mark(T!["@"]) => ResourceForm::Virtual,
            TokenKind::Mark(T!["@@"]) => ResourceForm::Exported,
            _ => return self.regular_resource(ResourceForm::Regular),
        };
        let start = self.bump().span;
        let is_marked = matches!(self.token().kind, TokenKind::Mark(T!["@"] | T!["@@"]));
        let resource = if is_marked {
            // A second `@` or `@@` is always a mistake.
            self.expression_error("a resource", Some("write only one `@` or `@@`"));
            self.missing_expression()
        } else {
            self.regular_resource(form)
        };
        let is_resource = matches!(
            self.kind_of(resource),
            NodeKind::Resource(_)
                | NodeKind::ResourceDefaults(_)
                | NodeKind::ResourceOverride(_)
                | NodeKind::Missing
        );
        if !is_resource {
            let position = self.position;
            self.reject("only a resource can be virtual (`@`) or exported (`@@`)", start);
            // A second error at the tokens that follow would be a consequence.
            self.last_error = Some(position);
        }
        resource
    }

    /// Reports a problem from the start of a span to the previous token.
    pub(super) fn reject(&mut self, message: &str, start: Span) {
        let rejection = self.rejection(message, start);
        self.diagnostics.push(rejection);
    }

    /// A diagnostic that covers the text from `start` to the previous token.
    pub(super) fn rejection(&mut self, message: &str, start: Span) -> Diagnostic {
        self.is_incomplete = true;
        let span = start.to(self.previous_span());
        Diagnostic::error(codes::LANGUAGE_SYNTAX, message).at(self.source, span.range())
    }

    /// A resource of the given form, or an expression if no braces follow.
    fn regular_resource(&mut self, form: ResourceForm) -> CompletedNode {
        let start = self.start();
        // `class {` is tested first, because the keyword would otherwise start the definition of a class.
        let mut left = if self.at_keyword("class") && self.mark_ahead(1, T!["{"]) {
            self.token_node(NodeKind::Name);
            self.titled_resource(form, start)
        } else {
            self.expression()
        };
        while self.at_mark(T!["{"]) && !self.has_failed_here() {
            // A title may be any expression. So the first tokens in the braces determine whether there is a title.
            let is_untitled = match self.ahead(1).kind {
                TokenKind::Mark(T!["}"]) => true,
                TokenKind::Mark(T!["*"]) => self.mark_ahead(2, T!["=>"]),
                TokenKind::Name | TokenKind::Mark(T!["::"]) => self.attribute_ahead(),
                _ => false,
            };
            left = if is_untitled {
                self.untitled_resource(form, left)
            } else {
                self.titled_resource(form, start)
            };
            // The caller completes the call, whose first argument is this hash.
            if self.has_read_hash_of_call {
                break;
            }
        }
        left
    }

    /// Whether the name of an attribute and an arrow follow the current brace.
    fn attribute_ahead(&self) -> bool {
        let mut count = 1;
        while matches!(self.ahead(count).kind, TokenKind::Name | TokenKind::Mark(T!["::"]))
            // The name of an attribute ends at a blank, so `a b =>` does not start with an attribute.
            && (count == 1 || self.adjacent(count))
        {
            count += 1;
        }
        matches!(self.ahead(count).kind, TokenKind::Mark(T!["=>"] | T!["+>"]))
    }

    /// `{ title: … ; title: … }` after a type.
    fn titled_resource(&mut self, form: ResourceForm, start: Start) -> CompletedNode {
        let help = self.help_before_block(start);
        let opened = self.bump().span;
        loop {
            self.resource_body_of(help);
            if !self.eat_mark(T![";"]) || self.at_mark(T!["}"]) || self.at_end() {
                break;
            }
        }
        self.close_or_skip(T!["}"], opened, "the resource");
        self.report_in_logic("declare a resource", start.span);
        self.finish(start, NodeKind::Resource(form))
    }

    /// Advice for a block after an expression that is not a resource type.
    fn help_before_block(&self, start: Start) -> Option<&'static str> {
        let before_block = &self.source.text()[start.span.range().start..self.previous_span().range().end];
        if before_block.contains('.') {
            // Only a name can be a resource type. So this is a lambda without its parameters.
            Some("before a block, specify the parameters of the lambda: `|$x| { … }`")
        } else {
            // In `for $x in $list {`, the loop of another language, the word is four tokens before the brace.
            let tokens_before = &self.tokens.list[self.position.saturating_sub(4)..self.position];
            let is_loop = tokens_before.iter().any(|token| matches!(self.text_of(*token), "for" | "foreach"));
            is_loop.then_some("write `$list.each |$x| { … }`")
        }
    }

    /// `title: name => value, …`
    pub(in crate::parser) fn resource_body(&mut self) {
        self.resource_body_of(None);
    }

    /// `title: name => value, …`. `help` is shown if the colon is missing.
    fn resource_body_of(&mut self, help: Option<&'static str>) {
        let start = self.start();
        self.expression();
        if self.eat_mark(T![":"]) {
            self.attributes();
        } else {
            self.expression_error("`:` after the title of the resource", help);
        }
        self.finish(start, NodeKind::ResourceBody);
    }

    /// `name => value, …`, up to the first token that does not start an attribute.
    pub(in crate::parser) fn attributes(&mut self) {
        while !self.at_end() && !self.at_mark(T!["}"]) && !self.at_mark(T![";"]) {
            if !self.attribute() || !self.eat_mark(T![","]) {
                break;
            }
        }
    }

    /// An attribute; returns `false` if it could not be read, which is reported.
    fn attribute(&mut self) -> bool {
        let start = self.start();
        if self.at_mark(T!["*"]) && self.mark_ahead(1, T!["=>"]) {
            self.position += 2;
            self.expression();
            self.finish(start, NodeKind::AttributeSplat);
            return true;
        }
        let Some((NameForm::Name, tokens)) = self.name_here() else {
            self.expression_error("an attribute", None);
            return false;
        };
        // As in Puppet, other keywords may be names of attributes.
        if tokens == 1 && matches!(self.text_of(self.token()), "true" | "false") {
            self.expression_error("an attribute", None);
            return false;
        }
        self.name_node(tokens, NodeKind::AttributeName);
        let is_append = self.at_mark(T!["+>"]);
        if !is_append && !self.at_mark(T!["=>"]) {
            self.expression_error("`=>` and a value after the attribute", None);
            self.wrap_error(start);
            return false;
        }
        self.bump();
        self.expression();
        self.finish(start, NodeKind::Attribute { append: is_append });
        true
    }

    /// `{ name => value }` without a title: defaults, an override, or the hash of a call without parentheses.
    ///
    /// Returns the completed node. It is `left`, the expression before the braces, if the caller completes the call, or
    /// if the braces were reported.
    fn untitled_resource(&mut self, form: ResourceForm, left: CompletedNode) -> CompletedNode {
        let start = self.start_before(left);
        let braces = self.start();
        self.bump();
        self.attributes();
        let has_append_arrow = self.has_append_arrow(braces.event);
        let has_attributes = self.has_attributes(braces.event);
        self.close_or_skip(T!["}"], braces.span, "the resource");
        match self.kind_of(left) {
            NodeKind::TypeName => {
                self.report_in_logic("set defaults of resources", start.span);
                return self.finish(start, NodeKind::ResourceDefaults(form));
            }
            NodeKind::Access => {
                self.report_in_logic("override a resource", start.span);
                let kind = if self.is_any_resource(left) {
                    NodeKind::ResourceDefaults(form)
                } else {
                    NodeKind::ResourceOverride(form)
                };
                return self.finish(start, kind);
            }
            // `+>` cannot be in a hash, so the braces belong to a resource.
            NodeKind::Name if form == ResourceForm::Regular && !has_append_arrow => {
                if super::control::is_statement_call(self.node_text(left)) {
                    self.has_read_hash_of_call = true;
                    self.finish(braces, NodeKind::Hash);
                    return left;
                }
                self.reject("this resource has no title", start.span);
            }
            // The expression before the braces was reported.
            NodeKind::Missing => {}
            // The braces of `T.new {}` are an empty hash. If the hash had entries, `chained_call` would have read it.
            NodeKind::Call(CallForm::Chained) if !has_attributes && self.is_new_alone(left) => {
                self.finish(braces, NodeKind::Hash);
                // The receiver and the name become children of the new call, as does the hash.
                self.events.unwrap(left);
                return self.finish(start, NodeKind::Call(CallForm::Braced));
            }
            _ => self.reject(
                "expected a resource with a title, a resource type or a resource reference",
                start.span,
            ),
        }
        self.wrap_error(braces);
        left
    }

    /// Whether an access is `Resource[…]` with one key, so that the braces after it set defaults.
    fn is_any_resource(&self, access: CompletedNode) -> bool {
        // The children are returned from last to first: the key, and the type before the brackets.
        let mut parts = self.events.children(access);
        match (parts.next(), parts.next(), parts.next()) {
            (Some(_key), Some((on, event)), None) if event.kind == NodeKind::TypeName => {
                self.node_text(on).eq_ignore_ascii_case("resource")
            }
            _ => false,
        }
    }

    /// Whether a call is `x.new`, without arguments.
    fn is_new_alone(&self, call: CompletedNode) -> bool {
        // The children are returned from last to first: the function, and the receiver.
        let mut parts = self.events.children(call);
        match (parts.next(), parts.next(), parts.next()) {
            (Some((function, event)), Some(_receiver), None) if event.kind == NodeKind::Name => {
                self.node_text(function) == "new"
            }
            _ => false,
        }
    }

    /// Whether an attribute that was completed after a position in the events is written with `+>`.
    fn has_append_arrow(&self, first: usize) -> bool {
        self.events.nodes_since(first).any(|(_, event)| event.kind == NodeKind::Attribute { append: true })
    }

    /// Whether an attribute was completed after a position in the events.
    fn has_attributes(&self, first: usize) -> bool {
        self.events.nodes_since(first).any(|(_, event)| !event.kind.is_error())
    }

    /// `<| query |>` after a type.
    pub(super) fn collect(&mut self, ty: CompletedNode) -> CompletedNode {
        let start = self.start_before(ty);
        let is_exported = self.at_mark(T!["<<|"]);
        let opened = self.bump().span;
        let end = if is_exported { T!["|>>"] } else { T!["|>"] };
        if !self.at_mark(end) {
            self.expression();
        }
        self.close_or_skip(end, opened, "the query");
        let braces = self.token().span;
        if self.eat_mark(T!["{"]) {
            self.attributes();
            self.close_or_skip(T!["}"], braces, "the attributes");
        }
        self.report_in_logic("collect resources", start.span);
        self.finish(start, NodeKind::Collect { exported: is_exported })
    }
}
