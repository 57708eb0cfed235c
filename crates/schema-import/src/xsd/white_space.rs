//! White space in values. This module does not know schemas.

/// How white space in values is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Space {
    Preserve,
    Replace,
    Collapse,
}

/// How white space in the values of a built-in type is read.
pub(super) fn built_in_white_space(name: &str) -> Space {
    match name {
        "string" | "anySimpleType" => Space::Preserve,
        "normalizedString" => Space::Replace,
        _ => Space::Collapse,
    }
}

/// A value whose white space is changed as its type requires.
pub(super) fn normalised(value: &str, space: Space) -> String {
    match space {
        Space::Preserve => value.to_owned(),
        Space::Replace => value.replace(['\t', '\n', '\r'], " "),
        Space::Collapse => {
            let words = value.split([' ', '\t', '\n', '\r']).filter(|word| !word.is_empty());
            words.collect::<Vec<_>>().join(" ")
        }
    }
}
