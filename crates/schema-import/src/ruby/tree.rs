//! Nodes of Ruby source.

use crate::declarations::Span;

/// A statement or an expression.
#[derive(Debug, Clone)]
pub struct Node {
    /// What the node is.
    pub kind: Kind,
    /// The range of the node.
    pub span: Span,
}

/// The kind of a node.
#[derive(Debug, Clone)]
pub enum Kind {
    /// `nil`.
    Nil,
    /// `true` or `false`.
    Boolean(bool),
    /// `self`.
    Myself,
    /// A string without code.
    Text(String),
    /// A symbol.
    Symbol(String),
    /// A number, as it is written.
    Number(String),
    /// A regular expression without code, and its flags.
    Regex(String, String),
    /// A list.
    Array(Vec<Node>),
    /// A hash, in order.
    Hash(Vec<(Node, Node)>),
    /// A range, and whether it excludes its end.
    Range(Option<Box<Node>>, Option<Box<Node>>, bool),
    /// A constant with `::` between its parts.
    Constant(String),
    /// `@name` or `$name`.
    Variable(String),
    /// `*list`.
    Splat(Box<Node>),
    /// A call, or a name that may be a local variable.
    Call(Box<Call>),
    /// An operator with two operands.
    Binary(String, Box<Node>, Box<Node>),
    /// `!` or `not` of a value.
    Not(Box<Node>),
    /// `left = right`.
    Assign(Box<Node>, Box<Node>),
    /// A statement with `if` or `unless` after it: what is done, whether it is `unless`, and the condition.
    When(Box<Node>, bool, Box<Node>),
    /// A block `if … end` or `unless … end` without other branches: whether it is `unless`, the condition, and what
    /// is done.
    If(bool, Box<Node>, Vec<Node>),
    /// A module with its body.
    Module(String, Vec<Node>),
    /// A class with its superclass and its body.
    Class(String, Option<Box<Node>>, Vec<Node>),
    /// A method, by its name.
    Method(String),
    /// Any other statement or expression, by the keyword that it begins with, if there is one.
    Other(String),
}

/// A call.
#[derive(Debug, Clone)]
pub struct Call {
    /// What is before the point.
    pub receiver: Option<Node>,
    /// The name of the method.
    pub name: String,
    /// The arguments of the call. Keywords and values are a hash at the end.
    pub arguments: Vec<Node>,
    /// The block of the call.
    pub block: Option<Block>,
}

/// A block.
#[derive(Debug, Clone)]
pub struct Block {
    /// The names of the block's parameters.
    pub parameters: Vec<String>,
    /// The statements of the block.
    pub body: Vec<Node>,
    /// The range of the block's body.
    pub span: Span,
}

impl Node {
    /// The call, if the node is one.
    #[must_use]
    pub fn as_call(&self) -> Option<&Call> {
        match &self.kind {
            Kind::Call(call) => Some(call),
            _ => None,
        }
    }

    /// The text of a string or symbol. Calls that only change white space or the kind of a text are applied.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        match &self.kind {
            Kind::Text(text) | Kind::Symbol(text) => Some(text.clone()),
            Kind::Binary(operator, left, right) if operator == "+" => {
                match (&left.kind, &right.kind) {
                    // The recursion goes only one level to the right, because `+` is left-associative; the left side is
                    // bounded in depth.
                    (Kind::Symbol(_), _) | (_, Kind::Symbol(_)) => None,
                    _ => Some(left.text()? + &right.text()?),
                }
            }
            Kind::Call(call) if call.arguments.is_empty() && call.block.is_none() => {
                let text = call.receiver.as_ref()?.text()?;
                match call.name.as_str() {
                    "freeze" | "to_s" | "to_sym" | "intern" | "dup" => Some(text),
                    "strip" => Some(text.trim().to_owned()),
                    "chomp" => Some(text.strip_suffix('\n').unwrap_or(&text).to_owned()),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// A constant's name, with `::` between its parts.
    #[must_use]
    pub fn constant(&self) -> Option<&str> {
        match &self.kind {
            Kind::Constant(name) => Some(name),
            _ => None,
        }
    }

    /// The items of a list without code, also of a frozen one.
    #[must_use]
    pub fn items(&self) -> Option<&[Node]> {
        match &self.kind {
            Kind::Array(items) => Some(items),
            Kind::Call(call) if call.name == "freeze" && call.arguments.is_empty() => {
                call.receiver.as_ref()?.items()
            }
            _ => None,
        }
    }
}

impl Call {
    /// The hash at the end of the call's arguments.
    #[must_use]
    pub fn options(&self) -> &[(Node, Node)] {
        match self.arguments.last().map(|last| &last.kind) {
            Some(Kind::Hash(pairs)) => pairs,
            _ => &[],
        }
    }

    /// The arguments before the hash at the end.
    #[must_use]
    pub fn plain_arguments(&self) -> &[Node] {
        match self.arguments.split_last() {
            Some((Node { kind: Kind::Hash(_), .. }, others)) => others,
            _ => &self.arguments,
        }
    }
}
