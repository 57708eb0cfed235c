//! A tree, with everything that is needed to load it again with the data of another tree. This shows the causes of a
//! change.

use crate::files::FileAccess;
use crate::files::{Files, RedirectedFiles, normalized_path};
use crate::lookup::{CONFIGURATION, Encrypted, FileIndex, Hierarchy, hide_encrypted};
use crate::store::Value;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// A configuration with its data files.
#[derive(Debug)]
pub struct Tree {
    settings: TreeSettings,
    access: FileAccess,
    hierarchy: Hierarchy,
    /// The directory of the configuration as the user wrote it.
    directory: PathBuf,
    /// `directory` as an absolute path.
    absolute: PathBuf,
    /// `absolute` without `..`, so that it can be compared with the paths of data files.
    normalized: PathBuf,
    /// The data files by their paths relative to the directory of the configuration.
    files: OnceLock<FxHashMap<PathBuf, FileIndex>>,
}

/// Where a tree is, and how it is read.
#[derive(Debug, Clone, Default)]
pub struct TreeSettings {
    /// The configuration, or the directory of an environment.
    pub config: PathBuf,
    /// The configuration of Puppet's global layer.
    pub global: Option<PathBuf>,
    /// The names of levels that are not searched.
    pub skipped: Vec<String>,
    /// Whether encrypted texts are shown as they are written. They are always compared as they are written, so that a
    /// change is found without private keys.
    pub shows_encrypted: bool,
    /// A prefix for the names of files, such as the name of a revision.
    pub prefix: String,
}

impl Tree {
    /// Reads a configuration and finds its data files. Returns no tree if every lookup would fail.
    #[must_use]
    pub fn load(settings: TreeSettings, access: FileAccess) -> (Option<Self>, Diagnostics) {
        let config = &settings.config;
        let is_directory = access.files.is_directory(config);
        let file = if is_directory { config.join(CONFIGURATION) } else { config.clone() };
        let absolute = access.files.absolute(&file).parent().map(Path::to_owned).unwrap_or_default();
        // Messages show paths without the leading `./`.
        let directory = file.parent().filter(|directory| *directory != Path::new(".")).map(Path::to_owned);
        let directory = directory.unwrap_or_default();
        let (hierarchy, problems) = match &settings.global {
            Some(global) => Hierarchy::load_environment(config, Some(global), &access),
            None => Hierarchy::load(config, &access),
        };
        let mut shown_problems = Diagnostics::new();
        shown_problems
            .extend(problems.into_iter().map(|problem| prefixed_problem(problem, &settings.prefix)));
        let tree = hierarchy.map(|mut hierarchy| {
            for name in &settings.skipped {
                hierarchy.skip_level(name);
            }
            // Encrypted values stay as they are written, so that no private key is needed (Decision 21).
            hierarchy.set_encrypted(Encrypted::Kept);
            let normalized = normalized_path(&absolute);
            Self { settings, access, hierarchy, directory, absolute, normalized, files: OnceLock::new() }
        });
        (tree, shown_problems)
    }

    /// The configuration with its data files, for lookups.
    #[must_use]
    pub fn hierarchy(&self) -> &Hierarchy {
        &self.hierarchy
    }

    /// The hierarchy for a report. It shows encrypted texts only if the settings require this.
    #[must_use]
    pub fn into_hierarchy(self) -> Hierarchy {
        let mut hierarchy = self.hierarchy;
        hierarchy.set_encrypted(if self.settings.shows_encrypted {
            Encrypted::Kept
        } else {
            Encrypted::Hidden
        });
        hierarchy
    }

    /// A value as a report may show it.
    pub(super) fn shown_value(&self, value: Value) -> Value {
        if self.settings.shows_encrypted { value } else { hide_encrypted(value) }
    }

    /// The problems of data files that neither this tree nor the other one can read, so that their keys are not
    /// compared.
    #[must_use]
    pub fn unreadable_files(&self, other: &Self) -> Diagnostics {
        let mut problems = Diagnostics::new();
        for (file, problem) in self.hierarchy.unreadable_files("fail in both trees") {
            let other_file = self.relative_path(file).and_then(|relative_path| other.file(relative_path));
            // If one of the trees can read the file, the comparison reports the change.
            if other_file.is_some_and(|file| other.hierarchy.data(file).is_err()) {
                problems.push(prefixed_problem(problem, &self.settings.prefix));
            }
        }
        problems
    }

    /// The files that the tree is read from.
    pub(super) fn files(&self) -> &Arc<dyn Files> {
        &self.access.files
    }

    /// The name of a data file for users.
    pub(super) fn name(&self, file: FileIndex) -> String {
        format!("{}{}", self.settings.prefix, self.hierarchy.file_name(file))
    }

