//! The data files of a hierarchy. They are found when the hierarchy is loaded, and read when a lookup first needs them.
//!
//! Invariants: files outside the data directory are not found, even if a level's path refers to them; a file is read
//! once for all lookups and threads. This module also contains the files of a bindings model, whose data is given and
//! never read.

use super::error::LookupError;
use super::origin::FileIndex;
use crate::configuration::Notation;
use crate::data::DataTree;
use crate::data_text::{WITHOUT_MARK, decode_for_puppet, decode_for_ruby, mark};
use crate::directories::Directories;
use crate::files::{Files, Memory, read_ordinary_file, slash_path};
use crate::store::Data;
use crate::{json_data, puppet_yaml, tree, yaml_data};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::input::Limits;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// A data file.
#[derive(Debug)]
struct DataFile {
    /// Where the text of the file is; `None` for a file of a model.
    disk: Option<DiskFile>,
    /// The path for messages.
    name: String,
    /// The path relative to the configuration.
    relative: String,
    content: OnceLock<Content>,
}

/// A data file on disk.
#[derive(Debug)]
struct DiskFile {
    path: PathBuf,
    format: DataFormat,
    /// The data directory, and the path of the file relative to it, without extension.
    path_in_directory: Option<(DirectoryIndex, String)>,
}

/// How the text of a data file becomes values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DataFormat {
    /// As Ruby's Hiera reads it.
    Ruby(Notation),
    /// YAML as Puppet reads it: only some Ruby classes are allowed, and symbols that are keys become strings.
    PuppetYaml,
    /// JSON as Puppet reads it.
    PuppetJson,
}

/// Whether a file contains keys that Puppet treats specially; only version 5 needs to know.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct KeyKinds {
    /// Whether some keys of the hash of the file are not strings.
    pub(super) has_other_roots: bool,
    /// Whether some nested hash has a key that is neither a string nor a number.
    pub(super) has_odd_keys: bool,
}

#[derive(Debug)]
struct Content {
    data: Result<Data, LookupError>,
    keys: KeyKinds,
    warnings: Diagnostics,
}

/// For files whose texts are not read, by absolute path: their data, or the error of lookups that read them. A file that
/// levels read in two formats may have data for each of them, in the order in which the levels occur.
pub(super) type Contents = FxHashMap<PathBuf, VecDeque<Result<Data, LookupError>>>;

/// All data files of a hierarchy.
#[derive(Debug)]
pub(super) struct DataFiles {
    files: Arc<dyn Files>,
    limits: Limits,
    list: Vec<DataFile>,
    /// Files of data in formats that the backend of their directory does not read, with their names for messages.
    others: BTreeMap<PathBuf, String>,
    directories: Vec<DataDirectory>,
    /// The files of version 5 by their absolute paths. A file that is read both as YAML and as JSON has two indexes.
    paths: FxHashMap<Box<str>, [Option<FileIndex>; 2]>,
    /// The data of files whose texts are not read.
    contents: Contents,
}

/// Data files by their paths.
#[derive(Debug)]
struct DataDirectory {
    /// The files by their paths relative to the directory, without extension.
    files: FxHashMap<Box<str>, FileIndex>,
    /// The same files by their paths in lower case, if the case of paths is ignored.
    in_lower_case: Option<FxHashMap<Box<str>, FileIndex>>,
    location: Location,
}

impl DataDirectory {
    fn new(files: FxHashMap<Box<str>, FileIndex>, location: Location) -> Self {
        Self { files, in_lower_case: None, location }
    }

    /// The file at a path.
    fn get(&self, path: &str) -> Option<FileIndex> {
        match &self.in_lower_case {
            // Only a category of a model that is not exact has this map. Puppet ignores case when it compares strings,
            // such as the value of a category.
            Some(files) => files.get(path.to_lowercase().as_str()),
            None => self.files.get(path),
        }
        .copied()
    }
}

/// What a data directory represents.
#[derive(Debug)]
enum Location {
    /// A directory on disk, whose files have an extension.
    Disk { directory: PathBuf, extension: Box<str> },
    /// All files of a backend in a model.
    Backend,
    /// The files of a backend in a model that one category uses.
    Category(DirectoryIndex),
}

/// The index of a data directory: of one on disk, of a backend of a model, or of a category of a model.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DirectoryIndex(usize);

impl DataFiles {
    pub(super) fn new(files: Arc<dyn Files>, limits: Limits) -> Self {
        Self {
            files,
            limits,
            list: Vec::new(),
            others: BTreeMap::new(),
            directories: Vec::new(),
            paths: FxHashMap::default(),
            contents: Contents::default(),
        }
    }

