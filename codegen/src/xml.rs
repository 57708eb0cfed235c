//! XML as text: elements, their attributes in the order given, and text.
//!
//! This module escapes and indents, and does not know any element. An element contains elements or text, never both.

use std::borrow::Cow;

/// An element to be printed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Element<'t> {
    name: &'static str,
    attributes: Vec<(Cow<'static, str>, Cow<'t, str>)>,
    text: &'t str,
    children: Vec<Element<'t>>,
}

impl<'t> Element<'t> {
    pub(crate) fn new(name: &'static str) -> Self {
        Self { name, attributes: Vec::new(), text: "", children: Vec::new() }
    }

    /// Adds an attribute.
    pub(crate) fn with(mut self, name: impl Into<Cow<'static, str>>, value: impl Into<Cow<'t, str>>) -> Self {
        self.attributes.push((name.into(), value.into()));
        self
    }

    /// Adds an attribute if `value` is `Some`.
    pub(crate) fn with_some(self, name: &'static str, value: Option<impl Into<Cow<'t, str>>>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// The name of the element.
    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// The value of an attribute.
    pub(crate) fn attribute(&self, name: &str) -> Option<&Cow<'t, str>> {
        self.attributes.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Sets the text.
    pub(crate) fn text(mut self, text: &'t str) -> Self {
        self.text = text;
        self
    }

    /// Adds a child element.
    pub(crate) fn child(mut self, child: Element<'t>) -> Self {
        self.children.push(child);
        self
    }

    /// Adds child elements.
    pub(crate) fn children(mut self, children: impl IntoIterator<Item = Element<'t>>) -> Self {
        self.children.extend(children);
        self
    }

    /// Whether there are no child elements.
    pub(crate) fn is_empty(&self) -> bool {
        self.children.is_empty()
    }

    /// The document, indented by two spaces a level.
    pub(crate) fn document(&self) -> String {
        let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        self.print(0, &mut out);
        out
    }

    /// Prints the element with its children, which are indented by two more.
    fn print(&self, indent: usize, out: &mut String) {
        out.extend(std::iter::repeat_n(' ', indent));
        out.push('<');
        out.push_str(self.name);
        for (name, value) in &self.attributes {
            out.push(' ');
            out.push_str(name);
            out.push_str("=\"");
            escape(value, out);
            out.push('"');
        }
        if self.children.is_empty() && self.text.is_empty() {
            out.push_str("/>\n");
            return;
        }
        out.push('>');
        if self.children.is_empty() {
            escape(self.text, out);
        } else {
            out.push('\n');
            for child in &self.children {
                // The recursion is shallow: schemas have a few levels of elements only.
                child.print(indent + 2, out);
            }
            out.extend(std::iter::repeat_n(' ', indent));
        }
        out.push_str("</");
        out.push_str(self.name);
        out.push_str(">\n");
    }
}

/// The entity for a character that has a meaning in elements, or in attributes with double quotes.
pub(crate) fn entity(c: char) -> Option<&'static str> {
    match c {
        '&' => Some("&amp;"),
        '<' => Some("&lt;"),
        '>' => Some("&gt;"),
        '"' => Some("&quot;"),
        _ => None,
    }
}

/// Appends a text with escapes for elements and attributes.
fn escape(text: &str, out: &mut String) {
    if needs_no_escapes(text) {
        out.push_str(text);
        return;
    }
    for c in text.chars() {
        if let Some(entity) = entity(c) {
            out.push_str(entity);
            continue;
        }
        match c {
            // XML 1.0, section 3.3.3: in an attribute, these characters would be read as spaces.
            '\t' | '\n' | '\r' => out.push_str(&format!("&#{};", u32::from(c))),
            // XML cannot express these characters.
            '\0'..' ' | '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
}

/// Whether a text is printable ASCII without a character that has an [`entity`], as nearly all texts are.
fn needs_no_escapes(text: &str) -> bool {
    // All bytes are examined, so that the compiler examines several of them at once.
    text.bytes().fold(true, |needs_no_escapes, byte| {
        needs_no_escapes & matches!(byte, b' '..=b'~') & !matches!(byte, b'&' | b'<' | b'>' | b'"')
    })
}

/// Whether a text may be the name of an element, attribute or type: an XML name without a colon.
pub(crate) fn is_name(text: &str) -> bool {
    text.starts_with(can_start_name)
        && text.chars().all(|c| can_start_name(c) || c.is_ascii_digit() || matches!(c, '-' | '.' | '\u{b7}'))
}

/// Whether a name may start with a character.
fn can_start_name(c: char) -> bool {
    c.is_ascii_alphabetic()
        || c == '_'
        || matches!(c, '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{f6}' | '\u{f8}'..='\u{131}' | '\u{134}'..='\u{13e}')
        || (c > '\u{17f}' && c.is_alphabetic())
}
