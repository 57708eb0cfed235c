//! Documents of typed values: their header, their formats and their validation.
//!
//! Invariant: an unchanged document is written as it was read. Values are converted to a model and back, so the formats
//! are those of models. This module does not know the syntax of formats.

use super::description::root_class;
use super::embedded::{Embedded, TYPE, embedded_of, metamodel_of};
use super::notation::Notation;
use super::preserved::PreservedContent;
use super::read::{from_certain_json, without_proxies};
use super::write::{WriteResult, to_model, write};
use super::{Element, ElementRef, Links, Ref};
use crate::diagnostic::{Diagnostic, Diagnostics, codes, show_features};
use crate::ecore::Metamodel;
use crate::input::{Limits, read_path};
use crate::model::{self, DocumentId, Model};
use crate::tree::names::qualified_name;
use crate::tree::{ReadOptions, UntypedDocument};
use crate::validate::{CheckOptions, check};
use crate::xmi::WriteOptions;
use std::borrow::Cow;
use std::path::Path;
use std::sync::Arc;

/// The name in problems of a document that is not in a file.
const UNNAMED: &str = "document";

/// The roots of a document as values of a type, with the document's header.
///
/// Values cannot represent `xmi:id`s, or contents and containers that are in other documents. The document
/// preserves them by path, and restores them for the object that is at the path when the document is written.
#[derive(Debug, Clone)]
pub struct Document<T> {
    /// The root values.
    pub roots: Vec<T>,
    /// Encoding, version and URI, as far as the format contains them.
    pub header: model::Document,
    /// Content that the values cannot represent, by path.
    preserved: PreservedContent,
}

impl<T> Default for Document<T> {
    fn default() -> Self {
        Self::new(Vec::new())
    }
}

impl<T> Document<T> {
    /// A new document with these roots.
    #[must_use]
    pub fn new(roots: impl Into<Vec<T>>) -> Self {
        Self {
            roots: roots.into(),
            header: model::Document::default(),
            preserved: PreservedContent::default(),
        }
    }
}

impl<T> From<T> for Document<T> {
    fn from(root: T) -> Self {
        Self::new([root])
    }
}

impl<T: Element> Document<T> {
    /// Reads a file, whose extension determines the notation. Problems contain the path as it was passed.
    ///
    /// # Errors
    /// If the file cannot be read, its notation is unknown, or it is invalid as for [`Document::from_slice`].
    pub fn from_path(path: impl AsRef<Path>) -> Result<Self, Diagnostics> {
        let path = path.as_ref();
        let notation = Notation::of_path(path).map_err(|problem| *problem)?;
        let bytes = read_path(path, &Limits::default()).map_err(|problem| *problem)?;
        Self::read(&path.to_string_lossy(), bytes.into(), notation)
    }

    /// Reads bytes in any encoding of the notation. Problems name them `document`.
    ///
    /// # Errors
    /// If they are not well-formed, do not match the metamodel, or contain something that the types cannot represent.
    pub fn from_slice(bytes: &[u8], notation: Notation) -> Result<Self, Diagnostics> {
        Self::read(UNNAMED, bytes.into(), notation)
    }

    /// Reads a text. Problems name it `document`.
    ///
    /// # Errors
    /// As for [`Document::from_slice`].
    pub fn from_str(text: &str, notation: Notation) -> Result<Self, Diagnostics> {
        match Self::read_directly(text, notation) {
            Some(document) => Ok(document),
            None => Self::read_completely(UNNAMED, text.as_bytes().to_vec(), notation),
        }
    }

    /// Reads XMI, in any encoding.
    ///
    /// # Errors
    /// As for [`Document::from_slice`].
    pub fn from_xmi(bytes: impl Into<Vec<u8>>) -> Result<Self, Diagnostics> {
        Self::read_completely(UNNAMED, bytes.into(), Notation::Xmi)
    }

    /// Reads JSON in the plain dialect.
    ///
    /// # Errors
    /// As for [`Document::from_slice`].
    pub fn from_json(text: &str) -> Result<Self, Diagnostics> {
        Self::from_str(text, Notation::Json)
    }

    /// Reads YAML in the plain dialect.
    ///
    /// # Errors
    /// As for [`Document::from_slice`].
    pub fn from_yaml(text: &str) -> Result<Self, Diagnostics> {
        Self::from_str(text, Notation::Yaml)
    }

    /// Reads bytes directly into values if possible, otherwise by means of a model. Problems name the bytes `name`.
    fn read(name: &str, bytes: Cow<'_, [u8]>, notation: Notation) -> Result<Self, Diagnostics> {
        let text = std::str::from_utf8(&bytes).ok();
        match text.and_then(|text| Self::read_directly(text, notation)) {
            Some(document) => Ok(document),
            None => Self::read_completely(name, bytes.into_owned(), notation),
        }
    }

    /// Reads a text directly into values, without copying it into a model. `None` if the notation has no such reader,
    /// or if the text may be invalid: only [`Document::read_completely`] reports problems.
    fn read_directly(text: &str, notation: Notation) -> Option<Self> {
        let root: Option<T> = if notation == Notation::Json { from_certain_json(text) } else { None };
        root.map(Self::from)
    }

