//! Members of types: features, operations with their parameters, invariants.

use super::names::{Name, plain_string};
use super::settings::{Setting, Settings, setting};
use super::types::{TypeExpr, child_types};
use crate::Span;
use crate::kind::NodeKind;
use crate::tree::Node;

/// A member of a type.
#[derive(Debug, Clone, Copy)]
pub enum Member<'t> {
    /// `attr name, T { … }` or `has name, T { … }`
    Feature(FeatureDecl<'t>),
    /// `operation name(…) >> T { … }`
    Operation(OperationDecl<'t>),
    /// `invariant 'title' { … }`
    Invariant(InvariantDecl<'t>),
}

impl<'t> Member<'t> {
    /// The member that a node represents; `None` for any other node.
    pub(super) fn read(node: Node<'t>) -> Option<Self> {
        Some(match node.kind() {
            NodeKind::Feature { .. } => Member::Feature(FeatureDecl { node }),
            NodeKind::Operation => Member::Operation(OperationDecl { node }),
            NodeKind::Invariant => Member::Invariant(InvariantDecl { node }),
            _ => return None,
        })
    }
}

/// `attr name, T { … }` or `has name, T { … }`
#[derive(Debug, Clone, Copy)]
pub struct FeatureDecl<'t> {
    node: Node<'t>,
}

impl<'t> FeatureDecl<'t> {
    /// The comment block directly above the feature, without `#`.
    pub fn doc(self) -> Option<&'t str> {
        self.node.doc()
    }

    /// Whether the feature is written `has`.
    pub fn is_reference(self) -> bool {
        self.node.kind() == NodeKind::Feature { reference: true }
    }

    /// The feature's name, quoted or not.
    pub fn name(self) -> Name<'t> {
        Name::first_in(self.node)
    }

    /// The type of the feature's values; `None` if an attribute is written without a type, which is then a String.
    pub fn ty(self) -> Option<TypeExpr<'t>> {
        child_types(self.node).next()
    }

    /// The settings, facts and annotations in its braces.
    pub fn settings(self) -> Settings<'t> {
        Settings::read(self.node)
    }

    /// The setting of this name.
    pub fn setting(self, name: &str) -> Option<Setting<'t>> {
        setting(self.node, name)
    }
}

/// `operation name(…) >> T { … }`
#[derive(Debug, Clone, Copy)]
pub struct OperationDecl<'t> {
    node: Node<'t>,
}

impl<'t> OperationDecl<'t> {
    /// The comment block directly above the operation, without `#`.
    pub fn doc(self) -> Option<&'t str> {
        self.node.doc()
    }

    /// The name of the operation, quoted or not.
    pub fn name(self) -> Name<'t> {
        Name::first_in(self.node)
    }

    /// The type parameters in `<…>`, in order.
    pub fn type_parameters(self) -> Vec<TypeParameterDecl<'t>> {
        TypeParameterDecl::all_in(self.node)
    }

    /// The parameters in parentheses, in order.
    pub fn parameters(self) -> impl Iterator<Item = ParameterDecl<'t>> {
        let parameters = self.node.children().filter(|child| child.kind() == NodeKind::Parameter);
        parameters.map(|node| ParameterDecl { node })
    }

    /// The type after `>>`; `None` if it returns nothing.
    pub fn result(self) -> Option<TypeExpr<'t>> {
        child_types(self.node).next()
    }

    /// The settings, facts and annotations in the braces before its logic.
    pub fn settings(self) -> Settings<'t> {
        Settings::read(self.node)
    }

    /// The span of the operation's logic, including the braces.
    pub fn body(self) -> Option<Span> {
        self.node.child(|kind| kind == NodeKind::Logic).map(Node::span)
    }
}

/// `invariant 'title' { … }`
#[derive(Debug, Clone, Copy)]
pub struct InvariantDecl<'t> {
    node: Node<'t>,
}

impl InvariantDecl<'_> {
    /// The message of a violation.
    pub fn title(self) -> Option<String> {
        self.node
            .child(|kind| matches!(kind, NodeKind::Text(_)))
            .map(|title| plain_string(title).into_owned())
    }

    /// The span of its logic: a block with its braces, a lambda, or a bare expression.
    pub fn logic(self) -> Span {
        // There is always logic, even if it is only a missing expression.
        self.node.child(|kind| kind == NodeKind::Logic).unwrap_or(self.node).span()
    }
}

/// A parameter of an operation.
#[derive(Debug, Clone, Copy)]
pub struct ParameterDecl<'t> {
    node: Node<'t>,
}

impl<'t> ParameterDecl<'t> {
    /// The comment block directly above the parameter, without `#`.
    pub fn doc(self) -> Option<&'t str> {
        self.node.doc()
    }

    /// The type in front of the parameter's name.
    pub fn ty(self) -> Option<TypeExpr<'t>> {
        child_types(self.node).next()
    }

    /// The name of the parameter, without the dollar sign.
    pub fn name(self) -> Name<'t> {
        Name::first_in(self.node)
    }

    /// The settings, facts and annotations in its braces.
    pub fn settings(self) -> Settings<'t> {
        Settings::read(self.node)
    }
}

/// `T extends A & B`
#[derive(Debug, Clone, Copy)]
pub struct TypeParameterDecl<'t> {
    node: Node<'t>,
}

impl<'t> TypeParameterDecl<'t> {
    /// All type parameters among the children of a node.
    pub(super) fn all_in(node: Node<'t>) -> Vec<Self> {
        let parameters = node.children().filter(|child| child.kind() == NodeKind::TypeParameter);
        parameters.map(|node| Self { node }).collect()
    }

    /// The name of the type parameter, without its bounds.
    pub fn name(self) -> Name<'t> {
        Name::first_in(self.node)
    }

    /// The types after `extends`, which are joined by `&`.
    pub fn bounds(self) -> impl Iterator<Item = TypeExpr<'t>> {
        child_types(self.node)
    }

    /// The settings, facts and annotations in its braces.
    pub fn settings(self) -> Settings<'t> {
        Settings::read(self.node)
    }
}
