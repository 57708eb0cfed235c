//! Maps expressions to objects: the class, and the values of its features.
//!
//! Invariant: classes and features are those of `models/syntax.pp`, and the literals of its enumerations have the
//! same order as here. Only this module knows both sides. Absent values have no feature.

use crate::language::expression::{CallForm, Expr, ExprId, Expressions, List, ResourceForm, Text};

/// The value of a feature.
#[derive(Clone, Copy)]
pub(super) enum Field<'e> {
    Part(ExprId),
    Parts(&'e [ExprId]),
    /// Keys and values, alternating.
    Entries(&'e [ExprId]),
    Text(&'e str),
    Integer(i64),
    Float(f64),
    Truth(bool),
    /// The position of a literal.
    Literal(u32),
}

/// A class, and features of it by name.
pub(super) struct Fields<'e> {
    pub(super) class: &'static str,
    pub(super) list: Vec<(&'static str, Field<'e>)>,
}

/// An entry of a hash or a selector.
pub(super) fn of_entry(key: ExprId, value: ExprId) -> Fields<'static> {
    Fields { class: "Entry", list: vec![("key", Field::Part(key)), ("value", Field::Part(value))] }
}

/// An expression; `None` for an empty body.
pub(super) fn expression_fields(from: &Expressions, id: ExprId) -> Option<Fields<'_>> {
    let (class, list) = View { from }.fields(from[id])?;
    let is_there = |(_, field): &(&'static str, Option<Field<'_>>)| field.is_some();
    let list = list.into_iter().filter(is_there).filter_map(|(name, field)| Some((name, field?)));
    Some(Fields { class, list: list.collect() })
}

type ClassFields<'e> = (&'static str, Vec<(&'static str, Option<Field<'e>>)>);

struct View<'e> {
    from: &'e Expressions,
}

