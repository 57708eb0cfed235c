//! Tables of Arrow that Python reads, and those that it passes, through the interface of Arrow for C.
//!
//! This module does not know what is in a table.

use arrow_array::ffi_stream::{ArrowArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{RecordBatch, RecordBatchIterator, RecordBatchReader};
use arrow_pyarrow::FromPyArrow as _;
use arrow_schema::SchemaRef;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

/// The batches of a table, batch or stream of any library.
///
/// # Errors
/// `TypeError` if a value is none of these.
pub(crate) fn read_batches(data: &Bound<'_, PyAny>) -> PyResult<Box<dyn RecordBatchReader + Send>> {
    if data.hasattr("__arrow_c_array__")? {
        let batch = RecordBatch::from_pyarrow_bound(data)?;
        let schema = batch.schema();
        return Ok(Box::new(RecordBatchIterator::new([Ok(batch)], schema)));
    }
    if data.hasattr("__arrow_c_stream__")? {
        return Ok(Box::new(ArrowArrayStreamReader::from_pyarrow_bound(data)?));
    }
    let class = data.get_type().name()?;
    let message =
        format!("expected a table, batch or stream of Arrow, found an object of the class `{class}`");
    Err(PyTypeError::new_err(message))
}

/// A stream of batches of one schema.
pub(crate) fn stream_of<'py>(
    py: Python<'py>,
    batches: &[RecordBatch],
    schema: &SchemaRef,
) -> PyResult<Bound<'py, PyCapsule>> {
    // All columns are of types that every library has, so no reader needs another schema.
    let batches: Vec<_> = batches.iter().cloned().map(Ok).collect();
    let batches = RecordBatchIterator::new(batches, SchemaRef::clone(schema));
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), c"arrow_array_stream")
}

/// Rows of a list, as a table of Arrow.
#[pyclass(frozen, name = "Table", module = "pymodelwright")]
#[derive(Debug)]
pub(crate) struct ArrowTable {
    batches: Vec<RecordBatch>,
    schema: SchemaRef,
}

impl ArrowTable {
    pub(crate) fn new(batches: Vec<RecordBatch>, schema: SchemaRef) -> Self {
        Self { batches, schema }
    }
}

#[pymethods]
impl ArrowTable {
    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The interface permits ignoring the schema that a reader requests.
        drop(requested_schema);
        stream_of(py, &self.batches, &self.schema)
    }

    fn __repr__(&self) -> String {
        format!("<Table: {} rows>", self.__len__())
    }
}
