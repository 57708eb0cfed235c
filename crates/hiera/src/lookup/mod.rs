//! Lookups in a Hiera tree: of version 1 to 3 with the answers of Ruby's Hiera 3, of version 4 and 5 with those of
//! Puppet 7.
//!
//! ```
//! use modelwright_hiera::lookup::{Hierarchy, Query, Resolution};
//! use modelwright_files::FileAccess;
//! use modelwright_hiera::store::{Hash, Value};
//! use std::path::Path;
//!
//! let (hierarchy, problems) = Hierarchy::load(Path::new("../../examples/hiera/hiera.yaml"), &FileAccess::default());
//! let hierarchy = hierarchy.expect("a configuration");
//! let scope = Value::Hash(Hash::from_iter([(Value::text("::fqdn"), Value::text("web1.example.com"))]));
//! let answer = hierarchy.lookup(&Query::new("ntp::servers", &scope)).expect("a lookup without an error");
//! assert!(answer.is_some() && problems.is_empty());
//! ```
//!
//! [`dig`] and [`key`] implement keys, [`interpolate`] texts, [`merge`] hashes, [`ruby`] Ruby's form of values; the
//! [`evaluator`] walks through backends and levels. [`v5`] has what is different since version 4. [`account`] has the
//! reasons of an answer, [`parts`] the origins of its parts, [`sensitive`] the keys that are never shown. Invariants: a
//! hierarchy does not change, and threads share it; no file outside the data directories is read.

mod account;
mod answer;
mod budget;
mod data_files;
mod decryption;
mod dig;
mod encryption;
mod environment_model;
mod error;
mod evaluator;
mod files;
mod guard;
mod interpolate;
mod json;
mod key;
mod keys;
mod levels;
mod merge;
mod model;
mod model_values;
mod parts;
mod queries;
mod reach;
mod resolution;
mod ruby;
mod sensitive;
mod trace;
mod v5;

pub use account::{Account, Contribution, Rejection, RejectionReason};
pub use answer::Answer;
pub(super) use encryption::hide_encrypted;
pub use encryption::{Decryptor, Encrypted, Scheme};
pub(super) use encryption::{first_fault as first_encrypted_fault, has_encrypted};
pub use error::LookupError;
pub use files::FileIndex;
pub use json::write_text;
pub use json::{answer_json, read_value, to_json, value_json};
pub use key::quoted_key;
pub(super) use key::split_key;
pub use keys::{AppliedOptions, Occurrence};
pub(super) use levels::is_ignored;
pub use parts::AnswerPart;
pub use queries::answer_queries;
pub(super) use reach::{Candidate, NodePlace};
pub use reach::{LevelFile, LevelMatch, NamedLevel};
pub use resolution::{MergeOptions, Resolution};
pub use trace::{Event, Step};
pub use v5::Strategy;
pub(super) use v5::{CONFIGURATION, MODULES_CONFIGURATION, OPTIONS_KEY, is_newer, module_path};

use super::configuration::{self, Notation, Settings};
use super::data::DataTree;
use super::directories::{Directories, split_data_directory};
use super::interpolation::Rules;
use crate::files::FileAccess;
use crate::files::{path_uri, read_file};
use crate::generated::bindings::MergeBehavior;
use crate::store::{Hash, Place, RubyKind, Value};
use dig::dig;
use encryption::Keyring;
use evaluator::{Context, Evaluator};
use files::{DataFiles, DirectoryIndex};
use levels::Level;
use merge::{Behavior, Merge};
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use modelwright_metamodel::input::decode_text;
use resolution::hash_strategy;
use sensitive::SensitiveKeys;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use v5::{Layers, Lookup, layers_answer};

/// A lookup to run.
#[derive(Debug, Clone, Copy)]
pub struct Query<'q> {
    /// The key, with dots between the segments of a path into a value: `a.b.0`.
    pub key: &'q str,
    /// How the values of several levels are combined into an answer.
    pub resolution: &'q Resolution,
    /// The variables, a hash.
    pub scope: &'q Value,
    /// A level to search before all others; version 5 has no such level.
    pub order_override: Option<&'q str>,
    /// A text that is returned if nothing is found; only older versions than 5 interpolate it.
    pub default: Option<&'q str>,
}

