//! A hierarchy: one of the two engines, with the data files that it searches.
//!
//! There is no engine for models: a model is searched like the tree from which it was made, so that both give the same
//! answers (Decision 31). Invariants: a hierarchy does not change while it answers, and threads share it; no file
//! outside the data directories is read.

use super::answer::Answer;
use super::data_access::DataAccess;
use super::encryption::{Encrypted, Keyring};
use super::error::LookupError;
use super::files::DataFiles;
use super::query::Query;
use super::resolution::Resolution;
use super::sensitive::SensitiveKeys;
use super::v3::backends::Backends;
use super::v3::evaluator::Evaluator;
use super::v5::layers::{CONFIGURATION, Layers};
use super::v5::requests::answer_query;
use super::v5::search::Search;
use super::v5::variables::scope_value;
use super::v5::version::{has_older_configuration, is_newer};
use crate::configuration;
use crate::directories::Directories;
use crate::files::{FileAccess, display_path, path_uri, read_file};
use crate::interpolation::Rules;
use crate::lookup::origin::FileIndex;
use crate::store::Value;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::input::decode_text;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// A configuration with its data files, which are read when lookups need them.
#[derive(Debug)]
pub struct Hierarchy {
    pub(super) engine: Engine,
    pub(super) data: DataAccess,
    /// The keys whose answers are sensitive, computed when they are first needed.
    sensitive_keys: OnceLock<SensitiveKeys>,
}

/// The engine that searches the data files.
#[derive(Debug)]
pub(super) enum Engine {
    /// The backends of Ruby's Hiera, versions 1 to 3.
    Ruby(Box<Backends>),
    /// The layers of Puppet, versions 4 and 5.
    Puppet(Box<Layers>),
}

impl Hierarchy {
    /// Reads the configurations of an environment and finds its data files; the environment is a directory with
    /// `hiera.yaml` and `modules`, or the configuration in this directory, which may have another name. `global` is the
    /// configuration of the global layer. Returns no hierarchy if every lookup would fail.
    #[must_use]
    pub fn load_environment(
        environment: &Path,
        global: Option<&Path>,
        access: &FileAccess,
    ) -> (Option<Self>, Diagnostics) {
        let module_directories = None;
        Self::load_modules(environment, module_directories, global, access)
    }

    /// Like [`load_environment`](Self::load_environment), but the directories of modules are given.
    #[must_use]
    pub fn load_modules(
        environment: &Path,
        directories: Option<&[PathBuf]>,
        global: Option<&Path>,
        access: &FileAccess,
    ) -> (Option<Self>, Diagnostics) {
        let mut problems = Diagnostics::new();
        let is_configuration = environment.ends_with(CONFIGURATION) || access.files.is_file(environment);
        let config = match is_configuration {
            true => environment.to_owned(),
            false => environment.join(CONFIGURATION),
        };
        // Messages show paths without the leading `./`.
        let is_in_current_directory = config.parent() == Some(Path::new("."));
        let config = config.file_name().map(Path::new).filter(|_| is_in_current_directory).unwrap_or(&config);
        let loaded = Layers::load(config, directories, global, access, &mut problems);
        let loaded = loaded
            .map(|(layers, files)| Self::new(Engine::Puppet(Box::new(layers)), files, Keyring::new(access)));
        (loaded, problems)
    }

    /// Reads a configuration and finds its data files. A directory, or a file of version 4 or 5, is an environment.
    /// Returns no hierarchy if the configuration cannot be read, or if Ruby's Hiera would not start with it.
    #[must_use]
    pub fn load(path: &Path, access: &FileAccess) -> (Option<Self>, Diagnostics) {
        let global = None;
        if access.files.is_directory(path) {
            let config = path.join(CONFIGURATION);
            if has_older_configuration(&config, access) {
                return Self::load(&config, access);
            }
            let (hierarchy, mut problems) = Self::load_environment(path, global, access);
            let has_levels = hierarchy.as_ref().is_none_or(|hierarchy| hierarchy.levels().next().is_some());
            if !has_levels && !access.files.is_file(&config) {
                problems.push(no_data_warning(path));
            }
            return (hierarchy, problems);
        }
        let limits = &access.limits;
        let name = display_path(path);
        let source =
            read_file(&*access.files, path, limits).and_then(|bytes| decode_text(&name, bytes, limits));
        let source = match source {
            Ok(source) => source,
            Err(problem) => return (None, Diagnostics::from(*problem)),
        };
        if is_newer(&source) {
            return Self::load_environment(path, global, access);
        }
        let absolute = access.files.absolute(path);
        let mut problems = Diagnostics::new();
        let settings = configuration::read(&source, &mut problems);
        if problems.has_errors() {
            return (None, problems);
        }
        let directories = Directories::new(access, &path_uri(&absolute), &source);
        let (backends, files) = Backends::load(path, &settings, &directories, access, &source, &mut problems);
        (Some(Self::new(Engine::Ruby(Box::new(backends)), files, Keyring::new(access))), problems)
    }

