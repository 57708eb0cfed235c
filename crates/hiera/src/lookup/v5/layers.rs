//! The layers of a site: the global layer, that of the environment, and those of its modules.
//!
//! Invariants: configurations are read and data files are found once, when the site is loaded; an invalid configuration
//! of a module makes only lookups of the module's keys fail. Files outside the directories of the configurations and
//! the directories that the user allowed are never read.

use super::super::error::LookupError;
use super::super::files::{Contents, DataFiles, DataFormat};
use super::super::origin::FileIndex;
use super::layer_configuration::{self, Configuration, EntrySettings, LayerKind, Locations, Provider};
use super::listing::Listings;
use super::location::{Location, join, normalized};
use super::modules;
use super::path_levels::PathLevels;
use super::template::Template;
use crate::data::{Data, DataTree};
use crate::data_text::{decode_for_puppet, warn_about_mark};
use crate::directories::Directories;
use crate::files::FileAccess;
use crate::files::{display_path, normalized_path, path_uri, read_file, slash_path};
use crate::interpolation::unclosed_interpolation;
use crate::puppet_yaml;
use crate::store::Value;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, Source, codes};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// The file name of a configuration.
pub(crate) const CONFIGURATION: &str = "hiera.yaml";

/// All layers of a site.
#[derive(Debug, Default)]
pub(in crate::lookup) struct Layers {
    pub(super) global: Option<Layer>,
    pub(super) environment: Option<Layer>,
    /// For each module, its layer, or the reason for which its configuration is invalid.
    pub(super) modules: FxHashMap<Box<str>, Result<Layer, LookupError>>,
    pub(super) cache: super::lookup_options::Cache,
    /// The variables that the server sets: `environment`, which is the name of the environment's directory.
    pub(super) server: Value,
    /// The levels whose paths interpolate only variables, computed when they are first needed.
    pub(super) path_levels: OnceLock<PathLevels>,
    /// The files that determine levels and modules, even if they are invalid.
    pub(in crate::lookup) configurations: Vec<PathBuf>,
    /// The files whose encrypted texts some level decrypts.
    pub(in crate::lookup) decrypted: FxHashSet<FileIndex>,
}

/// A layer: a configuration with its levels.
#[derive(Debug)]
pub(super) struct Layer {
    /// A number that identifies the layer in its site.
    pub(super) number: usize,
    pub(super) kind: LayerKind,
    /// The path of the configuration for messages.
    pub(super) config: String,
    pub(super) version: i64,
    pub(super) hierarchy: Vec<Entry>,
    pub(super) default_hierarchy: Option<Vec<Entry>>,
    /// Whether the configuration is Puppet's default, whose levels are not searched if their files do not exist.
    pub(super) is_default: bool,
    /// The absolute path of the configuration's directory, and the directory's name for messages.
    directory: (String, String),
}

/// A level, which Puppet calls an entry of the hierarchy.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) name: String,
    pub(super) provider: Provider,
    /// The directory of the data, as an absolute path.
    pub(super) datadir: Template,
    /// Where the level searches for data: paths, patterns or URIs.
    pub(super) locations: Vec<Location>,
    /// The extension that is added to paths that do not have it.
    pub(super) extension: Option<String>,
    /// The options of the level's function whose values are texts.
    options: Vec<(String, String)>,
    /// Whether the level has options, even ones that are not texts.
    has_options: bool,
    /// Whether the level's function is called even if none of the files exists, as the function of a Hiera 3 backend
    /// is.
    pub(super) ignores_paths: bool,
    /// The existing files at the level's paths, if only Puppet can run the level's function.
    pub(super) foreign_files: FxHashSet<Box<str>>,
    /// The reason for which the level's data directory may not be read.
    access_problem: Option<Box<Diagnostic>>,
    /// Whether a directory of the level's data is missing, or may not be read.
    pub(super) lacks_directory: bool,
    /// The configuration that contains the level, and the span of the level in it.
    source: Arc<Source>,
    range: Range<usize>,
}

impl Layer {
    /// The name of the layer for messages.
    pub(super) fn name(&self) -> String {
        match &self.kind {
            LayerKind::Global => "global".to_owned(),
            LayerKind::Environment => "environment".to_owned(),
            LayerKind::Module(name) => format!("module {name}"),
        }
    }

    /// The directory of the configuration as the user wrote it.
    pub(super) fn named_directory(&self) -> &Path {
        let (_, name) = &self.directory;
        Path::new(name)
    }

