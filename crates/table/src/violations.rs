//! The one table of violations: its schema, and the builder of its batches within limits.
//!
//! Invariants: every check of this crate writes the same columns; the violations of a row are numbered from 0 in the
//! order in which a single process reports them; what the limits leave out is counted. This module does not know what
//! rows contain.

use arrow_array::builder::{Int32Builder, Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Label, Position, Severity, codes};
use std::sync::{Arc, LazyLock};

static SCHEMA: LazyLock<SchemaRef> = LazyLock::new(|| {
    Arc::new(Schema::new(vec![
        Field::new("document", DataType::Utf8, false),
        Field::new("row", DataType::Int64, false),
        Field::new("ordinal", DataType::Int32, false),
        Field::new("code", DataType::Utf8, false),
        Field::new("severity", DataType::Utf8, false),
        Field::new("path", DataType::Utf8, true),
        Field::new("line", DataType::Int32, true),
        Field::new("column", DataType::Int32, true),
        Field::new("message", DataType::Utf8, false),
    ]))
});

/// The schema of violations.
///
/// * `document` and `row`: the place of the row, see [`Row`]; `ordinal`: the number of the violation in it, from 0.
/// * `code` and `severity`: the problem's code such as `MW0601`, and `error`, `warning` or `note`.
/// * `path`: the address of the object in the row, such as `//@items.0`, or its id; null without an object.
/// * `line` and `column`: the position in the text of the row, from 1, in characters; null without a text.
/// * `message`: what was expected and what was found.
///
/// All columns are of types that every engine has, so that none of them needs a conversion.
///
/// ```
/// let schema = modelwright_table::violations::schema();
/// let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
/// assert_eq!(names, ["document", "row", "ordinal", "code", "severity", "path", "line", "column", "message"]);
/// ```
#[must_use]
pub fn schema() -> SchemaRef {
    Arc::clone(&SCHEMA)
}

/// The place of a row in a table.
///
/// ```
/// use modelwright_table::violations::Row;
///
/// let row = Row { document: "orders.parquet", number: 7 };
/// assert_eq!(row.number, 7);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Row<'d> {
    /// The name of the file or the table that contains the row.
    pub document: &'d str,
    /// The number of the row in the document, however the document is divided into batches.
    pub number: i64,
}

/// The maximum numbers of violations that are stored. Further ones are only counted.
///
/// ```
/// use modelwright_table::violations::Limits;
///
/// let limits = Limits { row: 10, ..Limits::default() };
/// assert!(limits.row < limits.partition && limits.partition < limits.job);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Limits {
    /// The maximum of one row.
    pub row: usize,
    /// The maximum of one partition: everything that one [`Violations`] receives.
    pub partition: usize,
    /// The maximum of a job, see [`JobLimit`].
    pub job: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self { row: 100, partition: 100_000, job: 1_000_000 }
    }
}

/// What was checked and found. The counts of partitions are added to those of a job.
///
/// ```
/// use modelwright_table::violations::Counts;
///
/// let mut job = Counts { rows: 10, faulty_rows: 1, violations: 3, left_out: 0 };
/// job.add(Counts { rows: 5, faulty_rows: 2, violations: 2, left_out: 8 });
/// assert_eq!(job, Counts { rows: 15, faulty_rows: 3, violations: 5, left_out: 8 });
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Counts {
    /// The rows that were checked.
    pub rows: u64,
    /// The rows with violations of any severity.
    pub faulty_rows: u64,
    /// The violations that are stored.
    pub violations: u64,
    /// The violations that limits left out.
    pub left_out: u64,
}

impl Counts {
    /// Adds the counts of another partition.
    pub fn add(&mut self, other: Self) {
        self.rows += other.rows;
        self.faulty_rows += other.faulty_rows;
        self.violations += other.violations;
        self.left_out += other.left_out;
    }
}

/// The maximum size of the texts in one batch, in bytes: offsets of Arrow have 31 bits.
const BATCH_BYTES: usize = 1 << 30;

/// Collects the violations of a partition.
///
/// ```
/// use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
/// use modelwright_table::violations::{Limits, Row, Violations};
///
/// let mut violations = Violations::new(Limits { row: 2, ..Limits::default() });
/// let problem = || Diagnostic::error(codes::REQUIRED, "a name is missing").object("//@items.0");
/// let mut problems = Diagnostics::new();
/// problems.extend((0..5).map(|_| problem()));
/// violations.row(Row { document: "orders", number: 7 }, &problems);
/// let batch = violations.finish()?;
/// assert_eq!(batch.num_rows(), 3, "two violations, and a note that counts the others");
/// assert_eq!(violations.counts().left_out, 3);
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
#[derive(Debug)]
pub struct Violations {
    limits: Limits,
    counts: Counts,
    /// The bytes of texts in the next batch.
    bytes: usize,
    document: StringBuilder,
    row: Int64Builder,
    ordinal: Int32Builder,
    code: StringBuilder,
    severity: StringBuilder,
    path: StringBuilder,
    line: Int32Builder,
    column: Int32Builder,
    message: StringBuilder,
}

