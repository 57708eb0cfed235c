//! Rows of Arrow tables, checked against a metamodel: a column of texts, or the columns of a class.
//!
//! Invariants: tables are exchanged through Arrow's interfaces for C, so that every library with these can be used;
//! what does not depend on rows, such as a wrong class or column, is an exception, and a broken row a violation. This
//! module does not know engines, and decides nothing about rows.

use super::arrow::{ArrowTable, read_batches, stream_of};
use super::metamodel::Metamodel;
use super::problem::{Problems, error};
use super::run::run;
use arrow_array::{Array, Int64Array, RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, DataType, SchemaRef};
use modelwright::metamodel::diagnostic::{Diagnostic, Diagnostics, codes, join_names};
use modelwright_table::columns::{Columns, Depth};
use modelwright_table::text::Notation;
use modelwright_table::violations::{Counts, Limits, Violations, schema};
use modelwright_table::{Batch, References, RowType, Rows, references};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use std::sync::Arc;

/// Where the rows are in a table.
#[derive(Debug)]
enum Content {
    Texts { rows: RowType, notation: Notation, column: String },
    Columns(Columns),
}

/// The columns that name a row, if the table has them.
#[derive(Debug, Clone, Default)]
struct NameColumns {
    document: Option<String>,
    row: Option<String>,
}

/// Checks rows of one class. It is made once and used for any number of batches and threads; pickling sends the texts
/// of its metamodel.
#[pyclass(frozen, module = "pymodelwright")]
#[derive(Debug)]
pub(crate) struct RowCheck {
    content: Arc<Content>,
    names: NameColumns,
    limits: Limits,
    metamodel: Metamodel,
    root: String,
    format: String,
}

impl RowCheck {
    /// Calls `work` with each batch of a stream, and with the documents and numbers of its rows. These are in the
    /// columns `names`. If there are no such columns, all rows are of `document`, and are numbered from `next_row` on.
    fn for_each_batch(
        content: &Content,
        names: &NameColumns,
        input: Box<dyn RecordBatchReader + Send>,
        (document, mut next_row): (&str, i64),
        mut work: impl FnMut(&Batch<'_>, &Rows<'_>) -> Result<(), ArrowError>,
    ) -> Result<(), Failure> {
        // An empty batch comes first, so that a wrong column fails before the first row, even if there is none.
        let empty = RecordBatch::new_empty(input.schema());
        for batch in std::iter::once(Ok(empty)).chain(input) {
            let batch = batch?;
            let (numbers, documents) = (names.row_numbers(&batch)?, names.documents(&batch)?);
            let row_names = match (&documents, &numbers) {
                (Some(documents), Some(numbers)) => Rows::listed(&**documents, numbers)?,
                _ => Rows::counted(document, next_row),
            };
            let content_columns = names.without_name_columns(&batch)?;
            match content {
                Content::Texts { rows: row_type, notation, column } => {
                    let texts = column_named(&batch, column)?;
                    work(&Batch::texts(row_type, *notation, &**texts)?, &row_names)?;
                }
                Content::Columns(columns) => work(&Batch::columns(columns, &content_columns)?, &row_names)?,
            }
            next_row = next_row.saturating_add(i64::try_from(batch.num_rows()).unwrap_or(i64::MAX));
        }
        Ok(())
    }

