//! Keys and their segments: `a.'b.c'.0` is `a`, `b.c` and `0`.

use std::borrow::Cow;

/// The segments of a key; empty for the empty key, whose lookups use the key nil.
///
/// # Errors
/// `Syntax error`, in Ruby's words, if segments are empty or quotes do not match.
pub(crate) fn split_key(key: &str) -> Result<Vec<&str>, &'static str> {
    const ERROR: &str = "Syntax error";
    if key.is_empty() {
        return Ok(Vec::new());
    }
    if !key.contains(['.', '"', '\'']) {
        return Ok(vec![key]);
    }
    alternating_segments(key, segment_at).ok_or(ERROR)
}

/// The segments of a key in which segments and dots alternate; `None` if they do not. `segment_at` finds the segment at
/// a position, and its end.
pub(crate) fn alternating_segments<'k>(key: &'k str, segment_at: SegmentAt<'k>) -> Option<Vec<&'k str>> {
    let mut parts = split(key, segment_at).into_iter();
    // Ruby's `split` begins with the text before the first segment, which must be empty.
    if parts.next() != Some("") {
        return None;
    }
    let count = parts.len();
    // Ruby compares the parts with `.` after it has removed quotes. So a segment `'.'` counts as a separator, which
    // makes the key invalid.
    let segments: Vec<&str> = parts.filter(|part| *part != ".").collect();
    (count > 0 && segments.len() * 2 == count + 1).then_some(segments)
}

/// Finds the segment that begins at a position, and its end.
type SegmentAt<'k> = fn(&'k str, usize) -> Option<(&'k str, usize)>;

/// A name as a key: in quotes if it has dots, because dots separate segments.
#[must_use]
pub fn quoted_key(name: &str) -> Cow<'_, str> {
    match (name.contains('.'), name.contains('"')) {
        (false, _) => Cow::Borrowed(name),
        (true, false) => Cow::Owned(format!("\"{name}\"")),
        // A name with dots and both kinds of quotes cannot be written as a key.
        (true, true) => Cow::Owned(format!("'{name}'")),
    }
}

/// Splits a key as Ruby's `split` does with the pattern of a segment: texts between segments and segments alternate.
fn split<'k>(key: &'k str, segment_at: SegmentAt<'k>) -> Vec<&'k str> {
    let (mut parts, mut last_end, mut position) = (Vec::new(), 0, 0);
    while position < key.len() {
        let Some((segment, end)) = segment_at(key, position) else {
            position += key[position..].chars().next().map_or(1, char::len_utf8);
            continue;
        };
        parts.extend([&key[last_end..position], segment]);
        (last_end, position) = (end, end);
    }
    // Ruby's `split` drops an empty text at the end.
    if last_end < key.len() {
        parts.push(&key[last_end..]);
    }
    parts
}

/// The segment that begins at a position, without its quotes, and its end.
fn segment_at(key: &str, start: usize) -> Option<(&str, usize)> {
    let text = &key[start..];
    for quote in ['"', '\''] {
        if let Some(inside) = text.strip_prefix(quote)
            && let Some(length) = inside.find(quote).filter(|length| *length > 0)
        {
            // The end is behind the second of the two quotes.
            return Some((&inside[..length], start + length + 2));
        }
    }
    let length = text.find(['"', '\'', '.']).unwrap_or(text.len());
    (length > 0).then(|| (&text[..length], start + length))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_split_as_ruby_splits_them() {
        let cases: [(&str, &[&str]); 7] = [
            ("", &[]),
            ("a::b", &["a::b"]),
            ("a.b.0", &["a", "b", "0"]),
            ("'a.b'.c", &["a.b", "c"]),
            ("\"a'b\"", &["a'b"]),
            (" a . b ", &[" a ", " b "]),
            ("é.'ü.'", &["é", "ü."]),
        ];
        for (key, segments) in cases {
            assert_eq!(split_key(key).as_deref(), Ok(segments), "{key}");
        }
        for key in ["a..b", ".a", "a.", ".", "'a'b", "a'b", "''", "'.'", "a.'.'", "\"ab", "'a'.'"] {
            assert!(split_key(key).is_err(), "{key}");
        }
    }
}
