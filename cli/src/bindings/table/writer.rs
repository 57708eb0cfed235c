//! Writes tables of bindings beside their targets, in each format.

use super::rows::{ANSWERS, FLAT, GROUPS, NodeRow, rows_of_groups, rows_of_nodes};
use super::{TableFormat, jsonl, parquet};
use crate::output::{FinishedOutput, Output, check_output_directory};
use modelwright::files::{Files, display_path};
use modelwright::hiera::lookup::write_text;
use modelwright::hiera::table::KeyAnswers;
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use std::fmt::Write as _;
use std::io::{self, BufWriter};
use std::path::Path;

/// The extensions of the files of tables, also of those that this program cannot write.
const EXTENSIONS: [&str; 2] = ["parquet", "jsonl"];

impl TableFormat {
    /// The name of the file of a table.
    pub(super) fn file_name(self, table: &str) -> String {
        let extension = match self {
            Self::Parquet => EXTENSIONS[0],
            Self::Jsonl => EXTENSIONS[1],
        };
        format!("{table}.{extension}")
    }
}

/// Checks that tables can be written into a directory, and that no others would be left in it.
///
/// # Errors
/// [`codes::CANNOT_WRITE`].
pub(super) fn check_tables(
    directory: &Path,
    tables: &[&str],
    format: TableFormat,
    files: &dyn Files,
) -> Result<(), Box<Diagnostic>> {
    if format == TableFormat::Parquet {
        parquet::check()?;
    }
    check_output_directory(directory)?;
    let new_names: Vec<String> = tables.iter().map(|table| format.file_name(table)).collect();
    let known_names = [GROUPS, ANSWERS, FLAT]
        .iter()
        .flat_map(|table| EXTENSIONS.map(|extension| format!("{table}.{extension}")));
    let Some(other) = known_names
        .filter(|name| !new_names.contains(name))
        .find(|name| files.is_file(&directory.join(name)))
    else {
        return Ok(());
    };
    let message = format!(
        "{} contains another table, {other}, which would remain beside the new ones",
        display_path(directory)
    );
    let help = "remove that table, or specify another directory";
    Err(Box::new(Diagnostic::error(codes::CANNOT_WRITE, message).help(help)))
}

/// Begins the file of a table in a directory.
fn begin(directory: &Path, table: &str, format: TableFormat) -> Result<Output, Box<Diagnostic>> {
    Output::begin(Some(&directory.join(format.file_name(table))))
}

/// Writes the groups of nodes.
pub(super) fn write_groups(
    directory: &Path,
    format: TableFormat,
    nodes: &[NodeRow],
) -> Result<FinishedOutput, Box<Diagnostic>> {
    let mut output = begin(directory, GROUPS, format)?;
    let mut out = BufWriter::new(output.sink());
    let write_result = match format {
        TableFormat::Parquet => parquet::write_groups(nodes, &mut out),
        TableFormat::Jsonl => jsonl::write_groups(nodes, &mut out),
    };
    let write_result = write_result.and_then(|()| io::Write::flush(&mut out));
    drop(out);
    write_result.map_err(|error| output.write_error(&error))?;
    output.finish()
}

/// Writes `answers` or `flat`.
pub(super) struct TableWriter<'n> {
    output: Output,
    /// The nodes of `flat`.
    nodes: Option<&'n [NodeRow]>,
    rows: RowFormat,
}

enum RowFormat {
    Parquet(Box<parquet::RowWriter>),
    /// The start of each row of `flat` up to the key, by the position of the node; empty for `answers`.
    Jsonl(Vec<String>),
}

impl<'n> TableWriter<'n> {
    /// Begins the table `answers`, or the table `flat` if nodes are given.
    pub(super) fn begin(
        directory: &Path,
        format: TableFormat,
        nodes: Option<&'n [NodeRow]>,
    ) -> Result<Self, Box<Diagnostic>> {
        let output = begin(directory, if nodes.is_some() { FLAT } else { ANSWERS }, format)?;
        let rows = match format {
            TableFormat::Parquet => {
                let writer = parquet::RowWriter::new(nodes).map_err(|error| output.write_error(&error))?;
                RowFormat::Parquet(Box::new(writer))
            }
            TableFormat::Jsonl => RowFormat::Jsonl(nodes.into_iter().flatten().map(start).collect()),
        };
        Ok(Self { output, nodes, rows })
    }

    /// Writes the rows of a key.
    pub(super) fn write(&mut self, answers: &KeyAnswers) -> Result<(), Box<Diagnostic>> {
        let rows = self.nodes.map_or_else(|| rows_of_groups(answers), |nodes| rows_of_nodes(answers, nodes));
        let out = self.output.sink();
        let write_result = match &mut self.rows {
            RowFormat::Parquet(writer) => writer.write(answers, &rows, out),
            RowFormat::Jsonl(starts) => jsonl::write_rows(
                answers,
                &rows,
                &|number: u32, text: &mut String| match starts.get(number as usize) {
                    Some(start) => text.push_str(start),
                    None => {
                        let _ = write!(text, "{{\"group\":{number}");
                    }
                },
                out,
            ),
        };
        write_result.map_err(|error| self.output.write_error(&error))
    }

    /// Completes the table, which is not renamed yet.
    pub(super) fn finish(mut self) -> Result<FinishedOutput, Box<Diagnostic>> {
        match self.rows {
            RowFormat::Parquet(writer) => {
                let write_result = writer.finish(self.output.sink());
                write_result.map_err(|error| self.output.write_error(&error))?;
            }
            RowFormat::Jsonl(_) => {}
        }
        self.output.finish()
    }
}

/// The start of a row of `flat`, up to the key.
fn start((node, _): &NodeRow) -> String {
    let mut text = "{\"node\":".to_owned();
    write_text(node, &mut text);
    text
}
