//! The conversion of a tree to a bindings model: a `hiera.yaml` of version 1 to 3 and all its data; [`environment`]
//! converts newer versions.
//!
//! Every pair of a backend and a level of the hierarchy becomes a category, in the order in which Hiera searches them;
//! every data file becomes the bindings for one value of a category. This keeps the order of any hierarchy; if
//! variables were the categories, some hierarchies could not be expressed.
//!
//! Invariant: every loss is reported.

use super::configuration::{self, Notation, Settings};
use super::data::Converter;
use super::data_text::decode_for_ruby;
use super::directories::{Directories, split_data_directory};
use super::level_paths::{self, Pattern};
use super::tree::{self, DataFiles};
use super::{categories, environment, expressions, json_data, lookup, yaml_data};
use crate::files::{FileAccess, read_ordinary_file, slash_path};
use crate::generated::bindings::{
    Alternative, Backend, Bindings, CategorizedBindings, Category, CategoryDeclaration, EffectiveCategories,
    LayeredBindings, LookupOptions, NamedBindings, NamedLayer, Site, UnreadableData, Value,
};
use crate::generated::hiera;
use modelwright_bindings_model::shipped;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, Source, codes};
use modelwright_metamodel::model::{Document, DocumentId, Model};
use modelwright_typed::{self as typed, PartWriter};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::collections::hash_map::Entry;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads a configuration with its data.
#[must_use]
pub fn load(
    source: &Arc<Source>,
    access: &FileAccess,
    document: Document,
) -> (Model, DocumentId, Diagnostics) {
    let directories = Directories::new(access, &document.uri, source);
    let mut importer = Importer { access, directories, problems: Diagnostics::new() };
    let metamodel = shipped::bindings();
    let converted = typed::to_model_in_parts(&metamodel, |writer| {
        if lookup::is_newer(source) {
            environment::write_site(source, &document.uri, access, writer, &mut importer.problems);
        } else {
            importer.write_site(source, writer);
        }
    });
    let (mut model, id) = match converted {
        Ok(converted) => converted,
        Err(problems) => {
            importer.problems.append(problems);
            let mut model = Model::new(metamodel);
            let id = model.add_document(Document::default());
            (model, id)
        }
    };
    let written_document = model.document_mut(id);
    (written_document.uri, written_document.source) = (document.uri, document.source);
    (model, id, importer.problems)
}

struct Importer<'w> {
    access: &'w FileAccess,
    directories: Directories<'w>,
    problems: Diagnostics,
}

/// A level of one backend, which becomes a category, with its data files.
struct BackendLevel {
    /// The name of the backend.
    backend: String,
    /// The path of the level, with the part of the data directory that contains variables before it.
    path: String,
    notation: Notation,
    /// The path of each file, and the value that `path` has for nodes that use the file.
    files: Vec<(PathBuf, String)>,
}