    /// A path as the user would write it.
    pub(super) fn display(&self, path: &str) -> String {
        let (absolute_directory, shown_directory) = &self.directory;
        match path.strip_prefix(absolute_directory.as_str()).and_then(|path| path.strip_prefix('/')) {
            Some(relative_path) => display_path(&Path::new(shown_directory).join(relative_path)),
            None => path.to_owned(),
        }
    }
}

impl Entry {
    /// Whether the level may have data that is not read here: a directory is missing, or Puppet calls a function that
    /// only Puppet can run.
    pub(super) fn is_unread(&self) -> bool {
        // Puppet always calls a function that has no paths, but one with paths only if a file exists.
        let needs_no_file =
            self.locations.iter().any(|location| matches!(location, Location::Missing | Location::Uri(_)));
        let is_called = self.ignores_paths || needs_no_file || !self.foreign_files.is_empty();
        self.lacks_directory || (self.format().is_none() && is_called)
    }

    /// How the data of the level's files is read; `None` if only Puppet can read it.
    pub(super) fn format(&self) -> Option<DataFormat> {
        match &self.provider {
            Provider::Data(format) => Some(*format),
            Provider::Eyaml => Some(DataFormat::PuppetYaml),
            Provider::Unsupported(_) => None,
        }
    }

    /// An option of the level's function. If options have equal names, the last one counts.
    pub(super) fn option(&self, name: &str) -> Option<&str> {
        self.options.iter().rev().find(|(known, _)| known == name).map(|(_, text)| text.as_str())
    }

    /// The error of a lookup that reaches the level, which requires something that only Puppet supports.
    pub(super) fn unsupported(&self, requirement: &str) -> LookupError {
        let message = format!("the level `{}` needs {requirement}, which only Puppet can run", self.name);
        // JSON is valid HOCON, so the user can convert the data to JSON (Decision 22).
        let help = if requirement.contains("hocon") {
            "write the data in YAML or JSON, with yaml_data or json_data, or look the key up with `puppet lookup`"
        } else {
            "skip the level with --skip-level, or look the key up with `puppet lookup`"
        };
        self.failure(Diagnostic::error(codes::HIERA_BACKEND, message).help(help))
    }

    /// The error of a lookup that reaches the level, for a problem of the level.
    fn failure(&self, problem: Diagnostic) -> LookupError {
        let problem = problem.at(&self.source, self.range.clone());
        LookupError::file("Puppet::DataBinding::LookupError", problem)
    }

    /// Fails if the level has options, but its function rejects options, as those for YAML and JSON do.
    pub(super) fn check_options(&self) -> Result<(), LookupError> {
        if !self.has_options || !matches!(self.provider, Provider::Data(_)) {
            return Ok(());
        }
        let message = format!("the level `{}` has options, which yaml_data and json_data reject", self.name);
        let problem = Diagnostic::error(codes::HIERA_SETTING, message);
        Err(self.failure(problem.help("write `options: {}` at the level, or remove the options")))
    }

    /// Whether a file at a path exists, for a level whose function only Puppet can run.
    pub(super) fn has_foreign_file(&self, path: &str) -> bool {
        self.foreign_files.contains(path)
    }

    /// Fails if the data directory of the level may not be read, because the answer is then not known.
    pub(super) fn check_directory(&self) -> Result<(), LookupError> {
        self.access_problem.as_ref().map_or(Ok(()), |problem| {
            Err(LookupError::file("Puppet::DataBinding::LookupError", (**problem).clone()))
        })
    }

    /// Fails if the level has no paths, but its function requires them. `index` is that of the location in `locations`.
    pub(super) fn check_location(&self, index: usize) -> Result<(), LookupError> {
        let is_missing = matches!(self.locations.get(index), Some(Location::Missing));
        // A function that only Puppet can run decides itself which places it accepts.
        if !is_missing || matches!(self.provider, Provider::Unsupported(_)) {
            return Ok(());
        }
        let message =
            format!("the level `{}` must have one of path, paths, glob, globs and mapped_paths", self.name);
        let problem = Diagnostic::error(codes::HIERA_SETTING, message);
        Err(self.failure(problem.help("for example, write `path: common.yaml`")))
    }
}

impl Layers {
    /// Reads the configuration of an environment, and the global configuration if its path is given; `None` if every
    /// lookup of Puppet would fail.
    pub(in crate::lookup) fn load(
        config: &Path,
        directories: Option<&[PathBuf]>,
        global: Option<&Path>,
        access: &FileAccess,
        problems: &mut Diagnostics,
    ) -> Option<(Self, DataFiles)> {
        Self::load_with(config, directories, global, access, Contents::default(), problems)
    }

