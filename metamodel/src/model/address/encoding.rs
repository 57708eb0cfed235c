//! Percent-encoding of the parts of fragments: names, keys, and the sources of annotations.
//!
//! Invariant: `decode(encode(text)) == text`, for each of the three encoding functions.

use crate::model::uri::decode_escapes;
use std::borrow::Cow;
use std::fmt::Write as _;

/// Percent-encodes the characters that EMF encodes in names and keys.
pub(super) fn encode(text: &str) -> Cow<'_, str> {
    encode_except(text, |c| c > ' ' && !"\"#%&',/:<>".contains(c))
}

/// Percent-encodes the characters that EMF encodes in the sources of annotations, which are the same as in
/// its URIs.
pub(super) fn encode_source(text: &str) -> Cow<'_, str> {
    encode_except(text, |c| c.is_ascii_alphanumeric() || "-_.!~*'():@&=+$,;".contains(c) || c >= '\u{a0}')
}

/// Percent-encodes all characters but those that `is_plain` accepts.
fn encode_except(text: &str, is_plain: impl Fn(char) -> bool) -> Cow<'_, str> {
    // Nearly all names are plain, so they are not copied.
    if text.chars().all(&is_plain) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len() + 8);
    for c in text.chars() {
        if is_plain(c) {
            out.push(c);
        } else {
            let _ = write!(out, "%{:02X}", u32::from(c));
        }
    }
    Cow::Owned(out)
}

/// As [`encode`], but also encodes the colon, which would be read as the end of a class name in a list of references.
/// EMF does not encode it, although EMF itself reads it that way.
pub(super) fn encode_key(text: &str) -> String {
    encode(text).replace(':', "%3A")
}

/// Decodes percent-encoding. Invalid escapes remain unchanged.
pub(in crate::model) fn decode(text: &str) -> Cow<'_, str> {
    if !text.contains('%') {
        return Cow::Borrowed(text);
    }
    let bytes = decode_escapes(text);
    let mut decoded = String::with_capacity(bytes.len());
    for chunk in bytes.utf8_chunks() {
        decoded.push_str(chunk.valid());
        // EMF encodes U+0080 to U+009F by their codes, which are not valid UTF-8.
        decoded.extend(chunk.invalid().iter().map(|b| char::from(*b)));
    }
    Cow::Owned(decoded)
}

#[cfg(test)]
mod tests {
    use super::{decode, encode, encode_source};

    #[test]
    fn segments_are_encoded_as_emf_does() {
        assert_eq!(encode("A B"), "A%20B");
        assert_eq!(encode("x/y"), "x%2Fy");
        assert_eq!(encode("a b'c/d"), "a%20b%27c%2Fd");
        assert_eq!(encode_source("http://src/#x"), "http:%2F%2Fsrc%2F%23x");
        assert_eq!(decode("A%20B%"), "A B%");
        assert_eq!(decode("A%+1"), "A%+1");
    }
}