    /// A table of what rows define or refer to, which `list_batch` lists: one batch for each batch of `data`.
    fn list_rows(
        &self,
        py: Python<'_>,
        (data, document, first_row): (&Bound<'_, PyAny>, &str, i64),
        schema: SchemaRef,
        list_batch: fn(&Batch<'_>, &Rows<'_>) -> Result<RecordBatch, ArrowError>,
    ) -> PyResult<ArrowTable> {
        let input = read_batches(data)?;
        let (content, names) = (Arc::clone(&self.content), self.names.clone());
        let document = document.to_owned();
        let result = run(py, move || {
            let mut batches = Vec::new();
            let result =
                Self::for_each_batch(&content, &names, input, (&document, first_row), |batch, row_names| {
                    batches.push(list_batch(batch, row_names)?);
                    Ok(())
                });
            result.map(|()| batches)
        })?;
        let batches = result.map_err(|failure| failure.into_exception(py))?;
        Ok(ArrowTable::new(batches, schema))
    }
}

impl Content {
    /// The type of the rows.
    fn rows(&self) -> &RowType {
        match self {
            Self::Texts { rows, .. } => rows,
            Self::Columns(columns) => columns.rows(),
        }
    }
}

impl ViolationTable {
    fn new(mut violations: Violations) -> Result<Self, ArrowError> {
        let counts = violations.counts();
        Ok(Self { batches: vec![violations.finish()?], counts })
    }
}

impl NameColumns {
    /// The column that names the documents of rows, if there is one.
    fn documents(&self, batch: &RecordBatch) -> Result<Option<Arc<dyn Array>>, Box<Diagnostic>> {
        self.document.as_deref().map(|name| column_named(batch, name).cloned()).transpose()
    }

    /// The column that numbers the rows, if there is one.
    fn row_numbers(&self, batch: &RecordBatch) -> Result<Option<Int64Array>, Box<Diagnostic>> {
        let Some(name) = self.row.as_deref() else { return Ok(None) };
        let column = column_named(batch, name)?;
        let numbers = column.as_any().downcast_ref::<Int64Array>();
        numbers.cloned().map(Some).ok_or_else(|| {
            wrong_use(format!(
                "the column `{name}` has the type {}, not {}",
                column.data_type(),
                DataType::Int64
            ))
        })
    }

    /// The batch without the columns that name rows.
    fn without_name_columns(&self, batch: &RecordBatch) -> Result<RecordBatch, ArrowError> {
        let is_name = |name: &String| Some(name) == self.document.as_ref() || Some(name) == self.row.as_ref();
        let fields = batch.schema_ref().fields().iter().enumerate();
        let kept_columns: Vec<usize> =
            fields.filter(|(_, field)| !is_name(field.name())).map(|(position, _)| position).collect();
        batch.project(&kept_columns)
    }
}

/// The column with a name.
fn column_named<'b>(batch: &'b RecordBatch, name: &str) -> Result<&'b Arc<dyn Array>, Box<Diagnostic>> {
    batch.column_by_name(name).ok_or_else(|| {
        let names = join_names(batch.schema_ref().fields().iter().map(|field| field.name().as_str()));
        wrong_use(format!("the table has no column `{name}`; its columns are {names}"))
    })
}

/// The problem of a table that does not have the required columns.
fn wrong_use(message: String) -> Box<Diagnostic> {
    Box::new(Diagnostic::error(codes::WRONG_USE, message))
}

/// Why a table could not be checked.
enum Failure {
    Problems(Problems),
    Arrow(ArrowError),
}

impl From<Box<Diagnostic>> for Failure {
    fn from(problem: Box<Diagnostic>) -> Self {
        Self::Problems(Problems::from(problem))
    }
}

impl From<ArrowError> for Failure {
    fn from(failure: ArrowError) -> Self {
        Self::Arrow(failure)
    }
}

impl Failure {
    /// The exception that Python code gets.
    fn into_exception(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Problems(problems) => error(py, problems),
            Self::Arrow(failure) => PyRuntimeError::new_err(format!("the table cannot be read: {failure}")),
        }
    }
}

/// The content of rows: texts of a format, or the columns of a class.
fn content(
    metamodel: &Metamodel,
    root: &str,
    column: Option<String>,
    format: &str,
    references: References,
) -> Result<Content, Diagnostics> {
    let rows = RowType::in_workspace(&metamodel.workspace_of_texts(), root)?.references(references);
    let Some(column) = column else { return Ok(Content::Columns(Columns::new(rows, Depth::default()))) };
    let notation = Notation::named(format).ok_or_else(|| {
        let message = format!("a column of texts cannot be in the format `{format}`");
        Diagnostics::from(Diagnostic::error(codes::WRONG_USE, message).help("choose one of: json, yaml, xmi"))
    })?;
    Ok(Content::Texts { rows, notation, column })
}

