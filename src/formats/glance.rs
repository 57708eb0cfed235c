//! What texts of metamodels say at a glance, without being read.
//!
//! Invariant: whatever a sound text declares by that name is among what is found; comments and the like may be, too.

use memchr::{memchr, memmem};

/// The values that a text gives to a name: `name="value"`, `name => 'value'` or `<name>value<`.
pub(super) fn values<'t>(text: &'t [u8], name: &str) -> impl Iterator<Item = &'t str> {
    // What is behind the end of an element is not in it.
    let starts = memmem::find_iter(text, name).filter(|at| !text[..*at].ends_with(b"</"));
    let places: Vec<usize> = starts.map(|at| at + name.len()).collect();
    places.into_iter().filter_map(|at| std::str::from_utf8(value(&text[at..])?).ok())
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
