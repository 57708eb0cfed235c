//! The documents of a schema: the given document, and those that it includes, redefines and imports.
//!
//! Invariants: no file outside the directory of the schema is read; each file is read once for each namespace in which
//! it is included, so documents may refer to each other in any way; as in other tools, a namespace is imported from a
//! single file, which may include others.

use super::tree::{NodeId, Tree, XML_NAMESPACE};
use super::{Fault, bad_schema};
use crate::directory_of;
use modelwright::files::{Files, read_ordinary_file};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, Source, codes};
use modelwright_metamodel::input::{Limits, decode_xml};
use modelwright_schema_import::xsd::SCHEMA_NAMESPACE;
use rustc_hash::{FxHashMap, FxHashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The maximum number of documents of a schema.
const MAX_DOCUMENTS: usize = 1_000;

/// The attributes of XML's own namespace, which are used if no document of the schema declares them.
const XML_ATTRIBUTES: &str = include_str!("xml.xsd");

#[derive(Debug)]
pub(super) struct Document {
    /// The index of the document in the list of documents.
    pub(super) number: usize,
    pub(super) tree: Tree,
    /// The namespace of the document's declarations; empty if it has no target namespace.
    pub(super) target: String,
    /// Whether the document has no target namespace, and has taken that of the including document.
    pub(super) is_chameleon: bool,
}

impl Document {
    /// Whether local elements (or attributes) are in the target namespace by default.
    pub(super) fn qualifies(&self, default: &str) -> bool {
        self.tree.top().get(default) == Some("qualified")
    }
}

struct SchemaDocumentReader<'l> {
    files: &'l dyn Files,
    root: PathBuf,
    limits: &'l Limits,
    documents: Vec<Document>,
    paths: Vec<PathBuf>,
    seen: FxHashSet<(PathBuf, String)>,
    /// The file from which each namespace is imported.
    paths_by_namespace: FxHashMap<String, PathBuf>,
    notes: Diagnostics,
    /// Whether the attributes of XML's namespace are imported without a readable file.
    lacks_xml: bool,
}

/// Reads the documents of a schema, the given document first; returns notes about references that are not followed.
pub(super) fn read(
    files: &dyn Files,
    source: &Arc<Source>,
    path: &Path,
    limits: &Limits,
) -> Result<(Vec<Document>, Diagnostics), Fault> {
    // The real path, because the real paths of all other documents are compared with it.
    let root = files.canonicalize(directory_of(path)).unwrap_or_else(|_| directory_of(path).to_owned());
    let mut reader = SchemaDocumentReader {
        files,
        root,
        limits,
        documents: Vec::new(),
        paths: Vec::new(),
        seen: FxHashSet::default(),
        paths_by_namespace: FxHashMap::default(),
        notes: Diagnostics::new(),
        lacks_xml: false,
    };
    let tree = Tree::read(source, limits)?;
    let target = tree.top().get("targetNamespace").unwrap_or_default().to_owned();
    let canonical = files.canonicalize(path).unwrap_or_else(|_| path.to_owned());
    // The given document is registered first, because other documents may import it in a cycle.
    reader.paths_by_namespace.insert(target.clone(), canonical.clone());
    reader.seen.insert((canonical, target.clone()));
    let is_chameleon = false;
    reader.add(tree, target, is_chameleon, path.to_owned());
    let mut index = 0;
    // Breadth-first, so that documents nearer to the first one have smaller numbers.
    while index < reader.documents.len() {
        reader.follow(index)?;
        index += 1;
    }
    // If the user's documents declare XML's namespace, the built-in attributes are not used.
    let declares_xml = reader.documents.iter().any(|document| document.target == XML_NAMESPACE);
    if reader.lacks_xml && !declares_xml {
        let tree = Tree::read(&Source::new("xml.xsd", XML_ATTRIBUTES), limits)?;
        let is_chameleon = false;
        reader.add(tree, XML_NAMESPACE.to_owned(), is_chameleon, PathBuf::new());
    }
    Ok((reader.documents, reader.notes))
}

