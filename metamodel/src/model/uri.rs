//! Addresses of documents: makes a relative address absolute, and an absolute one relative.
//!
//! Follows EMF's `URI.resolve` and `URI.deresolve` for hierarchical URIs. Purely textual: no function
//! accesses a file system. Invariant: `resolve(base, relative(base, uri)) == uri` for normal URIs.

/// The URI without its fragment, and the fragment if there is one.
#[must_use]
pub fn split_fragment(uri: &str) -> (&str, Option<&str>) {
    match uri.split_once('#') {
        Some((document, fragment)) => (document, Some(fragment)),
        None => (uri, None),
    }
}

/// Decodes the escapes of a fragment, such as `%20`. A `%` without two digits is kept.
#[must_use]
pub fn decode_fragment(fragment: &str) -> String {
    String::from_utf8_lossy(&decode_escapes(fragment)).into_owned()
}

/// The bytes of a text with escapes, such as `%20`. A `%` that two hexadecimal digits do not follow is an ordinary
/// character.
#[must_use]
pub fn decode_escapes(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut remaining = text.as_bytes();
    while let [first, after @ ..] = remaining {
        let code = if *first == b'%' { escaped_byte(after) } else { None };
        bytes.push(code.unwrap_or(*first));
        remaining = if code.is_some() { &after[2..] } else { after };
    }
    bytes
}

/// The byte of an escape whose two hexadecimal digits follow the `%`; `None` if other characters do.
fn escaped_byte(after_percent: &[u8]) -> Option<u8> {
    // As in EMF, `%+1` is no escape, although `from_str_radix` would accept the sign.
    let digits = after_percent.get(..2).filter(|digits| digits.iter().all(u8::is_ascii_hexdigit))?;
    u8::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()
}

/// The scheme, if the URI is absolute.
#[must_use]
pub fn scheme(uri: &str) -> Option<&str> {
    let (scheme, _) = uri.split_once(':')?;
    let is_valid = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.'));
    is_valid.then_some(scheme)
}

/// The scheme as EMF detects it, with any characters.
fn emf_scheme(uri: &str) -> Option<&str> {
    let end = uri.find([':', '/', '?', '#'])?;
    uri[end..].starts_with(':').then_some(&uri[..end])
}

/// `uri`, resolved against the document at `base`: the result is absolute if `base` is.
#[must_use]
pub fn resolve(base: &str, uri: &str) -> String {
    let (document, fragment) = split_fragment(uri);
    if emf_scheme(document).is_some_and(|scheme| !scheme.bytes().any(|b| b.is_ascii_uppercase())) {
        // Most addresses are those of types of Ecore, which remain as they are.
        return uri.to_owned();
    }
    let address = if document.is_empty() {
        base.to_owned()
    } else if let Some(scheme) = emf_scheme(document) {
        // EMF's `URI` converts schemes to lower case.
        format!("{}{}", scheme.to_ascii_lowercase(), &document[scheme.len()..])
    } else if document.starts_with('/') || base.is_empty() {
        // EMF does not change a path that starts at the root, so such a path is never made relative either.
        document.to_owned()
    } else {
        let (root, directories) = split_root(base);
        let directory = directories.rsplit_once('/').map_or("", |(directory, _)| directory);
        // `split` returns an empty segment for an empty text, which has no segments.
        let directories = directory.split('/').filter(|_| !directory.is_empty());
        // The text after a question mark is not part of the path.
        let (path, query) = document.split_at(document.find('?').unwrap_or(document.len()));
        format!("{root}{}{query}", normalize(directories.chain(path.split('/'))))
    };
    match fragment {
        Some(fragment) => format!("{address}#{fragment}"),
        None => address,
    }
}

/// `uri` as the document at `base` would write it: relative if both have the same scheme and host.
#[must_use]
pub fn relative(base: &str, uri: &str) -> String {
    let (document, fragment) = split_fragment(uri);
    // A reference within the document is its fragment alone.
    if document == base && fragment.is_some() {
        return uri[document.len()..].to_owned();
    }
    let (base_root, base_path) = split_root(base);
    let (root, path) = split_root(document);
    // An address on another host is not changed, and neither is a relative address.
    let address = if root != base_root || root.is_empty() {
        document.to_owned()
    } else {
        let base_segments: Vec<&str> = base_path.split('/').collect();
        let segments: Vec<&str> = path.split('/').collect();
        // The last segment is the name of the document.
        let base_directories = &base_segments[..base_segments.len() - 1];
        let directories = &segments[..segments.len() - 1];
        let common_count = base_directories.iter().zip(directories).take_while(|(a, b)| a == b).count();
        let mut parts = vec![".."; base_directories.len() - common_count];
        parts.extend(&segments[common_count..]);
        choose_resolvable(base, document, parts.join("/"))
    };
    match fragment {
        Some(fragment) => format!("{address}#{fragment}"),
        None => address,
    }
}

