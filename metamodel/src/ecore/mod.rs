//! Metamodels: packages, classes, features and data types, immutable once built.
//!
//! Invariants: every metamodel contains Ecore itself as its first package, under the same ids, so that any
//! model can refer to Ecore's classes; supertypes never form a cycle; a class's slots are its features in
//! EMF's order (supertypes depth first, in declared order, own features last). This module does not know
//! objects, files, or the type language.

mod annotations;
mod any_kinds;
mod any_value;
mod builder;
pub mod builtin;
pub mod check;
mod choice;
mod classes_with_feature;
mod composite;
pub mod data;
pub mod date;
mod discriminator;
mod discriminator_check;
mod element_map;
mod elements;
mod expectation;
pub mod extended;
pub mod facts;
mod feature_maps;
pub mod features;
mod ids;
mod java_big_numbers;
pub(crate) mod java_class;
mod java_float;
mod lexical;
mod namespaces;
mod positions;
mod tables;
mod tuple;
mod type_texts;

pub use annotations::{
    Annotation, DISCRIMINATOR, DISCRIMINATOR_VALUE, DOCUMENTS, EXTENDED_META_DATA, GEN_MODEL, LOGIC, Origin,
    TYPE_TEXT, annotation, documentation, facet_items,
};
pub use any_value::{AnyKind, AnyValue, AnyValueBuilder, AnyValueError, MAX_LEVELS};
pub use builder::MetamodelBuilder;
pub use check::Problem;
pub use choice::EXACT_INTEGERS;
pub use choice::{Alternative, Choice, PlainValues};
pub use composite::{CompositeForm, EntryFeatures, composite_form, composite_text};
pub use data::{DataKind, Literal};
pub use element_map::ElementMap;
pub use elements::{
    Class, ClassId, Classifier, DataType, DataTypeId, Element, EnumLiteral, Feature, FeatureId, FeatureKind,
    InstanceName, Operation, OperationId, Package, PackageId, TypeParameter, TypeParameterId, TypeUse,
    TypedElement, ValueRules,
};
pub use lexical::Lexical;
pub use tables::ClassTable;
pub use tuple::Tuple;

use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Index;
use std::sync::Arc;

/// The Java class of map entries.
// The `$` is required, because EMF does not find a class `java.util.Map.Entry`.
pub const MAP_ENTRY: &str = "java.util.Map$Entry";

/// A closed set of packages with all tables precomputed. A clone shares the content.
#[derive(Debug, Clone)]
pub struct Metamodel {
    packages: Arc<[Package]>,
    classes: Arc<[Class]>,
    data_types: Arc<[DataType]>,
    features: Arc<[Feature]>,
    operations: Arc<[Operation]>,
    type_parameters: Arc<[TypeParameter]>,
    /// Features whose type could not be found, and classes whose first supertype could not be found.
    incomplete: Arc<FxHashSet<Element>>,
    /// The table of each class.
    tables: Arc<[ClassTable]>,
    has_discriminators: bool,
    /// The packages by namespace URI.
    packages_by_uri: Arc<FxHashMap<String, PackageId>>,
    /// For each package, its classifiers by name.
    classifiers_by_name: Arc<[FxHashMap<String, Classifier>]>,
}

macro_rules! indexed {
    ($($id:ty => $field:ident: $element:ty),+ $(,)?) => {
        $(impl Index<$id> for Metamodel {
            type Output = $element;
            fn index(&self, id: $id) -> &$element {
                &self.$field[id.index()]
            }
        })+
    };
}

indexed! {
    PackageId => packages: Package,
    ClassId => classes: Class,
    DataTypeId => data_types: DataType,
    FeatureId => features: Feature,
    OperationId => operations: Operation,
    TypeParameterId => type_parameters: TypeParameter,
}

impl Metamodel {
    /// Returns Ecore itself: the metamodel of metamodels.
    #[must_use]
    pub fn ecore() -> Arc<Metamodel> {
        builtin::ecore()
    }

    /// Returns this metamodel extended by a package that is built into EMF beside Ecore, and the packages that it
    /// requires; `None` if the URI is not one of [`builtin::OPTIONAL_URIS`].
    #[must_use]
    pub fn with_built_in(&self, uri: &str) -> Option<Metamodel> {
        builtin::with_built_in(self, uri)
    }

