//! Makes the metamodel of a schema, declaration by declaration, in the order in which EMF does.
//!
//! Invariant: each component is made once; types that are nested too deeply by reference are completed later, so that
//! recursion has a limit. The parts of a type are in the other modules.

use super::components::{At, Kind, Schema, TypeDefinition};
use super::draft::{
    Feature, FeatureSummary, Flags, NamedUse, Package, Type, TypeRef, extend, insertion_place,
};
use super::names::{self, Case};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, codes};
use modelwright_metamodel::ecore::builtin::{self, XML_TYPE_URI};
use modelwright_metamodel::ecore::{Annotation, Classifier, Metamodel, PackageId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{OnceCell, RefCell};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

/// The maximum number of types that are in progress at a time.
pub(super) const MAX_TYPES_IN_PROGRESS: usize = 50;

/// The state of making a metamodel.
pub(super) struct Builder<'s> {
    pub(super) schema: &'s Schema,
    /// Ecore with its types for XML.
    pub(super) known: Arc<Metamodel>,
    xml_types: FxHashMap<String, Classifier>,
    pub(super) packages: Vec<Package>,
    by_namespace: FxHashMap<String, usize>,
    pub(super) types: Vec<Type>,
    pub(super) features: Vec<Feature>,
    /// The types that were made, by their elements.
    pub(super) made: FxHashMap<At, usize>,
    /// The features of document roots, by the declarations at the top of documents.
    pub(super) global: FxHashMap<At, usize>,
    /// The classes that hold lists of references, by their packages and names.
    pub(super) holders: FxHashMap<(usize, String), usize>,
    /// The documents whose packages are in use, in this order.
    pub(super) used: Vec<usize>,
    is_used: FxHashSet<usize>,
    /// References with the names of their opposites, which are connected at the end.
    pub(super) opposites: Vec<(usize, String)>,
    /// References with the names of their keys.
    pub(super) keys: Vec<(usize, Vec<String>)>,
    /// How many types are in progress.
    pub(super) depth: usize,
    /// Complex types whose classes have no content yet, with these classes.
    pub(super) later: Vec<(At, usize)>,
    /// The number of particles of all types so far.
    pub(super) particle_count: usize,
    /// The number of complex types from which each complex type is derived, with itself; `None` if it is derived from
    /// itself, or in too many steps.
    pub(super) derivations: FxHashMap<At, Option<usize>>,
    /// The classes that have all of their features.
    pub(super) complete: FxHashSet<usize>,
    /// What the features of such classes are together.
    pub(super) summaries: RefCell<FxHashMap<usize, FeatureSummary>>,
    /// The names of attributes that several types may use.
    pub(super) shared_attributes: OnceCell<FxHashSet<String>>,
    /// The attributes of complex types.
    pub(super) named_uses: RefCell<FxHashMap<At, Rc<[NamedUse]>>>,
    pub(super) diagnostics: Diagnostics,
}

impl<'s> Builder<'s> {
    pub(super) fn new(schema: &'s Schema) -> Self {
        let ecore = Metamodel::ecore();
        let known = ecore.with_built_in(XML_TYPE_URI).map_or(ecore, Arc::new);
        let package = known.package_by_uri(XML_TYPE_URI).unwrap_or(PackageId::new(0));
        let named = |classifier: &Classifier| {
            let own = known.name(*classifier);
            let annotations: &[Annotation] = match classifier {
                Classifier::Class(id) => &known[*id].annotations,
                Classifier::DataType(id) => &known[*id].annotations,
            };
            (super::draft::extended(annotations, "name").unwrap_or(own).to_owned(), *classifier)
        };
        let xml_types = known[package].classifiers.iter().map(named).collect();
        Self {
            schema,
            xml_types,
            packages: Vec::new(),
            by_namespace: FxHashMap::default(),
            types: Vec::new(),
            features: Vec::new(),
            made: FxHashMap::default(),
            global: FxHashMap::default(),
            holders: FxHashMap::default(),
            used: Vec::new(),
            is_used: FxHashSet::default(),
            opposites: Vec::new(),
            keys: Vec::new(),
            depth: 0,
            later: Vec::new(),
            particle_count: 0,
            derivations: FxHashMap::default(),
            complete: FxHashSet::default(),
            summaries: RefCell::default(),
            shared_attributes: OnceCell::new(),
            named_uses: RefCell::default(),
            diagnostics: Diagnostics::new(),
            known,
        }
    }