    pub(super) fn new(engine: Engine, files: DataFiles, keyring: Keyring) -> Self {
        let data = DataAccess { files, keyring, encrypted: Encrypted::default() };
        Self { engine, data, sensitive_keys: OnceLock::new() }
    }

    /// Looks up a key; `None` if no level has it.
    ///
    /// # Errors
    /// If Ruby's Hiera or Puppet fails, or if the lookup exceeds a limit.
    pub fn lookup<'h>(&'h self, query: &Query<'h>) -> Result<Option<Answer<'h>>, LookupError> {
        let (data, scope) = (&self.data, query.scope);
        match &self.engine {
            Engine::Ruby(backends) => Evaluator::new(data, backends, scope).answer_query(query),
            Engine::Puppet(layers) => answer_query(&mut Search::new(data, layers, scope), query),
        }
    }

    /// Looks up a key, and also returns the names of variables that texts and paths read and that do not exist; before
    /// version 4, these are not known.
    ///
    /// # Errors
    /// Like [`Hierarchy::lookup`].
    pub fn lookup_with_missing<'h>(
        &'h self,
        query: &Query<'h>,
    ) -> (Result<Option<Answer<'h>>, LookupError>, Vec<String>) {
        let Some(layers) = self.layers() else { return (self.lookup(query), Vec::new()) };
        let mut search = Search::new(&self.data, layers, query.scope).with_missing();
        let answer = answer_query(&mut search, query);
        (answer, search.into_missing())
    }

    /// What lookups return for encrypted texts.
    #[must_use]
    pub fn encrypted(&self) -> Encrypted {
        self.data.encrypted
    }

    /// Determines what lookups return for encrypted texts.
    pub fn set_encrypted(&mut self, encrypted: Encrypted) {
        self.data.encrypted = encrypted;
    }

    /// The layers of version 4 and 5.
    pub(super) fn layers(&self) -> Option<&Layers> {
        match &self.engine {
            Engine::Puppet(layers) => Some(layers),
            Engine::Ruby(_) => None,
        }
    }

    /// The backends of version 1 to 3.
    pub(super) fn backends(&self) -> Option<&Backends> {
        match &self.engine {
            Engine::Ruby(backends) => Some(backends),
            Engine::Puppet(_) => None,
        }
    }

    /// The keys whose answers are sensitive.
    pub(super) fn sensitive_keys(&self) -> &SensitiveKeys {
        self.sensitive_keys.get_or_init(|| match &self.engine {
            Engine::Ruby(_) => SensitiveKeys::default(),
            Engine::Puppet(_) => SensitiveKeys::read(&self.data.files),
        })
    }

    /// Whether the configuration is of version 4 or 5.
    #[must_use]
    pub fn has_layers(&self) -> bool {
        self.layers().is_some()
    }

    /// The levels as they are written, from the highest. For all backends of a tree, these are the same.
    pub fn levels(&self) -> impl Iterator<Item = &str> {
        let levels_of_backends = self.backends().into_iter().flat_map(Backends::levels);
        levels_of_backends.chain(self.layers().into_iter().flat_map(Layers::levels))
    }

    /// The value of a variable in a scope; the name may select a part of the value.
    #[must_use]
    pub fn variable<'s>(&'s self, name: &str, scope: &'s Value) -> Option<&'s Value> {
        match &self.engine {
            Engine::Ruby(_) => Backends::variable(name, scope),
            Engine::Puppet(layers) => scope_value(scope, name).or_else(|| layers.server_variable(name)),
        }
    }

    /// The rules for interpolations in this tree.
    pub(crate) fn rules(&self) -> Rules {
        match &self.engine {
            Engine::Ruby(_) => Rules::Ruby,
            Engine::Puppet(_) => Rules::Puppet,
        }
    }

    /// Whether texts of the tree may use a variable although the node does not have it: a variable of Puppet itself, or
    /// the one that `mapped_paths` sets for each element.
    pub(crate) fn has_variable(&self, name: &str) -> bool {
        self.layers().is_some_and(|layers| layers.has_variable(name))
    }

    /// Whether a variable is set by `mapped_paths`, by the server, or by Puppet for the code that calls a lookup, so
    /// that nodes need not have it.
    pub(crate) fn is_local_variable(&self, name: &str) -> bool {
        let root = name.trim_start_matches("::").split('.').next().unwrap_or(name);
        matches!(root, "server_facts" | "environment" | "calling_module" | "calling_class" | "module_name")
            || self.layers().is_some_and(|layers| layers.is_element_variable(root))
    }

    /// Whether some level interpolates anything except plain variables, so that its files are not known.
    #[must_use]
    pub fn has_computed_levels(&self) -> bool {
        match &self.engine {
            Engine::Ruby(backends) => backends.has_computed_levels(),
            Engine::Puppet(layers) => layers.has_computed_levels(),
        }
    }

    /// Removes the variables that a server sets, so that answers depend only on the scope.
    pub(crate) fn clear_server_variables(&mut self) {
        if let Engine::Puppet(layers) = &mut self.engine {
            layers.clear_server_variables();
        }
    }

    /// Removes the levels of version 5, or the backends of an older version, that have a name. Returns whether there
    /// were any.
    pub fn skip_level(&mut self, name: &str) -> bool {
        match &mut self.engine {
            Engine::Ruby(backends) => backends.skip(name),
            Engine::Puppet(layers) => layers.skip_level(name),
        }
    }

    /// Whether some backend is unknown, so that some answers are not known.
    #[must_use]
    pub fn has_unknown_backends(&self) -> bool {
        self.backends().is_some_and(Backends::has_unknown)
    }

    /// Whether the data directory of a backend does not exist or may not be read, so that keys may be unknown.
    #[must_use]
    pub fn lacks_data_directories(&self) -> bool {
        self.backends().is_some_and(Backends::lacks_data_directories)
    }

    /// The names of the levels of version 4 and 5 whose data is not read, so that keys may be unknown.
    pub(crate) fn unread_levels(&self) -> impl Iterator<Item = &str> {
        self.layers().into_iter().flat_map(Layers::unread_levels)
    }

    /// Whether a file that no level uses is in a directory that may be the data directory for some node. This is
    /// assumed of all files of version 4 and 5.
    pub(crate) fn may_have_data(&self, file: FileIndex) -> bool {
        self.backends().is_none_or(|backends| backends.may_have_data(&self.data.files, file))
    }

    /// Whether some level decrypts the encrypted texts of a file.
    pub(crate) fn decrypts_file(&self, file: FileIndex) -> bool {
        match &self.engine {
            Engine::Ruby(backends) => backends.decrypts_file(&self.data.files, file),
            Engine::Puppet(layers) => layers.decrypted.contains(&file),
        }
    }

    /// How hashes must be merged in version 5 to be merged as this configuration does: the name of a strategy, or a
    /// hash of options.
    #[must_use]
    pub fn hash_merge(&self) -> Value {
        match &self.engine {
            Engine::Ruby(backends) => backends.hash_strategy.clone(),
            Engine::Puppet(_) => Value::text("hash"),
        }
    }

    /// The merge of [`hash_merge`](Self::hash_merge) as a resolution of a query.
    ///
    /// # Errors
    /// If Puppet rejects the options.
    pub(crate) fn hash_resolution(&self) -> Result<Resolution, String> {
        Resolution::from_value(&self.hash_merge())
    }
}

/// The warning about a directory that may be an environment, but has no data.
fn no_data_warning(directory: &Path) -> Diagnostic {
    let name = display_path(directory);
    let message = format!("{name} has no {CONFIGURATION}, and no module with one, so no key has a value");
    Diagnostic::warning(codes::HIERA_SETTING, message)
        .help(format!("specify a {CONFIGURATION}, or the directory of an environment"))
}
