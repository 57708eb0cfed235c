//! Answers to calls of functions that are not evaluated, from a source of the caller: a line of JSON for each call, and
//! a line of JSON for each answer.
//!
//! Invariant: an answer that does not have the documented form is an error with the reason.

use crate::json::value_text;
use crate::rich_data::{any as stored_value, value_of};
use modelwright_evaluation::evaluate::{Budget, HostError, Value};
use modelwright_metamodel::diagnostic::codes;
use modelwright_metamodel::ecore::AnyValue;
use std::collections::BTreeMap;
use std::fmt;

/// How many bytes of a call or an answer are written or read in one step of the budget.
const BYTES_PER_STEP: usize = 16;

/// A source of answers to calls of functions that are not evaluated. Threads share it.
pub trait FunctionSource: fmt::Debug + Send + Sync {
    /// The answer to a call. Both are one line of JSON.
    ///
    /// # Errors
    /// Why there is no answer, as a sentence without its period.
    fn answer(&self, call: &str) -> Result<String, String>;
}

/// Sends a call to a source, and returns the value in its answer; `None` if the source does not know the value either,
/// or the call cannot be sent because an argument cannot be written in JSON.
pub(super) fn ask(
    source: &dyn FunctionSource,
    name: &str,
    arguments: &[Value],
    variables: Option<BTreeMap<String, Value>>,
    (file, line): &(String, usize),
    budget: &mut Budget,
) -> Result<Option<Value>, HostError> {
    let Ok(arguments) = arguments.iter().map(stored_value).collect::<Result<Vec<_>, _>>() else {
        // For example, an argument is a type.
        return Ok(None);
    };
    let text = |text: &str| AnyValue::Text(text.to_owned());
    let mut parts = vec![
        ("function".to_owned(), text(name)),
        ("arguments".to_owned(), AnyValue::List(arguments)),
        ("file".to_owned(), text(file)),
        ("line".to_owned(), AnyValue::Integer(i64::try_from(*line).unwrap_or(i64::MAX))),
    ];
    if let Some(variables) = variables {
        let stored_variables =
            variables.into_iter().filter_map(|(name, value)| Some((name, stored_value(&value).ok()?)));
        parts.push(("variables".to_owned(), AnyValue::Map(stored_variables.collect())));
    }
    let call = value_text(&AnyValue::Map(parts.into_iter().collect()));
    let invalid_answer = |reason: String| {
        HostError::new(format!("the call of `{name}` has no valid answer: {reason}"))
            .with_code(codes::CATALOG_FUNCTIONS)
    };
    budget.charge(call.len() / BYTES_PER_STEP + 1, call.len())?;
    let answer = source.answer(&call).map_err(&invalid_answer)?;
    budget.charge(answer.len() / BYTES_PER_STEP + 1, answer.len())?;
    let data = AnyValue::from_text(&answer)
        .map_err(|_| invalid_answer("the answer is not JSON on one line".to_owned()))?;
    let AnyValue::Map(parts) = &data else {
        return Err(invalid_answer("the answer is not a JSON object".to_owned()));
    };
    match (parts.get("value"), parts.get("error"), parts.contains_key("unknown")) {
        (Some(value), None, false) => {
            let value = value_of(value).map_err(|reason| invalid_answer(format!("the answer {reason}")))?;
            value.charge_copy(budget)?;
            Ok(Some(value))
        }
        (None, Some(AnyValue::Text(message)), false) => {
            Err(HostError::new(format!("the function `{name}` fails: {message}")))
        }
        (None, None, true) => Ok(None),
        _ => {
            Err(invalid_answer("the answer needs one of the keys `value`, `error` and `unknown`".to_owned()))
        }
    }
}