impl<'q> Query<'q> {
    /// A lookup of the highest level's value.
    #[must_use]
    pub fn new(key: &'q str, scope: &'q Value) -> Self {
        Self { key, resolution: &Resolution::Priority, scope, order_override: None, default: None }
    }
}

/// The position of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// The file.
    pub file: FileIndex,
    /// The position of its key.
    pub place: Place,
}

/// A configuration with its data files, which are read when lookups need them.
#[derive(Debug)]
pub struct Hierarchy {
    files: DataFiles,
    backends: Vec<Backend>,
    /// How the configuration merges hashes.
    merge: Result<Merge, LookupError>,
    /// The same as a merge of version 5.
    hash_strategy: Value,
    /// The layers of a configuration of version 4 or 5, which has no backends.
    layers: Option<Layers>,
    /// The configuration of a tree of version 1 to 3; nothing for a model.
    configuration: Option<PathBuf>,
    /// The keys of encrypted texts.
    keyring: Keyring,
    /// Filled by the first question about a key.
    sensitive_keys: OnceLock<SensitiveKeys>,
    /// What lookups return for encrypted texts.
    pub encrypted: Encrypted,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum BackendKind {
    Yaml,
    Json,
    Eyaml,
}

#[derive(Debug)]
struct Backend {
    name: String,
    kind: BackendKind,
    /// Its files; nothing if they may not be read.
    directory: Option<DirectoryIndex>,
    /// The part of the path to the data that has variables.
    variable_directory: Level,
    /// Its levels from the highest, each with the files that it may use.
    levels: Vec<(Level, Option<DirectoryIndex>)>,
    /// The texts among its settings with their names, if it has any settings.
    settings: Option<Vec<(String, String)>>,
    /// Why lookups that reach it fail.
    failure: Option<LookupError>,
}

impl BackendKind {
    /// The kind with the name of a backend; nothing if it is unknown.
    fn from_name(name: &str) -> Option<Self> {
        Notation::from_backend(name).map(|notation| match notation {
            Notation::Json => BackendKind::Json,
            Notation::Yaml if name.eq_ignore_ascii_case("eyaml") => BackendKind::Eyaml,
            Notation::Yaml => BackendKind::Yaml,
        })
    }
}

impl Backend {
    /// A backend that only its own program can search.
    fn unknown(name: &str) -> Self {
        let failure =
            LookupError::unsupported(format!("the backend `{name}` is not known, so it is not searched"))
                .help(format!("skip it with --skip-level {name}, or look the key up with Ruby's Hiera"));
        Self {
            name: name.to_owned(),
            // Not used, since every lookup that comes to the backend fails before.
            kind: BackendKind::Yaml,
            directory: None,
            variable_directory: Level::new(""),
            levels: Vec::new(),
            settings: None,
            failure: Some(failure),
        }
    }

    /// Whether a path below the part of the data directory that is the same for all nodes is in the directory of some node, and
    /// not hidden.
    fn may_have_data(&self, path: &str) -> bool {
        let directory = self.variable_directory.text();
        let depth = directory.split('/').filter(|part| !part.is_empty()).count();
        let parts: Vec<&str> = path.split('/').collect();
        let is_in_directory = depth == 0
            || (parts.len() > depth && self.variable_directory.solve(&parts[..depth].join("/")).is_some());
        is_in_directory && !parts.iter().any(|part| part.starts_with('.'))
    }

    fn is_eyaml(&self) -> bool {
        self.kind == BackendKind::Eyaml
    }
}

impl Hierarchy {
    /// Reads the configurations of an environment, which is a directory with `hiera.yaml` and `modules`, and finds its data
    /// files. `global` is the configuration of the global layer. Nothing is returned if every lookup would fail.
    #[must_use]
    pub fn load_environment(
        environment: &Path,
        global: Option<&Path>,
        access: &FileAccess,
    ) -> (Option<Self>, Diagnostics) {
        let mut problems = Diagnostics::new();
        // Messages name files without the current directory.
        let environment = if environment == Path::new(".") { Path::new("") } else { environment };
        let loaded = Layers::load(environment, global, access, &mut problems);
        (loaded.map(|loaded| Self::of_layers(loaded, access)), problems)
    }