    /// Sets the data of some files, whose texts are then not read.
    pub(super) fn with_contents(self, contents: Contents) -> Self {
        Self { contents, ..self }
    }

    /// An empty table for a model. Files of a model are added with their data.
    pub(super) fn for_model() -> Self {
        Self::new(Arc::new(Memory::new()), Limits::default())
    }

    /// Finds the files of a data directory; `directories` provides their names for messages.
    pub(super) fn add_directory(
        &mut self,
        directory: &Path,
        extension: &str,
        notation: Notation,
        directories: &Directories<'_>,
    ) -> DirectoryIndex {
        let found = tree::find(&*self.files, directory, extension);
        // Hidden files and the like are not data, so no backend needs to read them.
        for path in found.others.into_iter().filter(|path| tree::is_data_file(path, directory)) {
            let name = directories.display(&path);
            self.others.insert(path, name);
        }
        // The files need the index of the directory, which is added after them.
        let directory_index = DirectoryIndex(self.directories.len());
        let mut paths = FxHashMap::default();
        for file in found.files {
            let name = directories.display(&file.path);
            let relative = slash_path(directories.relative_path(&file.path));
            let path_in_directory = Some((directory_index, file.name.clone()));
            let format = DataFormat::Ruby(notation);
            let disk = Some(DiskFile { path: file.path, format, path_in_directory });
            let Some(index) = self.add(DataFile { disk, name, relative, content: OnceLock::new() }) else {
                break;
            };
            paths.insert(file.name.into(), index);
        }
        self.push_directory(DataDirectory::new(
            paths,
            Location::Disk { directory: directory.to_owned(), extension: extension.into() },
        ))
    }

    /// Adds a file. `None` if there are too many files.
    fn add(&mut self, file: DataFile) -> Option<FileIndex> {
        let index = u32::try_from(self.list.len()).ok()?;
        self.list.push(file);
        Some(FileIndex(index))
    }

    fn push_directory(&mut self, directory: DataDirectory) -> DirectoryIndex {
        self.directories.push(directory);
        DirectoryIndex(self.directories.len() - 1)
    }

    /// Adds a file of a model with its data; `None` if there are too many files.
    pub(super) fn add_file(
        &mut self,
        name: String,
        relative: String,
        data: Result<Data, LookupError>,
    ) -> Option<FileIndex> {
        let content =
            OnceLock::from(Content { data, keys: KeyKinds::default(), warnings: Diagnostics::new() });
        self.add(DataFile { disk: None, name, relative, content })
    }

    /// Adds an empty directory for a backend of a model.
    pub(super) fn add_backend(&mut self) -> DirectoryIndex {
        self.push_directory(DataDirectory::new(FxHashMap::default(), Location::Backend))
    }

    /// Adds an empty directory for a category of a backend of a model. Without `is_exact`, the case of its values is
    /// ignored, as when Puppet compares strings.
    pub(super) fn add_category(&mut self, backend: DirectoryIndex, is_exact: bool) -> DirectoryIndex {
        let directory = DataDirectory::new(FxHashMap::default(), Location::Category(backend));
        let in_lower_case = (!is_exact).then(FxHashMap::default);
        self.push_directory(DataDirectory { in_lower_case, ..directory })
    }

    /// Adds a file to the directory of a category. Returns whether the directory had no file at this path.
    pub(super) fn add_to_category(&mut self, category: DirectoryIndex, path: &str, file: FileIndex) -> bool {
        let Some(directory) = self.directories.get_mut(category.0) else { return false };
        let mut is_new = directory.files.insert(path.into(), file).is_none();
        // If the case of paths is ignored, a path that differs only in its case is not new either.
        if let Some(files) = &mut directory.in_lower_case {
            is_new = files.insert(path.to_lowercase().into(), file).is_none();
        }
        if let Location::Category(backend) = directory.location
            && let Some(backend) = self.directories.get_mut(backend.0)
        {
            backend.files.entry(path.into()).or_insert(file);
        }
        is_new
    }