    /// Reads a document by means of a model, which finds all problems and resolves references.
    fn read_completely(name: &str, bytes: Vec<u8>, notation: Notation) -> Result<Self, Diagnostics> {
        let metamodel = metamodel_of::<T>()?;
        let mut model = Model::new(Arc::clone(metamodel));
        // In XMI, the name of the element determines the class of a root, so only other notations may need it.
        let root = if notation == Notation::Xmi { None } else { untyped::<T>(metamodel) };
        let (document, mut problems) =
            notation.read(name, bytes, &read_options::<T>(root), &mut model).map_err(|problem| *problem)?;
        // Values are not converted after errors, because consequences of the errors would be reported.
        let unrepresentable = if problems.has_errors() {
            Diagnostics::new()
        } else {
            match Self::from_model(&model, document) {
                Ok(document) => return Ok(document),
                Err(unrepresentable) => unrepresentable,
            }
        };
        // Validation omits problems that are only consequences of the ones reported by the reader (Decision 16).
        let validation_problems =
            check(&model, document, &CheckOptions { reported: Some(&problems), ..CheckOptions::default() });
        let is_explained = validation_problems.has_errors();
        problems.append(validation_problems);
        // If validation has found errors, it has reported missing values with their positions, so they are not
        // repeated.
        problems.extend(
            unrepresentable
                .into_iter()
                .filter(|problem| !is_explained || problem.code != codes::MISSING_VALUE),
        );
        if let Some(source) = &model.document(document).source {
            show_features(source, &mut problems, |spans| notation.locate_features(source, spans));
        }
        Err(problems)
    }

    /// Converts a document of a model.
    ///
    /// # Errors
    /// If it contains something that the types cannot represent.
    pub fn from_model(model: &Model, document: DocumentId) -> Result<Self, Diagnostics> {
        let roots = without_proxies(model, document)?;
        Ok(Self {
            roots,
            header: model.document(document).header(),
            preserved: PreservedContent::collect(model, document),
        })
    }

    /// Converts the document to a model.
    ///
    /// # Errors
    /// If a text is not a valid value of its data type, a reference within the document cannot be resolved, or the
    /// tree is deeper than [`MAX_DEPTH`](super::MAX_DEPTH).
    pub fn to_model(&self) -> Result<(Model, DocumentId), Diagnostics> {
        self.to_model_of(metamodel_of::<T>()?)
    }

    /// Converts the document to a model of a metamodel other than the embedded one, such as a newer version,
    /// or a metamodel with a location, which the document can then refer to.
    ///
    /// # Errors
    /// As for [`Document::to_model`], and if the types do not match the metamodel.
    pub fn to_model_of(&self, metamodel: &Arc<Metamodel>) -> Result<(Model, DocumentId), Diagnostics> {
        let records_objects = false;
        let result = self.write(metamodel, records_objects);
        if result.problems.has_errors() { Err(result.problems) } else { Ok((result.model, result.document)) }
    }

    /// Writes the values to a new model. If `records_objects` is set, the result contains the value of each object.
    fn write(&self, metamodel: &Arc<Metamodel>, records_objects: bool) -> WriteResult<'_> {
        write(metamodel, self.header.clone(), &self.roots, Some(&self.preserved), records_objects)
    }

    /// Writes a notation, as UTF-8 except for XMI in another encoding of the [`header`](Self::header), whose schema
    /// locations are also written, because the embedded metamodel of generated types has no location.
    ///
    /// # Errors
    /// As for [`Document::to_model`], and if the notation cannot express something.
    pub fn to_vec(&self, notation: Notation) -> Result<Vec<u8>, Diagnostics> {
        let (model, document) = self.to_model()?;
        let xmi = WriteOptions { keep_schema_locations: true, ..WriteOptions::default() };
        notation.write(&model, document, &xmi)
    }

    /// Writes XMI, as Eclipse EMF does.
    ///
    /// # Errors
    /// As for [`Document::to_vec`].
    pub fn to_xmi(&self) -> Result<Vec<u8>, Diagnostics> {
        self.to_vec(Notation::Xmi)
    }

    /// Writes JSON in the plain dialect.
    ///
    /// # Errors
    /// As for [`Document::to_vec`].
    pub fn to_json(&self) -> Result<String, Diagnostics> {
        self.to_vec(Notation::Json).map(text_of)
    }

    /// Writes YAML in the plain dialect.
    ///
    /// # Errors
    /// As for [`Document::to_vec`].
    pub fn to_yaml(&self) -> Result<String, Diagnostics> {
        self.to_vec(Notation::Yaml).map(text_of)
    }

    /// Validates the values against the metamodel: multiplicities, facets, references, and its own checks and
    /// invariants.
    #[must_use]
    pub fn validate(&self) -> Diagnostics {
        let embedded = match embedded_of::<T>() {
            Ok(embedded) => embedded,
            Err(problems) => return problems,
        };
        match embedded.metamodel() {
            Ok(metamodel) => {
                let records_objects = false;
                check_written(embedded, self.write(metamodel, records_objects))
            }
            Err(problems) => problems,
        }
    }

    /// An index of all objects and the references to them, for several lookups.
    ///
    /// # Errors
    /// As for [`Document::to_model`].
    pub fn links(&self) -> Result<Links<'_>, Diagnostics> {
        let records_objects = true;
        let result = self.write(metamodel_of::<T>()?, records_objects);
        if result.problems.has_errors() { Err(result.problems) } else { Ok(Links::new(result)) }
    }

    /// Resolves a reference. Visits the entire document; use [`Document::links`] for several references.
    ///
    /// Returns `None` if the reference refers to another document, or to a value that is not stored as a `U`, such as
    /// the struct of a subclass if `U` is the enum of all subclasses; [`Links::find`] finds those.
    #[must_use]
    pub fn resolve<U: Element>(&self, reference: &Ref<U>) -> Option<&U> {
        self.links_of_valid_parts()?.resolve(reference)
    }

    /// The objects that refer to a value, each with the name of the referring feature.
    #[must_use]
    pub fn referrers<U: Element>(&self, value: &U) -> Vec<(ElementRef<'_>, &'static str)> {
        self.links_of_valid_parts().map(|links| links.referrers(value)).unwrap_or_default()
    }

    /// The index of the valid parts; problems in other parts are ignored.
    fn links_of_valid_parts(&self) -> Option<Links<'_>> {
        let records_objects = true;
        Some(Links::new(self.write(metamodel_of::<T>().ok()?, records_objects)))
    }
}

