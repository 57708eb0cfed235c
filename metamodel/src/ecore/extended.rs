//! The names that the elements of a metamodel have in documents, as annotations define them: EMF's extended metadata.
//!
//! Invariants: names, namespaces and kinds are those that EMF's `BasicExtendedMetaData` determines; tables by
//! name are built once per class, on demand. This module does not know documents.

use super::annotations::{Annotation, EXTENDED_META_DATA, annotation};
use super::elements::{ClassId, Classifier, Feature, FeatureId, PackageId};
use super::{Metamodel, builtin};
use rustc_hash::FxHashMap;

/// The XML representation of a feature's values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum XmlKind {
    /// The feature has no extended metadata.
    Unspecified,
    /// The text of the element itself.
    Simple,
    /// An attribute.
    Attribute,
    /// Any attribute.
    AttributeWildcard,
    /// An element.
    Element,
    /// Any element, or mixed content.
    ElementWildcard,
    /// Elements of several features in one order.
    Group,
}

impl XmlKind {
    /// The kind with the name that an annotation contains.
    fn from_name(name: Option<&str>) -> Self {
        match name {
            Some("simple") => XmlKind::Simple,
            Some("attribute") => XmlKind::Attribute,
            Some("attributeWildcard") => XmlKind::AttributeWildcard,
            Some("element") => XmlKind::Element,
            Some("elementWildcard") => XmlKind::ElementWildcard,
            Some("group") => XmlKind::Group,
            _ => XmlKind::Unspecified,
        }
    }

    fn is_element(self) -> bool {
        matches!(self, XmlKind::Element | XmlKind::ElementWildcard | XmlKind::Group)
    }

    fn is_attribute(self) -> bool {
        matches!(self, XmlKind::Attribute | XmlKind::AttributeWildcard)
    }
}

/// The content of a class's elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// Not annotated.
    Unspecified,
    /// Only text.
    Simple,
    /// Mixed content: elements with text between them.
    Mixed,
    /// Elements only, or empty.
    Elements,
}

/// The meaning of a name in a document for an object of a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NameMatch {
    /// A feature of the class. The document may name another feature that is affiliated with it.
    Own {
        /// The slot of the feature that stores the value.
        slot: usize,
        /// The feature that the document names.
        named: FeatureId,
    },
    /// A feature of a document root, whose value is stored in a feature map.
    Global {
        /// The feature map's slot.
        map: usize,
        /// The slot of the member of the map that the feature is affiliated with; `None` if a wildcard matched its
        /// name.
        member: Option<usize>,
        /// The feature that the document names.
        named: FeatureId,
    },
    /// Any other name, which is stored in the feature map in this slot.
    Any(usize),
}

/// The extended metadata of a feature.
#[derive(Debug)]
struct FeatureNames {
    name: String,
    namespace: Option<String>,
    kind: XmlKind,
    wildcards: Vec<Wildcard>,
    /// Whether the wildcards accept names that no document root declares.
    is_lax: bool,
}

/// The namespaces that a wildcard matches.
#[derive(Debug)]
enum Wildcard {
    Any,
    /// All namespaces except this one. A name without a namespace does not match.
    Other(Option<String>),
    /// One namespace; `None` for names without a namespace.
    One(Option<String>),
}

impl Wildcard {
    /// Whether the wildcard matches names in a namespace, or names without a namespace.
    fn matches(&self, namespace: Option<&str>) -> bool {
        // As in EMF, a wildcard matches the namespace of XML Schema's types only if the wildcard lists it.
        let is_allowed = namespace != Some(builtin::XML_TYPE_URI);
        match self {
            Wildcard::Any => is_allowed,
            Wildcard::Other(excluded) => {
                namespace.is_some_and(|namespace| Some(namespace) != excluded.as_deref()) && is_allowed
            }
            Wildcard::One(expected) => namespace == expected.as_deref(),
        }
    }
}

/// The features of a class by their names in documents.
#[derive(Debug)]
struct ClassNames {
    elements: FxHashMap<Box<str>, Vec<FeatureId>>,
    attributes: FxHashMap<Box<str>, Vec<FeatureId>>,
    element_wildcards: Vec<FeatureId>,
    attribute_wildcards: Vec<FeatureId>,
}

/// The names of a metamodel's elements in documents.
#[derive(Debug)]
pub struct ExtendedMetaData<'m> {
    metamodel: &'m Metamodel,
    /// The metadata of features, by their ids.
    features: Vec<FeatureNames>,
    /// The classifiers by package and name.
    types: FxHashMap<(PackageId, String), Classifier>,
    /// The tables of the classes for which one was needed.
    tables: FxHashMap<ClassId, ClassNames>,
}

