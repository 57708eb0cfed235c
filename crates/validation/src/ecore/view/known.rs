//! The known metamodels as models, for rules that look up their elements.
//!
//! Invariant: every such model begins with Ecore, so an id of an element of Ecore is valid in all of them.

use super::f;
use crate::model::{Model, ObjectId, ecore, uri};
use modelwright_metamodel::ecore::Metamodel;
use modelwright_metamodel::ecore::builtin as b;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// The models of the known metamodels. If only Ecore is known, which is usual, a shared model is used.
#[derive(Debug)]
pub(super) enum KnownMetamodels {
    Ecore(&'static Model),
    More(Box<Model>),
}

impl KnownMetamodels {
    pub(super) fn new(model: &Model, metamodel: &Metamodel) -> Self {
        let is_known = |namespace: &str| metamodel.package_by_uri(namespace).is_some();
        let ecore_only = model.proxies().all(|(_, address)| {
            let namespace = uri::split_fragment(address).0;
            namespace == b::NS_URI || !is_known(namespace)
        });
        // Annotations refer to types of XML Schema by name only, so these metamodels must be included as well.
        if ecore_only && !b::OPTIONAL_URIS.iter().any(|uri| is_known(uri)) {
            return KnownMetamodels::Ecore(Self::ecore());
        }
        let roots = metamodel.packages().filter(|(_, package)| package.parent.is_none());
        let packages: Vec<_> = roots.map(|(id, _)| id).collect();
        KnownMetamodels::More(Box::new(ecore::to_model(metamodel, &packages, b::NS_URI).0))
    }

    pub(super) fn ecore() -> &'static Model {
        static ECORE: OnceLock<Model> = OnceLock::new();
        ECORE.get_or_init(|| ecore::ecore_model().0)
    }

    pub(super) fn model(&self) -> &Model {
        match self {
            KnownMetamodels::Ecore(model) => model,
            KnownMetamodels::More(model) => model,
        }
    }
}

pub(super) fn packages_of(model: &Model) -> impl Iterator<Item = ObjectId> + '_ {
    model.objects().filter(|o| model.class(*o) == b::EPACKAGE && !model.is_proxy(*o))
}

/// The packages of a model by namespace URI; if several have the same URI, the first one.
pub(super) fn packages_by_uri(model: &Model) -> FxHashMap<&str, ObjectId> {
    let mut found = FxHashMap::default();
    for object in packages_of(model) {
        if let Some(uri) = model.get(object, f().ns_uri).text() {
            found.entry(uri).or_insert(object);
        }
    }
    found
}

/// The element to which a fragment such as `//Class/feature` refers, relative to a package.
pub(super) fn walk(model: &Model, package: ObjectId, fragment: &str) -> Option<ObjectId> {
    let mut at = package;
    let mut segments = fragment.strip_prefix('/')?.split('/');
    // `//Class` and `/0/Class` are both spellings for the first root.
    segments.next().filter(|root| matches!(*root, "" | "0"))?;
    for segment in segments {
        at = model.contents(at).find(|child| model.get(*child, f().name).text() == Some(segment))?;
    }
    Some(at)
}
