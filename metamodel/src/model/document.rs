//! A document: a list of root objects, and what its notation said about the whole.

use super::ObjectId;
use crate::diagnostic::Source;
use std::sync::Arc;

/// A document of a model; valid only in the model that made it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocumentId(pub(crate) u32);

/// How a document's text is turned into bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Encoding {
    /// UTF-8.
    Utf8,
    /// ASCII; other characters as character references.
    Ascii,
    /// ISO-8859-1; other characters as character references.
    Latin1,
    /// UTF-16 with a byte order mark, big-endian, as Java writes it.
    Utf16,
}

impl Encoding {
    /// The name used where documents declare their encoding.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Encoding::Utf8 => "UTF-8",
            Encoding::Ascii => "ASCII",
            Encoding::Latin1 => "ISO-8859-1",
            Encoding::Utf16 => "UTF-16",
        }
    }

    /// The encoding of a declared name, if it is one of those known here.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Self> {
        let upper = name.to_ascii_uppercase().replace('_', "-");
        Some(match upper.as_str() {
            "UTF-8" | "UTF8" => Encoding::Utf8,
            "ASCII" | "US-ASCII" => Encoding::Ascii,
            "ISO-8859-1" | "ISO8859-1" | "LATIN1" | "LATIN-1" => Encoding::Latin1,
            "UTF-16" | "UTF-16BE" | "UTF-16LE" => Encoding::Utf16,
            _ => return None,
        })
    }
}

/// A document of a model.
#[derive(Debug, Clone, Default)]
pub struct Document {
    /// Its address, against which relative references are resolved: an absolute path or a URI.
    pub uri: String,
    /// The encoding that the source declared, as it was spelled there; none where it was new or
    /// has no notion of encodings.
    pub encoding: Option<String>,
    /// The XMI version and namespace that the source declared, where they are not 2.0's.
    pub xmi: Option<XmiHeader>,
    /// The pairs of `xsi:schemaLocation`, in order.
    pub schema_locations: Vec<(String, String)>,
    /// `xsi:noNamespaceSchemaLocation`.
    pub no_namespace_schema_location: Option<String>,
    /// The text it was read from, if that was kept for messages.
    pub source: Option<Arc<Source>>,
    pub(super) roots: Vec<ObjectId>,
}

/// Version and namespace of XMI, as a document declares them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct XmiHeader {
    /// The value of `xmi:version`.
    pub version: String,
    /// The namespace that the prefix `xmi` stands for.
    pub namespace: String,
}

impl Document {
    /// A new, empty document at an address.
    #[must_use]
    pub fn new(uri: impl Into<String>) -> Self {
        Self { uri: uri.into(), ..Self::default() }
    }

    /// The objects that no other contains, in order.
    #[must_use]
    pub fn roots(&self) -> &[ObjectId] {
        &self.roots
    }
}
