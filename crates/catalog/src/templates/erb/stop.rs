//! The early end of an evaluation: by a problem at an offset of the template, or by `next`, `break` and `return`.

use super::Problem;
use super::value::RubyValue;
use modelwright_evaluation::evaluate::HostError;
use modelwright_metamodel::diagnostic::codes;

/// Why an evaluation ends early.
pub(super) enum Stop {
    Problem(Problem),
    /// `next`
    Next,
    /// `break`
    Break,
    /// `return`
    Return(RubyValue),
}

/// The value of an expression, or why the evaluation ends early.
pub(super) type Outcome = Result<RubyValue, Stop>;

/// The outcome of a method that was called with a block: `break` in the block ends the method, which then returns nil.
pub(super) fn after_break(outcome: Outcome) -> Outcome {
    match outcome {
        Err(Stop::Break) => Ok(RubyValue::Nil),
        other => other,
    }
}

/// A problem at an offset of the template.
pub(super) fn problem(message: impl Into<String>, offset: usize) -> Stop {
    Stop::Problem(Problem { message: message.into(), offset, code: codes::LOGIC_FAILED, cause: None })
}

/// The problem that a form of Ruby is not supported, at an offset of the template.
pub(super) fn unsupported(message: impl Into<String>, offset: usize) -> Stop {
    Stop::Problem(Problem { message: message.into(), offset, code: codes::CATALOG_UNSUPPORTED, cause: None })
}

/// A problem of the scope, at an offset of the template.
pub(super) fn caused(error: HostError, offset: usize) -> Stop {
    Stop::Problem(Problem { message: String::new(), offset, code: codes::LOGIC_FAILED, cause: Some(error) })
}