    /// The hierarchy of version 4 or 5 with some layers and their files.
    fn of_layers((layers, files): (Layers, DataFiles), access: &FileAccess) -> Self {
        Self {
            files,
            backends: Vec::new(),
            // Only backends merge by it; layers have strategies.
            merge: merge(MergeBehavior::Native, Value::Nil),
            hash_strategy: hash_strategy(MergeBehavior::Native, &Value::Nil),
            layers: Some(layers),
            configuration: None,
            keyring: Keyring::new(access),
            sensitive_keys: OnceLock::new(),
            encrypted: Encrypted::default(),
        }
    }

    /// Reads a configuration and finds its data files; a directory, or a file of version 4 or 5, is an environment. Nothing is returned if the configuration cannot be read, or if Ruby's
    /// Hiera would not start with it.
    #[must_use]
    pub fn load(path: &Path, access: &FileAccess) -> (Option<Self>, Diagnostics) {
        if access.files.is_directory(path) {
            let config = path.join(CONFIGURATION);
            return if v5::is_older(&config, access) {
                Self::load(&config, access)
            } else {
                Self::load_environment(path, None, access)
            };
        }
        let limits = &access.limits;
        let name = crate::files::display_path(path);
        let source =
            read_file(&*access.files, path, limits).and_then(|bytes| decode_text(&name, bytes, limits));
        let source = match source {
            Ok(source) => source,
            Err(problem) => return (None, Diagnostics::from(*problem)),
        };
        if v5::is_newer(&source) {
            return Self::load_environment(path.parent().unwrap_or(Path::new("")), None, access);
        }
        let absolute = access.files.absolute(path);
        let mut problems = Diagnostics::new();
        let settings = configuration::read(&source, &mut problems);
        if problems.has_errors() {
            return (None, problems);
        }
        let directories = Directories::new(access, &path_uri(&absolute), &source);
        let hierarchy = Self::new(&settings, &directories, access, &source, &mut problems);
        (Some(Self { configuration: Some(path.to_owned()), ..hierarchy }), problems)
    }

    fn new(
        settings: &Settings,
        directories: &Directories<'_>,
        access: &FileAccess,
        source: &Arc<Source>,
        problems: &mut Diagnostics,
    ) -> Self {
        let mut files = DataFiles::new(Arc::clone(&access.files), access.limits);
        let mut backends = Vec::new();
        for (backend, spans) in settings.configuration.backends.iter().zip(&settings.backends) {
            let known = BackendKind::from_name(&backend.name).zip(Notation::from_backend(&backend.name));
            let Some((kind, notation)) = known else {
                backends.push(Backend::unknown(&backend.name));
                continue;
            };
            let datadir = backend.datadir.as_deref().unwrap_or(configuration::DEFAULT_DATADIR);
            // The paths of a server are found in the directory of the configuration (Decision 25).
            let datadir = &*directories.located(datadir);
            let (data, refusal) =
                match directories.data_folder(datadir, spans.datadir.clone(), source, problems) {
                    Some(directory) => (Some(directory), None),
                    // A directory that is missing has no data; lookups fail for one that
                    // exists and may not be read (Decision 25).
                    None => (None, directories.refusal(datadir, spans.datadir.clone(), source)),
                };
            let extension = backend.extension.as_deref().unwrap_or(notation.extension());
            let directory =
                data.map(|directory| files.add_directory(&directory, extension, notation, directories));
            let levels = settings.configuration.hierarchy.iter();
            backends.push(Backend {
                name: backend.name.to_lowercase(),
                kind,
                directory,
                variable_directory: Level::new(split_data_directory(datadir).1),
                levels: levels.map(|level| (Level::new(level), directory)).collect(),
                settings: settings.section(&backend.name).map(|section| texts(&section.to_value())),
                failure: refusal.map(|problem| LookupError::file("Errno::EACCES", problem)),
            });
        }
        let options = settings.deep_merge_options.as_ref().map(DataTree::to_value).unwrap_or_default();
        let hash_strategy = hash_strategy(settings.merge_behavior, &options);
        let merge = merge(settings.merge_behavior, options);
        Self {
            files,
            backends,
            merge,
            hash_strategy,
            layers: None,
            configuration: None,
            keyring: Keyring::new(access),
            sensitive_keys: OnceLock::new(),
            encrypted: Encrypted::default(),
        }
    }

