//! Keyword arguments as the options that formats and targets declare.
//!
//! Invariant: an argument is the option of the command line with the same name, hyphens written as underscores. This
//! module knows no option.

use super::problem::error;
use modelwright::formats::Format;
use modelwright::metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright::metamodel::options::{self, OptionKind, OptionSpec, OptionValue, OptionValues};
use modelwright::workspace::{DocumentReader, Registry};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyList, PyTuple};

/// The arguments as values of declared options.
///
/// # Errors
/// An `Error` for an option that is not declared, and for a value that it does not accept.
pub(crate) fn values(
    owner: &str,
    specs: &[OptionSpec],
    arguments: Option<&Bound<'_, PyDict>>,
) -> PyResult<OptionValues> {
    let mut values = OptionValues::new();
    let Some(arguments) = arguments else { return Ok(values) };
    let py = arguments.py();
    for (name, value) in arguments.iter() {
        let name = name.extract::<String>()?.replace('_', "-");
        // `None` is the same as leaving the argument out.
        if value.is_none() {
            continue;
        }
        let spec = specs.iter().find(|spec| spec.name == name || spec.alias == Some(&name));
        if value.cast::<PyList>().is_ok() || value.cast::<PyTuple>().is_ok() {
            for item in value.try_iter()? {
                values.push(spec.map_or(&*name, |spec| spec.name), option_value(&item?, spec)?);
            }
        } else {
            values.push(spec.map_or(&*name, |spec| spec.name), option_value(&value, spec)?);
        }
    }
    let problems = options::check(owner, specs, &values);
    if problems.has_errors() { Err(error(py, &problems)) } else { Ok(values) }
}

/// A Python value as the value of an option; without a declaration, it is a flag or a text. A text for a flag is
/// returned as it is, because `options::check` rejects it.
fn option_value(value: &Bound<'_, PyAny>, spec: Option<&OptionSpec>) -> PyResult<OptionValue> {
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(OptionValue::Flag(flag.is_true()));
    }
    let text = value.str()?.to_cow()?.into_owned();
    let is_flag = spec.is_some_and(|spec| matches!(spec.kind, OptionKind::Flag | OptionKind::Switch { .. }));
    match spec {
        Some(spec) if !is_flag => spec.parse(&text).map_err(|expected| {
            let message = format!("invalid value `{text}` for option `{}`: {expected}", spec.name);
            error(value.py(), &Diagnostics::from(Diagnostic::error(codes::WRONG_USE, message)))
        }),
        _ => Ok(OptionValue::Text(text)),
    }
}

/// The options of a reader; of all readers if the content determines the reader.
pub(crate) fn read_specs(reader: Option<DocumentReader>) -> Vec<OptionSpec> {
    match reader {
        Some(reader) => reader.read_options().to_vec(),
        None => {
            let mut specs: Vec<OptionSpec> = Vec::new();
            for spec in Registry::standard().readers().flat_map(DocumentReader::read_options) {
                if specs.iter().all(|known| known.name != spec.name) {
                    specs.push(*spec);
                }
            }
            specs
        }
    }
}

/// The reader with a name; `None` if no name is given.
pub(crate) fn reader(py: Python<'_>, name: Option<&str>) -> PyResult<Option<DocumentReader>> {
    let Some(name) = name else { return Ok(None) };
    let registry = Registry::standard();
    registry.reader(name).map(Some).ok_or_else(|| wrong_use(py, "format", name, &registry.reader_names()))
}

/// The format with a name.
pub(crate) fn format(py: Python<'_>, name: &str) -> PyResult<&'static Format> {
    let registry = Registry::standard();
    registry.format(name).ok_or_else(|| wrong_use(py, "format", name, &registry.format_names()))
}

/// The exception for a name that does not exist.
pub(crate) fn wrong_use(py: Python<'_>, kind: &str, name: &str, names: &str) -> PyErr {
    let problem = Diagnostic::error(codes::WRONG_USE, format!("there is no {kind} `{name}`"));
    error(py, Box::new(problem.help(format!("choose one of: {names}"))))
}
