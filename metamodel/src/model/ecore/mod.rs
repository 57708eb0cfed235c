//! Converts between a metamodel and its model: an `.ecore` file is a model of Ecore.
//!
//! [`to_model`] and [`from_models`] convert. As in EMF, reading is lenient: a feature whose type is not found has no
//! type, and problems name the objects. Invariant: `from_models(to_model(m))` has the same packages as `m`. Objects in
//! annotations are only in the model, unless they are annotations themselves.

mod from_model;
mod known_elements;
mod normalisation;
mod paths;
mod to_model;

pub use from_model::{ElementOverride, Overrides, from_models_with};
pub use from_model::{MetamodelConversion, from_models};
pub use normalisation::normalise;
pub use to_model::make_models;
pub use to_model::{ModelConversion, ecore_model, make_model, to_model};

use super::{Model, ObjectId};
use crate::ecore::{LOGIC, Metamodel, TYPE_TEXT, builtin};
use std::sync::Arc;

/// Whether an object is an annotation that contains logic.
#[must_use]
pub fn carries_logic(model: &Model, object: ObjectId) -> bool {
    has_source(model, object, LOGIC)
}

/// Whether an object is an annotation that contains the text of a type.
#[must_use]
pub fn carries_type(model: &Model, object: ObjectId) -> bool {
    has_source(model, object, TYPE_TEXT)
}

/// Whether an object is an annotation with a source.
fn has_source(model: &Model, annotation: ObjectId, source: &str) -> bool {
    model.class(annotation) == builtin::EANNOTATION
        && model.get_named(annotation, "source").text() == Some(source)
}

/// The metamodel extended by the built-in packages that a model refers to, or that the model's own metamodel contains.
#[must_use]
pub fn with_built_ins(metamodel: &Arc<Metamodel>, model: &Model) -> Arc<Metamodel> {
    let mut extended = Arc::clone(metamodel);
    for uri in &builtin::OPTIONAL_URIS {
        let is_needed = has_package(model.metamodel(), uri)
            || is_referred_to(model, uri)
            || is_named_in_data_types(model, uri);
        if has_package(metamodel, uri) || !is_needed {
            continue;
        }
        if let Some(with_package) = extended.with_built_in(uri) {
            extended = Arc::new(with_package);
        }
    }
    extended
}

/// Whether a proxy of a model refers to the document with a URI.
fn is_referred_to(model: &Model, uri: &str) -> bool {
    model
        .proxies()
        .any(|(_, address)| address.strip_prefix(uri).is_some_and(|fragment| fragment.starts_with('#')))
}

/// Whether an annotation of a data type names a type of the built-in package `uri`, as its base or as the type of its
/// items or members. The data type then has the facets of that type as well.
fn is_named_in_data_types(model: &Model, uri: &str) -> bool {
    let mut entries = model.objects().filter(|id| model.class(*id) == builtin::ESTRING_TO_STRING_MAP_ENTRY);
    entries.any(|entry| {
        let key = model.get_named(entry, "key").text().unwrap_or_default();
        let mut names = model.get_named(entry, "value").text().unwrap_or_default().split(' ');
        let contains_types = ["baseType", "itemType", "memberTypes"].contains(&key);
        contains_types && names.any(|name| name.starts_with(uri))
    })
}

/// Whether a metamodel contains a package with a URI.
fn has_package(metamodel: &Metamodel, uri: &str) -> bool {
    metamodel.package_by_uri(uri).is_some()
}
