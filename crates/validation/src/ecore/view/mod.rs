//! Metamodels as EMF's constraints read them: documents of Ecore, with their targets in Ecore itself
//! and in other known metamodels, and with the generic types that the plain forms imply.
//!
//! A [`ModelElement`] is an element of the document's model or of the model of the known metamodels, so that the rules
//! need not distinguish them. A [`GenericType`] is a generic type, in a document or implied: for each plain type EMF
//! creates a generic one (`#//A/r/@eGenericType`), which no document contains. This module reports nothing; missing
//! values are empty, and an unresolved proxy has no features.

mod converted_documents;
mod data_types;
mod inheritance;
mod known_metamodels;

use crate::model::{Model, ObjectId, uri};
use converted_documents::ConvertedDocuments;
use data_types::DataTypes;
use inheritance::Inheritance;
use known_metamodels::{KnownMetamodels, find_by_path, packages_by_uri, packages_of};
use modelwright_metamodel::ecore::builtin;
use modelwright_metamodel::ecore::{ClassId, FeatureId};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::OnceLock;

/// Declares [`Features`]: a name in this crate, the class of Ecore that declares the feature, and the feature's name.
macro_rules! features {
    ($($field:ident = $class:ident $name:literal;)+) => {
        /// The features of Ecore that rules read.
        #[derive(Debug)]
        pub(crate) struct Features {
            $(pub(crate) $field: FeatureId,)+
        }

        impl Features {
            fn new() -> Self {
                Self { $($field: builtin::feature(builtin::$class, $name),)+ }
            }
        }
    };
}

features! {
    annotations = EMODEL_ELEMENT "eAnnotations";
    source = EANNOTATION "source";
    details = EANNOTATION "details";
    key = ESTRING_TO_STRING_MAP_ENTRY "key";
    value = ESTRING_TO_STRING_MAP_ENTRY "value";
    name = ENAMED_ELEMENT "name";
    ns_uri = EPACKAGE "nsURI";
    ns_prefix = EPACKAGE "nsPrefix";
    classifiers = EPACKAGE "eClassifiers";
    subpackages = EPACKAGE "eSubpackages";
    instance_class = ECLASSIFIER "instanceClassName";
    instance_type = ECLASSIFIER "instanceTypeName";
    type_parameters = ECLASSIFIER "eTypeParameters";
    is_abstract = ECLASS "abstract";
    is_interface = ECLASS "interface";
    supertypes = ECLASS "eSuperTypes";
    generic_supertypes = ECLASS "eGenericSuperTypes";
    features = ECLASS "eStructuralFeatures";
    operations = ECLASS "eOperations";
    serializable = EDATA_TYPE "serializable";
    literals = EENUM "eLiterals";
    literal = EENUM_LITERAL "literal";
    lower = ETYPED_ELEMENT "lowerBound";
    upper = ETYPED_ELEMENT "upperBound";
    unique = ETYPED_ELEMENT "unique";
    ty = ETYPED_ELEMENT "eType";
    generic_type = ETYPED_ELEMENT "eGenericType";
    changeable = ESTRUCTURAL_FEATURE "changeable";
    transient = ESTRUCTURAL_FEATURE "transient";
    unsettable = ESTRUCTURAL_FEATURE "unsettable";
    default = ESTRUCTURAL_FEATURE "defaultValueLiteral";
    id = EATTRIBUTE "iD";
    containment = EREFERENCE "containment";
    resolve_proxies = EREFERENCE "resolveProxies";
    opposite = EREFERENCE "eOpposite";
    keys = EREFERENCE "eKeys";
    parameters = EOPERATION "eParameters";
    operation_type_parameters = EOPERATION "eTypeParameters";
    exceptions = EOPERATION "eExceptions";
    generic_exceptions = EOPERATION "eGenericExceptions";
    bounds = ETYPE_PARAMETER "eBounds";
    classifier = EGENERIC_TYPE "eClassifier";
    parameter = EGENERIC_TYPE "eTypeParameter";
    arguments = EGENERIC_TYPE "eTypeArguments";
    lower_bound = EGENERIC_TYPE "eLowerBound";
    upper_bound = EGENERIC_TYPE "eUpperBound";
}

