//! The parts of a document that typed values cannot represent: `xmi:id`s, and proxies in containments and containers.
//!
//! Invariant: each part is stored by path, and restored to the object that is at the path when the document
//! is written; a part whose path no longer exists is dropped. This module does not know typed values.

use super::description::find_class;
use crate::ecore::{ClassId, FeatureId, Metamodel};
use crate::model::load::Loader;
use crate::model::{Addresses, DocumentId, Extent, Model, ObjectId, Resolver};

/// The preserved parts of a document, in document order.
#[derive(Debug, Clone, Default)]
pub(super) struct PreservedContent {
    /// Paths, each with the `xmi:id` of its object.
    ids: Vec<(String, String)>,
    /// The proxies in containments, and those that are containers.
    proxies: Vec<ProxyEntry>,
    /// The size of the document when it was read, as an estimate of its size when it is written.
    extent: Extent,
}

/// A proxy for an object of another document, in a containment or as the container.
#[derive(Debug, Clone)]
struct ProxyEntry {
    /// The path of the object that refers to the proxy.
    path: String,
    /// The name of the referring feature.
    feature: String,
    /// The position of the proxy among the values of the feature.
    position: usize,
    /// The URI or name of the package of the proxy's class, and the name of the class.
    class: (String, String),
    /// The URI of the object in the other document.
    uri: String,
}

impl PreservedContent {
    /// Collects the parts of a document to preserve.
    pub(super) fn collect(model: &Model, document: DocumentId) -> Self {
        let mut preserved = Self { extent: model.extent(), ..Self::default() };
        // Most documents contain nothing to preserve, so the walk, which computes addresses, is skipped.
        if !model.objects().any(|object| {
            model.is_proxy(object)
                || model.xmi_id(object).is_some()
                || model.document_of(object) != Some(document)
        }) {
            return preserved;
        }
        let mut addresses = Addresses::new(model);
        // The order is reversed, because the last object on the stack is visited first.
        let mut stack: Vec<ObjectId> = model.document(document).roots().iter().rev().copied().collect();
        while let Some(object) = stack.pop() {
            if let Some(id) = model.xmi_id(object) {
                preserved.ids.push((path(&mut addresses, object), id.to_owned()));
            }
            // The contents of a proxy are not preserved.
            if model.is_proxy(object) {
                continue;
            }
            for ExternalPart { feature, position, target } in external_parts(model, document, object) {
                preserved.proxies.push(ProxyEntry {
                    path: path(&mut addresses, object),
                    feature: model.metamodel()[feature].name().to_owned(),
                    position,
                    class: class_name(model.metamodel(), model.class(target)),
                    uri: uri(model, &mut addresses, target),
                });
            }
            let first_content = stack.len();
            stack.extend(model.contents(object));
            stack[first_content..].reverse();
        }
        preserved
    }

    /// The URI of the first proxy.
    pub(super) fn first_proxy(&self) -> Option<&str> {
        self.proxies.first().map(|entry| entry.uri.as_str())
    }

    /// Reserves memory for the document.
    pub(super) fn reserve(&self, loader: &mut Loader<'_, '_>) {
        loader.reserve(self.extent);
    }

    /// Adds the proxies at their positions. Called before references are resolved, because positions in paths
    /// include them.
    pub(super) fn restore_proxies(&self, loader: &mut Loader<'_, '_>) {
        for entry in &self.proxies {
            // Each proxy needs a new resolver, because every added proxy changes the targets of paths. All addresses
            // are paths, so the function for ids finds none.
            let (model, document) = (loader.model(), loader.document());
            let Some(object) = Resolver::default().resolve(model, document, &entry.path, &|_| None) else {
                continue;
            };
            let metamodel = model.metamodel();
            let table = metamodel.table(model.class(object));
            let (package, name) = &entry.class;
            let slot_and_class = table.slot_named(&entry.feature).zip(find_class(metamodel, package, name));
            let Some((slot, class)) = slot_and_class else { continue };
            let feature = table.all_features()[slot];
            let is_containment = metamodel[feature].is_containment();
            let proxy = loader.proxy(class, &entry.uri);
            if is_containment {
                loader.contain_at(object, (slot, feature), proxy, entry.position);
            } else {
                loader.refer_to(object, slot, feature, proxy);
            }
        }
    }

    /// Sets the `xmi:id`s of the objects at their paths.
    pub(super) fn restore_ids(&self, model: &mut Model, document: DocumentId) {
        // Ids do not change paths, so one resolver is used for all of them.
        let mut resolver = Resolver::default();
        for (path, id) in &self.ids {
            // The function for ids finds none, because the ids are not restored yet. All addresses are paths.
            if let Some(object) = resolver.resolve(model, document, path, &|_| None) {
                model.set_xmi_id(object, id);
            }
        }
    }
}

/// The path of an object in its document.
fn path(addresses: &mut Addresses<'_>, object: ObjectId) -> String {
    let mut path = String::new();
    addresses.write_path(object, &mut path);
    path
}

/// The URI of an object of another document.
fn uri(model: &Model, addresses: &mut Addresses<'_>, target: ObjectId) -> String {
    if let Some(uri) = model.proxy_uri(target) {
        return uri.to_owned();
    }
    let document = model.document_of(target).map_or("", |document| model.document(document).uri.as_str());
    let mut uri = format!("{document}#");
    addresses.write(target, &mut uri);
    uri
}

/// An object of another document that contains an object, or is contained in it.
struct ExternalPart {
    feature: FeatureId,
    /// The position among the values of the feature.
    position: usize,
    target: ObjectId,
}

/// The contents and the container of an object that are in other documents.
fn external_parts(model: &Model, document: DocumentId, object: ObjectId) -> Vec<ExternalPart> {
    let metamodel = model.metamodel();
    let mut parts = Vec::new();
    for feature in metamodel.table(model.class(object)).all_features() {
        // A container in the same document, which `Model::container` returns, need not be preserved, because the value
        // is stored in it.
        let is_container = metamodel.is_container(*feature) && model.container(object).is_none();
        if metamodel[*feature].is_containment() || is_container {
            let targets = model.list(object, *feature).objects().enumerate();
            let targets = targets.filter(|(_, target)| {
                model.is_proxy(*target) || (is_container && model.document_of(*target) != Some(document))
            });
            parts.extend(targets.map(|(position, target)| ExternalPart {
                feature: *feature,
                position,
                target,
            }));
        }
    }
    parts
}

/// The URI of a class's package, or its name if it has none, and the name of the class.
fn class_name(metamodel: &Metamodel, class: ClassId) -> (String, String) {
    let data = &metamodel[class];
    let package = &metamodel[data.package];
    (package.ns_uri.as_ref().unwrap_or(&package.name).clone(), data.name.clone())
}
