//! Findings that people need not see, since another problem that is told has led to them.
//!
//! EMF tells of the same slip once for each of its features that are computed from another. Invariant: an object
//! that has an error keeps one. This module does not find anything.

use crate::diagnostic::{Code, Diagnostic, Diagnostics, codes};
use rustc_hash::FxHashSet;

/// What is said of a value that is not there.
const MISSING: [Code; 3] = [codes::REQUIRED, codes::TOO_FEW, codes::MISSING_TYPE];

/// Leaves out of the findings of a document what follows from others of them, or from problems of reading it.
#[must_use]
pub fn without_consequences(found: Diagnostics, read: &Diagnostics) -> Diagnostics {
    let lost: FxHashSet<&str> = of(read, codes::UNRESOLVED_REFERENCE).collect();
    let untyped: FxHashSet<String> = of(&found, codes::MISSING_TYPE).map(str::to_owned).collect();
    let mut unresolved: FxHashSet<(usize, String)> = FxHashSet::default();
    let mut left = found.without_problems();
    for finding in found {
        let address = finding.object.as_deref().unwrap_or_default();
        // The type is one feature; those with a name of their own for it are computed from that.
        let computed = finding.feature.as_deref().is_some_and(|name| COMPUTED.contains(&name));
        let follows = (MISSING.contains(&finding.code) && lost.contains(address))
            || (finding.code == codes::REQUIRED && computed && untyped.contains(address))
            || (finding.code == codes::UNRESOLVED_PROXY && !unresolved.insert(target(&finding)) && computed);
        if !follows {
            left.push(finding);
        }
    }
    left
}

/// Features of Ecore's that say once more what `eType` and others say.
const COMPUTED: [&str; 4] = ["eAttributeType", "eReferenceType", "eRawType", "eClassifier"];

/// The addresses of the objects with a problem.
fn of(problems: &Diagnostics, code: Code) -> impl Iterator<Item = &str> {
    problems
        .iter()
        .filter(move |problem| problem.code == code)
        .filter_map(|problem| problem.object.as_deref())
}

/// Where an unresolved reference starts, and what it refers to.
fn target(finding: &Diagnostic) -> (usize, String) {
    let start = finding.primary_label().map_or(0, |label| label.range.start);
    let uri = finding.message.split_once(super::references::REFERS).map_or("", |(_, uri)| uri);
    (start, uri.to_owned())
}