/// A detail of the annotation with extended metadata.
fn detail<'a>(annotations: &'a [Annotation], key: &str) -> Option<&'a str> {
    annotation(annotations, EXTENDED_META_DATA)?.detail(key)
}

impl<'m> ExtendedMetaData<'m> {
    /// Reads the annotations of a metamodel.
    #[must_use]
    pub fn new(metamodel: &'m Metamodel) -> Self {
        let features = metamodel.features().map(|(id, _)| feature_names(metamodel, id)).collect();
        let mut types = FxHashMap::default();
        for (package, data) in metamodel.packages() {
            for classifier in &data.classifiers {
                let name = match classifier {
                    Classifier::Class(class) => class_name(metamodel, *class),
                    Classifier::DataType(id) => {
                        detail(&metamodel[*id].annotations, "name").unwrap_or(&metamodel[*id].name)
                    }
                };
                types.entry((package, name.to_owned())).or_insert(*classifier);
            }
        }
        Self { metamodel, features, types, tables: FxHashMap::default() }
    }

    /// Returns the package of a namespace.
    #[must_use]
    pub fn package(&self, namespace: Option<&str>) -> Option<PackageId> {
        match namespace {
            Some(uri) => self.metamodel.package_by_uri(uri),
            None => self.metamodel.roots().find(|package| self.metamodel[*package].ns_uri.is_none()),
        }
    }

