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
            Fault::Unknown(what) => format!("{what} has no meaning in Hiera"),
        }
    }
}

/// The value of a setting of a configuration.
pub(super) fn setting(given: &b::Value) -> Result<store::Value, String> {
    let mut builder = Builder::default();
    let node = value(&mut builder, given).map_err(|fault| fault.message())?;
    // The root of data must be a hash, so the value becomes that of an entry.
    let root = builder.hash(&[node, node], Place::default()).map_err(|fault| Fault::from(fault).message())?;
    Ok(builder.finish(root).to_value(node))
}

/// Adds a key and its value.
pub(super) fn entry(builder: &mut Builder, binding: &b::Binding) -> Result<[NodeIndex; 2], Fault> {
    let b::Binding { name, producer, line, column, .. } = binding;
    let name = name.as_deref().ok_or(Fault::Unknown("a binding without a name"))?;
    let key = builder.scalar(DataValue::Text(name), place(*line, *column))?;
    let produced = match producer.as_ref().ok_or(Fault::Unknown("a binding without a value"))? {
        b::ProducerDescriptor::ConstantProducer(b::ConstantProducer {
            value: it, transformer: None, ..
        }) => value(builder, it)?,
        producer => text(builder, producer, place(producer.line(), producer.column()))?,
    };
    Ok([key, produced])
}

/// Adds a text, which lookups interpolate.
fn text(builder: &mut Builder, producer: &b::ProducerDescriptor, place: Place) -> Result<NodeIndex, Fault> {
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
pub(super) fn value(builder: &mut Builder, given: &b::Value) -> Result<NodeIndex, Fault> {
    let (held, line, column) = match given {
        b::Value::UndefValue(it) => (DataValue::Nil, it.line, it.column),
        b::Value::BooleanValue(it) => (
            DataValue::Bool(it.value.ok_or(Fault::Unknown("a boolean without a value"))?),
            it.line,
            it.column,
        ),
        b::Value::IntegerValue(it) => (
            DataValue::Integer(it.value.ok_or(Fault::Unknown("an integer without a value"))?),
            it.line,
            it.column,
        ),
        b::Value::FloatValue(it) => (
            DataValue::Float(it.value.ok_or(Fault::Unknown("a number without a value"))?),
            it.line,
            it.column,
        ),
        b::Value::BigIntegerValue(it) => (DataValue::BigInteger(&it.value), it.line, it.column),
        b::Value::StringValue(it) => {
            // The conversion of data makes a producer of each text with `%{…}`. A plain string with `%{…}` was written
            // by hand and is meant literally.
            let text = literal_text(&it.value);
            return Ok(builder.scalar(DataValue::Text(&text), place(it.line, it.column))?);
        }
        // The text stays encrypted; a lookup decrypts it if it may (Decision 21).
        b::Value::EncryptedValue(it) => (DataValue::Text(&it.value), it.line, it.column),
        b::Value::RubyValue(it) => (DataValue::Ruby(it.kind, &it.value), it.line, it.column),
        b::Value::ProducedValue(it) => return text(builder, &it.producer, place(it.line, it.column)),
        b::Value::ArrayValue(it) => {
            let items = it.elements.iter().map(|item| value(builder, item));
            let items: Vec<NodeIndex> = items.collect::<Result<_, _>>()?;
            return Ok(builder.array(&items, place(it.line, it.column))?);
        }
        b::Value::HashValue(it) => {
            let mut parts = Vec::with_capacity(it.entries.len() * 2);
            for entry in &it.entries {
                parts.extend([key(builder, &entry.key)?, value(builder, &entry.value)?]);
            }
            return Ok(builder.hash(&parts, place(it.line, it.column))?);
        }
    };
    Ok(builder.scalar(held, place(line, column))?)
}

/// Adds a key of a hash, which is not interpolated here.
fn key(builder: &mut Builder, given: &b::Value) -> Result<NodeIndex, Fault> {
    match given {
        b::Value::StringValue(it) => {
            // Lookups interpolate the keys of hashes. The conversion keeps such keys as plain strings, so a `%{` in one
            // is not escaped.
            Ok(builder.scalar(DataValue::Text(&it.value), place(it.line, it.column))?)
        }
        other => value(builder, other),
    }
}

fn place(line: i64, column: i64) -> Place {
    Place {
        line: u32::try_from(line).unwrap_or_default(),
        // The columns of data have only 16 bits.
        column: u16::try_from(column).unwrap_or(if column > 0 { u16::MAX } else { 0 }),
    }
}