#[pymethods]
impl RowCheck {
    #[new]
    #[pyo3(signature = (metamodel, root, column=None, format="json", *, document_column=None, row_column=None,
                        row_limit=None, limit=None, references_between_rows=false))]
    #[expect(clippy::too_many_arguments, reason = "they are keyword arguments of Python")]
    fn new(
        py: Python<'_>,
        metamodel: Bound<'_, Metamodel>,
        root: String,
        column: Option<String>,
        format: &str,
        document_column: Option<String>,
        row_column: Option<String>,
        row_limit: Option<usize>,
        limit: Option<usize>,
        references_between_rows: bool,
    ) -> PyResult<Self> {
        if document_column.is_some() != row_column.is_some() {
            return Err(PyTypeError::new_err(
                "document_column and row_column must both be given, or neither of them",
            ));
        }
        let metamodel = metamodel.get().clone();
        let references = if references_between_rows { References::BetweenRows } else { References::InRow };
        let content = content(&metamodel, &root, column, format, references);
        let content = content.map_err(|problems| error(py, &problems))?;
        let default_limits = Limits::default();
        let limits = Limits {
            row: row_limit.unwrap_or(default_limits.row),
            partition: limit.unwrap_or(default_limits.partition),
            ..default_limits
        };
        let names = NameColumns { document: document_column, row: row_column };
        Ok(Self { content: Arc::new(content), names, limits, metamodel, root, format: format.to_owned() })
    }

    /// The violations of a table, batch or stream: anything with `__arrow_c_stream__` or `__arrow_c_array__`.
    ///
    /// Without columns that name rows, they are rows of `document` and are numbered from `first_row`.
    #[pyo3(signature = (data, *, document="", first_row=0))]
    fn validate(
        &self,
        py: Python<'_>,
        data: &Bound<'_, PyAny>,
        document: &str,
        first_row: i64,
    ) -> PyResult<ViolationTable> {
        let input = read_batches(data)?;
        let (content, names, limits) = (Arc::clone(&self.content), self.names.clone(), self.limits);
        let document = document.to_owned();
        let result = run(py, move || {
            let mut violations = Violations::new(limits);
            Self::for_each_batch(&content, &names, input, (&document, first_row), |batch, row_names| {
                batch.check(row_names, &mut violations);
                Ok(())
            })?;
            Ok(ViolationTable::new(violations)?)
        })?;
        result.map_err(|failure: Failure| failure.into_exception(py))
    }

    /// What rows define: the objects that have an id.
    #[pyo3(signature = (data, *, document="", first_row=0))]
    fn keys(
        &self,
        py: Python<'_>,
        data: &Bound<'_, PyAny>,
        document: &str,
        first_row: i64,
    ) -> PyResult<ArrowTable> {
        self.list_rows(py, (data, document, first_row), references::keys_schema(), references::keys)
    }

    /// What rows refer to: the references by id that have no target in their own row.
    #[pyo3(signature = (data, *, document="", first_row=0))]
    fn uses(
        &self,
        py: Python<'_>,
        data: &Bound<'_, PyAny>,
        document: &str,
        first_row: i64,
    ) -> PyResult<ArrowTable> {
        self.list_rows(py, (data, document, first_row), references::uses_schema(), references::uses)
    }

    /// The violations of uses whose column `class` is null, or a class that the reference does not allow. Without this
    /// column, no use has a target.
    fn resolve(&self, py: Python<'_>, uses: &Bound<'_, PyAny>) -> PyResult<ViolationTable> {
        let (input, content, limits) = (read_batches(uses)?, Arc::clone(&self.content), self.limits);
        let result = run(py, move || {
            let mut violations = Violations::new(limits);
            for batch in input {
                references::resolve(content.rows(), &batch?, &mut violations)?;
            }
            Ok(ViolationTable::new(violations)?)
        })?;
        result.map_err(|failure: Failure| failure.into_exception(py))
    }

    /// The violations of ids that several rows define. The table has all keys of each id in it.
    fn duplicates(&self, py: Python<'_>, keys: &Bound<'_, PyAny>) -> PyResult<ViolationTable> {
        let (input, limits) = (read_batches(keys)?, self.limits);
        let result = run(py, move || {
            let keys = input.collect::<Result<Vec<_>, _>>()?;
            let mut violations = Violations::new(limits);
            references::duplicates(&keys, &mut violations)?;
            Ok(ViolationTable::new(violations)?)
        })?;
        result.map_err(|failure: Failure| failure.into_exception(py))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let column = match &*self.content {
            Content::Texts { column, .. } => Some(column.clone()),
            Content::Columns(_) => None,
        };
        let parts = (
            self.metamodel.clone(),
            &self.root,
            column,
            &self.format,
            &self.names.document,
            &self.names.row,
            self.limits.row,
            self.limits.partition,
            self.content.rows().has_references_between_rows(),
        );
        (py.get_type::<Self>().getattr("_restore")?, parts).into_pyobject(py)
    }

    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "the parts of a pickled value")]
    fn _restore(
        py: Python<'_>,
        metamodel: Bound<'_, Metamodel>,
        root: String,
        column: Option<String>,
        format: &str,
        document_column: Option<String>,
        row_column: Option<String>,
        row_limit: usize,
        limit: usize,
        references_between_rows: bool,
    ) -> PyResult<Self> {
        Self::new(
            py,
            metamodel,
            root,
            column,
            format,
            document_column,
            row_column,
            Some(row_limit),
            Some(limit),
            references_between_rows,
        )
    }

    fn __repr__(&self) -> String {
        format!("<RowCheck of {}>", self.root)
    }
}

