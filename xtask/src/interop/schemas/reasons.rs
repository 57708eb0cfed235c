//! How our verdict and a schema's differ.

use modelwright_metamodel::diagnostic::Diagnostic;

/// What only one of the two finds wrong, if they differ.
pub(super) fn difference(
    errors: &[Diagnostic],
    valid: bool,
    refusal: impl FnOnce() -> String,
) -> Option<String> {
    match (errors.first(), valid) {
        (None, true) | (Some(_), false) => None,
        (None, false) => Some(format!("only the schema refuses: {}", refusal())),
        (Some(error), true) => Some(format!("only we refuse: {error}")),
    }
}
