//! Maps expressions to objects: the class, and the values of its features.
//!
//! Invariant: classes and features are those of `models/syntax.pp`, and the literals of its enumerations have the
//! same order as here. Only this module knows both. The feature of an absent value is not set.

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

/// A feature by name, and its value if it has one.
type NamedField<'e> = (&'static str, Option<Field<'e>>);

/// The maximum number of features of a class.
pub(super) const MAX_FIELDS: usize = 4;

/// The features of an object by name, in order. They are stored without an allocation, because there are very many
/// objects.
#[derive(Clone, Copy)]
pub(super) struct FieldList<'e> {
    fields: [NamedField<'e>; MAX_FIELDS],
}

impl<'e, const N: usize> From<[NamedField<'e>; N]> for FieldList<'e> {
    fn from(list: [NamedField<'e>; N]) -> Self {
        // A class with more features does not compile, so that `MAX_FIELDS` is adapted.
        const { assert!(N <= MAX_FIELDS) }
        let mut fields = [("", None); MAX_FIELDS];
        fields[..N].copy_from_slice(&list);
        Self { fields }
    }
}

impl<'e> FieldList<'e> {
    /// The feature at an index below [`MAX_FIELDS`] with its value; `None` if it has no value.
    pub(super) fn get(&self, index: usize) -> Option<(&'static str, Field<'e>)> {
        let (name, field) = self.fields[index];
        Some((name, field?))
    }

    /// The value of a feature; `None` if there is no such feature, or it has no value.
    pub(super) fn named(&self, name: &str) -> Option<Field<'e>> {
        let (_, field) = self.fields.iter().find(|(field_name, _)| *field_name == name)?;
        *field
    }
}

/// A class, and features of it by name.
pub(super) struct Fields<'e> {
    pub(super) class: &'static str,
    pub(super) list: FieldList<'e>,
}

/// A text of statements.
pub(super) fn of_manifest(statements: &[ExprId]) -> Fields<'_> {
    Fields { class: "Manifest", list: [("statements", Some(Field::Parts(statements)))].into() }
}

/// Logic in braces.
pub(super) fn of_braces(body: Option<ExprId>) -> Fields<'static> {
    Fields { class: "Braces", list: [("body", body.map(Field::Part))].into() }
}

/// An entry of a hash or a selector.
pub(super) fn of_entry(key: ExprId, value: ExprId) -> Fields<'static> {
    let list = [("key", Some(Field::Part(key))), ("value", Some(Field::Part(value)))];
    Fields { class: "Entry", list: list.into() }
}

/// An expression; `None` for an empty body.
pub(super) fn expression_fields(expressions: &Expressions, id: ExprId) -> Option<Fields<'_>> {
    let (class, list) = FieldReader { expressions }.fields(expressions[id])?;
    Some(Fields { class, list })
}

/// The class of an expression, and the values of its features.
type ClassFields<'e> = (&'static str, FieldList<'e>);

/// Reads the fields of expressions.
struct FieldReader<'e> {
    expressions: &'e Expressions,
}

