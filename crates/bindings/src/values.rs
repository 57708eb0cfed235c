//! Converts values of bindings in models to values of the expression language, and these to JSON and YAML.
//!
//! Values of Ruby classes without an equivalent become strings. Integers of more than 64 bits stay integers.

use super::structured::is_number;
use crate::generated::bindings as b;
use crate::hiera::lookup::value_json;
use crate::store::from_evaluated;
use modelwright_evaluation::evaluate::Value;
use modelwright_notations::tree::TreeSink as _;
use modelwright_notations::yaml::Emitter;

/// The maximum nesting depth of values.
pub const MAX_DEPTH: usize = 90;

/// The error that a value of a model is nested too deeply.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooDeep;

/// Converts a value of a model; `produce` returns the values of the producers in it.
///
/// # Errors
/// If the value is nested too deeply, or a producer fails.
pub fn from_model<E: From<TooDeep>>(
    value: &b::Value,
    produce: &mut dyn FnMut(&b::ProducerDescriptor) -> Result<Value, E>,
) -> Result<Value, E> {
    let depth = 0;
    convert(value, produce, depth)
}

/// Converts a value. `depth` is its nesting depth, and `produce` returns the values of the producers in it.
fn convert<E: From<TooDeep>>(
    value: &b::Value,
    produce: &mut dyn FnMut(&b::ProducerDescriptor) -> Result<Value, E>,
    depth: usize,
) -> Result<Value, E> {
    if depth > MAX_DEPTH {
        return Err(TooDeep.into());
    }
    Ok(match value {
        b::Value::StringValue(text) => Value::string(&text.value),
        b::Value::IntegerValue(number) => number.value.map_or(Value::Undef, Value::Integer),
        b::Value::BigIntegerValue(number) => integer(&number.value),
        b::Value::FloatValue(number) => number.value.map_or(Value::Undef, Value::Float),
        b::Value::BooleanValue(truth) => truth.value.map_or(Value::Undef, Value::Boolean),
        b::Value::UndefValue(_) => Value::Undef,
        // The text stays encrypted, because only lookups in Hiera trees decrypt (Decision 21).
        b::Value::EncryptedValue(text) => Value::string(&text.value),
        b::Value::RubyValue(other) => Value::string(&other.value),
        b::Value::ArrayValue(array) => {
            let items = array.elements.iter().map(|item| convert(item, produce, depth + 1));
            Value::array(items.collect::<Result<_, _>>()?)
        }
        b::Value::HashValue(hash) => {
            let mut pairs = Vec::with_capacity(hash.entries.len());
            for entry in &hash.entries {
                let key = convert(&entry.key, produce, depth + 1)?;
                pairs.push((key, convert(&entry.value, produce, depth + 1)?));
            }
            Value::hash(pairs)
        }
        b::Value::ProducedValue(value) => produce(&value.producer)?,
    })
}

/// The integer with the given digits. A text that is not an integer becomes a string, because JSON cannot represent it
/// as a number.
fn integer(digits: &str) -> Value {
    match digits.parse() {
        Ok(number) => Value::Integer(number),
        Err(_) if is_number(digits) && !digits.contains(['.', 'e', 'E']) => Value::BigInteger(digits.into()),
        Err(_) => Value::string(digits),
    }
}

/// Whether a value contains no producer.
#[must_use]
pub fn is_constant(value: &b::Value) -> bool {
    match value {
        b::Value::ArrayValue(array) => array.elements.iter().all(is_constant),
        b::Value::HashValue(hash) => {
            hash.entries.iter().all(|entry| is_constant(&entry.key) && is_constant(&entry.value))
        }
        b::Value::ProducedValue(_) => false,
        _ => true,
    }
}

/// The part of a value at a path of keys and indexes; `None` if there is none.
#[must_use]
pub fn part<'v>(value: &'v Value, path: &[impl AsRef<str>]) -> Option<&'v Value> {
    path.iter().try_fold(value, |value, key| {
        let key = key.as_ref();
        match value {
            // A segment is a text, so `1` may mean the key `'1'` or the different key `1`.
            Value::Hash(hash) => hash.get_text(key).or_else(|| hash.get(&Value::Integer(key.parse().ok()?))),
            Value::Array(array) => array.get(key.parse::<usize>().ok()?),
            _ => None,
        }
    })
}

/// Writes a value as JSON, in the same form as `hiera lookup`.
pub fn write_json(value: &Value, out: &mut String) {
    value_json(&from_evaluated(value), out);
}

/// A value as YAML. Keys that are not strings are converted to strings.
#[must_use]
pub fn write_yaml(value: &Value) -> String {
    let mut emitter = Emitter::new();
    emit(value, &mut emitter);
    emitter.finish()
}

/// Writes a value as YAML, with its parts.
fn emit(value: &Value, out: &mut Emitter) {
    match value {
        Value::Undef => out.null(),
        Value::Boolean(truth) => out.boolean(*truth),
        Value::Integer(number) => out.number(&number.to_string()),
        Value::BigInteger(digits) => out.number(digits),
        // `{:?}` writes `1.0` with its decimal point. YAML readers would read `1` as an integer.
        Value::Float(number) if number.is_finite() => out.number(&format!("{number:?}")),
        Value::Array(items) => {
            out.begin_list();
            items.iter().for_each(|item| emit(item, out));
            out.end_list();
        }
        Value::Hash(hash) => {
            out.begin_map();
            for (key, value) in hash.pairs() {
                out.key(&key.to_text());
                emit(value, out);
            }
            out.end_map();
        }
        Value::String(text) => out.string(text),
        other => out.string(&other.to_text()),
    }
}

/// Writes a text as a JSON string.
pub fn write_text(text: &str, out: &mut String) {
    crate::hiera::lookup::write_text(text, out);
}

/// A value in one line of limited length, for explanations.
#[must_use]
pub fn excerpt(value: &Value) -> String {
    const MAX_CHARACTERS: usize = 60;
    let text = value.to_literal();
    match text.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text,
    }
}
