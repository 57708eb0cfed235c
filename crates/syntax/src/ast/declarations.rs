//! Declarations: packages, types, enumerations and data types.

use super::members::{Member, TypeParameterDecl};
use super::names::{Path, ordinal};
use super::settings::{AnnotationDecl, Setting, Settings};
use super::types::{LiteralDecl, TypeExpr, child_types, is_type};
use crate::kind::NodeKind;
use crate::tree::{Node, SyntaxTree};

/// A statement of a file or package.
#[derive(Debug)]
pub enum Statement<'t> {
    /// `package a { … }`
    Package(PackageDecl<'t>),
    /// `type A { … }`
    Type(TypeDecl<'t>),
    /// `enum A { … }`
    Enum(EnumDecl<'t>),
    /// `datatype A { … }`
    DataType(DataTypeDecl<'t>),
    /// `type A = T`, if `T` is written as a type. With any other value, the statement is an `Expression`.
    Alias(AliasDecl<'t>),
    /// An annotation of the enclosing package.
    Annotation(AnnotationDecl<'t>),
    /// A statement of the Puppet language.
    Expression(Node<'t>),
    /// A fact about the document.
    Fact(Setting<'t>),
    /// `bindings` or `site`, which files of types cannot contain.
    Bindings(Node<'t>),
}

/// The statements of a file that are outside of packages.
pub fn statements(tree: &SyntaxTree) -> impl Iterator<Item = Statement<'_>> {
    let children = tree.root().into_iter().flat_map(Node::children);
    children.filter_map(|node| match node.kind() {
        NodeKind::Annotation => Some(Statement::Annotation(AnnotationDecl::new(node))),
        NodeKind::Fact => Some(Statement::Fact(Setting::read(node))),
        _ => statement(node),
    })
}

/// The statement that a node represents; `None` for an error.
fn statement(node: Node<'_>) -> Option<Statement<'_>> {
    Some(match node.kind() {
        NodeKind::Package => Statement::Package(PackageDecl { node }),
        NodeKind::Type => Statement::Type(TypeDecl { node }),
        NodeKind::Enum => Statement::Enum(EnumDecl { node }),
        NodeKind::DataType => Statement::DataType(DataTypeDecl { node }),
        // In a file of types, `bindings` and `site` are only reported as misplaced, so they need no typed view here.
        NodeKind::Bindings | NodeKind::Site => Statement::Bindings(node),
        NodeKind::Statement => match AliasDecl::read(node) {
            Some(alias) => Statement::Alias(alias),
            None => Statement::Expression(node),
        },
        _ => return None,
    })
}

/// `package a { … }`
#[derive(Debug, Clone, Copy)]
pub struct PackageDecl<'t> {
    node: Node<'t>,
}

impl<'t> PackageDecl<'t> {
    /// The comment block directly above the package, without `#`.
    pub fn doc(self) -> Option<&'t str> {
        self.node.doc()
    }

    /// The package's path, relative to the enclosing package unless it starts with `::`.
    pub fn path(self) -> Path<'t> {
        let mut path = Path::first_in(self.node);
        // For the parser, a number in brackets after the last name is not part of the path, because such brackets may
        // contain the arguments of a type.
        let number = self.node.child(|kind| kind == NodeKind::Ordinal);
        if let Some(number) = number {
            path.last.ordinal = ordinal(number);
        }
        path
    }

    /// The settings, facts and annotations in its braces, among the declarations.
    pub fn settings(self) -> Settings<'t> {
        Settings::read(self.node)
    }

    /// The declarations in the package's braces.
    pub fn body(self) -> impl Iterator<Item = Statement<'t>> {
        self.node.children().filter_map(statement)
    }
}

/// `type A inherits B { … }`
#[derive(Debug, Clone, Copy)]
pub struct TypeDecl<'t> {
    node: Node<'t>,
}

impl<'t> TypeDecl<'t> {
    /// The comment block directly above the type, without `#`.
    pub fn doc(self) -> Option<&'t str> {
        self.node.doc()
    }

    /// The class's name, with the path of its package if that is written.
    pub fn path(self) -> Path<'t> {
        Path::first_in(self.node)
    }

    /// Whether the class is marked `abstract`, before `type` or among its members.
    pub fn is_abstract(self) -> bool {
        self.node.child(|kind| kind == NodeKind::Abstract).is_some()
    }

    /// Whether the class is marked `interface`, before `type` or among its members.
    pub fn is_interface(self) -> bool {
        self.node.child(|kind| kind == NodeKind::Interface).is_some()
    }

    /// The type parameters in `<…>`, in order.
    pub fn parameters(self) -> Vec<TypeParameterDecl<'t>> {
        TypeParameterDecl::all_in(self.node)
    }

    /// The types after `inherits`, in order.
    pub fn supertypes(self) -> impl Iterator<Item = TypeExpr<'t>> {
        child_types(self.node)
    }

    /// The features, operations and invariants in its braces, in order.
    pub fn members(self) -> impl Iterator<Item = Member<'t>> {
        self.node.children().filter_map(Member::read)
    }

    /// The number of features in its braces.
    pub fn feature_count(self) -> usize {
        self.members().filter(|member| matches!(member, Member::Feature(_))).count()
    }

    /// The settings, facts and annotations in its braces, among the members.
    pub fn settings(self) -> Settings<'t> {
        Settings::read(self.node)
    }
}