/// The features of Ecore, looked up once.
pub(crate) fn feature_ids() -> &'static Features {
    static FEATURES: OnceLock<Features> = OnceLock::new();
    FEATURES.get_or_init(Features::new)
}

/// The feature with plain types that corresponds to a feature with generic types.
pub(crate) fn plain_form(generic: FeatureId) -> Option<FeatureId> {
    let ids = feature_ids();
    [
        (ids.generic_type, ids.ty),
        (ids.generic_supertypes, ids.supertypes),
        (ids.generic_exceptions, ids.exceptions),
    ]
    .into_iter()
    .find(|(form, _)| *form == generic)
    .map(|(_, plain)| plain)
}

/// An element of a metamodel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct ModelElement {
    /// Whether the element belongs to a known metamodel instead of the model that is checked.
    pub(crate) is_in_known_metamodel: bool,
    pub(crate) id: ObjectId,
}

impl ModelElement {
    pub(crate) fn new(id: ObjectId) -> Self {
        Self { is_in_known_metamodel: false, id }
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

/// The elements of a model that is a metamodel, as EMF's constraints read them.
#[derive(Debug)]
pub(crate) struct EcoreView<'m> {
    model: &'m Model,
    /// The references to known metamodels; collected when the first element of a metamodel is visited, because most
    /// documents contain no such element, but may contain many proxies.
    known_references: OnceCell<KnownReferences>,
    /// The direct superclasses of classes; collected on first use.
    parents: RefCell<FxHashMap<ModelElement, Rc<[ModelElement]>>>,
    inheritance: OnceCell<Inheritance>,
    data_types: OnceCell<DataTypes>,
    converted_documents: OnceCell<ConvertedDocuments>,
}

/// The references of a model to the known metamodels.
#[derive(Debug)]
struct KnownReferences {
    known_metamodels: KnownMetamodels,
    /// The targets of resolved proxies, as objects of the model of the known metamodels.
    targets: FxHashMap<ObjectId, ObjectId>,
    /// Whether any proxy is unresolved.
    has_unresolved: bool,
}

impl KnownReferences {
    /// Resolves the proxies of a model that refer to known metamodels.
    fn new(model: &Model) -> Self {
        let known_metamodels = KnownMetamodels::new(model, model.metamodel());
        let packages = packages_by_uri(known_metamodels.model());
        let mut targets_by_address: FxHashMap<&str, Option<ObjectId>> = FxHashMap::default();
        let mut targets = FxHashMap::default();
        for (proxy, address) in model.proxies() {
            // Many proxies have the same address, such as that of `EString`, so each address is resolved once.
            let target = *targets_by_address.entry(address).or_insert_with(|| {
                let (namespace, fragment) = uri::split_fragment(address);
                find_by_path(known_metamodels.model(), *packages.get(namespace)?, fragment?)
            });
            targets.extend(target.map(|target| (proxy, target)));
        }
        let has_unresolved = model.proxies().any(|(proxy, _)| !targets.contains_key(&proxy));
        Self { known_metamodels, targets, has_unresolved }
    }
}

impl<'m> EcoreView<'m> {
    /// A view of a model. Its tables are computed when they are needed.
    pub(crate) fn new(model: &'m Model) -> Self {
        Self {
            model,
            known_references: OnceCell::new(),
            parents: RefCell::default(),
            inheritance: OnceCell::new(),
            data_types: OnceCell::new(),
            converted_documents: OnceCell::new(),
        }
    }

    /// The references to the known metamodels.
    fn known_references(&self) -> &KnownReferences {
        self.known_references.get_or_init(|| KnownReferences::new(self.model))
    }

    /// The model to which an element belongs.
    fn model(&self, item: ModelElement) -> &Model {
        if item.is_in_known_metamodel { self.known_references().known_metamodels.model() } else { self.model }
    }

    /// The target of a proxy; for any other element, the element itself.
    pub(crate) fn follow(&self, item: ModelElement) -> ModelElement {
        let target =
            if item.is_in_known_metamodel { None } else { self.known_references().targets.get(&item.id) };
        target.map_or(item, |target| ModelElement { is_in_known_metamodel: true, id: *target })
    }

    /// The object in another document to which a containment proxy is resolved.
    pub(crate) fn resolve(&self, item: ModelElement) -> ModelElement {
        self.model(item).resolved_target(item.id).map_or(item, |id| ModelElement { id, ..item })
    }

