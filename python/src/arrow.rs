//! Tables of Arrow that Python reads through the interface of Arrow for C.
//!
//! This module does not know what is in a table.

use arrow_array::{ArrayRef, RecordBatch, StructArray};
use arrow_schema::{Field, SchemaRef};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use pyo3_arrow::ffi::{ArrayIterator, to_stream_pycapsule};
use std::sync::Arc;

/// A stream of batches of one schema.
pub(crate) fn stream_of<'py>(
    py: Python<'py>,
    batches: &[RecordBatch],
    schema: &SchemaRef,
) -> PyResult<Bound<'py, PyCapsule>> {
    let field = Field::new_struct("", schema.fields().clone(), false);
    let rows = batches.iter().map(|batch| Ok(Arc::new(StructArray::from(batch.clone())) as ArrayRef));
    let stream = ArrayIterator::new(rows.collect::<Vec<_>>(), Arc::new(field));
    // The interface permits ignoring the schema that a reader requests. All columns are of types that every
    // library has, and the conversions of Arrow would make the wheel larger by a third.
    Ok(to_stream_pycapsule(py, Box::new(stream), None)?)
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
        drop(requested_schema);
        stream_of(py, &self.batches, &self.schema)
    }

    fn __repr__(&self) -> String {
        format!("<Table: {} rows>", self.__len__())
    }
}
