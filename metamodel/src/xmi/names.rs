//! Namespaces: which URI a prefix stands for at a place, and which packages a document names.
//!
//! Invariant: the bindings in force are those of the open elements, innermost last.

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

/// What the namespaces of XMI's other versions start with.
pub(super) const XMI_VERSIONS: &str = "http://schema.omg.org/spec/XMI/";

/// Whether a namespace is one of XMI's versions.
pub(super) fn is_xmi(uri: &str) -> bool {
    uri == XMI_NAMESPACE || uri.starts_with(XMI_VERSIONS) || uri.starts_with("http://www.omg.org/spec/XMI/")
}

/// Up to this many bindings are looked through one by one.
const FEW: usize = 8;

/// The bindings in force.
#[derive(Debug, Default)]
pub(super) struct Namespaces<'s> {
    bindings: Vec<(&'s str, Cow<'s, str>)>,
    /// Positions in `bindings` by prefix, the innermost last; kept only where there are many.
    by_prefix: FxHashMap<&'s str, Vec<usize>>,
    /// How many bindings there were before each open element.
    scopes: Vec<usize>,
}

impl<'s> Namespaces<'s> {
    /// Enters an element; tells whether it changed any binding.
    pub(super) fn enter(&mut self, attributes: &[Attribute<'s>]) -> bool {
        self.scopes.push(self.bindings.len());
        for attribute in attributes {
            let prefix = match attribute.name.strip_prefix("xmlns") {
                Some("") => "",
                Some(rest) => match rest.strip_prefix(':') {
                    Some(prefix) => prefix,
                    None => continue,
                },
                None => continue,
            };
            self.bindings.push((prefix, attribute.value.clone()));
            if self.bindings.len() > FEW || !self.by_prefix.is_empty() {
                self.index();
            }
        }
        self.scopes.last() != Some(&self.bindings.len())
    }

    /// Leaves an element; tells whether that changed any binding.
    pub(super) fn leave(&mut self) -> bool {
        let before = self.scopes.pop().unwrap_or(0);
        let changed = before != self.bindings.len();
        for (prefix, _) in self.bindings.drain(before..) {
            if let Some(positions) = self.by_prefix.get_mut(prefix) {
                while positions.pop_if(|position| *position >= before).is_some() {}
            }
        }
        changed
    }

    /// Enters the newest bindings into the table, and all of them when they have become many.
    fn index(&mut self) {
        let from = if self.by_prefix.is_empty() { 0 } else { self.bindings.len() - 1 };
        for (at, (prefix, _)) in self.bindings.iter().enumerate().skip(from) {
            self.by_prefix.entry(prefix).or_default().push(at);
        }
    }

    fn binding(&self, prefix: &str) -> Option<&str> {
        let mut all = self.bindings.iter();
        let found = if self.by_prefix.is_empty() {
            all.rfind(|(p, _)| *p == prefix)
        } else {
            self.by_prefix.get(prefix).and_then(|positions| self.bindings.get(*positions.last()?))
        };
        found.map(|(_, uri)| uri.as_ref())
    }

    /// The URI that a prefix stands for; the empty prefix is the default namespace.
    pub(super) fn uri(&self, prefix: &str) -> Option<&str> {
        match self.binding(prefix) {
            Some("") => None,
            // EMF goes by these prefixes themselves, declared or not.
            None => match prefix {
                "xml" => Some(XML_NAMESPACE),
                "xsi" => Some(XSI_NAMESPACE),
                "xmi" => Some(XMI_NAMESPACE),
                _ => None,
            },
            other => other,
        }
    }
}

/// A qualified name's prefix (empty if it has none) and local part.
pub(super) fn split(name: &str) -> (&str, &str) {
    match memchr::memchr(b':', name.as_bytes()) {
        Some(at) => (&name[..at], &name[at + 1..]),
        None => ("", name),
    }
}

/// The namespaces that a document's first element declares, and where it says their metamodels are; an empty
/// namespace stands for names in none.
///
/// Reads no further than that element, so that the metamodel can be found before the document is
/// read. A malformed start gives nothing; reading the document then tells why.
#[must_use]
pub fn declared_packages(source: &Arc<Source>) -> (Vec<String>, Vec<(String, String)>) {
    let mut uris = Vec::new();
    let mut locations = Vec::new();
    let Ok(mut xml) = Xml::new(source, Limits::default()) else { return (uris, locations) };
    let Ok(Token::Start { .. }) = xml.next(false) else { return (uris, locations) };
    let mut namespaces = Namespaces::default();
    namespaces.enter(xml.attributes());
    for attribute in xml.attributes() {
        let (prefix, local) = split(attribute.name);
        if prefix == "xmlns" || attribute.name == "xmlns" {
            if !is_xmi(&attribute.value) && attribute.value != XSI_NAMESPACE {
                uris.push(attribute.value.clone().into_owned());
            }
        } else if local == "schemaLocation" && namespaces.uri(prefix) == Some(XSI_NAMESPACE) {
            locations.extend(schema_locations(&attribute.value));
        } else if attribute.name == "xsi:noNamespaceSchemaLocation" {
            locations.push((String::new(), attribute.value.clone().into_owned()));
        }
    }
    let mut known: FxHashSet<String> = uris.iter().cloned().collect();
    let named = locations.iter().map(|(namespace, _)| namespace).filter(|namespace| !namespace.is_empty());
    uris.extend(named.filter(|namespace| known.insert((*namespace).clone())).cloned());
    (uris, locations)
}

/// The pairs in the value of `xsi:schemaLocation`.
pub(super) fn schema_locations(value: &str) -> Vec<(String, String)> {
    let words: Vec<&str> = value.split_ascii_whitespace().collect();
    words.chunks_exact(2).map(|pair| (pair[0].to_owned(), pair[1].to_owned())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_innermost_binding_counts_however_many_there_are() {
        let names: Vec<String> = (0..40).map(|n| format!("xmlns:p{}", n % 20)).collect();
        let uris: Vec<String> = (0..40).map(|n| format!("urn:{n}")).collect();
        let attribute = |n: usize| Attribute {
            name: &names[n],
            symbol: 0,
            value: Cow::Borrowed(uris[n].as_str()),
            offset: 0,
            qualified: true,
        };
        let mut namespaces = Namespaces::default();
        for n in 0..40 {
            assert!(namespaces.enter(&[attribute(n)]));
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
        namespaces.enter(&[attribute(3)]);
        assert_eq!(namespaces.uri("p3"), Some("urn:3"));
    }
}
