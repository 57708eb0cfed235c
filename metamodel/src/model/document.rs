//! A document: a list of root objects, and the declarations of its format.

use super::ObjectId;
use crate::diagnostic::Source;
use crate::ecore::{FeatureId, ValueRules};
use std::sync::Arc;

/// A document of a model; valid only in the model that created it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DocumentId(pub(crate) u32);

/// A document of a model.
#[derive(Debug, Clone, Default)]
pub struct Document {
    /// The address, against which relative references are resolved: an absolute path or a URI.
    pub uri: String,
    /// The encoding that the source declared, in its spelling; `None` for new documents and for formats without a
    /// declaration.
    pub encoding: Option<String>,
    /// The version of XML that the source declared, if it is not 1.0.
    pub xml_version: Option<String>,
    /// The XMI version and namespace that the source declared, if they are not those of 2.0.
    pub xmi: Option<XmiHeader>,
    /// Whether the source has an attribute for the locations of its metamodels, even an empty one.
    pub declares_locations: bool,
    /// The pairs of `xsi:schemaLocation`, in order.
    pub schema_locations: Vec<(String, String)>,
    /// `xsi:noNamespaceSchemaLocation`.
    pub no_namespace_schema_location: Option<String>,
    /// Whether reading ended before the end of its text, so that an unknown part is missing.
    pub is_truncated: bool,
    /// The rules for values of the attributes in its packages, if it is a metamodel.
    pub value_rules: ValueRules,
    /// The text it was read from, if it is available for messages.
    pub source: Option<Arc<Source>>,
    /// The values that were not read because of reported problems, and those that refer to objects that were not read.
    /// Any further problems of these values are consequences.
    pub unread_values: Vec<(ObjectId, FeatureId)>,
    /// References by id whose targets are not in the document but may be in others. Only collected if the reader's
    /// options require it.
    pub missing_targets: Vec<MissingTarget>,
    pub(super) roots: Vec<ObjectId>,
}

/// A reference by id whose target is not in its document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MissingTarget {
    /// The object with the reference.
    pub object: ObjectId,
    /// The reference.
    pub feature: FeatureId,
    /// The id.
    pub id: String,
    /// The byte offset in the source.
    pub offset: usize,
}

/// Version and namespace of XMI, as a document declares them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct XmiHeader {
    /// The value of `xmi:version`.
    pub version: String,
    /// The namespace bound to the prefix `xmi`.
    pub namespace: String,
}

impl Document {
    /// The declarations of a document: a copy without objects and without its source.
    #[must_use]
    pub fn header(&self) -> Self {
        Self {
            roots: Vec::new(),
            unread_values: Vec::new(),
            missing_targets: Vec::new(),
            source: None,
            ..self.clone()
        }
    }

    /// A new, empty document at an address.
    #[must_use]
    pub fn new(uri: impl Into<String>) -> Self {
        Self { uri: uri.into(), ..Self::default() }
    }

    /// The objects without a container, in order.
    #[must_use]
    pub fn roots(&self) -> &[ObjectId] {
        &self.roots
    }
}
