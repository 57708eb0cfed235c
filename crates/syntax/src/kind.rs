//! The kinds of nodes in a syntax tree.
//!
//! Invariant: a kind includes what the node's own keywords and operators express, so that views need not read tokens
//! for it.

pub use super::bindings::{BindFlag, BindForm, EnvironmentForm, ProducerForm};
use super::operators::{Assign, Binary, CallForm, Edge, ResourceForm, Unary};

/// How a text is quoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quotes {
    /// No quotes: a word.
    None,
    /// In single or double quotes.
    Closed,
    /// An opening quote without a closing one.
    Unclosed,
}

/// The forms of a use of a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TypeForm {
    /// A name with its arguments.
    Named,
    /// `?`, `? extends T` or `? super T`.
    Wildcard,
    /// `enum[a, b]`
    Enum,
    /// `undef`: no type.
    Undef,
    /// A syntax error.
    Invalid,
}

/// The elements that an annotation can refer to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ElementKind {
    /// `package`
    Package,
    /// `type`, which may be omitted
    Type,
    /// `feature`
    Feature,
    /// `operation`
    Operation,
    /// `parameter`
    Parameter,
    /// `literal`
    Literal,
    /// `type_parameter`
    TypeParameter,
}

impl ElementKind {
    pub(crate) const ALL: [(&'static str, ElementKind); 7] = [
        ("package", ElementKind::Package),
        ("type", ElementKind::Type),
        ("feature", ElementKind::Feature),
        ("operation", ElementKind::Operation),
        ("parameter", ElementKind::Parameter),
        ("literal", ElementKind::Literal),
        ("type_parameter", ElementKind::TypeParameter),
    ];

    /// The keyword before the path of such an element.
    pub fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, kind)| *kind == self).map_or("type", |(word, _)| word)
    }
}

