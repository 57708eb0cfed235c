//! `type Name = T`: a statement of the Puppet language, whose parts are expressions, seen as a declaration.
//!
//! Invariant: an expression is seen as a type exactly where the grammar of types has the same text for one.

use super::declarations::LiteralDecl;
use super::names::{Name, Path, plain_string};
use super::types::{ArgumentKind, StructField, TypeArgument, TypeExpr, TypeKind};
use super::values::number;
use crate::syntax::expression::Unary;
use crate::syntax::kind::{NodeKind, Quotes};
use crate::syntax::lexer::regex_source;
use crate::syntax::tree::Node;

/// `type Name = T`
#[derive(Debug, Clone, Copy)]
pub(crate) struct AliasDecl<'t> {
    statement: Node<'t>,
    name: Node<'t>,
    value: Node<'t>,
}

impl<'t> AliasDecl<'t> {
    /// The alias that a statement declares, if its value is a type of the language.
    pub(super) fn read(statement: Node<'t>) -> Option<Self> {
        let alias = statement.parts().next().filter(|node| node.kind() == NodeKind::TypeAlias)?;
        let mut parts = alias.children();
        let (name, value) = (parts.next()?, parts.next()?);
        let read = parts.next().is_none() && name.kind() == NodeKind::TypeName && is_type(value);
        read.then_some(Self { statement, name, value })
    }

    pub(crate) fn doc(self) -> Option<&'t str> {
        self.statement.doc()
    }

    pub(crate) fn path(self) -> Path {
        Path::of_expression(self.name)
    }

    pub(crate) fn ty(self) -> TypeExpr<'t> {
        TypeExpr::new(self.value)
    }
}

/// Whether an expression reads as a type.
fn is_type(node: Node<'_>) -> bool {
    if node.kind() != NodeKind::Access {
        return is_name(node);
    }
    let mut parts = node.children();
    let Some(on) = parts.next().filter(|on| is_name(*on)) else { return false };
    if is_enum(on) { parts.all(is_single_name) } else { parts.all(is_argument) }
}

fn is_argument(node: Node<'_>) -> bool {
    match node.kind() {
        NodeKind::Number | NodeKind::Regex | NodeKind::Default => true,
        NodeKind::Unary(Unary::Minus) => {
            let mut parts = node.children();
            parts.next().is_some_and(|operand| operand.kind() == NodeKind::Number) && parts.next().is_none()
        }
        NodeKind::Hash => is_struct(node),
        _ => is_type(node),
    }
}

fn is_struct(node: Node<'_>) -> bool {
    let parts: Vec<_> = node.children().collect();
    let (pairs, rest) = parts.as_chunks();
    node.text().starts_with('{')
        && rest.is_empty()
        && pairs.iter().all(|[key, value]| key_name(*key).is_some() && is_type(*value))
}

/// The name that a key of a struct is, and whether it may be absent.
fn key_name(node: Node<'_>) -> Option<(Node<'_>, bool)> {
    if node.kind() != NodeKind::Access {
        return is_single_name(node).then_some((node, false));
    }
    let mut parts = node.children();
    let (on, key) = (parts.next()?, parts.next()?);
    let marked = matches!(on.text(), "Optional" | "NotUndef") && parts.next().is_none();
    (marked && is_single_name(key)).then_some((key, on.text() == "Optional"))
}

/// Whether an expression is a name, a word or a string, as a type can be.
fn is_name(node: Node<'_>) -> bool {
    match node.kind() {
        NodeKind::Name
        | NodeKind::TypeName
        | NodeKind::Undef
        | NodeKind::Default
        | NodeKind::Boolean(_)
        | NodeKind::Reserved
        | NodeKind::String(Quotes::Closed) => true,
        // A hyphen is no part of the names of types.
        NodeKind::String(Quotes::None) => !node.text().contains('-'),
        _ => false,
    }
}

fn is_single_name(node: Node<'_>) -> bool {
    is_name(node) && (is_quoted(node) || !node.text().contains("::"))
}

fn is_quoted(node: Node<'_>) -> bool {
    node.kind() == NodeKind::String(Quotes::Closed)
}

/// Whether a name in front of brackets opens the literals of an enumeration.
fn is_enum(node: Node<'_>) -> bool {
    !is_quoted(node) && node.text() == "enum"
}

/// The name that an expression is.
pub(super) fn name(node: Node<'_>) -> Name {
    let quoted = is_quoted(node);
    let text = if quoted { plain_string(node) } else { node.text().to_owned() };
    Name::new(text, quoted, node.span())
}

/// The type that an expression reads as.
pub(super) fn type_kind(node: Node<'_>) -> TypeKind<'_> {
    if !is_type(node) {
        return TypeKind::Invalid;
    }
    if node.kind() == NodeKind::Undef {
        return TypeKind::Undef;
    }
    let mut parts = node.children();
    match parts.next() {
        Some(on) if is_enum(on) => TypeKind::Enum(parts.map(LiteralDecl::new).collect()),
        Some(on) => TypeKind::Named {
            path: Path::of_expression(on),
            arguments: Vec::new(),
            parameters: Some(parts.map(argument).collect()),
        },
        None => TypeKind::Named { path: Path::of_expression(node), arguments: Vec::new(), parameters: None },
    }
}

fn argument(node: Node<'_>) -> TypeArgument<'_> {
    let kind = match node.kind() {
        NodeKind::String(Quotes::Closed) => ArgumentKind::String(plain_string(node)),
        NodeKind::Number | NodeKind::Unary(_) => ArgumentKind::Number(number(node)),
        NodeKind::Default => ArgumentKind::Default,
        NodeKind::Regex => ArgumentKind::Regex(regex_source(node.text())),
        NodeKind::Hash => {
            let parts: Vec<_> = node.children().collect();
            ArgumentKind::Struct(parts.as_chunks().0.iter().filter_map(field).collect())
        }
        _ => ArgumentKind::Type(TypeExpr::new(node)),
    };
    TypeArgument { kind, span: node.span() }
}

fn field<'t>([key, value]: &[Node<'t>; 2]) -> Option<StructField<'t>> {
    let (key, optional) = key_name(*key)?;
    Some(StructField { key: name(key), optional, ty: TypeExpr::new(*value) })
}
