//! Comparison of the answers of two trees.

use super::lookup::{Answer, LookupError, answer_json};

/// What a lookup returns.
pub(super) type Outcome<'h> = Result<Option<Answer<'h>>, LookupError>;

/// Whether two answers are the same: values with their types and order, or failures with their messages. The contents
/// of `texts` are overwritten; the caller passes them so that they are not allocated for each comparison.
pub(super) fn is_same(first: &Outcome<'_>, second: &Outcome<'_>, texts: &mut (String, String)) -> bool {
    match (first, second) {
        (Ok(None), Ok(None)) => true,
        (Ok(Some(first)), Ok(Some(second))) => {
            texts.0.clear();
            texts.1.clear();
            answer_json(first, &mut texts.0);
            answer_json(second, &mut texts.1);
            // JSON does not show the contents of sensitive values, so these are compared as values.
            texts.0 == texts.1 && (!first.has_secrets() || first.to_value() == second.to_value())
        }
        // Where in a file a syntax error is does not count: a model only stores the message of the error.
        (Err(first), Err(second)) => {
            first.cause().is_some() == second.cause().is_some()
                && failure_message(first) == failure_message(second)
        }
        _ => false,
    }
}

/// The message of a failure; for a file that cannot be read, the message of the file's problem, without its position.
pub(super) fn failure_message(error: &LookupError) -> &str {
    error.cause().map_or(error.message(), |cause| &cause.message)
}
