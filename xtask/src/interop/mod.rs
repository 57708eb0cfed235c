//! Comparisons with other implementations, from tables that those have printed.

pub(crate) mod psych;

use std::fmt;

/// How a comparison went.
#[derive(Debug, Default)]
pub(crate) struct Summary {
    /// How many cases agree.
    pub(crate) agreed: usize,
    /// What differs, one text per case.
    pub(crate) differences: Vec<String>,
}

impl fmt::Display for Summary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for difference in &self.differences {
            writeln!(f, "{difference}")?;
        }
        writeln!(f, "{} of {} agree", self.agreed, self.agreed + self.differences.len())
    }
}
