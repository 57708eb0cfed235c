//! The options of JSON Schema: as a struct for callers of the library, and declared for users.

use modelwright_metamodel::options::{Choice, OptionSpec, OptionValues};
use modelwright_notations::tree::Dialect;

/// The options of JSON Schema.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct JsonSchemaOptions {
    /// The draft.
    pub draft: Draft,
    /// The dialect of the documents.
    pub dialect: Dialect,
    /// Whether the definitions of each package go into a file of their own.
    pub per_package: bool,
    /// The class of the only root of documents, by its name in documents; otherwise documents may have any roots.
    pub root: Option<String>,
}

/// A draft of JSON Schema.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Draft {
    /// Draft 2020-12.
    #[default]
    Draft202012,
    /// Draft 7, for tools that do not support a later one.
    Draft07,
}

/// The declarations of the options that users can set.
pub(super) const OPTIONS: &[OptionSpec] = &[
    OptionSpec::choice(
        "draft",
        "DRAFT",
        "The draft of JSON Schema",
        &[
            Choice::new("2020-12", "Draft 2020-12"),
            Choice::new("07", "Draft 7, for tools that do not support a later one"),
        ],
    )
    .default("2020-12"),
    OptionSpec::choice(
        "dialect",
        "DIALECT",
        "The dialect of the documents that the schema is for",
        &[
            Choice::new("plain", "Features by name, classes where they are needed, references as addresses"),
            Choice::new("emf", "The JSON of emfjson-jackson and PyEcore"),
        ],
    )
    .default("plain"),
    OptionSpec::flag("per-package", "Write the definitions of each package to a file of their own"),
    OptionSpec::text(
        "root",
        "CLASS",
        "The class of the only root; documents then need not name the metamodel",
    ),
];

impl From<&OptionValues> for JsonSchemaOptions {
    /// The options that a user selected.
    fn from(values: &OptionValues) -> Self {
        Self {
            draft: match values.text("draft") {
                Some("07") => Draft::Draft07,
                _ => Draft::Draft202012,
            },
            dialect: match values.text("dialect") {
                Some("emf") => Dialect::Emf,
                _ => Dialect::Plain,
            },
            per_package: values.flag("per-package"),
            root: values.text("root").map(str::to_owned),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Dialect, Draft, JsonSchemaOptions, OPTIONS};
    use modelwright_metamodel::options::{OptionValues, check, defaults};

    #[test]
    fn declared_options_are_in_the_struct() {
        assert_eq!(JsonSchemaOptions::from(&defaults(OPTIONS)), JsonSchemaOptions::default());
        let values = OptionValues::new()
            .with("draft", "07")
            .with("dialect", "emf")
            .with("per-package", true)
            .with("root", "Book");
        assert!(check("json-schema", OPTIONS, &values).is_empty());
        assert_eq!(values.iter().count(), OPTIONS.len());
        let expected = JsonSchemaOptions {
            draft: Draft::Draft07,
            dialect: Dialect::Emf,
            per_package: true,
            root: Some("Book".to_owned()),
        };
        assert_eq!(JsonSchemaOptions::from(&values), expected);
    }
}
