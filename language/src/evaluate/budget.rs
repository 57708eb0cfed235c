//! What an evaluation may cost, and how it ends when it costs more.

use crate::diagnostic::{Diagnostic, codes};
use crate::language::expression::ExprId;

/// What an evaluation may cost.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Steps: expressions evaluated, elements walked.
    pub steps: u64,
    /// How deeply expressions may be evaluated inside each other.
    pub depth: u16,
    /// Bytes of all values that are made.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { steps: 5_000_000, depth: 200, memory: 64 << 20 }
    }
}

/// Why an evaluation ends early.
#[derive(Debug)]
pub(super) enum Stop {
    /// Something is wrong.
    Failure(Box<Failure>),
    /// `break()`
    Break,
    /// `next(value)`
    Next(super::Value),
    /// `return(value)`
    Return,
}

/// What is wrong.
#[derive(Debug)]
pub(super) struct Failure {
    pub(super) message: String,
    pub(super) help: Option<&'static str>,
    /// Whether a limit was met.
    pub(super) limit: bool,
    /// Where, once it is known.
    pub(super) at: Option<ExprId>,
    /// The calls that led here, the innermost first.
    pub(super) calls: Vec<ExprId>,
    /// What is wrong in other logic, which this one has led to.
    pub(super) elsewhere: Option<Box<Diagnostic>>,
}

/// Why the host cannot do what logic asks for.
#[derive(Debug)]
pub struct Trouble(Stop);

impl Trouble {
    /// Something is wrong.
    pub fn refused(message: impl Into<String>) -> Self {
        Self(failure(message))
    }

    /// Something is wrong in other logic that had to run.
    #[must_use]
    pub fn elsewhere(diagnostic: Box<Diagnostic>) -> Self {
        match failure("") {
            Stop::Failure(failure) => {
                Self(Stop::Failure(Box::new(Failure { elsewhere: Some(diagnostic), ..*failure })))
            }
            other => Self(other),
        }
    }
}

impl From<Trouble> for Diagnostic {
    fn from(trouble: Trouble) -> Self {
        let Stop::Failure(failure) = trouble.0 else {
            return Diagnostic::error(codes::LOGIC_FAILED, "this stands where there is nothing to leave");
        };
        if let Some(elsewhere) = failure.elsewhere {
            return *elsewhere;
        }
        let code = if failure.limit { codes::LIMIT } else { codes::LOGIC_FAILED };
        let diagnostic = Diagnostic::error(code, failure.message);
        if let Some(help) = failure.help { diagnostic.help(help) } else { diagnostic }
    }
}

impl From<Trouble> for Stop {
    fn from(trouble: Trouble) -> Self {
        trouble.0
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

/// A problem whose place is not known yet.
pub(super) fn failure(message: impl Into<String>) -> Stop {
    let (message, calls) = (message.into(), Vec::new());
    Stop::Failure(Box::new(Failure { message, help: None, limit: false, at: None, calls, elsewhere: None }))
}

/// A problem with a word on what to do.
pub(super) fn failure_with(message: impl Into<String>, help: &'static str) -> Stop {
    match failure(message) {
        Stop::Failure(mut failure) => {
            failure.help = Some(help);
            Stop::Failure(failure)
        }
        other => other,
    }
}

/// What is left of the limits, for one evaluation and all that it leads to.
#[derive(Debug)]
pub struct Budget {
    limits: Limits,
    steps: u64,
    memory: u64,
    depth: u16,
}

impl Budget {
    /// All that the limits allow.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self { limits, steps: limits.steps, memory: limits.memory, depth: 0 }
    }

    /// How many steps were taken.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.limits.steps - self.steps
    }

    /// Pays for what the host does: steps, and bytes of values that it makes.
    ///
    /// # Errors
    /// Where there is not as much left.
    pub fn pay(&mut self, steps: usize, bytes: usize) -> Result<(), Trouble> {
        self.step(steps as u64).and_then(|()| self.produce(bytes)).map_err(Trouble)
    }

    /// Goes one level deeper, if there is one.
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

    /// Goes back to a level, from wherever it ended.
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

    pub(super) fn produce(&mut self, bytes: usize) -> Result<(), Stop> {
        match self.memory.checked_sub(bytes as u64) {
            Some(rest) => {
                self.memory = rest;
                Ok(())
            }
            None => Err(exhausted(&format!("this makes values of more than {} bytes", self.limits.memory))),
        }
    }
}

/// That a limit is met.
#[cold]
pub(super) fn exhausted(message: &str) -> Stop {
    match failure(message) {
        Stop::Failure(mut failure) => {
            failure.limit = true;
            failure.help = Some("logic must end soon, whatever the model; make it simpler");
            Stop::Failure(failure)
        }
        other => other,
    }
}
