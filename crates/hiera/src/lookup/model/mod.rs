//! The hierarchy of a bindings model: lookups in the content of the model, without the files from which it was made.
//!
//! Each category of the layer is a level. Bindings belong to a level if their condition, or one of its alternatives,
//! names the category; the value in this condition is the path that the interpolated level must have. Invariant: what
//! lookups cannot evaluate is an error, with its position.

mod environment;
mod values;

use super::encryption::Keyring;
use super::error::LookupError;
use super::files::{DataFiles, DirectoryIndex};
use super::hierarchy::{Engine, Hierarchy};
use super::v3::backend::{Backend, BackendKind, text_settings};
use super::v3::backends::Backends;
use super::v3::level::Level;
use crate::directories::split_data_directory;
use crate::expressions::expression_text;
use crate::generated::bindings as b;
use crate::lookup::origin::FileIndex;
use crate::store::{Builder, Data, Place, Value};
use crate::text::environment_files::of_file;
use environment::EnvironmentFiles;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use rustc_hash::FxHashMap;
use values::{Fault, add_entry, add_value, setting};

/// The directories of categories in the table of files, by the names of the categories.
type Categories<'s> = FxHashMap<&'s str, DirectoryIndex>;

impl Hierarchy {
    /// The hierarchy of a layer of a bindings model. `sites` are the roots of the model, and `name` is its path for
    /// messages. If `layer` is not given, the model must have a single layer of Hiera.
    ///
    /// # Errors
    /// If the model has no such layer, or contains something that lookups cannot evaluate.
    pub fn from_bindings(sites: &[b::Site], layer: Option<&str>, name: &str) -> Result<Self, Diagnostics> {
        let layer = find_layer(sites, layer, name)?;
        let mut reader = Reader { name, files: DataFiles::for_model(), problems: Diagnostics::new() };
        // Version 5 has no categories: the model contains its settings and files, which are searched as in any
        // environment (Decision 26).
        if let Some(environment) = &layer.hiera_environment {
            return reader.environment(environment, &layer.bindings);
        }
        let mut categories = Categories::default();
        let backends = reader.backends(layer, &mut categories);
        for bindings in &layer.bindings {
            reader.add_bindings(&bindings.bindings, &categories);
        }
        if reader.problems.has_errors() {
            return Err(reader.problems);
        }
        let lookup_options = layer.lookup_options.as_ref();
        let behavior = lookup_options.map(|options| options.merge_behavior).unwrap_or_default();
        let merge_options = lookup_options.and_then(|options| options.deep_merge_options.clone());
        let merge_options = merge_options
            .map_or(Ok(Value::Nil), |options| setting(&options.into()))
            .map_err(|message| reader.fault(message, &ModelPosition::default()))?;
        let backends = Backends::new(backends, behavior, merge_options);
        Ok(Self::new(Engine::Ruby(Box::new(backends)), reader.files, Keyring::default()))
    }
}

/// The layer of Hiera with the given name, or the only layer of Hiera if no name is given. Messages show `model_name`.
fn find_layer<'s>(
    sites: &'s [b::Site],
    layer_name: Option<&str>,
    model_name: &str,
) -> Result<&'s b::NamedLayer, Diagnostics> {
    let layers = sites.iter().filter_map(|site| site.layers.as_ref()).flat_map(|layers| &layers.layers);
    let layers: Vec<&b::NamedLayer> = layers.filter(|layer| layer.is_of_hiera()).collect();
    let names = || layers.iter().map(|layer| layer.name.as_str()).collect::<Vec<_>>().join(", ");
    let fault = |message: String, help: &str| {
        Err(Diagnostic::error(codes::HIERA_MODEL, format!("{model_name}: {message}")).help(help).into())
    };
    let matching: Vec<_> =
        layers.iter().filter(|layer| layer_name.is_none_or(|name| layer.name == name)).collect();
    match matching.as_slice() {
        [layer] => Ok(layer),
        _ if layers.is_empty() => fault(
            "the model has no layer of Hiera".to_owned(),
            "convert the hiera.yaml again: models of earlier versions do not have such layers",
        ),
        [] => fault(
            format!("no layer is named `{}`; the layers are {}", layer_name.unwrap_or_default(), names()),
            "specify one of them with --layer",
        ),
        _ => fault(
            format!("expected one layer of Hiera, found several: {}", names()),
            "specify one of them with --layer",
        ),
    }
}

/// The position of an object in the text of the model, for messages.
#[derive(Debug, Clone, Copy, Default)]
struct ModelPosition<'s> {
    file: Option<&'s str>,
    line: i64,
    column: i64,
}

struct Reader<'n> {
    /// The path of the model for messages.
    name: &'n str,
    files: DataFiles,
    problems: Diagnostics,
}