/// The kind of a node.
///
/// The comments of expressions show their source and list their children in order, with `*` for any number and `?` for
/// an optional one. [`NodeKind::Error`] may occur among the children of every node.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NodeKind {
    /// The text of a file or of a piece of logic.
    File,
    /// Tokens that do not match the grammar, or nodes that are not part of a valid node.
    Error,
    /// The empty body of a block, or an expression that is missing.
    Missing,

    // Declarations.
    /// `package a { … }`: a path, settings and declarations.
    Package,
    /// `type A inherits B { … }`: a path, type parameters, supertypes, members and settings.
    Type,
    /// `abstract`, before `type` or among its members.
    Abstract,
    /// `interface`, before `type` or among its members.
    Interface,
    /// `enum A { … }`: a path, literals and settings.
    Enum,
    /// `datatype A { … }`: a path, type parameters and settings.
    DataType,
    /// `attr name, T { … }` or `has name, T { … }`: a name, a type and settings.
    Feature {
        /// Whether the feature is a reference: `has`.
        reference: bool,
    },
    /// `operation name(…) >> T { … }`: a name, parameters, a result, settings and logic.
    Operation,
    /// `invariant 'title' { … }`: a string and logic.
    Invariant,
    /// A literal of an enumeration: a name, its number, its text and settings.
    Literal,
    /// The number of a literal.
    LiteralNumber,
    /// A parameter of an operation: a type, a name and settings.
    Parameter,
    /// `<T extends A & B>`: a name, bounds and settings.
    TypeParameter,
    /// A statement of the Puppet language: an expression.
    Statement,

    // Parts of declarations.
    /// Identifiers joined by `::`.
    Path,
    /// One name.
    Identifier(Quotes),
    /// `[1]` after an identifier: selects one of several elements with that name.
    Ordinal,
    /// A use of a type: a path, type arguments and an argument list, or the children of its other forms.
    TypeUse(TypeForm),
    /// `extends T` of a wildcard.
    UpperBound,
    /// `super T` of a wildcard.
    LowerBound,
    /// `[A, 0, 'x']` after the path of a type.
    ArgumentList,
    /// `{ name => T }` among the arguments of a type.
    StructFields,
    /// `name => T`: an identifier and a type.
    StructField {
        /// Whether the key is written `Optional[name]`.
        optional: bool,
    },
    /// `name => value` in a declaration: an identifier and a value.
    Setting,
    /// `$feature => value`: a feature's name and a value.
    Fact,
    /// `$feature` before a fact's value.
    FactName,
    /// A string without expressions.
    Text(Quotes),
    /// A number with its sign.
    NumberValue,
    /// `/…/` as an argument of a type.
    RegexValue,
    /// `true` or `false`
    BooleanValue(bool),
    /// `undef`
    UndefValue,
    /// `default` as an argument of a type.
    DefaultValue,
    /// `[…]`: values.
    ListValue,
    /// `{ key => value }`: entries.
    MapValue,
    /// A key, which is an identifier or a feature's name, and a value.
    MapEntry,
    /// A value with a syntax error.
    InvalidValue,
    /// The logic of a type: an expression.
    Logic,
    /// `annotation 'source' { … }`: a text and entries.
    Annotation,
    /// `key => 'value'` in an annotation: an identifier, and a text or `undef`.
    Detail,
    /// `references => [ … ]` in an annotation: references to elements.
    References,
    /// A reference to an element: a path.
    ElementReference(ElementKind),

    // Bindings.
    /// `bindings a { … }`: a path, `when`s and operations.
    Bindings,
    /// `when a 'x' or b 'y' { … }`: alternatives, `when`s and operations.
    When,
    /// `a 'x' and b 'y'`: conditions.
    WhenAlternative,
    /// `a 'x'`: an identifier, and a value, if there is one.
    Condition {
        /// Whether only the value is written. Its category is that of the condition before `or`.
        bare: bool,
    },
    /// An operation.
    Bind(BindForm),
    /// A flag of an operation.
    Flag(BindFlag),
    /// The key of a binding: a type, a text or both.
    BindKey,
    /// A type in bindings: a name, and its arguments, which are types and expressions.
    BindType,
    /// What a key is bound to.
    Producer(ProducerForm),
    /// The id of a multibinding after `as` or `in`: a text.
    MultibindId,
    /// `{ name => value }` after an operation: options.
    BindOptions,
    /// `name => value`: an identifier and an expression.
    BindOption,
    /// References on one side of a dependency: types.
    DependencySide,
    /// `site { … }`: categories, layers and environments.
    Site,
    /// `categories { … }`: entries.
    Categories,
    /// `name => expression`: an identifier and an expression.
    CategoryEntry {
        /// Whether the category is marked `exact`.
        exact: bool,
    },
    /// `bindings => [ … ]` of a site: layers.
    Layers,
    /// `layer { 'name': … }`: a text, settings, categories and bindings.
    Layer,
    /// `name => value` of a layer: an identifier, and an expression, categories or bindings.
    LayerSetting,
    /// A declaration of environments.
    Environments(EnvironmentForm),

    // Files of data.
    /// `$name = value where condition`: a variable, an expression, and the condition, if there is one.
    DataValue,

    // Expressions.
    /// `undef`
    Undef,
    /// `default`
    Default,
    /// `true` or `false`
    Boolean(bool),
    /// A number.
    Number,
    /// A string without expressions, or a word with hyphens, which needs no quotes.
    String(Quotes),
    /// A string that contains expressions: StringPart or HeredocPart, and expressions, in order.
    Template,
    /// Text between the expressions of a template.
    StringPart,
    /// Text between the expressions of a template in a heredoc.
    HeredocPart,
    /// `@(…)`: HeredocSyntax?, HeredocText
    Heredoc,
    /// The name of a heredoc's syntax.
    HeredocSyntax,
    /// The text below the line: Template?
    HeredocText,
    /// `/…/`
    Regex,
    /// `a::b`
    Name,
    /// `A::B`
    TypeName,
    /// `$name`, or a name or number in `${…}`.
    Variable,
    /// A reserved word.
    Reserved,
    /// `[a, b]`: elements*
    Array,
    /// `{ k => v }`: keys and values alternating, or Attribute* if the braces were first read as those of a resource
    Hash,
    /// `on[key]`: operand, keys*
    Access,
    /// `Type[?? test]`: operand, test?
    ResourceQuery,
    /// `!a`: operand
    Unary(Unary),
    /// `a + b`: left, right
    Binary(Binary),
    /// `a = b`: target, value
    Assign(Assign),
    /// `(a)`: expression
    Parenthesized,
    /// `a ? { k => v }`: operand, keys and values alternating
    Selector,
    /// `if`: condition, body, else?
    If,
    /// `unless`: condition, body, else?
    Unless,
    /// `case`: operand, CaseOption*
    Case,
    /// `a, b: { … }`: values*, body
    CaseOption,
    /// A call: function, arguments*, Lambda?; in a chained call: receiver, function, arguments*, Lambda?
    Call(CallForm),
    /// `|…| { … }`: LambdaParameter*, result?, body
    Lambda,
    /// `String $a = 1`: type?, ParameterName, default?
    LambdaParameter {
        /// Whether the parameter contains all remaining arguments.
        rest: bool,
    },
    /// `$a`, or `*$a`, of a parameter.
    ParameterName,
    /// Statements*, at least two
    Block,
    /// `file { 'a': … }`: type, ResourceBody*
    Resource(ResourceForm),
    /// `title: name => value`: title, attributes*
    ResourceBody,
    /// `File { … }`: type, attributes*
    ResourceDefaults(ResourceForm),
    /// `File['a'] { … }`: reference, attributes*
    ResourceOverride(ResourceForm),
    /// `name => value` of a resource: AttributeName, value
    Attribute {
        /// Whether the attribute is written `+>`.
        append: bool,
    },
    /// The name of an attribute.
    AttributeName,
    /// `* => value`: value
    AttributeSplat,
    /// `File <| query |> { … }`: type, query?, attributes*
    Collect {
        /// Whether the collector is written `<<| |>>`.
        exported: bool,
    },
    /// `a -> b`: left, right
    Relation(Edge),
    /// `class a (…) inherits b { … }`: name, LambdaParameter*, parent?, body
    Class,
    /// `define a (…) { … }`: name, LambdaParameter*, body
    Define,
    /// `function a (…) >> T { … }`: name, LambdaParameter*, result?, body
    Function,
    /// `node a, b { … }`: hosts*, parent?, body
    Node {
        /// Whether there is a parent.
        inherits: bool,
    },
    /// `type A = T { … }`: name, type, hash?
    TypeAlias,
}

