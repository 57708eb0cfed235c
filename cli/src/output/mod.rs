//! Writes results: to standard output, and to files that are never left half-written.
//!
//! Invariants: a text for people cannot control a terminal; if writing fails or a signal ends the process, the targets
//! are unchanged and no temporary file remains.

#![expect(clippy::disallowed_methods, reason = "outputs are written here, and nothing is read")]

mod file;
mod set;
mod signals;

pub(super) use file::{FinishedOutput, Output, check_directory, check_output_directory, write_file};
pub(super) use set::{NewDirectories, commit_all, remove_files, write_all};
#[cfg(unix)]
pub(super) use signals::is_ignored;

use modelwright::files::{display_path, error_text};
use modelwright_metamodel::diagnostic::{Diagnostic, codes, printable, printable_json};
use std::io::{IsTerminal as _, Write as _};
use std::path::Path;

const DIRECTORY_HELP: &str = "check that the directory is writable and that there is space on the disk";

/// The problem of an output that cannot be written for a reason.
fn cannot_write(path: &Path, reason: &str, help: &str) -> Box<Diagnostic> {
    let message = format!("{} cannot be written: {reason}", display_path(path));
    Box::new(Diagnostic::error(codes::CANNOT_WRITE, message).help(help))
}

/// The problem of an output that cannot be written because of an error of the system.
fn cannot_write_because(path: &Path, error: &std::io::Error) -> Box<Diagnostic> {
    cannot_write(path, &error_text(error), DIRECTORY_HELP)
}

/// Writes a text for people to standard output. All such texts are written here, so that none controls a terminal.
///
/// # Errors
/// As [`write_stdout`].
pub(super) fn write_text(text: &str) -> Result<(), Box<Diagnostic>> {
    write_stdout(printable(text).as_bytes())
}

/// Writes values to standard output: unchanged for programs, but as a text for people on a terminal.
///
/// # Errors
/// As [`write_stdout`].
pub(super) fn write_values(text: &str) -> Result<(), Box<Diagnostic>> {
    if std::io::stdout().is_terminal() { write_text(text) } else { write_stdout(text.as_bytes()) }
}

/// Writes JSON for programs to standard output, with escapes for what could control a terminal.
///
/// # Errors
/// As [`write_stdout`].
pub(super) fn write_json(json: &str) -> Result<(), Box<Diagnostic>> {
    write_stdout(printable_json(json).as_bytes())
}

/// Writes a document to standard output, unchanged.
///
/// # Errors
/// [`codes::CANNOT_WRITE`], unless the reader has closed the pipe.
pub(super) fn write_stdout(bytes: &[u8]) -> Result<(), Box<Diagnostic>> {
    let mut out = std::io::stdout().lock();
    check_stdout(out.write_all(bytes).and_then(|()| out.flush()))
}

/// The diagnostic of a failed write to standard output.
pub(super) fn check_stdout(result: std::io::Result<()>) -> Result<(), Box<Diagnostic>> {
    check_stream(result, "standard output")
}

/// The diagnostic of a failed write to standard error.
pub(super) fn check_stderr(result: std::io::Result<()>) -> Result<(), Box<Diagnostic>> {
    check_stream(result, "standard error")
}

/// The diagnostic of a failed write to a stream.
fn check_stream(result: std::io::Result<()>, stream: &str) -> Result<(), Box<Diagnostic>> {
    match result {
        // A reader such as `head` may close the pipe before it has read everything, which is not an error.
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            let message = format!("{stream} cannot be written: {}", error_text(&e));
            let help = format!("check where {stream} is redirected, and that there is space");
            Err(Box::new(Diagnostic::error(codes::CANNOT_WRITE, message).help(help)))
        }
        _ => Ok(()),
    }
}
