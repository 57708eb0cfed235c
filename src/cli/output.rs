//! Writes results: files in one step, so that none is ever left half-written, and standard output.
//!
//! Invariants: a target that cannot be written is as it was, and no other file is left behind; a link
//! is followed, and what it leads to is replaced; a file that its owner protects is never replaced.

use crate::workspace::{reason, shown};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use std::fs::Metadata;
use std::io::Write as _;
use std::path::Path;

const CHECK_FOLDER: &str = "check that the folder may be written to and has room";

fn cannot(path: &Path, why: &str, help: &str) -> Box<Diagnostic> {
    let message = format!("{} cannot be written: {why}", shown(path));
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
    let name = shown(folder);
    let (message, help) = if folder.exists() {
        (format!("{name} is not a folder"), "name a folder that exists")
    } else {
        (format!("the folder {name} does not exist"), "make the folder first, or name another")
    };
    Err(Box::new(Diagnostic::error(codes::CANNOT_WRITE, message).help(help)))
}

/// Writes a file beside its target and renames it.
///
/// # Errors
/// [`codes::CANNOT_WRITE`]; the target is then as it was.
pub(super) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Box<Diagnostic>> {
    // Renaming would replace the link itself.
    let real = path.canonicalize();
    let target = real.as_deref().unwrap_or(path);
    let old = std::fs::metadata(target).ok();
    match &old {
        Some(old) if old.is_dir() => {
            let help = "name a file, or end the path with a slash to write into the folder";
            return Err(cannot(path, "it is a folder", help));
        }
        // A device or a pipe is written to as it is: there is nothing to rename over.
        Some(old) if !old.is_file() => {
            return std::fs::write(target, bytes).map_err(|e| cannot(path, &reason(&e), CHECK_FOLDER));
        }
        Some(old) if old.permissions().readonly() => {
            return Err(cannot(path, "it is read-only", "make the file writable, or name another"));
        }
        _ => {}
    }
    let folder = target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    check_folder(folder)?;
    replace(target, folder, old.as_ref(), bytes).map_err(|e| cannot(path, &reason(&e), CHECK_FOLDER))
}

fn replace(target: &Path, folder: &Path, old: Option<&Metadata>, bytes: &[u8]) -> std::io::Result<()> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".modelwright-");
    // A new file is as readable as any other that the user makes; the process's mask sees to that.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.persist(target).map_err(|e| e.error)?;
    Ok(())
}

/// Writes a document to standard output.
///
/// # Errors
/// [`codes::CANNOT_WRITE`], except where the reader has simply gone away.
pub(super) fn write_stdout(bytes: &[u8]) -> Result<(), Box<Diagnostic>> {
    let mut out = std::io::stdout().lock();
    written(out.write_all(bytes).and_then(|()| out.flush()))
}

/// What to tell of a write to standard output.
pub(super) fn written(result: std::io::Result<()>) -> Result<(), Box<Diagnostic>> {
    match result {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            let message = format!("standard output cannot be written: {}", reason(&e));
            let help = "check where standard output leads, and that there is room";
            Err(Box::new(Diagnostic::error(codes::CANNOT_WRITE, message).help(help)))
        }
        _ => Ok(()),
    }
}
