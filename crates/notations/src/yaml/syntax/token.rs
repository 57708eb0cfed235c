//! The tokens of the exact path. This module does not know which sequences of tokens form a document.

use super::Style;
use std::borrow::Cow;
use std::ops::Range;

/// The kind of a token, with its content.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum TokenKind<'a> {
    StreamEnd,
    Version(u32, u32),
    TagDirective(&'a str, String),
    DocumentStart,
    DocumentEnd,
    BlockSequenceStart,
    BlockMappingStart,
    BlockEnd,
    FlowSequenceStart,
    FlowSequenceEnd,
    FlowMappingStart,
    FlowMappingEnd,
    BlockEntry,
    FlowEntry,
    Key,
    Value,
    Alias(&'a str),
    Anchor(&'a str),
    /// Handle and suffix; a verbatim tag has an empty handle.
    Tag(&'a str, String),
    Scalar(Cow<'a, str>, Style),
}

impl TokenKind<'_> {
    /// The name of the kind, for messages.
    pub(super) fn name(&self) -> &'static str {
        match self {
            TokenKind::StreamEnd => "the end",
            TokenKind::Version(..) | TokenKind::TagDirective(..) => "a directive",
            TokenKind::DocumentStart => "`---`",
            TokenKind::DocumentEnd => "`...`",
            TokenKind::BlockSequenceStart | TokenKind::BlockEntry => "a list entry",
            TokenKind::BlockMappingStart | TokenKind::Key => "a key",
            TokenKind::BlockEnd => "the end of the block",
            TokenKind::FlowSequenceStart => "`[`",
            TokenKind::FlowSequenceEnd => "`]`",
            TokenKind::FlowMappingStart => "`{`",
            TokenKind::FlowMappingEnd => "`}`",
            TokenKind::FlowEntry => "`,`",
            TokenKind::Value => "`:`",
            TokenKind::Alias(_) => "an alias",
            TokenKind::Anchor(_) => "an anchor",
            TokenKind::Tag(..) => "a tag",
            TokenKind::Scalar(..) => "text",
        }
    }
}

/// A token and its span.
#[derive(Debug, Clone)]
pub(super) struct Token<'a> {
    pub kind: TokenKind<'a>,
    pub span: Range<usize>,
}
