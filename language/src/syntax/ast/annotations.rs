//! Annotations and the elements that they refer to.

use super::names::{Name, Path, plain_string};
use super::values::Setting;
use crate::syntax::Span;
use crate::syntax::kind::{ElementKind, NodeKind};
use crate::syntax::tree::Node;

/// `annotation 'source' { … }`
#[derive(Debug, Clone, Copy)]
pub(crate) struct AnnotationDecl<'t> {
    node: Node<'t>,
}

#[derive(Debug)]
pub(crate) enum AnnotationEntry<'t> {
    Detail(Option<String>, Option<String>),
    References(Vec<ElementReference>),
    Nested(AnnotationDecl<'t>),
    Fact(Setting<'t>),
}

/// An element named in an annotation: `feature Library::Book::title`.
#[derive(Debug)]
pub(crate) struct ElementReference {
    pub(crate) kind: ElementKind,
    pub(crate) path: Path,
    pub(crate) span: Span,
}

impl<'t> AnnotationDecl<'t> {
    pub(super) fn new(node: Node<'t>) -> Self {
        Self { node }
    }

    /// The word that it starts with.
    pub(crate) fn word(self) -> Span {
        self.node.first_token()
    }

    pub(crate) fn source(self) -> Option<String> {
        self.node.child(|kind| matches!(kind, NodeKind::Text(_))).map(plain_string)
    }

    pub(crate) fn entries(self) -> impl Iterator<Item = AnnotationEntry<'t>> {
        self.node.children().filter_map(AnnotationEntry::read)
    }
}

impl<'t> AnnotationEntry<'t> {
    fn read(node: Node<'t>) -> Option<Self> {
        Some(match node.kind() {
            NodeKind::Detail => {
                let key = Name::first_in(node);
                let key = if !key.quoted && key.text == "undef" { None } else { Some(key.text) };
                let value = node.child(|kind| matches!(kind, NodeKind::Text(_))).map(plain_string);
                AnnotationEntry::Detail(key, value)
            }
            NodeKind::References => {
                AnnotationEntry::References(node.children().filter_map(ElementReference::read).collect())
            }
            NodeKind::Annotation => AnnotationEntry::Nested(AnnotationDecl::new(node)),
            NodeKind::Fact => AnnotationEntry::Fact(Setting::read(node)),
            _ => return None,
        })
    }
}

impl ElementReference {
    fn read(node: Node<'_>) -> Option<Self> {
        let NodeKind::ElementReference(kind) = node.kind() else { return None };
        Some(Self { kind, path: Path::first_in(node), span: node.span() })
    }
}
