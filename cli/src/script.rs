//! Reads the scripts that targets execute, such as templates, with the scripts that they include, and writes their output.
//!
//! Invariant: only files in the first script's directory and below are read, whatever a script names.

use super::output;
use super::sources::is_standard;
use modelwright::files::{Disk, Files as _, display_path, read_file, read_ordinary_file};
use modelwright_codegen::{GeneratedFile, Script};
use modelwright_metamodel::diagnostic::{Diagnostic, Source, codes};
use modelwright_metamodel::input::{Limits, decode_text};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The maximum size of a script in bytes.
const MAX_BYTES: usize = 4 << 20;

/// The limits of a script.
fn limits() -> Limits {
    Limits { document: MAX_BYTES, ..Limits::default() }
}

/// Reads a script; included scripts are read when they are needed.
///
/// # Errors
/// If the file cannot be read, or is not text.
pub(super) fn read(path: &Path) -> Result<Script, Box<Diagnostic>> {
    let source = decode_text(&display_path(path), read_file(&Disk::new(), path, &limits())?, &limits())?;
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let directory = path.parent().unwrap_or(Path::new("")).to_owned();
    Ok(Script { loader: Arc::new(move |name: &str| load(&directory, name)), ..Script::new(name, source) })
}

/// The names of files, without their directories.
pub(super) fn file_names(paths: &[PathBuf]) -> Vec<String> {
    let names = paths.iter().filter_map(|path| path.file_name());
    names.map(|name| name.to_string_lossy().into_owned()).collect()
}

/// Writes the text that a script generated to a file, into a directory, or to standard output.
///
/// # Errors
/// If it cannot be written.
pub(super) fn write_text(file: &GeneratedFile, out: Option<&Path>) -> Result<(), Box<Diagnostic>> {
    match out {
        None => output::write_stdout(file.text.as_bytes()),
        Some(path) if is_standard(path) => output::write_stdout(file.text.as_bytes()),
        Some(path) if Disk::new().is_directory(path) => {
            output::write_file(&path.join(&file.path), file.text.as_bytes())
        }
        Some(path) => output::write_file(path, file.text.as_bytes()),
    }
}

/// Reads the script with a name in a directory or below; `None` if it does not exist.
fn load(directory: &Path, name: &str) -> Result<Option<Arc<Source>>, Box<Diagnostic>> {
    let is_plain =
        // This excludes `..` as well; backslashes and colons are separators on Windows.
        |part: &str| !part.is_empty() && !part.starts_with('.') && !part.contains(['\\', ':', '\0']);
    if !name.split('/').all(is_plain) {
        let message = format!(
            "`{name}` is not the name of a template: expected names of directories and a file, separated by slashes"
        );
        let help = "specify a file that is not hidden, in the directory of the first template or below it";
        return Err(Box::new(Diagnostic::error(codes::TEMPLATE_MISSING, message).help(help)));
    }
    let directory = if directory.as_os_str().is_empty() { Path::new(".") } else { directory };
    let mut path = directory.to_owned();
    path.extend(name.split('/'));
    let Ok(real_path) = Disk::new().canonicalize(&path) else { return Ok(None) };
    if !Disk::new().canonicalize(directory).is_ok_and(|directory| real_path.starts_with(directory)) {
        let message = format!(
            "{} is a link to a file outside the directory of the first template",
            display_path(&path)
        );
        let help = "copy the file into the directory";
        return Err(Box::new(Diagnostic::error(codes::TEMPLATE_MISSING, message).help(help)));
    }
    // The path that was checked is opened, not the one with links.
    let bytes = read_ordinary_file(&Disk::new(), &real_path, &limits())?;
    decode_text(&display_path(&path), bytes, &limits()).map(Some)
}
