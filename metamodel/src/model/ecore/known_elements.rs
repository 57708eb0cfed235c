//! Resolves URIs in a metamodel that is already known, for proxies whose targets need no document.

use super::paths::{self, KnownElement};
use crate::ecore::builtin;
use crate::ecore::{ClassId, Classifier, Element, Metamodel, PackageId};
use crate::model::{Model, ObjectId};

/// The classifier in a metamodel that a URI such as `http://…/Ecore#//EString` refers to.
pub(super) fn classifier_by_uri(metamodel: &Metamodel, uri: &str) -> Option<Classifier> {
    let (_, element) = element_by_uri(metamodel, uri)?;
    match element {
        KnownElement::Element(Element::Class(id)) => Some(Classifier::Class(id)),
        KnownElement::Element(Element::DataType(id)) => Some(Classifier::DataType(id)),
        _ => None,
    }
}

/// The package whose namespace a URI starts with, and the element that its fragment refers to.
fn element_by_uri<'m>(metamodel: &'m Metamodel, uri: &str) -> Option<(PackageId, KnownElement<'m>)> {
    let (namespace, fragment) = uri.split_once('#')?;
    let root = metamodel.package_by_uri(namespace)?;
    Some((root, paths::find(metamodel, root, fragment)?))
}

impl Model {
    /// Whether a proxy's target is an element of a metamodel, or a generic type that an element of a document
    /// implies.
    #[must_use]
    pub fn is_known(&self, proxy: ObjectId, metamodel: &Metamodel) -> bool {
        self.is_implied(proxy)
            || self.proxy_uri(proxy).is_some_and(|uri| element_by_uri(metamodel, uri).is_some())
    }

    /// The class of a proxy's target, if the target is an element of this model's metamodel, or a generic
    /// type that an element of a document implies.
    #[must_use]
    pub fn known_class(&self, proxy: ObjectId) -> Option<ClassId> {
        if self.is_implied(proxy) {
            return Some(builtin::EGENERIC_TYPE);
        }
        let (_, element) = element_by_uri(self.metamodel(), self.proxy_uri(proxy)?)?;
        Some(element.class(self.metamodel()))
    }

    /// The address of a proxy's target in the document that it was read from, if it belongs to a package of the
    /// metamodel that was read from a document.
    #[must_use]
    pub fn known_location(&self, proxy: ObjectId) -> Option<String> {
        let uri = self.proxy_uri(proxy)?;
        let (package, _) = element_by_uri(self.metamodel(), uri)?;
        let location = self.metamodel()[package].location.as_deref()?;
        let document = location.split_once('#').map_or(location, |(document, _)| document);
        let (_, fragment) = uri.split_once('#')?;
        Some(format!("{document}#{fragment}"))
    }
}
