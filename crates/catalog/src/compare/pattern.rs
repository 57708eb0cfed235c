//! Patterns of resources and of their parameters, such as `File[/tmp/*]` and `Package[*] ensure`.

use crate::json::parts_of_reference;
use modelwright_files::name_matches;
use std::fmt;

/// A pattern of resources, or of a parameter of resources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResourcePattern {
    /// The pattern of types, in lower case.
    name: String,
    title: String,
    parameter: Option<String>,
}

/// A text that is not a pattern of resources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidPattern(String);

impl fmt::Display for InvalidPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a pattern of resources, such as `File[/tmp/*]` or `Package[*] ensure`", self.0)
    }
}

impl std::error::Error for InvalidPattern {}

impl std::str::FromStr for ResourcePattern {
    type Err = InvalidPattern;

    /// Reads a pattern: a reference, and then the name of a parameter if the pattern is one of parameters.
    fn from_str(text: &str) -> Result<Self, InvalidPattern> {
        // The title may contain brackets and blanks, so the last bracket ends it.
        let (reference, parameter) = match text.rsplit_once(']') {
            Some((reference, parameter)) => (format!("{reference}]"), parameter.trim()),
            None => return Err(InvalidPattern(text.to_owned())),
        };
        let Some((name, title)) = parts_of_reference(&reference) else {
            return Err(InvalidPattern(text.to_owned()));
        };
        let parameter = (!parameter.is_empty()).then(|| parameter.to_owned());
        Ok(Self { name: name.to_lowercase(), title: title.to_owned(), parameter })
    }
}

impl ResourcePattern {
    /// Whether the pattern is one of complete resources, and matches a reference.
    #[must_use]
    pub fn matches_resource(&self, reference: &str) -> bool {
        self.parameter.is_none() && self.matches(reference)
    }

    /// Whether the pattern is one of parameters, and matches one of a resource.
    #[must_use]
    pub fn matches_parameter(&self, reference: &str, parameter: &str) -> bool {
        self.parameter.as_ref().is_some_and(|pattern| name_matches(parameter, pattern))
            && self.matches(reference)
    }

    /// Whether the reference of a resource matches the patterns of the type and of the title.
    fn matches(&self, reference: &str) -> bool {
        parts_of_reference(reference).is_some_and(|(name, title)| {
            name_matches(&name.to_lowercase(), &self.name) && name_matches(title, &self.title)
        })
    }
}
