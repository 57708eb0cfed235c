//! Reads documents that refer to each other, each only once instead of once for each document that refers to it.
//!
//! A document is loaded with all documents that are reachable from it, which may be all documents of a directory.
//! Documents from which much more content than their own is reachable therefore share one model per metamodel. They are
//! read depth first, and a cycle of documents is completed when everything reachable from it is complete (Tarjan's
//! strongly connected components).
//!
//! Invariant: a visitor sees a document as if it were loaded alone. No document changes another one that is reachable
//! from it, and a visitor accesses only documents that are reachable from its own. Metamodels are loaded separately,
//! because their rules examine the complete model: see [`linked_metamodels`](super::linked_metamodels) and
//! [`linked_type_sources`](super::linked_type_sources).

use super::linked_metamodels::MetamodelSet;
use super::linked_type_sources::SourceGroups;
use super::proxies::{Resolution, documents_of_proxies, namespaces, read_into};
use super::{LoadedDocument, Workspace};
use crate::files::{FileKind, display_path, read_file};
use crate::formats::Format;
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::input::DocumentText;
use modelwright_metamodel::model::{Addresses, DocumentId, Model, ObjectId};
use rustc_hash::FxHashMap;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The maximum size of all shared models in bytes. Beyond it, the next document starts with new models.
const LIMIT: usize = 256 << 20;

/// A document is loaded alone only if the other documents that are reachable from it contain at most this many objects
/// for each of its objects, plus [`MAX_OTHERS_PER_DOCUMENT`].
const MAX_OTHERS_PER_OBJECT: usize = 4;
/// The number of other objects that a document may reach regardless of its size; see [`MAX_OTHERS_PER_OBJECT`].
const MAX_OTHERS_PER_DOCUMENT: usize = 16;

/// Visits documents that may refer to each other. Threads can share it.
pub struct LinkedDocuments<'w, T> {
    workspace: &'w Workspace,
    /// The documents to visit, by their URIs.
    inputs: FxHashMap<String, (PathBuf, &'static Format)>,
    visit: Box<Visit<'w, T>>,
    state: Mutex<State<T>>,
}

/// A function that receives a document and the problems that validation found in it.
type Visit<'w, T> = dyn Fn(&LoadedDocument, Diagnostics) -> T + Sync + 'w;

struct State<T> {
    /// The documents with a shared model, by the memory address of their metamodel.
    sets: FxHashMap<usize, DocumentSet>,
    /// The results of visits; `None` after the result was taken.
    results: FxHashMap<String, Option<T>>,
    /// Whether metamodels must be loaded alone, because they could affect each other's problems.
    has_dependent_metamodels: bool,
    /// The type sources among the documents; `None` until the first type source is visited.
    sources: Option<SourceGroups>,
}

impl<T> fmt::Debug for LinkedDocuments<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LinkedDocuments").field("inputs", &self.inputs).finish_non_exhaustive()
    }
}

