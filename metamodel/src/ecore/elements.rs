//! The elements of a metamodel: packages, classes, features, data types, operations.
//!
//! Plain data in Ecore's terms. Derived tables are computed in [`super::tables`].

use super::annotations::Annotation;
use super::any_value::AnyKind;
use super::data::{self, DataKind, Literal, ParsedValue};
use super::lexical::Lexical;

pub use super::ids::{
    ClassId, Classifier, DataTypeId, Element, FeatureId, OperationId, PackageId, TypeParameterId,
};

/// A use of a type (`EGenericType`): a classifier with its arguments, a type parameter, or a wildcard.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TypeUse {
    /// The class or data type, unless this is a type parameter or a wildcard.
    pub classifier: Option<Classifier>,
    /// The type parameter, if this is one.
    pub parameter: Option<TypeParameterId>,
    /// The type arguments of a generic classifier.
    pub arguments: Vec<TypeUse>,
    /// `? super T`.
    pub lower: Option<Box<TypeUse>>,
    /// `? extends T`.
    pub upper: Option<Box<TypeUse>>,
}

impl TypeUse {
    /// Creates a plain use of a classifier.
    #[must_use]
    pub fn new(classifier: Classifier) -> Self {
        Self { classifier: Some(classifier), ..Self::default() }
    }

    /// Whether this use consists only of a classifier, so that it is written as `eType`.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        // Only wildcards have bounds, and these have no classifier.
        self.classifier.is_some() && self.arguments.is_empty()
    }
}

/// The rules for values of a package's attributes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum ValueRules {
    /// The rules of Java, as EMF applies them: a number, boolean or enumeration without a declared default has an
    /// implicit one (0, false, the first literal). An implicit default satisfies the lower bound, and is not checked
    /// against facets.
    #[default]
    Java,
    /// There are only declared defaults: without one, an attribute that is not set has no value. The type language uses
    /// these rules.
    // So 0 and "not set" differ, and declared bounds can be checked (Decision 19).
    Declared,
}

/// A named set of classifiers with a namespace URI (`EPackage`).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Package {
    /// The name; empty if the model does not set it.
    pub name: String,
    /// The URI that identifies the package in documents.
    pub ns_uri: Option<String>,
    /// The prefix of the URI in documents.
    pub ns_prefix: Option<String>,
    /// The location that its definition was read from, as written in `xsi:schemaLocation`.
    pub location: Option<String>,
    /// The file that it was read from, in any format, so that it is not read from that file again.
    pub source: Option<String>,
    /// Whether the package is a proxy, which is written with an `href`.
    pub is_proxy: bool,
    /// The package that contains it.
    pub parent: Option<PackageId>,
    /// Contained packages, in order.
    pub subpackages: Vec<PackageId>,
    /// Contained classifiers, in order.
    pub classifiers: Vec<Classifier>,
    /// The annotations.
    pub annotations: Vec<Annotation>,
    /// The rules for values of its attributes. They are not part of Ecore, but of documents
    /// ([`Document::value_rules`](crate::model::Document::value_rules)).
    pub value_rules: ValueRules,
}

/// A class (`EClass`).
#[derive(Debug, Clone, PartialEq)]
pub struct Class {
    /// The name; empty if the model does not set it.
    pub name: String,
    /// The package that contains it.
    pub package: PackageId,
    /// Whether the class is abstract: it has no direct instances.
    pub is_abstract: bool,
    /// Whether the class is an interface.
    pub is_interface: bool,
    /// Direct supertypes with their type arguments, in order.
    pub supertypes: Vec<TypeUse>,
    /// The features that the class declares, in order.
    pub features: Vec<FeatureId>,
    /// The operations that the class declares, in order.
    pub operations: Vec<OperationId>,
    /// The type parameters.
    pub type_parameters: Vec<TypeParameterId>,
    /// The Java class or type, if any.
    pub instance: InstanceName,
    /// The annotations.
    pub annotations: Vec<Annotation>,
}

/// The Java name of a classifier.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum InstanceName {
    /// No name.
    #[default]
    None,
    /// `instanceClassName`.
    Class(String),
    /// `instanceTypeName`: a class name with type arguments.
    Type(String),
}

impl InstanceName {
    /// Returns the name without type arguments.
    #[must_use]
    pub fn raw(&self) -> Option<&str> {
        match self {
            InstanceName::None => None,
            InstanceName::Class(name) => Some(name),
            InstanceName::Type(name) => Some(name.split('<').next().unwrap_or(name).trim_end()),
        }
    }
}