    /// The class of Ecore of an element.
    pub(crate) fn class(&self, item: ModelElement) -> ClassId {
        self.model(item).class(item.id)
    }

    /// Whether an element is of a class of Ecore, or of a subclass.
    pub(crate) fn is_of_class(&self, item: ModelElement, class: ClassId) -> bool {
        self.model(item).metamodel().conforms(self.class(item), class)
    }

    /// Whether an element is an unresolved proxy.
    pub(crate) fn is_unresolved(&self, item: ModelElement) -> bool {
        !item.is_in_known_metamodel
            && self.model.is_proxy(item.id)
            && !self.known_references().targets.contains_key(&item.id)
    }

    /// The text that is the value of an element's feature.
    pub(crate) fn text(&self, item: ModelElement, feature: FeatureId) -> Option<&str> {
        self.model(item).get(item.id, feature).text()
    }

    /// The name of an element; `None` if it is not set.
    pub(crate) fn name(&self, item: ModelElement) -> Option<&str> {
        self.text(item, feature_ids().name)
    }

    /// A name for messages.
    pub(crate) fn label(&self, item: ModelElement) -> String {
        self.name(item).map_or_else(|| "(no name)".to_owned(), str::to_owned)
    }

    /// The Boolean value of an element's feature.
    pub(crate) fn flag(&self, item: ModelElement, feature: FeatureId) -> bool {
        self.model(item).get(item.id, feature).bool().unwrap_or(false)
    }

    /// The integer that is the value of an element's feature.
    pub(crate) fn int(&self, item: ModelElement, feature: FeatureId) -> i64 {
        self.model(item).get(item.id, feature).int().unwrap_or(0)
    }

    /// The elements to which an element's feature refers, with proxies resolved.
    pub(crate) fn list(
        &self,
        item: ModelElement,
        feature: FeatureId,
    ) -> impl Iterator<Item = ModelElement> + '_ {
        let objects = self.model(item).list(item.id, feature).objects();
        objects.map(move |id| self.follow(ModelElement { id, ..item }))
    }

    /// The element to which an element's single-valued feature refers, with proxies resolved.
    pub(crate) fn single(&self, item: ModelElement, feature: FeatureId) -> Option<ModelElement> {
        let id = self.model(item).get(item.id, feature).object()?;
        Some(self.follow(ModelElement { id, ..item }))
    }

    /// The element that contains an element.
    pub(crate) fn container(&self, item: ModelElement) -> Option<ModelElement> {
        self.model(item).container(item.id).map(|id| ModelElement { id, ..item })
    }

    /// The feature that contains an element.
    pub(crate) fn containing_feature(&self, item: ModelElement) -> Option<FeatureId> {
        self.model(item).containing_feature(item.id)
    }

    /// The value of an annotation's detail.
    pub(crate) fn detail(&self, item: ModelElement, source: &str, key: &str) -> Option<&str> {
        let annotation = self
            .list(item, feature_ids().annotations)
            .find(|a| self.text(*a, feature_ids().source) == Some(source))?;
        let entry = self
            .list(annotation, feature_ids().details)
            .find(|e| self.text(*e, feature_ids().key) == Some(key))?;
        self.text(entry, feature_ids().value)
    }

    /// Whether an element has an annotation with this source.
    pub(crate) fn has_annotation(&self, item: ModelElement, source: &str) -> bool {
        self.list(item, feature_ids().annotations).any(|a| self.text(a, feature_ids().source) == Some(source))
    }

    /// The namespace URI of an element of a known metamodel.
    fn known_uri(&self, item: ModelElement) -> Option<&str> {
        let package = self.container(item).filter(|_| item.is_in_known_metamodel)?;
        self.text(package, feature_ids().ns_uri)
    }

    /// The location of a classifier in a known metamodel: its package's namespace URI, and its name.
    pub(crate) fn known_location(&self, item: ModelElement) -> Option<(&str, &str)> {
        Some((self.known_uri(item)?, self.name(item)?))
    }

    /// Whether a classifier belongs to one of EMF's own metamodels.
    pub(crate) fn is_built_in(&self, item: ModelElement) -> bool {
        self.known_uri(item)
            .is_some_and(|uri| uri == builtin::NS_URI || builtin::OPTIONAL_URIS.contains(&uri))
    }

