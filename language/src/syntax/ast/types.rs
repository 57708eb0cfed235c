//! Types where they are used: in declarations, and as values of aliases, which are expressions.

use super::alias;
use super::declarations::LiteralDecl;
use super::names::{Name, Path, plain_string};
use super::values::number;
use crate::syntax::Span;
use crate::syntax::kind::{NodeKind, TypeForm};
use crate::syntax::lexer::regex_source;
use crate::syntax::tree::{Node, SyntaxTree};

/// A type where it is used.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TypeExpr<'t> {
    node: Node<'t>,
}

#[derive(Debug)]
pub(crate) enum TypeKind<'t> {
    Named {
        path: Path,
        /// What stands in `<…>`.
        arguments: Vec<TypeExpr<'t>>,
        /// What stands in `[…]`.
        parameters: Option<Vec<TypeArgument<'t>>>,
    },
    /// `?`, `? extends T` or `? super T`.
    Wildcard { upper: Option<TypeExpr<'t>>, lower: Option<TypeExpr<'t>> },
    /// `enum[a, b]` in place of a name.
    Enum(Vec<LiteralDecl<'t>>),
    /// `undef`: no type at all.
    Undef,
    /// What could not be read, which is reported already.
    Invalid,
}

#[derive(Debug)]
pub(crate) struct TypeArgument<'t> {
    pub(crate) kind: ArgumentKind<'t>,
    pub(crate) span: Span,
}

#[derive(Debug)]
pub(crate) enum ArgumentKind<'t> {
    Type(TypeExpr<'t>),
    Number(String),
    Default,
    String(String),
    Regex(String),
    /// `{ name => T }`
    Struct(Vec<StructField<'t>>),
}

/// A name and a type in `Struct[{ … }]`.
#[derive(Debug)]
pub(crate) struct StructField<'t> {
    pub(crate) key: Name,
    /// Whether the key is written as `Optional[name]`.
    pub(crate) optional: bool,
    pub(crate) ty: TypeExpr<'t>,
}

impl<'t> TypeExpr<'t> {
    pub(super) fn new(node: Node<'t>) -> Self {
        Self { node }
    }

    /// The type that a tree of one type is.
    pub(crate) fn of_tree(tree: &'t SyntaxTree) -> Option<Self> {
        direct(tree.root()?).next()
    }

    pub(crate) fn span(self) -> Span {
        self.node.span()
    }

    pub(crate) fn kind(self) -> TypeKind<'t> {
        let node = self.node;
        match node.kind() {
            NodeKind::TypeUse(TypeForm::Named) => TypeKind::Named {
                path: Path::first_in(node),
                arguments: direct(node).collect(),
                parameters: node
                    .child(|kind| kind == NodeKind::ArgumentList)
                    .map(|list| list.parts().map(TypeArgument::read).collect()),
            },
            NodeKind::TypeUse(TypeForm::Wildcard) => {
                let bound = |bound| direct(node.child(|kind| kind == bound)?).next();
                TypeKind::Wildcard { upper: bound(NodeKind::UpperBound), lower: bound(NodeKind::LowerBound) }
            }
            NodeKind::TypeUse(TypeForm::Enum) => TypeKind::Enum(LiteralDecl::all_in(node)),
            NodeKind::TypeUse(TypeForm::Undef) => TypeKind::Undef,
            NodeKind::TypeUse(TypeForm::Invalid) => TypeKind::Invalid,
            _ => alias::type_kind(node),
        }
    }
}

/// The types directly in a node.
pub(super) fn direct(node: Node<'_>) -> impl Iterator<Item = TypeExpr<'_>> {
    node.children().filter(|child| matches!(child.kind(), NodeKind::TypeUse(_))).map(TypeExpr::new)
}

impl<'t> TypeArgument<'t> {
    fn read(node: Node<'t>) -> Self {
        let kind = match node.kind() {
            NodeKind::Text(_) => ArgumentKind::String(plain_string(node)),
            NodeKind::NumberValue => ArgumentKind::Number(number(node)),
            NodeKind::DefaultValue => ArgumentKind::Default,
            NodeKind::RegexValue => ArgumentKind::Regex(regex_source(node.text())),
            NodeKind::StructFields => {
                ArgumentKind::Struct(node.parts().filter_map(StructField::read).collect())
            }
            _ => ArgumentKind::Type(TypeExpr::new(node)),
        };
        Self { kind, span: node.span() }
    }
}

impl<'t> StructField<'t> {
    fn read(node: Node<'t>) -> Option<Self> {
        let NodeKind::StructField { optional } = node.kind() else { return None };
        Some(Self { key: Name::first_in(node), optional, ty: direct(node).next()? })
    }
}
