//! Checks the environments of a site: their bindings for all values of all categories, and the names of all bindings,
//! even of those that no layer includes.

use super::{PreparedRequest, Requests};
use crate::check::check;
use crate::providers;
use modelwright_metamodel::diagnostic::Diagnostics;
use rustc_hash::FxHashSet;

impl Requests<'_> {
    /// All problems of the given environments; a problem that several of them have is included once.
    #[must_use]
    pub fn check<'p>(&self, environments: impl IntoIterator<Item = &'p PreparedRequest>) -> Diagnostics {
        // Environments share files, so the same problem may be found several times.
        let mut distinct = DistinctProblems::default();
        for environment in environments {
            distinct.append(environment.problems.clone());
            distinct.append(check(&environment.composition));
            distinct.append(providers::misnamed_bindings(&environment.directories, &self.access));
        }
        distinct.into_problems()
    }
}

/// Collects problems, and drops repeated problems, so that the problems of many nodes do not displace others.
#[derive(Debug, Default)]
pub struct DistinctProblems {
    /// The distinct problems.
    problems: Diagnostics,
    /// The texts of the stored problems.
    seen: FxHashSet<String>,
}

impl DistinctProblems {
    /// Adds the problems that do not repeat an earlier one at the same position.
    pub fn append(&mut self, new_problems: Diagnostics) {
        // The problems that are only counted may include errors, so the counts are added.
        self.problems.append(new_problems.without_problems());
        for problem in new_problems {
            let text = problem.to_string();
            if self.seen.contains(&text) {
                continue;
            }
            // Further problems are only counted. Their texts are not stored, because they could fill the memory.
            if !self.problems.is_full() {
                self.seen.insert(text);
            }
            self.problems.push(problem);
        }
    }

    /// The problems in the order in which they were added.
    #[must_use]
    pub fn into_problems(self) -> Diagnostics {
        self.problems
    }
}

/// Removes problems that repeat an earlier one at the same position.
#[must_use]
pub fn without_repetitions(problems: Diagnostics) -> Diagnostics {
    let mut distinct = DistinctProblems::default();
    distinct.append(problems);
    distinct.into_problems()
}
