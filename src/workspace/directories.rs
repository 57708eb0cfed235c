//! Lists the files below directories.
//!
//! Invariants: links are not followed, so the search terminates and nothing outside the directory is read; files are
//! sorted by path. This module does not read files.

use crate::files::{FileKind, Files, display_path, error_text};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use std::path::{Path, PathBuf};

/// The files below a directory for which `accepts` returns `true`, and a problem for each directory that cannot be
/// read.
pub(crate) fn files_below(
    files: &dyn Files,
    directory: &Path,
    accepts: impl Fn(&Path) -> bool,
) -> (Vec<PathBuf>, Diagnostics) {
    let (mut paths, mut problems) = (Vec::new(), Diagnostics::new());
    let mut directories = vec![directory.to_path_buf()];
    while let Some(directory) = directories.pop() {
        let entries = match files.list(&directory) {
            Ok(entries) => entries,
            Err(error) => {
                let message = format!("{} cannot be read: {}", display_path(&directory), error_text(&error));
                let help = "check that you have permission to read the directory";
                problems.push(Diagnostic::error(codes::CANNOT_READ, message).help(help));
                continue;
            }
        };
        for entry in entries {
            let path = directory.join(entry.name);
            match entry.kind {
                FileKind::Directory => directories.push(path),
                FileKind::File if accepts(&path) => paths.push(path),
                _ => {}
            }
        }
    }
    paths.sort();
    (paths, problems)
}
