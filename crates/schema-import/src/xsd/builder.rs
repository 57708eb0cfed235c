//! Makes the metamodel of a schema, declaration by declaration, in the order in which EMF does.
//!
//! Invariant: each component is made once; types that are nested too deeply by reference are completed later, so that
//! recursion has a limit. The parts of a type are in the other modules.

use super::components::{ElementId, Kind, Schema, TypeDefinition};
use super::document_names::DocumentNames;
use super::draft::{
    Feature, FeatureSummary, Flags, NamedUses, Package, Type, TypeRef, extend, insertion_position,
};
use super::names::{self, Case};
use super::white_space::Space;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::ecore::builtin::{self, XML_TYPE_URI};
use modelwright_metamodel::ecore::{Annotation, Classifier, Metamodel, PackageId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{OnceCell, RefCell};
use std::ops::Range;
use std::sync::Arc;

/// The greatest number of types that are created within one another: from this depth, complex types are filled later,
/// and a longer chain of simple types is created from its top.
pub(super) const MAX_RECURSIVE_CHAIN: usize = 50;

/// From this depth, simple types, which are never filled later, are read as `anySimpleType`.
pub(super) const MAX_SIMPLE_TYPE_DEPTH: usize = MAX_RECURSIVE_CHAIN * 2;

/// From this depth, the elements of substitution groups are left out.
pub(super) const MAX_SUBSTITUTION_DEPTH: usize = MAX_RECURSIVE_CHAIN * 3;

/// The state of making a metamodel.
pub(super) struct Builder<'s> {
    pub(super) schema: &'s Schema<'s>,
    /// Ecore, with the package of the types of XML.
    pub(super) base_metamodel: Arc<Metamodel>,
    /// The types of XML, by their names in XML Schema.
    xml_types: FxHashMap<String, Classifier>,
    pub(super) packages: Vec<Package>,
    /// The index of each package, by its namespace.
    by_namespace: FxHashMap<String, usize>,
    pub(super) types: Vec<Type>,
    pub(super) features: Vec<Feature>,
    /// The index of each type that was made, by its element.
    pub(super) types_by_element: FxHashMap<ElementId, usize>,
    /// The features of document roots, by the declarations at the top of documents.
    pub(super) global_features: FxHashMap<ElementId, usize>,
    /// The classes that hold lists of references, by their packages and names.
    pub(super) holders: FxHashMap<(usize, String), usize>,
    /// The documents whose packages are in use, in this order.
    pub(super) used_documents: Vec<usize>,
    used_document_set: FxHashSet<usize>,
    /// References with the names of their opposites, which are connected at the end.
    pub(super) opposites: Vec<(usize, String)>,
    /// References with the names of their keys.
    pub(super) keys: Vec<(usize, Vec<String>)>,
    /// How many types are in progress.
    pub(super) depth: usize,
    /// Complex types whose classes have no content yet, with these classes.
    pub(super) unfilled_classes: Vec<(ElementId, usize)>,
    /// The number of particles and attributes of all types so far.
    pub(super) particle_count: usize,
    /// The number of complex types from which each complex type is derived, with itself; `None` if it is derived from
    /// itself, or in too many steps.
    pub(super) derivations: FxHashMap<ElementId, Option<usize>>,
    /// The classes that have all of their features.
    pub(super) complete_classes: FxHashSet<usize>,
    /// The summaries of the features of complete classes.
    pub(super) summaries: RefCell<FxHashMap<usize, FeatureSummary>>,
    /// The names of attributes that several types may use.
    pub(super) shared_attributes: OnceCell<FxHashSet<String>>,
    /// The attributes of complex types.
    pub(super) named_uses: RefCell<FxHashMap<ElementId, NamedUses<'s>>>,
    /// How white space in the values of simple types is read, as far as it was needed.
    pub(super) white_spaces: RefCell<FxHashMap<ElementId, Space>>,
    pub(super) diagnostics: Diagnostics,
}

