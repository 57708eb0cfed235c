//! Reads bytes up to a limit, and describes why a file operation failed.
//!
//! Invariant: no more bytes are read than the limit allows, even if a file claims to be larger. Only [`read_path`]
//! opens a file; the library's workspace reads files in its own way.

use super::Limits;
use crate::diagnostic::{Diagnostic, codes, printable_line};
use std::io::{self, Read as _};
use std::path::Path;

/// The number of bytes that are read before memory for the others is allocated.
const HEAD: u64 = 4096;

/// Reads the bytes of a file, at most one more than the limit, because the length of a pipe is unknown and may be
/// infinite. `expected` is the length that is probably correct, such as that in the metadata of a file.
///
/// Reading stops at several zeros at the start, as in a sparse file. No text contains them, so the result is invalid in
/// every format.
///
/// # Errors
/// If the file cannot be read.
pub fn read_limited(mut file: impl io::Read, limit: u64, expected: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    (&mut file).take(HEAD.min(limit + 1)).read_to_end(&mut bytes)?;
    // UTF-16 contains at most one zero in a row, and UTF-32 at most three.
    if let Some(start) = bytes.windows(4).position(|window| window == [0; 4]) {
        bytes.truncate(start + 4);
        return Ok(bytes);
    }
    if bytes.len() as u64 == HEAD {
        // One byte more than expected is reserved, so that `read_to_end` finds the end of the file without growing the
        // buffer.
        bytes.reserve_exact(usize::try_from(expected.saturating_sub(HEAD)).unwrap_or(0) + 1);
        file.take((limit + 1).saturating_sub(HEAD)).read_to_end(&mut bytes)?;
    }
    Ok(bytes)
}

/// The reason why a file operation failed, in the same words on every system where possible.
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

/// The bytes of an ordinary file.
///
/// # Errors
/// [`codes::CANNOT_READ`] if it cannot be read or is not an ordinary file, [`codes::LIMIT`] if it is too large.
pub fn read_path(path: &Path, limits: &Limits) -> Result<Vec<u8>, Box<Diagnostic>> {
    let limit = limits.document as u64;
    let name = printable_line(&path.to_string_lossy()).into_owned();
    let cannot_read = |reason: &str| {
        let message = format!("{name} cannot be read: {reason}");
        Box::new(
            Diagnostic::error(codes::CANNOT_READ, message).help("specify an ordinary file that you can read"),
        )
    };
    let (len, bytes) = read_ordinary(path, limit).map_err(|error| cannot_read(&error_text(&error)))?;
    let Some(bytes) = bytes else { return Err(cannot_read("it is not an ordinary file")) };
    // The file may have grown since its length was determined.
    if len.max(bytes.len() as u64) > limit {
        let message = format!("{name} is larger than the limit of {limit} bytes");
        return Err(Box::new(
            Diagnostic::error(codes::LIMIT, message).help("split the document into several"),
        ));
    }
    Ok(bytes)
}

/// The length of a file and its bytes, which are empty if the file is larger than the limit. `None` instead of bytes
/// for a directory, a pipe or a device.
#[expect(
    clippy::disallowed_methods,
    reason = "programs with generated types name files, and need no workspace"
)]
fn read_ordinary(path: &Path, limit: u64) -> io::Result<(u64, Option<Vec<u8>>)> {
    let metadata = std::fs::metadata(path)?;
    if !metadata.is_file() {
        return Ok((0, None));
    }
    // A file that is too large is not read, because only its length is reported.
    if metadata.len() > limit {
        return Ok((metadata.len(), Some(Vec::new())));
    }
    let bytes = read_limited(std::fs::File::open(path)?, limit, metadata.len())?;
    Ok((metadata.len(), Some(bytes)))
}