impl<'w, T> LinkedDocuments<'w, T> {
    /// The documents to visit, each with its path and format. `visit` receives each document and the problems that
    /// [`Workspace::validate`] finds.
    pub fn new(
        workspace: &'w Workspace,
        inputs: impl Iterator<Item = (PathBuf, &'static Format)>,
        visit: impl Fn(&LoadedDocument, Diagnostics) -> T + Sync + 'w,
    ) -> Self {
        let inputs = inputs.map(|(path, format)| (workspace.files.uri(&path), (path, format))).collect();
        let state = State {
            sets: FxHashMap::default(),
            results: FxHashMap::default(),
            has_dependent_metamodels: false,
            sources: None,
        };
        let state = Mutex::new(state);
        Self { workspace, inputs, visit: Box::new(visit), state }
    }

    /// The result of visiting a document; `None` if it must be loaded by [`Workspace::load`] instead, which also
    /// reports why a document cannot be read.
    pub fn visit(&self, path: &Path) -> Option<T> {
        let uri = self.workspace.files.uri(path);
        let (path, format) = self.inputs.get(&uri)?;
        if let Some(result) = self.state().results.get_mut(&uri) {
            return result.take();
        }
        if format.is_type_source {
            return self.visit_type_sources(&uri);
        }
        let files = &*self.workspace.files;
        // A pipe can be read only once, so it must be left to `Workspace::load`.
        if files.metadata(path).ok()?.kind != FileKind::File {
            return None;
        }
        let bytes = read_file(files, path, &self.workspace.reading.limits).ok()?;
        if self.workspace.unsupported(path).is_some() {
            return None;
        }
        let text = format.decode(&display_path(path), bytes, &self.workspace.reading.limits).ok()?;
        let (metamodel, diagnostics) =
            self.workspace.known_metamodel_of(format.declared(&text.source), &text.source, &uri)?;
        let is_metamodel = Arc::ptr_eq(&metamodel, &Metamodel::ecore());
        if is_metamodel && self.state().has_dependent_metamodels {
            return None;
        }
        match self.load_alone(format, (&uri, &text), &metamodel, diagnostics) {
            Some(loaded) => {
                // The document is marked as visited, so that no set visits it again.
                self.state().results.entry(uri).or_insert(None);
                Some(self.visit_document(&loaded))
            }
            None if is_metamodel => self.visit_metamodels(&uri),
            None => self.visit_linked(&uri, &metamodel),
        }
    }

    /// Reads a type source into one model with all type sources that are connected to it by required types, and visits
    /// them. Returns the result of the source with this URI, or `None` if it was returned before or there is none.
    fn visit_type_sources(&self, uri: &str) -> Option<T> {
        let mut state = self.state();
        if let Some(result) = state.results.get_mut(uri) {
            return result.take();
        }
        // If the user specified metamodels, each source is loaded alone with these.
        if !self.workspace.models.is_empty() {
            return None;
        }
        let State { results, sources, .. } = &mut *state;
        let groups = sources.get_or_insert_with(|| {
            let sources = self.inputs.values().filter(|(_, format)| format.is_type_source);
            let mut paths: Vec<PathBuf> = sources.map(|(path, _)| path.clone()).collect();
            paths.sort_unstable();
            SourceGroups::new(self.workspace, &paths)
        });
        groups.visit(self.workspace, uri, |uri, loaded, problems| {
            results.entry(uri).or_insert_with(|| Some((self.visit)(loaded, problems)));
        });
        results.get_mut(uri)?.take()
    }

    /// Validates a document, and passes it to the visitor.
    fn visit_document(&self, loaded: &LoadedDocument) -> T {
        (self.visit)(loaded, self.workspace.validate(loaded))
    }

    /// Reads a metamodel, and up to a limit all other inputs that may be metamodels, into one model, and visits them.
    fn visit_metamodels(&self, uri: &str) -> Option<T> {
        let mut state = self.state();
        if let Some(result) = state.results.get_mut(uri) {
            return result.take();
        }
        let mut set = MetamodelSet::new(self.workspace);
        set.add(uri, &self.inputs);
        let other_metamodels = self
            .inputs
            .iter()
            .filter(|(_, (_, format))| format.is_for_metamodels && !format.is_type_source)
            .filter(|(input, _)| !state.results.contains_key(*input));
        let mut other_uris: Vec<&String> = other_metamodels.map(|(input, _)| input).collect();
        // The addresses are sorted, so that the set does not depend on the order of the hash table.
        other_uris.sort_unstable();
        for other_uri in other_uris {
            if set.size() > LIMIT {
                break;
            }
            set.add(other_uri, &self.inputs);
        }
        let State { results, has_dependent_metamodels, .. } = &mut *state;
        let is_visited = set.visit(|uri, loaded, problems| {
            results.entry(uri).or_insert_with(|| Some((self.visit)(loaded, problems)));
        });
        // Metamodels that affect each other's problems are not visited together; from then on, each is loaded alone.
        if !is_visited {
            *has_dependent_metamodels = true;
        }
        results.get_mut(uri)?.take()
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Loads a document with everything reachable from it; `None` if that is much more than the document itself, or if
    /// the document refers to one that was read into a shared model before.
    fn load_alone(
        &self,
        format: &Format,
        (uri, text): (&str, &DocumentText),
        metamodel: &Arc<Metamodel>,
        mut diagnostics: Diagnostics,
    ) -> Option<LoadedDocument> {
        let mut model = Model::new(Arc::clone(metamodel));
        let (document, read_problems) = read_into(&mut model, format, (uri, text), self.workspace);
        diagnostics.append(read_problems);
        if self.is_linked(&model) {
            return None;
        }
        let max_other_objects = model.object_count() * MAX_OTHERS_PER_OBJECT + MAX_OTHERS_PER_DOCUMENT;
        diagnostics.append(self.workspace.resolve_proxies_within(&mut model, document, max_other_objects)?);
        Some(LoadedDocument { model, document, format: format.name(), diagnostics })
    }

    /// Whether the document in a model refers to one that was read into a shared model.
    fn is_linked(&self, model: &Model) -> bool {
        let targets = documents_of_proxies(model, 0..model.object_count());
        let state = self.state();
        let set = state.sets.get(&Arc::as_ptr(model.metamodel()).addr());
        set.is_some_and(|set| targets.iter().any(|target| set.by_uri.contains_key(target)))
    }

    /// Reads a document, and everything reachable from it, into a shared model, and visits all of them.
    fn visit_linked(&self, uri: &str, metamodel: &Arc<Metamodel>) -> Option<T> {
        let mut state = self.state();
        // Another thread may have visited the document in the meantime.
        if let Some(result) = state.results.get_mut(uri) {
            return result.take();
        }
        if state.sets.values().map(|set| set.model.allocated_bytes()).sum::<usize>() > LIMIT {
            // No document of these models is being visited, because the state is locked.
            state.sets.clear();
        }
        let State { sets, results, .. } = &mut *state;
        let set = sets.entry(Arc::as_ptr(metamodel).addr()).or_insert_with(|| DocumentSet::new(metamodel));
        set.explore(uri, &mut Visitor { documents: self, results });
        // An entry without a result shows other threads that the document was visited.
        state.results.entry(uri.to_owned()).or_insert(None).take()
    }
}

/// Reads documents into the model of a set, and visits them.
struct Visitor<'v, 'w, T> {
    documents: &'v LinkedDocuments<'w, T>,
    results: &'v mut FxHashMap<String, Option<T>>,
}

impl<T> Visitor<'_, '_, T> {
    /// Reads a document into a model. The document will be visited if it is an input and requires the metamodel of the
    /// model.
    fn read(&self, uri: &str, model: &mut Model) -> Node {
        let workspace = self.documents.workspace;
        let input = self.documents.inputs.get(uri).filter(|_| !self.results.contains_key(uri));
        let first_object = model.object_count();
        // The name is passed on, so that problems show the path that the user specified.
        let name = input.map(|(path, _)| path.as_path());
        let Some(referred) = workspace.text_of(&*workspace.files, uri, name) else { return Node::unread() };
        let (format, text) = (referred.format, referred.text);
        // An input that the user specified in another format was not read in that format, so it is not visited here.
        // Type sources are visited in groups.
        let known_metamodel = input
            .filter(|(_, input_format)| input_format.name() == format.name() && !input_format.is_type_source)
            .and_then(|_| workspace.known_metamodel_of(format.declared(&text.source), &text.source, uri));
        let (document, read_problems) = read_into(model, format, (uri, &text), workspace);
        let objects = first_object..model.object_count();
        let targets = documents_of_proxies(model, objects.clone());
        let known_metamodel =
            known_metamodel.filter(|(metamodel, _)| Arc::ptr_eq(metamodel, model.metamodel()));
        let visit = known_metamodel.map(|(_, mut problems)| {
            problems.append(read_problems);
            problems.extend(targets.iter().filter_map(|target| workspace.ambiguous_namespace(target)));
            (format.name(), problems)
        });
        Node { document: Some(document), objects, targets, visit, low_link: 0 }
    }

    fn visit(&mut self, uri: &str, loaded: &LoadedDocument) {
        self.results.insert(uri.to_owned(), Some(self.documents.visit_document(loaded)));
    }
}

/// A document of a set.
struct Node {
    /// The document in the model of the set; `None` if it cannot be read.
    document: Option<DocumentId>,
    /// The positions of the objects of the document in the model.
    objects: Range<usize>,
    /// The addresses of the documents to which this document refers.
    targets: Vec<String>,
    /// The format of the document and the problems of reading it, if the document is to be visited.
    visit: Option<(&'static str, Diagnostics)>,
    /// The first open node that is known to be reachable from this one (Tarjan's low link).
    low_link: usize,
}

impl Node {
    /// A node for a document that cannot be read.
    fn unread() -> Self {
        Self { document: None, objects: 0..0, targets: Vec::new(), visit: None, low_link: 0 }
    }
}

/// Documents that share one model.
struct DocumentSet {
    model: Model,
    resolution: Resolution,
    nodes: Vec<Node>,
    /// The number of the node at each address.
    by_uri: FxHashMap<String, usize>,
    /// The address of each node.
    uris: Vec<String>,
    /// The nodes that are not complete, because their cycle may still grow, in ascending order.
    open: Vec<usize>,
    /// The positions of the objects of each document.
    ranges: FxHashMap<DocumentId, Range<usize>>,
}

impl DocumentSet {
    /// An empty model of a metamodel, without documents.
    fn new(metamodel: &Arc<Metamodel>) -> Self {
        Self {
            model: Model::new(Arc::clone(metamodel)),
            resolution: Resolution::default(),
            nodes: Vec::new(),
            by_uri: FxHashMap::default(),
            uris: Vec::new(),
            open: Vec::new(),
            ranges: FxHashMap::default(),
        }
    }

    /// Reads a document and everything reachable from it, and visits each document as soon as it is complete, which
    /// means that all documents reachable from it have been read. (This is Tarjan's algorithm: documents that refer to
    /// each other in a cycle become complete together.)
    fn explore<T>(&mut self, uri: &str, visitor: &mut Visitor<'_, '_, T>) {
        if self.by_uri.contains_key(uri) {
            return;
        }
        // The nodes on the path, each with the number of targets that were already followed.
        let mut path = vec![(self.add(uri, visitor), 0)];
        while let Some((node, followed_count)) = path.last_mut() {
            let node = *node;
            if let Some(target) = self.nodes[node].targets.get(*followed_count).cloned() {
                *followed_count += 1;
                match self.by_uri.get(&target) {
                    None => path.push((self.add(&target, visitor), 0)),
                    // Only open nodes matter: a complete node cannot reach an open one.
                    Some(target_node) if self.open.binary_search(target_node).is_ok() => {
                        self.nodes[node].low_link = self.nodes[node].low_link.min(*target_node);
                    }
                    Some(_) => {}
                }
                continue;
            }
            path.pop();
            let low_link = self.nodes[node].low_link;
            if let Some((previous, _)) = path.last() {
                self.nodes[*previous].low_link = self.nodes[*previous].low_link.min(low_link);
            }
            if low_link == node {
                // `open` is sorted, because nodes are opened in the order of their numbers.
                let cycle = self.open.split_off(self.open.partition_point(|open| *open < node));
                self.complete(&cycle, visitor);
            }
        }
    }

    /// Reads a document as a new open node; returns the number of the node.
    fn add<T>(&mut self, uri: &str, visitor: &Visitor<'_, '_, T>) -> usize {
        let number = self.nodes.len();
        let node = visitor.read(uri, &mut self.model);
        if let Some(document) = node.document {
            self.resolution.documents.insert(uri.to_owned(), document);
            self.ranges.insert(document, node.objects.clone());
        }
        self.nodes.push(Node { low_link: number, ..node });
        self.by_uri.insert(uri.to_owned(), number);
        self.uris.push(uri.to_owned());
        self.open.push(number);
        number
    }

    /// Resolves the proxies of the documents of a cycle, and visits the documents.
    fn complete<T>(&mut self, cycle: &[usize], visitor: &mut Visitor<'_, '_, T>) {
        let objects_of_cycle: Vec<Range<usize>> =
            cycle.iter().map(|node| self.nodes[*node].objects.clone()).collect();
        let model = &mut self.model;
        // The documents to visit, and for each its node, its format and the problems of reading it.
        let (mut documents, mut visits) = (Vec::new(), Vec::new());
        for node in cycle {
            let Some(document) = self.nodes[*node].document else { continue };
            // A document that declares packages is not visited here but loaded alone, because other documents may refer
            // to it by its namespace.
            if let Some((format, problems)) = self.nodes[*node].visit.take()
                && namespaces(model, document).next().is_none()
            {
                documents.push(document);
                visits.push((*node, format, problems));
            }
        }
        let ranges = &self.ranges;
        let problems_of_references =
            self.resolution.resolve(model, &objects_of_cycle, &documents, |model, document| {
                objects_of(model, document, ranges.get(&document))
            });
        let visits = documents.into_iter().zip(visits).zip(problems_of_references);
        for ((document, (node, format, mut diagnostics)), problems) in visits {
            diagnostics.append(problems);
            // `LoadedDocument` owns its model, so the shared model is moved into it for the visit.
            let empty_model = Model::new(Arc::clone(self.model.metamodel()));
            let model = std::mem::replace(&mut self.model, empty_model);
            let loaded = LoadedDocument { model, document, format, diagnostics };
            visitor.visit(&self.uris[node], &loaded);
            self.model = loaded.model;
        }
    }
}

/// The objects at the given positions that belong to a document.
fn objects_of(model: &Model, document: DocumentId, positions: Option<&Range<usize>>) -> Vec<ObjectId> {
    let mut addresses = Addresses::new(model);
    let objects = model.objects_at(positions.cloned().unwrap_or_default());
    objects
        .filter(|object| model.has_values(*object))
        .filter(|object| addresses.document_of(*object) == Some(document))
        .collect()
}
