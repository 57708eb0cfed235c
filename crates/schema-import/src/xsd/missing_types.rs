//! Advice on names of types that nothing declares. This module does not know what becomes of such a type.

use super::components::{At, Kind, Schema};
use super::{BUILT_IN, SCHEMA_NAMESPACE, is_built_in_type};
use modelwright_metamodel::diagnostic::nearest;

impl Schema {
    /// What to do about a type that nothing declares: the name that is probably meant, with a prefix for its namespace.
    pub(super) fn missing_type_help(&self, at: At, name: &str) -> String {
        let (namespace, local) = self.qualified(at, name);
        let own: Vec<(&str, &str)> = self.names(Kind::Type).collect();
        // The namespace in which the local name exists, first that of the document.
        let target = self.target(at);
        let mut spaces = vec![target, SCHEMA_NAMESPACE];
        spaces.extend(own.iter().filter(|(_, known)| *known == local).map(|(space, _)| *space));
        let has_name = |space: &&str| match *space {
            SCHEMA_NAMESPACE => is_built_in_type(local),
            space => own.contains(&(space, local)),
        };
        if let Some(space) = spaces.into_iter().filter(|space| *space != namespace).find(has_name) {
            return self.qualified_help(at, name, (space, local));
        }
        let known: Vec<&str> = match namespace {
            SCHEMA_NAMESPACE => BUILT_IN.iter().map(|(known, _)| *known).collect(),
            _ => own.iter().filter(|(space, _)| *space == namespace).map(|(_, known)| *known).collect(),
        };
        match nearest(local, known) {
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
