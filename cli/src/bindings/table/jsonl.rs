//! Tables of bindings as JSON lines.
//!
//! The text after the first column is written once for each distinct answer, and copied for each row.

use super::rows::{NodeRow, value_and_error};
use modelwright::hiera::lookup::{read_value, write_text};
use modelwright::hiera::table::{KeyAnswers, TableAnswer};
use modelwright::store::Value;
use modelwright_metamodel::diagnostic::{Diagnostic, Source, codes};
use std::fmt::Write as _;
use std::io::{self, BufRead, Write};

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

/// Writes the rows of a key; `first` writes the first column.
pub(super) fn write_rows(
    answers: &KeyAnswers,
    rows: &[(u32, u32)],
    first: &dyn Fn(u32, &mut String),
    out: &mut dyn Write,
) -> io::Result<()> {
    let ends: Vec<String> = answers.answers.iter().map(|answer| end(&answers.key, answer)).collect();
    let mut text = String::new();
    for (number, answer) in rows {
        first(*number, &mut text);
        text.push_str(&ends[*answer as usize]);
        if text.len() > 1 << 16 {
            out.write_all(text.as_bytes())?;
            text.clear();
        }
    }
    out.write_all(text.as_bytes())
}

/// What follows the first column.
fn end(key: &str, answer: &TableAnswer) -> String {
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

/// Reads the lines of a text as objects; `each` gets them one by one.
///
/// # Errors
/// The first line that is not JSON or that `each` rejects, with its number.
pub(super) fn read_lines(
    name: &str,
    input: impl BufRead,
    mut each: impl FnMut(Value) -> Result<(), String>,
) -> Result<(), Box<Diagnostic>> {
    for (at, line) in input.lines().enumerate() {
        let number = at + 1;
        let line = line.map_err(|error| fault(name, number, &error.to_string()))?;
        if line.trim().is_empty() {
            continue;
        }
        let value = read_value(&Source::new(name, line)).map_err(|problem| fault(name, number, &problem.message))?;
        each(value).map_err(|message| fault(name, number, &message))?;
    }
    Ok(())
}

fn fault(name: &str, line: usize, message: &str) -> Box<Diagnostic> {
    let message = format!("line {line} of {name} cannot be used: {message}");
    Box::new(Diagnostic::error(codes::HIERA_DATA, message).help("write a JSON object on each line"))
}