    /// Reads the configurations of an environment and of its modules, and the global configuration if its path is
    /// given; `None` if every lookup of Puppet would fail. `contents` is the data of files whose texts are not read.
    ///
    /// The environment is the directory of `config`, which need not exist: the modules may have data without it.
    pub(in crate::lookup) fn load_with(
        config: &Path,
        directories: Option<&[PathBuf]>,
        global: Option<&Path>,
        access: &FileAccess,
        contents: Contents,
        problems: &mut Diagnostics,
    ) -> Option<(Self, DataFiles)> {
        let environment = config.parent().unwrap_or(Path::new(""));
        let files = DataFiles::new(Arc::clone(&access.files), access.limits);
        let mut loader = Loader {
            access,
            files: files.with_contents(contents),
            listings: Listings::default(),
            decrypted: FxHashSet::default(),
            uncertain: Vec::new(),
            layer_count: 0,
        };
        let mut layers = Self { server: server_variables(environment, access), ..Self::default() };
        if let Some(path) = global {
            layers.configurations.push(path.to_owned());
            layers.global = Some(loader.load_global(path, problems)?);
        }
        layers.configurations.extend([config.to_owned(), environment.join(modules::CONFIGURATION)]);
        if access.files.is_file(config) {
            let layer = loader.load_layer(config, LayerKind::Environment, problems)?;
            layers.environment = Some(layer).filter(|layer| !warn_if_ignored(layer, problems));
        }
        for (name, directory) in modules::find_modules(environment, directories, access, problems) {
            let config = directory.join(CONFIGURATION);
            if !access.files.is_file(&config) {
                continue;
            }
            let layer = loader.load_module(&name, &config, problems);
            layers.configurations.push(config);
            layers.modules.extend(layer.map(|layer| (name.into(), layer)));
        }
        layers.decrypted = loader.decrypted;
        // A file that may be data is treated as data only if its directory also contains a known data file.
        for (path, name) in loader.uncertain {
            if loader.files.has_data_beside(&path) {
                loader.files.add_other(path, name);
            }
        }
        Some((layers, loader.files))
    }

    /// Removes the variables that a server sets, so that answers depend only on the scope.
    pub(in crate::lookup) fn clear_server_variables(&mut self) {
        self.server = Value::Nil;
    }

    /// The value of a variable that the server sets. The name has only plain segments.
    pub(in crate::lookup) fn server_variable(&self, name: &str) -> Option<&Value> {
        let mut segments = name.trim_start_matches("::").split('.');
        let root = self.server.get(segments.next()?)?;
        segments.try_fold(root, |value, segment| value.get(segment))
    }

    /// Removes the levels with a name. Returns whether there were any.
    pub(in crate::lookup) fn skip_level(&mut self, name: &str) -> bool {
        let modules = self.modules.values_mut().filter_map(|layer| layer.as_mut().ok());
        let layers = self.global.iter_mut().chain(&mut self.environment).chain(modules);
        let mut is_found = false;
        for entries in
            layers.flat_map(|layer| std::iter::once(&mut layer.hierarchy).chain(&mut layer.default_hierarchy))
        {
            let count = entries.len();
            entries.retain(|entry| entry.name != name);
            is_found |= entries.len() < count;
        }
        is_found
    }

    /// The valid layers in search order; modules are in the order of their names.
    pub(super) fn valid_layers(&self) -> impl Iterator<Item = &Layer> {
        let mut modules: Vec<&Layer> =
            self.modules.values().filter_map(|layer| layer.as_ref().ok()).collect();
        // Modules were numbered in the order of their names when they were read.
        modules.sort_by_key(|layer| layer.number);
        self.global.iter().chain(&self.environment).chain(modules)
    }
}

/// The variables that a server sets for the environment in a directory.
fn server_variables(environment: &Path, access: &FileAccess) -> Value {
    let config = normalized_path(&access.files.absolute(&environment.join(CONFIGURATION)));
    let directory = config.parent().and_then(Path::file_name);
    let Some(name) = directory.and_then(|name| name.to_str()) else { return Value::Nil };
    let environment = (Value::text("environment"), Value::text(name));
    let facts = Value::Hash([environment.clone()].into_iter().collect());
    Value::Hash([environment, (Value::text("server_facts"), facts)].into_iter().collect())
}

