//! The metamodel while it is made: packages, types and features that refer to each other by number, in EMF's order.
//!
//! Invariants: annotations have the order in which EMF adds them, since documents have it, too; a feature belongs to
//! one class. This module does not know schemas.

use super::document_names::DocumentNames;
use super::names::collate;
use super::tree::ECORE;
use modelwright_metamodel::ecore::{Annotation, Classifier, EXTENDED_META_DATA};
use rustc_hash::FxHashMap;
use std::cmp::Ordering;
use std::rc::Rc;

/// A reference to a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum TypeRef {
    /// A type of the schema, by its index among the drafts.
    Own(usize),
    /// A type of Ecore or of its package for XML's types.
    Known(Classifier),
}

/// A package.
#[derive(Debug)]
pub(super) struct Package {
    pub(super) name: String,
    pub(super) uri: String,
    pub(super) prefix: String,
    /// The namespace of the package's names in documents; empty for none.
    pub(super) namespace: String,
    pub(super) annotations: Vec<Annotation>,
    pub(super) types: Vec<usize>,
    pub(super) names: DocumentNames,
    pub(super) document_root: Option<usize>,
}

/// A class or a data type.
#[derive(Debug, Default)]
pub(super) struct Type {
    pub(super) name: String,
    pub(super) package: usize,
    pub(super) annotations: Vec<Annotation>,
    pub(super) instance: Option<String>,
    pub(super) is_class: bool,
    pub(super) is_abstract: bool,
    pub(super) is_interface: bool,
    pub(super) is_serializable: bool,
    pub(super) supertypes: Vec<TypeRef>,
    pub(super) features: Vec<usize>,
    pub(super) operations: Vec<Operation>,
    pub(super) literals: Option<Vec<Literal>>,
    /// The data types to which the annotation of a data type refers.
    pub(super) base: Option<TypeRef>,
    pub(super) item: Option<TypeRef>,
    pub(super) members: Vec<TypeRef>,
    /// The data type with the same values for attributes that may have no value, if attributes of this type always have
    /// one.
    // As in EMF: an `int` of Java cannot be null, so the type `Age` gets a type `AgeObject` beside it.
    pub(super) object: Option<usize>,
}

/// A value of an enumeration.
#[derive(Debug)]
pub(super) struct Literal {
    pub(super) name: String,
    pub(super) literal: String,
    pub(super) value: i32,
    pub(super) annotations: Vec<Annotation>,
}

/// The properties that operations and parameters share.
#[derive(Debug, Default)]
pub(super) struct TypedDraft {
    pub(super) name: String,
    pub(super) value_type: Option<TypeRef>,
    pub(super) lower: i32,
    pub(super) upper: i32,
    // Both are negated, because `ordered` and `unique` are true by default in Ecore.
    pub(super) is_unordered: bool,
    pub(super) is_not_unique: bool,
    pub(super) annotations: Vec<Annotation>,
}

/// An operation.
#[derive(Debug, Default)]
pub(super) struct Operation {
    pub(super) typed: TypedDraft,
    pub(super) parameters: Vec<TypedDraft>,
    pub(super) exceptions: Vec<TypeRef>,
}

/// An attribute or a reference.
#[derive(Debug)]
pub(super) struct Feature {
    pub(super) name: String,
    pub(super) owner: usize,
    pub(super) value_type: TypeRef,
    pub(super) is_reference: bool,
    pub(super) lower: i32,
    pub(super) upper: i32,
    pub(super) annotations: Vec<Annotation>,
    pub(super) flags: Flags,
    pub(super) default: Option<String>,
    pub(super) opposite: Option<usize>,
    pub(super) keys: Vec<usize>,
    /// The namespace of the feature's name in documents; empty for none.
    pub(super) namespace: String,
    pub(super) wildcards: Option<Wildcards>,
}

/// The namespaces that a wildcard matches; an empty text means names without a namespace.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Wildcards {
    Any,
    /// All but this one, and only names that have a namespace.
    Not(String),
    Some(Vec<String>),
}

impl Wildcards {
    /// Whether names of a namespace match; an empty namespace means no namespace.
    pub(super) fn matches(&self, namespace: &str) -> bool {
        match self {
            Wildcards::Any => true,
            // In XSD 1.0, `##other` leaves out names without a namespace as well.
            Wildcards::Not(other) => namespace != other && !namespace.is_empty(),
            Wildcards::Some(namespaces) => namespaces.iter().any(|known| known == namespace),
        }
    }
}

