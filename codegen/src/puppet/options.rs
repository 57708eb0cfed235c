//! The options of Puppet: as a struct for callers of the library, and declared for users.

use modelwright_metamodel::options::{OptionSpec, OptionValues};

/// The options of Puppet.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PuppetOptions {
    /// The name of the module; that of the first package if there is none.
    pub module: Option<String>,
    /// The file that the metamodel was read from, for the header.
    pub source: Option<String>,
}

/// The declarations of the options that users can set.
pub(super) const OPTIONS: &[OptionSpec] = &[OptionSpec::text(
    "module-name",
    "NAME",
    "The name of the module that contains the types; that of the first package by default",
)];

impl From<&OptionValues> for PuppetOptions {
    /// The options that a user selected.
    fn from(values: &OptionValues) -> Self {
        Self { module: values.text("module-name").map(str::to_owned), source: None }
    }
}

#[cfg(test)]
mod tests {
    use super::{OPTIONS, PuppetOptions};
    use modelwright_metamodel::options::{OptionValues, check, defaults};

    #[test]
    fn declared_options_are_in_the_struct() {
        assert_eq!(PuppetOptions::from(&defaults(OPTIONS)), PuppetOptions::default());
        let values = OptionValues::new().with("module-name", "library");
        assert!(check("puppet", OPTIONS, &values).is_empty());
        assert_eq!(PuppetOptions::from(&values).module.as_deref(), Some("library"));
    }
}