/// Violations of rows, as a table of Arrow.
#[pyclass(frozen, name = "Violations", module = "pymodelwright")]
#[derive(Debug)]
pub(crate) struct ViolationTable {
    batches: Vec<RecordBatch>,
    counts: Counts,
}

#[pymethods]
impl ViolationTable {
    /// How many rows were checked.
    #[getter]
    fn rows(&self) -> u64 {
        self.counts.rows
    }

    /// How many rows have violations, without those between rows.
    #[getter]
    fn faulty_rows(&self) -> u64 {
        self.counts.faulty_rows
    }

    /// How many violations the limits left out.
    #[getter]
    fn left_out(&self) -> u64 {
        self.counts.left_out
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// The violations of both, such as those of rows and those between rows.
    fn __add__(&self, other: &Bound<'_, Self>) -> Self {
        let other = other.get();
        let mut counts = self.counts;
        counts.add(other.counts);
        let batches = self.batches.iter().chain(&other.batches).cloned().collect();
        Self { batches, counts }
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface permits ignoring the schema that a reader requests.
        drop(requested_schema);
        stream_of(py, &self.batches, &schema())
    }

    fn __repr__(&self) -> String {
        let Counts { rows, faulty_rows, violations, .. } = self.counts;
        format!("<Violations: {violations} in {faulty_rows} of {rows} rows>")
    }
}

/// The violations of a table: `RowCheck` for one use.
#[pyfunction]
#[pyo3(signature = (data, metamodel, root, column=None, format="json", *, document=""))]
pub(crate) fn validate_batches(
    py: Python<'_>,
    data: &Bound<'_, PyAny>,
    metamodel: Bound<'_, Metamodel>,
    root: String,
    column: Option<String>,
    format: &str,
    document: &str,
) -> PyResult<ViolationTable> {
    let (document_column, row_column, row_limit, limit) = (None, None, None, None);
    let references_between_rows = false;
    let check = RowCheck::new(
        py,
        metamodel,
        root,
        column,
        format,
        document_column,
        row_column,
        row_limit,
        limit,
        references_between_rows,
    )?;
    let first_row = 0;
    check.validate(py, data, document, first_row)
}
