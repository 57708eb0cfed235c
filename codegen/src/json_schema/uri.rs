//! Determines which namespace URIs can be the `$id` of a schema: absolute URIs without a fragment that all tools can
//! parse.
//!
//! Some tools are stricter than RFC 3986, so this module is, too: a schema without `$id` can be used everywhere, a
//! schema with an unusual `$id` cannot.

use modelwright_metamodel::model::uri;

/// Whether a namespace URI can be an `$id`.
pub(super) fn is_identifier(text: &str) -> bool {
    let Some(scheme) = uri::scheme(text) else { return false };
    let after_scheme = &text[scheme.len() + 1..];
    if !is_encoded(after_scheme) {
        return false;
    }
    match after_scheme.strip_prefix("//") {
        Some(after_slashes) => is_authority(after_slashes.split(['/', '?']).next().unwrap_or_default()),
        None if scheme.eq_ignore_ascii_case("urn") => is_urn(after_scheme),
        None => true,
    }
}

/// Whether all characters are valid, and two hexadecimal digits follow each `%`.
fn is_encoded(text: &str) -> bool {
    let mut after_percent = text.split('%').skip(1);
    text.chars().all(|c| c.is_ascii_graphic() && !"<>\"{}|\\^`#[]".contains(c))
        && after_percent.all(|part| part.len() >= 2 && part.bytes().take(2).all(|b| b.is_ascii_hexdigit()))
}

/// Whether an authority (the part between `//` and the path) has at most one port, which is a valid number.
fn is_authority(text: &str) -> bool {
    let host_and_port = text.rsplit_once('@').map_or(text, |(_, after_user)| after_user);
    let Some((_, port)) = host_and_port.split_once(':') else { return true };
    let has_only_digits = port.bytes().all(|b| b.is_ascii_digit());
    has_only_digits && port.parse::<u16>().is_ok()
}

/// Whether a URN has a namespace and a name in it (RFC 8141, section 2).
fn is_urn(text: &str) -> bool {
    let Some((namespace, name)) = text.split_once(':') else { return false };
    if name.is_empty() || !(2..=32).contains(&namespace.len()) {
        return false;
    }
    // A hyphen may be in the namespace, but neither at its start nor at its end.
    let has_hyphen_at_end = namespace.starts_with('-') || namespace.ends_with('-');
    !has_hyphen_at_end && namespace.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}
