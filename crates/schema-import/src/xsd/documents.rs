//! The documents of a schema: the given one, and those that it includes, redefines and imports.
//!
//! Invariants: no file outside of the directories that may be read is read, and nothing from the network; each file is
//! read once for each namespace in which it is included, so documents may refer to each other in any way.

use super::grammar::Violation;
use super::tree::Tree;
use super::{SCHEMA_NAMESPACE, XML_NAMESPACE};
use modelwright_files::{FileAccess, is_inside, read_ordinary_file, uri_path};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Severity, Source, codes};
use modelwright_metamodel::input::decode_xml;
use rustc_hash::FxHashSet;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

/// The maximum number of documents of a schema.
const MAX_DOCUMENTS: usize = 1_000;

/// A document of a schema.
#[derive(Debug)]
pub(super) struct Document {
    pub(super) tree: Tree,
    /// The address of the document's file.
    pub(super) uri: String,
    /// The namespace of the document's declarations; empty for none.
    pub(super) target: String,
    /// Whether the document has no namespace of its own, and has that of the document that includes it.
    pub(super) is_chameleon: bool,
    /// The `redefine` elements that refer to other documents, with the numbers of these.
    pub(super) redefines: Vec<(usize, usize)>,
    path: Option<PathBuf>,
}

struct Reader<'a> {
    access: &'a FileAccess,
    documents: Vec<Document>,
    /// The path, the namespace and the number of each document that was read.
    seen: Vec<(PathBuf, String, usize)>,
    /// The locations that cannot be read, which were reported.
    unavailable_locations: FxHashSet<String>,
    diagnostics: Diagnostics,
}

/// Reads the documents of a schema, the given one first.
pub(super) fn read(source: &Arc<Source>, uri: &str, access: &FileAccess) -> (Vec<Document>, Diagnostics) {
    let mut reader = Reader {
        access,
        documents: Vec::new(),
        seen: Vec::new(),
        unavailable_locations: FxHashSet::default(),
        diagnostics: Diagnostics::new(),
    };
    match Tree::read(source, &access.limits) {
        Ok(tree) => {
            let target = target_of(&tree);
            let path = uri_path(uri).map(|path| access.files.canonicalize(&path).unwrap_or(path));
            if let Some(path) = &path {
                reader.seen.push((path.clone(), target.clone(), 0));
            }
            let is_chameleon = false;
            reader.add(tree, uri.to_owned(), target, is_chameleon, path);
        }
        Err(problem) => reader.diagnostics.push(*problem),
    }
    let mut index = 0;
    while index < reader.documents.len() {
        reader.follow(index);
        index += 1;
    }
    (reader.documents, reader.diagnostics)
}

/// A violation of the grammar of schemas. EMF reads such a schema without what it does not know, so only what is
/// probably a typing error is an error here.
fn describe_violation(source: &Arc<Source>, violation: Violation) -> Diagnostic {
    let severity = if violation.is_typing_error { Severity::Error } else { Severity::Warning };
    let help = violation.help.unwrap_or_else(|| {
        "correct it, because other tools may reject the schema; here the rest of it is read".to_owned()
    });
    Diagnostic::new(codes::IMPORT_INVALID, severity, violation.message).at(source, violation.range).help(help)
}

/// The target namespace of a document; empty for none.
fn target_of(tree: &Tree) -> String {
    tree.get(0).and_then(|top| top.get("targetNamespace")).unwrap_or_default().to_owned()
}

/// A reference from a document to another one.
struct Reference {
    node: usize,
    kind: Rc<str>,
    location: Option<String>,
    /// The span of the location.
    range: Range<usize>,
    namespace: String,
}