/// `shortened`, or the complete address if `shortened` would not be resolved to the document. This is the case for the
/// directory of the base itself, whose path is empty; for `a:b.xmi`, which would have a scheme; and for a path that is
/// not normal, which would be changed.
fn choose_resolvable(base: &str, document: &str, shortened: String) -> String {
    if resolve(base, &shortened) == document {
        return shortened;
    }
    let with_dot = format!("./{shortened}");
    if resolve(base, &with_dot) == document { with_dot } else { document.to_owned() }
}

/// The root of a URI (scheme, host and the slash that follows), and the path after it. The root of a relative URI is
/// empty; a URI that is not hierarchical consists of a root only.
fn split_root(uri: &str) -> (&str, &str) {
    let Some(scheme) = scheme(uri) else {
        return match uri.strip_prefix('/') {
            Some(path) => (&uri[..1], path),
            None => ("", uri),
        };
    };
    let after_scheme = &uri[scheme.len() + 1..];
    let Some(after_slash) = after_scheme.strip_prefix('/') else { return (uri, "") };
    let path_start = match after_slash.strip_prefix('/') {
        // The host is between the two slashes and the third one.
        Some(host) => host.find('/').map_or(after_scheme.len(), |host_len| host_len + 3),
        None => 1,
    };
    uri.split_at(scheme.len() + 1 + path_start)
}

/// Removes `.` and empty segments, and resolves `..`.
fn normalize<'a>(segments: impl Iterator<Item = &'a str>) -> String {
    let mut out: Vec<&str> = Vec::new();
    let mut segments = segments.peekable();
    while let Some(segment) = segments.next() {
        let is_last = segments.peek().is_none();
        match segment {
            // The path ends with a directory, whose slash is preserved.
            "." | "" if is_last => out.push(""),
            "." | "" => {}
            ".." if out.last().is_some_and(|s| *s != "..") => {
                out.pop();
                if is_last {
                    out.push("");
                }
            }
            other => out.push(other),
        }
    }
    out.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative_addresses_are_resolved() {
        let base = "file:/a/b/m.xmi";
        for (written, absolute) in [
            ("x.xmi#/", "file:/a/b/x.xmi#/"),
            ("../q/n o.xmi#//@k.0", "file:/a/q/n o.xmi#//@k.0"),
            ("../../z.xmi", "file:/z.xmi"),
            ("c/x.ecore#//A", "file:/a/b/c/x.ecore#//A"),
            ("http://h/x.xmi#/", "http://h/x.xmi#/"),
            ("platform:/resource/p/x.xmi#/", "platform:/resource/p/x.xmi#/"),
            ("urn:modelwright:x#//A", "urn:modelwright:x#//A"),
            ("/home/x.ps", "/home/x.ps"),
            ("./#/", "file:/a/b/#/"),
            ("#//@k.0", "file:/a/b/m.xmi#//@k.0"),
            ("./c:d.xmi", "file:/a/b/c:d.xmi"),
            ("file:/a/b//x.xmi", "file:/a/b//x.xmi"),
            ("file:/a/b/./x.xmi", "file:/a/b/./x.xmi"),
            ("?q://h//x/../y#/", "file:/a/b/?q://h//x/../y#/"),
            ("x.xmi?q//y#/", "file:/a/b/x.xmi?q//y#/"),
        ] {
            assert_eq!(resolve(base, written), absolute);
            assert_eq!(relative(base, absolute), written);
        }
        assert_eq!(resolve(base, "./y/../x.xmi#/"), "file:/a/b/x.xmi#/");
        assert_eq!(resolve(base, ".//y//x.xmi#//A"), "file:/a/b/y/x.xmi#//A");
        assert_eq!(resolve(base, "HTTP://H/x.xmi#/"), "http://H/x.xmi#/");
        assert_eq!(resolve(base, ":a://x.xmi#/"), ":a://x.xmi#/");
        assert_eq!(resolve("", "x.xmi#/"), "x.xmi#/");
        assert_eq!(resolve(base, "#//A"), "file:/a/b/m.xmi#//A");
        assert_eq!(
            relative("platform:/resource/A/m/m.xmi", "platform:/resource/B/x.xmi#/"),
            "../../B/x.xmi#/"
        );
    }
}
