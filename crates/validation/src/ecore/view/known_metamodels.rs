//! The known metamodels as models, for rules that look up their elements.
//!
//! Invariant: every such model begins with Ecore, so an id of an element of Ecore is valid in all of them.

use crate::model::{Model, ObjectId, ecore, uri};
use modelwright_metamodel::ecore::{Metamodel, builtin, features};
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// The model of the known metamodels. If a document refers only to Ecore, as most do, a shared model is used.
#[derive(Debug)]
pub(super) enum KnownMetamodels {
    /// The shared model of Ecore.
    Ecore(&'static Model),
    /// A model of Ecore and other metamodels.
    More(Box<Model>),
}

impl KnownMetamodels {
    /// The metamodels that the proxies of a model need.
    pub(super) fn new(model: &Model, metamodel: &Metamodel) -> Self {
        let is_known = |namespace: &str| metamodel.package_by_uri(namespace).is_some();
        let needs_only_ecore = model.proxies().all(|(_, address)| {
            let (namespace, _) = uri::split_fragment(address);
            namespace == builtin::NS_URI || !is_known(namespace)
        });
        // The metamodels for XML Schema are included if they are known, because annotations refer to their types by
        // name, without a proxy.
        if needs_only_ecore && !builtin::OPTIONAL_URIS.iter().any(|uri| is_known(uri)) {
            return KnownMetamodels::Ecore(Self::ecore());
        }
        let roots = metamodel.packages().filter(|(_, package)| package.parent.is_none());
        let packages: Vec<_> = roots.map(|(id, _)| id).collect();
        let (model, _) = ecore::to_model(metamodel, &packages, builtin::NS_URI);
        KnownMetamodels::More(Box::new(model))
    }

    /// The shared model of Ecore.
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

/// The packages in a model.
pub(super) fn packages_of(model: &Model) -> impl Iterator<Item = ObjectId> + '_ {
    model.objects().filter(|o| model.class(*o) == builtin::EPACKAGE && !model.is_proxy(*o))
}

/// The packages of a model by namespace URI. If several have the same URI, the first one is used.
pub(super) fn packages_by_uri(model: &Model) -> FxHashMap<&str, ObjectId> {
    let mut packages = FxHashMap::default();
    for object in packages_of(model) {
        if let Some(uri) = model.get(object, features::EPACKAGE_NS_URI).text() {
            packages.entry(uri).or_insert(object);
        }
    }
    packages
}

/// The element to which a fragment such as `//Class/feature` refers, relative to a package.
pub(super) fn find_by_path(model: &Model, package: ObjectId, fragment: &str) -> Option<ObjectId> {
    let mut element = package;
    let mut segments = fragment.strip_prefix('/')?.split('/');
    // Both `//Class` and `/0/Class` start at the first root.
    if !matches!(segments.next(), Some("" | "0")) {
        return None;
    }
    for segment in segments {
        element = model
            .contents(element)
            .find(|child| model.get(*child, features::ENAMED_ELEMENT_NAME).text() == Some(segment))?;
    }
    Some(element)
}
