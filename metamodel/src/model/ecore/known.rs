//! What URIs name in a metamodel that is known already: the targets of proxies that need no document.

use crate::ecore::builtin as b;
use crate::ecore::{ClassId, Classifier, Element, Metamodel, PackageId};
use crate::model::{Model, ObjectId};

/// The classifier that a URI such as `http://…/Ecore#//EString` names in a metamodel.
pub(super) fn by_uri(metamodel: &Metamodel, uri: &str) -> Option<Classifier> {
    match element_by_uri(metamodel, uri)?.1 {
        Element::Class(id) => Some(Classifier::Class(id)),
        Element::DataType(id) => Some(Classifier::DataType(id)),
        _ => None,
    }
}

/// The package whose namespace a URI starts with, and the element that its fragment leads to.
fn element_by_uri(metamodel: &Metamodel, uri: &str) -> Option<(PackageId, Element)> {
    let (namespace, fragment) = uri.split_once('#')?;
    let root = metamodel.package_by_uri(namespace)?;
    let mut at = Element::Package(root);
    let mut segments = fragment.strip_prefix('/')?.split('/');
    segments.next().filter(|first| matches!(*first, "" | "0"))?;
    for segment in segments {
        // The first of its name may say so.
        let segment = segment.strip_suffix(".0").unwrap_or(segment);
        at = match at {
            Element::Package(package) => match metamodel.classifier(package, segment) {
                Some(classifier) => classifier.into(),
                None => {
                    let subpackages = &metamodel[package].subpackages;
                    Element::Package(*subpackages.iter().find(|sub| metamodel[**sub].name == segment)?)
                }
            },
            Element::Class(class) => {
                let own = &metamodel[class].features;
                Element::Feature(*own.iter().find(|feature| metamodel[**feature].name() == segment)?)
            }
            Element::DataType(id) => {
                let literals = metamodel[id].enum_literals();
                Element::EnumLiteral(id, literals.iter().position(|literal| literal.name == segment)?)
            }
            _ => return None,
        };
    }
    Some((root, at))
}

impl Model {
    /// Whether a proxy's target is an element of a metamodel.
    #[must_use]
    pub fn is_known(&self, proxy: ObjectId, metamodel: &Metamodel) -> bool {
        self.proxy_uri(proxy).is_some_and(|uri| element_by_uri(metamodel, uri).is_some())
    }

    /// The class of a proxy's target, where that is an element of this model's metamodel.
    #[must_use]
    pub fn known_class(&self, proxy: ObjectId) -> Option<ClassId> {
        let (_, element) = element_by_uri(self.metamodel(), self.proxy_uri(proxy)?)?;
        Some(match element {
            Element::Package(_) => b::EPACKAGE,
            Element::Class(_) => b::ECLASS,
            Element::DataType(id) if self.metamodel()[id].literals.is_some() => b::EENUM,
            Element::DataType(_) => b::EDATA_TYPE,
            Element::EnumLiteral(..) => b::EENUM_LITERAL,
            Element::Feature(id) if self.metamodel()[id].is_reference() => b::EREFERENCE,
            Element::Feature(_) => b::EATTRIBUTE,
            _ => return None,
        })
    }

    /// Where a proxy's target was read from: an address to refer to it by, if it
    /// belongs to a package of the metamodel that came from a document.
    #[must_use]
    pub fn known_location(&self, proxy: ObjectId) -> Option<String> {
        let uri = self.proxy_uri(proxy)?;
        let (package, _) = element_by_uri(self.metamodel(), uri)?;
        let location = self.metamodel()[package].location.as_deref()?;
        let document = location.split_once('#').map_or(location, |(document, _)| document);
        Some(format!("{document}#{}", uri.split_once('#')?.1))
    }
}
