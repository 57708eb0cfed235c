//! The error of a value that its data type does not allow. This module does not know types.

use crate::diagnostic::{Code, Diagnostic, Diagnostics, codes};
use std::fmt;

/// The error of a value that its data type does not allow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InvalidValue {
    code: Code,
    expected: String,
    found: String,
}

impl InvalidValue {
    /// An error with what was expected, in the form "at least 18", and the text of the value.
    #[must_use]
    pub fn new(code: Code, expected: impl Into<String>, found: &str) -> Self {
        // The text is cut, because errors are copied and shown, and a value may be megabytes long.
        const MAX: usize = 60;
        Self { code, expected: expected.into(), found: found.chars().take(MAX).collect() }
    }

    /// The error of a text that is not a value of a Rust type.
    #[must_use]
    pub fn unreadable(expected: &str, found: &str) -> Self {
        Self::new(codes::BAD_VALUE, expected, found)
    }

    /// The error of a text that is not one of the allowed ones.
    #[must_use]
    pub fn literal(found: &str, allowed: &[&str]) -> Self {
        Self::new(codes::FACET_ENUMERATION, format!("one of {}", allowed.join(", ")), found)
    }

    /// The code of the problem, as `validate` reports it.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// What was expected, in the form "at least 18".
    #[must_use]
    pub fn expected(&self) -> &str {
        &self.expected
    }

    /// The text of the value, at most its first 60 characters.
    #[must_use]
    pub fn found(&self) -> &str {
        &self.found
    }
}

impl fmt::Display for InvalidValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the value must be {}, found `{}`", self.expected, self.found)
    }
}

impl std::error::Error for InvalidValue {}

impl From<InvalidValue> for Diagnostics {
    fn from(value: InvalidValue) -> Self {
        Diagnostic::error(value.code, value.to_string()).into()
    }
}