/// How JSON and YAML are read for a type.
fn read_options<T: Element>(untyped: Option<UntypedDocument>) -> ReadOptions {
    let ignores_unknown_keys = T::CLASSES.first().is_some_and(|class| class.package.ignores_unknown_keys);
    // All classes of a type are generated with the same options.
    ReadOptions { untyped, record_offsets: true, ignores_unknown_keys, ..ReadOptions::default() }
}

/// How to read documents that name neither the metamodel nor classes.
fn untyped<T: Element>(metamodel: &Metamodel) -> Option<UntypedDocument> {
    let root = qualified_name(metamodel, root_class::<T>(metamodel)?);
    let discriminator = T::CLASSES.first().map(|class| class.package.discriminator);
    // `$type` is always read, so it is not passed as the discriminator.
    let discriminator = discriminator.filter(|key| *key != TYPE).map(str::to_owned);
    Some(UntypedDocument { root, discriminator })
}

/// Writes one value as the root of a document.
pub(super) fn write_text<T: Element>(value: &T, notation: Notation) -> Result<String, Diagnostics> {
    let (model, document) = to_model(metamodel_of::<T>()?, std::slice::from_ref(value))?;
    notation.write(&model, document, &WriteOptions::default()).map(text_of)
}

/// Written bytes as text. Writers write UTF-8 if no encoding is requested.
fn text_of(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
}

/// Validates values as the roots of one document.
pub(super) fn validate<'t, T: Element>(values: impl IntoIterator<Item = &'t T>) -> Diagnostics {
    let embedded = match embedded_of::<T>() {
        Ok(embedded) => embedded,
        Err(problems) => return problems,
    };
    match embedded.metamodel() {
        Ok(metamodel) => {
            let (preserved, records_objects) = (None, false);
            let header = model::Document::default();
            check_written(embedded, write(metamodel, header, values, preserved, records_objects))
        }
        Err(problems) => problems,
    }
}

/// Checks the model of written values, in addition to the problems that were reported when it was written.
fn check_written(embedded: &Embedded, result: WriteResult<'_>) -> Diagnostics {
    let WriteResult { model, document, mut problems, .. } = result;
    // The logic is prepared once for all documents of these types (Decision 16).
    let logic = embedded.logic(model.metamodel());
    // Problems that are only consequences of the ones reported when the values were written are omitted.
    let options = CheckOptions { logic, reported: Some(&problems), ..CheckOptions::default() };
    let validation_problems = check(&model, document, &options);
    problems.append(validation_problems);
    problems
}

/// The only root of a document. A document with preserved proxies is rejected, because a value alone cannot represent
/// them.
pub(super) fn only_root<T>(document: Document<T>) -> Result<T, Diagnostics> {
    // If the value were written again, the proxy would be lost silently.
    if let Some(uri) = document.preserved.first_proxy() {
        let message = format!("a containment has the proxy `{uri}`, whose object is in another document");
        let help = "read the file as a `Document`, which preserves proxies";
        return Err(Diagnostic::error(codes::NOT_REPRESENTABLE, message).help(help).into());
    }
    let count = document.roots.len();
    let mut roots = document.roots.into_iter();
    match (roots.next(), count) {
        (Some(root), 1) => Ok(root),
        _ => {
            let message = format!("the document has {count} roots, but one is expected");
            let help = "read the file as a `Document`, which may have several roots";
            Err(Diagnostic::error(codes::NOT_REPRESENTABLE, message).help(help).into())
        }
    }
}
