//! The data files below a folder.
//!
//! Invariant: no file outside the folder is found, also not through links.

use std::path::{Path, PathBuf};

/// A data file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct DataFile {
    /// Its path below the folder, with slashes and without the extension: what levels are compared with.
    pub(super) name: String,
    /// Where it is.
    pub(super) path: PathBuf,
}

/// Folders nested deeper are not looked into.
const DEPTH: usize = 64;

/// Finds the files with an extension below a folder.
pub(super) fn files(folder: &Path, extension: &str, out: &mut Vec<DataFile>) {
    let Ok(root) = folder.canonicalize() else { return };
    collect(folder, &root, "", extension, DEPTH, out);
}

fn collect(folder: &Path, root: &Path, prefix: &str, extension: &str, depth: usize, out: &mut Vec<DataFile>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        // A name that is no text cannot be the value of any variable.
        let Some(name) = entry.file_name().to_str().map(str::to_owned) else { continue };
        let Ok(kind) = entry.file_type() else { continue };
        if kind.is_symlink() && !path.canonicalize().is_ok_and(|target| target.starts_with(root)) {
            continue;
        }
        if path.is_dir() && depth > 0 {
            collect(&path, root, &format!("{prefix}{name}/"), extension, depth - 1, out);
        } else if let Some(stem) = name.strip_suffix(extension).and_then(|n| n.strip_suffix('.'))
            && path.is_file()
        {
            out.push(DataFile { name: format!("{prefix}{stem}"), path });
        }
    }
}
