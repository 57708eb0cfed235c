//! Namespaces: the URI of a prefix, and the packages that a document names.
//!
//! Invariant: the bindings are those of the open elements, innermost last.

use super::roles::Roles;
use super::xml::{Attribute, Token, Xml};
use crate::diagnostic::Source;
use crate::input::Limits;
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;
use std::sync::Arc;

/// XMI 2.0's namespace, which EMF writes.
pub const XMI_NAMESPACE: &str = "http://www.omg.org/XMI";
/// XML Schema's instance namespace: `xsi:type`, `xsi:nil`, `xsi:schemaLocation`.
pub const XSI_NAMESPACE: &str = "http://www.w3.org/2001/XMLSchema-instance";
pub(super) const XML_NAMESPACE: &str = "http://www.w3.org/XML/1998/namespace";
const XMLNS_NAMESPACE: &str = "http://www.w3.org/2000/xmlns/";

/// The start of the namespaces of XMI's other versions.
pub(super) const XMI_NAMESPACE_START: &str = "http://schema.omg.org/spec/XMI/";

/// Whether a namespace is that of a version of XMI.
pub(super) fn is_xmi(uri: &str) -> bool {
    uri == XMI_NAMESPACE
        || uri.starts_with(XMI_NAMESPACE_START)
        || uri.starts_with("http://www.omg.org/spec/XMI/")
}

/// The maximum number of bindings that are searched one by one.
const MAX_LINEAR_SEARCH: usize = 8;

/// The bindings at the current position.
#[derive(Debug, Default)]
pub(super) struct Namespaces<'s> {
    bindings: Vec<(&'s str, Cow<'s, str>)>,
    /// Positions in `bindings` by prefix, the innermost last; used only if there are many.
    by_prefix: FxHashMap<&'s str, Vec<usize>>,
    /// The number of open elements.
    depth: usize,
    /// The open elements with declarations, outermost first.
    scopes: Vec<Scope>,
}

/// An open element with declarations.
#[derive(Debug)]
struct Scope {
    /// The number of open elements when it started, including itself.
    depth: usize,
    /// The position in `bindings` of the first binding that it declares.
    first_binding: usize,
}

