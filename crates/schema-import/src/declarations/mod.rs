//! Declarations of the type language, as importers of schemas create them.
//!
//! Invariants: a name may be any text, since [`write`] quotes it where the language requires that; each declaration has
//! the range of the schema that it comes from. This module does not check whether names exist or are unique: see
//! [`UniqueNames`] for the latter, and the type language for the former.

mod names;
mod operations;
mod text;
mod types;
mod write;
mod write_types;

pub use names::{UniqueNames, class_name};
pub use operations::{Operation, Parameter, TypeParameter};
pub use types::{Bound, Type, Value};
pub use write::{WrittenDeclarations, write};
pub(crate) use write_types::type_text;

use modelwright_metamodel::ecore::{DISCRIMINATOR, DISCRIMINATOR_VALUE, DOCUMENTS};
use std::ops::Range;

/// A range of bytes in the schema.
pub type Span = Range<usize>;

/// A package and its declarations.
#[derive(Debug, Clone, Default)]
pub struct Package {
    /// The name of the package, with `::` between the names of nested packages.
    pub name: String,
    /// The namespace URI of the package, if it is not the one that follows from the name.
    pub uri: Option<String>,
    /// The prefix of the package, if it is not the name.
    pub prefix: Option<String>,
    /// Whether a missing URI or prefix stays missing, instead of following from the name.
    // In Emfatic, a package without an annotation has no URI, and a URI made from the name would change the package.
    pub is_bare: bool,
    /// The documentation of the package.
    pub doc: Option<String>,
    /// The annotations of the package.
    pub annotations: Vec<Annotation>,
    /// The document that declares the package's types, if only their names are declared here.
    pub external: Option<String>,
    /// What the package declares, in order.
    pub declarations: Vec<Declaration>,
}

/// A declaration of a package.
#[derive(Debug, Clone)]
pub enum Declaration {
    /// A class.
    Class(Class),
    /// An enumeration.
    Enumeration(Enumeration),
    /// A data type.
    DataType(DataType),
    /// Another name of a type: `type Name = Type`.
    Alias(Alias),
}

/// A class: a type with features.
#[derive(Debug, Clone, Default)]
pub struct Class {
    /// The name of the class.
    pub name: String,
    /// The documentation of the class.
    pub doc: Option<String>,
    /// Whether the class has no instances of its own.
    pub is_abstract: bool,
    /// Whether the class is an interface.
    pub is_interface: bool,
    /// The type parameters of the class.
    pub type_parameters: Vec<TypeParameter>,
    /// The names of the class's supertypes.
    pub supertypes: Vec<String>,
    /// The type arguments of the supertypes, by position; the list may be shorter.
    pub supertype_arguments: Vec<Vec<Type>>,
    /// The name of the Java class of the instances, if they have one of their own.
    pub instance_class: Option<String>,
    /// The features of the class, in order.
    pub features: Vec<Feature>,
    /// The operations of the class, in order.
    pub operations: Vec<Operation>,
    /// The invariants of the class.
    pub invariants: Vec<Invariant>,
    /// The annotations of the class.
    pub annotations: Vec<Annotation>,
    /// Where the schema declares the class.
    pub span: Span,
}

/// A feature of a class.
#[derive(Debug, Clone)]
pub enum Feature {
    /// An attribute.
    Attribute(Attribute),
    /// A reference, by default a containment.
    Reference(Reference),
}

