//! Selects the errors to report for a value that matches none of several alternatives.
//!
//! An alternative whose errors are all inside the value was probably meant, because the value itself is of the right
//! kind. If a single such alternative has the fewest missing or unknown members (then the fewest errors), its errors
//! are reported instead of those of all alternatives.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;
use std::cmp::Reverse;

/// The maximum nesting of alternatives that are followed.
const MAX_DEPTH: usize = 20;

/// The errors of the nearest alternative, or the error itself.
pub(super) fn nearest<'e>(
    error: &'e ValidationError<'static>,
    depth: usize,
) -> Vec<&'e ValidationError<'static>> {
    let context = match error.kind() {
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => context,
        _ => return vec![error],
    };
    let path_length = error.instance_path().as_str().len();
    // How near an alternative is; `None` if one of its errors is not inside the value.
    let nearness = |branch: &Vec<ValidationError<'static>>| {
        let is_inside = branch
            .iter()
            .all(|error| error.instance_path().as_str().len() > path_length || is_about_names(error));
        // Wrong names are counted first: for an object of another class, most names are wrong.
        let names = branch.iter().filter(|error| is_about_names(error)).count();
        is_inside.then_some(Reverse((names, branch.len())))
    };
    let best = context.iter().filter_map(nearness).max();
    let mut nearest = context.iter().filter(|branch| best.is_some() && nearness(branch) == best);
    match (nearest.next(), nearest.next()) {
        // If two alternatives are equally near, it is unknown which one was meant.
        (Some(branch), None) if depth < MAX_DEPTH => {
            branch.iter().flat_map(|error| self::nearest(error, depth + 1)).collect()
        }
        _ => vec![error],
    }
}

/// Whether an error is about the names of an object's members. The value is then an object, as the alternative
/// requires.
fn is_about_names(error: &ValidationError<'_>) -> bool {
    matches!(
        error.kind(),
        ValidationErrorKind::Required { .. } | ValidationErrorKind::AdditionalProperties { .. }
    )
}
