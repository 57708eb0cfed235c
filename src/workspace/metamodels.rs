//! Finding the metamodel of a document.
//!
//! In this order: the files given with `--model`, the shipped metamodels, what `xsi:schemaLocation`
//! says, and the folders given with `--path`.

use super::candidates::Candidates;
use super::made::Added;
use super::{Loaded, ReadFile, Workspace, path_uri, read_file, read_named, shown};
use crate::formats::{self, Declared, ReadOptions};
use crate::shipped;
use modelwright_language::syntax_model;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, codes};
use modelwright_metamodel::ecore::{Element, Metamodel, Problem, builtin};
use modelwright_metamodel::model::{Addresses, Document, DocumentId, Model, ecore, uri};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Workspace {
    /// The metamodel of the files that the user gave, and nothing else.
    #[must_use]
    pub fn given_metamodel(&self) -> (Arc<Metamodel>, Diagnostics) {
        self.metamodel_for(&Declared::default(), "")
    }

    /// A metamodel that has as many of the declared packages as can be found, and everything that
    /// the user gave.
    pub(super) fn metamodel_for(&self, declared: &Declared, document: &str) -> (Arc<Metamodel>, Diagnostics) {
        let mut metamodel = Metamodel::ecore();
        let mut diagnostics = Diagnostics::new();
        for given in self.given() {
            let (extended, found) = match given.as_slice() {
                [path] => self.extended(&metamodel, path, read_file),
                files => self.files_extended(&metamodel, files),
            };
            metamodel = extended;
            diagnostics.append(found);
        }
        for package in &declared.packages {
            let located = declared.locations.iter().find(|(namespace, _)| namespace == package);
            let located = located.map(|(_, place)| uri::resolve(document, uri::split_fragment(place).0));
            // What only stands for a package counts for less than the place that the document gives.
            let is_there = metamodel.package_by_uri(package).is_some_and(|known| {
                let elsewhere = |place: &String| metamodel.package_read_from(place) != Some(known);
                !metamodel[known].is_stand_in || !located.as_ref().is_some_and(elsewhere)
            });
            if is_there {
                continue;
            }
            if package == builtin::XML_TYPE_URI {
                metamodel = Arc::new(metamodel.with_xml_types());
                continue;
            }
            if let Some(found) = shipped::by_uri(package) {
                let added = Added::Shipped(package.clone());
                let make = || (merge(&found, &metamodel), Diagnostics::new());
                metamodel = self.made.extended(&metamodel, added, make).0;
                continue;
            }
            if self.only_shipped {
                continue;
            }
            if let Some(path) = located.and_then(|place| self.file_of(&place)).map(nearer) {
                let (extended, found) = self.extended(&metamodel, &path, read_named);
                metamodel = extended;
                if metamodel.package_by_uri(package).is_none() {
                    diagnostics.push(misplaced(package, &path, &found));
                }
            }
            if metamodel.package_by_uri(package).is_none() {
                metamodel = self.searched(&metamodel, package);
            }
        }
        let bare = declared.locations.iter().rfind(|(namespace, _)| namespace.is_empty());
        let bare = bare.filter(|_| !self.only_shipped).map(|(_, place)| uri::resolve(document, place));
        // While a document is read it holds no packages yet.
        if let Some(place) = bare.filter(|place| uri::split_fragment(place).0 != document) {
            metamodel = self.for_no_namespace(metamodel, &place, &mut diagnostics);
        }
        (metamodel, diagnostics)
    }

    /// A metamodel with the package that a document's names without namespace are from. EMF refuses the
    /// document if there is none, even if it has no such names.
    fn for_no_namespace(
        &self,
        metamodel: Arc<Metamodel>,
        place: &str,
        diagnostics: &mut Diagnostics,
    ) -> Arc<Metamodel> {
        if metamodel.package_by_uri(place).is_some() || metamodel.package_read_from(place).is_some() {
            return metamodel;
        }
        let path = self.file_of(uri::split_fragment(place).0).map(nearer);
        let Some(path) = path else {
            diagnostics.push(no_package_at(place, "is not a file"));
            return metamodel;
        };
        let (extended, found) = self.extended(&metamodel, &path, read_named);
        if extended.package_read_from(place).is_none() {
            let why = found.iter().find(|problem| problem.severity == Severity::Error);
            let why = why.map_or_else(|| "holds no package".to_owned(), |problem| problem.message.clone());
            diagnostics.push(no_package_at(&shown(&path), &why));
        }
        extended
    }

    /// The files that the user gave, each once; all together where there are texts among them, since those may name
    /// types of any other.
    fn given(&self) -> Vec<Vec<PathBuf>> {
        let mut files: Vec<PathBuf> = Vec::new();
        for path in &self.models {
            if !files.contains(path) {
                files.push(path.clone());
            }
        }
        if files.iter().any(|path| is_text(path)) {
            return vec![files];
        }
        files.into_iter().map(|path| vec![path]).collect()
    }

    /// A metamodel with the packages of files, texts among them, and what is wrong with them.
    fn files_extended(&self, metamodel: &Arc<Metamodel>, paths: &[PathBuf]) -> (Arc<Metamodel>, Diagnostics) {
        self.made.extended(metamodel, Added::Files(paths.to_vec()), || {
            let texts: Vec<_> = paths.iter().filter(|path| is_text(path)).collect();
            let (loaded, lacks) = match self.texts(&texts, &[]) {
                Ok(read) => read,
                Err(problems) => return (Arc::clone(metamodel), problems),
            };
            let others: Vec<_> = paths.iter().filter(|path| !is_text(path)).collect();
            if lacks && !others.is_empty() {
                // With the other files as texts, so that their types are in sight.
                return match self.texts(&texts, &others) {
                    Ok((loaded, _)) => of_loaded(loaded, metamodel),
                    Err(problems) => (Arc::clone(metamodel), problems),
                };
            }
            let (mut extended, mut found) = (Arc::clone(metamodel), Diagnostics::new());
            let mut loaded = Some(loaded);
            for path in paths {
                let (next, told) = match loaded.take_if(|_| is_text(path)) {
                    Some(loaded) => of_loaded(loaded, &extended),
                    None if is_text(path) => continue,
                    None => self.read_extended(&extended, path, read_file),
                };
                extended = next;
                found.append(told);
            }
            (extended, found)
        })
    }

    /// A metamodel is a model of Ecore: what was given for the instance is not for it, and it is not asked where
    /// its own metamodel is, lest two documents name each other forever.
    pub(super) fn for_metamodels(&self) -> Workspace {
        Workspace {
            maps: self.maps.clone(),
            only_shipped: true,
            reading: ReadOptions { limits: self.reading.limits, ..ReadOptions::default() },
            shared: self.shared.clone(),
            ..Workspace::default()
        }
    }

    /// A metamodel with the packages of a file, and what is wrong with them.
    fn extended(
        &self,
        metamodel: &Arc<Metamodel>,
        path: &Path,
        read: ReadFile,
    ) -> (Arc<Metamodel>, Diagnostics) {
        self.made.extended(metamodel, Added::File(path.to_path_buf()), || {
            self.read_extended(metamodel, path, read)
        })
    }

    /// Reads a metamodel as a document of Ecore.
    pub(super) fn load_metamodel_file(&self, path: &Path, read: ReadFile) -> Result<Loaded, Box<Diagnostic>> {
        let name = shown(path);
        let bytes = read(path, &self.reading.limits)?;
        let format = formats::by_path(path).or_else(|| formats::by_content(&bytes)).ok_or_else(|| {
            Box::new(formats::unknown(&name).help("give an .ecore file or a .pp file with types"))
        })?;
        let input = format.decode(&name, bytes, &self.reading.limits)?;
        let mut document = Document::new(path_uri(path));
        document.source = Some(Arc::clone(&input.source));
        if format.is_type_source {
            return Ok(self.load_type_source(&input.source, document));
        }
        let loaded = self.load_instance(format, &input, document);
        // Maps and lists that name no metamodel are some other data.
        let is_shape = |problem: &Diagnostic| problem.code == codes::TREE_SHAPE;
        let is_data = format.visit_tree.is_some() && format.declared(&input.source).packages.is_empty();
        if is_data && loaded.diagnostics.iter().all(is_shape) {
            return Err(Box::new(not_a_metamodel(&name)));
        }
        Ok(loaded)
    }

    fn read_extended(
        &self,
        metamodel: &Arc<Metamodel>,
        path: &Path,
        read: ReadFile,
    ) -> (Arc<Metamodel>, Diagnostics) {
        match self.for_metamodels().load_metamodel_file(path, read) {
            Ok(loaded) => of_loaded(loaded, metamodel),
            Err(problem) => {
                let mut problems = Diagnostics::new();
                problems.push(*problem);
                (Arc::clone(metamodel), problems)
            }
        }
    }

    /// A metamodel with the first file that declares a package; where none does, the first that mentions it still
    /// tells what it may be mistaken for.
    fn searched(&self, metamodel: &Arc<Metamodel>, package: &str) -> Arc<Metamodel> {
        let files = self.made.candidates(|| Candidates::below(&self.paths, &self.reading.limits));
        let has = |path: &&Path| {
            self.extended(&Metamodel::ecore(), path, read_named).0.package_by_uri(package).is_some()
        };
        let found = files.declaring(package).find(has).map(Path::to_path_buf);
        let found = found.or_else(|| {
            let search = || files.mentioning(package, &self.reading.limits).map(Path::to_path_buf);
            self.made.mentioning(package, search)
        });
        match found {
            Some(path) => self.extended(metamodel, &path, read_named).0,
            None => Arc::clone(metamodel),
        }
    }
}

