//! Reads the rows of Parquet files: the facts of nodes, or tables of bindings.
//!
//! Invariant: only one batch of rows is decoded at a time. A column of a type that facts do not have is an error.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type,
    UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::DataType;
use bytes::Bytes;
use modelwright::files::{Files, display_path, read_binary_file};
use modelwright::store::{Hash, Value};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use modelwright_metamodel::input::Limits;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::path::Path;

/// Reads the rows of a file; `each` gets them one by one.
///
/// # Errors
/// If the bytes are not Parquet, or have a column of another type, or `each` rejects a row.
pub(in crate::bindings::table) fn read_rows(
    path: &Path,
    files: &dyn Files,
    mut each: impl FnMut(Hash) -> Result<(), String>,
) -> Result<(), Box<Diagnostic>> {
    let name = display_path(path);
    let bytes = read_binary_file(files, path, &Limits::default())?;
    let invalid = |error: &dyn std::error::Error| {
        let message = format!("{name} cannot be read as Parquet: {error}");
        Box::new(
            Diagnostic::error(codes::CANNOT_READ, message)
                .help("write the file again, with Snappy or without compression"),
        )
    };
    let reader =
        ParquetRecordBatchReaderBuilder::try_new(Bytes::from(bytes)).map_err(|error| invalid(&error))?;
    let mut number = 0_u64;
    for batch in reader.build().map_err(|error| invalid(&error))? {
        let batch: RecordBatch = batch.map_err(|error| invalid(&error))?;
        let schema = batch.schema();
        for row in 0..batch.num_rows() {
            number += 1;
            let fields = schema.fields().iter().zip(batch.columns());
            let values: Result<Hash, String> = fields
                .map(|(field, column)| {
                    let value = value(column.as_ref(), row)
                        .map_err(|ty| format!("the column {} has a value of type {ty}", field.name()))?;
                    Ok((Value::text(field.name().as_str()), value))
                })
                .collect();
            values.and_then(&mut each).map_err(|message| {
                let message = format!("row {number} of {name} cannot be used: {message}");
                let help = "facts are texts, numbers, booleans, lists, structs and maps; others can be written as text";
                Box::new(Diagnostic::error(codes::HIERA_DATA, message).help(help))
            })?;
        }
    }
    Ok(())
}

/// The value of a cell.
///
/// # Errors
/// Its type, if facts have no such values.
fn value(array: &dyn Array, row: usize) -> Result<Value, DataType> {
    if array.is_null(row) {
        return Ok(Value::Nil);
    }
    macro_rules! integer {
        ($ty:ty) => {
            Value::Integer(array.as_primitive::<$ty>().value(row).into())
        };
    }
    Ok(match array.data_type() {
        DataType::Null => Value::Nil,
        DataType::Boolean => Value::Bool(array.as_boolean().value(row)),
        DataType::Int8 => integer!(Int8Type),
        DataType::Int16 => integer!(Int16Type),
        DataType::Int32 => integer!(Int32Type),
        DataType::Int64 => integer!(Int64Type),
        DataType::UInt8 => integer!(UInt8Type),
        DataType::UInt16 => integer!(UInt16Type),
        DataType::UInt32 => integer!(UInt32Type),
        DataType::UInt64 => {
            let number = array.as_primitive::<UInt64Type>().value(row);
            i64::try_from(number)
                .map_or_else(|_| Value::BigInteger(number.to_string().into()), Value::Integer)
        }
        DataType::Float32 => Value::Float(array.as_primitive::<Float32Type>().value(row).into()),
        DataType::Float64 => Value::Float(array.as_primitive::<Float64Type>().value(row)),
        DataType::Utf8 => Value::text(array.as_string::<i32>().value(row)),
        DataType::LargeUtf8 => Value::text(array.as_string::<i64>().value(row)),
        DataType::Utf8View => Value::text(array.as_string_view().value(row)),
        DataType::Dictionary(..) => {
            let dictionary = array.as_any_dictionary();
            match value(dictionary.keys(), row)? {
                Value::Integer(at) => {
                    value(dictionary.values().as_ref(), usize::try_from(at).unwrap_or_default())?
                }
                _ => Value::Nil,
            }
        }
        DataType::List(_) => elements(&array.as_list::<i32>().value(row))?,
        DataType::LargeList(_) => elements(&array.as_list::<i64>().value(row))?,
        DataType::Struct(fields) => {
            let columns = fields.iter().zip(array.as_struct().columns());
            let members = columns.map(|(field, column)| {
                Ok((Value::text(field.name().as_str()), value(column.as_ref(), row)?))
            });
            let members = members.collect::<Result<Hash, DataType>>()?;
            // Structs have all members in all rows; a fact may lack some.
            Value::Hash(members.into_iter().filter(|(_, value)| *value != Value::Nil).collect())
        }
        DataType::Map(..) => {
            let entries = array.as_map().value(row);
            let (keys, values) = (entries.column(0), entries.column(1));
            let pairs =
                (0..entries.len()).map(|at| Ok((value(keys.as_ref(), at)?, value(values.as_ref(), at)?)));
            Value::Hash(pairs.collect::<Result<Hash, DataType>>()?)
        }
        other => return Err(other.clone()),
    })
}

fn elements(items: &ArrayRef) -> Result<Value, DataType> {
    let elements = (0..items.len()).map(|at| value(items.as_ref(), at));
    Ok(Value::Array(elements.collect::<Result<_, _>>()?))
}
