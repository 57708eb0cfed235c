//! Whether a text is a URI, as XML Schema's `anyURI` requires it. This module does not know documents.

/// Whether a text is a URI after it is escaped.
#[must_use]
pub fn is_address(text: &str) -> bool {
    let (before, fragment) = text.split_once('#').unwrap_or((text, ""));
    // A colon after the first `/` or `?` belongs to the path, so it does not end a scheme.
    let end = before.find(['/', '?']).unwrap_or(before.len());
    let (scheme, rest) = match before[..end].find(':') {
        Some(colon) => (Some(&before[..colon]), &before[colon + 1..]),
        None => (None, before),
    };
    let is_scheme = scheme.is_none_or(|scheme| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
    });
    // Brackets are allowed only in a host that is an IP address.
    let after_host = match rest.strip_prefix("//") {
        Some(rest) => rest.find(['/', '?']).map_or("", |end| &rest[end..]),
        None => rest,
    };
    is_scheme
        && !fragment.contains('#')
        && has_valid_escapes(text)
        && !after_host.contains(['[', ']'])
        && !fragment.contains(['[', ']'])
}

/// Whether all `%` start valid escapes. Other characters are not checked, because `anyURI` allows every character that
/// can be escaped.
fn has_valid_escapes(text: &str) -> bool {
    text.match_indices('%').all(|(index, _)| {
        text.as_bytes().get(index + 1..index + 3).is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit))
    })
}
