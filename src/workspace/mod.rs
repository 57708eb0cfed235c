//! Finds documents and metamodels: in files, and among the shipped metamodels.
//!
//! Invariants: only `files` are read, never a network; a model has a document once, however many others refer to it;
//! a cached value is used only while its files are unchanged. This module does not print, and does not know the
//! syntax of any format.
//!
//! ```
//! use modelwright::files::{Memory, Overlay};
//! use modelwright::workspace::Workspace;
//! use std::path::Path;
//! use std::sync::Arc;
//!
//! // Saved files, and unsaved texts over them, as in an editor.
//! let car = r#"{ "$model": "urn:cars", "$type": "Car", "name": "beetle" }"#;
//! let types = "package cars { uri => 'urn:cars' }\ntype Car { attr name, String }";
//! let saved = Memory::from_iter([("/cars.pp", types), ("/car.json", car)]);
//! let files = Arc::new(Overlay::new(Arc::new(saved)));
//! let models = vec!["/cars.pp".into()];
//! let workspace = Workspace { files: files.clone(), models, ..Workspace::default() };
//! let problems = || {
//!     let loaded = workspace.load(Path::new("/car.json"), None).expect("a document");
//!     workspace.validate(&loaded).iter().count()
//! };
//! assert_eq!(problems(), 0);
//!
//! // An edit of the metamodel is seen by the next load, which reads only the files that depend on it.
//! files.write("/cars.pp", format!("{types}\ntype Car2 {{}}").replace("String", "String[10]")).expect("a text");
//! assert_eq!(problems(), 1);
//! ```

mod addresses;
mod ambiguity;
mod cache;
mod directories;
mod importer;
mod linked;
mod linked_metamodels;
mod linked_type_sources;
mod load;
mod load_pieces;
mod metamodels;
mod model_files;
mod proxies;
mod proxy_classes;
mod registry;
mod texts;
mod type_sources;
mod types;
mod validation;

pub use cache::Cache;
pub use importer::{DocumentReader, Importer};
pub use linked::LinkedDocuments;
pub use model_files::{DirectoryFiles, is_manifest, models_below};
pub use registry::Registry;

use crate::files::{Disk, FileAccess, Files, read_file};
use crate::formats::{Format, ReadOptions, RequiredMetamodels, root_class};
use directories::files_below;
use metamodels::FoundMetamodel;
use modelwright_evaluation::logic::RuleCache;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::input::{DocumentText, Limits};
use modelwright_metamodel::model::{Document, DocumentId, Model, ecore};
use modelwright_notations::xmi::mentioned_built_ins;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A document that was read, as far as it is valid.
#[derive(Debug)]
pub struct LoadedDocument {
    /// The model, with every document that was needed to complete it.
    pub model: Model,
    /// The document that was requested.
    pub document: DocumentId,
    /// The format that it was read in.
    pub format: &'static str,
    /// All problems of reading it.
    pub diagnostics: Diagnostics,
}

/// The files, metamodels and options that documents are read with.
#[derive(Debug, Clone)]
pub struct Workspace {
    /// Where files are read from.
    pub files: Arc<dyn Files>,
    /// Files of metamodels to use (`--model`).
    pub models: Vec<PathBuf>,
    /// Directories to search for metamodels, and for files that addresses name by plug-in or project (`--path`), and single
    /// files.
    pub paths: Vec<PathBuf>,
    /// Whether documents may only be instances of Ecore and of the shipped metamodels.
    pub only_shipped: bool,
    /// Prefixes of URIs, and the directories that replace them (`--map`).
    pub maps: Vec<(String, PathBuf)>,
    /// Whether metamodels that are not named are found: beside the document, and, as in Eclipse, the shipped Ecore
    /// and `XMLType` at their addresses in EMF's plug-in.
    pub finds_unnamed: bool,
    /// How documents are read.
    pub reading: ReadOptions,
    /// Whether the texts of documents without problems are discarded.
    pub drops_text: bool,
    /// The formats, importers, rules and metamodels that are used.
    pub registry: Arc<Registry>,
    /// The values that were read before, which are read again after a change.
    pub cache: Cache,
    /// The prepared logic of metamodels.
    pub rules: Arc<RuleCache>,
}

/// A function that reads a file: one that the user names, or one that a document names.
type ReadFile = fn(&dyn Files, &Path, &Limits) -> Result<Vec<u8>, Box<Diagnostic>>;

impl Default for Workspace {
    /// The disk, without metamodels or directories.
    fn default() -> Self {
        Self {
            files: Arc::new(Disk::new()),
            models: Vec::new(),
            paths: Vec::new(),
            only_shipped: false,
            maps: Vec::new(),
            finds_unnamed: true,
            reading: ReadOptions::default(),
            drops_text: false,
            registry: Arc::clone(Registry::standard()),
            cache: Cache::default(),
            rules: Arc::default(),
        }
    }
}

