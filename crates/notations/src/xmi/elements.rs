//! Well-formed XML as events, with names resolved to namespaces.
//!
//! Invariant: names and prefixes are resolved in the context of the last event. A prefix that is not bound is
//! part of the name. This module does not know models.

use super::names::{Namespaces, XML_NAMESPACE, split};
use super::roles::Role;
use super::xml::{Attribute, Opening, Token, Xml};
use crate::diagnostic::{Diagnostic, Source};
use crate::input::Limits;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// Reads the events of a document.
pub struct Elements<'s> {
    xml: Xml<'s>,
    text: &'s str,
    namespaces: Namespaces<'s>,
    /// The element that started last.
    opening: Option<Opening<'s>>,
    /// Whether the last event was the end of an element, whose prefixes are unbound before the next event.
    has_ended: bool,
}

/// An event in a document.
#[derive(Debug)]
pub enum XmlEvent<'s> {
    /// An element starts.
    Start,
    /// An element ends; its prefixes are still bound.
    End,
    /// Text; the text between two tags may be split into several events.
    Text(Cow<'s, str>),
    /// The document ends.
    Done,
}

/// The start of an element.
#[derive(Debug)]
pub struct StartTag<'a> {
    /// The namespace of the element's name; empty for none.
    pub namespace: &'a str,
    /// The local part of the element's name.
    pub local: &'a str,
    /// The span of the element's name.
    pub range: Range<usize>,
    /// The attributes of the element, except declarations of prefixes.
    pub attributes: Vec<ResolvedAttribute<'a>>,
}

/// An attribute.
#[derive(Debug, Clone, Copy)]
pub struct ResolvedAttribute<'a> {
    /// The namespace of the attribute's name; empty for none.
    pub namespace: &'a str,
    /// The local part of the attribute's name.
    pub local: &'a str,
    /// The attribute's value.
    pub value: &'a str,
    /// The start of the attribute's value.
    pub offset: usize,
    attribute: &'a Attribute<'a>,
    text: &'a str,
}

impl<'a> ResolvedAttribute<'a> {
    /// The attribute's name as written, with the prefix.
    #[must_use]
    pub fn name(&self) -> &'a str {
        self.attribute.name
    }

    /// Whether the text of the document has the value exactly as it is, without references or line breaks.
    #[must_use]
    pub fn is_verbatim(&self) -> bool {
        matches!(self.attribute.value, Cow::Borrowed(_))
    }

    /// The span of the attribute's name.
    #[must_use]
    pub fn name_range(&self) -> Range<usize> {
        let start = self.attribute.name_offset(self.text);
        start..start + self.attribute.name.len()
    }
}

impl<'s> Elements<'s> {
    /// Starts to read.
    ///
    /// # Errors
    /// If the document does not start like XML.
    pub fn new(source: &'s Arc<Source>, limits: &Limits) -> Result<Self, Box<Diagnostic>> {
        let xml = Xml::new(source, *limits)?;
        let namespaces = Namespaces::default();
        Ok(Self { xml, text: source.text(), namespaces, opening: None, has_ended: false })
    }

