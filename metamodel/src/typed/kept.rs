//! What documents say that values have no place for: `xmi:id`s, and stand-ins for objects of other documents that
//! contain or are contained.
//!
//! Invariant: all of it is kept by place, so that it is that of whatever stands there when the document is written;
//! what is said of a place that is no longer there is left out.

use super::description::class_named;
use crate::ecore::{ClassId, FeatureId, Metamodel};
use crate::model::load::Loader;
use crate::model::{Addresses, DocumentId, Extent, Model, ObjectId, Resolver};

/// What is kept of a document, in its order.
#[derive(Debug, Clone, Default)]
pub(super) struct Kept {
    /// Paths, and the `xmi:id` of what stands there.
    ids: Vec<(String, String)>,
    stand_ins: Vec<StandIn>,
    /// How large the document was, and so will be, unless very much was changed.
    extent: Extent,
}

/// What stands for an object of another document, in a containment or as the container.
#[derive(Debug, Clone)]
struct StandIn {
    /// The path of what has it.
    path: String,
    feature: String,
    /// Where it is in a list.
    position: usize,
    /// The class, by its package's URI or name, and its name.
    class: (String, String),
    uri: String,
}

impl Kept {
    pub(super) fn of(model: &Model, document: DocumentId) -> Self {
        let mut kept = Self { extent: model.extent(), ..Self::default() };
        let is_kept = |object| {
            model.is_proxy(object)
                || model.xmi_id(object).is_some()
                || model.document_of(object) != Some(document)
        };
        if !model.objects().any(is_kept) {
            return kept;
        }
        let mut addresses = Addresses::new(model);
        let mut open: Vec<ObjectId> = model.document(document).roots().iter().rev().copied().collect();
        while let Some(object) = open.pop() {
            if let Some(id) = model.xmi_id(object) {
                kept.ids.push((path(&mut addresses, object), id.to_owned()));
            }
            if model.is_proxy(object) {
                continue;
            }
            for (feature, position, target) in elsewhere(model, document, object) {
                kept.stand_ins.push(StandIn {
                    path: path(&mut addresses, object),
                    feature: model.metamodel()[feature].name().to_owned(),
                    position,
                    class: class_name(model.metamodel(), model.class(target)),
                    uri: uri(model, &mut addresses, target),
                });
            }
            let contents = open.len();
            open.extend(model.contents(object));
            open[contents..].reverse();
        }
        kept
    }

    /// The address of the first object of another document that contains something here, or is contained.
    pub(super) fn elsewhere(&self) -> Option<&str> {
        self.stand_ins.first().map(|stand_in| stand_in.uri.as_str())
    }

    /// Makes room for the document.
    pub(super) fn make_room(&self, loader: &mut Loader<'_, '_>) {
        loader.make_room(self.extent);
    }

    /// Puts the stand-ins where they were, before references are resolved, which count them.
    pub(super) fn put_stand_ins(&self, loader: &mut Loader<'_, '_>) {
        for stand_in in &self.stand_ins {
            // What is put in changes what paths lead to, so that nothing is remembered of the last one.
            let (model, document) = (loader.model(), loader.document());
            let Some(object) = Resolver::default().resolve(model, document, &stand_in.path, &|_| None) else {
                continue;
            };
            let metamodel = model.metamodel();
            let table = metamodel.table(model.class(object));
            let (package, name) = &stand_in.class;
            let found = table.slot_named(&stand_in.feature).zip(class_named(metamodel, package, name));
            let Some((slot, class)) = found else { continue };
            let feature = table.all_features()[slot];
            let is_containment = metamodel[feature].is_containment();
            let proxy = loader.proxy(class, &stand_in.uri);
            if is_containment {
                loader.contain_at(object, (slot, feature), proxy, stand_in.position);
            } else {
                loader.refer_to(object, slot, feature, proxy);
            }
        }
    }

    /// Gives what stands where they were its `xmi:id`s.
    pub(super) fn put_ids(&self, model: &mut Model, document: DocumentId) {
        let mut resolver = Resolver::default();
        for (path, id) in &self.ids {
            if let Some(object) = resolver.resolve(model, document, path, &|_| None) {
                model.set_xmi_id(object, id);
            }
        }
    }
}

fn path(addresses: &mut Addresses<'_>, object: ObjectId) -> String {
    let mut path = String::new();
    addresses.write_path(object, &mut path);
    path
}

/// The address of an object of another document.
fn uri(model: &Model, addresses: &mut Addresses<'_>, target: ObjectId) -> String {
    if let Some(uri) = model.proxy_uri(target) {
        return uri.to_owned();
    }
    let document = model.document_of(target).map_or("", |document| model.document(document).uri.as_str());
    let mut uri = format!("{document}#");
    addresses.write(target, &mut uri);
    uri
}

/// The objects of other documents among what an object contains, and its container there, each with its feature and
/// position.
fn elsewhere(model: &Model, document: DocumentId, object: ObjectId) -> Vec<(FeatureId, usize, ObjectId)> {
    let metamodel = model.metamodel();
    let mut found = Vec::new();
    for feature in metamodel.table(model.class(object)).all_features() {
        let is_container = metamodel.is_container(*feature) && model.container(object).is_none();
        if metamodel[*feature].is_containment() || is_container {
            let is_elsewhere = |target| {
                model.is_proxy(target) || (is_container && model.document_of(target) != Some(document))
            };
            let targets = model.list(object, *feature).objects().enumerate();
            let targets = targets.filter(|(_, target)| is_elsewhere(*target));
            found.extend(targets.map(|(position, target)| (*feature, position, target)));
        }
    }
    found
}

fn class_name(metamodel: &Metamodel, class: ClassId) -> (String, String) {
    let data = &metamodel[class];
    let package = &metamodel[data.package];
    (package.ns_uri.as_ref().unwrap_or(&package.name).clone(), data.name.clone())
}
