//! Expressions of the Puppet language as they were read: what evaluates them, checks them or writes them
//! starts here.
//!
//! All expressions of a text stand in one [`Expressions`], a table in which an expression names its parts by
//! [`ExprId`], its lists by [`List`] and its names and strings by [`Text`]. All of these are small and [`Copy`].
//!
//! Invariants: the parts of an expression stand before it in the table; every expression has the span that it
//! was read from, and spans nest as expressions do, save for what stands in the text of a heredoc; nothing is
//! more than [`MAX_HEIGHT`] levels high, so that it can be walked by recursion. Nothing here knows what an
//! expression means.

mod parts;
mod table;

pub use super::operators::{Assign, Binary, CallForm, Edge, MAX_HEIGHT, ResourceForm, Unary};
pub use table::{ExprId, Expressions, List, Text};

/// An expression.
///
/// Where a list holds pairs, keys and values alternate; [`Expressions::pairs`] gives them. A body without
/// statements is [`Expr::Nothing`], with one statement it is that statement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Expr {
    /// What stands between the braces of an empty body, or in place of what could not be read.
    Nothing,
    /// `undef`
    Undef,
    /// `default`
    Default,
    /// `true` or `false`
    Boolean(bool),
    /// A whole number, in decimal, hexadecimal or octal notation.
    Integer(i64),
    /// A number with a point or an exponent.
    Float(f64),
    /// A string without expressions: in quotes, or a word with hyphens; its escapes are read.
    String(Text),
    /// A string in double quotes that holds expressions: the parts, of which plain text is a `String`.
    Template(List),
    /// A text below the line: a `String` or a `Template`, and the name of its syntax.
    Heredoc {
        /// What the text claims to be: `json`.
        syntax: Option<ExprId>,
        /// The text.
        text: ExprId,
    },
    /// `/…/`: the source, in which `\/` is `/`.
    Regex(Text),
    /// A name in lower case, such as `a::b`: a string, unless something is called so.
    Name(Text),
    /// A name in upper case, such as `A::B`.
    TypeName(Text),
    /// `$name`, without the dollar sign; inside `${…}` also a bare name or number.
    Variable(Text),
    /// A word that Puppet keeps for itself: `private`, `attr`.
    Reserved(Text),
    /// `[a, b]`
    Array(List),
    /// `{ k => v }`: pairs.
    Hash(List),
    /// `on[key, key]`
    Access {
        /// What is looked into.
        on: ExprId,
        /// One key or more.
        keys: List,
    },
    /// An operator in front of its operand.
    Unary {
        /// Which.
        operator: Unary,
        /// What it works on.
        operand: ExprId,
    },
    /// An operator between its operands.
    Binary {
        /// Which.
        operator: Binary,
        /// What stands in front of it.
        left: ExprId,
        /// What stands behind it.
        right: ExprId,
    },
    /// `target = value`
    Assign {
        /// Which kind of assignment.
        operator: Assign,
        /// A variable, or an array of them.
        target: ExprId,
        /// What it is to be.
        value: ExprId,
    },
    /// `(…)`
    Parenthesized(ExprId),
    /// `on ? { match => value }`
    Selector {
        /// What is compared.
        on: ExprId,
        /// Pairs of match and value.
        options: List,
    },
    /// `if` and `elsif`; the latter is an `If` in `otherwise`.
    If {
        /// What decides.
        condition: ExprId,
        /// What holds if so.
        then: ExprId,
        /// What holds if not.
        otherwise: Option<ExprId>,
    },
    /// `unless`
    Unless {
        /// What decides.
        condition: ExprId,
        /// What holds if it does not.
        then: ExprId,
        /// What holds if it does.
        otherwise: Option<ExprId>,
    },
    /// `case`
    Case {
        /// What is compared.
        on: ExprId,
        /// Each a `CaseOption`.
        options: List,
    },
    /// `a, b: { … }`
    CaseOption {
        /// What is compared with.
        values: List,
        /// What holds then.
        body: ExprId,
    },
    /// A call.
    Call {
        /// How it is written.
        form: CallForm,
        /// A `Name`, a `TypeName`, or an `Access` to one.
        function: ExprId,
        /// The arguments; of a chained call, the first is what stands in front of the dot.
        arguments: List,
        /// A `Lambda`.
        lambda: Option<ExprId>,
    },
    /// `|…| >> T { … }`
    Lambda {
        /// Each a `Parameter`.
        parameters: List,
        /// The type of what it gives.
        result: Option<ExprId>,
        /// What it does.
        body: ExprId,
    },
    /// A parameter of a lambda or a definition.
    Parameter {
        /// Without the dollar sign.
        name: Text,
        /// Its type.
        ty: Option<ExprId>,
        /// Its value where none is given.
        default: Option<ExprId>,
        /// Whether it takes all further arguments: `*$name`.
        rest: bool,
    },
    /// Statements one after the other, at least two; the last is the value.
    Block(List),
    /// `type { title: … }`
    Resource {
        /// Whether it is virtual or exported.
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
        /// Whether it is marked as virtual or exported, which it cannot be.
        form: ResourceForm,
        /// A `TypeName`.
        ty: ExprId,
        /// Each an `Attribute` or an `AttributeSplat`.
        attributes: List,
    },
    /// `Type[title] { name => value }`
    ResourceOverride {
        /// Whether it is marked as virtual or exported, which it cannot be.
        form: ResourceForm,
        /// An `Access`.
        target: ExprId,
        /// Each an `Attribute` or an `AttributeSplat`.
        attributes: List,
    },
    /// `name => value` of a resource.
    Attribute {
        /// The name.
        name: Text,
        /// Whether it is written with `+>`.
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
        /// Whether it is written with `<<| |>>`.
        exported: bool,
        /// What is looked for.
        query: Option<ExprId>,
        /// What is set on what is found.
        attributes: List,
    },
    /// `left -> right`
    Relation {
        /// Which arrow.
        edge: Edge,
        /// What stands in front of it.
        left: ExprId,
        /// What stands behind it.
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
        /// What it does.
        body: ExprId,
    },
    /// `define name (…) { … }`
    Define {
        /// A `Name`.
        name: ExprId,
        /// Each a `Parameter`.
        parameters: List,
        /// What it does.
        body: ExprId,
    },
    /// `function name (…) >> T { … }`
    Function {
        /// A `Name`.
        name: ExprId,
        /// Each a `Parameter`.
        parameters: List,
        /// The type of what it gives.
        result: Option<ExprId>,
        /// What it does.
        body: ExprId,
    },
    /// `node host, host { … }`
    Node {
        /// Names, strings, regular expressions or `Default`.
        hosts: List,
        /// What it claims to inherit, which no node can any more.
        parent: Option<ExprId>,
        /// What it does.
        body: ExprId,
    },
    /// `type Name = T`
    TypeAlias {
        /// A `TypeName`, or an `Access` to one.
        name: ExprId,
        /// What it stands for.
        value: ExprId,
        /// The hash behind the type: `type A = Object { … }`.
        with: Option<ExprId>,
    },
}
