//! The data files below a folder.
//!
//! Invariants: no file outside the folder is found, also not through links; what is passed over is told;
//! links that lead to one folder again and again end the search no later than at [`ENTRIES`].

use std::fs::DirEntry;
use std::path::{Path, PathBuf};

/// A data file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct DataFile {
    /// Its path below the folder, with slashes and without the extension: what levels are compared with.
    pub(super) name: String,
    /// Where it is.
    pub(super) path: PathBuf,
}

/// What there is below a folder.
#[derive(Debug, Default)]
pub(super) struct Found {
    /// In order of name.
    pub(super) files: Vec<DataFile>,
    /// What cannot be data although it lies there, and why.
    pub(super) passed_over: Vec<(PathBuf, &'static str)>,
    /// Whether there was more than is looked at.
    pub(super) incomplete: bool,
}

/// Folders nested deeper are not looked into.
const DEPTH: usize = 64;
/// So many entries of folders are looked at.
pub(super) const ENTRIES: usize = 250_000;

/// Finds the files with an extension below a folder.
pub(super) fn files(folder: &Path, extension: &str) -> Found {
    let Ok(root) = folder.canonicalize() else { return Found::default() };
    let mut search = Search { root: root.clone(), extension, left: ENTRIES, found: Found::default() };
    search.folder(folder, &root, "", DEPTH);
    search.found.files.sort();
    search.found.passed_over.sort();
    search.found
}

struct Search<'e> {
    root: PathBuf,
    extension: &'e str,
    left: usize,
    found: Found,
}

impl Search<'_> {
    /// `real` is the folder without links, `prefix` its path below the root.
    fn folder(&mut self, folder: &Path, real: &Path, prefix: &str, depth: usize) {
        if depth == 0 {
            return self.pass_over(folder, "it lies more than 64 folders deep");
        }
        // By its real path, so that the system need not follow the same links again for every file.
        let Ok(entries) = std::fs::read_dir(real) else {
            return self.pass_over(folder, "the folder cannot be read");
        };
        for entry in entries.flatten() {
            let Some(left) = self.left.checked_sub(1) else {
                self.found.incomplete = true;
                return;
            };
            self.left = left;
            self.entry(&entry, folder, real, prefix, depth);
        }
    }

    fn entry(&mut self, entry: &DirEntry, folder: &Path, real: &Path, prefix: &str, depth: usize) {
        let name = entry.file_name();
        let path = folder.join(&name);
        let wanted = Path::new(&name).extension().is_some_and(|e| e == self.extension);
        let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
        let target = if is_link { entry.path().canonicalize() } else { Ok(real.join(&name)) };
        let Ok(target) = target else {
            if wanted {
                self.pass_over(&path, "it is a link that leads nowhere");
            }
            return;
        };
        let is_folder = target.is_dir();
        if !is_folder && !wanted {
            return;
        }
        let Some(name) = name.to_str() else {
            return self.pass_over(&path, "its name is no text, so no variable can have it as its value");
        };
        if is_link && !target.starts_with(&self.root) {
            self.pass_over(&path, "it is a link that leads out of the data folder");
        } else if is_link && is_folder && real.starts_with(&target) {
            self.pass_over(&path, "it is a link to a folder that it lies in");
        } else if is_folder {
            self.folder(&path, &target, &format!("{prefix}{name}/"), depth - 1);
        } else if let Some(stem) = name.strip_suffix(self.extension).and_then(|n| n.strip_suffix('.'))
            && target.is_file()
        {
            self.found.files.push(DataFile { name: format!("{prefix}{stem}"), path });
        }
    }

    fn pass_over(&mut self, path: &Path, why: &'static str) {
        self.found.passed_over.push((path.to_owned(), why));
    }
}
