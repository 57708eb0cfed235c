//! Tables of bindings as JSON lines.
//!
//! The text after the first column is written once for each distinct answer, and copied for each row.

use super::rows::{AnswerRow, NodeRow, value_and_error};
use modelwright::files::{Files, display_path, open_file};
use modelwright::hiera::lookup::{read_value, write_text};
use modelwright::hiera::table::{KeyAnswers, TableAnswer};
use modelwright::records::{RecordBatches, record_source, unreadable};
use modelwright::store::{Hash, Value};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use modelwright_metamodel::input::Limits;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::Path;

/// How many bytes of rows are collected before they are written.
const BUFFER_SIZE: usize = 1 << 16;

/// Writes the groups of nodes.
pub(super) fn write_groups(nodes: &[NodeRow], out: &mut dyn Write) -> io::Result<()> {
    let mut line = String::new();
    for (node, group) in nodes {
        line.clear();
        line.push_str("{\"node\":");
        write_text(node, &mut line);
        let _ = writeln!(line, ",\"group\":{group}}}");
        out.write_all(line.as_bytes())?;
    }
    Ok(())
}

/// Writes the rows of a key. `write_first` writes the first column: the group with a number, or in a flat table, the
/// node at a position.
pub(super) fn write_rows(
    answers: &KeyAnswers,
    rows: &[AnswerRow],
    write_first: &dyn Fn(u32, &mut String),
    out: &mut dyn Write,
) -> io::Result<()> {
    let row_ends: Vec<String> = answers.answers.iter().map(|answer| row_end(&answers.key, answer)).collect();
    let mut text = String::new();
    for (group_or_node, answer_index) in rows {
        write_first(*group_or_node, &mut text);
        text.push_str(&row_ends[*answer_index as usize]);
        if text.len() > BUFFER_SIZE {
            out.write_all(text.as_bytes())?;
            text.clear();
        }
    }
    out.write_all(text.as_bytes())
}

/// The text of a row after its first column.
fn row_end(key: &str, answer: &TableAnswer) -> String {
    let mut text = ",\"key\":".to_owned();
    write_text(key, &mut text);
    let [value, error] = value_and_error(answer);
    // The value is JSON, so it is part of the line as it is.
    let _ = write!(text, ",\"value\":{},\"error\":", value.unwrap_or("null"));
    match error {
        Some(error) => write_text(error, &mut text),
        None => text.push_str("null"),
    }
    text.push_str(",\"file\":");
    write_text(&answer.file, &mut text);
    let _ = writeln!(text, ",\"line\":{}}}", answer.line);
    text
}

/// Reads the lines of a file as objects; `visit` is called with each object. `help` is shown with a line that `visit`
/// rejects.
///
/// # Errors
/// The first line that is not a JSON object or that `visit` rejects.
pub(super) fn read_lines(
    path: &Path,
    files: &dyn Files,
    help: &str,
    mut visit: impl FnMut(Hash) -> Result<(), String>,
) -> Result<(), Box<Diagnostic>> {
    let name = display_path(path);
    let limits = Limits::default();
    // A line is held in memory, so it must not be as large as a document may be.
    let limits = Limits { document: limits.value, ..limits };
    let (file, _) = open_file(files, path)?;
    for batch in RecordBatches::new(file, &limits) {
        let batch = batch.map_err(|error| unreadable(&name, &error))?;
        for (line, record) in batch.records() {
            let source = record_source(&name, record, line, &limits)?;
            let result = match read_value(&source)? {
                Value::Hash(row) => visit(row),
                other => Err(format!("expected an object, found a value of class {}", other.class())),
            };
            result.map_err(|message| {
                let range = 0..source.text().len();
                Diagnostic::error(codes::HIERA_DATA, message).at(&source, range).help(help)
            })?;
        }
    }
    Ok(())
}
