//! The metamodel proper: what kinds of objects there are, immutable once built.
//!
//! Invariants: every metamodel contains Ecore itself as its first package, under the same ids, so
//! that any model can refer to Ecore's classes; supertypes never form a cycle; a class's slots are
//! its features in EMF's order (supertypes depth first, in declared order, own features last).
//! This module does not know objects, files, or the type language.

mod annotations;
mod builder;
pub mod builtin;
pub mod check;
pub mod data;
pub(crate) mod date;
mod elements;
pub mod extended;
pub mod facts;
mod feature_maps;
mod ids;
pub(crate) mod java_class;
mod java_float;
mod lexical;
mod namespaces;
mod tables;

pub use annotations::{
    Annotation, EXTENDED_META_DATA, GEN_MODEL, LOGIC, Origin, TYPE_TEXT, annotation, documentation,
    facet_items,
};
pub use builder::MetamodelBuilder;
pub use check::Problem;
pub use data::{DataKind, Literal};
pub use elements::{
    Class, ClassId, Classifier, DataType, DataTypeId, Element, EnumLiteral, Feature, FeatureId, FeatureKind,
    InstanceName, Operation, OperationId, Package, PackageId, TypeParameter, TypeParameterId, TypeUse,
    TypedElement, ValueRules,
};
pub use lexical::Lexical;
pub use tables::ClassTable;

use rustc_hash::{FxHashMap, FxHashSet};
use std::ops::Index;
use std::sync::Arc;

/// The Java class that entries of maps have.
pub(crate) const MAP_ENTRY: &str = "java.util.Map$Entry";

/// A closed set of packages with everything that can be computed from them beforehand.
#[derive(Debug, Clone)]
pub struct Metamodel {
    packages: Vec<Package>,
    classes: Vec<Class>,
    data_types: Vec<DataType>,
    features: Vec<Feature>,
    operations: Vec<Operation>,
    type_parameters: Vec<TypeParameter>,
    /// Features whose type, and classes whose first supertype, was named but not found.
    incomplete: FxHashSet<Element>,
    tables: Vec<ClassTable>,
    by_uri: FxHashMap<String, PackageId>,
    by_name: FxHashMap<(PackageId, String), Classifier>,
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
    /// Ecore itself: the metamodel of metamodels.
    #[must_use]
    pub fn ecore() -> Arc<Metamodel> {
        builtin::ecore()
    }

    /// This metamodel with the types of XML Schema, which EMF comes with as well.
    #[must_use]
    pub fn with_xml_types(&self) -> Metamodel {
        builtin::with_xml_types(self)
    }

    /// All packages; the first is Ecore.
    pub fn packages(&self) -> impl Iterator<Item = (PackageId, &Package)> {
        self.packages.iter().enumerate().map(|(at, p)| (PackageId::new(at), p))
    }

    /// The packages that no package contains, without those that EMF comes with.
    pub fn roots(&self) -> impl Iterator<Item = PackageId> {
        self.packages().filter(|(id, p)| p.parent.is_none() && !self.is_built_in(*id)).map(|(id, _)| id)
    }

    /// Whether a package is Ecore, or that of the types of XML Schema.
    #[must_use]
    pub fn is_built_in(&self, package: PackageId) -> bool {
        self.is_ecore_package(package) || self[package].ns_uri.as_deref() == Some(builtin::XML_TYPE_URI)
    }

    /// All classes, Ecore's first.
    pub fn classes(&self) -> impl Iterator<Item = (ClassId, &Class)> {
        self.classes.iter().enumerate().map(|(at, c)| (ClassId::new(at), c))
    }

    /// All data types and enumerations, Ecore's first.
    pub fn data_types(&self) -> impl Iterator<Item = (DataTypeId, &DataType)> {
        self.data_types.iter().enumerate().map(|(at, d)| (DataTypeId::new(at), d))
    }

