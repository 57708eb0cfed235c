//! Builds the table of expressions of a text from the parser's events.
//!
//! Invariant: each event is processed once, in order, so that the parts of an expression precede it in the table. An
//! expression that is only part of an error is in the table as well, but no other expression refers to it.

use super::event::Event;
use super::expression::{CallForm, Expr, ExprId, Expressions, List};
use super::kind::{NodeKind, Quotes};
use super::lexer::{Escapes, Heredoc, Span, Tokens, part_text, regex_source, string_value, unescape};
use super::number::{Number, number_value};
use super::parser::Parse;

/// The expressions of a text, its statements outside of packages, and the expression that was completed last.
pub struct ParsedExpressions {
    /// The table of all expressions, including those of statements in packages and of logic.
    pub expressions: Expressions,
    /// The statements outside of packages, in order.
    pub statements: Vec<ExprId>,
    /// The expression of a text that is only one expression of logic.
    pub root: Option<ExprId>,
}

/// Builds the table of a text.
pub fn build(parse: &Parse) -> ParsedExpressions {
    let events = parse.events.as_slice();
    let mut expressions = Expressions::new(&parse.source);
    expressions.reserve(events.len());
    let heredocs = parse.tokens.heredocs.iter().map(|heredoc| (heredoc.token_start, heredoc.span));
    expressions.set_heredocs(heredocs.collect());
    let mut bodies = Vec::new();
    collect_bodies(&parse.tokens, &mut bodies);
    bodies.sort_unstable_by_key(|heredoc| heredoc.body.start);
    let mut builder = Builder {
        text: parse.source.text(),
        events,
        bodies,
        expressions,
        open: Vec::new(),
        statements: Vec::new(),
        parts: Vec::new(),
        root: None,
    };
    for (position, event) in events.iter().enumerate() {
        builder.event(position, *event);
    }
    let statements = builder.statements.into_iter().map(|(_, id)| id).collect();
    ParsedExpressions { expressions: builder.expressions, statements, root: builder.root }
}

/// Collects the heredocs of a text, including those in expressions of other heredocs. The lexer limits their nesting.
fn collect_bodies<'p>(tokens: &'p Tokens, bodies: &mut Vec<&'p Heredoc>) {
    // A heredoc with a mistake has no text, and an empty span.
    for heredoc in tokens.heredocs.iter().filter(|heredoc| heredoc.span.end > 0) {
        bodies.push(heredoc);
        collect_bodies(&heredoc.inside_tokens, bodies);
    }
}

struct Builder<'p> {
    text: &'p str,
    events: &'p [Event],
    /// All heredocs with a text, in the order of their texts; no two texts start at the same byte, so a text identifies
    /// its heredoc.
    bodies: Vec<&'p Heredoc>,
    expressions: Expressions,
    /// The expressions that are not part of another one yet, each with the position of its event.
    open: Vec<(usize, ExprId)>,
    /// The statements that were completed, each with the position of its event.
    statements: Vec<(usize, ExprId)>,
    /// The expressions that are children of the current node.
    parts: Vec<ExprId>,
    root: Option<ExprId>,
}

