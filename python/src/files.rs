//! Validation and conversion of files without models in Python.
//!
//! Invariants: the problems are those of the command `modelwright validate`, in the same order; nothing is returned or
//! written for a document with errors. This module does not know formats.

use super::metamodel::{Metamodel, text_name};
use super::model::{Input, load, workspace_for};
use super::option_values::{read_specs, reader, values};
use super::output;
use super::problem::{Problems, warn};
use super::run::run;
use modelwright::formats::{Format, WriteOptions};
use modelwright::metamodel::diagnostic::{Diagnostic, Diagnostics};
use modelwright::metamodel::options::{OptionSpec, OptionValues};
use modelwright::records::check_file;
use modelwright::workspace::{DocumentReader, LinkedDocuments, Workspace, models_below};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::path::{Path, PathBuf};

/// The problems of files, and of the models below directories.
#[pyfunction]
#[pyo3(signature = (*paths, metamodel=None, format=None, **options))]
pub(crate) fn validate(
    py: Python<'_>,
    paths: Vec<PathBuf>,
    metamodel: Option<&Metamodel>,
    format: Option<&str>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Problems> {
    if paths.is_empty() {
        return Err(PyTypeError::new_err("validate() needs at least one path"));
    }
    let reader = reader(py, format)?;
    let workspace = workspace_for(metamodel, reader, options)?;
    run(py, move || Problems::from(&check(workspace, &paths, reader)))
}

/// The problems of all files, in the order of the paths.
fn check(mut workspace: Workspace, paths: &[PathBuf], reader: Option<DocumentReader>) -> Diagnostics {
    let mut problems = Diagnostics::new();
    let files = files(&mut workspace, paths, reader, &mut problems);
    let linked =
        LinkedDocuments::new(&workspace, linked_files(&workspace, &files, reader), |loaded, findings| {
            let mut problems = loaded.diagnostics.clone();
            problems.append(findings);
            problems
        });
    for file in &files {
        let file_problems = linked.visit(file).map_or_else(|| check_file(&workspace, file, reader), Ok);
        problems.append(file_problems.unwrap_or_else(|problem| Diagnostics::from(*problem)));
    }
    problems
}

/// The files that are checked. Directories and metamodels among the paths are also searched for metamodels.
fn files(
    workspace: &mut Workspace,
    paths: &[PathBuf],
    reader: Option<DocumentReader>,
    problems: &mut Diagnostics,
) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for path in paths {
        let is_directory = workspace.files.is_directory(path);
        if is_directory {
            let notation = reader.map(DocumentReader::notation);
            let (registry, reading) = (&workspace.registry, &workspace.reading);
            let contents = models_below(registry, &*workspace.files, path, notation, reading);
            problems.append(contents.problems);
            // A directory without models is a problem, too.
            problems.extend(contents.nothing);
            files.extend(contents.models);
        } else {
            files.push(path.clone());
        }
        let is_metamodel =
            path.extension().is_some_and(|extension| extension == "ecore" || extension == "pp");
        if is_directory || is_metamodel {
            workspace.paths.push(path.clone());
        }
    }
    files
}

