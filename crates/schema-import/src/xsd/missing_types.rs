//! Advice on names of types that nothing declares. This module does not know what becomes of such a type.

use super::components::{ElementId, Schema};
use super::type_names::TypeNames;
use super::{BUILT_IN, SCHEMA_NAMESPACE, is_built_in_type};
use modelwright_metamodel::diagnostic::{Diagnostic, codes};

impl Schema<'_> {
    /// The problem of a type that nothing declares: an error if its name is probably a typing error, otherwise a
    /// warning with the consequence, because the schema of the type may be on the network.
    pub(super) fn missing_type(&self, element: ElementId, name: &str, consequence: &str) -> Diagnostic {
        let message = format!("the type `{name}` is not declared");
        match self.meant_type(element, name) {
            Some(help) => Diagnostic::error(codes::IMPORT_INVALID, message).help(help),
            None => Diagnostic::warning(codes::IMPORT_NOT_EXPRESSED, format!("{message}, so {consequence}"))
                .help("declare the type, or import the schema that declares it"),
        }
    }

    /// The type that is probably meant by a name that nothing declares, with a prefix for its namespace, as advice.
    fn meant_type(&self, element: ElementId, name: &str) -> Option<String> {
        let (namespace, local) = self.qualified(element, name);
        let TypeNames { locals, namespaces, suggestions } = self.type_names();
        let declared_namespaces = namespaces.get(local).map(Vec::as_slice).unwrap_or_default();
        // The namespaces in which the local name may exist, first that of the document.
        let first = [self.target(element), SCHEMA_NAMESPACE].into_iter();
        let mut candidates = first.chain(declared_namespaces.iter().map(String::as_str));
        let has_name = |candidate: &str| match candidate {
            SCHEMA_NAMESPACE => is_built_in_type(local),
            _ => declared_namespaces.binary_search_by(|known| known.as_str().cmp(candidate)).is_ok(),
        };
        if let Some(meant) = candidates.find(|candidate| *candidate != namespace && has_name(candidate)) {
            return Some(self.qualified_help(element, name, (meant, local)));
        }
        let suggestion = match namespace {
            SCHEMA_NAMESPACE => suggestions.nearest(local, BUILT_IN.iter().map(|(known, _)| *known)),
            _ => suggestions.nearest(local, locals.get(namespace).into_iter().flatten().map(String::as_str)),
        };
        suggestion.map(|suggestion| self.qualified_help(element, name, (namespace, suggestion)))
    }

    /// Help for a name that is declared in another namespace: the name with the prefix of that namespace, or how to
    /// declare a prefix.
    fn qualified_help(&self, element: ElementId, written: &str, (namespace, local): (&str, &str)) -> String {
        let prefix =
            self.document(element).and_then(|document| document.tree.prefix(element.node, namespace));
        match (prefix, written.split_once(':')) {
            (Some(""), _) => format!("did you mean `{local}`?"),
            (Some(prefix), _) => format!("did you mean `{prefix}:{local}`?"),
            (None, None) if namespace.is_empty() && local == written => format!(
                "`{local}` has no namespace, but here names without a prefix have that of `xmlns`: declare a prefix \
                 instead of `xmlns`"
            ),
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
