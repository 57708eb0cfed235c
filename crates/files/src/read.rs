//! Reads files up to a limit, and describes in plain words why a file cannot be read.
//!
//! Invariant: at most one byte more than the limit allows is read, even if a file is larger than its metadata states.

use super::{FileKind, Files};
use modelwright_metamodel::diagnostic::{Diagnostic, Source, codes, nearest, printable_line};
use modelwright_metamodel::input::{Limits, decode_text, error_text, read_limited};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The maximum number of files in a directory that are compared with a name that does not exist.
const MAX_NAMES: usize = 2_000;

/// The bytes of a file that the user names, which may also be a pipe.
///
/// # Errors
/// [`codes::CANNOT_READ`] if it cannot be read or is a directory, [`codes::LIMIT`] if it is too large.
pub fn read_file(files: &dyn Files, path: &Path, limits: &Limits) -> Result<Vec<u8>, Box<Diagnostic>> {
    read_with(files, path, limits, read_limited)
}

/// The bytes of a file that need not be text. Unlike in [`read_file`], runs of zeros are allowed.
///
/// # Errors
/// As [`read_file`].
pub fn read_binary_file(files: &dyn Files, path: &Path, limits: &Limits) -> Result<Vec<u8>, Box<Diagnostic>> {
    read_with(files, path, limits, |file, limit, _| {
        let mut bytes = Vec::new();
        // One byte more than allowed, so that `read_with` notices a file that is too large.
        file.take(limit + 1).read_to_end(&mut bytes)?;
        Ok(bytes)
    })
}

/// A file that the user names, and its length. The file may also be a pipe, which may have no end, so callers must
/// limit how much they read.
///
/// # Errors
/// [`codes::CANNOT_READ`] if it cannot be opened or is a directory.
pub fn open_file(files: &dyn Files, path: &Path) -> Result<(Box<dyn Read>, u64), Box<Diagnostic>> {
    let name = display_path(path);
    let metadata = files.metadata(path).map_err(|error| cannot_read(files, path, &name, &error))?;
    match metadata.kind {
        FileKind::Directory => return Err(directory_problem(files, path, &name)),
        // A device may have no end, and is never a document.
        FileKind::Device => {
            let message = format!("{name} is a device, but a file is expected");
            return Err(Box::new(
                Diagnostic::error(codes::CANNOT_READ, message).help("specify a file or a pipe"),
            ));
        }
        FileKind::File | FileKind::Other | FileKind::Link => {}
    }
    let file = files.open(path).map_err(|error| cannot_read(files, path, &name, &error))?;
    Ok((file, metadata.len))
}

/// Reads a file up to the limit. `read` receives the open file, the limit and the length of the file.
fn read_with(
    files: &dyn Files,
    path: &Path,
    limits: &Limits,
    read: impl FnOnce(Box<dyn Read>, u64, u64) -> io::Result<Vec<u8>>,
) -> Result<Vec<u8>, Box<Diagnostic>> {
    let (file, len) = open_file(files, path)?;
    let name = display_path(path);
    let limit = limits.document as u64;
    let limit_problem = || {
        let message = format!("{name} is larger than the limit of {limit} bytes");
        Box::new(Diagnostic::error(codes::LIMIT, message).help("split the document into several"))
    };
    if len > limit {
        return Err(limit_problem());
    }
    let bytes = read(file, limit, len).map_err(|error| cannot_read(files, path, &name, &error))?;
    // A pipe, or a file that grows, may have more bytes than its metadata states.
    if bytes.len() as u64 > limit { Err(limit_problem()) } else { Ok(bytes) }
}

/// The bytes of a file that a document names. It must be an ordinary file, because a document must not cause its reader
/// to wait for a pipe, or to read a device without end.
///
/// # Errors
/// As [`read_file`], and [`codes::CANNOT_READ`] for a pipe or a device.
pub fn read_ordinary_file(
    files: &dyn Files,
    path: &Path,
    limits: &Limits,
) -> Result<Vec<u8>, Box<Diagnostic>> {
    // `read_file` reports a path that does not exist.
    if files.metadata(path).is_ok_and(|metadata| matches!(metadata.kind, FileKind::Other | FileKind::Device))
    {
        let message = format!("{} is not an ordinary file", display_path(path));
        return Err(Box::new(Diagnostic::error(codes::CANNOT_READ, message).help("specify a file")));
    }
    read_file(files, path, limits)
}

/// The text of a file that a document names, as [`read_ordinary_file`] reads it.
///
/// # Errors
/// As [`read_ordinary_file`], and the errors of [`decode_text`].
pub fn read_source(files: &dyn Files, path: &Path, limits: &Limits) -> Result<Arc<Source>, Box<Diagnostic>> {
    let bytes = read_ordinary_file(files, path, limits)?;
    decode_text(&display_path(path), bytes, limits)
}

/// The problem of a file that cannot be read.
fn cannot_read(files: &dyn Files, path: &Path, name: &str, error: &io::Error) -> Box<Diagnostic> {
    let help = match error.kind() {
        io::ErrorKind::NotFound => match nearest_file(files, path) {
            Some(suggestion) => format!("did you mean {}?", display_path(&suggestion)),
            None => "check the path; it is relative to the current directory".to_owned(),
        },
        _ => "check that you have permission to read the file".to_owned(),
    };
    let message = format!("{name} cannot be read: {}", error_text(error));
    Box::new(Diagnostic::error(codes::CANNOT_READ, message).help(help))
}

/// The file whose name is most similar to that of a path that does not exist, in the same directory.
fn nearest_file(files: &dyn Files, path: &Path) -> Option<PathBuf> {
    let missing_name = path.file_name()?.to_str()?;
    let directory = path.parent().unwrap_or(Path::new(""));
    let listed_directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let names =
        files.list(listed_directory).ok()?.take(MAX_NAMES).filter_map(|entry| entry.name.into_string().ok());
    let mut names: Vec<String> = names.filter(|name| files.is_file(&directory.join(name))).collect();
    // The order in which a directory is listed is arbitrary.
    names.sort_unstable();
    nearest(missing_name, names.iter().map(String::as_str)).map(|name| directory.join(name))
}

/// The problem of a directory where a file is expected. If it is a Hiera site, its configuration is suggested.
fn directory_problem(files: &dyn Files, path: &Path, name: &str) -> Box<Diagnostic> {
    let message = format!("{name} is a directory, but a file is expected");
    let site = path.join("hiera.yaml");
    let help = if files.is_file(&site) {
        format!("did you mean {}?", display_path(&site))
    } else {
        "specify a file in the directory".into()
    };
    Box::new(Diagnostic::error(codes::CANNOT_READ, message).help(help))
}

/// The text of a path with `/` on every system, so that it is the same in models on every system, and can be joined
/// with paths in settings.
#[must_use]
pub fn slash_path(path: &Path) -> String {
    let text = path.display().to_string();
    if cfg!(windows) { text.replace('\\', "/") } else { text }
}

/// A path as problems show it: on one line, with `/` on every system, and without characters that control a terminal.
#[must_use]
pub fn display_path(path: &Path) -> String {
    printable_line(&slash_path(path)).into_owned()
}