    /// The name for users of a file below the directory of the configuration.
    pub(super) fn name_below(&self, relative_path: &Path) -> String {
        format!("{}{}", self.settings.prefix, crate::files::display_path(&self.directory.join(relative_path)))
    }

    /// The name of a file for users; `name` is its name in messages.
    pub(super) fn prefixed_name(&self, name: &str) -> String {
        format!("{}{name}", self.settings.prefix)
    }

    /// The path of a data file relative to the directory of the configuration; for a file outside of it, the entire
    /// path.
    pub(super) fn relative_path(&self, file: FileIndex) -> Option<&Path> {
        self.hierarchy.path(file).map(|path| self.below_path(path))
    }

    /// The path relative to the directory of the configuration, for a file that need not exist.
    pub(super) fn below_path<'p>(&self, path: &'p Path) -> &'p Path {
        // The paths of data files are normalized; those of configurations start as the user wrote them.
        let directories = [&self.normalized, &self.absolute, &self.directory];
        directories.iter().find_map(|directory| path.strip_prefix(directory).ok()).unwrap_or(path)
    }

    /// The data file at a path relative to the directory of the configuration.
    pub(super) fn file(&self, relative_path: &Path) -> Option<FileIndex> {
        let files = self.files.get_or_init(|| {
            let mut files = FxHashMap::default();
            for file in self.hierarchy.files() {
                if let Some(relative_path) = self.relative_path(file) {
                    // If two backends read one file, it has several indexes; the first one is used.
                    files.entry(relative_path.to_owned()).or_insert(file);
                }
            }
            files
        });
        files.get(relative_path).copied()
    }

    /// The data file with a name in messages.
    pub(super) fn file_with_name(&self, name: &str) -> Option<FileIndex> {
        self.hierarchy.files().find(|file| self.hierarchy.file_name(*file) == name)
    }

    /// The paths of the files that determine levels and settings, relative to the directory of the configuration if
    /// they are below it. The main configuration comes first.
    pub(super) fn configurations(&self) -> Vec<PathBuf> {
        let paths = self.hierarchy.configurations().iter();
        let mut paths: Vec<PathBuf> = paths.map(|path| self.below_path(path).to_owned()).collect();
        let main_configuration = self.own_configuration();
        // The sort is stable: it moves only the main configuration, to the front.
        paths.sort_by_key(|path| *path != main_configuration);
        paths.dedup();
        paths
    }

    /// The path of the main configuration relative to its directory.
    pub(super) fn own_configuration(&self) -> PathBuf {
        let config = &self.settings.config;
        let name = config.file_name().filter(|_| !self.access.files.is_directory(config));
        PathBuf::from(name.unwrap_or(CONFIGURATION.as_ref()))
    }

    /// The path of a file, from its path relative to the directory of the configuration. An absolute path is returned
    /// unchanged.
    pub(super) fn path(&self, relative_path: &Path) -> PathBuf {
        self.directory.join(relative_path)
    }

    /// Whether both trees have the same directory with the same files.
    pub(super) fn has_files_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(self.files(), other.files()) && self.real_path() == other.real_path()
    }

    /// The canonical path of the directory, which is the same for all paths of the directory.
    fn real_path(&self) -> Option<PathBuf> {
        self.files().canonicalize(&self.absolute).ok()
    }

    /// How files are read: from where, and within which limits.
    pub(super) fn access(&self) -> &FileAccess {
        &self.access
    }

    /// The configuration of this tree, combined with the data of another one; `None` if every lookup in the combination
    /// would fail.
    pub(super) fn with_data_of(&self, other: &Self) -> Option<Self> {
        // The configuration files of both trees are not replaced by those of the other tree.
        let kept = self.configurations().into_iter().chain(other.configurations());
        let files = RedirectedFiles::new(
            (Arc::clone(self.files()), &self.absolute),
            (Arc::clone(other.files()), &other.absolute),
            kept,
        );
        let access = FileAccess { files: Arc::new(files), ..self.access.clone() };
        let (tree, _) = Self::load(self.settings.clone(), access);
        tree
    }
}

/// Adds a prefix to the names of the sources of a problem.
fn prefixed_problem(mut problem: Diagnostic, prefix: &str) -> Diagnostic {
    for label in problem.labels.iter_mut().filter(|_| !prefix.is_empty()) {
        // The source may be an excerpt; its first line is kept, so that positions stay as they are.
        let (name, first_line) = (label.source.name(), label.source.position(0).line);
        label.source = Source::excerpt(format!("{prefix}{name}"), label.source.text(), first_line);
    }
    problem
}

/// Whether a character may be part of a word in paths and levels. The name of a node inside a longer word is not the
/// name of the node.
pub(super) fn is_part_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '-'
}