/// A path relative to the current folder, where it lies in it: shorter to read, and as people name files.
fn nearer(path: PathBuf) -> PathBuf {
    let here = std::env::current_dir().unwrap_or_default();
    path.strip_prefix(here).map(Path::to_path_buf).unwrap_or(path)
}

pub(super) fn is_text(path: &Path) -> bool {
    formats::by_path(path).is_some_and(|format| format.is_type_source)
}

/// `base` with the packages of another metamodel.
fn merge(added: &Metamodel, base: &Metamodel) -> Arc<Metamodel> {
    let roots: Vec<_> = added.roots().collect();
    let (model, document) = ecore::to_model(added, &roots, "");
    Arc::new(ecore::from_models(&model, &[document], base).metamodel)
}

/// `base` with the types of XML Schema, if another metamodel has them.
fn with_xml_types(base: &Arc<Metamodel>, other: &Metamodel) -> Arc<Metamodel> {
    let has = |metamodel: &Metamodel| metamodel.package_by_uri(builtin::XML_TYPE_URI).is_some();
    if has(other) && !has(base) { Arc::new(base.with_xml_types()) } else { Arc::clone(base) }
}

/// `base` with the packages of a document that was loaded, and of those that it refers to.
pub(super) fn of_loaded(loaded: Loaded, base: &Arc<Metamodel>) -> (Arc<Metamodel>, Diagnostics) {
    let Loaded { mut model, mut document, mut diagnostics, .. } = loaded;
    // Logic apart from its metamodel stands for both.
    if model.document(document).roots().iter().any(|root| syntax_model::is_logic(&model, *root)) {
        match syntax_model::join(&mut model, document) {
            Ok((documents, told)) => {
                diagnostics.append(told);
                document = documents.first().copied().unwrap_or(document);
            }
            Err(problems) => {
                diagnostics.append(problems);
                return (Arc::clone(base), diagnostics);
            }
        }
    }
    let roots = model.document(document).roots();
    if !roots.iter().any(|root| model.class(*root) == builtin::EPACKAGE) {
        // Whoever takes it for a metamodel need not know what it lacks as something else.
        let foreign = roots.is_empty() && diagnostics.iter().any(|d| d.code == codes::UNKNOWN_PACKAGE);
        if foreign || !diagnostics.has_errors() {
            diagnostics = Diagnostics::new();
            let source = model.document(document).source.as_ref();
            diagnostics.push(not_a_metamodel(source.map_or("the document", |source| source.name())));
        }
        return (Arc::clone(base), diagnostics);
    }
    let converted = convert(&model, document, &with_xml_types(base, model.metamodel()));
    diagnostics.extend(located(&converted, &model, document));
    (Arc::new(converted.metamodel), diagnostics)
}

