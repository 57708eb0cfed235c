//! The guard against texts that interpolate each other in a cycle.

use crate::lookup::error::LookupError;

/// The interpolations in progress that one text has caused, from the outermost.
#[derive(Debug, Default)]
pub(super) struct Guard(Vec<Box<str>>);

impl Guard {
    /// Adds an interpolation. Fails if it is in progress already, because it would never end.
    pub(super) fn enter(&mut self, expression: &str) -> Result<(), LookupError> {
        if self.0.iter().any(|seen| **seen == *expression) {
            let message = format!("Lookup recursion detected in [{}]", self.0.join(", "));
            return Err(LookupError::of_ruby("Hiera::InterpolationLoop", message));
        }
        self.0.push(expression.into());
        Ok(())
    }

    /// Removes the interpolation that was added last.
    pub(super) fn leave(&mut self) {
        self.0.pop();
    }
}
