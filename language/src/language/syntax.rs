//! The syntax tree: what a text says, before any name is looked up.
//!
//! Invariants: every node has the span it was read from; trees are at most
//! [`super::parser::MAX_DEPTH`] deep, so that walking them by recursion is safe. Nothing here knows what
//! a name refers to.

use super::expression::{ExprId, Expressions};
use super::lexer::Span;

/// A file's declarations.
#[derive(Debug, Default)]
pub(super) struct Tree {
    pub(super) statements: Vec<Statement>,
    /// All expressions of the file; none of a file that is too long.
    pub(super) expressions: Option<Expressions>,
    /// Whether a declaration could not be read, so that a name missing later proves nothing.
    pub(super) incomplete: bool,
}

#[derive(Debug)]
pub(super) enum Statement {
    Package(PackageDecl),
    Type(TypeDecl),
    Enum(EnumDecl),
    DataType(DataTypeDecl),
    Alias(AliasDecl),
    /// An annotation of the package it stands in.
    Annotation(AnnotationDecl),
    /// A statement of the Puppet language.
    Expression(ExprId),
    /// A fact about the whole document.
    Fact(Setting),
}

/// A name as written.
#[derive(Debug, Clone)]
pub(super) struct Name {
    pub(super) text: String,
    /// Whether it stands in quotes, which means exactly this spelling.
    pub(super) quoted: bool,
    /// Which of several elements of this name is meant, from 0.
    pub(super) ordinal: usize,
    pub(super) span: Span,
}

impl Name {
    pub(super) fn new(text: impl Into<String>, quoted: bool, span: Span) -> Self {
        Self { text: text.into(), quoted, ordinal: 0, span }
    }
}

/// Names joined by `::`.
#[derive(Debug, Clone)]
pub(super) struct Path {
    /// Whether it starts with `::`.
    pub(super) absolute: bool,
    /// At least one.
    pub(super) segments: Vec<Name>,
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) struct PackageDecl {
    pub(super) doc: Option<String>,
    pub(super) path: Path,
    pub(super) settings: Settings,
    /// The declarations inside the braces; `None` where the package goes on behind them.
    pub(super) body: Option<Vec<Statement>>,
}

#[derive(Debug)]
pub(super) struct TypeDecl {
    pub(super) doc: Option<String>,
    pub(super) path: Path,
    pub(super) is_abstract: bool,
    pub(super) is_interface: bool,
    pub(super) parameters: Vec<TypeParameterDecl>,
    pub(super) supertypes: Vec<TypeExpr>,
    pub(super) members: Vec<Member>,
    pub(super) settings: Settings,
}

#[derive(Debug)]
pub(super) enum Member {
    Feature(FeatureDecl),
    Operation(OperationDecl),
    Invariant(InvariantDecl),
}

#[derive(Debug)]
pub(super) struct FeatureDecl {
    pub(super) doc: Option<String>,
    /// `has` rather than `attr`.
    pub(super) is_reference: bool,
    pub(super) name: Name,
    pub(super) ty: Option<TypeExpr>,
    pub(super) settings: Settings,
}

#[derive(Debug)]
pub(super) struct OperationDecl {
    pub(super) doc: Option<String>,
    pub(super) name: Name,
    pub(super) type_parameters: Vec<TypeParameterDecl>,
    pub(super) parameters: Vec<ParameterDecl>,
    pub(super) result: Option<TypeExpr>,
    pub(super) settings: Settings,
    /// Where its logic stands, with the braces.
    pub(super) body: Option<Span>,
}

#[derive(Debug)]
pub(super) struct InvariantDecl {
    /// The message of a violation.
    pub(super) title: Option<String>,
    /// Where it stands: a block with its braces, a lambda, or a bare expression.
    pub(super) logic: Span,
}

#[derive(Debug)]
pub(super) struct ParameterDecl {
    pub(super) doc: Option<String>,
    pub(super) ty: TypeExpr,
    pub(super) name: Name,
    pub(super) settings: Settings,
}

#[derive(Debug)]
pub(super) struct TypeParameterDecl {
    pub(super) name: Name,
    pub(super) bounds: Vec<TypeExpr>,
    pub(super) settings: Settings,
}

#[derive(Debug)]
pub(super) struct EnumDecl {
    pub(super) doc: Option<String>,
    pub(super) path: Path,
    pub(super) literals: Vec<LiteralDecl>,
    pub(super) settings: Settings,
}

