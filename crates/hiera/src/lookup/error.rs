//! The reasons for which lookups fail.

use super::origin::Origin;
use modelwright_metamodel::diagnostic::{Code, Diagnostic, Source, codes};
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

/// The reason for which a lookup fails, with Ruby's message if Ruby fails as well.
#[derive(Debug, Clone)]
pub struct LookupError {
    kind: Kind,
    class: &'static str,
    message: String,
    help: Option<String>,
    /// The position of the value that the lookup read last.
    origin: Option<Origin>,
    /// The problem of the file that cannot be read, if this is the reason.
    cause: Option<Arc<Diagnostic>>,
    /// Whether the value may be a secret, so that its line is not shown.
    is_secret: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Interpolation,
    Loop,
    Mismatch,
    File,
    Encrypted,
    Unsupported,
    Limit,
}

impl Kind {
    /// The code of a diagnostic for this kind of error, and its help.
    fn code_and_advice(self) -> (Code, &'static str) {
        match self {
            Kind::Interpolation => (codes::HIERA_INTERPOLATION, "correct the text between `%{` and `}`"),
            Kind::Loop => (codes::HIERA_LOOP, "remove one of the references in the cycle"),
            Kind::Mismatch => (codes::HIERA_MISMATCH, "change the value's type, or how values are merged"),
            Kind::File => {
                (codes::HIERA_DATA, "correct the file; lookups that do not read it are not affected")
            }
            Kind::Encrypted => (
                codes::HIERA_ENCRYPTED,
                "use --keep-encrypted to return it as it is written, or `eyaml decrypt` on a machine with the keys",
            ),
            Kind::Unsupported => {
                (codes::HIERA_BACKEND, "remove the level, or look the key up with `puppet lookup`")
            }
            Kind::Limit => (codes::LIMIT, "simplify the values that refer to each other"),
        }
    }
}

impl LookupError {
    /// An error that Ruby raises, with the class of its exception.
    pub(super) fn of_ruby(class: &'static str, message: impl Into<String>) -> Self {
        let kind = match class {
            "Hiera::InterpolationInvalidValue" => Kind::Interpolation,
            "Hiera::InterpolationLoop" => Kind::Loop,
            _ => Kind::Mismatch,
        };
        Self::new(kind, class, message)
    }

    fn new(kind: Kind, class: &'static str, message: impl Into<String>) -> Self {
        Self { kind, class, message: message.into(), help: None, origin: None, cause: None, is_secret: false }
    }

    /// The error of an invalid interpolation.
    pub(super) fn interpolation(message: impl Into<String>) -> Self {
        Self::of_ruby("Hiera::InterpolationInvalidValue", message)
    }

    /// The error of a value whose type is not the one that the key or the resolution requires.
    pub(super) fn mismatch(message: impl Into<String>) -> Self {
        Self::of_ruby("Exception", message)
    }

    /// The error of a file that cannot be read, or does not contain a hash.
    pub(super) fn file(class: &'static str, cause: Diagnostic) -> Self {
        let error = Self::new(Kind::File, class, cause.to_string());
        Self { cause: Some(Arc::new(cause)), ..error }
    }

    /// The error of a value that cannot be decrypted.
    pub(super) fn encrypted(message: impl Into<String>) -> Self {
        Self::new(Kind::Encrypted, "RuntimeError", message)
    }

    /// Whether the message may contain parts of texts that were interpolated.
    pub(super) fn quotes_texts(&self) -> bool {
        matches!(self.kind, Kind::Interpolation | Kind::Loop)
    }

    /// The same error, with a general message if its own may contain parts of decrypted texts.
    #[must_use]
    pub(super) fn without_secrets(mut self) -> Self {
        let reason = match self.kind {
            Kind::Interpolation => "an interpolation is invalid",
            Kind::Loop => "keys refer to each other in a cycle",
            Kind::Mismatch => "a value has the wrong type",
            // Messages of these kinds contain names of files, settings and limits, but no values.
            Kind::File | Kind::Encrypted | Kind::Unsupported | Kind::Limit => return self,
        };
        self.message = format!("{reason}; more is not shown, because a decrypted value is involved");
        self.is_secret = true;
        self
    }

    /// The error of a lookup that requires something only Puppet supports.
    pub(super) fn unsupported(message: impl Into<String>) -> Self {
        Self::new(Kind::Unsupported, "Puppet::DataBinding::LookupError", message)
    }

    /// The error of a lookup that exceeds a limit, which Ruby does not have.
    pub(super) fn limit(message: impl Into<String>) -> Self {
        Self::new(Kind::Limit, "SystemStackError", message)
    }

    /// Sets the help.
    #[must_use]
    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Sets the position of the value that the lookup read, unless a nested lookup has set it.
    #[must_use]
    pub(super) fn at(mut self, origin: Origin) -> Self {
        self.origin.get_or_insert(origin);
        self
    }

    /// The position of the value at which the lookup failed.
    #[must_use]
    pub fn origin(&self) -> Option<Origin> {
        self.origin
    }

    /// The problem of the file that the lookup read, if the lookup fails because of it.
    #[must_use]
    pub fn cause(&self) -> Option<&Diagnostic> {
        self.cause.as_deref()
    }

    /// The class of the exception in Ruby.
    #[must_use]
    pub fn class(&self) -> &'static str {
        self.class
    }

    /// Whether the error is that texts interpolate each other in a cycle.
    pub(crate) fn is_recursion(&self) -> bool {
        matches!(self.kind, Kind::Loop)
    }

    /// The message.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The diagnostic of a failed lookup of a key. `at` returns the span of the value that the lookup read last.
    pub(super) fn into_diagnostic(
        self,
        key: &str,
        at: impl FnOnce(Origin) -> Option<(Arc<Source>, Range<usize>)>,
    ) -> Diagnostic {
        let (code, advice) = self.kind.code_and_advice();
        if let Some(cause) = self.cause {
            // If the file is broken, the diagnostic is at the mistake in the file.
            let mut problem =
                Diagnostic::error(cause.code, format!("the lookup of `{key}` fails: {}", cause.message));
            problem.labels = cause.labels.clone();
            return problem.help(cause.help.clone().unwrap_or_else(|| advice.to_owned()));
        }
        let problem = Diagnostic::error(code, format!("the lookup of `{key}` fails: {}", self.message))
            .help(self.help.unwrap_or_else(|| advice.to_owned()));
        match self.origin.and_then(at) {
            Some((source, range)) if self.is_secret => {
                let (key, range) = key_alone(&source, range);
                problem.at(&key, range)
            }
            Some((source, range)) => problem.at(&source, range),
            None => problem,
        }
    }
}

/// A source that contains only a key, at the same position: the text beside the key may be a secret.
fn key_alone(source: &Source, range: Range<usize>) -> (Arc<Source>, Range<usize>) {
    let position = source.position(range.start);
    let mut text = " ".repeat(position.column.saturating_sub(1));
    let start = text.len();
    text.push_str(&source.text()[range]);
    let end = text.len();
    (Source::excerpt(source.name(), text, position.line), start..end)
}

impl fmt::Display for LookupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for LookupError {}
