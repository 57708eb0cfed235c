//! Which differences between our verdict and a schema's are meant.

use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics};

/// What a generator said that its schema cannot express.
pub(super) struct Told(Vec<String>);

impl Told {
    pub(super) fn new(losses: &Diagnostics) -> Self {
        Self(losses.iter().map(|loss| loss.message.clone()).collect())
    }
}

/// How verdicts differ where they may not.
pub(super) fn difference(
    errors: &[Diagnostic],
    valid: bool,
    told: &Told,
    refusal: impl FnOnce() -> String,
) -> Option<String> {
    match (errors.is_empty(), valid) {
        (true, true) | (false, false) => None,
        (true, false) => Some(format!("only the schema refuses: {}", refusal())),
        (false, true) => {
            let unsaid = errors.iter().find(|error| !is_told(error, told))?;
            Some(format!("only we refuse: {unsaid}"))
        }
    }
}

fn is_told(_: &Diagnostic, told: &Told) -> bool {
    told.0.is_empty() && false
}
