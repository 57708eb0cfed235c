//! The backends of a tree of version 1 to 3, or of a layer of a model, in search order.
//!
//! Invariant: the list is read once, when the tree is loaded. It changes only when the caller skips a backend.

use super::backend::{Backend, BackendKind, text_settings};
use super::dig::dig;
use super::level::Level;
use crate::configuration::{self, Notation, Settings};
use crate::data::DataTree;
use crate::directories::{Directories, split_data_directory};
use crate::files::FileAccess;
use crate::generated::bindings::MergeBehavior;
use crate::key_segments::split_key;
use crate::lookup::error::LookupError;
use crate::lookup::files::DataFiles;
use crate::lookup::merge::{Behavior, Merge};
use crate::lookup::origin::FileIndex;
use crate::lookup::resolution::hash_strategy;
use crate::store::{Hash, Value};
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The backends of a configuration.
#[derive(Debug)]
pub(in crate::lookup) struct Backends {
    pub(super) list: Vec<Backend>,
    /// How hashes are merged according to the configuration.
    pub(super) merge: Result<Merge, LookupError>,
    /// The merge strategy of version 5 that merges hashes as `merge` does.
    pub(in crate::lookup) hash_strategy: Value,
    /// The path of the configuration; `None` for a model.
    configuration: Option<PathBuf>,
}

impl Backends {
    /// Backends that merge hashes with a behavior and the options of `deep_merge`.
    pub(in crate::lookup) fn new(list: Vec<Backend>, behavior: MergeBehavior, options: Value) -> Self {
        let hash_strategy = hash_strategy(behavior, &options);
        Self { list, merge: merge(behavior, options), hash_strategy, configuration: None }
    }

    /// Loads the backends of a configuration, and finds their data files.
    pub(in crate::lookup) fn load(
        path: &Path,
        settings: &Settings,
        directories: &Directories<'_>,
        access: &FileAccess,
        source: &Arc<Source>,
        problems: &mut Diagnostics,
    ) -> (Self, DataFiles) {
        let mut files = DataFiles::new(Arc::clone(&access.files), access.limits);
        let mut backends: Vec<Backend> = Vec::new();
        for (backend, spans) in settings.configuration.backends.iter().zip(&settings.backends) {
            let supported = BackendKind::from_name(&backend.name).zip(Notation::from_backend(&backend.name));
            let Some((kind, notation)) = supported else {
                backends.push(Backend::unknown(&backend.name));
                continue;
            };
            let datadir = backend.datadir.as_deref().unwrap_or(configuration::DEFAULT_DATADIR);
            // The data directory of a server is replaced by that of this checkout (Decision 25).
            let datadir = &*directories.locate(datadir);
            let (data_directory, access_problem) =
                match directories.data_directory(datadir, spans.datadir.clone(), source, problems) {
                    Some(directory) => (Some(directory), None),
                    // A missing directory has no data. A directory that exists, but may not be read, makes lookups fail
                    // (Decision 25).
                    None => (None, directories.access_problem(datadir, spans.datadir.clone(), source)),
                };
            let extension = backend.extension.as_deref().unwrap_or(notation.extension());
            // A backend that is listed twice reads the same files, whose problems are then reported once.
            let earlier_index = settings.configuration.backends.iter().position(|other| other == backend);
            let directory = match earlier_index.and_then(|index| backends.get(index)) {
                Some(Backend { directory: Some(directory), .. }) => Some(*directory),
                _ => data_directory
                    .map(|directory| files.add_directory(&directory, extension, notation, directories)),
            };
            let (_, variable_directory) = split_data_directory(datadir);
            let levels = settings.configuration.hierarchy.iter();
            backends.push(Backend {
                name: backend.name.to_lowercase(),
                kind,
                directory,
                variable_directory: Level::new(variable_directory),
                levels: levels.map(|level| (Level::new(level), directory)).collect(),
                settings: settings.section(&backend.name).map(|section| text_settings(&section.to_value())),
                failure: access_problem.map(|problem| LookupError::file("Errno::EACCES", problem)),
            });
        }
        let options = settings.deep_merge_options.as_ref().map(DataTree::to_value).unwrap_or_default();
        let backends = Self::new(backends, settings.merge_behavior, options);
        (Self { configuration: Some(path.to_owned()), ..backends }, files)
    }

    /// The path of the configuration; `None` for a model.
    pub(in crate::lookup) fn configuration(&self) -> Option<&PathBuf> {
        self.configuration.as_ref()
    }

    /// The directory of the configuration.
    pub(super) fn directory(&self) -> &Path {
        self.configuration.as_deref().and_then(Path::parent).unwrap_or(Path::new(""))
    }

    /// The levels as they are written, from the highest. For all backends of a tree, these are the same.
    pub(in crate::lookup) fn levels(&self) -> impl Iterator<Item = &str> {
        self.list.first().into_iter().flat_map(|backend| &backend.levels).map(|(level, _)| level.text())
    }

    /// The value of a variable in a scope; the name may select a part of the value.
    pub(in crate::lookup) fn variable<'s>(name: &str, scope: &'s Value) -> Option<&'s Value> {
        // A scope may contain a variable whose name has dots, which comes first.
        scope.get(name).or_else(|| dig(&split_key(name).ok()?, scope, name).ok().flatten())
    }

    /// Whether a level interpolates anything except plain variables.
    pub(in crate::lookup) fn has_computed_levels(&self) -> bool {
        self.levels().any(|level| Level::new(level).is_computed())
    }

    /// Removes the backends with a name. Returns whether there were any.
    pub(in crate::lookup) fn skip(&mut self, name: &str) -> bool {
        let count = self.list.len();
        self.list.retain(|backend| !backend.name.eq_ignore_ascii_case(name));
        self.list.len() < count
    }

    /// Whether some backend is unknown, so that some answers are not known.
    pub(in crate::lookup) fn has_unknown(&self) -> bool {
        self.list.iter().any(|backend| BackendKind::from_name(&backend.name).is_none())
    }

    /// Whether the data directory of a backend does not exist or may not be read.
    pub(in crate::lookup) fn lacks_data_directories(&self) -> bool {
        self.list.iter().any(|backend| backend.directory.is_none())
    }

    /// Whether a file that no level uses is in a directory that may be the data directory for some node.
    pub(in crate::lookup) fn may_have_data(&self, files: &DataFiles, file: FileIndex) -> bool {
        self.list.iter().any(|backend| {
            let path = backend.directory.and_then(|directory| files.path_in(directory, file));
            path.is_some_and(|path| backend.may_have_data(path))
        })
    }

    /// Whether a backend decrypts the encrypted texts of a file.
    pub(in crate::lookup) fn decrypts_file(&self, files: &DataFiles, file: FileIndex) -> bool {
        self.list.iter().any(|backend| {
            let directory = backend.directory.filter(|_| backend.is_eyaml());
            directory.is_some_and(|directory| files.path_in(directory, file).is_some())
        })
    }
}

/// How hashes are merged with a behavior and the options of `deep_merge`.
fn merge(behavior: MergeBehavior, options: Value) -> Result<Merge, LookupError> {
    let behavior = match behavior {
        MergeBehavior::Native => Behavior::Native,
        MergeBehavior::Deep => Behavior::Deep,
        MergeBehavior::Deeper => Behavior::Deeper,
    };
    let options = if let Value::Hash(options) = options { options } else { Hash::default() };
    Merge::new(behavior, &options)
}
