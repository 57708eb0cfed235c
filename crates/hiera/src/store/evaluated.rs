//! Converts values of data to values of the type language, and back.
//!
//! The type language has no values of the classes that exist only in Ruby, so these become texts. Nothing else is lost.

use super::{Hash, RubyKind, Value};
use modelwright_evaluation::evaluate;

/// The value of the type language that represents a value of data.
#[must_use]
pub fn to_evaluated(value: &Value) -> evaluate::Value {
    match value {
        Value::Nil => evaluate::Value::Undef,
        Value::Bool(truth) => evaluate::Value::Boolean(*truth),
        Value::Integer(number) => evaluate::Value::Integer(*number),
        Value::BigInteger(digits) => evaluate::Value::BigInteger((&**digits).into()),
        Value::Float(number) => evaluate::Value::Float(*number),
        // In data, Puppet's `default` is this symbol.
        Value::Ruby(RubyKind::Symbol, text) if &**text == "default" => evaluate::Value::Default,
        Value::Text(text) | Value::Ruby(_, text) => evaluate::Value::string(text),
        Value::Sensitive(value) => evaluate::Value::sensitive(to_evaluated(value)),
        Value::Array(items) => evaluate::Value::array(items.iter().map(to_evaluated).collect()),
        Value::Hash(hash) => {
            evaluate::Value::hash(hash.iter().map(|(key, value)| (to_evaluated(key), to_evaluated(value))))
        }
    }
}

/// The value of data that represents a value of the type language. Types, objects and the like become texts.
#[must_use]
pub fn from_evaluated(value: &evaluate::Value) -> Value {
    match value {
        evaluate::Value::Undef => Value::Nil,
        evaluate::Value::Boolean(truth) => Value::Bool(*truth),
        evaluate::Value::Integer(number) => Value::Integer(*number),
        evaluate::Value::BigInteger(digits) => Value::BigInteger((&**digits).into()),
        evaluate::Value::Float(number) => Value::Float(*number),
        evaluate::Value::String(text) => Value::text(&**text),
        evaluate::Value::Array(items) => Value::Array(items.iter().map(from_evaluated).collect()),
        evaluate::Value::Hash(hash) => {
            let pairs = hash.pairs().iter().map(|(key, value)| (from_evaluated(key), from_evaluated(value)));
            Value::Hash(pairs.collect::<Hash>())
        }
        // A sensitive value stays sensitive, because no text may show it.
        other => match other.as_sensitive() {
            Some(value) => Value::Sensitive(Box::new(from_evaluated(value))),
            None => Value::text(other.to_text()),
        },
    }
}
