//! Hiera 1 to 3: a `hiera.yaml` and all its data, as a bindings model.
//!
//! Every pair of a backend and a level of the hierarchy becomes a category, in the order in which Hiera searches
//! them; every data file becomes the bindings for one value of a category. So any hierarchy keeps its order, even one
//! that no order of the variables could express.
//!
//! Invariants: every loss is reported; files outside the folder of the configuration and the folders that the user
//! allowed are never read. [`lookup`] answers lookups from the same files, without a model.

pub mod check;
mod configuration;
mod data;
mod folders;
mod interpolation;
mod json_data;
mod levels;
pub mod lookup;
pub mod report;
mod tree;
mod yaml_data;
mod yaml_scalar;
mod yaml_values;

use crate::files::read_ordinary_file;
use crate::generated::bindings::{
    Alternative, Bindings, CategorizedBindings, Category, CategoryDeclaration, EffectiveCategories,
    LayeredBindings, LookupOptions, NamedBindings, NamedLayer, Site, UnreadableData, Value,
};
use crate::shipped;
use crate::workspace::{LoadedDocument, Workspace};
use configuration::{Notation, Settings};
use data::Converter;
use folders::Folders;
use levels::{Level, Pattern};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, Source, codes};
use modelwright_metamodel::input::decode_text;
use modelwright_metamodel::model::{Document, Model};
use modelwright_metamodel::typed;
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::collections::hash_map::Entry;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads a configuration with its data.
#[must_use]
pub fn load(source: &Arc<Source>, workspace: &Workspace, document: Document) -> LoadedDocument {
    let folders = Folders::new(workspace, &document.uri, source);
    let mut importer = Importer { workspace, folders, problems: Diagnostics::new() };
    let site = importer.site(source);
    let converted = typed::to_model(&shipped::bindings(), &[site]);
    let (mut model, id) = match converted {
        Ok(converted) => converted,
        Err(problems) => {
            importer.problems.append(problems);
            let mut model = Model::new(shipped::bindings());
            let id = model.add_document(Document::default());
            (model, id)
        }
    };
    let made = model.document_mut(id);
    (made.uri, made.source) = (document.uri, document.source);
    LoadedDocument { model, document: id, format: "hiera", diagnostics: importer.problems }
}

struct Importer<'w> {
    workspace: &'w Workspace,
    folders: Folders<'w>,
    problems: Diagnostics,
}

/// A level of one backend, with its data files.
struct BackendLevel {
    level: Level,
    notation: Notation,
    /// The path on disk, and the value of the level's expression for it.
    files: Vec<(PathBuf, String)>,
}

