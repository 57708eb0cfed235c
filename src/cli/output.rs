//! Writes results: files in one step, so that none is ever left half-written, and standard output.

use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use std::io::Write as _;
use std::path::Path;

/// Writes a file beside its target and renames it.
///
/// # Errors
/// [`codes::CANNOT_WRITE`]; the target is then as it was.
pub(super) fn write_file(path: &Path, bytes: &[u8]) -> Result<(), Box<Diagnostic>> {
    let cannot = |e: &dyn std::fmt::Display, help: &str| {
        let message = format!("{} cannot be written: {e}", path.display());
        Box::new(Diagnostic::error(codes::CANNOT_WRITE, message).help(help))
    };
    if path.is_dir() {
        return Err(cannot(
            &"it is a folder",
            "name a file, or end the path with a slash to write into the folder",
        ));
    }
    let folder = match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    if !folder.is_dir() {
        let message = format!("the folder {} does not exist", folder.display());
        return Err(cannot(&message, "make the folder first, or name another"));
    }
    let help = "check that the folder may be written to and has room";
    // A device or a pipe is written to as it is: there is nothing to rename over.
    if path.exists() && !path.is_file() {
        return std::fs::write(path, bytes).map_err(|e| cannot(&e, help));
    }
    let mut file =
        tempfile::Builder::new().prefix(".modelwright-").tempfile_in(folder).map_err(|e| cannot(&e, help))?;
    file.write_all(bytes).map_err(|e| cannot(&e, help))?;
    keep_permissions(path, file.as_file()).map_err(|e| cannot(&e, help))?;
    file.persist(path).map_err(|e| cannot(&e.error, help))?;
    Ok(())
}

/// A new file is as readable as any other; one that is replaced stays as it was.
fn keep_permissions(target: &Path, file: &std::fs::File) -> std::io::Result<()> {
    if let Ok(old) = std::fs::metadata(target) {
        return file.set_permissions(old.permissions());
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        file.set_permissions(std::fs::Permissions::from_mode(0o644))?;
    }
    Ok(())
}

/// Writes a document to standard output.
///
/// # Errors
/// [`codes::CANNOT_WRITE`], except where the reader has simply gone away.
pub(super) fn write_stdout(bytes: &[u8]) -> Result<(), Box<Diagnostic>> {
    let mut out = std::io::stdout().lock();
    match out.write_all(bytes).and_then(|()| out.flush()) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => {
            let message = format!("standard output cannot be written: {e}");
            Err(Box::new(Diagnostic::error(codes::CANNOT_WRITE, message)))
        }
        _ => Ok(()),
    }
}
