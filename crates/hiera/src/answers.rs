//! Comparison of the answers of two trees.

use super::lookup::{Answer, LookupError, answer_json};

/// What a lookup returns.
pub(super) type Outcome<'h> = Result<Option<Answer<'h>>, LookupError>;

/// Whether two answers are the same: values with their types and order, or failures with their messages. The caller
/// passes two buffers, whose contents are overwritten, so that they are not allocated for each comparison.
pub(super) fn is_same(first: &Outcome<'_>, second: &Outcome<'_>, buffers: &mut (String, String)) -> bool {
    match (first, second) {
        (Ok(None), Ok(None)) => true,
        (Ok(Some(first)), Ok(Some(second))) => {
            let (first_json, second_json) = buffers;
            first_json.clear();
            second_json.clear();
            answer_json(first, first_json);
            answer_json(second, second_json);
            // JSON does not show the contents of sensitive values, so these are compared as values.
            first_json == second_json && (!first.has_secrets() || first.to_value() == second.to_value())
        }
        // The position of a syntax error is not compared, because a model stores only its message.
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
