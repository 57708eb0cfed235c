//! Annotations: details of elements beyond Ecore's own features, and the sources that have a meaning here.

use super::facts::Fact;
use super::ids::Element;
use crate::diagnostic::Source;
use std::sync::Arc;

/// An `EAnnotation`: a source and key–value details; may nest.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Annotation {
    /// What kind of annotation it is, usually a URI.
    pub source: Option<String>,
    /// Keys and values in their order; Ecore lets either be absent.
    pub details: Vec<(Option<String>, Option<String>)>,
    /// Elements of the same metamodel that it refers to.
    pub references: Vec<Element>,
    /// Annotations of the annotation.
    pub annotations: Vec<Annotation>,
    /// Facts: values of its features that have no field here.
    pub facts: Vec<Fact>,
    /// Where it was read, kept only where it matters: for [`LOGIC`].
    pub origin: Origin,
}

/// Where the values of an annotation's details were read. It is no part of the annotation's value.
#[derive(Clone, Default)]
pub struct Origin {
    /// The text.
    pub source: Option<Arc<Source>>,
    /// The byte at which each value starts, or the element that holds it.
    pub offsets: Vec<u32>,
}

impl PartialEq for Origin {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl std::fmt::Debug for Origin {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Origin")
    }
}

impl Annotation {
    /// The value of the first detail with this key.
    #[must_use]
    pub fn detail(&self, key: &str) -> Option<&str> {
        self.details.iter().find(|(k, _)| k.as_deref() == Some(key)).and_then(|(_, v)| v.as_deref())
    }
}

/// The annotation source under which generators keep documentation.
pub const GEN_MODEL: &str = "http://www.eclipse.org/emf/2002/GenModel";

/// The annotation source of logic: the text of each expression, by the word that it stands behind in the type
/// language.
pub const LOGIC: &str = "urn:modelwright:logic";

/// The annotation source of a type's own text, where facets and classes cannot say it.
pub const TYPE_TEXT: &str = "urn:modelwright:language";

/// The annotation source of XML names and of data type facets.
pub const EXTENDED_META_DATA: &str = "http:///org/eclipse/emf/ecore/util/ExtendedMetaData";

/// Finds the annotation with this source.
#[must_use]
pub fn annotation<'a>(annotations: &'a [Annotation], source: &str) -> Option<&'a Annotation> {
    annotations.iter().find(|a| a.source.as_deref() == Some(source))
}

/// The documentation kept in the GenModel annotation.
#[must_use]
pub fn documentation(annotations: &[Annotation]) -> Option<&str> {
    annotation(annotations, GEN_MODEL)?.detail("documentation")
}

/// The items of a facet of [`EXTENDED_META_DATA`] that has several: they stand apart by spaces, and hold `%20` for a space of
/// their own.
pub fn facet_items(facet: &str) -> impl Iterator<Item = String> + '_ {
    facet.split(' ').map(|item| item.replace("%20", " ").replace("%25", "%"))
}
