//! Converts rows: texts to columns, columns to texts, and texts to texts of another notation.
//!
//! Invariants: what a row contains is in its result or in a violation; a row that cannot be converted has no values,
//! and a violation with the reason. Columns are filled from texts whether they satisfy the rules or not, which a
//! check decides. This module does not know the rules.

mod build;
mod fit;
mod tree;

use crate::columns::Columns;
use crate::columns::plan::ROOT_STRUCT;
use crate::documents::{self, LoadedRow};
use crate::notation::Notation;
use crate::violations::Violations;
use crate::{Batch, RowType, Rows};
use arrow_array::builder::StringBuilder;
use arrow_array::{RecordBatch, RecordBatchOptions, StringArray};
use build::ObjectBuilder;
use fit::{Misfit, StructValue};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes, printable_line};
use modelwright_metamodel::output::in_memory;
use modelwright_notations::json::{self, Layout, Tokenizer};
use modelwright_notations::tree::WriteOptions;
use modelwright_notations::{xmi, yaml};
use std::sync::Arc;
use tree::Tree;

/// The maximum size of a batch that is converted, in bytes: offsets of Arrow have 31 bits.
const BATCH_BYTES: usize = 1 << 28;

/// The rows of a batch as columns of their class.
///
/// ```
/// use arrow_array::cast::AsArray;
/// use arrow_array::StringArray;
/// use modelwright_metamodel::ecore::Metamodel;
/// use modelwright_table::columns::{Columns, Depth};
/// use modelwright_table::text::Notation;
/// use modelwright_table::violations::{Limits, Violations};
/// use modelwright_table::{Batch, RowType, Rows, convert};
///
/// let literals = RowType::new(Metamodel::ecore(), "http://www.eclipse.org/emf/2002/Ecore#//EEnumLiteral")?;
/// let texts = StringArray::from(vec![r#"{"name": "red", "value": 3}"#, r#"{"name": "blue", "colour": 4}"#]);
/// let columns = Columns::new(literals.clone(), Depth::default());
/// let batch = Batch::texts(&literals, Notation::Json, &texts)?;
/// let mut losses = Violations::new(Limits::default());
/// let converted = convert::to_columns(&batch, &columns, &Rows::counted("colours", 0), &mut losses)?;
/// assert_eq!(converted.column_by_name("name").expect("a column").as_string::<i32>().value(0), "red");
/// assert_eq!(losses.counts().faulty_rows, 1, "the second row has an unknown feature");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the batch is larger than 256 MiB.
pub fn to_columns(
    batch: &Batch<'_>,
    columns: &Columns,
    places: &Rows<'_>,
    losses: &mut Violations,
) -> Result<RecordBatch, Box<Diagnostic>> {
    check_size(batch)?;
    let mut builder = ObjectBuilder::new(columns.plan(), ROOT_STRUCT);
    for row in 0..batch.len() {
        let (object, problems) = fit_row(batch, columns, row);
        builder.append(object);
        losses.row(places.at(row), &problems);
    }
    let (arrays, _) = builder.finish().map_err(arrow_problem)?;
    let options = RecordBatchOptions::new().with_row_count(Some(batch.len()));
    RecordBatch::try_new_with_options(Arc::clone(columns.schema()), arrays, &options).map_err(arrow_problem)
}

/// The rows of a batch as texts. Rows that cannot be written, or with which the texts would exceed 2 GiB, are null and
/// reported in `losses`.
///
/// ```
/// use arrow_array::StringArray;
/// use modelwright_metamodel::ecore::Metamodel;
/// use modelwright_table::text::Notation;
/// use modelwright_table::violations::{Limits, Violations};
/// use modelwright_table::{Batch, RowType, Rows, convert};
///
/// let literals = RowType::new(Metamodel::ecore(), "http://www.eclipse.org/emf/2002/Ecore#//EEnumLiteral")?;
/// let texts = StringArray::from(vec!["name: red\nvalue: 3\n"]);
/// let batch = Batch::texts(&literals, Notation::Yaml, &texts)?;
/// let mut losses = Violations::new(Limits::default());
/// let json = convert::to_text(&batch, Notation::Json, &Rows::counted("colours", 0), &mut losses)?;
/// assert_eq!(json.value(0), r#"{"name":"red","value":3}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the batch is larger than 256 MiB.
pub fn to_text(
    batch: &Batch<'_>,
    notation: Notation,
    places: &Rows<'_>,
    losses: &mut Violations,
) -> Result<StringArray, Box<Diagnostic>> {
    check_size(batch)?;
    let (mut texts, mut bytes) = (StringBuilder::new(), 0usize);
    for row in 0..batch.len() {
        let (mut text, mut problems) = write_row(batch, notation, row);
        bytes = bytes.saturating_add(text.as_ref().map_or(0, String::len));
        // The offsets of a column of texts are integers of 32 bits.
        if bytes > i32::MAX as usize {
            text = None;
            problems.push(Diagnostic::error(codes::LIMIT, "the texts of the batch exceed 2 GiB"));
        }
        texts.append_option(text);
        losses.row(places.at(row), &problems);
    }
    Ok(texts.finish())
}

/// Fails if a batch is larger than [`BATCH_BYTES`].
fn check_size(batch: &Batch<'_>) -> Result<(), Box<Diagnostic>> {
    let bytes = batch.bytes();
    if bytes <= BATCH_BYTES {
        return Ok(());
    }
    let message = format!("the batch has {bytes} bytes, more than the limit of {BATCH_BYTES}");
    Err(Box::new(Diagnostic::error(codes::LIMIT, message).help("divide the batch into several")))
}