impl<'s> Builder<'s> {
    /// A builder for the packages of a schema, which has none yet.
    pub(super) fn new(schema: &'s Schema<'s>) -> Self {
        let ecore = Metamodel::ecore();
        let base_metamodel = ecore.with_built_in(XML_TYPE_URI).map_or(ecore, Arc::new);
        let package = base_metamodel.package_by_uri(XML_TYPE_URI).unwrap_or(PackageId::new(0));
        let xml_types = base_metamodel[package]
            .classifiers
            .iter()
            .map(|classifier| {
                let plain_name = base_metamodel.name(*classifier);
                let annotations: &[Annotation] = match classifier {
                    Classifier::Class(id) => &base_metamodel[*id].annotations,
                    Classifier::DataType(id) => &base_metamodel[*id].annotations,
                };
                (super::draft::extended(annotations, "name").unwrap_or(plain_name).to_owned(), *classifier)
            })
            .collect();
        Self {
            schema,
            xml_types,
            packages: Vec::new(),
            by_namespace: FxHashMap::default(),
            types: Vec::new(),
            features: Vec::new(),
            types_by_element: FxHashMap::default(),
            global_features: FxHashMap::default(),
            holders: FxHashMap::default(),
            used_documents: Vec::new(),
            used_document_set: FxHashSet::default(),
            opposites: Vec::new(),
            keys: Vec::new(),
            depth: 0,
            unfilled_classes: Vec::new(),
            particle_count: 0,
            derivations: FxHashMap::default(),
            complete_classes: FxHashSet::default(),
            summaries: RefCell::default(),
            shared_attributes: OnceCell::new(),
            named_uses: RefCell::default(),
            white_spaces: RefCell::default(),
            diagnostics: Diagnostics::new(),
            base_metamodel,
        }
    }

    /// Adds the features, classes and data types of all global declarations, then gives names, prefixes and opposites
    /// that depend on all of them.
    pub(super) fn run(&mut self) {
        if self.schema.documents.is_empty() {
            return;
        }
        self.use_document(0);
        for element in self.schema.sorted(Kind::Element) {
            self.global_feature(element);
            self.complete();
        }
        for attribute in self.schema.sorted(Kind::Attribute) {
            self.global_feature(attribute);
            self.complete();
        }
        for declaration in self.schema.sorted(Kind::Type) {
            self.classifier(&self.schema.type_at(declaration));
            self.complete();
        }
        self.resolve_names();
        self.name_packages();
        self.connect_opposites();
    }

    /// Completes the classes that were left for later.
    fn complete(&mut self) {
        while let Some((element, class)) = self.unfilled_classes.pop() {
            self.fill_class(element, class);
        }
    }

    /// Sets the names and prefixes of packages that the schema gives with attributes of Ecore's namespace.
    fn name_packages(&mut self) {
        for document in self.used_documents.clone() {
            let top_element = ElementId { document, node: 0 };
            let Some(package) = self.by_namespace.get(self.schema.target(top_element)).copied() else {
                continue;
            };
            let Some(package) = self.packages.get_mut(package) else { continue };
            if let Some(name) = self.schema.ecore(top_element, "package") {
                name.clone_into(&mut package.name);
            }
            if let Some(prefix) = self.schema.ecore(top_element, "nsPrefix") {
                prefix.clone_into(&mut package.prefix);
            }
        }
    }

    /// Records that the package of a document is in use.
    pub(super) fn use_document(&mut self, document: usize) {
        if self.used_document_set.insert(document) {
            self.used_documents.push(document);
        }
    }

    /// The package for the declarations of an element's document.
    pub(super) fn package(&mut self, element: ElementId) -> usize {
        self.use_document(element.document);
        let namespace = self.schema.target(element);
        if let Some(package) = self.by_namespace.get(namespace) {
            return *package;
        }
        let mut annotations = self.annotations_of_schema(ElementId { node: 0, ..element });
        let (name, uri) = if namespace.is_empty() {
            // EMF's annotation of packages whose URI is not the namespace of their elements.
            extend(&mut annotations, "qualified", "false");
            name_and_uri_of_file(self.schema.document(element).map_or("", |document| &document.uri))
        } else {
            (names::package_name(namespace), namespace.to_owned())
        };
        let prefix = package_prefix(&name);
        let id = self.packages.len();
        let namespace = namespace.to_owned();
        self.by_namespace.insert(namespace.clone(), id);
        let (types, names, document_root) = (Vec::new(), DocumentNames::default(), None);
        self.packages.push(Package {
            name,
            uri,
            prefix,
            namespace,
            annotations,
            types,
            names,
            document_root,
        });
        id
    }

    /// Adds a type to its package, in the order of names.
    pub(super) fn add_sorted(&mut self, new: Type) -> usize {
        let id = self.types.len();
        let types = &self.types;
        if let Some(package) = self.packages.get_mut(new.package) {
            let sorted_types = &package.types;
            let name_at = |index: usize| {
                let draft = sorted_types.get(index).and_then(|id| types.get(*id));
                draft.map(|draft| draft.name.as_str()).unwrap_or_default()
            };
            let position = insertion_position(sorted_types.len(), name_at, &new.name);
            package.types.insert(position, id);
        }
        self.types.push(new);
        id
    }

