//! `convert_to`: the value of a key as another type, which Puppet's function `new` makes.
//!
//! Values that only Puppet has, such as times, become texts; a sensitive value stays one.

use super::super::error::LookupError;
use crate::store::{Hash, RubyKind, Value};
use modelwright_language::evaluate::{self, Budget, EvaluationLimits, Host, HostAnswer, HostError, Program};
use modelwright_language::language;
use modelwright_metamodel::diagnostic::Source;
use std::fmt::Write as _;

/// Converts a value. The arguments are a type, or a list of a type and what `new` gets after the value.
///
/// # Errors
/// If there is no such type, or the value cannot be converted to it.
pub(super) fn convert(value: &Value, arguments: &Value, key: &str) -> Result<Value, LookupError> {
    let arguments = match arguments {
        Value::Array(arguments) => arguments.as_slice(),
        one => std::slice::from_ref(one),
    };
    let Some(Value::Text(name)) = arguments.first() else {
        return Err(failure(key, "its first argument must be the name of a type"));
    };
    let ty =
        evaluate(name, &[]).ok().filter(|ty| matches!(ty, evaluate::Value::Type(_))).ok_or_else(|| {
            LookupError::mismatch(format!(
                "Invalid data type in lookup_options for key '{key}' could not parse '{name}'"
            ))
        })?;
    // A list as a list is the same, also with numbers that expressions do not support.
    match (&**name, value, &arguments[1..]) {
        ("Array", Value::Array(_), [] | [Value::Bool(_)]) | ("Hash", Value::Hash(_), []) => {
            return Ok(value.clone());
        }
        _ => {}
    }
    let mut values = vec![ty, to_evaluated(value).map_err(|fault| failure(key, &fault))?];
    for argument in &arguments[1..] {
        values.push(to_evaluated(argument).map_err(|fault| failure(key, &fault))?);
    }
    let mut call = "new(".to_owned();
    for at in 0..values.len() {
        let _ = write!(call, "{}$value{at}", if at == 0 { "" } else { ", " });
    }
    call.push(')');
    evaluate(&call, &values).map(|value| from_evaluated(&value)).map_err(|fault| failure(key, &fault))
}

fn failure(key: &str, fault: &str) -> LookupError {
    LookupError::mismatch(format!("The convert_to lookup_option for key '{key}' raised error: {fault}"))
}

fn evaluate(text: &str, values: &[evaluate::Value]) -> Result<evaluate::Value, String> {
    let (manifest, problems) = language::expressions(&Source::new("convert_to", text));
    if let Some(problem) = problems.iter().next() {
        return Err(problem.message.clone());
    }
    let host = Arguments(values);
    let program = Program::new(&manifest.expressions, &manifest.statements, &host);
    program.evaluate(&host, EvaluationLimits::default()).map_err(|problem| problem.message.clone())
}

/// The arguments of a call, as variables.
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

/// A value as one of Puppet.
///
/// # Errors
/// If Puppet's expressions have no such value.
pub(in crate::hiera) fn to_evaluated(value: &Value) -> Result<evaluate::Value, String> {
    Ok(match value {
        Value::Nil => evaluate::Value::Undef,
        Value::Bool(value) => evaluate::Value::Boolean(*value),
        Value::Integer(value) => evaluate::Value::Integer(*value),
        Value::BigInteger(digits) => return Err(format!("the number {digits} needs more than 64 bits")),
        Value::Float(value) => evaluate::Value::Float(*value),
        Value::Text(text) => evaluate::Value::string(text),
        Value::Ruby(RubyKind::Symbol, _) => evaluate::Value::Default,
        Value::Ruby(_, text) => evaluate::Value::string(text),
        Value::Sensitive(value) => evaluate::Value::sensitive(to_evaluated(value)?),
        Value::Array(items) => {
            evaluate::Value::array(items.iter().map(to_evaluated).collect::<Result<_, _>>()?)
        }
        Value::Hash(hash) => {
            let pairs = hash.iter().map(|(key, value)| Ok((to_evaluated(key)?, to_evaluated(value)?)));
            evaluate::Value::hash(pairs.collect::<Result<Vec<_>, String>>()?)
        }
    })
}

fn from_evaluated(value: &evaluate::Value) -> Value {
    match value {
        evaluate::Value::Undef => Value::Nil,
        evaluate::Value::Default => Value::text("default"),
        evaluate::Value::Boolean(value) => Value::Bool(*value),
        evaluate::Value::Integer(value) => Value::Integer(*value),
        evaluate::Value::Float(value) => Value::Float(*value),
        evaluate::Value::String(text) => Value::text(&**text),
        evaluate::Value::Array(items) => Value::Array(items.iter().map(from_evaluated).collect()),
        evaluate::Value::Hash(hash) => {
            let pairs = hash.pairs().iter().map(|(key, value)| (from_evaluated(key), from_evaluated(value)));
            Value::Hash(pairs.collect::<Hash>())
        }
        other => match other.as_sensitive() {
            Some(value) => Value::Sensitive(Box::new(from_evaluated(value))),
            None => Value::text(other.to_text()),
        },
    }
}