    /// The file at a path relative to a data directory, without its extension.
    pub(super) fn find(&self, directory: DirectoryIndex, path: &str) -> Option<FileIndex> {
        let directory = self.directories.get(directory.0)?;
        if let Some(found) = directory.get(path) {
            return Some(found);
        }
        // All paths in the map are normalized. If the given path is normalized as well, there is no other path to try.
        let is_plain = !path.contains("//") && !path.split('/').any(|part| matches!(part, "." | ".."));
        if is_plain {
            return None;
        }
        let path = match &directory.location {
            Location::Disk { directory: disk_directory, .. } => {
                // The system follows `..` only out of a directory that exists, so `missing/../a` is not a file.
                normalized(path, |parent| self.files.is_directory(&disk_directory.join(parent)))?
            }
            Location::Backend => normalized(path, |parent| directory.has_directory(parent))?,
            // With the value of a variable, the path can be that of any file of the backend, even of one that no
            // category uses.
            Location::Category(backend) => return self.find(*backend, path),
        };
        directory.files.get(path.as_str()).copied()
    }

    /// The path that a file of a directory on disk would have; `path` is relative to the directory and has no
    /// extension.
    pub(super) fn path_for(&self, directory: DirectoryIndex, path: &str) -> PathBuf {
        match self.directories.get(directory.0).map(|directory| &directory.location) {
            Some(Location::Disk { directory, extension }) => {
                // The file does not exist, so its directories need not exist either.
                let path = normalized(path, |_| true).unwrap_or_default();
                directory.join(format!("{path}.{extension}"))
            }
            _ => PathBuf::new(),
        }
    }

    /// Adds a data file that perhaps no backend reads.
    pub(super) fn add_other(&mut self, path: PathBuf, name: String) {
        self.others.insert(path, name);
    }

    /// Whether the directory of a path also contains a data file.
    pub(super) fn has_data_beside(&self, path: &Path) -> bool {
        self.list
            .iter()
            .any(|file| file.disk.as_ref().is_some_and(|disk| disk.path.parent() == path.parent()))
    }

    /// Adds a file of version 5, unless it was added before. `path` is absolute; `directories` provides its name for
    /// messages.
    pub(super) fn add_path(
        &mut self,
        path: &Path,
        format: DataFormat,
        directories: &Directories<'_>,
    ) -> Option<FileIndex> {
        let key = path.to_str()?;
        if let Some(known) = self.find_path(key, format) {
            return Some(known);
        }
        let relative = slash_path(directories.relative_path(path));
        let disk = Some(DiskFile { path: path.to_owned(), format, path_in_directory: None });
        let name = directories.display(path);
        // The data of a model is given, and the texts of its files in memory are empty (Decision 26).
        let content = match self.given_data(path, key) {
            Some(data) => OnceLock::from(Content::of_puppet(data, Diagnostics::new())),
            None => OnceLock::new(),
        };
        let index = self.add(DataFile { disk, name, relative, content })?;
        self.paths.entry(key.into()).or_default()[usize::from(format == DataFormat::PuppetJson)] =
            Some(index);
        Some(index)
    }

    /// The data of a file whose text is not read, for the next format in which levels read it.
    fn given_data(&mut self, path: &Path, key: &str) -> Option<Result<Data, LookupError>> {
        let given = self.contents.get_mut(path)?.pop_front();
        if given.is_some() {
            return given;
        }
        // A model contains the data of a file once for each format, or once for both formats. In the second case, it
        // already belongs to the file in the other format.
        let index_of_other_format = self.paths.get(key)?.iter().flatten().next()?;
        Some(self.data(*index_of_other_format).cloned())
    }

    /// The file of version 5 at an absolute path, which must not contain `.` or `..`.
    pub(super) fn find_path(&self, path: &str, format: DataFormat) -> Option<FileIndex> {
        self.paths.get(path)?[usize::from(format == DataFormat::PuppetJson)]
    }

    /// The path of a file on disk.
    pub(super) fn disk_path(&self, file: FileIndex) -> Option<&Path> {
        let disk = self.list.get(file.0 as usize)?.disk.as_ref()?;
        Some(&disk.path)
    }

    /// The names of the files of data that no backend reads.
    pub(super) fn unread_data(&self) -> impl Iterator<Item = &str> {
        // A file that one backend does not read may be data of another one.
        let read_paths: BTreeSet<&PathBuf> =
            self.list.iter().filter_map(|file| file.disk.as_ref().map(|disk| &disk.path)).collect();
        self.others.iter().filter(move |(path, _)| !read_paths.contains(path)).map(|(_, name)| name.as_str())
    }

    /// All files, in the order in which they were found.
    pub(super) fn indices(&self) -> impl Iterator<Item = FileIndex> + use<> {
        (0..u32::try_from(self.list.len()).unwrap_or(u32::MAX)).map(FileIndex)
    }

