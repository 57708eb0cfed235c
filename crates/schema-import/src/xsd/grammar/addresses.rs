//! Whether a text is a URI, as XML Schema's `anyURI` requires it. This module does not know documents.

/// Whether a text is a URI after it is escaped.
#[must_use]
pub fn is_address(text: &str) -> bool {
    let (before_fragment, fragment) = text.split_once('#').unwrap_or((text, ""));
    if !has_valid_escapes(text) || fragment.contains(['#', '[', ']']) {
        return false;
    }
    // A colon after the first `/` or `?` belongs to the path, so it does not end a scheme.
    let (scheme, after_scheme) = match before_fragment.split_once(':') {
        Some((scheme, after_scheme)) if !scheme.contains(['/', '?']) => (Some(scheme), after_scheme),
        _ => (None, before_fragment),
    };
    if scheme.is_some_and(|scheme| !is_scheme(scheme)) {
        return false;
    }
    // Brackets are allowed only in a host that is an IP address.
    let after_host = match after_scheme.strip_prefix("//") {
        Some(from_host) => from_host.find(['/', '?']).map_or("", |host_length| &from_host[host_length..]),
        None => after_scheme,
    };
    !after_host.contains(['[', ']'])
}

/// Whether a text is valid as the scheme of a URI, such as `https`.
fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
}

/// Whether all `%` start valid escapes. Other characters are not checked, because `anyURI` allows every character that
/// can be escaped.
fn has_valid_escapes(text: &str) -> bool {
    text.match_indices('%').all(|(index, _)| {
        text.as_bytes().get(index + 1..index + 3).is_some_and(|two| two.iter().all(u8::is_ascii_hexdigit))
    })
}
