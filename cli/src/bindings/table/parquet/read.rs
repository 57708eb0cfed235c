//! Reads the rows of Parquet files: the facts of nodes, or tables of bindings.
//!
//! Invariants: only one batch of rows is decoded at a time; a column of a type that facts do not have is an error, and
//! so is a file for which the decoder panics, as it does for some damaged ones.

use arrow_array::cast::AsArray;
use arrow_array::types::{
    Float32Type, Float64Type, Int8Type, Int16Type, Int32Type, Int64Type, UInt8Type, UInt16Type, UInt32Type,
    UInt64Type,
};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, FieldRef};
use bytes::Bytes;
use modelwright::files::{Files, display_path, read_binary_file};
use modelwright::store::{Hash, Value};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use modelwright_metamodel::input::Limits;
use parquet::arrow::arrow_reader::{
    ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;

/// Reads the rows of a file, and calls `visit` with each row.
///
/// # Errors
/// If the bytes are not Parquet, or have a column of another type, or `visit` rejects a row.
pub(in crate::bindings::table) fn read_rows(
    path: &Path,
    files: &dyn Files,
    mut visit: impl FnMut(Hash) -> Result<(), String>,
) -> Result<(), Box<Diagnostic>> {
    let name = display_path(path);
    let bytes = Bytes::from(read_binary_file(files, path, &Limits::default())?);
    let decode_error = |reason: String| {
        let message = format!("{name} cannot be read as Parquet: {reason}");
        let help = "write the file again, with Snappy or without compression";
        Box::new(Diagnostic::error(codes::CANNOT_READ, message).help(help))
    };
    let mut reader = without_panic(|| open(bytes)).map_err(decode_error)?;
    let mut row_number = 0_u64;
    while let Some(batch) = without_panic(|| reader.next().transpose()).map_err(decode_error)? {
        for row in 0..batch.num_rows() {
            row_number += 1;
            values(&batch, row).and_then(&mut visit).map_err(|message| {
                let message = format!("row {row_number} of {name} cannot be used: {message}");
                let help = "write texts, numbers, booleans, lists, structs and maps; other values as texts";
                Box::new(Diagnostic::error(codes::HIERA_DATA, message).help(help))
            })?;
        }
    }
    Ok(())
}

/// A reader of the rows of a file with these bytes.
fn open(bytes: Bytes) -> parquet::errors::Result<ParquetRecordBatchReader> {
    // The types of Parquet suffice; those of Arrow, such as dictionaries, are forms of the same values.
    let options = ArrowReaderOptions::new().with_skip_arrow_metadata(true);
    ParquetRecordBatchReaderBuilder::try_new_with_options(bytes, options)?.build()
}

/// Runs the decoder, and returns the message of its error or panic. Nothing else runs meanwhile, so no other panic is
/// hidden.
fn without_panic<T, E: std::fmt::Display>(run: impl FnOnce() -> Result<T, E>) -> Result<T, String> {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    // Unwind safety is asserted, because the caller drops the reader after an error.
    let result = panic::catch_unwind(AssertUnwindSafe(run));
    panic::set_hook(hook);
    match result {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(_) => Err("its content is damaged".to_owned()),
    }
}

/// The values of a row by the names of their columns.
fn values(batch: &RecordBatch, row: usize) -> Result<Hash, String> {
    let schema = batch.schema();
    let entries = schema.fields().iter().zip(batch.columns()).map(|(field, column)| {
        let value = value(column.as_ref(), row);
        let value = value.map_err(|ty| format!("the column {} has a value of type {ty}", field.name()))?;
        Ok((Value::text(field.name().as_str()), value))
    });
    entries.collect()
}

/// The value of a cell.
///
/// # Errors
/// The type of the cell, if facts have no values of this type.
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
        DataType::List(_) => elements(&array.as_list::<i32>().value(row))?,
        DataType::Struct(fields) => members(fields, array.as_struct().columns(), row)?,
        DataType::Map(..) => {
            let entries = array.as_map().value(row);
            let (keys, values) = (entries.column(0), entries.column(1));
            let pairs = (0..entries.len())
                .map(|position| Ok((value(keys.as_ref(), position)?, value(values.as_ref(), position)?)));
            Value::Hash(pairs.collect::<Result<Hash, DataType>>()?)
        }
        other => return Err(other.clone()),
    })
}

/// The elements of a list.
fn elements(array: &ArrayRef) -> Result<Value, DataType> {
    let elements = (0..array.len()).map(|position| value(array.as_ref(), position));
    Ok(Value::Array(elements.collect::<Result<_, _>>()?))
}

/// The members of a struct. It has all of them in all rows, but a fact may lack some.
fn members(fields: &[FieldRef], columns: &[ArrayRef], row: usize) -> Result<Value, DataType> {
    let mut members = Hash::default();
    for (field, column) in fields.iter().zip(columns) {
        let value = value(column.as_ref(), row)?;
        if value != Value::Nil {
            members.insert(Value::text(field.name().as_str()), value);
        }
    }
    Ok(Value::Hash(members))
}
