//! Why a lookup fails.

use modelwright_metamodel::diagnostic::{Code, Diagnostic, codes};
use std::fmt;

/// Why a lookup fails, in Ruby's words where Ruby fails as well.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LookupError {
    kind: Kind,
    class: &'static str,
    message: String,
    help: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Interpolation,
    Loop,
    Mismatch,
    File,
    Encrypted,
    Limit,
}

impl Kind {
    /// The code of its diagnostics, and what to do.
    fn code_and_advice(self) -> (Code, &'static str) {
        match self {
            Kind::Interpolation => (codes::HIERA_INTERPOLATION, "correct the text between `%{` and `}`"),
            Kind::Loop => (codes::HIERA_LOOP, "break the chain: one of these must not refer to the next"),
            Kind::Mismatch => (
                codes::HIERA_MISMATCH,
                "change the value's type, or ask for the key with another --resolution",
            ),
            Kind::File => {
                (codes::HIERA_DATA, "correct the file; lookups that do not come to it are not affected")
            }
            Kind::Encrypted => (codes::HIERA_ENCRYPTED, "answer it as it was written with --keep-encrypted"),
            Kind::Limit => (codes::LIMIT, "simplify the values that refer to each other"),
        }
    }
}

impl LookupError {
    /// An error as Ruby raises it.
    pub(super) fn raised(class: &'static str, message: impl Into<String>) -> Self {
        let kind = match class {
            "Hiera::InterpolationInvalidValue" => Kind::Interpolation,
            "Hiera::InterpolationLoop" => Kind::Loop,
            _ => Kind::Mismatch,
        };
        Self::new(kind, class, message)
    }

    fn new(kind: Kind, class: &'static str, message: impl Into<String>) -> Self {
        Self { kind, class, message: message.into(), help: None }
    }

    /// An error of an invalid interpolation.
    pub(super) fn interpolation(message: impl Into<String>) -> Self {
        Self::raised("Hiera::InterpolationInvalidValue", message)
    }

    /// A value of another type than the key or the resolution needs.
    pub(super) fn mismatch(message: impl Into<String>) -> Self {
        Self::raised("Exception", message)
    }

    /// A file that cannot be read, or contains no hash.
    pub(super) fn file(class: &'static str, message: impl Into<String>) -> Self {
        Self::new(Kind::File, class, message)
    }

    /// A value that has to be decrypted.
    pub(super) fn encrypted() -> Self {
        Self::new(
            Kind::Encrypted,
            "RuntimeError",
            "the value is encrypted, and no key to decrypt it is given",
        )
    }

    /// A lookup that takes too much; Ruby has no such limit.
    pub(super) fn limit(message: impl Into<String>) -> Self {
        Self::new(Kind::Limit, "SystemStackError", message)
    }

    /// Sets what to do.
    #[must_use]
    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// The class of the exception in Ruby.
    #[must_use]
    pub fn class(&self) -> &'static str {
        self.class
    }

    /// What is wrong.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The problem of looking up a key.
    #[must_use]
    pub fn into_diagnostic(self, key: &str) -> Diagnostic {
        let (code, advice) = self.kind.code_and_advice();
        let problem = Diagnostic::error(code, format!("the lookup of `{key}` fails: {}", self.message));
        problem.help(self.help.unwrap_or_else(|| advice.to_owned()))
    }
}

impl fmt::Display for LookupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LookupError {}