    /// Whether a classifier is one of the types of XML Schema.
    pub(crate) fn is_of_schema(&self, item: ModelElement) -> bool {
        self.known_uri(item) == Some(builtin::XML_TYPE_URI)
    }

    /// The data type to which an annotation of another data type refers: in the same package, or as `URI#name`.
    pub(crate) fn data_type_named(&self, referring: ModelElement, name: &str) -> Option<ModelElement> {
        self.data_types.get_or_init(|| DataTypes::new(self)).find(self, referring, name)
    }

    /// The documents as a metamodel.
    pub(crate) fn converted_documents(&self) -> &ConvertedDocuments {
        self.converted_documents.get_or_init(|| ConvertedDocuments::new(self.model))
    }

    /// All packages, those of the known metamodels first.
    pub(super) fn packages(&self) -> impl Iterator<Item = ModelElement> + '_ {
        // The order ensures that a document cannot redefine the types of Ecore.
        let known_packages = packages_of(self.known_references().known_metamodels.model())
            .map(|id| ModelElement { is_in_known_metamodel: true, id });
        known_packages.chain(packages_of(self.model).map(ModelElement::new))
    }

    /// The Java type of a classifier, with its type arguments.
    pub(crate) fn instance_type(&self, item: ModelElement) -> Option<&str> {
        self.text(item, feature_ids().instance_type).or_else(|| self.text(item, feature_ids().instance_class))
    }

    /// The Java class of a classifier, without type arguments.
    pub(crate) fn instance_class(&self, item: ModelElement) -> Option<&str> {
        if let Some(name) = self.text(item, feature_ids().instance_type) {
            return Some(name.split('<').next().unwrap_or(name).trim());
        }
        self.text(item, feature_ids().instance_class)
    }
}

