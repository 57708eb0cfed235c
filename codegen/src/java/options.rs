//! The options of Java: as a struct for callers of the library, and declared for users.

use super::words;
use modelwright_metamodel::options::{OptionSpec, OptionValues};

/// The options of Java.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct JavaOptions {
    /// The package that contains those of the metamodel, such as `com.example`.
    pub package: Option<String>,
    /// The file that the metamodel was read from, for the header.
    pub source: Option<String>,
}

/// The declarations of the options that users can set.
pub(super) const OPTIONS: &[OptionSpec] = &[OptionSpec::text(
    "package",
    "PACKAGE",
    "The package that contains those of the metamodel, such as `com.example`",
)
.checked(check_package)];

impl From<&OptionValues> for JavaOptions {
    /// The options that a user selected.
    fn from(values: &OptionValues) -> Self {
        Self { package: values.text("package").map(str::to_owned), source: None }
    }
}

/// Accepts the name of a package.
fn check_package(text: &str) -> Result<(), String> {
    // The package must not be inside of `java`: the virtual machine loads only Java's own classes from there.
    if text.split('.').all(is_package_name) && text.split('.').next() != Some("java") {
        Ok(())
    } else {
        Err("expected the name of a package, such as `com.example`".to_owned())
    }
}

/// Whether a part of a name can be the name of a package.
fn is_package_name(part: &str) -> bool {
    part.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_')
        && part.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
        && !words::KEYWORDS.contains(&part)
        // A single underscore is a keyword, too.
        && part != "_"
}

#[cfg(test)]
mod tests {
    use super::{JavaOptions, OPTIONS, check_package};
    use modelwright_metamodel::options::{OptionValues, check, defaults};

    #[test]
    fn declared_options_are_in_the_struct() {
        assert_eq!(JavaOptions::from(&defaults(OPTIONS)), JavaOptions::default());
        let values = OptionValues::new().with("package", "com.example");
        assert!(check("java", OPTIONS, &values).is_empty());
        assert_eq!(JavaOptions::from(&values).package.as_deref(), Some("com.example"));
    }

    #[test]
    fn packages_have_names_of_java() {
        assert!(["com", "com.example", "_a.B1"].iter().all(|name| check_package(name).is_ok()));
        let wrong = ["", "com.", "a.class", "a b", "1a", "a.*/", "java.util", "a._"];
        assert!(wrong.iter().all(|name| check_package(name).is_err()));
    }
}
