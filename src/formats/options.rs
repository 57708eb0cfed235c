//! What callers may choose when documents are read and written.
//!
//! Formats use what concerns them; [`Format`](super::Format) declares which options those are.

use modelwright_metamodel::input::Limits;
use modelwright_metamodel::tree::Dialect;

/// How documents are read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ReadOptions {
    /// How much is read before a document is refused.
    pub limits: Limits,
    /// Whether XML has the names and the structure of the metamodel's extended metadata.
    pub extended_metadata: bool,
    /// Whether elements and attributes of XML that the metamodel does not know are kept instead of refused.
    pub record_unknown: bool,
}

/// How documents are written.
#[derive(Debug, Clone, Default)]
pub struct WriteOptions {
    /// The encoding as it is to be declared; `None` takes the document's own.
    pub encoding: Option<String>,
    /// The address that references to other documents are made relative to; `None` takes the document's own.
    pub base: Option<String>,
    /// How XML is written.
    pub xml: XmlOptions,
    /// The dialect of JSON and YAML.
    pub dialect: Dialect,
}

/// How XMI and `.ecore` are written; what is not chosen is as the format has it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
pub struct XmlOptions {
    /// The length of a line after which it is broken before attributes; 0 for never.
    pub line_width: Option<usize>,
    /// Whether all elements are on one line.
    pub unformatted: bool,
    /// Whether the XML declaration is left out.
    pub no_declaration: bool,
    /// Whether the locations of the metamodels are written.
    pub schema_location: Option<bool>,
    /// Whether attributes with an explicit default are written even where they have that value.
    pub keep_defaults: bool,
    /// Whether references to other documents are attributes.
    pub encoded_attributes: bool,
    /// Whether every element has its class.
    pub type_information: bool,
    /// Whether the class is in `xmi:type` instead of `xsi:type`.
    pub xmi_type: bool,
    /// Whether XML has the names and the structure of the metamodel's extended metadata.
    pub extended_metadata: bool,
}