impl<'s> Namespaces<'s> {
    /// Enters an element; returns whether it changed any binding. Few elements declare namespaces.
    #[inline]
    pub(super) fn enter(&mut self, roles: Roles, attributes: &[Attribute<'s>]) -> bool {
        // Only elements with declarations get a scope, so an element without declarations costs only this addition.
        self.depth += 1;
        roles.has_declaration() && self.bind(attributes)
    }

    /// Binds the prefixes that an element declares; returns whether there are any.
    #[cold]
    fn bind(&mut self, attributes: &[Attribute<'s>]) -> bool {
        let first_binding = self.bindings.len();
        for attribute in attributes {
            let Some(prefix) = declared_prefix(attribute.name) else { continue };
            self.bindings.push((prefix, attribute.value.clone()));
            // Once the table is in use it must stay complete; `unbind` empties its lists, but never removes them.
            if self.bindings.len() > MAX_LINEAR_SEARCH || !self.by_prefix.is_empty() {
                self.index_newest_binding();
            }
        }
        let has_bindings = self.bindings.len() > first_binding;
        if has_bindings {
            self.scopes.push(Scope { depth: self.depth, first_binding });
        }
        has_bindings
    }

    /// The prefixes that are declared, and their URIs, without the default.
    pub(super) fn bound(&self) -> impl Iterator<Item = (&'s str, &str)> {
        self.bindings
            .iter()
            .map(|(prefix, uri)| (*prefix, uri.as_ref()))
            .filter(|(prefix, _)| !prefix.is_empty())
    }

    /// Leaves an element; returns whether that changed any binding.
    #[inline]
    pub(super) fn leave(&mut self) -> bool {
        let scope = self.scopes.pop_if(|scope| scope.depth == self.depth);
        self.depth -= 1;
        let Some(scope) = scope else { return false };
        self.unbind(scope.first_binding);
        true
    }

    /// Removes the bindings from a position on.
    #[cold]
    fn unbind(&mut self, first_binding: usize) {
        for (prefix, _) in self.bindings.drain(first_binding..) {
            if let Some(positions) = self.by_prefix.get_mut(prefix) {
                // The positions in each list are in ascending order, so those of the ended scope are at its end.
                while positions.pop_if(|position| *position >= first_binding).is_some() {}
            }
        }
    }

    /// Adds the newest binding to the table; the first time, all of them.
    fn index_newest_binding(&mut self) {
        let first_new = if self.by_prefix.is_empty() { 0 } else { self.bindings.len() - 1 };
        for (position, (prefix, _)) in self.bindings.iter().enumerate().skip(first_new) {
            self.by_prefix.entry(prefix).or_default().push(position);
        }
    }

    /// The URI that the innermost declaration of a prefix binds, which may be empty; `None` if it is not declared.
    pub(super) fn binding(&self, prefix: &str) -> Option<&str> {
        let mut bindings = self.bindings.iter();
        let innermost = if self.by_prefix.is_empty() {
            // The innermost declaration hides those around it.
            bindings.rfind(|(p, _)| *p == prefix)
        } else {
            self.by_prefix.get(prefix).and_then(|positions| self.bindings.get(*positions.last()?))
        };
        innermost.map(|(_, uri)| uri.as_ref())
    }

    /// Whether a prefix is bound to the namespace of any version of XMI.
    pub(super) fn declares_xmi(&self, prefix: &str) -> bool {
        self.binding(prefix).is_some_and(is_xmi)
    }

    /// The namespace of a prefix; the empty prefix is the default namespace.
    pub(super) fn uri(&self, prefix: &str) -> Option<&str> {
        match self.binding(prefix) {
            // `xmlns=""` undeclares the default namespace.
            Some("") => None,
            // These prefixes need no declaration.
            None => match prefix {
                "xml" => Some(XML_NAMESPACE),
                "xmlns" => Some(XMLNS_NAMESPACE),
                _ => None,
            },
            other => other,
        }
    }
}

/// A qualified name's prefix (empty if it has none) and local part.
pub(super) fn split(name: &str) -> (&str, &str) {
    match memchr::memchr(b':', name.as_bytes()) {
        Some(colon) => (&name[..colon], &name[colon + 1..]),
        None => ("", name),
    }
}

/// The prefix that an attribute declares: `p` for `xmlns:p`, empty for `xmlns`; `None` for other attributes. EMF treats
/// every name that starts with `xmlns` as a declaration.
pub(super) fn declared_prefix(name: &str) -> Option<&str> {
    let after_xmlns = name.strip_prefix("xmlns")?;
    Some(after_xmlns.split_once(':').map_or("", |(_, prefix)| prefix))
}

/// The namespaces that a document's first element declares, and the locations of their metamodels. The empty
/// namespace represents names without namespace.
///
/// Reads no further than that element, so that the metamodel can be found before the document is read. If the
/// start is invalid, the result is empty, and the reason is reported when the document is read.
#[must_use]
pub fn declared_packages(source: &Arc<Source>) -> (Vec<String>, Vec<(String, String)>) {
    // If the tag extends beyond the head, it cannot be read there, and the entire text is searched.
    let packages_in_head = head(source).and_then(|head| packages_of_first_element(&head));
    packages_in_head.or_else(|| packages_of_first_element(source)).unwrap_or_default()
}

/// The size of the beginning of a text in bytes that nearly always contains the start of its first element.
const HEAD_SIZE: usize = 1 << 16;

/// The beginning of a long text; `None` for a short one. All characters of a text are checked before it is read, so
/// reading only the beginning avoids a check of the rest.
fn head(source: &Source) -> Option<Arc<Source>> {
    let text = source.text();
    if text.len() <= HEAD_SIZE {
        return None;
    }
    // A character has at most four bytes, so this ends after three steps.
    let end = (0..=HEAD_SIZE).rev().find(|end| text.is_char_boundary(*end))?;
    Some(Source::new(source.name(), &text[..end]))
}

/// Namespaces, and the locations of metamodels by namespace.
type Declarations = (Vec<String>, Vec<(String, String)>);

/// The declarations of the first element; `None` if it cannot be read.
fn packages_of_first_element(source: &Arc<Source>) -> Option<Declarations> {
    let mut uris = Vec::new();
    let mut locations = Vec::new();
    let mut xml = Xml::new(source, Limits::default()).ok()?;
    let Ok(Token::Start(_)) = xml.next_without_blanks() else { return None };
    for attribute in xml.attributes() {
        if declared_prefix(attribute.name).is_some() {
            // XMI and XML Schema's instance namespace have no metamodel that needs to be found.
            if !is_xmi(&attribute.value) && attribute.value != XSI_NAMESPACE {
                uris.push(attribute.value.clone().into_owned());
            }
        } else if attribute.name == "xsi:schemaLocation" {
            // EMF recognises these attributes by their literal names, whatever their prefix is bound to.
            locations.extend(schema_locations(&attribute.value));
        } else if attribute.name == "xsi:noNamespaceSchemaLocation" {
            locations.push((String::new(), attribute.value.clone().into_owned()));
        }
    }
    let mut known_uris: FxHashSet<String> = uris.iter().cloned().collect();
    // EMF looks up namespaces with a location even if no prefix of the first element is bound to them.
    for (namespace, _) in &locations {
        if !namespace.is_empty() && known_uris.insert(namespace.clone()) {
            uris.push(namespace.clone());
        }
    }
    Some((uris, locations))
}

/// The pairs in the value of `xsi:schemaLocation`.
pub(super) fn schema_locations(value: &str) -> Vec<(String, String)> {
    let words: Vec<&str> = value.split_ascii_whitespace().collect();
    // EMF ignores a namespace without a location at the end.
    words.chunks_exact(2).map(|pair| (pair[0].to_owned(), pair[1].to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::xmi::roles::Role;

    #[test]
    fn the_beginning_of_a_long_text_declares_its_packages() {
        let start = "<a:b xmlns:a=\"urn:a\"";
        let long = "é".repeat(HEAD_SIZE);
        for (text, count) in [
            (format!("{start}/>"), 1),
            (format!("{start}>{long}</a:b>"), 1),
            (format!("{start} >{long}</a:b>"), 1),
            (format!("{start} c=\"{long}\"/>"), 1),
            (format!("{start}>{long}\u{1}</a:b>"), 1),
            (format!("{start} c=\"\u{1}\"/>"), 0),
            (format!("{start} c=\"\u{1}\">{long}</a:b>"), 0),
            (format!("{start} c=\"{long}\u{1}\"/>"), 0),
        ] {
            let (packages, _) = declared_packages(&Source::new("a.xmi", text.as_str()));
            assert_eq!(packages.len(), count, "{} bytes", text.len());
        }
    }

    #[test]
    fn the_innermost_binding_is_used_for_any_number_of_bindings() {
        let names: Vec<String> = (0..40).map(|n| format!("xmlns:p{}", n % 20)).collect();
        let uris: Vec<String> = (0..40).map(|n| format!("urn:{n}")).collect();
        let attribute = |n: usize| Attribute {
            name: &names[n],
            symbol: 0,
            value: Cow::Borrowed(uris[n].as_str()),
            offset: 0,
            role: Role::Declaration,
        };
        let mut namespaces = Namespaces::default();
        let mut roles = Roles::default();
        roles.add(Role::Declaration);
        for n in 0..40 {
            assert!(namespaces.enter(roles, &[attribute(n)]));
        }
        for n in (20..40).rev() {
            assert_eq!(namespaces.uri(&names[n]["xmlns:".len()..]), Some(uris[n].as_str()));
            assert!(namespaces.leave());
            assert_eq!(namespaces.uri(&names[n]["xmlns:".len()..]), Some(uris[n - 20].as_str()));
        }
        for n in (0..20).rev() {
            namespaces.leave();
            assert_eq!(namespaces.uri(&names[n]["xmlns:".len()..]), None);
        }
        namespaces.enter(roles, &[attribute(3)]);
        assert_eq!(namespaces.uri("p3"), Some("urn:3"));
    }
}
