//! Checks a site in its environments: their bindings for all values of all categories, and the names of all bindings,
//! even of those that no layer includes.

use super::{PreparedRequest, Requests};
use crate::check::check;
use crate::providers;
use modelwright_metamodel::diagnostic::Diagnostics;
use rustc_hash::FxHashSet;

impl Requests<'_> {
    /// All problems of some environments, each once.
    #[must_use]
    pub fn check<'p>(&self, environments: impl IntoIterator<Item = &'p PreparedRequest>) -> Diagnostics {
        let mut all = Diagnostics::new();
        for environment in environments {
            all.append(environment.problems.clone());
            all.append(check(&environment.composition));
            all.append(providers::misnamed(&environment.directories, &self.access));
        }
        // Environments share files, so the same problem may be found several times.
        without_repetitions(all)
    }
}

/// Removes problems that repeat an earlier one at the same position.
#[must_use]
pub fn without_repetitions(problems: Diagnostics) -> Diagnostics {
    let mut seen: FxHashSet<String> = FxHashSet::default();
    let mut kept = Diagnostics::new();
    kept.extend(problems.into_iter().filter(|problem| seen.insert(problem.to_string())));
    kept
}
