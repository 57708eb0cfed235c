//! Finds the models and metamodels below a directory.

use super::{DocumentReader, HEAD_LENGTH, Registry, files_below};
use crate::files::{Files, display_path};
use crate::formats::{Notation, ReadOptions, root_class};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use std::path::{Path, PathBuf};

/// The files that were found below a directory.
#[derive(Debug)]
pub struct DirectoryFiles {
    /// The models and metamodels; if a notation was specified, the files that may be in it.
    pub models: Vec<PathBuf>,
    /// All other files.
    pub others: Vec<PathBuf>,
    /// The problems of searching the directory.
    pub problems: Diagnostics,
    /// The problem that the directory contains no models; `None` if it contains some, or if searching it had problems.
    pub nothing: Option<Diagnostic>,
}

/// Finds the models and metamodels below a directory; if a notation is specified, the files that may be in it.
#[must_use]
pub fn models_below(
    registry: &Registry,
    files: &dyn Files,
    directory: &Path,
    specified_notation: Option<&Notation>,
    reading: &ReadOptions,
) -> DirectoryFiles {
    let (all_files, problems) = files_below(files, directory, |_| true);
    let (models, others): (Vec<PathBuf>, Vec<PathBuf>) =
        all_files.into_iter().partition(|path| match specified_notation {
            Some(notation) => notation.matches_path_if_named(path),
            None if is_tree(registry, path) && root_class(reading, &display_path(path)).is_some() => true,
            None => is_model(registry, files, path),
        });
    let nothing = (models.is_empty() && problems.is_empty()).then(|| {
        let directory = display_path(directory);
        let (message, help) = match specified_notation {
            Some(Notation { name, .. }) => (
                format!("{directory} contains no file with an extension of the format {name}"),
                "specify the files",
            ),
            None => (
                format!("{directory} contains no file that is recognised as a model"),
                "specify the files, and their format with --from",
            ),
        };
        Diagnostic::error(codes::CANNOT_READ, message).help(help)
    });
    DirectoryFiles { models, others, problems, nothing }
}

/// Whether a file in a directory is a Puppet manifest, according to its name and its start. Plans are excluded, because
/// their syntax differs. Binary files are excluded, because SELinux modules have the same extension.
#[must_use]
pub fn is_manifest(files: &dyn Files, path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "pp")
        && !path.iter().any(|part| part == "plans")
        && files.read(path, HEAD_LENGTH).is_ok_and(|head| !head.contains(&0))
}

/// Whether a file is a JSON or YAML document, according to its name.
fn is_tree(registry: &Registry, path: &Path) -> bool {
    matches!(registry.reader_by_path(path), Some(DocumentReader::Format(format)) if format.visit_tree.is_some())
}

/// Whether a file in a directory contains a model or a metamodel, according to its name and its start.
fn is_model(registry: &Registry, files: &dyn Files, path: &Path) -> bool {
    let Some(reader) = registry.reader_by_path(path) else { return false };
    let notation = reader.notation();
    if !notation.shares_extension {
        return true;
    }
    // A file that cannot be read counts as a model, so that it is reported.
    files.read(path, HEAD_LENGTH).map_or(true, |head| {
        (notation.is_model)(&String::from_utf8_lossy(&head))
            // Schemas are often in the same directory as the data that they describe, so they are read as metamodels
            // only if they are specified.
            || registry.reader_by_start(path, &head).is_some_and(|reader| !reader.imports_metamodels())
    })
}
