//! Reads resources, their defaults and overrides, and collectors, as manifests have them.

use super::Parser;
use super::names::Called;
use crate::diagnostic::{Diagnostic, codes};
use crate::language::expression::{CallForm, Expr, ExprId, Expressions, List, ResourceForm};
use crate::language::lexer::{Kind, Span, T};

impl Parser<'_> {
    /// An expression, or a resource made of it by the braces behind it.
    pub(super) fn resource(&mut self) -> ExprId {
        let form = match self.token().kind {
            Kind::Mark(T!["@"]) => ResourceForm::Virtual,
            Kind::Mark(T!["@@"]) => ResourceForm::Exported,
            _ => return self.regular_resource(ResourceForm::Regular),
        };
        let start = self.bump().span;
        let marked = matches!(self.token().kind, Kind::Mark(T!["@"] | T!["@@"]));
        let resource = if marked {
            // Only the mark nearest to the resource could hold; more than one is never meant.
            self.expression_error("a resource", Some("one `@` or `@@` is enough"));
            self.nothing()
        } else {
            self.regular_resource(form)
        };
        let declares = matches!(
            self.expressions[resource],
            Expr::Resource { .. }
                | Expr::ResourceDefaults { .. }
                | Expr::ResourceOverride { .. }
                | Expr::Nothing
        );
        if !declares {
            let at = self.at;
            let message = "only a resource can be virtual (`@`) or exported (`@@`)";
            self.refuse(message, start);
            self.last_error = Some(at);
        }
        resource
    }

    /// Tells a problem that started at a span and ends here.
    pub(super) fn refuse(&mut self, message: &str, start: Span) {
        let refusal = self.refusal(message, start);
        self.diagnostics.push(refusal);
    }

    /// The problem of what stands from here to the token before the present one.
    pub(super) fn refusal(&mut self, message: &str, start: Span) -> Diagnostic {
        self.incomplete = true;
        let span = start.to(self.previous_span());
        Diagnostic::error(codes::LANGUAGE_SYNTAX, message).at(self.source, span.range())
    }

    fn regular_resource(&mut self, form: ResourceForm) -> ExprId {
        let start = self.token().span;
        let mut left = if self.at_keyword("class") && self.mark_ahead(1, T!["{"]) {
            self.bump();
            let ty = self.node(Expr::Name(Expressions::source_text(start)), start);
            self.titled(form, ty, start)
        } else {
            self.expression()
        };
        while self.at_mark(T!["{"]) && !self.logic_ends_here() {
            let untitled = match self.ahead(1).kind {
                Kind::Mark(T!["}"]) => true,
                Kind::Mark(T!["*"]) => self.mark_ahead(2, T!["=>"]),
                Kind::Name | Kind::Mark(T!["::"]) => self.attribute_ahead(),
                _ => false,
            };
            left = if untitled { self.untitled(form, left) } else { self.titled(form, left, start) };
            if self.hash_for_call.is_some() {
                break;
            }
        }
        left
    }

    /// Whether a brace here cannot belong to the expression, since none was read.
    fn logic_ends_here(&self) -> bool {
        self.last_error == Some(self.at)
    }

    /// Whether behind the brace stands an attribute's name and an arrow.
    fn attribute_ahead(&self) -> bool {
        let mut at = 1;
        while matches!(self.ahead(at).kind, Kind::Name | Kind::Mark(T!["::"]))
            && (at == 1 || self.adjacent(at))
        {
            at += 1;
        }
        matches!(self.ahead(at).kind, Kind::Mark(T!["=>"] | T!["+>"]))
    }

    /// `{ title: … ; title: … }`
    fn titled(&mut self, form: ResourceForm, ty: ExprId, start: Span) -> ExprId {
        let opened = self.bump().span;
        let mark = self.scratch.len();
        loop {
            let body = self.resource_body();
            self.scratch.push(body);
            if !self.eat_mark(T![";"]) || self.at_mark(T!["}"]) || self.at_end() {
                break;
            }
        }
        self.close_or_skip(T!["}"], opened, "the resource");
        let bodies = self.list_since(mark);
        self.manifest_only("declare a resource", start);
        self.node(Expr::Resource { form, ty, bodies }, start)
    }

    fn resource_body(&mut self) -> ExprId {
        let start = self.token().span;
        let title = self.expression();
        let attributes = if self.eat_mark(T![":"]) {
            self.attributes()
        } else {
            self.expression_error("`:` behind the title of the resource", None);
            List::default()
        };
        self.node(Expr::ResourceBody { title, attributes }, start)
    }

    /// `name => value, …` up to what is no attribute.
    fn attributes(&mut self) -> List {
        let mark = self.scratch.len();
        while !self.at_end() && !self.at_mark(T!["}"]) && !self.at_mark(T![";"]) {
            let Some(attribute) = self.attribute() else { break };
            self.scratch.push(attribute);
            if !self.eat_mark(T![","]) {
                break;
            }
        }
        self.list_since(mark)
    }

    fn attribute(&mut self) -> Option<ExprId> {
        let start = self.token().span;
        if self.at_mark(T!["*"]) && self.mark_ahead(1, T!["=>"]) {
            self.at += 2;
            let value = self.expression();
            return Some(self.node(Expr::AttributeSplat(value), start));
        }
        let Some((Called::Name, tokens)) = self.called() else {
            self.expression_error("an attribute", None);
            return None;
        };
        if tokens == 1 && matches!(self.text_of(self.token()), "true" | "false") {
            self.expression_error("an attribute", None);
            return None;
        }
        let name = Expressions::source_text(self.take_name(tokens));
        let append = self.at_mark(T!["+>"]);
        if !append && !self.at_mark(T!["=>"]) {
            self.expression_error("`=>` and a value after the attribute", None);
            return None;
        }
        self.bump();
        let value = self.expression();
        Some(self.node(Expr::Attribute { name, append, value }, start))
    }

    /// `{ name => value }` without a title: defaults, an override, or the hash of a call without parentheses.
    fn untitled(&mut self, form: ResourceForm, left: ExprId) -> ExprId {
        let start = self.start_of(left);
        let opened = self.bump().span;
        let attributes = self.attributes();
        self.close_or_skip(T!["}"], opened, "the resource");
        match self.expressions[left] {
            Expr::TypeName(_) => {
                self.manifest_only("set defaults of resources", start);
                self.node(Expr::ResourceDefaults { form, ty: left, attributes }, start)
            }
            Expr::Access { on, keys } => {
                self.manifest_only("override a resource", start);
                let one = self.expressions.list(keys).len() == 1;
                let general = match self.expressions[on] {
                    Expr::TypeName(name) => self.expressions.text(name).eq_ignore_ascii_case("resource"),
                    _ => false,
                };
                let expr = if general && one {
                    Expr::ResourceDefaults { form, ty: left, attributes }
                } else {
                    Expr::ResourceOverride { form, target: left, attributes }
                };
                self.node(expr, start)
            }
            Expr::Name(name) if form == ResourceForm::Regular && !self.appends(attributes) => {
                if !super::control::is_statement_call(self.expressions.text(name)) {
                    self.refuse("this resource has no title", start);
                    return left;
                }
                self.hash_for_call = Some(self.attribute_hash(attributes, opened));
                left
            }
            Expr::Nothing => left,
            Expr::Call { form: CallForm::Chained, function, arguments, lambda: None }
                if self.expressions.list(attributes).is_empty() && self.is_new(function) =>
            {
                let [on] = *self.expressions.list(arguments) else { return left };
                let hash = self.attribute_hash(attributes, opened);
                let mark = self.scratch.len();
                self.scratch.extend([on, hash]);
                let arguments = self.list_since(mark);
                self.node(Expr::Call { form: CallForm::Braced, function, arguments, lambda: None }, start)
            }
            _ => {
                self.refuse(
                    "this is neither a resource with a title, nor a type or a reference to one",
                    start,
                );
                left
            }
        }
    }

    fn appends(&self, attributes: List) -> bool {
        let append = |id: &ExprId| matches!(self.expressions[*id], Expr::Attribute { append: true, .. });
        self.expressions.list(attributes).iter().any(append)
    }

    /// The hash that attributes turn out to be.
    fn attribute_hash(&mut self, attributes: List, opened: Span) -> ExprId {
        let mark = self.scratch.len();
        let all: Vec<_> = self.expressions.list(attributes).to_vec();
        for id in all {
            if let Expr::Attribute { name, value, .. } = self.expressions[id] {
                let start = self.start_of(id).start as usize;
                let span = Span::new(start, start + self.expressions.text(name).len());
                let (key, _) = self.expressions.add(Expr::Name(name), span);
                self.scratch.extend([key, value]);
            }
        }
        let pairs = self.list_since(mark);
        self.node(Expr::Hash(pairs), opened)
    }

    /// `<| query |>` behind a type.
    pub(super) fn collect(&mut self, ty: ExprId, start: Span) -> ExprId {
        let exported = self.at_mark(T!["<<|"]);
        let opened = self.bump().span;
        let end = if exported { T!["|>>"] } else { T!["|>"] };
        let query = if self.at_mark(end) { None } else { Some(self.expression()) };
        self.close_or_skip(end, opened, "the query");
        let mut attributes = List::default();
        let braces = self.token().span;
        if self.eat_mark(T!["{"]) {
            attributes = self.attributes();
            self.close_or_skip(T!["}"], braces, "the attributes");
        }
        self.manifest_only("collect resources", start);
        self.node(Expr::Collect { ty, exported, query, attributes }, start)
    }
}
