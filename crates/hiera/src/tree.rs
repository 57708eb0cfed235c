//! The data files below a directory.
//!
//! Invariants: no file outside the directory is found, not even through links; every skipped entry is reported; the
//! search ends no later than at [`MAX_ENTRIES`], even if links reach one directory again and again.

use crate::files::{Entry, FileKind, Files};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// A data file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct DataFile {
    /// The path of the file below the directory, with slashes and without the extension, to compare with levels.
    pub(super) name: String,
    /// The path of the file, which starts with the directory as the user wrote it.
    pub(super) path: PathBuf,
}

/// The result of a search.
#[derive(Debug, Default)]
pub(super) struct DataFiles {
    /// The data files, ordered by name.
    pub(super) files: Vec<DataFile>,
    /// Files of data in another format, which this search does not include.
    pub(super) others: Vec<PathBuf>,
    /// Entries that cannot be read as data, with the reason.
    pub(super) skipped: Vec<(PathBuf, &'static str)>,
    /// Whether the search ended at [`MAX_ENTRIES`], and ignored further entries.
    pub(super) is_incomplete: bool,
}

/// The extensions that files of data have.
const EXTENSIONS: [&str; 4] = ["yaml", "yml", "json", "eyaml"];

/// The maximum nesting of directories that are searched.
const MAX_DEPTH: usize = 64;
/// The maximum number of entries of directories that are visited.
pub(super) const MAX_ENTRIES: usize = 250_000;

/// Finds the files with an extension below a directory.
pub(super) fn find(files: &dyn Files, directory: &Path, extension: &str) -> DataFiles {
    find_with(files, directory, Some(extension))
}

/// Finds the files below a directory, in the order of their names: those with an extension, or all files if `extension`
/// is `None`.
fn find_with(files: &dyn Files, directory: &Path, extension: Option<&str>) -> DataFiles {
    let Ok(root) = files.canonicalize(directory) else { return DataFiles::default() };
    let mut search = Search {
        files,
        root: root.clone(),
        extension,
        remaining_entries: MAX_ENTRIES,
        found: DataFiles::default(),
    };
    search.search_directory(directory, &root, "", MAX_DEPTH);
    // The order in which the system lists files is arbitrary.
    search.found.files.sort();
    search.found.others.sort();
    search.found.skipped.sort();
    search.found
}

/// Finds all files below a directory; their names include the extensions.
pub(super) fn find_all(files: &dyn Files, directory: &Path) -> DataFiles {
    find_with(files, directory, None)
}

/// Whether a file below a directory has an extension of data, and is not hidden.
pub(super) fn is_data_file(path: &Path, directory: &Path) -> bool {
    let relative_path = path.strip_prefix(directory).unwrap_or(path);
    let mut parts = relative_path.iter().filter_map(OsStr::to_str);
    has_data_extension(path) && !parts.any(|part| part.starts_with('.'))
}

fn has_data_extension(path: &Path) -> bool {
    path.extension().is_some_and(|extension| EXTENSIONS.iter().any(|known| extension == *known))
}

/// The warning about a file of data that no backend reads.
pub(super) fn no_backend(name: &str) -> Diagnostic {
    let message = format!("{name} is beside the data, but no backend reads files with its extension");
    let help = "rename it, or add the backend; the backend yaml reads .yaml, json .json, and eyaml .eyaml";
    Diagnostic::warning(codes::HIERA_DATA, message).help(help)
}

struct Search<'e> {
    files: &'e dyn Files,
    root: PathBuf,
    /// The extension of the files to find; `None` for all files.
    extension: Option<&'e str>,
    /// The number of directory entries that may still be read.
    remaining_entries: usize,
    found: DataFiles,
}

impl Search<'_> {
    /// Searches a directory. `real_path` is its path without links. `prefix` is its path below the root, with which the
    /// names of its files start. Directories are searched until `remaining_depth` is 0.
    fn search_directory(&mut self, directory: &Path, real_path: &Path, prefix: &str, remaining_depth: usize) {
        if remaining_depth == 0 {
            // The number is `MAX_DEPTH`.
            return self.skip(directory, "it is nested more than 64 directories deep");
        }
        // The directory is listed by its path without links, so that the system need not follow the same links for
        // every file.
        let Ok(entries) = self.files.list(real_path) else {
            return self.skip(directory, "the directory cannot be read");
        };
        for entry in entries {
            let Some(remaining) = self.remaining_entries.checked_sub(1) else {
                self.found.is_incomplete = true;
                return;
            };
            self.remaining_entries = remaining;
            self.add_entry(&entry, directory, real_path, prefix, remaining_depth);
        }
    }

    /// Adds a file, or the files of a directory. `real_directory` is the path without links of the directory
    /// that contains the entry. `prefix` is the start of the names of its files.
    fn add_entry(
        &mut self,
        entry: &Entry,
        directory: &Path,
        real_directory: &Path,
        prefix: &str,
        remaining_depth: usize,
    ) {
        let path = directory.join(&entry.name);
        let extension = Path::new(&entry.name).extension();
        let has_extension =
            self.extension.is_none_or(|expected| extension.is_some_and(|found| found == expected));
        let is_link = entry.kind == FileKind::Link;
        let target = real_directory.join(&entry.name);
        let target = if is_link { self.files.canonicalize(&target) } else { Ok(target) };
        let Ok(target) = target else {
            if has_extension {
                self.skip(&path, "it is a link whose target does not exist");
            }
            return;
        };
        let kind = match entry.kind {
            FileKind::Link => self.files.metadata(&target).map_or(FileKind::Other, |found| found.kind),
            kind => kind,
        };
        let is_directory = kind == FileKind::Directory;
        if !is_directory && !has_extension {
            if kind == FileKind::File && has_data_extension(&path) {
                self.found.others.push(path);
            }
            return;
        }
        let Some(name) = entry.name.to_str() else {
            return self.skip(&path, "its name is not UTF-8, so no variable can have it as its value");
        };
        if is_link && !target.starts_with(&self.root) {
            self.skip(&path, "it is a link to a target outside the data directory");
        } else if is_link && is_directory && real_directory.starts_with(&target) {
            // The search would enter the same directory again and again.
            self.skip(&path, "it is a link to a directory that contains it");
        } else if is_directory {
            self.search_directory(&path, &target, &format!("{prefix}{name}/"), remaining_depth - 1);
        } else if let Some(stem) = self.stem(name)
            // Reading a pipe could block.
            && kind == FileKind::File
        {
            self.found.files.push(DataFile { name: format!("{prefix}{stem}"), path });
        }
    }

    /// The name of a file as levels contain it, without the extension; `None` if the search is for another extension.
    fn stem<'n>(&self, name: &'n str) -> Option<&'n str> {
        match self.extension {
            Some(extension) => name.strip_suffix(extension)?.strip_suffix('.'),
            None => Some(name),
        }
    }

    /// Records that an entry is not read as data.
    fn skip(&mut self, path: &Path, reason: &'static str) {
        self.found.skipped.push((path.to_owned(), reason));
    }
}
