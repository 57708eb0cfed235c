//! The notations of texts in columns.
//!
//! This module does not know how they are read.

use modelwright::formats::{self, Format};

/// The notation of the texts of a column.
///
/// ```
/// use modelwright_table::text::Notation;
///
/// assert_eq!(Notation::named("json"), Some(Notation::Json));
/// assert_eq!(Notation::named("csv"), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Notation {
    /// JSON, whose objects need not name their metamodel and class.
    Json,
    /// YAML, in the same form.
    Yaml,
    /// XMI.
    Xmi,
}

impl Notation {
    /// The notation with a name: `json`, `yaml` or `xmi`.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "json" => Some(Notation::Json),
            "yaml" => Some(Notation::Yaml),
            "xmi" => Some(Notation::Xmi),
            _ => None,
        }
    }

    /// The format that reads the notation.
    pub(crate) fn format(self) -> &'static Format {
        match self {
            Self::Json => formats::JSON,
            Self::Yaml => formats::YAML,
            Self::Xmi => formats::XMI,
        }
    }
}
