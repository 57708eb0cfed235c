//! The options that callers may set when documents are read and written.
//!
//! Every format declares its own options, and only the format interprets their values; this module knows none of
//! them.

use modelwright_metamodel::input::Limits;
use modelwright_metamodel::options::{OptionValue, OptionValues};

/// How documents are read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ReadOptions {
    /// How much is read before a document is rejected.
    pub limits: Limits,
    /// The values of options that formats declare in [`Format::read_options`](super::Format::read_options). A document may
    /// refer to documents in other formats, so a format ignores the options of others.
    pub values: OptionValues,
    /// Whether a document is read by one thread only. The result does not depend on it.
    pub one_thread: bool,
}

impl ReadOptions {
    /// These options with one more value of an option that a format declares.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<OptionValue>) -> Self {
        self.values.push(name, value);
        self
    }
}

/// How documents are written.
#[derive(Debug, Clone, Default)]
pub struct WriteOptions {
    /// The address that references to other documents are relative to; `None` means the document's own.
    pub base: Option<String>,
    /// The values of options that the format declares in [`Format::write_options`](super::Format::write_options).
    pub values: OptionValues,
}

impl WriteOptions {
    /// These options with one more value of an option that the format declares.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<OptionValue>) -> Self {
        self.values.push(name, value);
        self
    }
}
