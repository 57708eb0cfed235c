//! Uses of types: in declarations, and as values of aliases, which are expressions.
//!
//! Invariant: an expression can be viewed as a type if and only if the grammar of types accepts the same text.

use super::names::{Name, Path, number, plain_string};
use crate::Span;
use crate::kind::{NodeKind, Quotes, TypeForm};
use crate::lexer::regex_source;
use crate::operators::Unary;
use crate::tree::{Node, SyntaxTree};
use std::borrow::Cow;

/// A use of a type.
#[derive(Debug, Clone, Copy)]
pub struct TypeExpr<'t> {
    node: Node<'t>,
}

/// The form of a type, with its parts.
#[derive(Debug)]
pub enum TypeKind<'t> {
    /// A name with its arguments.
    Named {
        /// The name, with the path of its package if that is written.
        path: Path<'t>,
        /// The type arguments in `<…>`.
        arguments: Vec<TypeExpr<'t>>,
        /// The arguments in `[…]`.
        parameters: Option<Vec<TypeArgument<'t>>>,
    },
    /// `?`, `? extends T` or `? super T`.
    Wildcard {
        /// The type after `extends`.
        upper: Option<TypeExpr<'t>>,
        /// The type after `super`.
        lower: Option<TypeExpr<'t>>,
    },
    /// `enum[a, b]` instead of a name.
    Enum(Vec<LiteralDecl<'t>>),
    /// `undef`: no type.
    Undef,
    /// A type that could not be read; the error is already reported.
    Invalid,
}

/// An argument of a type in `[…]`.
#[derive(Debug)]
pub struct TypeArgument<'t> {
    /// What the argument is, with its content.
    pub kind: ArgumentKind<'t>,
    /// The range of the argument, including quotes or braces.
    pub span: Span,
}

/// What an argument of a type is.
#[derive(Debug)]
pub enum ArgumentKind<'t> {
    /// A type, or a name, which is read like a type.
    Type(TypeExpr<'t>),
    /// A number as written, with its sign.
    Number(Cow<'t, str>),
    /// `default`: no bound.
    Default,
    /// `true` or `false`
    Boolean(bool),
    /// A string in quotes. Escapes are replaced.
    String(Cow<'t, str>),
    /// The source of `/…/`, in which `\/` is `/`.
    Regex(String),
    /// `{ name => T }`
    Struct(Vec<StructField<'t>>),
}

/// A name and a type in `Struct[{ … }]`.
#[derive(Debug)]
pub struct StructField<'t> {
    /// The name, without `Optional[…]` or `NotUndef[…]`.
    pub key: Name<'t>,
    /// Whether the key is written as `Optional[name]`.
    pub optional: bool,
    /// The type of the key's value.
    pub ty: TypeExpr<'t>,
}

impl<'t> TypeExpr<'t> {
    pub(super) fn new(node: Node<'t>) -> Self {
        Self { node }
    }

    /// The type in a tree that was parsed as a single type.
    pub fn of_tree(tree: &'t SyntaxTree) -> Option<Self> {
        child_types(tree.root()?).next()
    }

    /// The type's range, including its arguments.
    pub fn span(self) -> Span {
        self.node.span()
    }

    /// The type's form, read from the tree.
    pub fn kind(self) -> TypeKind<'t> {
        let node = self.node;
        match node.kind() {
            NodeKind::TypeUse(TypeForm::Named) => TypeKind::Named {
                path: Path::first_in(node),
                arguments: child_types(node).collect(),
                parameters: self.parameters(),
            },
            NodeKind::TypeUse(TypeForm::Wildcard) => TypeKind::Wildcard {
                upper: wildcard_bound(node, NodeKind::UpperBound),
                lower: wildcard_bound(node, NodeKind::LowerBound),
            },
            NodeKind::TypeUse(TypeForm::Enum) => TypeKind::Enum(LiteralDecl::all_in(node)),
            NodeKind::TypeUse(TypeForm::Undef) => TypeKind::Undef,
            NodeKind::TypeUse(TypeForm::Invalid) => TypeKind::Invalid,
            _ => type_kind(node),
        }
    }

    /// The type's name as written, if it is a single name without quotes, and there are no arguments in `<…>`.
    ///
    /// `Array` and `Array[Integer]` have the plain name `Array`; `a::B`, `'B'`, `B<C>` and `enum[a]` have none.
    pub fn plain_name(self) -> Option<&'t str> {
        match self.node.kind() {
            NodeKind::TypeUse(TypeForm::Named) => self.plain_name_in_declaration(),
            NodeKind::TypeUse(_) => None,
            _ => self.plain_name_in_expression(),
        }
    }

    /// The plain name of a type that was parsed as a part of a declaration.
    fn plain_name_in_declaration(self) -> Option<&'t str> {
        let path = self.node.child(|kind| matches!(kind, NodeKind::Path))?;
        let name = path.child(|kind| matches!(kind, NodeKind::Identifier(Quotes::None)))?;
        // A path with other names, or with `::` before the first, is longer than the name.
        let is_single = name.range() == path.range();
        let has_type_arguments = child_types(self.node).next().is_some();
        if is_single && !has_type_arguments { Some(name.text()) } else { None }
    }

    /// The plain name of a type that was parsed as an expression.
    fn plain_name_in_expression(self) -> Option<&'t str> {
        let node = self.node;
        if !is_type(node) || node.kind() == NodeKind::Undef {
            return None;
        }
        // In the access `Name[…]`, the name is the first child.
        let name = if node.kind() == NodeKind::Access { node.children().next()? } else { node };
        if is_enum(name) || is_quoted(name) || !is_single_name(name) {
            return None;
        }
        Some(name.text())
    }

    /// Whether the type is a name without arguments in `<…>`. In a declaration, the name may be quoted or have a path;
    /// in an expression, it is a single name without quotes.
    pub fn is_plain(self) -> bool {
        match self.node.kind() {
            NodeKind::TypeUse(TypeForm::Named) => child_types(self.node).next().is_none(),
            _ => self.plain_name().is_some(),
        }
    }

    /// The type's arguments in `[…]`, which Puppet calls parameters. Types of declarations have nodes of their own; in
    /// expressions, a type is an access such as `Array[Integer]`.
    pub fn parameters(self) -> Option<Vec<TypeArgument<'t>>> {
        match self.node.kind() {
            NodeKind::TypeUse(_) => {
                let list = self.node.child(|kind| kind == NodeKind::ArgumentList)?;
                Some(list.parts().map(TypeArgument::read).collect())
            }
            _ => match type_kind(self.node) {
                TypeKind::Named { parameters, .. } => parameters,
                _ => None,
            },
        }
    }

    /// Whether the type is `undef`: no type.
    pub fn is_undef(self) -> bool {
        matches!(self.node.kind(), NodeKind::TypeUse(TypeForm::Undef) | NodeKind::Undef)
    }
}

