//! Leaves out problems that are only consequences of another reported problem.

use crate::diagnostic::{Diagnostic, Diagnostics};
use crate::model::load::{UnresolvedCause, UnresolvedReference};

/// Leaves out the problems inside an element that is not closed: they follow from the missing end tag.
pub(super) fn without_problems_inside_unclosed(mut problems: Diagnostics, fatal: &Diagnostic) -> Diagnostics {
    // Problems of end tags have a second label, at the start of the element that is open.
    let [_, open, ..] = fatal.labels.as_slice() else { return problems };
    let end = open.range.end;
    // Problems in the start tag itself are preserved, because they are not consequences of the missing end tag.
    problems.retain(|problem| problem.primary_label().is_none_or(|label| label.range.start < end));
    problems
}

/// Whether the target of a reference may be an object that was not read because of a problem.
pub(super) fn may_be_dropped(reference: &UnresolvedReference) -> bool {
    matches!(reference.cause, UnresolvedCause::Missing)
}
