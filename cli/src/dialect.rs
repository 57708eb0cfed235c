//! The dialects of JSON and YAML, as options name them.

use clap::ValueEnum;
use modelwright_metamodel::tree::Dialect;

/// The dialects of trees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum DialectName {
    /// Features by name, classes where they are needed, references as addresses
    Plain,
    /// As emfjson-jackson and PyEcore read and write it
    Emf,
}

impl DialectName {
    pub(super) fn dialect(self) -> Dialect {
        match self {
            Self::Plain => Dialect::Plain,
            Self::Emf => Dialect::Emf,
        }
    }
}