impl Reader<'_> {
    /// Adds a document, and reports its violations of the grammar.
    fn add(
        &mut self,
        mut tree: Tree,
        uri: String,
        target: String,
        is_chameleon: bool,
        path: Option<PathBuf>,
    ) {
        let violations = std::mem::take(&mut tree.violations);
        self.diagnostics
            .extend(violations.into_iter().map(|violation| describe_violation(&tree.source, violation)));
        self.documents.push(Document { tree, uri, target, is_chameleon, redefines: Vec::new(), path });
    }

    /// Reads the documents to which a document refers.
    fn follow(&mut self, index: usize) {
        for reference in self.references(index) {
            if let Some(number) = self.resolve(index, &reference)
                && &*reference.kind == "redefine"
                && let Some(document) = self.documents.get_mut(index)
            {
                document.redefines.push((reference.node, number));
            }
        }
    }

    /// The other documents that a document includes, redefines or imports.
    fn references(&self, index: usize) -> Vec<Reference> {
        let Some(document) = self.documents.get(index) else { return Vec::new() };
        let nodes = document.tree.children(0).filter_map(|id| Some((id, document.tree.get(id)?)));
        let nodes = nodes.filter(|(_, node)| matches!(&*node.kind, "include" | "redefine" | "import"));
        nodes
            .map(|(id, node)| Reference {
                node: id,
                kind: node.kind.clone(),
                location: node.get("schemaLocation").map(str::to_owned),
                range: node.at_value("schemaLocation"),
                namespace: match &*node.kind {
                    "import" => node.get("namespace").unwrap_or_default().to_owned(),
                    _ => document.target.clone(),
                },
            })
            .collect()
    }

    /// The number of the document to which a reference refers. `None` if it cannot be read, which was reported, or if
    /// the reference has no location or is to XML Schema itself.
    fn resolve(&mut self, from: usize, reference: &Reference) -> Option<usize> {
        let is_import = &*reference.kind == "import";
        if is_import && reference.namespace == SCHEMA_NAMESPACE {
            return None;
        }
        let location = reference.location.as_deref()?;
        let path = match self.path_of(from, location) {
            Ok(path) => path,
            Err(reason) => {
                self.report_unavailable(from, reference, location, reason);
                return None;
            }
        };
        for (seen_path, namespace, number) in &self.seen {
            if *seen_path == path && *namespace == reference.namespace {
                return Some(*number);
            }
        }
        if self.documents.len() >= MAX_DOCUMENTS {
            let reason = format!("the schema has more than {MAX_DOCUMENTS} documents");
            self.report_unavailable(from, reference, location, &reason);
            return None;
        }
        let tree = match self.open(&path) {
            Ok(tree) => tree,
            Err(problem) => {
                self.diagnostics.push(*problem);
                return None;
            }
        };
        let target_namespace = target_of(&tree);
        // A document without a namespace may be included in any other one.
        let may_be_chameleon = !is_import && target_namespace.is_empty();
        if target_namespace != reference.namespace && !may_be_chameleon {
            self.report_unavailable(from, reference, location, "it has another target namespace");
            return None;
        }
        let number = self.documents.len();
        self.seen.push((path.clone(), reference.namespace.clone(), number));
        let is_chameleon = target_namespace.is_empty() && !reference.namespace.is_empty();
        let uri = self.access.files.uri(&path);
        self.add(tree, uri, reference.namespace.clone(), is_chameleon, Some(path));
        Some(number)
    }

    /// The path of a location in a document; the error is the reason for which it is not read.
    fn path_of(&self, from: usize, location: &str) -> Result<PathBuf, &'static str> {
        if location.contains("://") && !location.starts_with("file:") {
            return Err("it is on the network, from which nothing is read");
        }
        let base = self.documents.get(from).and_then(|document| document.path.as_deref());
        let base = base.and_then(Path::parent).ok_or("the schema is not a file")?;
        let path = uri_path(location).unwrap_or_else(|| PathBuf::from(location));
        let files = &*self.access.files;
        let path = files.canonicalize(&base.join(path)).map_err(|_| "there is no such file")?;
        let first = self.documents.first().and_then(|document| document.path.as_deref());
        let own_directory = first.and_then(Path::parent);
        let allowed = own_directory.into_iter().chain(self.access.paths.iter().map(PathBuf::as_path));
        if is_inside(files, &path, allowed) {
            Ok(path)
        } else {
            Err("it is outside of the directory of the schema, and of those that may be read")
        }
    }

    /// Reads the document at a path.
    fn open(&self, path: &Path) -> Result<Tree, Box<Diagnostic>> {
        let name = modelwright_files::display_path(path);
        let bytes = read_ordinary_file(&*self.access.files, path, &self.access.limits)?;
        Tree::read(&decode_xml(&name, bytes, &self.access.limits)?.source, &self.access.limits)
    }

    /// Reports that a document which another one refers to cannot be read.
    fn report_unavailable(&mut self, from: usize, reference: &Reference, location: &str, reason: &str) {
        let is_import = &*reference.kind == "import";
        // A location is only a hint for an import, and the types of its namespace may never be used.
        let severity = if is_import { Severity::Warning } else { Severity::Error };
        let Some(document) = self.documents.get(from) else { return };
        // XML's own attributes are usually imported from the W3C, and each document repeats this.
        let is_new = self.unavailable_locations.insert(location.to_owned());
        if reference.namespace == XML_NAMESPACE && !is_new {
            return;
        }
        let message = format!("`{location}` cannot be read: {reason}");
        let help = if is_import {
            "its types are read as `anySimpleType`; copy the schema beside this one, and correct `schemaLocation`, or \
             allow its directory with `--path`"
        } else {
            "copy the schema beside this one, or allow its directory with `--path`"
        };
        let problem = Diagnostic::new(codes::IMPORT_UNAVAILABLE, severity, message);
        self.diagnostics.push(problem.at(&document.tree.source, reference.range.clone()).help(help));
    }
}