    /// The next event.
    ///
    /// # Errors
    /// If the document is not well-formed from here on.
    #[expect(
        clippy::should_implement_trait,
        reason = "not an `Iterator`: between events, the caller resolves names in the reader"
    )]
    pub fn next(&mut self) -> Result<XmlEvent<'s>, Box<Diagnostic>> {
        // The prefixes of an element stay bound until its end event was returned, so that the caller can still resolve
        // names.
        if std::mem::take(&mut self.has_ended) {
            self.namespaces.leave();
        }
        loop {
            // Blank text is returned, too, because only the caller knows whether it is significant in the schema.
            match self.xml.next_with_blanks()? {
                Token::Start(opening) => {
                    self.namespaces.enter(opening.roles, self.xml.attributes());
                    self.opening = Some(opening);
                    return Ok(XmlEvent::Start);
                }
                Token::End => {
                    self.has_ended = true;
                    return Ok(XmlEvent::End);
                }
                Token::Text(text) => return Ok(XmlEvent::Text(text)),
                Token::Instruction { .. } => {}
                Token::Eof => return Ok(XmlEvent::Done),
            }
        }
    }

    /// The namespace of a prefix at this position; `None` if it is not declared. The empty prefix is the
    /// default namespace, which applies to the names of elements.
    #[must_use]
    pub fn namespace(&self, prefix: &str) -> Option<&str> {
        match self.namespaces.binding(prefix) {
            // `xml` is bound without a declaration (Namespaces in XML, section 3).
            None if prefix == "xml" => Some(XML_NAMESPACE),
            None if prefix.is_empty() => Some(""),
            declared => declared,
        }
    }

    /// The namespace and the local part of a name, which is `PREFIX:LOCAL`; `default` is the namespace of names without
    /// a prefix.
    fn resolve<'a>(&'a self, name: &'a str, default: &'a str) -> (&'a str, &'a str) {
        match split(name) {
            ("", local) => (default, local),
            (prefix, local) => match self.namespace(prefix) {
                Some(namespace) => (namespace, local),
                // An undeclared prefix has no namespace; the name keeps its prefix, so that it does not equal another
                // element's name.
                None => ("", name),
            },
        }
    }

    /// The name of the element that started last, and its namespace, which is empty for none.
    #[must_use]
    pub fn name(&self) -> (&str, &str) {
        let name = self.opening.map_or("", |opening| opening.name);
        self.resolve(name, self.namespaces.binding("").unwrap_or_default())
    }

    /// The span of the name of the element that started last.
    #[must_use]
    pub fn name_range(&self) -> Range<usize> {
        let Some(opening) = self.opening else { return 0..0 };
        // The name comes after the `<`.
        let start = opening.offset + 1;
        start..start + opening.name.len()
    }

    /// The start of the element that started last, all of whose names are resolved.
    #[must_use]
    pub fn start_tag(&self) -> StartTag<'_> {
        let (namespace, local) = self.name();
        let mut attributes = Vec::with_capacity(self.xml.attributes().len());
        attributes.extend(self.attributes());
        StartTag { namespace, local, range: self.name_range(), attributes }
    }

    /// Where the reader is, in bytes: after the tag or the text of the last event.
    #[must_use]
    pub fn position(&self) -> usize {
        self.xml.position()
    }

    /// The attributes of the element that started last, except declarations of prefixes.
    pub fn attributes(&self) -> impl Iterator<Item = ResolvedAttribute<'_>> {
        let attributes = self.xml.attributes().iter();
        attributes.filter(|attribute| declared_prefix(attribute).is_none()).map(|attribute| {
            // The default namespace does not apply to attributes (Namespaces in XML, section 6.2).
            let (namespace, local) = self.resolve(attribute.name, "");
            let (value, offset) = (attribute.value.as_ref(), attribute.offset);
            ResolvedAttribute { namespace, local, value, offset, attribute, text: self.text }
        })
    }

    /// The prefixes that the element that started last declares, and their namespaces.
    pub fn declarations(&self) -> impl Iterator<Item = (&str, &str)> {
        let attributes = self.xml.attributes().iter();
        attributes.filter_map(|attribute| Some((declared_prefix(attribute)?, attribute.value.as_ref())))
    }
}

/// The prefix that an attribute declares: `p` for `xmlns:p`, empty for `xmlns`; `None` for other attributes.
fn declared_prefix<'a>(attribute: &Attribute<'a>) -> Option<&'a str> {
    // All names that start with `xmlns` have this role.
    if attribute.role != Role::Declaration {
        return None;
    }
    match attribute.name.strip_prefix("xmlns")? {
        "" => Some(""),
        after_xmlns => after_xmlns.strip_prefix(':'),
    }
}
