//! An environment: its main manifests, its modules and its data, read and prepared once for all nodes.
//!
//! A file of a module is read when a name that it may define is first needed, as Puppet's autoloader does, and the
//! program of a definition is prepared when it is first run. Invariants: definitions never change after they were read,
//! so that nodes and threads share them; no file outside of the environment and of the directories of modules is read;
//! the environment does not depend on a node.

mod autoload;
mod capitals;
mod definitions;
mod host;
mod main_manifests;
mod names;
mod native;
mod placement;

pub(crate) use capitals::capitalized;
pub(crate) use definitions::{
    Definition, DefinitionKind, FunctionDefinition, NodeDefinition, ParameterDefinition,
};
pub(crate) use host::Preparation;
pub(crate) use main_manifests::MainProgram;
pub(crate) use names::{HostFunction, Variable};

use crate::functions::FunctionSource;
use crate::templates::Templates;
use crate::types::ResourceTypes;
use autoload::Loaded;
use modelwright_evaluation::evaluate::{EvaluationLimits, HostError};
use modelwright_files::{FileAccess, display_path, read_file};
use modelwright_hiera::aliases::Aliases;
use modelwright_hiera::lookup::{Encrypted, Hierarchy, find_modules};
use modelwright_language::language::{self, Manifest};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, Source, codes};
use modelwright_metamodel::input::decode_text;
use names::Names;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, RwLock};

/// The settings of an environment that its directory does not determine.
#[derive(Debug, Clone)]
pub struct EnvironmentOptions {
    /// The name; `None` for the name of the directory.
    pub name: Option<String>,
    /// The main manifest or a directory of manifests; `None` for that of `environment.conf`, or else `manifests`.
    pub manifest: Option<PathBuf>,
    /// The directories of modules; `None` for those of `environment.conf`, or else `modules`.
    pub modules: Option<Vec<PathBuf>>,
    /// The configuration of Hiera's global layer.
    pub global_hiera: Option<PathBuf>,
    /// Whether an unknown variable is an error, as with `strict_variables`; otherwise it is undef with a warning.
    pub has_strict_variables: bool,
    /// Whether catalogs contain the file and the line of each parameter of a class whose value comes from data.
    pub records_data_places: bool,
    /// The limits of the evaluation of one node.
    pub limits: EvaluationLimits,
    /// The source of answers to calls of functions that are written in Ruby.
    pub functions: Option<Arc<dyn FunctionSource>>,
}

impl Default for EnvironmentOptions {
    /// Takes the name, the manifest and the modules from the directory of the environment, without a global layer of
    /// Hiera and without functions in Ruby.
    fn default() -> Self {
        Self {
            name: None,
            manifest: None,
            modules: None,
            global_hiera: None,
            has_strict_variables: false,
            records_data_places: false,
            limits: EvaluationLimits { steps: 100_000_000, depth: 1_000, memory: 1 << 30 },
            functions: None,
        }
    }
}

/// An environment, which nodes and threads share.
#[derive(Debug)]
pub struct Environment {
    access: FileAccess,
    directory: PathBuf,
    name: String,
    modules: BTreeMap<String, PathBuf>,
    /// The directories whose files are read, without links.
    roots: Vec<PathBuf>,
    pub(crate) hierarchy: Option<Hierarchy>,
    aliases: Aliases,
    /// The resource types of modules that are written in Ruby.
    types: ResourceTypes,
    names: Mutex<Names>,
    absolute_names: RwLock<FxHashMap<Box<str>, Box<str>>>,
    loaded: Mutex<Loaded>,
    main: Vec<MainProgram>,
    templates: Templates,
    pub(crate) has_strict_variables: bool,
    pub(crate) records_data_places: bool,
    pub(crate) limits: EvaluationLimits,
    pub(crate) functions: Option<Arc<dyn FunctionSource>>,
}

