//! Documents of typed values: what is around the roots, the formats, and whether all of it keeps the metamodel.
//!
//! Invariant: what was read from a document and not changed is written as the same document. The values go through a
//! model both ways, so that the formats are those of models.

use super::embedded::{Embedded, embedded_of, metamodel_of};
use super::kept::Kept;
use super::read::without_stand_ins;
use super::write::{Written, write};
use super::{Element, Found, Links, Ref};
use crate::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use crate::ecore::Metamodel;
use crate::input::{Limits, decode_xml};
use crate::model::{self, DocumentId, Model};
use crate::output::{in_memory, in_text};
use crate::validate::{CheckOptions, check};
use crate::xmi::{self, WriteOptions};
use crate::{json, yaml};
use std::sync::Arc;

/// The roots of a document as values of a type, with what the document says of itself.
///
/// The `xmi:id`s of a document are kept by place: they are those of whatever stands there when it is written. So are
/// contained objects, and containers, that are in other documents, which values have no place for.
#[derive(Debug, Clone)]
pub struct Document<T> {
    /// The values that stand at the top.
    pub roots: Vec<T>,
    /// Encoding, version and address, as far as a format has them.
    pub header: model::Document,
    kept: Kept,
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
        Self { roots: roots.into(), header: model::Document::default(), kept: Kept::default() }
    }
}

impl<T> From<T> for Document<T> {
    fn from(root: T) -> Self {
        Self::new([root])
    }
}

impl<T: Element> Document<T> {
    /// Reads XMI, in any encoding.
    ///
    /// # Errors
    /// Where it is not well-formed, is no document of the metamodel, or holds what the types cannot hold.
    pub fn from_xmi(bytes: impl Into<Vec<u8>>) -> Result<Self, Diagnostics> {
        let decoded = decode_xml("document", bytes.into(), &Limits::default()).map_err(|problem| *problem)?;
        let encoding = decoded.declared.unwrap_or_else(|| "UTF-8".to_owned());
        let mut header = model::Document::default();
        header.encoding = Some(encoding);
        Self::read(header, |model, header| {
            xmi::read(&decoded.source, model, header, &xmi::ReadOptions::default())
        })
    }

    /// Reads JSON in the plain dialect.
    ///
    /// # Errors
    /// As for XMI.
    pub fn from_json(text: &str) -> Result<Self, Diagnostics> {
        let (source, options) = (Source::new("document", text), json::ReadOptions::default());
        Self::read(model::Document::default(), |model, header| json::read(&source, model, header, &options))
    }

    /// Reads YAML in the plain dialect.
    ///
    /// # Errors
    /// As for XMI.
    pub fn from_yaml(text: &str) -> Result<Self, Diagnostics> {
        let (source, options) = (Source::new("document", text), yaml::ReadOptions::default());
        Self::read(model::Document::default(), |model, header| yaml::read(&source, model, header, &options))
    }

    fn read(
        header: model::Document,
        read: impl FnOnce(&mut Model, model::Document) -> (DocumentId, Diagnostics),
    ) -> Result<Self, Diagnostics> {
        let mut model = Model::new(Arc::clone(metamodel_of::<T>()?));
        let (document, problems) = read(&mut model, header);
        if problems.has_errors() { Err(problems) } else { Self::from_model(&model, document) }
    }

    /// The document of a model.
    ///
    /// # Errors
    /// Where it holds what the types cannot hold.
    pub fn from_model(model: &Model, document: DocumentId) -> Result<Self, Diagnostics> {
        let roots = without_stand_ins(model, document)?;
        Ok(Self { roots, header: model.document(document).header(), kept: Kept::of(model, document) })
    }

    /// A model with this document.
    ///
    /// # Errors
    /// Where a text is no legal value of its data type, a reference within the document leads nowhere, or the tree is
    /// deeper than [`MAX_DEPTH`](super::MAX_DEPTH).
    pub fn to_model(&self) -> Result<(Model, DocumentId), Diagnostics> {
        self.to_model_of(metamodel_of::<T>()?)
    }

    /// The same as a model of a metamodel that was read from somewhere, such as a newer one than that which the types
    /// have with them, or one whose files the document is to name.
    ///
    /// # Errors
    /// As for [`Document::to_model`], and where the types do not fit the metamodel.
    pub fn to_model_of(&self, metamodel: &Arc<Metamodel>) -> Result<(Model, DocumentId), Diagnostics> {
        let written = self.write(metamodel, false);
        if written.problems.has_errors() {
            Err(written.problems)
        } else {
            Ok((written.model, written.document))
        }
    }