/// The type after `extends` (for `UpperBound`) or `super` (for `LowerBound`) of a wildcard.
fn wildcard_bound(wildcard: Node<'_>, bound_kind: NodeKind) -> Option<TypeExpr<'_>> {
    let bound = wildcard.child(|kind| kind == bound_kind)?;
    child_types(bound).next()
}

/// The types among the direct children of a node.
pub(super) fn child_types(node: Node<'_>) -> impl Iterator<Item = TypeExpr<'_>> {
    node.children().filter(|child| matches!(child.kind(), NodeKind::TypeUse(_))).map(TypeExpr::new)
}

impl<'t> TypeArgument<'t> {
    /// The argument that a node of the grammar of types represents.
    fn read(node: Node<'t>) -> Self {
        let kind = match node.kind() {
            NodeKind::Text(_) => ArgumentKind::String(plain_string(node)),
            NodeKind::NumberValue => ArgumentKind::Number(number(node)),
            NodeKind::DefaultValue => ArgumentKind::Default,
            NodeKind::BooleanValue(value) => ArgumentKind::Boolean(value),
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
        Some(Self { key: Name::first_in(node), optional, ty: child_types(node).next()? })
    }
}

/// A literal of an enumeration, or a name in an alias of an enumeration.
#[derive(Debug, Clone, Copy)]
pub struct LiteralDecl<'t> {
    pub(super) node: Node<'t>,
}

impl<'t> LiteralDecl<'t> {
    pub(super) fn new(node: Node<'t>) -> Self {
        Self { node }
    }

    pub(super) fn all_in(node: Node<'t>) -> Vec<Self> {
        node.children().filter(|child| child.kind() == NodeKind::Literal).map(Self::new).collect()
    }

    /// The comment block directly above the literal, without `#`.
    pub fn doc(self) -> Option<&'t str> {
        self.node.doc()
    }

    /// The literal's name, which is written before its number and its spelling.
    pub fn name(self) -> Name<'t> {
        if self.node.kind() == NodeKind::Literal { Name::first_in(self.node) } else { name(self.node) }
    }

    /// The number after `=`; `None` if it is missing or not a 32-bit integer.
    pub fn value(self) -> Option<i32> {
        // The parser reported a number that is out of range.
        number(self.node.child(|kind| kind == NodeKind::LiteralNumber)?).parse().ok()
    }

    /// The string after `as`, which documents contain in place of the name; `None` if it is missing.
    pub fn spelling(self) -> Option<String> {
        self.node.child(|kind| matches!(kind, NodeKind::Text(_))).map(|text| plain_string(text).into_owned())
    }
}

