//! Reads tables of bindings.
//!
//! Invariant: a row of another form is an error with its position.

use super::jsonl::read_lines;
use super::rows::{ANSWERS, ERROR, FILE, GROUP, GROUPS, KEY, LINE, NODE, VALUE};
use super::{TableFormat, parquet};
use modelwright::bindings::table::Table;
use modelwright::files::Files;
use modelwright::hiera::lookup::to_json;
use modelwright::hiera::table::TableAnswer;
use modelwright::store::{Hash, TextKey, Value};
use modelwright_metamodel::diagnostic::Diagnostic;
use std::path::Path;

/// The format of the tables in a directory; `None` if it has none.
pub(in crate::bindings) fn format_in(directory: &Path, files: &dyn Files) -> Option<TableFormat> {
    let formats = [TableFormat::Parquet, TableFormat::Jsonl];
    let has_table =
        |format: TableFormat, table: &str| files.is_file(&directory.join(format.file_name(table)));
    formats.into_iter().find(|format| has_table(*format, GROUPS) && has_table(*format, ANSWERS))
}

/// Reads the tables of a directory.
///
/// # Errors
/// If a file cannot be read, or has a row of another form.
pub(in crate::bindings) fn read_table(
    directory: &Path,
    format: TableFormat,
    files: &dyn Files,
) -> Result<Table, Box<Diagnostic>> {
    let mut table = Table::default();
    read_rows(directory, GROUPS, format, files, |row| {
        table.add_node(text(&row, NODE)?, number(&row, GROUP)?)
    })?;
    read_rows(directory, ANSWERS, format, files, |row| {
        table.add_answer(text(&row, KEY)?, number(&row, GROUP)?, answer(&row, format)?)
    })?;
    Ok(table)
}

/// The answer of a row.
fn answer(row: &Hash, format: TableFormat) -> Result<TableAnswer, String> {
    let error = match row.get(&TextKey(ERROR)) {
        Some(Value::Text(message)) => Some(message.to_string()),
        _ => None,
    };
    let outcome = match error {
        Some(message) => Err(message),
        None => Ok(match (format, row.get(&TextKey(VALUE))) {
            (TableFormat::Jsonl, Some(value)) => to_json(value),
            (TableFormat::Parquet, Some(Value::Text(json))) => json.to_string(),
            _ => return Err("the row has neither a value nor an error".to_owned()),
        }),
    };
    Ok(TableAnswer { outcome, file: text(row, FILE)?, line: number(row, LINE)? })
}

/// The text in a column of a row.
fn text(row: &Hash, column: &str) -> Result<String, String> {
    let text = row.get(&TextKey(column)).and_then(Value::as_text);
    text.map(str::to_owned).ok_or_else(|| format!("the value in the column {column} is not a text"))
}

/// The number in a column of a row.
fn number(row: &Hash, column: &str) -> Result<u32, String> {
    let number = match row.get(&TextKey(column)) {
        Some(Value::Integer(number)) => u32::try_from(*number).ok(),
        _ => None,
    };
    number.ok_or_else(|| format!("the value in the column {column} is not an unsigned 32-bit integer"))
}

/// Reads the rows of a table in a directory, and calls `visit` with each row.
fn read_rows(
    directory: &Path,
    table: &str,
    format: TableFormat,
    files: &dyn Files,
    visit: impl FnMut(Hash) -> Result<(), String>,
) -> Result<(), Box<Diagnostic>> {
    let path = directory.join(format.file_name(table));
    match format {
        TableFormat::Parquet => parquet::read_rows(&path, files, visit),
        TableFormat::Jsonl => read_lines(&path, files, "write the tables again", visit),
    }
}
