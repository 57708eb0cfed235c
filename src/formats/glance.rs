//! What texts of metamodels say at a glance, without being read.
//!
//! Comments and the like are looked at, too, and values come as they are spelled: whoever asks has to read the text to be
//! sure. A text in UTF-16 shows nothing.

use memchr::{memchr, memmem};

/// The values that a text gives to a name: `name="value"`, `name => 'value'` or `<name>value<`.
pub(super) fn values<'t>(text: &'t [u8], name: &str) -> impl Iterator<Item = &'t str> {
    // What is behind the end of an element is not in it.
    let starts = memmem::find_iter(text, name).filter(|at| !text[..*at].ends_with(b"</"));
    starts.filter_map(|at| std::str::from_utf8(value(&text[at + name.len()..])?).ok())
}

fn value(rest: &[u8]) -> Option<&[u8]> {
    let rest = rest.trim_ascii_start();
    if let Some(content) = rest.strip_prefix(b">") {
        return memchr(b'<', content).map(|end| &content[..end]);
    }
    let rest = rest.strip_prefix(b"=")?;
    let rest = rest.strip_prefix(b">").unwrap_or(rest).trim_ascii_start();
    let (quote, rest) = rest.split_first().filter(|(quote, _)| matches!(quote, b'"' | b'\''))?;
    memchr(*quote, rest).map(|end| &rest[..end])
}

#[cfg(test)]
mod tests {
    use super::values;

    #[test]
    fn finds_values_however_they_are_given() {
        let text = "nsURI=\"a\" nsURI = 'b\"' <nsURI>c</nsURI> <nsURI/> nsURI => 'd', nsURI=e nsURI=\"open";
        let found: Vec<&str> = values(text.as_bytes(), "nsURI").collect();
        assert_eq!(found, ["a", "b\"", "c", "d"]);
    }
}