#[derive(Debug)]
pub(super) struct LiteralDecl {
    pub(super) doc: Option<String>,
    pub(super) name: Name,
    pub(super) value: Option<i32>,
    pub(super) spelling: Option<String>,
    pub(super) settings: Settings,
}

#[derive(Debug)]
pub(super) struct DataTypeDecl {
    pub(super) doc: Option<String>,
    pub(super) path: Path,
    pub(super) parameters: Vec<TypeParameterDecl>,
    pub(super) settings: Settings,
}

/// `type Name = T`
#[derive(Debug)]
pub(super) struct AliasDecl {
    pub(super) doc: Option<String>,
    pub(super) path: Path,
    pub(super) ty: TypeExpr,
    /// What it is in a manifest.
    pub(super) statement: ExprId,
}

/// What stands in a declaration's braces besides members.
#[derive(Debug, Default)]
pub(super) struct Settings {
    pub(super) list: Vec<Setting>,
    /// Those whose names start with `$`: values of Ecore's own features.
    pub(super) facts: Vec<Setting>,
    pub(super) annotations: Vec<AnnotationDecl>,
}

#[derive(Debug)]
pub(super) struct Setting {
    pub(super) name: Name,
    pub(super) value: Value,
}

#[derive(Debug)]
pub(super) struct Value {
    pub(super) kind: ValueKind,
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) enum ValueKind {
    Undef,
    Boolean(bool),
    /// A number in its own spelling.
    Number(String),
    String(String),
    List(Vec<Value>),
    /// Pairs of key and value.
    Map(Vec<(Name, Value)>),
    /// A name or a type.
    Type(TypeExpr),
    Logic,
    /// Something that could not be read; told already.
    Skipped,
}

#[derive(Debug)]
pub(super) struct TypeExpr {
    pub(super) kind: TypeKind,
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) enum TypeKind {
    Named {
        path: Path,
        /// What stands in `<…>`.
        arguments: Vec<TypeExpr>,
        /// What stands in `[…]`.
        parameters: Option<Vec<TypeArgument>>,
    },
    /// `?`, `? extends T` or `? super T`.
    Wildcard { upper: Option<Box<TypeExpr>>, lower: Option<Box<TypeExpr>> },
    /// `enum[a, b]` in place of a name.
    Enum(Vec<LiteralDecl>),
    /// `undef`: no type at all.
    Undef,
    /// What could not be read; told already.
    Unread,
}

#[derive(Debug)]
pub(super) struct TypeArgument {
    pub(super) kind: ArgumentKind,
    pub(super) span: Span,
}

#[derive(Debug)]
pub(super) enum ArgumentKind {
    Type(TypeExpr),
    Number(String),
    Default,
    String(String),
    Regex(String),
    /// `{ name => T }`
    Struct(Vec<StructEntry>),
}

/// A name and a type in `Struct[{ … }]`.
#[derive(Debug)]
pub(super) struct StructEntry {
    pub(super) key: Name,
    /// Whether the key is written as `Optional[name]`.
    pub(super) optional: bool,
    pub(super) ty: TypeExpr,
}

#[derive(Debug)]
pub(super) struct AnnotationDecl {
    /// Its first word.
    pub(super) span: Span,
    pub(super) source: Option<String>,
    pub(super) entries: Vec<AnnotationEntry>,
}

#[derive(Debug)]
pub(super) enum AnnotationEntry {
    Detail(Option<String>, Option<String>),
    References(Vec<ElementRef>),
    Nested(AnnotationDecl),
    Fact(Setting),
}

/// An element named in an annotation: `feature Library::Book::title`.
#[derive(Debug)]
pub(super) struct ElementRef {
    pub(super) kind: ElementKind,
    pub(super) path: Path,
    pub(super) span: Span,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum ElementKind {
    Package,
    Type,
    Feature,
    Operation,
    Parameter,
    Literal,
    TypeParameter,
}

impl ElementKind {
    pub(super) const ALL: [(&'static str, ElementKind); 7] = [
        ("package", ElementKind::Package),
        ("type", ElementKind::Type),
        ("feature", ElementKind::Feature),
        ("operation", ElementKind::Operation),
        ("parameter", ElementKind::Parameter),
        ("literal", ElementKind::Literal),
        ("type_parameter", ElementKind::TypeParameter),
    ];

    pub(super) fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, kind)| *kind == self).map_or("type", |(word, _)| word)
    }
}

impl Settings {
    /// The value of the setting with one of these names.
    pub(super) fn find(&self, names: &[&str]) -> Option<&Setting> {
        self.list.iter().find(|setting| names.contains(&setting.name.text.as_str()))
    }
}
