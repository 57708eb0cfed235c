//! Lists the files below the directories of levels; each directory is listed once.
//!
//! Invariant: a directory is listed only if it is inside the directory of its configuration or inside one that the user
//! allowed.

use super::location::PathPattern;
use crate::directories::Directories;
use crate::files::{Files, slash_path};
use crate::tree;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The files below each directory that was listed, by its absolute path.
#[derive(Debug, Default)]
pub(super) struct Listings {
    directories: FxHashMap<String, Vec<PathBuf>>,
    /// The files with an extension of data below the directory that was listed last.
    data_files: Vec<PathBuf>,
    /// The directories for which a problem was reported.
    reported_directories: FxHashSet<String>,
}

impl Listings {
    /// The files whose paths match a pattern.
    pub(super) fn find(
        &mut self,
        pattern: &PathPattern,
        files: &dyn Files,
        directories: &Directories<'_>,
        place: (&Arc<Source>, &Range<usize>),
        problems: &mut Diagnostics,
    ) -> Vec<PathBuf> {
        // A listing contains all files below its directory, so the listing of a parent directory can be used.
        let mut ancestors = Path::new(&pattern.directory).ancestors().filter_map(Path::to_str);
        let listed = ancestors.find(|directory| self.directories.contains_key(*directory)).map(str::to_owned);
        let directory = listed.unwrap_or_else(|| {
            let found = self.list(&pattern.directory, files, directories, place, problems);
            self.directories.insert(pattern.directory.clone(), found);
            pattern.directory.clone()
        });
        self.directories
            .get(&directory)
            .into_iter()
            .flatten()
            .filter(|path| {
                let relative_path = path.to_str().and_then(|path| path.strip_prefix(&pattern.directory));
                // `/data` is not the directory of `/database/a.yaml`.
                relative_path.is_some_and(|path| path.starts_with('/') && path.ends_with(&pattern.end))
            })
            .cloned()
            .collect()
    }

    /// The files with an extension of data below the directory that was listed last. They are returned only once.
    pub(super) fn take_data_files(&mut self) -> Vec<PathBuf> {
        std::mem::take(&mut self.data_files)
    }

    /// The files below a directory. Also stores the data files among them in `data_files`. Reports once that a
    /// directory may not be read, or has too many entries.
    fn list(
        &mut self,
        directory: &str,
        files: &dyn Files,
        directories: &Directories<'_>,
        (source, range): (&Arc<Source>, &Range<usize>),
        problems: &mut Diagnostics,
    ) -> Vec<PathBuf> {
        let path = Path::new(directory);
        if !directories.may_read(path) {
            // Several levels may have the same directory, which is reported once.
            let is_new = self.reported_directories.insert(directory.to_owned());
            if is_new && files.is_directory(path) {
                problems.push(directories.outside_problem(path, range.clone(), source));
            }
            return Vec::new();
        }
        let found = tree::find_all(files, path);
        if found.is_incomplete {
            let limit = tree::MAX_ENTRIES;
            let message = format!(
                "{} has more than {limit} entries; further entries are ignored",
                directories.display(path)
            );
            let help = "keep data in a directory of its own";
            problems.push(Diagnostic::error(codes::LIMIT, message).at(source, range.clone()).help(help));
        }
        for (path, reason) in &found.skipped {
            let message = format!("{} is skipped: {reason}", directories.display(path));
            let help = "move the data to a directory that is searched, or remove it";
            problems.push(Diagnostic::warning(codes::HIERA_DATA, message).help(help));
        }
        // Patterns contain paths with `/`. Windows accepts these paths, too, so all paths are converted to this form.
        let listed = found
            .files
            .into_iter()
            .map(|file| if cfg!(windows) { PathBuf::from(slash_path(&file.path)) } else { file.path });
        let listed: Vec<PathBuf> = listed.collect();
        self.data_files = listed.iter().filter(|file| tree::is_data_file(file, path)).cloned().collect();
        listed
    }
}
