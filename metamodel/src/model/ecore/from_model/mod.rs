//! Converts models of Ecore to a metamodel.

mod adoption;
mod types;

use super::{carries_logic, carries_type};
use crate::ecore::builtin;
use crate::ecore::facts::Fact;
use crate::ecore::{
    Annotation, ClassId, Classifier, DataTypeId, Element, EnumLiteral, Feature, FeatureKind, InstanceName,
    Metamodel, MetamodelBuilder, Operation, Origin, PackageId, Problem, TypeParameter, TypeParameterId,
    TypedElement,
};
use crate::model::{DocumentId, Model, ObjectId};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// The result of converting a model of Ecore to a metamodel.
#[derive(Debug)]
pub struct MetamodelConversion {
    /// The metamodel; usable even if there are problems.
    pub metamodel: Metamodel,
    /// The problems of the metamodel.
    pub problems: Vec<Problem>,
    /// The object that each element was created from.
    pub objects: BTreeMap<Element, ObjectId>,
}

/// The packages at the roots of some documents, added to those of `base`.
///
/// References to classifiers are followed within the model; proxies are looked up in `base` by namespace URI. If a
/// document other than the first one contains a copy of a built-in metamodel, references to the copy become references
/// to the built-in metamodel. Roots that are not packages are skipped. A package that `base` contains from the same
/// document is not added again.
#[must_use]
pub fn from_models(model: &Model, documents: &[DocumentId], base: &Metamodel) -> MetamodelConversion {
    from_models_with(model, documents, base, &Overrides::default())
}

/// The differences between a conversion and the model, for a metamodel that is printed in the type language.
#[derive(Debug, Default)]
pub struct Overrides {
    /// Objects that are skipped.
    pub skipped: BTreeSet<ObjectId>,
    /// Classifiers of the base to use for objects of other documents.
    pub known: BTreeMap<ObjectId, Classifier>,
    /// The facts of annotations.
    pub annotated: BTreeMap<ObjectId, Vec<Fact>>,
    /// Other names, and features to omit, by object.
    pub changes: BTreeMap<ObjectId, ElementOverride>,
}

/// The differences between an element and its object.
#[derive(Debug, Clone, Default)]
pub struct ElementOverride {
    /// Another name.
    pub name: Option<String>,
    /// The features that are treated as not set.
    pub without: Vec<&'static str>,
}

/// As [`from_models`], with overrides: skipped objects, known classifiers, and elements with other names.
pub fn from_models_with(
    model: &Model,
    documents: &[DocumentId],
    base: &Metamodel,
    overrides: &Overrides,
) -> MetamodelConversion {
    let mut reader = Reader {
        model,
        base,
        overrides,
        builder: MetamodelBuilder::extending(base),
        classifiers: overrides.known.iter().map(|(object, known)| (*object, *known)).collect(),
        features: FxHashMap::default(),
        parameters: FxHashMap::default(),
        elements: FxHashMap::default(),
        unresolved: Vec::new(),
    };
    let roots: Vec<ObjectId> = documents
        .iter()
        .flat_map(|document| model.document(*document).roots())
        .copied()
        // A root that is a proxy is a package if it has values.
        .filter(|root| model.class(*root) == builtin::EPACKAGE && model.has_values(*root))
        .filter(|root| !overrides.skipped.contains(root))
        .collect();
    let base_packages = adoption::packages_by_document(base);
    let mut packages = Vec::new();
    for root in roots {
        // The first document is always converted, even if it is a copy of Ecore itself.
        let is_main = model.document_of(root) == documents.first().copied();
        let known_package = reader.source(root).and_then(|source| base_packages.get(source.as_str()));
        if let Some(package) = known_package {
            reader.adopt(root, *package);
        } else if !is_main && let Some(package) = reader.built_in(root) {
            reader.adopt_copy(root, package);
        } else {
            reader.declare(root, &mut packages);
        }
    }
    reader.fill(&packages);
    let Reader { builder, elements, unresolved, .. } = reader;
    let (metamodel, mut problems) = builder.build();
    // The types that were not found come first, because they may cause the other problems.
    problems.splice(0..0, unresolved);
    let objects = elements.into_iter().map(|(object, element)| (element, object)).collect();
    MetamodelConversion { metamodel, problems, objects }
}