impl Importer<'_> {
    /// Writes the site. The bindings of a file are dropped before the next file is read, so that memory does not grow
    /// with the number of files.
    fn write_site(&mut self, source: &Arc<Source>, writer: &mut PartWriter<'_>) {
        let configured = configuration::read(source, &mut self.problems);
        let backends = self.backends(&configured, source);
        let levels = self.backend_levels(&configured, &backends, source);
        let deep_merge_options = configured.deep_merge_options.as_ref().and_then(|options| {
            // All possible problems are about interpolations, but the options are not interpolated.
            match Converter::new(source, &mut Diagnostics::new()).value(options.clone()) {
                Value::HashValue(options) => Some(options),
                _ => None,
            }
        });
        let names =
            categories::names(levels.iter().map(|level| (level.backend.as_str(), level.path.as_str())));
        let declarations = levels.iter().zip(&names).map(|(level, name)| declaration(level, name)).collect();
        let file_name = source.name().rsplit('/').next().unwrap_or_default();
        let layer = NamedLayer {
            name: "hiera".to_owned(),
            include: vec![format!("hiera:{file_name}")],
            categories: Some(EffectiveCategories {
                categories: declarations,
                ..EffectiveCategories::default()
            }),
            backends,
            lookup_options: Some(LookupOptions {
                merge_behavior: configured.merge_behavior,
                deep_merge_options,
                ..LookupOptions::default()
            }),
            ..NamedLayer::default()
        };
        let site = Site { file: Some(file_name.to_owned()), ..Site::default() };
        let named_bindings = NamedBindings { name: "hiera".to_owned(), ..NamedBindings::default() };
        // The object that the bindings of the files become parts of; none if a part could not be written.
        let container = (writer.root(&site))
            .and_then(|site| writer.part(site, "layers", &LayeredBindings::default()))
            .and_then(|layers| writer.part(layers, "layers", &layer))
            .and_then(|layer| writer.part(layer, "bindings", &named_bindings));
        for file in conditional_files(&levels, &names) {
            let ConditionalFile { path, notation, predicates, alternatives } = file;
            let bindings =
                CategorizedBindings { predicates, alternatives, ..self.categorized_bindings(notation, path) };
            container.and_then(|container| writer.part(container, "bindings", &bindings));
        }
    }

    /// The backends in search order. If a backend is listed twice, the second one has a number in its name.
    fn backends(&mut self, configured: &Settings, source: &Arc<Source>) -> Vec<Backend> {
        let mut backends: Vec<Backend> = Vec::new();
        for configured_backend in &configured.configuration.backends {
            let kind = configured_backend.name.clone();
            let count_before =
                backends.iter().filter(|earlier| earlier.kind.eq_ignore_ascii_case(&kind)).count();
            let name = kind.to_lowercase();
            let notation = Notation::from_backend(&kind);
            let extension = configured_backend.extension.as_deref().or(notation.map(Notation::extension));
            // Settings are not interpolated, so the problems that the conversion finds in their texts do not apply.
            let settings = configured
                .section(&kind)
                .map(|section| Converter::new(source, &mut Diagnostics::new()).value(section.clone()));
            let datadir = configured_backend.datadir.as_deref();
            let datadir = datadir.or(notation.map(|_| configuration::DEFAULT_DATADIR));
            backends.push(Backend {
                name: if count_before == 0 { name } else { format!("{name} {}", count_before + 1) },
                kind,
                extension: extension.map(str::to_owned),
                data_folder: datadir.map(expressions::expression),
                settings,
                ..Backend::default()
            });
        }
        backends
    }

    /// The levels of all backends, which become categories: all levels of the first backend, then those of the next,
    /// which is the order in which Hiera searches.
    fn backend_levels(
        &mut self,
        configured: &Settings,
        backends: &[Backend],
        source: &Arc<Source>,
    ) -> Vec<BackendLevel> {
        let mut backend_levels = Vec::new();
        let (mut unread, mut read) = (BTreeSet::new(), BTreeSet::new());
        // The levels are checked here and not in the loop over backends, because all backends have the same levels.
        for (level, range) in configured.configuration.hierarchy.iter().zip(&configured.levels) {
            self.check_level(level, range, source);
        }
        let settings = configured.configuration.backends.iter().zip(&configured.backends);
        for ((backend, spans), backend_of_model) in settings.zip(backends) {
            // The data of an unknown backend is not read; the backend was reported with the configuration.
            let Some(notation) = Notation::from_backend(&backend.name) else { continue };
            let datadir = backend.datadir.as_deref().unwrap_or(configuration::DEFAULT_DATADIR);
            // The data directory of a server is replaced by that of this checkout (Decision 25).
            let datadir = &*self.directories.locate(datadir);
            let found = self.data_files(backend, notation, datadir, spans.datadir.clone(), source);
            unread.extend(found.others);
            read.extend(found.files.iter().map(|file| file.path.clone()));
            let (_, variable_part) = split_data_directory(datadir);
            for level in &configured.configuration.hierarchy {
                // If the data directory contains variables, whether a node uses a file depends on these as well as on
                // the level.
                let path =
                    if variable_part.is_empty() { level.clone() } else { format!("{variable_part}/{level}") };
                let pattern = level_paths::without_dots(&path).filter(|_| !is_always_skipped(level));
                let pattern = pattern.map(|path| Pattern::new(&path));
                let matching = found
                    .files
                    .iter()
                    .filter(|file| pattern.as_ref().is_some_and(|pattern| pattern.matches(&file.name)));
                backend_levels.push(BackendLevel {
                    files: matching.map(|file| (file.path.clone(), file.name.clone())).collect(),
                    backend: backend_of_model.name.clone(),
                    path,
                    notation,
                });
            }
        }
        // Only files that no backend reads are reported: another backend may have read what one backend skipped.
        for path in unread.difference(&read) {
            let name = self.directories.display(path);
            self.problems.push(tree::no_backend(&name));
        }
        backend_levels
    }

    /// The files of a backend; none if its directory may not be read.
    fn data_files(
        &mut self,
        backend: &hiera::Backend,
        notation: Notation,
        datadir: &str,
        range: Range<usize>,
        source: &Arc<Source>,
    ) -> DataFiles {
        let directory = self.directories.data_directory(datadir, range.clone(), source, &mut self.problems);
        let Some(directory) = directory else { return DataFiles::default() };
        let extension = backend.extension.as_deref().unwrap_or(notation.extension());
        let found = tree::find(&*self.access.files, &directory, extension);
        if found.is_incomplete {
            let limit = tree::MAX_ENTRIES;
            let message = format!(
                "the data directory {datadir} has more than {limit} entries; further entries are ignored"
            );
            let help = "remove links that reach one directory in many ways, or split the site";
            self.problems.push(Diagnostic::error(codes::LIMIT, message).at(source, range).help(help));
        }
        for (path, reason) in &found.skipped {
            let message = format!("{} is skipped: {reason}", self.directories.display(path));
            let help = "move the data to a directory that is searched, or remove it";
            self.problems.push(Diagnostic::warning(codes::HIERA_DATA, message).help(help));
        }
        found
    }

    /// Reports a level whose files are never read.
    fn check_level(&mut self, level: &str, range: &Range<usize>, source: &Arc<Source>) {
        let (message, help) = if is_always_skipped(level) {
            ("Hiera skips a level with an empty part in its path", "remove the slash")
        } else if level_paths::without_dots(&level_paths::with_placeholders(level)).is_none() {
            (
                "the level leaves the data directory with `..`, so its files are not read",
                "write the path without `..`",
            )
        } else {
            return;
        };
        let problem = Diagnostic::warning(codes::HIERA_SETTING, message);
        self.problems.push(problem.at(source, range.clone()).help(help));
    }

    /// The bindings of a data file, without conditions, which the caller adds. Problems of the file are reported.
    fn categorized_bindings(&mut self, notation: Notation, path: &Path) -> CategorizedBindings {
        let unconditional = CategorizedBindings::new(Vec::new());
        let name = self.directories.display(path);
        let relative_path = slash_path(self.directories.relative_path(path));
        let limits = &self.access.limits;
        let source = read_ordinary_file(&*self.access.files, path, limits)
            .and_then(|bytes| decode_for_ruby(&name, bytes, limits));
        let mut found = Diagnostics::new();
        let bindings = match source {
            Ok(source) => {
                let bindings = match notation {
                    Notation::Yaml => yaml_data::bindings(&source, &mut found),
                    Notation::Json => json_data::bindings(&source, &mut found),
                };
                // Some YAML can be read by lookups but not expressed in a model. Such a file ends the conversion with
                // an error.
                if notation == Notation::Yaml
                    && found.has_errors()
                    && yaml_data::data(&source, &mut Diagnostics::new()).is_some()
                {
                    self.problems.append(found);
                    // The conversion ends with the error of this file, so its bindings are not used.
                    return unconditional;
                }
                bindings
            }
            Err(problem) => {
                found.push(*problem);
                Bindings::default()
            }
        };
        let Bindings { bindings, .. } = self.bindings_or_unreadable(found, bindings);
        CategorizedBindings { file: Some(relative_path), bindings, ..unconditional }
    }

    /// Reports the problems of a data file as warnings, and returns its bindings, or an `UnreadableData` if the file is
    /// invalid. The rest of the site is converted, because Hiera itself fails only when a lookup reads the file.
    fn bindings_or_unreadable(&mut self, found: Diagnostics, bindings: Bindings) -> Bindings {
        let first_error = found.first_error().map(|problem| problem.message.clone());
        for mut problem in found {
            // Problems of data files are only warnings, because a site may have a broken file that no node uses
            // (Decision 5).
            problem.severity = problem.severity.min(Severity::Warning);
            if first_error.is_some() {
                let consequence = "lookups that read this file fail, here as in Hiera";
                let help = match problem.help.take() {
                    Some(help) => format!("{help}; {consequence}"),
                    None => consequence.to_owned(),
                };
                problem = problem.help(help);
            }
            self.problems.push(problem);
        }
        match first_error {
            None => bindings,
            Some(message) => {
                let unreadable = UnreadableData { message, ..UnreadableData::default() };
                Bindings { bindings: vec![unreadable.into()], ..Bindings::default() }
            }
        }
    }
}