impl EcoreView<'_> {
    /// The generic types of a feature, in a document or implied.
    pub(crate) fn generics(&self, item: ModelElement, feature: FeatureId) -> Vec<GenericType> {
        let types_in_document: Vec<GenericType> =
            self.list(item, feature).map(GenericType::InDocument).collect();
        let Some(plain_feature) = plain_form(feature).filter(|_| types_in_document.is_empty()) else {
            return types_in_document;
        };
        let count = u32::try_from(self.list(item, plain_feature).count()).unwrap_or(u32::MAX);
        (0..count).map(|position| GenericType::Implied { owner: item, feature, position }).collect()
    }

    /// The generic type of a typed element.
    pub(crate) fn generic_type(&self, typed: ModelElement) -> Option<GenericType> {
        self.generics(typed, feature_ids().generic_type).first().copied()
    }

    /// The classifier of a generic type.
    pub(crate) fn classifier(&self, generic: GenericType) -> Option<ModelElement> {
        match generic {
            GenericType::InDocument(item) => self.single(item, feature_ids().classifier),
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
            GenericType::InDocument(item) => self.single(item, feature_ids().parameter),
            GenericType::Implied { .. } => None,
        }
    }

    /// The type arguments of a generic type.
    pub(crate) fn arguments(&self, generic: GenericType) -> Vec<GenericType> {
        match generic {
            GenericType::InDocument(item) => {
                self.list(item, feature_ids().arguments).map(GenericType::InDocument).collect()
            }
            GenericType::Implied { .. } => Vec::new(),
        }
    }

    /// The lower bound of a wildcard, `? super T`.
    pub(crate) fn lower_bound(&self, generic: GenericType) -> Option<GenericType> {
        match generic {
            GenericType::InDocument(item) => {
                self.single(item, feature_ids().lower_bound).map(GenericType::InDocument)
            }
            GenericType::Implied { .. } => None,
        }
    }

    /// The upper bound of a wildcard, `? extends T`.
    pub(crate) fn upper_bound(&self, generic: GenericType) -> Option<GenericType> {
        match generic {
            GenericType::InDocument(item) => {
                self.single(item, feature_ids().upper_bound).map(GenericType::InDocument)
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
        raw_type.filter(conforms).or_else(|| self.type_of_any_object(expected == Some(builtin::ECLASS)))
    }

    /// The bounds of a type parameter.
    pub(crate) fn bounds(&self, parameter: ModelElement) -> impl Iterator<Item = GenericType> + '_ {
        self.list(parameter, feature_ids().bounds).map(GenericType::InDocument)
    }

    /// The type of a typed element: the raw type of its generic type.
    pub(crate) fn ty(&self, typed: ModelElement) -> Option<ModelElement> {
        self.raw_type(self.generic_type(typed)?)
    }

    /// Whether a typed element is a list.
    pub(crate) fn is_many(&self, typed: ModelElement) -> bool {
        let upper = self.int(typed, feature_ids().upper);
        // As in EMF's `ETypedElement.isMany`, the unspecified bound -2 does not make a list.
        upper > 1 || upper == -1
    }

    /// Whether a reference is the container end of a containment.
    pub(crate) fn is_container(&self, reference: ModelElement) -> bool {
        self.single(reference, feature_ids().opposite)
            .is_some_and(|opposite| self.flag(opposite, feature_ids().containment))
    }

    /// The direct superclasses of a class; looked up once.
    pub(crate) fn supertypes(&self, class: ModelElement) -> Rc<[ModelElement]> {
        // Cached, because several rules and the inheritance of all classes use them.
        if let Some(cached) = self.parents.borrow().get(&class) {
            return Rc::clone(cached);
        }
        // If there are generic supertypes, EMF derives the plain supertypes from them.
        let has_only_plain = self.model(class).list(class.id, feature_ids().generic_supertypes).is_empty();
        let parents: Rc<[ModelElement]> = if has_only_plain {
            self.list(class, feature_ids().supertypes)
                .filter(|parent| self.is_of_class(*parent, builtin::ECLASS))
                .collect()
        } else {
            let generics = self.generics(class, feature_ids().generic_supertypes).into_iter();
            generics
                .filter_map(|g| self.raw_type(g))
                .filter(|parent| self.is_of_class(*parent, builtin::ECLASS))
                .collect()
        };
        self.parents.borrow_mut().insert(class, Rc::clone(&parents));
        parents
    }

    /// All superclasses, each once, and each after its own superclasses. The class itself is among them only if it is
    /// on a cycle.
    pub(crate) fn all_supertypes(&self, class: ModelElement) -> Vec<ModelElement> {
        let mut order = Vec::new();
        let mut visited: FxHashSet<ModelElement> = FxHashSet::default();
        // An explicit stack instead of recursion. Each entry is a class, its superclasses, and the position of the next
        // one to visit.
        let mut stack: Vec<(ModelElement, Rc<[ModelElement]>, usize)> =
            vec![(class, self.supertypes(class), 0)];
        while let Some((current, parents, next)) = stack.last_mut() {
            match parents.get(*next).copied() {
                Some(parent) => {
                    *next += 1;
                    if visited.insert(parent) {
                        stack.push((parent, self.supertypes(parent), 0));
                    }
                }
                None => {
                    let current = *current;
                    stack.pop();
                    if !stack.is_empty() {
                        order.push(current);
                    }
                }
            }
        }
        order
    }

    /// The inheritance of the model's classes; computed on first use.
    pub(crate) fn inheritance(&self) -> &Inheritance {
        self.inheritance.get_or_init(|| Inheritance::new(self))
    }

    /// The classes of the model, in order.
    pub(super) fn classes(&self) -> impl Iterator<Item = ModelElement> + '_ {
        self.model.objects().map(ModelElement::new).filter(|item| self.is_of_class(*item, builtin::ECLASS))
    }

    /// The features that a class itself declares.
    pub(super) fn features(&self, class: ModelElement) -> Vec<ModelElement> {
        self.list(class, feature_ids().features).collect()
    }

    /// Whether any proxy is unresolved.
    pub(crate) fn has_unresolved(&self) -> bool {
        self.known_references().has_unresolved
    }

    /// All features of a class, inherited ones first.
    pub(crate) fn all_features(&self, class: ModelElement) -> Vec<ModelElement> {
        let mut classes = self.all_supertypes(class);
        // On a cycle, the class is among its superclasses, but its own features must come last.
        classes.retain(|parent| *parent != class);
        classes.push(class);
        classes.into_iter().flat_map(|c| self.list(c, feature_ids().features)).collect()
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