impl NodeKind {
    /// Whether the node is an expression, or a part of one with its own entry in the table of expressions.
    #[must_use]
    pub fn is_expression(self) -> bool {
        use NodeKind as K;
        match self {
            K::Missing
            // Every kind is listed on one of the two sides, without a wildcard: for a new kind, it must be decided,
            // because the table of expressions depends on it.
            | K::Undef
            | K::Default
            | K::Boolean(_)
            | K::Number
            | K::String(_)
            | K::Template
            | K::StringPart
            | K::HeredocPart
            | K::Heredoc
            | K::HeredocSyntax
            | K::HeredocText
            | K::Regex
            | K::Name
            | K::TypeName
            | K::Variable
            | K::Reserved
            | K::Array
            | K::Hash
            | K::Access
            | K::ResourceQuery
            | K::Unary(_)
            | K::Binary(_)
            | K::Assign(_)
            | K::Parenthesized
            | K::Selector
            | K::If
            | K::Unless
            | K::Case
            | K::CaseOption
            | K::Call(_)
            | K::Lambda
            | K::LambdaParameter { .. }
            | K::Block
            | K::Resource(_)
            | K::ResourceBody
            | K::ResourceDefaults(_)
            | K::ResourceOverride(_)
            | K::Attribute { .. }
            | K::AttributeSplat
            | K::Collect { .. }
            | K::Relation(_)
            | K::Class
            | K::Define
            | K::Function
            | K::Node { .. }
            | K::TypeAlias => true,
            K::File
            | K::Error
            | K::Package
            | K::Type
            | K::Abstract
            | K::Interface
            | K::Enum
            | K::DataType
            | K::Feature { .. }
            | K::Operation
            | K::Invariant
            | K::Literal
            | K::LiteralNumber
            | K::Parameter
            | K::TypeParameter
            | K::Statement
            | K::Path
            | K::Identifier(_)
            | K::Ordinal
            | K::TypeUse(_)
            | K::UpperBound
            | K::LowerBound
            | K::ArgumentList
            | K::StructFields
            | K::StructField { .. }
            | K::Setting
            | K::Fact
            | K::FactName
            | K::Text(_)
            | K::NumberValue
            | K::RegexValue
            | K::BooleanValue(_)
            | K::UndefValue
            | K::DefaultValue
            | K::ListValue
            | K::MapValue
            | K::MapEntry
            | K::InvalidValue
            | K::Logic
            | K::Annotation
            | K::Detail
            | K::References
            | K::ElementReference(_)
            | K::Bindings
            | K::When
            | K::WhenAlternative
            | K::Condition { .. }
            | K::Bind(_)
            | K::Flag(_)
            | K::BindKey
            | K::BindType
            | K::Producer(_)
            | K::MultibindId
            | K::BindOptions
            | K::BindOption
            | K::DependencySide
            | K::Site
            | K::Categories
            | K::CategoryEntry { .. }
            | K::Layers
            | K::Layer
            | K::LayerSetting
            | K::DataValue
            | K::Environments(_)
            | K::ParameterName
            | K::AttributeName => false,
        }
    }

    /// Whether the node only marks the absence of a valid node, so that views skip it.
    #[must_use]
    pub fn is_error(self) -> bool {
        // The derived `==` of so many kinds is a function call, and this is tested for most nodes.
        matches!(self, NodeKind::Error)
    }
}