/// The files that may refer to each other.
fn linked_files<'f>(
    workspace: &'f Workspace,
    files: &'f [PathBuf],
    reader: Option<DocumentReader>,
) -> impl Iterator<Item = (PathBuf, &'static Format)> + 'f {
    // A single file has no other one to refer to.
    let linked = files.iter().filter(move |_| files.len() > 1);
    linked.filter_map(move |file| {
        let reader = reader.or_else(|| workspace.registry.reader_by_file(&*workspace.files, file))?;
        match reader {
            // Records are documents of their own.
            DocumentReader::Format(Format { records: Some(_), .. }) => None,
            DocumentReader::Format(format) => Some((file.clone(), format)),
            // Of importers, only type sources refer to other inputs: they may use each other's types.
            DocumentReader::Importer(importer) => {
                let format = workspace.registry.format(importer.notation().name)?;
                format.is_type_source.then(|| (file.clone(), format))
            }
        }
    })
}

/// A text or the bytes of a document.
#[derive(FromPyObject)]
pub(crate) enum TextOrBytes {
    Text(String),
    Bytes(Vec<u8>),
}

/// The problems of a text, as if it were in the file `name`.
#[pyfunction]
#[pyo3(signature = (text, metamodel=None, format=None, *, name=None, **options))]
pub(crate) fn validate_text(
    py: Python<'_>,
    text: TextOrBytes,
    metamodel: Option<&Metamodel>,
    format: Option<&str>,
    name: Option<PathBuf>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Problems> {
    let bytes = match text {
        TextOrBytes::Text(text) => text.into_bytes(),
        TextOrBytes::Bytes(bytes) => bytes,
    };
    let reader = reader(py, format)?;
    let workspace = workspace_for(metamodel, reader, options)?;
    let name = text_name(name, "text", format, &bytes)?;
    run(py, move || match load(&workspace, Input::Text(name, bytes), reader) {
        Ok(loaded) => {
            let findings = workspace.validate(&loaded);
            let mut problems = loaded.diagnostics;
            problems.append(findings);
            Problems::from(&problems)
        }
        Err(problem) => Problems::from(problem),
    })
}

/// The options for reading and those for writing, which share their names.
fn split_options(
    (read_specs, write_specs): (&[OptionSpec], &[OptionSpec]),
    options: &OptionValues,
) -> (OptionValues, OptionValues) {
    let (mut read, mut write) = (OptionValues::new(), OptionValues::new());
    for (name, values) in options.iter() {
        for (specs, target) in [(read_specs, &mut read), (write_specs, &mut write)] {
            if specs.iter().any(|spec| spec.name == name) {
                values.iter().for_each(|value| target.push(name, value.clone()));
            }
        }
    }
    (read, write)
}

/// Converts a document to a format: to a string, or to the file `output`.
#[pyfunction]
#[pyo3(signature = (path, to, *, metamodel=None, format=None, output=None, **options))]
pub(crate) fn convert(
    py: Python<'_>,
    path: PathBuf,
    to: &str,
    metamodel: Option<&Metamodel>,
    format: Option<&str>,
    output: Option<PathBuf>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Option<String>> {
    let (reader, target) = (reader(py, format)?, super::option_values::format(py, to)?);
    let read_specs = read_specs(reader);
    let mut all_specs = read_specs.clone();
    all_specs.extend(
        target.write_options.iter().filter(|spec| read_specs.iter().all(|known| known.name != spec.name)),
    );
    let values = values("the conversion", &all_specs, options)?;
    let (read_values, write_values) = split_options((&read_specs, target.write_options), &values);
    let mut workspace = workspace_for(metamodel, reader, None)?;
    workspace.reading.values = read_values;
    workspace.drops_text = !target.points_at_source;
    let result = run(py, move || {
        let loaded = load(&workspace, Input::File(path), reader).map_err(failure)?;
        if loaded.diagnostics.has_errors() {
            return Err(output::SaveFailure::Problems(Problems::from(&loaded.diagnostics)));
        }
        let read_problems = Problems::from(&loaded.diagnostics);
        let base = output.as_deref().map(|path: &Path| workspace.files.uri(path));
        let options = WriteOptions { base, values: write_values };
        let (bytes, losses) = match &output {
            Some(path) => (Vec::new(), output::save(&loaded, target, &options, path)?),
            None => output::to_bytes(&loaded, target, &options).map_err(output::SaveFailure::Problems)?,
        };
        Ok((output.is_none().then_some(bytes), [read_problems, losses]))
    })?;
    let (bytes, problems) = result.map_err(|failure| failure.into_exception(py))?;
    problems.iter().try_for_each(|problems| warn(py, problems))?;
    bytes.map(output::text).transpose()
}

/// The failure of a conversion with one problem.
fn failure(problem: Box<Diagnostic>) -> output::SaveFailure {
    output::SaveFailure::Problems(Problems::from(problem))
}
