//! Writes results to standard output, and to files atomically, so that none is ever left half-written.
//!
//! Invariants: if writing fails, the target is unchanged and no temporary file remains; a link
//! is followed and its target is replaced; a write-protected file is never replaced.

#![expect(clippy::disallowed_methods, reason = "outputs are written here, and nothing is read")]

use modelwright::files::{display_path, error_text};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use modelwright_metamodel::output::Sink;
use std::fs::Metadata;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempPath};

const CHECK_FOLDER: &str = "check that the folder is writable and that there is space on the disk";

fn cannot(path: &Path, why: &str, help: &str) -> Box<Diagnostic> {
    let message = format!("{} cannot be written: {why}", display_path(path));
    Box::new(Diagnostic::error(codes::CANNOT_WRITE, message).help(help))
}

/// Checks that there is a folder to write into.
///
/// # Errors
/// [`codes::CANNOT_WRITE`].
pub(super) fn check_folder(folder: &Path) -> Result<(), Box<Diagnostic>> {
    if folder.is_dir() {
        return Ok(());
    }
    let name = display_path(folder);
    let (message, help) = if folder.exists() {
        (format!("{name} is not a folder"), "name a folder that exists")
    } else {
        (format!("the folder {name} does not exist"), "create the folder first, or name another")
    };
    Err(Box::new(Diagnostic::error(codes::CANNOT_WRITE, message).help(help)))
}

/// Writes a file into a folder, and creates the folders that its path names below that.
///
/// # Errors
/// [`codes::CANNOT_WRITE`].
pub(super) fn write_within(folder: &Path, path: &Path, bytes: &[u8]) -> Result<(), Box<Diagnostic>> {
    let path = folder.join(path);
    if let Some(inner) = path.parent() {
        std::fs::create_dir_all(inner).map_err(|e| cannot(inner, &error_text(&e), CHECK_FOLDER))?;
    }
    write_file(&path, bytes)
}

/// An output in progress: a temporary file beside its target, or memory if there is no file to
/// rename over. Dropping it removes the temporary file.
#[derive(Debug)]
pub(super) enum Output {
    /// For standard output, a device or a pipe.
    Memory {
        path: Option<PathBuf>,
        bytes: Vec<u8>,
    },
    File(Box<TemporaryFile>),
}

/// A temporary file that will replace its target or become a new file.
#[derive(Debug)]
pub(super) struct TemporaryFile {
    /// The target's name, as the user gave it.
    path: PathBuf,
    target: PathBuf,
    old: Option<Metadata>,
    file: NamedTempFile,
}

/// A completely written output, to be renamed to its target.
#[derive(Debug)]
pub(super) enum FinishedOutput {
    Memory {
        path: Option<PathBuf>,
        bytes: Vec<u8>,
    },
    /// The file is closed: there may be very many of them.
    File {
        path: PathBuf,
        target: PathBuf,
        file: TempPath,
    },
}

impl Output {
    /// Begins to write a file; `None` is standard output.
    ///
    /// # Errors
    /// [`codes::CANNOT_WRITE`]; the target is unchanged.
    pub(super) fn begin(path: Option<&Path>) -> Result<Self, Box<Diagnostic>> {
        let Some(path) = path else { return Ok(Self::Memory { path: None, bytes: Vec::new() }) };
        let target = follow_links(path)?;
        let old = std::fs::metadata(&target).ok();
        match &old {
            Some(old) if old.is_dir() => {
                let help = "name a file, or end the path with a slash to write into the folder";
                return Err(cannot(path, "it is a folder", help));
            }
            // A device or a pipe cannot be replaced by renaming, so it is written to directly.
            Some(old) if !old.is_file() => {
                return Ok(Self::Memory { path: Some(target), bytes: Vec::new() });
            }
            Some(old) if old.permissions().readonly() => {
                return Err(cannot(path, "it is read-only", "make the file writable, or name another"));
            }
            _ => {}
        }
        let folder =
            target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        check_folder(folder)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(".modelwright-");
        // A new file gets the default permissions, as limited by the process's umask.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        let file = builder.tempfile_in(folder).map_err(|e| cannot(path, &error_text(&e), CHECK_FOLDER))?;
        Ok(Self::File(Box::new(TemporaryFile { path: path.to_owned(), target, old, file })))
    }

