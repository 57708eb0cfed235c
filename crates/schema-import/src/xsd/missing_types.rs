//! Advice on names of types that nothing declares. This module does not know what becomes of such a type.

use super::components::{At, Schema};
use super::{BUILT_IN, SCHEMA_NAMESPACE, is_built_in_type};
use modelwright_metamodel::diagnostic::Suggestions;
use rustc_hash::FxHashMap;

/// The names of all declared types, collected once, because a schema may lack many types.
#[derive(Debug, Default)]
pub(super) struct TypeNames {
    /// The local names of each namespace.
    locals: FxHashMap<String, Vec<String>>,
    /// The namespaces that have a local name, sorted.
    namespaces: FxHashMap<String, Vec<String>>,
    suggestions: Suggestions,
}

impl TypeNames {
    /// The names of types with these namespaces and local names.
    pub(super) fn new<'n>(names: impl Iterator<Item = (&'n str, &'n str)>) -> Self {
        let mut all = Self::default();
        for (namespace, local) in names {
            all.locals.entry(namespace.to_owned()).or_default().push(local.to_owned());
            all.namespaces.entry(local.to_owned()).or_default().push(namespace.to_owned());
        }
        all.namespaces.values_mut().for_each(|namespaces| namespaces.sort_unstable());
        all
    }
}

impl Schema {
    /// What to do about a type that nothing declares: the name that is probably meant, with a prefix for its namespace.
    pub(super) fn missing_type_help(&self, at: At, name: &str) -> String {
        let (namespace, local) = self.qualified(at, name);
        let TypeNames { locals, namespaces, suggestions } = &self.type_names;
        let declared = namespaces.get(local).map(Vec::as_slice).unwrap_or_default();
        // The namespace in which the local name exists, first that of the document.
        let first = [self.target(at), SCHEMA_NAMESPACE].into_iter();
        let mut spaces = first.chain(declared.iter().map(String::as_str));
        let has_name = |space: &str| match space {
            SCHEMA_NAMESPACE => is_built_in_type(local),
            space => declared.binary_search_by(|known| known.as_str().cmp(space)).is_ok(),
        };
        if let Some(space) = spaces.find(|space| *space != namespace && has_name(space)) {
            return self.qualified_help(at, name, (space, local));
        }
        let own = || locals.get(namespace).into_iter().flatten().map(String::as_str);
        let meant = match namespace {
            SCHEMA_NAMESPACE => suggestions.nearest(local, BUILT_IN.iter().map(|(known, _)| *known)),
            _ => suggestions.nearest(local, own()),
        };
        match meant {
            Some(meant) => self.qualified_help(at, name, (namespace, meant)),
            None => "declare the type, or import the schema that declares it".to_owned(),
        }
    }

    fn qualified_help(&self, at: At, written: &str, (namespace, local): (&str, &str)) -> String {
        let prefix = self.document(at).and_then(|document| document.tree.prefix(at.node, namespace));
        match (prefix, written.split_once(':')) {
            (Some(""), _) => format!("did you mean `{local}`?"),
            (Some(prefix), _) => format!("did you mean `{prefix}:{local}`?"),
            (None, _) if namespace.is_empty() => format!("did you mean `{local}`?"),
            (None, Some((prefix, _))) => {
                format!("add `xmlns:{prefix}=\"{namespace}\"` to the root element")
            }
            (None, None) => {
                format!("add `xmlns:p=\"{namespace}\"` to the root element, and write `p:{local}`")
            }
        }
    }
}
