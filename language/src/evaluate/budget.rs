//! Limits of an evaluation, and how it ends early.

use crate::diagnostic::{Diagnostic, codes};
use crate::language::expression::ExprId;

/// The limits of an evaluation.
#[derive(Debug, Clone, Copy)]
pub struct EvaluationLimits {
    /// Steps: expressions evaluated, elements walked.
    pub steps: u64,
    /// How deeply expressions may be evaluated inside each other.
    pub depth: u16,
    /// Bytes of all values that are created.
    pub memory: u64,
}

impl Default for EvaluationLimits {
    fn default() -> Self {
        Self { steps: 5_000_000, depth: 200, memory: 64 << 20 }
    }
}

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
    Return,
}

/// A problem, before its place in the source is known.
#[derive(Debug, Clone)]
pub(super) struct Failure {
    pub(super) message: String,
    pub(super) help: Option<&'static str>,
    /// Whether a limit was exceeded.
    pub(super) limit: bool,
    /// The expression at fault, once it is known.
    pub(super) at: Option<ExprId>,
    /// The calls that led here, the innermost first.
    pub(super) calls: Vec<ExprId>,
    /// The problem in other logic that had to run for this one.
    pub(super) cause: Option<Box<Diagnostic>>,
}

/// Why a host cannot answer a request.
#[derive(Debug)]
pub struct HostError(Stop);

impl HostError {
    /// A problem at the place of the request.
    pub fn new(message: impl Into<String>) -> Self {
        Self(failure(message))
    }

    /// A problem in other logic that had to run, or in a source that had to be read, for the request.
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
            return Diagnostic::error(codes::LOGIC_FAILED, "there is nothing to leave here");
        };
        if let Some(cause) = failure.cause {
            return *cause;
        }
        let code = if failure.limit { codes::LIMIT } else { codes::LOGIC_FAILED };
        let diagnostic = Diagnostic::error(code, failure.message);
        if let Some(help) = failure.help { diagnostic.help(help) } else { diagnostic }
    }
}

impl From<HostError> for Box<Failure> {
    fn from(error: HostError) -> Self {
        match error.0 {
            Stop::Failure(failure) => failure,
            // Hosts have nothing to leave: their errors are failures.
            Stop::Break | Stop::Next(_) | Stop::Return => Failure::new("there is nothing to leave here"),
        }
    }
}

impl From<HostError> for Stop {
    fn from(error: HostError) -> Self {
        error.0
    }
}

impl Stop {
    pub(super) fn at(self, id: ExprId) -> Self {
        match self {
            Self::Failure(mut failure) => {
                failure.at.get_or_insert(id);
                Self::Failure(failure)
            }
            other => other,
        }
    }
}

impl Failure {
    pub(super) fn new(message: impl Into<String>) -> Box<Self> {
        let (message, calls) = (message.into(), Vec::new());
        Box::new(Self { message, help: None, limit: false, at: None, calls, cause: None })
    }
}

/// A problem whose place is not known yet.
pub(super) fn failure(message: impl Into<String>) -> Stop {
    Stop::Failure(Failure::new(message))
}

/// A problem with advice.
pub(super) fn failure_with(message: impl Into<String>, help: &'static str) -> Stop {
    let mut failure = Failure::new(message);
    failure.help = Some(help);
    Stop::Failure(failure)
}

/// What is left of the limits, for one evaluation and everything that it evaluates in turn.
#[derive(Debug)]
pub struct Budget {
    limits: EvaluationLimits,
    steps: u64,
    memory: u64,
    depth: u16,
}

impl Budget {
    /// A budget of all that the limits allow.
    #[must_use]
    pub fn new(limits: EvaluationLimits) -> Self {
        Self { limits, steps: limits.steps, memory: limits.memory, depth: 0 }
    }

    /// The steps that were taken.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.limits.steps - self.steps
    }

    /// Charges for work of the host: steps, and bytes of values that it creates.
    ///
    /// # Errors
    /// Where that exceeds the budget.
    pub fn charge(&mut self, steps: usize, bytes: usize) -> Result<(), HostError> {
        self.step(steps as u64).and_then(|()| self.allocate(bytes)).map_err(HostError)
    }

    /// Enters one more level of nesting, if the limit allows.
    #[inline]
    pub(super) fn enter(&mut self) -> Result<(), Stop> {
        if self.depth >= self.limits.depth {
            return Err(exhausted("this nests too deeply"));
        }
        self.depth += 1;
        Ok(())
    }

    pub(super) fn level(&self) -> u16 {
        self.depth
    }

    /// Returns to a level, however evaluation left the deeper ones.
    pub(super) fn back_to(&mut self, level: u16) {
        self.depth = level;
    }

    #[inline]
    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    #[inline]
    pub(super) fn step(&mut self, steps: u64) -> Result<(), Stop> {
        match self.steps.checked_sub(steps) {
            Some(rest) => {
                self.steps = rest;
                Ok(())
            }
            None => Err(exhausted(&format!("this takes more than {} steps", self.limits.steps))),
        }
    }

    pub(super) fn allocate(&mut self, bytes: usize) -> Result<(), Stop> {
        match self.memory.checked_sub(bytes as u64) {
            Some(rest) => {
                self.memory = rest;
                Ok(())
            }
            None => Err(exhausted(&format!("this creates values of more than {} bytes", self.limits.memory))),
        }
    }
}

/// The problem of exceeding a limit.
#[cold]
pub(super) fn exhausted(message: &str) -> Stop {
    let mut failure = Failure::new(message);
    failure.limit = true;
    failure.help = Some("logic must end soon, whatever the model; make it simpler");
    Stop::Failure(failure)
}
