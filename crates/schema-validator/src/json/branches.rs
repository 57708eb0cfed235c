//! The errors to report for a value that matches none of several alternatives.
//!
//! An alternative whose errors are inside of the value was probably meant: the value has its kind. If there is exactly one
//! such alternative with the fewest missing or unknown members, and then the fewest errors, these are reported instead of that
//! of all alternatives.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use std::cmp::Reverse;

/// How deeply alternatives in alternatives are followed.
const DEPTH: usize = 20;

/// The errors of the nearest alternative, or the error itself.
pub(super) fn nearest<'e>(
    error: &'e ValidationError<'static>,
    depth: usize,
) -> Vec<&'e ValidationError<'static>> {
    let context = match error.kind() {
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => context,
        _ => return vec![error],
    };
    let own = error.instance_path().as_str().len();
    let reach = |branch: &Vec<ValidationError<'static>>| {
        let inside =
            branch.iter().all(|error| error.instance_path().as_str().len() > own || is_about_names(error));
        // Fewer wrong names come before fewer errors: an object of another class has most names wrong.
        let names = branch.iter().filter(|error| is_about_names(error)).count();
        inside.then_some(Reverse((names, branch.len())))
    };
    let best = context.iter().filter_map(reach).max();
    let mut nearest = context.iter().filter(|branch| best.is_some() && reach(branch) == best);
    match (nearest.next(), nearest.next()) {
        // If two alternatives are equally near, neither was certainly meant.
        (Some(branch), None) if depth < DEPTH => {
            branch.iter().flat_map(|error| self::nearest(error, depth + 1)).collect()
        }
        _ => vec![error],
    }
}

/// Whether an error is about the members that an object has, so that the value is an object as the alternative requires.
fn is_about_names(error: &ValidationError<'_>) -> bool {
    matches!(
        error.kind(),
        ValidationErrorKind::Required { .. } | ValidationErrorKind::AdditionalProperties { .. }
    )
}
