//! Generic types: those in documents, and those that the plain forms imply.
//!
//! Invariant: a feature with generic types has those of the document, or one for each plain type, never both. This file
//! reports nothing.

use super::known_metamodels::{KnownMetamodels, find_by_path, packages_by_uri};
use super::{EcoreView, ModelElement};
use crate::model::ObjectId;
use modelwright_metamodel::ecore::{FeatureId, builtin, features};
use rustc_hash::FxHashSet;
use std::sync::OnceLock;

/// The feature with plain types that corresponds to a feature with generic types.
pub(crate) fn plain_form(generic: FeatureId) -> Option<FeatureId> {
    match generic {
        features::ETYPED_ELEMENT_GENERIC_TYPE => Some(features::ETYPED_ELEMENT_TYPE),
        features::ECLASS_GENERIC_SUPER_TYPES => Some(features::ECLASS_SUPER_TYPES),
        features::EOPERATION_GENERIC_EXCEPTIONS => Some(features::EOPERATION_EXCEPTIONS),
        _ => None,
    }
}

/// A generic type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum GenericType {
    /// A generic type in a document.
    InDocument(ModelElement),
    /// A generic type that a plain type implies: the value at a position of the plain form of `feature`.
    Implied { owner: ModelElement, feature: FeatureId, position: u32 },
}

impl EcoreView<'_> {
    /// The generic types of a feature, in a document or implied.
    pub(crate) fn generics(&self, item: ModelElement, feature: FeatureId) -> Vec<GenericType> {
        let types_in_document: Vec<GenericType> =
            self.list(item, feature).map(GenericType::InDocument).collect();
        if !types_in_document.is_empty() {
            return types_in_document;
        }
        let Some(plain_feature) = plain_form(feature) else { return Vec::new() };
        let count = u32::try_from(self.list(item, plain_feature).count()).unwrap_or(u32::MAX);
        (0..count).map(|position| GenericType::Implied { owner: item, feature, position }).collect()
    }

    /// The generic type of a typed element.
    pub(crate) fn generic_type(&self, typed: ModelElement) -> Option<GenericType> {
        self.generics(typed, features::ETYPED_ELEMENT_GENERIC_TYPE).first().copied()
    }

    /// The classifier of a generic type.
    pub(crate) fn classifier(&self, generic: GenericType) -> Option<ModelElement> {
        match generic {
            GenericType::InDocument(item) => self.single(item, features::EGENERIC_TYPE_CLASSIFIER),
            GenericType::Implied { owner, feature, position } => {
                let list = self.model(owner).list(owner.id, plain_form(feature)?);
                let id = list.get(position as usize)?.object()?;
                Some(self.follow(ModelElement { id, ..owner }))
            }
        }
    }

    /// The type parameter of a generic type.
    pub(crate) fn parameter(&self, generic: GenericType) -> Option<ModelElement> {
        match generic {
            GenericType::InDocument(item) => self.single(item, features::EGENERIC_TYPE_TYPE_PARAMETER),
            GenericType::Implied { .. } => None,
        }
    }

    /// The type arguments of a generic type.
    pub(crate) fn arguments(&self, generic: GenericType) -> Vec<GenericType> {
        match generic {
            GenericType::InDocument(item) => {
                self.list(item, features::EGENERIC_TYPE_TYPE_ARGUMENTS).map(GenericType::InDocument).collect()
            }
            GenericType::Implied { .. } => Vec::new(),
        }
    }

    /// The lower bound of a wildcard, `? super T`.
    pub(crate) fn lower_bound(&self, generic: GenericType) -> Option<GenericType> {
        match generic {
            GenericType::InDocument(item) => {
                self.single(item, features::EGENERIC_TYPE_LOWER_BOUND).map(GenericType::InDocument)
            }
            GenericType::Implied { .. } => None,
        }
    }

    /// The upper bound of a wildcard, `? extends T`.
    pub(crate) fn upper_bound(&self, generic: GenericType) -> Option<GenericType> {
        match generic {
            GenericType::InDocument(item) => {
                self.single(item, features::EGENERIC_TYPE_UPPER_BOUND).map(GenericType::InDocument)
            }
            GenericType::Implied { .. } => None,
        }
    }

    /// The element that contains a generic type, and the containing feature.
    pub(crate) fn holder(&self, generic: GenericType) -> (Option<ModelElement>, Option<FeatureId>) {
        match generic {
            GenericType::InDocument(item) => (self.container(item), self.containing_feature(item)),
            GenericType::Implied { owner, feature, .. } => (Some(owner), Some(feature)),
        }
    }

    /// The erasure of a generic type: its classifier, or that of the first bound of its type parameter. Without either,
    /// it is the type of any object: a data type for attributes, and a class for references.
    pub(crate) fn raw_type(&self, generic: GenericType) -> Option<ModelElement> {
        let mut current = generic;
        let mut visited = FxHashSet::default();
        let raw_type = loop {
            if let Some(classifier) = self.classifier(current) {
                break Some(classifier);
            }
            // Type parameters may be bounds of each other in a cycle.
            let parameter = self.parameter(current).filter(|parameter| visited.insert(*parameter));
            let bound = parameter.and_then(|parameter| self.bounds(parameter).next());
            match bound {
                Some(bound) => current = bound,
                None => break None,
            }
        };
        // The erasure of a type parameter must be of the kind that the owner of the generic type requires.
        let (holder, _) = self.holder(generic);
        let owner = holder.filter(|_| self.parameter(generic).is_some());
        let expected = match owner.map(|owner| self.class(owner)) {
            Some(builtin::EATTRIBUTE) => Some(builtin::EDATA_TYPE),
            Some(builtin::EREFERENCE) => Some(builtin::ECLASS),
            _ => None,
        };
        // A generic type that names a classifier itself is not restricted.
        let conforms = |raw_type: &ModelElement| {
            current == generic || expected.is_none_or(|expected| self.is_of_class(*raw_type, expected))
        };
        let must_be_class = expected == Some(builtin::ECLASS);
        raw_type.filter(conforms).or_else(|| self.type_of_any_object(must_be_class))
    }

    /// The bounds of a type parameter.
    pub(crate) fn bounds(&self, parameter: ModelElement) -> impl Iterator<Item = GenericType> + '_ {
        self.list(parameter, features::ETYPE_PARAMETER_BOUNDS).map(GenericType::InDocument)
    }

    /// The type of a typed element: the raw type of its generic type.
    pub(crate) fn ty(&self, typed: ModelElement) -> Option<ModelElement> {
        self.raw_type(self.generic_type(typed)?)
    }

    /// The type of an unbounded wildcard: any object of a class, or any Java object.
    fn type_of_any_object(&self, is_class: bool) -> Option<ModelElement> {
        static ANYTHING: OnceLock<[Option<ObjectId>; 2]> = OnceLock::new();
        let ecore = KnownMetamodels::ecore();
        let [any_class, any_data_type] = ANYTHING.get_or_init(|| {
            let package = packages_by_uri(ecore).get(builtin::NS_URI).copied();
            ["//EObject", "//EJavaObject"].map(|path| find_by_path(ecore, package?, path))
        });
        // Every model of known metamodels begins with Ecore, so the ids in the model of Ecore are valid in all of them.
        let id = if is_class { *any_class } else { *any_data_type };
        id.map(|id| ModelElement { is_in_known_metamodel: true, id })
    }
}