    /// Returns the namespace of a package's elements and types.
    #[must_use]
    pub fn namespace_of(&self, package: PackageId) -> Option<&'m str> {
        package_namespace(self.metamodel, package)
    }

    /// Returns the class or data type with this name in a package.
    #[must_use]
    pub fn classifier(&self, package: PackageId, name: &str) -> Option<Classifier> {
        self.types.get(&(package, name.to_owned())).copied()
    }

    /// Returns the class whose features are the possible root elements of a package's documents.
    #[must_use]
    pub fn document_root(&self, package: PackageId) -> Option<ClassId> {
        match self.classifier(package, "")? {
            Classifier::Class(class) => Some(class),
            Classifier::DataType(_) => None,
        }
    }

    /// Returns the name of a class in documents.
    #[must_use]
    pub fn class_name(&self, class: ClassId) -> &'m str {
        class_name(self.metamodel, class)
    }

    /// Returns the content of a class's elements.
    #[must_use]
    pub fn content(&self, class: ClassId) -> Content {
        match detail(&self.metamodel[class].annotations, "kind") {
            Some("simple") => Content::Simple,
            Some("mixed") => Content::Mixed,
            Some("elementOnly" | "empty") => Content::Elements,
            _ => Content::Unspecified,
        }
    }

    /// Returns the name of a feature in documents.
    #[must_use]
    pub fn name(&self, feature: FeatureId) -> &str {
        &self.features[feature.index()].name
    }

    /// Returns the namespace of a feature's name.
    #[must_use]
    pub fn namespace(&self, feature: FeatureId) -> Option<&str> {
        self.features[feature.index()].namespace.as_deref()
    }

    /// Returns the XML representation of a feature's values.
    #[must_use]
    pub fn kind(&self, feature: FeatureId) -> XmlKind {
        self.features[feature.index()].kind
    }

    /// Returns the slot of the feature that stores the text of a class's elements.
    #[must_use]
    pub fn simple_feature(&self, class: ClassId) -> Option<usize> {
        if self.content(class) != Content::Simple {
            return None;
        }
        let features = self.metamodel.table(class).all_features();
        features.iter().position(|feature| self.kind(*feature) == XmlKind::Simple)
    }

    /// Returns the slot of the feature map that stores text between elements.
    #[must_use]
    pub fn mixed_feature(&self, class: ClassId) -> Option<usize> {
        if !matches!(self.content(class), Content::Mixed | Content::Simple) {
            return None;
        }
        let is_map = |feature: &FeatureId| {
            self.kind(*feature) == XmlKind::ElementWildcard && !self.metamodel[*feature].is_reference()
        };
        self.metamodel.table(class).all_features().iter().position(is_map)
    }

    /// Returns the slot of the map of a document root that stores prefixes (`xmlns:prefix`) or locations of
    /// schemas (`xsi:schemaLocation`).
    #[must_use]
    pub fn root_map(&self, class: ClassId, name: &str) -> Option<usize> {
        if self.content(class) != Content::Mixed {
            return None;
        }
        let features = self.metamodel.table(class).all_features();
        features
            .iter()
            .position(|feature| self.metamodel[*feature].is_reference() && self.name(*feature) == name)
    }

    /// Returns the slots of a class in the order in which they are written, in which elements are last.
    #[must_use]
    pub fn written_order(&self, class: ClassId) -> Vec<usize> {
        let features = self.metamodel.table(class).all_features();
        let (elements, others): (Vec<usize>, Vec<usize>) =
            (0..features.len()).partition(|slot| self.kind(features[*slot]).is_element());
        others.into_iter().chain(elements).collect()
    }

    /// The meaning of the name of an element (or else an attribute) for an object of a class; `None` if the class
    /// accepts no such name.
    pub fn find(
        &mut self,
        class: ClassId,
        namespace: Option<&str>,
        name: &str,
        is_element: bool,
    ) -> Option<NameMatch> {
        let metamodel = self.metamodel;
        let table = metamodel.table(class);
        // Wildcards are tried last, so that they never receive the values of a feature.
        if let Some(own) = self.feature_of_class(class, namespace, name, is_element) {
            return Some(NameMatch::Own { slot: table.slot(own)?, named: own });
        }
        // A document root may declare the name for a feature that is affiliated with a feature of the class.
        if let Some(global) = self.global(namespace, name, is_element)
            && let Some(target) = self.affiliation(class, global, is_element)
        {
            return self.match_global(class, target, global);
        }
        if let Some(slot) = table.slot_named(name)
            // A feature without annotations has the same name in documents.
            && self.kind(table.all_features()[slot]) == XmlKind::Unspecified
        {
            return Some(NameMatch::Own { slot, named: table.all_features()[slot] });
        }
        let wildcard = self.wildcard(class, namespace, is_element)?;
        // With strict processing, a wildcard accepts only names that some document root declares.
        if !self.features[wildcard.index()].is_lax {
            return None;
        }
        table.slot(wildcard).map(NameMatch::Any)
    }

    /// Determines where the values of `named`, a feature of a document root, are stored. `target` is the feature of the
    /// class that it is affiliated with.
    fn match_global(&self, class: ClassId, target: FeatureId, named: FeatureId) -> Option<NameMatch> {
        let table = self.metamodel.table(class);
        let slot = table.slot(target)?;
        if self.metamodel.is_feature_map(target) {
            return Some(NameMatch::Global { map: slot, member: None, named });
        }
        Some(match table.feature_map(slot) {
            Some(map) => NameMatch::Global { map, member: Some(slot), named },
            None => NameMatch::Own { slot, named },
        })
    }

    /// Returns the feature with this name of the document root in the package of a namespace.
    pub fn global(&mut self, namespace: Option<&str>, name: &str, is_element: bool) -> Option<FeatureId> {
        let root = self.document_root(self.package(namespace)?)?;
        self.feature_of_class(root, namespace, name, is_element)
    }

    /// Returns a feature of the class itself with this name and namespace.
    fn feature_of_class(
        &mut self,
        class: ClassId,
        namespace: Option<&str>,
        name: &str,
        is_element: bool,
    ) -> Option<FeatureId> {
        self.make_table(class);
        let table = self.tables.get(&class)?;
        let candidates = if is_element { table.elements.get(name)? } else { table.attributes.get(name)? };
        candidates.iter().copied().find(|f| self.namespace(*f) == namespace)
    }

    /// Returns the feature of a class that a feature of a document root is affiliated with: the feature with the same
    /// name, or with the name of the head of a substitution group, or a wildcard.
    fn affiliation(&mut self, class: ClassId, global: FeatureId, is_element: bool) -> Option<FeatureId> {
        let global_namespace = self.namespace(global).map(str::to_owned);
        let mut current = Some(global);
        // The number of heads of substitution groups is limited, because they may form a cycle.
        for _ in 0..=self.features.len() {
            let Some(feature) = current else { break };
            let (namespace, name) =
                (self.namespace(feature).map(str::to_owned), self.name(feature).to_owned());
            if let Some(own) = self.feature_of_class(class, namespace.as_deref(), &name, is_element) {
                return Some(own);
            }
            // XML Schema has substitution groups for elements only.
            current = if is_element { self.substitution_head(feature) } else { None };
        }
        self.wildcard(class, global_namespace.as_deref(), is_element)
    }

    /// Returns the head of the substitution group of a document root's element.
    fn substitution_head(&mut self, feature: FeatureId) -> Option<FeatureId> {
        let metamodel = self.metamodel;
        let name = detail(&metamodel[feature].typed.annotations, "affiliation")?;
        let (namespace, name) = match name.rsplit_once('#') {
            Some(("", name)) => (None, name),
            Some((namespace, name)) => (Some(namespace), name),
            None => (self.namespace_of(metamodel[metamodel[feature].owner].package), name),
        };
        let is_element = true;
        self.global(namespace, name, is_element)
    }

    /// Returns the wildcard of a class that matches a namespace.
    fn wildcard(&mut self, class: ClassId, namespace: Option<&str>, is_element: bool) -> Option<FeatureId> {
        self.make_table(class);
        let table = self.tables.get(&class)?;
        let wildcards = if is_element { &table.element_wildcards } else { &table.attribute_wildcards };
        wildcards
            .iter()
            .copied()
            .find(|f| self.features[f.index()].wildcards.iter().any(|w| w.matches(namespace)))
    }

    /// Creates the table of a class, unless it exists.
    fn make_table(&mut self, class: ClassId) {
        let (metamodel, features) = (self.metamodel, &self.features);
        self.tables.entry(class).or_insert_with(|| {
            let class_features = metamodel.table(class).all_features();
            let features_by_name = |is_included: fn(XmlKind) -> bool| {
                let mut names: FxHashMap<Box<str>, Vec<FeatureId>> = FxHashMap::default();
                for id in class_features.iter().filter(|id| is_included(features[id.index()].kind)) {
                    names.entry(features[id.index()].name.as_str().into()).or_default().push(*id);
                }
                names
            };
            let wildcards = |is_included: fn(XmlKind) -> bool| {
                class_features
                    .iter()
                    .filter(|id| {
                        is_included(features[id.index()].kind) && !features[id.index()].wildcards.is_empty()
                    })
                    .copied()
                    .collect()
            };
            ClassNames {
                elements: features_by_name(XmlKind::is_element),
                attributes: features_by_name(XmlKind::is_attribute),
                element_wildcards: wildcards(XmlKind::is_element),
                attribute_wildcards: wildcards(XmlKind::is_attribute),
            }
        });
    }
}

