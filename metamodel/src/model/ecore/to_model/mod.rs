//! Converts a metamodel to a model of Ecore.

mod slots;
mod types;

use crate::ecore::builtin;
use crate::ecore::facts::Fact;
use crate::ecore::features;
use crate::ecore::{
    Annotation, ClassId, Classifier, Element, ElementMap, EnumLiteral, FeatureId, FeatureKind, Metamodel,
    OperationId, Origin, PackageId, TypedElement,
};
use crate::model::{Document, DocumentId, Model, ObjectId, Value, uri};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The packages of a metamodel as the roots of one document at `uri`.
///
/// Elements of Ecore itself are referred to by proxies, as in `.ecore` files, unless Ecore's own package is among
/// `packages`.
#[must_use]
pub fn to_model(metamodel: &Metamodel, packages: &[PackageId], uri: &str) -> (Model, DocumentId) {
    let model = Model::new(Metamodel::ecore());
    let value_rules = packages.first().map_or_else(Default::default, |id| metamodel[*id].value_rules);
    let document = Document { value_rules, ..Document::new(uri) };
    let conversion = make_model(metamodel, packages, model, document, &BTreeMap::new());
    (conversion.model, conversion.document)
}

/// The result of converting a metamodel to a model of Ecore.
#[derive(Debug)]
pub struct ModelConversion {
    /// The model.
    pub model: Model,
    /// The document.
    pub document: DocumentId,
    /// The object that was created for each element.
    pub objects: ElementMap<ObjectId>,
    /// The objects that represent annotations which have facts, each with these facts, which the caller applies.
    pub annotated: Vec<(ObjectId, Vec<Fact>)>,
}

/// As [`to_model`], into a model whose metamodel may contain more than Ecore. `external` contains the addresses of
/// classifiers that other documents declare.
#[must_use]
pub fn make_model(
    metamodel: &Metamodel,
    packages: &[PackageId],
    model: Model,
    document: Document,
    external: &BTreeMap<Classifier, String>,
) -> ModelConversion {
    make_models(metamodel, vec![(document, packages.to_vec())], model, external)
}

/// As [`make_model`], for several documents with their packages. Addresses are relative to the first
/// document.
pub fn make_models(
    metamodel: &Metamodel,
    documents: Vec<(Document, Vec<PackageId>)>,
    mut model: Model,
    external: &BTreeMap<Classifier, String>,
) -> ModelConversion {
    let uri = documents.first().map_or(String::new(), |(document, _)| document.uri.clone());
    let documents: Vec<_> =
        documents.into_iter().map(|(document, packages)| (model.add_document(document), packages)).collect();
    let document = documents.first().map_or(DocumentId(0), |(id, _)| *id);
    let mut writer = Writer {
        source: metamodel,
        model,
        objects: ElementMap::default(),
        proxies: FxHashMap::default(),
        external,
        uri,
        document,
        annotations_with_facts: Vec::new(),
        pending_references: Vec::new(),
        children: Vec::new(),
    };
    // Most objects of a metamodel are features, and references have the most slots.
    let packages = documents.iter().flat_map(|(_, packages)| packages);
    let feature_count = packages.map(|package| feature_count(metamodel, *package)).sum();
    writer.model.reserve_objects(builtin::EREFERENCE, feature_count);
    for (document, packages) in documents {
        writer.document = document;
        for package in packages {
            let root = writer.create_package(package);
            writer.model.add_root(document, root);
        }
    }
    // References are set last, because they may refer to any element of any document.
    writer.set_pending_references();
    let Writer { model, objects, annotations_with_facts: annotated, .. } = writer;
    ModelConversion { model, document, objects, annotated }
}

/// The number of features of all classes in a package, and in the packages inside it.
fn feature_count(metamodel: &Metamodel, package: PackageId) -> usize {
    let data = &metamodel[package];
    let counts_of_classifiers = data.classifiers.iter().map(|classifier| match classifier {
        Classifier::Class(id) => metamodel[*id].features.len(),
        Classifier::DataType(_) => 0,
    });
    let counts_of_subpackages = data.subpackages.iter().map(|id| feature_count(metamodel, *id));
    counts_of_classifiers.chain(counts_of_subpackages).sum()
}