    /// The type of Ecore's package for XML with a name of XML Schema; the one for `anySimpleType` if the package has no
    /// such type.
    pub(super) fn xml_type(&self, name: &str) -> TypeRef {
        let classifier =
            self.xml_types.get(name).copied().or_else(|| self.xml_types.get("anySimpleType").copied());
        TypeRef::Known(classifier.unwrap_or(Classifier::DataType(builtin::EJAVA_OBJECT)))
    }

    /// The type of Ecore with a name; `EObject` if Ecore has no such type.
    pub(super) fn ecore_type(&self, name: &str) -> TypeRef {
        let classifier = self.base_metamodel.classifier(builtin::PACKAGE, name);
        TypeRef::Known(classifier.unwrap_or(Classifier::Class(builtin::EOBJECT)))
    }

    /// The class or the data type for a type of the schema.
    pub(super) fn classifier(&mut self, definition: &TypeDefinition) -> TypeRef {
        match definition {
            TypeDefinition::BuiltIn("anyType") => self.ecore_type("EObject"),
            TypeDefinition::Complex(element) => self.class(*element),
            _ => self.data_type(definition),
        }
    }

    /// Whether a type is a class, not a data type.
    pub(super) fn is_class(&self, type_ref: TypeRef) -> bool {
        match type_ref {
            TypeRef::Own(id) => self.types.get(id).is_some_and(|draft| draft.is_class),
            TypeRef::Known(classifier) => matches!(classifier, Classifier::Class(_)),
        }
    }

    /// The Java class of a data type.
    pub(super) fn instance(&self, type_ref: TypeRef) -> Option<&str> {
        match type_ref {
            TypeRef::Own(id) => self.types.get(id)?.instance.as_deref(),
            TypeRef::Known(Classifier::DataType(id)) => self.base_metamodel[id].instance.raw(),
            TypeRef::Known(Classifier::Class(_)) => None,
        }
    }

    pub(super) fn is_enumeration(&self, type_ref: TypeRef) -> bool {
        matches!(type_ref, TypeRef::Own(id) if self.types.get(id).is_some_and(|draft| draft.literals.is_some()))
    }

    /// Whether an attribute of a type has a value even if none is set: the values are those of a primitive type of
    /// Java, or literals.
    pub(super) fn has_default(&self, type_ref: TypeRef) -> bool {
        let literals = match type_ref {
            TypeRef::Own(id) => self.types.get(id).and_then(|draft| draft.literals.as_ref()),
            TypeRef::Known(_) => None,
        };
        literals.is_some_and(|literals| !literals.is_empty())
            || self.instance(type_ref).and_then(wrapper).is_some()
    }

    /// The data type for attributes that may have no value. Attributes of primitive Java types and of enumerations always
    /// have one, so another type was added for them; any other type is returned unchanged.
    pub(super) fn object_type(&self, type_ref: TypeRef) -> TypeRef {
        let object = match type_ref {
            TypeRef::Own(id) => self.types.get(id).and_then(|draft| draft.object).map(TypeRef::Own),
            TypeRef::Known(classifier) => {
                let name_and_type = self.xml_types.iter().find(|(_, known)| **known == classifier);
                // The package of XML's types has a type `int:Object` beside `int`.
                let object =
                    name_and_type.and_then(|(name, _)| self.xml_types.get(&format!("{name}:Object")));
                object.map(|object| TypeRef::Known(*object))
            }
        };
        object.unwrap_or(type_ref)
    }

    /// Adds a feature to the class `owner`, and returns the index of the feature. It has `type_ref` as its type, and at
    /// least `lower` and at most `upper` values; -1 is no limit.
    pub(super) fn add_feature(
        &mut self,
        (owner, type_ref): (usize, TypeRef),
        name: &str,
        annotations: Vec<Annotation>,
        (lower, upper): (i32, i32),
    ) -> usize {
        let id = self.features.len();
        let is_reference = self.is_class(type_ref);
        // An attribute with several values may have equal ones.
        let flags = Flags { unique: is_reference || upper == 1, ..Flags::default() };
        self.features.push(Feature {
            name: names::feature_name(name),
            owner,
            value_type: type_ref,
            is_reference,
            lower,
            upper,
            annotations,
            flags,
            default: None,
            opposite: None,
            keys: Vec::new(),
            namespace: String::new(),
            wildcards: None,
        });
        if let Some(class) = self.types.get_mut(owner) {
            class.features.push(id);
        }
        id
    }

