//! The options of Python: as a struct for callers of the library, and declared for users.

use modelwright_metamodel::options::{Choice, OptionSpec, OptionValues};

/// The options of Python.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PythonOptions {
    /// The kind of classes.
    pub flavour: Flavour,
    /// The file that the metamodel was read from, for the header.
    pub source: Option<String>,
}

/// The kind of classes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Flavour {
    /// Dataclasses of the standard library, with a module that reads and writes their objects.
    #[default]
    Dataclasses,
    /// Models of pydantic 2.
    Pydantic,
}

/// The declarations of the options that users can set.
pub(super) const OPTIONS: &[OptionSpec] = &[OptionSpec::choice(
    "flavour",
    "FLAVOUR",
    "The kind of classes",
    &[
        Choice::new(
            "dataclasses",
            "Dataclasses of the standard library, and a module that reads and writes their objects",
        ),
        Choice::new("pydantic", "Models of pydantic 2"),
    ],
)
.default("dataclasses")];

impl From<&OptionValues> for PythonOptions {
    /// The options that a user selected.
    fn from(values: &OptionValues) -> Self {
        let flavour = match values.text("flavour") {
            Some("pydantic") => Flavour::Pydantic,
            _ => Flavour::Dataclasses,
        };
        Self { flavour, source: None }
    }
}

#[cfg(test)]
mod tests {
    use super::{Flavour, OPTIONS, PythonOptions};
    use modelwright_metamodel::options::{OptionValues, check, defaults};

    #[test]
    fn declared_options_are_in_the_struct() {
        assert_eq!(PythonOptions::from(&defaults(OPTIONS)), PythonOptions::default());
        let values = OptionValues::new().with("flavour", "pydantic");
        assert!(check("python", OPTIONS, &values).is_empty());
        assert_eq!(PythonOptions::from(&values).flavour, Flavour::Pydantic);
    }
}
