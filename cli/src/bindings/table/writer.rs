//! Writes tables of bindings beside their targets, in each format.

use super::rows::{ANSWERS, FLAT, GROUPS, NodeRow, rows_of_groups, rows_of_nodes};
use super::{TableFormat, jsonl};
#[cfg(feature = "parquet")]
use super::parquet;
use crate::output::{FinishedOutput, Output};
use modelwright::hiera::lookup::write_text;
use modelwright::hiera::table::KeyAnswers;
use modelwright_metamodel::diagnostic::Diagnostic;
use std::fmt::Write as _;
use std::io::{self, BufWriter};
use std::path::Path;

impl TableFormat {
    /// The extension of the names of files.
    pub(super) fn extension(self) -> &'static str {
        match self {
            #[cfg(feature = "parquet")]
            Self::Parquet => "parquet",
            Self::Jsonl => "jsonl",
        }
    }
}

fn begin(directory: &Path, table: &str, format: TableFormat) -> Result<Output, Box<Diagnostic>> {
    Output::begin(Some(&directory.join(format!("{table}.{}", format.extension()))))
}

/// Writes the groups of nodes.
pub(super) fn write_groups(
    directory: &Path,
    format: TableFormat,
    nodes: &[NodeRow],
) -> Result<FinishedOutput, Box<Diagnostic>> {
    let mut output = begin(directory, GROUPS, format)?;
    let mut out = BufWriter::new(output.sink());
    let written = match format {
        #[cfg(feature = "parquet")]
        TableFormat::Parquet => parquet::write_groups(nodes, &mut out),
        TableFormat::Jsonl => jsonl::write_groups(nodes, &mut out),
    };
    let written = written.and_then(|()| io::Write::flush(&mut out));
    drop(out);
    written.map_err(|error| output.write_error(&error))?;
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
    #[cfg(feature = "parquet")]
    Parquet(Box<parquet::RowWriter>),
    /// What precedes the key in the rows of each node.
    Jsonl(Vec<String>),
}

impl<'n> TableWriter<'n> {
    /// Begins `answers`, or `flat` for some nodes.
    pub(super) fn begin(
        directory: &Path,
        format: TableFormat,
        nodes: Option<&'n [NodeRow]>,
    ) -> Result<Self, Box<Diagnostic>> {
        let output = begin(directory, if nodes.is_some() { FLAT } else { ANSWERS }, format)?;
        let rows = match format {
            #[cfg(feature = "parquet")]
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
        let written = match &mut self.rows {
            #[cfg(feature = "parquet")]
            RowFormat::Parquet(writer) => writer.write(answers, &rows, out),
            RowFormat::Jsonl(starts) => {
                let first = |number: u32, text: &mut String| match starts.get(number as usize) {
                    Some(start) => text.push_str(start),
                    None => {
                        let _ = write!(text, "{{\"group\":{number}");
                    }
                };
                jsonl::write_rows(answers, &rows, &first, out)
            }
        };
        written.map_err(|error| self.output.write_error(&error))
    }

    /// Completes the table, which is not renamed yet.
    pub(super) fn finish(mut self) -> Result<FinishedOutput, Box<Diagnostic>> {
        match self.rows {
            #[cfg(feature = "parquet")]
            RowFormat::Parquet(writer) => {
                let finished = writer.finish(self.output.sink());
                finished.map_err(|error| self.output.write_error(&error))?;
            }
            RowFormat::Jsonl(_) => {}
        }
        self.output.finish()
    }
}

fn start((node, _): &NodeRow) -> String {
    let mut text = "{\"node\":".to_owned();
    write_text(node, &mut text);
    text
}
