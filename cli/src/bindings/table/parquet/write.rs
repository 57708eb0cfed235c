//! Writes tables of bindings in Parquet.
//!
//! Invariant: texts of answers are dictionaries, so that memory grows with distinct answers, not with rows.

use crate::bindings::table::rows::{
    AnswerRow, ERROR, FILE, GROUP, KEY, LINE, NODE, NodeRow, VALUE, value_and_error,
};
use arrow_array::types::Int32Type;
use arrow_array::{ArrayRef, DictionaryArray, Int32Array, RecordBatch, StringArray, UInt32Array};
use arrow_schema::{ArrowError, DataType, Field, Schema};
use modelwright::hiera::table::KeyAnswers;
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::file::properties::WriterProperties;
use std::io::{self, Write};
use std::sync::Arc;

/// The number of collected rows from which a batch is written; only the last batch may have fewer.
const BATCH_ROWS: usize = 1 << 16;

/// The largest dictionary of a column in bytes: the names of 100,000 nodes.
const MAX_DICTIONARY_BYTES: usize = 8 << 20;

/// The argument for a field whose column has a value in each row.
const NOT_NULL: bool = false;
/// The argument for a field whose column may have no value in a row.
const NULLABLE: bool = true;

/// The maximum number of rows in a row group, the unit in which Parquet files are read.
const MAX_ROWS_IN_ROW_GROUP: usize = 1 << 20;

/// An error of Arrow or Parquet as an error of writing.
fn failure(error: impl std::error::Error + Send + Sync + 'static) -> io::Error {
    io::Error::other(error)
}

/// The type of texts: a dictionary, which stores equal texts once.
fn text_type() -> DataType {
    DataType::Dictionary(Box::new(DataType::Int32), Box::new(DataType::Utf8))
}

/// The field of a column of texts; with `is_nullable`, a row may have none.
fn text(name: &str, is_nullable: bool) -> Field {
    Field::new(name, text_type(), is_nullable)
}

/// The settings of the written files.
fn properties() -> WriterProperties {
    WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        .set_dictionary_page_size_limit(MAX_DICTIONARY_BYTES)
        .set_max_row_group_row_count(Some(MAX_ROWS_IN_ROW_GROUP))
        .set_created_by("modelwright".to_owned())
        .build()
}

/// A writer whose bytes are taken out of it after each batch, so that it need not own the destination.
type BufferedWriter = ArrowWriter<Vec<u8>>;

/// Begins a file with columns of a schema.
fn begin(schema: &Arc<Schema>) -> io::Result<BufferedWriter> {
    ArrowWriter::try_new(Vec::new(), Arc::clone(schema), Some(properties())).map_err(failure)
}

/// Writes a batch of rows to `out`.
fn write_batch(
    writer: &mut BufferedWriter,
    schema: &Arc<Schema>,
    columns: Vec<ArrayRef>,
    out: &mut dyn Write,
) -> io::Result<()> {
    writer.write(&RecordBatch::try_new(Arc::clone(schema), columns).map_err(failure)?).map_err(failure)?;
    out.write_all(writer.inner())?;
    writer.inner_mut().clear();
    Ok(())
}

/// Writes the end of a file.
fn finish(writer: BufferedWriter, out: &mut dyn Write) -> io::Result<()> {
    out.write_all(&writer.into_inner().map_err(failure)?)
}

/// Writes the groups of nodes.
pub(in crate::bindings::table) fn write_groups(nodes: &[NodeRow], out: &mut dyn Write) -> io::Result<()> {
    let fields =
        vec![Field::new(NODE, DataType::Utf8, NOT_NULL), Field::new(GROUP, DataType::UInt32, NOT_NULL)];
    let schema = Arc::new(Schema::new(fields));
    let mut writer = begin(&schema)?;
    for part in nodes.chunks(BATCH_ROWS) {
        let names: StringArray = part.iter().map(|(node, _)| Some(node.as_str())).collect();
        let groups: UInt32Array = part.iter().map(|(_, group)| Some(*group)).collect();
        write_batch(&mut writer, &schema, vec![Arc::new(names), Arc::new(groups)], out)?;
    }
    finish(writer, out)
}

/// Writes rows of answers, in batches of several keys.
pub(in crate::bindings::table) struct RowWriter {
    writer: BufferedWriter,
    schema: Arc<Schema>,
    /// The names of the nodes of a flat table.
    nodes: Option<Arc<StringArray>>,
    pending: PendingRows,
}

/// Rows that are not written yet.
#[derive(Default)]
struct PendingRows {
    /// The number of the group, or the position of the node, of each row.
    groups_or_nodes: Vec<u32>,
    /// The position of the key of each row in `key_texts`.
    keys: Vec<i32>,
    /// The position of the answer of each row in each list of `texts`.
    answers: Vec<i32>,
    key_texts: Vec<String>,
    /// The line of each row.
    lines: Vec<u32>,
    /// The value, the error and the file of each distinct answer.
    texts: [Vec<Option<String>>; 3],
    /// The line of each distinct answer.
    answer_lines: Vec<u32>,
}

