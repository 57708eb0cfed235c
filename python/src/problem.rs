//! Problems as Python values, and the exceptions that carry them.
//!
//! Invariants: a problem has the code, the words and the place that the command shows; problems are values that can be
//! pickled and compared. The classes of exceptions are in `pymodelwright/_errors.py`, because a class with two bases
//! cannot be declared here. This module finds no problems.

use modelwright::metamodel::diagnostic::{Diagnostic, Diagnostics};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};
use std::sync::Arc;

/// A problem of a document or of a metamodel.
#[pyclass(frozen, eq, hash, module = "pymodelwright", from_py_object)]
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct Problem {
    /// The stable code, such as `MW0107`.
    #[pyo3(get)]
    code: String,
    /// `error`, `warning` or `note`.
    #[pyo3(get)]
    severity: String,
    /// What is wrong.
    #[pyo3(get)]
    message: String,
    /// What to write instead, if that is known.
    #[pyo3(get)]
    help: Option<String>,
    /// The file, or the name of the text.
    #[pyo3(get)]
    path: Option<String>,
    /// The line, from 1.
    #[pyo3(get)]
    line: Option<usize>,
    /// The column in characters, from 1.
    #[pyo3(get)]
    column: Option<usize>,
    /// The line and the column of the end.
    #[pyo3(get)]
    end: Option<(usize, usize)>,
    /// The address of the object.
    #[pyo3(get)]
    object: Option<String>,
    /// The name of the feature.
    #[pyo3(get)]
    feature: Option<String>,
    /// The problem in one line, as the command shows it.
    text: String,
}

/// The fields of a problem, for pickling.
type ProblemParts = (
    String,
    String,
    String,
    Option<String>,
    Option<String>,
    Option<usize>,
    Option<usize>,
    Option<(usize, usize)>,
    Option<String>,
    Option<String>,
    String,
);

impl From<&Diagnostic> for Problem {
    fn from(diagnostic: &Diagnostic) -> Self {
        let label = diagnostic.primary_label();
        let start = label.map(|label| label.position());
        Self {
            code: diagnostic.code.id().to_string(),
            severity: diagnostic.severity.word().to_owned(),
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            path: label.map(|label| label.source.name().to_owned()),
            line: start.map(|start| start.line),
            column: start.map(|start| start.column),
            end: label.map(|label| label.end()).map(|end| (end.line, end.column)),
            object: diagnostic.object.clone(),
            feature: diagnostic.feature.clone(),
            text: diagnostic.to_string(),
        }
    }
}

#[pymethods]
impl Problem {
    #[staticmethod]
    fn _restore(parts: ProblemParts) -> Self {
        let (code, severity, message, help, path, line, column, end, object, feature, text) = parts;
        Self { code, severity, message, help, path, line, column, end, object, feature, text }
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (ProblemParts,))> {
        let this = self.clone();
        let Self { code, severity, message, help, path, line, column, end, object, feature, text } = this;
        let parts = (code, severity, message, help, path, line, column, end, object, feature, text);
        Ok((py.get_type::<Self>().getattr("_restore")?, (parts,)))
    }

    /// The problem as a dictionary, for a table of problems.
    fn to_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let row = PyDict::new(py);
        row.set_item("code", &self.code)?;
        row.set_item("severity", &self.severity)?;
        row.set_item("message", &self.message)?;
        row.set_item("path", &self.path)?;
        row.set_item("line", self.line)?;
        row.set_item("column", self.column)?;
        row.set_item("object", &self.object)?;
        row.set_item("feature", &self.feature)?;
        row.set_item("help", &self.help)?;
        Ok(row)
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    fn __repr__(&self) -> String {
        format!("<Problem {}>", self.text)
    }
}

/// Problems in the order in which they were found.
#[pyclass(frozen, eq, sequence, module = "pymodelwright", from_py_object)]
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Problems {
    list: Arc<[Problem]>,
    /// How many errors there are, including those that were only counted.
    #[pyo3(get)]
    errors: usize,
    /// How many problems were only counted, because there were too many.
    #[pyo3(get)]
    left_out: usize,
}