/// A data type (`EDataType`) or an enumeration (`EEnum`).
#[derive(Debug, Clone, PartialEq)]
pub struct DataType {
    /// The name; empty if the model does not set it.
    pub name: String,
    /// The package that contains it.
    pub package: PackageId,
    /// Whether values can be serialized.
    pub serializable: bool,
    /// The Java class or type, if any.
    pub instance: InstanceName,
    /// The type parameters.
    pub type_parameters: Vec<TypeParameterId>,
    /// The literals, if it is an enumeration.
    pub literals: Option<Vec<EnumLiteral>>,
    /// The representation of its values; computed when the metamodel is built.
    pub kind: DataKind,
    /// The lexical rules of its values, unless `kind` determines them; computed when the metamodel is built.
    pub lexical: Option<Box<Lexical>>,
    /// The type of values of any kind that it represents; computed when the metamodel is built.
    pub any: Option<AnyKind>,
    /// The annotations.
    pub annotations: Vec<Annotation>,
}

impl DataType {
    /// Parses a value, except for enumerations; `None` if EMF would reject it.
    #[must_use]
    pub fn parse<'t>(&self, text: &'t str) -> Option<ParsedValue<'t>> {
        match &self.lexical {
            // EMF's factories look at the annotations of extended metadata before the Java class.
            Some(lexical) => lexical.parse(text),
            None => data::parse(self.kind, text),
        }
    }

    /// Whether declared rules accept a text that EMF reads: a date must be exact, each byte must have two digits, and a
    /// boolean must be `true` or `false`.
    #[must_use]
    pub fn is_exact(&self, text: &str) -> bool {
        match (self.kind, &self.lexical) {
            // EMF reads inexact dates leniently, so that 30 February becomes a day in March.
            (DataKind::Date, _) => data::is_exact_date(text),
            // The binary types of XML Schema have lexical rules, which reject odd lengths themselves.
            (DataKind::Bytes, None) => text.len().is_multiple_of(2),
            (DataKind::Boolean { .. }, Some(lexical)) => !lexical.reads_as_false(text),
            _ => true,
        }
    }

    /// Whether the data type's values are those of several data types.
    #[must_use]
    pub fn is_union(&self) -> bool {
        self.lexical.as_ref().is_some_and(|lexical| lexical.is_union())
    }

    /// Describes the lexical form of its values, for messages.
    #[must_use]
    pub fn expectation(&self) -> &'static str {
        match &self.lexical {
            Some(lexical) if lexical.is_base64() => "Base64 data such as AP8Q",
            _ if self.is_union() => "a value of one of its member types",
            _ => self.kind.expectation(),
        }
    }

    /// Returns the literals of an enumeration; empty for any other data type.
    #[must_use]
    pub fn enum_literals(&self) -> &[EnumLiteral] {
        self.literals.as_deref().unwrap_or_default()
    }

    /// Returns the position of the enumeration literal with this spelling.
    #[must_use]
    pub fn literal_index(&self, spelling: &str) -> Option<u32> {
        let index = self.enum_literals().iter().position(|literal| literal.spelling() == spelling)?;
        u32::try_from(index).ok()
    }
}

/// One value of an enumeration (`EEnumLiteral`).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct EnumLiteral {
    /// The name.
    pub name: String,
    /// The number.
    pub value: i32,
    /// The spelling in documents, if it differs from the name.
    pub literal: Option<String>,
    /// The annotations.
    pub annotations: Vec<Annotation>,
}

impl EnumLiteral {
    /// Returns its spelling in documents.
    #[must_use]
    pub fn spelling(&self) -> &str {
        self.literal.as_deref().unwrap_or(&self.name)
    }
}

/// The common part of attributes, references, operations and parameters (`ETypedElement`).
#[derive(Debug, Clone, PartialEq)]
pub struct TypedElement {
    /// The name; empty if the model does not set it.
    pub name: String,
    /// The type; `None` for an operation without a result.
    pub ty: Option<TypeUse>,
    /// The minimum number of values.
    pub lower: i32,
    /// The maximum number of values; −1 is unbounded, −2 unspecified.
    pub upper: i32,
    /// Whether the order of values is significant.
    pub ordered: bool,
    /// Whether every value may occur only once.
    pub unique: bool,
    /// The annotations.
    pub annotations: Vec<Annotation>,
}

impl TypedElement {
    /// The upper bound that leaves the number of values to the document: `ETypedElement.UNSPECIFIED_MULTIPLICITY`.
    pub const UNSPECIFIED: i32 = -2;
}

impl Default for TypedElement {
    fn default() -> Self {
        Self {
            name: String::new(),
            ty: None,
            lower: 0,
            upper: 1,
            // These are the defaults of Ecore, which documents omit.
            ordered: true,
            unique: true,
            annotations: Vec::new(),
        }
    }
}

