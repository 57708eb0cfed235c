//! Texts of a metamodel for browsers: documentation in paragraphs, and names that may be broken.
//!
//! Invariant: what is returned as markup has every character with a meaning in HTML escaped. This module does not
//! know elements.

use crate::diagram::start_of;
use crate::xml::entity;
use std::fmt::{self, Write};

/// The longest name that is never broken.
const LONGEST_UNBROKEN: usize = 16;

/// The most characters of a text that is shown beside another version of it.
const LONGEST_VERSION: usize = 300;

/// Tags of HTML that start or end a paragraph, which documentation for Java has.
const START_TAGS: &[&str] = &["<p>", "<P>"];
const END_TAGS: &[&str] = &["</p>", "</P>", "<br>", "<br/>", "<br />"];

/// The paragraphs of a documentation: the parts between empty lines. Tags of paragraphs at the start or at the end
/// of a line separate them, too.
pub(super) fn paragraphs(text: &str) -> Vec<String> {
    // The last paragraph is the one to which the next line belongs.
    let mut paragraphs = vec![String::new()];
    for line in text.lines() {
        let trimmed = line.trim();
        let start = START_TAGS.iter().find_map(|tag| trimmed.strip_prefix(tag));
        let body = start.unwrap_or(line);
        let end = END_TAGS.iter().find_map(|tag| body.trim_end().strip_suffix(tag));
        let body = end.unwrap_or(body);
        if start.is_some() || trimmed.is_empty() {
            paragraphs.push(String::new());
        }
        if let Some(last) = paragraphs.last_mut() {
            last.push_str(body);
            last.push('\n');
        }
        if end.is_some() {
            paragraphs.push(String::new());
        }
    }
    let trimmed = paragraphs.iter().map(|paragraph| paragraph.trim());
    trimmed.filter(|paragraph| !paragraph.is_empty()).map(str::to_owned).collect()
}

/// A name as markup that a narrow column may break between its words.
pub(super) fn breakable(name: &str) -> String {
    let is_long = name.chars().nth(LONGEST_UNBROKEN).is_some();
    let mut markup = String::with_capacity(name.len());
    let mut previous = ' ';
    for c in name.chars() {
        let starts_word = c.is_uppercase() && !previous.is_uppercase() || matches!(previous, '_' | '.');
        if is_long && starts_word && !markup.is_empty() {
            markup.push_str("<wbr>");
        }
        let _ = escape(c.encode_utf8(&mut [0; 4]), MarkupPlace::Attribute, &mut markup);
        previous = c;
    }
    markup
}

/// Where a text is in the markup.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum MarkupPlace {
    /// In an element, where quotes and `>` have no meaning.
    Content,
    /// Perhaps in an attribute, which has double quotes around it.
    Attribute,
}

/// Writes a text with escapes for all characters that have a meaning.
pub(super) fn escape(text: &str, place: MarkupPlace, out: &mut impl Write) -> fmt::Result {
    let mut start = 0;
    for (at, byte) in text.bytes().enumerate() {
        let has_meaning = place == MarkupPlace::Attribute || !matches!(byte, b'"' | b'>');
        let entity = entity(char::from(byte)).filter(|_| has_meaning);
        if let Some(entity) = entity {
            out.write_str(&text[start..at])?;
            out.write_str(entity)?;
            start = at + 1;
        }
    }
    out.write_str(&text[start..])
}

/// A text as the content of an element.
pub(super) fn content(text: &str) -> String {
    let mut markup = String::with_capacity(text.len() + text.len() / 8);
    let _ = escape(text, MarkupPlace::Content, &mut markup);
    markup
}

/// The start of a text that is shown beside another version of it.
pub(super) fn shortened_version(text: &str) -> String {
    start_of(text, LONGEST_VERSION)
}

#[cfg(test)]
mod tests {
    use super::{breakable, content, paragraphs};

    #[test]
    fn paragraphs_end_at_empty_lines_and_tags() {
        assert_eq!(paragraphs("one\ntwo\n\n\nthree"), ["one\ntwo", "three"]);
        assert_eq!(paragraphs("one\n<p>two</p>\nthree<br/>\nfour"), ["one", "two", "three", "four"]);
        assert_eq!(paragraphs("a <p> is an element"), ["a <p> is an element"]);
        assert_eq!(paragraphs(" \n"), [""; 0]);
    }

    #[test]
    fn long_names_have_places_to_break_and_no_markup() {
        assert_eq!(breakable("<b>Name"), "&lt;b&gt;Name");
        assert_eq!(content("\"a\" </code> & 'b'"), "\"a\" &lt;/code> &amp; 'b'");
        assert_eq!(breakable("AbstractCodeRelationship"), "Abstract<wbr>Code<wbr>Relationship");
    }
}
