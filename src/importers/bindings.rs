//! Creates documents of bindings from the results of the readers of bindings.

use crate::bindings::text;
use crate::formats::Notation;
use crate::generated::bindings::DocumentedElement;
use crate::workspace::LoadedDocument;
use modelwright_metamodel::diagnostic::Diagnostics;
use modelwright_metamodel::model::Document;

/// A document with the objects that a reader returned.
pub(super) fn document(
    notation: &Notation,
    (roots, problems): (Vec<DocumentedElement>, Diagnostics),
    document: Document,
) -> LoadedDocument {
    let (mut model, id, diagnostics) = text::model(&roots, problems, document.source.as_deref());
    let new_document = model.document_mut(id);
    (new_document.uri, new_document.source) = (document.uri, document.source);
    LoadedDocument { model, document: id, format: notation.name, diagnostics }
}
