//! The features of elements of metamodels to which problems refer, so that problems point at values instead of
//! elements.
//!
//! Contains only codes whose problems always refer to the same feature. This module does not know rules.

use crate::diagnostic::{Code, codes};

/// The feature whose value is the problem, for all problems with this code; `None` if it is not always the same
/// feature.
pub(super) fn feature_with(code: Code) -> Option<&'static str> {
    FEATURES.iter().find(|(codes, _)| codes.contains(&code)).map(|(_, feature)| *feature)
}

/// The codes with the names of their features.
const FEATURES: &[(&[Code], &str)] = &[
    (&[codes::BAD_LOWER_BOUND, codes::BAD_BOUNDS], "lowerBound"),
    (&[codes::BAD_UPPER_BOUND, codes::SEVERAL_CONTAINERS], "upperBound"),
    (&[codes::BAD_OPPOSITE, codes::OPPOSITE_NOT_IN_TYPE], "eOpposite"),
    (&[codes::OPPOSITES_BOTH_CONTAIN], "containment"),
    (&[codes::OPPOSITE_TRANSIENT], "transient"),
    (&[codes::KEY_NOT_IN_TYPE], "eKeys"),
    (&[codes::NOT_UNIQUE_REFERENCE], "unique"),
    (&[codes::BAD_DEFAULT], "defaultValueLiteral"),
    (&[codes::WRONG_TYPE_KIND, codes::REFERENCE_TO_DATA_TYPE], "eType"),
    (&[codes::INHERITANCE_CYCLE, codes::DUPLICATE_SUPERTYPE], "eSuperTypes"),
    (&[codes::INTERFACE_NOT_ABSTRACT], "interface"),
    (&[codes::BAD_NS_URI], "nsURI"),
    (&[codes::BAD_NS_PREFIX], "nsPrefix"),
    (&[codes::BAD_SOURCE_URI], "source"),
    (&[codes::BAD_NAME], "name"),
];