    /// The path of a file for messages.
    pub(super) fn name(&self, file: FileIndex) -> &str {
        self.list.get(file.0 as usize).map_or("", |file| &file.name)
    }

    /// The path of a file relative to the configuration.
    pub(super) fn relative_path(&self, file: FileIndex) -> &str {
        self.list.get(file.0 as usize).map_or("", |file| &file.relative)
    }

    /// The path of a file relative to a data directory on disk, without its extension; `None` for a file of another
    /// directory.
    pub(super) fn path_in(&self, directory: DirectoryIndex, file: FileIndex) -> Option<&str> {
        let disk = self.list.get(file.0 as usize)?.disk.as_ref()?;
        let (directory_of_file, path) = disk.path_in_directory.as_ref()?;
        (*directory_of_file == directory).then_some(path.as_str())
    }

    /// The files of a directory with their paths relative to it, in no particular order.
    pub(super) fn files_in_directory(
        &self,
        directory: DirectoryIndex,
    ) -> impl Iterator<Item = (&str, FileIndex)> {
        let files = self.directories.get(directory.0).map(|directory| directory.files.iter());
        files.into_iter().flatten().map(|(path, file)| (&**path, *file))
    }

    /// Whether the case of the paths of a directory is ignored.
    pub(super) fn ignores_case(&self, directory: DirectoryIndex) -> bool {
        self.directories.get(directory.0).is_some_and(|directory| directory.in_lower_case.is_some())
    }

    /// The values of a changed text of a file; `None` if the text has more problems than the file.
    pub(super) fn read_again(&self, file: FileIndex, source: &Arc<Source>) -> Option<Data> {
        let mut problems = Diagnostics::new();
        let data = parse(self.list.get(file.0 as usize)?, source, &mut problems).ok()?;
        // A correction may remove warnings, but must not cause any.
        (problems.iter().count() <= self.content(file).warnings.iter().count()).then_some(data)
    }

    /// The values of a file.
    ///
    /// # Errors
    /// If it cannot be read, or does not contain a hash.
    pub(crate) fn data(&self, file: FileIndex) -> Result<&Data, LookupError> {
        self.content(file).data.as_ref().map_err(Clone::clone)
    }

    /// The values of a file, and whether it has keys that Puppet treats specially.
    ///
    /// # Errors
    /// As [`data`](Self::data).
    pub(super) fn data_with_keys(&self, file: FileIndex) -> Result<(&Data, KeyKinds), LookupError> {
        let content = self.content(file);
        content.data.as_ref().map(|data| (data, content.keys)).map_err(Clone::clone)
    }

    /// The warnings of a file that can be read.
    pub(super) fn warnings(&self, file: FileIndex) -> Diagnostics {
        let mut warnings = Diagnostics::new();
        warnings.extend(self.content(file).warnings.iter().cloned());
        warnings
    }

    /// The values of a file, and its text if there is one. The file is read once for both.
    ///
    /// # Errors
    /// As [`data`](Self::data).
    pub(super) fn data_with_source(
        &self,
        index: FileIndex,
    ) -> Result<(&Data, Option<Arc<Source>>), LookupError> {
        let file = &self.list[index.0 as usize];
        // If the values are not known yet, they are computed from this text, so that the file is not read twice.
        let source = self.read_source(file);
        let text = source.as_ref().ok().cloned();
        let content = file.content.get_or_init(|| content(file, source));
        content.data.as_ref().map(|data| (data, text)).map_err(Clone::clone)
    }

    /// The content of a file, which is read when it is first needed.
    fn content(&self, file: FileIndex) -> &Content {
        let file = &self.list[file.0 as usize];
        // If several threads need the file at the same time, one reads it and the others wait.
        file.content.get_or_init(|| content(file, self.read_source(file)))
    }

    /// The text of a file.
    pub(super) fn source(&self, file: FileIndex) -> Option<Arc<Source>> {
        self.read_source(self.list.get(file.0 as usize)?).ok()
    }

