//! Reads a type from its text.

use super::{EmptyHost, EvaluationLimits, Program, Type, Value};
use crate::diagnostic::Source;
use crate::language;

/// The type that a text denotes, or why it denotes no type.
///
/// # Errors
/// If the text is not an expression, or its value is not a type.
pub fn type_of_text(text: &str) -> Result<Type, String> {
    let (logic, problems) = language::logic(&Source::new("type", text), 0..text.len());
    if let Some(problem) = problems.first_error() {
        return Err(problem.message.clone());
    }
    let program = Program::new(&logic.expressions, &[logic.root], &EmptyHost);
    match program.evaluate(&EmptyHost, EvaluationLimits::default()) {
        Ok(Value::Type(ty)) => Ok(ty),
        Ok(other) => Err(format!("the text is a value of type {}, not a type", other.type_of())),
        Err(problem) => Err(problem.message.clone()),
    }
}
