//! Metamodels as EMF's constraints read them: documents of Ecore, with their targets in Ecore itself
//! and in other known metamodels, and with the generic types that the plain forms imply.
//!
//! A [`ModelElement`] is an element of the document's model or of the model of the known metamodels, so that the rules
//! need not distinguish them. A [`GenericType`] is a generic type, in a document or implied: for each plain type EMF
//! creates a generic one (`#//A/r/@eGenericType`), which no document contains. This module reports nothing; missing
//! values are empty, and an unresolved proxy has no features.

mod converted_documents;
mod data_types;
mod generic_types;
mod inheritance;
mod known_metamodels;

use crate::model::{Model, ObjectId, uri};
use converted_documents::ConvertedDocuments;
use data_types::DataTypes;
pub(crate) use generic_types::{GenericType, plain_form};
use inheritance::Inheritance;
use known_metamodels::{KnownMetamodels, find_by_path, packages_by_uri, packages_of};
use modelwright_metamodel::ecore::{ClassId, FeatureId, builtin, features};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

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
        self.text(item, features::ENAMED_ELEMENT_NAME)
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
            .list(item, features::EMODEL_ELEMENT_ANNOTATIONS)
            .find(|a| self.text(*a, features::EANNOTATION_SOURCE) == Some(source))?;
        let entry = self
            .list(annotation, features::EANNOTATION_DETAILS)
            .find(|e| self.text(*e, features::ESTRING_TO_STRING_MAP_ENTRY_KEY) == Some(key))?;
        self.text(entry, features::ESTRING_TO_STRING_MAP_ENTRY_VALUE)
    }

    /// Whether an element has an annotation with this source.
    pub(crate) fn has_annotation(&self, item: ModelElement, source: &str) -> bool {
        self.list(item, features::EMODEL_ELEMENT_ANNOTATIONS)
            .any(|a| self.text(a, features::EANNOTATION_SOURCE) == Some(source))
    }

    /// The namespace URI of a classifier in a known metamodel; `None` for an element of a document.
    fn known_uri(&self, item: ModelElement) -> Option<&str> {
        if !item.is_in_known_metamodel {
            return None;
        }
        let package = self.container(item)?;
        self.text(package, features::EPACKAGE_NS_URI)
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
        self.text(item, features::ECLASSIFIER_INSTANCE_TYPE_NAME)
            .or_else(|| self.text(item, features::ECLASSIFIER_INSTANCE_CLASS_NAME))
    }

    /// The Java class of a classifier, without type arguments.
    pub(crate) fn instance_class(&self, item: ModelElement) -> Option<&str> {
        if let Some(name) = self.text(item, features::ECLASSIFIER_INSTANCE_TYPE_NAME) {
            return Some(name.split('<').next().unwrap_or(name).trim());
        }
        self.text(item, features::ECLASSIFIER_INSTANCE_CLASS_NAME)
    }
}

impl EcoreView<'_> {
    /// Whether a typed element is a list.
    pub(crate) fn is_many(&self, typed: ModelElement) -> bool {
        let upper = self.int(typed, features::ETYPED_ELEMENT_UPPER_BOUND);
        // As in EMF's `ETypedElement.isMany`, the unspecified bound -2 does not make a list.
        upper > 1 || upper == -1
    }

    /// Whether a reference is the container end of a containment.
    pub(crate) fn is_container(&self, reference: ModelElement) -> bool {
        self.single(reference, features::EREFERENCE_OPPOSITE)
            .is_some_and(|opposite| self.flag(opposite, features::EREFERENCE_CONTAINMENT))
    }

    /// The direct superclasses of a class; looked up once.
    pub(crate) fn supertypes(&self, class: ModelElement) -> Rc<[ModelElement]> {
        // Cached, because several rules and the inheritance of all classes use them.
        if let Some(cached) = self.parents.borrow().get(&class) {
            return Rc::clone(cached);
        }
        // If there are generic supertypes, EMF derives the plain supertypes from them.
        let has_only_plain =
            self.model(class).list(class.id, features::ECLASS_GENERIC_SUPER_TYPES).is_empty();
        let parents: Rc<[ModelElement]> = if has_only_plain {
            self.list(class, features::ECLASS_SUPER_TYPES)
                .filter(|parent| self.is_of_class(*parent, builtin::ECLASS))
                .collect()
        } else {
            let generics = self.generics(class, features::ECLASS_GENERIC_SUPER_TYPES).into_iter();
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
                    // The first entry is the class itself.
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
        self.list(class, features::ECLASS_STRUCTURAL_FEATURES).collect()
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
        classes.into_iter().flat_map(|c| self.list(c, features::ECLASS_STRUCTURAL_FEATURES)).collect()
    }
}