impl Reader<'_> {
    /// A problem of the model, at an object.
    fn fault(&self, message: impl AsRef<str>, position: &ModelPosition<'_>) -> Diagnostic {
        let place = match *position {
            ModelPosition { file: None, .. } => String::new(),
            ModelPosition { file: Some(file), line: 0, .. } => format!(" {file}:"),
            ModelPosition { file: Some(file), line, column } => format!(" {file}:{line}:{column}:"),
        };
        let message = format!("{}:{place} {}", self.name, message.as_ref());
        let help = "correct the model, or convert the hiera.yaml again";
        Diagnostic::error(codes::HIERA_MODEL, message).help(help)
    }

    fn report(&mut self, message: impl AsRef<str>, position: &ModelPosition<'_>) {
        let problem = self.fault(message, position);
        self.problems.push(problem);
    }

    /// The hierarchy of an environment whose data files are bindings.
    fn environment(
        mut self,
        environment: &b::HieraEnvironment,
        bindings: &[b::NamedBindings],
    ) -> Result<Hierarchy, Diagnostics> {
        let position = ModelPosition::default();
        let mut files =
            EnvironmentFiles::new(environment).map_err(|message| self.fault(message, &position))?;
        for file in bindings {
            let (path, contents) = of_file(file);
            let position = ModelPosition { file: Some(path), ..position };
            let added = match self.data(contents, &position) {
                Ok(data) => files.add(path, data).map_err(|message| self.fault(message, &position)),
                Err(problem) => Err(*problem),
            };
            if let Err(problem) = added {
                self.problems.push(problem);
            }
        }
        if self.problems.has_errors() {
            return Err(self.problems);
        }
        files.into_hierarchy()
    }

    /// The backends with their categories, in the order in which the categories are searched.
    fn backends<'s>(&mut self, layer: &'s b::NamedLayer, categories: &mut Categories<'s>) -> Vec<Backend> {
        // Each backend with its name. A name occurs again if categories of another backend are between its own.
        let mut search_order: Vec<(&str, Backend)> = Vec::new();
        let mut directories: FxHashMap<&str, DirectoryIndex> = FxHashMap::default();
        // The directories of all backends are made first, because the categories of one backend need not be
        // consecutive, and share its files.
        for backend in &layer.backends {
            directories.insert(&backend.name, self.files.add_backend());
        }
        let find_backend = |name: &str| layer.backends.iter().find(|backend| backend.name == name);
        for category in layer.categories.iter().flat_map(|categories| &categories.categories) {
            let name = category.backend.as_deref().unwrap_or_default();
            let (Some(backend), Some(directory)) = (find_backend(name), directories.get(name)) else {
                self.report(
                    format!("the category `{}` names no backend of its layer", category.name),
                    &ModelPosition::default(),
                );
                continue;
            };
            // Consecutive categories of one backend are levels of one search.
            if search_order.last().is_none_or(|(last, _)| *last != name) {
                search_order.extend(self.backend(backend, *directory).map(|backend| (name, backend)));
            }
            // If the backend is missing here, it is invalid and was reported above.
            let Some((_, backend)) = search_order.last_mut().filter(|(last, _)| *last == name) else {
                continue;
            };
            let files = self.files.add_category(*directory, category.exact);
            match level(category, backend.variable_directory.text()) {
                Ok(level) => backend.levels.push((level, Some(files))),
                Err(message) => self.report(message, &ModelPosition::default()),
            }
            if categories.insert(&category.name, files).is_some() {
                self.report(
                    format!("there are two categories `{}`", category.name),
                    &ModelPosition::default(),
                );
            }
        }
        // A backend without levels is searched as well, because its settings may make lookups fail.
        for backend in &layer.backends {
            if !search_order.iter().any(|(name, _)| *name == backend.name)
                && let Some(directory) = directories.get(backend.name.as_str())
            {
                let without_levels = self.backend(backend, *directory);
                search_order
                    .extend(without_levels.map(|without_levels| (backend.name.as_str(), without_levels)));
            }
        }
        search_order.into_iter().map(|(_, backend)| backend).collect()
    }

    /// A backend without its levels; `None` after a reported problem.
    fn backend(&mut self, backend: &b::Backend, directory: DirectoryIndex) -> Option<Backend> {
        let searchable = self.try_backend(backend, directory);
        searchable.map_err(|message| self.report(message, &ModelPosition::default())).ok()
    }

    /// A backend without its levels, or the reason for which it cannot be searched.
    fn try_backend(&self, backend: &b::Backend, directory: DirectoryIndex) -> Result<Backend, String> {
        let kind = BackendKind::from_name(&backend.kind)
            .ok_or_else(|| format!("the backend `{}` is of an unknown kind", backend.name))?;
        let datadir = match &backend.data_folder {
            Some(expression) => expression_text(expression).ok_or_else(|| {
                format!(
                    "the data directory of the backend `{}` is not a string with Hiera interpolations",
                    backend.name
                )
            })?,
            None => String::new(),
        };
        let (_, variable_directory) = split_data_directory(&datadir);
        let settings = backend.settings.as_ref().map(setting).transpose()?;
        Ok(Backend {
            name: backend.kind.to_lowercase(),
            kind,
            directory: Some(directory),
            variable_directory: Level::new(variable_directory),
            levels: Vec::new(),
            failure: None,
            settings: settings.as_ref().map(text_settings),
        })
    }

    /// Adds the bindings of all data files.
    fn add_bindings(&mut self, bindings: &[b::AbstractBinding], categories: &Categories<'_>) {
        for binding in bindings {
            match binding {
                b::AbstractBinding::CategorizedBindings(file) => self.add_data_file(file, categories),
                _ => self.report(
                    "bindings without a category have no meaning in Hiera",
                    &ModelPosition::default(),
                ),
            }
        }
    }

    /// Adds the bindings of one data file under each of its conditions.
    fn add_data_file(&mut self, bindings: &b::CategorizedBindings, categories: &Categories<'_>) {
        let relative = bindings.file.clone().unwrap_or_default();
        let position = ModelPosition { file: Some(&relative), ..ModelPosition::default() };
        let data = match self.data(&bindings.bindings, &position) {
            Ok(data) => data,
            Err(problem) => return self.problems.push(*problem),
        };
        let name = format!("{}: {relative}", self.name);
        let Some(index) = self.files.add_file(name, relative.clone(), data) else { return };
        let alternatives = bindings.alternatives.iter().map(|alternative| &alternative.predicates);
        for predicates in std::iter::once(&bindings.predicates).chain(alternatives) {
            self.add_condition(predicates, index, categories, &position);
        }
    }

    /// Adds a file to the category that a condition names, under the value in the condition.
    fn add_condition(
        &mut self,
        predicates: &[b::Category],
        file: FileIndex,
        categories: &Categories<'_>,
        position: &ModelPosition<'_>,
    ) {
        let [category] = predicates else {
            return self.report("a condition of several categories has no meaning in Hiera", position);
        };
        let b::Category { categorization, value, .. } = category;
        // The text form of bindings has no value for `common`.
        let default_value = if categorization == "common" { "common" } else { "" };
        let value = value.as_deref().unwrap_or(default_value);
        match categories.get(categorization.as_str()) {
            None => self.report(format!("there is no category `{categorization}`"), position),
            Some(directory) if !self.files.add_to_category(*directory, value, file) => {
                self.report(format!("the category `{categorization}` has two files `{value}`"), position);
            }
            Some(_) => {}
        }
    }

    /// The data of a file, or the error of lookups that read the file. The outer error is a problem of the model.
    fn data(
        &self,
        bindings: &[b::AbstractBinding],
        position: &ModelPosition<'_>,
    ) -> Result<Result<Data, LookupError>, Box<Diagnostic>> {
        let mut builder = Builder::default();
        let mut entries = Vec::with_capacity(bindings.len() * 2);
        for binding in bindings {
            // A broken data file is part of the model, so that lookups that reach it fail as in the tree (Decision 5).
            if let b::AbstractBinding::UnreadableData(unreadable) = binding {
                let problem = Diagnostic::error(codes::HIERA_DATA, unreadable.message.clone());
                return Ok(Err(LookupError::file("Psych::SyntaxError", problem)));
            }
            let pair = match binding {
                b::AbstractBinding::Binding(binding) => add_entry(&mut builder, binding),
                b::AbstractBinding::UnreachableEntry(entry) => add_value(&mut builder, &entry.key)
                    .and_then(|key| Ok([key, add_value(&mut builder, &entry.value)?])),
                _ => Err(Fault::Unknown("a binding of this class")),
            };
            let (line, column) = match binding {
                b::AbstractBinding::Binding(binding) => (binding.line, binding.column),
                _ => (0, 0),
            };
            let position = ModelPosition { line, column, ..*position };
            entries.extend(pair.map_err(|fault| Box::new(self.fault(fault.message(), &position)))?);
        }
        let root = builder.hash(&entries, Place::default());
        let root = root.map_err(|fault| Box::new(self.fault(Fault::from(fault).message(), position)))?;
        Ok(Ok(builder.finish(root)))
    }
}

/// The level of a category. Its text starts with the part of the data directory that has variables.
fn level(category: &b::CategoryDeclaration, variable_directory: &str) -> Result<Level, String> {
    let name = &category.name;
    let text = category.expression.as_ref().and_then(expression_text);
    let text = text.ok_or_else(|| {
        format!("the expression of the category `{name}` is not a string with Hiera interpolations")
    })?;
    if variable_directory.is_empty() {
        return Ok(Level::new(&text));
    }
    // The directory is removed, because the search adds it to each level.
    let level = text.strip_prefix(variable_directory).and_then(|level| level.strip_prefix('/'));
    level.map(Level::new).ok_or_else(|| {
        format!(
            "the expression of the category `{name}` does not begin with the data directory `{variable_directory}`"
        )
    })
}
