//! The limits of an evaluation, and the remaining budget.

use super::failure::{HostError, Stop, exhausted};

/// The number of slots or elements of a list for which one step is charged when they are set.
pub(super) const SLOTS_PER_STEP: u64 = 16;

/// The limits of an evaluation.
#[derive(Debug, Clone, Copy)]
pub struct EvaluationLimits {
    /// The maximum number of steps: expressions evaluated and elements visited.
    pub steps: u64,
    /// How deeply expressions may be evaluated inside each other.
    pub depth: u16,
    /// The total size in bytes of the values that may be created.
    pub memory: u64,
}

impl Default for EvaluationLimits {
    fn default() -> Self {
        // These figures are documented in `docs/language/limits.md`.
        Self { steps: 5_000_000, depth: 200, memory: 64 << 20 }
    }
}

/// The remaining budget of an evaluation, including everything that it evaluates in turn.
#[derive(Debug)]
pub struct Budget {
    limits: EvaluationLimits,
    steps_left: u64,
    memory_left: u64,
    depth: u16,
}

impl Budget {
    /// The full budget of these limits.
    #[must_use]
    pub fn new(limits: EvaluationLimits) -> Self {
        Self { limits, steps_left: limits.steps, memory_left: limits.memory, depth: 0 }
    }

    /// The number of steps used so far.
    #[must_use]
    pub fn steps_used(&self) -> u64 {
        self.limits.steps - self.steps_left
    }

    /// Charges for work of the host: steps, and bytes of values that it creates.
    ///
    /// # Errors
    /// If that exceeds the budget.
    pub fn charge(&mut self, steps: usize, bytes: usize) -> Result<(), HostError> {
        self.step(steps as u64).and_then(|()| self.allocate(bytes)).map_err(HostError::from)
    }

    /// Charges for work of the host that creates no values.
    ///
    /// # Errors
    /// If that exceeds the budget.
    pub(crate) fn charge_steps(&mut self, steps: usize) -> Result<(), HostError> {
        self.step(steps as u64).map_err(HostError::from)
    }

    /// Enters one more level of nesting, if the limit allows.
    #[inline]
    pub(super) fn enter(&mut self) -> Result<(), Stop> {
        // Evaluation is recursive, so this limit also bounds the stack.
        if self.depth >= self.limits.depth {
            return Err(exhausted("this is nested too deeply"));
        }
        self.depth += 1;
        Ok(())
    }

    /// The current depth of nesting.
    pub(super) fn level(&self) -> u16 {
        self.depth
    }

    /// Returns to a level after an evaluation, which may have ended early at a deeper level.
    pub(super) fn back_to(&mut self, level: u16) {
        self.depth = level;
    }

    /// Leaves a level of nesting that [`Self::enter`] entered.
    #[inline]
    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    /// Subtracts steps from the budget; a problem if too few are left.
    #[inline]
    pub(super) fn step(&mut self, steps: u64) -> Result<(), Stop> {
        match self.steps_left.checked_sub(steps) {
            Some(steps_left) => {
                self.steps_left = steps_left;
                Ok(())
            }
            None => Err(exhausted(&format!("this needs more than {} steps", self.limits.steps))),
        }
    }

    /// Subtracts bytes of memory from the budget; a problem if too few are left.
    pub(super) fn allocate(&mut self, bytes: usize) -> Result<(), Stop> {
        // Memory is never given back: values share their parts, so it is unknown which parts are still in use.
        match self.memory_left.checked_sub(bytes as u64) {
            Some(memory_left) => {
                self.memory_left = memory_left;
                Ok(())
            }
            None => Err(exhausted(&format!("this creates values of more than {} bytes", self.limits.memory))),
        }
    }
}