impl From<&Diagnostics> for Problems {
    fn from(diagnostics: &Diagnostics) -> Self {
        let list = diagnostics.iter().map(Problem::from).collect();
        Self { list, errors: diagnostics.error_count(), left_out: diagnostics.suppressed() }
    }
}

impl From<Box<Diagnostic>> for Problems {
    fn from(problem: Box<Diagnostic>) -> Self {
        Self::from(&Diagnostics::from(*problem))
    }
}

impl Problems {
    pub(crate) fn has_errors(&self) -> bool {
        self.errors > 0
    }
}

#[pymethods]
impl Problems {
    #[staticmethod]
    fn _restore(list: Vec<Problem>, errors: usize, left_out: usize) -> Self {
        Self { list: list.into(), errors, left_out }
    }

    #[expect(clippy::type_complexity, reason = "the form that Python expects")]
    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, (Vec<Problem>, usize, usize))> {
        let parts = (self.list.to_vec(), self.errors, self.left_out);
        Ok((py.get_type::<Self>().getattr("_restore")?, parts))
    }

    fn __len__(&self) -> usize {
        self.list.len()
    }

    fn __getitem__(&self, index: isize) -> PyResult<Problem> {
        let position = if index < 0 { index.checked_add_unsigned(self.list.len()) } else { Some(index) };
        let problem = position.and_then(|position| self.list.get(usize::try_from(position).ok()?));
        problem.cloned().ok_or_else(|| PyIndexError::new_err("there are fewer problems"))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let list = PyList::new(py, self.list.iter().cloned())?;
        Ok(list.try_iter()?.into_any())
    }

    /// Whether any problem is an error, so that the document is invalid.
    #[getter]
    fn get_has_errors(&self) -> bool {
        self.has_errors()
    }

    /// The problems as dictionaries, one for each row of a table.
    fn to_dicts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let rows: Vec<_> = self.list.iter().map(|problem| problem.to_dict(py)).collect::<PyResult<_>>()?;
        PyList::new(py, rows)
    }

    fn __str__(&self) -> String {
        let mut lines: Vec<String> = self.list.iter().map(|problem| problem.text.clone()).collect();
        if self.left_out > 0 {
            lines.push(format!("… and {} more", self.left_out));
        }
        lines.join("\n")
    }

    fn __repr__(&self) -> String {
        format!("<Problems: {} errors, {} problems>", self.errors, self.list.len() + self.left_out)
    }
}

/// The class of an exception or warning, by its name in `_errors.py`.
fn class<'py>(py: Python<'py>, cell: &PyOnceLock<Py<PyType>>, name: &str) -> PyResult<Bound<'py, PyType>> {
    cell.import(py, "pymodelwright._errors", name).cloned()
}

/// The exception for problems that prevent a result.
pub(crate) fn error(py: Python<'_>, problems: impl Into<Problems>) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    match class(py, &CLASS, "Error") {
        Ok(class) => PyErr::from_type(class, (problems.into(),)),
        Err(error) => error,
    }
}

/// The exception for an edit that the model rejects.
pub(crate) fn edit_error(py: Python<'_>, problem: Diagnostic) -> PyErr {
    static CLASS: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    match class(py, &CLASS, "EditError") {
        Ok(class) => PyErr::from_type(class, (Problems::from(Box::new(problem)),)),
        Err(error) => error,
    }
}

/// Warns about problems that do not prevent a result, such as content that a format cannot express.
///
/// # Errors
/// If the program makes such warnings errors.
pub(crate) fn warn(py: Python<'_>, problems: &Problems) -> PyResult<()> {
    static WARNING: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    static NOTE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    if problems.list.is_empty() {
        return Ok(());
    }
    let module = py.import("warnings")?;
    for problem in problems.list.iter() {
        let class = match problem.severity.as_str() {
            "note" => class(py, &NOTE, "ProblemNote")?,
            _ => class(py, &WARNING, "ProblemWarning")?,
        };
        let arguments = PyTuple::new(py, [class.call1((problem.clone(),))?])?;
        module.call_method1("warn", arguments)?;
    }
    Ok(())
}