    /// Looks up a key; `None` if no level has it.
    ///
    /// # Errors
    /// If Ruby's Hiera raises one, or if a lookup exceeds a limit.
    pub fn lookup<'h>(&'h self, query: &Query<'h>) -> Result<Option<Answer<'h>>, LookupError> {
        match &self.layers {
            Some(layers) => layers_answer(&mut Lookup::new(self, layers, query.scope, false), query),
            None => self.run(query, &mut Evaluator::new(self, query.scope, false)),
        }
    }

    fn run<'h>(
        &'h self,
        query: &Query<'h>,
        evaluator: &mut Evaluator<'h>,
    ) -> Result<Option<Answer<'h>>, LookupError> {
        self.find(query, evaluator).map_err(|error| evaluator.secrets.without(error))
    }

    fn find<'h>(
        &'h self,
        query: &Query<'h>,
        evaluator: &mut Evaluator<'h>,
    ) -> Result<Option<Answer<'h>>, LookupError> {
        let order_override = query.order_override;
        let context = Context { guard: None, order_override };
        let answer = evaluator.lookup(query.key, order_override, query.resolution, context)?;
        match (answer, query.default) {
            (None, Some(default)) => {
                // Ruby returns the text itself if its interpolation is nil.
                let value = match evaluator.interpolate(default, context)? {
                    Value::Nil => Value::text(default),
                    value => value,
                };
                Ok(Some(Answer::Owned(value)))
            }
            (answer, _) => Ok(answer),
        }
    }

    /// The levels as written, from the highest; all backends of a tree have the same.
    pub fn levels(&self) -> impl Iterator<Item = &str> {
        let levels = self.backends.first().map(|backend| backend.levels.iter());
        let newer = self.layers.iter().flat_map(Layers::levels);
        levels.into_iter().flatten().map(|(level, _)| level.text()).chain(newer)
    }

    /// The names of the backends, or in version 5 of the layers, in search order.
    pub fn backends(&self) -> impl Iterator<Item = String> {
        let newer = self.layers.iter().flat_map(Layers::names);
        self.backends.iter().map(|backend| backend.name.clone()).chain(newer)
    }

    /// The value that a scope has for the name of a variable, which may name a part of the value.
    #[must_use]
    pub fn variable<'s>(&'s self, name: &str, scope: &'s Value) -> Option<&'s Value> {
        match &self.layers {
            Some(layers) => v5::scope_value(scope, name).or_else(|| layers.server_variable(name)),
            // The name of a variable of the scope may have dots itself.
            None => scope.get(name).or_else(|| dig(&split_key(name).ok()?, scope, name).ok().flatten()),
        }
    }

    /// The rules by which texts are interpolated.
    pub(super) fn rules(&self) -> Rules {
        if self.has_layers() { Rules::Puppet } else { Rules::Ruby }
    }

    /// Whether texts of the tree may use a variable that is not one of the node: Puppet's own, or that of an element of
    /// `mapped_paths`.
    pub(super) fn has_variable(&self, name: &str) -> bool {
        self.layers.as_ref().is_some_and(|layers| layers.has_variable(name))
    }

    /// Whether a variable is that of an element of `mapped_paths`, or one that the server sets.
    pub(super) fn is_local_variable(&self, name: &str) -> bool {
        let root = name.trim_start_matches("::").split('.').next().unwrap_or(name);
        matches!(root, "server_facts" | "environment" | "calling_module" | "calling_class" | "module_name")
            || self.layers.as_ref().is_some_and(|layers| layers.is_element_variable(root))
    }

    /// Whether the configuration is of version 4 or 5.
    #[must_use]
    pub fn has_layers(&self) -> bool {
        self.layers.is_some()
    }

    /// Whether a level interpolates anything except plain variables, so that its files are unknown.
    #[must_use]
    pub fn has_computed_levels(&self) -> bool {
        match &self.layers {
            Some(layers) => layers.has_computed_levels(),
            None => self.levels().any(|level| Level::new(level).is_computed()),
        }
    }

    /// Removes the variables that a server sets, so that answers depend on the scope alone.
    pub(super) fn clear_server_variables(&mut self) {
        if let Some(layers) = &mut self.layers {
            layers.clear_server_variables();
        }
    }

    /// Removes the levels of version 5 with a name, or the backend of an older version; returns whether there are any.
    pub fn skip_level(&mut self, name: &str) -> bool {
        if let Some(layers) = &mut self.layers {
            return layers.skip_level(name);
        }
        let count = self.backends.len();
        self.backends.retain(|backend| !backend.name.eq_ignore_ascii_case(name));
        self.backends.len() < count
    }

    /// Whether a backend is unknown, so that some answers are not known.
    #[must_use]
    pub fn has_unknown_backends(&self) -> bool {
        self.backends.iter().any(|backend| BackendKind::from_name(&backend.name).is_none())
    }

    /// Whether the data directory of a backend does not exist or may not be read, so that keys may be unknown.
    #[must_use]
    pub fn lacks_data_directories(&self) -> bool {
        self.backends.iter().any(|backend| backend.directory.is_none())
    }

    /// The names of the levels of version 4 and 5 whose data is not read, so that keys may be unknown.
    pub(super) fn unread_levels(&self) -> impl Iterator<Item = &str> {
        self.layers.iter().flat_map(Layers::unread)
    }

    /// Whether a file that no level uses is in a directory that may be the data directory of some node.
    pub(super) fn may_have_data(&self, file: FileIndex) -> bool {
        if self.layers.is_some() {
            return true;
        }
        self.backends.iter().any(|backend| {
            let path = backend.directory.and_then(|directory| self.files.path_in(directory, file));
            path.is_some_and(|path| backend.may_have_data(path))
        })
    }

    /// Whether some level decrypts the encrypted texts of a file.
    pub(super) fn decrypts_file(&self, file: FileIndex) -> bool {
        let has_file = |backend: &Backend| {
            backend.directory.is_some_and(|directory| self.files.path_in(directory, file).is_some())
        };
        self.backends.iter().any(|backend| backend.is_eyaml() && has_file(backend))
            || self.layers.as_ref().is_some_and(|layers| layers.decrypted.contains(&file))
    }
}

/// How a configuration merges hashes.
fn merge(behavior: MergeBehavior, options: Value) -> Result<Merge, LookupError> {
    let behavior = match behavior {
        MergeBehavior::Native => Behavior::Native,
        MergeBehavior::Deep => Behavior::Deep,
        MergeBehavior::Deeper => Behavior::Deeper,
    };
    let options = if let Value::Hash(options) = options { options } else { Hash::default() };
    Merge::new(behavior, &options)
}

/// The texts among the settings of a backend, with their names.
fn texts(section: &Value) -> Vec<(String, String)> {
    let Value::Hash(settings) = section else { return Vec::new() };
    let name = |key: &Value| match key {
        // Unlike all other settings, those of eyaml also count under strings.
        Value::Text(name) | Value::Ruby(RubyKind::Symbol, name) => name.to_string(),
        // Kept without a name, because lookups interpolate all texts of the section.
        _ => String::new(),
    };
    let text = |(key, value): (&Value, &Value)| Some((name(key), value.as_text()?.to_owned()));
    settings.iter().filter_map(text).collect()
}
