//! The files below folders.
//!
//! Invariants: links are not followed, so that nothing outside a folder is read and there is an end; files come in
//! the order of their paths, whatever order the system has them in. This module does not know what is in a file.

use super::{reason, shown};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use std::path::{Path, PathBuf};

/// The files below a folder, and the folders that cannot be read.
pub(crate) fn files_below(folder: &Path, keep: impl Fn(&Path) -> bool) -> (Vec<PathBuf>, Diagnostics) {
    let (mut files, mut problems) = (Vec::new(), Diagnostics::new());
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(problem) => {
                let message = format!("{} cannot be read: {}", shown(&folder), reason(&problem));
                let help = "check that the folder may be read";
                problems.push(Diagnostic::error(codes::CANNOT_READ, message).help(help));
                continue;
            }
        };
        for entry in entries.flatten() {
            let Ok(kind) = entry.file_type() else { continue };
            let path = entry.path();
            if kind.is_dir() {
                folders.push(path);
            } else if kind.is_file() && keep(&path) {
                files.push(path);
            }
        }
    }
    files.sort();
    (files, problems)
}
