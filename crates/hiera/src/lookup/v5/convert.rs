//! `convert_to`: converts the value of a key to another type, with Puppet's function `new`.
//!
//! A result that only Puppet has, such as a time, becomes a string; a sensitive result stays sensitive.

use super::super::error::LookupError;
use crate::store::{Value, from_evaluated, to_evaluated};
use modelwright_evaluation::evaluate::{
    self, Budget, EvaluationLimits, Host, HostAnswer, HostError, Program,
};
use modelwright_language::language;
use modelwright_metamodel::diagnostic::Source;
use std::fmt::Write as _;

/// Converts a value. `arguments` is a type, or a list of a type and further arguments of `new` after the value.
///
/// # Errors
/// If there is no such type, or if the value cannot be converted to it.
pub(super) fn convert(value: &Value, arguments: &Value, key: &str) -> Result<Value, LookupError> {
    let list = match arguments {
        Value::Array(list) => list.as_slice(),
        type_name => std::slice::from_ref(type_name),
    };
    let Some((Value::Text(name), further_arguments)) = list.split_first() else {
        return Err(failure(key, "its first argument must be the name of a type"));
    };
    let ty =
        evaluate(name, &[]).ok().filter(|ty| matches!(ty, evaluate::Value::Type(_))).ok_or_else(|| {
            LookupError::mismatch(format!(
                "Invalid data type in lookup_options for key '{key}' could not parse '{name}'"
            ))
        })?;
    // An array is already an array, and a hash is already a hash, so `new` would return them without a change. They are
    // not passed to `new`, because the type language has no Ruby objects such as symbols: those in them would become
    // texts.
    match (&**name, value, further_arguments) {
        ("Array", Value::Array(_), [] | [Value::Bool(_)]) | ("Hash", Value::Hash(_), []) => {
            return Ok(value.clone());
        }
        _ => {}
    }
    let mut values = vec![ty, to_evaluated(value)];
    values.extend(further_arguments.iter().map(to_evaluated));
    // The arguments are variables of the call, because their texts must not be parsed.
    let mut call = "new(".to_owned();
    for index in 0..values.len() {
        let _ = write!(call, "{}$value{index}", if index == 0 { "" } else { ", " });
    }
    call.push(')');
    evaluate(&call, &values).map(|value| from_evaluated(&value)).map_err(|fault| failure(key, &fault))
}

/// The error of a conversion that fails, with Puppet's message.
fn failure(key: &str, fault: &str) -> LookupError {
    LookupError::mismatch(format!("The convert_to lookup_option for key '{key}' raised error: {fault}"))
}

/// Evaluates a text in which `$value0`, `$value1` and so on are the given values.
fn evaluate(text: &str, values: &[evaluate::Value]) -> Result<evaluate::Value, String> {
    let (manifest, problems) = language::expressions(&Source::new("convert_to", text));
    if let Some(problem) = problems.iter().next() {
        return Err(problem.message.clone());
    }
    let host = Arguments(values);
    let program = Program::new(&manifest.expressions, &manifest.statements, &host);
    program.evaluate(&host, EvaluationLimits::default()).map_err(|problem| problem.message.clone())
}

/// The arguments of a call of `new`, as variables.
struct Arguments<'a>(&'a [evaluate::Value]);

impl Host for Arguments<'_> {
    fn resolve_variable(&self, name: &str) -> HostAnswer<u32> {
        let number = name.strip_prefix("value").and_then(|number| number.parse::<u32>().ok());
        Ok(number.filter(|number| (*number as usize) < self.0.len()))
    }

    fn read_variable(&self, variable: u32, _: &mut Budget) -> Result<evaluate::Value, HostError> {
        Ok(self.0.get(variable as usize).cloned().unwrap_or(evaluate::Value::Undef))
    }
}