/// The problem of columns that Arrow rejects.
#[expect(clippy::needless_pass_by_value, reason = "the signature of `map_err`")]
fn arrow_problem(error: arrow_schema::ArrowError) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::CANNOT_EXPRESS, format!("Arrow rejects the columns: {error}")))
}

/// A row in the form of the columns, or `None` and the problems that prevent it.
fn fit_row(batch: &Batch<'_>, columns: &Columns, row: usize) -> (Option<StructValue>, Diagnostics) {
    let (notation, text) = match batch.text(row) {
        Ok(notation_and_text) => notation_and_text,
        Err(problem) => return (None, Diagnostics::from(*problem)),
    };
    let is_row = true;
    // The text is converted without a model, so that references keep their spelling, and rows that break rules are
    // converted, too.
    if let Some(tree) = tree_of(batch.rows(), notation, &text.source)
        && let Ok(object) = fit::fit_object(columns.plan(), ROOT_STRUCT, tree, is_row)
    {
        return (Some(object), Diagnostics::new());
    }
    // Otherwise the text is converted with a model, which reports the problems, or writes values in the form of the
    // columns.
    let loaded = documents::read(batch.rows(), notation, &text);
    let (json, mut problems) = write_loaded(&loaded, Notation::Json);
    let Some(json) = json else { return (None, problems) };
    let source = Source::new(documents::NAME, json);
    // There always is a tree, because the reader accepts everything that the writer writes.
    let Some(tree) = tree_of(batch.rows(), Notation::Json, &source) else { return (None, problems) };
    match fit::fit_object(columns.plan(), ROOT_STRUCT, tree, is_row) {
        Ok(object) => (Some(object), problems),
        Err(Misfit { field, reason }) => {
            let message = format!("`{field}` does not match the columns: {reason}");
            problems.push(Diagnostic::error(codes::CANNOT_EXPRESS, message));
            (None, problems)
        }
    }
}

/// The tree of a text; `None` if the text has a syntax error, is nested too deeply, or is XMI.
fn tree_of(rows: &RowType, notation: Notation, source: &Arc<Source>) -> Option<Tree> {
    let depth = rows.reading_limits().depth;
    match notation {
        Notation::Json => Tree::read(&mut Tokenizer::new(source.text()), depth),
        Notation::Yaml => {
            let mut tree = None;
            yaml::visit(source, &mut |tokens| tree = Tree::read(tokens, depth));
            tree
        }
        Notation::Xmi => None,
    }
}

/// A row as text, or `None` if it cannot be written; and its problems.
fn write_row(batch: &Batch<'_>, notation: Notation, row: usize) -> (Option<String>, Diagnostics) {
    // The JSON form of columns needs no model.
    if notation == Notation::Json && batch.is_of_columns() {
        return match batch.text(row) {
            Ok((_, text)) => (Some(text.source.text().to_owned()), Diagnostics::new()),
            Err(problem) => (None, Diagnostics::from(*problem)),
        };
    }
    match batch.load(row) {
        Ok(loaded) => write_loaded(&loaded, notation),
        Err(problem) => (None, Diagnostics::from(*problem)),
    }
}

/// The text of a row that was read, or `None` if it has errors or cannot be written; and the problems of reading and
/// writing it.
fn write_loaded(loaded: &LoadedRow, notation: Notation) -> (Option<String>, Diagnostics) {
    let mut problems = losses(loaded);
    if problems.has_errors() {
        return (None, problems);
    }
    match write(loaded, notation) {
        Ok((text, write_problems)) => {
            problems.append(write_problems);
            (Some(text), problems)
        }
        Err(write_problems) => {
            problems.append(write_problems);
            (None, problems)
        }
    }
}

/// The problems of reading a row, and a warning for each reference that its model does not have because the target is
/// not in the row.
fn losses(loaded: &LoadedRow) -> Diagnostics {
    let mut problems = loaded.problems.clone();
    let metamodel = loaded.model.metamodel();
    for missing in &loaded.model.document(loaded.document).missing_targets {
        let (label, id) = (metamodel.feature_label(missing.feature), &missing.id);
        let message =
            format!("the reference {label} to `{id}` is lost, because its target is not in the row");
        problems.push(Diagnostic::warning(codes::LOSS, message));
    }
    problems
}

/// Writes the document of a row; returns its text with what it does not express, or the reasons why there is none.
fn write(loaded: &LoadedRow, notation: Notation) -> Result<(String, Diagnostics), Diagnostics> {
    let LoadedRow { model, document, .. } = loaded;
    let result = in_memory(|sink| match notation {
        Notation::Json => {
            let options = json::WriteOptions {
                layout: Layout::Compact,
                untyped: true,
                ..json::WriteOptions::default()
            };
            json::write(model, *document, &options, sink)
        }
        Notation::Yaml => {
            let options = WriteOptions { untyped: true, ..WriteOptions::default() };
            yaml::write(model, *document, &options, sink)
        }
        Notation::Xmi => xmi::write(model, *document, &xmi::WriteOptions::default(), sink),
    });
    let (bytes, losses) = result?;
    // XMI is written in the encoding of its document, but columns have texts in UTF-8.
    let text = String::from_utf8(bytes).map_err(|_| {
        let encoding = model.document(*document).encoding.as_deref().unwrap_or_default();
        let encoding = printable_line(encoding);
        let message = format!(
            "the row cannot be converted to xmi: its document has the encoding {encoding} instead of UTF-8"
        );
        let help = "convert to json or yaml, or change the encoding of the document to UTF-8";
        Diagnostics::from(Diagnostic::error(codes::CANNOT_EXPRESS, message).help(help))
    })?;
    Ok((text, losses))
}