/// What attributes and references have in common.
#[derive(Debug, Clone, Default)]
pub struct FeatureSettings {
    /// The documentation of the feature.
    pub doc: Option<String>,
    /// The least number of values.
    pub min: u32,
    /// The greatest number of values; `None` if there is no limit.
    pub max: Option<u32>,
    /// Whether the greatest number of values is left open, Ecore's -2; `max` has no meaning then.
    pub is_unspecified: bool,
    /// Whether values may occur more than once.
    pub has_duplicates: bool,
    /// Whether the order of values has no meaning.
    pub is_unordered: bool,
    /// Whether the feature is derived from other features.
    pub is_derived: bool,
    /// Whether `is_derived` implies nothing: otherwise it implies the three settings below.
    // Xcore and Emfatic have a modifier for each setting, but `derived` in the type language includes three.
    pub implies_nothing: bool,
    /// Whether users do not set the feature.
    pub is_read_only: bool,
    /// Whether the feature is not stored.
    pub is_transient: bool,
    /// Whether the feature has no storage of its own.
    pub is_volatile: bool,
    /// Whether not being set differs from having the default.
    pub is_unsettable: bool,
    /// The annotations of the feature.
    pub annotations: Vec<Annotation>,
}

/// An attribute.
#[derive(Debug, Clone)]
pub struct Attribute {
    /// The name of the attribute.
    pub name: String,
    /// The type of the attribute.
    pub value_type: Type,
    /// The default of the attribute, if there is one.
    pub default: Option<Value>,
    /// Whether the attribute's value identifies the object in a document.
    pub is_id: bool,
    /// The logic that checks each value, in the type language. Texts of the schema in it must be quoted with
    /// [`string`](modelwright_language::types::spelling::string).
    pub check: Option<String>,
    /// The settings that references have, too.
    pub settings: FeatureSettings,
    /// Where the schema declares the attribute.
    pub span: Span,
}

/// A reference.
#[derive(Debug, Clone)]
pub struct Reference {
    /// The name of the reference.
    pub name: String,
    /// The class of the reference's targets.
    pub target: String,
    /// The type arguments of the class.
    pub arguments: Vec<Type>,
    /// Whether the reference contains its targets.
    pub is_containment: bool,
    /// The name of the opposite reference, if there is one.
    pub opposite: Option<String>,
    /// The attributes of the target by which values are found.
    pub keys: Vec<String>,
    /// Whether the reference's targets are always in the same document.
    pub is_local: bool,
    /// The settings that attributes have, too.
    pub settings: FeatureSettings,
    /// Where the schema declares the reference.
    pub span: Span,
}

/// An enumeration.
#[derive(Debug, Clone, Default)]
pub struct Enumeration {
    /// The name of the enumeration.
    pub name: String,
    /// The documentation of the enumeration.
    pub doc: Option<String>,
    /// The literals of the enumeration, in order.
    pub literals: Vec<Literal>,
    /// The annotations of the enumeration.
    pub annotations: Vec<Annotation>,
    /// Where the schema declares the enumeration.
    pub span: Span,
}

/// A literal of an enumeration.
#[derive(Debug, Clone, Default)]
pub struct Literal {
    /// The name of the literal.
    pub name: String,
    /// The number of the literal, if it is not the next one.
    pub number: Option<i32>,
    /// The text of the literal in documents, if it is not the name.
    pub text: Option<String>,
    /// The documentation of the literal.
    pub doc: Option<String>,
    /// The annotations of the literal.
    pub annotations: Vec<Annotation>,
}

/// A data type.
#[derive(Debug, Clone, Default)]
pub struct DataType {
    /// The name of the data type.
    pub name: String,
    /// The documentation of the data type.
    pub doc: Option<String>,
    /// The type that the data type restricts, if there is one.
    pub base: Option<Type>,
    /// The type parameters of the data type.
    pub type_parameters: Vec<TypeParameter>,
    /// The name of the data type's Java class, if there is one.
    pub instance_class: Option<String>,
    /// Whether the data type's values cannot be stored.
    pub is_volatile: bool,
    /// The conditions on the data type's values, by the names of Ecore's facets.
    pub facets: Vec<(String, Value)>,
    /// The annotations of the data type.
    pub annotations: Vec<Annotation>,
    /// Where the schema declares the data type.
    pub span: Span,
}

