//! The options of JSON and YAML.

use super::{ReadOptions, WriteOptions};
use modelwright_metamodel::options::{Choice, OptionSpec};
use modelwright_metamodel::tree::{self, Dialect};

/// The options for writing.
pub(super) const WRITE: &[OptionSpec] = &[OptionSpec::choice(
    "dialect",
    "DIALECT",
    "The dialect of JSON and YAML; documents that are read need no such option",
    &[
        Choice::new("plain", "Features by name, classes where they are needed, references as addresses"),
        Choice::new("emf", "As emfjson-jackson and PyEcore read and write it"),
    ],
)];

/// How trees are read.
pub(super) fn read_options(options: &ReadOptions) -> tree::ReadOptions {
    tree::ReadOptions { limits: options.limits, record_offsets: true }
}

/// The dialect that the caller selected.
pub(super) fn dialect(options: &WriteOptions) -> Dialect {
    match options.values.text("dialect") {
        Some("emf") => Dialect::Emf,
        _ => Dialect::Plain,
    }
}
