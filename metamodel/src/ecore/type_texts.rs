//! The texts of the types that data types were created for, in the type language, and the data types that they are
//! based on.
//!
//! This module does not know what the texts mean.

use super::composite::without_optional;
use super::{Classifier, DataTypeId, EXTENDED_META_DATA, Metamodel, TYPE_TEXT, annotation};

/// The maximum length of a chain of data types that are based on each other.
// It is limited, because annotations may name base types in a cycle.
const MAX_CHAIN_LENGTH: usize = 100;

impl Metamodel {
    /// A data type and its direct and indirect base types, the nearest first.
    pub fn base_types(&self, id: DataTypeId) -> impl Iterator<Item = DataTypeId> {
        std::iter::successors(Some(id), |base| self.base_type(*base)).take(MAX_CHAIN_LENGTH)
    }

    /// The data type that another one is based on.
    fn base_type(&self, id: DataTypeId) -> Option<DataTypeId> {
        let data_type = &self[id];
        let name = annotation(&data_type.annotations, EXTENDED_META_DATA)?.detail("baseType")?;
        let (package, name) = match name.rsplit_once('#') {
            Some((uri, name)) => (self.package_by_uri(uri)?, name),
            None => (data_type.package, name),
        };
        match self.classifier(package, name)? {
            Classifier::DataType(base) => Some(base),
            Classifier::Class(_) => None,
        }
    }

    /// The text of the type that a data type was created for, without `Optional[…]` around it.
    #[must_use]
    pub fn type_text(&self, id: DataTypeId) -> Option<&str> {
        annotation(&self[id].annotations, TYPE_TEXT)?.detail("type").map(without_optional)
    }
}
