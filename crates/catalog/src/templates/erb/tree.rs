//! The tree of a template: Ruby's expressions, and the texts of the template as expressions among them.

/// An expression, and where it is in the template.
#[derive(Debug, Clone)]
pub(super) struct Node {
    pub(super) at: usize,
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
    Index(Box<Node>, Vec<Node>),
    /// `x[a..b]`, or with `true` `x[a...b]`, which ends before `b`.
    Slice(Box<Node>, Box<(Node, Node)>, bool),
    Call {
        on: Option<Box<Node>>,
        name: String,
        arguments: Vec<Node>,
        block: Option<Box<Block>>,
        is_safe: bool,
    },
    Not(Box<Node>),
    Both(Box<Node>, Box<Node>),
    Either(Box<Node>, Box<Node>),
    Binary(&'static str, Box<Node>, Box<Node>),
    If(Box<Node>, Vec<Node>, Vec<Node>),
    Case(Box<Node>, Vec<(Vec<Node>, Vec<Node>)>, Vec<Node>),
    Defined(Box<Node>),
    Assign(Box<Node>, Box<Node>),
    /// `x << y`, which changes `x`.
    Push(Box<Node>, Box<Node>),
    /// `x[y] = z`
    Store(Box<Node>, Box<Node>, Box<Node>),
    /// `+=` and the like.
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
    /// The names of each parameter; several if it takes an array apart.
    pub(super) parameters: Vec<Vec<String>>,
    pub(super) body: Vec<Node>,
}