/// The state of a conversion.
struct Reader<'m> {
    model: &'m Model,
    /// The metamodel to which elements are added.
    base: &'m Metamodel,
    overrides: &'m Overrides,
    builder: MetamodelBuilder,
    /// The classifiers, features, type parameters and elements that objects represent.
    classifiers: FxHashMap<ObjectId, Classifier>,
    features: FxHashMap<ObjectId, crate::ecore::FeatureId>,
    parameters: FxHashMap<ObjectId, TypeParameterId>,
    elements: FxHashMap<ObjectId, Element>,
    /// The problems of types that were not found.
    unresolved: Vec<Problem>,
}

impl Reader<'_> {
    /// The text that is the value of a feature.
    fn text(&self, object: ObjectId, name: &str) -> Option<String> {
        if self.is_without(object, name) {
            return None;
        }
        self.model.get_named(object, name).text().map(str::to_owned)
    }

    /// The name of an element.
    fn name(&self, object: ObjectId) -> String {
        let change = self.overrides.changes.get(&object).and_then(|change| change.name.clone());
        change.or_else(|| self.text(object, "name")).unwrap_or_default()
    }

    /// Whether a fact contains the value of an annotation's feature.
    fn is_in_facts(&self, annotation: ObjectId, feature: &str) -> bool {
        let facts = self.overrides.annotated.get(&annotation);
        facts.is_some_and(|facts| facts.iter().any(|fact| fact.feature == feature))
    }

    /// Whether a change removes the value of a feature.
    fn is_without(&self, object: ObjectId, feature: &str) -> bool {
        self.overrides.changes.get(&object).is_some_and(|change| change.without.contains(&feature))
    }

    /// The Boolean value of a feature.
    fn flag(&self, object: ObjectId, name: &str) -> bool {
        self.model.get_named(object, name).bool().unwrap_or(false)
    }

    /// The integer that is the value of a feature.
    fn int(&self, object: ObjectId, name: &str) -> i32 {
        self.model.get_named(object, name).int().and_then(|value| i32::try_from(value).ok()).unwrap_or(0)
    }

    /// The objects in a feature that represent elements.
    fn children(&self, object: ObjectId, name: &str) -> Vec<ObjectId> {
        let children = self.model.list_named(object, name).objects();
        // A proxy is skipped if it has no values, or if it is resolved, because then another document declares the
        // element.
        children
            .filter(|child| {
                self.model.has_values(*child)
                    && self.model.resolved_target(*child).is_none()
                    && !self.overrides.skipped.contains(child)
            })
            .collect()
    }

    /// The first pass, in which packages, classifiers, features, operations and type parameters get their ids.
    fn declare(&mut self, root: ObjectId, packages: &mut Vec<(ObjectId, PackageId)>) {
        // A stack instead of recursion, because packages may be nested deeply.
        let mut stack = vec![(root, None)];
        while let Some((object, parent)) = stack.pop() {
            let name = self.name(object);
            let id = self.builder.package(parent, name);
            packages.push((object, id));
            self.elements.insert(object, Element::Package(id));
            for child in self.children(object, "eClassifiers") {
                self.declare_classifier(child, id);
            }
            let subpackages = self.children(object, "eSubpackages");
            // The order is reversed, because the last package on the stack is visited first, and ids must be in the
            // order of the document.
            stack.extend(subpackages.into_iter().rev().map(|subpackage| (subpackage, Some(id))));
        }
    }

    /// Creates a classifier and its members, whose properties are set when all classifiers exist.
    fn declare_classifier(&mut self, object: ObjectId, package: PackageId) {
        let name = self.name(object);
        let class = self.model.class(object);
        let classifier = if class == builtin::ECLASS {
            let id = self.builder.class(package, name);
            for feature in self.children(object, "eStructuralFeatures") {
                self.declare_feature(feature, id);
            }
            for operation in self.children(object, "eOperations") {
                let operation_id = self.builder.operation(id, Operation::default());
                self.elements.insert(operation, Element::Operation(operation_id));
                let parameters = self.declare_parameters(operation);
                self.builder.operation_mut(operation_id).type_parameters = parameters;
            }
            Classifier::Class(id)
        } else if class == builtin::EENUM {
            let literals = self.children(object, "eLiterals");
            let id = self.builder.enumeration(package, name, Vec::new());
            for (position, literal) in literals.into_iter().enumerate() {
                self.elements.insert(literal, Element::EnumLiteral(id, position));
            }
            Classifier::DataType(id)
        } else if class == builtin::EDATA_TYPE {
            Classifier::DataType(self.builder.data_type(package, name))
        } else {
            // A subclass of EClassifier in another metamodel has no meaning here.
            return;
        };
        self.classifiers.insert(object, classifier);
        self.elements.insert(object, classifier.into());
        let parameters = self.declare_parameters(object);
        match classifier {
            Classifier::Class(id) => self.builder.class_mut(id).type_parameters = parameters,
            Classifier::DataType(id) => self.builder.data_type_mut(id).type_parameters = parameters,
        }
    }

    /// Creates a feature, whose properties are set when all classifiers exist.
    fn declare_feature(&mut self, object: ObjectId, owner: ClassId) {
        let is_reference = self.model.metamodel().conforms(self.model.class(object), builtin::EREFERENCE);
        let kind = if is_reference {
            FeatureKind::Reference {
                containment: false,
                resolve_proxies: true,
                opposite: None,
                keys: Vec::new(),
            }
        } else {
            FeatureKind::Attribute { id: false }
        };
        let id = self.builder.feature(Feature::new(owner, kind, TypedElement::default()));
        self.features.insert(object, id);
        self.elements.insert(object, Element::Feature(id));
    }

    /// Creates the type parameters of an element, whose bounds are set when all classifiers exist.
    fn declare_parameters(&mut self, object: ObjectId) -> Vec<TypeParameterId> {
        let mut ids = Vec::new();
        for parameter in self.children(object, "eTypeParameters") {
            let name = self.name(parameter);
            let id = self.builder.type_parameter(TypeParameter { name, ..TypeParameter::default() });
            self.parameters.insert(parameter, id);
            self.elements.insert(parameter, Element::TypeParameter(id));
            ids.push(id);
        }
        ids
    }

    /// The second pass, which sets everything that may contain forward references.
    fn fill(&mut self, packages: &[(ObjectId, PackageId)]) {
        for (object, id) in packages {
            let (uri, prefix) = (self.text(*object, "nsURI"), self.text(*object, "nsPrefix"));
            let annotations = self.annotations(*object);
            let (location, source) = (self.location(*object), self.source(*object));
            let document = self.model.document_of(*object).map(|id| self.model.document(id));
            let data = self.builder.package_mut(*id);
            data.value_rules = document.map_or_else(Default::default, |document| document.value_rules);
            (data.ns_uri, data.ns_prefix, data.annotations) = (uri, prefix, annotations);
            (data.location, data.source) = (location, source);
            data.is_proxy = self.model.is_proxy(*object);
            for child in self.children(*object, "eClassifiers") {
                match self.classifiers.get(&child) {
                    Some(Classifier::Class(class)) => self.fill_class(child, *class),
                    Some(Classifier::DataType(data_type)) => self.fill_data_type(child, *data_type),
                    None => {}
                }
                self.fill_parameters(child);
            }
        }
    }

    /// The document of a package, with a fragment unless the package is its only content. A proxy is in the document
    /// of its target.
    fn location(&self, object: ObjectId) -> Option<String> {
        let document = self.model.document(self.model.document_of(object)?);
        // A location can refer only to an XML document, and only XML documents have an encoding.
        document.encoding.as_ref()?;
        if let Some(target) = self.model.proxy_uri(object) {
            return Some(target.strip_suffix("#/").unwrap_or(target).to_owned());
        }
        self.source(object)
    }

    /// The document that a package was read from, with a fragment unless the package is its only content.
    fn source(&self, object: ObjectId) -> Option<String> {
        let document = &self.model.document(self.model.document_of(object)?).uri;
        let fragment = self.model.address(object);
        match fragment.as_str() {
            // The document of a model that was created in memory has no URI.
            _ if document.is_empty() => None,
            "/" => Some(document.clone()),
            fragment => Some(format!("{document}#{fragment}")),
        }
    }

    /// The Java name of a classifier.
    fn instance(&self, object: ObjectId) -> InstanceName {
        match (self.text(object, "instanceClassName"), self.text(object, "instanceTypeName")) {
            // Only a type name can contain type arguments, so it takes precedence over a class name.
            (_, Some(name)) if name.contains('<') => InstanceName::Type(name),
            (Some(name), _) => InstanceName::Class(name),
            (None, Some(name)) => InstanceName::Type(name),
            (None, None) => InstanceName::None,
        }
    }

    /// Sets the properties of a class and of its members.
    fn fill_class(&mut self, object: ObjectId, id: ClassId) {
        let supertypes = self.types(object, "eSuperTypes", "eGenericSuperTypes");
        let (annotations, instance) = (self.annotations(object), self.instance(object));
        let (is_abstract, is_interface) = (self.flag(object, "abstract"), self.flag(object, "interface"));
        let data = self.builder.class_mut(id);
        data.supertypes = supertypes;
        data.annotations = annotations;
        data.instance = instance;
        data.is_abstract = is_abstract;
        data.is_interface = is_interface;
        for feature in self.children(object, "eStructuralFeatures") {
            self.fill_feature(feature);
        }
        for operation in self.children(object, "eOperations") {
            let Some(Element::Operation(operation_id)) = self.elements.get(&operation).copied() else {
                continue;
            };
            self.fill_parameters(operation);
            let typed = self.typed(operation);
            let exceptions = self.types(operation, "eExceptions", "eGenericExceptions");
            let children = self.children(operation, "eParameters");
            for (position, child) in children.iter().enumerate() {
                self.elements.insert(*child, Element::Parameter(operation_id, position));
            }
            let parameters = children.into_iter().map(|child| self.typed(child)).collect();
            let data = self.builder.operation_mut(operation_id);
            (data.typed, data.exceptions, data.parameters) = (typed, exceptions, parameters);
        }
    }

    /// Sets the properties of a data type and of its literals.
    fn fill_data_type(&mut self, object: ObjectId, id: DataTypeId) {
        let (annotations, instance) = (self.annotations(object), self.instance(object));
        let serializable = self.flag(object, "serializable");
        let literals: Vec<EnumLiteral> = self
            .children(object, "eLiterals")
            .into_iter()
            .map(|literal| EnumLiteral {
                name: self.name(literal),
                value: self.int(literal, "value"),
                literal: self.text(literal, "literal"),
                annotations: self.annotations(literal),
            })
            .collect();
        let data = self.builder.data_type_mut(id);
        (data.annotations, data.instance, data.serializable) = (annotations, instance, serializable);
        if data.literals.is_some() {
            data.literals = Some(literals);
        }
    }

    /// Sets the properties of a feature.
    fn fill_feature(&mut self, object: ObjectId) {
        let Some(id) = self.features.get(&object).copied() else { return };
        let typed = self.typed(object);
        let flags = ["changeable", "volatile", "transient", "unsettable", "derived"]
            .map(|name| self.flag(object, name));
        let default_literal = self.text(object, "defaultValueLiteral");
        let feature_of = |object: ObjectId| self.features.get(&object).copied();
        let has_opposite = !self.is_without(object, "eOpposite");
        let kind = if self.builder.feature_mut(id).is_reference() {
            FeatureKind::Reference {
                containment: self.flag(object, "containment"),
                resolve_proxies: self.flag(object, "resolveProxies"),
                opposite: self
                    .model
                    .get_named(object, "eOpposite")
                    .object()
                    .filter(|_| has_opposite)
                    .and_then(feature_of),
                keys: self.model.list_named(object, "eKeys").objects().filter_map(feature_of).collect(),
            }
        } else {
            FeatureKind::Attribute { id: self.flag(object, "iD") }
        };
        let data = self.builder.feature_mut(id);
        data.typed = typed;
        data.kind = kind;
        [data.changeable, data.volatile, data.transient, data.unsettable, data.derived] = flags;
        data.default_literal = default_literal;
    }

    /// Sets the properties of the type parameters of an element.
    fn fill_parameters(&mut self, object: ObjectId) {
        for parameter in self.children(object, "eTypeParameters") {
            let bounds = self.children(parameter, "eBounds").into_iter().map(|b| self.type_use(b)).collect();
            let annotations = self.annotations(parameter);
            if let Some(id) = self.parameters.get(&parameter).copied() {
                let data = self.builder.type_parameter_mut(id);
                (data.bounds, data.annotations) = (bounds, annotations);
            }
        }
    }

    /// The annotations of an object, without the values that facts contain.
    fn annotations(&self, object: ObjectId) -> Vec<Annotation> {
        let annotations = self.children(object, "eAnnotations").into_iter();
        annotations.map(|annotation| self.annotation(annotation)).collect()
    }

    /// The annotation that an object represents, without the values that facts contain.
    fn annotation(&self, object: ObjectId) -> Annotation {
        let source = if self.is_in_facts(object, "source") { None } else { self.text(object, "source") };
        let entries = self.children(object, "details").into_iter();
        let details = entries.map(|entry| (self.text(entry, "key"), self.text(entry, "value"))).collect();
        let mut references = Vec::new();
        if !self.is_in_facts(object, "references") {
            let targets = self.model.list_named(object, "references").objects();
            references.extend(targets.filter_map(|target| self.elements.get(&target).copied()));
        }
        Annotation {
            source,
            details,
            references,
            annotations: self.annotations(object),
            facts: self.overrides.annotated.get(&object).cloned().unwrap_or_default(),
            origin: self.origin(object),
        }
    }

    /// The source positions of an annotation, if it contains logic or the text of a type. Others need no positions.
    fn origin(&self, annotation: ObjectId) -> Origin {
        if !carries_logic(self.model, annotation) && !carries_type(self.model, annotation) {
            return Origin::default();
        }
        let mut offsets = Vec::new();
        for entry in self.children(annotation, "details") {
            let offset = self.model.offset(entry).and_then(|offset| u32::try_from(offset).ok());
            // Offsets belong to entries by their position in the list, so none of them is usable if one is missing.
            let Some(offset) = offset else { return Origin::default() };
            offsets.push(offset);
        }
        let document = self.model.document_of(annotation);
        let source = document.and_then(|document| self.model.document(document).source.clone());
        Origin { source, offsets }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::ecore::to_model::ecore_model;

    #[test]
    fn ecore_is_restored_from_its_own_model() {
        let (model, document) = ecore_model();
        let ecore = Metamodel::ecore();
        let converted = from_models(&model, &[document], &ecore);
        assert!(converted.problems.is_empty(), "{:?}", converted.problems);
        let copy = PackageId(1);
        assert_eq!(converted.metamodel[copy].classifiers.len(), 53);
        let (again, _) = super::super::to_model(&converted.metamodel, &[copy], builtin::NS_URI);
        assert_eq!(again.object_count(), model.object_count());
        for object in model.objects() {
            assert_eq!(model.class(object), again.class(object));
            assert_eq!(model.address(object), again.address(object));
            for feature in model.metamodel().table(model.class(object)).all_features() {
                let (x, y) = (model.get(object, *feature), again.get(object, *feature));
                assert!(x == y || x.object().is_some(), "{}: {x:?} {y:?}", model.address(object));
            }
        }
    }
}
