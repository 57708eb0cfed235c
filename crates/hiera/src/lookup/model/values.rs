//! The values of a bindings model as the data of files.
//!
//! This module does not know which file a value belongs to.

use crate::expressions::{literal_text, producer_text};
use crate::generated::bindings as b;
use crate::source_expressions::{HieraLiteral, literal};
use crate::store::{self, Builder, DataValue, NodeIndex, Place, TooLarge};

/// The reason for which a value cannot be evaluated: the file is too large, or the value has no meaning in Hiera.
#[derive(Debug)]
pub(super) enum Fault {
    TooLarge,
    Unknown(&'static str),
}

impl From<TooLarge> for Fault {
    fn from(_: TooLarge) -> Self {
        Fault::TooLarge
    }
}

impl Fault {
    pub(super) fn message(&self) -> String {
        match self {
            Fault::TooLarge => "the file has more than 4294967295 values or bytes of text".to_owned(),
            Fault::Unknown(description) => format!("{description} has no meaning in Hiera"),
        }
    }
}

/// The value of a setting of a configuration.
pub(super) fn setting(given: &b::Value) -> Result<store::Value, String> {
    let mut builder = Builder::default();
    let node = add_value(&mut builder, given).map_err(|fault| fault.message())?;
    // The root of data must be a hash, so the value becomes that of an entry.
    let root = builder.hash(&[node, node], Place::default()).map_err(|fault| Fault::from(fault).message())?;
    Ok(builder.finish(root).to_value(node))
}

/// Adds a key and its value.
pub(super) fn add_entry(builder: &mut Builder, binding: &b::Binding) -> Result<[NodeIndex; 2], Fault> {
    let b::Binding { name, producer, line, column, .. } = binding;
    let name = name.as_deref().ok_or(Fault::Unknown("a binding without a name"))?;
    let key = builder.scalar(DataValue::Text(name), place(*line, *column))?;
    let produced = match producer.as_ref().ok_or(Fault::Unknown("a binding without a value"))? {
        b::ProducerDescriptor::ConstantProducer(b::ConstantProducer {
            value: constant,
            transformer: None,
            ..
        }) => add_value(builder, constant)?,
        producer => add_produced_value(builder, producer, place(producer.line(), producer.column()))?,
    };
    Ok([key, produced])
}

/// Adds what a producer gives: a value of a class that has no literal, or a text, which lookups interpolate.
fn add_produced_value(
    builder: &mut Builder,
    producer: &b::ProducerDescriptor,
    place: Place,
) -> Result<NodeIndex, Fault> {
    if let b::ProducerDescriptor::EvaluatingProducer(evaluating) = producer
        && evaluating.transformer.is_none()
        && let b::Expression::SourceExpression(source) = &evaluating.expression
    {
        // Values for which the type language has no literal are written as calls (Decision 30).
        match literal(&source.text) {
            Some(HieraLiteral::RubyValue(kind, text)) => {
                return Ok(builder.scalar(DataValue::Ruby(kind, &text), place)?);
            }
            Some(HieraLiteral::BigInteger(digits)) => {
                // The integer must equal the same integer in a data file, so it is big only beyond 64 bits.
                let value = digits.parse().map_or(DataValue::BigInteger(&digits), DataValue::Integer);
                return Ok(builder.scalar(value, place)?);
            }
            Some(HieraLiteral::Float(value)) => {
                return Ok(builder.scalar(DataValue::Float(value), place)?);
            }
            Some(HieraLiteral::Text(_)) | None => {}
        }
    }
    let text = producer_text(producer).ok_or(Fault::Unknown("a producer of this class"))?;
    Ok(builder.scalar(DataValue::Text(&text), place)?)
}

/// Adds a value with its parts; the depth was limited when the model was read.
pub(super) fn add_value(builder: &mut Builder, given: &b::Value) -> Result<NodeIndex, Fault> {
    let place = place(given.line(), given.column());
    let scalar = match given {
        b::Value::UndefValue(_) => DataValue::Nil,
        b::Value::BooleanValue(boolean) => {
            DataValue::Bool(boolean.value.ok_or(Fault::Unknown("a boolean without a value"))?)
        }
        b::Value::IntegerValue(integer) => {
            DataValue::Integer(integer.value.ok_or(Fault::Unknown("an integer without a value"))?)
        }
        b::Value::FloatValue(float) => {
            DataValue::Float(float.value.ok_or(Fault::Unknown("a number without a value"))?)
        }
        b::Value::BigIntegerValue(integer) => DataValue::BigInteger(&integer.value),
        b::Value::StringValue(string) => {
            // The conversion of data makes a producer of each text with `%{…}`. A plain string with `%{…}` was written
            // by hand and is meant literally.
            let text = literal_text(&string.value);
            return Ok(builder.scalar(DataValue::Text(&text), place)?);
        }
        // The text stays encrypted; a lookup decrypts it if it may (Decision 21).
        b::Value::EncryptedValue(encrypted) => DataValue::Text(&encrypted.value),
        b::Value::RubyValue(ruby) => DataValue::Ruby(ruby.kind, &ruby.value),
        b::Value::ProducedValue(produced) => return add_produced_value(builder, &produced.producer, place),
        b::Value::ArrayValue(array) => {
            let items = array.elements.iter().map(|item| add_value(builder, item));
            let items: Vec<NodeIndex> = items.collect::<Result<_, _>>()?;
            return Ok(builder.array(&items, place)?);
        }
        b::Value::HashValue(hash) => {
            let mut parts = Vec::with_capacity(hash.entries.len() * 2);
            for entry in &hash.entries {
                parts.extend([add_key(builder, &entry.key)?, add_value(builder, &entry.value)?]);
            }
            return Ok(builder.hash(&parts, place)?);
        }
    };
    Ok(builder.scalar(scalar, place)?)
}

/// Adds a key of a hash, which is not interpolated here.
fn add_key(builder: &mut Builder, key: &b::Value) -> Result<NodeIndex, Fault> {
    match key {
        b::Value::StringValue(string) => {
            // Lookups interpolate the keys of hashes. The conversion keeps such keys as plain strings, so a `%{` in one
            // is not escaped.
            Ok(builder.scalar(DataValue::Text(&string.value), place(string.line, string.column))?)
        }
        other => add_value(builder, other),
    }
}

/// A position in a data file.
fn place(line: i64, column: i64) -> Place {
    Place {
        line: u32::try_from(line).unwrap_or_default(),
        // The columns of data have only 16 bits.
        column: u16::try_from(column).unwrap_or(if column > 0 { u16::MAX } else { 0 }),
    }
}
