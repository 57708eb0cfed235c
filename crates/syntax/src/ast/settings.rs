//! The contents of a declaration's braces other than members: settings with their values, facts, annotations.

use super::names::{Name, Path, number, plain_string};
use super::types::{LiteralDecl, TypeExpr};
use crate::Span;
use crate::kind::{ElementKind, NodeKind};
use crate::tree::Node;
use std::borrow::Cow;

/// The contents of a declaration's braces other than members.
#[derive(Debug, Default)]
pub struct Settings<'t> {
    /// `name => value`, in order.
    pub list: Vec<Setting<'t>>,
    /// The settings whose names start with `$`: values of Ecore's own features.
    pub facts: Vec<Setting<'t>>,
    /// `annotation … { … }`, in order.
    pub annotations: Vec<AnnotationDecl<'t>>,
}

impl<'t> Settings<'t> {
    /// The settings, facts and annotations among the children of a declaration.
    pub(super) fn read(declaration: Node<'t>) -> Self {
        let mut settings = Self::default();
        for child in declaration.children() {
            match child.kind() {
                NodeKind::Setting => settings.list.push(Setting::read(child)),
                NodeKind::Fact => settings.facts.push(Setting::read(child)),
                NodeKind::Annotation => settings.annotations.push(AnnotationDecl::new(child)),
                _ => {}
            }
        }
        settings
    }

    /// The value of the first setting with one of these names.
    pub fn find(&self, names: &[&str]) -> Option<&Setting<'t>> {
        self.list.iter().find(|setting| names.contains(&&*setting.name.text))
    }

    /// Whether the declaration has no setting, no fact and no annotation.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty() && self.facts.is_empty() && self.annotations.is_empty()
    }
}

/// `name => value`, or a fact: `$feature => value`.
#[derive(Debug)]
pub struct Setting<'t> {
    /// The name before `=>`; that of a fact is without its dollar sign.
    pub name: Name<'t>,
    /// The value after `=>`; [`ValueKind::Invalid`] if it is missing.
    pub value: Value<'t>,
}

impl<'t> Setting<'t> {
    /// A setting or a fact.
    pub(super) fn read(node: Node<'t>) -> Self {
        let mut parts = node.parts();
        let name = parts.next().map_or_else(|| Name::missing(node), Name::read);
        let value = parts.next().map(Value::read);
        // The parser reported the missing value. `Invalid` causes no second message.
        Self { name, value: value.unwrap_or(Value { kind: ValueKind::Invalid, span: node.span() }) }
    }
}

/// The first setting of a declaration with this name; `None` if there is no such setting.
pub(super) fn setting<'t>(declaration: Node<'t>, name: &str) -> Option<Setting<'t>> {
    // The value of a setting may be large, so only the names are read before the setting is known.
    let has_name = |setting: &Node<'t>| {
        let name_node = setting.parts().next();
        name_node.is_some_and(|name_node| Name::read(name_node).text == name)
    };
    let mut settings = declaration.children().filter(|child| child.kind() == NodeKind::Setting);
    settings.find(has_name).map(Setting::read)
}

/// The value of a setting or fact, or an element of such a value if that is a list or map.
#[derive(Debug)]
pub struct Value<'t> {
    /// What the value is, with its content.
    pub kind: ValueKind<'t>,
    /// The range of the value, including quotes or brackets.
    pub span: Span,
}

