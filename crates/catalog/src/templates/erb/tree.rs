//! The tree of a template: Ruby's expressions. The texts of the template are expressions, too.

/// An expression, and its offset in the template.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) offset: usize,
    pub(super) kind: Kind,
}

/// An expression.
#[derive(Debug, Clone)]
pub(super) enum Kind {
    Nil,
    Boolean(bool),
    Integer(i64),
    Float(f64),
    /// Texts and expressions.
    String(Vec<Node>),
    Text(String),
    Symbol(String),
    /// A regular expression and its flags.
    Regex(String, String),
    Array(Vec<Node>),
    Hash(Vec<(Node, Node)>),
    /// `@name`
    Variable(String),
    /// A local variable.
    Local(String),
    /// `$1`: a group of the last match.
    Group(usize),
    /// A class such as `Array`.
    Constant(String),
    /// The scope of the template.
    Scope,
    /// `x[a, b]`
    Index(Box<Node>, Vec<Node>),
    /// `x[a..b]`, or with `true` `x[a...b]`, which ends before `b`.
    Slice(Box<Node>, Box<(Node, Node)>, bool),
    Call {
        receiver: Option<Box<Node>>,
        name: String,
        arguments: Vec<Node>,
        block: Option<Box<Block>>,
        /// Whether the call is nil if the receiver is (`&.`).
        is_safe: bool,
    },
    Not(Box<Node>),
    /// `x && y`
    Both(Box<Node>, Box<Node>),
    /// `x || y`
    Either(Box<Node>, Box<Node>),
    Binary(&'static str, Box<Node>, Box<Node>),
    /// The condition, the statements if it is true, and the statements if it is false.
    If(Box<Node>, Vec<Node>, Vec<Node>),
    /// The subject, the options with their values and statements, and the statements of `else`.
    Case(Box<Node>, Vec<(Vec<Node>, Vec<Node>)>, Vec<Node>),
    /// `defined?`
    Defined(Box<Node>),
    Assign(Box<Node>, Box<Node>),
    /// `x << y`, which changes `x`.
    Push(Box<Node>, Box<Node>),
    /// `x[y] = z`
    Store(Box<Node>, Box<Node>, Box<Node>),
    /// The operator, the target and the value of `+=` or a similar assignment.
    Change(&'static str, Box<Node>, Box<Node>),
    /// A method of the template.
    Method(String, std::sync::Arc<Block>),
    Return(Box<Node>),
    Next,
    Break,
    /// A text of the template.
    Write(String),
    /// An expression whose value is written.
    Output(Box<Node>),
}

/// A block of a call.
#[derive(Debug, Clone)]
pub(super) struct Block {
    /// The names of each parameter; several names receive the elements of an array.
    pub(super) parameters: Vec<Vec<String>>,
    pub(super) body: Vec<Node>,
}
