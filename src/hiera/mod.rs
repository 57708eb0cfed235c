//! Hiera 1 to 3: a `hiera.yaml` and all its data, as a bindings model.
//!
//! Every pair of a backend and a level of the hierarchy becomes a category of its own, in the order in
//! which Hiera looks; every data file on disk becomes the bindings for one value of a category. So any
//! hierarchy keeps its order, also one that no order of the variables could keep.
//! Invariants: nothing is lost without a word; files outside the folder of the configuration and the
//! folders that the user gave are never read. Answering lookups is not the business of this room.

mod configuration;
mod data;
mod interpolation;
mod json_data;
mod levels;
mod tree;
mod yaml_data;

use crate::generated::bindings::{
    AbstractBinding, CategorizedBindings, Category, CategoryDeclaration, EffectiveCategories,
    LayeredBindings, LookupOptions, NamedBindings, NamedLayer, Site, UnreadableData,
};
use crate::shipped;
use crate::workspace::{Loaded, Workspace, read_file, uri_path};
use configuration::{Configured, Notation};
use levels::{Level, Pattern};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, Source, codes};
use modelwright_metamodel::input::decode_text;
use modelwright_metamodel::model::{Document, Model};
use modelwright_metamodel::typed;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads a configuration with its data.
#[must_use]
pub fn load(source: &Arc<Source>, workspace: &Workspace, document: Document) -> Loaded {
    let folder =
        uri_path(&document.uri).and_then(|path| path.parent().map(Path::to_path_buf)).unwrap_or_default();
    let shown_folder = Path::new(source.name()).parent().map(Path::to_path_buf).unwrap_or_default();
    let (read, problems) = (FxHashMap::default(), Diagnostics::new());
    let mut importer = Importer { workspace, folder, shown_folder, read, problems };
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
    Loaded { model, document: id, format: "hiera", diagnostics: importer.problems }
}

struct Importer<'w> {
    workspace: &'w Workspace,
    /// The folder of the configuration; relative paths start there.
    folder: PathBuf,
    /// The same folder as the user named it.
    shown_folder: PathBuf,
    /// Data files that were read already: one may belong to several levels.
    read: FxHashMap<PathBuf, Vec<AbstractBinding>>,
    problems: Diagnostics,
}

/// A level of one backend, with the files that hold its data.
struct Part {
    level: Level,
    notation: Notation,
    /// Path on disk, and the value that the level's expression has for it.
    files: Vec<(PathBuf, String)>,
}

