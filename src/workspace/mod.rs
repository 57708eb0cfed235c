//! Finds documents and metamodels: in files, and among the shipped metamodels.
//!
//! Invariants: only `files` are read, never a network; a model contains each document once, even if many others refer
//! to it; a cached value is used only while its files are unchanged. This module does not print, and does not know the
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
mod converted_metamodels;
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

use crate::files::{Disk, FileAccess, Files, Overlay, read_file, uri_path};
use crate::formats::{Format, ReadOptions, RequiredMetamodels, root_class};
use directories::files_below;
use metamodels::DocumentMetamodel;
use modelwright_evaluation::logic::RuleCache;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::input::{DocumentText, Limits};
use modelwright_metamodel::model::{Document, DocumentId, Model, ecore, uri};
use modelwright_notations::xmi::mentioned_built_ins;
use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A document that was read. After errors, it contains everything that could be read.
#[derive(Debug)]
pub struct LoadedDocument {
    /// The model, with every document that was needed to complete it.
    pub model: Model,
    /// The document that was requested.
    pub document: DocumentId,
    /// The format in which the document was read.
    pub format: &'static str,
    /// All problems of reading the document.
    pub diagnostics: Diagnostics,
}

/// The files, metamodels and options with which documents are read.
#[derive(Debug, Clone)]
pub struct Workspace {
    /// The file system.
    pub files: Arc<dyn Files>,
    /// The metamodel that the metamodels in files extend; Ecore if `None`. Callers that have already read a metamodel
    /// can specify it here.
    pub metamodel: Option<Arc<Metamodel>>,
    /// Files of metamodels to use (`--model`).
    pub models: Vec<PathBuf>,
    /// Directories, and single files, to search for metamodels and for files that are addressed by plug-in or project
    /// (`--path`).
    pub paths: Vec<PathBuf>,
    /// Whether documents may only be instances of Ecore and of the shipped metamodels.
    pub only_shipped: bool,
    /// Prefixes of URIs, and the directories that replace them (`--map`).
    pub maps: Vec<(String, PathBuf)>,
    /// Whether metamodels are also found without being specified: beside the document, and, as in Eclipse, the shipped
    /// Ecore and `XMLType` at their addresses in EMF's plug-in.
    pub finds_unnamed: bool,
    /// The options for reading documents.
    pub reading: ReadOptions,
    /// Whether the texts of documents without problems are discarded.
    pub drops_text: bool,
    /// The formats, importers, rules and metamodels that are used.
    pub registry: Arc<Registry>,
    /// The cache of values read from files, which are read again after a change.
    pub cache: Cache,
    /// The prepared logic of metamodels.
    pub rules: Arc<RuleCache>,
}

/// A function that reads a file. There are different functions for files that the user specifies and for files to which
/// a document refers, because the latter must be ordinary files.
type ReadFile = fn(&dyn Files, &Path, &Limits) -> Result<Vec<u8>, Box<Diagnostic>>;

