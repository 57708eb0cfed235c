//! Descriptions, for messages, of the values that attributes may have.
//!
//! Invariant: a type that was declared in place is not named, because users do not know its generated name. This module
//! does not know which value was found.

use super::annotations::{EXTENDED_META_DATA, annotation, facet_items};
use super::{DataKind, DataType, FeatureId, Metamodel};
use crate::diagnostic::join_choices;

impl Metamodel {
    /// The name of an attribute's type for messages; `None` if the type was declared in place.
    #[must_use]
    pub fn shown_type(&self, feature: FeatureId) -> Option<&str> {
        let name = self[self.data_type(feature)].name.as_str();
        let owner = self[self[feature].owner].name.as_str();
        // The name of a type that was declared in place consists of the names of its class and its feature: the type of
        // `Book.title` is `BookTitle`.
        let is_generated =
            name.strip_prefix(owner).is_some_and(|suffix| is_capitalised(suffix, self[feature].name()));
        (!is_generated).then_some(name)
    }
}

/// Whether `text` is `original` with its first letter in upper case.
fn is_capitalised(text: &str, original: &str) -> bool {
    let (mut text, mut original) = (text.chars(), original.chars());
    match (text.next(), original.next()) {
        (Some(first), Some(other)) => other.to_uppercase().eq([first]) && text.as_str() == original.as_str(),
        _ => false,
    }
}

impl DataType {
    /// The values that facets of the type allow: numbers within bounds, such as "a whole number from 1 to 5", or listed
    /// texts. `None` for other facets.
    #[must_use]
    pub fn facet_expectation(&self) -> Option<String> {
        let facets = annotation(&self.annotations, EXTENDED_META_DATA)?;
        if let (DataKind::String, Some(list)) = (self.kind, facets.detail("enumeration")) {
            return Some(join_choices(facet_items(list)));
        }
        let noun = match self.kind {
            DataKind::Integer { .. } | DataKind::BigInteger => "a whole number",
            DataKind::Float { .. } | DataKind::Double { .. } | DataKind::BigDecimal => "a number",
            _ => return None,
        };
        match (facets.detail("minInclusive"), facets.detail("maxInclusive")) {
            (Some(min), Some(max)) => Some(format!("{noun} from {min} to {max}")),
            (Some(min), None) => Some(format!("{noun} of at least {min}")),
            (None, Some(max)) => Some(format!("{noun} of at most {max}")),
            (None, None) => None,
        }
    }
}
