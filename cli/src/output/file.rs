//! Writes a file beside its target, and renames it when it is complete.
//!
//! Invariants: if writing fails, the target is unchanged and no temporary file remains; a link is followed and its target
//! is replaced; a write-protected file is never replaced.

use super::{cannot_write, cannot_write_because, signals, write_stdout};
use modelwright::files::{display_path, is_special, written_path};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use modelwright_metamodel::output::Sink;
use std::fs::Metadata;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempPath};

/// Checks that a directory exists, so that a file can be written into it.
///
/// # Errors
/// [`codes::CANNOT_WRITE`].
pub(crate) fn check_directory(directory: &Path) -> Result<(), Box<Diagnostic>> {
    if directory.is_dir() {
        return Ok(());
    }
    let name = display_path(directory);
    let (message, help) = if directory.exists() {
        (format!("{name} is not a directory"), "specify a directory")
    } else {
        (format!("the directory {name} does not exist"), "create the directory first, or specify another")
    };
    Err(Box::new(Diagnostic::error(codes::CANNOT_WRITE, message).help(help)))
}

/// Checks that files can be written into a directory, which is created if it does not exist.
///
/// # Errors
/// [`codes::CANNOT_WRITE`] if it or something above it is not a directory.
pub(crate) fn check_output_directory(directory: &Path) -> Result<(), Box<Diagnostic>> {
    directory.ancestors().find(|path| path.exists()).map_or(Ok(()), check_directory)
}

/// The start of the names of temporary files.
// A dot hides the file in listings.
pub(super) const TEMPORARY_PREFIX: &str = ".modelwright-";

/// An output in progress: a temporary file beside its target, or memory if there is no file to
/// rename over. Dropping it removes the temporary file.
#[derive(Debug)]
pub(crate) enum Output {
    /// For standard output, a device or a pipe.
    Memory {
        path: Option<PathBuf>,
        bytes: Vec<u8>,
    },
    File(Box<TemporaryFile>),
}

/// A temporary file that will replace its target or become a new file.
#[derive(Debug)]
pub(crate) struct TemporaryFile {
    /// The target's name, as the user gave it.
    path: PathBuf,
    target: PathBuf,
    /// The metadata of the file that is replaced, if there is one.
    old_metadata: Option<Metadata>,
    file: NamedTempFile,
    entry: signals::Entry,
}

/// A completely written output, to be renamed to its target.
#[derive(Debug)]
pub(crate) enum FinishedOutput {
    Memory { path: Option<PathBuf>, bytes: Vec<u8> },
    File(CompleteFile),
}

/// A complete temporary file, to be renamed to its target. It is closed: there may be very many of them.
#[derive(Debug)]
pub(crate) struct CompleteFile {
    /// The target's name, as the user gave it.
    pub(super) path: PathBuf,
    pub(super) target: PathBuf,
    pub(super) file: TempPath,
    pub(super) entry: signals::Entry,
}

impl Output {
    /// Begins to write a file; `None` is standard output.
    ///
    /// # Errors
    /// [`codes::CANNOT_WRITE`]; the target is unchanged.
    pub(crate) fn begin(path: Option<&Path>) -> Result<Self, Box<Diagnostic>> {
        let Some(path) = path else { return Ok(Self::Memory { path: None, bytes: Vec::new() }) };
        if is_special(path) {
            return Ok(Self::Memory { path: Some(path.to_owned()), bytes: Vec::new() });
        }
        let circular_link_error =
            || cannot_write(path, "it is a link that refers to itself", "specify a file");
        let target = written_path(path).ok_or_else(circular_link_error)?;
        let old_metadata = std::fs::metadata(&target).ok();
        match &old_metadata {
            // This is checked now, because renaming would fail only after everything was written.
            Some(old_metadata) if old_metadata.is_dir() => {
                let help = "specify a file, or end the path with a slash to write into the directory";
                return Err(cannot_write(path, "it is a directory", help));
            }
            // Renaming needs no permission for the target itself, so it would replace a read-only file.
            Some(old_metadata) if old_metadata.permissions().readonly() => {
                return Err(cannot_write(
                    path,
                    "it is read-only",
                    "make the file writable, or specify another",
                ));
            }
            _ => {}
        }
        let directory =
            target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        // The directory is checked before the file is created, for a better message than that of the system.
        check_directory(directory)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(TEMPORARY_PREFIX);
        // A new file gets the default permissions, as limited by the process's umask.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        // The file is created in the directory of the target, because files cannot be renamed to other file systems.
        let creation_result = signals::create(|| builder.tempfile_in(directory));
        let (file, entry) = creation_result.map_err(|e| cannot_write_because(path, &e))?;
        Ok(Self::File(Box::new(TemporaryFile { path: path.to_owned(), target, old_metadata, file, entry })))
    }

    /// The sink to write to.
    pub(crate) fn sink(&mut self) -> &mut dyn Sink {
        match self {
            Self::Memory { bytes, .. } => bytes,
            Self::File(file) => file.file.as_file_mut(),
        }
    }

    /// Converts an error of the sink to a diagnostic.
    pub(crate) fn write_error(&self, error: &std::io::Error) -> Box<Diagnostic> {
        match self {
            Self::Memory { path, .. } => {
                cannot_write_because(path.as_deref().unwrap_or(Path::new("-")), error)
            }
            Self::File(file) => cannot_write_because(&file.path, error),
        }
    }

    /// Completes the output.
    ///
    /// # Errors
    /// As [`Output::begin`].
    pub(crate) fn finish(self) -> Result<FinishedOutput, Box<Diagnostic>> {
        match self {
            Self::Memory { path, bytes } => Ok(FinishedOutput::Memory { path, bytes }),
            Self::File(file) => {
                let TemporaryFile { path, target, old_metadata, file, entry } = *file;
                // A file that is replaced keeps its permissions.
                if let Some(old_metadata) = old_metadata {
                    let result = file.as_file().set_permissions(old_metadata.permissions());
                    result.map_err(|e| cannot_write_because(&path, &e))?;
                }
                // The file is closed here, before many others are written.
                Ok(FinishedOutput::File(CompleteFile { path, target, file: file.into_temp_path(), entry }))
            }
        }
    }
}

impl FinishedOutput {
    /// Renames the file to its target.
    ///
    /// # Errors
    /// As [`Output::begin`].
    pub(crate) fn commit(self) -> Result<(), Box<Diagnostic>> {
        match self {
            Self::Memory { path: None, bytes } => write_stdout(&bytes),
            Self::Memory { path: Some(path), bytes } => {
                // The path may be that of an open file, such as /dev/fd/3. The earlier content of such a file must
                // remain, as with the shell's `>>`.
                let is_file = std::fs::metadata(&path).is_ok_and(|metadata| metadata.is_file());
                let open_result = std::fs::OpenOptions::new().write(true).append(is_file).open(&path);
                open_result
                    .and_then(|mut file| file.write_all(&bytes))
                    .map_err(|e| cannot_write_because(&path, &e))
            }
            Self::File(CompleteFile { path, target, file, entry }) => signals::defer(|| {
                file.persist(target).map_err(|e| cannot_write_because(&path, &e.error))?;
                // The entry is dropped before signals may end the process again, because the temporary
                // name no longer belongs to this file.
                drop(entry);
                Ok(())
            }),
        }
    }
}

/// Writes a file beside its target and renames it.
///
/// # Errors
/// [`codes::CANNOT_WRITE`]; the target is unchanged.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Box<Diagnostic>> {
    let mut output = Output::begin(Some(path))?;
    output.sink().write_all(bytes).map_err(|e| output.write_error(&e))?;
    output.finish()?.commit()
}
