//! Reads the documents that proxies refer to, and resolves the proxies.
//!
//! Invariant: a proxy remains only if its target was not found, belongs to a known metamodel, or is contained in
//! another document, or if the reference does not resolve proxies.

use super::{Workspace, proxy_classes};
use crate::files::Files;
use crate::formats::Format;
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use modelwright_metamodel::ecore::{ClassId, FeatureId, Metamodel, builtin};
use modelwright_metamodel::input::DocumentText;
use modelwright_metamodel::model::{
    Addresses, Document, DocumentId, IdIndex, Model, ObjectId, Resolver, ecore, uri,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Range;
use std::sync::Arc;

impl Workspace {
    /// Reads the documents that proxies refer to, until there are no new ones, and resolves the proxies. Reports
    /// references in the main document whose targets have the wrong class.
    pub(crate) fn resolve_proxies(&self, model: &mut Model, main_document: DocumentId) -> Diagnostics {
        self.resolve_proxies_within(model, main_document, usize::MAX).unwrap_or_default()
    }

    /// Like [`Workspace::resolve_proxies`], but returns `None` and leaves the model incomplete if the other documents
    /// contain more than `max_other_objects` objects.
    pub(super) fn resolve_proxies_within(
        &self,
        model: &mut Model,
        main_document: DocumentId,
        max_other_objects: usize,
    ) -> Option<Diagnostics> {
        let mut tried_addresses: FxHashSet<String> =
            model.documents().map(|(_, document)| document.uri.clone()).collect();
        let count_before = model.object_count();
        let mut seen_count = 0;
        let mut ambiguities = Diagnostics::new();
        loop {
            // Only objects that the last round added can refer to new documents.
            let mut missing_documents = documents_of_proxies(model, seen_count..model.object_count());
            seen_count = model.object_count();
            missing_documents.retain(|document| !tried_addresses.contains(document));
            if missing_documents.is_empty() {
                break;
            }
            for document in missing_documents {
                // A type source read in this round may have included this document.
                if tried_addresses.contains(&document) {
                    continue;
                }
                let known_document_count = model.document_count();
                // All documents share one model, so that references between documents are ordinary references (Decision
                // 4).
                self.add_document(model, &document);
                ambiguities.extend(self.ambiguous_namespace(&document));
                if model.object_count() - count_before > max_other_objects {
                    return None;
                }
                tried_addresses.insert(document);
                // A type source is read together with the sources that it requires.
                tried_addresses.extend(
                    model.documents_from(known_document_count).map(|(_, document)| document.uri.clone()),
                );
            }
        }
        let mut problems = resolve_in_model(model, main_document);
        problems.append(ambiguities);
        Some(problems)
    }

    /// Adds a document that another refers to. If it cannot be read, references to it remain unresolved, which
    /// validation reports.
    fn add_document(&self, model: &mut Model, address: &str) {
        self.cache.documents.add_to(model, (address, &self.reading), &self.files, |files, model| {
            self.read_document(files, model, address);
        });
    }

    /// Reads a document at an address into a model; adds nothing if it cannot be read.
    fn read_document(&self, files: &dyn Files, model: &mut Model, address: &str) {
        // Problems show the document under its path, because the user has not named it.
        let Some(text) = self.text_of(files, address, None) else { return };
        read_into(model, text.format, (address, &text.text), self);
    }
}

/// Reads a document into a model.
pub(super) fn read_into(
    model: &mut Model,
    format: &Format,
    (uri, text): (&str, &DocumentText),
    workspace: &Workspace,
) -> (DocumentId, Diagnostics) {
    let first_object = model.object_count();
    let mut document = Document::new(uri);
    document.source = Some(Arc::clone(&text.source));
    if format.is_type_source {
        return read_type_source(model, document, &text.source, workspace);
    }
    let result = format.read(text, model, document, &workspace.reading);
    ecore::normalise(model, first_object);
    result
}

/// Reads a type source, and the sources that it requires, into a model; after errors, the document has no objects.
/// References to other documents remain proxies.
fn read_type_source(
    model: &mut Model,
    document: Document,
    source: &Arc<Source>,
    workspace: &Workspace,
) -> (DocumentId, Diagnostics) {
    let (source_model, source_document, problems) =
        workspace.for_metamodels().read_type_source(source, document.clone());
    let position = source_model.documents().position(|(id, _)| id == source_document);
    let document_count = model.document_count();
    let appended_document = match position {
        Some(position) if model.append(&source_model) => {
            model.documents_from(document_count + position).next().map(|(id, _)| id)
        }
        _ => None,
    };
    (appended_document.unwrap_or_else(|| model.add_document(document)), problems)
}

/// The text of a document that another refers to, and its format.
pub(super) struct ReferredText {
    pub(super) format: &'static Format,
    pub(super) text: DocumentText,
}

/// The addresses of the documents that the proxies at some positions refer to, sorted.
pub(super) fn documents_of_proxies(model: &Model, positions: Range<usize>) -> Vec<String> {
    let targets = model.proxies_at(positions).into_iter().map(|(_, target)| target);
    let mut documents: Vec<&str> = targets.map(|target| uri::split_fragment(target).0).collect();
    documents.sort_unstable();
    documents.dedup();
    documents.into_iter().map(str::to_owned).collect()
}

/// Resolves every proxy of a model.
fn resolve_in_model(model: &mut Model, main_document: DocumentId) -> Diagnostics {
    if !model.has_proxies() {
        return Diagnostics::new();
    }
    let mut resolution = Resolution::default();
    resolution.documents.extend(namespaces(model, main_document).map(|uri| (uri, main_document)));
    // Addresses are inserted after namespaces, because a document with an address takes precedence over a package with
    // the same URI.
    resolution.documents.extend(model.documents().map(|(id, document)| (document.uri.clone(), id)));
    let mut members = FxHashMap::default();
    let all_positions = 0..model.object_count();
    let mut problems = resolution.resolve(model, &[all_positions], &[main_document], |model, document| {
        // The members of a document are its objects. Those of all documents are computed in one pass, and only if a
        // proxy needs them.
        if members.is_empty() {
            members = by_document(model);
        }
        members.remove(&document).unwrap_or_default()
    });
    // The list has one element, because there is one main document.
    problems.pop().unwrap_or_default()
}

/// Resolves proxies to objects of documents, and keeps an index of each document.
#[derive(Debug, Default)]
pub(super) struct Resolution {
    /// Documents by the addresses in proxies.
    pub(super) documents: FxHashMap<String, DocumentId>,
    /// The objects with ids of each document, and the resolver of its fragments.
    look_ups: FxHashMap<DocumentId, (IdIndex, Resolver)>,
    /// The references that do not resolve proxies, by class; `None` until they are needed.
    unresolving: Option<FxHashMap<ClassId, Vec<FeatureId>>>,
}

impl Resolution {
    /// Replaces every proxy at the given positions whose document is known and contains its target; other objects must
    /// not refer to these proxies. Returns the problems of each main document: references to objects of the wrong
    /// class. `members` returns the objects of a document.
    pub(super) fn resolve(
        &mut self,
        model: &mut Model,
        positions: &[Range<usize>],
        main_documents: &[DocumentId],
        mut members: impl FnMut(&Model, DocumentId) -> Vec<ObjectId>,
    ) -> Vec<Diagnostics> {
        if !model.has_proxies() {
            return vec![Diagnostics::new(); main_documents.len()];
        }
        let mut targets: FxHashMap<ObjectId, ObjectId> = FxHashMap::default();
        let mut implied_proxies = Vec::new();
        let mut proxy_count = 0;
        for (proxy, target) in positions.iter().flat_map(|positions| model.proxies_at(positions.clone())) {
            proxy_count += 1;
            // An address without a fragment refers to a document, not to an object.
            let (address, Some(fragment)) = uri::split_fragment(target) else { continue };
            let Some(document) = self.documents.get(address).copied() else { continue };
            let (index, resolver) = self.look_ups.entry(document).or_insert_with(|| {
                (IdIndex::new(model, members(model, document).into_iter()), Resolver::default())
            });
            let by_id = |id: &str| index.find(model, id);
            if let Some(object) = resolver.resolve(model, document, fragment, &by_id) {
                targets.insert(proxy, object);
            } else if resolver.implying_type(model, document, fragment, &by_id).is_some() {
                implied_proxies.push(proxy);
            }
        }
        implied_proxies.into_iter().for_each(|proxy| model.set_implied(proxy));
        if proxy_count == 0 {
            return vec![Diagnostics::new(); main_documents.len()];
        }
        // Without targets, no object needs to be visited.
        if !targets.is_empty() {
            let remaining = self.non_resolving_proxies(model, positions);
            targets.retain(|proxy, _| !remaining.contains(proxy));
        }
        let diagnostics = main_documents
            .iter()
            .map(|document| proxy_classes::check(model, *document, &mut targets))
            .collect();
        // A contained proxy is not replaced but records its target, which is contained in another document.
        let (contained_proxies, targets): (FxHashMap<_, _>, FxHashMap<_, _>) =
            targets.into_iter().partition(|(proxy, _)| model.is_contained(*proxy));
        for (proxy, object) in contained_proxies {
            model.set_resolved_target(proxy, object);
        }
        if !targets.is_empty() {
            model.replace_proxies_at(positions, &targets);
        }
        diagnostics
    }

    /// The proxies in references that do not resolve proxies. A reference with an opposite is excluded if its target is
    /// in the same document, because the opposite resolves it.
    fn non_resolving_proxies(&mut self, model: &Model, positions: &[Range<usize>]) -> FxHashSet<ObjectId> {
        let classes = self.unresolving.get_or_insert_with(|| unresolving_references(model.metamodel()));
        let mut proxies = FxHashSet::default();
        if classes.is_empty() {
            return proxies;
        }
        let objects = positions.iter().flat_map(|positions| model.objects_at(positions.clone()));
        for object in objects.filter(|object| model.has_values(*object)) {
            for feature in classes.get(&model.class(object)).into_iter().flatten() {
                let has_opposite = model.metamodel()[*feature].opposite().is_some();
                let targets = model.list(object, *feature).objects().filter(|target| model.is_proxy(*target));
                proxies.extend(
                    targets.filter(|target| !has_opposite || !refers_to_document_of(model, *target, object)),
                );
            }
        }
        proxies
    }
}

/// Whether the target of a proxy is in the document of an object.
fn refers_to_document_of(model: &Model, proxy: ObjectId, object: ObjectId) -> bool {
    let document = model.document_of(object).map(|id| model.document(id).uri.as_str());
    document == model.proxy_uri(proxy).map(|target| uri::split_fragment(target).0)
}

/// The references that do not resolve proxies, by class; classes without such references are left out.
fn unresolving_references(metamodel: &Metamodel) -> FxHashMap<ClassId, Vec<FeatureId>> {
    let mut classes = FxHashMap::default();
    for (class, _) in metamodel.classes() {
        let features = metamodel.table(class).all_features().iter().copied();
        let features: Vec<_> = features.filter(|feature| keeps_proxies(metamodel, *feature)).collect();
        if !features.is_empty() {
            classes.insert(class, features);
        }
    }
    classes
}

/// Whether a feature is a stored reference that does not resolve proxies.
fn keeps_proxies(metamodel: &Metamodel, feature: FeatureId) -> bool {
    let data = &metamodel[feature];
    let is_stored_reference =
        data.is_reference() && !data.is_containment() && !metamodel.is_container(feature);
    is_stored_reference && !data.derived && !data.resolves_proxies()
}

/// Groups the objects by document, in one pass, because there may be many documents.
pub(super) fn by_document(model: &Model) -> FxHashMap<DocumentId, Vec<ObjectId>> {
    let mut addresses = Addresses::new(model);
    let mut members: FxHashMap<DocumentId, Vec<ObjectId>> = FxHashMap::default();
    for object in model.objects().filter(|object| model.has_values(*object)) {
        if let Some(document) = addresses.document_of(object) {
            members.entry(document).or_default().push(object);
        }
    }
    members
}

/// The namespace URIs of the packages in a document. A reference to such a URI refers to the document.
pub(super) fn namespaces(model: &Model, document: DocumentId) -> impl Iterator<Item = String> + '_ {
    let roots = model.document(document).roots().iter().copied();
    let packages = roots.flat_map(|root| std::iter::once(root).chain(model.all_contents(root)));
    let packages =
        packages.filter(|object| model.class(*object) == builtin::EPACKAGE && !model.is_proxy(*object));
    packages.filter_map(|package| model.get_named(package, "nsURI").text().map(str::to_owned))
}