    /// The sink to write to.
    pub(super) fn sink(&mut self) -> &mut dyn Sink {
        match self {
            Self::Memory { bytes, .. } => bytes,
            Self::File(file) => file.file.as_file_mut(),
        }
    }

    /// Converts an error of the sink to a diagnostic.
    pub(super) fn write_error(&self, error: &std::io::Error) -> Box<Diagnostic> {
        match self {
            Self::Memory { path, .. } => {
                cannot(path.as_deref().unwrap_or(Path::new("-")), &error_text(error), CHECK_FOLDER)
            }
            Self::File(file) => cannot(&file.path, &error_text(error), CHECK_FOLDER),
        }
    }

    /// Completes the output.
    ///
    /// # Errors
    /// As [`Output::begin`].
    pub(super) fn finish(self) -> Result<FinishedOutput, Box<Diagnostic>> {
        match self {
            Self::Memory { path, bytes } => Ok(FinishedOutput::Memory { path, bytes }),
            Self::File(file) => {
                let TemporaryFile { path, target, old, file } = *file;
                if let Some(old) = old {
                    let set = file.as_file().set_permissions(old.permissions());
                    set.map_err(|e| cannot(&path, &error_text(&e), CHECK_FOLDER))?;
                }
                Ok(FinishedOutput::File { path, target, file: file.into_temp_path() })
            }
        }
    }
}

/// The path that a link refers to, even if no file exists there yet: renaming would replace the link itself.
fn follow_links(path: &Path) -> Result<PathBuf, Box<Diagnostic>> {
    let mut target = path.to_owned();
    for _ in 0..40 {
        if let Ok(found) = target.canonicalize() {
            return Ok(found);
        }
        match target.read_link() {
            Ok(next) => target = target.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(target),
        }
    }
    Err(cannot(path, "it is a link that refers to itself", "name a file"))
}

impl FinishedOutput {
    /// Renames the file to its target.
    ///
    /// # Errors
    /// As [`Output::begin`].
    pub(super) fn commit(self) -> Result<(), Box<Diagnostic>> {
        match self {
            Self::Memory { path: None, bytes } => write_stdout(&bytes),
            Self::Memory { path: Some(path), bytes } => {
                std::fs::write(&path, bytes).map_err(|e| cannot(&path, &error_text(&e), CHECK_FOLDER))
            }
            Self::File { path, target, file } => {
                file.persist(target).map_err(|e| cannot(&path, &error_text(&e.error), CHECK_FOLDER))
            }
        }
    }
}

/// Writes a file beside its target and renames it.
///
/// # Errors
/// [`codes::CANNOT_WRITE`]; the target is unchanged.
pub(super) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Box<Diagnostic>> {
    let mut output = Output::begin(Some(path))?;
    output.sink().write_all(bytes).map_err(|e| output.write_error(&e))?;
    output.finish()?.commit()
}

/// Writes a document to standard output.
///
/// # Errors
/// [`codes::CANNOT_WRITE`], unless the reader has closed the pipe.
pub(super) fn write_stdout(bytes: &[u8]) -> Result<(), Box<Diagnostic>> {
    let mut out = std::io::stdout().lock();
    check_stdout(out.write_all(bytes).and_then(|()| out.flush()))
}

/// The diagnostic of a failed write to standard output.
pub(super) fn check_stdout(result: std::io::Result<()>) -> Result<(), Box<Diagnostic>> {
    match result {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            let message = format!("standard output cannot be written: {}", error_text(&e));
            let help = "check where standard output is redirected, and that there is space";
            Err(Box::new(Diagnostic::error(codes::CANNOT_WRITE, message).help(help)))
        }
        _ => Ok(()),
    }
}
