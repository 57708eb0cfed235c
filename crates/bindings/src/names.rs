//! The naming scheme of ARM-8: reserved names of parameters, maps, variables and classes.
//!
//! Names that users choose must not begin with `/`. In titles of resources, the characters that separate the parts of a
//! name are escaped, so that different references never have the same name.

use std::borrow::Cow;
use std::fmt::Write as _;

/// The name of the list of the classes of a node.
pub const CLASSES: &str = "/classes";
/// The multibinding that inclusions of classes contribute to.
pub const INCLUDED_CLASSES: &str = "included_classes";
/// The multibinding that exclusions of classes contribute to.
pub const EXCLUDED_CLASSES: &str = "excluded_classes";

/// The class in a reference in the form of [`reference`]; `None` if it refers to something else.
#[must_use]
pub fn referenced_class(reference: &str) -> Option<&str> {
    reference.strip_prefix("Class[")?.strip_suffix(']')
}

/// The canonical form of a reference to a class, type or resource: `Class[ntp]`, `Web`, `File[a%2Fb]`; `None` if the
/// text is not a reference. A name in lower case refers to a class.
#[must_use]
pub fn reference(text: &str) -> Option<String> {
    let text = text.trim();
    let text = text.strip_prefix("::").unwrap_or(text);
    if let Some(class) = text.strip_prefix("class ") {
        return is_name(class.trim(), char::is_lowercase).then(|| format!("Class[{}]", class.trim()));
    }
    if is_name(text, char::is_lowercase) {
        return Some(format!("Class[{text}]"));
    }
    let Some((head, rest)) = text.split_once('[') else {
        return is_name(text, char::is_uppercase).then(|| text.to_owned());
    };
    let title = unquoted(rest.strip_suffix(']')?.trim());
    let head = head.trim();
    // `::ntp` and `ntp` are the same class.
    let title = if head == "Class" { title.strip_prefix("::").unwrap_or(title) } else { title };
    let has_type_name = is_name(head, char::is_uppercase) && !title.is_empty();
    has_type_name.then(|| format!("{head}[{}]", escape(title)))
}

/// Whether a text is the name of a class.
#[must_use]
pub fn is_class(text: &str) -> bool {
    is_name(text, |first| first.is_lowercase() || first == '_')
}

/// Whether a text is the name of a variable.
#[must_use]
pub fn is_variable(text: &str) -> bool {
    is_name(text.trim_start_matches("::"), |first| first.is_lowercase() || first == '_')
        // `is_name` allows `-`, which the name of a variable cannot contain.
        && !text.contains('-')
}

/// Whether a text consists of words that are separated by `::`, and `first` accepts the first character of each.
fn is_name(text: &str, first: fn(char) -> bool) -> bool {
    text.split("::").all(|word| {
        word.starts_with(first) && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
    })
}

/// The text without the quotes around it, if there are any.
fn unquoted(text: &str) -> &str {
    let text_between = |quote: char| text.strip_prefix(quote).and_then(|text| text.strip_suffix(quote));
    text_between('\'').or_else(|| text_between('"')).unwrap_or(text)
}

/// A title with `/`, `[`, `]` and `%` escaped.
#[must_use]
pub fn escape(title: &str) -> String {
    let mut out = String::with_capacity(title.len());
    for c in title.chars() {
        match c {
            '/' | '[' | ']' | '%' => {
                let _ = write!(out, "%{:02X}", u32::from(c));
            }
            c => out.push(c),
        }
    }
    out
}

/// The name of a parameter of a [`reference`].
#[must_use]
pub fn parameter(reference: &str, name: &str) -> String {
    format!("/param/{reference}/{name}")
}

/// The name of the provider of bindings that a site declares for a scheme.
pub(crate) fn provider(scheme: &str) -> String {
    format!("/provider/{scheme}")
}

/// The name of the map from the parameters of one type to those of another.
#[must_use]
pub fn map(from: &str, to: &str) -> String {
    format!("/map/{}/{}", type_of(from), type_of(to))
}

