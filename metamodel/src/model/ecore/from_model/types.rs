//! Converts types in models of Ecore: those of typed elements, and those within generic types.

use super::Reader;
use crate::diagnostic::codes;
use crate::ecore::builtin;
use crate::ecore::{Classifier, Element, Problem, TypeUse, TypedElement};
use crate::model::ObjectId;
use crate::model::ecore::known_elements::classifier_by_uri;

impl Reader<'_> {
    /// The properties that features, operations and parameters have in common.
    pub(super) fn typed(&mut self, object: ObjectId) -> TypedElement {
        let ty = match self.model.get_named(object, "eGenericType").object() {
            // An override may remove the type in either form.
            _ if self.is_without(object, "eType") => None,
            Some(generic) if self.overrides.skipped.contains(&generic) => None,
            Some(generic) if !self.model.is_proxy(generic) => Some(self.type_use(generic)),
            // The contents of a proxy are unknown, so only the plain type can be used.
            _ => match self.model.get_named(object, "eType").object() {
                Some(target) => self.classifier(object, target).map(TypeUse::new),
                None => None,
            },
        };
        let has_bounds = !self.is_without(object, "lowerBound");
        TypedElement {
            name: self.name(object),
            ty,
            lower: if has_bounds { self.int(object, "lowerBound") } else { 0 },
            upper: if has_bounds { self.int(object, "upperBound") } else { 1 },
            ordered: self.flag(object, "ordered"),
            unique: self.flag(object, "unique"),
            annotations: self.annotations(object),
        }
    }

    /// The types in two features of an object, of which `plain` contains plain types, and `generic` generic types.
    pub(super) fn types(&mut self, object: ObjectId, plain: &str, generic: &str) -> Vec<TypeUse> {
        // If the types are to be treated as not set, the name of the plain feature is recorded for both.
        if self.is_without(object, plain) {
            return Vec::new();
        }
        let mut types: Vec<TypeUse> = Vec::new();
        for target in self.model.list_named(object, plain).objects() {
            types.extend(self.classifier(object, target).map(TypeUse::new));
        }
        // If a document contains both forms, the generic ones come last (docs/emf-differences.md: "types in both
        // forms").
        for child in self.children(object, generic) {
            types.push(self.type_use(child));
        }
        types
    }

    /// The type use of a generic type. The recursion is limited by the maximum depth of documents.
    pub(super) fn type_use(&mut self, object: ObjectId) -> TypeUse {
        let classifier = match self.model.get_named(object, "eClassifier").object() {
            Some(target) => self.classifier(object, target),
            None => None,
        };
        let parameter = self.model.get_named(object, "eTypeParameter").object();
        let mut bound = |name: &str| {
            let object = self.model.get_named(object, name).object()?;
            Some(Box::new(self.type_use(object)))
        };
        let (lower, upper) = (bound("eLowerBound"), bound("eUpperBound"));
        TypeUse {
            classifier,
            parameter: parameter.and_then(|parameter| self.parameters.get(&parameter).copied()),
            arguments: self
                .children(object, "eTypeArguments")
                .into_iter()
                .map(|argument| self.type_use(argument))
                .collect(),
            lower,
            upper,
        }
    }

    /// The classifier that `target` represents, or to which it refers in the base if it is a proxy. `None` if the
    /// classifier is not found, which is reported for `user`, the object with the type.
    fn classifier(&mut self, user: ObjectId, target: ObjectId) -> Option<Classifier> {
        // A target in the model takes precedence over a classifier of the base with the same address.
        if let Some(classifier) = self.classifiers.get(&target) {
            return Some(*classifier);
        }
        let uri = self.model.proxy_uri(target)?;
        let classifier = classifier_by_uri(self.base, uri);
        if classifier.is_none() {
            self.mark_incomplete(user, target);
            let mut ancestor = user;
            // A generic type is not an element, so the problem is reported for the element that contains it.
            let element = loop {
                if let Some(element) = self.elements.get(&ancestor) {
                    break *element;
                }
                ancestor = self.model.container(ancestor)?;
            };
            self.unresolved.push(
                Problem::new(codes::MISSING_TYPE, element, format!("the type `{uri}` was not found")).help(
                    "specify the metamodel that declares the type, or the directory of that metamodel with `--path`",
                ),
            );
        }
        classifier
    }

    /// Marks an element as incomplete if the missing type is that of a feature, or the first supertype of a class.
    fn mark_incomplete(&mut self, user: ObjectId, target: ObjectId) {
        let model = self.model;
        let owner =
            if model.class(user) == builtin::EGENERIC_TYPE { model.container(user) } else { Some(user) };
        let Some(element) = owner.and_then(|owner| self.elements.get(&owner)) else { return };
        let is_first_supertype =
            |object: ObjectId| match model.list_named(object, "eGenericSuperTypes").objects().next() {
                Some(generic) => generic == user,
                None => model.list_named(object, "eSuperTypes").objects().next() == Some(target),
            };
        if matches!(element, Element::Feature(_)) || owner.is_some_and(is_first_supertype) {
            self.builder.mark_incomplete(*element);
        }
    }
}
