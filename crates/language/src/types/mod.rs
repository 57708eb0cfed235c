//! The rules shared by reading types (`lower`) and writing them (`print`): how names are resolved, and which types of
//! the language correspond to which classifiers of Ecore.
//!
//! Invariant: both directions use the same rules, so that a classifier is written as a type of the language only if
//! reading that type creates an equal classifier. This module knows neither declarations nor the other direction.

pub(crate) mod alias;
mod arguments;
pub(crate) mod builtin_type;
pub(crate) mod canonical;
pub(crate) mod composite;
pub(crate) mod constrained_type;
pub(crate) mod declared;
pub(crate) mod inline;
mod recognise;
pub(crate) mod scope;
pub mod spelling;
mod unsuitable;

use crate::ecore::{DataTypeId, Metamodel};
use constrained_type::ConstrainedType;

/// The text of the type that a data type represents; `None` if it has no restrictions that the language can express.
pub fn constraint_text(metamodel: &Metamodel, id: DataTypeId) -> Option<String> {
    constraint_of(metamodel, id).map(|constraint| constraint.text())
}

/// Like [`constraint_text`], but only if the facets of the data type do not express the type completely.
pub fn constraint_beyond_facets(metamodel: &Metamodel, id: DataTypeId) -> Option<String> {
    let constraint = constraint_of(metamodel, id).filter(|constraint| !constraint.is_in_facets());
    constraint.map(|constraint| constraint.text())
}

/// The constrained type that a data type represents, or else the nearest one of its base types that facets cannot
/// express. Facets of base types are inherited as facets, so they are not looked for here.
fn constraint_of(metamodel: &Metamodel, id: DataTypeId) -> Option<ConstrainedType> {
    let data_type = &metamodel[id];
    let own_constraint = match alias::text_of(&data_type.annotations) {
        Some((text, _)) => ConstrainedType::of_text(text),
        None => ConstrainedType::from_data_type(data_type).map(|(constraint, _)| constraint),
    };
    own_constraint.or_else(|| {
        let inherited = metamodel.base_types(id).filter_map(|id| metamodel.type_text(id));
        let mut inherited = inherited.filter_map(ConstrainedType::of_text);
        inherited.find(|constraint| !constraint.is_in_facets())
    })
}

/// The URI of a package that is declared without one.
pub(crate) fn default_uri(names: &[&str]) -> String {
    let mut uri = "urn:modelwright".to_owned();
    for name in names {
        uri.push(':');
        for c in name.chars() {
            if c.is_ascii_alphanumeric() || "-._".contains(c) {
                uri.push(c);
            } else {
                let mut buffer = [0; 4];
                uri.extend(c.encode_utf8(&mut buffer).bytes().map(|b| format!("%{b:02X}")));
            }
        }
    }
    uri
}
