//! Finding the metamodel of a document.
//!
//! In this order: the files given with `--model`, the shipped metamodels, what `xsi:schemaLocation`
//! says, and the folders given with `--path`.

use super::{Loaded, Workspace, read_file, uri_path};
use crate::formats::Declared;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics};
use modelwright_metamodel::ecore::{Element, Metamodel, Problem};
use modelwright_metamodel::model::{DocumentId, Model, ecore, uri};
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A namespace URI, and how its metamodel is made.
type Shipped = (&'static str, fn() -> Arc<Metamodel>);

/// The metamodels that are part of modelwright.
const SHIPPED: &[Shipped] = &[
    ("urn:modelwright:bindings:1", crate::shipped::bindings),
    ("urn:modelwright:hiera:3", crate::shipped::hiera),
];

/// The shipped metamodel with this namespace URI.
#[must_use]
pub fn shipped(uri: &str) -> Option<Arc<Metamodel>> {
    SHIPPED.iter().find(|(known, _)| *known == uri).map(|(_, metamodel)| metamodel())
}

impl Workspace {
    /// A metamodel that has as many of the declared packages as can be found, and everything that
    /// the user gave.
    pub(super) fn metamodel_for(&self, declared: &Declared, document: &str) -> (Arc<Metamodel>, Diagnostics) {
        let mut metamodel = Metamodel::ecore();
        let mut diagnostics = Diagnostics::new();
        for path in &self.models {
            self.extend(&mut metamodel, &mut diagnostics, path, true);
        }
        for package in &declared.packages {
            if metamodel.package_by_uri(package).is_some() {
                continue;
            }
            if let Some(found) = shipped(package) {
                metamodel = merge(&found, &metamodel);
                continue;
            }
            if self.only_shipped {
                continue;
            }
            let located = declared.locations.iter().find(|(namespace, _)| namespace == package);
            let located = located.map(|(_, place)| uri::resolve(document, uri::split_fragment(place).0));
            let candidates =
                located.and_then(|place| uri_path(&place)).into_iter().chain(self.search(package));
            for path in candidates {
                self.extend(&mut metamodel, &mut diagnostics, &path, false);
                if metamodel.package_by_uri(package).is_some() {
                    break;
                }
            }
        }
        (metamodel, diagnostics)
    }

    /// Adds the packages of a metamodel file.
    fn extend(
        &self,
        metamodel: &mut Arc<Metamodel>,
        diagnostics: &mut Diagnostics,
        path: &Path,
        asked_for: bool,
    ) {
        // A metamodel is a model of Ecore: what was given for the instance is not for it, and it is
        // not asked where its own metamodel is, lest two documents name each other forever.
        let plain = Workspace { limits: self.limits, only_shipped: true, ..Workspace::default() };
        match plain.load(path, None) {
            Ok(loaded) => {
                let (extended, found) = of_loaded(loaded, metamodel);
                *metamodel = extended;
                if asked_for {
                    diagnostics.append(found);
                }
            }
            Err(problem) if asked_for => diagnostics.push(*problem),
            Err(_) => {}
        }
    }

    /// The metamodel files below the given folders that mention a namespace URI, in order of path.
    fn search(&self, package: &str) -> Vec<PathBuf> {
        let mut found = Vec::new();
        for folder in &self.paths {
            let mut files = Vec::new();
            metamodel_files(folder, 16, &mut files);
            files.sort();
            for file in files {
                let mentions = |bytes: Vec<u8>| memchr::memmem::find(&bytes, package.as_bytes()).is_some();
                if read_file(&file, &self.limits).is_ok_and(mentions) {
                    found.push(file);
                }
            }
        }
        found
    }
}

/// The metamodel files below a folder; links are not followed, so that nothing outside it is read.
fn metamodel_files(folder: &Path, depth: usize, out: &mut Vec<PathBuf>) {
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let Ok(kind) = entry.file_type() else { continue };
        let path = entry.path();
        if kind.is_dir() && depth > 0 {
            metamodel_files(&path, depth - 1, out);
        } else if kind.is_file() && path.extension().is_some_and(|e| e == "ecore" || e == "pp") {
            out.push(path);
        }
    }
}

