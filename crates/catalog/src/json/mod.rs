//! Puppet's catalogs in JSON: the reader and the writer of the catalog model.
//!
//! The reader accepts the catalogs that Puppet 7 accepts: those of Puppet 3 to 8, with and without rich data, also in
//! the envelope of Puppet 3. Invariants: a catalog that Puppet wrote has the same bytes after it is read and written;
//! every problem has a position; content that JSON cannot express is left out and reported. This module does not build
//! or apply catalogs.

mod cursor;
mod read;
mod references;
mod write;

use crate::model::{Catalog, catalog_of, metamodel};
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use modelwright_metamodel::model::{Document, DocumentId, Model, ObjectId};
use modelwright_metamodel::output::{Sink, WriteError};
use modelwright_typed as typed;
use std::sync::Arc;

pub use read::{Places, read};
pub use references::{canonical_key, parts_of_reference};
pub use write::{Layout, value_text, write};

/// Whether a text that starts with `head` may contain a catalog.
#[must_use]
pub fn may_contain(head: &str) -> bool {
    let Some(first) = head.trim_start().strip_prefix('{') else { return false };
    let has_key = |key: &str| {
        let parts = head.split_once(key);
        parts.is_some_and(|(_, after_key)| after_key.trim_start().starts_with(':'))
    };
    // The JSON of our own catalog model has the same keys, but also one of these.
    if ["\"$model\"", "\"$type\"", "\"$roots\"", "\"eClass\""].into_iter().any(has_key) {
        return false;
    }
    // Catalogs of Puppet 4 and later. The keys may be anywhere, because other programs may sort them.
    has_key("\"catalog_uuid\"")
        || has_key("\"catalog_format\"")
        // Catalogs of Puppet 3 without an envelope, in which Puppet writes the tags first.
        || (first.trim_start().starts_with("\"tags\"") && has_key("\"version\"") && has_key("\"environment\""))
        // Catalogs of Puppet 3 in an envelope.
        || (has_key("\"document_type\"") && head.contains("\"Catalog\""))
}

/// Reads a text into a new model, whose objects have their positions in the text.
#[must_use]
pub fn load(source: &Arc<Source>) -> (Model, DocumentId, Diagnostics) {
    let (catalog, places, mut problems) = read(source);
    let loaded = catalog.map(|catalog| typed::to_model(&metamodel(), &[catalog]));
    let (mut model, document) = match loaded {
        Some(Ok(loaded)) => loaded,
        failed => {
            if let Some(Err(found)) = failed {
                problems.append(found);
            }
            let mut model = Model::new(metamodel());
            let document = model.add_document(Document::default());
            (model, document)
        }
    };
    locate(&mut model, document, &places);
    // After an error, parts are left out, which further checks must not report as missing.
    model.document_mut(document).is_truncated = problems.has_errors();
    (model, document, problems)
}

/// Records the position of each object in the text. The objects of a class are in the order of the text.
fn locate(model: &mut Model, document: DocumentId, places: &Places) {
    let roots = model.document(document).roots().to_vec();
    let objects: Vec<ObjectId> =
        roots.iter().flat_map(|root| std::iter::once(*root).chain(model.all_contents(*root))).collect();
    let mut resources = places.resource_offsets.iter();
    let mut parameters = places.parameter_offsets.iter();
    let mut edges = places.edge_offsets.iter();
    for object in objects {
        let metamodel = model.metamodel();
        let offset = match &*metamodel[model.class(object)].name {
            "Resource" => resources.next(),
            "Parameter" => parameters.next(),
            "Edge" => edges.next(),
            _ => Some(&places.catalog_offset),
        };
        if let Some(offset) = offset.and_then(|offset| u32::try_from(*offset).ok()) {
            model.set_offset(object, offset);
        }
    }
}

/// Writes a document of the catalog model to a sink. Returns warnings about what JSON cannot express.
///
/// # Errors
/// If the document is not exactly one catalog, if an edge has no resource at an end, or if the sink fails.
pub fn send(
    model: &Model,
    document: DocumentId,
    layout: Layout,
    sink: &mut dyn Sink,
) -> Result<Diagnostics, WriteError> {
    let catalog = catalog_of(model, document)?;
    let text = write(&catalog, layout)?;
    sink.write_all(text.as_bytes())?;
    Ok(losses(&catalog))
}

/// Warnings about the content of a catalog that its JSON does not contain.
fn losses(catalog: &Catalog) -> Diagnostics {
    let mut problems = Diagnostics::new();
    let mut report = |message: &str| problems.push(Diagnostic::warning(codes::LOSS, message));
    let mut parameters = catalog.resources.iter().flat_map(|resource| &resource.parameters);
    if parameters.any(|parameter| parameter.origin.is_some() || parameter.file.is_some()) {
        report("a catalog in JSON does not contain where parameters were set, so this is left out");
    }
    if catalog.resources.iter().any(|resource| resource.r#virtual) {
        report("a catalog in JSON does not contain which resources are virtual, so this is left out");
    }
    problems
}