    /// Returns this metamodel extended by the types of XML Schema.
    #[must_use]
    pub fn with_xml_types(&self) -> Metamodel {
        self.with_built_in(builtin::XML_TYPE_URI).unwrap_or_else(|| self.clone())
    }

    /// Returns all packages; the first is Ecore.
    pub fn packages(&self) -> impl Iterator<Item = (PackageId, &Package)> {
        self.packages.iter().enumerate().map(|(index, package)| (PackageId::new(index), package))
    }

    /// Returns the top-level packages, without the built-in ones.
    pub fn roots(&self) -> impl Iterator<Item = PackageId> {
        self.packages()
            .filter(|(id, package)| package.parent.is_none() && !self.is_built_in(*id))
            .map(|(id, _)| id)
    }

    /// Whether a package is Ecore, or one of [`builtin::OPTIONAL_URIS`].
    #[must_use]
    pub fn is_built_in(&self, package: PackageId) -> bool {
        self.is_ecore_package(package)
            || self[package].ns_uri.as_deref().is_some_and(|uri| builtin::OPTIONAL_URIS.contains(&uri))
    }

    /// Returns all classes, Ecore's first.
    pub fn classes(&self) -> impl Iterator<Item = (ClassId, &Class)> {
        self.classes.iter().enumerate().map(|(index, class)| (ClassId::new(index), class))
    }

    /// Returns all data types and enumerations, Ecore's first.
    pub fn data_types(&self) -> impl Iterator<Item = (DataTypeId, &DataType)> {
        self.data_types.iter().enumerate().map(|(index, data_type)| (DataTypeId::new(index), data_type))
    }

    /// Returns all features, Ecore's first.
    pub fn features(&self) -> impl Iterator<Item = (FeatureId, &Feature)> {
        self.features.iter().enumerate().map(|(index, feature)| (FeatureId::new(index), feature))
    }

    /// Whether a package is Ecore itself.
    #[must_use]
    pub fn is_ecore_package(&self, package: PackageId) -> bool {
        // The first package of every metamodel is Ecore.
        package.index() == 0
    }

    /// Whether the type of a feature, or the first supertype of a class, could not be found.
    #[must_use]
    pub fn is_incomplete(&self, element: Element) -> bool {
        self.incomplete.contains(&element)
    }

    /// Returns the precomputed table of a class.
    #[must_use]
    pub fn table(&self, class: ClassId) -> &ClassTable {
        &self.tables[class.index()]
    }

    /// Returns the package with this namespace URI.
    #[must_use]
    pub fn package_by_uri(&self, uri: &str) -> Option<PackageId> {
        self.packages_by_uri.get(uri).copied()
    }

    /// The label of the first feature that contains objects of a class, or may contain some of them.
    pub fn containment_for(&self, class: ClassId) -> Option<String> {
        let may_contain = |id: FeatureId| {
            let target = self.target(id);
            self.conforms(class, target) || self.conforms(target, class)
        };
        let features = || {
            self.features().filter(|(_, feature)| {
                feature.is_containment()
                    && !feature.derived
                    && !feature.transient
                    && !self.is_ecore_package(self[feature.owner].package)
            })
        };
        // A feature whose type is this class is better advice than one whose type is a superclass or a subclass.
        let exact = features().find(|(id, _)| self.target(*id) == class);
        let (id, _) = exact.or_else(|| features().find(|(id, _)| may_contain(*id)))?;
        Some(self.feature_label(id))
    }

    /// Whether a feature declares no type at all, not even one that could not be found.
    #[must_use]
    pub fn is_typeless(&self, feature: FeatureId) -> bool {
        self[feature].typed.ty.is_none() && !self.is_incomplete(Element::Feature(feature))
    }

    /// Returns the first package that was read from a location; fragments are ignored.
    #[must_use]
    pub fn package_read_from(&self, location: &str) -> Option<PackageId> {
        let (location, mut roots) = (document_of(location), self.roots());
        roots.find(|id| self[*id].location.as_deref().is_some_and(|other| document_of(other) == location))
    }

    /// The top-level package that contains a package, or the package itself.
    #[must_use]
    pub fn root_of(&self, package: PackageId) -> PackageId {
        let mut root = package;
        while let Some(parent) = self[root].parent {
            root = parent;
        }
        root
    }

