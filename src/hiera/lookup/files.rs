//! The data files of a hierarchy: found when it is loaded, read when a lookup first needs them.
//!
//! Invariants: files outside the data folder are not found, even if a level's path refers to them; a file is read
//! once for all lookups and threads.

use super::error::LookupError;
use crate::files::{Files, read_ordinary_file};
use crate::hiera::configuration::Notation;
use crate::hiera::{json_data, tree, yaml_data};
use crate::store::Data;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, Source, codes};
use modelwright_metamodel::input::{Limits, decode_text};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// The number of a data file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct FileIndex(u32);

impl FileIndex {
    /// The number, in the order of [`Hierarchy::files`](super::Hierarchy::files).
    #[must_use]
    pub fn number(self) -> usize {
        self.0 as usize
    }
}

/// A data file.
#[derive(Debug)]
struct DataFile {
    path: PathBuf,
    /// The path for messages.
    name: String,
    notation: Notation,
    /// The path below its data folder, without extension.
    below: String,
    folder: FolderIndex,
    content: OnceLock<Content>,
}

#[derive(Debug)]
struct Content {
    data: Result<Data, LookupError>,
    warnings: Diagnostics,
}

/// All data files of a hierarchy.
#[derive(Debug)]
pub(super) struct DataFiles {
    files: Arc<dyn Files>,
    limits: Limits,
    list: Vec<DataFile>,
    /// Files of data with an extension that a backend does not read, with their names for messages.
    others: BTreeMap<PathBuf, String>,
    folders: Vec<DataFolder>,
}

#[derive(Debug)]
struct DataFolder {
    path: PathBuf,
    /// The files by their paths below the folder, without extension.
    files: FxHashMap<Box<str>, FileIndex>,
}

/// The number of a backend's data folder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct FolderIndex(usize);

impl DataFiles {
    pub(super) fn new(files: Arc<dyn Files>, limits: Limits) -> Self {
        Self { files, limits, list: Vec::new(), others: BTreeMap::new(), folders: Vec::new() }
    }

    /// Finds the files of a data folder; `named` is its path for messages.
    pub(super) fn add_folder(
        &mut self,
        folder: &Path,
        extension: &str,
        notation: Notation,
        named: impl Fn(&Path) -> String,
    ) -> FolderIndex {
        let mut paths = FxHashMap::default();
        let added = FolderIndex(self.folders.len());
        let found = tree::find(&*self.files, folder, extension);
        for path in found.others {
            let name = named(&path);
            self.others.insert(path, name);
        }
        for file in found.files {
            let Ok(index) = u32::try_from(self.list.len()) else { break };
            let name = named(&file.path);
            paths.insert(file.name.as_str().into(), FileIndex(index));
            let (path, below) = (file.path, file.name);
            self.list.push(DataFile { path, name, notation, below, folder: added, content: OnceLock::new() });
        }
        self.folders.push(DataFolder { path: folder.to_owned(), files: paths });
        added
    }

    /// The file at a path below a data folder, without its extension.
    pub(super) fn find(&self, folder: FolderIndex, path: &str) -> Option<FileIndex> {
        let folder = self.folders.get(folder.0)?;
        if let Some(found) = folder.files.get(path) {
            return Some(*found);
        }
        let is_plain = !path.contains("//") && !path.split('/').any(|part| matches!(part, "." | ".."));
        if is_plain {
            return None;
        }
        let is_folder = |below: &str| self.files.is_folder(&folder.path.join(below));
        folder.files.get(normalized(path, is_folder)?.as_str()).copied()
    }

    /// The names of the files of data that no backend reads.
    pub(super) fn unread(&self) -> impl Iterator<Item = &str> {
        let read: BTreeSet<&PathBuf> = self.list.iter().map(|file| &file.path).collect();
        self.others.iter().filter(move |(path, _)| !read.contains(path)).map(|(_, name)| name.as_str())
    }

    /// All files, in the order in which they were found.
    pub(super) fn indices(&self) -> impl Iterator<Item = FileIndex> + use<> {
        (0..u32::try_from(self.list.len()).unwrap_or(u32::MAX)).map(FileIndex)
    }

    /// The path of a file for messages.
    pub(super) fn name(&self, file: FileIndex) -> &str {
        self.list.get(file.0 as usize).map_or("", |file| &file.name)
    }

    /// The path of a file below a data folder, without its extension; `None` for a file of another folder.
    pub(super) fn path_in(&self, folder: FolderIndex, file: FileIndex) -> Option<&str> {
        let file = self.list.get(file.0 as usize)?;
        (file.folder == folder).then_some(file.below.as_str())
    }

    /// The values of a file.
    ///
    /// # Errors
    /// If it cannot be read, or does not contain a hash.
    pub(super) fn data(&self, file: FileIndex) -> Result<&Data, LookupError> {
        self.content(file).data.as_ref().map_err(Clone::clone)
    }

    /// The warnings of a file that can be read.
    pub(super) fn warnings(&self, file: FileIndex) -> Diagnostics {
        let mut warnings = Diagnostics::new();
        warnings.extend(self.content(file).warnings.iter().cloned());
        warnings
    }

    fn content(&self, file: FileIndex) -> &Content {
        let file = &self.list[file.0 as usize];
        file.content.get_or_init(|| {
            let mut problems = Diagnostics::new();
            let data = self.read(file, &mut problems);
            let warnings = if data.is_ok() { problems } else { Diagnostics::new() };
            Content { data, warnings }
        })
    }

    /// The text of a file.
    pub(super) fn source(&self, file: FileIndex) -> Option<Arc<Source>> {
        self.read_source(self.list.get(file.0 as usize)?).ok()
    }

    fn read_source(&self, file: &DataFile) -> Result<Arc<Source>, Box<Diagnostic>> {
        read_ordinary_file(&*self.files, &file.path, &self.limits)
            .and_then(|bytes| decode_text(&file.name, bytes, &self.limits))
    }

    fn read(&self, file: &DataFile, problems: &mut Diagnostics) -> Result<Data, LookupError> {
        let source =
            self.read_source(file).map_err(|problem| LookupError::file("Errno::EACCES", *problem))?;
        let (data, class) = match file.notation {
            Notation::Yaml => (yaml_data::data(&source, problems), "Psych::SyntaxError"),
            Notation::Json => (json_data::data(&source, problems), "JSON::ParserError"),
        };
        data.ok_or_else(|| {
            let first = problems.iter().find(|problem| problem.severity == Severity::Error).cloned();
            let unknown =
                || Diagnostic::error(codes::HIERA_DATA, "the file cannot be read").at(&source, 0..0);
            LookupError::file(class, first.unwrap_or_else(unknown))
        })
    }
}

/// A path without empty parts, `.` and `..`; `None` if it leaves the folder, or contains a folder that does not
/// exist.
fn normalized(path: &str, is_folder: impl Fn(&str) -> bool) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if is_folder(&parts.join("/")) => drop(parts.pop()?),
            ".." => return None,
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}