/// The packages of a document, and of those that were read with it.
fn convert(model: &Model, document: DocumentId, base: &Metamodel) -> ecore::Converted {
    let others = model.documents().map(|(id, _)| id).filter(|id| *id != document);
    let documents: Vec<DocumentId> = std::iter::once(document).chain(others).collect();
    ecore::from_models(model, &documents, base)
}

fn located(converted: &ecore::Converted, model: &Model, document: DocumentId) -> Vec<Diagnostic> {
    let mut addresses = Addresses::new(model);
    let problems = converted.problems.iter();
    problems.filter_map(|problem| locate(problem, &mut addresses, document, &converted.objects)).collect()
}

fn not_a_metamodel(name: &str) -> Diagnostic {
    let message = format!("{name} holds no package, so it is not a metamodel");
    Diagnostic::error(codes::NOT_A_METAMODEL, message).help("give an .ecore file or a .pp file with types")
}

/// The problem of an `xsi:noNamespaceSchemaLocation` that leads nowhere.
fn no_package_at(place: &str, why: &str) -> Diagnostic {
    let message = format!(
        "the document says that names without namespace are from {place}, but there is no package: {why}"
    );
    Diagnostic::error(codes::UNKNOWN_PACKAGE, message).help("correct or remove xsi:noNamespaceSchemaLocation")
}

