//! Resolves proxies: the documents that they refer to are read too.
//!
//! Invariant: a proxy that is left refers to an object that was not found, that belongs to a known metamodel, or that
//! is contained in another document.

use super::{Workspace, proxy_classes};
use crate::files::{Files, display_path, read_ordinary_file};
use crate::formats;
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::ecore::{ClassId, FeatureId, builtin};
use modelwright_metamodel::model::{
    Addresses, Document, DocumentId, IdIndex, Model, ObjectId, Resolver, ecore, uri,
};
use rustc_hash::{FxHashMap, FxHashSet};

impl Workspace {
    /// Reads the documents that proxies refer to, until none is new, and resolves the proxies. Reports those of the main
    /// document whose targets are of the wrong class.
    pub(crate) fn resolve_proxies(&self, model: &mut Model, main: DocumentId) -> Diagnostics {
        let mut tried: FxHashSet<String> = model.documents().map(|(_, d)| d.uri.clone()).collect();
        loop {
            let mut missing: Vec<String> = model
                .proxies()
                .map(|(_, target)| uri::split_fragment(target).0.to_owned())
                .filter(|document| !tried.contains(document))
                .collect();
            missing.sort_unstable();
            missing.dedup();
            if missing.is_empty() {
                break;
            }
            for document in missing {
                self.add_document(model, &document);
                tried.insert(document);
            }
        }
        resolve_in_model(model, main)
    }

    /// Adds a document that another refers to. If it cannot be read, the references to it stay unresolved, which is
    /// reported where it matters.
    fn add_document(&self, model: &mut Model, address: &str) {
        self.cache.documents.add_to(model, (address, &self.reading), &self.files, |files, model| {
            self.read_document(files, model, address);
        });
    }

    fn read_document(&self, files: &dyn Files, model: &mut Model, address: &str) {
        let Some(path) = self.path_of(address) else { return };
        let Ok(bytes) = read_ordinary_file(files, &path, &self.reading.limits) else { return };
        let Some(format) = formats::by_path(&path).or_else(|| formats::by_content(&bytes)) else {
            return;
        };
        // What an importer reads has no objects that others can refer to.
        if !format.is_read() {
            return;
        }
        let Ok(text) = format.decode(&display_path(&path), bytes, &self.reading.limits) else { return };
        let first = model.object_count();
        let mut document = Document::new(address);
        document.source = Some(std::sync::Arc::clone(&text.source));
        format.read(&text, model, document, &self.reading);
        ecore::normalise(model, first);
    }
}

/// Replaces every proxy whose document is in the model and has its target.
fn resolve_in_model(model: &mut Model, main: DocumentId) -> Diagnostics {
    let mut documents: FxHashMap<String, DocumentId> =
        namespaces(model, main).map(|uri| (uri, main)).collect();
    documents.extend(model.documents().map(|(id, d)| (d.uri.clone(), id)));
    let mut look_ups: FxHashMap<DocumentId, (IdIndex, Resolver)> = FxHashMap::default();
    let mut members = FxHashMap::default();
    let mut found: FxHashMap<ObjectId, ObjectId> = FxHashMap::default();
    let mut implied = Vec::new();
    let proxies: Vec<(ObjectId, String)> = model.proxies().map(|(p, t)| (p, t.to_owned())).collect();
    for (proxy, target) in &proxies {
        // Without a fragment, it refers to a document, not to an object.
        let (address, Some(fragment)) = uri::split_fragment(target) else { continue };
        let Some(document) = documents.get(address).copied() else { continue };
        let (index, resolver) = look_ups.entry(document).or_insert_with(|| {
            if members.is_empty() {
                members = by_document(model);
            }
            let objects = members.get(&document).map_or(&[][..], Vec::as_slice);
            (IdIndex::new(model, objects.iter().copied()), Resolver::default())
        });
        let by_id = |id: &str| index.find(model, id);
        if let Some(object) = resolver.resolve(model, document, fragment, &by_id) {
            found.insert(*proxy, object);
        } else if resolver.is_implied(model, document, fragment, &by_id) {
            implied.push(*proxy);
        }
    }
    implied.into_iter().for_each(|proxy| model.set_implied(proxy));
    if proxies.is_empty() {
        return Diagnostics::new();
    }
    let left = non_resolving_proxies(model);
    found.retain(|proxy, _| !left.contains(proxy));
    let diagnostics = proxy_classes::check(model, main, &mut found);
    let (contained, found): (FxHashMap<_, _>, FxHashMap<_, _>) =
        found.into_iter().partition(|(proxy, _)| model.is_contained(*proxy));
    for (proxy, object) in contained {
        model.set_resolved_target(proxy, object);
    }
    if !found.is_empty() {
        model.replace_proxies(&found);
    }
    diagnostics
}

/// The proxies in references that do not resolve proxies. One within the document that has an opposite is not among
/// them: the other end resolves it.
fn non_resolving_proxies(model: &Model) -> FxHashSet<ObjectId> {
    let metamodel = model.metamodel();
    let keeps = |feature: &FeatureId| {
        let data = &metamodel[*feature];
        let stored = data.is_reference() && !data.is_containment() && !metamodel.is_container(*feature);
        stored && !data.derived && !data.resolves_proxies()
    };
    let features = |class| metamodel.table(class).all_features().iter().copied().filter(keeps).collect();
    let classes = metamodel.classes().map(|(class, _)| (class, features(class)));
    let classes: FxHashMap<ClassId, Vec<FeatureId>> =
        classes.filter(|(_, features): &(_, Vec<_>)| !features.is_empty()).collect();
    let mut left = FxHashSet::default();
    for object in model.objects().filter(|object| model.has_values(*object)) {
        for feature in classes.get(&model.class(object)).into_iter().flatten() {
            let paired = metamodel[*feature].opposite().is_some();
            let is_here = |proxy: ObjectId| {
                let document = model.document_of(object).map(|id| model.document(id).uri.as_str());
                document == model.proxy_uri(proxy).map(|target| uri::split_fragment(target).0)
            };
            let targets = model.list(object, *feature).objects().filter(|target| model.is_proxy(*target));
            left.extend(targets.filter(|target| !paired || !is_here(*target)));
        }
    }
    left
}

/// The objects of every document, in one pass: there may be many documents.
fn by_document(model: &Model) -> FxHashMap<DocumentId, Vec<ObjectId>> {
    let mut addresses = Addresses::new(model);
    let mut members: FxHashMap<DocumentId, Vec<ObjectId>> = FxHashMap::default();
    for object in model.objects().filter(|object| model.has_values(*object)) {
        if let Some(document) = addresses.document_of(object) {
            members.entry(document).or_default().push(object);
        }
    }
    members
}

/// The namespace URIs of the packages in a document: a reference to one of them is to the document.
fn namespaces(model: &Model, document: DocumentId) -> impl Iterator<Item = String> + '_ {
    let roots = model.document(document).roots().iter().copied();
    let packages = roots.flat_map(|root| std::iter::once(root).chain(model.all_contents(root)));
    let packages =
        packages.filter(|object| model.class(*object) == builtin::EPACKAGE && !model.is_proxy(*object));
    packages.filter_map(|package| model.get_named(package, "nsURI").text().map(str::to_owned))
}
