//! Parses YAML text into events: the starts and ends of nodes and aliases, with their spans.
//!
//! Two variants of YAML share one scanner: YAML 1.2 and the YAML 1.1 of libyaml. The malformed texts that libyaml
//! accepts follow from the way its scanner works, so this scanner works in the same way; a YAML 1.2 parser
//! with additional checks cannot reproduce it. Invariants: time is linear in the text, memory is on the heap,
//! and nothing recurses. This module knows neither the meaning of scalars nor which anchors exist.

mod cursor;
mod directives;
mod escapes;
mod events;
mod fast;
mod grammar;
mod scalars;
mod scanner;
mod token;

use crate::diagnostic::{Code, Diagnostic, Severity, Source, codes};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

pub(super) use cursor::{SyntaxVariant, find_forbidden};
pub(super) use events::{Events, difference};
pub(super) use fast::{CertainEvent, CertainKind};

/// The style of a scalar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::yaml) enum Style {
    /// Without quotes.
    Plain,
    /// In single or double quotes.
    Quoted,
    /// As a block, `|` or `>`.
    Block,
}

/// The anchor and the tag of a node. They are boxed, so that a node has the size of a pointer for them: few nodes have
/// any.
#[derive(Debug, Default, Clone, PartialEq)]
pub(super) struct Properties<'a>(Option<Box<AnchorAndTag<'a>>>);

/// An anchor, a tag, or both.
#[derive(Debug, Clone, PartialEq)]
struct AnchorAndTag<'a> {
    anchor: Option<&'a str>,
    tag: Option<String>,
}

impl<'a> Properties<'a> {
    fn new(anchor: Option<&'a str>, tag: Option<String>) -> Self {
        // Nothing is allocated for the many nodes that have neither.
        if anchor.is_none() && tag.is_none() {
            return Self(None);
        }
        Self(Some(Box::new(AnchorAndTag { anchor, tag })))
    }

    /// Whether there is neither an anchor nor a tag.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_none()
    }

    /// The name of the anchor.
    pub(super) fn anchor(&self) -> Option<&'a str> {
        self.0.as_ref()?.anchor
    }

    /// The resolved tag; the non-specific tag is `!`.
    pub(super) fn tag(&self) -> Option<&str> {
        self.0.as_ref()?.tag.as_deref()
    }
}

/// An event of the document.
#[derive(Debug, PartialEq)]
pub(crate) enum Event<'a> {
    DocumentStart,
    DocumentEnd,
    StreamEnd,
    Alias(&'a str),
    Scalar { text: Cow<'a, str>, style: Style, properties: Properties<'a> },
    SequenceStart(Properties<'a>),
    SequenceEnd,
    MappingStart(Properties<'a>),
    MappingEnd,
}

impl<'a> Event<'a> {
    /// A node without any text.
    fn empty(properties: Properties<'a>) -> Self {
        Event::Scalar { text: Cow::Borrowed(""), style: Style::Plain, properties }
    }
}

/// Why the text cannot be read.
#[derive(Debug, PartialEq)]
pub(super) struct Fault {
    code: Code,
    message: Cow<'static, str>,
    range: Range<usize>,
    context: Option<(Range<usize>, &'static str)>,
    help: &'static str,
    severity: Severity,
}

impl Fault {
    /// A violation of the grammar.
    pub(super) fn syntax(
        start: usize,
        message: impl Into<Cow<'static, str>>,
        help: &'static str,
    ) -> Box<Self> {
        let range = start..start + 1;
        Box::new(Self {
            code: codes::YAML_SYNTAX,
            message: message.into(),
            range,
            context: None,
            help,
            severity: Severity::Error,
        })
    }

    /// A limit that was exceeded.
    pub(super) fn limit(range: Range<usize>, message: String) -> Box<Self> {
        let help = "limits keep hostile input from exhausting memory; split the document";
        Box::new(Self {
            code: codes::LIMIT,
            message: message.into(),
            range,
            context: None,
            help,
            severity: Severity::Error,
        })
    }

    /// A fault with a code of its own, such as an invalid tag, alias or key.
    pub(super) fn new(code: Code, range: Range<usize>, message: String, help: &'static str) -> Box<Self> {
        Box::new(Self {
            code,
            message: message.into(),
            range,
            context: None,
            help,
            severity: Severity::Error,
        })
    }

    /// The same fault as a warning: the text can be read, but is probably not intended.
    pub(super) fn into_warning(mut self: Box<Self>) -> Box<Self> {
        self.severity = Severity::Warning;
        self
    }

    /// Adds the start of the construct that contains the fault.
    pub(super) fn within(mut self: Box<Self>, start: usize, label: &'static str) -> Box<Self> {
        self.context = Some((start..start + 1, label));
        self
    }

    /// Adds a second span with its label.
    pub(super) fn related(mut self: Box<Self>, range: Range<usize>, label: &'static str) -> Box<Self> {
        self.context = Some((range, label));
        self
    }

    /// The diagnostic for the source.
    pub(super) fn into_diagnostic(self, source: &Arc<Source>) -> Diagnostic {
        let mut diagnostic =
            Diagnostic::new(self.code, self.severity, self.message).at(source, self.range).help(self.help);
        if let Some((range, label)) = self.context {
            diagnostic = diagnostic.label(source, range, label);
        }
        diagnostic
    }
}

/// An event with its span.
type SpannedEvent<'a> = (Event<'a>, Range<usize>);

/// A part of the text, or the fault that ends parsing.
pub(super) type ParseResult<T> = Result<T, Box<Fault>>;
