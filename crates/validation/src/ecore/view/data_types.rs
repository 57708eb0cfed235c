//! Looks up data types by the names that annotations use.
//!
//! Invariant: if several data types have the same name, the first one is used. The known metamodels precede the
//! document. This module does not know how types are used.

use super::{EcoreView, ModelElement};
use modelwright_metamodel::ecore::{EXTENDED_META_DATA, builtin, features};
use rustc_hash::FxHashMap;

/// The packages of a document and of the known metamodels, and their data types.
#[derive(Debug)]
pub(super) struct DataTypes {
    /// The packages by namespace URI.
    packages: FxHashMap<String, ModelElement>,
    /// The data types by package, and by their name in documents.
    by_name: FxHashMap<(ModelElement, String), ModelElement>,
}

impl DataTypes {
    /// Collects the data types of all packages. If several have the same name, the first one is used.
    pub(super) fn new(view: &EcoreView<'_>) -> Self {
        let mut data_types = Self { packages: FxHashMap::default(), by_name: FxHashMap::default() };
        for package in view.packages() {
            if let Some(uri) = view.text(package, features::EPACKAGE_NS_URI) {
                data_types.packages.entry(uri.to_owned()).or_insert(package);
            }
            for data_type in view
                .list(package, features::EPACKAGE_CLASSIFIERS)
                .filter(|c| view.is_of_class(*c, builtin::EDATA_TYPE))
            {
                let annotated_name = view.detail(data_type, EXTENDED_META_DATA, "name");
                if let Some(name) = annotated_name.or_else(|| view.name(data_type)) {
                    data_types.by_name.entry((package, name.to_owned())).or_insert(data_type);
                }
            }
        }
        data_types
    }

    /// The data type to which an annotation of another data type refers: in the same package, or as `URI#name`.
    pub(super) fn find(
        &self,
        view: &EcoreView<'_>,
        referring: ModelElement,
        name: &str,
    ) -> Option<ModelElement> {
        let (package, name) = match name.rsplit_once('#') {
            Some((uri, name)) => (*self.packages.get(uri)?, name),
            None => (view.container(referring)?, name),
        };
        self.by_name.get(&(package, name.to_owned())).copied()
    }
}