/// Returns the name of a class in documents.
fn class_name(metamodel: &Metamodel, class: ClassId) -> &str {
    detail(&metamodel[class].annotations, "name").unwrap_or(&metamodel[class].name)
}

/// Whether a class is a document root: for EMF, a class whose name in documents is empty.
#[must_use]
pub fn is_document_root(metamodel: &Metamodel, class: ClassId) -> bool {
    class_name(metamodel, class).is_empty()
}

/// Returns the XML representation of a feature's values.
pub fn kind(feature: &Feature) -> XmlKind {
    XmlKind::from_name(detail(&feature.typed.annotations, "kind"))
}

/// Returns the URI of a package, unless an annotation declares its names to be in no namespace.
fn package_namespace(metamodel: &Metamodel, package: PackageId) -> Option<&str> {
    let data = &metamodel[package];
    let is_unqualified =
        detail(&data.annotations, "qualified").is_some_and(|v| v.eq_ignore_ascii_case("false"));
    if is_unqualified { None } else { data.ns_uri.as_deref() }
}

/// Reads the extended metadata of a feature.
fn feature_names(metamodel: &Metamodel, id: FeatureId) -> FeatureNames {
    let feature = &metamodel[id];
    let annotations = &feature.typed.annotations;
    // The namespace of the declaring class, which inherited features have as well.
    let target_namespace =
        || package_namespace(metamodel, metamodel[feature.owner].package).map(str::to_owned);
    let namespace = match detail(annotations, "namespace") {
        Some("##targetNamespace") => target_namespace(),
        other => other.map(str::to_owned),
    };
    let wildcards = detail(annotations, "wildcards").unwrap_or_default().split_ascii_whitespace();
    let wildcards = wildcards.map(|word| match word {
        "##any" => Wildcard::Any,
        "##other" => Wildcard::Other(target_namespace()),
        "##local" => Wildcard::One(None),
        "##targetNamespace" => Wildcard::One(target_namespace()),
        other => match other.strip_prefix("!##") {
            Some(namespace) => Wildcard::Other(Some(namespace.to_owned())),
            None => Wildcard::One(Some(other.to_owned())),
        },
    });
    FeatureNames {
        name: detail(annotations, "name").unwrap_or(feature.name()).to_owned(),
        namespace,
        kind: kind(feature),
        wildcards: wildcards.collect(),
        is_lax: matches!(detail(annotations, "processing"), Some("lax" | "skip")),
    }
}