    /// All features, Ecore's first.
    pub fn features(&self) -> impl Iterator<Item = (FeatureId, &Feature)> {
        self.features.iter().enumerate().map(|(at, f)| (FeatureId::new(at), f))
    }

    /// Whether an element belongs to Ecore itself.
    #[must_use]
    pub fn is_ecore_package(&self, package: PackageId) -> bool {
        package.index() == 0
    }

    /// Whether the type of a feature, or the first supertype of a class, was named but not found.
    #[must_use]
    pub fn is_incomplete(&self, element: Element) -> bool {
        self.incomplete.contains(&element)
    }

    /// The computed tables of a class.
    #[must_use]
    pub fn table(&self, class: ClassId) -> &ClassTable {
        &self.tables[class.index()]
    }

    /// The package with this namespace URI.
    #[must_use]
    pub fn package_by_uri(&self, uri: &str) -> Option<PackageId> {
        self.by_uri.get(uri).copied()
    }

    /// Whether a feature names no type at all, not even one that was not found.
    #[must_use]
    pub fn is_typeless(&self, feature: FeatureId) -> bool {
        self[feature].typed.ty.is_none() && !self.is_incomplete(Element::Feature(feature))
    }

    /// The first package that was read from a place; what follows `#` in it does not count.
    #[must_use]
    pub fn package_read_from(&self, place: &str) -> Option<PackageId> {
        let document = |place: &str| place.split('#').next().unwrap_or_default().to_owned();
        let (place, mut roots) = (document(place), self.roots());
        roots.find(|id| self[*id].location.as_deref().is_some_and(|known| document(known) == place))
    }

    /// The package at an address: the first of a document, or of the document of the package with this namespace URI, or
    /// the one that the fragment leads to there.
    #[must_use]
    pub fn package_at(&self, address: &str) -> Option<PackageId> {
        let (document, fragment) = match address.split_once('#') {
            Some((document, fragment)) => (document, Some(fragment)),
            None => (address, None),
        };
        let named = self.package_by_uri(document).map(|mut package| {
            while let Some(parent) = self[package].parent {
                package = parent;
            }
            package
        });
        let first = named.or_else(|| self.package_read_from(document))?;
        let Some(fragment) = fragment.filter(|fragment| *fragment != "/") else { return Some(first) };
        let names = fragment.strip_prefix("//").or_else(|| fragment.strip_prefix("/0/"))?;
        names.split('/').try_fold(first, |package, name| {
            let mut inner = self[package].subpackages.iter().copied();
            inner.find(|subpackage| self[*subpackage].name == name)
        })
    }

    /// Whether any package was read from a document.
    #[must_use]
    pub fn has_document(&self, uri: &str) -> bool {
        let is_from = |source: &str| source.split('#').next() == Some(uri);
        self.roots().any(|package| self[package].source.as_deref().is_some_and(is_from))
    }

    /// The classifier of this name directly in a package.
    #[must_use]
    pub fn classifier(&self, package: PackageId, name: &str) -> Option<Classifier> {
        // A tuple key cannot be looked up by parts without allocating; names are short.
        self.by_name.get(&(package, name.to_owned())).copied()
    }

    /// The class of this name directly in a package.
    #[must_use]
    pub fn class(&self, package: PackageId, name: &str) -> Option<ClassId> {
        match self.classifier(package, name)? {
            Classifier::Class(id) => Some(id),
            Classifier::DataType(_) => None,
        }
    }

    /// The feature that instances of a class have under this name.
    #[must_use]
    pub fn feature(&self, class: ClassId, name: &str) -> Option<FeatureId> {
        self.table(class).feature_named(name)
    }

    /// A classifier's name.
    #[must_use]
    pub fn name(&self, classifier: Classifier) -> &str {
        match classifier {
            Classifier::Class(id) => &self[id].name,
            Classifier::DataType(id) => &self[id].name,
        }
    }