/// Warns about the configuration of the layer of an environment or a module if it is of version 3. Returns whether
/// Puppet ignores the configuration for this reason. The caller does not pass the global layer.
fn warn_if_ignored(layer: &Layer, problems: &mut Diagnostics) -> bool {
    if layer.version != 3 {
        return false;
    }
    let message =
        format!("{} is of version 3, which Puppet ignores outside of the global layer", layer.config);
    problems.push(Diagnostic::warning(codes::HIERA_SETTING, message).help("use version 5"));
    true
}

struct Loader<'w> {
    access: &'w FileAccess,
    files: DataFiles,
    listings: Listings,
    decrypted: FxHashSet<FileIndex>,
    /// Files that may be data of some node: they are below data directories that depend on the node, and have an
    /// extension of data. Each with its name for messages.
    uncertain: Vec<(PathBuf, String)>,
    /// The number of layers so far, with which layers are numbered.
    layer_count: usize,
}

impl Loader<'_> {
    /// The global layer. If its file does not exist, it has Puppet's default configuration.
    fn load_global(&mut self, path: &Path, problems: &mut Diagnostics) -> Option<Layer> {
        if self.access.files.is_file(path) {
            return self.load_layer(path, LayerKind::Global, problems);
        }
        let source = Source::new(display_path(path), "");
        let settings = layer_configuration::default_settings();
        let layer = self.compile(path, &source, &settings, LayerKind::Global, problems);
        Some(Layer { is_default: true, ..layer })
    }

    /// The layer of a module, or the error of every lookup in it; `None` if Puppet ignores its configuration, which is
    /// reported.
    fn load_module(
        &mut self,
        name: &str,
        config: &Path,
        problems: &mut Diagnostics,
    ) -> Option<Result<Layer, LookupError>> {
        let mut found = Diagnostics::new();
        let layer = match self.load_layer(config, LayerKind::Module(name.into()), &mut found) {
            Some(layer) if warn_if_ignored(&layer, &mut found) => None,
            Some(layer) => Some(Ok(layer)),
            None => found
                .iter()
                .next()
                .map(|problem| Err(LookupError::file("Puppet::DataBinding::LookupError", problem.clone()))),
        };
        // The problems of a module become warnings, because lookups of keys outside the module still succeed.
        problems.extend(found.into_iter().map(|mut problem| {
            problem.severity = problem.severity.min(Severity::Warning);
            let consequence = "only lookups of keys of this module fail";
            let help = problem.help.take();
            problem.help(help.map_or_else(|| consequence.to_owned(), |help| format!("{help}; {consequence}")))
        }));
        layer
    }

    /// Reads a configuration; `None` if it is invalid, which is reported.
    fn load_layer(&mut self, path: &Path, kind: LayerKind, problems: &mut Diagnostics) -> Option<Layer> {
        let limits = &self.access.limits;
        let name = display_path(path);
        let source = read_file(&*self.access.files, path, limits)
            .and_then(|bytes| decode_for_puppet(&name, bytes, limits));
        let source = match source {
            Ok(source) => source,
            Err(problem) => {
                problems.push(*problem);
                return None;
            }
        };
        warn_about_mark(&source, problems);
        let tree = puppet_yaml::read(&source, problems)?;
        problems.append(unclosed_interpolations(&tree, &source));
        match layer_configuration::read(&tree, &kind) {
            Ok(settings) => Some(self.compile(path, &source, &settings, kind, problems)),
            Err(problem) => {
                problems.push(problem.into_diagnostic(&source));
                None
            }
        }
    }

    /// Makes a layer from its settings, and finds the files of its levels.
    fn compile(
        &mut self,
        path: &Path,
        source: &Arc<Source>,
        settings: &Configuration,
        kind: LayerKind,
        problems: &mut Diagnostics,
    ) -> Layer {
        let absolute = self.access.files.absolute(path);
        let directories = Directories::new(self.access, &path_uri(&absolute), source);
        let directory = absolute.parent().map(slash_path).unwrap_or_default();
        let directory_name = path.parent().map(slash_path).unwrap_or_default();
        let mut compile_levels = |levels: &[EntrySettings], problems: &mut Diagnostics| -> Vec<Entry> {
            let levels = levels.iter();
            levels
                .map(|level| self.compile_entry(level, &directory, &directories, source, problems))
                .collect()
        };
        let hierarchy = compile_levels(&settings.hierarchy, problems);
        let default_hierarchy =
            settings.default_hierarchy.as_ref().map(|levels| compile_levels(levels, problems));
        self.layer_count += 1;
        Layer {
            number: self.layer_count,
            kind,
            config: source.name().to_owned(),
            version: settings.version,
            hierarchy,
            default_hierarchy,
            is_default: false,
            directory: (directory, directory_name),
        }
    }

    /// Makes a level, and finds the files that it may use. `directory` is that of the configuration.
    fn compile_entry(
        &mut self,
        settings: &EntrySettings,
        directory: &str,
        directories: &Directories<'_>,
        source: &Arc<Source>,
        problems: &mut Diagnostics,
    ) -> Entry {
        // The data directory of a server is replaced by that of this checkout (Decision 25).
        let datadir = normalized(join(directory, &directories.locate(&settings.datadir)));
        let locations = match &settings.locations {
            Locations::None => vec![Location::Missing],
            Locations::Uris(uris) => uris.iter().map(|uri| Location::Uri(uri.clone())).collect(),
            Locations::Paths(paths) => paths.iter().map(|path| Location::path(path)).collect(),
            Locations::Globs(globs) => globs.iter().map(|glob| Location::glob(glob)).collect(),
            Locations::Mapped { variable, name, template } => {
                vec![Location::mapped(variable, name, template)]
            }
        };
        let mut entry = Entry {
            name: settings.name.clone(),
            provider: settings.provider.clone(),
            datadir: Template::new(&datadir),
            locations,
            extension: settings.extension.clone(),
            options: settings.options.texts.clone(),
            has_options: !settings.options.is_empty,
            ignores_paths: settings.ignores_paths,
            foreign_files: FxHashSet::default(),
            access_problem: None,
            lacks_directory: false,
            source: Arc::clone(source),
            range: settings.range.clone(),
        };
        problems.extend(directories.missing_warning(&datadir, settings.range.clone(), source));
        self.find_files(&mut entry, &datadir, settings, (directory, directories), problems);
        entry
    }

    /// Finds the files of all locations of a level. `datadir` is the normalized data directory, and `config_directory`
    /// the directory of the configuration.
    fn find_files(
        &mut self,
        entry: &mut Entry,
        datadir: &str,
        settings: &EntrySettings,
        (config_directory, directories): (&str, &Directories<'_>),
        problems: &mut Diagnostics,
    ) {
        let format = entry.format();
        for location in &mut entry.locations {
            let pattern = location.pattern(datadir, entry.extension.as_deref());
            // A URI, or a level without a place, has no files.
            let Some(pattern) = pattern else { continue };
            let place = (&entry.source, &settings.range);
            let files = &*self.access.files;
            let data_directory = Path::new(&pattern.directory);
            let is_directory = files.is_directory(data_directory);
            let is_readable = is_directory && directories.may_read(data_directory);
            entry.lacks_directory |= !is_readable;
            // The problem is reported by lookups that reach the level, so that other lookups succeed (Decision 25).
            if is_directory && !is_readable {
                entry.access_problem.get_or_insert_with(|| {
                    Box::new(directories.outside_problem(
                        data_directory,
                        settings.range.clone(),
                        &entry.source,
                    ))
                });
            }
            let found = self.listings.find(&pattern, files, directories, place, problems);
            // In the directory of the configuration itself, most files with the extension of a data file are not data.
            let data_files = self.listings.take_data_files();
            if !Path::new(config_directory).starts_with(data_directory) {
                for path in data_files {
                    let name = directories.display(&path);
                    // Which of the directories below contain data depends on the node.
                    if settings.datadir.contains("%{") {
                        self.uncertain.push((path, name));
                    } else {
                        self.files.add_other(path, name);
                    }
                }
            }
            if let Some(format) = format {
                let indices = found.into_iter().filter_map(|path| {
                    let index = self.files.add_path(&path, format, directories)?;
                    Some((path.to_str()?.into(), index))
                });
                let indices: Vec<_> = indices.collect();
                if entry.provider == Provider::Eyaml {
                    self.decrypted.extend(indices.iter().map(|(_, file)| *file));
                }
                location.set_files(indices);
            } else {
                // These files are not read here, but Puppet calls the function only if one of them exists.
                entry.foreign_files.extend(found.iter().filter_map(|path| path.to_str()).map(Box::from));
            }
        }
    }
}

/// Warnings about all texts of a configuration that contain an interpolation without `}`.
fn unclosed_interpolations(tree: &DataTree, source: &Arc<Source>) -> Diagnostics {
    let mut problems = Diagnostics::new();
    let mut pending = vec![tree];
    while let Some(tree) = pending.pop() {
        match &tree.kind {
            Data::String(text) => problems.extend(unclosed_interpolation(text, source, &tree.range)),
            Data::Array(values) => pending.extend(values),
            Data::Hash(entries) => pending.extend(entries.iter().map(|(_, value)| value)),
            _ => {}
        }
    }
    problems
}