impl<'e> FieldReader<'e> {
    /// An expression that becomes an object; `None` for an empty body.
    fn part(&self, id: ExprId) -> Option<Field<'e>> {
        // There is no object for an empty body; a missing value is read back as an empty body.
        (self.expressions[id] != Expr::Nothing).then_some(Field::Part(id))
    }

    /// As `part`, for an expression that may be absent.
    fn optional_part(&self, id: Option<ExprId>) -> Option<Field<'e>> {
        self.part(id?)
    }

    /// A list of expressions that become objects.
    fn parts(&self, list: List) -> Option<Field<'e>> {
        Some(Field::Parts(self.expressions.list(list)))
    }

    /// A list of keys and values that become entries.
    fn entries(&self, list: List) -> Option<Field<'e>> {
        Some(Field::Entries(self.expressions.list(list)))
    }

    /// The text of an attribute.
    fn text(&self, text: Text) -> Option<Field<'e>> {
        Some(Field::Text(self.expressions.text(text)))
    }

    /// The text of a name that is not a separate object; `None` for other expressions.
    fn name(&self, id: ExprId) -> Option<Field<'e>> {
        if let Expr::Name(name) = self.expressions[id] { self.text(name) } else { None }
    }

    /// The class of an expression, and the values of its features; `None` for an empty body.
    fn fields(&self, expr: Expr) -> Option<ClassFields<'e>> {
        Some(match expr {
            Expr::Nothing => return None,
            Expr::Undef => ("UndefLiteral", [].into()),
            Expr::Default => ("DefaultLiteral", [].into()),
            Expr::Boolean(value) => ("BooleanLiteral", [("value", Some(Field::Truth(value)))].into()),
            Expr::Integer(value) => ("IntegerLiteral", [("value", Some(Field::Integer(value)))].into()),
            Expr::Float(value) => ("FloatLiteral", [("value", Some(Field::Float(value)))].into()),
            Expr::String(value) => ("StringLiteral", [("value", self.text(value))].into()),
            Expr::Template(parts) => ("Template", [("parts", self.parts(parts))].into()),
            Expr::Heredoc { syntax, text } => {
                // The names of definitions and of syntaxes are attributes and not objects, because no other expression
                // is allowed there.
                let syntax = syntax.and_then(|syntax| self.name(syntax));
                ("Heredoc", [("syntax", syntax), ("text", self.part(text))].into())
            }
            Expr::Regex(pattern) => ("RegexLiteral", [("pattern", self.text(pattern))].into()),
            Expr::Name(value) => ("Name", [("value", self.text(value))].into()),
            Expr::TypeName(value) => ("TypeName", [("value", self.text(value))].into()),
            Expr::Variable(name) => ("Variable", [("name", self.text(name))].into()),
            Expr::Reserved(value) => ("ReservedWord", [("value", self.text(value))].into()),
            Expr::Array(elements) => ("ArrayLiteral", [("elements", self.parts(elements))].into()),
            Expr::Hash(entries) => ("HashLiteral", [("entries", self.entries(entries))].into()),
            Expr::Access { on, keys } => {
                ("Access", [("on", self.part(on)), ("keys", self.parts(keys))].into())
            }
            Expr::Query { on, test } => {
                ("ResourceQuery", [("on", self.part(on)), ("test", self.optional_part(test))].into())
            }
            Expr::Unary { operator, operand } => {
                // The literals of the enumerations have the numbers of the variants.
                ("Unary", [literal("operator", operator as u32), ("operand", self.part(operand))].into())
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
            Expr::Parenthesized(inner) => ("Parenthesized", [("expression", self.part(inner))].into()),
            Expr::Block(statements) => ("Block", [("statements", self.parts(statements))].into()),
            Expr::Call { form, function, arguments, lambda } => {
                self.call(form, function, self.expressions.list(arguments), lambda)
            }
            _ => return self.control(expr).or_else(|| self.resource(expr)).or_else(|| self.defined(expr)),
        })
    }

    /// The features of an operation with two operands, for which `left_name` and `right_name` are the features.
    /// `operator` is the number of the operator's literal.
    fn operation(
        &self,
        left_name: &'static str,
        left: ExprId,
        operator: u32,
        right_name: &'static str,
        right: ExprId,
    ) -> FieldList<'e> {
        [(left_name, self.part(left)), literal("operator", operator), (right_name, self.part(right))].into()
    }

    /// The class of a call, which depends on its form, and the values of its features.
    fn call(
        &self,
        form: CallForm,
        function: ExprId,
        arguments: &'e [ExprId],
        lambda: Option<ExprId>,
    ) -> ClassFields<'e> {
        let (class, on, arguments) = match form {
            CallForm::Prefix => ("Call", None, arguments),
            // `notice(1)` and `notice 1` must be written as they were read, so there is a class for each form.
            CallForm::Statement => ("StatementCall", None, arguments),
            // Whether there are parentheses around the arguments belongs to the layout.
            CallForm::Chained | CallForm::Braced => match arguments.split_first() {
                Some((on, others)) => ("ChainedCall", Some(*on), others),
                None => ("ChainedCall", None, arguments),
            },
        };
        let fields: FieldList<'e> = [
            ("on", self.optional_part(on)),
            ("function", self.part(function)),
            ("arguments", Some(Field::Parts(arguments))),
            ("lambda", self.optional_part(lambda)),
        ]
        .into();
        (class, fields)
    }

    /// As `fields`, for control structures, lambdas and selectors; `None` for other expressions.
    fn control(&self, expr: Expr) -> Option<ClassFields<'e>> {
        let branches = |condition, then, otherwise| -> FieldList<'e> {
            [
                ("condition", self.part(condition)),
                ("then", self.part(then)),
                ("otherwise", self.optional_part(otherwise)),
            ]
            .into()
        };
        Some(match expr {
            Expr::Selector { on, options } => {
                ("Selector", [("on", self.part(on)), ("options", self.entries(options))].into())
            }
            Expr::If { condition, then, otherwise } => ("If", branches(condition, then, otherwise)),
            Expr::Unless { condition, then, otherwise } => ("Unless", branches(condition, then, otherwise)),
            Expr::Case { on, options } => {
                ("Case", [("on", self.part(on)), ("options", self.parts(options))].into())
            }
            Expr::CaseOption { values, body } => {
                ("CaseOption", [("values", self.parts(values)), ("body", self.part(body))].into())
            }
            Expr::Lambda { parameters, result, body } => (
                "Lambda",
                [
                    ("parameters", self.parts(parameters)),
                    ("result", self.optional_part(result)),
                    ("body", self.part(body)),
                ]
                .into(),
            ),
            Expr::Parameter { name, ty, default, rest } => (
                "Parameter",
                [
                    ("type", self.optional_part(ty)),
                    field_if_true("rest", rest),
                    ("name", self.text(name)),
                    ("default", self.optional_part(default)),
                ]
                .into(),
            ),
            _ => return None,
        })
    }

    /// As `fields`, for resources and collectors; `None` for other expressions.
    fn resource(&self, expr: Expr) -> Option<ClassFields<'e>> {
        Some(match expr {
            Expr::Resource { form, ty, bodies } => (
                "Resource",
                [form_field(form), ("type", self.part(ty)), ("bodies", self.parts(bodies))].into(),
            ),
            Expr::ResourceBody { title, attributes } => {
                ("ResourceBody", [("title", self.part(title)), ("attributes", self.parts(attributes))].into())
            }
            Expr::ResourceDefaults { form, ty, attributes } => (
                "ResourceDefaults",
                [form_field(form), ("type", self.part(ty)), ("attributes", self.parts(attributes))].into(),
            ),
            Expr::ResourceOverride { form, target, attributes } => (
                "ResourceOverride",
                [form_field(form), ("target", self.part(target)), ("attributes", self.parts(attributes))]
                    .into(),
            ),
            Expr::Attribute { name, append, value } => {
                let name = ("name", self.text(name));
                ("Attribute", [name, field_if_true("append", append), ("value", self.part(value))].into())
            }
            Expr::AttributeSplat(value) => ("AttributeSplat", [("value", self.part(value))].into()),
            Expr::Collect { ty, exported, query, attributes } => (
                "Collector",
                [
                    ("type", self.part(ty)),
                    field_if_true("exported", exported),
                    ("query", self.optional_part(query)),
                    ("attributes", self.parts(attributes)),
                ]
                .into(),
            ),
            _ => return None,
        })
    }

    /// As `fields`, for definitions; `None` for other expressions.
    fn defined(&self, expr: Expr) -> Option<ClassFields<'e>> {
        Some(match expr {
            Expr::Class { name, parameters, parent, body } => (
                "ClassDefinition",
                [
                    ("name", self.name(name)),
                    ("parameters", self.parts(parameters)),
                    ("parent", self.optional_part(parent)),
                    ("body", self.part(body)),
                ]
                .into(),
            ),
            Expr::Define { name, parameters, body } => {
                let parameters = ("parameters", self.parts(parameters));
                (
                    "ResourceDefinition",
                    [("name", self.name(name)), parameters, ("body", self.part(body))].into(),
                )
            }
            Expr::Function { name, parameters, result, body } => (
                "FunctionDefinition",
                [
                    ("name", self.name(name)),
                    ("parameters", self.parts(parameters)),
                    ("result", self.optional_part(result)),
                    ("body", self.part(body)),
                ]
                .into(),
            ),
            Expr::Node { hosts, parent, body } => {
                let parent = ("parent", self.optional_part(parent));
                ("NodeDefinition", [("hosts", self.parts(hosts)), parent, ("body", self.part(body))].into())
            }
            Expr::TypeAlias { name, value, with } => {
                let with = ("with", self.optional_part(with));
                ("TypeAlias", [("name", self.part(name)), ("value", self.part(value)), with].into())
            }
            _ => return None,
        })
    }
}

/// A literal of an enumeration by its index.
fn literal(name: &'static str, index: u32) -> (&'static str, Option<Field<'static>>) {
    (name, Some(Field::Literal(index)))
}

/// A Boolean feature, which has no value if it is false.
fn field_if_true(name: &'static str, value: bool) -> (&'static str, Option<Field<'static>>) {
    (name, value.then_some(Field::Truth(true)))
}

/// The form of a resource, which has no value if it is regular.
fn form_field(form: ResourceForm) -> (&'static str, Option<Field<'static>>) {
    ("form", (form != ResourceForm::Regular).then_some(Field::Literal(form as u32)))
}