/// Whether an expression can be read as a type.
pub(super) fn is_type(node: Node<'_>) -> bool {
    if node.kind() != NodeKind::Access {
        return is_name(node);
    }
    // In `Name[…]`, the name comes first, and the arguments follow.
    let mut parts = node.children();
    let Some(name) = parts.next().filter(|part| is_name(*part)) else { return false };
    // As an expression, `a = 1` would be an assignment, so literals with numbers are not accepted here.
    if is_enum(name) { parts.all(is_single_name) } else { parts.all(is_argument) }
}

/// Whether an expression can be read as the argument of a type.
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

/// Whether a hash can be read as the fields of a `Struct`.
fn is_struct(node: Node<'_>) -> bool {
    // In Puppet, pairs without braces are also a hash. In the grammar of types, the braces are required.
    if !node.text().starts_with('{') {
        return false;
    }
    let parts: Vec<_> = node.children().collect();
    let (pairs, unpaired) = parts.as_chunks();
    unpaired.is_empty() && pairs.iter().all(|[key, value]| struct_key(*key).is_some() && is_type(*value))
}

/// The key of a field of a `Struct`, without the type around it.
struct StructKey<'t> {
    name: Node<'t>,
    /// Whether the key is written as `Optional[name]`.
    is_optional: bool,
}

/// Reads the key of a struct: `name`, `Optional[name]` or `NotUndef[name]`; `None` for any other expression.
fn struct_key(node: Node<'_>) -> Option<StructKey<'_>> {
    if node.kind() != NodeKind::Access {
        return is_single_name(node).then_some(StructKey { name: node, is_optional: false });
    }
    let mut parts = node.children();
    let (wrapper, name) = (parts.next()?, parts.next()?);
    let has_more_names = parts.next().is_some();
    if has_more_names || !is_single_name(name) {
        return None;
    }
    match wrapper.text() {
        "Optional" => Some(StructKey { name, is_optional: true }),
        "NotUndef" => Some(StructKey { name, is_optional: false }),
        _ => None,
    }
}

/// Whether an expression is a name, a keyword or a string, as a type name can be.
fn is_name(node: Node<'_>) -> bool {
    match node.kind() {
        NodeKind::Name
        | NodeKind::TypeName
        | NodeKind::Undef
        | NodeKind::Default
        | NodeKind::Boolean(_)
        | NodeKind::Reserved
        | NodeKind::String(Quotes::Closed) => true,
        // Names of types do not contain hyphens.
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

/// Whether a name before brackets starts the literals of an enumeration.
fn is_enum(node: Node<'_>) -> bool {
    !is_quoted(node) && node.text() == "enum"
}

/// The name in an expression.
fn name(node: Node<'_>) -> Name<'_> {
    let quoted = is_quoted(node);
    let text = if quoted { plain_string(node) } else { node.text().into() };
    Name::new(text, quoted, node.span())
}

/// The type in an expression; invalid if the grammar of types does not accept the text.
fn type_kind(node: Node<'_>) -> TypeKind<'_> {
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

/// The argument of a type that an expression represents.
fn argument(node: Node<'_>) -> TypeArgument<'_> {
    let kind = match node.kind() {
        NodeKind::String(Quotes::Closed) => ArgumentKind::String(plain_string(node)),
        NodeKind::Number | NodeKind::Unary(_) => ArgumentKind::Number(number(node)),
        NodeKind::Default => ArgumentKind::Default,
        NodeKind::Boolean(value) => ArgumentKind::Boolean(value),
        NodeKind::Regex => ArgumentKind::Regex(regex_source(node.text())),
        NodeKind::Hash => {
            let parts: Vec<_> = node.children().collect();
            // `is_struct` accepted the hash, so no key is without a value.
            let (pairs, _) = parts.as_chunks();
            ArgumentKind::Struct(pairs.iter().filter_map(field).collect())
        }
        _ => ArgumentKind::Type(TypeExpr::new(node)),
    };
    TypeArgument { kind, span: node.span() }
}

/// The field of a `Struct` that a key and a value of a hash represent.
fn field<'t>([key, value]: &[Node<'t>; 2]) -> Option<StructField<'t>> {
    let key = struct_key(*key)?;
    Some(StructField { key: name(key.name), optional: key.is_optional, ty: TypeExpr::new(*value) })
}
