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
mod cache;
mod folders;
mod linked;
mod linked_metamodels;
mod linked_type_sources;
mod load_pieces;
mod metamodels;
mod proxies;
mod proxy_classes;
mod texts;
mod type_sources;
mod validation;

pub use cache::Cache;
pub(crate) use folders::files_below;
pub use linked::LinkedDocuments;

use crate::files::{Disk, Files, read_file};
use crate::formats::{Format, ROOT_CLASS, ReadOptions, RequiredMetamodels};
use modelwright_language::logic::RuleCache;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source};
use modelwright_metamodel::ecore::{Metamodel, builtin};
use modelwright_metamodel::input::{DocumentText, Limits};
use modelwright_metamodel::model::{Document, DocumentId, Model, ecore};
use modelwright_metamodel::xmi::mentions_xml_types;
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
    /// Folders to search for metamodels, and for files that addresses name by plug-in or project (`--path`), and single
    /// files.
    pub paths: Vec<PathBuf>,
    /// Whether documents may only be instances of Ecore and of the shipped metamodels.
    pub only_shipped: bool,
    /// Prefixes of URIs, and the folders that replace them (`--map`).
    pub maps: Vec<(String, PathBuf)>,
    /// Whether metamodels that are not named are found: beside the document, and, as in Eclipse, the shipped Ecore
    /// and `XMLType` at their addresses in EMF's plug-in.
    pub finds_unnamed: bool,
    /// How documents are read.
    pub reading: ReadOptions,
    /// Whether the texts of documents without problems are discarded.
    pub drops_text: bool,
    /// The values that were read before, which are read again after a change.
    pub cache: Cache,
    /// The prepared logic of metamodels.
    pub rules: Arc<RuleCache>,
}

/// A function that reads a file: one that the user names, or one that a document names.
type ReadFile = fn(&dyn Files, &Path, &Limits) -> Result<Vec<u8>, Box<Diagnostic>>;

impl Default for Workspace {
    /// The disk, without metamodels or folders.
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
            cache: Cache::default(),
            rules: Arc::default(),
        }
    }
}

impl Workspace {
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
            self.reading.values.text(ROOT_CLASS).and_then(|name| name.rsplit_once("#//"))
            && format.visit_tree.is_some()
        {
            declared.packages.push(package.to_owned());
        }
        let read = |model: &mut Model, document| format.read(text, model, document, &self.reading);
        self.load_with(format.name(), declared, &text.source, document, read)
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
        let (metamodel, mut diagnostics) = self.metamodel_of(declared, source, &document.uri);
        let mut model = Model::new(metamodel);
        let (document, found) = read(&mut model, document);
        diagnostics.append(found);
        ecore::normalise(&mut model, 0);
        diagnostics.append(self.resolve_proxies(&mut model, document));
        LoadedDocument { model, document, format, diagnostics }
    }

    /// The metamodel that a document requires.
    fn metamodel_of(
        &self,
        mut declared: RequiredMetamodels,
        source: &Source,
        uri: &str,
    ) -> (Arc<Metamodel>, Diagnostics) {
        // Documents refer to the types of XML Schema without a declaration.
        if mentions_xml_types(source) {
            declared.packages.push(builtin::XML_TYPE_URI.to_owned());
        }
        self.metamodel_for(&declared, uri)
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
