//! Annotations, which contain details of elements that Ecore has no features for, and the sources of the annotations
//! that this library interprets.

use super::facts::Fact;
use super::ids::Element;
use crate::diagnostic::Source;
use std::sync::Arc;

/// An `EAnnotation`: a source and key–value details. Annotations can be nested.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Annotation {
    /// The kind of annotation, usually a URI.
    pub source: Option<String>,
    /// Keys and values in document order. Ecore allows either to be missing.
    pub details: Vec<(Option<String>, Option<String>)>,
    /// Elements of the same metamodel that the annotation refers to.
    pub references: Vec<Element>,
    /// Annotations of the annotation.
    pub annotations: Vec<Annotation>,
    /// Facts: values of features of the annotation that have no field here.
    pub facts: Vec<Fact>,
    /// The origin of the details. It is only recorded if it is needed: for [`LOGIC`] and [`TYPE_TEXT`].
    pub origin: Origin,
}

/// The source positions of the values of an annotation's details. They are not part of the annotation's
/// value: all origins are equal.
#[derive(Clone, Default)]
pub struct Origin {
    /// The source text.
    pub source: Option<Arc<Source>>,
    /// The byte offset of each value, or of the element that contains it.
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
    /// Returns the value of the first detail with this key.
    #[must_use]
    pub fn detail(&self, key: &str) -> Option<&str> {
        self.details.iter().find(|(k, _)| k.as_deref() == Some(key)).and_then(|(_, v)| v.as_deref())
    }
}

/// The annotation source under which generators store documentation.
pub const GEN_MODEL: &str = "http://www.eclipse.org/emf/2002/GenModel";

/// The annotation source of logic: the text of each expression, keyed by the keyword that it follows in the
/// type language.
pub const LOGIC: &str = "urn:modelwright:logic";

/// The annotation source of a type's text, if facets and classes cannot express it.
pub const TYPE_TEXT: &str = "urn:modelwright:language";

/// The annotation source of XML names and of data type facets.
// EMF's constant has three slashes, too.
pub const EXTENDED_META_DATA: &str = "http:///org/eclipse/emf/ecore/util/ExtendedMetaData";

/// The source of annotations about documents of programs that know no metamodel: the key that names the classes of
/// objects, and the names of the classes; see [`Metamodel::discriminator`](super::Metamodel::discriminator).
pub const DOCUMENTS: &str = "urn:modelwright:documents";

/// The detail of [`DOCUMENTS`] with the key that names the classes of objects.
pub const DISCRIMINATOR: &str = "discriminator";

/// The detail of [`DOCUMENTS`] with the text that names the class.
pub const DISCRIMINATOR_VALUE: &str = "value";

/// Returns the first annotation with this source.
#[must_use]
pub fn annotation<'a>(annotations: &'a [Annotation], source: &str) -> Option<&'a Annotation> {
    annotations.iter().find(|a| a.source.as_deref() == Some(source))
}

/// Returns the documentation in the GenModel annotation.
#[must_use]
pub fn documentation(annotations: &[Annotation]) -> Option<&str> {
    annotation(annotations, GEN_MODEL)?.detail("documentation")
}

/// Splits a facet of [`EXTENDED_META_DATA`] that has several values. They are separated by spaces; a space
/// inside a value is written as `%20`.
pub fn facet_items(facet: &str) -> impl Iterator<Item = String> + '_ {
    // `%25` is replaced last, so that `%2520` becomes `%20`.
    facet.split(' ').map(|item| item.replace("%20", " ").replace("%25", "%"))
}
