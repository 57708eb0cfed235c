//! Reads what the command line names: files, or `-` for standard input.

use crate::formats::{self, Format};
use crate::workspace::{Loaded, Workspace, path_uri};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use std::io::Read as _;
use std::path::Path;

/// The format of a name given with `--from` or `--to`.
pub(super) fn format_named(name: &str) -> Result<&'static dyn Format, String> {
    formats::by_name(name).ok_or_else(|| {
        let names: Vec<&str> = formats::FORMATS.iter().map(|f| f.name()).collect();
        format!("expected one of {}", names.join(", "))
    })
}

/// The formats that `--from` and `--to` take.
pub(super) fn formats_help(which: &str) -> String {
    let lines = formats::FORMATS.iter().map(|f| format!("  {:<6} {}", f.name(), f.about()));
    format!("The notation of the {which}:\n{}", lines.collect::<Vec<_>>().join("\n"))
}

/// Loads a file, or standard input for `-`.
pub(super) fn load(
    workspace: &Workspace,
    path: &Path,
    format: Option<&'static dyn Format>,
) -> Result<Loaded, Box<Diagnostic>> {
    if path != Path::new("-") {
        return workspace.load(path, format);
    }
    let mut bytes = Vec::new();
    let limit = workspace.limits.document as u64 + 1;
    std::io::stdin().lock().take(limit).read_to_end(&mut bytes).map_err(|e| {
        Box::new(Diagnostic::error(codes::CANNOT_READ, format!("standard input cannot be read: {e}")))
    })?;
    let name = "<stdin>";
    let format = format
        .or_else(|| formats::by_content(&bytes))
        .ok_or_else(|| Box::new(formats::unknown("standard input")))?;
    workspace.load_bytes(name, bytes, &path_uri(Path::new("stdin")), format)
}