/// The number of bytes of a file that are examined to recognise a model.
const HEAD: u64 = 4096;

impl Workspace {
    /// Where files are read from, for what needs no metamodels.
    #[must_use]
    pub fn access(&self) -> FileAccess {
        FileAccess {
            files: Arc::clone(&self.files),
            limits: self.reading.limits,
            paths: self.paths.clone(),
            maps: self.maps.clone(),
        }
    }

    /// Reads a document whose metamodel is resolved here, and then the documents that it refers to.
    pub(crate) fn load_instance(
        &self,
        format: &Format,
        text: &DocumentText,
        document: Document,
    ) -> LoadedDocument {
        let mut declared = format.declared(&text.source);
        // A class may be named with its metamodel.
        if let Some((package, _)) =
            root_class(&self.reading, &document.uri).and_then(|name| name.rsplit_once("#//"))
            && format.visit_tree.is_some()
        {
            declared.packages.push(package.to_owned());
        }
        self.load_with(format.name(), declared, &text.source, document, |model, document| {
            format.read(text, model, document, &self.reading)
        })
    }

    /// Reads a document with a function into a model of the metamodel that it requires, and then the documents that
    /// it refers to.
    pub(crate) fn load_with(
        &self,
        format: &'static str,
        declared: RequiredMetamodels,
        source: &Source,
        document: Document,
        read: impl FnOnce(&mut Model, Document) -> (DocumentId, Diagnostics),
    ) -> LoadedDocument {
        let found = match self.metamodel_of(declared, source, &document.uri) {
            Ok(found) => found,
            Err(diagnostics) => {
                let mut model = Model::new(Metamodel::ecore());
                let document = model.add_document(document);
                return LoadedDocument { model, document, format, diagnostics };
            }
        };
        let mut diagnostics = found.problems;
        let mut model = Model::new(found.metamodel);
        let (document, mut problems) = read(&mut model, document);
        explain_unknown_packages(&mut problems, &found.ambiguous);
        diagnostics.append(problems);
        ecore::normalise(&mut model, 0);
        diagnostics.append(self.resolve_proxies(&mut model, document));
        LoadedDocument { model, document, format, diagnostics }
    }

    /// The metamodel that a document requires. Its problems are the error if they make the classes of the document unknown:
    /// then they are the only problems of the document.
    fn metamodel_of(
        &self,
        mut declared: RequiredMetamodels,
        source: &Source,
        uri: &str,
    ) -> Result<FoundMetamodel, Diagnostics> {
        // Documents refer to the types of XML Schema without a declaration.
        declared.packages.extend(mentioned_built_ins(source).map(str::to_owned));
        let found = self.metamodel_for(&declared, uri);
        let metamodel = &found.metamodel;
        let mut packages = declared.packages.iter();
        let has_none = declared.packages.is_empty() && Arc::ptr_eq(metamodel, &Metamodel::ecore());
        let is_unknown = found.problems.has_errors()
            && (has_none || packages.any(|package| metamodel.package_by_uri(package).is_none()));
        if is_unknown || found.problems.iter().any(|problem| problem.code == codes::AMBIGUOUS_PACKAGE) {
            return Err(found.problems);
        }
        Ok(found)
    }

    /// As [`Workspace::metamodel_of`], for a document that may be read together with others: one whose metamodel leaves
    /// nothing open.
    fn known_metamodel_of(
        &self,
        declared: RequiredMetamodels,
        source: &Source,
        uri: &str,
    ) -> Option<(Arc<Metamodel>, Diagnostics)> {
        let found = self.metamodel_of(declared, source, uri).ok()?;
        found.ambiguous.is_empty().then_some((found.metamodel, found.problems))
    }

    /// Reads a metamodel, with every metamodel that it refers to.
    ///
    /// # Errors
    /// If there is nothing to read: no such file, no known format, or bytes that are not text.
    pub fn load_metamodel(&self, path: &Path) -> Result<(Arc<Metamodel>, Diagnostics), Box<Diagnostic>> {
        let loaded = self.load_metamodel_file(path, read_file)?;
        Ok(metamodels::extend(&loaded, &Metamodel::ecore()))
    }
}

/// Replaces the problems of unknown packages that are only ambiguous.
fn explain_unknown_packages(problems: &mut Diagnostics, ambiguous: &[(String, Diagnostic)]) {
    if ambiguous.is_empty() {
        return;
    }
    for problem in problems.iter_mut().filter(|problem| problem.code == codes::UNKNOWN_PACKAGE) {
        // The problem has the package only in its message.
        let is_meant =
            |(package, _): &&(String, Diagnostic)| problem.message.contains(&format!("`{package}`"));
        if let Some((_, ambiguity)) = ambiguous.iter().find(is_meant) {
            *problem = Diagnostic { labels: std::mem::take(&mut problem.labels), ..ambiguity.clone() };
        }
    }
}