    /// Returns the package at an address. The address consists of the namespace URI of a package or the
    /// location of a document, and an optional fragment with the path of a subpackage; without a fragment, it
    /// refers to the first package.
    #[must_use]
    pub fn package_at(&self, address: &str) -> Option<PackageId> {
        let (document, fragment) = match address.split_once('#') {
            Some((document, fragment)) => (document, Some(fragment)),
            None => (address, None),
        };
        let root_with_uri = self.package_by_uri(document).map(|package| self.root_of(package));
        let first_package = root_with_uri.or_else(|| self.package_read_from(document))?;
        let Some(fragment) = fragment.filter(|fragment| *fragment != "/") else { return Some(first_package) };
        // `/0` is the first root, like the empty segment.
        let names = fragment.strip_prefix("//").or_else(|| fragment.strip_prefix("/0/"))?;
        let mut package = first_package;
        for name in names.split('/') {
            let mut subpackages = self[package].subpackages.iter().copied();
            package = subpackages.find(|subpackage| self[*subpackage].name == name)?;
        }
        Some(package)
    }

    /// Whether any package was read from the document with this URI.
    #[must_use]
    pub fn has_document(&self, uri: &str) -> bool {
        self.roots().any(|package| {
            self[package].source.as_deref().is_some_and(|source| source.split('#').next() == Some(uri))
        })
    }

    /// Returns the classifier of this name directly in a package.
    #[must_use]
    pub fn classifier(&self, package: PackageId, name: &str) -> Option<Classifier> {
        self.classifiers_by_name.get(package.index())?.get(name).copied()
    }

    /// Returns the class of this name directly in a package.
    #[must_use]
    pub fn class(&self, package: PackageId, name: &str) -> Option<ClassId> {
        match self.classifier(package, name)? {
            Classifier::Class(id) => Some(id),
            Classifier::DataType(_) => None,
        }
    }

    /// Returns the feature with this name that the instances of a class have.
    #[must_use]
    pub fn feature(&self, class: ClassId, name: &str) -> Option<FeatureId> {
        self.table(class).feature_named(name)
    }

    /// Returns a classifier's name.
    #[must_use]
    pub fn name(&self, classifier: Classifier) -> &str {
        match classifier {
            Classifier::Class(id) => &self[id].name,
            Classifier::DataType(id) => &self[id].name,
        }
    }

    /// Returns the package of a classifier.
    #[must_use]
    pub fn package_of(&self, classifier: Classifier) -> PackageId {
        match classifier {
            Classifier::Class(id) => self[id].package,
            Classifier::DataType(id) => self[id].package,
        }
    }

    /// Whether instances of `class` conform to `expected`.
    #[must_use]
    pub fn conforms(&self, class: ClassId, expected: ClassId) -> bool {
        // Every class conforms to `EObject`, although no class declares it as a supertype.
        class == expected || expected == builtin::EOBJECT || self.table(class).has_supertype(expected)
    }

    /// Whether objects of the class's type can only be direct instances of the class: it is not abstract, and all of
    /// its subclasses are.
    #[must_use]
    pub fn is_sealed(&self, class: ClassId) -> bool {
        // Every class conforms to `EObject`, although no class declares it as a supertype.
        class != builtin::EOBJECT && self.table(class).is_sealed
    }

    /// Returns the direct superclasses of a class, in order.
    pub fn supertypes(&self, class: ClassId) -> impl Iterator<Item = ClassId> {
        self[class].supertypes.iter().filter_map(|ty| match ty.classifier {
            Some(Classifier::Class(id)) => Some(id),
            _ => None,
        })
    }

    /// Returns the class that the targets of a reference must conform to: for a type parameter, the class of its first
    /// bound; `EObject` if the class is unknown.
    #[must_use]
    pub fn target(&self, feature: FeatureId) -> ClassId {
        match self.erasure(feature) {
            Some(Classifier::Class(id)) => id,
            _ => builtin::EOBJECT,
        }
    }

