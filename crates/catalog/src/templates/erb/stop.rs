//! How the evaluation of a template ends early: by a problem at a place, or by `next`, `break` and `return`.

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

pub(super) type Outcome = Result<RubyValue, Stop>;

/// A problem at a place of the template.
pub(super) fn problem(message: impl Into<String>, at: usize) -> Stop {
    Stop::Problem(Problem { message: message.into(), at, code: codes::LOGIC_FAILED, cause: None })
}

/// The problem of Ruby that is not evaluated here, at a place of the template.
pub(super) fn unsupported(message: impl Into<String>, at: usize) -> Stop {
    Stop::Problem(Problem { message: message.into(), at, code: codes::CATALOG_UNSUPPORTED, cause: None })
}

/// A problem of the scope, at a place of the template.
pub(super) fn caused(error: HostError, at: usize) -> Stop {
    Stop::Problem(Problem { message: String::new(), at, code: codes::LOGIC_FAILED, cause: Some(error) })
}