    /// Changes a feature.
    pub(super) fn with_feature(&mut self, feature: usize, change: impl FnOnce(&mut Feature)) {
        if let Some(feature) = self.features.get_mut(feature) {
            change(feature);
        }
    }

    /// The namespace of a type's package; empty for none.
    pub(super) fn namespace_of(&self, class: usize) -> &str {
        let package = self.types.get(class).and_then(|class| self.packages.get(class.package));
        package.map(|package| package.namespace.as_str()).unwrap_or_default()
    }

    /// A name as the annotations of a package refer to it: with its namespace, if that is not the package's own.
    pub(super) fn qualified(own_namespace: &str, namespace: &str, name: &str) -> String {
        if own_namespace == namespace {
            return name.to_owned();
        }
        format!("{namespace}#{name}")
    }

    /// The name of a data type as an annotation of another one refers to it.
    pub(super) fn type_name(&self, own_namespace: &str, type_ref: TypeRef) -> String {
        match type_ref {
            TypeRef::Own(id) => {
                let annotations =
                    self.types.get(id).map(|draft| draft.annotations.as_slice()).unwrap_or_default();
                let name = super::draft::extended(annotations, "name").unwrap_or_default();
                Self::qualified(own_namespace, self.namespace_of(id), name)
            }
            TypeRef::Known(classifier) => {
                let package = self.base_metamodel.package_of(classifier);
                let uri = self.base_metamodel[package].ns_uri.as_deref().unwrap_or_default();
                let annotations: &[Annotation] = match classifier {
                    Classifier::Class(id) => &self.base_metamodel[id].annotations,
                    Classifier::DataType(id) => &self.base_metamodel[id].annotations,
                };
                let name = super::draft::extended(annotations, "name");
                Self::qualified(own_namespace, uri, name.unwrap_or(self.base_metamodel.name(classifier)))
            }
        }
    }

    /// The kind of a feature in the extended metadata; empty for none.
    pub(super) fn kind_of(&self, feature: usize) -> &str {
        let feature = self.features.get(feature);
        feature.and_then(|feature| super::draft::extended(&feature.annotations, "kind")).unwrap_or_default()
    }

    /// The number of an attribute's value; 0, and a problem, if it is not a number.
    pub(super) fn number(&mut self, text: &str, element: ElementId, range: Range<usize>) -> i32 {
        text.trim().parse().unwrap_or_else(|_| {
            let message = format!("expected a whole number, found `{text}`");
            self.report(element, Diagnostic::error(codes::IMPORT_INVALID, message), range);
            0
        })
    }

    /// Reports a problem at a span of an element's document.
    pub(super) fn report(&mut self, element: ElementId, problem: Diagnostic, range: Range<usize>) {
        if let Some(document) = self.schema.document(element) {
            self.diagnostics.push(problem.at(&document.tree.source, range));
        }
    }

    /// Reports a problem at an element.
    pub(super) fn report_at(&mut self, element: ElementId, problem: Diagnostic) {
        let range = self.schema.node(element).map_or(0..0, |node| node.range.clone());
        self.report(element, problem, range);
    }
}

/// The name and the URI of the package of a schema without a namespace, from the address of the schema's file.
fn name_and_uri_of_file(address: &str) -> (String, String) {
    let file_name = names::without_extension(address).rsplit('/').next().unwrap_or_default();
    let uri = if address.starts_with('/') { format!("file:{address}") } else { address.to_owned() };
    (names::valid_name(file_name, Case::Upper), uri)
}

/// The namespace prefix of a package with a name: its last segment.
fn package_prefix(name: &str) -> String {
    let segment = name.rsplit('.').next().unwrap_or_default();
    // XML reserves prefixes that begin with `xml`.
    if segment.to_lowercase().starts_with("xml") { format!("_{segment}") } else { segment.to_owned() }
}

/// The class of Java that wraps values of a primitive type.
pub(super) fn wrapper(class: &str) -> Option<&'static str> {
    Some(match class {
        "boolean" => "java.lang.Boolean",
        "byte" => "java.lang.Byte",
        "char" => "java.lang.Character",
        "double" => "java.lang.Double",
        "float" => "java.lang.Float",
        "int" => "java.lang.Integer",
        "long" => "java.lang.Long",
        "short" => "java.lang.Short",
        _ => return None,
    })
}