impl Environment {
    /// Reads the environment in a directory. Warnings are returned with it.
    ///
    /// # Errors
    /// If a main manifest cannot be read or is invalid, or if no lookup in its data could work.
    pub fn load(
        access: &FileAccess,
        directory: &Path,
        options: &EnvironmentOptions,
    ) -> Result<(Self, Diagnostics), Diagnostics> {
        // Messages show paths without the leading `./`.
        let directory = if directory == Path::new(".") { Path::new("") } else { directory };
        let mut problems = Diagnostics::new();
        let modules = find_modules(directory, options.modules.as_deref(), access, &mut problems);
        let global = options.global_hiera.as_deref();
        let (mut hierarchy, hierarchy_problems) =
            Hierarchy::load_modules(directory, options.modules.as_deref(), global, access);
        problems.append(hierarchy_problems);
        let Some(data) = &mut hierarchy else { return Err(problems) };
        // The encrypted parts of data become values that are not known.
        data.set_encrypted(Encrypted::Hidden);
        let name = options.name.clone().unwrap_or_else(|| {
            let absolute = access.files.absolute(directory);
            absolute
                .file_name()
                .map_or_else(|| "production".into(), |name| name.to_string_lossy().into_owned())
        });
        let manifest_directory = options.manifest.as_deref().map(|path| {
            let is_directory = access.files.is_directory(path);
            existing(if is_directory { path } else { path.parent().unwrap_or(path) })
        });
        let module_directories = options.modules.iter().flatten().map(PathBuf::as_path);
        let roots = modules.values().map(PathBuf::as_path).chain(module_directories);
        let roots = roots.chain([existing(directory)]).chain(manifest_directory);
        let roots = roots.filter_map(|path| access.files.canonicalize(path).ok()).collect();
        let mut environment = Self {
            access: access.clone(),
            directory: directory.to_owned(),
            name,
            modules,
            roots,
            hierarchy,
            aliases: Aliases::default(),
            types: ResourceTypes::default(),
            names: Mutex::default(),
            absolute_names: RwLock::default(),
            loaded: Mutex::default(),
            main: Vec::new(),
            templates: Templates::default(),
            has_strict_variables: options.has_strict_variables,
            records_data_places: options.records_data_places,
            limits: options.limits,
            functions: options.functions.clone(),
        };
        environment.read_native_types(&mut problems);
        environment.read_aliases(&mut problems);
        environment.read_main(options.manifest.as_deref(), &mut problems);
        if problems.has_errors() { Err(problems) } else { Ok((environment, problems)) }
    }

    /// The name of the environment.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The directory of the environment.
    #[must_use]
    pub fn directory(&self) -> &Path {
        &self.directory
    }

    /// The absolute path of a file, given its name in problems; the name itself if it is that of no file.
    pub(crate) fn absolute(&self, file: &str) -> String {
        if file == INLINE_EPP {
            return file.to_owned();
        }
        let absolute_names = self.absolute_names.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(absolute) = absolute_names.get(file) {
            return absolute.to_string();
        }
        drop(absolute_names);
        // Stored, because to query the current directory each time took a fifth of the time of `catalog check`.
        let absolute = self.access.files.absolute(Path::new(file)).to_string_lossy().into_owned();
        let mut absolute_names = self.absolute_names.write().unwrap_or_else(PoisonError::into_inner);
        absolute_names.insert(file.into(), absolute.as_str().into());
        absolute
    }

    /// The main manifests, in order.
    pub(crate) fn main(&self) -> &[MainProgram] {
        &self.main
    }

    /// The directory of a module.
    pub(crate) fn module(&self, name: &str) -> Option<&Path> {
        self.modules.get(name).map(PathBuf::as_path)
    }

    /// The templates that were read.
    pub(crate) fn templates(&self) -> &Templates {
        &self.templates
    }

    /// Whether a path is that of a file.
    pub(crate) fn is_file(&self, path: &Path) -> bool {
        self.access.files.is_file(path)
    }

    /// The path of what a name such as `apache/vhosts/a.conf` means in a directory of the modules, such as `templates`;
    /// `None` if there is nothing.
    ///
    /// # Errors
    /// If the path leads out of the directory.
    pub(crate) fn module_file(&self, directory: &str, name: &str) -> Result<Option<PathBuf>, HostError> {
        let Some((module, file)) = name.split_once('/') else { return Ok(None) };
        let Some(module) = self.module(module).filter(|_| !file.is_empty()) else { return Ok(None) };
        let is_plain = Path::new(file).components().all(|part| matches!(part, Component::Normal(_)));
        if !is_plain {
            return Err(HostError::new(format!("'{name}' is outside of the modules")));
        }
        let path = module.join(directory).join(file);
        Ok(self.access.files.metadata(&path).is_ok().then_some(path))
    }

