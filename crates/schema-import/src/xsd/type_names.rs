//! The names of the types that a schema declares, for advice on names that it does not.
//!
//! This module does not know schemas.

use modelwright_metamodel::diagnostic::Suggestions;
use rustc_hash::FxHashMap;

/// The names of all declared types, collected once, because a schema may lack many types.
#[derive(Debug, Default)]
pub(super) struct TypeNames {
    /// The local names of each namespace.
    pub(super) locals: FxHashMap<String, Vec<String>>,
    /// The namespaces that have a local name, sorted.
    pub(super) namespaces: FxHashMap<String, Vec<String>>,
    pub(super) suggestions: Suggestions,
}

impl TypeNames {
    /// The names of types with these namespaces and local names.
    pub(super) fn new<'n>(names: impl Iterator<Item = (&'n str, &'n str)>) -> Self {
        let mut type_names = Self::default();
        for (namespace, local) in names {
            type_names.locals.entry(namespace.to_owned()).or_default().push(local.to_owned());
            type_names.namespaces.entry(local.to_owned()).or_default().push(namespace.to_owned());
        }
        type_names.namespaces.values_mut().for_each(|namespaces| namespaces.sort_unstable());
        type_names
    }
}