    fn write(&self, metamodel: &Arc<Metamodel>, note: bool) -> Written<'_> {
        write(metamodel, self.header.clone(), &self.roots, Some(&self.kept), note)
    }

    /// Writes XMI, as Eclipse EMF does. Where the metamodel lies is said as the document said it, or as its
    /// [`header`](Self::header) says now: generated types have their metamodel with them, in no file.
    ///
    /// # Errors
    /// As for [`Document::to_model`], and where XML has no means for a character.
    pub fn to_xmi(&self) -> Result<Vec<u8>, Diagnostics> {
        let (model, document) = self.to_model()?;
        let options = WriteOptions { stated_locations: true, ..WriteOptions::default() };
        in_memory(|sink| xmi::write(&model, document, &options, sink)).map(|(bytes, _)| bytes)
    }

    /// Writes JSON in the plain dialect.
    ///
    /// # Errors
    /// As for [`Document::to_model`], and where JSON has no means for something.
    pub fn to_json(&self) -> Result<String, Diagnostics> {
        let (model, document) = self.to_model()?;
        json_text(&model, document)
    }

    /// Writes YAML in the plain dialect.
    ///
    /// # Errors
    /// As for [`Document::to_model`], and where YAML has no means for something.
    pub fn to_yaml(&self) -> Result<String, Diagnostics> {
        let (model, document) = self.to_model()?;
        yaml_text(&model, document)
    }

    /// Whether the values keep the metamodel: multiplicities, facets, references, and its own checks and invariants.
    #[must_use]
    pub fn validate(&self) -> Diagnostics {
        let embedded = match embedded_of::<T>() {
            Ok(embedded) => embedded,
            Err(problems) => return problems,
        };
        match embedded.metamodel() {
            Ok(metamodel) => check_written(embedded, self.write(metamodel, false)),
            Err(problems) => problems,
        }
    }

    /// Every object by its address, and who refers to it. To be made once where many are asked for.
    ///
    /// # Errors
    /// As for [`Document::to_model`].
    pub fn links(&self) -> Result<Links<'_>, Diagnostics> {
        let written = self.write(metamodel_of::<T>()?, true);
        if written.problems.has_errors() { Err(written.problems) } else { Ok(Links::new(written)) }
    }

    /// The value that a reference leads to. Looks at the whole document; see [`Document::links`] for many.
    ///
    /// Nothing where it leads elsewhere, or to a value that is not stored as a `U`: a subclass's struct, where `U` is
    /// the enum of all. [`Links::find`] finds those.
    #[must_use]
    pub fn resolve<U: Element>(&self, reference: &Ref<U>) -> Option<&U> {
        self.links_so_far()?.resolve(reference)
    }

    /// The objects that refer to a value, each with the name of the feature by which it does.
    #[must_use]
    pub fn referrers<U: Element>(&self, value: &U) -> Vec<(Found<'_>, &'static str)> {
        self.links_so_far().map(|links| links.referrers(value)).unwrap_or_default()
    }

    /// Links between what is sound, whatever is wrong elsewhere.
    fn links_so_far(&self) -> Option<Links<'_>> {
        Some(Links::new(self.write(metamodel_of::<T>().ok()?, true)))
    }
}

/// A model of one value.
pub(super) fn model_of<T: Element>(value: &T) -> Result<(Model, DocumentId), Diagnostics> {
    let written = write(metamodel_of::<T>()?, model::Document::default(), [value], None, false);
    if written.problems.has_errors() { Err(written.problems) } else { Ok((written.model, written.document)) }
}

pub(super) fn json_text(model: &Model, document: DocumentId) -> Result<String, Diagnostics> {
    let options = json::WriteOptions::default();
    in_text(|sink| json::write(model, document, &options, sink)).map(|(text, _)| text)
}

pub(super) fn yaml_text(model: &Model, document: DocumentId) -> Result<String, Diagnostics> {
    let options = yaml::WriteOptions::default();
    in_text(|sink| yaml::write(model, document, &options, sink)).map(|(text, _)| text)
}

/// What is wrong with some values.
pub(super) fn validate<'t, T: Element>(values: impl IntoIterator<Item = &'t T>) -> Diagnostics {
    let embedded = match embedded_of::<T>() {
        Ok(embedded) => embedded,
        Err(problems) => return problems,
    };
    match embedded.metamodel() {
        Ok(metamodel) => {
            check_written(embedded, write(metamodel, model::Document::default(), values, None, false))
        }
        Err(problems) => problems,
    }
}

/// Checks what values were written as, beside what writing has reported.
fn check_written(embedded: &Embedded, written: Written<'_>) -> Diagnostics {
    let Written { model, document, mut problems, .. } = written;
    let logic = embedded.logic(model.metamodel());
    let options = CheckOptions { logic, reported: Some(&problems), ..CheckOptions::default() };
    let found = check(&model, document, &options);
    problems.append(found);
    problems
}

/// The only root of a document, which nothing of other documents contains or is contained in: a value alone has no place
/// for that.
pub(super) fn only<T>(document: Document<T>) -> Result<T, Diagnostics> {
    if let Some(uri) = document.kept.elsewhere() {
        let message = format!("`{uri}` stands for an object of another document in a containment");
        let help = "read it as a `Document`, which keeps such";
        return Err(Diagnostic::error(codes::NO_PLACE_IN_TYPES, message).help(help).into());
    }
    let count = document.roots.len();
    let mut roots = document.roots.into_iter();
    match (roots.next(), count) {
        (Some(root), 1) => Ok(root),
        _ => {
            let message = format!("the document has {count} roots, but one is expected");
            let help = "read it as a `Document`, which may have several";
            Err(Diagnostic::error(codes::NO_PLACE_IN_TYPES, message).help(help).into())
        }
    }
}
