//! Reads files up to a limit, and reports in plain words why a file cannot be read.
//!
//! Invariant: no more bytes are read than the limits allow, even if a file claims to be larger.

use super::{FileKind, Files};
use modelwright_metamodel::diagnostic::{Diagnostic, codes, printable_line};
use modelwright_metamodel::input::Limits;
use std::io::{self, Read as _};
use std::path::Path;

/// The bytes of a file that the user names, which may also be a pipe.
///
/// # Errors
/// [`codes::CANNOT_READ`] if it cannot be read or is a folder, [`codes::LIMIT`] if it is too large.
pub fn read_file(files: &dyn Files, path: &Path, limits: &Limits) -> Result<Vec<u8>, Box<Diagnostic>> {
    let name = display_path(path);
    let metadata = files.metadata(path).map_err(|error| cannot_read(&name, &error))?;
    match metadata.kind {
        FileKind::Folder => return Err(folder_instead(files, path, &name)),
        // A device may have no end, and never contains a document.
        FileKind::Device => {
            let message = format!("{name} is a device, but a file is expected");
            return Err(Box::new(
                Diagnostic::error(codes::CANNOT_READ, message).help("name a file or a pipe"),
            ));
        }
        FileKind::File | FileKind::Other | FileKind::Link => {}
    }
    let limit = limits.document as u64;
    let too_large = || {
        let message = format!("{name} is larger than the limit of {limit} bytes");
        Box::new(Diagnostic::error(codes::LIMIT, message).help("split the document into several"))
    };
    if metadata.len > limit {
        return Err(too_large());
    }
    let read = files.open(path).and_then(|file| read_limited(file, limit, metadata.len));
    let bytes = read.map_err(|error| cannot_read(&name, &error))?;
    if bytes.len() as u64 > limit { Err(too_large()) } else { Ok(bytes) }
}

/// The number of bytes to read before memory for the rest is allocated.
const HEAD: u64 = 4096;

/// Reads the bytes of a file, at most one more than the limit: the length of a pipe is unknown, and it may have no
/// end. Reading stops at a run of zeros, such as in a sparse file, since no text contains it: the result is then
/// invalid in every format.
///
/// # Errors
/// If the file cannot be read.
pub fn read_limited(mut file: impl io::Read, limit: u64, expected: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    (&mut file).take(HEAD.min(limit + 1)).read_to_end(&mut bytes)?;
    // UTF-16 contains at most one zero in a row, and UTF-32 at most three.
    if let Some(at) = bytes.windows(4).position(|four| four == [0; 4]) {
        bytes.truncate(at + 4);
        return Ok(bytes);
    }
    if bytes.len() as u64 == HEAD {
        bytes.reserve_exact(usize::try_from(expected.saturating_sub(HEAD)).unwrap_or(0) + 1);
        file.take((limit + 1).saturating_sub(HEAD)).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// The bytes of a file that a document names. It must be an ordinary file: a document must not make its reader wait
/// for a pipe or read an endless device.
///
/// # Errors
/// As [`read_file`], and [`codes::CANNOT_READ`] for a pipe or a device.
pub fn read_ordinary_file(
    files: &dyn Files,
    path: &Path,
    limits: &Limits,
) -> Result<Vec<u8>, Box<Diagnostic>> {
    if files.metadata(path).is_ok_and(|found| matches!(found.kind, FileKind::Other | FileKind::Device)) {
        let message = format!("{} is not an ordinary file", display_path(path));
        return Err(Box::new(Diagnostic::error(codes::CANNOT_READ, message).help("name a file")));
    }
    read_file(files, path, limits)
}

fn cannot_read(name: &str, error: &io::Error) -> Box<Diagnostic> {
    let help = match error.kind() {
        io::ErrorKind::NotFound => "check the path; it is relative to the current folder",
        _ => "check that you have permission to read the file",
    };
    let message = format!("{name} cannot be read: {}", error_text(error));
    Box::new(Diagnostic::error(codes::CANNOT_READ, message).help(help))
}

fn folder_instead(files: &dyn Files, path: &Path, name: &str) -> Box<Diagnostic> {
    let message = format!("{name} is a folder, but a file is expected");
    let site = path.join("hiera.yaml");
    let help = if files.is_file(&site) {
        format!("did you mean {}?", display_path(&site))
    } else {
        "name a file in it".into()
    };
    Box::new(Diagnostic::error(codes::CANNOT_READ, message).help(help))
}

/// A path as problems show it: on one line, and without characters that control a terminal.
#[must_use]
pub fn display_path(path: &Path) -> String {
    printable_line(&path.to_string_lossy()).into_owned()
}

/// Why a file operation failed, in words that are the same on every system where possible.
#[must_use]
pub fn error_text(error: &io::Error) -> String {
    use io::ErrorKind;
    match error.kind() {
        ErrorKind::NotFound => "there is no such file".to_owned(),
        kind @ (ErrorKind::PermissionDenied | ErrorKind::StorageFull | ErrorKind::IsADirectory) => {
            kind.to_string()
        }
        _ => error.to_string(),
    }
}