impl SchemaDocumentReader<'_> {
    fn add(&mut self, tree: Tree, target: String, is_chameleon: bool, path: PathBuf) {
        let number = self.documents.len();
        self.documents.push(Document { number, tree, target, is_chameleon });
        self.paths.push(path);
    }

    /// Reads the documents to which a document refers.
    fn follow(&mut self, index: usize) -> Result<(), Fault> {
        // Cloned, because following a reference adds documents.
        for child in self.documents[index].tree.top().children.clone() {
            let document = &self.documents[index];
            let node = document.tree.node_at(child);
            let location = node.get("schemaLocation").map(str::to_owned);
            match node.name.as_str() {
                "include" | "redefine" => {
                    let Some(location) = location else {
                        let message = format!("`{}` has no `schemaLocation`", node.name);
                        return Err(document.tree.fault(child, message));
                    };
                    let target = document.target.clone();
                    self.include(index, child, &location, target)?;
                }
                "import" => {
                    let namespace = node.get("namespace").unwrap_or_default().to_owned();
                    self.import(index, child, location.as_deref(), namespace)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Reads the document that another one includes or redefines.
    fn include(&mut self, index: usize, node: NodeId, location: &str, target: String) -> Result<(), Fault> {
        let Some(path) = self.path_of(index, location) else {
            let name = self.documents[index].tree.source.name();
            let message = format!("{name} includes {location}, which is not in its directory");
            let tree = &self.documents[index].tree;
            let range = tree.node_at(node).at_value("schemaLocation");
            return Err(Box::new(bad_schema(message).at(&tree.source, range)));
        };
        // The document is recorded before the file is read, so that documents that include each other are read once. A
        // document without a namespace is read once for each namespace that includes it.
        if !self.seen.insert((path.clone(), target.clone())) {
            return Ok(());
        }
        let tree = self.open(&path)?;
        let declared_target = tree.top().get("targetNamespace");
        if declared_target.is_some_and(|declared_target| declared_target != target) {
            let message = format!("{location} has another target namespace, so it cannot be included");
            return Err(self.documents[index].tree.fault(node, message));
        }
        // A document without a target namespace takes that of the including document (XML Schema Part 1, section
        // 4.2.1).
        let is_chameleon = declared_target.is_none() && !target.is_empty();
        self.add(tree, target, is_chameleon, path);
        Ok(())
    }

    /// Follows an import; `schemaLocation` is only a hint.
    fn import(
        &mut self,
        index: usize,
        node: NodeId,
        location: Option<&str>,
        target: String,
    ) -> Result<(), Fault> {
        // The built-in types are always known.
        if target == SCHEMA_NAMESPACE {
            return Ok(());
        }
        let Some(path) = location.and_then(|location| self.path_of(index, location)) else {
            self.lacks_xml |= target == XML_NAMESPACE;
            // Schemas usually import XML's attributes from an address of the W3C. It is not read, because these
            // attributes are built in.
            if let Some(location) = location.filter(|_| target != XML_NAMESPACE) {
                let unknown_names = if target.is_empty() {
                    "names without a namespace".to_owned()
                } else {
                    format!("the names of `{target}`")
                };
                self.note(
                    index,
                    node,
                    &format!(
                        "{location} is not in the directory of the schema, so {unknown_names} are unknown"
                    ),
                );
            }
            return Ok(());
        };
        if !self.seen.insert((path.clone(), target.clone())) {
            return Ok(());
        }
        // Decision 10: as in xmllint, the first file for a namespace is used.
        if let Some(first) = self.paths_by_namespace.get(&target) {
            let first = first.file_name().unwrap_or_default().display();
            let message =
                format!("`{target}` is imported from {first} already, so this import is not followed");
            self.note(index, node, &message);
            return Ok(());
        }
        self.paths_by_namespace.insert(target.clone(), path.clone());
        let tree = self.open(&path)?;
        let target_namespace = tree.top().get("targetNamespace").unwrap_or_default();
        if target_namespace != target {
            let message = format!(
                "it imports `{target}`, but the target namespace of {} is `{target_namespace}`",
                tree.source.name()
            );
            return Err(self.documents[index].tree.fault(node, message));
        }
        let is_chameleon = false;
        self.add(tree, target, is_chameleon, path);
        Ok(())
    }

    /// Adds a note about a reference that is not followed.
    fn note(&mut self, document: usize, node: NodeId, message: &str) {
        let tree = &self.documents[document].tree;
        let note = Diagnostic::new(codes::SCHEMA_UNCHECKED, Severity::Note, message);
        self.notes.push(note.at(&tree.source, tree.node_at(node).at_value("schemaLocation")));
    }

    /// The path for a `schemaLocation`; `None` if the file may not be read.
    fn path_of(&self, from: usize, location: &str) -> Option<PathBuf> {
        // The real path, so that a link cannot lead out of the directory.
        let target = self.files.canonicalize(&directory_of(&self.paths[from]).join(location)).ok()?;
        target.starts_with(&self.root).then_some(target)
    }

    /// Reads the document at a path.
    fn open(&self, path: &Path) -> Result<Tree, Fault> {
        let name = path.strip_prefix(&self.root).unwrap_or(path).display().to_string();
        // Documents are limited, because those without a namespace may be read once for each namespace, so the number
        // of files is no limit.
        if self.documents.len() >= MAX_DOCUMENTS {
            return Err(Box::new(bad_schema(format!("the schema has more than {MAX_DOCUMENTS} documents"))));
        }
        let bytes = read_ordinary_file(self.files, path, self.limits)?;
        Tree::read(&decode_xml(&name, bytes, self.limits)?.source, self.limits)
    }
}