impl Importer<'_> {
    fn site(&mut self, source: &Arc<Source>) -> Site {
        let configured = configuration::read(source, &mut self.problems);
        let parts = self.parts(&configured, source);
        let deep_merge_options = configured.deep_merge_options.and_then(|options| {
            match Converter::new(source, &mut self.problems).value(options) {
                Value::HashValue(options) => Some(options),
                _ => None,
            }
        });
        let categories = parts.iter().map(|part| declaration(&part.level)).collect();
        let mut bindings = NamedBindings { name: "hiera".to_owned(), ..NamedBindings::default() };
        bindings.bindings = self.files(&parts).into_iter().map(Into::into).collect();
        let name = source.name().rsplit('/').next().unwrap_or_default();
        Site {
            file: Some(name.to_owned()),
            categories: Some(EffectiveCategories { categories, ..EffectiveCategories::default() }),
            layers: Some(LayeredBindings {
                layers: vec![NamedLayer {
                    name: "hiera".to_owned(),
                    include: vec![format!("hiera:{name}")],
                    bindings: vec![bindings],
                    ..NamedLayer::default()
                }],
                ..LayeredBindings::default()
            }),
            lookup_options: Some(LookupOptions {
                merge_behavior: configured.merge_behavior,
                deep_merge_options,
                ..LookupOptions::default()
            }),
            ..Site::default()
        }
    }

    /// All levels of the first backend, then those of the next: the order in which Hiera searches.
    fn parts(&mut self, configured: &Settings, source: &Arc<Source>) -> Vec<BackendLevel> {
        let mut parts = Vec::new();
        let (mut others, mut read) = (BTreeSet::new(), BTreeSet::new());
        let levels = configured.configuration.hierarchy.iter().zip(&configured.levels);
        let levels: Vec<&String> = levels
            .filter(|(level, at)| self.is_searched(level, at, source))
            .map(|(level, _)| level)
            .collect();
        for (backend, places) in configured.configuration.backends.iter().zip(&configured.backends) {
            let Some(notation) = Notation::from_backend(&backend.name) else { continue };
            let datadir = backend.datadir.as_deref().unwrap_or(configuration::DEFAULT_DATADIR);
            let range = places.datadir.clone();
            let Some(root) = self.folders.data_folder(datadir, range, source, &mut self.problems) else {
                continue;
            };
            let extension = backend.extension.as_deref().unwrap_or(notation.extension());
            let found = tree::find(&*self.workspace.files, &root.folder, extension);
            if found.incomplete {
                let limit = tree::ENTRIES;
                let message = format!(
                    "the data folder {datadir} has more than {limit} entries; the others are ignored"
                );
                let help = "remove links that reach one folder in many ways, or split the site";
                let problem = Diagnostic::error(codes::LIMIT, message);
                self.problems.push(problem.at(source, places.datadir.clone()).help(help));
            }
            others.extend(found.others.iter().cloned());
            read.extend(found.files.iter().map(|file| file.path.clone()));
            for (path, why) in &found.skipped {
                let message = format!("{} is skipped: {why}", self.folders.display(path));
                let help = "move the data to a folder that is searched, or remove it";
                self.problems.push(Diagnostic::warning(codes::HIERA_DATA, message).help(help));
            }
            for level in &levels {
                let path = root.pattern(level);
                let pattern = Pattern::new(&path);
                let matching = found.files.iter().filter(|file| pattern.matches(&file.name));
                parts.push(BackendLevel {
                    files: matching.map(|file| (file.path.clone(), file.name.clone())).collect(),
                    level: Level { backend: backend.name.clone(), path, name: String::new() },
                    notation,
                });
            }
        }
        for path in others.difference(&read) {
            let name = self.folders.display(path);
            self.problems.push(tree::no_backend(&name));
        }
        let levels: Vec<&mut Level> = parts.iter_mut().map(|part| &mut part.level).collect();
        levels::name(levels);
        parts
    }

    /// Whether Hiera searches a level; reports levels whose files are not read.
    fn is_searched(&mut self, level: &str, range: &Range<usize>, source: &Arc<Source>) -> bool {
        let path = levels::with_placeholders(level);
        let is_skipped = lookup::is_ignored(&path);
        let (message, help) = if is_skipped {
            ("Hiera skips a level with an empty part in its path", "remove the slash")
        } else if path.split('/').any(|segment| segment == "..") {
            ("the level leaves a folder with `..`, so its files are not read", "write the path without `..`")
        } else {
            return true;
        };
        let problem = Diagnostic::warning(codes::HIERA_SETTING, message);
        self.problems.push(problem.at(source, range.clone()).help(help));
        !is_skipped
    }

    /// The bindings of all data files, each once, with a condition for every way to it.
    fn files(&mut self, parts: &[BackendLevel]) -> Vec<CategorizedBindings> {
        let mut files: Vec<CategorizedBindings> = Vec::new();
        let mut known: FxHashMap<(&Path, Notation), usize> = FxHashMap::default();
        for part in parts {
            for (path, value) in &part.files {
                let predicates = vec![Category {
                    categorization: part.level.name.clone(),
                    value: value.clone(),
                    ..Category::default()
                }];
                match known.entry((path, part.notation)) {
                    Entry::Occupied(at) => {
                        let alternative = Alternative { predicates, ..Alternative::default() };
                        files[*at.get()].alternatives.push(alternative);
                    }
                    Entry::Vacant(place) => {
                        place.insert(files.len());
                        files.push(CategorizedBindings { predicates, ..self.file(part.notation, path) });
                    }
                }
            }
        }
        files
    }

    /// The bindings of a data file.
    fn file(&mut self, notation: Notation, path: &Path) -> CategorizedBindings {
        let name = self.folders.display(path);
        let below = self.folders.below(path).display().to_string();
        let limits = &self.workspace.reading.limits;
        let read = read_ordinary_file(&*self.workspace.files, path, limits)
            .and_then(|bytes| decode_text(&name, bytes, limits));
        let mut found = Diagnostics::new();
        let bindings = match read {
            Ok(source) => match notation {
                Notation::Yaml => yaml_data::bindings(&source, &mut found),
                Notation::Json => json_data::bindings(&source, &mut found),
            },
            Err(problem) => {
                found.push(*problem);
                Bindings::default()
            }
        };
        let Bindings { bindings, .. } = self.accept(found, bindings);
        CategorizedBindings { file: Some(below), bindings, ..CategorizedBindings::default() }
    }

    /// Reports the problems of a data file as warnings: Hiera itself fails only when a lookup reads the file, so the
    /// rest of the site is converted. The bindings of an invalid file are an `UnreadableData`.
    fn accept(&mut self, found: Diagnostics, bindings: Bindings) -> Bindings {
        let broken =
            found.iter().find(|problem| problem.severity == Severity::Error).map(|p| p.message.clone());
        for mut problem in found {
            problem.severity = problem.severity.min(Severity::Warning);
            if broken.is_some() {
                let consequence = "lookups that read this file fail, here as in Hiera";
                let help = problem.help.take();
                problem = problem
                    .help(help.map_or_else(|| consequence.to_owned(), |h| format!("{h}; {consequence}")));
            }
            self.problems.push(problem);
        }
        match broken {
            None => bindings,
            Some(message) => {
                let unreadable = UnreadableData { message, ..UnreadableData::default() };
                Bindings { bindings: vec![unreadable.into()], ..Bindings::default() }
            }
        }
    }
}

fn declaration(level: &Level) -> CategoryDeclaration {
    CategoryDeclaration {
        name: level.name.clone(),
        expression: Some(interpolation::expression(&level.path)),
        exact: true,
        ..CategoryDeclaration::default()
    }
}
