//! The parsed expressions of the Puppet language, as the evaluator, the checks and the writers use them.
//!
//! All expressions of a text are stored in one [`Expressions`], a table in which an expression refers to its parts by
//! [`ExprId`], to its lists by [`List`] and to its names and strings by [`Text`]. All of these are small and [`Copy`].
//!
//! Invariants: the parts of an expression precede it in the table; every expression has the span that it was read from,
//! and spans nest as expressions do, except in the text of a heredoc; nothing is more than [`MAX_HEIGHT`] levels high,
//! so that recursion is safe. Nothing here knows what an expression means.

mod parts;
mod table;

pub use super::operators::{Assign, Binary, CallForm, Edge, MAX_HEIGHT, ResourceForm, Unary};
pub use table::{ExprId, Expressions, List, Text};

/// An expression.
///
/// In a list of pairs, keys and values alternate; [`Expressions::pairs`] returns them as pairs. A body without
/// statements is [`Expr::Nothing`], with one statement it is that statement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Expr {
    /// An empty body, or an expression that could not be read.
    Nothing,
    /// `undef`
    Undef,
    /// `default`
    Default,
    /// `true` or `false`
    Boolean(bool),
    /// An integer, in decimal, hexadecimal or octal notation.
    Integer(i64),
    /// A number with a point or an exponent.
    Float(f64),
    /// A string without expressions: in quotes, or a word with hyphens. Escapes are replaced.
    String(Text),
    /// A string in double quotes that contains expressions: its parts, of which plain text is a `String`.
    Template(List),
    /// A heredoc: a `String` or a `Template`, and the name of its syntax.
    Heredoc {
        /// The declared syntax of the text: `json`.
        syntax: Option<ExprId>,
        /// The text.
        text: ExprId,
    },
    /// `/…/`: the source, in which `\/` is `/`.
    Regex(Text),
    /// A name in lower case, such as `a::b`: a string, or the name of a called function.
    Name(Text),
    /// A name in upper case, such as `A::B`.
    TypeName(Text),
    /// `$name`, without the dollar sign; inside `${…}` also a bare name or number.
    Variable(Text),
    /// A word that Puppet reserves: `private`, `attr`.
    Reserved(Text),
    /// `[a, b]`
    Array(List),
    /// `{ k => v }`: pairs.
    Hash(List),
    /// `on[key, key]`
    Access {
        /// The value that is accessed.
        on: ExprId,
        /// One or more keys.
        keys: List,
    },
    /// `Type[?? test]`: the resources that match a test.
    Query {
        /// The type of the resources.
        on: ExprId,
        /// The condition that the resources must satisfy; `None` for all resources of the type.
        test: Option<ExprId>,
    },
    /// A prefix operator with its operand.
    Unary {
        /// The operator.
        operator: Unary,
        /// The operand.
        operand: ExprId,
    },
    /// A binary operator with its operands.
    Binary {
        /// The operator.
        operator: Binary,
        /// The left operand.
        left: ExprId,
        /// The right operand.
        right: ExprId,
    },
    /// `target = value`
    Assign {
        /// The assignment operator.
        operator: Assign,
        /// A variable, or an array of them.
        target: ExprId,
        /// The new value.
        value: ExprId,
    },
    // An expression in parentheses has the value of its part. It is kept in the table, because logic is written as it
    // was read.
    /// `(…)`
    Parenthesized(ExprId),
    /// `on ? { match => value }`
    Selector {
        /// The value that is compared.
        on: ExprId,
        /// Pairs of match and value.
        options: List,
    },
    /// `if` and `elsif`; the latter is an `If` in `otherwise`.
    If {
        /// The condition.
        condition: ExprId,
        /// The body if the condition is true.
        then: ExprId,
        /// The body if the condition is false.
        otherwise: Option<ExprId>,
    },
    /// `unless`
    Unless {
        /// The condition.
        condition: ExprId,
        /// The body, evaluated if the condition is false.
        then: ExprId,
        /// The body of `else`, evaluated if the condition is true.
        otherwise: Option<ExprId>,
    },
    /// `case`
    Case {
        /// The value that is compared.
        on: ExprId,
        /// Each a `CaseOption`.
        options: List,
    },
    /// `a, b: { … }`
    CaseOption {
        /// The values to compare with.
        values: List,
        /// The body, evaluated if one of the values matches.
        body: ExprId,
    },
    /// A call.
    Call {
        /// The form of the call.
        form: CallForm,
        /// A `Name`, a `TypeName`, or an `Access` to one.
        function: ExprId,
        /// The arguments; in a chained call, the first one is the receiver before the dot.
        arguments: List,
        /// A `Lambda`.
        lambda: Option<ExprId>,
    },
    /// `|…| >> T { … }`
    Lambda {
        /// Each a `Parameter`.
        parameters: List,
        /// The type of the result.
        result: Option<ExprId>,
        /// The body.
        body: ExprId,
    },
    /// A parameter of a lambda or a definition.
    Parameter {
        /// Without the dollar sign.
        name: Text,
        /// The type of the parameter.
        ty: Option<ExprId>,
        /// The default value.
        default: Option<ExprId>,
        /// Whether the parameter contains all remaining arguments: `*$name`.
        rest: bool,
    },
    /// A sequence of at least two statements; the last one is the value.
    Block(List),
    /// `type { title: … }`
    Resource {
        /// Whether the resource is virtual or exported.
        form: ResourceForm,
        /// The type, mostly a `Name`.
        ty: ExprId,
        /// Each a `ResourceBody`.
        bodies: List,
    },
    /// `title: name => value`
    ResourceBody {
        /// One title, or an array of them.
        title: ExprId,
        /// Each an `Attribute` or an `AttributeSplat`.
        attributes: List,
    },
    /// `Type { name => value }`
    ResourceDefaults {
        /// Whether the resource defaults are marked as virtual or exported, which is an error.
        form: ResourceForm,
        /// A `TypeName`.
        ty: ExprId,
        /// Each an `Attribute` or an `AttributeSplat`.
        attributes: List,
    },
    /// `Type[title] { name => value }`
    ResourceOverride {
        /// Whether the resource override is marked as virtual or exported, which is an error.
        form: ResourceForm,
        /// The resource reference: always an `Access`.
        target: ExprId,
        /// Each an `Attribute` or an `AttributeSplat`.
        attributes: List,
    },
    /// `name => value` of a resource.
    Attribute {
        /// The name.
        name: Text,
        /// Whether the attribute is written with `+>`.
        append: bool,
        /// The value.
        value: ExprId,
    },
    /// `* => value` of a resource.
    AttributeSplat(ExprId),
    /// `Type <| query |> { … }`
    Collect {
        /// The type.
        ty: ExprId,
        /// Whether the collector is written with `<<| |>>`.
        exported: bool,
        /// The query.
        query: Option<ExprId>,
        /// The attributes set on the resources that match.
        attributes: List,
    },
    /// `left -> right`
    Relation {
        /// The arrow.
        edge: Edge,
        /// The left operand.
        left: ExprId,
        /// The right operand.
        right: ExprId,
    },
    /// `class name (…) inherits parent { … }`
    Class {
        /// A `Name`.
        name: ExprId,
        /// Each a `Parameter`.
        parameters: List,
        /// A `Name`, or `Default`.
        parent: Option<ExprId>,
        /// The body.
        body: ExprId,
    },
    /// `define name (…) { … }`
    Define {
        /// A `Name`.
        name: ExprId,
        /// Each a `Parameter`.
        parameters: List,
        /// The body.
        body: ExprId,
    },
    /// `function name (…) >> T { … }`
    Function {
        /// A `Name`.
        name: ExprId,
        /// Each a `Parameter`.
        parameters: List,
        /// The type of the result.
        result: Option<ExprId>,
        /// The body.
        body: ExprId,
    },
    /// `node host, host { … }`
    Node {
        /// Names, strings, regular expressions or `Default`.
        hosts: List,
        /// The inherited node, which Puppet no longer supports.
        parent: Option<ExprId>,
        /// The body.
        body: ExprId,
    },
    /// `type Name = T`
    TypeAlias {
        /// A `TypeName`, or an `Access` to one.
        name: ExprId,
        /// The type that the alias names.
        value: ExprId,
        /// The hash after the type: `type A = Object { … }`.
        with: Option<ExprId>,
    },
}
