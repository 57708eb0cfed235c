//! How an evaluation ends early: by a problem, or by `break`, `next` and `return`.
//!
//! Invariant: a problem is located at the innermost expression that causes it.

use crate::diagnostic::{Code, Diagnostic, codes};
use crate::language::expression::ExprId;

/// Why an evaluation ends early.
#[derive(Debug)]
pub(super) enum Stop {
    /// A problem.
    Failure(Box<Failure>),
    /// `break()`
    Break,
    /// `next(value)`
    Next(super::Value),
    /// `return(value)`
    Return(super::Value),
}

/// A problem whose position in the source may not be known yet.
#[derive(Debug, Clone)]
pub(super) struct Failure {
    pub(super) message: String,
    pub(super) help: Option<&'static str>,
    /// The diagnostic code; `None` for the usual one.
    pub(super) code: Option<Code>,
    /// Whether a limit was exceeded.
    pub(super) is_limit: bool,
    /// The expression that caused the problem, if it is known.
    pub(super) at: Option<ExprId>,
    /// The calls that led to the problem, the innermost first.
    pub(super) calls: Vec<ExprId>,
    /// The problem in other logic that this logic requires.
    pub(super) cause: Option<Box<Diagnostic>>,
}

/// Why a host cannot answer a request.
#[derive(Debug)]
pub struct HostError(Stop);

impl HostError {
    /// A problem at the position of the request.
    pub fn new(message: impl Into<String>) -> Self {
        Self(failure(message))
    }

    /// The value of a `return`, which ends a function, a class or a resource.
    ///
    /// # Errors
    /// The unchanged error, if it is not a `return`.
    pub fn into_return(self) -> Result<super::Value, Self> {
        match self.0 {
            Stop::Return(value) => Ok(value),
            other => Err(Self(other)),
        }
    }

    /// Adds advice to the problem.
    #[must_use]
    pub fn with_help(mut self, help: &'static str) -> Self {
        if let Stop::Failure(failure) = &mut self.0 {
            failure.help = Some(help);
        }
        self
    }

    /// Gives the problem another code.
    #[must_use]
    pub fn with_code(mut self, code: Code) -> Self {
        if let Stop::Failure(failure) = &mut self.0 {
            failure.code = Some(code);
        }
        self
    }

    /// A problem in other logic, or in a source, that the request requires.
    #[must_use]
    pub fn caused_by(diagnostic: Box<Diagnostic>) -> Self {
        let mut failure = Failure::new("");
        failure.cause = Some(diagnostic);
        Self(Stop::Failure(failure))
    }
}

impl From<HostError> for Diagnostic {
    fn from(error: HostError) -> Self {
        let Stop::Failure(failure) = error.0 else {
            return Diagnostic::error(
                codes::LOGIC_FAILED,
                "`break`, `next` and `return` can only be used in a lambda or function",
            );
        };
        if let Some(cause) = failure.cause {
            // The diagnostic is complete, with its own position.
            return *cause;
        }
        let diagnostic = Diagnostic::error(failure.code(), failure.message);
        if let Some(help) = failure.help { diagnostic.help(help) } else { diagnostic }
    }
}

impl From<HostError> for Box<Failure> {
    fn from(error: HostError) -> Self {
        match error.0 {
            Stop::Failure(failure) => failure,
            // In a host, there is no lambda or function that could end.
            Stop::Break | Stop::Next(_) | Stop::Return(_) => {
                Failure::new("`break`, `next` and `return` can only be used in a lambda or function")
            }
        }
    }
}

impl From<Stop> for HostError {
    fn from(stop: Stop) -> Self {
        Self(stop)
    }
}

impl From<HostError> for Stop {
    fn from(error: HostError) -> Self {
        error.0
    }
}

impl Stop {
    /// Locates a problem at an expression, unless it already has a position.
    pub(super) fn at(self, id: ExprId) -> Self {
        match self {
            Self::Failure(mut failure) => {
                // Calls come from the innermost expression outwards, so the first one sets the position.
                failure.at.get_or_insert(id);
                Self::Failure(failure)
            }
            other => other,
        }
    }
}

impl Failure {
    /// The diagnostic code of the problem.
    pub(super) fn code(&self) -> Code {
        self.code.unwrap_or(if self.is_limit { codes::LIMIT } else { codes::LOGIC_FAILED })
    }

    /// A problem without a position.
    pub(super) fn new(message: impl Into<String>) -> Box<Self> {
        let (message, calls) = (message.into(), Vec::new());
        Box::new(Self { message, help: None, code: None, is_limit: false, at: None, calls, cause: None })
    }
}

/// A problem whose position is not known yet.
pub(super) fn failure(message: impl Into<String>) -> Stop {
    Stop::Failure(Failure::new(message))
}

/// A problem with advice.
pub(super) fn failure_with(message: impl Into<String>, help: &'static str) -> Stop {
    let mut failure = Failure::new(message);
    failure.help = Some(help);
    Stop::Failure(failure)
}

/// The problem that a limit was exceeded.
#[cold]
pub(super) fn exhausted(message: &str) -> Stop {
    let mut failure = Failure::new(message);
    failure.is_limit = true;
    failure.help = Some("make the logic simpler: it must stay within this limit for every model");
    Stop::Failure(failure)
}
