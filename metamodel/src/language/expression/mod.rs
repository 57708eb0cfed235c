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

use super::lexer::Span;
use crate::diagnostic::Source;
use std::fmt;
use std::num::NonZeroU32;
use std::ops::{Index, Range};
use std::sync::Arc;

/// How many levels of parts an expression may have. Each operand of a long chain is a level.
pub const MAX_HEIGHT: u16 = 1000;

/// An expression of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ExprId(NonZeroU32);

impl ExprId {
    pub(super) fn index(self) -> usize {
        self.0.get() as usize - 1
    }
}

/// A stretch of text of a table: a name, or the value of a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text {
    start: u32,
    end: u32,
}

/// Expressions in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct List {
    start: u32,
    length: u32,
}

impl List {
    /// Whether there is nothing in it.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.length == 0
    }
}

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

/// Operators in front of their operand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unary {
    /// `!`
    Not,
    /// `-`
    Minus,
    /// `*`: the elements of an array in its place.
    Splat,
}

/// Operators between their operands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binary {
    /// `or`
    Or,
    /// `and`
    And,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<<`: a shift, or one more element.
    LeftShift,
    /// `>>`
    RightShift,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`
    Divide,
    /// `%`
    Modulo,
    /// `=~`
    Match,
    /// `!~`
    NoMatch,
    /// `in`
    In,
}

/// Assignments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Assign {
    /// `=`
    Set,
    /// `+=`
    Append,
    /// `-=`
    Delete,
}

/// Arrows between resources.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edge {
    /// `->`
    Before,
    /// `~>`
    Notify,
    /// `<-`
    After,
    /// `<~`
    Subscribe,
}

/// How a call is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallForm {
    /// `f(x)`
    Prefix,
    /// `f x`
    Statement,
    /// `x.f`
    Chained,
}

/// How a resource is declared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResourceForm {
    /// As it is.
    Regular,
    /// `@`
    Virtual,
    /// `@@`
    Exported,
}

/// The expressions of a text.
pub struct Expressions {
    source: Arc<Source>,
    nodes: Vec<Expr>,
    spans: Vec<Span>,
    heights: Vec<u16>,
    members: Vec<ExprId>,
    /// The values of strings whose escapes make them differ from the source.
    values: String,
}

impl fmt::Debug for Expressions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(&self.nodes).finish()
    }
}

impl Expressions {
    /// How many expressions there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Every expression; parts come before what they are part of.
    pub fn iter(&self) -> impl Iterator<Item = (ExprId, Expr)> {
        let id = |at: usize| u32::try_from(at + 1).ok().and_then(NonZeroU32::new).map(ExprId);
        self.nodes.iter().enumerate().filter_map(move |(at, expr)| Some((id(at)?, *expr)))
    }

    /// The text that the expressions were read from.
    #[must_use]
    pub fn source(&self) -> &Arc<Source> {
        &self.source
    }

    /// Where an expression stands in its source.
    #[must_use]
    pub fn span(&self, id: ExprId) -> Range<usize> {
        self.spans[id.index()].range()
    }

    /// The members of a list.
    #[must_use]
    pub fn list(&self, list: List) -> &[ExprId] {
        &self.members[list.start as usize..][..list.length as usize]
    }

    /// The members of a list of pairs.
    pub fn pairs(&self, list: List) -> impl Iterator<Item = (ExprId, ExprId)> + '_ {
        self.list(list).as_chunks().0.iter().map(|[key, value]| (*key, *value))
    }

    /// A name, or the value of a string.
    #[must_use]
    pub fn text(&self, text: Text) -> &str {
        let source = self.source.text();
        let range = text.start as usize..text.end as usize;
        if range.start < source.len() { &source[range] } else { &self.values[range.start - source.len()..range.end - source.len()] }
    }
}

impl Index<ExprId> for Expressions {
    type Output = Expr;

    fn index(&self, id: ExprId) -> &Expr {
        &self.nodes[id.index()]
    }
}

/// Adding expressions, which only the parser does.
impl Expressions {
    pub(super) fn new(source: &Arc<Source>) -> Self {
        Self {
            source: Arc::clone(source),
            nodes: Vec::new(),
            spans: Vec::new(),
            heights: Vec::new(),
            members: Vec::new(),
            values: String::new(),
        }
    }

    /// Adds an expression, unless it is too high: then it is [`Expr::Nothing`], and this is told.
    pub(super) fn add(&mut self, expr: Expr, span: Span) -> (ExprId, bool) {
        let mut height = 0;
        self.parts(expr, |part| height = height.max(self.heights[part.index()] + 1));
        let fits = height <= MAX_HEIGHT;
        self.nodes.push(if fits { expr } else { Expr::Nothing });
        self.heights.push(if fits { height } else { 0 });
        self.spans.push(span);
        let id = u32::try_from(self.nodes.len()).ok().and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MAX);
        (ExprId(id), fits)
    }

    pub(super) fn raw_span(&self, id: ExprId) -> Span {
        self.spans[id.index()]
    }

    pub(super) fn add_list(&mut self, members: &[ExprId]) -> List {
        let start = u32::try_from(self.members.len()).unwrap_or(u32::MAX);
        self.members.extend_from_slice(members);
        List { start, length: u32::try_from(members.len()).unwrap_or(u32::MAX) }
    }

    /// A text that stands in the source as it is.
    pub(super) fn source_text(span: Span) -> Text {
        Text { start: span.start, end: span.end }
    }

    /// A text that stands so nowhere in the source.
    pub(super) fn own_text(&mut self, value: &str) -> Text {
        let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
        let start = self.source.text().len() + self.values.len();
        self.values.push_str(value);
        Text { start: offset(start), end: offset(start + value.len()) }
    }
}