/// Another name of a type.
#[derive(Debug, Clone)]
pub struct Alias {
    /// The name.
    pub name: String,
    /// The documentation of the alias.
    pub doc: Option<String>,
    /// The type.
    pub value_type: Type,
    /// Where the schema declares the alias.
    pub span: Span,
}

/// A rule for the objects of a class.
#[derive(Debug, Clone)]
pub struct Invariant {
    /// The name or message of the invariant.
    pub name: Option<String>,
    /// The logic of the invariant, in the type language: `|$object| { … }`. Texts of the schema in it must be quoted
    /// with [`string`](modelwright_language::types::spelling::string).
    pub logic: String,
}

/// An annotation.
#[derive(Debug, Clone, Default)]
pub struct Annotation {
    /// The source of the annotation.
    pub source: String,
    /// The details of the annotation, in order.
    pub details: Vec<(String, String)>,
}

impl Package {
    /// An empty package.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), ..Self::default() }
    }
}

impl Class {
    /// A class without features.
    #[must_use]
    pub fn new(name: impl Into<String>, span: Span) -> Self {
        Self { name: name.into(), span, ..Self::default() }
    }

    /// Declares the text that names the class in documents.
    pub fn add_document_name(&mut self, text: String) {
        // Only the first annotation of a source is read, so a second one would have no effect.
        match self.annotations.iter_mut().find(|known| known.source == DOCUMENTS) {
            Some(known) => known.details.push((DISCRIMINATOR_VALUE.to_owned(), text)),
            None => self.annotations.extend(Annotation::of_documents(None, Some(text))),
        }
    }
}

impl Annotation {
    /// The annotation of a class for documents in which each object names its class. `key` is the key of that name in
    /// objects of the class and of its subclasses; `text` names the class, if its own name does not. The list has one
    /// annotation, or none if both are missing.
    #[must_use]
    pub fn of_documents(key: Option<String>, text: Option<String>) -> Vec<Self> {
        let mut details = Vec::new();
        if let Some(key) = key {
            details.push((DISCRIMINATOR.to_owned(), key));
        }
        if let Some(text) = text {
            details.push((DISCRIMINATOR_VALUE.to_owned(), text));
        }
        if details.is_empty() {
            return Vec::new();
        }
        vec![Self { source: DOCUMENTS.to_owned(), details }]
    }
}

impl Attribute {
    /// An attribute with at most one value.
    #[must_use]
    pub fn new(name: impl Into<String>, value_type: Type, span: Span) -> Self {
        // The default of `FeatureSettings` has no maximum, but that of features of Ecore is one value.
        let settings = FeatureSettings { max: Some(1), ..FeatureSettings::default() };
        Self { name: name.into(), value_type, default: None, is_id: false, check: None, settings, span }
    }
}

impl Reference {
    /// A containment with at most one target.
    #[must_use]
    pub fn new(name: impl Into<String>, target: impl Into<String>, span: Span) -> Self {
        Self {
            name: name.into(),
            target: target.into(),
            arguments: Vec::new(),
            // `has` declares a containment in the type language, unlike in Ecore, whose default is none.
            is_containment: true,
            opposite: None,
            keys: Vec::new(),
            is_local: false,
            settings: FeatureSettings { max: Some(1), ..FeatureSettings::default() },
            span,
        }
    }
}

impl Feature {
    /// The name of the feature.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Attribute(attribute) => &attribute.name,
            Self::Reference(reference) => &reference.name,
        }
    }

    /// What attributes and references have in common.
    #[must_use]
    pub fn settings(&self) -> &FeatureSettings {
        match self {
            Self::Attribute(attribute) => &attribute.settings,
            Self::Reference(reference) => &reference.settings,
        }
    }

    /// What attributes and references have in common, to be changed.
    #[must_use]
    pub fn settings_mut(&mut self) -> &mut FeatureSettings {
        match self {
            Self::Attribute(attribute) => &mut attribute.settings,
            Self::Reference(reference) => &mut reference.settings,
        }
    }
}
