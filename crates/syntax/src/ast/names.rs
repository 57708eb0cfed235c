//! Names and paths.

use crate::Span;
use crate::kind::{NodeKind, Quotes};
use crate::lexer::string_value;
use crate::tree::Node;

/// A name as written.
#[derive(Debug, Clone)]
pub struct Name {
    /// The name without quotes and dollar sign; escapes are replaced. Empty if it is missing.
    pub text: String,
    /// Whether the name is in quotes, so that it must match exactly.
    pub quoted: bool,
    /// The index, from 0, among several elements with this name.
    pub ordinal: usize,
    /// The range of the name, including quotes or a dollar sign; for a missing name, that of the declaration.
    pub span: Span,
}

impl Name {
    /// A name without a number in brackets.
    pub fn new(text: impl Into<String>, quoted: bool, span: Span) -> Self {
        Self { text: text.into(), quoted, ordinal: 0, span }
    }

    /// The name that a node contains; an empty name if it contains none.
    pub(super) fn read(node: Node<'_>) -> Self {
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
    pub(super) fn first_in(node: Node<'_>) -> Self {
        let name = node.child(|kind| matches!(kind, NodeKind::Identifier(_) | NodeKind::ParameterName));
        name.map_or_else(|| Self::new("", true, node.span()), Self::read)
    }
}

/// The value of a string; empty if the string contains expressions, which the parser reports as an error.
pub(super) fn plain_string(node: Node<'_>) -> String {
    let closed = match node.kind() {
        NodeKind::Identifier(quotes) | NodeKind::Text(quotes) | NodeKind::String(quotes) => {
            quotes == Quotes::Closed
        }
        _ => true,
    };
    string_value(node.text(), closed).unwrap_or_default()
}

/// Names joined by `::`.
#[derive(Debug, Clone)]
pub struct Path {
    /// Whether the path starts with `::`.
    pub absolute: bool,
    /// The segments, at least one.
    pub segments: Vec<Name>,
    /// From the path's first name, or the `::` before it, to its last name.
    pub span: Span,
}

impl Path {
    /// A path of one segment.
    pub fn single(name: Name) -> Self {
        let span = name.span;
        Self { absolute: false, segments: vec![name], span }
    }

    /// The path in a node, from its segments.
    pub(super) fn read(node: Node<'_>) -> Self {
        let mut segments: Vec<Name> = Vec::with_capacity(1);
        for part in node.parts() {
            match (part.kind(), segments.last_mut()) {
                // A number comes after the name to which it belongs.
                (NodeKind::Ordinal, Some(last)) => last.ordinal = ordinal(part),
                _ => segments.push(Name::read(part)),
            }
        }
        Self { absolute: node.text().starts_with("::"), segments, span: node.span() }
    }

    /// The path that a declaration starts with.
    pub(super) fn first_in(node: Node<'_>) -> Self {
        match node.child(|kind| kind == NodeKind::Path) {
            Some(path) => Self::read(path),
            None => Self::single(Name::new("", true, node.span())),
        }
    }

    /// The path for a name of the expression language.
    pub(super) fn of_expression(node: Node<'_>) -> Self {
        if let NodeKind::String(Quotes::Closed) = node.kind() {
            return Self::single(Name::new(plain_string(node), true, node.span()));
        }
        let (text, span) = (node.text(), node.span());
        let mut start = span.start as usize;
        let mut segments = Vec::new();
        for name in text.split("::") {
            // Only the text before a leading `::` is empty.
            if !name.is_empty() {
                segments.push(Name::new(name, false, Span::new(start, start + name.len())));
            }
            start += name.len() + 2;
        }
        Self { absolute: text.starts_with("::"), segments, span }
    }
}

/// The number in `[1]`.
pub(super) fn ordinal(node: Node<'_>) -> usize {
    // If the number is too large, it is later reported as an unknown name, because no list has this many elements.
    node.number_token().parse().unwrap_or(usize::MAX)
}

/// A number as written, with its sign.
pub(super) fn number(node: Node<'_>) -> String {
    let digits = node.number_token();
    if node.text().starts_with('-') { format!("-{digits}") } else { digits.to_owned() }
}