impl TypedElement {
    /// Whether the element can have more than one value.
    #[must_use]
    pub fn many(&self) -> bool {
        // -2, which is "unspecified", does not make a list in EMF.
        self.upper > 1 || self.upper == -1
    }

    /// Whether at least one value is required.
    #[must_use]
    pub fn required(&self) -> bool {
        self.lower >= 1
    }

    /// Returns the class or data type, unless the type is a type parameter or a wildcard.
    #[must_use]
    pub fn classifier(&self) -> Option<Classifier> {
        self.ty.as_ref().and_then(|ty| ty.classifier)
    }
}

/// An attribute or a reference (`EStructuralFeature`).
#[derive(Debug, Clone, PartialEq)]
pub struct Feature {
    /// Name, type and bounds.
    pub typed: TypedElement,
    /// The class that declares it.
    pub owner: ClassId,
    /// Whether the feature is an attribute or a reference, with the properties of either.
    pub kind: FeatureKind,
    /// Whether clients may set the value.
    pub changeable: bool,
    /// Whether the value is not stored.
    pub volatile: bool,
    /// Whether the value is left out of documents.
    pub transient: bool,
    /// Whether "not set" and "set to its default" differ.
    pub unsettable: bool,
    /// Whether the value is computed from others.
    pub derived: bool,
    /// The default value as written.
    pub default_literal: Option<String>,
    /// The default value; computed when the metamodel is built.
    pub default: Literal,
}

/// Properties that only an attribute or only a reference has.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FeatureKind {
    /// An `EAttribute`.
    Attribute {
        /// Whether the value identifies the object in its document.
        id: bool,
    },
    /// An `EReference`.
    Reference {
        /// Whether the target is part of the object.
        containment: bool,
        /// Whether proxies are resolved on access.
        resolve_proxies: bool,
        /// The other end of a bidirectional reference.
        opposite: Option<FeatureId>,
        /// The key attributes (`eKeys`), which identify the targets.
        keys: Vec<FeatureId>,
    },
}

impl Feature {
    /// Creates an attribute or reference with Ecore's defaults.
    #[must_use]
    pub fn new(owner: ClassId, kind: FeatureKind, typed: TypedElement) -> Self {
        Self {
            typed,
            owner,
            kind,
            changeable: true,
            volatile: false,
            transient: false,
            unsettable: false,
            derived: false,
            default_literal: None,
            default: Literal::Null,
        }
    }

    /// The feature's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.typed.name
    }

    /// Whether the feature can have more than one value.
    #[must_use]
    pub fn many(&self) -> bool {
        self.typed.many()
    }

    /// Whether the feature is a reference.
    #[must_use]
    pub fn is_reference(&self) -> bool {
        matches!(self.kind, FeatureKind::Reference { .. })
    }

    /// Whether the feature is a containment reference.
    #[must_use]
    pub fn is_containment(&self) -> bool {
        matches!(self.kind, FeatureKind::Reference { containment: true, .. })
    }

    /// Whether the feature is a reference whose targets may be in other documents.
    #[must_use]
    pub fn resolves_proxies(&self) -> bool {
        matches!(self.kind, FeatureKind::Reference { resolve_proxies: true, .. })
    }

    /// Whether the feature is an attribute whose value identifies the object.
    #[must_use]
    pub fn is_id(&self) -> bool {
        matches!(self.kind, FeatureKind::Attribute { id: true })
    }

    /// Returns the opposite, if it is a reference that has one.
    #[must_use]
    pub fn opposite(&self) -> Option<FeatureId> {
        match &self.kind {
            FeatureKind::Reference { opposite, .. } => *opposite,
            FeatureKind::Attribute { .. } => None,
        }
    }

    /// Returns the key attributes; empty unless it is a reference that has some.
    #[must_use]
    pub fn keys(&self) -> &[FeatureId] {
        match &self.kind {
            FeatureKind::Reference { keys, .. } => keys,
            FeatureKind::Attribute { .. } => &[],
        }
    }
}

/// An operation's signature (`EOperation`).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Operation {
    /// Name, result type and bounds.
    pub typed: TypedElement,
    /// The parameters, in order.
    pub parameters: Vec<TypedElement>,
    /// The type parameters.
    pub type_parameters: Vec<TypeParameterId>,
    /// The exceptions that it may throw.
    pub exceptions: Vec<TypeUse>,
}

/// A type parameter with its bounds (`ETypeParameter`).
#[derive(Debug, Clone, Default, PartialEq)]
pub struct TypeParameter {
    /// The name.
    pub name: String,
    /// The upper bounds.
    pub bounds: Vec<TypeUse>,
    /// The annotations.
    pub annotations: Vec<Annotation>,
}
