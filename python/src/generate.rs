//! Generation of text from metamodels, and the names of formats and targets.
//!
//! Invariant: the files are those of the command `modelwright generate`. This module writes no files.

use super::metamodel::Metamodel;
use super::option_values::{values, wrong_use};
use super::problem::{Problems, error, warn};
use super::run::run;
use modelwright::codegen::{Request, files_of_directory};
use modelwright::metamodel::diagnostic::join_names;
use modelwright::workspace::Registry;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;

/// The files that a target generates from a metamodel: their texts by their paths.
#[pyfunction]
#[pyo3(signature = (target, metamodel, **options))]
pub(crate) fn generate(
    py: Python<'_>,
    target: &str,
    metamodel: &Metamodel,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<BTreeMap<String, String>> {
    let registry = Registry::standard();
    let found =
        registry.target(target).ok_or_else(|| wrong_use(py, "target", target, &join_names(targets())))?;
    let options = values(&format!("`{target}`"), found.options, options)?;
    let (core, sources) = (metamodel.core.clone(), metamodel.file_names());
    let generated = run(py, move || {
        let (files, problems) = found.generate(&Request { sources, options, ..Request::new(&core) });
        if problems.has_errors() {
            return Err(Problems::from(&problems));
        }
        let files = files_of_directory(files).map_err(Problems::from)?;
        Ok((files, Problems::from(&problems)))
    })?;
    let (files, problems) = generated.map_err(|problems| error(py, problems))?;
    warn(py, &problems)?;
    Ok(files.into_iter().map(|file| (file.path, file.text)).collect())
}

/// The names of the targets that `generate` accepts.
#[pyfunction]
pub(crate) fn targets() -> Vec<&'static str> {
    // A target with a script needs a process with limits, which only the command has (decision 11).
    Registry::standard()
        .targets()
        .filter(|target| target.script.is_none())
        .map(|target| target.name)
        .collect()
}

/// The names of the formats, each with whether it can be read and whether it can be written.
#[pyfunction]
pub(crate) fn formats() -> BTreeMap<&'static str, (bool, bool)> {
    let registry = Registry::standard();
    let notations = registry.notations().into_iter().map(|notation| notation.name);
    notations.map(|name| (name, (registry.reader(name).is_some(), registry.format(name).is_some()))).collect()
}