impl Default for Workspace {
    /// A workspace on the disk, without metamodels and directories.
    fn default() -> Self {
        Self {
            files: Arc::new(Disk::new()),
            metamodel: None,
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
const HEAD_LENGTH: u64 = 4096;

impl Workspace {
    /// The access to files, for readers that need no metamodels.
    #[must_use]
    pub fn access(&self) -> FileAccess {
        FileAccess {
            files: Arc::clone(&self.files),
            limits: self.reading.limits,
            paths: self.paths.clone(),
            maps: self.maps.clone(),
        }
    }

    /// Resolves the metamodel of a document, reads the document, and then the documents that it refers to.
    pub(crate) fn load_instance(
        &self,
        format: &Format,
        text: &DocumentText,
        document: Document,
    ) -> LoadedDocument {
        let mut declared = format.declared(&text.source);
        let is_tree = format.visit_tree.is_some();
        // The class that the user specifies for the roots of a tree may include the URI of its package.
        if let Some((package, _)) =
            root_class(&self.reading, &document.uri).and_then(|name| name.rsplit_once("#//"))
            && is_tree
        {
            declared.packages.push(package.to_owned());
        }
        let is_undeclared = is_tree && declared.packages.is_empty();
        let mut loaded =
            self.load_with(format.name(), declared, &text.source, document, |model, document| {
                format.read(text, model, document, &self.reading)
            });
        if is_undeclared && self.models.is_empty() {
            self.add_resembling_notation(&text.source, &mut loaded.diagnostics);
        }
        loaded
    }

    /// Extends the help for a document that declares no metamodel: it mentions the notation in which the document may
    /// be.
    fn add_resembling_notation(&self, source: &Source, problems: &mut Diagnostics) {
        let Some(problem) = problems.iter_mut().find(|problem| problem.code == codes::TREE_SHAPE) else {
            return;
        };
        if let Some(name) = self.resembling_notation(source) {
            let help = format!("if the document is a schema to be imported, specify `--from {name}`");
            problem.help = Some(match problem.help.take() {
                Some(earlier_help) => format!("{help}; otherwise {earlier_help}"),
                None => help,
            });
        }
    }

    /// The notation of schemas in which a document may be, though it is not recognised.
    fn resembling_notation(&self, source: &Source) -> Option<&'static str> {
        let bytes = source.text().as_bytes();
        let mut notations = self.registry.importers().map(|importer| importer.notation());
        let found = notations.find(|notation| matches!(notation.resembles_document(bytes), Ok(true)));
        found.map(|notation| notation.name)
    }

    /// Resolves the metamodels that a document requires, reads the document with `read`, and then the documents that it
    /// refers to.
    pub(crate) fn load_with(
        &self,
        format: &'static str,
        declared: RequiredMetamodels,
        source: &Source,
        document: Document,
        read: impl FnOnce(&mut Model, Document) -> (DocumentId, Diagnostics),
    ) -> LoadedDocument {
        let required_metamodel = match self.with_own_text(&declared, source, &document.uri).metamodel_of(
            declared,
            source,
            &document.uri,
        ) {
            Ok(required_metamodel) => required_metamodel,
            Err(diagnostics) => {
                let mut model = Model::new(Metamodel::ecore());
                let document = model.add_document(document);
                return LoadedDocument { model, document, format, diagnostics };
            }
        };
        let mut diagnostics = required_metamodel.problems;
        let mut model = Model::new(required_metamodel.metamodel);
        let (document, mut problems) = read(&mut model, document);
        explain_unknown_packages(&mut problems, &required_metamodel.ambiguities);
        diagnostics.append(problems);
        let first_object = 0;
        ecore::normalise(&mut model, first_object);
        diagnostics.append(self.resolve_proxies(&mut model, document));
        LoadedDocument { model, document, format, diagnostics }
    }

    /// A workspace in which a document that names itself as the location of a metamodel can be read at its address,
    /// even if there is no such file.
    fn with_own_text(&self, declared: &RequiredMetamodels, source: &Source, uri: &str) -> Cow<'_, Self> {
        let refers_to_itself = declared
            .locations
            .iter()
            .any(|(_, location)| uri::split_fragment(&uri::resolve(uri, location)).0 == uri);
        let path = if refers_to_itself { uri_path(uri) } else { None };
        let overlay = path.filter(|path| self.files.metadata(path).is_err()).and_then(|path| {
            let overlay = Overlay::new(Arc::clone(&self.files));
            overlay.write(&path, source.text()).ok().map(|()| overlay)
        });
        overlay.map_or(Cow::Borrowed(self), |overlay| Cow::Owned(self.with_files(Arc::new(overlay))))
    }

    /// The metamodel that a document requires. If its problems make classes of the document unknown, they are the
    /// error, so that no other problems of the document are reported.
    fn metamodel_of(
        &self,
        mut declared: RequiredMetamodels,
        source: &Source,
        uri: &str,
    ) -> Result<DocumentMetamodel, Diagnostics> {
        // These packages are added, because documents use the types of XML Schema without declaring their package.
        declared.packages.extend(mentioned_built_ins(source).map(str::to_owned));
        let required_metamodel = self.metamodel_for(&declared, uri);
        let metamodel = &required_metamodel.metamodel;
        let mut packages = declared.packages.iter();
        let has_none = declared.packages.is_empty() && Arc::ptr_eq(metamodel, &Metamodel::ecore());
        let lacks_classes = required_metamodel.problems.has_errors()
            && (has_none || packages.any(|package| metamodel.package_by_uri(package).is_none()));
        if lacks_classes
            || required_metamodel.problems.iter().any(|problem| problem.code == codes::AMBIGUOUS_PACKAGE)
        {
            return Err(required_metamodel.problems);
        }
        Ok(required_metamodel)
    }

    /// Like [`Workspace::metamodel_of`], but `None` after errors or if a package is ambiguous; such a document must not
    /// be read together with others.
    fn known_metamodel_of(
        &self,
        declared: RequiredMetamodels,
        source: &Source,
        uri: &str,
    ) -> Option<(Arc<Metamodel>, Diagnostics)> {
        let required_metamodel = self.metamodel_of(declared, source, uri).ok()?;
        required_metamodel
            .ambiguities
            .is_empty()
            .then_some((required_metamodel.metamodel, required_metamodel.problems))
    }

    /// Reads a metamodel, and all metamodels that it refers to.
    ///
    /// # Errors
    /// If the file does not exist, its format is not recognised, or its bytes are not text.
    pub fn load_metamodel(&self, path: &Path) -> Result<(Arc<Metamodel>, Diagnostics), Box<Diagnostic>> {
        let loaded = self.load_metamodel_file(path, read_file)?;
        Ok(converted_metamodels::extend(&loaded, &Metamodel::ecore()))
    }
}

/// Replaces problems of unknown packages by the problem that the package is ambiguous.
fn explain_unknown_packages(problems: &mut Diagnostics, ambiguities: &[(String, Diagnostic)]) {
    if ambiguities.is_empty() {
        return;
    }
    for problem in problems.iter_mut().filter(|problem| problem.code == codes::UNKNOWN_PACKAGE) {
        // The package is searched in the message, because the problem does not contain it separately.
        let is_mentioned =
            |(package, _): &&(String, Diagnostic)| problem.message.contains(&format!("`{package}`"));
        if let Some((_, ambiguity)) = ambiguities.iter().find(is_mentioned) {
            *problem = Diagnostic { labels: std::mem::take(&mut problem.labels), ..ambiguity.clone() };
        }
    }
}