    /// The package of a classifier.
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
        class == expected || expected == builtin::EOBJECT || self.table(class).has_supertype(expected)
    }

    /// The direct superclasses of a class, in order.
    pub fn supertypes(&self, class: ClassId) -> impl Iterator<Item = ClassId> {
        self[class].supertypes.iter().filter_map(|ty| match ty.classifier {
            Some(Classifier::Class(id)) => Some(id),
            _ => None,
        })
    }

    /// The class that a reference's targets must conform to: for a type parameter that of its first
    /// bound, and `EObject` where none is known.
    #[must_use]
    pub fn target(&self, feature: FeatureId) -> ClassId {
        match self.erasure(feature) {
            Some(Classifier::Class(id)) => id,
            _ => builtin::EOBJECT,
        }
    }

    /// The classifier of a feature's type, of a type parameter the first bound's.
    fn erasure(&self, feature: FeatureId) -> Option<Classifier> {
        let mut ty = self[feature].typed.ty.as_ref();
        // Bounds that lead around in a circle say nothing.
        for _ in 0..=self.type_parameters.len() {
            match ty? {
                TypeUse { classifier: Some(classifier), .. } => return Some(*classifier),
                TypeUse { parameter: Some(id), .. } => ty = self[*id].bounds.first(),
                _ => break,
            }
        }
        None
    }

    /// The data type of an attribute's values; `EJavaObject` where none is known.
    #[must_use]
    pub fn data_type(&self, feature: FeatureId) -> DataTypeId {
        match self.erasure(feature) {
            Some(Classifier::DataType(id)) => id,
            _ => builtin::EJAVA_OBJECT,
        }
    }

    /// Whether a reference is the container end of a containment.
    #[must_use]
    pub fn is_container(&self, feature: FeatureId) -> bool {
        self[feature].opposite().is_some_and(|o| self[o].is_containment())
    }

    /// Whether documents hold a feature's values as its own: those of a derived one, too, unless it is transient, but not
    /// what a feature map holds for it.
    #[must_use]
    pub fn is_stored(&self, feature: FeatureId) -> bool {
        !self[feature].transient && !self.is_container(feature) && !self.is_in_feature_map(feature)
    }

    /// Whether a feature is a feature map, which holds the values of others in the order of their document.
    #[must_use]
    pub fn is_feature_map(&self, feature: FeatureId) -> bool {
        !self[feature].is_reference() && self[self.data_type(feature)].kind == DataKind::FeatureMapEntry
    }

    /// Whether the values of a feature are in a feature map.
    #[must_use]
    pub fn is_in_feature_map(&self, feature: FeatureId) -> bool {
        let table = self.table(self[feature].owner);
        table.has_feature_maps() && table.slot(feature).is_some_and(|slot| table.feature_map(slot).is_some())
    }

    /// Whether a feature is a map: its objects are entries, whose keys differ.
    #[must_use]
    pub fn holds_entries(&self, feature: FeatureId) -> bool {
        let is_entry =
            |class: ClassId| matches!(&self[class].instance, InstanceName::Class(name) if name == MAP_ENTRY);
        let feature = &self[feature];
        feature.many()
            && feature.is_containment()
            && matches!(feature.typed.classifier(), Some(Classifier::Class(class)) if is_entry(class))
    }

    /// The concrete classes that conform to a class, in metamodel order, itself included.
    pub fn concrete_subclasses(&self, class: ClassId) -> impl Iterator<Item = ClassId> {
        self.classes()
            .filter(move |(id, c)| !c.is_abstract && !c.is_interface && self.conforms(*id, class))
            .map(|(id, _)| id)
    }

    /// A classifier's full name for people: packages and name, joined by dots.
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

    /// The rules for values of a feature: those of the package that declares it.
    #[must_use]
    pub fn value_rules(&self, feature: FeatureId) -> ValueRules {
        self[self[self[feature].owner].package].value_rules
    }

    /// How people know a feature: its class and its name.
    #[must_use]
    pub fn feature_label(&self, feature: FeatureId) -> String {
        format!("{}.{}", self[self[feature].owner].name, self[feature].name())
    }
}