/// The problem of an `xsi:schemaLocation` that does not lead to the metamodel.
fn misplaced(package: &str, path: &Path, found: &Diagnostics) -> Diagnostic {
    let why = match found.iter().find(|problem| problem.severity == Severity::Error) {
        Some(problem) => problem.message.clone(),
        None => format!("{} holds no package with this URI", shown(path)),
    };
    let message = format!("the document says where the metamodel `{package}` is, but {why}");
    Diagnostic::warning(codes::UNKNOWN_PACKAGE, message)
        .help("correct the document's schemaLocation, or name the metamodel's file with --model")
}

/// A metamodel's problem at the place where its element stands, if that is in the document itself.
fn locate(
    problem: &Problem,
    addresses: &mut Addresses<'_>,
    document: DocumentId,
    objects: &FxHashMap<Element, modelwright_metamodel::model::ObjectId>,
) -> Option<Diagnostic> {
    let object = *objects.get(&problem.element)?;
    let model = addresses.model();
    if model.document_of(object) != Some(document) {
        return None;
    }
    // Ecore tools live with an unsound metamodel; what exceeds a limit was not read as it is.
    let severity = if problem.code == codes::LIMIT { Severity::Error } else { Severity::Warning };
    let mut diagnostic =
        Diagnostic::new(problem.code, severity, problem.message.clone()).object(addresses.of(object));
    let elements = std::iter::once(&problem.element).chain(&problem.related);
    for object in elements.filter_map(|e| objects.get(e)) {
        diagnostic = model.located(diagnostic, *object);
    }
    if let Some(help) = &problem.help {
        diagnostic = diagnostic.help(help.clone());
    }
    Some(diagnostic)
}
