//! The files below folders.
//!
//! Invariants: links are not followed, so that nothing outside a folder is read and there is an end; files come in
//! the order of their paths, whatever order the system has them in. This module does not know what is in a file,
//! but for the first bytes of one whose extension is not only used for models.

use super::{reason, shown};
use crate::formats;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

/// How much of a file is looked at to see whether it is a model.
const HEAD: u64 = 4096;

/// The files below a folder, and the folders that cannot be read.
pub(super) fn files_below(folder: &Path, keep: impl Fn(&Path) -> bool) -> (Vec<PathBuf>, Diagnostics) {
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

/// The models and metamodels below a folder, and what is wrong with it.
#[must_use]
pub fn models_below(folder: &Path) -> (Vec<PathBuf>, Diagnostics) {
    let (files, mut problems) = files_below(folder, is_model);
    if files.is_empty() && problems.is_empty() {
        let message = format!("{} holds no file that is known to be a model", shown(folder));
        let help = "name the files, and their format with --from";
        problems.push(Diagnostic::error(codes::CANNOT_READ, message).help(help));
    }
    (files, problems)
}

fn is_model(path: &Path) -> bool {
    let Some(format) = formats::by_path(path) else { return false };
    let head = || {
        let mut head = Vec::new();
        let read = File::open(path).and_then(|file| file.take(HEAD).read_to_end(&mut head));
        read.is_ok().then_some(head)
    };
    // What cannot be read is named, so that it is told of.
    !format.shares_extension() || head().is_none_or(|head| format.is_model(&String::from_utf8_lossy(&head)))
}
