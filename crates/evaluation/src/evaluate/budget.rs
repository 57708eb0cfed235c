//! The limits of an evaluation, and the remaining budget.

use super::failure::{HostError, Stop, exhausted};

/// The limits of an evaluation.
#[derive(Debug, Clone, Copy)]
pub struct EvaluationLimits {
    /// The maximum number of steps: expressions evaluated and elements visited.
    pub steps: u64,
    /// How deeply expressions may be evaluated inside each other.
    pub depth: u16,
    /// Bytes of all values that are created.
    pub memory: u64,
}

impl Default for EvaluationLimits {
    fn default() -> Self {
        // `docs/language/limits.md` shows these figures to users.
        Self { steps: 5_000_000, depth: 200, memory: 64 << 20 }
    }
}

/// The remaining budget of one evaluation and of everything that it evaluates in turn.
#[derive(Debug)]
pub struct Budget {
    limits: EvaluationLimits,
    steps: u64,
    memory: u64,
    depth: u16,
}

impl Budget {
    /// The full budget of some limits.
    #[must_use]
    pub fn new(limits: EvaluationLimits) -> Self {
        Self { limits, steps: limits.steps, memory: limits.memory, depth: 0 }
    }

    /// The steps used so far.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.limits.steps - self.steps
    }

    /// Charges for work of the host: steps, and bytes of values that it creates.
    ///
    /// # Errors
    /// If that exceeds the budget.
    pub fn charge(&mut self, steps: usize, bytes: usize) -> Result<(), HostError> {
        self.step(steps as u64).and_then(|()| self.allocate(bytes)).map_err(HostError::from)
    }

    /// Enters one more level of nesting, if the limit allows.
    #[inline]
    pub(super) fn enter(&mut self) -> Result<(), Stop> {
        // Evaluation is recursive, so this also bounds the stack that it needs.
        if self.depth >= self.limits.depth {
            return Err(exhausted("this is nested too deeply"));
        }
        self.depth += 1;
        Ok(())
    }

    pub(super) fn level(&self) -> u16 {
        self.depth
    }

    /// Returns to a level after an evaluation, even if it ended early at a deeper one.
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
            None => Err(exhausted(&format!("this needs more than {} steps", self.limits.steps))),
        }
    }

    pub(super) fn allocate(&mut self, bytes: usize) -> Result<(), Stop> {
        // Never given back: values share their parts, so which of them are still in use is not known.
        match self.memory.checked_sub(bytes as u64) {
            Some(rest) => {
                self.memory = rest;
                Ok(())
            }
            None => Err(exhausted(&format!("this creates values of more than {} bytes", self.limits.memory))),
        }
    }
}
