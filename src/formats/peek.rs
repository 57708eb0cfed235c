//! Finds values in the text of a metamodel without parsing it.
//!
//! The result is approximate: comments are searched as well, values are not unescaped, and nothing is found in UTF-16.
//! Only a reader can determine what a document declares.

use memchr::{memchr, memmem};

/// The values that follow a name in a text: `name="value"`, `name => 'value'` or `<name>value<`.
pub(super) fn values<'t>(text: &'t [u8], name: &str) -> impl Iterator<Item = &'t str> {
    // Skips end tags, because the text after an end tag is not the content of the element.
    let starts = memmem::find_iter(text, name).filter(|position| !text[..*position].ends_with(b"</"));
    starts.filter_map(|position| std::str::from_utf8(value(&text[position + name.len()..])?).ok())
}

/// The value of a name that `text` follows: `name="value"`, `name => 'value'` or `<name>value<`. `None` if the text
/// does not begin like these.
fn value(text: &[u8]) -> Option<&[u8]> {
    let text = text.trim_ascii_start();
    if let Some(content) = text.strip_prefix(b">") {
        return memchr(b'<', content).map(|end| &content[..end]);
    }
    let text = text.strip_prefix(b"=")?;
    // The type language writes `=>`.
    let text = text.strip_prefix(b">").unwrap_or(text).trim_ascii_start();
    let (quote, text) = text.split_first().filter(|(quote, _)| matches!(quote, b'"' | b'\''))?;
    memchr(*quote, text).map(|end| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::values;

    #[test]
    fn finds_values_in_every_spelling() {
        let text = "nsURI=\"a\" nsURI = 'b\"' <nsURI>c</nsURI> <nsURI/> nsURI => 'd', nsURI=e nsURI=\"open";
        let uris: Vec<&str> = values(text.as_bytes(), "nsURI").collect();
        assert_eq!(uris, ["a", "b\"", "c", "d"]);
    }
}