impl RowWriter {
    /// Begins a table of groups, or of the given nodes.
    pub(in crate::bindings::table) fn new(nodes: Option<&[NodeRow]>) -> io::Result<Self> {
        // A row has either a value or an error, and always all other columns.
        let first_field = match nodes {
            None => Field::new(GROUP, DataType::UInt32, NOT_NULL),
            Some(_) => Field::new(NODE, text_type(), NOT_NULL),
        };
        let line = Field::new(LINE, DataType::UInt32, NOT_NULL);
        let fields = vec![
            first_field,
            text(KEY, NOT_NULL),
            text(VALUE, NULLABLE),
            text(ERROR, NULLABLE),
            text(FILE, NOT_NULL),
            line,
        ];
        let schema = Arc::new(Schema::new(fields));
        let writer = begin(&schema)?;
        let names = nodes.map(|nodes| Arc::new(nodes.iter().map(|(name, _)| Some(name.as_str())).collect()));
        Ok(Self { writer, schema, nodes: names, pending: PendingRows::default() })
    }

    /// Writes the rows of a key.
    pub(in crate::bindings::table) fn write(
        &mut self,
        answers: &KeyAnswers,
        rows: &[AnswerRow],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let pending = &mut self.pending;
        let key = dictionary_position(pending.key_texts.len());
        pending.key_texts.push(answers.key.clone());
        let first_answer = pending.answer_lines.len();
        for answer in &answers.answers {
            let [value, error] = value_and_error(answer);
            for (texts, text) in pending.texts.iter_mut().zip([value, error, Some(&*answer.file)]) {
                texts.push(text.map(str::to_owned));
            }
            pending.answer_lines.push(answer.line);
        }
        for (group_or_node, answer) in rows {
            let position = first_answer + *answer as usize;
            pending.groups_or_nodes.push(*group_or_node);
            pending.keys.push(key);
            pending.answers.push(dictionary_position(position));
            pending.lines.push(pending.answer_lines[position]);
        }
        if pending.groups_or_nodes.len() >= BATCH_ROWS { self.flush(out) } else { Ok(()) }
    }

    /// Writes the pending rows as a batch.
    fn flush(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let pending = std::mem::take(&mut self.pending);
        let columns = pending.columns(self.nodes.as_ref()).map_err(failure)?;
        write_batch(&mut self.writer, &self.schema, columns, out)
    }

    /// Completes the table.
    pub(in crate::bindings::table) fn finish(mut self, out: &mut dyn Write) -> io::Result<()> {
        self.flush(out)?;
        finish(self.writer, out)
    }
}

impl PendingRows {
    /// The columns of the pending rows, in the order of the schema.
    fn columns(self, nodes: Option<&Arc<StringArray>>) -> Result<Vec<ArrayRef>, ArrowError> {
        let Self { groups_or_nodes, keys, answers, key_texts, lines, texts, .. } = self;
        let first_column: ArrayRef = match nodes {
            None => Arc::new(UInt32Array::from(groups_or_nodes)),
            Some(names) => {
                let positions: Int32Array =
                    groups_or_nodes.into_iter().map(|node| i32::try_from(node).ok()).collect();
                Arc::new(DictionaryArray::<Int32Type>::try_new(positions, Arc::clone(names) as ArrayRef)?)
            }
        };
        let keys =
            dictionary(Int32Array::from(keys), key_texts.iter().map(|key| Some(key.as_str())).collect())?;
        let mut columns = vec![first_column, keys];
        for texts in &texts {
            // A missing text is null in the column of positions: not all readers accept null in a dictionary.
            let positions: Int32Array = answers
                .iter()
                .map(|position| texts.get(*position as usize)?.as_ref().map(|_| *position))
                .collect();
            let texts = texts.iter().map(|text| Some(text.as_deref().unwrap_or_default())).collect();
            columns.push(dictionary(positions, texts)?);
        }
        columns.push(Arc::new(UInt32Array::from(lines)));
        Ok(columns)
    }
}

/// A column of texts: for each row, the position of its text in `texts`, or null.
fn dictionary(positions: Int32Array, texts: StringArray) -> Result<ArrayRef, ArrowError> {
    Ok(Arc::new(DictionaryArray::<Int32Type>::try_new(positions, Arc::new(texts))?))
}

/// A position in the dictionary of a batch as Parquet stores it. A batch has far fewer texts than `i32` can number.
fn dictionary_position(position: usize) -> i32 {
    i32::try_from(position).unwrap_or(i32::MAX)
}
