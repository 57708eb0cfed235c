//! Documents as bytes, as text, and as files that are never left half-written.
//!
//! Invariants: a file is replaced in one step, by a complete document; what a format cannot express is returned as
//! problems. This module does not know how formats write.

#![expect(clippy::disallowed_methods, reason = "documents are saved here, and nothing is read")]

use super::option_values::values;
use super::problem::{Problems, error};
use modelwright::files::{display_path, error_text, is_special, written_path};
use modelwright::formats::{Format, WriteOptions};
use modelwright::metamodel::diagnostic::Diagnostics;
use modelwright::metamodel::output::{Sink, WriteError, in_memory};
use modelwright::workspace::LoadedDocument;
use pyo3::exceptions::PyUnicodeDecodeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::io;
use std::path::Path;

/// The options of a format for writing.
pub(crate) fn options(target: &Format, arguments: Option<&Bound<'_, PyDict>>) -> PyResult<WriteOptions> {
    let values = values(&format!("the format {}", target.name()), target.write_options, arguments)?;
    Ok(WriteOptions { base: None, values })
}

/// Writes a document to a sink; returns what the format cannot express.
fn write(
    loaded: &LoadedDocument,
    target: &Format,
    options: &WriteOptions,
    sink: &mut dyn Sink,
) -> Result<Diagnostics, WriteError> {
    let mut losses = target.write(&loaded.model, loaded.document, options, sink)?;
    losses.extend(target.unknown_content(&loaded.model));
    Ok(losses)
}

/// A document in memory, and what the format cannot express.
pub(crate) fn to_bytes(
    loaded: &LoadedDocument,
    target: &Format,
    options: &WriteOptions,
) -> Result<(Vec<u8>, Problems), Problems> {
    let result = in_memory(|sink| write(loaded, target, options, sink));
    result
        .map(|(bytes, losses)| (bytes, Problems::from(&losses)))
        .map_err(|problems| Problems::from(&problems))
}

/// Why a document was not saved.
pub(crate) enum SaveFailure {
    Problems(Problems),
    File(String, io::Error),
}

impl SaveFailure {
    /// The exception that Python code gets.
    pub(crate) fn into_exception(self, py: Python<'_>) -> PyErr {
        match self {
            Self::Problems(problems) => error(py, problems),
            // The kind determines the class, such as `PermissionError`.
            Self::File(path, failure) => {
                PyErr::from(io::Error::new(failure.kind(), format!("{path}: {}", error_text(&failure))))
            }
        }
    }
}

/// Writes a document to a file.
pub(crate) fn save(
    loaded: &LoadedDocument,
    target: &Format,
    options: &WriteOptions,
    path: &Path,
) -> Result<Problems, SaveFailure> {
    let file_failure = |failure| SaveFailure::File(display_path(path), failure);
    // A device or pipe is written to, not replaced.
    if is_special(path) {
        let (bytes, losses) = to_bytes(loaded, target, options).map_err(SaveFailure::Problems)?;
        std::fs::write(path, bytes).map_err(file_failure)?;
        return Ok(losses);
    }
    // The target of a link is replaced, not the link.
    let circular_link_failure = || file_failure(io::Error::other("it is a link that refers to itself"));
    let path = written_path(path).ok_or_else(circular_link_failure)?;
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut builder = tempfile::Builder::new();
    builder.prefix(".pymodelwright-");
    let mode = permissions(&path);
    if let Some(mode) = &mode {
        builder.permissions(mode.clone());
    }
    let mut file = builder.tempfile_in(directory).map_err(file_failure)?;
    let losses = match write(loaded, target, options, file.as_file_mut()) {
        Ok(losses) => losses,
        Err(WriteError::Model(problems)) => return Err(SaveFailure::Problems(Problems::from(&problems))),
        Err(WriteError::Sink(failure)) => return Err(file_failure(failure)),
    };
    file.persist(&path).map_err(|failure| file_failure(failure.error))?;
    Ok(Problems::from(&losses))
}

/// The permissions of the file that is replaced, or those of a new file, which the system reduces by its mask.
fn permissions(path: &Path) -> Option<std::fs::Permissions> {
    let permissions = std::fs::metadata(path).ok().map(|metadata| metadata.permissions());
    #[cfg(unix)]
    let permissions = permissions.or_else(|| Some(std::os::unix::fs::PermissionsExt::from_mode(0o666)));
    permissions
}

/// Bytes as a string.
pub(crate) fn text(bytes: Vec<u8>) -> PyResult<String> {
    String::from_utf8(bytes).map_err(|failure| {
        let position = failure.utf8_error().valid_up_to();
        let reason = "the document declares an encoding other than UTF-8; use to_bytes()";
        PyUnicodeDecodeError::new_err(("utf-8", failure.into_bytes(), position, position + 1, reason))
    })
}