/// `enum A { … }`
#[derive(Debug, Clone, Copy)]
pub struct EnumDecl<'t> {
    node: Node<'t>,
}

impl<'t> EnumDecl<'t> {
    /// The comment block directly above the enumeration, without `#`.
    pub fn doc(self) -> Option<&'t str> {
        self.node.doc()
    }

    /// The name of the enumeration, with the path of its package if that is written.
    pub fn path(self) -> Path<'t> {
        Path::first_in(self.node)
    }

    /// The literals, in order.
    pub fn literals(self) -> Vec<LiteralDecl<'t>> {
        LiteralDecl::all_in(self.node)
    }

    /// The settings, facts and annotations among the literals.
    pub fn settings(self) -> Settings<'t> {
        Settings::read(self.node)
    }
}

/// `datatype A { … }`
#[derive(Debug, Clone, Copy)]
pub struct DataTypeDecl<'t> {
    node: Node<'t>,
}

impl<'t> DataTypeDecl<'t> {
    /// The comment block directly above the data type, without `#`.
    pub fn doc(self) -> Option<&'t str> {
        self.node.doc()
    }

    /// The name of the data type, with the path of its package if that is written.
    pub fn path(self) -> Path<'t> {
        Path::first_in(self.node)
    }

    /// The type parameters in `<…>`, in order.
    pub fn parameters(self) -> Vec<TypeParameterDecl<'t>> {
        TypeParameterDecl::all_in(self.node)
    }

    /// The settings, facts and annotations in its braces.
    pub fn settings(self) -> Settings<'t> {
        Settings::read(self.node)
    }
}

/// `type Name = T`: a statement of the Puppet language, made of expressions, viewed as a declaration.
#[derive(Debug, Clone, Copy)]
pub struct AliasDecl<'t> {
    statement: Node<'t>,
    name: Node<'t>,
    value: Node<'t>,
}

impl<'t> AliasDecl<'t> {
    /// The alias that a statement declares; `None` if the statement is no alias, or its value is not a type of the
    /// language. `type A = Object { … }` is an alias only in Puppet, and stays an expression (Decision 15).
    pub(super) fn read(statement: Node<'t>) -> Option<Self> {
        let alias = statement.parts().next().filter(|node| node.kind() == NodeKind::TypeAlias)?;
        let mut parts = alias.children();
        let (name, value) = (parts.next()?, parts.next()?);
        let has_hash_after_value = parts.next().is_some();
        if has_hash_after_value || name.kind() != NodeKind::TypeName || !is_type(value) {
            return None;
        }
        Some(Self { statement, name, value })
    }

    /// The comment block directly above the alias, without `#`.
    pub fn doc(self) -> Option<&'t str> {
        self.statement.doc()
    }

    /// The name before `=`.
    pub fn path(self) -> Path<'t> {
        Path::of_expression(self.name)
    }

    /// The type after `=`.
    pub fn ty(self) -> TypeExpr<'t> {
        TypeExpr::new(self.value)
    }
}
