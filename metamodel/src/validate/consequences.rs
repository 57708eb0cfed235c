//! Leaves out problems that only follow from another problem that is reported.
//!
//! EMF reports the same mistake once for each feature that is computed from the wrong one, and a missing supertype at
//! every subclass. Invariant: an object with errors of its own keeps at least one. No problems are found here.

use crate::diagnostic::{Code, Diagnostic, Diagnostics, codes};
use rustc_hash::FxHashSet;

/// The codes of a missing value.
const MISSING: [Code; 3] = [codes::REQUIRED, codes::TOO_FEW, codes::MISSING_TYPE];

/// Leaves out the problems that follow from others in the list, or from those that reading the document reported.
pub(super) fn without_consequences(problems: Diagnostics, reported: &Diagnostics) -> Diagnostics {
    let lost: FxHashSet<&str> = addresses(reported, codes::UNRESOLVED_REFERENCE).collect();
    let untyped: FxHashSet<String> = addresses(&problems, codes::MISSING_TYPE).map(str::to_owned).collect();
    let stated: FxHashSet<String> =
        problems.iter().filter(|p| states_target(p)).map(|p| target(p).1).collect();
    let mut unresolved: FxHashSet<(usize, String)> = FxHashSet::default();
    let mut left = problems.without_problems();
    for finding in problems {
        let address = finding.object.as_deref().unwrap_or_default();
        // The type is one feature; the others with that name are computed from it.
        let computed = finding.feature.as_deref().is_some_and(|name| COMPUTED.contains(&name));
        let follows = (MISSING.contains(&finding.code) && lost.contains(address))
            || (finding.code == codes::REQUIRED && computed && untyped.contains(address))
            || (finding.code == codes::UNRESOLVED_PROXY && !unresolved.insert(target(&finding)) && computed)
            || (is_inherited(&finding) && stated.contains(&target(&finding).1));
        if !follows {
            left.push(finding);
        }
    }
    left
}

/// Features of Ecore that are computed from `eType` and others.
const COMPUTED: [&str; 4] = ["eAttributeType", "eReferenceType", "eRawType", "eClassifier"];

/// Whether a problem is an unresolved supertype, which may be that of another class.
fn is_inherited(finding: &Diagnostic) -> bool {
    finding.code == codes::UNRESOLVED_PROXY && finding.feature.as_deref() == Some("eAllSuperTypes")
}

/// Whether a problem is an unresolved reference at its own object.
fn states_target(finding: &Diagnostic) -> bool {
    finding.code == codes::UNRESOLVED_PROXY && !is_inherited(finding)
}

/// The addresses of the objects with a problem.
fn addresses(problems: &Diagnostics, code: Code) -> impl Iterator<Item = &str> {
    problems
        .iter()
        .filter(move |problem| problem.code == code)
        .filter_map(|problem| problem.object.as_deref())
}

/// The position of an unresolved reference, and its URI.
fn target(finding: &Diagnostic) -> (usize, String) {
    let start = finding.primary_label().map_or(0, |label| label.range.start);
    let uri = finding.message.split_once(super::references::REFERS).map_or("", |(_, uri)| uri);
    (start, uri.to_owned())
}
