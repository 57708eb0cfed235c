//! Determines which data types have values of any kind: those that were created for a type such as `Data`, and those
//! that are based on such a data type.
//!
//! Invariant: Java represents the values of all these data types as texts. This module does not know values.

use super::any_value::AnyKind;
use super::composite::without_optional;
use super::{
    Classifier, DataType, DataTypeId, EXTENDED_META_DATA, FeatureId, InstanceName, Metamodel, Package,
    PackageId, TYPE_TEXT, annotation,
};
use rustc_hash::FxHashMap;

/// The maximum length of a chain of data types that are based on each other.
// It is limited, because annotations may name base types in a cycle.
const MAX_CHAIN_LENGTH: usize = 100;

impl Metamodel {
    /// The type of an attribute whose values are of any kind.
    #[must_use]
    pub fn any_kind(&self, feature: FeatureId) -> Option<AnyKind> {
        match self[feature].typed.classifier() {
            Some(Classifier::DataType(id)) => self[id].any,
            _ => None,
        }
    }
}

/// Sets the kinds of all data types: the declared kind, or else that of the nearest base type with one.
pub(super) fn set_any_kinds(data_types: &mut [DataType], packages: &[Package]) {
    for data_type in &mut *data_types {
        data_type.any = declared_kind(data_type);
    }
    // Only metamodels of the type language have such types. No index is needed for any other.
    if data_types.iter().all(|data_type| data_type.any.is_none()) {
        return;
    }
    let base_types = base_types(data_types, packages);
    let inherited_kinds: Vec<Option<AnyKind>> = (0..data_types.len())
        .map(|index| {
            // If a restriction has another Java class, its texts are not values of any kind.
            if !is_text(&data_types[index]) {
                return None;
            }
            let start = DataTypeId::new(index);
            let chain = std::iter::successors(Some(start), |id| base_types[id.index()]);
            chain.take(MAX_CHAIN_LENGTH).find_map(|id| data_types[id.index()].any)
        })
        .collect();
    for (data_type, kind) in data_types.iter_mut().zip(inherited_kinds) {
        data_type.any = kind;
    }
}

/// The base type of each data type, as its annotation names it: in the same package, or as `URI#name`. `None` for a
/// data type without a base type, and for unknown names.
fn base_types(data_types: &[DataType], packages: &[Package]) -> Vec<Option<DataTypeId>> {
    let mut data_types_by_name = FxHashMap::default();
    for package in packages {
        for classifier in &package.classifiers {
            if let Classifier::DataType(id) = classifier {
                let data_type = &data_types[id.index()];
                data_types_by_name.entry((data_type.package, data_type.name.as_str())).or_insert(*id);
            }
        }
    }
    let mut packages_by_uri = FxHashMap::default();
    for (index, package) in packages.iter().enumerate() {
        if let Some(uri) = package.ns_uri.as_deref() {
            packages_by_uri.entry(uri).or_insert(PackageId::new(index));
        }
    }
    let base_type = |data_type: &DataType| {
        let name = annotation(&data_type.annotations, EXTENDED_META_DATA)?.detail("baseType")?;
        let (package, name) = match name.rsplit_once('#') {
            Some((uri, name)) => (*packages_by_uri.get(uri)?, name),
            None => (data_type.package, name),
        };
        data_types_by_name.get(&(package, name)).copied()
    };
    data_types.iter().map(base_type).collect()
}

/// Whether Java represents the values of a data type as texts.
fn is_text(data_type: &DataType) -> bool {
    matches!(&data_type.instance, InstanceName::Class(name) if name == "java.lang.String")
        && data_type.literals.is_none()
        && data_type.lexical.is_none()
}

/// The kind of the type that a data type was created for.
fn declared_kind(data_type: &DataType) -> Option<AnyKind> {
    let text = annotation(&data_type.annotations, TYPE_TEXT)?.detail("type")?;
    AnyKind::named(without_optional(text)).filter(|_| is_text(data_type))
}