/// The attributes of a complex type by the namespaces and names that they have in documents, each with whether it is
/// prohibited.
pub(super) type NamedUses<'s> = Rc<FxHashMap<(&'s str, &'s str), bool>>;

/// A summary of all features of a class.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct FeatureSummary {
    /// How many there are.
    pub(super) count: usize,
    /// The feature map of all elements.
    pub(super) group: Option<usize>,
    /// Whether there is a feature map for text between elements.
    pub(super) has_text_map: bool,
}

/// The properties of a feature that are on or off.
#[derive(Debug)]
pub(super) struct Flags {
    pub(super) unique: bool,
    pub(super) ordered: bool,
    pub(super) changeable: bool,
    pub(super) volatile: bool,
    pub(super) transient: bool,
    pub(super) derived: bool,
    pub(super) unsettable: bool,
    pub(super) containment: bool,
    pub(super) resolves: bool,
    pub(super) id: bool,
}

impl Default for Flags {
    fn default() -> Self {
        Self {
            unique: true,
            ordered: true,
            changeable: true,
            volatile: false,
            transient: false,
            derived: false,
            unsettable: false,
            containment: false,
            resolves: true,
            id: false,
        }
    }
}

impl Feature {
    /// Marks the feature as computed from a feature map.
    pub(super) fn derive(&mut self) {
        // The feature map has the values, and a feature that stores them too would write them a second time.
        self.flags.derived = true;
        self.flags.transient = true;
        self.flags.volatile = true;
    }
}

/// Sets a detail of an annotation, which is added if it is missing.
pub(super) fn set_detail(annotations: &mut Vec<Annotation>, source: Option<&str>, key: &str, value: &str) {
    // As in EMF's `EcoreUtil.setAnnotation`, the first annotation of the source counts, and a detail that is set
    // again keeps its place.
    let index = annotations.iter().position(|annotation| annotation.source.as_deref() == source);
    let index = index.unwrap_or_else(|| {
        if annotations.is_empty() {
            // Few elements get a second annotation.
            annotations.reserve_exact(1);
        }
        annotations.push(Annotation { source: source.map(str::to_owned), ..Annotation::default() });
        annotations.len() - 1
    });
    let Some(annotation) = annotations.get_mut(index) else { return };
    match annotation.details.iter_mut().find(|(name, _)| name.as_deref() == Some(key)) {
        Some((_, old_value)) => *old_value = Some(value.to_owned()),
        None => annotation.details.push((Some(key.to_owned()), Some(value.to_owned()))),
    }
}

/// A detail of an annotation.
pub(super) fn detail<'a>(annotations: &'a [Annotation], source: Option<&str>, key: &str) -> Option<&'a str> {
    annotations.iter().find(|annotation| annotation.source.as_deref() == source)?.detail(key)
}

/// Sets a detail of the extended metadata.
pub(super) fn extend(annotations: &mut Vec<Annotation>, key: &str, value: &str) {
    set_detail(annotations, Some(EXTENDED_META_DATA), key, value);
}

/// A detail of the extended metadata.
pub(super) fn extended<'a>(annotations: &'a [Annotation], key: &str) -> Option<&'a str> {
    detail(annotations, Some(EXTENDED_META_DATA), key)
}

/// Sets the constraints of a type.
pub(super) fn constrain(annotations: &mut Vec<Annotation>, constraints: Option<&str>) {
    if let Some(constraints) = constraints {
        set_detail(annotations, Some(ECORE), "constraints", constraints);
    }
}

/// The position at which a binary search inserts a name: before the first equal name that it meets.
pub(super) fn insertion_position<'n>(count: usize, name_at: impl Fn(usize) -> &'n str, name: &str) -> usize {
    let (mut low, mut high) = (0, count);
    while low < high {
        // The middle of Java's `Collections.binarySearch`, with which EMF sorts types; another middle could find
        // another one of several equal names, and the order would differ.
        let middle = (low + high - 1) / 2;
        match collate(name_at(middle), name) {
            Ordering::Less => low = middle + 1,
            Ordering::Greater => high = middle,
            Ordering::Equal => return middle,
        }
    }
    low
}
