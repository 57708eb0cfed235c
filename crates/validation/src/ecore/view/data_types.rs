//! Looks up data types by the names that annotations use.
//!
//! Invariant: if several data types have the same name, the first is used; known metamodels precede the document. This
//! module does not know how types are used.

use super::{ModelElement, View, f};
use modelwright_metamodel::ecore::EXTENDED_META_DATA;
use modelwright_metamodel::ecore::builtin as b;
use rustc_hash::FxHashMap;

/// The packages of a document and of the known metamodels, and their data types.
#[derive(Debug)]
pub(super) struct DataTypes {
    packages: FxHashMap<String, ModelElement>,
    named: FxHashMap<(ModelElement, String), ModelElement>,
}

impl DataTypes {
    pub(super) fn new(view: &View<'_>) -> Self {
        let mut found = Self { packages: FxHashMap::default(), named: FxHashMap::default() };
        for package in view.packages() {
            if let Some(uri) = view.text(package, f().ns_uri) {
                found.packages.entry(uri.to_owned()).or_insert(package);
            }
            for data_type in view.list(package, f().classifiers).filter(|c| view.is(*c, b::EDATA_TYPE)) {
                let given = view.detail(data_type, EXTENDED_META_DATA, "name");
                if let Some(name) = given.or_else(|| view.name(data_type)) {
                    found.named.entry((package, name.to_owned())).or_insert(data_type);
                }
            }
        }
        found
    }

    /// The data type to which an annotation of another data type refers: in the same package, or as `URI#name`.
    pub(super) fn find(&self, view: &View<'_>, from: ModelElement, name: &str) -> Option<ModelElement> {
        let (package, name) = match name.rsplit_once('#') {
            Some((uri, name)) => (*self.packages.get(uri)?, name),
            None => (view.container(from)?, name),
        };
        self.named.get(&(package, name.to_owned())).copied()
    }
}
