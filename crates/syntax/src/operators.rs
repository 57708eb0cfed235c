//! Operators and forms of expressions, which nodes and expressions have in common.

/// The maximum height of an expression. Each operand of a long chain adds a level.
pub const MAX_HEIGHT: u16 = 1000;

/// Prefix operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unary {
    /// `!`
    Not,
    /// `-`
    Minus,
    /// `*`: expands an array into its elements.
    Splat,
}

/// Binary operators.
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
    /// `<<`: a shift, or appends an element.
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

/// The form of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallForm {
    /// `f(x)`
    Prefix,
    /// `f x`
    Statement,
    /// `x.f`
    Chained,
    /// `x.new { a => 1 }`, which is allowed only in logic
    Braced,
}

/// The form of a resource declaration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ResourceForm {
    /// Without `@` or `@@`.
    Regular,
    /// `@`
    Virtual,
    /// `@@`
    Exported,
}
