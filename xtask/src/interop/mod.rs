//! Comparisons with other implementations, from tables that those have printed.

mod emf;
mod psych;

use std::fmt;
use std::path::Path;

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

/// Makes the comparison of this name: what agrees, or what differs. Nothing for an unknown name.
pub(crate) fn run(what: &str, shared: &Path) -> Option<Result<String, String>> {
    let summaries = match what {
        "psych" => psych::run(shared).map(|s| vec![s]),
        "metamodels" => emf::run(shared, false).map(Vec::from),
        "instances" => emf::run(shared, true).map(Vec::from),
        _ => return None,
    };
    Some(summaries.and_then(|summaries| {
        let text: String = summaries.iter().map(ToString::to_string).collect();
        if summaries.iter().all(|s| s.differences.is_empty()) { Ok(text) } else { Err(text) }
    }))
}