    /// Makes everything that the schema declares.
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
        for at in self.schema.sorted(Kind::Type) {
            self.classifier(&self.schema.type_at(at));
            self.complete();
        }
        self.resolve_names();
        self.name_packages();
        self.connect_opposites();
    }

    /// Completes the classes that were left for later.
    fn complete(&mut self) {
        while let Some((at, class)) = self.later.pop() {
            self.fill_class(at, class);
        }
    }

    fn name_packages(&mut self) {
        for document in self.used.clone() {
            let top = At { document, node: 0 };
            let Some(package) = self.by_namespace.get(self.schema.target(top)).copied() else { continue };
            let Some(package) = self.packages.get_mut(package) else { continue };
            if let Some(name) = self.schema.ecore(top, "package") {
                name.clone_into(&mut package.name);
            }
            if let Some(prefix) = self.schema.ecore(top, "nsPrefix") {
                prefix.clone_into(&mut package.prefix);
            }
        }
    }

    pub(super) fn use_document(&mut self, document: usize) {
        if self.is_used.insert(document) {
            self.used.push(document);
        }
    }

    /// The package for the declarations of an element's document.
    pub(super) fn package(&mut self, at: At) -> usize {
        self.use_document(at.document);
        let namespace = self.schema.target(at).to_owned();
        if let Some(package) = self.by_namespace.get(&namespace) {
            return *package;
        }
        let mut annotations = self.annotations_of_schema(At { node: 0, ..at });
        let uri = self.schema.document(at).map(|document| document.uri.clone()).unwrap_or_default();
        let (name, uri) = if namespace.is_empty() {
            let file = names::without_extension(&uri).rsplit('/').next().unwrap_or_default();
            let uri = if uri.starts_with('/') { format!("file:{uri}") } else { uri.clone() };
            (names::valid_name(file, Case::Upper), uri)
        } else {
            (names::package_name(&namespace), namespace.clone())
        };
        let mut prefix = name.rsplit('.').next().unwrap_or_default().to_owned();
        // XML reserves prefixes that begin with `xml`.
        if prefix.to_lowercase().starts_with("xml") {
            prefix.insert(0, '_');
        }
        if namespace.is_empty() {
            extend(&mut annotations, "qualified", "false");
        }
        let id = self.packages.len();
        self.by_namespace.insert(namespace.clone(), id);
        let (types, document_root) = (Vec::new(), None);
        self.packages.push(Package { name, uri, prefix, namespace, annotations, types, document_root });
        id
    }

    /// Adds a type to its package, in the order of names.
    pub(super) fn add_sorted(&mut self, new: Type) -> usize {
        let id = self.types.len();
        let (package, name) = (new.package, new.name.clone());
        self.types.push(new);
        let types = &self.types;
        if let Some(package) = self.packages.get_mut(package) {
            let all = &package.types;
            let known = |at: usize| {
                all.get(at).and_then(|id| types.get(*id)).map(|known| known.name.as_str()).unwrap_or_default()
            };
            let place = insertion_place(all.len(), known, &name);
            package.types.insert(place, id);
        }
        id
    }

    /// The type of Ecore's package for XML with a name of XML Schema.
    pub(super) fn xml_type(&self, name: &str) -> TypeRef {
        let any = || self.xml_types.get("anySimpleType").copied();
        let found = self.xml_types.get(name).copied().or_else(any);
        TypeRef::Known(found.unwrap_or(Classifier::DataType(builtin::EJAVA_OBJECT)))
    }

    /// The type of Ecore with a name.
    pub(super) fn ecore_type(&self, name: &str) -> TypeRef {
        let found = self.known.classifier(builtin::PACKAGE, name);
        TypeRef::Known(found.unwrap_or(Classifier::Class(builtin::EOBJECT)))
    }

    /// What a type of the schema becomes.
    pub(super) fn classifier(&mut self, of: &TypeDefinition) -> TypeRef {
        match of {
            TypeDefinition::BuiltIn("anyType") => self.ecore_type("EObject"),
            TypeDefinition::Complex(at) => self.class(*at),
            _ => self.data_type(of),
        }
    }

    pub(super) fn is_class(&self, of: TypeRef) -> bool {
        match of {
            TypeRef::Own(id) => self.types.get(id).is_some_and(|own| own.is_class),
            TypeRef::Known(classifier) => matches!(classifier, Classifier::Class(_)),
        }
    }

    /// The Java class of a data type.
    pub(super) fn instance(&self, of: TypeRef) -> Option<String> {
        match of {
            TypeRef::Own(id) => self.types.get(id)?.instance.clone(),
            TypeRef::Known(Classifier::DataType(id)) => self.known[id].instance.raw().map(str::to_owned),
            TypeRef::Known(Classifier::Class(_)) => None,
        }
    }

    pub(super) fn is_enumeration(&self, of: TypeRef) -> bool {
        matches!(of, TypeRef::Own(id) if self.types.get(id).is_some_and(|own| own.literals.is_some()))
    }

    /// Whether an attribute of a type always has a value.
    pub(super) fn has_default(&self, of: TypeRef) -> bool {
        let has_literal = |own: &Type| own.literals.as_ref().is_some_and(|all| !all.is_empty());
        let is_enumeration = matches!(of, TypeRef::Own(id) if self.types.get(id).is_some_and(has_literal));
        is_enumeration || self.instance(of).is_some_and(|class| wrapper(&class).is_some())
    }

    /// The data type whose attributes may have no value, for one whose attributes always have one.
    pub(super) fn object_type(&self, of: TypeRef) -> TypeRef {
        let object = match of {
            TypeRef::Own(id) => self.types.get(id).and_then(|own| own.object).map(TypeRef::Own),
            TypeRef::Known(classifier) => {
                let named = self.xml_types.iter().find(|(_, known)| **known == classifier);
                let object = named.and_then(|(name, _)| self.xml_types.get(&format!("{name}:Object")));
                object.map(|object| TypeRef::Known(*object))
            }
        };
        object.unwrap_or(of)
    }

    /// Adds a feature to its class.
    pub(super) fn add_feature(
        &mut self,
        (owner, of): (usize, TypeRef),
        name: &str,
        annotations: Vec<Annotation>,
        (lower, upper): (i32, i32),
    ) -> usize {
        let id = self.features.len();
        let is_reference = self.is_class(of);
        // The values of an attribute may be equal.
        let flags = Flags { unique: is_reference || upper == 1, ..Flags::default() };
        self.features.push(Feature {
            name: names::feature_name(name),
            owner,
            of,
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

    /// A name as the annotations of a package refer to it.
    pub(super) fn qualified(own: &str, namespace: &str, name: &str) -> String {
        if own == namespace {
            return name.to_owned();
        }
        format!("{namespace}#{name}")
    }

    /// The name of a data type as an annotation of another one refers to it.
    pub(super) fn type_name(&self, own: &str, of: TypeRef) -> String {
        match of {
            TypeRef::Own(id) => {
                let annotations =
                    self.types.get(id).map(|own| own.annotations.as_slice()).unwrap_or_default();
                let name = super::draft::extended(annotations, "name").unwrap_or_default();
                Self::qualified(own, self.namespace_of(id), name)
            }
            TypeRef::Known(classifier) => {
                let package = self.known.package_of(classifier);
                let uri = self.known[package].ns_uri.as_deref().unwrap_or_default();
                let annotations: &[Annotation] = match classifier {
                    Classifier::Class(id) => &self.known[id].annotations,
                    Classifier::DataType(id) => &self.known[id].annotations,
                };
                let name = super::draft::extended(annotations, "name");
                Self::qualified(own, uri, name.unwrap_or(self.known.name(classifier)))
            }
        }
    }

    pub(super) fn kind_of(&self, feature: usize) -> &str {
        let feature = self.features.get(feature);
        feature.and_then(|feature| super::draft::extended(&feature.annotations, "kind")).unwrap_or_default()
    }

    /// The number of an attribute's value; 0, and a problem, if it is not a number.
    pub(super) fn number(&mut self, text: &str, at: At, range: Range<usize>) -> i32 {
        text.trim().parse().unwrap_or_else(|_| {
            let message = format!("expected a whole number, found `{text}`");
            self.report(at, Diagnostic::error(codes::IMPORT_INVALID, message), range);
            0
        })
    }

    /// Reports a problem at a span of an element's document.
    pub(super) fn report(&mut self, at: At, problem: Diagnostic, range: Range<usize>) {
        if let Some(document) = self.schema.document(at) {
            self.diagnostics.push(problem.at(&document.tree.source, range));
        }
    }

    /// Reports a problem at an element.
    pub(super) fn report_at(&mut self, at: At, problem: Diagnostic) {
        let range = self.schema.node(at).map_or(0..0, |node| node.at.clone());
        self.report(at, problem, range);
    }
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