impl Importer<'_> {
    fn site(&mut self, source: &Arc<Source>) -> Site {
        let configured = configuration::read(source, &mut self.problems);
        // What a broken configuration seems to say of its data would only mislead.
        let parts = if self.problems.has_errors() { Vec::new() } else { self.parts(&configured, source) };
        let categories = parts.iter().map(|part| declaration(&part.level)).collect();
        let mut bindings = NamedBindings { name: "hiera".to_owned(), ..NamedBindings::default() };
        for part in &parts {
            for (path, value) in &part.files {
                bindings.bindings.push(self.file(part, path, value).into());
            }
        }
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
                deep_merge_options: configured.deep_merge_options,
                ..LookupOptions::default()
            }),
            ..Site::default()
        }
    }

    /// Backends outside, levels inside: the order in which Hiera looks.
    fn parts(&mut self, configured: &Configured, source: &Arc<Source>) -> Vec<Part> {
        let mut parts = Vec::new();
        for backend in &configured.configuration.backends {
            let Some(notation) = Notation::of(&backend.name) else { continue };
            let datadir = backend.datadir.as_deref().unwrap_or(configuration::DEFAULT_DATADIR);
            let Some(root) = self.data_folder(datadir, source) else { continue };
            let extension = backend.extension.as_deref().unwrap_or(notation.extension());
            let mut files = Vec::new();
            tree::files(&root.folder, extension, &mut files);
            files.sort();
            for level in &configured.configuration.hierarchy {
                let whole = root.pattern_of(level);
                let pattern = Pattern::new(&whole);
                let matching = files.iter().filter(|file| pattern.matches(&file.name));
                parts.push(Part {
                    files: matching.map(|file| (file.path.clone(), file.name.clone())).collect(),
                    level: Level { backend: backend.name.clone(), path: whole, name: String::new() },
                    notation,
                });
            }
        }
        let levels: Vec<&mut Level> = parts.iter_mut().map(|part| &mut part.level).collect();
        levels::name(levels);
        parts
    }

    /// The folder below which a backend's data lies, if it may be read.
    fn data_folder(&mut self, datadir: &str, source: &Arc<Source>) -> Option<DataFolder> {
        let fixed = datadir
            .find("%{")
            .map_or(datadir, |at| datadir[..at].rsplit_once('/').map_or("", |(dir, _)| dir));
        let variable = datadir[fixed.len()..].trim_start_matches('/').to_owned();
        let folder = self.folder.join(fixed);
        let Ok(real) = folder.canonicalize() else {
            let message = format!("the data folder {datadir} does not exist");
            let help = "data that is elsewhere at the site can be put beside the configuration, or its path corrected";
            self.problems.push(Diagnostic::warning(codes::HIERA_DATA, message).at(source, 0..0).help(help));
            return None;
        };
        let roots = std::iter::once(&self.folder).chain(&self.workspace.paths);
        let roots: Vec<PathBuf> = roots.filter_map(|root| root.canonicalize().ok()).collect();
        if !roots.iter().any(|root| real.starts_with(root)) {
            let message = format!("the data folder {datadir} lies outside the folder of the configuration");
            let help = format!("allow it with --path {}", real.display());
            self.problems.push(Diagnostic::error(codes::HIERA_DATA, message).at(source, 0..0).help(help));
            return None;
        }
        Some(DataFolder { folder, variable })
    }

    /// The bindings of a data file for one value of a category.
    fn file(&mut self, part: &Part, path: &Path, value: &str) -> CategorizedBindings {
        let shown = path.strip_prefix(&self.folder).unwrap_or(path).to_path_buf();
        let bindings = match self.read.get(path) {
            Some(known) => known.clone(),
            None => {
                let bindings = self.read(part.notation, path, &shown);
                self.read.insert(path.to_path_buf(), bindings.clone());
                bindings
            }
        };
        CategorizedBindings {
            file: Some(shown.display().to_string()),
            bindings,
            predicates: vec![Category {
                categorization: part.level.name.clone(),
                value: value.to_owned(),
                ..Category::default()
            }],
            ..CategorizedBindings::default()
        }
    }

    /// Reads a data file, under the name by which the user knows it.
    fn read(&mut self, notation: Notation, path: &Path, shown: &Path) -> Vec<AbstractBinding> {
        let name = self.shown_folder.join(shown).display().to_string();
        let limits = &self.workspace.limits;
        let mut found = Diagnostics::new();
        let bindings = match read_file(path, limits).and_then(|bytes| decode_text(&name, bytes, limits)) {
            Ok(source) => match notation {
                Notation::Yaml => yaml_data::bindings(&source, &mut found),
                Notation::Json => json_data::bindings(&source, &mut found),
            },
            Err(problem) => {
                found.push(*problem);
                Vec::new()
            }
        };
        self.accept(&name, found, bindings)
    }

    /// Tells what is wrong with a data file. Hiera itself fails only when a lookup comes to it, so the
    /// rest of the site can be converted; the model says that this file cannot be read.
    fn accept(
        &mut self,
        name: &str,
        found: Diagnostics,
        bindings: Vec<AbstractBinding>,
    ) -> Vec<AbstractBinding> {
        let broken =
            found.iter().find(|problem| problem.severity == Severity::Error).map(|p| p.message.clone());
        for mut problem in found {
            problem.severity = problem.severity.min(Severity::Warning);
            self.problems.push(problem);
        }
        let Some(message) = broken else { return bindings };
        let told = format!("{name} is not converted; lookups that come to it fail, here as in Hiera");
        self.problems
            .push(Diagnostic::warning(codes::HIERA_DATA, told).help("mend the file, then convert again"));
        vec![UnreadableData { message, ..UnreadableData::default() }.into()]
    }
}

/// Where a backend's data lies.
struct DataFolder {
    /// What of the path is the same for all nodes.
    folder: PathBuf,
    /// What follows of the data folder and has variables in it.
    variable: String,
}

impl DataFolder {
    /// A level's path below the folder.
    fn pattern_of(&self, level: &str) -> String {
        if self.variable.is_empty() { level.to_owned() } else { format!("{}/{level}", self.variable) }
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