/// The type of a [`reference`]: for a resource such as `Web[one]`, the part before the title. `Class[ntp]` and
/// `Type[Logger]` are types themselves.
fn type_of(reference: &str) -> &str {
    match reference.split_once('[') {
        Some(("Class" | "Type", _)) | None => reference,
        Some((head, _)) => head,
    }
}

/// The name of a top-scope variable.
#[must_use]
pub fn variable(name: &str) -> String {
    format!("/var/{}", name.trim_start_matches("::"))
}

/// The canonical form of a data key. A parameter of a class has two names, `ntp::servers` and
/// `/param/Class[ntp]/servers`; the first one is the canonical form.
#[must_use]
pub fn canonical(name: &str) -> Cow<'_, str> {
    match name.strip_prefix("/param/Class[").and_then(|rest| rest.split_once("]/")) {
        // If the parameter contained `::`, the canonical name would be ambiguous: `/param/Class[a]/b::c` would become
        // `a::b::c`, which is the parameter `c` of the class `a::b`.
        Some((class, parameter)) if is_class(class) && !parameter.is_empty() && !parameter.contains("::") => {
            Cow::Owned(format!("{class}::{parameter}"))
        }
        _ => Cow::Borrowed(name),
    }
}

/// Splits the [`canonical`] name of a parameter into a [`reference`] and the name in it: `Class[ntp]` and `servers` for
/// `ntp::servers`, `Web` and `port` for `/param/Web/port`; `None` if the name is not that of a parameter.
#[must_use]
pub fn parameter_parts(name: &str) -> Option<(Cow<'_, str>, &str)> {
    match name.strip_prefix("/param/") {
        Some(rest) => rest.split_once('/').map(|(reference, name)| (Cow::Borrowed(reference), name)),
        // Other reserved names, and names in which nothing precedes `::`.
        None if name.starts_with(['/', ':']) => None,
        None => name.rsplit_once("::").map(|(class, name)| (Cow::Owned(format!("Class[{class}]")), name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_have_one_form() {
        let cases = [
            ("ntp::server", Some("Class[ntp::server]")),
            ("class ntp", Some("Class[ntp]")),
            ("Class['::ntp']", Some("Class[ntp]")),
            ("Web", Some("Web")),
            ("Site::Web[one]", Some("Site::Web[one]")),
            ("File['foo/bar[x]']", Some("File[foo%2Fbar%5Bx%5D]")),
            ("File[100%]", Some("File[100%25]")),
            ("File[]", None),
            ("File[a", None),
            ("two words", None),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(reference(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn names_are_those_of_the_scheme() {
        assert_eq!(parameter("Class[ntp]", "servers"), "/param/Class[ntp]/servers");
        assert_eq!(map("Web[one]", "Sql[two]"), "/map/Web/Sql");
        assert_eq!(map("Class[a]", "Type[b]"), "/map/Class[a]/Type[b]");
        assert_eq!(variable("::x"), "/var/x");
    }

    #[test]
    fn parameters_of_classes_have_one_name() {
        let cases = [
            ("/param/Class[ntp::server]/ip", "ntp::server::ip", Some(("Class[ntp::server]", "ip"))),
            ("ntp::server::ip", "ntp::server::ip", Some(("Class[ntp::server]", "ip"))),
            ("/param/Class[ntp]/a::b", "/param/Class[ntp]/a::b", Some(("Class[ntp]", "a::b"))),
            ("/param/Class[A%2FB]/x", "/param/Class[A%2FB]/x", Some(("Class[A%2FB]", "x"))),
            ("/param/Web/ip", "/param/Web/ip", Some(("Web", "ip"))),
            ("/param/Web[one]/ip", "/param/Web[one]/ip", Some(("Web[one]", "ip"))),
            ("/var/a::b", "/var/a::b", None),
            ("::ntp::ip", "::ntp::ip", None),
            ("ntp", "ntp", None),
        ];
        for (name, one, parts) in cases {
            assert_eq!(canonical(name), one, "{name}");
            let found = parameter_parts(one);
            assert_eq!(found.as_ref().map(|(reference, name)| (&**reference, *name)), parts, "{name}");
        }
    }
}