/// `base` with the packages of another metamodel.
fn merge(added: &Metamodel, base: &Metamodel) -> Arc<Metamodel> {
    let roots: Vec<_> = added.roots().collect();
    let (model, document) = ecore::to_model(added, &roots, "");
    Arc::new(ecore::from_models(&model, &[document], base).metamodel)
}

/// `base` with the packages of a document that was loaded, and of those that it refers to.
pub(super) fn of_loaded(loaded: Loaded, base: &Arc<Metamodel>) -> (Arc<Metamodel>, Diagnostics) {
    let Loaded { model, document, mut diagnostics, .. } = loaded;
    if !Arc::ptr_eq(model.metamodel(), &Metamodel::ecore()) && model.metamodel().packages().count() > 1 {
        // A model of something else is no metamodel.
        diagnostics.push(not_a_metamodel(&model, document));
        return (Arc::clone(base), diagnostics);
    }
    let documents: Vec<DocumentId> = std::iter::once(document)
        .chain(model.documents().map(|(id, _)| id).filter(|id| *id != document))
        .collect();
    let converted = ecore::from_models(&model, &documents, base);
    if converted.metamodel.packages().count() == base.packages().count() {
        diagnostics.push(not_a_metamodel(&model, document));
    }
    diagnostics.extend(located(&converted, &model, document));
    (Arc::new(converted.metamodel), diagnostics)
}

/// What is unsound in the metamodel that a document holds.
pub(super) fn problems(loaded: &Loaded, base: &Metamodel) -> Vec<Diagnostic> {
    let converted = convert(&loaded.model, loaded.document, base);
    located(&converted, &loaded.model, loaded.document)
}

/// The packages of a document, and of those that were read with it.
fn convert(model: &Model, document: DocumentId, base: &Metamodel) -> ecore::Converted {
    let others = model.documents().map(|(id, _)| id).filter(|id| *id != document);
    let documents: Vec<DocumentId> = std::iter::once(document).chain(others).collect();
    ecore::from_models(model, &documents, base)
}

fn located(converted: &ecore::Converted, model: &Model, document: DocumentId) -> Vec<Diagnostic> {
    let problems = converted.problems.iter();
    problems.filter_map(|problem| locate(problem, model, document, &converted.objects)).collect()
}

fn not_a_metamodel(model: &Model, document: DocumentId) -> Diagnostic {
    let name = model.document(document).source.as_ref().map_or("the document", |s| s.name());
    Diagnostic::error(
        modelwright_metamodel::diagnostic::codes::NOT_A_METAMODEL,
        format!("{name} holds no package, so it is not a metamodel"),
    )
    .help("give an .ecore file or a .pp file with types")
}

/// A metamodel's problem at the place where its element stands, if that is in the document itself.
fn locate(
    problem: &Problem,
    model: &Model,
    document: DocumentId,
    objects: &FxHashMap<Element, modelwright_metamodel::model::ObjectId>,
) -> Option<Diagnostic> {
    let object = *objects.get(&problem.element)?;
    if model.document_of(object) != Some(document) {
        return None;
    }
    let mut diagnostic =
        Diagnostic::warning(problem.code, problem.message.clone()).object(model.address(object));
    let elements = std::iter::once(&problem.element).chain(&problem.related);
    for object in elements.filter_map(|e| objects.get(e)) {
        let source = model.document_of(*object).and_then(|d| model.document(d).source.as_ref());
        if let (Some(source), Some(offset)) = (source, model.offset(*object)) {
            diagnostic = diagnostic.at(source, offset..source.word_end(offset));
        }
    }
    if let Some(help) = &problem.help {
        diagnostic = diagnostic.help(help.clone());
    }
    Some(diagnostic)
}
