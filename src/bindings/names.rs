//! The naming scheme of ARM-8: names of parameters, maps, variables and classes.
//!
//! Names that users give must not begin with `/`. Titles of resources have escapes for the characters that separate
//! the parts of a name, so that two different references never have the same name.

use std::fmt::Write as _;

/// The name of the list of the classes of a node.
pub const CLASSES: &str = "/classes";
/// The multibinding to which inclusions of classes contribute.
pub const INCLUDED_CLASSES: &str = "included_classes";
/// The multibinding to which exclusions of classes contribute.
pub const EXCLUDED_CLASSES: &str = "excluded_classes";

/// A class, type or resource, in the form in which names contain it: `Class[ntp]`, `Web`, `File[a%2Fb]`. A name in lower
/// case is a class. `None` if the text is not such a reference.
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
    let title = if head == "Class" { title.strip_prefix("::").unwrap_or(title) } else { title };
    let named = is_name(head, char::is_uppercase) && !title.is_empty();
    named.then(|| format!("{head}[{}]", escape(title)))
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
        && !text.contains('-')
}

/// Whether a text consists of words separated by `::`, each with such a first letter.
fn is_name(text: &str, first: fn(char) -> bool) -> bool {
    let is_word = |word: &str| {
        word.starts_with(first) && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-'))
    };
    text.split("::").all(is_word)
}

fn unquoted(text: &str) -> &str {
    let quoted = |quote: char| text.strip_prefix(quote).and_then(|text| text.strip_suffix(quote));
    quoted('\'').or_else(|| quoted('"')).unwrap_or(text)
}

/// A title with escapes for `/`, `[`, `]` and `%`.
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

/// The name of the map from the parameters of one type to those of another.
#[must_use]
pub fn map(from: &str, to: &str) -> String {
    format!("/map/{}/{}", type_of(from), type_of(to))
}

/// The type of a [`reference`]: a class is its own type, a resource has that before its title.
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

/// The plain name of a parameter of a class, which is looked up if the parameter is not bound: `ntp::servers` for
/// `/param/Class[ntp]/servers`.
#[must_use]
pub fn plain_parameter(name: &str) -> Option<String> {
    let (class, parameter) = name.strip_prefix("/param/Class[")?.split_once("]/")?;
    Some(format!("{class}::{parameter}"))
}

/// The name of the parameter of a class that a plain name may mean: `/param/Class[ntp]/servers` for `ntp::servers`.
#[must_use]
pub fn class_parameter(plain: &str) -> Option<String> {
    let (class, name) = plain.trim_start_matches("::").rsplit_once("::")?;
    (!plain.starts_with('/')).then(|| parameter(&format!("Class[{class}]"), name))
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
        assert_eq!(plain_parameter("/param/Class[ntp::server]/ip").as_deref(), Some("ntp::server::ip"));
        assert_eq!(plain_parameter("/param/Web/ip"), None);
        assert_eq!(class_parameter("ntp::server::ip").as_deref(), Some("/param/Class[ntp::server]/ip"));
        assert_eq!(class_parameter("/param/Class[ntp::server]/ip"), None);
        assert_eq!(class_parameter("ntp"), None);
    }
}