    /// Returns the classifier of a feature's type; for a type parameter, the classifier of its first bound.
    fn erasure(&self, feature: FeatureId) -> Option<Classifier> {
        let mut ty = self[feature].typed.ty.as_ref();
        // The number of steps is limited, because the bounds may form a cycle.
        for _ in 0..=self.type_parameters.len() {
            match ty? {
                TypeUse { classifier: Some(classifier), .. } => return Some(*classifier),
                TypeUse { parameter: Some(id), .. } => ty = self[*id].bounds.first(),
                _ => break,
            }
        }
        None
    }

    /// Returns the data type of an attribute's values; `EJavaObject` if it is unknown.
    #[must_use]
    pub fn data_type(&self, feature: FeatureId) -> DataTypeId {
        match self.erasure(feature) {
            Some(Classifier::DataType(id)) => id,
            // There is always a data type, so that callers need not handle invalid metamodels.
            _ => builtin::EJAVA_OBJECT,
        }
    }

    /// Whether a reference is the container end of a containment.
    #[must_use]
    pub fn is_container(&self, feature: FeatureId) -> bool {
        self[feature].opposite().is_some_and(|opposite| self[opposite].is_containment())
    }

    /// Whether reading accepts objects of any class in a feature, because EMF checks only lists of Ecore itself.
    /// Validation reports objects of the wrong class.
    #[must_use]
    pub fn takes_any_class(&self, feature: FeatureId) -> bool {
        self[feature].many() && !self.is_ecore_package(self[self[feature].owner].package)
    }

    /// Whether the values of a feature are stored and written by themselves. This is true of derived features that are
    /// not transient, but not of features whose values are in a feature map.
    #[must_use]
    pub fn is_stored(&self, feature: FeatureId) -> bool {
        !self[feature].transient && !self.is_container(feature) && !self.is_in_feature_map(feature)
    }

    /// Whether a feature is a feature map, which stores the values of others in document order.
    #[must_use]
    pub fn is_feature_map(&self, feature: FeatureId) -> bool {
        !self[feature].is_reference() && self[self.data_type(feature)].kind == DataKind::FeatureMapEntry
    }

    /// Whether the values of a feature are stored in a feature map.
    #[must_use]
    pub fn is_in_feature_map(&self, feature: FeatureId) -> bool {
        let table = self.table(self[feature].owner);
        table.has_feature_maps() && table.slot(feature).is_some_and(|slot| table.feature_map(slot).is_some())
    }

    /// Whether a feature is a map: its objects are entries with distinct keys.
    #[must_use]
    pub fn holds_entries(&self, feature: FeatureId) -> bool {
        let feature = &self[feature];
        feature.many()
            && feature.is_containment()
            && matches!(feature.typed.classifier(), Some(Classifier::Class(class)) if self.is_entry_class(class))
    }

    /// Whether the objects of a class are entries of maps.
    #[must_use]
    pub fn is_entry_class(&self, class: ClassId) -> bool {
        matches!(&self[class].instance, InstanceName::Class(name) if name == MAP_ENTRY)
    }

    /// Returns the concrete classes that conform to a class, including itself, in metamodel order.
    pub fn concrete_subclasses(&self, class: ClassId) -> impl Iterator<Item = ClassId> {
        self.classes()
            .filter(move |(id, subclass)| {
                !subclass.is_abstract && !subclass.is_interface && self.conforms(*id, class)
            })
            .map(|(id, _)| id)
    }

    /// Returns a classifier's full name for messages: packages and name, joined by dots.
    #[must_use]
    pub fn qualified_name(&self, classifier: Classifier) -> String {
        let mut parts = vec![self.name(classifier)];
        let mut package = Some(self.package_of(classifier));
        while let Some(id) = package {
            parts.push(&self[id].name);
            package = self[id].parent;
        }
        parts.reverse();
        parts.join(".")
    }

    /// Returns the rules for values of a feature, which are set by the package that declares it.
    #[must_use]
    pub fn value_rules(&self, feature: FeatureId) -> ValueRules {
        self[self[self[feature].owner].package].value_rules
    }

    /// Returns the name of a feature in messages: `Class.feature`.
    #[must_use]
    pub fn feature_label(&self, feature: FeatureId) -> String {
        format!("{}.{}", self[self[feature].owner].name, self[feature].name())
    }
}

/// A location without its fragment.
fn document_of(location: &str) -> String {
    location.split('#').next().unwrap_or_default().to_owned()
}
