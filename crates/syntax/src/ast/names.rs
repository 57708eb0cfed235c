//! Names and paths.

use crate::Span;
use crate::kind::{NodeKind, Quotes};
use crate::lexer::string_value;
use crate::tree::Node;
use std::borrow::Cow;

/// A name as written.
#[derive(Debug, Clone)]
pub struct Name<'t> {
    /// The name without quotes and dollar sign; escapes are replaced. Empty if it is missing.
    pub text: Cow<'t, str>,
    /// Whether the name is in quotes, so that it must match exactly.
    pub quoted: bool,
    /// The index, from 0, among several elements with this name.
    pub ordinal: usize,
    /// The range of the name, including quotes or a dollar sign; for a missing name, that of the declaration.
    pub span: Span,
}

impl<'t> Name<'t> {
    /// A name without a number in brackets.
    pub fn new(text: impl Into<Cow<'t, str>>, quoted: bool, span: Span) -> Self {
        Self { text: text.into(), quoted, ordinal: 0, span }
    }

    /// A name that is written in quotes, so that its case is kept.
    pub fn in_quotes(text: impl Into<Cow<'t, str>>, span: Span) -> Self {
        let quoted = true;
        Self::new(text, quoted, span)
    }

    /// A name that is written without quotes.
    pub fn without_quotes(text: impl Into<Cow<'t, str>>, span: Span) -> Self {
        let quoted = false;
        Self::new(text, quoted, span)
    }

    /// The name that is missing in a node.
    pub(super) fn missing(node: Node<'_>) -> Self {
        Self::in_quotes("", node.span())
    }

    /// The name that a node contains; an empty name if it contains none.
    pub(super) fn read(node: Node<'t>) -> Self {
        let text = node.text();
        match node.kind() {
            NodeKind::Identifier(Quotes::None) => Self::new(text, false, node.span()),
            NodeKind::ParameterName | NodeKind::FactName => {
                Self::new(text.strip_prefix('$').unwrap_or(text), false, node.span())
            }
            _ => Self::new(plain_string(node), true, node.span()),
        }
    }

    /// The first identifier in a node.
    pub(super) fn first_in(node: Node<'t>) -> Self {
        let name = node.child(|kind| matches!(kind, NodeKind::Identifier(_) | NodeKind::ParameterName));
        name.map_or_else(|| Self::missing(node), Self::read)
    }
}

/// The value of a string; empty if the string contains expressions, which the parser reports as an error.
pub(super) fn plain_string(node: Node<'_>) -> Cow<'_, str> {
    let closed = match node.kind() {
        NodeKind::Identifier(quotes) | NodeKind::Text(quotes) | NodeKind::String(quotes) => {
            quotes == Quotes::Closed
        }
        _ => true,
    };
    string_value(node.text(), closed).unwrap_or_default()
}

/// Names joined by `::`. Most paths are a single name, which needs no list.
#[derive(Debug, Clone)]
pub struct Path<'t> {
    /// Whether the path starts with `::`.
    pub absolute: bool,
    /// The names before the last one.
    pub qualifiers: Vec<Name<'t>>,
    /// The last name.
    pub last: Name<'t>,
    /// From the path's first name, or the `::` before it, to its last name.
    pub span: Span,
}

impl<'t> Path<'t> {
    /// A path of one name.
    pub fn single(name: Name<'t>) -> Self {
        let span = name.span;
        Self { absolute: false, qualifiers: Vec::new(), last: name, span }
    }

    /// All names of the path, in order.
    pub fn names(&self) -> impl Iterator<Item = &Name<'t>> {
        self.qualifiers.iter().chain([&self.last])
    }

    /// The only name of the path; `None` if there are several, or the path starts with `::`.
    pub fn only_name(&self) -> Option<&Name<'t>> {
        (!self.absolute && self.qualifiers.is_empty()).then_some(&self.last)
    }

    /// The path without its last name; `None` if no name is left.
    pub fn parent(&self) -> Option<Self> {
        let (last, qualifiers) = self.qualifiers.split_last()?;
        Some(Self { qualifiers: qualifiers.to_vec(), last: last.clone(), ..*self })
    }

    /// The path in a node, from its names.
    pub(super) fn read(node: Node<'t>) -> Self {
        // Each name is the last one until another one follows, so a path of one name needs no list of qualifiers.
        let (mut qualifiers, mut last) = (Vec::new(), None::<Name<'t>>);
        for part in node.parts() {
            // A number in brackets comes after the name to which it belongs.
            if part.kind() == NodeKind::Ordinal
                && let Some(name) = &mut last
            {
                name.ordinal = ordinal(part);
                continue;
            }
            let previous_name = last.replace(Name::read(part));
            qualifiers.extend(previous_name);
        }
        let last = last.unwrap_or_else(|| Name::missing(node));
        Self { absolute: node.text().starts_with("::"), qualifiers, last, span: node.span() }
    }

    /// The path that a declaration starts with.
    pub(super) fn first_in(node: Node<'t>) -> Self {
        match node.child(|kind| matches!(kind, NodeKind::Path)) {
            Some(path) => Self::read(path),
            None => Self::single(Name::missing(node)),
        }
    }

    /// The path for a name of the expression language: `A::B`, or a string in quotes, which is a single name.
    pub(super) fn of_expression(node: Node<'t>) -> Self {
        if let NodeKind::String(Quotes::Closed) = node.kind() {
            return Self::single(Name::in_quotes(plain_string(node), node.span()));
        }
        let (text, span) = (node.text(), node.span());
        let mut name_start = span.start as usize;
        // Each name is the last one until another one follows.
        let (mut qualifiers, mut last) = (Vec::new(), None);
        for name in text.split("::") {
            // Only the text before a leading `::` is empty.
            if !name.is_empty() {
                let name_span = Span::new(name_start, name_start + name.len());
                let previous_name = last.replace(Name::without_quotes(name, name_span));
                qualifiers.extend(previous_name);
            }
            name_start += name.len() + "::".len();
        }
        let last = last.unwrap_or_else(|| Name::missing(node));
        Self { absolute: text.starts_with("::"), qualifiers, last, span }
    }
}

/// The number in `[1]`.
pub(super) fn ordinal(node: Node<'_>) -> usize {
    // If the number is too large, it is later reported as an unknown name, because no list has this many elements.
    node.number_token().parse().unwrap_or(usize::MAX)
}

/// A number as written, with its sign.
pub(super) fn number(node: Node<'_>) -> Cow<'_, str> {
    let (text, digits) = (node.text(), node.number_token());
    match text.strip_prefix('-') {
        None => digits.into(),
        Some(after_sign) if after_sign == digits => text.into(),
        // There are blanks after the sign, which the result must not contain.
        Some(_) => format!("-{digits}").into(),
    }
}
