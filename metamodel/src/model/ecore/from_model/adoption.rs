//! Reuses packages that the base already contains, because their document was read before, as a metamodel itself, or as
//! one to which another metamodel refers.
//!
//! Invariant: the packages of a document exist once, regardless of the order in which documents are read, so
//! that all features that refer to a class accept the same objects.

use super::Reader;
use crate::ecore::builtin;
use crate::ecore::{ClassId, Classifier, Element, Metamodel, PackageId, TypeParameterId};
use crate::model::ObjectId;
use rustc_hash::FxHashMap;

/// The top-level packages of a metamodel, by their source documents.
pub(super) fn packages_by_document(base: &Metamodel) -> FxHashMap<&str, PackageId> {
    let sources = base.roots().filter_map(|package| Some((base[package].source.as_deref()?, package)));
    // As in a registry, the last package takes precedence.
    sources.collect()
}

impl Reader<'_> {
    /// Maps the object of a package, and its contents, to the elements of the base, which are in the same order.
    pub(super) fn adopt(&mut self, root: ObjectId, package: PackageId) {
        let mut stack = vec![(root, package)];
        while let Some((object, package)) = stack.pop() {
            self.elements.insert(object, Element::Package(package));
            let classifiers = self.children(object, "eClassifiers").into_iter();
            // Objects of other classes are omitted, because the package has no elements for them.
            let classifiers = classifiers.filter(|child| self.is_classifier(*child)).collect::<Vec<_>>();
            let base = self.base;
            for (child, classifier) in classifiers.into_iter().zip(&base[package].classifiers) {
                self.adopt_classifier(child, *classifier);
            }
            let subpackages = self.children(object, "eSubpackages").into_iter();
            stack.extend(subpackages.zip(base[package].subpackages.iter().copied()));
        }
    }

    /// The built-in package of which a root is a copy: both have the same namespace URI.
    pub(super) fn built_in(&self, root: ObjectId) -> Option<PackageId> {
        let package = self.base.package_by_uri(&self.text(root, "nsURI")?)?;
        self.base.is_built_in(package).then_some(package)
    }

    /// Assigns the elements of a built-in package to the objects of a copy, which may lack some, by their names.
    pub(super) fn adopt_copy(&mut self, root: ObjectId, package: PackageId) {
        self.elements.insert(root, Element::Package(package));
        let base = self.base;
        for child in self.children(root, "eClassifiers") {
            let Some(classifier) = base.classifier(package, &self.name(child)) else { continue };
            self.classifiers.insert(child, classifier);
            self.elements.insert(child, classifier.into());
            let Classifier::Class(class) = classifier else { continue };
            for feature in self.children(child, "eStructuralFeatures") {
                if let Some(base_feature) = base.feature(class, &self.name(feature)) {
                    self.features.insert(feature, base_feature);
                    self.elements.insert(feature, Element::Feature(base_feature));
                }
            }
        }
    }

    /// Whether an object is of one of the classes that represent classifiers.
    fn is_classifier(&self, object: ObjectId) -> bool {
        matches!(self.model.class(object), builtin::ECLASS | builtin::EENUM | builtin::EDATA_TYPE)
    }

    /// Maps the object of a classifier, and its contents, to the elements of the base.
    fn adopt_classifier(&mut self, object: ObjectId, classifier: Classifier) {
        let base = self.base;
        self.classifiers.insert(object, classifier);
        self.elements.insert(object, classifier.into());
        match classifier {
            Classifier::Class(class) => {
                self.adopt_parameters(object, &base[class].type_parameters);
                self.adopt_members(object, class);
            }
            Classifier::DataType(data_type) => {
                self.adopt_parameters(object, &base[data_type].type_parameters);
                for (position, literal) in self.children(object, "eLiterals").into_iter().enumerate() {
                    self.elements.insert(literal, Element::EnumLiteral(data_type, position));
                }
            }
        }
    }

    /// Maps the features and operations of a class to those of the base.
    fn adopt_members(&mut self, object: ObjectId, class: ClassId) {
        let base = self.base;
        let features = self.children(object, "eStructuralFeatures").into_iter();
        for (child, feature) in features.zip(&base[class].features) {
            self.features.insert(child, *feature);
            self.elements.insert(child, Element::Feature(*feature));
        }
        let operations = self.children(object, "eOperations").into_iter();
        for (child, operation) in operations.zip(&base[class].operations) {
            self.elements.insert(child, Element::Operation(*operation));
            self.adopt_parameters(child, &base[*operation].type_parameters);
            for (position, parameter) in self.children(child, "eParameters").into_iter().enumerate() {
                self.elements.insert(parameter, Element::Parameter(*operation, position));
            }
        }
    }

    /// Maps the type parameters of an element to those of the base.
    fn adopt_parameters(&mut self, object: ObjectId, base_parameters: &[TypeParameterId]) {
        for (child, parameter) in self.children(object, "eTypeParameters").into_iter().zip(base_parameters) {
            self.parameters.insert(child, *parameter);
            self.elements.insert(child, Element::TypeParameter(*parameter));
        }
    }
}
