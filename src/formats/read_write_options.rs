//! The options with which documents are read and written.
//!
//! Every format declares its own options, and only the format interprets their values; this module knows none of them.

use modelwright_metamodel::input::Limits;
use modelwright_metamodel::options::{OptionValue, OptionValues};

/// The options for reading documents.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ReadOptions {
    /// The limits beyond which a document is rejected.
    pub limits: Limits,
    /// The values of options that formats declare in [`Format::read_options`](super::Format::read_options). A format
    /// ignores the options of other formats, because a document may refer to documents in other formats.
    pub values: OptionValues,
    /// Whether a document is read by one thread only. This does not affect the result.
    pub one_thread: bool,
    /// Whether references by id that have no target in the document are stored in it (`Document::missing_targets`)
    /// instead of reported, because their targets may be in other documents.
    pub collects_missing: bool,
}

impl ReadOptions {
    /// Adds a value of an option that a format declares.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<OptionValue>) -> Self {
        self.values.push(name, value);
        self
    }
}

/// The options for writing documents.
#[derive(Debug, Clone, Default)]
pub struct WriteOptions {
    /// The address to which references to other documents are relative; `None` for the address of the document.
    pub base: Option<String>,
    /// The values of options that the format declares in [`Format::write_options`](super::Format::write_options).
    pub values: OptionValues,
}

impl WriteOptions {
    /// Adds a value of an option that the format declares.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<OptionValue>) -> Self {
        self.values.push(name, value);
        self
    }
}