/// The state of a conversion.
struct Writer<'m> {
    source: &'m Metamodel,
    model: Model,
    /// The object of each element.
    objects: ElementMap<ObjectId>,
    /// The proxies of classifiers in other documents.
    proxies: FxHashMap<Classifier, ObjectId>,
    /// The addresses of classifiers that other documents declare.
    external: &'m BTreeMap<Classifier, String>,
    /// The base of relative addresses.
    uri: String,
    /// The document whose packages are being converted.
    document: DocumentId,
    /// The objects that represent annotations which have facts, each with these facts.
    annotations_with_facts: Vec<(ObjectId, Vec<Fact>)>,
    /// The references to set when every element has an object: the object, the feature and the target.
    pending_references: Vec<(ObjectId, FeatureId, Element)>,
    /// The children of the objects that are being created, which are not in lists yet.
    children: Vec<ObjectId>,
}

impl Writer<'_> {
    /// Creates the object of a package, with its contents.
    fn create_package(&mut self, id: PackageId) -> ObjectId {
        let object = self.create_object(builtin::EPACKAGE);
        self.objects.insert(Element::Package(id), object);
        let data = &self.source[id];
        self.add_annotations(object, &data.annotations);
        self.set_name(object, &data.name);
        self.set_text(object, features::EPACKAGE_NS_URI, data.ns_uri.as_deref());
        self.set_text(object, features::EPACKAGE_NS_PREFIX, data.ns_prefix.as_deref());
        self.add_all(object, features::EPACKAGE_CLASSIFIERS, &data.classifiers, |writer, id| {
            writer.create_classifier(*id)
        });
        self.add_all(object, features::EPACKAGE_SUBPACKAGES, &data.subpackages, |writer, id| {
            writer.create_package(*id)
        });
        object
    }

    /// Sets a name, unless it is empty.
    fn set_name(&mut self, object: ObjectId, name: &str) {
        // A metamodel does not distinguish a missing name from an empty one, which EMF would write.
        if !name.is_empty() {
            self.set(object, features::ENAMED_ELEMENT_NAME, Value::String(name));
        }
    }

    /// Creates the object of a classifier, with its contents.
    fn create_classifier(&mut self, classifier: Classifier) -> ObjectId {
        let object = match classifier {
            Classifier::Class(id) => self.create_class(id),
            Classifier::DataType(id) => {
                let data = &self.source[id];
                let object = self.create_object(if data.literals.is_some() {
                    builtin::EENUM
                } else {
                    builtin::EDATA_TYPE
                });
                self.add_annotations(object, &data.annotations);
                self.set_java_name(object, &data.instance);
                self.add_type_parameters(
                    object,
                    features::ECLASSIFIER_TYPE_PARAMETERS,
                    &data.type_parameters,
                );
                self.set_flag_if_false(object, features::EDATA_TYPE_SERIALIZABLE, data.serializable);
                let literals = data.enum_literals().iter().enumerate();
                self.add_all(object, features::EENUM_LITERALS, literals, |writer, (position, literal)| {
                    let child = writer.create_literal(literal);
                    writer.objects.insert(Element::EnumLiteral(id, position), child);
                    child
                });
                self.set_name(object, &data.name);
                object
            }
        };
        self.objects.insert(classifier.into(), object);
        object
    }

    /// Creates the object of a class, with its contents.
    fn create_class(&mut self, id: ClassId) -> ObjectId {
        let object = self.create_object(builtin::ECLASS);
        let data = &self.source[id];
        self.add_annotations(object, &data.annotations);
        self.set_name(object, &data.name);
        self.set_java_name(object, &data.instance);
        self.add_type_parameters(object, features::ECLASSIFIER_TYPE_PARAMETERS, &data.type_parameters);
        self.set_flag_if_true(object, features::ECLASS_ABSTRACT, data.is_abstract);
        self.set_flag_if_true(object, features::ECLASS_INTERFACE, data.is_interface);
        self.set_types(
            object,
            features::ECLASS_SUPER_TYPES,
            features::ECLASS_GENERIC_SUPER_TYPES,
            &data.supertypes,
        );
        self.add_all(object, features::ECLASS_OPERATIONS, &data.operations, |writer, id| {
            writer.create_operation(*id)
        });
        self.add_all(object, features::ECLASS_STRUCTURAL_FEATURES, &data.features, |writer, id| {
            writer.create_feature(*id)
        });
        object
    }

    /// Creates the object of a literal.
    fn create_literal(&mut self, literal: &EnumLiteral) -> ObjectId {
        let object = self.create_object(builtin::EENUM_LITERAL);
        self.add_annotations(object, &literal.annotations);
        self.set_name(object, &literal.name);
        if literal.value != 0 {
            self.set(object, features::EENUM_LITERAL_VALUE, Value::Int(i64::from(literal.value)));
        }
        self.set_text(object, features::EENUM_LITERAL_LITERAL, literal.literal.as_deref());
        object
    }

    /// Sets the properties that features, operations and parameters have in common.
    fn set_typed(&mut self, object: ObjectId, typed: &TypedElement) {
        self.add_annotations(object, &typed.annotations);
        self.set_name(object, &typed.name);
        self.set_flag_if_false(object, features::ETYPED_ELEMENT_ORDERED, typed.ordered);
        self.set_flag_if_false(object, features::ETYPED_ELEMENT_UNIQUE, typed.unique);
        for (feature, value, default) in [
            (features::ETYPED_ELEMENT_LOWER_BOUND, typed.lower, 0),
            (features::ETYPED_ELEMENT_UPPER_BOUND, typed.upper, 1),
        ] {
            if value != default {
                self.set(object, feature, Value::Int(i64::from(value)));
            }
        }
        match &typed.ty {
            Some(ty) if ty.is_plain() => {
                if let Some(classifier) = ty.classifier {
                    self.pending_references.push((object, features::ETYPED_ELEMENT_TYPE, classifier.into()));
                }
            }
            Some(ty) => {
                let child = self.create_generic_type(ty);
                self.add(object, features::ETYPED_ELEMENT_GENERIC_TYPE, child);
            }
            None => {}
        }
    }

    /// Creates the object of an operation, with its contents.
    fn create_operation(&mut self, id: OperationId) -> ObjectId {
        let object = self.create_object(builtin::EOPERATION);
        self.objects.insert(Element::Operation(id), object);
        let data = &self.source[id];
        self.add_type_parameters(object, features::EOPERATION_TYPE_PARAMETERS, &data.type_parameters);
        self.set_typed(object, &data.typed);
        for (position, parameter) in data.parameters.iter().enumerate() {
            let child = self.create_object(builtin::EPARAMETER);
            self.objects.insert(Element::Parameter(id, position), child);
            self.set_typed(child, parameter);
            self.add(object, features::EOPERATION_PARAMETERS, child);
        }
        self.set_types(
            object,
            features::EOPERATION_EXCEPTIONS,
            features::EOPERATION_GENERIC_EXCEPTIONS,
            &data.exceptions,
        );
        object
    }

    /// Creates the object of a feature.
    fn create_feature(&mut self, id: FeatureId) -> ObjectId {
        let data = &self.source[id];
        let object =
            self.create_object(if data.is_reference() { builtin::EREFERENCE } else { builtin::EATTRIBUTE });
        self.objects.insert(Element::Feature(id), object);
        self.set_typed(object, &data.typed);
        self.set_flag_if_false(object, features::ESTRUCTURAL_FEATURE_CHANGEABLE, data.changeable);
        self.set_flag_if_true(object, features::ESTRUCTURAL_FEATURE_VOLATILE, data.volatile);
        self.set_flag_if_true(object, features::ESTRUCTURAL_FEATURE_TRANSIENT, data.transient);
        self.set_flag_if_true(object, features::ESTRUCTURAL_FEATURE_UNSETTABLE, data.unsettable);
        self.set_flag_if_true(object, features::ESTRUCTURAL_FEATURE_DERIVED, data.derived);
        self.set_text(
            object,
            features::ESTRUCTURAL_FEATURE_DEFAULT_VALUE_LITERAL,
            data.default_literal.as_deref(),
        );
        match &data.kind {
            FeatureKind::Attribute { id } => self.set_flag_if_true(object, features::EATTRIBUTE_ID, *id),
            FeatureKind::Reference { containment, resolve_proxies, opposite, keys } => {
                self.set_flag_if_true(object, features::EREFERENCE_CONTAINMENT, *containment);
                self.set_flag_if_false(object, features::EREFERENCE_RESOLVE_PROXIES, *resolve_proxies);
                if let Some(opposite) = opposite {
                    self.pending_references.push((
                        object,
                        features::EREFERENCE_OPPOSITE,
                        Element::Feature(*opposite),
                    ));
                }
                for key in keys {
                    self.pending_references.push((object, features::EREFERENCE_KEYS, Element::Feature(*key)));
                }
            }
        }
        object
    }

    /// Creates the objects of annotations, and adds them to an object.
    fn add_annotations(&mut self, object: ObjectId, annotations: &[Annotation]) {
        self.add_all(object, features::EMODEL_ELEMENT_ANNOTATIONS, annotations, Self::create_annotation);
    }

    /// Creates the object of an annotation, with its contents.
    fn create_annotation(&mut self, annotation: &Annotation) -> ObjectId {
        let object = self.create_object(builtin::EANNOTATION);
        self.add_annotations(object, &annotation.annotations);
        self.set_text(object, features::EANNOTATION_SOURCE, annotation.source.as_deref());
        let is_from_document = self.is_from_document(&annotation.origin);
        let offsets = if is_from_document { &annotation.origin.offsets[..] } else { &[] };
        let details = annotation.details.iter().enumerate();
        self.add_all(object, features::EANNOTATION_DETAILS, details, |writer, (index, (key, value))| {
            let entry = writer.create_object(builtin::ESTRING_TO_STRING_MAP_ENTRY);
            if let Some(offset) = offsets.get(index) {
                writer.model.set_offset(entry, *offset);
            }
            writer.set_text(entry, features::ESTRING_TO_STRING_MAP_ENTRY_KEY, key.as_deref());
            writer.set_text(entry, features::ESTRING_TO_STRING_MAP_ENTRY_VALUE, value.as_deref());
            entry
        });
        for reference in &annotation.references {
            self.pending_references.push((object, features::EANNOTATION_REFERENCES, *reference));
        }
        if !annotation.facts.is_empty() {
            self.annotations_with_facts.push((object, annotation.facts.clone()));
        }
        object
    }

    /// Whether the details of an annotation were read from the source of the document.
    fn is_from_document(&self, origin: &Origin) -> bool {
        let texts = origin.source.as_ref().zip(self.model.document(self.document).source.as_ref());
        // An equal text of another document is not sufficient, because its offsets would be shown in the wrong
        // document.
        texts.is_some_and(|(annotation_text, document_text)| Arc::ptr_eq(annotation_text, document_text))
    }

    /// Sets the references that were deferred until all elements had objects.
    fn set_pending_references(&mut self) {
        for (object, feature, element) in std::mem::take(&mut self.pending_references) {
            let target = match (self.objects.get(element), element) {
                (Some(object), _) => *object,
                (None, Element::Class(id)) => self.find_or_create_proxy(Classifier::Class(id)),
                (None, Element::DataType(id)) => self.find_or_create_proxy(Classifier::DataType(id)),
                // Classifiers are the only elements of other packages that a metamodel refers to.
                (None, _) => continue,
            };
            if self.model.metamodel()[feature].many() {
                // Fails if an annotation refers to an element twice, because a unique list contains the element only
                // once.
                let _ = self.model.add(object, feature, Value::Object(target));
            } else {
                self.set(object, feature, Value::Object(target));
            }
        }
    }

    /// The proxy of a classifier in another document, which is created if there is none.
    fn find_or_create_proxy(&mut self, classifier: Classifier) -> ObjectId {
        // Each classifier has only one proxy, regardless of how many types refer to it.
        if let Some(proxy) = self.proxies.get(&classifier) {
            return *proxy;
        }
        let class = match classifier {
            Classifier::Class(_) => builtin::ECLASS,
            // EMF writes the class of a target in another document before its address, so the class must be exact.
            Classifier::DataType(id) if self.source[id].literals.is_some() => builtin::EENUM,
            Classifier::DataType(_) => builtin::EDATA_TYPE,
        };
        let address = match self.external.get(&classifier) {
            Some(address) => uri::resolve(&self.uri, address),
            None => classifier_uri(self.source, classifier),
        };
        let proxy = self.model.create_proxy(class, &address);
        self.proxies.insert(classifier, proxy);
        proxy
    }
}

/// The URI of a classifier: the root package's namespace, then the path by names.
fn classifier_uri(metamodel: &Metamodel, classifier: Classifier) -> String {
    let mut path = vec![metamodel.name(classifier)];
    let mut package = metamodel.package_of(classifier);
    while let Some(parent) = metamodel[package].parent {
        path.push(&metamodel[package].name);
        package = parent;
    }
    path.reverse();
    format!("{}#//{}", metamodel[package].ns_uri.as_deref().unwrap_or_default(), path.join("/"))
}

/// Ecore itself as a model of Ecore.
#[must_use]
pub fn ecore_model() -> (Model, DocumentId) {
    let ecore: Arc<Metamodel> = Metamodel::ecore();
    to_model(&ecore, &[builtin::PACKAGE], builtin::NS_URI)
}