    /// The text of a file. It must be inside of the environment or of a module; for a link, this applies to its target.
    pub(crate) fn read_text(&self, path: &Path) -> Result<Arc<Source>, Box<Diagnostic>> {
        decode_text(&display_path(path), self.read_bytes(path)?, &self.access.limits)
    }

    /// The bytes of a file, under the same condition.
    pub(crate) fn read_bytes(&self, path: &Path) -> Result<Vec<u8>, Box<Diagnostic>> {
        if let Ok(real) = self.access.files.canonicalize(path)
            && !self.roots.iter().any(|root| real.starts_with(root))
        {
            let name = display_path(path);
            let message = format!(
                "{name} is neither in the environment nor in a directory of modules, so it is not read"
            );
            let help =
                "copy the file into the environment; if it is a main manifest, specify it with --manifest";
            return Err(Box::new(Diagnostic::error(codes::CANNOT_READ, message).help(help)));
        }
        read_file(&*self.access.files, path, &self.access.limits)
    }

    /// Reads a file of Puppet's code.
    fn parse(&self, path: &Path) -> Result<Manifest, Box<Diagnostic>> {
        parse_source(&self.read_text(path)?)
    }

    /// The files with an extension in a directory and the directories below it, sorted by path.
    fn files_below(&self, directory: &Path, extension: &str) -> Vec<PathBuf> {
        let (mut pending, mut found) = (vec![directory.to_owned()], Vec::new());
        while let Some(directory) = pending.pop() {
            let Ok(entries) = self.access.files.list(&directory) else { continue };
            for entry in entries {
                let path = directory.join(&entry.name);
                match entry.kind {
                    modelwright_files::FileKind::Directory => pending.push(path),
                    _ if path.extension().is_some_and(|suffix| suffix == extension) => found.push(path),
                    _ => {}
                }
            }
        }
        found.sort();
        found
    }

    /// Locks the names of variables and functions.
    fn names(&self) -> MutexGuard<'_, Names> {
        // A thread that panicked cannot have left an incomplete name.
        self.names.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Locks the definitions that were loaded.
    fn loaded(&self) -> MutexGuard<'_, Loaded> {
        self.loaded.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The number of a text, such as the name of a variable or of a class.
    pub(crate) fn number(&self, text: &str) -> u32 {
        self.names().number(text)
    }

    /// The text of a number.
    pub(crate) fn text(&self, number: u32) -> Arc<str> {
        self.names().text(number)
    }

    /// The variables from a number on.
    pub(crate) fn variables_from(&self, first: usize) -> Vec<Variable> {
        self.names().variables_from(first)
    }

    /// The functions from a number on.
    pub(crate) fn functions_from(&self, first: usize) -> Vec<HostFunction> {
        self.names().functions_from(first)
    }

    /// Reads the aliases of types in the modules.
    fn read_aliases(&mut self, problems: &mut Diagnostics) {
        let directories: Vec<PathBuf> = self.modules.values().map(|module| module.join("types")).collect();
        let paths: Vec<PathBuf> =
            directories.iter().flat_map(|directory| self.files_below(directory, "pp")).collect();
        for path in paths {
            match self.parse(&path) {
                Ok(manifest) => self.aliases.add_declared(&manifest),
                // A warning, because only a manifest that uses the type fails.
                Err(mut problem) => {
                    problem.severity = Severity::Warning;
                    problems.push(*problem);
                }
            }
        }
    }
}

/// The name that Puppet gives to the text of an EPP template that is not in a file.
pub(crate) const INLINE_EPP: &str = "inlined-epp-text";

/// The path of a directory for the file system, in which the empty path does not exist.
fn existing(directory: &Path) -> &Path {
    if directory == Path::new("") { Path::new(".") } else { directory }
}

/// Reads a manifest, or returns its first error.
fn parse_source(source: &Arc<Source>) -> Result<Manifest, Box<Diagnostic>> {
    let (manifest, found) = language::manifest(source);
    match found.first_error() {
        Some(problem) => Err(Box::new(problem.clone())),
        None => Ok(manifest),
    }
}