    /// The values of a file of version 5 with their spans, and its text.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(super) fn tree(
        &self,
        file: FileIndex,
        problems: &mut Diagnostics,
    ) -> Result<(DataTree, Arc<Source>), LookupError> {
        let file = &self.list[file.0 as usize];
        let source =
            self.read_source(file).map_err(|problem| LookupError::file("Errno::EACCES", *problem))?;
        let is_json = file.disk.as_ref().is_some_and(|disk| disk.format == DataFormat::PuppetJson);
        let (tree, class) = if is_json {
            (json_data::read_hash(&source, problems), "JSON::ParserError")
        } else {
            (puppet_yaml::read(&source, problems), "Psych::SyntaxError")
        };
        tree.map(|tree| (tree, Arc::clone(&source)))
            .ok_or_else(|| invalid_file_error(&source, class, problems))
    }

    /// Reads the text of a file. A file of a model has none, which is an error.
    fn read_source(&self, file: &DataFile) -> Result<Arc<Source>, Box<Diagnostic>> {
        let Some(DiskFile { path, format, .. }) = &file.disk else {
            let message = format!("{} is part of a model, so its text is not known", file.name);
            return Err(Box::new(Diagnostic::error(codes::HIERA_DATA, message)));
        };
        let bytes = read_ordinary_file(&*self.files, path, &self.limits)?;
        match format {
            DataFormat::Ruby(_) => decode_for_ruby(&file.name, bytes, &self.limits),
            DataFormat::PuppetYaml | DataFormat::PuppetJson => {
                decode_for_puppet(&file.name, bytes, &self.limits)
            }
        }
    }
}

/// The values in the text of a file.
fn content(file: &DataFile, source: Result<Arc<Source>, Box<Diagnostic>>) -> Content {
    let mut problems = Diagnostics::new();
    let source = source.map_err(|problem| LookupError::file("Errno::EACCES", *problem));
    let data = source.and_then(|source| parse(file, &source, &mut problems));
    // The error of lookups in an invalid file contains the problem of the file, so it is not added to the warnings.
    let warnings = if data.is_ok() { problems } else { Diagnostics::new() };
    match file.disk.as_ref().map(|disk| disk.format) {
        // Ruby's Hiera accepts any key, so the search for special keys is not needed.
        None | Some(DataFormat::Ruby(_)) => Content { data, keys: KeyKinds::default(), warnings },
        _ => Content::of_puppet(data, warnings),
    }
}

impl Content {
    /// The content of a file of version 5.
    fn of_puppet(data: Result<Data, LookupError>, warnings: Diagnostics) -> Self {
        let keys = data
            .as_ref()
            .map(|data| KeyKinds {
                has_other_roots: !data.has_only_text_keys(),
                has_odd_keys: data.has_odd_keys(),
            })
            .unwrap_or_default();
        Self { data, keys, warnings }
    }
}

/// The values in a text, in the format of the file.
fn parse(file: &DataFile, source: &Arc<Source>, problems: &mut Diagnostics) -> Result<Data, LookupError> {
    let (data, class) = match file.disk.as_ref().map(|disk| disk.format) {
        Some(DataFormat::Ruby(Notation::Json) | DataFormat::PuppetJson) => {
            (json_data::data(source, problems), "JSON::ParserError")
        }
        Some(DataFormat::PuppetYaml) => (puppet_yaml::data(source, problems), "Psych::SyntaxError"),
        // A file without a format belongs to a model, and its data is given, so this is YAML as Ruby reads it.
        _ => (yaml_data::data(source, problems), "Psych::SyntaxError"),
    };
    data.ok_or_else(|| invalid_file_error(source, class, problems))
}

/// The error of lookups that read an invalid file.
fn invalid_file_error(source: &Arc<Source>, class: &'static str, problems: &Diagnostics) -> LookupError {
    // There may be warnings before the error that makes the file invalid.
    let mut first = problems.first_error().cloned();
    // The mark, which no editor shows, is the usual cause of an error that the file seems not to have.
    if let (Some(first), Some(_)) = (&mut first, mark(source)) {
        first.help = Some(WITHOUT_MARK.to_owned());
    }
    LookupError::file(
        class,
        first.unwrap_or_else(|| {
            Diagnostic::error(codes::HIERA_DATA, "the file cannot be read").at(source, 0..0)
        }),
    )
}

impl DataDirectory {
    /// Whether some file is below a path.
    fn has_directory(&self, path: &str) -> bool {
        let is_below =
            |file: &str| file.strip_prefix(path).is_some_and(|inner_path| inner_path.starts_with('/'));
        // This is called only for paths with `..`, which are rare, so a search through all files is fast enough.
        path.is_empty() || self.files.keys().any(|file| is_below(file))
    }
}

/// A path without empty parts, `.` and `..`; `None` if it leaves the directory, or goes through a directory for which
/// `is_directory` is false.
fn normalized(path: &str, is_directory: impl Fn(&str) -> bool) -> Option<String> {
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if is_directory(&parts.join("/")) => drop(parts.pop()?),
            ".." => return None,
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}
