//! Operators and forms of expressions, which nodes and expressions have in common.

/// How many levels of parts an expression may have. Each operand of a long chain is a level.
pub const MAX_HEIGHT: u16 = 1000;

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
    /// `x.new { a => 1 }`, which only logic has
    Braced,
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