/// A data file, with a condition for every level that uses it. It is converted only once.
struct ConditionalFile<'p> {
    path: &'p Path,
    notation: Notation,
    predicates: Vec<Category>,
    alternatives: Vec<Alternative>,
}

/// The data files of all levels in search order, each once. `names` are the names of the categories of `levels`.
fn conditional_files<'p>(levels: &'p [BackendLevel], names: &[String]) -> Vec<ConditionalFile<'p>> {
    let mut files: Vec<ConditionalFile<'_>> = Vec::new();
    // The notation is part of the key: two backends that read one file in different notations find different values.
    let mut indices: FxHashMap<(&Path, Notation), usize> = FxHashMap::default();
    for (level, name) in levels.iter().zip(names) {
        let notation = level.notation;
        for (path, value) in &level.files {
            let predicates = vec![Category {
                categorization: name.clone(),
                value: Some(value.clone()),
                ..Category::default()
            }];
            match indices.entry((path, notation)) {
                Entry::Occupied(occupied) => {
                    let alternative = Alternative::new(predicates);
                    files[*occupied.get()].alternatives.push(alternative);
                }
                Entry::Vacant(vacant) => {
                    vacant.insert(files.len());
                    files.push(ConditionalFile { path, notation, predicates, alternatives: Vec::new() });
                }
            }
        }
    }
    files
}

/// Whether Hiera skips a level for every node.
pub(crate) fn is_always_skipped(level: &str) -> bool {
    lookup::is_ignored(&level_paths::with_placeholders(level))
}

/// The declaration of the category that represents a level.
fn declaration(level: &BackendLevel, name: &str) -> CategoryDeclaration {
    CategoryDeclaration {
        name: name.to_owned(),
        expression: Some(expressions::expression(&level.path)),
        backend: Some(level.backend.clone()),
        // Paths are compared exactly, although Puppet compares strings without regard to case.
        exact: true,
        ..CategoryDeclaration::default()
    }
}
