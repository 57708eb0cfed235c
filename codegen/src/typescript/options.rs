//! The options of TypeScript: as a struct for callers of the library, and declared for users.

use modelwright_metamodel::options::{Choice, OptionSpec, OptionValues};

/// The options of TypeScript.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TypescriptOptions {
    /// What modules contain.
    pub flavour: Flavour,
    /// The file that the metamodel was read from, for the header.
    pub source: Option<String>,
}

/// What modules contain.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Flavour {
    /// Types only.
    #[default]
    Types,
    /// Schemas of zod 4, and types that follow from them.
    Zod,
}

/// The declarations of the options that users can set.
pub(super) const OPTIONS: &[OptionSpec] = &[OptionSpec::choice(
    "flavour",
    "FLAVOUR",
    "What modules contain",
    &[
        Choice::new("types", "Types only"),
        Choice::new("zod", "Schemas of zod 4, and functions that read and write"),
    ],
)
.default("types")];

impl From<&OptionValues> for TypescriptOptions {
    /// The options that a user selected.
    fn from(values: &OptionValues) -> Self {
        let flavour = match values.text("flavour") {
            Some("zod") => Flavour::Zod,
            _ => Flavour::Types,
        };
        Self { flavour, source: None }
    }
}

#[cfg(test)]
mod tests {
    use super::{Flavour, OPTIONS, TypescriptOptions};
    use modelwright_metamodel::options::{OptionValues, check, defaults};

    #[test]
    fn declared_options_are_in_the_struct() {
        assert_eq!(TypescriptOptions::from(&defaults(OPTIONS)), TypescriptOptions::default());
        let values = OptionValues::new().with("flavour", "zod");
        assert!(check("typescript", OPTIONS, &values).is_empty());
        assert_eq!(TypescriptOptions::from(&values).flavour, Flavour::Zod);
    }
}