impl Builder<'_> {
    /// Handles the event at a position, whose children were handled before.
    fn event(&mut self, position: usize, event: Event) {
        // Most events are leaves, which have no children to take from the stack.
        if event.size == 1 {
            if let Some(expr) = self.leaf(event) {
                self.push(position, expr, event.span);
            }
            return;
        }
        // The events of a node are contiguous and end with the event of the node itself. So the first one is `size - 1`
        // positions before it.
        let first = position + 1 - event.size as usize;
        // The open expressions in the node are its children. They are the last ones, because positions ascend.
        let child_count = self.open.iter().rev().take_while(|(child, _)| *child >= first).count();
        let children_start = self.open.len() - child_count;
        // `parts` is a field and not a local variable, so that its memory is used again for every node.
        self.parts.clear();
        self.parts.extend(self.open.drain(children_start..).map(|(_, id)| id));
        if !event.kind.is_expression() {
            return self.end_non_expression(position, first, event.kind);
        }
        match event.kind {
            // The text takes the place of this node: it becomes a direct part of the heredoc, next to the name of the
            // syntax.
            NodeKind::HeredocText => {
                let text = self.parts.last().copied();
                if let Some(text) = text {
                    self.heredoc_parts(position, event.span, text);
                    self.open.push((position, text));
                }
            }
            kind => {
                let expr = self.node(kind, position, first);
                self.push(position, expr, event.span);
            }
        }
    }

    /// Adds the expression of the event at a position to the table, and opens it.
    fn push(&mut self, position: usize, expr: Expr, span: Span) {
        let id = self.expressions.add(expr, span);
        self.open.push((position, id));
    }

    /// Handles a node that is not an expression, whose events are those from `first` up to `position`. The expressions
    /// in it become part of no other expression; those of statements and of the file are results.
    fn end_non_expression(&mut self, position: usize, first: usize, kind: NodeKind) {
        match kind {
            // A statement is one expression; its position shows later whether a package contains it.
            NodeKind::Statement => self.statements.extend(self.parts.first().map(|id| (position, *id))),
            // Statements in a package do not belong to the result. They are the last ones, because positions ascend and
            // they were added before the package ended.
            NodeKind::Package => {
                let outside = self.statements.partition_point(|(position, _)| *position < first);
                self.statements.truncate(outside);
            }
            NodeKind::File => self.root = self.parts.first().copied(),
            _ => {}
        }
    }

    /// The expression for a node without children; `None` if the node is not an expression.
    fn leaf(&mut self, event: Event) -> Option<Expr> {
        let span = event.span;
        let text = Expressions::source_text(span);
        Some(match event.kind {
            NodeKind::Missing => Expr::Nothing,
            NodeKind::Undef => Expr::Undef,
            NodeKind::Default => Expr::Default,
            NodeKind::Boolean(value) => Expr::Boolean(value),
            NodeKind::Number => match number_value(&self.text[span.range()]) {
                Ok(Number::Integer(value)) => Expr::Integer(value),
                Ok(Number::Float(value)) => Expr::Float(value),
                // The parser reported the invalid number.
                Err(_) => Expr::Nothing,
            },
            // A bare word cannot contain escapes, so its value is its source text.
            NodeKind::String(Quotes::None) => Expr::String(text),
            NodeKind::String(quotes) => self.string(span, quotes == Quotes::Closed),
            NodeKind::StringPart => self.string_part(span),
            NodeKind::Regex => self.regex(span),
            NodeKind::Name | NodeKind::HeredocSyntax => Expr::Name(text),
            NodeKind::TypeName => Expr::TypeName(text),
            NodeKind::Reserved => Expr::Reserved(text),
            NodeKind::Variable => {
                // The first name in `${…}` is a variable without a dollar sign.
                let sigil_length = u32::from(self.text.as_bytes()[span.start as usize] == b'$');
                Expr::Variable(Expressions::source_text(Span {
                    start: span.start + sigil_length,
                    end: span.end,
                }))
            }
            NodeKind::HeredocPart => Expr::String(text),
            // Without expressions, the text is one part.
            NodeKind::HeredocText => self.heredoc_value(span, span),
            // A node such as `[]` or `{}`, which usually has children but is empty here.
            kind if kind.is_expression() => {
                self.parts.clear();
                // Without children, the range of their events is empty, wherever it starts.
                let position = self.open.len();
                self.node(kind, position, position)
            }
            _ => return None,
        })
    }

    /// The value of a string, without its quotes and escapes.
    fn string(&mut self, span: Span, is_closed: bool) -> Expr {
        let text = &self.text[span.range()];
        // Without a backslash, the value is the text between the quotes, and needs no copy.
        if is_closed && memchr::memchr(b'\\', text.as_bytes()).is_none() {
            return Expr::String(Expressions::source_text(Span { start: span.start + 1, end: span.end - 1 }));
        }
        let value = string_value(text, is_closed).unwrap_or_default();
        Expr::String(self.expressions.own_text(&value))
    }

    /// The source of a regular expression, without its slashes.
    fn regex(&mut self, span: Span) -> Expr {
        let text = &self.text[span.range()];
        // Only `\/` is replaced. All other escapes are part of the regular expression.
        if memchr::memchr(b'\\', text.as_bytes()).is_some() && text.contains("\\/") {
            return Expr::Regex(self.expressions.own_text(&regex_source(text)));
        }
        Expr::Regex(Expressions::source_text(Span { start: span.start + 1, end: span.end - 1 }))
    }

    /// The literal text between two expressions of a string, without escapes.
    fn string_part(&mut self, span: Span) -> Expr {
        let text = &self.text[span.range()];
        if memchr::memchr(b'\\', text.as_bytes()).is_none() {
            return Expr::String(Expressions::source_text(span));
        }
        Expr::String(self.expressions.own_text(&unescape(text, Escapes::DOUBLE)))
    }

    /// The heredoc whose text starts where `body` starts.
    fn heredoc(&self, body: Span) -> Option<&'_ Heredoc> {
        let index = self.bodies.binary_search_by_key(&body.start, |heredoc| heredoc.body.start).ok()?;
        self.bodies.get(index).copied()
    }

    /// The value of a part of a heredoc's text `body`, without margin and escapes; empty if the heredoc has a mistake.
    fn heredoc_value(&mut self, body: Span, part: Span) -> Expr {
        let value = match self.heredoc(body) {
            Some(heredoc) => {
                let text = part_text(self.text, heredoc, part);
                unescape(&text, heredoc.escapes).into_owned()
            }
            None => String::new(),
        };
        Expr::String(self.expressions.own_text(&value))
    }

    /// Sets the values of the plain texts in a heredoc's template, which depend on the heredoc's margin and escapes.
    /// The event at `position` is that of the heredoc's text, whose span is `body`.
    fn heredoc_parts(&mut self, position: usize, body: Span, template: ExprId) {
        let Expr::Template(list) = self.expressions[template] else { return };
        // An event contains the number of events before it that belong to its node. So the children of a node can only
        // be visited from the last to the first, and their expressions are needed in this order.
        let parts_from_last: Vec<_> = self.expressions.list(list).iter().rev().copied().collect();
        let mut parts_from_last = parts_from_last.into_iter();
        let first = position + 1 - self.events[position].size as usize;
        // The event directly before `position` is that of the template, and those of its children end before it.
        let mut children_end = position - 1;
        while children_end > first {
            let child = self.events[children_end - 1];
            if child.kind.is_expression() {
                let Some(id) = parts_from_last.next() else { return };
                if child.kind == NodeKind::HeredocPart {
                    let value = self.heredoc_value(body, child.span);
                    self.expressions.replace(id, value);
                }
            }
            children_end -= child.size as usize;
        }
    }

    /// The part of the current expression at an index; a new missing expression if there is no such part.
    fn part(&mut self, index: usize) -> ExprId {
        match self.parts.get(index) {
            Some(id) => *id,
            None => self.expressions.add(Expr::Nothing, Span::default()),
        }
    }

    /// The parts from an index on.
    fn list_from(&mut self, from: usize) -> List {
        let excluded = 0;
        self.list_without_last(from, excluded)
    }

    /// The parts from an index on, except the last `excluded` ones.
    fn list_without_last(&mut self, from: usize, excluded: usize) -> List {
        let end = self.parts.len().saturating_sub(excluded).max(from);
        let list = self.parts.get(from..end).unwrap_or_default();
        self.expressions.add_list(list)
    }

    /// The last part of the current expression.
    fn last_part(&mut self) -> ExprId {
        self.part(self.parts.len().saturating_sub(1))
    }

    /// Builds the expression from its parts and the range of its events.
    fn node(&mut self, kind: NodeKind, position: usize, first: usize) -> Expr {
        let count = self.parts.len();
        match kind {
            NodeKind::Template => Expr::Template(self.list_from(0)),
            NodeKind::Heredoc => Expr::Heredoc {
                syntax: if count > 1 { Some(self.part(0)) } else { None },
                text: self.last_part(),
            },
            NodeKind::Array => Expr::Array(self.list_from(0)),
            NodeKind::Hash => Expr::Hash(self.pairs()),
            NodeKind::Access => Expr::Access { on: self.part(0), keys: self.list_from(1) },
            // `Type[??]` is a query without a test.
            NodeKind::ResourceQuery => Expr::Query { on: self.part(0), test: self.parts.get(1).copied() },
            NodeKind::Unary(operator) => Expr::Unary { operator, operand: self.part(0) },
            NodeKind::Binary(operator) => {
                Expr::Binary { operator, left: self.part(0), right: self.last_part() }
            }
            NodeKind::Assign(operator) => {
                Expr::Assign { operator, target: self.part(0), value: self.last_part() }
            }
            NodeKind::Relation(edge) => Expr::Relation { edge, left: self.part(0), right: self.last_part() },
            NodeKind::Parenthesized => Expr::Parenthesized(self.part(0)),
            NodeKind::Selector => Expr::Selector { on: self.part(0), options: self.list_from(1) },
            NodeKind::If | NodeKind::Unless => {
                let (condition, then) = (self.part(0), self.part(1));
                let otherwise = if count > 2 { Some(self.part(2)) } else { None };
                match kind {
                    NodeKind::If => Expr::If { condition, then, otherwise },
                    _ => Expr::Unless { condition, then, otherwise },
                }
            }
            NodeKind::Case => Expr::Case { on: self.part(0), options: self.list_from(1) },
            NodeKind::CaseOption => {
                Expr::CaseOption { values: self.list_without_last(0, 1), body: self.last_part() }
            }
            NodeKind::Call(form) => self.call(form),
            NodeKind::Lambda => {
                let (parameters, result) = self.signature(0);
                Expr::Lambda { parameters, result, body: self.last_part() }
            }
            NodeKind::LambdaParameter { rest } => self.parameter(position, first, rest),
            NodeKind::Block => Expr::Block(self.list_from(0)),
            _ => self.manifest_node(kind, first),
        }
    }

    /// Builds the expressions that occur only in manifests.
    fn manifest_node(&mut self, kind: NodeKind, first: usize) -> Expr {
        match kind {
            NodeKind::Resource(form) => Expr::Resource { form, ty: self.part(0), bodies: self.list_from(1) },
            NodeKind::ResourceBody => {
                Expr::ResourceBody { title: self.part(0), attributes: self.list_from(1) }
            }
            NodeKind::ResourceDefaults(form) => {
                Expr::ResourceDefaults { form, ty: self.part(0), attributes: self.list_from(1) }
            }
            NodeKind::ResourceOverride(form) => {
                Expr::ResourceOverride { form, target: self.part(0), attributes: self.list_from(1) }
            }
            NodeKind::Attribute { append } => {
                // The name of an attribute is not an expression, so it is not in `parts`. Its event is the first one of
                // the node.
                let name = Expressions::source_text(self.events[first].span);
                Expr::Attribute { name, append, value: self.part(0) }
            }
            NodeKind::AttributeSplat => Expr::AttributeSplat(self.part(0)),
            NodeKind::Collect { exported } => {
                // `<| |>` has no query. In this case the second part is already an attribute.
                let query = self.parts.get(1).copied().filter(|id| {
                    !matches!(self.expressions[*id], Expr::Attribute { .. } | Expr::AttributeSplat(_))
                });
                let attributes = self.list_from(if query.is_some() { 2 } else { 1 });
                Expr::Collect { ty: self.part(0), exported, query, attributes }
            }
            NodeKind::Class => {
                let (parameters, parent) = self.signature(1);
                Expr::Class { name: self.part(0), parameters, parent, body: self.last_part() }
            }
            NodeKind::Define => {
                let (parameters, _) = self.signature(1);
                Expr::Define { name: self.part(0), parameters, body: self.last_part() }
            }
            NodeKind::Function => {
                let (parameters, result) = self.signature(1);
                Expr::Function { name: self.part(0), parameters, result, body: self.last_part() }
            }
            NodeKind::Node { inherits } => {
                // The parts are the hosts, the parent if there is one, and the body.
                let parent_index = self.parts.len().saturating_sub(2);
                let parent = if inherits { Some(self.part(parent_index)) } else { None };
                let parts_after_hosts = if inherits { 2 } else { 1 };
                let hosts = self.list_without_last(0, parts_after_hosts);
                Expr::Node { hosts, parent, body: self.last_part() }
            }
            NodeKind::TypeAlias => {
                // The hash in `type A = Object { … }`.
                let object_hash = self.parts.get(2).copied();
                Expr::TypeAlias { name: self.part(0), value: self.part(1), with: object_hash }
            }
            _ => Expr::Nothing,
        }
    }

    /// Alternating keys and values; attributes if the hash of a call was first read as a resource.
    fn pairs(&mut self) -> List {
        let is_attribute =
            |id: &ExprId| matches!(self.expressions[*id], Expr::Attribute { .. } | Expr::AttributeSplat(_));
        if !self.parts.first().is_some_and(is_attribute) {
            return self.list_from(0);
        }
        let mut pairs = Vec::with_capacity(self.parts.len() * 2);
        for id in &self.parts {
            if let Expr::Attribute { name, value, .. } = self.expressions[*id] {
                // An attribute starts with its name.
                let start = self.expressions.span(*id).start;
                let span = Span::new(start, start + self.expressions.text(name).len());
                pairs.extend([self.expressions.add(Expr::Name(name), span), value]);
            }
        }
        self.expressions.add_list(&pairs)
    }

    /// The call whose parts are the function, the arguments and perhaps a lambda.
    fn call(&mut self, form: CallForm) -> Expr {
        // In Puppet, a lambda is not a value. So a lambda that is the last part belongs to the call.
        let lambda =
            self.parts.last().copied().filter(|id| matches!(self.expressions[*id], Expr::Lambda { .. }));
        // The lambda is not an argument, so the list of arguments ends before it.
        let excluded = usize::from(lambda.is_some());
        // `x.f` and `x.new { … }`: the parts are the receiver, the function and further arguments. After a syntax
        // error, the function may be missing.
        if matches!(form, CallForm::Chained | CallForm::Braced) && self.parts.len() > 1 {
            // The receiver is the first argument.
            let function = self.parts.remove(1);
            return Expr::Call { form, function, arguments: self.list_without_last(0, excluded), lambda };
        }
        Expr::Call { form, function: self.part(0), arguments: self.list_without_last(1, excluded), lambda }
    }

    /// The parameters from an index on, and the part after them, if there is one: the parent of a class, or the result
    /// type of a function. The last part, which is the body, is not considered.
    fn signature(&mut self, from: usize) -> (List, Option<ExprId>) {
        let body_index = self.parts.len().saturating_sub(1);
        let parts_before_body = self.parts.get(from..body_index).unwrap_or_default();
        let parameter_count = parts_before_body
            .iter()
            .take_while(|id| matches!(self.expressions[**id], Expr::Parameter { .. }))
            .count();
        let after_parameters = parts_before_body.get(parameter_count).copied();
        (self.expressions.add_list(&parts_before_body[..parameter_count]), after_parameters)
    }

    /// A parameter, whose events are those from `first` up to `position`: its type, its name and its default value.
    fn parameter(&mut self, position: usize, first: usize, is_rest: bool) -> Expr {
        let mut name_span = Span::default();
        let mut has_default = false;
        // Children are visited from the last to the first, because an event contains the number of events before it
        // that belong to its node.
        let mut children_end = position;
        while children_end > first {
            let child = self.events[children_end - 1];
            if child.kind == NodeKind::ParameterName {
                name_span = child.span;
                break;
            }
            // An expression after the name is the default value; one before the name would be the type.
            has_default |= child.kind.is_expression();
            children_end -= child.size as usize;
        }
        let default = if has_default { Some(self.last_part()) } else { None };
        // The parts are the type and the default, each of which may be missing.
        let has_type = self.parts.len() > usize::from(has_default);
        let ty = if has_type { Some(self.part(0)) } else { None };
        // The dollar sign is not part of the name.
        let name = Expressions::source_text(Span { start: name_span.start + 1, end: name_span.end });
        Expr::Parameter { name, ty, default, rest: is_rest }
    }
}