/// What a value is.
#[derive(Debug)]
pub enum ValueKind<'t> {
    /// `undef`
    Undef,
    /// `true` or `false`
    Boolean(bool),
    /// A number as written.
    Number(Cow<'t, str>),
    /// A string in quotes that contains no expression. Escapes are replaced.
    String(Cow<'t, str>),
    /// `[…]`: values, in order.
    List(Vec<Value<'t>>),
    /// `{ key => value }`: pairs, in order. A key such as `$type` has its dollar sign.
    Map(Vec<(Name<'t>, Value<'t>)>),
    /// A name or a type.
    Type(TypeExpr<'t>),
    /// An expression, such as that of `check`; only its range is known here.
    Logic,
    /// A value that could not be read; the error is already reported.
    Invalid,
}

impl<'t> Value<'t> {
    /// The value that a node represents.
    fn read(node: Node<'t>) -> Self {
        let kind = match node.kind() {
            NodeKind::UndefValue => ValueKind::Undef,
            NodeKind::BooleanValue(value) => ValueKind::Boolean(value),
            NodeKind::NumberValue => ValueKind::Number(number(node)),
            NodeKind::Text(_) => ValueKind::String(plain_string(node)),
            NodeKind::ListValue => ValueKind::List(node.parts().map(Value::read).collect()),
            NodeKind::MapValue => ValueKind::Map(node.parts().filter_map(entry).collect()),
            NodeKind::TypeUse(_) => ValueKind::Type(TypeExpr::new(node)),
            NodeKind::Logic => ValueKind::Logic,
            _ => ValueKind::Invalid,
        };
        Self { kind, span: node.span() }
    }
}

/// The key and the value of a map entry; `None` if one of them is missing.
fn entry(node: Node<'_>) -> Option<(Name<'_>, Value<'_>)> {
    let mut parts = node.parts();
    let (key, value) = (parts.next()?, parts.next()?);
    let name = match key.kind() {
        // In a map, `$type` is an ordinary key and not the name of a feature.
        NodeKind::FactName => Name::without_quotes(key.text(), key.span()),
        _ => Name::read(key),
    };
    Some((name, Value::read(value)))
}

impl<'t> LiteralDecl<'t> {
    /// The settings, facts and annotations in its braces.
    pub fn settings(self) -> Settings<'t> {
        Settings::read(self.node)
    }
}

/// `annotation 'source' { … }`
#[derive(Debug, Clone, Copy)]
pub struct AnnotationDecl<'t> {
    node: Node<'t>,
}

/// What an annotation contains.
#[derive(Debug)]
pub enum AnnotationEntry<'t> {
    /// `key => 'value'`: the key and the value, each `None` if it is `undef`.
    Detail(Option<String>, Option<String>),
    /// `references => [ … ]`: the elements, in order.
    References(Vec<ElementReference<'t>>),
    /// An annotation of the annotation.
    Nested(AnnotationDecl<'t>),
    /// `$feature => value`: a value of a feature of the annotation itself.
    Fact(Setting<'t>),
}

/// An element that an annotation refers to: `feature Library::Book::title`.
#[derive(Debug)]
pub struct ElementReference<'t> {
    /// What the element is: a type, unless a keyword before the path specifies another kind.
    pub kind: ElementKind,
    /// The names of the containing elements and of the element.
    pub path: Path<'t>,
    /// The range of the element reference, from the keyword if there is one.
    pub span: Span,
}

impl<'t> AnnotationDecl<'t> {
    pub(super) fn new(node: Node<'t>) -> Self {
        Self { node }
    }

    /// The keyword at the annotation's start.
    pub fn word(self) -> Span {
        self.node.first_token()
    }

    /// The string after `annotation`; `None` if it is `undef`.
    pub fn source(self) -> Option<String> {
        self.node.child(|kind| matches!(kind, NodeKind::Text(_))).map(|text| plain_string(text).into_owned())
    }

    /// The entries in the annotation's braces, in order.
    pub fn entries(self) -> impl Iterator<Item = AnnotationEntry<'t>> {
        self.node.children().filter_map(AnnotationEntry::read)
    }
}

impl<'t> AnnotationEntry<'t> {
    /// The entry that a node represents; `None` for any other node.
    fn read(node: Node<'t>) -> Option<Self> {
        Some(match node.kind() {
            NodeKind::Detail => {
                let key = Name::first_in(node);
                // A detail of Ecore may have no key, which is written as `undef`; `'undef'` in quotes is a key.
                let is_undef = !key.quoted && key.text == "undef";
                let value = node.child(|kind| matches!(kind, NodeKind::Text(_))).map(plain_string);
                let key = (!is_undef).then(|| key.text.into_owned());
                AnnotationEntry::Detail(key, value.map(Cow::into_owned))
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

impl<'t> ElementReference<'t> {
    fn read(node: Node<'t>) -> Option<Self> {
        let NodeKind::ElementReference(kind) = node.kind() else { return None };
        Some(Self { kind, path: Path::first_in(node), span: node.span() })
    }
}
