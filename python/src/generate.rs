//! Generation of text from metamodels, and the names of formats and targets.
//!
//! Invariant: the files are those of the command `modelwright generate`. This module writes no files.

use super::metamodel::Metamodel;
use super::option_values::{values, wrong_use};
use super::problem::{Problems, error, warn};
use super::run::run;
use modelwright::codegen::{Request, Target, files_of_directory};
use modelwright::metamodel::diagnostic::join_names;
use modelwright::metamodel::ecore::Metamodel as Core;
use modelwright::metamodel::options::{OptionKind, OptionValues};
use modelwright::workspace::Registry;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::collections::BTreeMap;
use std::sync::Arc;

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
    let registered_target =
        registry.target(target).ok_or_else(|| wrong_use(py, "target", target, &join_names(targets())))?;
    let (options, metamodels) = with_metamodels(registered_target, options)?;
    let (core, sources) = (metamodel.core.clone(), metamodel.file_names());
    let result = run(py, move || {
        let request = Request { sources, options, metamodels, ..Request::new(&core) };
        let (files, problems) = registered_target.generate(&request);
        if problems.has_errors() {
            return Err(Problems::from(&problems));
        }
        let files = files_of_directory(files).map_err(Problems::from)?;
        Ok((files, Problems::from(&problems)))
    })?;
    let (files, problems) = result.map_err(|problems| error(py, problems))?;
    warn(py, &problems)?;
    Ok(files.into_iter().map(|file| (file.path, file.text)).collect())
}

/// The metamodels that are values of options, by the names of the options.
type OptionMetamodels = Vec<(&'static str, Arc<Core>)>;

/// The options of a target, and the metamodels that are values of options. In Python, such a value is the metamodel
/// itself; the target gets it beside the options, and the names of its files as the value of the option.
fn with_metamodels(
    target: &Target,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<(OptionValues, OptionMetamodels)> {
    let (mut metamodels, mut file_names) = (Vec::new(), OptionValues::new());
    // `values` reads ordinary options only, so the metamodels are removed from a copy.
    let ordinary_options = options.map(|options| options.copy()).transpose()?;
    for spec in target.options.iter().filter(|spec| matches!(spec.kind, OptionKind::Metamodel)) {
        let Some(ordinary_options) = &ordinary_options else { break };
        let key = spec.name.replace('-', "_");
        let Some(value) = ordinary_options.get_item(&key)? else { continue };
        let value = value.cast::<Metamodel>().map_err(|_| {
            PyTypeError::new_err(format!("`{key}` must be a Metamodel, such as that of Metamodel.load(FILE)"))
        })?;
        file_names.push(spec.name, value.get().file_names().join(", "));
        metamodels.push((spec.name, Arc::clone(&value.get().core)));
        ordinary_options.del_item(&key)?;
    }
    let mut values = values(&format!("`{}`", target.name), target.options, ordinary_options.as_ref())?;
    for (option, names) in file_names.iter() {
        names.iter().for_each(|name| values.push(option, name.clone()));
    }
    Ok((values, metamodels))
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