impl Violations {
    /// An empty list of violations, with limits.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self {
            limits,
            counts: Counts::default(),
            bytes: 0,
            document: StringBuilder::new(),
            row: Int64Builder::new(),
            ordinal: Int32Builder::new(),
            code: StringBuilder::new(),
            severity: StringBuilder::new(),
            path: StringBuilder::new(),
            line: Int32Builder::new(),
            column: Int32Builder::new(),
            message: StringBuilder::new(),
        }
    }

    /// Adds the violations of the next row, which may have none. If the limit of a row leaves some out, a note follows
    /// the others, with the number of those that are left out.
    pub fn row(&mut self, row: Row<'_>, problems: &Diagnostics) {
        self.counts.rows += 1;
        if problems.is_empty() && problems.suppressed() == 0 {
            return;
        }
        self.counts.faulty_rows += 1;
        let stored_count = self.limits.row.min(problems.iter().len());
        // The diagnostics have a limit of their own, so some problems may only be counted there.
        let left_out = problems.iter().len() - stored_count + problems.suppressed();
        let mut ordinal = 0;
        for problem in problems.iter().take(stored_count) {
            let position = problem.primary_label().map(Label::position);
            self.add(row, ordinal, problem, position);
            ordinal += 1;
        }
        if left_out > 0 {
            self.counts.left_out += left_out as u64;
            let message = match left_out {
                1 => "1 more problem of this row is left out".to_owned(),
                count => format!("{count} more problems of this row are left out"),
            };
            // A note that a limit leaves out is not a problem of the row, so it is not counted.
            self.append(row, ordinal, &Diagnostic::new(codes::LIMIT, Severity::Note, message), None);
        }
    }

    /// Adds a violation with its number in its row, or counts it as left out if a limit is reached. The row is not
    /// counted here, because [`Self::row`] counts it.
    pub(crate) fn add(
        &mut self,
        row: Row<'_>,
        ordinal: i32,
        problem: &Diagnostic,
        position: Option<Position>,
    ) {
        if !self.append(row, ordinal, problem, position) {
            self.counts.left_out += 1;
        }
    }

    /// Adds a violation, and returns whether it is within the limits.
    fn append(
        &mut self,
        row: Row<'_>,
        ordinal: i32,
        problem: &Diagnostic,
        position: Option<Position>,
    ) -> bool {
        // The position is separate from the problem, because between rows the text of the label is not available.
        let path = problem.object.as_deref();
        // One sum for three columns is stricter than Arrow, which counts the offsets of each column.
        let bytes = row.document.len() + path.map_or(0, str::len) + problem.message.len();
        let is_full = self.counts.violations >= self.limits.partition as u64;
        if is_full || self.bytes.saturating_add(bytes) > BATCH_BYTES {
            return false;
        }
        self.bytes += bytes;
        self.counts.violations += 1;
        self.document.append_value(row.document);
        self.row.append_value(row.number);
        self.ordinal.append_value(ordinal);
        self.code.append_value(problem.code.id());
        self.severity.append_value(problem.severity.word());
        self.path.append_option(path);
        self.line.append_option(position.map(|position| column_value(position.line)));
        self.column.append_option(position.map(|position| column_value(position.column)));
        self.message.append_value(&problem.message);
        true
    }

    /// The number of violations that the next batch has so far.
    #[must_use]
    pub fn len(&self) -> usize {
        self.row.values_slice().len()
    }

    /// Whether the next batch has no violations so far.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What was checked and found since the start of the partition.
    #[must_use]
    pub fn counts(&self) -> Counts {
        self.counts
    }

    /// The violations since the last batch.
    ///
    /// # Errors
    /// None that a caller can cause: the columns always match the schema.
    pub fn finish(&mut self) -> Result<RecordBatch, ArrowError> {
        // The offsets of Arrow begin again in each batch, but the limit of a partition is for all of its batches,
        // so the counts stay.
        self.bytes = 0;
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.document.finish()),
            Arc::new(self.row.finish()),
            Arc::new(self.ordinal.finish()),
            Arc::new(self.code.finish()),
            Arc::new(self.severity.finish()),
            Arc::new(self.path.finish()),
            Arc::new(self.line.finish()),
            Arc::new(self.column.finish()),
            Arc::new(self.message.finish()),
        ];
        RecordBatch::try_new(schema(), columns)
    }
}

/// The limit of a job, applied where the batches of its partitions arrive. If these arrive in a fixed order, the same
/// violations are left out in every run.
///
/// ```
/// use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
/// use modelwright_table::violations::{JobLimit, Limits, Row, Violations};
///
/// let limits = Limits { job: 3, ..Limits::default() };
/// let mut violations = Violations::new(limits);
/// let mut problems = Diagnostics::new();
/// problems.extend((0..2).map(|_| Diagnostic::error(codes::REQUIRED, "a name is missing")));
/// violations.row(Row { document: "orders", number: 7 }, &problems);
/// let batch = violations.finish()?;
/// let mut job = JobLimit::new(limits);
/// assert_eq!((job.cut(&batch).num_rows(), job.cut(&batch).num_rows(), job.left_out()), (2, 1, 1));
/// # Ok::<(), arrow_schema::ArrowError>(())
/// ```
#[derive(Debug)]
pub struct JobLimit {
    /// How many more violations are within the limit.
    remaining: usize,
    left_out: u64,
}

impl JobLimit {
    /// The limit before the first batch.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self { remaining: limits.job, left_out: 0 }
    }

    /// The part of the next batch that is within the limit.
    #[must_use]
    pub fn cut(&mut self, batch: &RecordBatch) -> RecordBatch {
        let kept_count = self.remaining.min(batch.num_rows());
        self.remaining -= kept_count;
        self.left_out += (batch.num_rows() - kept_count) as u64;
        // A slice shares the columns of the batch, so nothing is copied.
        batch.slice(0, kept_count)
    }

    /// The number of violations that the limit left out.
    #[must_use]
    pub fn left_out(&self) -> u64 {
        self.left_out
    }
}

/// A line or a column in a column of Arrow. A number that is too large is cut, because the row itself must not be lost.
pub(crate) fn column_value(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