impl<'e> View<'e> {
    fn part(&self, id: ExprId) -> Option<Field<'e>> {
        (self.from[id] != Expr::Nothing).then_some(Field::Part(id))
    }

    fn maybe(&self, id: Option<ExprId>) -> Option<Field<'e>> {
        self.part(id?)
    }

    fn parts(&self, list: List) -> Option<Field<'e>> {
        Some(Field::Parts(self.from.list(list)))
    }

    fn entries(&self, list: List) -> Option<Field<'e>> {
        Some(Field::Entries(self.from.list(list)))
    }

    fn text(&self, text: Text) -> Option<Field<'e>> {
        Some(Field::Text(self.from.text(text)))
    }

    /// The text of a name that is not a separate object.
    fn name(&self, id: ExprId) -> Option<Field<'e>> {
        if let Expr::Name(name) = self.from[id] { self.text(name) } else { None }
    }

    fn fields(&self, expr: Expr) -> Option<ClassFields<'e>> {
        Some(match expr {
            Expr::Nothing => return None,
            Expr::Undef => ("UndefLiteral", vec![]),
            Expr::Default => ("DefaultLiteral", vec![]),
            Expr::Boolean(value) => ("BooleanLiteral", vec![("value", Some(Field::Truth(value)))]),
            Expr::Integer(value) => ("IntegerLiteral", vec![("value", Some(Field::Integer(value)))]),
            Expr::Float(value) => ("FloatLiteral", vec![("value", Some(Field::Float(value)))]),
            Expr::String(value) => ("StringLiteral", vec![("value", self.text(value))]),
            Expr::Template(parts) => ("Template", vec![("parts", self.parts(parts))]),
            Expr::Heredoc { syntax, text } => {
                let syntax = syntax.and_then(|syntax| self.name(syntax));
                ("Heredoc", vec![("syntax", syntax), ("text", self.part(text))])
            }
            Expr::Regex(pattern) => ("RegexLiteral", vec![("pattern", self.text(pattern))]),
            Expr::Name(value) => ("Name", vec![("value", self.text(value))]),
            Expr::TypeName(value) => ("TypeName", vec![("value", self.text(value))]),
            Expr::Variable(name) => ("Variable", vec![("name", self.text(name))]),
            Expr::Reserved(value) => ("ReservedWord", vec![("value", self.text(value))]),
            Expr::Array(elements) => ("ArrayLiteral", vec![("elements", self.parts(elements))]),
            Expr::Hash(entries) => ("HashLiteral", vec![("entries", self.entries(entries))]),
            Expr::Access { on, keys } => ("Access", vec![("on", self.part(on)), ("keys", self.parts(keys))]),
            Expr::Unary { operator, operand } => {
                ("Unary", vec![literal("operator", operator as u32), ("operand", self.part(operand))])
            }
            Expr::Binary { operator, left, right } => {
                ("Binary", self.operation("left", left, operator as u32, "right", right))
            }
            Expr::Relation { edge, left, right } => {
                ("Relation", self.operation("left", left, edge as u32, "right", right))
            }
            Expr::Assign { operator, target, value } => {
                ("Assignment", self.operation("target", target, operator as u32, "value", value))
            }
            Expr::Parenthesized(inner) => ("Parenthesized", vec![("expression", self.part(inner))]),
            Expr::Block(statements) => ("Block", vec![("statements", self.parts(statements))]),
            Expr::Call { form, function, arguments, lambda } => {
                self.call(form, function, self.from.list(arguments), lambda)
            }
            _ => return self.control(expr).or_else(|| self.resource(expr)).or_else(|| self.defined(expr)),
        })
    }

    fn operation(
        &self,
        first: &'static str,
        left: ExprId,
        operator: u32,
        second: &'static str,
        right: ExprId,
    ) -> Vec<(&'static str, Option<Field<'e>>)> {
        vec![(first, self.part(left)), literal("operator", operator), (second, self.part(right))]
    }

    fn call(
        &self,
        form: CallForm,
        function: ExprId,
        arguments: &'e [ExprId],
        lambda: Option<ExprId>,
    ) -> ClassFields<'e> {
        let (class, on, arguments) = match form {
            CallForm::Prefix => ("Call", None, arguments),
            CallForm::Statement => ("StatementCall", None, arguments),
            // The parentheses around its arguments belong to the layout.
            CallForm::Chained | CallForm::Braced => match arguments.split_first() {
                Some((on, rest)) => ("ChainedCall", Some(*on), rest),
                None => ("ChainedCall", None, arguments),
            },
        };
        let fields = vec![
            ("on", self.maybe(on)),
            ("function", self.part(function)),
            ("arguments", Some(Field::Parts(arguments))),
            ("lambda", self.maybe(lambda)),
        ];
        (class, fields)
    }

    fn control(&self, expr: Expr) -> Option<ClassFields<'e>> {
        let branches = |condition, then, otherwise| {
            vec![
                ("condition", self.part(condition)),
                ("then", self.part(then)),
                ("otherwise", self.maybe(otherwise)),
            ]
        };
        Some(match expr {
            Expr::Selector { on, options } => {
                ("Selector", vec![("on", self.part(on)), ("options", self.entries(options))])
            }
            Expr::If { condition, then, otherwise } => ("If", branches(condition, then, otherwise)),
            Expr::Unless { condition, then, otherwise } => ("Unless", branches(condition, then, otherwise)),
            Expr::Case { on, options } => {
                ("Case", vec![("on", self.part(on)), ("options", self.parts(options))])
            }
            Expr::CaseOption { values, body } => {
                ("CaseOption", vec![("values", self.parts(values)), ("body", self.part(body))])
            }
            Expr::Lambda { parameters, result, body } => (
                "Lambda",
                vec![
                    ("parameters", self.parts(parameters)),
                    ("result", self.maybe(result)),
                    ("body", self.part(body)),
                ],
            ),
            Expr::Parameter { name, ty, default, rest } => (
                "Parameter",
                vec![
                    ("type", self.maybe(ty)),
                    truth("rest", rest),
                    ("name", self.text(name)),
                    ("default", self.maybe(default)),
                ],
            ),
            _ => return None,
        })
    }

    fn resource(&self, expr: Expr) -> Option<ClassFields<'e>> {
        Some(match expr {
            Expr::Resource { form, ty, bodies } => {
                ("Resource", vec![formed(form), ("type", self.part(ty)), ("bodies", self.parts(bodies))])
            }
            Expr::ResourceBody { title, attributes } => {
                ("ResourceBody", vec![("title", self.part(title)), ("attributes", self.parts(attributes))])
            }
            Expr::ResourceDefaults { form, ty, attributes } => (
                "ResourceDefaults",
                vec![formed(form), ("type", self.part(ty)), ("attributes", self.parts(attributes))],
            ),
            Expr::ResourceOverride { form, target, attributes } => (
                "ResourceOverride",
                vec![formed(form), ("target", self.part(target)), ("attributes", self.parts(attributes))],
            ),
            Expr::Attribute { name, append, value } => {
                let name = ("name", self.text(name));
                ("Attribute", vec![name, truth("append", append), ("value", self.part(value))])
            }
            Expr::AttributeSplat(value) => ("AttributeSplat", vec![("value", self.part(value))]),
            Expr::Collect { ty, exported, query, attributes } => (
                "Collector",
                vec![
                    ("type", self.part(ty)),
                    truth("exported", exported),
                    ("query", self.maybe(query)),
                    ("attributes", self.parts(attributes)),
                ],
            ),
            _ => return None,
        })
    }

    fn defined(&self, expr: Expr) -> Option<ClassFields<'e>> {
        Some(match expr {
            Expr::Class { name, parameters, parent, body } => (
                "ClassDefinition",
                vec![
                    ("name", self.name(name)),
                    ("parameters", self.parts(parameters)),
                    ("parent", self.maybe(parent)),
                    ("body", self.part(body)),
                ],
            ),
            Expr::Define { name, parameters, body } => {
                let parameters = ("parameters", self.parts(parameters));
                ("ResourceDefinition", vec![("name", self.name(name)), parameters, ("body", self.part(body))])
            }
            Expr::Function { name, parameters, result, body } => (
                "FunctionDefinition",
                vec![
                    ("name", self.name(name)),
                    ("parameters", self.parts(parameters)),
                    ("result", self.maybe(result)),
                    ("body", self.part(body)),
                ],
            ),
            Expr::Node { hosts, parent, body } => {
                let parent = ("parent", self.maybe(parent));
                ("NodeDefinition", vec![("hosts", self.parts(hosts)), parent, ("body", self.part(body))])
            }
            Expr::TypeAlias { name, value, with } => {
                let with = ("with", self.maybe(with));
                ("TypeAlias", vec![("name", self.part(name)), ("value", self.part(value)), with])
            }
            _ => return None,
        })
    }
}

fn literal(name: &'static str, at: u32) -> (&'static str, Option<Field<'static>>) {
    (name, Some(Field::Literal(at)))
}

/// False is omitted.
fn truth(name: &'static str, value: bool) -> (&'static str, Option<Field<'static>>) {
    (name, value.then_some(Field::Truth(true)))
}

fn formed(form: ResourceForm) -> (&'static str, Option<Field<'static>>) {
    ("form", (form != ResourceForm::Regular).then_some(Field::Literal(form as u32)))
}
